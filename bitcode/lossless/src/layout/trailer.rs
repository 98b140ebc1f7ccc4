//! A description of a file as comment lines below a text.
//!
//! ```text
//! ; bctk layout 1 text=1f0c93a2 says=5b3d0e11 file=77c01d4e
//! ;kinds 47 "my.kind"
//! ;attrs fn+mustprogress: lifetime.start.p0 lifetime.end.p0
//! ;f KNyVAgQBAA
//! ;end
//! ```
//!
//! The first line contains the version of the format, the CRC-32 of the text above it, the CRC-32 of its [fingerprint](super::fingerprint()) and that
//! of the file, and `module=1/2` for the first of two modules of a file. Early descriptions have neither a fingerprint nor the last line. Each other
//! line is an entry: `;`, a key, a blank, a value; `;+` continues the entry above. Names are written as they are, or in double quotes with `\xx` for
//! bytes as in LLVM assembly. Numbers in base64 entries have seven bits per byte, lowest first.
use super::code::{Decoder, Encoder};
use super::{AttrChange, BodyLayout, Layout, NameList, orders};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use bctk_bitstream::{Error, Result};
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::attrs::AttrKind;
use bctk_ir::version::LlvmVersion;
use bctk_support::text::{unescape, write_escaped};
use std::borrow::Cow;

/// The beginning of the first line.
const HEAD: &[u8] = b"; bctk layout ";
/// The version of the format.
const VERSION: u32 = 1;
/// The last line.
const END: &[u8] = b";end";
/// The maximum length of a line, if an entry can be broken.
const WIDTH: usize = 120;

/// A description with the identity of its text and file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trailer {
    /// CRC-32 of the text above.
    pub text: u32,
    /// Its [`fingerprint`](super::fingerprint()), which early trailers lack.
    pub says: Option<u32>,
    /// CRC-32 of the bitcode file.
    pub file: u32,
    /// Number of the module in its file, from 1 on, and the number of modules.
    pub module: (u32, u32),
    /// The description.
    pub layout: Layout,
}

/// A text split from its trailer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split<'t> {
    /// Everything else. Lines from within or below the trailer come last.
    pub text: Cow<'t, [u8]>,
    /// The lines of the trailer, as [`Trailer::parse`] reads them.
    pub lines: Vec<u8>,
}

/// Splits `text` from its trailer, the last one in it, if it has one. Lines added within or below the trailer are not part of it, nor are
/// blanks around its lines and other line ends.
pub fn split(text: &[u8]) -> Option<Split<'_>> {
    let start = last_head(text)?;
    let (above, mut rest) = text.split_at(start);
    let mut lines = Vec::new();
    let mut below = Vec::new();
    while !rest.is_empty() {
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        let (line, after) = rest.split_at(end);
        rest = after;
        match line.trim_ascii() {
            END => {
                below.extend_from_slice(rest);
                break;
            }
            entry if lines.is_empty() || is_entry(entry) => {
                lines.extend_from_slice(entry);
                lines.push(b'\n');
            }
            _ => below.extend_from_slice(line),
        }
    }
    let text = match below.trim_ascii() {
        [] => Cow::Borrowed(above),
        _ => {
            let mut text = above.to_vec();
            text.extend_from_slice(&below);
            Cow::Owned(text)
        }
    };
    Some(Split { text, lines })
}

/// The start of the last head line. The search goes forwards, which is several times as fast as backwards.
fn last_head(text: &[u8]) -> Option<usize> {
    let starts_line = |at: usize| {
        // Only blanks may stand before it. No more than they are looked at, since a line may have any number of heads.
        let blanks = text[..at].iter().rev().take_while(|byte| byte.is_ascii_whitespace() && **byte != b'\n').count();
        let start = at - blanks;
        (start == 0 || text[start - 1] == b'\n').then_some(start)
    };
    memchr::memmem::find_iter(text, HEAD).filter_map(starts_line).last()
}

