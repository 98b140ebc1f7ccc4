//! The package for systems with RPM.
use rpm::{BuildConfig, CompressionType, FileOptions, PackageBuilder, Timestamp};

use super::{ABOUT, Content, Day, Entry, HOMEPAGE, MAINTAINER, SUMMARY};

/// RPM's name for the processor, if the target is a Linux with one, and its programs need nothing else.
pub(super) fn architecture(triple: &str) -> Option<&'static str> {
    let names = ["x86_64", "aarch64", "riscv64", "powerpc64le", "s390x"];
    let found = names.iter().find(|name| triple.starts_with(**name))?;
    triple.ends_with("-linux-musl").then_some(match *found {
        "powerpc64le" => "ppc64le",
        name => name,
    })
}

/// The package, without a signature.
pub(super) fn package(entries: &[Entry], version: &str, arch: &str, day: Day) -> Result<Vec<u8>, String> {
    let date = Timestamp::from(day.seconds);
    let mut summary = SUMMARY.to_owned();
    summary[..1].make_ascii_uppercase();
    let mut builder = PackageBuilder::new("bctk", version, "Apache-2.0 OR MIT", arch, &summary);
    builder.using_config(BuildConfig::default().source_date(date).compression(CompressionType::Gzip));
    builder.release("1").url(HOMEPAGE).description(ABOUT).packager(MAINTAINER).build_host("localhost").group("Development/Tools");
    builder.add_changelog_entry(format!("{MAINTAINER} - {version}-1"), format!("- Version {version}."), date);
    let fault = |path: &str, error: rpm::Error| format!("{path}: {error}");
    for entry in entries {
        let path = format!("/usr/{}", entry.path);
        let name = path.rsplit('/').next().unwrap_or_default();
        let added = match &entry.content {
            Content::Link(to) => builder.with_symlink(FileOptions::symlink(&path, *to)),
            Content::Program(bytes) => builder.with_file_contents(bytes.as_slice(), FileOptions::new(&path).permissions(0o755)),
            Content::Text(bytes) => {
                let options = FileOptions::new(&path).permissions(0o644);
                let options = match () {
                    () if name.starts_with("LICENSE") => options.license(),
                    () if path.contains("/share/doc/") || path.contains("/share/man/") => options.doc(),
                    () => options,
                };
                builder.with_file_contents(bytes.as_slice(), options)
            }
        };
        added.map_err(|error| fault(&path, error))?;
    }
    // A folder of its own goes when the package does.
    builder
        .with_dir_entry(FileOptions::dir("/usr/share/doc/bctk").permissions(0o755))
        .map_err(|error| fault("/usr/share/doc/bctk", error))?;
    let mut bytes = Vec::new();
    let package = builder.build().map_err(|error| fault("bctk.rpm", error))?;
    package.write(&mut bytes).map_err(|error| fault("bctk.rpm", error))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::tests::some;
    use super::*;

    #[test]
    fn a_package_lists_its_files() {
        let bytes = package(&some(), "1.2.3", "x86_64", Day::of("", "")).expect("a package");
        assert_eq!(bytes, package(&some(), "1.2.3", "x86_64", Day::of("", "")).expect("a package"));
        let package = rpm::Package::parse(&mut bytes.as_slice()).expect("a package that can be read");
        let paths: Vec<String> =
            package.metadata.get_file_entries().expect("files").iter().map(|file| file.path().display().to_string()).collect();
        for wanted in ["/usr/bin/bctk", "/usr/bin/bcconv", "/usr/share/doc/bctk", "/usr/share/doc/bctk/LICENSE-APACHE"] {
            assert!(paths.iter().any(|path| path == wanted), "{wanted}: {paths:?}");
        }
    }

    #[test]
    fn names_of_processors() {
        assert_eq!(architecture("x86_64-unknown-linux-musl"), Some("x86_64"));
        assert_eq!(architecture("powerpc64le-unknown-linux-musl"), Some("ppc64le"));
        assert_eq!(architecture("x86_64-unknown-linux-gnu"), None);
    }
}
