//! Which links lead somewhere.

use super::*;

fn follow_in(link: &str) -> Result<(), &'static str> {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::create_dir(root.join("part")).unwrap();
    for (path, text) in [
        ("index.html", "<h2 id=\"a-b\">x</h2>"),
        ("part/one.html", "<a name=\"é\">x</a>"),
        ("chart.svg", "<svg/>"),
    ] {
        fs::write(root.join(path), text).unwrap();
    }
    let mut paths = Vec::new();
    list(root, Path::new(""), &mut paths).unwrap();
    let pages = read(root, paths).unwrap();
    follow(link, Path::new("part/one.html"), root, &pages)
}

#[test]
fn what_exists_is_found() {
    for link in [
        "one.html",
        "../index.html",
        "../index.html#a-b",
        "#%C3%A9",
        "#",
        "../",
        "../chart.svg#x",
        "https://a.b/c#d",
        "mailto:a@b",
        "//cdn/x",
        "data:,x",
        "../index.html?q=1#a-b",
    ] {
        assert_eq!(follow_in(link), Ok(()), "{link}");
    }
}

#[test]
fn what_is_missing_is_found_out() {
    for link in [
        "two.html",
        "../index.html#c",
        "#a-b",
        "../../x.html",
        "%zz",
        "/index.html",
    ] {
        assert!(follow_in(link).is_err(), "{link}");
    }
}
