//! Any bytes as bitcode whose symbols are listed, from the table in the file and from the module: a list or an error. A table alone, too.
#![no_main]

use bctk_bitcode::modules;
use bctk_bitcode::symbols::{Options, symbols};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(parts) = modules(data, &Default::default()) else { return };
    for ignore_table in [false, true] {
        let options = Options { ignore_table, directives: true, constants: true, ..Options::default() };
        let Ok(table) = symbols(&parts, &options) else { continue };
        assert_eq!(table.symbols().count(), (0..table.modules()).map(|number| table.symbols_of(number).len()).sum::<usize>());
        let _ = (table.producer(), table.triple(), table.source_filename(), table.linker_options(), table.dependent_libraries().count());
    }
    for part in &parts {
        let Ok(mut lazy) = bctk_bitcode::read_lazily(part, &Default::default()) else { continue };
        let functions: Vec<_> = lazy.module().functions().map(|(id, _, _)| id).collect();
        for id in functions.into_iter().rev() {
            let _ = lazy.read_body(id);
        }
    }
});
