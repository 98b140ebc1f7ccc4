//! The entry points of the libraries with their guarantees for arbitrary bytes: they end, and the results are consistent. A violation is a
//! panic.
use crate::{archives, cursor, front_door, generated};
use arbitrary::Unstructured;
use bctk_bitcode::read::check_hash;
use bctk_bitcode::rewrite::{Extent, Rewriter};
use bctk_bitcode::write::{ModuleHash, UseListOrders, Wrapper, WriteOptions, write_modules, write_to};
use bctk_inspect::analyzer::{Options, analyze};
use bctk_inspect::{Outline, Resolver, Stats, Walk, WalkOptions, diff};
use bctk_ir::version::LlvmVersion;

use bctk_bitcode::{ReadOptions, modules, read, read_lazily, read_module, read_summary};
use bctk_bitstream::stream::{Event, EventReader};
use bctk_ir::attr_set::Attr;
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_lossless::layout::{describe, fingerprint, trailer};
use bctk_lossless::patch;
use bctk_object::container::{Container, Contents, FindOptions, Found, Packed, find};
use bctk_object::packed::{packed, unpacked};
use bctk_object::rewrite::{Change, Edit, elf, rebuilt, rewritten, with_elf_section, with_elf_symbols, without_elf_debug};
use bctk_object::symbols;
use bctk_support::limits::Exceeded;
use bctk_textual::{Diagnostic, ParseOptions, Pointers, PrintOptions, parse, print_to};
use bctk_transforms::upgrade;
use std::hint::black_box;
use std::io::Write;

/// An entry point.
#[derive(Clone, Copy, Debug)]
pub struct Oracle {
    /// Its name.
    pub name: &'static str,
    /// Runs it, and panics where something does not hold.
    pub check: fn(&[u8]),
    /// The bytes that it may have allocated at once per byte of input, in addition to [`FLOOR`].
    pub per_byte: usize,
}

/// Bytes that any entry point may take: buffers of a size of their own, and what limits allow whatever the size of the input.
pub const FLOOR: usize = 64 << 20;
/// The memory of entry points per byte of input, except for those below. It holds for the largest of the traps as for mutants.
pub const PER_BYTE: usize = 40;
/// What making and applying a patch takes: both files lie taken apart in memory, 8 bytes for an operand that may be a few bits and 48 for a record.
const PER_BYTE_OF_PATCHES: usize = 80;
/// What a comparison takes: the texts of all records of the blocks that differ, of both files.
const PER_BYTE_OF_DIFFERENCES: usize = 140;

/// Entry points for bitcode, or any bitstream.
pub const BITCODE: &[Oracle] = &[
    Oracle { name: "stream", check: copy, per_byte: PER_BYTE },
    Oracle { name: "copy", check: front_door::copied, per_byte: PER_BYTE },
    Oracle { name: "inspect", check: front_door::inspected, per_byte: PER_BYTE },
    Oracle { name: "containers", check: containers, per_byte: PER_BYTE },
    Oracle { name: "archives", check: archives::written_again, per_byte: PER_BYTE },
    Oracle { name: "symbols", check: listed, per_byte: PER_BYTE },
    Oracle { name: "lazy", check: lazily, per_byte: PER_BYTE },
    Oracle { name: "rewrite", check: changed_in_part, per_byte: PER_BYTE },
    Oracle { name: "edit", check: front_door::edited, per_byte: PER_BYTE },
    Oracle { name: "print", check: read_and_print, per_byte: PER_BYTE },
    Oracle { name: "write", check: read_and_write, per_byte: PER_BYTE },
    Oracle { name: "translate", check: front_door::translated, per_byte: PER_BYTE },
    Oracle { name: "dialects", check: front_door::as_dialect, per_byte: PER_BYTE },
    Oracle { name: "verify", check: front_door::verified, per_byte: PER_BYTE },
    Oracle { name: "restore", check: front_door::restored, per_byte: PER_BYTE_OF_PATCHES },
    Oracle { name: "text and back", check: text_and_back, per_byte: PER_BYTE },
    Oracle { name: "patch", check: patches, per_byte: PER_BYTE_OF_PATCHES },
    Oracle { name: "analyze", check: analyzed, per_byte: PER_BYTE },
    Oracle { name: "dump", check: dumped, per_byte: PER_BYTE },
    Oracle { name: "diff", check: compared, per_byte: PER_BYTE_OF_DIFFERENCES },
];

