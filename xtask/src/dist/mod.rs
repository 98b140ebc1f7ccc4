//! `cargo xtask dist`: the packages of a release: an archive, packages for Debian and for systems with RPM, checksums and a bill of materials.
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use crate::llvm;

mod archive;
mod bill;
mod debian;
mod red_hat;

const HELP: &str = "usage: cargo xtask dist [--target TRIPLE] [--profile NAME | --program FILE] [--out DIR]

Builds bctk for TRIPLE (default: this machine) and writes to DIR (default: target/packages):
  bctk-VERSION-TRIPLE.tar.gz     the program, links with the names bcconv and bcdump, completions, man pages, licenses
  bctk_VERSION-1_ARCH.deb        the same as a Debian package, if TRIPLE is PROCESSOR-unknown-linux-musl, as its programs run on every Linux
  bctk-VERSION-1.ARCH.rpm        the same for systems with RPM
  bctk-VERSION.cdx.json          the crates in it, with their licenses (CycloneDX)
  SHA256SUMS                     checksums of all files in DIR
--profile NAME is the profile to build with (default: release); --program FILE takes a program that was built elsewhere.
The same program gives the same bytes. packaging/try.sh DIR installs, uses and removes what is in DIR.
";

const HOMEPAGE: &str = env!("CARGO_PKG_REPOSITORY");
const MAINTAINER: &str = "The bctk authors <bctk@users.noreply.github.com>";
const SUMMARY: &str = "read, write, change and inspect LLVM bitcode without LLVM";
/// Lines of at most 79 columns.
const ABOUT: &str = "\
bctk disassembles, assembles, copies, translates, verifies and inspects LLVM
bitcode and assembly of every release of LLVM. The output is that of LLVM's
own tools, but none of them is needed.";

/// What is in a package, by its path in the system's folder for programs (`/usr`).
struct Entry {
    path: String,
    content: Content,
}

#[derive(Clone)]
enum Content {
    Program(Vec<u8>),
    Text(Vec<u8>),
    /// A link to a file in the same folder.
    Link(&'static str),
}

impl Content {
    /// What the file holds; of a link, where it leads.
    fn bytes(&self) -> &[u8] {
        match self {
            Content::Program(bytes) | Content::Text(bytes) => bytes,
            Content::Link(to) => to.as_bytes(),
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let (mut target, mut program, mut profile) = (None, None, "release".to_owned());
    let mut out = llvm::root().join("target/packages");
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg}: expected a value\n{HELP}"));
        match arg.as_str() {
            "--target" => target = Some(value()?),
            "--profile" => profile = value()?,
            "--program" => program = Some(PathBuf::from(value()?)),
            "--out" => out = PathBuf::from(value()?),
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(true);
            }
            _ => return Err(format!("{arg}: unknown argument\n{HELP}")),
        }
    }
    let triple = match &target {
        Some(target) => target.clone(),
        None => host()?,
    };
    let program = match program {
        Some(program) => program,
        None => build(&triple, &profile)?,
    };
    let version = env!("CARGO_PKG_VERSION");
    fs::create_dir_all(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    let entries = entries(&program)?;
    let name = format!("bctk-{version}-{triple}");
    let day = Day::of(&fs::read_to_string(llvm::root().join("CHANGELOG.md")).map_err(|e| e.to_string())?, version);
    write(&out, &format!("{name}.tar.gz"), &archive::gzip(&archive::archive(&entries, &format!("{name}/"), day)?)?)?;
    if let Some(arch) = debian::architecture(&triple) {
        write(&out, &format!("bctk_{version}-1_{arch}.deb"), &debian::package(&entries, version, arch, day)?)?;
    }
    if let Some(arch) = red_hat::architecture(&triple) {
        write(&out, &format!("bctk-{version}-1.{arch}.rpm"), &red_hat::package(&entries, version, arch, day)?)?;
    }
    write(&out, &format!("bctk-{version}.cdx.json"), bill::bill(&triple)?.as_bytes())?;
    write(&out, "SHA256SUMS", checksums(&out)?.as_bytes())?;
    Ok(true)
}

fn write(out: &Path, name: &str, bytes: &[u8]) -> Result<(), String> {
    let path = out.join(name);
    fs::write(&path, bytes).map_err(|e| format!("{}: {e}", path.display()))?;
    println!("{}  {} bytes", path.display(), bytes.len());
    Ok(())
}

/// What a command prints.
fn output(program: impl AsRef<OsStr>, args: &[&str]) -> Result<Vec<u8>, String> {
    let program = program.as_ref();
    let shown = program.to_string_lossy();
    let output = Command::new(program).args(args).current_dir(llvm::root()).output().map_err(|e| format!("{shown}: {e}"))?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(format!("{shown} {}: {}\n{}", args.join(" "), output.status, String::from_utf8_lossy(&output.stderr))),
    }
}

