//! `bctk bridge`: a command is run with inputs that the linker's LLVM reads. The command here is a script that prints its arguments and standard
//! input, so nothing but the shell is needed.
#![cfg(unix)]
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::support::{corpus, feed, link, run, text};

/// Prints a line for each argument.
const SHOW: &str = "#!/bin/sh\nfor word in \"$@\"; do printf '%s\\n' \"$word\"; done\n";

/// A folder with files to link: `old.o` is bitcode of LLVM 15, `new.o` has what LLVM 16 does not know, and so does `lib.a`.
struct Room {
    folder: tempfile::TempDir,
    bctk: PathBuf,
}

impl Room {
    fn new() -> Room {
        let folder = tempfile::tempdir().expect("a folder");
        let bctk = link(folder.path(), "bctk", Path::new(env!("CARGO_BIN_EXE_bcconv")));
        let room = Room { folder, bctk };
        room.put("show", SHOW.as_bytes());
        fs::set_permissions(room.path("show"), fs::Permissions::from_mode(0o755)).expect("set");
        room.copy("../v15/uselist.bc", "old.o");
        for (name, from) in [("new.o", "b.bc"), ("lib.a", "gnu.a"), ("native.o", "a.o")] {
            room.copy(from, name);
        }
        room
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, bytes).expect("written");
    }

    /// Copies a file of `corpus/containers`.
    fn copy(&self, from: &str, name: &str) {
        self.put(name, &fs::read(corpus("containers").join(from)).expect("a file"));
    }

    fn command(&self, options: &[&str], words: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new(&self.bctk);
        // An option may come once.
        let cache = if options.contains(&"--cache") { &[][..] } else { &["--cache", "kept"] };
        command.args(["bridge", "--to-llvm", "16"]).args(cache).args(options).arg("--").args(words);
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        ["BCTK_BRIDGE_CACHE", "LIBRARY_PATH", "LIB"].iter().for_each(|name| _ = command.env_remove(name));
        command
    }

    fn run(&self, options: &[&str], words: &[impl AsRef<OsStr>]) -> Output {
        self.command(options, words).output().expect("it runs")
    }

    /// The arguments that the command gets, with `*` for the name of a folder of the cache.
    fn words(&self, words: &[&str]) -> Vec<String> {
        let output = self.run(&["-q"], &[&["./show"], words].concat());
        assert!(output.status.success() && output.stderr.is_empty(), "{words:?}: {}", text(&output.stderr));
        text(&output.stdout).lines().map(without_keys).collect()
    }

    /// The files in the cache.
    fn kept(&self) -> Vec<PathBuf> {
        let mut all = Vec::new();
        below(&self.path("kept"), &mut all);
        all.sort();
        all
    }
}

fn below(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path() {
            path if path.is_dir() => below(&path, all),
            path => all.push(path),
        }
    }
}

/// A text with `*` for each name of a folder of the cache.
fn without_keys(line: &str) -> String {
    let mut out = String::new();
    for (number, part) in line.split("kept/").enumerate() {
        match part.split_at_checked(32) {
            Some((key, rest)) if number > 0 && key.bytes().all(|byte| byte.is_ascii_hexdigit()) => out += &format!("kept/*{rest}"),
            _ if number > 0 => out += &format!("kept/{part}"),
            _ => out += part,
        }
    }
    out
}

