//! `--to-llvm auto`: asks a linker, or the linker that a compiler runs, which LLVM it has.
use std::ffi::{OsStr, OsString};
use std::process::{Command as Process, Stdio};

use bctk::LlvmVersion;

use super::arguments::{Command, Level, is_linker};
use crate::args::release;
use crate::diag::Fault;
use crate::response::to_os;

/// The release in `--to-llvm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Named(LlvmVersion),
    /// What the command says.
    Auto,
}

/// A release, or the word for finding it out.
pub(super) fn wanted(text: &str) -> Result<Wanted, String> {
    match text {
        "auto" => Ok(Wanted::Auto),
        text => release(text).map(Wanted::Named).map_err(|message| format!("{message}, or auto")),
    }
}

/// Words of a compiler's command that decide which linker it runs, at their beginnings.
const CHOOSE: [&str; 10] =
    ["-fuse-ld=", "--ld-path=", "-B", "--target=", "--sysroot=", "-m32", "-m64", "--driver-mode=", "--gcc-", "--config"];

/// The same, with the next word.
const CHOOSE_WITH_NEXT: [&str; 5] = ["-target", "--target", "-arch", "-B", "--sysroot"];

/// The release of the LLVM that reads the inputs of a command: that of lld, or of clang if that is older, as clang itself reads `.bc` files.
///
/// # Errors
/// If it does not tell: other linkers load their LLVM when they need it.
pub(super) fn of(program: &OsStr, arguments: &[OsString], command: &Command) -> Result<LlvmVersion, Fault> {
    let unknown = || Fault::Usage(format!("cannot tell which LLVM the linker of {} has; name it: --to-llvm N", program.display()));
    if is_linker(program) {
        let flavor = arguments.iter().take(2).filter(|_| arguments.first().is_some_and(|word| word == "-flavor"));
        return number(&said(program, &mut flavor.cloned().chain(["--version".into()])), "LLD ").ok_or_else(unknown);
    }
    let mut chosen: Vec<OsString> = Vec::new();
    let mut words = command.words.iter().filter(|word| word.level == Level::Compiler).map(|word| &word.text);
    while let Some(word) = words.next() {
        let takes_next = CHOOSE_WITH_NEXT.iter().any(|option| word == option.as_bytes());
        if takes_next || CHOOSE.iter().any(|option| word.starts_with(option.as_bytes())) {
            chosen.push(to_os(word.clone()));
            chosen.extend(takes_next.then(|| words.next()).flatten().cloned().map(to_os));
        }
    }
    let linker = number(&said(program, &mut chosen.iter().cloned().chain(["-Wl,--version".into()])), "LLD ").ok_or_else(unknown)?;
    let compiler = number(&said(program, &mut ["--version".into()].into_iter()), "clang version ");
    Ok(compiler.map_or(linker, |compiler| compiler.min(linker)))
}

/// What a program prints.
fn said(program: &OsStr, arguments: &mut dyn Iterator<Item = OsString>) -> String {
    let output = Process::new(program).args(arguments).stdin(Stdio::null()).stderr(Stdio::null()).output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
}

/// The release that follows a name. Apple's numbers of clang are others.
fn number(said: &str, name: &str) -> Option<LlvmVersion> {
    let line = said.lines().find(|line| line.contains(name) && !line.contains("Apple"))?;
    let (_, version) = line.split_once(name)?;
    release(version.split('.').next()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_as_programs_print_them() {
        let of = |said, name| number(said, name).map(|llvm| llvm.to_string());
        assert_eq!(of("Debian LLD 19.1.7 (compatible with GNU linkers)\n", "LLD "), Some("19".into()));
        assert_eq!(of("LLD 22.1.2 (/checkout/src/llvm-project/llvm 1cb4)", "LLD "), Some("22".into()));
        assert_eq!(of("Debian clang version 14.0.6\nTarget: x86_64-pc-linux-gnu\n", "clang version "), Some("14".into()));
        assert_eq!(of("Apple clang version 16.0.0 (clang-1600.0.26.6)\n", "clang version "), None);
        assert_eq!(of("GNU ld (GNU Binutils for Debian) 2.40\n", "LLD "), None);
        assert_eq!(of("mold 1.10.1 (compatible with GNU ld)\n", "LLD "), None);
        assert_eq!(of("LLD 99.0", "LLD "), None);
    }
}
