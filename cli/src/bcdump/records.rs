//! `--records`: blocks and records by path, with names, or raw, or bit by bit; as text and as JSON.
use std::fmt::Write as _;
use std::io::Write;

use bctk_bitstream::stream::UNABBREV_RECORD;
use bctk_inspect::encoding::{self, What};
use bctk_inspect::{Block, Event, Pattern, Resolver, Running, Selection, Shape, Walk};
use serde::Serialize;

use crate::bcdump::json::{Document, checksum};
use crate::bcdump::{Stop, Subject, grouped};
use crate::color::{Ink, Paint};

/// The maximum number of bytes of a blob that are shown in hexadecimal.
const BLOB_BYTES: usize = 16;

/// The actions of a view for blocks and records.
trait View {
    /// Start of a selected block. `shown` is the number of selected blocks around it.
    fn enter(&mut self, at: &Selection<'_, '_>, block: &Block) -> Result<(), Stop>;
    /// A selected record.
    fn record(&mut self, at: &Selection<'_, '_>) -> Result<(), Stop>;
    /// A selected block has ended.
    fn leave(&mut self, at: &Selection<'_, '_>, block: &Block, end: u64) -> Result<(), Stop>;
}

/// Passes what `pattern` selects to `view`.
fn walk<'a>(walk: Walk<'a>, resolver: Resolver<'a>, pattern: &Pattern, view: &mut dyn View) -> Result<(), Stop> {
    let mut at = Selection::new(walk, resolver, pattern);
    while let Some(event) = at.next().map_err(Stop::File)? {
        match event {
            Event::Enter(block) => view.enter(&at, &block)?,
            Event::Record => view.record(&at)?,
            Event::Leave { block, end } => view.leave(&at, &block, end)?,
        }
    }
    if at.found() { Ok(()) } else { Err(Stop::NothingAt) }
}

/// Shows records as text.
pub(crate) fn text<W: Write>(
    subject: Subject<'_>,
    pattern: &Pattern,
    raw: bool,
    bits: bool,
    paint: Paint,
    out: &mut W,
) -> Result<(), Stop> {
    let resolver = if raw { subject.resolver() } else { subject.resolver().with_local_names() };
    // Block names are shown for records that are selected alone, once there is one.
    let mut view = Text { out, paint, raw, bits, line: String::new(), pending: Vec::new(), whole: pattern.selects_blocks() };
    walk(subject.walk, resolver, pattern, &mut view)
}

struct Text<'o, W: Write> {
    out: &'o mut W,
    paint: Paint,
    raw: bool,
    bits: bool,
    line: String,
    /// The lines of the open blocks that are to be shown with their first record.
    pending: Vec<Option<String>>,
    /// Whether blocks are shown although they have no selected record.
    whole: bool,
}

