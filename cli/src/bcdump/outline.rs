//! The outline on one screen: file type, modules, the tree of blocks, and what is biggest; as text and as JSON.
use std::fmt::Write as _;
use std::io::Write;

use bctk_bitcode::Error;
use bctk_bitcode::schema::{self, metadata};
use bctk_inspect::outline::Node;
use bctk_inspect::{Outline, Resolver, Step, StreamKind};
use serde::Serialize;

use crate::bcdump::json::{Document, checksum, hex};
use crate::bcdump::{Stop, Subject, grouped, percent};
use crate::color::{Ink, Paint};
use crate::readable;

/// Most lines of the tree.
const TREE: usize = 22;
/// Most modules and streams in the text.
const MODULES: usize = 4;
/// Most functions, kinds of metadata and kinds of records in the text.
const FUNCTIONS: usize = 5;
const KINDS: usize = 4;
const RECORDS: usize = 6;
/// Width of a bar.
const BAR: u64 = 30;

/// A kind of record, with its name.
#[derive(Serialize)]
struct Kind {
    block: String,
    record: String,
    count: u64,
    bits: u64,
}

/// The results of the walk.
struct Found<'a> {
    outline: Outline<'a>,
    error: Option<Error>,
    /// Names of records from BLOCKINFO and the schema, for what the outline shows.
    kinds: Vec<Kind>,
}

fn read<'a>(subject: &mut Subject<'a>) -> Found<'a> {
    let walk = &mut subject.walk;
    let mut resolver = Resolver::new(walk).with_names_only();
    let mut outline = Outline::new(walk);
    let mut info = walk.reader().block_info().clone();
    let mut labels = resolver.labels();
    let error = loop {
        match walk.next() {
            Ok(Some(step)) => {
                resolver.step(walk, &step);
                if step != Step::Record {
                    labels = resolver.labels();
                    // The last nonempty BLOCKINFO provides the names at the end.
                    if walk.reader().block_info().iter().next().is_some() {
                        info = walk.reader().block_info().clone();
                    }
                }
                outline.step(walk, &resolver, &step);
            }
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    outline.finish(walk);
    let blocks = outline.stats.blocks();
    let names: Vec<(u32, String)> = blocks.iter().map(|(id, _)| (*id, labels.block(&info, *id).into_owned())).collect();
    let mut kinds: Vec<Kind> = Vec::new();
    for (id, name) in &names {
        for (code, stats) in outline.stats.codes(*id) {
            let record = labels.record(&info, *id, code).into_owned();
            kinds.push(Kind { block: name.clone(), record, count: stats.count, bits: stats.bits });
        }
    }
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.bits));
    Found { outline, error, kinds }
}

impl Found<'_> {
    /// The biggest kinds of metadata nodes.
    fn metadata(&self) -> impl Iterator<Item = &Kind> {
        let name = schema::block_name(metadata::ID).unwrap_or("METADATA");
        let is_ir = self.outline.streams.iter().any(|(_, magic)| StreamKind::of(*magic) == StreamKind::LlvmIr);
        self.kinds.iter().filter(move |kind| is_ir && kind.block == name)
    }

    /// Bits of blocks that are neither records nor definitions of abbreviations, and those of definitions.
    fn overhead(&self) -> (u64, u64) {
        let (mut rest, mut definitions) = (0, 0);
        for (_, block) in self.outline.stats.blocks() {
            definitions += block.definition_bits;
            rest += block.own_bits.saturating_sub(block.record_bits + block.definition_bits);
        }
        (rest, definitions)
    }
}

fn bytes(bits: u64) -> String {
    grouped(bits.div_ceil(8))
}