/// Entry points for text.
pub const TEXT: &[Oracle] = &[
    Oracle { name: "parse", check: parsed, per_byte: PER_BYTE },
    Oracle { name: "assemble", check: front_door::assembled, per_byte: PER_BYTE },
    Oracle { name: "verify text", check: front_door::verified, per_byte: PER_BYTE },
    Oracle { name: "text to text", check: printed_again, per_byte: PER_BYTE },
    Oracle { name: "description", check: described, per_byte: PER_BYTE },
];

/// Entry points for bytes that control the test.
pub const BYTES: &[Oracle] = &[
    Oracle { name: "cursor", check: cursor::agrees, per_byte: PER_BYTE },
    Oracle { name: "generated", check: generated_module, per_byte: PER_BYTE },
];

/// The writer reproduces bit for bit what the event reader accepts.
pub fn copy(data: &[u8]) {
    if let Ok(copied) = bctk_bitstream::stream::copy(data) {
        assert!(copied == data, "the copy differs");
    }
}

/// Everything found in a container lies within it.
pub fn containers(data: &[u8]) {
    let Ok(contents) = find(data, &FindOptions::default()) else { return };
    for (nth, found) in contents.found.iter().enumerate() {
        assert!(data.get(found.range()) == Some(found.bytes), "what is found lies elsewhere");
        black_box((found.name(), found.section(), found.is_wrapped()));
        // Each takes the time of the whole file.
        if nth < 4 {
            replaced(data, found);
        }
    }
    rebuilt_with_others(data, &contents);
    for part in contents.packed.iter().take(4) {
        packed_again(data, part);
    }
    let natives = contents.natives.iter().map(|native| native.bytes);
    natives.chain(contents.found.iter().filter_map(|found| found.object)).take(4).for_each(other_symbols);
    for paths in &contents.paths {
        black_box((paths.name(), paths.paths().count()));
    }
    for fault in &contents.faults {
        black_box(fault.to_string());
    }
}

/// An ELF object whose symbols all get other names and are local can be read again, and its symbols have these names.
fn other_symbols(object: &[u8]) {
    let mut count = 0;
    let mut names = 0;
    let made = with_elf_symbols(object, &mut |symbol| {
        count += 1;
        names += symbol.name.len();
        symbol.name = format!("a{}", count % 1000).into_bytes().into();
        symbol.binding = elf::STB_LOCAL;
        count % 5 > 0 || symbol.is_needed
    });
    if let Ok(Some(made)) = made {
        assert!(made.len() <= 8 * object.len() + names + (2 << 20), "{} bytes of {}", made.len(), object.len());
        let again = with_elf_symbols(&made, &mut |symbol| {
            assert!(symbol.name.starts_with(b"a") && symbol.binding == elf::STB_LOCAL, "{symbol:?}");
            true
        });
        assert!(again == Ok(None), "an object that was made cannot be read");
    }
    for made in [without_elf_debug(object), with_elf_section(object, ".llvm.lto", 1, b"BC\xC0\xDE").map(Some)] {
        if let Ok(Some(made)) = made {
            assert!(made.len() <= 8 * object.len() + (2 << 20), "{} bytes of {}", made.len(), object.len());
            find(&made, &FindOptions::default()).expect("an object stays one");
        }
    }
}

/// The contents of a compressed part are not more than allowed, and what is made of them unpacks to the same.
fn packed_again(data: &[u8], part: &Packed<'_>) {
    const MOST: usize = 1 << 16;
    assert!(data.get(part.offset..part.offset + part.bytes.len()) == Some(part.bytes), "what is packed lies elsewhere");
    let Ok(contents) = unpacked(part, MOST) else { return };
    assert!(contents.len() <= MOST, "{} bytes are more than allowed", contents.len());
    let made = packed(part.bytes, part.form, &contents).expect("what was unpacked can be packed");
    let again = Packed { bytes: &made, ..part.clone() };
    assert!(unpacked(&again, MOST).expect("what was packed can be unpacked") == contents, "the contents differ");
    black_box((part.name(), part.section()));
}

