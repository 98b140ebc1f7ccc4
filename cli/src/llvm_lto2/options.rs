//! The options of `llvm-lto2 run`.
use std::ffi::OsString;
use std::path::PathBuf;

use bctk::lto::thin::Resolution;

use crate::llvm_lto::ImportOptions;
use crate::llvm_lto::RawImportOptions;
use crate::llvm_options::{self, Parsed};

/// Which intermediate files are kept (`-save-temps`, `-select-save-temps`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SaveTemps {
    pub(super) resolution: bool,
    pub(super) preopt: bool,
    pub(super) internalize: bool,
    pub(super) combined_index: bool,
}

/// The parsed command line.
#[derive(Debug, Default)]
pub(super) struct Options {
    pub(super) inputs: Vec<PathBuf>,
    pub(super) output: PathBuf,
    /// What the linker says: file, symbol, resolution, in the order of the command line.
    pub(super) resolutions: Vec<(Vec<u8>, Vec<u8>, Resolution)>,
    pub(super) emit_imports: bool,
    /// The allocator has versions for hot and cold memory.
    pub(super) hot_cold_new: bool,
    pub(super) save: SaveTemps,
    /// Without optimisation (`-O0`), nothing is imported.
    pub(super) optimizes: bool,
    pub(super) imports: ImportOptions,
}

/// Options that need an optimiser or code generator, or change what is not supported: with a value, and without.
const NOT_HERE: (&[&str], &[&str]) = (
    &[
        "cg-opt-level",
        "cache-dir",
        "opt-pipeline",
        "aa-pipeline",
        "override-triple",
        "default-triple",
        "mcpu",
        "mattr",
        "relocation-model",
        "filetype",
        "thinlto-threads",
        "unified-lto",
        "lto-sample-profile-file",
        "lto-cspgo-profile-file",
        "pass-remarks-output",
        "pass-remarks-filter",
        "pass-remarks-format",
        "stats-file",
        "load-pass-plugin",
        "dtlto-distributor",
        "thinlto-workload-def",
        "thinlto-pgo-ctx-prof",
    ],
    &[
        "thinlto-emit-indexes",
        "lto-cspgo-gen",
        "lto-freestanding",
        "debug-pass-manager",
        "pass-remarks-with-hotness",
        "enable-memprof-context-disambiguation",
        "whole-program-visibility",
        "whole-program-visibility-enabled-in-lto",
        "validate-all-vtables-have-type-infos",
        "all-vtables-have-type-infos",
        "force-import-all",
        "print-imports",
        "print-import-failures",
        "dump-thin-cg-sccs",
    ],
);

/// Reads the command line.
pub(super) fn parse(args: &[OsString], tool: &str) -> Result<Options, Parsed> {
    let mut options = Options { optimizes: true, ..Options::default() };
    let (mut output, mut select) = (None, None);
    let (mut save_temps, mut distributed) = (false, false);
    let mut resolutions = Vec::new();
    let mut unused: Vec<(&str, Option<OsString>)> = NOT_HERE.0.iter().map(|name| (*name, None)).collect();
    let mut unused_flags: Vec<(&str, bool)> = NOT_HERE.1.iter().map(|name| (*name, false)).collect();
    // It is on without an option.
    let mut no_function_attributes = true;
    let mut levels = [false; 4];
    let mut raw = RawImportOptions::default();
    let parsed = {
        let (import_flags, import_values) = raw.slots();
        let mut flags: Vec<(&str, &mut bool)> = vec![
            ("save-temps", &mut save_temps),
            ("thinlto-distributed-indexes", &mut distributed),
            ("thinlto-emit-imports", &mut options.emit_imports),
            ("supports-hot-cold-new", &mut options.hot_cold_new),
            ("disable-thinlto-funcattrs", &mut no_function_attributes),
        ];
        flags.extend(["O0", "O1", "O2", "O3"].into_iter().zip(&mut levels));
        flags.extend(unused_flags.iter_mut().map(|(name, flag)| (*name, flag)));
        flags.extend(import_flags);
        let mut values: Vec<(&str, &mut Option<OsString>)> = vec![("o", &mut output), ("select-save-temps", &mut select)];
        values.extend(unused.iter_mut().map(|(name, value)| (*name, value)));
        values.extend(import_values);
        llvm_options::parse_lists(args, tool, &mut flags, &mut values, &mut [("r", &mut resolutions)])
    };
    let Parsed::Files(inputs) = parsed else { return Err(parsed) };
    let mut wrong = Vec::new();
    let named = unused.iter().filter(|(_, value)| value.is_some()).map(|row| row.0);
    for name in named.chain(unused_flags.iter().filter(|row| row.1).map(|row| row.0)) {
        wrong.push(format!("for the --{name} option: is not supported"));
    }
    if !no_function_attributes {
        wrong.push("for the --disable-thinlto-funcattrs option: 0 is not supported".into());
    }
    match raw.read() {
        Ok(imports) => options.imports = imports,
        Err(complaints) => wrong.extend(complaints),
    }
    if save_temps && select.is_some() {
        wrong.push("-save-temps cannot be specified with -select-save-temps".into());
    } else if save_temps {
        options.save = SaveTemps { resolution: true, preopt: true, internalize: true, combined_index: true };
    } else if let Some(select) = select {
        match selected(&select.to_string_lossy()) {
            Ok(save) => options.save = save,
            Err(complaint) => wrong.push(complaint),
        }
    }
    for resolution in resolutions {
        match resolution_of(resolution.as_encoded_bytes()) {
            Ok(resolution) => options.resolutions.push(resolution),
            Err(complaint) => wrong.push(complaint),
        }
    }
    match output {
        Some(output) => options.output = PathBuf::from(output),
        None => wrong.push("for the -o option: must be specified at least once!".into()),
    }
    if !distributed {
        wrong.push(
            "without --thinlto-distributed-indexes, an optimizer and a code generator are needed, which this program does not have".into(),
        );
    }
    if inputs.is_empty() {
        wrong.push(format!(
            "Not enough positional command line arguments specified!\nMust specify at least 1 positional argument: See: {tool} --help"
        ));
    }
    if !wrong.is_empty() {
        return Err(Parsed::Wrong(wrong));
    }
    options.optimizes = !levels[0] || levels[1..].contains(&true);
    options.inputs = inputs;
    Ok(options)
}

