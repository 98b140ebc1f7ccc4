//! How-to guides: one page per task, with a tested example.
//!
//! * [`producer_and_triple`]: find out who wrote a file;
//! * [`symbols_of_an_archive`]: list the symbols that the members of an archive define and need;
//! * [`archive_with_symbols`]: write an archive with a symbol table for bitcode;
//! * [`one_function`]: read a single function body;
//! * [`calls`]: list the direct calls of every function;
//! * [`a_change`]: rename a function, and insert a call;
//! * [`another_triple`]: change one thing in a file and keep the rest;
//! * [`a_part_of_a_large_file`]: rename symbols, or change one function, for little more than a copy;
//! * [`a_module`]: build a module;
//! * [`coming_from_elsewhere`]: names of other libraries and the ones here.

/// Find out who wrote a file.
///
/// [`bctk::bitcode::facts`](crate::bitcode::facts) reads only the records of the module itself, so it works for bitcode of any version:
///
/// ```
/// use bctk::bitcode::{ReadOptions, facts, modules};
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
/// `bctk::object::container::find` finds the bitcode in an archive, an object file or another container. `bctk::object::symbols::symbols` lists the
/// symbols of each from its symbol table; if there is one, nothing else is read:
///
/// ```
/// use bctk::object::container::{FindOptions, find};
/// use bctk::object::symbols::{Options, SymbolFlags, symbols};
/// use bctk::bitcode::{ReadOptions, modules};
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

/// Write an archive with a symbol table for bitcode, so that linkers find the members that they need. [`bctk::archive`](crate::archive) writes
/// archives of every kind:
///
/// ```
/// use bctk::archive::{Archive, Kind, Member, WriteOptions, write};
///
/// let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
/// let mut file = Vec::new();
/// write(Kind::Gnu, &[Member::new("small.bc", bytes)], &WriteOptions::default(), &mut file)?;
/// assert!(file.starts_with(b"!<arch>\n/ "), "the table comes first");
///
/// // The same archive with other members, and all else as it was.
/// let mut archive = Archive::read(&file)?;
/// archive.members.push(Member::new("note.txt", b"hello".as_slice()));
/// let mut changed = Vec::new();
/// write(archive.kind_to_write(), &archive.members, &archive.options(), &mut changed)?;
/// # assert!(changed.len() > file.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The crate `ar_archive_writer`, which rustc uses, calls a function for the symbols of each member. Ours knows bitcode of every LLVM:
///
/// ```
/// use ar_archive_writer::{ArchiveKind, DEFAULT_OBJECT_READER, NewArchiveMember, ObjectReader, write_archive_to_stream};
/// use std::io;
///
/// static READER: ObjectReader = ObjectReader { get_symbols: bctk::archive::get_symbols, ..DEFAULT_OBJECT_READER };
///
/// let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
/// let members = [NewArchiveMember::new(bytes, &READER, "small.bc".to_owned())];
/// let mut archive = io::Cursor::new(Vec::new());
/// write_archive_to_stream(&mut archive, &members, ArchiveKind::Gnu, false, None)?;
/// # assert!(archive.into_inner().starts_with(b"!<arch>\n/ "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod archive_with_symbols {}

/// Read a single function body; the other bodies are not read.
///
/// ```
/// use bctk::bitcode::{ReadOptions, modules, read_lazily};
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

/// List the direct calls of every function, with the lines that they are in.
///
/// ```
/// let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc");
/// let module = bctk::read(path)?;
/// for function in module.view().functions() {
///     // `call`, `invoke` and `callbr` are one kind of call here.
///     for call in function.instructions().filter_map(|inst| inst.as_call()) {
///         let line = call.location().map_or(0, |location| location.line());
///         println!("{} -> {} in line {line}", function.name_str(), call.callee_name().unwrap_or("a pointer".into()));
///     }
/// }
/// # assert!(module.view().functions().any(|function| function.instructions().any(|inst| inst.as_call().is_some())));
/// # Ok::<(), bctk::Error>(())
/// ```
pub mod calls {}

/// Rename a function, and call another one first in it. [`ModuleEdit::finish`](crate::edit::ModuleEdit::finish) names what the file stated and
/// no longer holds, such as a hash or a ThinLTO summary.
///
/// ```
/// use bctk::prelude::*;
///
/// let mut module = bctk::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc"))?;
/// let mut edit = module.edit();
/// let twice = edit.function("twice").expect("a function of this name");
/// edit.rename(twice, "double")?;
/// let void = edit.void_type();
/// let enter = edit.add_function("enter", void, &[]);
/// let mut b = edit.build(twice)?;
/// let entry = b.blocks()[0];
/// b.insert_at(InsertPoint::FirstInsertionPoint(entry))?;
/// b.call(enter, [Operand::Zero; 0])?;
/// for dropped in edit.finish()?.dropped {
///     println!("dropped: {dropped:?}");
/// }
/// assert!(module.view().function("double").is_some());
/// # Ok::<(), bctk::Error>(())
/// ```
pub mod a_change {}

