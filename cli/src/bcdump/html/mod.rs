//! `bcdump FILE --html OUT.html`: one self-contained page that shows how the bytes of a file are used.
mod store;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::io::{self, Write};

use bctk_bitcode::Error;
use bctk_bitcode::schema::function;
use bctk_inspect::fingerprint::crc32;
use bctk_inspect::names::printable;
use bctk_inspect::{Block, Resolver, Step, StreamKind, Walk, WalkOptions};

use crate::readable;
use store::{Chunk, Store};

const TEMPLATE: &str = include_str!("template.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// A block below this share of the file is shown without its contents.
const DETAIL_SHARE: u64 = 20_000;
/// A block below this share of the file is only counted, unless it is a function.
const NODE_SHARE: u64 = 100_000;
/// The number of blocks of one kind in a block that are shown with their contents whatever their size.
const FIRST: usize = 4;
/// Longest text of a record in bytes, about.
const LINE: usize = 1000;

/// The type of a node of the picture; the script has the same numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    File = 0,
    Block = 1,
    Group = 2,
    Records = 3,
    Frame = 4,
    Small = 5,
}

struct Node {
    kind: Kind,
    name: usize,
    own: Option<usize>,
    bits: u64,
    count: u64,
    at: Option<u64>,
    crc: Option<u32>,
    children: Vec<Node>,
    /// Its records, as numbers of entries ([`Store`]).
    entries: Option<(u64, u64)>,
}

/// Names, each once.
#[derive(Default)]
struct Names {
    all: Vec<String>,
    known: HashMap<String, usize>,
}

impl Names {
    fn add(&mut self, name: &str) -> usize {
        match self.known.get(name) {
            Some(&at) => at,
            None => {
                let at = self.all.len();
                self.all.push(name.to_owned());
                self.known.insert(name.to_owned(), at);
                at
            }
        }
    }
}

/// A block while it is open; the first one is the file.
struct Open {
    block: Option<Block>,
    name: usize,
    own: Option<usize>,
    /// By name: bits and count of the records.
    kinds: HashMap<usize, (u64, u64)>,
    blocks: BTreeMap<u32, (usize, Vec<Node>)>,
    /// By block id: name, bits and count of blocks that are too small for a node.
    small: BTreeMap<u32, (usize, u64, u64)>,
    /// The number of the first entry in it.
    first: u64,
    /// Whether it is shown with its contents.
    detail: bool,
    /// All records, including those of nested blocks.
    records: u64,
    others: Vec<Node>,
}

impl Open {
    fn new(block: Option<Block>, name: usize, own: Option<usize>, first: u64, detail: bool) -> Open {
        Open {
            block,
            name,
            own,
            kinds: HashMap::new(),
            blocks: BTreeMap::new(),
            small: BTreeMap::new(),
            first,
            detail,
            records: 0,
            others: Vec::new(),
        }
    }

    /// The children in order of size; what they leave of `bits` is the frame around them.
    fn children(self, bits: u64, frame: usize) -> Vec<Node> {
        let mut children = self.others;
        let mut small = self.small;
        for (id, (name, mut blocks)) in self.blocks {
            if let Some((name, bits, count)) = small.remove(&id) {
                blocks.push(node(Kind::Small, name, bits, count));
            }
            if blocks.len() == 1 {
                children.append(&mut blocks);
                continue;
            }
            let count = blocks.iter().map(|block| if block.kind == Kind::Small { block.count } else { 1 }).sum();
            let bits = blocks.iter().map(|block| block.bits).sum();
            blocks.sort_by_key(|block| (block.kind == Kind::Small, std::cmp::Reverse(block.bits)));
            children.push(Node { children: blocks, ..node(Kind::Group, name, bits, count) });
        }
        children.extend(small.into_values().map(|(name, bits, count)| node(Kind::Small, name, bits, count)));
        children.extend(self.kinds.into_iter().map(|(name, (bits, count))| node(Kind::Records, name, bits, count)));
        let rest = bits.saturating_sub(children.iter().map(|child| child.bits).sum());
        if rest > 0 {
            children.push(node(Kind::Frame, frame, rest, 1));
        }
        children.sort_by_key(|child| (std::cmp::Reverse(child.bits), child.name));
        children
    }
}

fn node(kind: Kind, name: usize, bits: u64, count: u64) -> Node {
    Node { kind, name, own: None, bits, count, at: None, crc: None, children: Vec::new(), entries: None }
}

