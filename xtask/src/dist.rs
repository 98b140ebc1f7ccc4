//! `cargo xtask dist`: the packages of a release: an archive and a Debian package, with completions, man pages, checksums and a bill of materials.
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::{Compression, GzBuilder};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tar::{EntryType, Header};

use crate::llvm;

const HELP: &str = "usage: cargo xtask dist [--target TRIPLE] [--program FILE] [--out DIR]

Builds bctk for TRIPLE (default: this machine; for packages that run on every Linux, x86_64-unknown-linux-musl or aarch64-unknown-linux-musl) and
writes to DIR (default: target/packages):
  bctk-VERSION-TRIPLE.tar.gz     the program, links with the names bcconv and bcdump, completions, man pages, licenses
  bctk_VERSION_ARCH.deb          the same as a Debian package, for Linux
  bctk-VERSION.cdx.json          the crates in it, with their licenses (CycloneDX)
  SHA256SUMS                     checksums of all files in DIR
--program FILE takes a program that was built elsewhere, such as by `cargo xtask pgo`. It has to run here, as completions and man pages are its own.
The same program gives the same bytes.
";

/// What is in a package, by its path in the system's folder for programs (`/usr`).
struct Entry {
    path: String,
    content: Content,
}

enum Content {
    Program(Vec<u8>),
    Text(Vec<u8>),
    /// A link to a file in the same folder.
    Link(&'static str),
}

/// Runs the command.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let (mut target, mut program, mut out) = (None, None, llvm::root().join("target/packages"));
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg}: expected a value\n{HELP}"));
        match arg.as_str() {
            "--target" => target = Some(value()?),
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
        None => build(&triple)?,
    };
    let version = env!("CARGO_PKG_VERSION");
    fs::create_dir_all(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    let entries = entries(&program)?;
    let name = format!("bctk-{version}-{triple}");
    write(&out, &format!("{name}.tar.gz"), &gzip(&archive(&entries, &format!("{name}/"))?)?)?;
    if let Some(arch) = debian_architecture(&triple) {
        write(&out, &format!("bctk_{version}_{arch}.deb"), &debian(&entries, version, arch)?)?;
    }
    write(&out, &format!("bctk-{version}.cdx.json"), bill(&triple)?.as_bytes())?;
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

fn build(triple: &str) -> Result<PathBuf, String> {
    let strip = "profile.release.strip=\"symbols\"";
    output("cargo", &["build", "--release", "--locked", "--config", strip, "-p", "bctk", "--bin", "bctk", "--target", triple])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| llvm::root().join("target"), PathBuf::from);
    Ok(target.join(triple).join("release").join(format!("bctk{}", if triple.contains("windows") { ".exe" } else { "" })))
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
    for (shell, path) in [
        ("bash", "share/bash-completion/completions/bctk"),
        ("zsh", "share/zsh/site-functions/_bctk"),
        ("fish", "share/fish/vendor_completions.d/bctk.fish"),
    ] {
        entries.push(Entry { path: path.into(), content: Content::Text(output(program, &["completions", shell])?) });
    }
    let pages = tempfile::tempdir().map_err(|e| e.to_string())?;
    output(program, &["man", "--dir", &pages.path().to_string_lossy()])?;
    let mut names: Vec<PathBuf> =
        fs::read_dir(pages.path()).map_err(|e| e.to_string())?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    names.sort();
    for page in names {
        let name = page.file_name().unwrap_or_default().to_string_lossy();
        entries.push(Entry { path: format!("share/man/man1/{name}.gz"), content: Content::Text(gzip(&read(&page)?)?) });
    }
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        entries.push(Entry { path: format!("share/doc/bctk/{file}"), content: Content::Text(read(&llvm::root().join(file))?) });
    }
    Ok(entries)
}

/// Compresses without a date or a name, so that the same content gives the same bytes.
fn gzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut writer = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    writer.write_all(bytes).and_then(|()| writer.finish()).map_err(|e| e.to_string())
}

