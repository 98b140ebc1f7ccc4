//! Changes of a file that copy what they do not touch give the same module as those of one that is read and written as a whole.
use bctk_bitcode::{ReadOptions, WriteOptions, modules, read_module};
use bctk_core::edit::{EditModule, EditResult, Extent, InsertPoint, ModuleEdit, Rewriter};
use bctk_ir::entity::GlobalId;
use bctk_ir::keywords::{DllStorage, Linkage, Visibility};
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::module::Module;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// All bitcode files of the corpus.
fn files() -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let list = |folder: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(folder).expect("a folder").filter_map(|entry| Some(entry.ok()?.path())).collect()
    };
    let mut files: Vec<PathBuf> = list(&corpus).iter().filter(|path| path.is_dir()).flat_map(|folder| list(folder)).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "bc"));
    files.sort();
    files
}

fn print(bytes: &[u8]) -> String {
    let module = bctk_bitcode::read(bytes, &ReadOptions::default()).expect("bitcode");
    String::from_utf8_lossy(&bctk_textual::print(&module, &Default::default())).into_owned()
}

/// Whether the file states orders of uses, which are kept if nothing is read that has them.
fn has_orders(module: &Module) -> bool {
    !module.provenance.use_orders.is_empty() || module.bodies.iter().any(|body| !body.provenance.use_orders.is_empty())
}

/// How many files were copied in part, and how many could not be.
#[derive(Debug, Default)]
struct Outcome {
    spliced: usize,
    same_bytes: usize,
    refused: BTreeMap<String, usize>,
}

/// Makes a change in all files, as a whole and in part.
fn compare(
    extent: Extent,
    change: impl Fn(&mut ModuleEdit<'_>) -> EditResult<bool>,
    read: impl Fn(&Module) -> Option<GlobalId>,
) -> Outcome {
    let mut outcome = Outcome::default();
    let mut refuse = |why: String| *outcome.refused.entry(why).or_default() += 1;
    let options = ReadOptions::default();
    for path in files() {
        let bytes = std::fs::read(&path).expect("a file");
        let Ok(parts) = modules(&bytes, &options) else { continue };
        let [part] = parts.as_slice() else { continue };
        let Ok(mut module) = read_module(part, &options) else { continue };
        let with_orders = has_orders(&module);
        let name = path.display();
        let mut file = match Rewriter::new(part, extent, &options) {
            Ok(file) => file,
            Err(error) => {
                refuse(error.to_string());
                continue;
            }
        };
        if let Some(id) = read(&module) {
            file.read_body(id).expect("a body");
        }
        let edited = |module: &mut Module| {
            let mut edit = module.edit();
            let changed = change(&mut edit)?;
            edit.finish().map(|_| changed)
        };
        let whole = edited(&mut module);
        match (whole, edited(file.module_mut())) {
            (_, Err(error)) if error.to_string().contains("not read") => {
                refuse(error.to_string());
                continue;
            }
            (Ok(true), Ok(true)) => {}
            (whole, in_part) => {
                assert_eq!(whole.map_err(|error| error.to_string()), in_part.map_err(|error| error.to_string()), "{name}");
                continue;
            }
        }
        let expected = bctk_bitcode::write(&module, &WriteOptions::default());
        let mut found = Vec::new();
        match file.write_to(&WriteOptions::default(), &mut found) {
            Err(error) => {
                assert!(found.is_empty(), "{name}");
                refuse(error.to_string());
                continue;
            }
            Ok(rewritten) => match rewritten.whole {
                Some(why) => refuse(why),
                None => outcome.spliced += 1,
            },
        }
        let expected = expected.expect("a module that can be written");
        assert!(print(&found) == print(&expected), "{name}: another module");
        // The writer of LLVM 23 has constants that nothing uses.
        if !with_orders {
            outcome.same_bytes += usize::from(found == expected);
        }
    }
    println!("{outcome:#?}");
    outcome
}

#[test]
fn renamed_and_hidden() {
    let rename = |edit: &mut ModuleEdit<'_>| {
        for id in (0..edit.module().globals.len()).map(GlobalId::new) {
            let module = edit.module();
            let global = module.global(id).expect("a global value");
            let (name, is_defined) = (module.str(global.name).to_vec(), !global.is_declaration());
            let hides = global.linkage == Linkage::External && global.dll_storage == DllStorage::Default && is_defined;
            if !name.is_empty() && !name.starts_with(b"llvm.") {
                edit.rename(id, [b"renamed.", &name[..]].concat())?;
            }
            if hides {
                edit.set_visibility(id, Visibility::Hidden)?;
            }
        }
        Ok(true)
    };
    for extent in [Extent::Globals, Extent::WithoutBodies] {
        let outcome = compare(extent, rename, |_| None);
        assert!(outcome.spliced > 300 && outcome.same_bytes >= 200 && outcome.refused.values().sum::<usize>() < 20, "{outcome:?}");
    }
}

