//! The parser: LLVM assembly to the shared model.
//!
//! One pass over the top level reads everything except function bodies and numbered metadata nodes, and records their positions (`module`,
//! `globals`, `types`, `attrs`, `summary`). After it, every name has a number. Bodies and nodes are then parsed in parallel, in parts with
//! tables of their own (`body`, `inst`, `constants`, `metadata`, `di`), and joined in the order of the text (`resolve`), so the result never
//! depends on the number of threads.

mod attr;
mod attrs;
mod body;
mod constants;
mod di;
mod di_words;
mod expr;
mod fast;
mod fast_lines;
mod float;
mod fold;
mod global_names;
mod globals;
mod incomplete;
mod inst;
mod intern;
mod join;
mod locals;
mod locations;
mod metadata;
mod module;
mod names;
mod number;
mod old;
mod recover;
mod resolve;
mod skip;
mod summary;
mod symbols;
mod types;
mod use_orders;

use crate::error::{Diagnostic, Diagnostics, Error, Late};
use crate::lexer::Lexer;
use crate::syntax::Syntax;
use bctk_ir::datalayout::AddressSpaces;
use bctk_ir::entity::{AttrSetId, MdId, TypeId};
use bctk_ir::module::Module;
use bctk_ir::strings::Strings;
use bctk_ir::version::LlvmVersion;
use bctk_support::limits::{LimitName, Limits};
use bctk_support::parallel::with_stack;
pub(crate) use di_words::WordKind;
use global_names::GlobalNames;
use hashbrown::HashMap;
pub(crate) use inst::is_opcode;
use names::NameTable;
pub(crate) use recover::begins_entity;
use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

/// How to read a text.
#[derive(Clone, Debug)]
pub struct ParseOptions {
    /// What the text may ask for.
    pub limits: Limits,
    /// How many faults are reported, at most. Others are only counted ([`Diagnostics::more`]); if it is 1, nothing looks for them.
    pub errors: usize,
    /// How to treat typed pointers.
    pub pointers: Pointers,
    /// A data layout that replaces the one in the text, if any.
    pub data_layout: Option<Vec<u8>>,
    /// The release that printed the text exactly as it is, if known. Numbered nodes then stay separate, even if they are equal. For any
    /// other text, the release is inferred ([`bctk_transforms::text_version`]).
    pub printed_by: Option<LlvmVersion>,
    /// The release whose parser to imitate, whatever printed the text. Without it, the text decides.
    pub read_as: Option<LlvmVersion>,
    /// Whether to note where instructions and global values are ([`offsets`](bctk_ir::provenance::BodyProvenance::offsets)).
    pub offsets: bool,
    /// Whether the text may use what it does not define (LLVM: `-allow-incomplete-ir`). Global values are declared: as functions if they
    /// are only called, else as variables of type `i8`. Attachments of undefined metadata are dropped, and so are calls of debug
    /// intrinsics and of `llvm.experimental.noalias.scope.decl` with such operands. Other uses of it are errors.
    pub allow_incomplete: bool,
}

/// How to treat typed pointers (`i32*`), which LLVM had until 16.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pointers {
    /// In a text that starts with `; ModuleID =`, as those that LLVM prints, they stay typed, and opaque pointers are errors. In any
    /// other text they are read as opaque, as by LLVM 17 and later.
    #[default]
    AsPrinted,
    /// They stay typed; a text with both kinds is wrong.
    Typed,
    /// As [`Pointers::Typed`]; even if the text shows no typed pointer, implicit pointers are typed.
    TypedThroughout,
    /// They are read as opaque ones (`ptr`).
    Opaque,
}

/// A function that is called with the number of bytes of the text that have been passed.
pub type Passed<'p> = &'p mut (dyn FnMut(usize) + Send);

/// Levels of nesting for which every thread has stack enough.
const NESTING: usize = 256;
/// Default of [`ParseOptions::errors`].
const ERRORS: usize = 20;

impl Default for ParseOptions {
    fn default() -> Self {
        Self {
            limits: Limits::DEFAULT,
            errors: ERRORS,
            pointers: Pointers::default(),
            data_layout: None,
            printed_by: None,
            read_as: None,
            offsets: false,
            allow_incomplete: false,
        }
    }
}

/// Reads a text of LLVM assembly.
///
/// ```
/// let text = b"define i32 @f(i32 %a) {\n  %b = add i32 %a, 1\n  ret i32 %b\n}\n";
/// let module = bctk_textual::parse(text, &bctk_textual::ParseOptions::default())?;
/// assert_eq!(module.globals.len(), 1);
/// # Ok::<(), bctk_textual::Diagnostics>(())
/// ```
///
/// # Errors
///
/// All independent errors, up to [`ParseOptions::errors`]: after one, parsing goes on at the next instruction, metadata node or entity
/// of the top level. What refers to something that an error left undefined is no error. If a release is imitated
/// ([`ParseOptions::read_as`]), which stops at its first error, there is at most one for each function and each entity of the top
/// level.
pub fn parse(text: &[u8], options: &ParseOptions) -> Result<Module, Diagnostics> {
    parse_with(text, options, &mut |_| ())
}

