//! How-to guides: one page per task, with a tested example.
//!
//! * [`producer_and_triple`]: find out who wrote a file;
//! * [`symbols_of_an_archive`]: list the symbols that the members of an archive define and need;
//! * [`archive_with_symbols`]: write an archive with a symbol table for bitcode;
//! * [`one_function`]: read a single function body;
//! * [`calls`]: list the direct calls of every function;
//! * [`another_triple`]: change one thing in a file and keep the rest;
//! * [`a_module`]: build a module.

/// Find out who wrote a file.
///
/// [`bctk_bitcode::facts`] reads only the records of the module itself, so it works for bitcode of any version:
///
/// ```
/// use bctk_bitcode::{ReadOptions, facts, modules};
///
/// let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
/// for part in modules(&bytes, &ReadOptions::default())? {
///     let facts = facts(&part)?;
///     println!("{}, for {}", String::from_utf8_lossy(&facts.producer), String::from_utf8_lossy(&facts.triple));
/// #   assert!(facts.producer.starts_with(b"LLVM"));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod producer_and_triple {}

/// List the symbols that the members of an archive define and need.
///
/// `bctk_object::container::find` finds the bitcode in an archive, an object file or another container. `bctk_object::symbols::symbols` lists the
/// symbols of each from its symbol table; if there is one, nothing else is read:
///
/// ```
/// use bctk_object::container::{FindOptions, find};
/// use bctk_object::symbols::{Options, SymbolFlags, symbols};
/// use bctk_bitcode::{ReadOptions, modules};
///
/// let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.a"))?;
/// let mut defined = 0;
/// for found in find(&bytes, &FindOptions::default())?.found {
///     let parts = modules(found.bytes, &ReadOptions::default())?;
///     for symbol in symbols(&parts, &Options::default())?.symbols() {
///         if symbol.flags.contains(SymbolFlags::GLOBAL) && !symbol.flags.contains(SymbolFlags::FORMAT_SPECIFIC) {
///             let word = if symbol.flags.contains(SymbolFlags::UNDEFINED) { "needs" } else { "defines" };
///             println!("{} {word} {}", found.name(), String::from_utf8_lossy(symbol.name));
///             defined += usize::from(word == "defines");
///         }
///     }
/// }
/// assert!(defined > 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod symbols_of_an_archive {}

/// Write an archive with a symbol table for bitcode, so that linkers find the members that they need. The crate `ar_archive_writer` writes the
/// archive and calls a function for the symbols of each member:
///
/// ```
/// use ar_archive_writer::{ArchiveKind, DEFAULT_OBJECT_READER, NewArchiveMember, ObjectReader, write_archive_to_stream};
/// use bctk_object::symbols::{Options, SymbolFlags, symbols};
/// use bctk_bitcode::{ReadOptions, modules};
/// use std::io;
///
/// /// Names the symbols that a linker may look for in a member.
/// fn defined(member: &[u8], name: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<bool> {
///     let parts = modules(member, &ReadOptions::default()).map_err(io::Error::other)?;
///     for symbol in symbols(&parts, &Options::default()).map_err(io::Error::other)?.symbols() {
///         let has = |flag| symbol.flags.contains(flag);
///         if has(SymbolFlags::GLOBAL) && !has(SymbolFlags::UNDEFINED) && !has(SymbolFlags::FORMAT_SPECIFIC) {
///             name(symbol.name)?;
///         }
///     }
///     Ok(true)
/// }
///
/// static READER: ObjectReader = ObjectReader { get_symbols: defined, ..DEFAULT_OBJECT_READER };
///
/// let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
/// let members = [NewArchiveMember::new(bytes, &READER, "small.bc".to_owned())];
/// let mut archive = io::Cursor::new(Vec::new());
/// write_archive_to_stream(&mut archive, &members, ArchiveKind::Gnu, false, None)?;
///
/// let archive = archive.into_inner();
/// assert!(archive.starts_with(b"!<arch>\n/ "), "the table comes first");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod archive_with_symbols {}

