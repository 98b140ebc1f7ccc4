//! Text that gives back the bitcode file which it was printed from: the description below it (`bctk_bitcode::layout`), made and honoured.
use std::io::{self, Write};
use std::path::Path;

use bctk_bitcode::WriteOptions;
use bctk_bitcode::container::strip_wrapper;
use bctk_bitcode::layout::trailer::{self, Trailer};
use bctk_bitcode::layout::{Layout, describe};
use bctk_bitcode::patch;
use bctk_bitcode::read::body_spans;
use bctk_bitcode::write::is_written_as;
use bctk_textual::ParseOptions;

use crate::convert::{self, Module, Purpose, Style, Text};
use crate::diag::Fault;
use crate::limits;

/// Bitcode of at most this many bytes is made anew from its text to see what is missing. For more, it is made anew from the module.
pub(crate) const SMALL: usize = 1 << 19;

/// What stands below the texts of a file's modules, so that they give back its bytes.
pub(crate) struct Below {
    /// For each text; none below one that gives back the file by itself.
    pub(crate) trailers: Vec<Option<Vec<u8>>>,
    /// Why the texts do not give back the file all the same.
    pub(crate) fault: Option<String>,
}

/// Finds out what has to stand below `texts`, of the `modules` of the file `bytes`.
pub(crate) fn describe_texts(bytes: &[u8], modules: &[Module], texts: &[Text]) -> Below {
    if let ([module], [(text, _)]) = (modules, texts)
        && module.0.source_filename.is_some()
        && plain_bitcode(text).is_some_and(|again| again == bytes)
    {
        return Below { trailers: vec![None], fault: None };
    }
    let mut layouts: Vec<Layout> = modules.iter().zip(texts).map(|(module, (_, nodes))| describe(&module.0, nodes)).collect();
    let fault = complete(bytes, texts, &mut layouts).err();
    let file = crc32fast::hash(bytes);
    let count = modules.len() as u32;
    let trailer = |(number, (layout, (text, _))): (u32, (Layout, &Text))| {
        let text = crc32fast::hash(text);
        Some(Trailer { text, file, module: (number, count), layout }.to_text())
    };
    Below { trailers: (1..).zip(layouts.into_iter().zip(texts)).map(trailer).collect(), fault }
}

/// Adds to `layouts` what none of their entries says: what has to change in the file that comes of them.
fn complete(bytes: &[u8], texts: &[Text], layouts: &mut [Layout]) -> Result<(), String> {
    let parse = |((text, _), layout): (&Text, &Layout)| convert::parse_printed(text, layout, &limits::parse_options());
    let modules = texts.iter().zip(layouts.iter()).map(parse).collect::<Result<Vec<Module>, Fault>>().map_err(|fault| fault.to_string())?;
    let again = to_bitcode(&modules)?;
    if again != bytes
        && let Some(first) = layouts.first_mut()
    {
        first.patch = patch::diff(&again, bytes).map_err(|error| error.to_string())?.to_bytes();
    }
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

/// Prints the only module of the file `bytes`, with a description below that gives it back.
///
/// Whether the module is written as its file was is looked at while it is printed. That parsing the text gives this module again is taken for
/// granted then; where something else is missing, the text is made bitcode again to find out what. Gives why the text does not give back the file
/// all the same.
pub(crate) fn print_described(module: &Module, bytes: &[u8], style: &Style, out: &mut dyn Write) -> io::Result<Option<String>> {
    let mut out = Summed::new(out);
    let (printed, same) = std::thread::scope(|scope| {
        let same = scope.spawn(|| is_written_again(module, bytes));
        (convert::print(module, style, &mut out), same.join().unwrap_or(false))
    });
    let layout = describe(&module.0, &printed?);
    let Summed { out, crc } = out;
    // What LLVM's assembler made needs no description.
    let (below, fault) = if same && !layout.may_be_assembled(&module.0) {
        let trailer = Trailer { text: crc.finalize(), file: crc32fast::hash(bytes), module: (1, 1), layout };
        (Some(trailer.to_text()), None)
    } else {
        let text = convert::to_text(module, style)?;
        let Below { mut trailers, fault } = describe_texts(bytes, std::slice::from_ref(module), &[text]);
        (trailers.pop().flatten(), fault)
    };
    out.write_all(&below.unwrap_or_default())?;
    Ok(fault)
}

/// Of the bodies in a large file, one in so many is compared with what is written for it.
const SAMPLE: usize = 4;

/// Whether `module`, which was read from the file `bytes`, is written as that file, as far as a sample of its bodies tells.
fn is_written_again(module: &Module, bytes: &[u8]) -> bool {
    let spans = || {
        // They count from behind a wrapper.
        let start = strip_wrapper(bytes)?.start;
        let spans = body_spans(&bctk_bitcode::modules(bytes, &limits::read_options())?[0])?;
        Ok::<Vec<_>, bctk_bitcode::Error>(spans.into_iter().map(|span| span.start + start..span.end + start).collect())
    };
    is_written_as(&module.0, bytes, &spans().unwrap_or_default(), SAMPLE)
}

/// A text with the description below it, if it has one.
pub(crate) struct Described<'t> {
    /// What stands above the description.
    pub(crate) text: &'t [u8],
    /// The description, and whether the text above it is what it was made for.
    pub(crate) trailer: Option<(Trailer, bool)>,
    /// What is wrong with a description that cannot be read.
    pub(crate) fault: Option<String>,
}

