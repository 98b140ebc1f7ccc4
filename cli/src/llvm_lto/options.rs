//! The options of `llvm-lto`.
use std::ffi::OsString;
use std::path::PathBuf;

use super::import_options::ImportOptions;
use crate::llvm_options::{self, Parsed};

/// A stage of ThinLTO (`-thinlto-action`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Makes the index of all modules.
    ThinLink,
    /// Makes an index for each module's backend.
    DistributedIndexes,
    /// Makes the list of files that each module imports from.
    EmitImports,
    /// Makes locals that other modules import visible.
    Promote,
    /// The same, and imports from other modules.
    Import,
    /// Makes local what no other module needs.
    Internalize,
    /// Optimises modules.
    Optimize,
    /// Generates code.
    CodeGen,
    /// All stages.
    Run,
}

impl Action {
    const NAMES: [(&'static str, Action); 9] = [
        ("thinlink", Action::ThinLink),
        ("distributedindexes", Action::DistributedIndexes),
        ("emitimports", Action::EmitImports),
        ("promote", Action::Promote),
        ("import", Action::Import),
        ("internalize", Action::Internalize),
        ("optimize", Action::Optimize),
        ("codegen", Action::CodeGen),
        ("run", Action::Run),
    ];

    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        Action::NAMES.iter().find(|row| row.1 == self).map_or("", |row| row.0)
    }
}

/// The parsed command line.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) inputs: Vec<PathBuf>,
    pub(crate) action: Option<Action>,
    /// `-thinlto`: only the index of all modules, `OUTPUT.thinlto.bc`.
    pub(crate) thin_index: bool,
    /// `-thinlto-index`: the index of all modules.
    pub(crate) index: Option<PathBuf>,
    /// `-thinlto-prefix-replace`: the beginning of outputs' names, and what takes its place.
    pub(crate) prefix_replace: Option<(Vec<u8>, Vec<u8>)>,
    /// `-thinlto-module-id`: the name of the module in the index.
    pub(crate) module_id: Option<OsString>,
    pub(crate) output: Option<PathBuf>,
    /// `-exported-symbol`
    pub(crate) exported: Vec<Vec<u8>>,
    pub(crate) disable_verify: bool,
    /// `-enable-import-metadata`: imported functions say where they are from.
    pub(crate) import_metadata: bool,
    /// `-import-full-type-definitions`: classes are imported with their definitions.
    pub(crate) whole_types: bool,
    /// `-use-source-filename-for-promoted-locals`: promoted names end in the name of the source.
    pub(crate) promotes_by_source: bool,
    pub(crate) imports: ImportOptions,
}

/// Options that need an optimiser or code generator, or are about whole-program LTO: with a value, and without.
const NOT_HERE: (&[&str], &[&str]) = (
    &[
        "mcpu",
        "mattr",
        "march",
        "relocation-model",
        "filetype",
        "j",
        "threads",
        "thinlto-cache-dir",
        "thinlto-cache-pruning-interval",
        "thinlto-cache-max-size-bytes",
        "thinlto-cache-max-size-files",
        "thinlto-cache-entry-expiration",
        "thinlto-save-temps",
        "thinlto-save-objects",
        "dso-symbol",
        "pass-remarks-output",
    ],
    &[
        "O0",
        "O1",
        "O2",
        "O3",
        "thinlto-index-stats",
        "lto-freestanding",
        "use-diagnostic-handler",
        "save-linked-module",
        "save-merged-module",
        "list-symbols-only",
        "list-dependent-libraries-only",
        "query-hasCtorDtor",
        "set-merged-module",
        "restore-linkage",
        "check-for-objc",
        "print-macho-cpu-only",
        "debug-pass-manager",
        "lto-save-before-opt",
    ],
);