/// As [`parse`]. Calls `passed` after each part of the text with the number of bytes that have been passed and are not needed soon, so that
/// their memory can be given back. The number can fall: some texts are read more than once.
///
/// # Errors
/// As [`parse`].
pub fn parse_with(text: &[u8], options: &ParseOptions, passed: Passed<'_>) -> Result<Module, Diagnostics> {
    let parse = |options: &ParseOptions, passed: Passed<'_>| match options.allow_incomplete {
        true => incomplete::parse(text, options),
        false => resolve::parse(text, options, passed),
    };
    let allowed = options.limits.nesting;
    if allowed <= NESTING {
        return parse(options, passed);
    }
    // Few texts need more than that.
    let few = ParseOptions { limits: Limits { nesting: NESTING, ..options.limits.clone() }, ..options.clone() };
    let is_deep = |fault: &Diagnostic| fault.limit == Some(LimitName::Nesting);
    match parse(&few, passed) {
        Err(Diagnostics { faults, .. }) if faults.iter().any(is_deep) => {}
        parsed => return parsed,
    }
    // Each level needs stack: more levels than usual need threads with more of it.
    let stack = options.limits.nesting.saturating_mul(LEVEL_STACK).saturating_add(LEVEL_STACK * NESTING);
    with_stack(stack, || parse(options, passed)).unwrap_or_else(|_| {
        let message = format!("no room for {} levels of nesting", options.limits.nesting);
        Err(vec![*Error::new(0..0, message).0].into())
    })
}

/// Maximum stack for one level of nesting, in bytes; an optimised parser needs less than a tenth.
const LEVEL_STACK: usize = 1 << 14;

/// Whether typed pointers of `text` stay what they are.
pub(crate) fn keeps_typed_pointers(options: &ParseOptions, text: &[u8]) -> bool {
    match options.pointers {
        Pointers::AsPrinted => is_printed(options, text),
        Pointers::Typed | Pointers::TypedThroughout => true,
        Pointers::Opaque => false,
    }
}

/// Whether the text starts like every module that LLVM prints; irrelevant if a version is given for reading.
pub(crate) fn is_printed(options: &ParseOptions, text: &[u8]) -> bool {
    options.read_as.is_none() && text.starts_with(b"; ModuleID = ")
}

/// The release whose syntax the text must follow: the one that reads it, else the default; none if a tool printed the text.
fn strict_version(options: &ParseOptions, text: &[u8]) -> Option<LlvmVersion> {
    let as_it_stands = options.printed_by.is_some() || options.pointers != Pointers::AsPrinted || is_printed(options, text);
    options.read_as.or((!as_it_stands).then_some(LlvmVersion::DEFAULT))
}

/// The release that reads the text or printed it; the default if neither is known.
fn language(options: &ParseOptions) -> LlvmVersion {
    options.read_as.or(options.printed_by).unwrap_or_default()
}

/// The operand bundle tags that come before those of a text of LLVM `version`.
fn bundle_tags(version: LlvmVersion) -> &'static [&'static str] {
    match version.assumption_bundle_tags() {
        // The writer gives them their places.
        true => bctk_ir::fixed::OLD_BUNDLE_TAGS,
        false => version.bundle_tags(),
    }
}

/// The results of the top level for the bodies: the module so far, and the numbers of all names.
pub(crate) struct Env<'s> {
    pub(crate) options: ParseOptions,
    pub(crate) source: &'s [u8],
    /// Global values, types, attributes and constants; its strings hold those of the top level.
    pub(crate) module: Module,
    /// Global values by name and number.
    pub(crate) globals: GlobalNames,
    /// Named types.
    pub(crate) type_names: TypeNames<'s>,
    /// Metadata nodes by number.
    pub(crate) md_numbers: MdNumbers,
    /// Attribute groups by number.
    pub(crate) groups: HashMap<u32, AttrSetId>,
    pub(crate) spaces: AddressSpaces,
    /// The position of the first typed pointer.
    pub(crate) typed_pointers: Option<usize>,
    pub(crate) md_kinds: NameTable<'s>,
    pub(crate) bundle_tags: NameTable<'s>,
    pub(crate) sync_scopes: NameTable<'s>,
    /// Names whose definitions have faults.
    failed: recover::Failed<'s>,
    /// What metadata strings are hashed with.
    md_hasher: hashbrown::DefaultHashBuilder,
}

/// Names and numbers of types.
#[derive(Default)]
pub(crate) struct TypeNames<'s> {
    pub(crate) names: HashMap<Cow<'s, [u8]>, TypeId>,
    pub(crate) numbers: HashMap<u32, TypeId>,
}