#[test]
fn inputs_are_found_wherever_they_are_named() {
    let room = Room::new();
    room.copy("gnu.a", "one/libx.a");
    room.copy("gnu.a", "two/libx.a");
    room.put("two/libx.so", b"\x7fELF");
    room.copy("gnu.a", "win/y.lib");
    for (words, expected) in [
        ("old.o native.o show none.o -", "old.o native.o show none.o -"),
        ("new.o lib.a", "kept/*/new.o kept/*/lib.a"),
        ("-Wl,--whole-archive,lib.a,-s", "-Wl,--whole-archive,kept/*/lib.a,-s"),
        ("-Xlinker -force_load -Xlinker lib.a", "-Xlinker -force_load -Xlinker kept/*/lib.a"),
        ("-force_load lib.a -load_hidden lib.a", "-force_load kept/*/lib.a -load_hidden kept/*/lib.a"),
        ("-o new.o new.o", "-o new.o kept/*/new.o"),
        ("-MF new.o -Wl,-Map,new.o -z new.o -onew.o", "-MF new.o -Wl,-Map,new.o -z new.o -onew.o"),
        ("-Wl,-plugin-opt,new.o,-u,new.o", "-Wl,-plugin-opt,new.o,-u,new.o"),
        ("-lx -L one", "kept/*/libx.a -L one"),
        ("-Lone -l x", "-Lone kept/*/libx.a"),
        ("-Lone -Xlinker -l -Xlinker x", "-Lone -Xlinker kept/*/libx.a"),
        ("-Wl,-Lone,-lx", "-Wl,-Lone,kept/*/libx.a"),
        ("-Wl,--library-path=one,--library=x", "-Wl,--library-path=one,kept/*/libx.a"),
        ("--library-path one --library x", "--library-path one kept/*/libx.a"),
        ("-Lone -hidden-lx", "-Lone -load_hidden kept/*/libx.a"),
        ("-Lone -Wl,-hidden-lx", "-Lone -Wl,-load_hidden,kept/*/libx.a"),
        ("--sysroot=one -L=/ -lx", "--sysroot=one -L=/ kept/*/libx.a"),
        ("-l:lib.a -L.", "kept/*/lib.a -L."),
        ("-lx", "-lx"),
        // The folders count, not the places of the options; of two libraries in a folder, the shared one.
        ("-lx -Ltwo -Lone", "-lx -Ltwo -Lone"),
        ("-lx -Lone -Ltwo", "kept/*/libx.a -Lone -Ltwo"),
        ("-static -lx -Ltwo", "-static kept/*/libx.a -Ltwo"),
        ("-Ltwo -lx -Wl,-Bstatic -lx -Wl,-Bdynamic -lx", "-Ltwo -lx -Wl,-Bstatic kept/*/libx.a -Wl,-Bdynamic -lx"),
        ("/LIBPATH:win y.lib /OUT:new.o", "/LIBPATH:win kept/*/y.lib /OUT:new.o"),
        ("-libpath:win /wholearchive:y.lib /defaultlib:y", "-libpath:win /wholearchive:kept/*/y.lib /defaultlib:kept/*/y.lib"),
        ("-c new.o", "-c kept/*/new.o"),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        assert_eq!(room.words(&words).join(" "), expected, "{words:?}");
    }
    // A linker itself has other options.
    fs::rename(room.path("show"), room.path("ld.lld-16")).expect("renamed");
    let output = room.run(&[], &["./ld.lld-16", "-Ltwo", "-Bstatic", "-lx", "-Bdynamic", "-lx", "-soname", "new.o"]);
    assert_eq!(
        text(&output.stdout).lines().map(without_keys).collect::<Vec<_>>().join(" "),
        "-Ltwo -Bstatic kept/*/libx.a -Bdynamic -lx -soname new.o"
    );
}

#[test]
fn what_takes_the_place_of_a_file_is_what_translate_makes() {
    let room = Room::new();
    let bctk = |args: &[&str]| run(&room.bctk, room.folder.path(), args);
    // What an older release wrote stays in an archive, as do copies of bitcode beside code.
    assert!(bctk(&["ar", "q", "lib.a", "old.o"]).status.success());
    room.copy("a.bc", "a.bc");
    room.words(&["new.o", "lib.a"]);
    let kept = |name: &str| room.kept().into_iter().find(|path| path.ends_with(name)).expect("a file");
    let (one, library) = (kept("new.o"), kept("lib.a"));
    let library = library.to_str().expect("a name");
    assert_eq!(text(&bctk(&["ar", "t", library]).stdout).lines().collect::<Vec<_>>(), ["a.o", "b.bc", "part-a.c", "a.bc", "old.o"]);
    for (member, from) in [("a.o", None), ("b.bc", Some("new.o")), ("a.bc", Some("a.bc")), ("old.o", None), ("part-a.c", None)] {
        let want = match from {
            Some(from) => {
                assert!(bctk(&["translate", "-q", "-t", "16", from, "-o", "want.o"]).status.success());
                fs::read(room.path("want.o")).expect("a file")
            }
            None => bctk(&["ar", "p", "lib.a", member]).stdout,
        };
        assert!(!want.is_empty() && bctk(&["ar", "p", library, member]).stdout == want, "{member}");
        if member == "b.bc" {
            assert!(fs::read(&one).expect("a file") == want);
        }
    }
    assert!(bctk(&["ar", "--check", library]).status.success());
    assert!(bctk(&["info", "--readable-by", "16", library, one.to_str().expect("a name")]).status.success());
}