/// Whether a line is an entry or continues one; a user's comment starts with a space.
fn is_entry(line: &[u8]) -> bool {
    matches!(line, [b';', first, ..] if first.is_ascii_lowercase() || *first == b'+')
}

impl Trailer {
    /// The lines.
    pub fn to_text(&self) -> Vec<u8> {
        let mut out = Lines { out: Vec::new() };
        let says = self.says.map_or(String::new(), |says| format!(" says={says:08x}"));
        let head = format!("{VERSION} text={:08x}{says} file={:08x}", self.text, self.file);
        out.out.extend_from_slice(HEAD);
        out.out.extend_from_slice(head.as_bytes());
        if self.module.1 > 1 {
            out.out.extend_from_slice(format!(" module={}/{}", self.module.0, self.module.1).as_bytes());
        }
        out.out.push(b'\n');
        out.layout(&self.layout);
        out.out.extend_from_slice(END);
        out.end();
        out.out
    }

    /// Parses the lines that [`split`] finds; `text` is the length of the text above them.
    ///
    /// # Errors
    /// Malformed, with the number of the line in the trailer; Unsupported, for an unknown version of the format.
    pub fn parse(lines: &[u8], text: usize) -> Result<Trailer> {
        // Nothing is used or named more often than the text has characters.
        let mut entries = Entries { trailer: Trailer { module: (1, 1), ..Trailer::default() }, room: text };
        let mut pending: Option<(usize, Vec<u8>)> = None;
        for (number, line) in lines.split(|&c| c == b'\n').enumerate() {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let at = |e: Error, number: usize| e.within(&format!("line {} of the description", number + 1));
            if number == 0 {
                entries.head(line).map_err(|e| at(e, 0))?;
            } else if let Some(more) = line.strip_prefix(b";+") {
                pending.as_mut().ok_or_else(|| at(Error::malformed("expected an entry to continue"), number))?.1.extend_from_slice(more);
            } else if !line.is_empty() {
                if let Some((number, entry)) = pending.take() {
                    entries.entry(&entry).map_err(|e| at(e, number))?;
                }
                let entry = line.strip_prefix(b";").ok_or_else(|| at(Error::malformed("expected ';'"), number))?;
                pending = Some((number, entry.to_vec()));
            }
        }
        if let Some((number, entry)) = pending {
            entries.entry(&entry).map_err(|e| e.within(&format!("line {} of the description", number + 1)))?;
        }
        Ok(entries.trailer)
    }
}

impl Layout {
    /// The layout that a reader of its entries gets below a text of `text` bytes. Damaged files may contain data that no entry can express,
    /// such as orders that are no permutations, or more orders than a reader accepts. Then the orders are left out.
    pub fn read_back(self, text: usize) -> Layout {
        let mut trailer = Trailer { layout: self, ..Trailer::default() };
        let read = |trailer: &Trailer| Some(Trailer::parse(&split(&trailer.to_text())?.lines, text).ok()?.layout);
        if let Some(layout) = read(&trailer) {
            return layout;
        }
        trailer.layout.orders.clear();
        trailer.layout.bodies.clear();
        read(&trailer).unwrap_or_default()
    }
}

/// A writer of lines.
struct Lines {
    out: Vec<u8>,
}

impl Lines {
    fn key(&mut self, key: &str) {
        self.out.push(b';');
        self.out.extend_from_slice(key.as_bytes());
    }
    fn end(&mut self) {
        self.out.push(b'\n');
    }
    fn word(&mut self, word: &str) {
        self.out.push(b' ');
        self.out.extend_from_slice(word.as_bytes());
    }
    fn name(&mut self, name: &[u8]) {
        self.out.push(b' ');
        let plain = |c: &u8| c.is_ascii_alphanumeric() || b"._-$".contains(c);
        if !name.is_empty() && name.iter().all(plain) {
            return self.out.extend_from_slice(name);
        }
        self.out.push(b'"');
        write_escaped(&mut self.out, name);
        self.out.push(b'"');
    }
    fn named(&mut self, key: &str, name: &[u8]) {
        self.key(key);
        self.name(name);
        self.end();
    }
    /// Bytes as base64, on as many lines as needed; the first line has been started.
    fn bytes(&mut self, bytes: &[u8]) {
        self.out.push(b' ');
        let text = BASE64.encode(bytes);
        for (number, part) in text.as_bytes().chunks(WIDTH - 2).enumerate() {
            if number > 0 {
                self.out.extend_from_slice(b"\n;+");
            }
            self.out.extend_from_slice(part);
        }
        self.end();
    }
    fn list(&mut self, key: &str, list: &NameList) {
        if let NameList::Listed(common, names) = list {
            self.key(key);
            self.word(&common.to_string());
            names.iter().for_each(|name| self.name(name));
            self.end();
        }
    }