/// A tar archive of the files below `prefix`, with the folders that they are in.
fn archive(entries: &[Entry], prefix: &str) -> Result<Vec<u8>, String> {
    let mut builder = tar::Builder::new(Vec::new());
    let mut folders: Vec<String> = Vec::new();
    let add = |builder: &mut tar::Builder<Vec<u8>>, path: &str, kind: EntryType, mode: u32, bytes: &[u8], link: Option<&str>| {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_mode(mode);
        header.set_size(bytes.len() as u64);
        header.set_mtime(0);
        let added = match link {
            Some(link) => builder.append_link(&mut header, path, link),
            None => builder.append_data(&mut header, path, bytes),
        };
        added.map_err(|e| format!("{path}: {e}"))
    };
    for entry in entries {
        let path = format!("{prefix}{}", entry.path);
        let slashes = path.match_indices('/').map(|(at, _)| &path[..=at]);
        for folder in slashes.filter(|folder| *folder != "./") {
            if !folders.iter().any(|known| known == folder) {
                folders.push(folder.to_owned());
                add(&mut builder, folder, EntryType::Directory, 0o755, &[], None)?;
            }
        }
        match &entry.content {
            Content::Program(bytes) => add(&mut builder, &path, EntryType::Regular, 0o755, bytes, None)?,
            Content::Text(bytes) => add(&mut builder, &path, EntryType::Regular, 0o644, bytes, None)?,
            Content::Link(to) => add(&mut builder, &path, EntryType::Symlink, 0o777, &[], Some(to))?,
        }
    }
    builder.into_inner().map_err(|e| e.to_string())
}

/// Debian's name for the processor, if the target is a Linux that has one here.
fn debian_architecture(triple: &str) -> Option<&'static str> {
    let processor = triple.split('-').next()?;
    let names = [("x86_64", "amd64"), ("aarch64", "arm64"), ("riscv64gc", "riscv64"), ("powerpc64le", "ppc64el"), ("s390x", "s390x")];
    triple.contains("-linux-").then(|| names.iter().find(|(name, _)| *name == processor)).flatten().map(|(_, debian)| *debian)
}

/// What Debian's tools want beside the files: who holds which rights.
const COPYRIGHT: &str = "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: bctk

Files: *
Copyright: The bctk authors
License: MIT or Apache-2.0

License: MIT
 The text is in /usr/share/doc/bctk/LICENSE-MIT.

License: Apache-2.0
 The text is in /usr/share/common-licenses/Apache-2.0.
";

/// A Debian package: an archive of the format's version, the facts and the files.
fn debian(entries: &[Entry], version: &str, arch: &str) -> Result<Vec<u8>, String> {
    let mut files: Vec<Entry> = Vec::new();
    for entry in entries {
        let path = format!("usr/{}", entry.path);
        let content = match &entry.content {
            Content::Program(bytes) => Content::Program(bytes.clone()),
            Content::Text(bytes) if path.ends_with("CHANGELOG.md") => {
                files.push(Entry { path: "usr/share/doc/bctk/changelog.gz".into(), content: Content::Text(gzip(bytes)?) });
                continue;
            }
            // The system has this license.
            Content::Text(_) if path.ends_with("LICENSE-APACHE") => continue,
            Content::Text(bytes) => Content::Text(bytes.clone()),
            Content::Link(to) => Content::Link(to),
        };
        let path = path.replace("share/zsh/site-functions", "share/zsh/vendor-completions");
        files.push(Entry { path, content });
    }
    files.push(Entry { path: "usr/share/doc/bctk/copyright".into(), content: Content::Text(COPYRIGHT.into()) });
    files.sort_by(|one, other| one.path.cmp(&other.path));
    let size: usize = files
        .iter()
        .map(|file| match &file.content {
            Content::Program(bytes) | Content::Text(bytes) => bytes.len().div_ceil(1024),
            Content::Link(_) => 1,
        })
        .sum();
    let control = format!(
        "Package: bctk\nVersion: {version}\nArchitecture: {arch}\nMaintainer: The bctk authors <bctk@users.noreply.github.com>\nInstalled-Size: {size}\n\
         Section: devel\nPriority: optional\nHomepage: {}\nDescription: read, write, change and inspect LLVM bitcode without LLVM\n \
         bctk disassembles, assembles, copies, translates, verifies and inspects LLVM\n bitcode and assembly of every release of LLVM. The \
         output is that of LLVM's\n own tools, but none of them is needed.\n",
        env!("CARGO_PKG_REPOSITORY")
    );
    let facts = [Entry { path: "control".into(), content: Content::Text(control.into_bytes()) }];
    let mut package = b"!<arch>\n".to_vec();
    for (name, bytes) in [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", gzip(&archive(&facts, "./")?)?),
        ("data.tar.gz", gzip(&archive(&files, "./")?)?),
    ] {
        package.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 100644, bytes.len()).into_bytes());
        package.extend(&bytes);
        if bytes.len() % 2 == 1 {
            package.push(b'\n');
        }
    }
    Ok(package)
}