/// The page's data while the walk runs.
struct Picture {
    names: Names,
    frame: usize,
    file_bits: u64,
    open: Vec<Open>,
    store: Store,
    facts: Vec<(&'static str, String)>,
    /// Whether the blocks are those of LLVM IR.
    llvm: bool,
    /// Whether names are shown as they are in the file.
    mangled: bool,
}

impl Picture {
    fn new(file: &[u8], mangled: bool) -> Picture {
        let mut names = Names::default();
        let name = names.add("file");
        let frame = names.add("headers, abbreviations, alignment");
        Picture {
            names,
            frame,
            file_bits: file.len() as u64 * 8,
            open: vec![Open::new(None, name, None, 0, true)],
            store: Store::default(),
            facts: Vec::new(),
            llvm: false,
            mangled,
        }
    }

    fn enter(&mut self, walk: &Walk<'_>, resolver: &Resolver<'_>, block: Block) {
        self.llvm = walk.kind() == StreamKind::LlvmIr;
        let name = self.names.add(&resolver.labels().block(walk.reader().block_info(), block.id));
        let own = resolver.function_name(&block).map(|bytes| {
            let mut text = String::from("@");
            printable(&readable::name(bytes, self.mangled), &mut text);
            self.names.add(&text)
        });
        let around = self.open.last();
        let siblings = around.and_then(|open| open.blocks.get(&block.id)).map_or(0, |(_, blocks)| blocks.len());
        let detail = block.bits().saturating_mul(DETAIL_SHARE) >= self.file_bits || siblings < FIRST;
        let detail = detail && around.is_some_and(|open| open.detail);
        self.store.enter(name, block.bit);
        self.open.push(Open::new(Some(block), name, own, self.store.entries(), detail));
    }

    fn record(&mut self, walk: &Walk<'_>, resolver: &Resolver<'_>) {
        let Some(block) = walk.block() else { return };
        let record = walk.record();
        let name = self.names.add(&resolver.labels().record(walk.reader().block_info(), block.id, record.code));
        self.fact(walk, block.id);
        let Some(open) = self.open.last_mut() else { return };
        let range = walk.record_bits();
        let bits = range.end - range.start;
        let kind = open.kinds.entry(name).or_default();
        kind.0 += bits;
        kind.1 += 1;
        open.records += 1;
        self.store.record(name, range, &line(resolver, walk));
    }

    /// Notes what the head of the page shows.
    fn fact(&mut self, walk: &Walk<'_>, block: u32) {
        if walk.kind() != StreamKind::LlvmIr || self.facts.len() > 40 {
            return;
        }
        let record = walk.record();
        let what = match (block, record.code) {
            (13, 1) => "producer",
            (8, 2) => "triple",
            (8, 16) => "source",
            _ => return,
        };
        let bytes: Vec<u8> = record.ops.iter().take(300).map(|&c| c as u8).collect();
        let mut text = String::new();
        printable(&bytes, &mut text);
        if !self.facts.iter().any(|(name, value)| *name == what && *value == text) {
            self.facts.push((what, text));
        }
    }

    fn leave(&mut self, data: &[u8], end: u64) {
        if self.open.len() < 2 {
            return;
        }
        let Some(open) = self.open.pop() else { return };
        let Some(block) = open.block else { return };
        let bits = end.saturating_sub(block.bit);
        let (name, own, records) = (open.name, open.own, open.records);
        let entries = (open.first, self.store.entries());
        self.store.leave();
        let Some(around) = self.open.last_mut() else { return };
        around.records += records;
        let function = self.llvm && block.id == function::ID;
        if bits.saturating_mul(NODE_SHARE) < self.file_bits && !open.detail && !function {
            let small = around.small.entry(block.id).or_insert((name, 0, 0));
            small.1 += bits;
            small.2 += 1;
            return;
        }
        let mut made = Node {
            own,
            at: Some(block.bit),
            crc: Some(crc32(data, &block)),
            entries: Some(entries),
            ..node(Kind::Block, name, bits, records)
        };
        if open.detail {
            made.children = open.children(bits, self.frame);
        }
        around.blocks.entry(block.id).or_insert((name, Vec::new())).1.push(made);
    }