/// Change the triple of a file and keep the rest. A module remembers how its file was written, so an unchanged module is written as the same
/// bytes, and a changed one differs only in the change.
///
/// ```
/// use bctk::bitcode::{ReadOptions, WriteOptions, read, write};
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

/// Rename symbols, or change one function of a large file. What does not change is not read, and its bits are copied: that takes two to four
/// times as long as a copy of the file.
///
/// ```
/// use bctk::prelude::*;
///
/// let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.bc");
/// let file = bctk::open(path)?.module()?;
/// // Global values are all that is read for names, linkage, visibility and attributes.
/// let mut module = file.rewriter(Extent::Globals)?;
/// let mut edit = module.module_mut().edit();
/// let function = edit.function("use").ok_or("no function of this name")?;
/// edit.rename(function, "my_use")?;
/// edit.set_visibility(function, Visibility::Hidden)?;
/// edit.finish()?;
/// let output = std::env::temp_dir().join(format!("renamed-{}.bc", std::process::id()));
/// let written = bctk::write_rewritten(&file, &mut module, &output)?;
/// assert_eq!(written.whole, None);
///
/// // Bodies are read one by one, if they are to be changed.
/// let mut module = file.rewriter(Extent::WithoutBodies)?;
/// let function = module.module().view().function("use").ok_or("no function of this name")?.id();
/// module.read_body(function)?;
/// let mut edit = module.module_mut().edit();
/// let mut b = edit.build(function)?;
/// let first = b.param(0);
/// b.set_name(first, "first")?;
/// edit.finish()?;
/// bctk::write_rewritten(&file, &mut module, &output)?;
/// # let module = bctk::read(&output)?;
/// # assert!(module.view().function("use").is_some_and(|f| f.display().to_string().contains("%first,")));
/// # std::fs::remove_file(&output)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A change that gives something a new number (a global value more, or a type) takes a whole conversion;
/// [`Rewritten::whole`](crate::edit::Rewritten::whole) says why. The hash and the summary of the file are dropped.
pub mod a_part_of_a_large_file {}

/// Build a module: `int answer() { return 42; }`. Numbers take the type that their place wants.
///
/// ```
/// use bctk::prelude::*;
///
/// let mut module = Module::new("answer.c");
/// let mut edit = module.edit();
/// let int = edit.int_type(32);
/// let answer = edit.add_function("answer", int, &[]);
/// let mut b = edit.build(answer)?;
/// b.block("entry");
/// b.ret(42)?;
/// edit.finish()?;
/// assert_eq!(module.view().function("answer").map(|function| function.blocks().count()), Some(1));
/// # Ok::<(), bctk::Error>(())
/// ```
pub mod a_module {}

/// Coming from LLVM's C++, inkwell, llvm-ir or walrus.
///
/// | LLVM's C++ | inkwell | bctk |
/// |---|---|---|
/// | `parseIRFile` | `Module::parse_bitcode_from_path` | [`read`](crate::read) |
/// | `WriteBitcodeToFile` | `module.write_bitcode_to_path` | [`write`](crate::write()) |
/// | `LLVMContext` | `Context` | none: a module owns all of its tables |
/// | `M.getFunction("f")` | `module.get_function("f")` | `module.view().function("f")`, `edit.function("f")` |
/// | `for (auto &BB : F) for (auto &I : BB)` | `get_basic_blocks`, `get_instructions` | `function.blocks()`, `block.instructions()` |
/// | `dyn_cast<CallBase>(&I)` | `CallSiteValue::try_from` | `inst.as_call()` |
/// | `I.getDebugLoc()` | – | `inst.location()`, `inlined_chain()` |
/// | `Type::getInt32Ty(C)` | `context.i32_type()` | `edit.int_type(32)` |
/// | `ConstantInt::get(Ty, 7)` | `i32_type.const_int(7, false)` | the number itself, or `edit.const_int(ty, 7)` |
/// | `Function::Create` | `module.add_function` | `edit.add_function` |
/// | `BasicBlock::Create` | `context.append_basic_block` | `b.block("name")` |
/// | `IRBuilder`, `SetInsertPoint` | `Builder`, `position_at_end` | `edit.build(function)`, `b.switch_to`, `b.insert_at` |
/// | `B.CreateAdd(X, Y, "sum")` | `builder.build_int_add(x, y, "sum")` | `b.named("sum").add(x, y)` |
/// | `V->replaceAllUsesWith(W)` | `replace_all_uses_with` | `b.replace_all_uses_with(v, w)`, done when edits are finished |
/// | `BB->splitBasicBlock(I)` | – | `b.split_block(inst, "name")` |
/// | `DIBuilder` | `DebugInfoBuilder` | `edit.debug_info()` |
/// | `verifyModule` | `module.verify()` | [`verify`](crate::verify()); `edit.finish()` verifies what can be written |
/// | `I.print(errs())` | `print_to_string` | `inst.display()` |
///
/// Values of the model of llvm-ir are structures of their own; here they are ids and views of one module. As in walrus, ids are numbers without
/// lifetimes, and what is erased is taken out at the end, which may renumber: [`Finished::global`](crate::edit::Finished::global).
pub mod coming_from_elsewhere {}