    fn layout(&mut self, layout: &Layout) {
        if let Some(producer) = &layout.producer {
            self.named("producer", producer);
        }
        if let Some(release) = layout.release {
            self.key("release");
            self.word(&release.to_string());
            self.end();
        }
        if let Some(producer) = &layout.symtab_producer {
            self.named("symtab", producer);
        }
        let flags = flags(layout);
        if flags.iter().any(|(_, set)| *set) {
            self.key("flags");
            flags.iter().filter(|(_, set)| *set).for_each(|(word, _)| self.word(word));
            self.end();
        }
        if layout.table != 0 {
            self.key("table");
            self.word(&layout.table.to_string());
            self.end();
        }
        if let Some(hash) = layout.hash {
            self.key("hash ");
            hash.iter().for_each(|word| self.out.extend_from_slice(format!("{word:08x}").as_bytes()));
            self.end();
        }
        if let Some(data_layout) = &layout.data_layout {
            self.named("datalayout", data_layout);
        }
        self.list("kinds", &layout.md_kinds);
        self.list("bundles", &layout.bundle_tags);
        self.list("scopes", &layout.sync_scopes);
        for definition in &layout.types {
            self.named("type", definition);
        }
        for change in &layout.attrs {
            self.attrs(change);
        }
        if layout.zeros.iter().any(|&zero| zero) {
            self.key("zeros");
            self.bytes(&bits_to_bytes(&layout.zeros));
        }
        if !layout.enumerators.is_empty() {
            self.key("enumerators");
            for &(width, count) in &layout.enumerators {
                self.word(&if count == 1 { width.to_string() } else { format!("{width}*{count}") });
            }
            self.end();
        }
        if let Some(width) = layout.in_range {
            self.key("inrange");
            self.word(&width.to_string());
            self.end();
        }
        if !layout.asm_symbols.is_empty() {
            self.key("asm");
            self.word(&format!("{:08x}", layout.asm_crc));
            for (name, flags) in &layout.asm_symbols {
                self.word(&flags.to_string());
                self.name(name);
            }
            self.end();
        }
        if !layout.orders.is_empty() {
            self.key("orders");
            self.word(&format!("{:08x}", layout.globals_crc));
            let mut encoder = Encoder::default();
            encoder.number(layout.orders.len() as u64);
            orders::encode(&layout.orders, &mut encoder);
            self.bytes(&encoder.bytes);
        }
        if layout.values != 0 {
            self.key("values");
            self.word(&layout.values.to_string());
            self.word(&format!("{:08x}", layout.globals_crc));
            self.end();
        }
        if let Some(uses) = layout.uses {
            self.key("uses");
            self.word(&format!("{uses:08x}"));
            self.end();
        }
        for body in &layout.bodies {
            self.key("f");
            self.bytes(&body.to_bytes());
        }
        for what in &layout.not_understood {
            self.named("unknown", what.as_bytes());
        }
        if !layout.patch.is_empty() {
            self.key("patch");
            self.bytes(&layout.patch);
        }
    }