/// Shows the outline as text.
pub(crate) fn text<W: Write>(mut subject: Subject<'_>, mangled: bool, paint: Paint, out: &mut W) -> Result<(), Stop> {
    let found = read(&mut subject);
    let walk = &subject.walk;
    let size = walk.file().len() as u64;
    let mut text = String::new();
    let magic = walk.data().first_chunk::<4>().copied().unwrap_or_default();
    paint.add(&mut text, Ink::Heading, &subject.name);
    let mut kind = StreamKind::of(magic).describe().to_owned();
    if StreamKind::of(magic) == StreamKind::Unknown {
        let _ = write!(kind, " (magic {})", hex(magic));
    }
    let _ = writeln!(text, ": {kind}, {} bytes, crc32 {}", grouped(size), checksum(found.outline.crc32));
    if let Some(wrapper) = walk.wrapper() {
        let _ = writeln!(
            text,
            "  wrapper: {} bytes at byte {}, CPU type 0x{:x}",
            grouped(wrapper.size.into()),
            wrapper.offset,
            wrapper.cpu_type
        );
    }
    if found.outline.streams.len() > 1 {
        let _ = writeln!(text, "  {} streams, one after the other", found.outline.streams.len());
    }
    modules(&found.outline, &mut text);
    tree(&found.outline, size, paint, &mut text);
    functions(&found.outline, size, mangled, paint, &mut text);
    let kinds = |title: &str, kinds: &[&Kind], with_block: bool, text: &mut String| {
        if kinds.is_empty() {
            return;
        }
        paint.add(text, Ink::Heading, &format!("\n{title}\n"));
        let most = kinds.iter().map(|kind| kind.bits).max().unwrap_or(0).max(1);
        for kind in kinds {
            let name = if with_block { format!("{}:{}", kind.block, kind.record) } else { kind.record.clone() };
            let bar = "█".repeat((kind.bits * BAR).div_ceil(most) as usize);
            let share = percent(kind.bits, size * 8);
            let count = format!("{} ×", grouped(kind.count));
            let _ = writeln!(text, "  {name:<38} {count:>12} {:>12} {share:>6}  {bar}", bytes(kind.bits));
        }
    };
    let metadata: Vec<&Kind> = found.metadata().take(KINDS).collect();
    kinds("biggest metadata", &metadata, false, &mut text);
    let (rest, definitions) = found.overhead();
    let overhead = [("headers, ends and padding of blocks", rest), ("definitions of abbreviations", definitions)];
    let biggest: Vec<&Kind> = found.kinds.iter().take(RECORDS).collect();
    kinds("where the bits go", &biggest, true, &mut text);
    let line = overhead.map(|(what, bits)| format!("{what} {}", percent(bits, size * 8))).join(", ");
    paint.add(&mut text, Ink::Dim, &format!("  {line}\n"));
    out.write_all(text.as_bytes())?;
    found.error.map_or(Ok(()), |error| Err(Stop::File(error)))
}

fn modules(outline: &Outline<'_>, text: &mut String) {
    for (number, module) in outline.modules.iter().enumerate().take(MODULES) {
        let part = |text: &str| if text.is_empty() { "-".to_owned() } else { text.to_owned() };
        let _ = writeln!(
            text,
            "  module {number}: {}, {}, by {}; encoding {}, {} function bodies, crc32 {}",
            part(&module.source),
            part(&module.triple),
            part(&module.producer),
            module.version,
            grouped(module.functions),
            checksum(module.crc32),
        );
    }
    if outline.modules.len() > MODULES {
        let _ = writeln!(text, "  and {} more modules", outline.modules.len() - MODULES);
    }
}

fn tree(outline: &Outline<'_>, size: u64, paint: Paint, text: &mut String) {
    let head = format!("\n{:<36} {:>9} {:>13} {:>7} {:>12}  {}\n", "blocks", "count", "bytes", "share", "records", "crc32");
    paint.add(text, Ink::Heading, &head);
    // Where there are too many, the smallest go, unless something is below them.
    let mut sizes: Vec<u64> = outline.nodes.iter().map(|node| node.bits).collect();
    sizes.sort_unstable();
    let least = sizes.len().checked_sub(TREE).and_then(|at| sizes.get(at)).copied().unwrap_or(0);
    let (mut shown, mut left, mut left_bits) = (0, 0u64, 0);
    let mut todo: Vec<usize> = outline.roots.iter().rev().copied().collect();
    while let Some(number) = todo.pop() {
        let Some(node) = outline.nodes.get(number) else { continue };
        if node.bits < least || shown >= TREE {
            left += 1;
            left_bits += node.bits;
            continue;
        }
        shown += 1;
        todo.extend(node.children.iter().rev());
        let indent = "  ".repeat(node.depth + 1);
        text.push_str(&indent);
        let width = 36usize.saturating_sub(indent.len());
        paint.add(text, Ink::Block, &format!("{:<width$}", node.name));
        let _ = writeln!(
            text,
            " {:>9} {:>13} {:>7} {:>12}  {}",
            grouped(node.count),
            bytes(node.bits),
            percent(node.bits, size * 8),
            grouped(node.records),
            checksum(node.crc32),
        );
    }
    if left > 0 {
        paint.add(text, Ink::Dim, &format!("  and {left} smaller kinds, {} bytes\n", bytes(left_bits)));
    }
    if outline.trailing_bits > 0 {
        paint.add(text, Ink::Dim, &format!("  after the last block: {} bytes\n", bytes(outline.trailing_bits)));
    }
}

