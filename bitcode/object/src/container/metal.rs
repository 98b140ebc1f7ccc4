//! Libraries of Metal (magic `MTLB`): a list of functions, and one bitcode module, in a wrapper, for each of them.
use std::ops::Range;

use byteorder::{ByteOrder, LittleEndian};
use hashbrown::HashSet;

use super::finder::{Finder, Names};
use super::{Container, Step};
use bctk_bitstream::{Error, Result};

/// Begins a library.
pub(crate) const MAGIC: &[u8] = b"MTLB";
/// Where the header states the size of the file, and place and size of its sections: the functions, the metadata that all programs may
/// read, that of the system alone, the modules.
pub(crate) const SIZE: usize = 0x10;
pub(crate) const SECTIONS: [usize; 4] = [FUNCTIONS, 0x28, 0x38, MODULES];
const FUNCTIONS: usize = 0x18;
pub(crate) const MODULES: usize = 0x48;
const HEAD: usize = 0x58;
/// Bytes of the number of functions, and of the size of an entry, which the entry includes.
const COUNT: usize = 4;
/// Bytes of the name of a field and of its size.
const TAG: usize = 6;
/// The last field: a name only.
const END: &[u8] = b"ENDT";

/// A function of a library.
pub(crate) struct Function<'a> {
    /// Its name.
    pub(crate) name: &'a [u8],
    /// The range of its module in the library.
    pub(crate) module: Range<usize>,
    /// Where the entry states the place of the module in its section, its size, and its hash.
    pub(crate) place: usize,
    pub(crate) size: usize,
    pub(crate) hash: Option<usize>,
}

/// The list of functions.
pub(crate) struct Functions<'a> {
    data: &'a [u8],
    /// The section with the modules.
    modules: Range<usize>,
    /// The next entry, and the end of the list.
    at: usize,
    end: usize,
    left: usize,
    number: usize,
}

impl<'a> Functions<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Result<Functions<'a>> {
        let list = || {
            let whole = data.get(..wide(data, SIZE)?)?;
            let section = |at: usize| {
                let start = wide(whole, at)?;
                let range = start..start.checked_add(wide(whole, at + 8)?)?;
                (range.end <= whole.len() && range.start >= HEAD).then_some(range)
            };
            let (list, modules) = (section(FUNCTIONS)?, section(MODULES)?);
            let left = usize::try_from(LittleEndian::read_u32(whole.get(list.start..list.start.checked_add(COUNT)?)?)).ok()?;
            // The stated size of the list does not include the number before it.
            let end = list.end.checked_add(COUNT)?;
            (whole.starts_with(MAGIC) && end <= whole.len()).then_some(Functions {
                data: whole,
                modules,
                at: list.start + COUNT,
                end,
                left,
                number: 0,
            })
        };
        list().ok_or_else(|| Error::malformed("expected a Metal library with its sections and all its bytes"))
    }

    /// The end of the list, where further tables of the header may follow.
    pub(crate) fn end(&self) -> usize {
        self.end
    }

    /// The function of the entry in this range.
    fn function(&self, entry: Range<usize>) -> Option<Function<'a>> {
        let (mut name, mut place, mut size, mut hash) = (&[][..], None, None, None);
        for field in (Fields { data: self.data.get(..entry.end)?, at: entry.start + COUNT }) {
            let (tag, range) = field?;
            match tag {
                b"NAME" => name = self.data.get(range)?,
                // Places in the two sections of metadata, then in that of the modules.
                b"OFFT" => place = (range.len() >= 24).then_some(range.start + 16),
                b"MDSZ" => size = (range.len() >= 8).then_some(range.start),
                b"HASH" => hash = (range.len() == 32).then_some(range.start),
                _ => {}
            }
        }
        let (place, size) = (place?, size?);
        let start = self.modules.start.checked_add(wide(self.data, place)?)?;
        let module = start..start.checked_add(wide(self.data, size)?)?;
        let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
        (module.end <= self.modules.end).then_some(Function { name, module, place, size, hash })
    }
}

impl<'a> Iterator for Functions<'a> {
    type Item = Result<Function<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let number = self.number;
        self.number += 1;
        let size = self.data.get(self.at..self.at + COUNT).map(LittleEndian::read_u32).and_then(|size| usize::try_from(size).ok());
        let end = size.filter(|size| *size >= COUNT).and_then(|size| self.at.checked_add(size)).filter(|end| *end <= self.end);
        let Some(end) = end else {
            // The places of the following ones are unknown.
            self.left = 0;
            return Some(Err(Error::malformed(format!("expected the entry of function {number} in the list of the Metal library"))));
        };
        let entry = std::mem::replace(&mut self.at, end)..end;
        let function = self.function(entry);
        Some(function.ok_or_else(|| Error::malformed(format!("expected name, place and size of function {number} in the Metal library"))))
    }
}

/// Fields: a name, a size of 16 bits, and contents; up to the last one.
pub(crate) struct Fields<'a> {
    pub(crate) data: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Iterator for Fields<'a> {
    /// The name, and the range of the contents; none in the place of a field that does not fit.
    type Item = Option<(&'a [u8], Range<usize>)>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.data.get(self.at..)?;
        if rest.is_empty() || rest.starts_with(END) {
            return None;
        }
        let field = || {
            let tag = rest.get(..4)?;
            let start = self.at + TAG;
            let range = start..start.checked_add(usize::from(LittleEndian::read_u16(rest.get(4..TAG)?)))?;
            (range.end <= self.data.len()).then_some((tag, range))
        };
        let field = field();
        self.at = field.as_ref().map_or(usize::MAX, |(_, range)| range.end);
        Some(field)
    }
}

/// The word of 64 bits at byte `at`.
pub(crate) fn wide(data: &[u8], at: usize) -> Option<usize> {
    let bytes = data.get(at..at.checked_add(8)?)?;
    usize::try_from(LittleEndian::read_u64(bytes)).ok()
}

impl<'a> Finder<'a> {
    /// Looks at the modules of a library. A module that several functions share has the name of the first one.
    pub(super) fn metal(&mut self, data: &'a [u8], offset: usize) {
        let functions = match Functions::new(data) {
            Ok(functions) => functions,
            Err(error) => return self.fault(offset, error),
        };
        let mut names = Names::default();
        let mut known = HashSet::new();
        self.with_object(data, None, |finder| {
            for function in functions {
                let function = match function {
                    Ok(function) => function,
                    Err(error) => {
                        finder.fault(offset, error);
                        continue;
                    }
                };
                if !finder.spend(function.name.len(), offset) {
                    return;
                }
                if !known.insert(function.module.clone()) {
                    continue;
                }
                let step = Step { container: Container::MetalLibrary, name: function.name, nth: names.nth(function.name) };
                finder.within(step, |finder| finder.only_bitcode(&data[function.module.clone()], offset + function.module.start));
            }
        });
    }
}
