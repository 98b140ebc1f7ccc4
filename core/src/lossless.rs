//! Lossless text: descriptions that restore the bitcode file from which a text was printed.
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use bctk_bitcode::WriteOptions;
use bctk_bitcode::write::{Output, producer_of_text};
use bctk_ir::metadata::MetadataTable;
use bctk_ir::module::Module;
use bctk_lossless::layout::trailer::{self, Split, Trailer};
use bctk_lossless::layout::{Layout, describe, fingerprint, uses_crc};
use bctk_lossless::patch;
use bctk_support::limits::Limits;
use bctk_support::parallel::join;
use bctk_textual::{ParseOptions, Passed};

use crate::copy::Compared;
use crate::error::Result;
use crate::modules::{self, Purpose, Style};

/// Bitcode up to this size is first converted from its text alone, to see whether that is enough.
const SMALL: usize = 1 << 19;

/// The descriptions of the texts of a file's modules.
struct Descriptions {
    /// For each text; none for one that restores the file by itself.
    trailers: Vec<Option<Vec<u8>>>,
    /// Why the texts do not restore the file in spite of their descriptions.
    fault: Option<String>,
}

/// The texts of a file's modules, before their descriptions are computed.
pub struct Disassembly<'b> {
    bytes: &'b [u8],
    /// The modules without what is largest, so that reading the texts does not add to their memory.
    modules: Vec<Module>,
    texts: Vec<Vec<u8>>,
    layouts: Vec<Layout>,
    /// Whether the text of the only module may restore the file without a description.
    may_be_assembled: bool,
    limits: Limits,
}

impl<'b> Disassembly<'b> {
    /// Prints the `modules` of the bitcode file `bytes`.
    ///
    /// # Errors
    /// Printing beyond a limit.
    pub fn new(bytes: &'b [u8], mut modules: Vec<Module>, style: &Style) -> io::Result<Disassembly<'b>> {
        let (mut texts, mut layouts) = (Vec::new(), Vec::new());
        for module in &modules {
            let (text, nodes) = modules::to_text(module, style)?;
            texts.push(text);
            layouts.push(describe(module, &nodes));
        }
        // What the assembler wrote needs no description. For most files this is known beforehand; for a small one it is tried.
        let may_be_assembled = match (modules.as_slice(), layouts.as_slice()) {
            ([module], [layout]) => {
                let names_producer = || module.str(module.provenance.producer) == producer_of_text(module.version());
                let may_be_tried = || bytes.len() <= SMALL && names_producer();
                module.source_filename.is_some() && (may_be_tried() || layout.may_be_assembled(module))
            }
            _ => false,
        };
        for module in &mut modules {
            module.bodies = Vec::new();
            module.metadata = MetadataTable::default();
        }
        Ok(Disassembly { bytes, modules, texts, layouts, may_be_assembled, limits: style.limits.clone() })
    }

    /// The texts with their descriptions, and the reason if they do not restore the file.
    pub fn finish(mut self) -> (Vec<Vec<u8>>, Option<String>) {
        let layouts = std::mem::take(&mut self.layouts);
        let Descriptions { trailers, fault } = self.describe(layouts);
        let texts = self.texts.into_iter().zip(trailers).map(|(mut text, trailer)| {
            text.extend(trailer.unwrap_or_default());
            text
        });
        (texts.collect(), fault)
    }

    /// Writes the text of the only module to `out` while its description is computed, then the description. Returns the reason if they do not
    /// restore the file. With `strict`, nothing is written in that case.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_to(mut self, strict: bool, out: &mut (dyn Write + Send)) -> io::Result<Option<String>> {
        let layouts = std::mem::take(&mut self.layouts);
        let text = self.texts.first().map_or(&[][..], Vec::as_slice);
        let (written, described) = match strict {
            true => {
                let described = self.describe(layouts);
                if described.fault.is_some() {
                    return Ok(described.fault);
                }
                (out.write_all(text), described)
            }
            false => join(|| out.write_all(text), || self.describe(layouts)),
        };
        let trailer = described.trailers.into_iter().flatten().next().unwrap_or_default();
        written.and_then(|()| out.write_all(&trailer))?;
        modules::discard(self.modules);
        Ok(described.fault)
    }

    /// Completes the descriptions, and compares the result of the way back with the whole file.
    fn describe(&self, mut layouts: Vec<Layout>) -> Descriptions {
        let (bytes, texts) = (self.bytes, &self.texts);
        if self.may_be_assembled
            && let [text] = texts.as_slice()
            && self.assembled(text).is_some_and(|again| again == bytes)
        {
            return Descriptions { trailers: vec![None], fault: None };
        }
        let (says, fault) = join(
            || texts.iter().map(|text| (crc32fast::hash(text), fingerprint(text))).collect::<Vec<_>>(),
            || self.complete(&mut layouts).err(),
        );
        let file = crc32fast::hash(bytes);
        let count = texts.len() as u32;
        let trailer = |(number, (layout, (text, says))): (u32, (Layout, (u32, u32)))| {
            Some(Trailer { text, says: Some(says), file, module: (number, count), layout }.to_text())
        };
        Descriptions { trailers: (1..).zip(layouts.into_iter().zip(says)).map(trailer).collect(), fault }
    }

