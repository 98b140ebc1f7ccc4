//! Text to bitcode: texts with their descriptions, and bitcode files, become one bitcode file.
use std::io::Write;
use std::path::{Path, PathBuf};

use bctk_bitcode::WriteOptions;
use bctk_bitcode::write::{Fault, Output};
use bctk_ir::module::Module;
use bctk_lossless::layout::trailer::Trailer;
use bctk_textual::ParseOptions;

use crate::error::{Error, ErrorKind, Result};
use crate::input::{self, Input, Kind, Window};
use crate::lossless::{self, Described, State, Summed, Whole};
use crate::modules::{self, Parts};

/// How to assemble.
#[derive(Clone, Debug, Default)]
pub struct AssembleOptions {
    /// How texts are read, and the limits of all inputs.
    pub parse: ParseOptions,
    /// How bitcode is written.
    pub write: WriteOptions,
    /// Ignore descriptions of bitcode files below the texts.
    pub plain: bool,
    /// Whether `write` changes the bitcode, so that the result is not compared with the original file.
    pub changed: bool,
}

/// Why parts of a description were not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unused {
    /// The description cannot be read.
    Unreadable,
    /// It is that of one module of several, and the others are not there.
    Alone,
    /// The text was edited, and these parts do not hold any more.
    Edited,
}

impl Unused {
    /// The word for it: `unreadable`, `alone` or `edited`.
    pub const fn word(self) -> &'static str {
        match self {
            Unused::Unreadable => "unreadable",
            Unused::Alone => "alone",
            Unused::Edited => "edited",
        }
    }

    /// What the parts that are named after it have to do with it.
    pub const fn about(self) -> &'static str {
        match self {
            Unused::Unreadable => "cannot read the description below the text",
            Unused::Alone => "the description below the text",
            Unused::Edited => "the text was edited; these parts of its description no longer apply",
        }
    }
}

/// A part of a description that was not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The file with the description.
    pub file: PathBuf,
    /// Why.
    pub why: Unused,
    /// The parts.
    pub what: Vec<String>,
}

/// Modules of inputs, ready to be written as one bitcode file.
pub struct Assembly {
    name: String,
    input: PathBuf,
    modules: Vec<Module>,
    trailers: Vec<Option<(Trailer, State)>>,
    dropped: Vec<String>,
    /// What was not used of the descriptions so far.
    pub notes: Vec<Note>,
}

impl Assembly {
    /// Reads the inputs: texts with the descriptions below them, and bitcode as it is. `name` is what errors call the result.
    ///
    /// # Errors
    /// If an input cannot be read.
    pub fn read(name: &str, inputs: Vec<(&Path, Input, Kind)>, options: &AssembleOptions) -> Result<Assembly> {
        let mut assembly = Assembly {
            name: name.to_owned(),
            input: inputs.first().map_or_else(PathBuf::new, |(path, ..)| path.to_path_buf()),
            modules: Vec::new(),
            trailers: Vec::new(),
            dropped: Vec::new(),
            notes: Vec::new(),
        };
        let several = inputs.len() > 1;
        for (path, input, kind) in inputs {
            if kind != Kind::Text {
                assembly.modules.extend(modules::read(name, input.bytes(), Parts::AsStored, &options.parse.limits)?);
                assembly.trailers.push(None);
                continue;
            }
            let mut window = Window::open(&input);
            let mut described = Described::new(input.bytes());
            if options.plain {
                described = described.plain();
            }
            let (module, gone) = described.parse(path, &options.parse, &mut |passed| window.pass(passed))?;
            assembly.modules.push(module);
            let unreadable = described.fault.into_iter().collect();
            assembly.note(path, Unused::Unreadable, unreadable);
            let of_several = |what: String| if several { format!("{what} ({})", input::name(path)) } else { what };
            assembly.dropped.extend(gone.into_iter().map(of_several));
            assembly.trailers.push(described.trailer);
        }
        let is_whole = lossless::whole(&assembly.trailers).is_some();
        let parted = assembly.trailers.iter().flatten().find(|(trailer, _)| !is_whole && trailer.module.1 > 1);
        if let Some((Trailer { module: (number, count), .. }, _)) = parted {
            let what = format!("this is module {number} of {count}; only all of them restore the file");
            let path = assembly.input.clone();
            assembly.note(&path, Unused::Alone, vec![what]);
        }
        Ok(assembly)
    }

    /// The modules that were read.
    pub fn modules(&self) -> &[Module] {
        &self.modules
    }

    fn note(&mut self, file: &Path, why: Unused, what: Vec<String>) {
        if !what.is_empty() {
            self.notes.push(Note { file: file.to_path_buf(), why, what });
        }
    }

    /// Writes the bitcode file; further parts of descriptions that do not apply are added to the notes.
    ///
    /// # Errors
    /// If a module cannot be written as bitcode, if `out` fails, or if texts that were not edited give another file than they came from.
    pub fn write_to(&mut self, options: &AssembleOptions, out: &mut dyn Output) -> Result<()> {
        let content = |kind| Error::new(self.name.clone(), kind);
        let fault = |fault: Fault| {
            content(match fault {
                Fault::Module(error) => ErrorKind::Bitcode(error),
                Fault::Sink(error) => ErrorKind::Write(error),
            })
        };
        let whole = lossless::whole(&self.trailers);
        let mut dropped = std::mem::take(&mut self.dropped);
        let mut summed = Summed::new(out);
        match whole.as_ref().map(|whole| whole.patch).filter(|patch| !patch.is_empty()) {
            None => modules::write(&self.modules, &options.write, &mut summed).map_err(fault)?,
            Some(patch) => {
                let mut bytes = Vec::new();
                modules::write(&self.modules, &options.write, &mut bytes).map_err(fault)?;
                let applied = lossless::patched(&bytes, patch);
                let applied = applied.map_err(|error| content(ErrorKind::Description(format!("the patch below the text: {error}"))))?;
                dropped.extend(applied.dropped.iter().map(|region| format!("the patch of {region}")));
                summed.write_all(&applied.bytes).map_err(|error| fault(error.into()))?;
            }
        }
        let crc = summed.finish();
        match whole.filter(|_| !options.changed) {
            // The file is restored, whatever was done to the text.
            Some(Whole { file, .. }) if file == crc => dropped.clear(),
            Some(Whole { file, intact: true, .. }) => {
                return Err(content(ErrorKind::Description(format!(
                    "the text is unchanged since it was printed, but yields another file (CRC-32 {crc:08x}, expected {file:08x}); --plain converts the text alone"
                ))));
            }
            _ => {}
        }
        let path = self.input.clone();
        self.note(&path, Unused::Edited, dropped);
        Ok(())
    }

    /// Frees the modules, unless the process [ends soon](modules::process_ends_soon).
    pub fn discard(self) {
        modules::discard(self.modules);
    }
}
