//! Entries of a ThinLTO summary: modules, values by name or GUID, flags (LLVM 22, `LLParser::parseSummaryEntry` and what it calls). `entry`
//! reads the summaries of values, `typeid` type identifiers, and `finish` combines them.

mod entry;
mod finish;
mod typeid;

use super::Parser;
use super::old::OldForms;
use crate::error::Result;
use crate::token::Tok;
use bctk_ir::strings::Strings;
use bctk_ir::summary::{KNOWN_FLAGS, ModulePath, Summary};
use hashbrown::HashMap;
use std::borrow::Cow;
use std::ops::Range;

/// The contents of the entries so far. Values are numbered in the order in which they are first named. Numbers of type identifiers stand
/// for their GUIDs; `finish` replaces them.
#[derive(Default)]
pub(crate) struct Gathered<'s> {
    summary: Summary,
    values: Vec<Named<'s>>,
    /// Index in `values` by number of the entry.
    value_numbers: HashMap<u32, u32>,
    /// Index in the summary's modules by number of the entry.
    module_numbers: HashMap<u32, u32>,
    /// GUIDs of type identifiers by number of the entry.
    type_numbers: HashMap<u32, u64>,
    /// Type identifiers that GUIDs are to be taken from.
    type_uses: Vec<TypeUse>,
    value_flags: Met<entry::FlagsRead>,
    function_flags: Met<u64>,
}

/// Texts in parentheses that were read, and what they mean: flags are many words, and few texts.
struct Met<T> {
    texts: Vec<(Range<usize>, T)>,
}

impl<T> Default for Met<T> {
    fn default() -> Self {
        Met { texts: Vec::new() }
    }
}

impl<T: Copy> Met<T> {
    /// How many texts are kept.
    const KEPT: usize = 8;

    /// What the text at `at` means, if it was read before, and its end.
    fn find(&self, source: &[u8], at: usize) -> Option<(T, usize)> {
        let rest = source.get(at..)?;
        let known = |range: &Range<usize>| source.get(range.clone()).is_some_and(|text| rest.starts_with(text));
        let (text, meaning) = self.texts.iter().find(|(text, _)| known(text))?;
        Some((*meaning, at + text.len()))
    }

    fn add(&mut self, text: Range<usize>, meaning: T) {
        if self.texts.len() < Self::KEPT {
            self.texts.push((text, meaning));
        }
    }
}

/// The summary at the end of a printed text, read beside bodies.
pub(crate) struct Rest<'s> {
    pub(crate) gathered: Box<Gathered<'s>>,
    /// The strings of the entries.
    pub(crate) strings: Strings,
    pub(crate) old: OldForms,
}

impl<'s> Rest<'s> {
    /// Reads entries from `at` on, where `parser` is that of a top level. None if anything else is there: then the text is read again, which
    /// finds the error.
    pub(crate) fn read(mut parser: Parser<'_, 's>, at: usize) -> Option<Rest<'s>> {
        parser.seek(at);
        while parser.tok == Tok::SummaryId {
            parser.summary_entry().ok()?;
        }
        let gathered = parser.summary.take().filter(|_| parser.tok == Tok::Eof)?;
        Some(Rest { gathered, strings: parser.strings, old: parser.old })
    }

    /// The entries, whose strings are those of `strings` from now on; none if they are too many.
    pub(crate) fn with_strings_of(self, strings: &mut Strings) -> Option<Box<Gathered<'s>>> {
        let mut gathered = self.gathered;
        let shift = strings.append(&self.strings)?;
        let Summary { modules, type_ids, vtables, .. } = &mut gathered.summary;
        let resolved = type_ids.iter_mut().flat_map(|id| {
            let implementations = id.resolutions.iter_mut().map(|resolution| &mut resolution.single_impl);
            implementations.chain([&mut id.name])
        });
        let names = vtables.iter_mut().map(|vtables| &mut vtables.name);
        for name in modules.iter_mut().filter_map(|module| module.path.as_mut()).chain(resolved).chain(names) {
            if !name.is_empty() {
                *name = name.shifted(shift);
            }
        }
        Some(gathered)
    }
}

impl Gathered<'_> {
    /// Whether there is no entry for a value or type identifier, and no flag is set.
    pub(crate) fn is_empty(&self) -> bool {
        let Summary { flags, type_ids, vtables, .. } = &self.summary;
        self.values.is_empty() && *flags == 0 && type_ids.is_empty() && vtables.is_empty()
    }
}

/// A value of the index.
struct Named<'s> {
    number: u32,
    /// Where it is defined, or where it is named first.
    span: Range<usize>,
    what: What<'s>,
}

/// How a value is known.
enum What<'s> {
    /// It is named only.
    Undefined,
    /// By its GUID.
    Guid(u64),
    /// By its name.
    Name(Cow<'s, [u8]>),
}

/// A place that gets the GUID of a type identifier.
struct TypeUse {
    /// Number of the entry.
    number: u32,
    span: Range<usize>,
    /// Index of the summary entry whose function uses it.
    entry: usize,
    list: TypeList,
    /// Place in the list.
    index: usize,
}

/// The lists of a function that hold type identifiers.
#[derive(Clone, Copy)]
enum TypeList {
    Tests,
    AssumeVcalls,
    CheckedLoadVcalls,
    AssumeConstVcalls,
    CheckedLoadConstVcalls,
}

