//! Breaks the folder of a small lab in one way at a time.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::faults;
use crate::house::Lab;

/// A lab without faults; it is never compiled here.
fn sound_lab() -> (TempDir, Lab) {
    let folder = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("Cargo.toml", "");
    write("README.md", "# Lab: sums\n");
    write("hints.md", "# Hints\n\n## One\nAdd.\n");
    write("starter.rs", "// TODO: add\n");
    write("solution.rs", "");
    write("mutants/minus.rs", "");
    write("tests/sums.rs", "");
    write(
        "lib.rs",
        r#"#[cfg_attr(feature = "starter", path = "starter.rs")]
           #[cfg_attr(feature = "solution", path = "solution.rs")]
           #[cfg_attr(
               feature = "mutant_minus",
               path = "mutants/minus.rs"
           )]
           mod attempt;"#,
    );
    let features = ["default", "mutant_minus", "solution", "starter"];
    let lab = Lab {
        slug: "sums".to_string(),
        folder: folder.path().to_path_buf(),
        features: features.map(String::from).to_vec(),
    };
    (folder, lab)
}

/// The only fault of a lab that was sound before `change`.
fn only_fault_after(change: impl FnOnce(&Path)) -> String {
    let (folder, lab) = sound_lab();
    change(folder.path());
    only_fault(&lab)
}

fn only_fault(lab: &Lab) -> String {
    let found = faults(lab).unwrap();
    let [fault] = found.as_slice() else { panic!("{found:?}") };
    fault.clone()
}

#[test]
fn a_sound_lab_has_no_faults() {
    let (_folder, lab) = sound_lab();
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
fn a_lab_without_mutants_is_at_fault() {
    let (folder, mut lab) = sound_lab();
    fs::remove_file(folder.path().join("mutants/minus.rs")).unwrap();
    lab.features.retain(|feature| feature != "mutant_minus");
    let fault = only_fault(&lab);
    assert!(fault.contains("cp labs/sums/solution.rs"), "{fault}");
}

#[test]
fn a_mutant_needs_a_feature() {
    let (_folder, mut lab) = sound_lab();
    lab.features.retain(|feature| feature != "mutant_minus");
    let fault = only_fault(&lab);
    assert!(fault.contains("`mutant_minus = []`"), "{fault}");
}

#[test]
fn a_feature_needs_a_mutant() {
    let (_folder, mut lab) = sound_lab();
    lab.features.push("mutant_times".to_string());
    let fault = only_fault(&lab);
    assert!(fault.contains("`mutant_times`"), "{fault}");
}

#[test]
fn a_feature_has_to_choose_its_own_file() {
    let fault = only_fault_after(|lab| {
        let library = fs::read_to_string(lab.join("lib.rs")).unwrap();
        let wrong = library.replace("mutants/minus.rs", "solution.rs");
        fs::write(lab.join("lib.rs"), wrong).unwrap();
    });
    assert!(fault.contains("path = \"mutants/minus.rs\""), "{fault}");
}