impl<'t> Described<'t> {
    /// Takes `bytes` apart.
    pub(crate) fn new(bytes: &'t [u8]) -> Described<'t> {
        let Some(at) = trailer::find(bytes) else { return Described { text: bytes, trailer: None, fault: None } };
        let (text, lines) = bytes.split_at(at);
        match Trailer::parse(lines, text.len()) {
            Ok(trailer) => {
                let intact = trailer.text == crc32fast::hash(text);
                Described { text, trailer: Some((trailer, intact)), fault: None }
            }
            Err(error) => Described { text, trailer: None, fault: Some(error.to_string()) },
        }
    }

    /// Whether there is a description, of just this text.
    pub(crate) fn is_intact(&self) -> bool {
        matches!(self.trailer, Some((_, true)))
    }

    /// Reads the module, with what the description says of its bitcode; what of that did not apply any more comes with it.
    pub(crate) fn parse(&self, path: &Path, options: &ParseOptions) -> Result<(Module, Vec<String>), Fault> {
        match &self.trailer {
            Some((trailer, true)) => Ok((convert::parse_printed(self.text, &trailer.layout, options)?, Vec::new())),
            Some((trailer, false)) => {
                let mut module = convert::parse(self.text, path, Purpose::Bitcode, options)?;
                let dropped = trailer.layout.restore(&mut module.0, false).dropped;
                Ok((module, dropped))
            }
            None => Ok((convert::parse(self.text, path, Purpose::Bitcode, options)?, Vec::new())),
        }
    }
}

/// What stands below texts that belong together.
pub(crate) struct Whole<'t> {
    /// The patch of the file.
    pub(crate) patch: &'t [u8],
    /// CRC-32 of the file, if no text was changed.
    pub(crate) file: Option<u32>,
}

/// What is known of the file as a whole that texts with these descriptions came from: nothing, if they are not its modules in order.
pub(crate) fn whole(trailers: &[Option<(Trailer, bool)>]) -> Option<Whole<'_>> {
    let first = &trailers.first()?.as_ref()?.0;
    let count = trailers.len() as u32;
    let belongs = |(number, trailer): (u32, &Option<(Trailer, bool)>)| {
        trailer.as_ref().is_some_and(|(trailer, _)| trailer.file == first.file && trailer.module == (number, count))
    };
    let intact = trailers.iter().flatten().all(|(_, intact)| *intact);
    (1..).zip(trailers).all(belongs).then(|| Whole { patch: &first.layout.patch, file: intact.then_some(first.file) })
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
