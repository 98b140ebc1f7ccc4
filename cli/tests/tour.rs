//! Runs the commands of `docs/tour.md`, and compares what they print with what stands there; draws the picture `docs/terminal.svg`, too.
//! `BLESS=1` writes both. The programs are those of this build, or those in the folder `BCTK_PROGRAMS`, such as of a package.
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

/// The programs and a folder with files for them.
struct Place {
    programs: PathBuf,
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        for (from, to) in FILES {
            std::fs::copy(root().join(from), folder.path().join(to)).unwrap_or_else(|error| panic!("{from}: {error}"));
        }
        let programs = match std::env::var_os("BCTK_PROGRAMS") {
            Some(programs) => programs.into(),
            None => {
                let programs = folder.path().join(".programs");
                std::fs::create_dir(&programs).expect("a folder");
                for name in ["bctk", "bcconv", "bcdump"] {
                    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_bcconv"), programs.join(name)).expect("a link");
                }
                programs
            }
        };
        Place { programs, folder }
    }

    /// What a command prints, with its exit status if that is not 0.
    fn run(&self, command: &str) -> String {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths(std::iter::once(self.programs.clone()).chain(std::env::split_paths(&path))).expect("a path");
        let shell = format!("exec 2>&1\n{command}\n");
        let mut run = Command::new("sh");
        // Nothing of this machine may show.
        run.env("PATH", path).env_remove("NO_COLOR").env_remove("PAGER").env("COLUMNS", "100").env("LC_ALL", "C");
        let output = run.arg("-c").arg(shell).current_dir(self.folder.path()).stdin(std::process::Stdio::null()).output().expect("a shell");
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        if output.status.code() != Some(0) {
            let _ = writeln!(text, "[exit status {}]", output.status.code().map_or("none".into(), |code| code.to_string()));
        }
        text
    }
}

/// Compares a file of the documentation with what it is to be, or writes it.
fn compare(name: &str, new: &str) {
    let path = root().join("docs").join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, new).unwrap_or_else(|error| panic!("docs/{name}: {error}"));
        return;
    }
    let old = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("docs/{name}: {error}"));
    for (number, (old, new)) in old.lines().zip(new.lines()).enumerate() {
        assert_eq!(new, old, "docs/{name}:{}", number + 1);
    }
    assert_eq!(new.lines().count(), old.lines().count(), "docs/{name} has other lines at its end");
}

/// The commands of the picture, each with what the terminal shows for it.
const PICTURE: [(&str, &str); 3] = [
    ("bctk info mix.bc | head -6", "bctk info mix.bc | head -6"),
    ("bctk show main mix.bc --no-debug --no-attrs | head -10", "bctk --color always show main mix.bc --no-debug --no-attrs | head -10"),
    ("bctk check bad.ll", "bctk --color always check bad.ll"),
];

#[test]
fn the_picture_shows_what_is_printed() {
    let place = Place::new();
    let bad = "define i32 @twice(i32 %value) {\n  %sum = ad i32 %vaule, %value\n  ret i32 %sum\n}\n";
    std::fs::write(place.folder.path().join("bad.ll"), bad).expect("a file");
    let mut screen = String::new();
    for (shown, command) in PICTURE {
        let printed = place.run(command);
        let printed: Vec<&str> = printed.lines().filter(|line| !line.starts_with("[exit status")).collect();
        let _ = write!(screen, "\u{1b}[32m$\u{1b}[0m \u{1b}[1m{shown}\u{1b}[0m\n{}\n\n", printed.join("\n"));
    }
    compare("terminal.svg", &anstyle_svg::Term::new().palette(anstyle_svg::WIN10_CONSOLE).render_svg(screen.trim_end()));
}

#[test]
fn the_tour_prints_what_it_says() {
    let place = Place::new();
    let old = std::fs::read_to_string(root().join("docs/tour.md")).expect("docs/tour.md");
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
            new.push_str(&place.run(&command));
            count += 1;
        }
    }
    assert!(count >= 60, "the tour has {count} commands");
    compare("tour.md", &new);
}