/// The intermediate files that are asked for by name. Those of backends are not made here, as in any distributed build.
fn selected(names: &str) -> Result<SaveTemps, String> {
    let mut save = SaveTemps::default();
    for name in names.split(',') {
        match name {
            "resolution" => save.resolution = true,
            "preopt" => save.preopt = true,
            "internalize" => save.internalize = true,
            "combinedindex" => save.combined_index = true,
            "promote" | "import" | "opt" | "precodegen" => {}
            other => return Err(format!("invalid -select-save-temps argument: {other}")),
        }
    }
    Ok(save)
}

/// What `-r=file,symbol,plx` says.
fn resolution_of(text: &[u8]) -> Result<(Vec<u8>, Vec<u8>, Resolution), String> {
    let shown = String::from_utf8_lossy(text);
    let mut parts = text.splitn(3, |&c| c == b',');
    let (Some(file), Some(symbol)) = (parts.next(), parts.next()) else { return Err(format!("invalid resolution: {shown}")) };
    let mut resolution = Resolution::default();
    for &c in parts.next().unwrap_or_default() {
        match c {
            b'p' => resolution.prevailing = true,
            b'l' => resolution.local = true,
            b'x' => resolution.visible = true,
            b'r' => resolution.redefined = true,
            other => return Err(format!("invalid character {} in resolution: {shown}", char::from(other))),
        }
    }
    Ok((file.to_vec(), symbol.to_vec(), resolution))
}

pub(super) const HELP: &str = "
OPTIONS:

  --help                           - Print this help
  --version                        - Print the version
  -O0, -O1, -O2, -O3               - Optimization level; with -O0, nothing is imported (default -O2)
  -o <filename>                    - Prefix of the names of intermediate files
  -r=<file,symbol,resolution>      - What the linker says of a symbol: p (this definition is used), l (it is final and in the
                                     linked image), x (it is visible outside), r (the linker redefines it)
  --save-temps                     - Keep intermediate files
  --select-save-temps=<value>      - Keep some: resolution, preopt, internalize, combinedindex
  --thinlto-distributed-indexes    - Write an index for the backend of each module
  --thinlto-emit-imports           - Write lists of what each module imports from
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolutions() {
        let plx = Resolution { prevailing: true, local: true, visible: true, redefined: false };
        assert_eq!(resolution_of(b"a.bc,f,plx"), Ok((b"a.bc".to_vec(), b"f".to_vec(), plx)));
        assert_eq!(resolution_of(b"a.bc,f,"), Ok((b"a.bc".to_vec(), b"f".to_vec(), Resolution::default())));
        assert!(resolution_of(b"a.bc").is_err() && resolution_of(b"a.bc,f,q").is_err());
    }

    #[test]
    fn what_needs_an_optimizer_is_refused() {
        let parse = |args: &[&str]| parse(&args.iter().map(OsString::from).collect::<Vec<_>>(), "llvm-lto2");
        assert!(parse(&["-o", "o", "a.bc"]).is_err());
        assert!(parse(&["-thinlto-distributed-indexes", "-o", "o", "a.bc", "-opt-pipeline=x"]).is_err());
        let options = parse(&["-thinlto-distributed-indexes", "-o", "o", "a.bc", "-O0", "-save-temps"]);
        assert!(options.is_ok_and(|options| !options.optimizes && options.save.combined_index));
    }
}
