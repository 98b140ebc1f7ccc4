//! `cargo xtask capi`: builds the C library and installs it with its header and pkg-config file; `cargo xtask codegen` makes the header.
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::llvm;

const HELP: &str = "usage: cargo xtask capi PREFIX [--libdir DIR] [--profile NAME] [--destdir DIR] [--without-text]

Builds the C API and installs it below PREFIX: include/bctk.h and bctk.hpp (for C++17), and in --libdir (default: PREFIX/lib) libbctk.a, the shared library with the links
to it, and pkgconfig/bctk.pc. --profile is a profile of cargo (default: release); files are put below --destdir, which no file names.
--without-text leaves out assembly, translations and the verifier, for linkers: a small library with the same header, whose
functions for these return BCTK_NOT_BUILT. Its profile is `small` unless --profile names another.
";

/// The sources of the API, in the order of the header; `lib.rs` has no functions.
const SOURCES: [&str; 9] = ["version", "types", "error", "file", "symbols", "options", "convert", "report", "verify"];

/// Where the header is.
pub(crate) fn path() -> PathBuf {
    llvm::root().join("capi/include/bctk.h")
}

/// The header as the sources of the API say.
///
/// # Errors
/// If the sources cannot be read, or are not what the maker of headers understands.
pub(crate) fn header() -> Result<String, String> {
    let room = llvm::root().join("capi");
    let config = cbindgen::Config::from_file(room.join("cbindgen.toml"))?;
    let builder = SOURCES.iter().fold(cbindgen::Builder::new().with_config(config), |builder, source| {
        builder.with_src(room.join("src").join(source).with_extension("rs"))
    });
    let mut text = Vec::new();
    builder.generate().map_err(|e| format!("capi: {e}"))?.write(&mut text);
    String::from_utf8(text).map_err(|e| e.to_string())
}

/// Runs the command.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let (mut prefix, mut libdir, mut profile, mut destdir, mut has_text) = (None, None, None, None, true);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg}: expected a value\n{HELP}"));
        match arg.as_str() {
            "--libdir" => libdir = Some(PathBuf::from(value()?)),
            "--profile" => profile = Some(value()?),
            "--destdir" => destdir = Some(PathBuf::from(value()?)),
            "--without-text" => has_text = false,
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(true);
            }
            _ if arg.starts_with('-') || prefix.is_some() => return Err(format!("{arg}: unknown option\n{HELP}")),
            path => prefix = Some(std::path::absolute(path).map_err(|e| e.to_string())?),
        }
    }
    let Some(prefix) = prefix else { return Err(HELP.into()) };
    let profile = profile.unwrap_or_else(|| if has_text { "release" } else { "small" }.to_owned());
    let root = llvm::root();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.current_dir(&root).args(["build", "-p", "bctk-capi", "--locked", "--profile", &profile]);
    if !has_text {
        build.arg("--no-default-features");
    }
    let status = build.status();
    if !status.map_err(|e| format!("cargo: {e}"))?.success() {
        return Ok(false);
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let built = target.join(if profile == "dev" { "debug" } else { &profile });
    let libdir = libdir.unwrap_or_else(|| prefix.join("lib"));
    let place = |path: &Path| match &destdir {
        Some(destdir) => destdir.join(path.strip_prefix("/").unwrap_or(path)),
        None => path.to_path_buf(),
    };
    let version = env!("CARGO_PKG_VERSION");
    let lib = place(&libdir);
    for name in ["bctk.h", "bctk.hpp"] {
        let header = path().with_file_name(name);
        put(&std::fs::read(&header).map_err(|e| format!("{}: {e}", header.display()))?, &place(&prefix.join("include").join(name)))?;
    }
    let config = std::fs::read_to_string(root.join("capi/bctk.pc.in")).map_err(|e| format!("bctk.pc.in: {e}"))?;
    let config = config.replace("@PREFIX@", &prefix.to_string_lossy()).replace("@LIBDIR@", &libdir.to_string_lossy());
    let config = config.replace("@TEXT@", if has_text { "yes" } else { "no" });
    put(config.replace("@VERSION@", version).as_bytes(), &lib.join("pkgconfig/bctk.pc"))?;
    let mut found = 0;
    for (built_name, name, links) in [
        ("libbctk_capi.a", "libbctk.a".to_owned(), vec![]),
        ("libbctk_capi.so", format!("libbctk.so.{version}"), vec!["libbctk.so.0", "libbctk.so"]),
        ("libbctk_capi.dylib", format!("libbctk.{version}.dylib"), vec!["libbctk.0.dylib", "libbctk.dylib"]),
        ("bctk_capi.lib", "bctk.lib".to_owned(), vec![]),
        ("bctk_capi.dll", "bctk.dll".to_owned(), vec![]),
        ("bctk_capi.dll.lib", "bctk.dll.lib".to_owned(), vec![]),
    ] {
        let Ok(bytes) = std::fs::read(built.join(built_name)) else { continue };
        put(&bytes, &lib.join(&name))?;
        for link in links {
            point(&lib.join(link), &name)?;
        }
        found += 1;
    }
    match found {
        0 => Err(format!("{}: found no library", built.display())),
        _ => Ok(true),
    }
}

/// Writes a file.
fn put(bytes: &[u8], path: &Path) -> Result<(), String> {
    let fault = |e: std::io::Error| format!("{}: {e}", path.display());
    std::fs::create_dir_all(path.parent().unwrap_or(path)).map_err(fault)?;
    std::fs::write(path, bytes).map_err(fault)?;
    println!("{}", path.display());
    Ok(())
}

/// Makes a link to a file in the same folder.
#[cfg(unix)]
fn point(link: &Path, name: &str) -> Result<(), String> {
    // One that is not there need not go.
    let _ = std::fs::remove_file(link);
    std::os::unix::fs::symlink(name, link).map_err(|e| format!("{}: {e}", link.display()))
}

/// Other systems need none.
#[cfg(not(unix))]
fn point(_: &Path, _: &str) -> Result<(), String> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_what_the_sources_say() {
        let found = std::fs::read_to_string(path()).unwrap_or_default();
        assert!(found == header().expect("a header"), "`cargo xtask codegen` has not been run: {}", path().display());
    }

    #[test]
    fn every_function_is_in_the_header() {
        let header = header().expect("a header");
        let mut functions = 0;
        for source in SOURCES {
            let text = std::fs::read_to_string(llvm::root().join("capi/src").join(source).with_extension("rs")).expect("a source");
            for name in text.lines().filter_map(|line| line.split_once("extern \"C\" fn ")?.1.split('(').next()) {
                assert!(header.contains(&format!("{name}(")), "{name}");
                functions += 1;
            }
        }
        assert!(functions > 50, "{functions}");
    }
}