    /// The rest of the file: bytes after the last block, or after a fault.
    fn rest(&mut self, what: &str, bits: u64) {
        let name = self.names.add(what);
        if let Some(open) = self.open.first_mut()
            && bits > 0
        {
            open.others.push(node(Kind::Frame, name, bits, 1));
        }
    }
}

/// The text of a record: what it defines, then its fields.
fn line(resolver: &Resolver<'_>, walk: &Walk<'_>) -> String {
    let record = walk.record();
    let mut out = String::new();
    if resolver.definition(&mut out) {
        out.insert_str(0, "→ ");
        out.push_str("  ");
    }
    if resolver.row().is_some() {
        for field in resolver.fields() {
            out.push_str(field.name);
            out.push('=');
            resolver.text(field, record, &mut out);
            out.push(' ');
            if out.len() > LINE {
                break;
            }
        }
        out.pop();
    } else {
        out.push('[');
        for (i, op) in record.ops.iter().enumerate() {
            let _ = write!(out, "{}{op}", if i > 0 { " " } else { "" });
            if out.len() > LINE {
                break;
            }
        }
        out.push(']');
        if let Some(blob) = record.blob_range() {
            let _ = write!(out, " <{} bytes>", blob.len());
        }
    }
    if out.len() > LINE {
        let end = (0..=LINE).rev().find(|&at| out.is_char_boundary(at)).unwrap_or(0);
        out.truncate(end);
        out.push('…');
    }
    out
}

/// Writes the page for the bytes of a file called `name`. A fault in the file is shown in the page and returned.
///
/// # Errors
/// Of writing; and of a file that is no bitstream, before anything is written.
pub(crate) fn write(
    name: &str,
    file: &[u8],
    options: WalkOptions,
    mangled: bool,
    out: &mut dyn Write,
) -> Result<io::Result<Option<Error>>, Error> {
    let mut walk = Walk::new(file, options)?;
    let mut resolver = Resolver::new(&walk);
    let mut picture = Picture::new(file, mangled);
    let head = walk.range().start as u64 * 8;
    let tail = (file.len() - walk.range().end) as u64 * 8;
    let kind = walk.kind();
    let mut fault = None;
    loop {
        let step = match walk.next() {
            Ok(Some(step)) => step,
            Ok(None) => break,
            Err(e) => {
                fault = Some(e);
                break;
            }
        };
        resolver.step(&walk, &step);
        match step {
            Step::Enter(block) => picture.enter(&walk, &resolver, block),
            Step::Record => picture.record(&walk, &resolver),
            Step::Leave { end, .. } => picture.leave(walk.data(), end),
            Step::Trailing { bit, end } => picture.rest("bytes after the last block", end - bit),
            Step::Stream { .. } | Step::Abbrev { .. } => {}
        }
    }
    picture.rest("wrapper", head + tail);
    if fault.is_some() {
        let at = fault.as_ref().and_then(Error::bit).unwrap_or(0);
        let all = walk.data().len() as u64 * 8;
        while picture.open.len() > 1 {
            picture.leave(walk.data(), at.min(all));
        }
        picture.rest("not read", all.saturating_sub(at));
    }
    let mut about = vec![kind.describe().to_owned()];
    let size = file.len();
    about.push(if size < 10_000 {
        format!("{size} bytes")
    } else {
        format!("{:.1} {}", size as f64 / if size < 1_000_000 { 1e3 } else { 1e6 }, if size < 1_000_000 { "kB" } else { "MB" })
    });
    about.extend(picture.facts.iter().filter(|(what, _)| *what != "source").map(|(_, value)| value.clone()));
    about.push(format!("crc32 {:08x}", crc32fast::hash(file)));
    if let Some(fault) = &fault {
        about.push(format!("damaged: {fault}"));
        picture.facts.push(("fault", fault.to_string()));
    }
    let Picture { names, frame, file_bits, mut open, facts, store, .. } = picture;
    let Some(root) = open.pop() else { return Ok(Ok(fault)) };
    let mut top = Node { crc: Some(crc32fast::hash(file)), ..node(Kind::File, root.name, file_bits, root.records) };
    top.children = root.children(file_bits, frame);
    let chunks = store.finish();
    let page = Page { name, about: &about, facts: &facts, names: &names.all, top: &top, chunks: &chunks };
    Ok(write_page(out, &page).map(|()| fault))
}

/// The data of a page.
struct Page<'p> {
    /// The name of the file.
    name: &'p str,
    /// The words below it.
    about: &'p [String],
    facts: &'p [(&'static str, String)],
    /// The names that nodes have, by number.
    names: &'p [String],
    /// The file as a tree of blocks.
    top: &'p Node,
    /// Its records.
    chunks: &'p [Chunk],
}