/// The node for each number. Nodes get their ids when the top level first meets their numbers.
#[derive(Default)]
pub(crate) struct MdNumbers {
    /// By number, where numbers are dense: id + 1, 0 for none.
    dense: Vec<u32>,
    /// Other numbers.
    sparse: HashMap<u32, MdId>,
    /// Whether each node is defined.
    defined: Vec<bool>,
    /// How many are not.
    open: usize,
}

impl MdNumbers {
    /// The node of `number`, defined or not.
    pub(crate) fn refer(&mut self, number: u32) -> MdId {
        if let Some(id) = self.id(number) {
            return id;
        }
        let id = MdId(self.defined.len() as u32);
        self.defined.push(false);
        self.open += 1;
        // Numbers of a printed text are dense; a single large one must not need a large table.
        if number as usize <= self.defined.len() * 4 + 1024 {
            if self.dense.len() <= number as usize {
                self.dense.resize(number as usize + 1, 0);
            }
            self.dense[number as usize] = id.0 + 1;
        } else {
            self.sparse.insert(number, id);
        }
        id
    }

    /// Notes that `number` is defined; gives nothing if it was before.
    pub(crate) fn define(&mut self, number: u32) -> Option<MdId> {
        let id = self.refer(number);
        let new = !std::mem::replace(&mut self.defined[id.index()], true);
        self.open -= usize::from(new);
        new.then_some(id)
    }

    #[inline]
    fn id(&self, number: u32) -> Option<MdId> {
        match self.dense.get(number as usize) {
            Some(&slot) if slot != 0 => Some(MdId(slot - 1)),
            _ => self.sparse.get(&number).copied(),
        }
    }

    /// The node of `number`, if it is defined.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> Option<MdId> {
        self.id(number).filter(|&id| self.open == 0 || self.is_defined(id))
    }

    /// Whether a node is defined.
    #[inline]
    pub(crate) fn is_defined(&self, id: MdId) -> bool {
        self.defined.get(id.index()) == Some(&true)
    }

    /// How many nodes have numbers.
    pub(crate) fn count(&self) -> u32 {
        self.defined.len() as u32
    }
}

/// A parser for one part of the text: the top level, or some bodies or nodes.
pub(crate) struct Parser<'e, 's> {
    syntax: Syntax<'s>,
    /// Whether fast paths are taken.
    is_fast: bool,
    /// What the top level has left; none while it is read.
    pub(crate) env: Option<&'e Env<'s>>,
    /// The top level, while it is read.
    pub(crate) top: Option<Box<module::Top<'s>>>,
    pub(crate) types: types::Types<'e>,
    /// Strings of what this part adds, but those of metadata.
    pub(crate) strings: Strings,
    pub(crate) attrs: attrs::AttrUnit<'s>,
    pub(crate) md: metadata::MdUnit<'s>,
    /// Entries of a summary (top level only).
    pub(crate) summary: Option<Box<summary::Gathered<'s>>>,
    /// Constants that are of no body.
    pub(crate) consts: constants::ConstUnit<'s>,
    /// The current function.
    pub(crate) fun: body::Fun<'s>,
    /// Where lists are gathered; who pushes here truncates it again.
    pub(crate) scratch: Vec<u32>,
    /// Types of the lists that are read.
    pub(crate) type_scratch: Vec<TypeId>,
    pub(crate) spaces: AddressSpaces,
    pub(crate) md_kinds: NameTable<'s>,
    pub(crate) bundle_tags: NameTable<'s>,
    pub(crate) sync_scopes: NameTable<'s>,
    /// Faults that LLVM finds at the end of the text. They do not end the parsing.
    late: Vec<Diagnostic>,
    /// Faults after which parsing goes on, if it does.
    found: recover::Found<'s>,
    /// Whether names may be missing ([`ParseOptions::allow_incomplete`]): all of them are noted.
    allows_missing: bool,
    /// The locations of instructions and records, if somebody wants to know where they are.
    pub(crate) locations: Option<Vec<(MdId, Late)>>,
    /// Undeclared intrinsics called in this part; their values are numbered from [`UNDECLARED`] on.
    pub(crate) undeclared: Vec<Undeclared<'s>>,
    typed_pointers: Option<usize>,
    /// Whether a typed pointer, should one come, is to stay one.
    keeps_typed: bool,
    /// The release whose syntax the text must follow: removed syntax is an error. None accepts old syntax.
    strict: Option<LlvmVersion>,
    /// The release whose constants are read: the one that reads the text or printed it, else the newest.
    language: LlvmVersion,
    /// Which forms of old languages this part of the text has.
    pub(crate) old: old::OldForms,
}

/// Number of the first global value that a part of the text adds, above all those of a module.
pub(crate) const UNDECLARED: u32 = 1 << 28;