fn functions(outline: &Outline<'_>, size: u64, mangled: bool, paint: Paint, text: &mut String) {
    let biggest = outline.biggest_functions();
    if biggest.is_empty() {
        return;
    }
    paint.add(text, Ink::Heading, "\nbiggest functions\n");
    for function in biggest.iter().take(FUNCTIONS) {
        let share = percent(function.bits, size * 8);
        let module = if outline.modules.len() > 1 { format!("MODULE[{}]/", function.module) } else { String::new() };
        let place = format!("{module}FUNCTION[{}]", function.index);
        let mut name = String::from_utf8_lossy(&readable::name(function.name.as_bytes(), mangled)).into_owned();
        if name.chars().count() > 60 {
            name = name.chars().take(59).chain(['…']).collect();
        }
        let _ = writeln!(text, "  {:>12} {share:>6}  {place:<18} @{name}", bytes(function.bits));
    }
}

#[derive(Serialize)]
struct StreamItem {
    bit: u64,
    magic: String,
    kind: &'static str,
}

#[derive(Serialize)]
struct ModuleItem<'a> {
    source: &'a str,
    triple: &'a str,
    producer: &'a str,
    encoding: u64,
    functions: u64,
    bits: u64,
    crc32: String,
}

#[derive(Serialize)]
struct BlockItem<'a> {
    path: String,
    id: u32,
    name: &'a str,
    count: u64,
    bits: u64,
    records: u64,
    crc32: String,
}

#[derive(Serialize)]
struct FunctionItem<'a> {
    name: &'a str,
    module: u32,
    index: u32,
    bits: u64,
}

#[derive(Serialize)]
struct Sums {
    magic: u64,
    blocks: u64,
    trailing: u64,
    /// Bits of the file that are not of the stream: a wrapper header, and what it leaves out.
    outside: u64,
    headers: u64,
    abbreviations: u64,
}

/// Shows the outline as JSON.
pub(crate) fn json<W: Write>(mut subject: Subject<'_>, out: &mut W) -> Result<(), Stop> {
    let found = read(&mut subject);
    let outline = &found.outline;
    let mut document = Document::begin(out, "outline", &subject.name, &subject.walk)?;
    document.member("crc32", &checksum(found.outline.crc32))?;
    let stream = |(bit, magic): &(u64, [u8; 4])| StreamItem { bit: *bit, magic: hex(*magic), kind: StreamKind::of(*magic).id() };
    document.member("streams", &outline.streams.iter().map(stream).collect::<Vec<_>>())?;
    document.begin_list("modules")?;
    for module in &outline.modules {
        document.element(&ModuleItem {
            source: &module.source,
            triple: &module.triple,
            producer: &module.producer,
            encoding: module.version,
            functions: module.functions,
            bits: module.bits,
            crc32: checksum(module.crc32),
        })?;
    }
    document.begin_list("blocks")?;
    let mut todo: Vec<(usize, String)> = outline.roots.iter().rev().map(|&root| (root, String::new())).collect();
    while let Some((number, above)) = todo.pop() {
        let Some(node): Option<&Node> = outline.nodes.get(number) else { continue };
        let path = if above.is_empty() { node.name.clone() } else { format!("{above}/{}", node.name) };
        todo.extend(node.children.iter().rev().map(|&child| (child, path.clone())));
        let (id, count, bits, records) = (node.id, node.count, node.bits, node.records);
        document.element(&BlockItem { path, id, name: &node.name, count, bits, records, crc32: checksum(node.crc32) })?;
    }
    document.begin_list("functions")?;
    for function in &outline.biggest_functions() {
        let (module, index, bits) = (function.module, function.index, function.bits);
        document.element(&FunctionItem { name: &function.name, module, index, bits })?;
    }
    document.begin_list("metadata")?;
    for kind in found.metadata() {
        document.element(kind)?;
    }
    document.begin_list("records")?;
    for kind in &found.kinds {
        document.element(kind)?;
    }
    let blocks = outline.roots.iter().filter_map(|&root| outline.nodes.get(root)).map(|node| node.bits).sum();
    let (headers, abbreviations) = found.overhead();
    let outside = (subject.walk.file().len() - subject.walk.data().len()) as u64 * 8;
    let sums = Sums { magic: outline.magic_bits, blocks, trailing: outline.trailing_bits, outside, headers, abbreviations };
    document.member("bits", &sums)?;
    document.end(found.error.as_ref())?;
    found.error.map_or(Ok(()), |error| Err(Stop::File(error)))
}
