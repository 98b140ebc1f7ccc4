//! Bodies read alone equal those read with all others.
use crate::corpus::{files, with_parts};
use bctk_bitcode::{ReadOptions, read_lazily, read_module};

#[test]
fn bodies_alone_are_the_same() {
    let mut compared = 0;
    for path in files([13, 15, 22].into_iter()) {
        with_parts(&path, |_, parts| {
            let options = ReadOptions::default();
            let whole = read_module(&parts[0], &options).expect("a module");
            let mut lazy = read_lazily(&parts[0], &options).expect("a module without bodies");
            assert_eq!(lazy.module().globals.len(), whole.globals.len());
            assert_eq!(lazy.module().bodies.len(), whole.bodies.len());
            let ids: Vec<_> = whole.functions().filter(|(_, _, f)| f.body.is_some()).map(|(id, _, _)| id).collect();
            // In the order of the file they bring the same along.
            for &id in &ids {
                let want = whole.global(id).and_then(|global| whole.body(global.function()?)).expect("a body");
                let got = lazy.read_body(id).expect("a body");
                assert_eq!(
                    (&got.insts, &got.blocks, &got.local_types),
                    (&want.insts, &want.blocks, &want.local_types),
                    "{}",
                    path.display()
                );
                assert_eq!((&got.loc_nodes, got.metadata), (&want.loc_nodes, want.metadata), "{}", path.display());
                compared += 1;
            }
            assert!(lazy.module().metadata.items.len() == whole.metadata.items.len(), "{}", path.display());
            // In any other each is there.
            let mut lazy = read_lazily(&parts[0], &options).expect("a module without bodies");
            for &id in ids.iter().rev() {
                let want = whole.global(id).and_then(|global| whole.body(global.function()?)).expect("a body");
                assert_eq!(lazy.read_body(id).expect("a body").insts.len(), want.insts.len());
            }
            for (id, _, _) in whole.functions().filter(|(_, _, f)| f.body.is_none()).take(1) {
                assert!(lazy.read_body(id).is_err());
            }
        });
    }
    assert!(compared > 100, "{compared} bodies");
}
