//! Tests of the stages, on modules made by hand. What LLVM makes of whole programs is in `tests/cli/llvm-lto`.
use super::internalize::name_before;
use super::{Backend, ImportError, Index, Options, guids_of};
use bctk_edit::EditModule;
use bctk_ir::entity::GlobalId;
use bctk_ir::keywords::{Linkage, Visibility};
use bctk_ir::module::Module;
use bctk_ir::strings::Strings;
use bctk_ir::summary::{Entry, EntryKind, FunctionSummary, ModulePath, Summary, ValueFlags, ValueInfo, guid_of_name};
use bctk_ir::version::LlvmVersion;
use bctk_link::{ImportFlags, Linker};

/// A module with functions of these names and linkages that return.
fn module(functions: &[(&str, Linkage)]) -> Module {
    let mut module = Module::new("b.c");
    let mut edit = module.edit();
    let int = edit.int_type(32);
    for (name, _) in functions {
        let id = edit.add_function(name, int, &[]);
        let mut b = edit.build(id).expect("a function");
        b.block("entry");
        b.ret(7).expect("a block");
    }
    edit.finish().expect("a valid module");
    for (global, (_, linkage)) in module.globals.iter_mut().zip(functions) {
        super::access::set_linkage(global, *linkage);
    }
    module
}

/// An index of the modules `a.bc` and `b.bc`: GUIDs, places of the modules, linkages.
fn index(values: &[(u64, u32, Linkage)]) -> (Summary, Strings) {
    let mut strings = Strings::default();
    let modules = [b"a.bc", b"b.bc"].map(|path| ModulePath { id: 0, path: Some(strings.push(path)), hash: [1, 2, 0, 0, 0] });
    let mut summary = Summary { modules: modules.to_vec(), ..Summary::default() };
    for &(guid, module, linkage) in values {
        let value = summary.find_value(guid).unwrap_or_else(|| {
            summary.values.push(ValueInfo { guid, name: Default::default(), global: None });
            summary.values.len() as u32 - 1
        });
        let flags = ValueFlags { linkage, ..ValueFlags::from_raw(0, 12) };
        let kind = EntryKind::Function(Box::<FunctionSummary>::default());
        summary.entries.push(Entry { value, module, flags, original_guid: None, refs: Vec::new(), kind });
    }
    (summary, strings)
}

fn options() -> Options {
    Options { llvm: LlvmVersion::new(22), ..Options::default() }
}

fn name(module: &Module, at: usize) -> String {
    String::from_utf8_lossy(module.str(module.globals[at].name)).into_owned()
}

#[test]
fn names_before_promotion() {
    assert_eq!(name_before(b"f.llvm.12"), b"f");
    assert_eq!(name_before(b"f.llvm.1.llvm.2"), b"f.llvm.1");
    assert_eq!((name_before(b"f"), name_before(b""), name_before(b".llvm.")), (&b"f"[..], &b""[..], &b""[..]));
}

#[test]
fn promotion() {
    let functions = [("f", Linkage::Internal), ("g", Linkage::Internal), ("f.llvm.4294967298", Linkage::External)];
    let mut promoted = module(&functions);
    let guids = guids_of(&promoted, LlvmVersion::new(22));
    let (summary, strings) = index(&[(guids[0], 1, Linkage::External), (guids[1], 1, Linkage::Internal)]);
    let index = Index::new(&summary, &strings);
    assert_eq!(Backend::new(&index, b"b.bc", options()).promote(&mut promoted), Ok(()));
    // The first two words of the hash, and a number since that name is taken.
    assert_eq!(name(&promoted, 0), "f.llvm.4294967298.1");
    assert_eq!((promoted.globals[0].linkage, promoted.globals[0].visibility), (Linkage::External, Visibility::Hidden));
    assert_eq!((name(&promoted, 1), promoted.globals[1].linkage), ("g".into(), Linkage::Internal));
    let mut by_source = module(&functions);
    let by_name = Options { promotes_by_source: true, ..options() };
    assert_eq!(Backend::new(&index, b"b.bc", by_name).promote(&mut by_source), Ok(()));
    assert_eq!(name(&by_source, 0), "f.llvm.b_c");
    // A module that the index does not know exports nothing.
    let mut other = module(&functions);
    assert_eq!(Backend::new(&index, b"c.bc", options()).promote(&mut other), Ok(()));
    assert_eq!(name(&other, 0), "f");
    let mut unknown = module(&[("h", Linkage::Internal)]);
    assert_eq!(Backend::new(&index, b"b.bc", options()).promote(&mut unknown), Err("h".into()));
}

#[test]
fn linkages_of_the_index() {
    let mut copies = module(&[("w", Linkage::WeakAny), ("o", Linkage::LinkOnceOdr), ("p", Linkage::LinkOnceOdr)]);
    let of = guid_of_name;
    let (summary, strings) =
        index(&[(of(b"w"), 1, Linkage::AvailableExternally), (of(b"o"), 1, Linkage::AvailableExternally), (of(b"p"), 1, Linkage::WeakOdr)]);
    let index = Index::new(&summary, &strings);
    Backend::new(&index, b"b.bc", options()).finalize(&mut copies);
    // Another definition may take the place of the first, so that its body must not be used.
    assert!(copies.globals[0].is_declaration());
    assert_eq!((copies.globals[1].linkage, copies.globals[2].linkage), (Linkage::AvailableExternally, Linkage::WeakOdr));
    assert_eq!(copies.bodies.len(), 2);
}

#[test]
fn imports_that_cannot_be_had() {
    let (summary, strings) = index(&[(guid_of_name(b"f"), 1, Linkage::External), (5, 1, Linkage::External)]);
    let index = Index::new(&summary, &strings);
    let backend = Backend::new(&index, b"a.bc", options());
    let list = backend.import_list();
    let wanted = &list[&b"b.bc"[..]];
    let mut linker = Linker::new(Module::new("a.c"), "a.bc", LlvmVersion::new(22));
    let import = |linker: &mut Linker, source| backend.import(linker, source, b"b.bc", wanted, ImportFlags::default());
    assert_eq!(import(&mut linker, module(&[("f", Linkage::External)])), Ok(vec![5]));
    let mut declared = module(&[("f", Linkage::External)]);
    super::changes::declare(&mut declared, GlobalId(0));
    super::changes::drop_bodies(&mut declared, &[GlobalId(0)]);
    assert_eq!(import(&mut linker, declared), Err(ImportError::Declared("f".into())));
    let linked = linker.finish().module;
    assert_eq!(linked.globals[0].linkage, Linkage::AvailableExternally);
}

#[test]
fn lookups_in_an_index() {
    let (mut summary, strings) = index(&[(5, 0, Linkage::External), (5, 1, Linkage::Internal)]);
    summary.entries[0].flags.dso_local = true;
    // What the summary says of values and modules that it does not have counts for nothing.
    summary.entries.push(Entry { value: 9, module: 7, ..summary.entries[0].clone() });
    let index = Index::new(&summary, &strings);
    assert_eq!(index.entries(5).map(Iterator::count), Some(2));
    assert!(index.entries(6).is_none() && index.entry_in(5, 7).is_none() && !index.is_dso_local(5));
    assert_eq!((index.suffix(index.module(b"a.bc")), index.suffix(None), index.path(7)), (1 << 32 | 2, 0, &b""[..]));
    assert_eq!((index.defined(0).len(), index.defined(7).len()), (1, 0));
    drop(index);
    summary.flags = 1 << 6;
    assert!(Index::new(&summary, &strings).is_dso_local(5));
}