    /// Adds patches to `layouts` for what their entries do not cover.
    fn complete(&self, layouts: &mut [Layout]) -> std::result::Result<(), String> {
        // What comes back is what the entries say, not what is in memory.
        for (layout, text) in layouts.iter_mut().zip(&self.texts) {
            *layout = std::mem::take(layout).read_back(text.len());
        }
        // One error is enough to know that the text cannot be read.
        let options = ParseOptions { errors: 1, limits: self.limits.clone(), ..ParseOptions::default() };
        let parse = |(text, layout): (&Vec<u8>, &Layout)| modules::parse_printed(text, Path::new("-"), layout, &options, &mut |_| ());
        let parse_all = |layouts: &[Layout]| self.texts.iter().zip(layouts).map(parse).collect::<Result<Vec<Module>>>();
        let mut modules = match parse_all(layouts) {
            // LLVM prints no definitions of types that only metadata has.
            Err(_) if self.add_types(layouts) => parse_all(layouts),
            parsed => parsed,
        }
        .map_err(|error| error.to_string())?;
        for (layout, module) in layouts.iter_mut().zip(&modules).filter(|(layout, _)| layout.has_orders()) {
            layout.uses = Some(uses_crc(module));
        }
        let mut compared = Compared::new(io::sink(), self.bytes);
        if let Err(fault) = modules::write(&modules, &WriteOptions::default(), &mut compared) {
            if !modules::use_later_forms(&mut modules) {
                return Err(fault.to_string());
            }
            for (layout, module) in layouts.iter_mut().zip(&modules) {
                layout.release = module.provenance.inferred.as_ref().map(|inferred| inferred.release);
            }
            // The release also decides how the text is read.
            modules = parse_all(layouts).map_err(|error| error.to_string())?;
            compared.give_up();
        }
        if !compared.is_same()
            && let Some(first) = layouts.first_mut()
        {
            let again = to_bitcode(&modules)?;
            let patch = patch::diff(&again, self.bytes).map_err(|error| error.to_string())?;
            first.patch = patch.to_bytes();
        }
        modules::discard(modules);
        Ok(())
    }

    /// Adds definitions of types that texts lack to `layouts`; returns whether there are any.
    fn add_types(&self, layouts: &mut [Layout]) -> bool {
        for ((layout, module), text) in layouts.iter_mut().zip(&self.modules).zip(&self.texts) {
            layout.types = bctk_textual::missing_types(module, text);
        }
        layouts.iter().any(|layout| !layout.types.is_empty())
    }

    /// The bitcode that a text becomes without a description; none for a text that cannot be read.
    fn assembled(&self, text: &[u8]) -> Option<Vec<u8>> {
        let options = ParseOptions { limits: self.limits.clone(), ..ParseOptions::default() };
        to_bitcode(&[modules::parse(text, Path::new("-"), Purpose::Bitcode, &options).ok()?]).ok()
    }
}

fn to_bitcode(modules: &[Module]) -> std::result::Result<Vec<u8>, String> {
    let mut out = Vec::new();
    modules::write(modules, &WriteOptions::default(), &mut out).map_err(|fault| fault.to_string())?;
    Ok(out)
}

/// Whether a text was edited since it was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Only in comments, white space or line ends.
    Intact,
    /// In its meaning.
    Edited,
}

/// A text with the description below it, if it has one.
pub struct Described<'t> {
    /// The text without the description.
    pub text: Cow<'t, [u8]>,
    /// The description, and whether the text was edited since it was made.
    pub trailer: Option<(Trailer, State)>,
    /// Why a description that is there cannot be read.
    pub fault: Option<String>,
}

/// The byte order mark that some editors write before UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl<'t> Described<'t> {
    /// Splits `bytes` into text and description.
    pub fn new(bytes: &'t [u8]) -> Described<'t> {
        let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        let Some(Split { text, lines }) = trailer::split(bytes) else {
            return Described { text: Cow::Borrowed(bytes), trailer: None, fault: None };
        };
        match Trailer::parse(&lines, text.len()) {
            Ok(trailer) => {
                let intact = trailer.text == crc32fast::hash(&text) || trailer.says.is_some_and(|says| says == fingerprint(&text));
                let state = if intact { State::Intact } else { State::Edited };
                Described { text, trailer: Some((trailer, state)), fault: None }
            }
            Err(error) => Described { text, trailer: None, fault: Some(error.to_string()) },
        }
    }

    /// Ignores the description.
    pub fn plain(self) -> Described<'t> {
        Described { trailer: None, fault: None, ..self }
    }

    /// Whether there is a description, and the text was not edited.
    pub fn is_intact(&self) -> bool {
        matches!(self.trailer, Some((_, State::Intact)))
    }

    /// Reads the module and applies the description; also returns the entries of the description that no longer apply.
    ///
    /// # Errors
    /// If the text has errors.
    pub fn parse(&self, path: &Path, options: &ParseOptions, passed: Passed<'_>) -> Result<(Module, Vec<String>)> {
        match &self.trailer {
            Some((trailer, State::Intact)) => Ok((modules::parse_printed(&self.text, path, &trailer.layout, options, passed)?, Vec::new())),
            Some((trailer, State::Edited)) => {
                let (module, restored) = modules::parse_edited(&self.text, path, &trailer.layout, options)?;
                Ok((module, restored.dropped))
            }
            None => Ok((modules::parse(&self.text, path, Purpose::Bitcode, options)?, Vec::new())),
        }
    }

    /// Prints the text and its description again, as the LLVM that the description names would print it.
    ///
    /// # Errors
    /// If the text has errors, or printing goes beyond a limit.
    pub fn print_again(self, path: &Path, options: &ParseOptions, style: &Style, passed: Passed<'_>) -> Result<io::Result<Vec<u8>>> {
        let (module, _) = self.parse(path, options, passed)?;
        let printed = modules::to_text(&module, style);
        modules::discard(vec![module]);
        Ok(printed.map(|(mut text, _)| {
            if let Some((trailer, _)) = self.trailer {
                let below = Trailer { text: crc32fast::hash(&text), says: Some(fingerprint(&text)), ..trailer }.to_text();
                text.extend(below);
            }
            text
        }))
    }
}