fn write_page(out: &mut dyn Write, page: &Page<'_>) -> io::Result<()> {
    let mut rest = TEMPLATE;
    while let Some((before, after)) = rest.split_once("{{") {
        out.write_all(before.as_bytes())?;
        let (what, after) = after.split_once("}}").unwrap_or((after, ""));
        match what {
            "TITLE" => out.write_all(html(page.name).as_bytes())?,
            "STYLE" => out.write_all(STYLE.as_bytes())?,
            "SCRIPT" => out.write_all(SCRIPT.as_bytes())?,
            "VERSION" => out.write_all(env!("CARGO_PKG_VERSION").as_bytes())?,
            "RECORDS" => store::write(page.chunks, out)?,
            _ => write_data(out, page)?,
        }
        rest = after;
    }
    out.write_all(rest.as_bytes())
}

/// Text between tags.
fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A JSON string that is safe in a script element: `<` is escaped, so that it can begin neither a comment nor the end of the element.
fn string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '<' | '\u{2028}' | '\u{2029}' => drop(write!(out, "\\u{:04x}", c as u32)),
            c if c < ' ' => drop(write!(out, "\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
}

fn strings<'s>(texts: impl Iterator<Item = &'s str>) -> String {
    let mut out = String::from("[");
    for (i, text) in texts.enumerate() {
        if i > 0 {
            out.push(',');
        }
        string(text, &mut out);
    }
    out.push(']');
    out
}

/// The nodes in preorder, with their depths. The tree is as deep as blocks are nested, which the reader limits.
fn preorder(top: &Node) -> Vec<(u32, &Node)> {
    let mut out = Vec::new();
    let mut todo = vec![(0, top)];
    while let Some((depth, node)) = todo.pop() {
        out.push((depth, node));
        todo.extend(node.children.iter().rev().map(|child| (depth + 1, child)));
    }
    out
}

fn write_data(out: &mut dyn Write, page: &Page<'_>) -> io::Result<()> {
    let &Page { name, about, facts, names, top, chunks } = page;
    let mut file = String::new();
    string(name, &mut file);
    write!(out, "{{\"format\":\"bcdump-html\",\"version\":2,\"file\":{file},\"about\":{}", strings(about.iter().map(String::as_str)))?;
    let facts: Vec<String> = facts.iter().map(|(what, value)| strings([*what, value].into_iter())).collect();
    write!(out, ",\"facts\":[{}],\"names\":{}", facts.join(","), strings(names.iter().map(String::as_str)))?;
    let nodes = preorder(top);
    let column = |out: &mut dyn Write, name: &str, each: &dyn Fn(u32, &Node) -> String| {
        write!(out, "\"{name}\":[")?;
        for (i, (depth, node)) in nodes.iter().enumerate() {
            write!(out, "{}{}", if i > 0 { "," } else { "" }, each(*depth, node))?;
        }
        write!(out, "]")
    };
    write!(out, ",\"nodes\":{{")?;
    column(out, "depth", &|depth, _| depth.to_string())?;
    write!(out, ",")?;
    column(out, "type", &|_, node| (node.kind as u8).to_string())?;
    write!(out, ",")?;
    column(out, "name", &|_, node| node.name.to_string())?;
    write!(out, ",")?;
    column(out, "own", &|_, node| node.own.map_or("-1".to_owned(), |own| own.to_string()))?;
    write!(out, ",")?;
    column(out, "bits", &|_, node| node.bits.to_string())?;
    write!(out, ",")?;
    column(out, "count", &|_, node| node.count.to_string())?;
    write!(out, ",")?;
    column(out, "at", &|_, node| node.at.map_or("-1".to_owned(), |at| at.to_string()))?;
    write!(out, ",")?;
    column(out, "crc", &|_, node| node.crc.map_or("0".to_owned(), |crc| format!("\"{crc:08x}\"")))?;
    write!(out, ",")?;
    column(out, "first", &|_, node| node.entries.map_or("-1".to_owned(), |(first, _)| first.to_string()))?;
    write!(out, ",")?;
    column(out, "last", &|_, node| node.entries.map_or("-1".to_owned(), |(_, last)| last.to_string()))?;
    let list = |numbers: &mut dyn Iterator<Item = u64>| numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(",");
    let (first, bit) = (list(&mut chunks.iter().map(|chunk| chunk.first)), list(&mut chunks.iter().map(|chunk| chunk.bit)));
    write!(out, "}},\"chunks\":{{\"group\":{},\"first\":[{first}],\"bit\":[{bit}]}}}}", store::GROUP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_ends_the_script() {
        let mut out = String::new();
        string("a</script><!--\u{2028}\"\\\x01", &mut out);
        assert_eq!(out, "\"a\\u003c/script>\\u003c!--\\u2028\\\"\\\\\\u0001\"");
        assert_eq!(html("<a&b>"), "&lt;a&amp;b&gt;");
    }
}