/// Bitcode in a Metal library or a DirectX container, replaced by itself and by another; what is made can be read.
fn replaced(data: &[u8], found: &Found<'_>) {
    const OTHER: &[u8] = b"BC\xC0\xDE and more";
    let whole = found.object.filter(|whole| data.as_ptr() == whole.as_ptr() && data.len() == whole.len());
    let Some((whole, step)) =
        whole.zip(found.steps.last().filter(|step| [Container::MetalLibrary, Container::DirectX].contains(&step.container)))
    else {
        return;
    };
    for bytes in [found.bytes, OTHER] {
        let Ok(made) = rewritten(whole, &Change::Module(found.range(), bytes)) else { continue };
        let again = find(&made, &FindOptions::default()).expect("a container stays one");
        let now = again.found.iter().find(|now| now.steps.last() == Some(step)).expect("what was replaced is there");
        let wrapped = now.is_wrapped() && !bytes.starts_with(now.bytes.get(..4).unwrap_or_default());
        assert!(now.bytes.get(if wrapped { 20 } else { 0 }..).is_some_and(|now| now.starts_with(bytes)), "the new bitcode is not there");
    }
}

/// All bitcode in a container replaced by larger one: what is made is not much larger than that needs, and has as much bitcode.
fn rebuilt_with_others(data: &[u8], contents: &Contents<'_>) {
    // A block of twenty words, which is all zeros inside.
    const HEAD: &[u8] = b"BC\xC0\xDE\x35\x14\0\0\x14\0\0\0";
    const OTHER: [u8; 92] = {
        let mut bytes = [0; 92];
        let mut at = 0;
        while at < HEAD.len() {
            bytes[at] = HEAD[at];
            at += 1;
        }
        bytes
    };
    const MOST: usize = 64;
    if contents.container.is_none() || contents.found.is_empty() || contents.found.len() > MOST || !contents.faults.is_empty() {
        return;
    }
    let edits: Vec<Edit<'_>> = contents.found.iter().map(|found| Edit { range: found.range(), bytes: OTHER[..].into() }).collect();
    // Archives are the business of another oracle.
    let Ok(made) = rebuilt(data, &edits, &|_, _| Err("an archive".into())) else { return };
    assert!(made.len() <= 8 * data.len() + edits.len() * OTHER.len() + (2 << 20), "{} bytes of {}", made.len(), data.len());
    let again = find(&made, &FindOptions::default()).expect("a container stays one");
    assert_eq!(again.found.len(), contents.found.len(), "{:?}", again.faults);
    assert!(again.found.iter().all(|found| found.bytes.starts_with(&OTHER[..4]) || found.is_wrapped()), "the new bitcode is not there");
}

/// The symbols of whatever is a module, from its table and without it.
pub fn listed(data: &[u8]) {
    let Ok(parts) = modules(data, &ReadOptions::default()) else { return };
    for ignore_table in [false, true] {
        let options = symbols::Options { ignore_table, directives: true, constants: true, ..Default::default() };
        let Ok(table) = symbols::symbols(&parts, &options) else { continue };
        assert_eq!(table.symbols().count(), (0..table.modules()).map(|number| table.symbols_of(number).len()).sum::<usize>());
        black_box((table.producer(), table.triple(), table.source_filename(), table.linker_options(), table.dependent_libraries().count()));
    }
}

/// Summary, hash and single bodies.
pub fn lazily(data: &[u8]) {
    let options = ReadOptions::default();
    for part in &modules(data, &options).unwrap_or_default() {
        if let Ok(Some(module)) = read_summary(part, &options) {
            sunk(bctk_textual::print_index_to(&module, &PrintOptions::default(), &mut std::io::sink()));
        }
        black_box(check_hash(part, &options).ok());
        let Ok(mut lazy) = read_lazily(part, &options) else { continue };
        let functions: Vec<_> = lazy.module().functions().map(|(id, _, _)| id).collect();
        for id in functions.into_iter().rev() {
            black_box(lazy.read_body(id).is_ok());
        }
    }
}

/// Changes that copy the rest of a file are made or refused. A file that can be read can be read after them, too, unless it was skipped by
/// lengths that are wrong.
pub fn changed_in_part(data: &[u8]) {
    let options = ReadOptions::default();
    for part in &modules(data, &options).unwrap_or_default() {
        for extent in [Extent::Globals, Extent::WithoutBodies] {
            let Ok(mut file) = Rewriter::new(part, extent, &options) else { continue };
            let functions: Vec<_> = file.module().functions().map(|(id, _, _)| id).collect();
            if extent == Extent::WithoutBodies {
                functions.iter().step_by(3).for_each(|&id| drop(black_box(file.read_body(id))));
            }
            let module = file.module_mut();
            let name = module.strings.push(b"renamed");
            for global in module.globals.iter_mut().step_by(5).take(1) {
                global.name = name;
            }
            if let Some(inst) = module.bodies.first_mut().and_then(|body| body.debug_locs.first_mut()) {
                *inst = 0;
            }
            let mut written = Vec::new();
            let is_written = file.write_to(&WriteOptions::default(), &mut written).is_ok();
            if is_written && states_lengths(data) && read_module(part, &options).is_ok() {
                let parts = modules(&written, &options).expect("what was written can be read");
                assert_eq!(parts.len(), 1);
                black_box(read_module(&parts[0], &options).expect("and its module, too"));
            }
        }
    }
}