/// The triple of this machine.
fn host() -> Result<String, String> {
    let about = String::from_utf8(output("rustc", &["-vV"])?).map_err(|e| e.to_string())?;
    about.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned).ok_or_else(|| "rustc names no host".into())
}

fn build(triple: &str, profile: &str) -> Result<PathBuf, String> {
    let strip = format!("profile.{profile}.strip=\"symbols\"");
    let mut args = vec!["build", "--profile", profile, "--locked", "--config", &strip, "-p", "bctk", "--bin", "bctk", "--target", triple];
    // Rust brings all that is linked with musl, and a linker for every processor.
    let linker = format!("target.{triple}.linker=\"rust-lld\"");
    if triple.ends_with("-musl") && triple.split('-').next() != host()?.split('-').next() {
        args.extend(["--config", &linker]);
    }
    output("cargo", &args)?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| llvm::root().join("target"), PathBuf::from);
    Ok(target
        .join(triple)
        .join(if profile == "dev" { "debug" } else { profile })
        .join(format!("bctk{}", if triple.contains("windows") { ".exe" } else { "" })))
}

/// The files of the packages.
fn entries(program: &Path) -> Result<Vec<Entry>, String> {
    let read = |path: &Path| fs::read(path).map_err(|e| format!("{}: {e}", path.display()));
    let own = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let end = own.strip_prefix("bctk").unwrap_or("");
    let mut entries = vec![Entry { path: format!("bin/{own}"), content: Content::Program(read(program)?) }];
    if end.is_empty() {
        let link = |name: &str| Entry { path: format!("bin/{name}"), content: Content::Link("bctk") };
        entries.extend(["bcconv", "bcdump"].map(link));
    }
    // A program for another system does not run here; what it says of itself is the same here.
    let tell = |args: &[&str]| match runs_here(program) {
        true => output(program, args),
        false => output("cargo", &[&["run", "--quiet", "--locked", "-p", "bctk", "--bin", "bctk", "--"], args].concat()),
    };
    for (shell, path) in [
        ("bash", "share/bash-completion/completions/bctk"),
        ("zsh", "share/zsh/site-functions/_bctk"),
        ("fish", "share/fish/vendor_completions.d/bctk.fish"),
    ] {
        entries.push(Entry { path: path.into(), content: Content::Text(tell(&["completions", shell])?) });
    }
    let pages = tempfile::tempdir().map_err(|e| e.to_string())?;
    tell(&["man", "--dir", &pages.path().to_string_lossy()])?;
    let mut names: Vec<PathBuf> =
        fs::read_dir(pages.path()).map_err(|e| e.to_string())?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    names.sort();
    for page in names {
        let name = page.file_name().unwrap_or_default().to_string_lossy();
        entries.push(Entry { path: format!("share/man/man1/{name}.gz"), content: Content::Text(archive::gzip(&read(&page)?)?) });
    }
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        entries.push(Entry { path: format!("share/doc/bctk/{file}"), content: Content::Text(read(&llvm::root().join(file))?) });
    }
    Ok(entries)
}

