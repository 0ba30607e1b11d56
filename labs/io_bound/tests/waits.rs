//! Holds the client against a clock that jumps from one wake-up to the next,
//! so that a test of seconds takes no time and its result is exact.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lab_io_bound::fetch_all;
use tokio::time::{self, Instant};

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn at_once(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

/// What the far end sees: when each place was asked for, and how many were
/// open together.
#[derive(Clone)]
struct Server(Arc<Mutex<Seen>>);

struct Seen {
    opened: Instant,
    /// Place and time of each call of `fetch`.
    asked: Vec<(usize, Duration)>,
    answered: usize,
    most_open: usize,
}

impl Server {
    fn open() -> Server {
        Server(Arc::new(Mutex::new(Seen {
            opened: Instant::now(),
            asked: Vec::new(),
            answered: 0,
            most_open: 0,
        })))
    }

    /// Counts from the call on, whether or not somebody waits for the answer.
    fn ask(
        &self,
        place: usize,
        delay: Duration,
        fails: bool,
    ) -> impl Future<Output = Result<usize, usize>> + Send + use<> {
        let mut seen = self.0.lock().unwrap();
        let now = seen.opened.elapsed();
        seen.asked.push((place, now));
        seen.most_open = seen.most_open.max(seen.asked.len() - seen.answered);
        let server = self.clone();
        async move {
            time::sleep(delay).await;
            server.0.lock().unwrap().answered += 1;
            if fails { Err(place) } else { Ok(place) }
        }
    }

    fn asked(&self) -> Vec<(usize, Duration)> {
        self.0.lock().unwrap().asked.clone()
    }

    fn most_open(&self) -> usize {
        self.0.lock().unwrap().most_open
    }

    fn answered(&self) -> usize {
        self.0.lock().unwrap().answered
    }
}

/// When each request begins if the next one does as soon as one has ended.
fn begins(delays: &[Duration], limit: usize) -> (Vec<Duration>, Duration) {
    let mut free = vec![ms(0); limit];
    let mut begins = Vec::new();
    for delay in delays {
        let earliest = free.iter().min().copied().unwrap();
        let place = free.iter().position(|at| *at == earliest).unwrap();
        free[place] = earliest + *delay;
        begins.push(earliest);
    }
    (begins, free.into_iter().max().unwrap())
}

/// Delays without a pattern that an answer could happen to fit.
fn mixed_delays(count: usize) -> Vec<Duration> {
    let mut state: u64 = 7;
    (0..count)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005) + 1;
            ms(1 + (state >> 33) % 200)
        })
        .collect()
}