    fn attrs(&mut self, change: &AttrChange) {
        self.key("attrs");
        for &(index, in_file, kind, value) in &change.changes {
            let at = match index {
                AttrIndex::Function => "fn".to_owned(),
                AttrIndex::Return => "ret".to_owned(),
                AttrIndex::Param(number) => number.to_string(),
            };
            let value = value.map_or(String::new(), |value| format!("={value}"));
            self.word(&format!("{at}{}{}{value}", if in_file { '+' } else { '-' }, kind.spelling()));
        }
        self.out.push(b':');
        // Names of intrinsics have a common prefix.
        for name in &change.functions {
            match name.strip_prefix(INTRINSIC) {
                Some(rest) => self.name(rest),
                None => {
                    self.out.extend_from_slice(b" @");
                    self.name(name);
                }
            }
        }
        self.end();
    }
}

/// Prefix of the names of intrinsics.
const INTRINSIC: &[u8] = b"llvm.";

/// The keywords of the entry `flags`, and whether they are set.
fn flags(layout: &Layout) -> [(&'static str, bool); 5] {
    [
        ("sorted-constants", layout.sorted_constants),
        ("no-symtab", layout.no_symtab),
        ("typed-pointers", layout.typed_pointers),
        ("wrapper", layout.wrapper),
        ("no-source", layout.no_source),
    ]
}

/// The number of bits, then the lengths of runs of equal bits, or the bits themselves if there are many runs.
fn bits_to_bytes(bits: &[bool]) -> Vec<u8> {
    let (mut runs, mut plain) = (Encoder::default(), Encoder::default());
    runs.number((bits.len() as u64) << 1);
    let mut now = false;
    for run in bits.chunk_by(|a, b| a == b) {
        if run[0] != now {
            runs.number(0);
            now = run[0];
        }
        runs.number(run.len() as u64);
        now = !now;
    }
    plain.number((bits.len() as u64) << 1 | 1);
    for byte in bits.chunks(8) {
        plain.bytes.push(byte.iter().enumerate().fold(0, |byte, (at, &bit)| byte | u8::from(bit) << at));
    }
    if runs.bytes.len() <= plain.bytes.len() { runs.bytes } else { plain.bytes }
}

fn bits_from_bytes(bytes: &[u8], most: usize) -> Result<Vec<bool>> {
    let mut bytes = Decoder { bytes, room: 0 };
    let head = bytes.number()?;
    let len = usize::try_from(head >> 1).ok().filter(|len| *len <= most).ok_or_else(|| Error::malformed("expected fewer bits"))?;
    let mut bits = Vec::new();
    if head & 1 != 0 {
        bits.extend(bytes.bytes.iter().flat_map(|byte| (0..8).map(move |at| byte >> at & 1 != 0)));
        bits.truncate(len);
    } else {
        let mut now = false;
        while !bytes.is_done() {
            let run = usize::try_from(bytes.number()?).ok().filter(|run| *run <= len - bits.len());
            bits.resize(bits.len() + run.ok_or_else(|| Error::malformed("expected no more bits"))?, now);
            now = !now;
        }
    }
    if bits.len() == len { Ok(bits) } else { Err(Error::malformed("expected more bits")) }
}

/// A reader of entries.
struct Entries {
    trailer: Trailer,
    /// See [`Decoder::room`].
    room: usize,
}

/// The words of an entry: as they are, or quoted.
struct Words<'e> {
    rest: &'e [u8],
}

impl Words<'_> {
    /// The next word and whether it was quoted; none at the end.
    fn next(&mut self) -> Result<Option<(Vec<u8>, bool)>> {
        self.rest = self.rest.trim_ascii_start();
        let Some(&first) = self.rest.first() else { return Ok(None) };
        let (word, rest) = if first == b'"' {
            let inner = &self.rest[1..];
            let end = inner.iter().position(|&c| c == b'"').ok_or_else(|| Error::malformed("expected '\"' at the end of a name"))?;
            (unescape(&inner[..end]).into_owned(), &inner[end + 1..])
        } else {
            let end = self.rest.iter().position(|&c| c == b' ').unwrap_or(self.rest.len());
            (self.rest[..end].to_vec(), &self.rest[end..])
        };
        self.rest = rest;
        Ok(Some((word, first == b'"')))
    }
    fn expect(&mut self, what: &str) -> Result<Vec<u8>> {
        Ok(self.next()?.ok_or_else(|| Error::malformed(format!("expected {what}")))?.0)
    }
    fn all(mut self) -> Result<Vec<Vec<u8>>> {
        let mut words = Vec::new();
        while let Some((word, _)) = self.next()? {
            words.push(word);
        }
        Ok(words)
    }
}

