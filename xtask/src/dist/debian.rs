//! The Debian package.
use super::archive::{archive, gzip};
use super::{ABOUT, Content, Day, Entry, HOMEPAGE, MAINTAINER, SUMMARY};
use md5::{Digest, Md5};

/// Debian's name for the processor, if the target is a Linux with one, and its programs need nothing else.
pub(super) fn architecture(triple: &str) -> Option<&'static str> {
    let processor = triple.split('-').next()?;
    let names = [("x86_64", "amd64"), ("aarch64", "arm64"), ("riscv64gc", "riscv64"), ("powerpc64le", "ppc64el"), ("s390x", "s390x")];
    triple.ends_with("-linux-musl").then(|| names.iter().find(|(name, _)| *name == processor)).flatten().map(|(_, debian)| *debian)
}

/// What Debian's tools want beside the files: who holds which rights. The text of the last license comes behind it, indented.
const COPYRIGHT: &str = "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: bctk

Files: *
Copyright: 2026 The bctk authors
License: MIT or Apache-2.0

License: Apache-2.0
 The text is in /usr/share/common-licenses/Apache-2.0.

License: MIT
";

/// What Debian's checker is to leave unsaid: a program with all its libraries is what the package is for, and one of these that can be
/// anywhere in memory, as on x86-64, looks like a library.
const OVERRIDES: &str = "bctk: statically-linked-binary\nbctk: shared-library-lacks-prerequisites\n";

/// A Debian package: an archive of the format's version, the facts and the files.
pub(super) fn package(entries: &[Entry], version: &str, arch: &str, day: Day) -> Result<Vec<u8>, String> {
    let files = files(entries, version, day)?;
    let size: usize = files.iter().map(|file| file.content.bytes().len().div_ceil(1024).max(1)).sum();
    let about: String = ABOUT.lines().map(|line| format!(" {line}\n")).collect();
    let control = format!(
        "Package: bctk\nVersion: {version}-1\nArchitecture: {arch}\nMaintainer: {MAINTAINER}\nInstalled-Size: {size}\nSection: devel\n\
         Priority: optional\nHomepage: {HOMEPAGE}\nDescription: {SUMMARY}\n{about}"
    );
    let sums = files.iter().filter(|file| !matches!(file.content, Content::Link(_))).map(|file| {
        let hash = Md5::digest(file.content.bytes());
        let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{hex}  {}\n", file.path)
    });
    let text = |path: &str, text: String| Entry { path: path.into(), content: Content::Text(text.into_bytes()) };
    let facts = [text("control", control), text("md5sums", sums.collect())];
    let mut package = b"!<arch>\n".to_vec();
    for (name, bytes) in [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", gzip(&archive(&facts, "./", day)?)?),
        ("data.tar.gz", gzip(&archive(&files, "./", day)?)?),
    ] {
        package.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 100644, bytes.len()).into_bytes());
        package.extend(&bytes);
        if bytes.len() % 2 == 1 {
            package.push(b'\n');
        }
    }
    Ok(package)
}

/// The file `copyright`, with the text of the license that systems do not have.
fn copyright(license: &[u8]) -> Vec<u8> {
    let indented = |line: &str| if line.is_empty() { " .\n".to_owned() } else { format!(" {line}\n") };
    let text: String = String::from_utf8_lossy(license).trim_end().lines().map(indented).collect();
    format!("{COPYRIGHT}{text}").into_bytes()
}

/// The files of the package, where Debian has them.
fn files(entries: &[Entry], version: &str, day: Day) -> Result<Vec<Entry>, String> {
    let text = |path: &str, text: String| Entry { path: path.into(), content: Content::Text(text.into_bytes()) };
    let log = format!("bctk ({version}-1) unstable; urgency=medium\n\n  * Version {version}.\n\n -- {MAINTAINER}  {}\n", day.in_mail());
    let mut files = vec![
        Entry { path: "usr/share/doc/bctk/changelog.Debian.gz".into(), content: Content::Text(gzip(log.as_bytes())?) },
        text("usr/share/lintian/overrides/bctk", OVERRIDES.into()),
    ];
    for entry in entries {
        let mut path = format!("usr/{}", entry.path).replace("share/zsh/site-functions", "share/zsh/vendor-completions");
        let mut content = entry.content.clone();
        match entry.path.rsplit('/').next() {
            Some("CHANGELOG.md") => {
                path = "usr/share/doc/bctk/changelog.gz".into();
                content = Content::Text(gzip(content.bytes())?);
            }
            // The system has this one.
            Some("LICENSE-APACHE") => continue,
            Some("LICENSE-MIT") => {
                path = "usr/share/doc/bctk/copyright".into();
                content = Content::Text(copyright(content.bytes()));
            }
            _ => {}
        }
        files.push(Entry { path, content });
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{names, some};
    use super::*;

    #[test]
    fn a_debian_package_has_three_members() {
        let package = package(&some(), "1.2.3", "amd64", Day::of("", "")).unwrap();
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
        assert_eq!(names(&unpacked(facts)), ["control", "md5sums"]);
        let files = names(&unpacked(data));
        for wanted in ["usr/bin/bctk", "usr/bin/bcconv", "usr/share/doc/bctk/changelog.gz", "usr/share/doc/bctk/copyright"] {
            assert!(files.iter().any(|file| file.trim_start_matches("./") == wanted), "{wanted}: {files:?}");
        }
        assert!(!files.iter().any(|file| file.ends_with("LICENSE-APACHE")));
    }

    #[test]
    fn debian_names_of_processors() {
        assert_eq!(architecture("x86_64-unknown-linux-musl"), Some("amd64"));
        assert_eq!(architecture("aarch64-unknown-linux-musl"), Some("arm64"));
        assert_eq!(architecture("x86_64-unknown-linux-gnu"), None);
    }
}
