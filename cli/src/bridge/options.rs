//! Options of linkers and compilers, as far as they tell which words of a command are inputs, and where libraries are.
//!
//! What is not listed here is a flag, or has its value in the same word.
use super::arguments::Level;

/// What an option says about itself or the words after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// So many words after it are no inputs.
    Values(usize),
    /// The next word is an input file.
    Input,
    /// The next word is a folder with libraries.
    Folder,
    /// The rest of this word, from here on, is a folder with libraries.
    FolderIn(usize),
    /// The next word is the name of a library.
    Library,
    /// The rest of this word is the name of a library. If that becomes a path, this option stands before it.
    LibraryIn(usize, Option<&'static str>),
    /// The rest of this word is an input file.
    InputIn(usize),
    /// The rest of this word is a library of Windows, whose name may lack its ending.
    DefaultLibraryIn(usize),
    /// The next word is the output.
    Output,
    /// The rest of this word is the output.
    OutputIn(usize),
    /// The next word is where the system of the target is.
    Root,
    /// The rest of this word is where the system of the target is.
    RootIn(usize),
    /// Libraries from here on are static ones.
    Static,
    /// Libraries from here on are of both kinds.
    Dynamic,
    /// All libraries are static ones.
    AllStatic,
    /// Nothing of interest.
    Flag,
}

use Meaning::{AllStatic, Dynamic, Folder, Input, Library, Output, Root, Static, Values};

/// Options of compilers and linkers that are whole words.
const WORDS: &[(&[&str], Meaning)] = &[
    (&["-o", "--output", "-output"], Output),
    (&["-L", "--library-path", "-library-path", "--library-directory"], Folder),
    (&["-l", "--library", "-library"], Library),
    (&["--sysroot", "-isysroot", "-syslibroot"], Root),
    // What Darwin's linker takes in whole.
    (&["-force_load", "-load_hidden", "-needed_library", "-weak_library", "-lazy_library", "-reexport_library", "-upward_library"], Input),
    (
        &["-Xclang", "-Xpreprocessor", "-Xassembler", "-Xanalyzer", "-Xlinker", "-mllvm", "--mllvm", "-mmlir", "--param", "-wrapper"],
        Values(1),
    ),
    (&["-x", "-arch", "-target", "--target", "-I", "-D", "-U", "-F", "-T", "-u", "-z", "-e", "-h", "-b", "-B", "-G"], Values(1)),
    (&["-MF", "-MT", "-MQ", "-MJ", "-aux-info", "-dumpbase", "-dumpbase-ext", "-dumpdir", "-serialize-diagnostics"], Values(1)),
    (
        &["-include", "-imacros", "-isystem", "-idirafter", "-iquote", "-iprefix", "-iwithprefix", "-iwithprefixbefore", "-include-pch"],
        Values(1),
    ),
    (&["-Tbss", "-Tdata", "-Ttext", "--entry", "-entry", "--undefined", "-undefined", "-specs", "--config", "-flavor"], Values(1)),
    (&["-framework", "-weak_framework", "-needed_framework", "-reexport_framework", "-lazy_framework", "-upward_framework"], Values(1)),
    (&["-bundle_loader", "-filelist", "-install_name", "-dylib_install_name", "-current_version", "-compatibility_version"], Values(1)),
    (&["-exported_symbols_list", "-unexported_symbols_list", "-exported_symbol", "-unexported_symbol", "-order_file"], Values(1)),
    (&["-dylib_file", "-client_name", "-umbrella", "-allowable_client", "-image_base", "-segaddr", "-headerpad"], Values(1)),
    (&["-sectcreate", "-segprot", "-sectalign", "-sectorder", "-platform_version"], Values(3)),
];

/// Options of linkers alone, which a compiler does not have or understands in another way.
const LINKER: &[(&[&str], Meaning)] = &[
    (&["-Bstatic", "-static", "--static", "-dn", "-non_shared"], Static),
    (&["-Bdynamic", "-dy", "-call_shared"], Dynamic),
    (
        &[
            "-m",
            "-plugin",
            "--plugin",
            "-plugin-opt",
            "--plugin-opt",
            "-soname",
            "--soname",
            "-init",
            "-fini",
            "-a",
            "-A",
            "-c",
            "-f",
            "-y",
            "-Y",
            "-R",
        ],
        Values(1),
    ),
    (
        &["-rpath", "--rpath", "-rpath-link", "--rpath-link", "-rpath_link", "-dynamic-linker", "--dynamic-linker", "-dynamic_linker"],
        Values(1),
    ),
    (
        &["-Map", "--Map", "-map", "--script", "-script", "-dT", "--default-script", "--version-script", "-version-script", "--mri-script"],
        Values(1),
    ),
    (
        &["--dynamic-list", "-dynamic-list", "--defsym", "-defsym", "--trace-symbol", "--format", "-format", "--oformat", "-oformat"],
        Values(1),
    ),
    (
        &["--auxiliary", "--filter", "--just-symbols", "--retain-symbols-file", "--wrap", "-wrap", "--exclude-libs", "-exclude-libs"],
        Values(1),
    ),
    (
        &["--section-start", "--sort-section", "--export-dynamic-symbol", "--export-dynamic-symbol-list", "--symbol-ordering-file"],
        Values(1),
    ),
    (
        &["--chroot", "--reproduce", "--dependency-file", "--out-implib", "--image-base", "--error-limit", "--subsystem", "-subsystem"],
        Values(1),
    ),
    (&["--export", "--export-if-defined", "--allow-undefined-file", "--features", "--require-defined", "--emulation"], Values(1)),
    (
        &["-lto_library", "-object_path_lto", "-dependency_info", "-final_output", "-add_ast_path", "-cache_path_lto", "-oso_prefix"],
        Values(1),
    ),
    (
        &[
            "-prune_interval_lto",
            "-prune_after_lto",
            "-max_relative_cache_size_lto",
            "-mcpu",
            "-stack_size",
            "-pagezero_size",
            "-sub_library",
        ],
        Values(1),
    ),
    (&["-macos_version_min", "-macosx_version_min", "-ios_version_min", "-sub_umbrella", "-seg1addr", "-segs_read_only_addr"], Values(1)),
    (&["-alias", "-rename_segment", "-move_to_rw_segment"], Values(2)),
    (&["-rename_section"], Values(4)),
];

