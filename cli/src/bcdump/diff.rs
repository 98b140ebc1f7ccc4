//! `bcdump diff A B`: the differences between two bitstreams.
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use bctk_inspect::diff::{self, BlockDiff, BlockSide, Change, Diff, DiffRecord, FieldChange, Kind};
use bctk_inspect::{Walk, WalkOptions, block_info_of};
use clap::Parser;
use serde::Serialize;

use super::{grouped, json};
use crate::color::{Ink, Paint, When};
use crate::diag::Fault;
use crate::messages;
use bctk::input;

/// The end of `--help`, after the options.
const EXAMPLES: &str = "\
Examples:
  bcdump diff a.bc b.bc                all differences
  bcdump diff a.bc b.bc --summary      which blocks differ, and how much
  bcdump diff a.bc b.bc --content      without differences in encoding only
  bcdump diff a.bc b.bc --json | jq '.blocks[].path'

Functions, globals, COMDATs, named types and metadata kinds are matched by name, other records by
content. Numbers of values, types, metadata and attributes are compared by what they stand for, so
a new type does not change every later record.

Exit status: 0 if the files are equal (with --content: if no record differs), 1 if they differ, 2
on errors.";

/// Compares two bitstreams block by block and record by record.
#[derive(Debug, Parser)]
#[command(name = "bcdump diff", version, max_term_width = 100, after_help = EXAMPLES)]
struct Args {
    /// First file; `-` is standard input.
    #[arg(value_name = "A")]
    old: PathBuf,

    /// Second file.
    #[arg(value_name = "B")]
    new: PathBuf,

    /// Show which blocks differ, without their records.
    #[arg(long)]
    summary: bool,

    /// Ignore differences in encoding: abbreviations, numbering, positions.
    #[arg(long)]
    content: bool,

    /// Show at most N differences per block; 0 shows all.
    ///
    /// Default: 100, with --json all.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,

    /// Print JSON (docs/bcdump-json.md).
    #[arg(long)]
    json: bool,

    /// Take names and abbreviations from the BLOCKINFO block of another bitstream.
    #[arg(long, value_name = "FILE")]
    block_info: Option<PathBuf>,

    /// When to use colors.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    color: When,
}

/// Differences of a block that are shown by default.
const LIMIT: usize = 100;

/// Runs `bcdump diff` with its arguments, `bcdump diff` itself first.
pub(crate) fn run(args: &[OsString]) -> ExitCode {
    let args = match Args::try_parse_from(args) {
        Ok(args) => args,
        Err(error) => return messages::usage(&error),
    };
    match show(&args) {
        Ok(equal) => ExitCode::from(u8::from(!equal)),
        Err(fault) => {
            messages::fail(&fault);
            // 1 means that the files differ.
            ExitCode::from(if matches!(fault, Fault::BrokenPipe) { fault.status() } else { 2 })
        }
    }
}

fn show(args: &Args) -> Result<bool, Fault> {
    let mut options = crate::limits::walk_options();
    if let Some(path) = &args.block_info {
        let other = input::open(path)?;
        let info = block_info_of(other.bytes()).map_err(|e| Fault::Content(input::name(path), e.to_string()))?;
        options.block_info = Some(info);
    }
    if input::is_dash(&args.old) && input::is_dash(&args.new) {
        return Err(Fault::Usage("only one file can be standard input".into()));
    }
    let names = [input::name(&args.old), input::name(&args.new)];
    let files = [super::open_one(&args.old)?, super::open_one(&args.new)?];
    for (name, file) in names.iter().zip(&files) {
        Walk::new(file.bytes(), options.clone()).map_err(|e| Fault::Content(name.clone(), e.to_string()))?;
    }
    let [old, new] = [files[0].bytes(), files[1].bytes()];
    let mut diff = diff::diff(old, new, &options);
    if args.content {
        diff.blocks.retain(|block| block.kind != Kind::Encoding);
    }
    let equal = if args.content { !diff.content_differs() } else { diff.identical };
    let paint = Paint::new(if args.json { When::Never } else { args.color });
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let written = if args.json {
        document(args, &names, [old, new], &options, &diff, equal, &mut out)
    } else {
        text(args, &names, [old, new], &diff, paint, &mut out)
    };
    written.and_then(|()| out.flush()).map_err(|e| Fault::write("<stdout>", e))?;
    let fault = diff.faults.iter().zip(names).find_map(|(fault, name)| fault.as_ref().map(|e| Fault::Content(name, e.to_string())));
    match fault {
        Some(fault) => Err(fault),
        None => Ok(equal),
    }
}

/// Records of a difference by kind: removed, added, changed.
fn counts(blocks: &[BlockDiff]) -> [u64; 3] {
    let mut out = [0; 3];
    for change in blocks.iter().flat_map(|block| &block.changes) {
        out[match change {
            Change::Removed(_) => 0,
            Change::Added(_) => 1,
            Change::Changed { .. } => 2,
        }] += 1;
    }
    out
}