fn number<T: std::str::FromStr>(word: &[u8]) -> Result<T> {
    let number = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
    number.ok_or_else(|| Error::malformed("expected a number"))
}

fn hex(word: &[u8]) -> Result<u32> {
    let digits = std::str::from_utf8(word).ok().filter(|word| word.len() == 8);
    let number = digits.and_then(|word| u32::from_str_radix(word, 16).ok());
    number.ok_or_else(|| Error::malformed("expected eight hexadecimal digits"))
}

fn base64(text: &[u8]) -> Result<Vec<u8>> {
    BASE64.decode(text.trim_ascii()).map_err(|e| Error::malformed(format!("expected base64 without padding: {e}")))
}

impl Entries {
    fn head(&mut self, line: &[u8]) -> Result<()> {
        let words = line.strip_prefix(HEAD).ok_or_else(|| Error::malformed("expected '; bctk layout'"))?;
        let mut words = words.split(|&c| c == b' ');
        let version: u32 = number(words.next().unwrap_or(b""))?;
        if version != VERSION {
            return Err(Error::unsupported(format!("a description in format {version}; only format {VERSION} is supported")));
        }
        for word in words {
            if let Some(crc) = word.strip_prefix(b"text=") {
                self.trailer.text = hex(crc)?;
            } else if let Some(crc) = word.strip_prefix(b"says=") {
                self.trailer.says = Some(hex(crc)?);
            } else if let Some(crc) = word.strip_prefix(b"file=") {
                self.trailer.file = hex(crc)?;
            } else if let Some(place) = word.strip_prefix(b"module=") {
                let slash = place.iter().position(|&c| c == b'/').ok_or_else(|| Error::malformed("expected '/'"))?;
                self.trailer.module = (number(&place[..slash])?, number(&place[slash + 1..])?);
            }
        }
        Ok(())
    }