/// Whether all blocks end where their lengths say: readers do not ask.
fn states_lengths(data: &[u8]) -> bool {
    let within = bctk_bitstream::wrapper::strip_wrapper(data).unwrap_or_default();
    let Ok(mut events) = EventReader::new(data.get(within).unwrap_or_default()) else { return false };
    loop {
        match events.next() {
            Ok(Some(item)) => {
                if matches!(item.event, Event::EndBlock { declared_words: Some(_) }) {
                    return false;
                }
            }
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

fn read_all(data: &[u8]) -> Option<Vec<Module>> {
    let options = ReadOptions::default();
    modules(data, &options).ok()?.iter().map(|part| read_module(part, &options).ok()).collect()
}

fn write(modules: &[Module], options: &WriteOptions) -> Option<Vec<u8>> {
    write_modules(&modules.iter().collect::<Vec<_>>(), options).ok()
}

/// Prints where it is not kept: a text may be far longer than what says it.
/// A sink takes everything; so only a limit can have been gone beyond.
pub(crate) fn sunk<T>(printed: std::io::Result<T>) -> Option<T> {
    if let Err(error) = &printed {
        assert!(error.get_ref().is_some_and(|inner| inner.is::<Exceeded>()), "{error}");
    }
    printed.ok()
}

fn printed(module: &Module, options: &PrintOptions) {
    sunk(print_to(module, options, &mut std::io::sink()));
}

/// Writes a file where it is not kept.
fn sunk_file(modules: &[Module], options: &WriteOptions) {
    black_box(write_to(&modules.iter().collect::<Vec<_>>(), options, &mut std::io::sink()).ok());
}

/// Every module that can be read can be upgraded, and printed in every way.
pub fn read_and_print(data: &[u8]) {
    for mut module in read_all(data).unwrap_or_default() {
        printed(&module, &PrintOptions::default());
        upgrade::upgrade(&mut module, LlvmVersion::NEWEST);
        let options = PrintOptions { preserve_uselistorder: true, annotations: true, ..PrintOptions::default() };
        printed(&module, &options);
        module.drop_bodies();
        sunk(bctk_textual::print_index_to(&module, &options, &mut std::io::sink()));
    }
}

/// Every module that can be read is written or refused; written files can be read and written again.
pub fn read_and_write(data: &[u8]) {
    let Some(mut modules) = read_all(data) else { return };
    let plain = WriteOptions { use_list_orders: UseListOrders::Drop, wrapper: Wrapper::Never, ..Default::default() };
    let full = WriteOptions {
        use_list_orders: UseListOrders::Preserve,
        module_hash: ModuleHash::Compute,
        wrapper: Wrapper::Always,
        ..plain.clone()
    };
    sunk_file(&modules, &full);
    let first = write(&modules, &plain);
    modules.iter_mut().for_each(|module| upgrade::upgrade(module, LlvmVersion::NEWEST));
    sunk_file(&modules, &full);
    drop(modules);
    if let Some(first) = first {
        let again = read_all(&first).expect("what was written can be read");
        drop(first);
        black_box(write(&again, &plain).expect("and written again"));
    }
}

/// A text that was printed is read again or refused, with what is described below it, and what comes of it is written or refused.
pub fn text_and_back(data: &[u8]) {
    let Ok(module) = read(data, &ReadOptions::default()) else { return };
    let mut text = Limited::new(data);
    let Ok(nodes) = bctk_textual::print_numbered_to(&module, &PrintOptions::default(), &mut text) else { return };
    let layout = describe(&module, &nodes);
    drop((module, nodes));
    let options = ParseOptions { printed_by: Some(layout.version().unwrap_or_default()), ..ParseOptions::default() };
    let Ok(mut again) = parse(&text.bytes, &options) else { return };
    drop(text);
    for intact in [true, false] {
        black_box(layout.restore(&mut again, intact));
        black_box(write_modules(&[&again], &WriteOptions::default()).ok());
    }
}

/// Between a file and itself without its middle, and between the halves of a file, there is a patch that makes one of the other, and that is the same
/// after it was bytes. To another file it applies in part or not at all; bytes that are no patch do no harm.
pub fn patches(data: &[u8]) {
    let mut other = data.to_vec();
    let middle = (data.len() / 2) & !3;
    other.drain(middle..(middle + 16).min(data.len()));
    for (from, to) in [(&other[..], data), (&data[..middle], &data[middle..])] {
        let patch = patch::diff(from, to).expect("a patch");
        let decoded = patch::Patch::from_bytes(&patch.to_bytes()).expect("the same patch");
        assert!(decoded == patch, "the patch that was bytes is another");
        drop(decoded);
        let applied = patch::apply(from, &patch).expect("a patched file");
        assert!(applied.exact && applied.bytes == to, "the patched file is another");
        drop(applied);
        black_box(patch::apply(to, &patch).ok());
    }
    if let Ok(patch) = patch::Patch::from_bytes(data) {
        black_box(patch::apply(&other, &patch).ok());
    }
}

/// What llvm-bcanalyzer shows, or a message.
pub fn analyzed(data: &[u8]) {
    for dump in [false, true] {
        let options = Options { dump, dump_blockinfo: true, check_hash: Some(b"seed"), ..Options::default() };
        let _ = black_box(analyze(data, &options, &mut std::io::sink(), &mut |_| {}));
    }
}

/// Every record with names and values, the outline, statistics.
pub fn dumped(data: &[u8]) {
    let Ok(mut walk) = Walk::new(data, WalkOptions::default()) else { return };
    let mut resolver = Resolver::new(&walk);
    let (mut outline, mut stats) = (Outline::new(&walk), Stats::new());
    while let Ok(Some(step)) = walk.next() {
        resolver.step(&walk, &step);
        outline.step(&walk, &resolver, &step);
        stats.step(&walk, &step);
        black_box(resolver.fields());
    }
    outline.finish(&walk);
    black_box((outline.biggest_functions(), stats.advice()));
}

/// What differs from the same file with a byte more.
pub fn compared(data: &[u8]) {
    let mut other = data.to_vec();
    if let Some(byte) = other.get_mut(data.len() / 3) {
        *byte ^= 4;
    }
    black_box(diff::diff(data, &other, &WalkOptions::default()));
}

/// A text ends in a module or in faults that lie in it.
pub fn parsed(data: &[u8]) {
    if let Err(faults) = parse(data, &ParseOptions::default()) {
        assert!(!faults.faults.is_empty(), "no fault is told");
        for fault in &faults.faults {
            let (start, end) = (fault.span.start, fault.span.end);
            assert!(start <= end && end <= data.len() && !fault.message.is_empty(), "{start}..{end}: {}", fault.message);
        }
    }
}

/// A parsed module prints as a text that can be parsed again, in the language of the same LLVM.
pub fn printed_again(data: &[u8]) {
    let Ok(mut module) = parse(data, &ParseOptions::default()) else { return };
    let mut text = Limited::new(data);
    let whole = print_to(&module, &PrintOptions::default(), &mut text).is_ok();
    // Only with a name of its file does a text say that it was printed, so that its typed pointers stay.
    let pointers = if module.types.has_typed_pointers() { Pointers::Typed } else { Pointers::default() };
    let options = ParseOptions { printed_by: module.version(), pointers, ..ParseOptions::default() };
    // A text with forms of LLVM 3 is of that language, which has no words for what else a damaged one may hold.
    let is_parsed = whole && module.provenance.inferred.is_none() && !has_raw_words(&module);
    upgrade::upgrade(&mut module, LlvmVersion::NEWEST);
    let all = PrintOptions { preserve_uselistorder: true, annotations: true, ..PrintOptions::default() };
    printed(&module, &all);
    drop(module);
    if is_parsed
        && let Err(faults) = parse(&text.bytes, &options)
        && let Some(fault) = faults.faults.iter().find(|fault| !is_unsaid(&text.bytes, fault))
    {
        let line = String::from_utf8_lossy(line_at(&text.bytes, fault.span.start)).into_owned();
        panic!("what was printed is not parsed: {} in {line}", fault.message);
    }
}

/// Bytes of text to keep, in addition to a multiple of the input's size: a text may be far longer than its bitcode.
const TEXT_BASE: usize = 1 << 20;
/// See [`TEXT_BASE`].
const TEXT_PER_BYTE: usize = 64;

/// A buffer that takes only so much.
struct Limited {
    bytes: Vec<u8>,
    most: usize,
}

impl Limited {
    /// For the text of `data`.
    fn new(data: &[u8]) -> Limited {
        Limited { bytes: Vec::new(), most: TEXT_BASE + TEXT_PER_BYTE * data.len() }
    }
}

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            return Err(std::io::ErrorKind::StorageFull.into());
        }
        // It doubles, but not beyond what it may be.
        if self.bytes.capacity() - self.bytes.len() < bytes.len() {
            let room = (self.bytes.capacity() * 2).min(self.most) - self.bytes.len();
            self.bytes.reserve_exact(room.max(bytes.len()));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Whether the text of `module`, read from `data`, is short enough to be kept.
pub(crate) fn has_room_for_text(module: &Module, data: &[u8]) -> bool {
    let mut text = Limited::new(data);
    print_to(module, &PrintOptions::default(), &mut text).is_ok()
}

/// Whether there are quotes in what LLVM, and so bctk, prints as it is, though no text can have it so: keys of attributes, names of garbage collectors.
fn has_raw_words(module: &Module) -> bool {
    let is_raw = |text: Str| module.str(text).contains(&b'"');
    let keys = module.attrs.sets.iter().flatten().filter_map(|attr| match *attr {
        Attr::String(key, _) => Some(key),
        _ => None,
    });
    keys.chain(module.functions().map(|(_, _, function)| function.gc)).any(is_raw)
}

/// The line that contains a byte of a text.
fn line_at(text: &[u8], at: usize) -> &[u8] {
    let (before, after) = text.split_at(at.min(text.len()));
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let end = after.iter().position(|&byte| byte == b'\n').map_or(text.len(), |len| before.len() + len);
    &text[start..end]
}

/// Fields that a text has to have and that LLVM, and so bctk, does not print where they are empty or 0: the word before the parenthesis, and the field.
const UNSAID: &[(&str, &str)] = &[
    ("!DICompileUnit", "language"),
    ("!DILabel", "name"),
    ("!DILabel", "file"),
    ("!DILabel", "line"),
    ("!DIMacro", "name"),
    ("!DIModule", "name"),
    ("!DIGlobalVariableExpression", "var"),
];

/// Whether a fault of a printed text is that of LLVM's own: a field that it does not print, a conversion to what has no name, an infinity of
/// two `double`s whose second is a negative zero.
fn is_unsaid(text: &[u8], fault: &Diagnostic) -> bool {
    let Some((before, after)) = text.split_at_checked(fault.span.start) else { return false };
    if after.starts_with(b"+Inf") || after.starts_with(b"-Inf") {
        return before.ends_with(b"ppc_fp128 ") || before.ends_with(b"splat (ppc_fp128 ");
    }
    if let Some(field) = fault.message.strip_prefix("missing required field '").and_then(|rest| rest.strip_suffix('\'')) {
        let start = before.windows(3).rposition(|window| window == b"!DI").unwrap_or(0);
        let node = &before[start..];
        return UNSAID.iter().any(|(word, unsaid)| field == *unsaid && node.starts_with(format!("{word}(").as_bytes()));
    }
    let size = before.strip_suffix(b", ").unwrap_or_default();
    let digits = size.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && size[..size.len() - digits].ends_with(b"DW_OP_LLVM_convert, ")
}

/// A description below a text is read or rejected.
pub fn described(data: &[u8]) {
    let Some(trailer::Split { text, lines }) = trailer::split(data) else { return };
    let Ok(trailer) = trailer::Trailer::parse(&lines, text.len()) else { return };
    black_box(fingerprint(&text));
    if let Ok(mut module) = parse(&text, &ParseOptions::default()) {
        black_box(trailer.layout.restore(&mut module, false));
    }
}

/// The bytes make a module, and all properties hold for it.
pub fn generated_module(data: &[u8]) {
    let made = bctk_generate::module(&mut Unstructured::new(data), &bctk_generate::Options::default()).expect("any bytes make a module");
    for (name, property) in generated::PROPERTIES {
        if let Err(difference) = property(&made) {
            panic!("{name}: {difference}\n{}", String::from_utf8_lossy(&generated::text_of(&made, true)));
        }
    }
}