impl<W: Write> View for Text<'_, W> {
    fn enter(&mut self, at: &Selection<'_, '_>, block: &Block) -> Result<(), Stop> {
        let indent = at.depth().saturating_sub(1);
        let mut line = "  ".repeat(if self.whole { indent } else { 0 });
        let top = indent == 0 || !self.whole;
        let name = if top { at.path() } else { at.path().rsplit('/').next().unwrap_or("").to_owned() };
        self.paint.add(&mut line, Ink::Block, &name);
        if let Some(function) = at.function() {
            let _ = write!(line, " (@{function})");
        }
        let note = format!("  ; block {}, bit {}, {} bytes, ids of {} bits", block.id, block.bit, grouped(block.bits() / 8), block.width);
        self.paint.add(&mut line, Ink::Dim, &note);
        line.push('\n');
        if self.whole {
            self.out.write_all(line.as_bytes())?;
        } else {
            self.pending.push(Some(line));
        }
        Ok(())
    }

    fn record(&mut self, at: &Selection<'_, '_>) -> Result<(), Stop> {
        if let Some(line) = self.pending.last_mut().and_then(Option::take) {
            self.out.write_all(line.as_bytes())?;
        }
        let indent = if self.whole { at.depth() } else { 1 };
        let mut line = std::mem::take(&mut self.line);
        line.clear();
        (0..indent).for_each(|_| line.push_str("  "));
        if self.raw {
            self.raw(at, &mut line)
        } else {
            self.named(at, &mut line)
        }
        line.push('\n');
        if self.bits {
            self.parts(at, indent, &mut line)?;
        }
        self.out.write_all(line.as_bytes())?;
        if !self.raw {
            let (paint, out) = (self.paint, &mut *self.out);
            at.resolver().metadata_strings(at.walk().record(), |number, bytes| {
                line.clear();
                (0..indent + 1).for_each(|_| line.push_str("  "));
                paint.with(&mut line, Ink::Definition, |line| write!(line, "!{number}")).ok();
                line.push_str(" = \"");
                bctk_inspect::names::printable(bytes, &mut line);
                line.push_str("\"\n");
                out.write_all(line.as_bytes())
            })?;
        }
        self.line = line;
        Ok(())
    }

    fn leave(&mut self, _at: &Selection<'_, '_>, block: &Block, end: u64) -> Result<(), Stop> {
        self.pending.pop();
        if end != block.end {
            let mut line = String::new();
            let note = format!("; the block at bit {} says that it ends at bit {}, but ends at bit {end}\n", block.bit, block.end);
            self.paint.add(&mut line, Ink::Alarm, &note);
            self.out.write_all(line.as_bytes())?;
        }
        Ok(())
    }
}

/// Appends operands that no row describes: characters, where all of them are.
fn plain(ops: &[u64], line: &mut String) {
    line.push('[');
    for (i, op) in ops.iter().enumerate() {
        let _ = write!(line, "{}{op}", if i > 0 { " " } else { "" });
    }
    line.push(']');
}

/// Whether operands look like a text.
fn is_text(ops: &[u64]) -> bool {
    ops.len() >= 4 && ops.iter().all(|&op| (0x20..0x7f).contains(&op))
}