    fn entry(&mut self, entry: &[u8]) -> Result<()> {
        let end = entry.iter().position(|&c| c == b' ').unwrap_or(entry.len());
        let (key, rest) = entry.split_at(end);
        let mut words = Words { rest };
        let layout = &mut self.trailer.layout;
        match key {
            b"producer" => layout.producer = Some(words.expect("a producer")?),
            b"symtab" => layout.symtab_producer = Some(words.expect("a producer")?),
            b"release" => {
                let release = LlvmVersion::parse(&words.expect("a release")?);
                layout.release = Some(release.ok_or_else(|| Error::malformed("expected a release such as 3.4"))?);
            }
            b"flags" => {
                for word in words.all()? {
                    match word.as_slice() {
                        b"sorted-constants" => layout.sorted_constants = true,
                        b"no-symtab" => layout.no_symtab = true,
                        b"typed-pointers" => layout.typed_pointers = true,
                        b"wrapper" => layout.wrapper = true,
                        b"no-source" => layout.no_source = true,
                        _ => return Err(Error::malformed(format!("expected a known flag, found '{}'", String::from_utf8_lossy(&word)))),
                    }
                }
            }
            b"table" => layout.table = number(&words.expect("a number")?)?,
            b"hash" => {
                let digits = words.expect("40 hexadecimal digits")?;
                let mut hash = [0; 5];
                if digits.len() != 40 {
                    return Err(Error::malformed("expected 40 hexadecimal digits"));
                }
                for (word, digits) in hash.iter_mut().zip(digits.chunks(8)) {
                    *word = hex(digits)?;
                }
                layout.hash = Some(hash);
            }
            b"datalayout" => layout.data_layout = Some(words.expect("a data layout")?),
            b"kinds" => layout.md_kinds = list(words)?,
            b"bundles" => layout.bundle_tags = list(words)?,
            b"scopes" => layout.sync_scopes = list(words)?,
            b"type" => layout.types.push(words.expect("a definition")?),
            b"attrs" => layout.attrs.push(attrs(rest)?),
            b"zeros" => layout.zeros = bits_from_bytes(&base64(rest)?, self.room)?,
            b"enumerators" => {
                for word in words.all()? {
                    let star = word.iter().position(|&c| c == b'*');
                    let (width, count) = star.map_or((&word[..], &b"1"[..]), |at| (&word[..at], &word[at + 1..]));
                    layout.enumerators.push((number(width)?, number(count)?));
                }
            }
            b"inrange" => layout.in_range = Some(number(&words.expect("a width")?)?),
            b"asm" => {
                layout.asm_crc = hex(&words.expect("a CRC-32")?)?;
                while let Some((flags, _)) = words.next()? {
                    layout.asm_symbols.push((words.expect("a symbol")?, number(&flags)?));
                }
            }
            b"orders" => {
                layout.globals_crc = hex(&words.expect("a CRC-32")?)?;
                let bytes = base64(words.rest)?;
                let mut bytes = Decoder { bytes: &bytes, room: self.room };
                let count = bytes.number()?;
                layout.orders = orders::decode(&mut bytes, count)?;
                self.room = bytes.room;
            }
            b"values" => {
                layout.values = number(&words.expect("a number of values")?)?;
                layout.globals_crc = hex(&words.expect("a CRC-32")?)?;
            }
            b"uses" => layout.uses = Some(hex(&words.expect("a CRC-32")?)?),
            b"f" => layout.bodies.push(BodyLayout::from_bytes(&base64(rest)?, &mut self.room)?),
            b"unknown" => layout.not_understood.push(String::from_utf8_lossy(&words.expect("the name of an unknown part")?).into_owned()),
            b"patch" => layout.patch = base64(rest)?,
            // Another version may have more entries.
            _ => {}
        }
        Ok(())
    }
}

fn list(mut words: Words<'_>) -> Result<NameList> {
    let common = number(&words.expect("a number of names")?)?;
    Ok(NameList::Listed(common, words.all()?))
}

