//! A walk over the blocks and records that a pattern selects.
use std::borrow::Cow;
use std::fmt::Write as _;

use bctk_bitcode::schema::function;
use bctk_bitstream::Error;

use crate::path::{Match, Pattern, Place};
use crate::resolve::Resolver;
use crate::tree::{Block, Step, Walk};

/// An open block, with what its path shows.
struct OpenBlock {
    id: u32,
    index: u32,
    name: String,
    function: Option<Vec<u8>>,
    /// Whether the block is selected, and its records shown.
    is_selected: bool,
}

/// What is met next, of what is selected.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A block begins. It is the innermost one now.
    Enter(Block),
    /// A record of the innermost block: [`Walk::record`].
    Record,
    /// The innermost block ends, at the bit `end` of the file.
    Leave {
        /// The block.
        block: Block,
        /// Where it ends, in bits.
        end: u64,
    },
}

/// A walk over what a pattern selects. All else is read as well, since numbers may refer to it, but for bodies of functions.
pub struct Selection<'a, 'p> {
    walk: Walk<'a>,
    resolver: Resolver<'a>,
    pattern: &'p Pattern,
    open: Vec<OpenBlock>,
    again: Option<Step>,
    is_ended: bool,
    found: bool,
}

impl<'a, 'p> Selection<'a, 'p> {
    /// A walk that has not begun yet, and what names its values.
    pub fn new(walk: Walk<'a>, resolver: Resolver<'a>, pattern: &'p Pattern) -> Selection<'a, 'p> {
        Selection { walk, resolver, pattern, open: Vec::new(), again: None, is_ended: false, found: pattern.is_all() }
    }

    /// The next event; none at the end.
    ///
    /// # Errors
    /// Those of [`Walk::next`].
    #[expect(clippy::should_implement_trait, reason = "it fails, and what it gives is looked at by other methods")]
    pub fn next(&mut self) -> Result<Option<Event>, Error> {
        if std::mem::take(&mut self.is_ended) {
            self.open.pop();
        }
        loop {
            let step = match self.again.take() {
                Some(step) => step,
                None => match self.walk.next()? {
                    Some(step) => step,
                    None => return Ok(None),
                },
            };
            self.resolver.step(&self.walk, &step);
            let is_selected = self.open.last().is_some_and(|block| block.is_selected);
            match step {
                Step::Enter(block) => {
                    let is_wanted = self.enter(&block, is_selected)?;
                    if is_wanted {
                        self.found |= self.pattern.selects_blocks();
                        return Ok(Some(Event::Enter(block)));
                    }
                }
                Step::Record if is_selected && self.is_wanted() => {
                    self.found = true;
                    return Ok(Some(Event::Record));
                }
                Step::Leave { block, end } => match is_selected {
                    true => {
                        self.is_ended = true;
                        return Ok(Some(Event::Leave { block, end }));
                    }
                    false => drop(self.open.pop()),
                },
                _ => {}
            }
        }
    }

    /// Whether the pattern selects the record.
    fn is_wanted(&self) -> bool {
        self.pattern.is_all() || self.pattern.record(&self.record_name(), self.walk.record().code)
    }

    /// Opens a block; whether it is selected.
    fn enter(&mut self, block: &Block, is_inside: bool) -> Result<bool, Error> {
        let name = self.resolver.labels().block(self.walk.reader().block_info(), block.id).into_owned();
        let function = self.resolver.function_name(block).map(<[u8]>::to_vec);
        self.open.push(OpenBlock { id: block.id, index: block.index, name, function, is_selected: is_inside });
        if is_inside {
            return Ok(true);
        }
        let places: Vec<Place<'_>> = self
            .open
            .iter()
            .map(|open| Place { id: open.id, name: &open.name, index: open.index, function: open.function.as_deref() })
            .collect();
        match self.pattern.block(&places) {
            Match::Selected => {
                if let Some(open) = self.open.last_mut() {
                    open.is_selected = true;
                }
                return Ok(true);
            }
            // Other blocks are read as well: numbers may refer to their contents.
            Match::No if block.id == function::ID || !self.resolver.labels().has_schema() => self.again = Some(self.walk.skip_block()?),
            Match::No | Match::Inside => {}
        }
        Ok(false)
    }

    /// The walk.
    pub fn walk(&self) -> &Walk<'a> {
        &self.walk
    }

    /// What names values and fields.
    pub fn resolver(&self) -> &Resolver<'a> {
        &self.resolver
    }

    /// Whether something was selected so far.
    pub fn found(&self) -> bool {
        self.found
    }

    /// The path of the innermost block, such as `MODULE/FUNCTION[3]`.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for open in &self.open {
            if !path.is_empty() {
                path.push('/');
            }
            path.push_str(&open.name);
            if open.index > 0 || (open.id == function::ID && self.resolver.labels().has_schema()) {
                // Writing to a string does not fail.
                let _ = write!(path, "[{}]", open.index);
            }
        }
        path
    }

    /// The name of the function whose block is the innermost one, as it is printed.
    pub fn function(&self) -> Option<String> {
        let bytes = self.open.last()?.function.as_deref()?;
        let mut name = String::new();
        crate::names::printable(bytes, &mut name);
        Some(name)
    }

    /// How many selected blocks are open.
    pub fn depth(&self) -> usize {
        self.open.iter().filter(|open| open.is_selected).count()
    }

    /// The number and the name of the innermost block.
    pub fn block(&self) -> (u32, &str) {
        self.open.last().map_or((0, ""), |open| (open.id, &open.name))
    }

    /// The name of the record.
    pub fn record_name(&self) -> Cow<'_, str> {
        match self.resolver.row() {
            Some(row) => row.into(),
            None => self.resolver.labels().record(self.walk.reader().block_info(), self.block().0, self.walk.record().code),
        }
    }
}
