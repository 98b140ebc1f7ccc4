//! How to: one page for each task, with an example that is compiled and run.
//!
//! * [`producer_and_triple`]: what a file is, and who wrote it;
//! * [`symbols_of_an_archive`]: what the members of an archive define and want;
//! * [`archive_with_symbols`]: an archive with a table of the symbols of bitcode;
//! * [`one_function`]: a function body alone.

/// What a file is, and who wrote it.
///
/// [`crate::facts`] looks at the records of the module itself only, so that it works for bitcode of any version, newer ones too:
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

/// What the members of an archive define and want.
///
/// [`crate::container::find`] finds the bitcode in an archive, an object file or any other container; [`crate::symbols::symbols`] takes the symbols of each
/// from its table, and reads nothing else where there is one:
///
/// ```
/// use bctk_bitcode::container::{FindOptions, find};
/// use bctk_bitcode::symbols::{Options, SymbolFlags, symbols};
/// use bctk_bitcode::{ReadOptions, modules};
///
/// let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/symbols/members.a"))?;
/// let mut defined = 0;
/// for found in find(&bytes, &FindOptions::default())?.found {
///     let parts = modules(found.bytes, &ReadOptions::default())?;
///     for symbol in symbols(&parts, &Options::default())?.symbols() {
///         if symbol.flags.contains(SymbolFlags::GLOBAL) && !symbol.flags.contains(SymbolFlags::FORMAT_SPECIFIC) {
///             let word = if symbol.flags.contains(SymbolFlags::UNDEFINED) { "wants" } else { "has" };
///             println!("{} {word} {}", found.name(), String::from_utf8_lossy(symbol.name));
///             defined += usize::from(word == "has");
///         }
///     }
/// }
/// assert!(defined > 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod symbols_of_an_archive {}

/// An archive with a table of the symbols of bitcode, so that linkers find the members that they want. The archive is written by the crate
/// `ar_archive_writer`, which asks for the symbols of each member:
///
/// ```
/// use ar_archive_writer::{ArchiveKind, DEFAULT_OBJECT_READER, NewArchiveMember, ObjectReader, write_archive_to_stream};
/// use bctk_bitcode::symbols::{Options, SymbolFlags, symbols};
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
/// assert!(archive.starts_with(b"!<arch>\n/ "), "the table stands first");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod archive_with_symbols {}

/// A function body alone, of a module whose other bodies stay in the file.
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