/// The members of a thin archive come into the archive that takes its place, which follows when one of them changes.
#[test]
fn thin_archives_are_filled() {
    let room = Room::new();
    ["thin.a", "a.o", "b.bc"].iter().for_each(|name| room.copy(name, name));
    let first = room.words(&["thin.a"]);
    assert_eq!(first, ["kept/*/thin.a"]);
    let kept = room.kept();
    assert!(fs::read(&kept[0]).expect("a file").starts_with(b"!<arch>\n"));
    let listed = run(&room.bctk, room.folder.path(), &["ar", "t", kept[0].to_str().expect("a name")]).stdout;
    assert_eq!(text(&listed), "a.o\nb.bc\n");
    room.words(&["thin.a"]);
    assert_eq!(room.kept().len(), 1);
    room.copy("two.0.bc", "b.bc");
    room.words(&["thin.a"]);
    assert_eq!(room.kept().len(), 2);
}

/// What wllvm records is nothing to linkers.
#[test]
fn files_that_objects_name_are_not_followed() {
    let room = Room::new();
    room.copy("named.o", "named.o");
    let output = room.run(&[], &["./show", "named.o"]);
    assert_eq!((text(&output.stdout), text(&output.stderr)), ("named.o\n".into(), String::new()));
}

/// Linkers verify what they read: LLVM 16 reads this module, and then refuses the value of an attribute.
#[test]
fn what_is_newer_is_translated_although_it_can_be_read() {
    let room = Room::new();
    room.put(
        "apple.ll",
        b"target triple = \"arm64-apple-macosx13.0.0\"\ndefine void @f() \"frame-pointer\"=\"non-leaf-no-reserve\" {\n  ret void\n}\n",
    );
    let bctk = |args: &[&str]| run(&room.bctk, room.folder.path(), args);
    assert!(bctk(&["as", "--producer", "LLVM22.1.8", "apple.ll", "-o", "apple.o"]).status.success());
    assert!(bctk(&["info", "--readable-by", "16", "apple.o"]).status.success());
    assert_eq!(room.words(&["apple.o"]), ["kept/*/apple.o"]);
    let kept = room.kept();
    let shown = text(&bctk(&["dis", "--plain", kept[0].to_str().expect("a name"), "-o", "-"]).stdout);
    assert!(shown.contains("frame-pointer") && !shown.contains("no-reserve"), "{shown}");
    let plan = text(&room.run(&["--plan", "--cache", "other"], &["x", "apple.o"]).stdout);
    assert_eq!(
        without_keys(&plan.replace("other/", "kept/")).lines().next(),
        Some("apple.o: becomes kept/*/apple.o: it is of a newer release than LLVM 16")
    );
}