/// The crates that are in the program, as CycloneDX lists components.
fn bill(triple: &str) -> Result<String, String> {
    let metadata = output("cargo", &["metadata", "--format-version", "1", "--locked", "--filter-platform", triple])?;
    let metadata: Value = serde_json::from_slice(&metadata).map_err(|e| e.to_string())?;
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let nodes = list(&metadata["resolve"]["nodes"]);
    let packages = list(&metadata["packages"]);
    let root = packages.iter().find(|package| package["name"] == "bctk").map(|package| text(package, "id")).unwrap_or_default();
    // What the program is built of: what it depends on, but for tests and builds.
    let mut wanted = vec![root];
    let mut at = 0;
    while let Some(id) = wanted.get(at).cloned() {
        at += 1;
        let Some(node) = nodes.iter().find(|node| node["id"] == id) else { continue };
        for dependency in list(&node["deps"]) {
            let is_in = list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            let id = text(&dependency, "pkg");
            if is_in && !wanted.contains(&id) {
                wanted.push(id);
            }
        }
    }
    let mut components: Vec<Value> = packages
        .iter()
        .filter(|package| wanted.contains(&text(package, "id")))
        .map(|package| {
            let (name, version) = (text(package, "name"), text(package, "version"));
            json!({
                "type": "library",
                "name": name,
                "version": version,
                "licenses": [{ "expression": text(package, "license").replace('/', " OR ") }],
                "purl": format!("pkg:cargo/{name}@{version}"),
            })
        })
        .collect();
    components.sort_by_key(|component| (text(component, "name"), text(component, "version")));
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": { "type": "application", "name": "bctk", "version": env!("CARGO_PKG_VERSION") } },
        "components": components,
    });
    Ok(format!("{bill:#}\n"))
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

    fn some() -> Vec<Entry> {
        vec![
            Entry { path: "bin/bctk".into(), content: Content::Program(b"program".to_vec()) },
            Entry { path: "bin/bcconv".into(), content: Content::Link("bctk") },
            Entry { path: "share/doc/bctk/CHANGELOG.md".into(), content: Content::Text(b"# 1\n".to_vec()) },
            Entry { path: "share/doc/bctk/LICENSE-APACHE".into(), content: Content::Text(b"x".to_vec()) },
        ]
    }

    fn names(archive: &[u8]) -> Vec<String> {
        let mut archive = tar::Archive::new(archive);
        archive.entries().unwrap().map(|entry| entry.unwrap().path().unwrap().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn folders_come_before_their_files() {
        let archive = archive(&some(), "x/").unwrap();
        let expected = [
            "x/",
            "x/bin/",
            "x/bin/bctk",
            "x/bin/bcconv",
            "x/share/",
            "x/share/doc/",
            "x/share/doc/bctk/",
            "x/share/doc/bctk/CHANGELOG.md",
        ];
        assert_eq!(names(&archive)[..8], expected);
        assert_eq!(archive, super::archive(&some(), "x/").unwrap());
    }

    #[test]
    fn a_debian_package_has_three_members() {
        let package = debian(&some(), "1.2.3", "amd64").unwrap();
        assert!(package.starts_with(b"!<arch>\ndebian-binary   "));
        let mut at = 8;
        let mut members = Vec::new();
        while at < package.len() {
            let header = std::str::from_utf8(&package[at..at + 60]).unwrap();
            assert!(header.ends_with("`\n"), "{header}");
            let size: usize = header[48..58].trim().parse().unwrap();
            members.push((header[..16].trim().to_owned(), package[at + 60..at + 60 + size].to_vec()));
            at += 60 + size + size % 2;
        }
        let [(_, version), (_, facts), (_, data)] = members.as_slice() else { panic!("{} members", members.len()) };
        assert_eq!(version, b"2.0\n");
        let unpacked = |bytes: &[u8]| {
            let mut out = Vec::new();
            std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(bytes), &mut out).unwrap();
            out
        };
        assert_eq!(names(&unpacked(facts)), ["control"]);
        let files = names(&unpacked(data));
        for wanted in ["usr/bin/bctk", "usr/bin/bcconv", "usr/share/doc/bctk/changelog.gz", "usr/share/doc/bctk/copyright"] {
            assert!(files.iter().any(|file| file.trim_start_matches("./") == wanted), "{wanted}: {files:?}");
        }
        assert!(!files.iter().any(|file| file.ends_with("LICENSE-APACHE")));
    }

    #[test]
    fn debian_names_of_processors() {
        assert_eq!(debian_architecture("x86_64-unknown-linux-musl"), Some("amd64"));
        assert_eq!(debian_architecture("aarch64-unknown-linux-gnu"), Some("arm64"));
        assert_eq!(debian_architecture("aarch64-apple-darwin"), None);
    }
}
