//! Runs the commands of `docs/tour.md`, and compares what they print with what stands there. `BLESS=1` writes it.
#![cfg(unix)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files of the repository that the tour works with, and their names there.
const FILES: [(&str, &str); 4] = [
    ("corpus/v22/clang-cpp-O2.bc", "shapes.bc"),
    ("corpus/v22/clang-c-O2-g.bc", "mix.bc"),
    ("corpus/v13/clang-older-O1.bc", "old.bc"),
    ("corpus/symbols/members.a", "lib.a"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What a command prints, with its exit status if that is not 0.
fn run(programs: &Path, folder: &Path, command: &str) -> String {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(programs.to_owned()).chain(std::env::split_paths(&path))).expect("a path");
    let shell = format!("exec 2>&1\n{command}\n");
    let mut run = Command::new("sh");
    // Nothing of this machine may show.
    run.env("PATH", path).env_remove("NO_COLOR").env_remove("PAGER").env("COLUMNS", "100").env("LC_ALL", "C");
    let output = run.arg("-c").arg(shell).current_dir(folder).stdin(std::process::Stdio::null()).output().expect("a shell");
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    if output.status.code() != Some(0) {
        let _ = writeln!(text, "[exit status {}]", output.status.code().map_or("none".into(), |code| code.to_string()));
    }
    text
}

#[test]
fn the_tour_prints_what_it_says() {
    let page = root().join("docs/tour.md");
    let old = std::fs::read_to_string(&page).expect("docs/tour.md");
    let folder = tempfile::tempdir().expect("a folder");
    for (from, to) in FILES {
        std::fs::copy(root().join(from), folder.path().join(to)).unwrap_or_else(|error| panic!("{from}: {error}"));
    }
    let programs = tempfile::tempdir().expect("a folder");
    for name in ["bctk", "bcconv", "bcdump"] {
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_bcconv"), programs.path().join(name)).expect("a link");
    }
    let mut new = String::new();
    let mut lines = old.lines().peekable();
    let mut count = 0;
    while let Some(line) = lines.next() {
        new.push_str(line);
        new.push('\n');
        if line != "```console" {
            continue;
        }
        while let Some(line) = lines.next_if(|line| *line != "```") {
            let Some(first) = line.strip_prefix("$ ") else { continue };
            let mut command = first.to_owned();
            new.push_str(line);
            new.push('\n');
            while let Some(more) = lines.next_if(|line| line.starts_with("> ")) {
                command.push('\n');
                command.push_str(&more[2..]);
                new.push_str(more);
                new.push('\n');
            }
            new.push_str(&run(programs.path(), folder.path(), &command));
            count += 1;
        }
    }
    assert!(count >= 60, "the tour has {count} commands");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&page, new).expect("docs/tour.md");
        return;
    }
    for (number, (old, new)) in old.lines().zip(new.lines()).enumerate() {
        assert_eq!(new, old, "docs/tour.md:{}", number + 1);
    }
    assert_eq!(new.lines().count(), old.lines().count(), "docs/tour.md has other lines at its end");
}