#[test]
fn files_of_arguments_are_made_anew() {
    let room = Room::new();
    room.copy("b.bc", "a new.o");
    room.put("inner", b"old.o\n");
    room.put("list.rsp", b"'a new.o' \"-o\"\nx @inner\n-lm");
    let words = room.words(&["@list.rsp", "@inner", "@none", "-Wl,@list.rsp"]);
    assert_eq!(words, ["@kept/*/list.rsp", "@inner", "@none", "-Wl,@kept/*/list.rsp"]);
    let list = room.kept().into_iter().find(|path| path.ends_with("list.rsp")).expect("a file");
    let list = fs::read_to_string(list).expect("a text");
    assert_eq!(list.lines().map(without_keys).collect::<Vec<_>>(), ["\"kept/*/a new.o\"", "-o", "x", "@inner", "-lm"]);
    // As Windows' programs quote.
    let script = fs::read(room.path("show")).expect("a script");
    room.put("lld-link", &script);
    fs::set_permissions(room.path("lld-link"), fs::Permissions::from_mode(0o755)).expect("set");
    room.put("windows.rsp", b"\xFF\xFE\"\0a\0 \0n\0e\0w\0.\0o\0\"\0\n\0/\0o\0u\0t\0:\0C\0:\0\\\0x\0");
    let output = room.run(&["-q"], &["./lld-link", "@windows.rsp"]);
    assert_eq!(without_keys(text(&output.stdout).trim()), "@kept/*/windows.rsp");
    let list = room.kept().into_iter().find(|path| path.ends_with("windows.rsp")).expect("a file");
    let list = fs::read_to_string(list).expect("a text");
    assert_eq!(list.lines().map(without_keys).collect::<Vec<_>>(), ["\"kept/*/a new.o\"", "\"/out:C:\\x\""]);
    // What can be read only once is passed on in a file.
    let script = "exec 3<<END\nold.o\nEND\ncat <&3 | exec \"$0\" bridge -t 16 --cache kept -- ./show @/dev/stdin @/dev/null\n";
    let mut command = Command::new("sh");
    command.args(["-c", script]).arg(&room.bctk).current_dir(room.folder.path());
    let output = command.output().expect("it runs");
    assert_eq!(without_keys(&text(&output.stdout)), "@kept/*/stdin\n@/dev/null\n", "{}", text(&output.stderr));
    let list = room.kept().into_iter().find(|path| path.ends_with("stdin")).expect("a file");
    assert_eq!(fs::read(list).expect("a text"), b"old.o\n");
    room.put("own", b"@own");
    let output = room.run(&[], &["./show", "@own"]);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(2), "bctk: error: recursive expansion of: 'own'\n"));
}

#[test]
fn conversions_are_made_once() {
    let room = Room::new();
    let both = room.run(&["--cache", "other", "--report", "report"], &["./show", "new.o", "lib.a"]);
    assert_eq!(
        text(&both.stderr),
        "bctk: note: lib.a, new.o: dropped, not in LLVM 16: attribute `range` (2), `errnomem` in `memory` (1)\n"
    );
    let report = fs::read_to_string(room.path("report")).expect("a text");
    assert_eq!(report.lines().filter(|line| line.contains("attribute `range`")).count(), 2, "{report}");
    let first = room.run(&[], &["./show", "new.o", "old.o"]);
    let note = "bctk: note: new.o: dropped, not in LLVM 16: attribute `range` (1)\n";
    assert_eq!(text(&first.stderr), note);
    let kept = room.kept();
    assert_eq!(kept.iter().filter_map(|path| path.file_name()).collect::<Vec<_>>().len(), 2, "{kept:?}");
    let file = kept.iter().find(|path| path.ends_with("new.o")).expect("a file");
    assert_eq!(fs::metadata(file).expect("a file").permissions().mode() & 0o777, 0o444);
    // Whoever converts it again would replace this.
    let other = [&b"BC\xC0\xDE"[..], b"other"].concat();
    fs::remove_file(file).and_then(|()| fs::write(file, &other)).expect("written");
    let second = room.run(&[], &["./show", "new.o", "old.o"]);
    assert_eq!((text(&second.stdout), text(&second.stderr)), (text(&first.stdout), String::new()));
    assert_eq!(fs::read(file).expect("a file"), other);
    // What lost its contents is made again.
    fs::write(file, b"").expect("written");
    assert_eq!(text(&room.run(&[], &["./show", "new.o", "old.o"]).stderr), note);
    // Other options, other contents: other files.
    for (options, count) in [(&["--to-llvm", "15"][..], 1), (&["--lossy", "debug"], 1), (&[], 0)] {
        let before = room.kept().len();
        let mut command = Command::new(&room.bctk);
        command.args(["bridge", "-q", "--cache", "kept"]).args(if options.contains(&"--to-llvm") { &[][..] } else { &["-t", "16"] });
        command.args(options).args(["--", "./show", "new.o"]).current_dir(room.folder.path());
        assert!(command.output().expect("it runs").status.success());
        assert_eq!(room.kept().len(), before + count, "{options:?}");
    }
}