fn runs_here(program: &Path) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The day of a release, in UTC: packages have a date, and the same program is to give the same package.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Day {
    /// Seconds since 1970.
    seconds: u32,
    year: u32,
    month: u32,
    day: u32,
}

impl Day {
    /// The day that the changelog names for a version, or else for the last release; 1970-01-01 if there was none.
    fn of(changelog: &str, version: &str) -> Day {
        let day = |is_it: &dyn Fn(&str) -> bool| {
            let headings = changelog.lines().filter_map(|line| line.strip_prefix("## ")?.split_once(" - "));
            headings.filter(|(name, _)| is_it(name)).find_map(|(_, day)| Day::parse(day))
        };
        day(&|name| name == version).or_else(|| day(&|_| true)).unwrap_or(Day { seconds: 0, year: 1970, month: 1, day: 1 })
    }

    fn parse(text: &str) -> Option<Day> {
        let mut numbers = text.trim().splitn(3, '-').map(|number| number.parse::<u32>().ok());
        let (year, month, day) = (numbers.next()??, numbers.next()??, numbers.next()??);
        let leap = |year: u32| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let of_month = |month: u32| match month {
            2 => 28 + u32::from(leap(year)),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        if !(1970..=2100).contains(&year) || !(1..=12).contains(&month) || !(1..=of_month(month)).contains(&day) {
            return None;
        }
        let before = (1970..year).map(|year| 365 + u32::from(leap(year))).sum::<u32>() + (1..month).map(of_month).sum::<u32>() + day - 1;
        Some(Day { seconds: before * 24 * 60 * 60, year, month, day })
    }

    /// As in a mail's head: `Sat, 28 Nov 2026 00:00:00 +0000`.
    fn in_mail(self) -> String {
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
        let weekday = weekdays[(self.seconds / (24 * 60 * 60) % 7) as usize];
        format!("{weekday}, {:02} {} {} 00:00:00 +0000", self.day, months[self.month as usize - 1], self.year)
    }
}

/// The lines of `sha256sum` for the files in a folder.
fn checksums(out: &Path) -> Result<String, String> {
    let mut files: Vec<PathBuf> = fs::read_dir(out).map_err(|e| e.to_string())?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.is_file() && path.file_name() != Some(OsStr::new("SHA256SUMS")));
    files.sort();
    let mut lines = String::new();
    for path in files {
        let hash = Sha256::digest(fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?);
        let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        lines.push_str(&format!("{hex}  {}\n", path.file_name().unwrap_or_default().to_string_lossy()));
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn some() -> Vec<Entry> {
        vec![
            Entry { path: "bin/bctk".into(), content: Content::Program(b"program".to_vec()) },
            Entry { path: "bin/bcconv".into(), content: Content::Link("bctk") },
            Entry { path: "share/doc/bctk/CHANGELOG.md".into(), content: Content::Text(b"# 1\n".to_vec()) },
            Entry { path: "share/doc/bctk/LICENSE-APACHE".into(), content: Content::Text(b"x".to_vec()) },
            Entry { path: "share/doc/bctk/LICENSE-MIT".into(), content: Content::Text(b"Permission\n\nis granted.\n".to_vec()) },
        ]
    }

    pub(super) fn names(archive: &[u8]) -> Vec<String> {
        let mut archive = tar::Archive::new(archive);
        archive.entries().unwrap().map(|entry| entry.unwrap().path().unwrap().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn days() {
        let log = "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-28\n\n## 0.1.0 - 2024-02-29\n";
        assert_eq!(Day::of(log, "0.2.0").in_mail(), "Sat, 28 Nov 2026 00:00:00 +0000");
        assert_eq!(Day::of(log, "0.1.0").in_mail(), "Thu, 29 Feb 2024 00:00:00 +0000");
        assert_eq!(Day::of(log, "0.1.0").seconds, 1_709_164_800);
        assert_eq!(Day::of(log, "0.3.0"), Day::of(log, "0.2.0"));
        assert_eq!(Day::of("", "0.3.0").seconds, 0);
        assert_eq!(Day::parse("2023-02-29"), None);
    }
}
