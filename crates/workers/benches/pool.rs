//! What a pool adds to the bare way: a round trip beside a pipe between two
//! processes, one-by-one beside all at once, and three ways for 10 MB.

use std::env;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use workers::process::{init, spawn};
use workers::{ProcessPool, RawBytes, SharedBytes, ThreadPool};

/// Odd, so that the median is one of them.
const ROUNDS: usize = 15;

const ONE_BY_ONE: u32 = 2_000;
const TOGETHER: u64 = 10_000;
const CHUNK: usize = 100;
const PAYLOAD: usize = 10_000_000;

#[derive(Debug, Serialize, Deserialize)]
enum Job {
    Nothing(u64),
    Json(Vec<u8>),
    Raw(RawBytes),
    Shared(SharedBytes),
}

fn serve(job: Job) -> Result<u64, String> {
    Ok(match job {
        Job::Nothing(x) => x,
        Job::Json(bytes) => sum(&bytes),
        Job::Raw(bytes) => sum(&bytes),
        Job::Shared(bytes) => {
            sum(&bytes.map().map_err(|error| error.to_string())?)
        }
    })
}

/// Looks at every byte, so that none of the ways can leave them untouched, and
/// takes little of their time.
fn sum(bytes: &[u8]) -> u64 {
    let words = bytes.as_chunks::<8>().0.iter();
    words.fold(0, |sum, word| sum.wrapping_add(u64::from_le_bytes(*word)))
}

fn main() -> ExitCode {
    if let Some(code) = init(serve) {
        return code;
    }
    if env::args().nth(1).as_deref() == Some("echo") {
        return echo();
    }
    let pool = ProcessPool::<Job, u64>::start(2).expect("two processes");
    let threads = ThreadPool::start(2, Ok::<u64, _>).expect("two threads");
    let mut pipe = Echo::start();
    let data: Vec<u8> = (0..PAYLOAD).map(|i| (i % 251) as u8).collect();
    let mut figures = vec![Vec::new(); 8];
    for _ in 0..ROUNDS {
        let round = [
            per_call(ONE_BY_ONE, || pipe.round_trip()),
            per_call(ONE_BY_ONE, || {
                assert_eq!(pool.apply(Job::Nothing(1)).unwrap(), 1);
            }),
            submit_all(|| {
                let jobs = (0..TOGETHER).map(Job::Nothing);
                pool.submit_all(jobs, CHUNK).collect().unwrap()
            }),
            submit_all(|| {
                threads.submit_all(0..TOGETHER, CHUNK).collect().unwrap()
            }),
            payload(&pool, &data, Job::Json(data.clone())),
            payload(&pool, &data, Job::Raw(data.clone().into())),
        ];
        let began = Instant::now();
        let shared = SharedBytes::new(&data).expect("shared memory");
        let made = began.elapsed().as_secs_f64() * 1e6;
        let first = payload(&pool, &data, Job::Shared(shared.clone()));
        let second = payload(&pool, &data, Job::Shared(shared));
        let round = round.into_iter().chain([made + first, second]);
        figures.iter_mut().zip(round).for_each(|(all, one)| all.push(one));
    }
    let names = [
        "bare pipe, round trip",
        "process pool, apply",
        "process pool, 10,000 in chunks of 100, a task",
        "thread pool, 10,000 in chunks of 100, a task",
        "10 MB as serde_json",
        "10 MB as raw bytes",
        "10 MB through shared memory, first use",
        "10 MB through shared memory, second use",
    ];
    println!("{ROUNDS} rounds, µs: median, least, most");
    for (name, all) in names.into_iter().zip(&mut figures) {
        all.sort_by(f64::total_cmp);
        let (least, most) = (all[0], all[ROUNDS - 1]);
        let median = all[ROUNDS / 2];
        println!("{name:45} {median:10.2} {least:10.2} {most:10.2}");
    }
    ExitCode::SUCCESS
}

/// Microseconds for each of `calls` calls.
fn per_call(calls: u32, mut call: impl FnMut()) -> f64 {
    let began = Instant::now();
    for _ in 0..calls {
        call();
    }
    began.elapsed().as_secs_f64() * 1e6 / f64::from(calls)
}

/// Microseconds for each of so many jobs that are submitted together.
fn submit_all(run: impl FnOnce() -> Vec<u64>) -> f64 {
    let began = Instant::now();
    let answers = run();
    let spent = began.elapsed();
    assert!(answers.into_iter().eq(0..TOGETHER));
    spent.as_secs_f64() * 1e6 / TOGETHER as f64
}

fn payload(pool: &ProcessPool<Job, u64>, data: &[u8], job: Job) -> f64 {
    let began = Instant::now();
    let answer = pool.apply(job).unwrap();
    let spent = began.elapsed();
    assert_eq!(answer, sum(data));
    spent.as_secs_f64() * 1e6
}

/// The floor: this program once more, which sends each byte back.
struct Echo(Child);

fn echo() -> ExitCode {
    let mut byte = [0];
    let (mut input, mut output) = (std::io::stdin(), std::io::stdout());
    while input.read(&mut byte).is_ok_and(|read| read == 1) {
        output.write_all(&byte).expect("a reader");
        output.flush().expect("a reader");
    }
    ExitCode::SUCCESS
}

impl Echo {
    fn start() -> Self {
        let program = env::current_exe().expect("a path");
        let mut command = Command::new(program);
        command.arg("echo").stdin(Stdio::piped()).stdout(Stdio::piped());
        Self(spawn(&mut command).expect("a process"))
    }

    fn round_trip(&mut self) {
        let (input, output) = (&mut self.0.stdin, &mut self.0.stdout);
        let input = input.as_mut().expect("a pipe");
        input.write_all(&[1]).expect("a reader");
        let output = output.as_mut().expect("a pipe");
        output.read_exact(&mut [0]).expect("an echo");
    }
}

impl Drop for Echo {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}