#[tokio::test(start_paused = true)]
async fn equal_waits_take_as_many_rounds_as_arithmetic_says() {
    for (count, limit, rounds) in [
        (9, 3, 3),
        (10, 3, 4),
        (2, 5, 1),
        (4, 1, 4),
        (0, 3, 0),
        (10_000, 100, 100),
        (5_000, 2_500, 2),
        (3, usize::MAX, 1),
    ] {
        let server = Server::open();
        fetch_all(count, at_once(limit), |place| {
            server.ask(place, ms(100), false)
        })
        .await;
        let took = server.0.lock().unwrap().opened.elapsed();
        assert_eq!(
            took,
            rounds * ms(100),
            "{count} waits of 100 ms, {limit} at once, are {rounds} rounds; \
             they took {took:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn each_place_is_asked_for_once_and_in_order() {
    for (count, limit) in [(1, 1), (7, 3), (400, 16)] {
        let server = Server::open();
        fetch_all(count, at_once(limit), |place| {
            server.ask(place, ms(10 + place as u64 % 4), place % 5 == 2)
        })
        .await;
        let asked: Vec<_> =
            server.asked().into_iter().map(|(place, _)| place).collect();
        let expected: Vec<_> = (0..count).collect();
        assert!(
            asked == expected,
            "{count} places were to be asked for once each, in their order; \
             `fetch` was called {} times, for {:?}…",
            asked.len(),
            &asked[..asked.len().min(8)]
        );
    }
}

#[tokio::test(start_paused = true)]
async fn the_limit_is_reached_and_not_passed() {
    for limit in [1, 2, 7, 1_500] {
        let server = Server::open();
        fetch_all(2 * limit + 30, at_once(limit), |place| {
            server.ask(place, ms(10 + place as u64 % 4), place % 3 == 1)
        })
        .await;
        let most = server.most_open();
        assert_eq!(
            most, limit,
            "{most} requests were open at the same time (counted from the \
             call of `fetch`); the limit is {limit}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_place_is_taken_again_as_soon_as_it_is_free() {
    for (count, limit) in [(4, 2), (50, 3), (600, 7), (600, 40)] {
        let mut delays = mixed_delays(count);
        delays[0] = ms(300);
        let server = Server::open();
        fetch_all(count, at_once(limit), |place| {
            // Errors take a place and give it back as answers do.
            server.ask(place, delays[place], place % 4 == 3)
        })
        .await;
        let took = server.0.lock().unwrap().opened.elapsed();
        let (begins, end) = begins(&delays, limit);
        let mut asked = server.asked();
        asked.sort_unstable();
        for ((place, at), expected) in asked.into_iter().zip(begins) {
            assert_eq!(
                at, expected,
                "{count} requests, {limit} at once: request {place} was asked \
                 after {at:?}; a place was free for it after {expected:?}"
            );
        }
        assert_eq!(took, end, "{count} requests, {limit} at once, in all");
    }
}

#[tokio::test(start_paused = true)]
async fn answers_stand_in_the_order_of_the_requests() {
    for count in [5, 300] {
        let answers = fetch_all(count, at_once(count), |place| async move {
            time::sleep(ms((count - place) as u64)).await;
            Ok::<_, ()>(place)
        })
        .await;
        let expected: Vec<_> = (0..count).map(Ok).collect();
        assert!(
            answers == expected,
            "{count} answers arrived in the opposite order of their requests; \
             the list has to begin with {:?}, it begins with {:?}",
            &expected[..2],
            &answers[..answers.len().min(2)]
        );
    }
}

#[tokio::test(start_paused = true)]
async fn an_error_keeps_its_place_and_stops_nothing() {
    for (count, limit) in [(6, 2), (500, 10), (500, 500)] {
        let server = Server::open();
        let answers = fetch_all(count, at_once(limit), |place| {
            server.ask(place, ms(10), place % 3 == 1 || place > 480)
        })
        .await;
        assert_eq!(answers.len(), count, "one answer or error for each place");
        for (place, answer) in answers.into_iter().enumerate() {
            let fails = place % 3 == 1 || place > 480;
            let expected = if fails { Err(place) } else { Ok(place) };
            assert_eq!(answer, expected, "place {place} of {count}");
        }
        let took = server.0.lock().unwrap().opened.elapsed();
        let rounds = count.div_ceil(limit) as u32;
        assert_eq!(
            took,
            rounds * ms(10),
            "{count} requests of 10 ms with errors among them, {limit} at once"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_stops_waiting_stops_the_requests() {
    // After so long, so many are asked and so many answered.
    for (limit, after, asked, answered) in
        [(2, 150, 4, 2), (3, 50, 3, 0), (10, 50, 10, 0), (4, 250, 10, 8)]
    {
        let server = Server::open();
        let all = fetch_all(10, at_once(limit), |place| {
            server.ask(place, ms(100), place % 2 == 0)
        });
        let result = time::timeout(ms(after), all).await;
        assert!(result.is_err(), "ten waits, {limit} at once, in {after} ms");
        time::sleep(ms(10_000)).await;
        let seen = server.asked().len();
        assert_eq!(
            seen, asked,
            "nobody waited after {after} ms, with {limit} at once; requests \
             that were asked, also after that"
        );
        assert_eq!(
            server.answered(),
            answered,
            "nobody waited after {after} ms, with {limit} at once; requests \
             that went on to their answer"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_is_asked_before_somebody_waits() {
    let server = Server::open();
    drop(fetch_all(5, at_once(2), |place| server.ask(place, ms(100), false)));
    time::sleep(ms(1_000)).await;
    let asked = server.asked().len();
    assert_eq!(asked, 0, "requests asked for a future that was only dropped");
}

/// Can be given away and neither copied, shared, compared nor printed.
struct Opaque(Cell<usize>);

#[tokio::test(start_paused = true)]
async fn nothing_is_asked_of_answers_but_what_the_signature_says() {
    let borrowed = [4, 5, 6];
    let number = |place: usize| {
        // Borrows, and can't be given to another thread.
        let answer = Opaque(Cell::new(borrowed[place]));
        async move {
            time::sleep(ms(1)).await;
            if answer.0.get() == 5 { Err(answer) } else { Ok(answer) }
        }
    };
    let answers = fetch_all(3, at_once(2), number).await;
    let numbers: Vec<_> = answers
        .into_iter()
        .map(|answer| answer.map_or_else(|e| e.0.get() + 100, |a| a.0.get()))
        .collect();
    assert_eq!(numbers, [4, 105, 6]);
}
