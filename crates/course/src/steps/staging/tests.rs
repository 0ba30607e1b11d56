//! The swap, in the ways that a system may offer, and what a kill leaves.

use super::*;

fn book(folder: &Path, text: &str) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join(SIGN_OF_A_BOOK), "").unwrap();
    fs::write(folder.join("index.html"), text).unwrap();
}

fn index(folder: &Path) -> String {
    fs::read_to_string(folder.join("index.html")).unwrap()
}

#[test]
fn the_new_book_replaces_the_old_one_whole() {
    let root = tempfile::tempdir().unwrap();
    let destination = root.path().join("book");
    book(&destination, "old");
    fs::write(destination.join("gone.html"), "").unwrap();
    let mut staging = Staging::beside(&destination).unwrap();
    let new = staging.folder.clone();
    book(&new, "new");
    staging.swap_in(&new, &destination).unwrap();
    drop(staging);
    assert_eq!(index(&destination), "new");
    assert!(!destination.join("gone.html").exists());
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
}

#[test]
fn a_failed_swap_keeps_the_old_book() {
    let root = tempfile::tempdir().unwrap();
    let destination = root.path().join("book");
    book(&destination, "old");
    let mut staging = Staging::beside(&destination).unwrap();
    let missing = root.path().join("missing");
    assert!(staging.swap_in(&missing, &destination).is_err());
    drop(staging);
    assert_eq!(index(&destination), "old");
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
}

#[test]
fn a_build_that_was_killed_while_it_swapped_leaves_the_old_book() {
    let root = tempfile::tempdir().unwrap();
    let destination = root.path().join("book");
    // As two steps leave it.
    book(&root.path().join(".book.unfinished-1").join(ASIDE), "old");
    let staging = Staging::beside(&destination).unwrap();
    assert_eq!(index(&destination), "old");
    drop(staging);
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
}

#[test]
fn what_a_killed_build_left_is_cleared_and_a_running_one_is_not() {
    let root = tempfile::tempdir().unwrap();
    let destination = root.path().join("book");
    let stale = root.path().join(".book.unfinished-77");
    fs::create_dir(&stale).unwrap();
    let running = Staging::beside(&destination).unwrap();
    assert!(!stale.exists());
    let other = Staging::beside(&destination).unwrap();
    assert!(running.folder.exists());
    assert!(LeftOver::beside(&destination).is_empty());
    drop((running, other));
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
}

#[test]
fn git_ignores_an_unfinished_book_wherever_it_is() {
    let root = tempfile::tempdir().unwrap();
    let staging = Staging::beside(&root.path().join("book")).unwrap();
    let ignored = staging.folder.with_file_name(".gitignore");
    assert_eq!(fs::read_to_string(ignored).unwrap(), "*\n");
}

#[test]
fn files_of_others_are_not_replaced() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("thesis.txt"), "").unwrap();
    assert!(refuse_foreign(root.path()).is_err());
    assert!(refuse_foreign(&root.path().join("thesis.txt")).is_err());
    assert!(refuse_foreign(&root.path().join("new")).is_ok());
}
