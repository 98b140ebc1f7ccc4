//! Symbols from the table in the file and from the module are the same; types for threads.
use bctk_bitcode::read::ModulePart;
use bctk_bitcode::{Error, Facts, LazyModule, ReadOptions, modules, read_module};
use bctk_object::symbols::{Options, Origin, Symbol, SymbolFlags, SymbolTable, symbols};
use std::path::Path;

#[path = "../../tests/corpus.rs"]
mod corpus;
use corpus::{files, with_parts};

#[test]
fn the_module_tells_what_the_table_has() {
    let mut compared = 0;
    for path in files(23..=23) {
        with_parts(&path, |_, parts| {
            let options = Options { directives: true, constants: true, ..Options::default() };
            let table = symbols(parts, &options).expect("a table");
            if table.origin() != Origin::Table {
                return;
            }
            let listed = symbols(parts, &Options { ignore_table: true, ..options }).expect("a list");
            assert_eq!(listed.origin(), Origin::Modules);
            let (want, got): (Vec<Symbol<'_>>, Vec<Symbol<'_>>) = (table.symbols().collect(), listed.symbols().collect());
            assert_eq!(got, want, "{}", path.display());
            assert_eq!((listed.triple(), listed.source_filename()), (table.triple(), table.source_filename()));
            assert_eq!(listed.linker_options(), table.linker_options(), "{}", path.display());
            assert!(listed.dependent_libraries().eq(table.dependent_libraries()));
            compared += 1;
        });
    }
    assert!(compared >= 10, "{compared} files");
}

/// Nothing but the table and its strings is needed: all else may be damaged.
#[test]
fn the_table_alone_is_enough() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/v22/clang-cpp-lto-O2-g.bc");
    with_parts(&path, |data, parts| {
        let want: Vec<String> =
            symbols(parts, &Options::default()).expect("a table").symbols().map(|symbol| format!("{symbol:?}")).collect();
        let spans = bctk_bitcode::read::body_spans(&parts[0]).expect("bodies");
        let mut damaged = data.to_vec();
        for span in spans {
            damaged[span.start + 8..span.end].fill(0xFF);
        }
        let parts = modules(&damaged, &ReadOptions::default()).expect("modules");
        let got: Vec<String> =
            symbols(&parts, &Options::default()).expect("a table").symbols().map(|symbol| format!("{symbol:?}")).collect();
        assert_eq!(got, want);
        assert!(read_module(&parts[0], &ReadOptions::default()).is_err());
        let listed = symbols(&parts, &Options { ignore_table: true, ..Options::default() }).expect("no body is read");
        assert_eq!(listed.symbols().count(), want.len());
    });
}

#[test]
fn a_damaged_table_is_made_anew() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/v22/symbols-elf.bc");
    with_parts(&path, |data, parts| {
        let want = symbols(parts, &Options::default()).expect("a table").symbols().count();
        let producer = data.windows(4).rposition(|window| window == 3u32.to_le_bytes()).expect("the version of the table");
        // Each word of the header says something that cannot be.
        for word in 1..19 {
            let mut damaged = data.to_vec();
            let start = data.len() - data.len() % 4 - 4;
            let at = (0..=start).step_by(4).find(|&at| data[at..].starts_with(&[3, 0, 0, 0]) && at >= producer.saturating_sub(4096));
            let at = at.expect("the table") + word * 4;
            damaged[at..at + 4].fill(0xFF);
            let Ok(parts) = modules(&damaged, &ReadOptions::default()) else { continue };
            let table = symbols(&parts, &Options::default()).expect("a list");
            assert!(table.symbols().count() == want, "word {word}");
        }
    });
}

#[test]
fn flags_have_names() {
    let flags = SymbolFlags::UNDEFINED | SymbolFlags::GLOBAL;
    assert_eq!(flags.names().collect::<Vec<_>>(), ["undefined", "global"]);
    assert_eq!(format!("{flags:?}"), "SymbolFlags(undefined|global)");
    assert!(flags.contains(SymbolFlags::GLOBAL) && !flags.contains(SymbolFlags::WEAK));
}

#[test]
fn types_go_to_other_threads() {
    fn shared<T: Send + Sync>() {}
    fn error<T: std::error::Error + Send + Sync + 'static>() {}
    shared::<SymbolTable<'_>>();
    shared::<Symbol<'_>>();
    shared::<Options>();
    shared::<ModulePart<'_>>();
    shared::<LazyModule<'_>>();
    shared::<Facts>();
    shared::<bctk_ir::module::Module>();
    error::<Error>();
}
