//! Finds and runs LLVM's tools on this machine; also the paths of the workspace.
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The LLVM whose output is the truth.
pub(crate) const MAJOR: u32 = 22;

/// The folder that holds the workspace.
pub(crate) fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or(here.clone(), Path::to_path_buf)
}

/// Path of `name` of LLVM 22: `name-22` on the PATH, or `name` if that is of version 22.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    find_of(name, MAJOR)
}

/// As [`find`], of another version.
pub(crate) fn find_of(name: &str, major: u32) -> Option<PathBuf> {
    let versioned = format!("{name}-{major}");
    let dirs: Vec<PathBuf> = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    let system = PathBuf::from(format!("/usr/lib/llvm-{major}/bin"));
    for dir in dirs.iter().chain([&system]) {
        let path = dir.join(&versioned);
        if path.is_file() {
            return Some(path);
        }
    }
    dirs.iter().chain([&system]).map(|dir| dir.join(name)).find(|path| path.is_file() && version_of(path).is_some_and(|v| v.0 == major))
}

/// Lets a file be run as a program.
pub(crate) fn make_executable(path: &Path) -> Result<(), String> {
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(path, mode).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    let _ = path;
    Ok(())
}

/// The text of header `name` of `llvm/IR` for each of these releases. Arguments `N=PATH` name files that are not found by themselves.
pub(crate) fn headers(name: &str, releases: std::ops::RangeInclusive<u32>, args: &[String]) -> Result<Vec<(u32, String)>, String> {
    let read = |major: u32| {
        let named = args.iter().find_map(|arg| arg.strip_prefix(&format!("{major}="))).map(PathBuf::from);
        let path = named.or_else(|| header_of(name, major));
        let path = path.ok_or_else(|| format!("{name} of LLVM {major} is not installed (or name it: {major}=PATH)"))?;
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("LLVM {major}: {}", path.display());
        Ok((major, text))
    };
    releases.map(read).collect()
}

/// Path of a header of `llvm/IR`: in the folder of a package, or next to the files of that release's `clang`.
fn header_of(name: &str, major: u32) -> Option<PathBuf> {
    let header = |root: &Path| Some(root.join("include/llvm/IR").join(name)).filter(|path| path.is_file());
    let beside_clang = || {
        let answer = Command::new(find_of("clang", major)?).arg("-print-resource-dir").output().ok()?;
        // ROOT/lib/clang/N
        header(Path::new(String::from_utf8(answer.stdout).ok()?.trim()).ancestors().nth(3)?)
    };
    header(&PathBuf::from(format!("/usr/lib/llvm-{major}"))).or_else(beside_clang)
}

/// Version of LLVM in a tool, as major number and whole text (`22`, `22.1.8`), from what it answers to `--version`.
pub(crate) fn version_of(tool: &Path) -> Option<(u32, String)> {
    let answer = Command::new(tool).arg("--version").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&answer.stdout).into_owned();
    let at = text.find("version ")? + "version ".len();
    let version: String = text[at..].chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    let major = version.split('.').next()?.parse().ok()?;
    Some((major, version))
}

/// The version of rustc and of its LLVM, as rustc prints them.
pub(crate) fn rustc_versions() -> Option<(String, String)> {
    let answer = Command::new("rustc").arg("-vV").output().ok()?;
    let text = String::from_utf8_lossy(&answer.stdout).into_owned();
    let field = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).map(str::to_owned);
    Some((field("release: ")?, field("LLVM version: ")?))
}

/// rustc's default target, as it spells it.
pub(crate) fn rustc_host() -> Option<String> {
    let answer = Command::new("rustc").arg("-vV").output().ok()?;
    String::from_utf8_lossy(&answer.stdout).lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned)
}

/// Runs `tool` in `dir`; an error names the command and repeats what it said.
pub(crate) fn run<S: AsRef<OsStr>>(tool: &Path, args: &[S], dir: &Path) -> Result<Vec<u8>, String> {
    let mut command = Command::new(tool);
    command.args(args).current_dir(dir).stdin(Stdio::null());
    let answer = command.output().map_err(|e| format!("{}: {e}", tool.display()))?;
    if !answer.status.success() {
        return Err(format!("{command:?} failed ({}):\n{}", answer.status, String::from_utf8_lossy(&answer.stderr)));
    }
    Ok(answer.stdout)
}

/// Builds the programs with an optimised profile, `dist` or `release`, and returns the path of `bcconv`.
pub(crate) fn build_bcconv(profile: &str) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--profile", profile, "--quiet", "--package", "bctk-cli", "--bins"])
        .current_dir(root())
        .status()
        .map_err(|e| format!("cargo: {e}"))?;
    if !status.success() {
        return Err("the tools do not build".into());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    Ok(target.join(profile).join("bcconv"))
}

/// Every file below `dir` whose name ends in `suffix`, sorted; an empty suffix takes all.
pub(crate) fn files_below(dir: &Path, suffix: &str) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(&dir).map_err(|e| format!("{}: {e}", dir.display()))? {
            let entry = entry.map_err(|e| format!("{}: {e}", dir.display()))?;
            let kind = entry.file_type().map_err(|e| format!("{}: {e}", entry.path().display()))?;
            if kind.is_dir() {
                open.push(entry.path());
            } else if entry.file_name().to_string_lossy().ends_with(suffix) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}
