//! The search through nested containers: its current position and its bounds.
use hashbrown::HashMap;

use super::{Container, Contents, Fault, FindOptions, Form, Found, Native, Outside, Packed, Paths, Step, concatenated, directx, metal};
use bctk_bitstream::{Error, ErrorKind};

/// Bytes that may be examined in addition to those of the input, so that small inputs need no exception.
const SPARE: usize = 1 << 16;
/// The cost of each part, in addition to its bytes.
const PART: usize = 16;

/// A search under way.
pub(super) struct Finder<'a> {
    pub(super) contents: Contents<'a>,
    /// The path to the current position.
    steps: Vec<Step<'a>>,
    depth: usize,
    /// Bytes that may still be examined. Parts of an intact file do not overlap, so each level of containers has at most the bytes of the
    /// file; without this bound, a file whose parts all cover the same bytes would take exponential time.
    budget: usize,
    /// The command line stored next to the current section.
    command: Option<&'a [u8]>,
    /// The object file that is looked into.
    object: Option<&'a [u8]>,
}

/// Numbers parts of one container that have the same name.
#[derive(Default)]
pub(super) struct Names<'a>(HashMap<&'a [u8], u32>);

impl<'a> Names<'a> {
    /// The number of earlier items with the same name.
    pub(super) fn nth(&mut self, name: &'a [u8]) -> u32 {
        let count = self.0.entry(name).or_default();
        *count += 1;
        *count - 1
    }
}

impl<'a> Finder<'a> {
    pub(super) fn new(data: &'a [u8], options: &FindOptions) -> Finder<'a> {
        Finder {
            contents: Contents::default(),
            steps: Vec::new(),
            depth: options.depth,
            budget: data.len().saturating_mul(options.depth.saturating_add(1)).saturating_add(SPARE),
            command: None,
            object: None,
        }
    }

    /// Examines the data at byte `offset` of the input; returns whether it is bitcode or a container.
    pub(super) fn look(&mut self, data: &'a [u8], offset: usize) -> bool {
        if !self.spend(data.len(), offset) {
            return true;
        }
        let top = self.steps.is_empty();
        let known = match () {
            () if concatenated::is_bitcode(data) => {
                self.bitcode(data, offset);
                return true;
            }
            () if self.steps.len() >= self.depth => {
                if object::FileKind::parse(data).is_ok() || data.starts_with(metal::MAGIC) || data.starts_with(directx::MAGIC) {
                    self.fault(offset, Error::too_large(format!("expected at most {} nested containers", self.depth)));
                }
                return false;
            }
            () if data.starts_with(metal::MAGIC) => {
                self.metal(data, offset);
                Some(Container::MetalLibrary)
            }
            () if data.starts_with(directx::MAGIC) => {
                self.directx(data, offset);
                Some(Container::DirectX)
            }
            () => self.archive(data, offset).or_else(|| self.offload(data, offset)).or_else(|| self.object_file(data, offset)),
        };
        if top {
            self.contents.container = known;
        }
        known.is_some()
    }

    /// An input or a member that is bitcode: one file, or several with zeros or nothing between them, as in a section that a linker made.
    fn bitcode(&mut self, data: &'a [u8], offset: usize) {
        let parts = concatenated::split(data);
        let all = parts.len() > 1 && parts.iter().all(|part| concatenated::is_bitcode(&data[part.clone()]));
        if all {
            if self.steps.is_empty() {
                self.contents.container = Some(Container::Sequence);
            }
            self.sequence(data, offset);
        } else {
            self.add(data, offset);
        }
    }

    /// A section, or the like, that holds bitcode: one file of it or several, with zeros between them.
    pub(super) fn sequence(&mut self, data: &'a [u8], offset: usize) {
        if !self.spend(data.len(), offset) {
            return;
        }
        let parts = concatenated::split(data);
        let several = parts.len() > 1;
        for (number, part) in parts.into_iter().enumerate() {
            let (bytes, at) = (&data[part.clone()], offset + part.start);
            match several {
                true => self.within(Step { container: Container::Sequence, name: &[], nth: number as u32 }, |finder| finder.add(bytes, at)),
                false => self.add(bytes, at),
            }
        }
    }

    /// A part that is one bitcode file and nothing else.
    pub(super) fn only_bitcode(&mut self, data: &'a [u8], offset: usize) {
        if self.spend(data.len(), offset) {
            self.add(data, offset);
        }
    }

    /// Bitcode at the current position.
    fn add(&mut self, bytes: &'a [u8], offset: usize) {
        if concatenated::is_bitcode(bytes) {
            let found = Found { steps: self.steps.clone(), offset, bytes, command: self.command, object: self.object };
            self.contents.found.push(found);
        } else {
            self.fault(offset, Error::new(ErrorKind::NotBitcode, "expected 'BC' 0xC0DE or the wrapper 0x0B17C0DE"));
        }
    }

    /// Goes on a step further for the time of `look`.
    pub(super) fn within<R>(&mut self, step: Step<'a>, look: impl FnOnce(&mut Finder<'a>) -> R) -> R {
        self.steps.push(step);
        let result = look(self);
        self.steps.pop();
        result
    }

    /// Sets the current object file and its command line while `look` runs.
    pub(super) fn with_object(&mut self, object: &'a [u8], command: Option<&'a [u8]>, look: impl FnOnce(&mut Finder<'a>)) {
        let outer = (std::mem::replace(&mut self.command, command), self.object.replace(object));
        look(self);
        (self.command, self.object) = outer;
    }

    /// A file that a thin archive names.
    pub(super) fn outside(&mut self, step: Step<'a>, size: u64, header: Option<u64>) {
        self.within(step, |finder| {
            let outside = Outside { steps: finder.steps.clone(), size, header };
            finder.contents.outside.push(outside);
        });
    }

    /// A section that names bitcode files.
    pub(super) fn paths(&mut self, bytes: &'a [u8], offset: usize) {
        if self.spend(bytes.len(), offset) {
            self.contents.paths.push(Paths { steps: self.steps.clone(), offset, bytes });
        }
    }

    /// A part that has to be unpacked.
    pub(super) fn packed(&mut self, bytes: &'a [u8], offset: usize, form: Form) {
        self.contents.packed.push(Packed { steps: self.steps.clone(), offset, bytes, form, command: self.command });
    }

    /// An object file without bitcode.
    pub(super) fn native(&mut self, offset: usize, bytes: &'a [u8]) {
        self.contents.natives.push(Native { steps: self.steps.clone(), offset, bytes });
    }

    /// Something that cannot be looked into.
    pub(super) fn fault(&mut self, offset: usize, error: Error) {
        self.contents.faults.push(Fault { steps: self.steps.clone(), offset, error });
    }

    /// Charges for examining `len` bytes; reports, once, that the budget is used up.
    pub(super) fn spend(&mut self, len: usize, offset: usize) -> bool {
        if self.budget == 0 {
            return false;
        }
        self.budget = self.budget.saturating_sub(len.saturating_add(PART));
        if self.budget == 0 {
            self.fault(offset, Error::too_large("parts of the file overlap too often to examine all of them"));
        }
        self.budget > 0
    }
}
