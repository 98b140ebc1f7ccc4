//! Bodies read alone equal those read with all others.
use crate::corpus::{files, with_parts};
use bctk_bitcode::{ReadOptions, WriteOptions, read_lazily, read_module, write};

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

/// A module that was detached from its bytes and read in any order, then in full, is the module that is read at once: it is written as the
/// same bytes.
#[test]
fn detached_modules_become_whole() {
    let mut compared = 0;
    for path in files([6, 13, 22].into_iter()) {
        with_parts(&path, |bytes, parts| {
            let options = ReadOptions::default();
            let whole = read_module(&parts[0], &options).expect("a module");
            let mut lazy = read_lazily(&parts[0], &options).expect("a module without bodies").detach();
            let ids: Vec<_> = whole.functions().filter(|(_, _, f)| f.body.is_some()).map(|(id, _, _)| id).collect();
            for &id in ids.iter().rev().step_by(3) {
                lazy.read_body(bytes, id).expect("a body");
            }
            lazy.read_bodies(bytes).expect("all bodies");
            assert!((0..ids.len() as u32).all(|body| lazy.has_read(body)));
            let read = lazy.into_module();
            assert_eq!(read.version(), whole.version(), "{}", path.display());
            assert_eq!(read.provenance.inferred, whole.provenance.inferred, "{}", path.display());
            assert_eq!(read.asm_symbols, whole.asm_symbols, "{}", path.display());
            for (a, b) in read.bodies.iter().zip(&whole.bodies) {
                assert_eq!((&a.insts, &a.blocks, &a.local_types), (&b.insts, &b.blocks, &b.local_types), "{}", path.display());
            }
            // The writer orders metadata itself.
            if let Ok(want) = write(&whole, &WriteOptions::default()) {
                assert!(write(&read, &WriteOptions::default()).expect("bitcode") == want, "{}", path.display());
                compared += 1;
            }
        });
    }
    assert!(compared > 10, "{compared}");
}

/// Bytes that are not those of the module are an error or other instructions, nothing else.
#[test]
fn other_bytes_are_refused_or_read() {
    for path in files([22].into_iter()).into_iter().step_by(5) {
        with_parts(&path, |bytes, parts| {
            let lazy = || read_lazily(&parts[0], &ReadOptions::default()).expect("a module without bodies").detach();
            for other in [&b""[..], b"BC\xC0\xDE", &bytes[..bytes.len() / 2 / 4 * 4], &vec![0xFF; bytes.len()]] {
                let _ = lazy().read_bodies(other);
            }
            let mut module = lazy();
            for (id, _, function) in read_module(&parts[0], &ReadOptions::default()).expect("a module").functions() {
                if function.body.is_some() {
                    assert!(module.read_body(b"", id).is_err());
                }
            }
        });
    }
}