fn text(args: &Args, names: &[String; 2], files: [&[u8]; 2], diff: &Diff, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    let mut line = String::new();
    if diff.blocks.is_empty() && diff.faults.iter().all(Option::is_none) {
        return writeln!(out, "{}", if diff.identical { "The files are equal." } else { "No record differs." });
    }
    for ((sign, ink), (name, file)) in [("---", Ink::Alarm), ("+++", Ink::Definition)].into_iter().zip(names.iter().zip(files)) {
        let about = format!("{} bytes  crc32 {}", grouped(file.len() as u64), json::checksum(crc32fast::hash(file)));
        paint.add(&mut line, ink, &format!("{sign} {name}"));
        line.push_str("  ");
        paint.add(&mut line, Ink::Dim, &about);
        line.push('\n');
    }
    let limit = match args.limit {
        Some(0) => usize::MAX,
        limit => limit.unwrap_or(LIMIT),
    };
    for block in &diff.blocks {
        heading(block, paint, &mut line);
        if !args.summary {
            for change in block.changes.iter().take(limit) {
                one(change, paint, &mut line);
            }
            if block.changes.len() > limit {
                paint.add(&mut line, Ink::Dim, &format!("  … {} more; --limit 0 shows all", block.changes.len() - limit));
                line.push('\n');
            }
        }
        out.write_all(line.as_bytes())?;
        line.clear();
    }
    line.push('\n');
    let of = |kind| diff.count(kind);
    let [removed, added, changed] = counts(&diff.blocks);
    let blocks = format!(
        "Blocks: {} changed, {} removed, {} added, {} in encoding only, {} equal.",
        of(Kind::Changed),
        of(Kind::Removed),
        of(Kind::Added),
        of(Kind::Encoding),
        grouped(diff.equal_blocks)
    );
    paint.add(&mut line, Ink::Heading, &blocks);
    line.push('\n');
    paint.add(
        &mut line,
        Ink::Heading,
        &format!("Records of changed blocks: {} changed, {} removed, {} added.", grouped(changed), grouped(removed), grouped(added)),
    );
    line.push('\n');
    out.write_all(line.as_bytes())
}

fn heading(block: &BlockDiff, paint: Paint, line: &mut String) {
    let path = if block.path.is_empty() { "the file" } else { &block.path };
    let (sign, ink) = match block.kind {
        Kind::Removed => ("- ", Ink::Alarm),
        Kind::Added => ("+ ", Ink::Definition),
        Kind::Changed | Kind::Encoding => ("", Ink::Block),
    };
    line.push('\n');
    paint.add(line, ink, &format!("{sign}{path}"));
    let pair = |old: u64, new: u64| if old == new { grouped(old) } else { format!("{} → {}", grouped(old), grouped(new)) };
    let mut about = match (block.old, block.new) {
        (Some(old), Some(new)) => format!(
            "{} bits, {} records, crc32 {}",
            pair(old.bits, new.bits),
            pair(old.records, new.records),
            if old.crc32 == new.crc32 {
                json::checksum(old.crc32)
            } else {
                format!("{} → {}", json::checksum(old.crc32), json::checksum(new.crc32))
            }
        ),
        (Some(side), None) | (None, Some(side)) => {
            format!("{} bits, {} records, crc32 {}", grouped(side.bits), grouped(side.records), json::checksum(side.crc32))
        }
        (None, None) => String::new(),
    };
    match block.kind {
        Kind::Encoding if matches!(&*block.path, "STRTAB" | "SYMTAB") => {
            about.push_str(": follows from the names and symbols of the module")
        }
        Kind::Encoding => about.push_str(": no record differs, only the encoding"),
        Kind::Changed => {
            let [removed, added, changed] = counts(std::slice::from_ref(block));
            let parts = [
                (changed, "changed"),
                (removed, "removed"),
                (added, "added"),
                (block.moved, "moved"),
                (block.moved_blocks, "blocks moved"),
            ];
            let parts: Vec<String> =
                parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{} {what}", grouped(*count))).collect();
            if !parts.is_empty() {
                about.push_str(": ");
                about.push_str(&parts.join(", "));
            }
        }
        Kind::Removed | Kind::Added => {}
    }
    if block.cut {
        about.push_str("; too large to look into all of it");
    }
    line.push_str("  ");
    paint.add(line, Ink::Dim, &about);
    line.push('\n');
}

fn named(name: &str, own: &str, paint: Paint, line: &mut String) {
    paint.add(line, Ink::Record, name);
    if !own.is_empty() {
        line.push(' ');
        paint.add(line, Ink::Definition, own);
    }
}

fn one(change: &Change, paint: Paint, line: &mut String) {
    match change {
        Change::Removed(record) | Change::Added(record) => {
            let (sign, ink) = if matches!(change, Change::Removed(_)) { ("  - ", Ink::Alarm) } else { ("  + ", Ink::Definition) };
            paint.add(line, ink, sign);
            paint.add(line, Ink::Record, &record.name);
            if !record.text.is_empty() {
                line.push(' ');
                paint.add(line, ink, &record.text);
            }
            line.push('\n');
        }
        Change::Changed { name, own, fields, .. } => {
            paint.add(line, Ink::Block, "  ~ ");
            named(name, own, paint, line);
            match fields.as_slice() {
                [one] if one.old.as_ref().map_or(0, String::len) + one.new.as_ref().map_or(0, String::len) < 80 => {
                    line.push_str("  ");
                    field(one, paint, line);
                }
                _ => {
                    for one in fields {
                        line.push_str("\n      ");
                        field(one, paint, line);
                    }
                }
            }
            line.push('\n');
        }
    }
}

