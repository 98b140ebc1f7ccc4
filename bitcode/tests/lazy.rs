//! Bodies read alone equal those read with all others, whether they stay or are given away.
use crate::corpus::{files, with_parts};
use bctk_bitcode::{ReadOptions, WriteOptions, read_lazily, read_module, write};
use bctk_ir::body::Body;
use bctk_ir::entity::MdId;
use bctk_ir::module::Module;
use std::sync::Mutex;

#[test]
fn every_function_is_seen_once() {
    for path in files([13, 15, 22].into_iter()) {
        with_parts(&path, |_, parts| {
            let options = ReadOptions::default();
            let whole = read_module(&parts[0], &options).expect("a module");
            let mut lazy = read_lazily(&parts[0], &options).expect("a module without bodies");
            let mut want: Vec<_> =
                whole.view().functions().filter(|f| !f.is_declaration()).map(|f| (f.id(), f.instructions().count())).collect();
            want.sort();
            // One of them is there already.
            if let Some(&(id, _)) = want.first() {
                assert!(lazy.read_body(id).is_ok());
            }
            for _ in 0..2 {
                let seen = Mutex::new(Vec::new());
                lazy.for_each_function(|f| seen.lock().expect("a list").push((f.id(), f.instructions().count()))).expect("bodies");
                let mut seen = seen.into_inner().expect("a list");
                seen.sort();
                assert!(seen == want, "{}", path.display());
            }
            assert_eq!(lazy.module().bodies.iter().filter(|body| body.provenance.is_unread).count(), want.len().saturating_sub(1));
        });
    }
}

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

/// Several threads read all bodies of a module, each in another order, while others take them away: each sees the bodies that are read at
/// once.
#[test]
fn threads_share_a_module() {
    let mut compared = 0;
    for path in files([6, 13, 22].into_iter()) {
        with_parts(&path, |_, parts| {
            let options = ReadOptions::default();
            let whole = read_module(&parts[0], &options).expect("a module");
            let ids: Vec<_> = whole.functions().filter_map(|(id, _, f)| Some((id, f.body? as usize))).collect();
            let shared = read_lazily(&parts[0], &options).expect("a module without bodies").share();
            std::thread::scope(|scope| {
                for thread in 0..4 {
                    let (shared, ids, whole) = (&shared, &ids, &whole);
                    scope.spawn(move || {
                        for at in 0..ids.len() {
                            let (id, index) = match thread % 2 {
                                0 => ids[(at + thread) % ids.len()],
                                _ => ids[ids.len() - 1 - at],
                            };
                            let want = &whole.bodies[index];
                            if thread == 3 {
                                let body = shared.take_body(id).expect("a body");
                                assert_eq!(body.insts, want.insts);
                                let found = shared.see_module(|module| lines(module, &body)).expect("a module");
                                assert_eq!(found, lines(whole, want));
                                continue;
                            }
                            let count = shared.read_body(id, |function| {
                                assert!(shared.read_body(id, |_| ()).is_err() && shared.take_body(id).is_err());
                                function.instructions().count()
                            });
                            assert_eq!(count.expect("a body"), want.insts.len());
                        }
                    });
                }
            });
            for (id, _, _) in whole.functions().filter(|(_, _, f)| f.body.is_none()).take(1) {
                assert!(shared.read_body(id, |_| ()).is_err() && shared.take_body(id).is_err());
            }
            let mut lazy = shared.into_lazy();
            for &(id, index) in &ids {
                assert_eq!(lazy.read_body(id).expect("a body").insts, whole.bodies[index].insts);
                compared += 1;
            }
        });
    }
    assert!(compared > 100, "{compared} bodies");
}

/// Bodies that are given away, in any order and again, are those read with all others; what they leave in the module adds up.
#[test]
fn bodies_can_be_taken() {
    let mut compared = 0;
    for path in files([6, 13, 22].into_iter()) {
        with_parts(&path, |_, parts| {
            let options = ReadOptions::default();
            let whole = read_module(&parts[0], &options).expect("a module");
            let mut lazy = read_lazily(&parts[0], &options).expect("a module without bodies");
            let bodies: Vec<_> = whole.functions().filter_map(|(id, _, f)| Some((id, f.body? as usize))).collect();
            let unread: Vec<_> = lazy.module().bodies.iter().map(|body| (body.args, body.local_types.clone())).collect();
            let mut taken = Vec::new();
            // In the order of the file, then backwards: a body can be taken again.
            for &(id, index) in bodies.iter().chain(bodies.iter().rev()) {
                let (want, got) = (&whole.bodies[index], lazy.take_body(id).expect("a body"));
                // Of predecessors, the order may be another.
                assert_eq!(
                    (&got.insts, got.blocks.len(), got.local_types.len()),
                    (&want.insts, want.blocks.len(), want.local_types.len()),
                    "{}",
                    path.display()
                );
                taken.push((index, got));
                let left = &lazy.module().bodies[index];
                assert!(left.insts.is_empty() && left.blocks.is_empty() && left.loc_nodes.is_empty());
                assert_eq!((left.args, left.local_types.clone()), unread[index]);
                compared += 1;
            }
            // The metadata that a body refers to stays, so bodies that were taken before can still be looked at.
            for (index, body) in &taken {
                let want = &whole.bodies[*index];
                assert_eq!(lines(lazy.module(), body), lines(&whole, want), "{}", path.display());
            }
            // A body that was taken can be read to stay.
            for &(id, index) in &bodies {
                assert_eq!(lazy.read_body(id).expect("a body").insts.len(), whole.bodies[index].insts.len());
                assert_eq!(lazy.module().bodies[index].insts.len(), whole.bodies[index].insts.len());
            }
            // One that has stayed can be taken.
            if let Some(&(id, index)) = bodies.first() {
                assert_eq!(lazy.take_body(id).expect("a body").insts.len(), whole.bodies[index].insts.len());
                assert!(lazy.module().bodies[index].insts.is_empty());
            }
            for (id, _, _) in whole.functions().filter(|(_, _, f)| f.body.is_none()).take(1) {
                assert!(lazy.take_body(id).is_err());
            }
        });
    }
    assert!(compared > 100, "{compared} bodies");
}

/// The line and column of each instruction.
fn lines(module: &Module, body: &Body) -> Vec<(u32, u32)> {
    let place = |&node: &MdId| match module.metadata.location(node) {
        Some(slots) => (slots[0], slots[1]),
        None => panic!("{node:?} is no location"),
    };
    body.loc_nodes.iter().map(place).collect()
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
