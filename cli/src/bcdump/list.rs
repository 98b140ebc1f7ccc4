//! `bcdump --list`: the modules in a file, and their positions.
use std::io::{self, Write};
use std::path::Path;

use bctk_bitcode::facts;
use bctk_bitcode::read::{Facts, SummaryKind};
use bctk_bitstream::wrapper::Wrapper;
use bctk_object::container::Container;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;

use crate::bcdump::{grouped, json};
use crate::diag::Fault;
use crate::inputs;
use crate::limits;
use bctk::contents::{Bitcode, Contents, Entry};

/// A module, as a line of the list.
#[derive(Serialize)]
struct Line {
    /// Name in the file: `member.o:0`.
    name: String,
    /// Containers around it, from the outermost one.
    containers: Vec<&'static str>,
    section: Option<String>,
    /// The file that contains it, if that is not the listed one.
    file: Option<String>,
    /// First byte of the bitcode file that the module is in, and its bytes.
    offset: usize,
    bytes: usize,
    /// Its place among the modules of that bitcode file.
    module: usize,
    wrapper: bool,
    kind: &'static str,
    triple: String,
    producer: String,
    source: String,
    global_values: u32,
    /// Arguments of the compiler, if they are stored next to the bitcode.
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<Vec<String>>,
}

/// The items listed.
struct List {
    container: Option<Container>,
    lines: Vec<Line>,
    faults: Vec<String>,
}

/// Shows the modules of `path`; parts that could not be read are reported at the end.
pub(crate) fn show(path: &Path, as_json: bool, out: &mut impl Write) -> Result<(), Fault> {
    let (contents, part) = inputs::all(path)?;
    let list = list(&contents, part.as_deref());
    let written = match as_json {
        true => write_json(&contents.name, &list, out),
        false => write_text(&list, out),
    };
    written.map_err(|error| Fault::write("<stdout>", error))?;
    match list.faults.as_slice() {
        [] if list.lines.is_empty() => Err(Fault::Content(contents.name.clone(), "contains no bitcode".into())),
        [] => Ok(()),
        faults => Err(Fault::Content(contents.name.clone(), faults.join("; "))),
    }
}

fn list(contents: &Contents, part: Option<&str>) -> List {
    let (chosen, unread) = contents.entries_of(part);
    let mut faults: Vec<String> = contents.faults.iter().chain(&unread).map(ToString::to_string).collect();
    let read: Vec<Result<Line, String>> = chosen.par_iter().map(line).collect();
    let mut lines = Vec::with_capacity(read.len());
    for line in read {
        match line {
            Ok(line) => lines.push(line),
            Err(fault) => faults.push(fault),
        }
    }
    List { container: contents.container, lines, faults }
}

fn line(entry: &Entry<'_>) -> Result<Line, String> {
    let Bitcode { range, containers, section, command, file, .. } = entry.bitcode;
    let bytes = entry.bitcode.bytes();
    let fault = |error: bctk_bitcode::Error| format!("{}: {error}", entry.name());
    let parts = bctk_bitcode::modules(bytes, &limits::read_options()).map_err(fault)?;
    let about = parts.get(entry.index).map(facts).transpose().map_err(fault)?.unwrap_or_default();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let words = |command: &Vec<u8>| command.split(|&byte| byte == 0).filter(|word| !word.is_empty()).map(text).collect();
    Ok(Line {
        name: entry.name(),
        containers: containers.iter().map(|container| container.name()).collect(),
        section: section.clone(),
        file: file.as_ref().map(|file| file.to_string_lossy().into_owned()),
        offset: range.start,
        bytes: range.len(),
        module: entry.index,
        wrapper: Wrapper::parse(bytes).is_some(),
        kind: kind(&about),
        triple: text(&about.triple),
        producer: text(&about.producer),
        source: text(&about.source_filename),
        global_values: about.global_values,
        command: command.as_ref().map(words),
    })
}

/// The kind of a module, in a word or two.
fn kind(about: &Facts) -> &'static str {
    match about.summary {
        Some(SummaryKind::Thin) if about.global_values == 0 && about.triple.is_empty() => "summary only",
        Some(SummaryKind::Thin) => "ThinLTO module",
        Some(SummaryKind::Full) => "LTO module",
        None => "module",
    }
}

fn write_text(list: &List, out: &mut impl Write) -> io::Result<()> {
    const HEAD: [&str; 8] = ["name", "in", "section", "offset", "bytes", "kind", "triple", "producer"];
    let rows: Vec<[String; 8]> = list.lines.iter().map(row).collect();
    let mut widths = HEAD.map(str::len);
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut put = |row: [&str; 8]| -> io::Result<()> {
        let mut line = String::new();
        for (i, (cell, width)) in row.iter().zip(widths).enumerate() {
            // Numbers are right-aligned.
            let padding = " ".repeat(width.saturating_sub(cell.chars().count()));
            let (before, after) = if i == 3 || i == 4 { (padding.as_str(), "") } else { ("", padding.as_str()) };
            line.extend([before, cell, after, "  "]);
        }
        writeln!(out, "{}", line.trim_end())
    };
    if !rows.is_empty() {
        put(HEAD)?;
    }
    for row in &rows {
        put(std::array::from_fn(|i| row[i].as_str()))?;
    }
    out.flush()
}

/// The cells of a line; what a terminal would take amiss is escaped.
fn row(line: &Line) -> [String; 8] {
    let mut around = line.containers.join("/");
    if line.wrapper {
        around.push_str(if around.is_empty() { "wrapper" } else { "/wrapper" });
    }
    let or_dash = |text: &str| if text.is_empty() { "-".to_owned() } else { text.to_owned() };
    let cells = [
        line.name.clone(),
        or_dash(&around),
        or_dash(line.section.as_deref().unwrap_or_default()),
        grouped(line.offset as u64),
        grouped(line.bytes as u64),
        line.kind.to_owned(),
        or_dash(&line.triple),
        or_dash(&line.producer),
    ];
    cells.map(|cell| cell.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect())
}

fn write_json(name: &str, list: &List, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{{\"schema\":\"{}\",\"version\":{},\"view\":\"list\",\"file\":", json::SCHEMA, json::VERSION)?;
    serde_json::to_writer(&mut *out, name)?;
    write!(out, ",\n\"container\":")?;
    serde_json::to_writer(&mut *out, &list.container.map(Container::name))?;
    write!(out, ",\n\"modules\":[")?;
    for (i, line) in list.lines.iter().enumerate() {
        out.write_all(if i == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *out, line)?;
    }
    write!(out, "\n],\n\"faults\":")?;
    serde_json::to_writer(&mut *out, &list.faults)?;
    out.write_all(b"}\n")?;
    out.flush()
}