impl<W: Write> Text<'_, W> {
    fn raw(&self, at: &Selection<'_, '_>, line: &mut String) {
        let record = at.walk().record();
        self.paint.add(line, Ink::Record, &at.record_name());
        let _ = write!(line, " {} ", record.code);
        plain(&record.ops, line);
        if let Some(blob) = record.blob_range() {
            let _ = write!(line, " blob=<{} bytes>", blob.len());
        }
    }

    fn named(&self, at: &Selection<'_, '_>, line: &mut String) {
        let record = at.walk().record();
        let before = line.len();
        if self.paint.with(line, Ink::Definition, |line| at.resolver().definition(line)) {
            line.push_str(" = ");
            // Beside the number of the bitcode, that of the text.
            if let Some(number) = at.resolver().printed_number() {
                self.paint.add(line, Ink::Definition, &format!("%{number}"));
                line.push_str(" = ");
            }
        } else {
            line.truncate(before);
        }
        self.paint.add(line, Ink::Record, &at.record_name());
        if at.resolver().row().is_none() {
            if !record.ops.is_empty() {
                line.push(' ');
                plain(&record.ops, line);
                if is_text(&record.ops) {
                    let text: String = record.ops.iter().map(|&c| char::from(c as u8)).collect();
                    let _ = write!(line, " {text:?}");
                }
            }
            if let Some(blob) = record.blob(at.walk().data()) {
                let _ = write!(line, " blob=<{} bytes>", blob.len());
                if blob.len() <= 80 && blob.iter().all(|b| (0x20..0x7f).contains(b)) {
                    let _ = write!(line, " {:?}", String::from_utf8_lossy(blob));
                }
            }
            return;
        }
        for field in at.resolver().fields() {
            // A flag that is not set is omitted.
            if let Shape::Bit(bit) = field.shape
                && record.ops.first().is_none_or(|op| op >> (bit & 63) & 1 == 0)
            {
                continue;
            }
            line.push(' ');
            self.paint.add(line, Ink::Field, field.name);
            line.push('=');
            at.resolver().text(field, record, line);
        }
    }

    /// Appends a line for every part of the record.
    fn parts(&self, at: &Selection<'_, '_>, indent: usize, line: &mut String) -> Result<(), Stop> {
        let record = at.walk().record();
        let bits = at.walk().record_bits();
        let parts = encoding::parts(at.walk().reader(), record).map_err(Stop::File)?;
        let margin = "  ".repeat(indent + 1);
        line.push_str(&margin);
        let how = if record.abbrev == UNABBREV_RECORD { "no abbreviation".to_owned() } else { format!("abbreviation {}", record.abbrev) };
        let note = format!("; bit {}, {} bits, {how}", bits.start, bits.end - bits.start);
        self.paint.add(line, Ink::Dim, &note);
        line.push('\n');
        for part in parts {
            let what = match part.what {
                What::Id => "id".to_owned(),
                What::Code => "code".to_owned(),
                What::Count => "operands".to_owned(),
                What::Length => "length".to_owned(),
                What::Padding => "padding".to_owned(),
                What::Blob => "blob".to_owned(),
                What::Operand(number) => match at.resolver().fields().iter().rfind(|f| (f.first..f.first + f.count).contains(&number)) {
                    Some(field) if field.count > 1 => format!("{}[{}]", field.name, number - field.first),
                    Some(field) => field.name.to_owned(),
                    None => format!("op{number}"),
                },
            };
            let value = if matches!(part.what, What::Blob | What::Padding) { String::new() } else { part.value.to_string() };
            let head = format!("{margin}{:>10} {:>5}  {:<8} {what:<20} {value:>12}  ", part.bit, part.width, part.encoding.to_string());
            line.push_str(&head);
            let range = (part.bit / 8) as usize..((part.bit + part.width).div_ceil(8)) as usize;
            let bytes = at.walk().data().get(range).unwrap_or(&[]);
            let hex = |line: &mut String| {
                for byte in bytes.iter().take(BLOB_BYTES).filter(|_| part.width > 0) {
                    let _ = write!(line, " {byte:02x}");
                }
                if bytes.len() > BLOB_BYTES {
                    line.push_str(" …");
                }
            };
            self.paint.with(line, Ink::Dim, hex);
            while line.ends_with(' ') {
                line.pop();
            }
            line.push('\n');
        }
        Ok(())
    }
}

/// Shows records as JSON.
pub(crate) fn json<W: Write>(subject: Subject<'_>, pattern: &Pattern, raw: bool, bits: bool, out: &mut W) -> Result<(), Stop> {
    let resolver = if raw { subject.resolver() } else { subject.resolver().with_local_names() };
    let mut document = Document::begin(out, "records", &subject.name, &subject.walk)?;
    document.begin_list("items")?;
    let running = Running::new(subject.walk.data());
    let mut view = Json { document, running, raw, bits, texts: Vec::new() };
    let result = walk(subject.walk, resolver, pattern, &mut view);
    let error = match &result {
        Err(Stop::File(error)) => Some(error),
        _ => None,
    };
    if !matches!(result, Err(Stop::Output(_))) {
        view.document.end(error)?;
    }
    result
}

struct Json<'o, 'a, W: Write> {
    document: Document<'o, W>,
    running: Running<'a>,
    raw: bool,
    bits: bool,
    texts: Vec<String>,
}

#[derive(Serialize)]
struct BlockItem<'a> {
    item: &'static str,
    path: String,
    id: u32,
    name: &'a str,
    index: u32,
    function: Option<String>,
    bit: u64,
    bits: u64,
    abbrev_width: u32,
}

#[derive(Serialize)]
struct EndItem {
    item: &'static str,
    bit: u64,
    end: u64,
    crc32: String,
}

#[derive(Serialize)]
struct RecordItem<'a> {
    item: &'static str,
    name: &'a str,
    code: u32,
    bit: u64,
    bits: u64,
    abbrev: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    defines: Option<&'a str>,
    /// What llvm-dis calls the value, if it has no name.
    #[serde(skip_serializing_if = "Option::is_none")]
    llvm_dis: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<Vec<FieldItem<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ops: Option<&'a [u64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blob_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<Vec<PartItem>>,
}

