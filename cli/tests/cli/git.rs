//! `bctk git` in a real repository, where git is installed.
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::{corpus, link, text};

/// Runs a program in `dir` with a configuration of its own, and with `bctk` in the path.
fn run(dir: &Path, bin: &Path, program: &str, args: &[&str]) -> Output {
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([bin.to_path_buf()].into_iter().chain(std::env::split_paths(&others))).expect("a path");
    Command::new(program)
        .args(args)
        .current_dir(dir)
        .env("PATH", path)
        .env("HOME", bin.with_file_name("home"))
        .env_remove("XDG_CONFIG_HOME")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_PAGER", "cat")
        .output()
        .expect(program)
}

#[test]
fn git_shows_bitcode_as_text() {
    if Command::new("git").arg("--version").output().is_err() {
        return;
    }
    for global in [&[][..], &["--global"]] {
        let dir = tempfile::tempdir().expect("a folder");
        let bin = dir.path().join("bin");
        fs::create_dir_all(&bin).expect("a folder");
        fs::create_dir_all(dir.path().join("home")).expect("a folder");
        let bctk = link(&bin, "bctk", Path::new(env!("CARGO_BIN_EXE_bcconv")));
        let repository = dir.path().join("r");
        fs::create_dir_all(&repository).expect("a folder");
        let git = |args: &[&str]| {
            let mut command = vec!["-c", "user.name=a", "-c", "user.email=a@example.com"];
            command.extend(args);
            let output = run(&repository, &bin, "git", &command);
            assert!(output.status.success(), "git {args:?}: {}", text(&output.stderr));
            text(&output.stdout)
        };
        let own = |args: &[&str]| {
            let args: Vec<&str> = ["git"].iter().chain(args).chain(global).copied().collect();
            run(&repository, &bin, &bctk.to_string_lossy(), &args)
        };
        git(&["init", "-q"]);
        fs::copy(corpus("v22/clang-cpp-O0-g.bc"), repository.join("a.bc")).expect("a copy");
        git(&["add", "."]);
        git(&["commit", "-q", "-m", "a"]);
        fs::copy(corpus("v22/clang-cpp-O2.bc"), repository.join("a.bc")).expect("a copy");
        assert!(git(&["diff"]).contains("Binary files"));

        let installed = own(&["install"]);
        assert!(installed.status.success(), "{}", text(&installed.stderr));
        // Once more changes nothing.
        assert!(own(&["install"]).status.success());
        let shown = git(&["diff"]);
        assert!(shown.contains("@@ define ") || shown.contains("\n+define "), "{shown}");
        assert!(git(&["difftool", "-y", "-t", "bctk"]).contains("functions are the same"));

        assert!(own(&["uninstall"]).status.success());
        assert!(git(&["diff"]).contains("Binary files"));
        assert!(own(&["uninstall"]).status.success());
    }
    let nowhere = tempfile::tempdir().expect("a folder");
    let bctk = link(nowhere.path(), "bctk", Path::new(env!("CARGO_BIN_EXE_bcconv")));
    let outside = run(nowhere.path(), nowhere.path(), &bctk.to_string_lossy(), &["git", "install"]);
    assert_eq!((outside.status.code(), text(&outside.stderr).lines().count()), (Some(1), 1), "{}", text(&outside.stderr));
}