fn field(change: &FieldChange, paint: Paint, line: &mut String) {
    paint.add(line, Ink::Field, change.name);
    line.push_str(": ");
    match &change.old {
        Some(text) => paint.add(line, Ink::Alarm, text),
        None => paint.add(line, Ink::Dim, "absent"),
    }
    line.push_str(" → ");
    match &change.new {
        Some(text) => paint.add(line, Ink::Definition, text),
        None => paint.add(line, Ink::Dim, "absent"),
    }
}

#[derive(Serialize)]
struct Side {
    bit: u64,
    bits: u64,
    records: u64,
    crc32: String,
}

#[derive(Serialize)]
struct Block<'d> {
    path: &'d str,
    kind: &'static str,
    old: Option<Side>,
    new: Option<Side>,
    equal_records: u64,
    moved_records: u64,
    moved_blocks: u64,
    /// Whether it is too large to look into all of it.
    cut: bool,
    /// The number of changes left out.
    left_out: usize,
    changes: Vec<Record<'d>>,
}

#[derive(Serialize)]
struct Record<'d> {
    kind: &'static str,
    record: &'d str,
    name: Option<&'d str>,
    old_bit: Option<u64>,
    new_bit: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'d str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fields: Vec<Field<'d>>,
}

#[derive(Serialize)]
struct Field<'d> {
    name: &'d str,
    old: Option<&'d str>,
    new: Option<&'d str>,
}

#[derive(Serialize)]
struct Totals {
    blocks_changed: usize,
    blocks_removed: usize,
    blocks_added: usize,
    blocks_encoding: usize,
    blocks_equal: u64,
    records_changed: u64,
    records_removed: u64,
    records_added: u64,
}

fn side(side: &BlockSide) -> Side {
    Side { bit: side.bit, bits: side.bits, records: side.records, crc32: json::checksum(side.crc32) }
}

fn alone<'d>(kind: &'static str, record: &'d DiffRecord) -> Record<'d> {
    let bit = Some(record.bit);
    let (old_bit, new_bit) = if kind == "removed" { (bit, None) } else { (None, bit) };
    let name = Some(record.own.as_str()).filter(|own| !own.is_empty());
    Record { kind, record: &record.name, name, old_bit, new_bit, text: Some(&record.text), fields: Vec::new() }
}

fn record(change: &Change) -> Record<'_> {
    match change {
        Change::Removed(record) => alone("removed", record),
        Change::Added(record) => alone("added", record),
        Change::Changed { name, own, old_bit, new_bit, fields } => Record {
            kind: "changed",
            record: name,
            name: Some(own.as_str()).filter(|own| !own.is_empty()),
            old_bit: Some(*old_bit),
            new_bit: Some(*new_bit),
            text: None,
            fields: fields.iter().map(|field| Field { name: field.name, old: field.old.as_deref(), new: field.new.as_deref() }).collect(),
        },
    }
}

fn document(
    args: &Args,
    names: &[String; 2],
    files: [&[u8]; 2],
    options: &WalkOptions,
    diff: &Diff,
    equal: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let walk = |file| Walk::new(file, options.clone()).map_err(io::Error::other);
    let mut document = json::Document::begin(out, "diff", &names[0], &walk(files[0])?)?;
    document.member("other", &json::file(&names[1], &walk(files[1])?))?;
    document.member("equal", &equal)?;
    document.begin_list("blocks")?;
    let limit = match args.limit {
        _ if args.summary => 0,
        Some(0) | None => usize::MAX,
        Some(limit) => limit,
    };
    for block in &diff.blocks {
        document.element(&Block {
            path: &block.path,
            kind: block.kind.id(),
            old: block.old.as_ref().map(side),
            new: block.new.as_ref().map(side),
            equal_records: block.equal,
            moved_records: block.moved,
            moved_blocks: block.moved_blocks,
            cut: block.cut,
            left_out: block.changes.len().saturating_sub(limit),
            changes: block.changes.iter().take(limit).map(record).collect(),
        })?;
    }
    let [records_removed, records_added, records_changed] = counts(&diff.blocks);
    document.member(
        "totals",
        &Totals {
            blocks_changed: diff.count(Kind::Changed),
            blocks_removed: diff.count(Kind::Removed),
            blocks_added: diff.count(Kind::Added),
            blocks_encoding: diff.count(Kind::Encoding),
            blocks_equal: diff.equal_blocks,
            records_changed,
            records_removed,
            records_added,
        },
    )?;
    let [old, new] = &diff.faults;
    document.member("other_error", &new.as_ref().map(json::fault))?;
    document.end(old.as_ref())
}