/// Named metadata that goes, or lists other nodes of the file: all bodies are copied.
#[test]
fn named_metadata() {
    let strip = |edit: &mut ModuleEdit<'_>| Ok(edit.erase_named_metadata("llvm.ident"));
    let outcome = compare(Extent::WithoutBodies, strip, |_| None);
    assert!(outcome.spliced > 40 && outcome.refused.values().sum::<usize>() < 20, "{outcome:?}");
    let again = |edit: &mut ModuleEdit<'_>| {
        let module = edit.module();
        let node = module.metadata.named.iter().find_map(|named| named.nodes.first().copied());
        node.into_iter().for_each(|node| edit.add_named_metadata("listed.again", node));
        Ok(node.is_some())
    };
    let outcome = compare(Extent::WithoutBodies, again, |_| None);
    assert!(outcome.spliced > 40 && outcome.refused.values().sum::<usize>() < 20, "{outcome:?}");
    // Nodes have numbers, which those of functions follow: one more needs all of the module.
    let added = |edit: &mut ModuleEdit<'_>| {
        let text = edit.md_string("new");
        let node = edit.md_tuple(&[Some(text)]);
        edit.add_named_metadata("added", node);
        Ok(true)
    };
    let outcome = compare(Extent::WithoutBodies, added, |_| None);
    assert!(outcome.spliced == 0 && outcome.refused.keys().any(|why| why.contains("metadata was added")), "{outcome:?}");
}

#[test]
fn attributes_of_functions() {
    let change = |edit: &mut ModuleEdit<'_>| {
        let functions: Vec<GlobalId> = edit.module().functions().map(|(id, ..)| id).collect();
        for &id in functions.iter().step_by(2) {
            edit.add_string_attribute(id, "changed", "yes")?;
        }
        Ok(!functions.is_empty())
    };
    for extent in [Extent::Globals, Extent::WithoutBodies] {
        let outcome = compare(extent, change, |_| None);
        assert!(outcome.spliced > 240, "{outcome:?}");
    }
}

#[test]
fn one_body_of_many() {
    fn first(module: &Module) -> Option<GlobalId> {
        let has_blocks = |id: &GlobalId| {
            let body = module.global(*id).and_then(|global| module.body(global.function()?));
            body.is_some_and(|body| !body.blocks.is_empty())
        };
        module.functions().map(|(id, ..)| id).find(has_blocks)
    }
    let change = |edit: &mut ModuleEdit<'_>| {
        let Some(id) = first(edit.module()) else { return Ok(false) };
        let int = edit.int_type(32);
        let number = edit.const_int(int, 12345)?;
        let mut b = edit.build(id)?;
        let Some(&entry) = b.blocks().first() else { return Ok(false) };
        b.insert_at(InsertPoint::FirstInsertionPoint(entry))?;
        let slot = b.alloca(int)?;
        b.store(number, slot)?;
        Ok(true)
    };
    let outcome = compare(Extent::WithoutBodies, change, first);
    assert!(outcome.spliced > 230, "{outcome:?}");
}