#[test]
fn equal_files_at_other_paths_stay_apart() {
    let room = Room::new();
    for folder in ["a", "b", "c"] {
        room.copy("b.bc", &format!("{folder}/new.o"));
    }
    std::os::unix::fs::symlink("new.o", room.path("same.o")).expect("a link");
    let words = room.words(&["a/new.o", "b/new.o", "a/new.o", "c/new.o", "new.o", "same.o", "./new.o"]);
    let expected = ["", "/1", "", "/2", "/3", "/3", "/3"].map(|number| format!("kept/*{number}/new.o"));
    assert_eq!(words, expected);
}

#[test]
fn commands_at_the_same_time_share_a_cache() {
    let room = Room::new();
    let names: Vec<String> = (0..20).map(|number| format!("{number}/lib{number}.a")).collect();
    names.iter().for_each(|name| room.copy("gnu.a", name));
    let words: Vec<&str> = ["./show"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let spawn = || room.command(&["-q"], &words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let all: Vec<_> = (0..8).map(|_| spawn()).collect();
    let outputs: Vec<Output> = all.into_iter().map(|one| one.wait_with_output().expect("it ends")).collect();
    for output in &outputs {
        assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
        assert_eq!(output.stdout, outputs[0].stdout);
    }
    let kept = room.kept();
    assert_eq!(kept.len(), names.len(), "{kept:?}");
    let contents: Vec<Vec<u8>> = kept.iter().map(|path| fs::read(path).expect("a file")).collect();
    assert!(contents.iter().all(|bytes| *bytes == contents[0]));
}

#[test]
fn plans_tell_and_do_nothing() {
    let room = Room::new();
    room.copy("gnu.a", "libs/libx.a");
    room.copy("thin.a", "thin.a");
    room.copy("b.bc", "b.bc");
    room.put("script.so", b"INPUT(libc.so.6)\n");
    room.put("cut.o", &fs::read(room.path("new.o")).expect("a file")[..2000]);
    let words = ["none", "new.o", "old.o", "native.o", "script.so", "cut.o", "-Llibs", "-lx", "-lm", "thin.a", "-o", "a b"];
    let output = room.run(&["--plan"], &words);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    let lines: Vec<String> = text(&output.stdout).lines().map(without_keys).collect();
    let unknown =
        "LLVM 16 does not read it as it is: Unknown attribute kind (92): LLVM 16 cannot represent: attribute `range` (since LLVM 19)";
    assert_eq!(lines[0], format!("new.o: becomes kept/*/new.o: {unknown}"));
    assert_eq!(lines[1], "  dropped, not in LLVM 16: attribute `range` (1)");
    assert_eq!(lines[2], "old.o: LLVM 16 reads it");
    assert_eq!(lines[3], "native.o: only copies of bitcode, which linkers do not read");
    assert_eq!(lines[4], "script.so: text");
    assert!(lines[5].starts_with("cut.o: stays as it is: "), "{}", lines[5]);
    assert_eq!(lines[6], format!("-lx (libs/libx.a): becomes kept/*/libx.a: {unknown}"));
    assert_eq!(lines[8], "thin.a: cannot be converted: it cannot be made again");
    assert_eq!(lines[9], "  a.o: No such file or directory; thin.a has it as a member");
    assert_eq!(lines[10], "-lm: in none of the folders that the command names");
    assert_eq!(lines[11], "runs none kept/*/new.o old.o native.o script.so cut.o -Llibs kept/*/libx.a -lm thin.a -o 'a b'");
    assert_eq!(lines.len(), 12);
    assert!(!room.path("kept").exists());
    let json = text(&room.run(&["--plan", "--json"], &words).stdout);
    let values: Vec<serde_json::Value> = json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let actions: Vec<&str> = values.iter().filter_map(|value| value["action"].as_str()).collect();
    assert_eq!(actions, ["convert", "read", "none", "none", "stay", "convert", "refuse", "not-found"]);
    let changes = values[0]["translations"][0]["changes"].as_array().expect("a list");
    assert!(changes.iter().any(|change| change["what"] == "attribute `range`" && change["action"] == "dropped"), "{changes:?}");
    assert_eq!(values[5]["argument"], "-lx");
    assert_eq!(values[6]["faults"][0]["module"], "a.o");
    assert_eq!(values[8]["command"][0], "none");
    // What is there already is not converted again.
    room.words(&["new.o"]);
    let lines = text(&room.run(&["--plan"], &["none", "new.o"]).stdout);
    assert_eq!(without_keys(lines.lines().next().unwrap_or_default()), "new.o: converted before: kept/*/new.o");
}

#[test]
fn the_command_is_run_as_if_nobody_stood_between() {
    let room = Room::new();
    let mut command = room.command(&[], &["sh", "-c", "cat; printf err >&2; exit 7", "sh", "new.o"]);
    command.arg(OsStr::from_bytes(b"\xFF"));
    let output = feed(command, b"piped").expect("it runs");
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(7), "piped"));
    assert!(text(&output.stderr).ends_with("err"));
    let killed = room.run(&[], &["sh", "-c", "kill -9 $$"]);
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&killed.status), Some(9));
    let bytes = room.run(&[], &[OsStr::new("./show"), OsStr::from_bytes(b"\xFF.o"), OsStr::new("")]);
    assert_eq!(bytes.stdout, b"\xFF.o\n\n");
    let name = OsStr::from_bytes(b"\xFFnew.o");
    fs::copy(room.path("new.o"), room.folder.path().join(name)).expect("copied");
    let bytes = room.run(&["-q"], &[OsStr::new("./show"), name]);
    assert!(bytes.stdout.starts_with(b"kept/") && bytes.stdout.ends_with(b"/\xFFnew.o\n"));
}