/// The original file of texts, as their descriptions know it.
pub(crate) struct Whole<'t> {
    /// The patch of the file.
    pub(crate) patch: &'t [u8],
    /// CRC-32 of the file.
    pub(crate) file: u32,
    /// Whether no text was edited.
    pub(crate) intact: bool,
}

/// The original file of texts with these descriptions; none if they are not its modules in order.
pub(crate) fn whole(trailers: &[Option<(Trailer, State)>]) -> Option<Whole<'_>> {
    let first = &trailers.first()?.as_ref()?.0;
    let count = trailers.len() as u32;
    let belongs = |(number, trailer): (u32, &Option<(Trailer, State)>)| {
        trailer.as_ref().is_some_and(|(trailer, _)| trailer.file == first.file && trailer.module == (number, count))
    };
    let intact = trailers.iter().flatten().all(|(_, state)| *state == State::Intact);
    (1..).zip(trailers).all(belongs).then(|| Whole { patch: &first.layout.patch, file: first.file, intact })
}

/// Applies a patch to `bytes`.
pub(crate) fn patched(bytes: &[u8], patch: &[u8]) -> bctk_bitcode::Result<patch::Applied> {
    patch::apply(bytes, &patch::Patch::from_bytes(patch)?)
}

/// A writer that computes the CRC-32 of what it writes.
pub(crate) struct Summed<W> {
    out: W,
    crc: crc32fast::Hasher,
    /// How many bytes were written.
    written: u64,
    /// How words that came late change it, each with the number of bytes up to its end.
    late: Vec<(u64, u32)>,
}

impl<W: Write> Summed<W> {
    pub(crate) fn new(out: W) -> Self {
        Summed { out, crc: crc32fast::Hasher::new(), written: 0, late: Vec::new() }
    }

    /// The CRC-32 of what was written.
    pub(crate) fn finish(self) -> u32 {
        // A CRC is linear: a word in the place of another changes it by the difference of their own, moved over what follows.
        let moved = |&(end, difference): &(u64, u32)| {
            let mut moved = crc32fast::Hasher::new_with_initial_len(difference, 4);
            moved.combine(&crc32fast::Hasher::new_with_initial_len(0, self.written - end));
            moved.finalize()
        };
        let late = self.late.iter().map(moved).fold(0, |late, word| late ^ word);
        self.crc.finalize() ^ late
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.out.write(bytes)?;
        self.crc.update(&bytes[..n]);
        self.written += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Output> Output for Summed<W> {
    fn takes_late_words(&self) -> bool {
        self.out.takes_late_words()
    }

    fn put_late(&mut self, back: u64, was: [u8; 4], word: [u8; 4]) -> io::Result<()> {
        self.out.put_late(back, was, word)?;
        let end = self.written.checked_sub(back).map(|at| at + word.len() as u64).filter(|&end| end <= self.written);
        let Some(end) = end else { return Err(io::ErrorKind::InvalidInput.into()) };
        self.late.push((end, crc32fast::hash(&word) ^ crc32fast::hash(&was)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_follows_late_words() {
        for back in [4, 8, 400, 4000] {
            let mut bytes: Vec<u8> = (0..4000u32).map(|i| (i * 7 % 251) as u8).collect();
            let at = bytes.len() - back;
            let was = [0, 0, 0, at as u8];
            bytes[at..at + 4].copy_from_slice(&was);
            let mut summed = Summed::new(Vec::new());
            summed.write_all(&bytes).unwrap();
            summed.put_late(back as u64, was, [1, 2, 3, 0xF4]).unwrap();
            bytes[at..at + 4].copy_from_slice(&[1, 2, 3, 0xF4]);
            // What follows later counts, too.
            summed.write_all(b"symbols").unwrap();
            bytes.extend(b"symbols");
            assert!(summed.out == bytes);
            assert_eq!(summed.finish(), crc32fast::hash(&bytes));
        }
    }
}
