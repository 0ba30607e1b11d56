//! Who waits, who is not waited for, and what can't be locked.

use std::sync::mpsc;

use super::*;

fn alone(path: &Path, words: &str) -> Held {
    match take(path, words, |_| panic!("nobody holds it")).unwrap() {
        Taken::Alone(held) => held,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_second_waits_and_hears_who_holds_it_and_what_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lock");
    let words = format!("process {}, measuring race", std::process::id());
    let first = alone(&path, &words);
    let (heard, hears) = mpsc::channel();
    let second = {
        let path = path.clone();
        thread::spawn(move || {
            let taken = take(&path, "second", |who| {
                // Nobody listens any more once the lock is free.
                let _ = heard.send(who.to_owned());
            });
            assert!(matches!(taken, Ok(Taken::Alone(_))));
        })
    };
    let who = hears.recv().unwrap();
    assert!(who.contains(&std::process::id().to_string()), "{who}");
    assert!(who.ends_with(", measuring race"), "{who}");
    drop(first);
    second.join().unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "second");
}

#[test]
fn it_is_held_until_all_who_share_it_have_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lock");
    let builder = alone(&path, "");
    let program = builder.shared().unwrap();
    drop(builder);
    let second = take_within(Duration::ZERO, &path, "", |_| {});
    assert!(matches!(second, Ok(Taken::Silent(_))));
    drop(program);
    alone(&path, "");
}

#[test]
fn who_gives_no_sign_of_life_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lock");
    let held = alone(&path, "silent");
    let patience = Duration::from_millis(1);
    let second = take_within(patience, &path, "second", |_| {});
    let Ok(Taken::Silent(_)) = second else { panic!("{second:?}") };
    drop(held);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "silent");
}

#[cfg(unix)]
#[test]
fn a_link_is_not_followed_and_a_folder_is_no_lock() {
    let folder = tempfile::tempdir().unwrap();
    let (victim, path) =
        (folder.path().join("victim"), folder.path().join("lock"));
    std::fs::write(&victim, "precious").unwrap();
    std::os::unix::fs::symlink(&victim, &path).unwrap();
    for path in [&path, folder.path()] {
        let taken = take(path, "x", |_| {});
        assert!(matches!(taken, Ok(Taken::Nothing(..))), "{taken:?}");
    }
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "precious");
}