/// Options of compilers alone.
const COMPILER: &[(&[&str], Meaning)] = &[(&["-static", "--static", "-static-pie"], AllStatic)];

/// The beginning of a word, and what the rest means, which begins at that byte.
type Beginning = (&'static str, fn(usize) -> Meaning);

/// Beginnings of words that tell something with the rest.
const BEGINNINGS: &[Beginning] = &[
    ("--library-path=", Meaning::FolderIn),
    ("-library-path=", Meaning::FolderIn),
    ("--library-directory=", Meaning::FolderIn),
    ("--library=", |at| Meaning::LibraryIn(at, None)),
    ("-library=", |at| Meaning::LibraryIn(at, None)),
    ("--output=", Meaning::OutputIn),
    ("--sysroot=", Meaning::RootIn),
    ("-hidden-l", |at| Meaning::LibraryIn(at, Some("-load_hidden"))),
    ("-needed-l", |at| Meaning::LibraryIn(at, Some("-needed_library"))),
    ("-weak-l", |at| Meaning::LibraryIn(at, Some("-weak_library"))),
    ("-reexport-l", |at| Meaning::LibraryIn(at, Some("-reexport_library"))),
    ("-upward-l", |at| Meaning::LibraryIn(at, Some("-upward_library"))),
];

/// The same for linkers of Windows, after `/` or `-` and in capitals or not.
const OF_WINDOWS: &[Beginning] = &[
    ("libpath:", Meaning::FolderIn),
    ("wholearchive:", Meaning::InputIn),
    ("defaultlib:", Meaning::DefaultLibraryIn),
    ("out:", Meaning::OutputIn),
];

/// The same after these, which one letter may be the beginning of.
const LETTERS: &[Beginning] = &[("-L", Meaning::FolderIn), ("-l", |at| Meaning::LibraryIn(at, None)), ("-o", Meaning::OutputIn)];

/// What a word means that stands where an option or an input may; none if it is no option.
pub(super) fn meaning(word: &[u8], level: Level) -> Option<Meaning> {
    let text = String::from_utf8_lossy(word);
    if let Some(rest) = text.strip_prefix(['/', '-']) {
        let lower = rest.to_ascii_lowercase();
        if let Some((start, of)) = OF_WINDOWS.iter().find(|(start, _)| lower.starts_with(start)) {
            return Some(of(1 + start.len()));
        }
    }
    if !word.starts_with(b"-") || word == b"-" {
        return None;
    }
    let own = if level == Level::Linker { LINKER } else { COMPILER };
    let whole = own.iter().chain(WORDS).find(|(words, _)| words.contains(&&*text)).map(|(_, meaning)| *meaning);
    let begun =
        || BEGINNINGS.iter().chain(LETTERS).find(|(start, _)| word.starts_with(start.as_bytes())).map(|(start, of)| of(start.len()));
    Some(whole.or_else(begun).unwrap_or(Meaning::Flag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_mean_what_their_program_takes_them_for() {
        let of = |word: &str, level| meaning(word.as_bytes(), level);
        for level in [Level::Compiler, Level::Linker] {
            for (word, expected) in [
                ("a.o", None),
                ("-", None),
                ("/x/a.o", None),
                ("-lx", Some(Meaning::LibraryIn(2, None))),
                ("-l", Some(Library)),
                ("-lazy_library", Some(Input)),
                ("-hidden-lx", Some(Meaning::LibraryIn(9, Some("-load_hidden")))),
                ("-Lx", Some(Meaning::FolderIn(2))),
                ("/LibPath:x", Some(Meaning::FolderIn(9))),
                ("-libpath:x", Some(Meaning::FolderIn(9))),
                ("-ox", Some(Meaning::OutputIn(2))),
                ("-z", Some(Values(1))),
                ("-zrelro", Some(Meaning::Flag)),
                ("--start-lib", Some(Meaning::Flag)),
            ] {
                assert_eq!(of(word, level), expected, "{word}");
            }
        }
        assert_eq!((of("-c", Level::Compiler), of("-c", Level::Linker)), (Some(Meaning::Flag), Some(Values(1))));
        assert_eq!((of("-static", Level::Compiler), of("-static", Level::Linker)), (Some(AllStatic), Some(Static)));
    }

    /// The first of two rows would hide the other.
    #[test]
    fn no_option_is_listed_twice() {
        for own in [LINKER, COMPILER] {
            let mut all: Vec<&str> = own.iter().chain(WORDS).flat_map(|(words, _)| words.iter().copied()).collect();
            let count = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), count);
        }
    }
}