/// An undeclared intrinsic; the call declares it.
#[derive(Clone, Debug)]
pub(crate) struct Undeclared<'s> {
    pub(crate) name: Cow<'s, [u8]>,
    /// Type of the function.
    pub(crate) fn_ty: TypeId,
    /// Where it is called.
    pub(crate) at: std::ops::Range<usize>,
}

impl<'s> Deref for Parser<'_, 's> {
    type Target = Syntax<'s>;
    #[inline(always)]
    fn deref(&self) -> &Syntax<'s> {
        &self.syntax
    }
}

impl DerefMut for Parser<'_, '_> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.syntax
    }
}

impl<'e, 's> Parser<'e, 's> {
    /// A parser of the top level.
    fn top_level(source: &'s [u8], options: &ParseOptions, typed_pointers: Option<usize>) -> Self {
        let mut strings = Strings::default();
        let mut top = Box::<module::Top<'s>>::default();
        let mut spaces = AddressSpaces::default();
        if let Some(layout) = &options.data_layout {
            top.data_layout = strings.push(layout);
            top.layout_given = true;
            spaces = AddressSpaces::parse(layout);
        }
        Parser {
            is_fast: bctk_support::fast::is_on(),
            syntax: Syntax::new(source, 0, options.limits.clone()),
            env: None,
            top: Some(top),
            types: types::Types::new(None),
            strings,
            attrs: attrs::AttrUnit::new(0),
            md: metadata::MdUnit::default(),
            summary: None,
            consts: constants::ConstUnit::default(),
            fun: body::Fun::default(),
            scratch: Vec::new(),
            type_scratch: Vec::new(),
            spaces,
            md_kinds: match is_printed(options, source) {
                true => NameTable::fixed(bctk_ir::fixed::MD_KINDS).of_older(bctk_ir::fixed::OLDEST_MD_KINDS),
                false => NameTable::fixed(bctk_ir::fixed::MD_KINDS).of_older(language(options).metadata_kinds().len()),
            },
            bundle_tags: NameTable::fixed(bundle_tags(language(options))),
            sync_scopes: NameTable::fixed(bctk_ir::fixed::SYNC_SCOPES),
            late: Vec::new(),
            found: recover::Found::new(options),
            allows_missing: options.allow_incomplete,
            locations: None,
            undeclared: Vec::new(),
            typed_pointers,
            keeps_typed: keeps_typed_pointers(options, source),
            strict: strict_version(options, source),
            language: language(options),
            old: old::OldForms::default(),
        }
    }

    /// A parser of bodies or nodes from `pos` on. `types` is the module's table so far.
    fn part(env: &'e Env<'s>, types: &'e bctk_ir::types::TypeTable, pos: usize) -> Self {
        Parser {
            is_fast: bctk_support::fast::is_on(),
            syntax: Syntax::new(env.source, pos, env.options.limits.clone()),
            env: Some(env),
            top: None,
            types: types::Types::new(Some(types)),
            strings: Strings::default(),
            attrs: attrs::AttrUnit::new(env.module.attrs.sets.len()),
            md: metadata::MdUnit::new(env.md_hasher.clone()),
            summary: None,
            consts: constants::ConstUnit::default(),
            fun: body::Fun::default(),
            scratch: Vec::new(),
            type_scratch: Vec::new(),
            spaces: env.spaces.clone(),
            md_kinds: env.md_kinds.extended(),
            bundle_tags: env.bundle_tags.extended(),
            sync_scopes: env.sync_scopes.extended(),
            late: Vec::new(),
            found: recover::Found::new(&env.options),
            allows_missing: env.options.allow_incomplete,
            locations: None,
            undeclared: Vec::new(),
            typed_pointers: env.typed_pointers,
            keeps_typed: keeps_typed_pointers(&env.options, env.source),
            strict: strict_version(&env.options, env.source),
            language: language(&env.options),
            old: old::OldForms::default(),
        }
    }

    /// Whether the text has typed pointers.
    #[inline]
    pub(crate) fn typed_pointers(&self) -> bool {
        self.typed_pointers.is_some()
    }

    /// The position of the first typed pointer.
    pub(crate) fn first_typed_pointer(&self) -> Option<usize> {
        self.typed_pointers
    }

    /// The next token, without advancing.
    pub(crate) fn lookahead(&self) -> Lexer<'s> {
        let mut lexer: Lexer<'s> = (**self).clone();
        lexer.next();
        lexer
    }

    /// An error about something with a name: `message` with the quoted name in place of `{}`.
    #[cold]
    pub(crate) fn error_named(&self, span: std::ops::Range<usize>, before: &str, name: &[u8], after: &str) -> Error {
        Error::new(span, format!("{before}{}{after}", String::from_utf8_lossy(name)))
    }
}