#[derive(Serialize)]
struct FieldItem<'a> {
    name: &'static str,
    ops: &'a [u64],
    /// Omitted if it is the only operand as a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

#[derive(Serialize)]
struct PartItem {
    what: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    operand: Option<usize>,
    bit: u64,
    bits: u64,
    encoding: String,
    value: u64,
}

#[derive(Serialize)]
struct StringItem {
    item: &'static str,
    defines: String,
    text: String,
}

impl<W: Write> View for Json<'_, '_, W> {
    fn enter(&mut self, at: &Selection<'_, '_>, block: &Block) -> Result<(), Stop> {
        self.running.enter(block);
        let item = BlockItem {
            item: "block",
            path: at.path(),
            id: block.id,
            name: at.block().1,
            index: block.index,
            function: at.function(),
            bit: block.bit,
            bits: block.bits(),
            abbrev_width: block.width,
        };
        Ok(self.document.element(&item)?)
    }

    fn record(&mut self, at: &Selection<'_, '_>) -> Result<(), Stop> {
        let record = at.walk().record();
        let bits = at.walk().record_bits();
        self.running.advance(bits.start);
        let known = at.resolver().fields();
        let mut definition = String::new();
        let defines = !self.raw && at.resolver().definition(&mut definition);
        let named = !self.raw && at.resolver().row().is_some();
        if named {
            self.texts.resize(known.len().max(self.texts.len()), String::new());
            for (text, field) in self.texts.iter_mut().zip(known) {
                text.clear();
                at.resolver().text(field, record, text);
            }
        }
        let fields = named.then(|| {
            let pairs = known.iter().zip(&self.texts);
            let plain = |ops: &[u64], text: &str| matches!(ops, [op] if text.parse() == Ok(*op));
            let item = pairs.map(|(field, text)| {
                let ops = field.ops(&record.ops);
                FieldItem { name: field.name, ops, text: (!plain(ops, text)).then_some(text.as_str()) }
            });
            item.collect()
        });
        let encoding = if self.bits {
            let parts = encoding::parts(at.walk().reader(), record).map_err(Stop::File)?;
            Some(parts.iter().map(part_item).collect())
        } else {
            None
        };
        let item = RecordItem {
            item: "record",
            name: &at.record_name(),
            code: record.code,
            bit: bits.start,
            bits: bits.end - bits.start,
            abbrev: (record.abbrev != UNABBREV_RECORD).then_some(record.abbrev),
            defines: defines.then_some(&definition),
            llvm_dis: at.resolver().printed_number().filter(|_| defines).map(|number| format!("%{number}")),
            ops: fields.is_none().then_some(&record.ops),
            fields,
            blob_bytes: record.blob_range().map(|range| range.len() as u64),
            encoding,
        };
        self.document.element(&item)?;
        if !self.raw {
            at.resolver().metadata_strings(record, |number, bytes| {
                let mut text = String::new();
                bctk_inspect::names::printable(bytes, &mut text);
                self.document.element(&StringItem { item: "string", defines: format!("!{number}"), text })
            })?;
        }
        Ok(())
    }

    fn leave(&mut self, _at: &Selection<'_, '_>, block: &Block, end: u64) -> Result<(), Stop> {
        let crc32 = checksum(self.running.leave(end));
        Ok(self.document.element(&EndItem { item: "end", bit: block.bit, end, crc32 })?)
    }
}

fn part_item(part: &encoding::Part) -> PartItem {
    let (what, operand) = match part.what {
        What::Id => ("id", None),
        What::Code => ("code", None),
        What::Count => ("operands", None),
        What::Length => ("length", None),
        What::Padding => ("padding", None),
        What::Blob => ("blob", None),
        What::Operand(number) => ("operand", Some(number)),
    };
    PartItem { what, operand, bit: part.bit, bits: part.width, encoding: part.encoding.to_string(), value: part.value }
}