#[test]
fn what_cannot_be_done_is_an_error_and_nothing_runs() {
    let room = Room::new();
    room.copy("thin.a", "thin.a");
    room.copy("b.bc", "b.bc");
    fs::create_dir(room.path("ar")).expect("made");
    for (options, words, status, message) in [
        (&[][..], &["./show", "new.o", "thin.a"][..], 1, "a.o: No such file or directory; thin.a has it as a member"),
        (&["--lossy", "none"], &["./show", "new.o"], 1, "new.o: LLVM 16 cannot represent: attribute `range` (since LLVM 19)"),
        (&[], &["./none", "new.o"], 127, "./none: No such file or directory"),
        (&[], &["./old.o"], 126, "./old.o: Permission denied"),
        (
            &[],
            &["rustc", "main.rs"],
            2,
            "rustc reads libraries with an LLVM of its own; have it run bctk bridge for its linker (docs/bridge.md)",
        ),
        (&[], &["llvm-ar-19", "r", "lib.a", "new.o"], 2, "llvm-ar-19 changes its files in place; bctk translate converts them"),
        (&[], &[""], 2, "the command is empty"),
        (&["--cache", "show/x"], &["./show", "new.o"], 1, "cannot be created: Not a directory; --cache names another folder"),
        (&[], &["./show", "new.o", "-Wl,--thinlto-index-only"], 2, "--thinlto-index-only finds files by the names of modules"),
    ] {
        let output = room.run(&[&["-q"], options].concat(), words);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{words:?}: {said}");
        assert!(said.starts_with("bctk: error: ") && said.contains(message) && said.lines().count() == 1, "{words:?}: {said}");
        assert!(output.stdout.is_empty(), "{words:?}");
    }
    let kept = room.run(&["--keep-going"], &["./show", "thin.a", "old.o"]);
    assert_eq!((kept.status.code(), text(&kept.stdout).as_str()), (Some(0), "thin.a\nold.o\n"));
    assert!(text(&kept.stderr).contains("note: a.o: left as it is: "), "{}", text(&kept.stderr));
    // Nobody could read this: the linker is asked.
    room.put("cut.o", &fs::read(room.path("new.o")).expect("a file")[..2000]);
    let cut = room.run(&[], &["./show", "cut.o"]);
    assert_eq!((cut.status.code(), text(&cut.stdout).as_str()), (Some(0), "cut.o\n"));
    assert!(text(&cut.stderr).contains("note: cut.o: left as it is: "), "{}", text(&cut.stderr));
    for words in
        [&["bridge"][..], &["bridge", "-t", "16"], &["bridge", "-t", "16", "--"], &["bridge", "--", "x"], &["bridge", "-t", "x", "--", "x"]]
    {
        assert_eq!(Command::new(&room.bctk).args(words).output().expect("it runs").status.code(), Some(2), "{words:?}");
    }
}

