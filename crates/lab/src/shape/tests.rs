//! Breaks the folder of a small lab in one way at a time.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::faults;
use crate::house::{Lab, Sealed};
use crate::seal;

/// A lab without faults; it is never compiled here.
fn sound_lab() -> (Lab, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("Cargo.toml", "");
    write("README.md", "# Lab: sums\n");
    write("hints.md", "# Hints\n\n## One\nAdd.\n\n## Two\n\n## Three\n");
    write("starter.rs", "// TODO: add\n");
    write("solution.rs", "");
    for mutant in ["minus", "times", "zero"] {
        write(&format!("mutants/{mutant}.rs"), "");
    }
    write("tests/sums.rs", "");
    write("lib.rs", "mod attempt;\npub mod sync;\n");
    write("sync.rs", "");
    (seal(&folder), folder)
}

/// The lab in this folder, with the digests that belong to it.
fn seal(folder: &TempDir) -> Lab {
    let mut lab = Lab {
        slug: "sums".to_string(),
        folder: folder.path().to_path_buf(),
        sealed: Sealed::default(),
    };
    let starter = seal::answer(&lab).ok();
    lab.sealed = Sealed { starter, tests: seal::tests(&lab).ok() };
    lab
}

/// The only fault of a lab that was sound before `change`.
fn only_fault_after(change: impl FnOnce(&Path)) -> String {
    let (_, folder) = sound_lab();
    change(folder.path());
    only_fault(&seal(&folder))
}

fn only_fault(lab: &Lab) -> String {
    let found = faults(lab).unwrap();
    let [fault] = found.as_slice() else { panic!("{found:?}") };
    fault.clone()
}

#[test]
fn a_sound_lab_has_no_faults() {
    let (lab, _folder) = sound_lab();
    assert_eq!(faults(&lab).unwrap(), [""; 0]);
}

#[test]
fn a_stray_file_is_a_fault_wherever_it_lies() {
    for stray in ["notes.txt", "old_starter.rs", "tests/x.md", "mutants/x"] {
        let fault = only_fault_after(|lab| {
            fs::write(lab.join(stray), "").unwrap();
        });
        assert!(fault.contains(&format!("`rm -r labs/sums/{stray}`")));
    }
}

#[test]
fn a_stray_folder_is_a_fault() {
    for stray in ["src", "tests/common"] {
        let fault = only_fault_after(|lab| {
            fs::create_dir(lab.join(stray)).unwrap();
        });
        assert!(fault.contains(&format!("`rm -r labs/sums/{stray}`")));
    }
}

#[test]
fn every_file_has_to_be_there() {
    for file in super::FILES {
        let fault = only_fault_after(|lab| {
            fs::remove_file(lab.join(file)).unwrap();
        });
        assert!(fault.contains(&format!("`git checkout labs/sums/{file}`")));
    }
}

#[test]
fn a_lab_without_a_hint_is_at_fault() {
    let fault = only_fault_after(|lab| {
        fs::write(lab.join("hints.md"), "# Hints\n").unwrap();
    });
    assert!(fault.contains("`cargo lab hint sums`"), "{fault}");
}

#[test]
fn a_starter_needs_a_todo() {
    let fault = only_fault_after(|lab| {
        fs::write(lab.join("starter.rs"), "").unwrap();
    });
    assert!(fault.starts_with("labs/sums/starter.rs has no TODO"), "{fault}");
}

#[test]
fn a_todo_stands_in_the_starter_alone() {
    for file in ["solution.rs", "mutants/minus.rs"] {
        let fault = only_fault_after(|lab| {
            fs::write(lab.join(file), "// TODO").unwrap();
        });
        assert!(fault.contains(&format!("`grep -n TODO labs/sums/{file}`")));
    }
}

#[test]
fn a_lab_without_tests_is_at_fault() {
    let fault = only_fault_after(|lab| {
        fs::remove_file(lab.join("tests/sums.rs")).unwrap();
    });
    assert!(fault.starts_with("labs/sums/tests/ holds no test"), "{fault}");
}

#[test]
fn a_lab_needs_three_mutants() {
    let fault = only_fault_after(|lab| {
        fs::remove_file(lab.join("mutants/minus.rs")).unwrap();
    });
    assert!(fault.contains("cp labs/sums/solution.rs"), "{fault}");
}

#[test]
fn a_changed_test_is_noticed() {
    let (lab, folder) = sound_lab();
    for (file, key) in [
        ("tests/sums.rs", "tests"),
        ("sync.rs", "tests"),
        ("Cargo.toml", "tests"),
        ("starter.rs", "starter"),
    ] {
        let path = folder.path().join(file);
        let before = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{before}// more")).unwrap();
        let fault = only_fault(&lab);
        assert!(fault.starts_with(&format!("the digest of the {key}")));
        assert!(fault.contains("`cargo lab seal sums`"), "{fault}");
        // How a system ends its lines is no change.
        fs::write(&path, before.replace('\n', "\r\n")).unwrap();
        assert_eq!(faults(&lab).unwrap(), [""; 0]);
    }
}