impl<'s> Parser<'_, 's> {
    /// Entries of a summary. A printed text ends with them, and they are left to [`Rest`]; otherwise this is one entry.
    pub(crate) fn summary_entries(&mut self) -> Result<()> {
        let at = self.start;
        if !self.top().printed {
            return self.summary_entry();
        }
        self.top().summary_at = Some(at);
        let end = self.source().len();
        self.seek(end);
        Ok(())
    }

    /// `^0 = …`; the current token is the number (top level only).
    fn summary_entry(&mut self) -> Result<()> {
        // Words and colons are no labels here.
        self.colons_apart = true;
        let read = self.entry();
        self.colons_apart = false;
        read?;
        // The token after the entry has been read with colons apart.
        let at = self.start;
        self.seek(at);
        Ok(())
    }

    fn gathered(&mut self) -> &mut Gathered<'s> {
        self.summary.get_or_insert_with(Box::default)
    }

    fn entry(&mut self) -> Result<()> {
        let number = self.value as u32;
        let span = self.span();
        self.next();
        self.expect(Tok::Equal, "expected '=' here")?;
        match self.text() {
            b"gv" => self.value_entry(number, span),
            b"module" => self.module_entry(number),
            b"typeid" => self.type_id_entry(number),
            b"typeidCompatibleVTable" => self.vtable_entry(number),
            b"flags" => {
                self.next();
                self.colon()?;
                let flags = self.u64()?;
                self.gathered().summary.flags |= flags & KNOWN_FLAGS;
                Ok(())
            }
            b"blockcount" => {
                self.next();
                self.colon()?;
                let count = self.u64()?;
                self.gathered().summary.block_count = count;
                Ok(())
            }
            _ => Err(self.error("unexpected summary kind")),
        }
    }

    fn colon(&mut self) -> Result<()> {
        self.expect(Tok::Colon, "expected ':' here")
    }

    fn open(&mut self) -> Result<()> {
        self.expect(Tok::LParen, "expected '(' here")
    }

    fn close(&mut self) -> Result<()> {
        self.expect(Tok::RParen, "expected ')' here")
    }

    fn then_comma(&mut self) -> Result<()> {
        self.expect(Tok::Comma, "expected ',' here")
    }

    /// `key:`
    fn key(&mut self, key: &str) -> Result<()> {
        if self.text() != key.as_bytes() {
            return Err(self.error(format!("expected '{key}' here")));
        }
        self.next();
        self.colon()
    }

    /// Whether the current tokens are `key:`, which are consumed.
    fn eat_key(&mut self, key: &[u8]) -> Result<bool> {
        if self.text() != key {
            return Ok(false);
        }
        self.next();
        self.colon()?;
        Ok(true)
    }

    /// `(item, item)`
    fn list(&mut self, mut item: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.open()?;
        loop {
            item(self)?;
            if !self.eat(Tok::Comma) {
                return self.close();
            }
        }
    }

    /// One of `names`, as its place among them.
    fn one_of(&mut self, names: &[&str], message: &'static str) -> Result<usize> {
        let Some(at) = names.iter().position(|name| name.as_bytes() == self.text()) else { return Err(self.error(message)) };
        self.next();
        Ok(at)
    }

    /// A number that means yes or no.
    fn flag(&mut self) -> Result<bool> {
        if self.tok != Tok::Int || self.negative {
            return Err(self.error("expected integer"));
        }
        let flag = self.value != 0 || self.big;
        self.next();
        Ok(flag)
    }

    /// `^N`
    fn number_of(&mut self, message: &'static str) -> Result<(u32, Range<usize>)> {
        if self.tok != Tok::SummaryId {
            return Err(self.error(message));
        }
        let found = (self.value as u32, self.span());
        self.next();
        Ok(found)
    }

    /// `^N` of a value.
    fn value_number(&mut self) -> Result<u32> {
        let (number, span) = self.number_of("expected GV ID")?;
        Ok(self.value_index(number, span))
    }

    fn value_index(&mut self, number: u32, span: Range<usize>) -> u32 {
        let gathered = self.gathered();
        let values = &mut gathered.values;
        *gathered.value_numbers.entry(number).or_insert_with(|| {
            values.push(Named { number, span, what: What::Undefined });
            values.len() as u32 - 1
        })
    }

    /// `module: (path: "…", hash: (…))`; the current token is `module`.
    fn module_entry(&mut self, number: u32) -> Result<()> {
        self.next();
        self.colon()?;
        self.open()?;
        self.key("path")?;
        let path = self.string()?;
        self.then_comma()?;
        self.key("hash")?;
        let mut hash = [0; 5];
        self.open()?;
        for (i, word) in hash.iter_mut().enumerate() {
            if i != 0 {
                self.then_comma()?;
            }
            *word = self.u32()?;
        }
        self.close()?;
        self.close()?;
        let path = self.strings.push(&path);
        let gathered = self.gathered();
        gathered.summary.modules.push(ModulePath { id: u64::from(number), path: Some(path), hash });
        let index = gathered.summary.modules.len() as u32 - 1;
        gathered.module_numbers.insert(number, index);
        Ok(())
    }

    /// `gv: (name: "…", summaries: (…))`; the current token is `gv`.
    fn value_entry(&mut self, number: u32, span: Range<usize>) -> Result<()> {
        self.next();
        self.colon()?;
        self.open()?;
        let at = self.span();
        let what = if self.eat_key(b"name")? {
            What::Name(self.string()?)
        } else if self.eat_key(b"guid")? {
            What::Guid(self.u64()?)
        } else {
            return Err(self.error("expected name or guid tag"));
        };
        let value = self.value_index(number, span);
        if let Some(named) = self.gathered().values.get_mut(value as usize) {
            named.what = what;
            named.span = at;
        }
        if self.eat(Tok::Comma) {
            self.key("summaries")?;
            self.list(|p| p.summary_of(value))?;
        }
        self.close()
    }
}
