//! Text that gives back the bitcode file which it was printed from: the description below it (`bctk_lossless::layout`), made and honoured.
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use bctk_bitcode::WriteOptions;
use bctk_lossless::layout::trailer::{self, Split, Trailer};
use bctk_lossless::layout::{Layout, describe, fingerprint, uses_crc};
use bctk_lossless::patch;
use bctk_textual::ParseOptions;

use crate::convert::{self, Module, Purpose, Text};
use crate::copy::Compared;
use crate::diag::Fault;
use crate::limits;

/// Bitcode of at most this many bytes is made anew from its text alone, to see whether that is enough.
const SMALL: usize = 1 << 19;

/// What stands below the texts of a file's modules, so that they give back its bytes.
pub(crate) struct Below {
    /// For each text; none below one that gives back the file by itself.
    pub(crate) trailers: Vec<Option<Vec<u8>>>,
    /// Why the texts do not give back the file all the same.
    pub(crate) fault: Option<String>,
}

/// Finds out what has to stand below `texts`, of the `modules` of the file `bytes`. What the texts become is compared with all of the file.
pub(crate) fn describe_texts(bytes: &[u8], modules: &[Module], texts: &[Text]) -> Below {
    let mut layouts: Vec<Layout> = modules.iter().zip(texts).map(|(module, (_, nodes))| describe(&module.0, nodes)).collect();
    // What LLVM's assembler made needs no description. Whether it may have is known beforehand for most files; for a small one it is tried.
    if let ([module], [(text, _)], [layout]) = (modules, texts, layouts.as_slice())
        && module.0.source_filename.is_some()
        && (bytes.len() <= SMALL || layout.may_be_assembled(&module.0))
        && plain_bitcode(text).is_some_and(|again| again == bytes)
    {
        return Below { trailers: vec![None], fault: None };
    }
    let (says, fault) = rayon::join(
        || texts.iter().map(|(text, _)| (crc32fast::hash(text), fingerprint(text))).collect::<Vec<_>>(),
        || complete(bytes, texts, &mut layouts).err(),
    );
    let file = crc32fast::hash(bytes);
    let count = modules.len() as u32;
    let trailer = |(number, (layout, (text, says))): (u32, (Layout, (u32, u32)))| {
        Some(Trailer { text, says: Some(says), file, module: (number, count), layout }.to_text())
    };
    Below { trailers: (1..).zip(layouts.into_iter().zip(says)).map(trailer).collect(), fault }
}

/// Adds to `layouts` what none of their entries says: what has to change in the file that comes of them.
fn complete(bytes: &[u8], texts: &[Text], layouts: &mut [Layout]) -> Result<(), String> {
    // One fault is enough to say that the text is none.
    let options = ParseOptions { errors: 1, ..limits::parse_options() };
    let parse = |((text, _), layout): (&Text, &Layout)| convert::parse_printed(text, layout, &options);
    let modules = texts.iter().zip(layouts.iter()).map(parse).collect::<Result<Vec<Module>, Fault>>().map_err(|fault| fault.to_string())?;
    for (layout, module) in layouts.iter_mut().zip(&modules).filter(|(layout, _)| layout.has_orders()) {
        layout.uses = Some(uses_crc(&module.0));
    }
    let mut compared = Compared { out: io::sink(), rest: Some(bytes) };
    convert::write(&modules, &WriteOptions::default(), &mut compared).map_err(|fault| fault.to_string())?;
    if !compared.is_same()
        && let Some(first) = layouts.first_mut()
    {
        let again = to_bitcode(&modules)?;
        let patch = patch::diff(&again, bytes).map_err(|error| error.to_string())?;
        first.patch = patch.to_bytes();
    }
    convert::forget(modules);
    Ok(())
}

fn to_bitcode(modules: &[Module]) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    convert::write(modules, &WriteOptions::default(), &mut out).map_err(|fault| fault.to_string())?;
    Ok(out)
}

/// The bitcode that a text becomes without a description; none for a text that cannot be read.
fn plain_bitcode(text: &[u8]) -> Option<Vec<u8>> {
    to_bitcode(&[convert::parse(text, Path::new("-"), Purpose::Bitcode, &limits::parse_options()).ok()?]).ok()
}

/// What became of a text since it was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// It says what it said, if perhaps with other comments, blanks and line ends.
    Intact,
    /// It says something else.
    Edited,
}

/// A text with the description below it, if it has one.
pub(crate) struct Described<'t> {
    /// What stands beside the description.
    pub(crate) text: Cow<'t, [u8]>,
    /// The description, and what became of the text that it was made for.
    pub(crate) trailer: Option<(Trailer, State)>,
    /// What is wrong with a description that cannot be read.
    pub(crate) fault: Option<String>,
}

/// What some editors put before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl<'t> Described<'t> {
    /// Takes `bytes` apart.
    pub(crate) fn new(bytes: &'t [u8]) -> Described<'t> {
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

    /// Whether there is a description, of just what this text says.
    pub(crate) fn is_intact(&self) -> bool {
        matches!(self.trailer, Some((_, State::Intact)))
    }

    /// Reads the module, with what the description says of its bitcode; what of that did not apply any more comes with it.
    pub(crate) fn parse(&self, path: &Path, options: &ParseOptions) -> Result<(Module, Vec<String>), Fault> {
        match &self.trailer {
            Some((trailer, State::Intact)) => Ok((convert::parse_printed(&self.text, &trailer.layout, options)?, Vec::new())),
            Some((trailer, State::Edited)) => {
                let (module, restored) = convert::parse_edited(&self.text, path, &trailer.layout, options)?;
                Ok((module, restored.dropped))
            }
            None => Ok((convert::parse(&self.text, path, Purpose::Bitcode, options)?, Vec::new())),
        }
    }
}

/// What stands below texts that belong together.
pub(crate) struct Whole<'t> {
    /// The patch of the file.
    pub(crate) patch: &'t [u8],
    /// CRC-32 of the file.
    pub(crate) file: u32,
    /// Whether no text was changed.
    pub(crate) intact: bool,
}

/// What is known of the file as a whole that texts with these descriptions came from: nothing, if they are not its modules in order.
pub(crate) fn whole(trailers: &[Option<(Trailer, State)>]) -> Option<Whole<'_>> {
    let first = &trailers.first()?.as_ref()?.0;
    let count = trailers.len() as u32;
    let belongs = |(number, trailer): (u32, &Option<(Trailer, State)>)| {
        trailer.as_ref().is_some_and(|(trailer, _)| trailer.file == first.file && trailer.module == (number, count))
    };
    let intact = trailers.iter().flatten().all(|(_, state)| *state == State::Intact);
    (1..).zip(trailers).all(belongs).then(|| Whole { patch: &first.layout.patch, file: first.file, intact })
}

/// The file that comes of `bytes` by a patch.
pub(crate) fn patched(bytes: &[u8], patch: &[u8]) -> bctk_bitcode::Result<patch::Applied> {
    patch::apply(bytes, &patch::Patch::from_bytes(patch)?)
}

/// A writer that keeps the CRC-32 of what is written.
pub(crate) struct Summed<W> {
    pub(crate) out: W,
    pub(crate) crc: crc32fast::Hasher,
}

impl<W: Write> Summed<W> {
    pub(crate) fn new(out: W) -> Self {
        Summed { out, crc: crc32fast::Hasher::new() }
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.out.write(bytes)?;
        self.crc.update(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