#[test]
fn unread_bodies_are_left_alone() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../bctk/tests/data/small.bc");
    let bytes = std::fs::read(path).expect("a file");
    let parts = modules(&bytes, &ReadOptions::default()).expect("bitcode");
    let mut file = Rewriter::new(&parts[0], Extent::WithoutBodies, &ReadOptions::default()).expect("a module");
    let mut edit = file.module_mut().edit();
    let id = edit.function("use").expect("a function");
    let refused = |result: EditResult<()>| result.expect_err("bodies are not read").to_string();
    assert_eq!(refused(edit.build(id).map(drop)), "@use: the body is not read");
    assert!(refused(edit.clone_function(id, "again").map(drop)).contains("not read"));
    assert!(refused(edit.delete_body(id)).contains("not read"));
    assert!(refused(edit.erase_global(id)).contains("not read"));
    edit.finish().expect("no change");

    // What needs more than global values is refused, and nothing is written.
    let mut file = Rewriter::new(&parts[0], Extent::Globals, &ReadOptions::default()).expect("a module");
    let mut edit = file.module_mut().edit();
    let int = edit.int_type(32);
    edit.add_variable("new", int, None).expect("a variable");
    edit.finish().expect("a variable");
    let mut out = Vec::new();
    let error = file.write_to(&WriteOptions::default(), &mut out).expect_err("numbers change").to_string();
    assert!(error.contains("global values were added") && out.is_empty(), "{error}");
    assert!(file.read_body(id).is_err());

    // With the rest at hand, the module is written as a whole.
    let mut file = Rewriter::new(&parts[0], Extent::WithoutBodies, &ReadOptions::default()).expect("a module");
    let mut edit = file.module_mut().edit();
    let int = edit.int_type(32);
    edit.add_variable("new", int, None).expect("a variable");
    edit.finish().expect("a variable");
    let rewritten = file.write_to(&WriteOptions::default(), &mut out).expect("a module");
    assert!(rewritten.whole.is_some_and(|why| why.contains("global values were added")));
    assert!(print(&out).contains("@new = external global i32") && print(&out).contains("i32 @use("));
}

/// A node changes in its place, so that no table is longer than before.
#[test]
fn what_nodes_and_types_refer_to_is_compared() {
    let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../bctk/tests/data/small.bc")).expect("a file");
    let parts = modules(&bytes, &ReadOptions::default()).expect("bitcode");
    let mut file = Rewriter::new(&parts[0], Extent::WithoutBodies, &ReadOptions::default()).expect("a module");
    let module = file.module_mut();
    let node = module.metadata.items.iter().find_map(|item| match *item {
        Metadata::Node { kind: DiKind::BasicType, fields, .. } => Some(fields),
        _ => None,
    });
    let fields = node.expect("a basic type") as usize;
    let line = module.metadata.fields[fields..].iter().position(|&slot| slot > 0 && slot < 100).expect("a field");
    module.metadata.fields[fields + line] = 0;
    let mut out = Vec::new();
    let rewritten = file.write_to(&WriteOptions::default(), &mut out).expect("a module");
    assert_eq!(rewritten.whole.as_deref(), Some("types, constants or metadata changed"));
}

#[test]
fn a_file_without_changes_is_a_copy() {
    for path in files() {
        let bytes = std::fs::read(&path).expect("a file");
        let Ok(parts) = modules(&bytes, &ReadOptions::default()) else { continue };
        let [part] = parts.as_slice() else { continue };
        let Ok(mut file) = Rewriter::new(part, Extent::Globals, &ReadOptions::default()) else { continue };
        let mut out = Vec::new();
        file.write_to(&WriteOptions::default(), &mut out).expect("a copy");
        assert!(out == bytes, "{}", path.display());
    }
}