/// Read a single function body; the other bodies are not read.
///
/// ```
/// use bctk_bitcode::{ReadOptions, modules, read_lazily};
///
/// let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
/// let parts = modules(&bytes, &ReadOptions::default())?;
/// let mut lazy = read_lazily(&parts[0], &ReadOptions::default())?;
/// let wanted = lazy.module().functions().filter(|(_, _, function)| function.body.is_some()).last();
/// let (id, name) = wanted.map(|(id, global, _)| (id, lazy.module().str(global.name).to_vec())).ok_or("no function has a body")?;
/// let body = lazy.read_body(id)?;
/// println!("{}: {} blocks, {} instructions", String::from_utf8_lossy(&name), body.blocks.len(), body.insts.len());
/// # assert!(!body.insts.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod one_function {}

/// List the direct calls of every function.
///
/// ```
/// use bctk_bitcode::{ReadOptions, read};
/// use bctk_ir::inst::Inst;
/// use bctk_ir::value::ValueKind;
///
/// let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
/// let module = read(&bytes, &ReadOptions::default())?;
/// let mut edges = Vec::new();
/// for (_, caller, function) in module.functions() {
///     let Some(body) = function.body.and_then(|index| module.bodies.get(index as usize)) else { continue };
///     for inst in &body.insts {
///         // `invoke` and `callbr` have their call in the same place.
///         let (Inst::Call(id) | Inst::Invoke { call: id, .. } | Inst::CallBr { call: id, .. }) = *inst else { continue };
///         if let Some(ValueKind::Global(callee)) = body.call(id).map(|call| call.callee.kind())
///             && let Some(callee) = module.global(callee)
///         {
///             edges.push((module.str(caller.name), module.str(callee.name)));
///         }
///     }
/// }
/// for (caller, callee) in &edges {
///     println!("{} -> {}", String::from_utf8_lossy(caller), String::from_utf8_lossy(callee));
/// }
/// # assert!(!edges.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod calls {}

/// Change the triple of a file and keep the rest. A module remembers how its file was written, so an unchanged module is written as the same
/// bytes, and a changed one differs only in the change.
///
/// ```
/// use bctk_bitcode::{ReadOptions, WriteOptions, read, write};
///
/// let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
/// let mut module = read(&bytes, &ReadOptions::default())?;
/// assert!(write(&module, &WriteOptions::default())? == bytes);
///
/// module.triple = module.strings.push(b"x86_64-unknown-freebsd");
/// let changed = write(&module, &WriteOptions::default())?;
/// let again = read(&changed, &ReadOptions::default())?;
/// assert_eq!(again.str(again.triple), b"x86_64-unknown-freebsd");
/// assert_eq!(again.bodies.len(), module.bodies.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod another_triple {}

/// Build a module: `int answer() { return 42; }`.
///
/// ```
/// use bctk_bitcode::{ReadOptions, WriteOptions, read, write};
/// use bctk_ir::body::{BasicBlock, Body};
/// use bctk_ir::constants::ConstKind;
/// use bctk_ir::entity::{InstId, OptionalId};
/// use bctk_ir::global::{GlobalValue, GlobalKind};
/// use bctk_ir::inst::Inst;
/// use bctk_ir::module::Module;
/// use bctk_ir::types::Type;
/// use bctk_ir::value::Value;
///
/// let mut module = Module::default();
/// module.triple = module.strings.push(b"x86_64-unknown-linux-gnu");
/// let (int, pointer) = (module.types.intern(Type::Int(32)), module.types.intern(Type::Ptr(0)));
/// let params = module.types.lists.push(&[]);
/// let function_type = module.types.intern(Type::Function { ret: int, params, vararg: false });
/// let answer = Value::constant(module.consts.push(int, ConstKind::Int(42)));
///
/// let name = module.strings.push(b"answer");
/// let mut global = GlobalValue::declaration(name, function_type, pointer);
/// if let GlobalKind::Function(function) = &mut global.kind {
///     function.body = Some(0);
/// }
/// module.globals.push(global);
/// module.bodies.push(Body {
///     insts: vec![Inst::Ret(OptionalId::some(answer))],
///     results: vec![OptionalId::NONE],
///     blocks: vec![BasicBlock { first: InstId(0), end: InstId(1) }],
///     ..Body::default()
/// });
/// let bytes = write(&module, &WriteOptions::default())?;
/// assert_eq!(read(&bytes, &ReadOptions::default())?.bodies[0].insts.len(), 1);
/// # Ok::<(), bctk_bitcode::Error>(())
/// ```
pub mod a_module {}