/// Reads the command line.
pub(super) fn parse(args: &[OsString], tool: &str) -> Result<Options, Parsed> {
    let mut options = Options::default();
    let (mut action, mut output, mut index, mut replace, mut module_id) = (None, None, None, None, None);
    let mut exported = Vec::new();
    let mut unused: Vec<(&str, Option<OsString>)> = NOT_HERE.0.iter().map(|name| (*name, None)).collect();
    let mut unused_flags: Vec<(&str, bool)> = NOT_HERE.1.iter().map(|name| (*name, false)).collect();
    let mut raw = super::import_options::Raw::default();
    let parsed = {
        let (import_flags, import_values) = raw.slots();
        let mut flags: Vec<(&str, &mut bool)> = vec![
            ("thinlto", &mut options.thin_index),
            ("disable-verify", &mut options.disable_verify),
            ("enable-import-metadata", &mut options.import_metadata),
            ("import-full-type-definitions", &mut options.whole_types),
            ("use-source-filename-for-promoted-locals", &mut options.promotes_by_source),
        ];
        flags.extend(unused_flags.iter_mut().map(|(name, flag)| (*name, flag)));
        flags.extend(import_flags);
        let mut values: Vec<(&str, &mut Option<OsString>)> = vec![
            ("thinlto-action", &mut action),
            ("thinlto-index", &mut index),
            ("thinlto-prefix-replace", &mut replace),
            ("thinlto-module-id", &mut module_id),
            ("o", &mut output),
        ];
        values.extend(unused.iter_mut().map(|(name, value)| (*name, value)));
        values.extend(import_values);
        llvm_options::parse_lists(args, tool, &mut flags, &mut values, &mut [("exported-symbol", &mut exported)])
    };
    let Parsed::Files(inputs) = parsed else { return Err(parsed) };
    let mut wrong = Vec::new();
    let named = unused.iter().filter(|(_, value)| value.is_some()).map(|row| row.0);
    for name in named.chain(unused_flags.iter().filter(|row| row.1).map(|row| row.0)) {
        let dashes = if name.len() <= 2 { "-" } else { "--" };
        wrong.push(format!("for the {dashes}{name} option: is not supported"));
    }
    if let Some(asked) = action {
        let asked = asked.to_string_lossy();
        match Action::NAMES.iter().find(|row| row.0 == asked) {
            Some(&(_, known)) => options.action = Some(known),
            None => wrong.push(format!("for the --thinlto-action option: Cannot find option named '{asked}'!")),
        }
    }
    if let Some(replace) = replace.filter(|replace| !replace.is_empty()) {
        let bytes = replace.as_encoded_bytes();
        match bytes.iter().position(|&c| c == b';') {
            Some(at) => options.prefix_replace = Some((bytes[..at].to_vec(), bytes[at + 1..].to_vec())),
            None => wrong.push("for the --thinlto-prefix-replace option: expected 'old;new'".into()),
        }
    }
    match raw.read() {
        Ok(imports) => options.imports = imports,
        Err(complaints) => wrong.extend(complaints),
    }
    if !wrong.is_empty() {
        return Err(Parsed::Wrong(wrong));
    }
    options.inputs = inputs;
    options.index = index.map(PathBuf::from);
    options.output = output.map(PathBuf::from).filter(|path| !path.as_os_str().is_empty());
    options.module_id = module_id;
    options.exported = exported.into_iter().map(|name| name.into_encoded_bytes()).collect();
    Ok(options)
}

pub(super) const HELP: &str = "
OPTIONS:

Generic Options:

  --help                           - Print this help
  --version                        - Print the version

LTO Options:

  --disable-verify                 - Do not verify modules
  --enable-import-metadata         - Let imported functions say where they are from
  --import-full-type-definitions   - Import classes with their definitions
  --use-source-filename-for-promoted-locals - Let promoted names end in the name of the source
  --exported-symbol=<string>       - A symbol that is visible outside of the modules
  -o <filename>                    - Output file
  --thinlto                        - Only write the index of all modules, <output>.thinlto.bc
  --thinlto-action=<value>         - One stage of ThinLTO:
    =thinlink                      -   Make the index of all modules
    =distributedindexes            -   Make an index for the backend of each module
    =emitimports                   -   Make the list of files that each module imports from
    =promote                       -   Make locals that other modules import visible
    =import                        -   The same, and import from other modules
    =internalize                   -   Make local what no other module needs
  --thinlto-index=<string>         - The index of all modules
  --thinlto-module-id=<string>     - The name of the module in the index
  --thinlto-prefix-replace=<old;new> - Where outputs go
";

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Result<Options, Parsed> {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        parse(&args, "llvm-lto")
    }

    #[test]
    fn stages_and_their_options() {
        let options =
            parsed(&["-thinlto-action=emitimports", "-thinlto-index", "i.bc", "a.bc", "-exported-symbol=main", "b.bc"]).unwrap_or_default();
        assert_eq!((options.action, options.inputs.len()), (Some(Action::EmitImports), 2));
        assert_eq!((options.index, options.exported), (Some("i.bc".into()), vec![b"main".to_vec()]));
        let options = parsed(&["-import-instr-limit=5", "-thinlto-prefix-replace=a/;b/", "a.bc"]).unwrap_or_default();
        assert_eq!(options.prefix_replace, Some((b"a/".to_vec(), b"b/".to_vec())));
        assert_eq!(options.imports.limits.instructions, 5);
    }

    #[test]
    fn what_is_refused() {
        for args in
            [&["-thinlto-action=x", "a.bc"][..], &["-O0", "a.bc"], &["-save-merged-module", "a.bc"], &["-thinlto-prefix-replace=a", "a.bc"]]
        {
            assert!(matches!(parsed(args), Err(Parsed::Wrong(_))), "{args:?}");
        }
    }
}