fn attrs(entry: &[u8]) -> Result<AttrChange> {
    let colon = entry.iter().position(|&c| c == b':').ok_or_else(|| Error::malformed("expected ':'"))?;
    let mut changes = Vec::new();
    for word in (Words { rest: &entry[..colon] }).all()? {
        let sign = word.iter().position(|&c| c == b'+' || c == b'-').ok_or_else(|| Error::malformed("expected '+' or '-'"))?;
        let index = match &word[..sign] {
            b"fn" => AttrIndex::Function,
            b"ret" => AttrIndex::Return,
            param => AttrIndex::Param(number(param)?),
        };
        let attr = &word[sign + 1..];
        let (spelling, value) = match attr.iter().position(|&c| c == b'=') {
            Some(at) => (&attr[..at], Some(number(&attr[at + 1..])?)),
            None => (attr, None),
        };
        let kind = AttrKind::from_spelling(spelling)
            .ok_or_else(|| Error::malformed(format!("expected a known attribute, found '{}'", String::from_utf8_lossy(spelling))))?;
        changes.push((index, word[sign] == b'+', kind, value));
    }
    let mut functions = Vec::new();
    let mut words = Words { rest: &entry[colon + 1..] };
    while let Some((word, quoted)) = words.next()? {
        match !quoted && word == b"@" {
            true => functions.push(words.expect("a name")?),
            false => functions.push([INTRINSIC, &word].concat()),
        }
    }
    Ok(AttrChange { changes, functions })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_read() {
        let order = orders::Order { block: false, number: 7, indexes: vec![2, 0, 1] };
        let layout = Layout {
            producer: Some(b"LLVM21.1.8-rust-1.91.0".to_vec()),
            symtab_producer: Some(b"a b\"\\\n".to_vec()),
            release: Some(LlvmVersion::three(4)),
            no_symtab: true,
            wrapper: true,
            table: 3,
            hash: Some([1, 2, 3, 0xFFFF_FFFF, 5]),
            data_layout: Some(b"e-m:e".to_vec()),
            md_kinds: NameList::Listed(3, vec![b"a".to_vec(), Vec::new(), b"b c".to_vec()]),
            attrs: vec![AttrChange {
                changes: vec![
                    (AttrIndex::Function, true, AttrKind::from_spelling(b"mustprogress").unwrap(), None),
                    (AttrIndex::Param(3), false, AttrKind::from_spelling(b"align").unwrap(), Some(8)),
                ],
                functions: vec![b"llvm.trap".to_vec(), b"odd name".to_vec()],
            }],
            zeros: (0..100).map(|n| n % 7 == 0 || n > 50).collect(),
            asm_symbols: vec![(b"_start".to_vec(), 9)],
            enumerators: vec![(32, 700), (8, 1)],
            in_range: Some(32),
            asm_crc: 77,
            orders: vec![order.clone(), orders::Order { block: false, number: 2, indexes: (0..500).rev().collect() }],
            globals_crc: 5,
            values: 12,
            uses: Some(13),
            bodies: vec![BodyLayout { name: 0x12_3456, shape: 9, orders: vec![orders::Order { block: true, ..order }], names: None }],
            not_understood: vec!["block 61 in MODULE".to_owned()],
            patch: vec![0; 300],
            ..Layout::default()
        };
        let trailer = Trailer { text: 0xABCD, says: Some(7), file: 0xFFFF_0000, module: (2, 3), layout };
        let above = b"define void @f() {\n}\n";
        let text = [above.to_vec(), trailer.to_text()].concat();
        let parted = split(&text).unwrap();
        assert_eq!((&*parted.text, matches!(parted.text, Cow::Borrowed(_))), (&above[..], true));
        assert!(text.split(|&c| c == b'\n').all(|line| line.len() <= WIDTH + 10));
        assert_eq!(Trailer::parse(&parted.lines, 10_000).unwrap(), trailer);
        // With other line ends, more blanks, and lines within and below.
        let text = String::from_utf8(text).unwrap();
        let more = "; not of it\n@a = global i8 0\n";
        for edited in [
            text.replace('\n', "\r\n"),
            text.replace('\n', " \t\n"),
            text.replace('\n', "\n\n"),
            format!("{text}{more}"),
            text.replace(";end\n", &format!("{more};end\n")),
            text.replace("\n;", &format!("\n{more};")),
            text.replace(";end\n", more),
        ] {
            let parted = split(edited.as_bytes()).unwrap();
            assert_eq!(Trailer::parse(&parted.lines, 10_000).unwrap(), trailer, "{edited}");
            assert_eq!(parted.text.ends_with(more.as_bytes()), edited.contains(more));
        }
        assert_eq!(split(b"@a = global i8 0 ; bctk layout 1\n"), None);
        assert_eq!(split(b""), None);
    }

    #[test]
    fn damage_is_told_by_line() {
        for bad in [
            "; bctk layout 2 text=00000000 file=00000000",
            "; bctk layout 1 text=0",
            "; bctk layout 1\n;hash 12",
            "; bctk layout 1\n;f AAA",
            "; bctk layout 1\n;orders 00000000 AQAB////////",
            "; bctk layout 1\n;+AA",
            "; bctk layout 1\n;attrs fn+unheard: x",
            "; bctk layout 1\n;kinds x",
            "; bctk layout 1\n;zeros ////////",
        ] {
            let error = Trailer::parse(bad.as_bytes(), 1000).unwrap_err().to_string();
            assert!(error.contains("of the description"), "{error}");
        }
    }
}