#[test]
fn the_environment_names_folders_too() {
    let room = Room::new();
    room.copy("gnu.a", "one/libx.a");
    room.put("two/libx.so", b"\x7fELF");
    for (folders, words, expected) in [("none::one", "-lx", "kept/*/libx.a"), ("one", "-lx -Ltwo", "-lx -Ltwo")] {
        let words: Vec<&str> = ["./show"].into_iter().chain(words.split(' ')).collect();
        let output = room.command(&["-q"], &words).env("LIBRARY_PATH", folders).output().expect("it runs");
        assert_eq!(without_keys(&text(&output.stdout)).lines().collect::<Vec<_>>().join(" "), expected);
    }
    room.copy("gnu.a", "one/x.lib");
    fs::rename(room.path("show"), room.path("lld-link")).expect("renamed");
    let output = room.command(&["-q"], &["./lld-link", "x.lib"]).env("LIB", "one").output().expect("it runs");
    assert_eq!(without_keys(&text(&output.stdout)), "kept/*/x.lib\n");
}

#[test]
fn the_release_can_be_asked_for() {
    let room = Room::new();
    // A compiler whose linker depends on its options, a linker, and one that does not tell.
    let compiler = "case \"$*\" in\n'--version') echo 'X clang version 17.0.6' ;;\n'-fuse-ld=lld -B b -Wl,--version') echo 'LLD 16.0.6' ;;\n\
        '-fuse-ld=new -Wl,--version') echo 'LLD 22.1.0' ;;\n*--version*) exit 1 ;;\n*) for word in \"$@\"; do printf '%s ' \"$word\"; done ;;\nesac\n";
    let linker = "case \"$*\" in --version) echo 'LLD 16.0.6' ;; *) printf '%s ' \"$@\" ;; esac\n";
    for (name, script) in [("clang", compiler), ("ld.lld", linker), ("ld", "echo GNU ld 2.40\n")] {
        room.put(name, format!("#!/bin/sh\n{script}").as_bytes());
        fs::set_permissions(room.path(name), fs::Permissions::from_mode(0o755)).expect("set");
    }
    let auto = |words: &str| {
        let mut command = Command::new(&room.bctk);
        command
            .args(["bridge", "-t", "auto", "--plan", "--json", "--cache", "kept", "--"])
            .args(words.split(' '))
            .current_dir(room.folder.path());
        command.output().expect("it runs")
    };
    for (words, llvm) in [("./clang new.o -fuse-ld=lld -o x -B b", "16"), ("./clang new.o -fuse-ld=new", "17"), ("./ld.lld new.o", "16")] {
        let output = auto(words);
        let line = text(&output.stdout).lines().next().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        assert_eq!(line.expect("a line")["llvm"], llvm, "{words}: {}", text(&output.stderr));
    }
    for words in ["./ld new.o", "./clang new.o", "./none new.o"] {
        let output = auto(words);
        let program = words.split(' ').next().unwrap_or_default();
        let message = format!("bctk: error: cannot tell which LLVM the linker of {program} has; name it: --to-llvm N\n");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), message));
    }
    // Where there is no bitcode, nobody asks.
    assert!(text(&auto("./ld native.o").stdout).contains("\"llvm\":null"));
}

#[test]
fn the_cache_is_beside_the_output() {
    let room = Room::new();
    fs::create_dir(room.path("out")).expect("made");
    for (words, variable, folder) in [
        (&["-o", "out/app"][..], None, "out/.bctk-bridge"),
        (&["-o", "none/app"], None, ".bctk-bridge"),
        (&["-o", "/dev/null"], None, ".bctk-bridge"),
        (&["/OUT:out/app"], None, "out/.bctk-bridge"),
        (&["-o", "out/app"], Some("named"), "named"),
    ] {
        let mut command = Command::new(&room.bctk);
        command.args(["bridge", "-q", "-t", "16", "--", "./show", "new.o"]).args(words).current_dir(room.folder.path());
        command.env("BCTK_BRIDGE_CACHE", variable.unwrap_or_default());
        let output = text(&command.output().expect("it runs").stdout);
        assert!(output.starts_with(&format!("{folder}/")), "{words:?}: {output}");
    }
}
