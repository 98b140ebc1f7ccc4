//! Parses the top level of a text entity by entity; skips function bodies and numbered nodes (LLVM 22, `LLParser::Run`).

use super::attrs::FnAttrs;
use super::body::{ArgName, BodyTask};
use super::global_names::SymbolNames;
use super::globals::{GlobalName, Symbol};
use super::{MdNumbers, Parser, TypeNames, recover, skip};
use crate::error::{Diagnostic, Error, Late, Result};
use crate::scan;
use crate::token::{Kw, Tok};
use bctk_ir::datalayout::AddressSpaces;
use bctk_ir::entity::{AttrSetId, ComdatId, GlobalId, MdId, TypeId};
use bctk_ir::global::{Comdat, GlobalValue};
use bctk_ir::metadata::NamedMetadata;
use bctk_ir::module::AsmFragment;
use bctk_ir::strings::Str;
use bctk_ir::types::{StructKind, Type};
use hashbrown::HashMap;
use std::borrow::Cow;
use std::ops::Range;

/// A comdat of the top level: its number, whether it is defined, and its position.
type KnownComdat = (ComdatId, bool, Range<usize>);

/// What the top level gathers.
#[derive(Default)]
pub(crate) struct Top<'s> {
    /// Definitions and declarations of global values, in the order of the text.
    pub(crate) globals: Vec<GlobalValue>,
    /// Symbol of each.
    pub(crate) definitions: Vec<u32>,
    /// Global values by name or number, defined or not; while the top level is parsed, values refer to these.
    pub(crate) symbols: Vec<Symbol<'s>>,
    pub(super) names: SymbolNames,
    pub(super) numbers: HashMap<u32, u32>,
    /// Number of the next global value without a name.
    pub(crate) next_number: u32,
    pub(crate) type_names: TypeNames<'s>,
    /// Named types that are not defined yet: position and name.
    pub(crate) open_types: HashMap<TypeId, (Range<usize>, Option<u32>, String)>,
    pub(crate) comdats: HashMap<Cow<'s, [u8]>, KnownComdat>,
    pub(crate) comdat_list: Vec<Comdat>,
    /// Attribute groups by number.
    pub(crate) groups: HashMap<u32, AttrSetId>,
    pub(crate) md_numbers: MdNumbers,
    /// Where the top level itself refers to numbered nodes.
    pub(crate) md_uses: Vec<(MdId, Range<usize>)>,
    /// The functions whose blocks the top level addresses, and where.
    pub(crate) addressed: Vec<(GlobalId, Range<usize>)>,
    /// Named metadata; its names are strings of the top level.
    pub(crate) named: Vec<NamedMetadata>,
    /// Names of parameters, of all functions.
    pub(crate) arg_names: Vec<ArgName>,
    /// Attributes of global values, which may refer to later groups.
    pub(crate) headers: Vec<Header>,
    /// What is left to parse, in the order of the text.
    pub(crate) tasks: Vec<Task>,
    pub(crate) source_filename: Option<Str>,
    /// Libraries that the module depends on.
    pub(crate) libraries: Vec<Str>,
    pub(crate) triple: Str,
    pub(crate) data_layout: Str,
    /// Whether the caller sets the data layout, so that the text's own does not count.
    pub(crate) layout_given: bool,
    /// Something other than the target and the name of the source has been parsed.
    pub(crate) begun: bool,
    pub(crate) inline_asm: Vec<u8>,
    /// Its parts.
    pub(crate) asm_fragments: Vec<AsmFragment>,
    /// Positions of the `uselistorder` directives of the top level.
    pub(crate) use_orders: Vec<usize>,
    /// Whether bodies and nodes are assumed to have a printer's layout.
    pub(crate) printed: bool,
    /// Whether something turned out not to.
    pub(crate) not_printed: bool,
    /// Names whose definitions have faults.
    pub(crate) failed: recover::Failed<'s>,
    /// Where the summary begins that ends a printed text; it is read beside bodies.
    pub(crate) summary_at: Option<usize>,
}

/// The attributes of a global value.
pub(crate) struct Header {
    /// Index of the definition.
    pub(crate) global: u32,
    pub(crate) ret: Option<AttrSetId>,
    pub(crate) params: Vec<Option<AttrSetId>>,
    pub(crate) attrs: FnAttrs,
}

/// A part of the text that was passed over.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    Body(BodyTask),
    /// Numbered nodes, one after the other.
    Nodes(Range<usize>),
}

impl Task {
    /// Where it lies.
    pub(crate) fn span(&self) -> Range<usize> {
        match self {
            Task::Body(body) => body.start..body.end,
            Task::Nodes(span) => span.clone(),
        }
    }
}

/// Bytes of nodes that make one task, about.
const NODES: usize = 1 << 16;

impl<'s> Top<'s> {
    /// The symbol of a global value; `ty` and `span` are for a new one.
    pub(crate) fn symbol(&mut self, name: &GlobalName<'s>, ty: TypeId, span: Range<usize>) -> u32 {
        let known = match name {
            GlobalName::Name(text) => self.names.get(text),
            GlobalName::Number(n) => self.numbers.get(n).copied(),
        };
        if let Some(symbol) = known {
            return symbol;
        }
        let symbol = self.symbols.len() as u32;
        match name {
            GlobalName::Name(text) => self.names.insert(text, symbol),
            GlobalName::Number(n) => {
                self.numbers.insert(*n, symbol);
            }
        }
        self.symbols.push(Symbol { name: name.clone(), definition: None, span, ty });
        symbol
    }
}

impl<'s> Parser<'_, 's> {
    /// What the top level has gathered; only while it is read.
    #[inline]
    pub(crate) fn top(&mut self) -> &mut Top<'s> {
        self.top.get_or_insert_default()
    }

    /// Parses the whole top level. After a fault, parsing continues at the next entity, up to `most` faults, or to the end if it goes on.
    pub(super) fn module(&mut self, faults: &mut Vec<Diagnostic>, most: usize) {
        while self.tok != Tok::Eof {
            let start = self.syntax.start;
            if let Err(Error(fault)) = self.entity() {
                match faults.len() < most {
                    true => faults.push(*fault),
                    false => self.found.more += 1,
                }
                if faults.len() >= most && !self.found.goes_on {
                    return;
                }
                self.recover_entity(start);
            }
        }
        // After an error, its definition is missing; that is not a separate error.
        let is_whole = faults.is_empty();
        if is_whole || self.found.goes_on {
            self.note_all_undefined();
            let (text, late) = (self.source(), std::mem::take(&mut self.late));
            faults.extend(late.into_iter().filter(|fault| !recover::is_of_failed(text, fault, &self.top().failed)));
        }
        if is_whole
            && faults.is_empty()
            && let Err(Error(fault)) = self.check_recursive_types()
        {
            faults.push(*fault);
        }
    }

    fn entity(&mut self) -> Result<()> {
        let comes_first = self.tok == Tok::Word && matches!(self.word.kw, Kw::Target | Kw::SourceFilename);
        if comes_first && self.top().begun && !self.reads_old_forms() {
            // LLVM 10 and older took them anywhere.
            return Err(self.error("expected top-level entity"));
        }
        self.top().begun |= !comes_first;
        match self.tok {
            Tok::MetadataNum => self.nodes(),
            Tok::Global | Tok::GlobalNum => self.global(),
            Tok::Local | Tok::LocalNum => self.type_definition(),
            Tok::Comdat => self.comdat_definition(),
            Tok::MetadataName => self.named_metadata(),
            Tok::SummaryId => self.summary_entries(),
            // `! 0 = …`
            Tok::Exclaim => self.nodes(),
            Tok::Word => match self.word.kw {
                Kw::Define | Kw::Declare => self.function(),
                Kw::Target => self.target(),
                Kw::Attributes => self.attribute_group(),
                Kw::SourceFilename => {
                    self.next();
                    self.expect(Tok::Equal, "expected '=' after source_filename")?;
                    let name = self.string()?;
                    let name = self.strings.push(&name);
                    self.top().source_filename = Some(name);
                    Ok(())
                }
                Kw::Module => self.module_asm(),
                Kw::DepLibs => self.dependent_libraries(),
                Kw::UseListOrder | Kw::UseListOrderBb => {
                    let at = self.syntax.start;
                    self.top().use_orders.push(at);
                    // Up to its numbers: other braces, of types and constants, hold no numbers without a type.
                    let is_end =
                        |p: &mut Self| matches!(p.tok, Tok::Eof | Tok::Error) || p.at(Kw::UseListOrder) || p.at(Kw::UseListOrderBb);
                    self.next();
                    while !(is_end(self) || self.tok == Tok::LBrace && self.lookahead().tok == Tok::Int) {
                        self.next();
                    }
                    if self.tok != Tok::LBrace {
                        // It has no numbers, which is an error where it is parsed.
                        self.syntax.seek(at);
                        self.next();
                        while !is_end(self) && self.tok != Tok::RBrace {
                            self.next();
                        }
                    }
                    while matches!(self.tok, Tok::LBrace | Tok::Int | Tok::Comma) {
                        self.next();
                    }
                    self.expect(Tok::RBrace, "expected '}' here")
                }
                // A global value without a name.
                _ => match self.text() {
                    b"private"
                    | b"internal"
                    | b"weak"
                    | b"weak_odr"
                    | b"linkonce"
                    | b"linkonce_odr"
                    | b"available_externally"
                    | b"appending"
                    | b"common"
                    | b"extern_weak"
                    | b"external"
                    | b"default"
                    | b"hidden"
                    | b"protected"
                    | b"dllimport"
                    | b"dllexport"
                    | b"linker_private"
                    | b"linker_private_weak"
                    | b"linker_private_weak_def_auto"
                    | b"linkonce_odr_auto_hide"
                        if self.reads_old_forms() =>
                    {
                        self.global()
                    }
                    _ => match self.word.kw {
                        Kw::Global
                        | Kw::Constant
                        | Kw::Alias
                        | Kw::IFunc
                        | Kw::ThreadLocal
                        | Kw::UnnamedAddr
                        | Kw::LocalUnnamedAddr
                        | Kw::AddrSpace
                        | Kw::ExternallyInitialized
                        | Kw::DsoLocal
                        | Kw::DsoPreemptable
                            if self.reads_old_forms() =>
                        {
                            self.global()
                        }
                        _ => Err(self.error("expected top-level entity")),
                    },
                },
            },
            _ => Err(self.error("expected top-level entity")),
        }
    }

    fn target(&mut self) -> Result<()> {
        self.next();
        let kw = self.kw();
        match kw {
            Kw::Triple | Kw::DataLayout => self.next(),
            _ => return Err(self.error("unknown target property")),
        }
        let message = if kw == Kw::Triple { "expected '=' after target triple" } else { "expected '=' after target datalayout" };
        self.expect(Tok::Equal, message)?;
        let at = self.span();
        let text = self.string()?;
        // Layouts of older versions may state what newer ones find wrong. That of the options takes the place of this one.
        if kw == Kw::DataLayout && !self.typed_pointers() && !self.top().layout_given {
            bctk_ir::datalayout::check(&text, self.language).map_err(|message| self.error_at(at, message))?;
        }
        let stored = self.strings.push(&text);
        if kw == Kw::Triple {
            self.top().triple = stored;
        } else if !self.top().layout_given {
            self.spaces = AddressSpaces::parse(&text);
            self.top().data_layout = stored;
        }
        Ok(())
    }

    /// `module asm "…" …`, with properties in front of the strings or without: all strings together are the module's inline assembly.
    fn module_asm(&mut self) -> Result<()> {
        self.next();
        let asm_end = self.span().end;
        self.expect_kw(Kw::Asm, "expected 'module asm'")?;
        let mut fragment = AsmFragment::default();
        // LLVM 23 and later print the strings on lines of their own.
        let is_list = self.tok == Tok::LParen || self.source()[asm_end..self.span().start].contains(&b'\n');
        self.old.asm_lists |= is_list;
        self.old.asm_lines |= !is_list;
        if self.eat(Tok::LParen) {
            self.asm_properties(&mut fragment)?;
        }
        // Where strings form lists, each ends its line. Before, a string that was empty or ended a line added nothing.
        let always_ends = self.strict.map_or(is_list, |version| version.asm_lists());
        let mut text = Vec::new();
        loop {
            text.extend_from_slice(&self.string()?);
            let is_open = || text.last().or(self.top.as_ref().and_then(|top| top.inline_asm.last())).is_some_and(|&last| last != b'\n');
            if always_ends || is_open() {
                text.push(b'\n');
            }
            if self.tok != Tok::Str {
                break;
            }
        }
        self.add_assembly(&text, fragment);
        Ok(())
    }

    /// The properties of inline assembly, after the opening parenthesis.
    fn asm_properties(&mut self, fragment: &mut AsmFragment) -> Result<()> {
        loop {
            if self.tok != Tok::Label {
                return Err(self.error("expected property name followed by ':'"));
            }
            let (name, at) = (self.name(), self.span());
            self.next();
            let value = self.string()?;
            let value = self.strings.push(&value);
            if !fragment.set(&name, value) {
                return Err(self.error_at(at, "unknown property name"));
            }
            if self.eat(Tok::RParen) {
                return Ok(());
            }
            self.expect(Tok::Comma, "expected ',' or ')'")?;
        }
    }

    /// Appends inline assembly: to the last part, if it has the same properties.
    fn add_assembly(&mut self, text: &[u8], fragment: AsmFragment) {
        if text.is_empty() {
            return;
        }
        let Parser { strings, top, .. } = self;
        let top = top.get_or_insert_default();
        let values = |fragment: &AsmFragment| fragment.properties().map(|value| strings.get(value));
        let is_same = top.asm_fragments.last().is_some_and(|last| values(last) == values(&fragment));
        top.inline_asm.extend_from_slice(text);
        let end = u32::try_from(top.inline_asm.len()).unwrap_or(u32::MAX);
        match top.asm_fragments.last_mut().filter(|_| is_same) {
            Some(last) => last.end = end,
            None => top.asm_fragments.push(AsmFragment { end, ..fragment }),
        }
    }

    /// `deplibs = [ "…" ]`, which LLVM kept until 3.2.
    fn dependent_libraries(&mut self) -> Result<()> {
        self.next();
        self.expect(Tok::Equal, "expected '=' after deplibs")?;
        self.expect(Tok::LSquare, "expected '[' after deplibs")?;
        while self.tok != Tok::RSquare {
            let library = self.string()?;
            if self.reads_old_forms() {
                self.old.libraries = true;
                let library = self.strings.push(&library);
                self.top().libraries.push(library);
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RSquare, "expected ']' at end of list")
    }

    /// `%name = type …`
    fn type_definition(&mut self) -> Result<()> {
        let at = self.span();
        let (number, name) = match self.tok {
            Tok::LocalNum => (Some(self.value as u32), Cow::Borrowed(&b""[..])),
            _ => (None, self.name()),
        };
        self.next();
        self.expect(Tok::Equal, "expected '=' after name")?;
        let expected = if number.is_some() { "expected 'type' after '='" } else { "expected 'type' after name" };
        self.expect_kw(Kw::Type, expected)?;
        let known = self.find_type(number, &name);
        let open = known.is_some_and(|id| self.top().open_types.contains_key(&id));
        if known.is_some() && !open {
            return Err(self.error_at(at, "redefinition of type"));
        }
        if self.eat_kw(Kw::Opaque) {
            let id = match known {
                Some(id) => id,
                None => self.new_named_type(number, name.clone()),
            };
            self.top().open_types.remove(&id);
            return Ok(());
        }
        let packed = self.tok == Tok::Less && self.lookahead().tok == Tok::LBrace;
        if !packed && self.tok != Tok::LBrace {
            // Any other type gets a second name; it can not be used before.
            if known.is_some() {
                return Err(self.error_at(at, "forward references to non-struct type"));
            }
            let ty = self.ty()?;
            self.name_type(number, name, ty);
            return Ok(());
        }
        let id = match known {
            Some(id) => id,
            None => self.new_named_type(number, name.clone()),
        };
        self.top().open_types.remove(&id);
        if packed {
            self.next();
        }
        let first = self.struct_fields()?;
        let fields = self.type_scratch.split_off(first);
        if packed {
            self.expect(Tok::Greater, "expected '>' in packed struct")?;
        }
        self.types.own.define_struct(id, packed, &fields);
        Ok(())
    }

    fn find_type(&mut self, number: Option<u32>, name: &[u8]) -> Option<TypeId> {
        let names = match self.env {
            Some(env) => &env.type_names,
            None => &self.top.get_or_insert_default().type_names,
        };
        match number {
            Some(n) => names.numbers.get(&n).copied(),
            None => names.names.get(name).copied(),
        }
    }

    fn name_type(&mut self, number: Option<u32>, name: Cow<'s, [u8]>, ty: TypeId) {
        let names = &mut self.top().type_names;
        match number {
            Some(n) => names.numbers.insert(n, ty),
            None => names.names.insert(name, ty),
        };
    }

    /// A new structure without fields, under a name or number.
    fn new_named_type(&mut self, number: Option<u32>, name: Cow<'s, [u8]>) -> TypeId {
        let text = self.strings.push(&name);
        let id = self.types.identified(text);
        self.name_type(number, name, id);
        id
    }

    /// A type named `%name` or `%12`.
    pub(super) fn named_type(&mut self) -> Result<TypeId> {
        let at = self.span();
        let (number, name) = match self.tok {
            Tok::LocalNum => (Some(self.value as u32), Cow::Borrowed(&b""[..])),
            _ => (None, self.name()),
        };
        if let Some(id) = self.find_type(number, &name) {
            self.next();
            return Ok(id);
        }
        let text = match number {
            Some(n) => n.to_string(),
            None => String::from_utf8_lossy(&name).into_owned(),
        };
        if self.env.is_some() {
            let fault = self.undefined_type(at, number, &text);
            self.note_undefined(fault);
            let start = self.syntax.start;
            self.next();
            return Ok(self.unknown_type(name, start));
        }
        self.next();
        let id = self.new_named_type(number, name);
        self.top().open_types.insert(id, (at, number, text));
        Ok(id)
    }

    #[cold]
    fn undefined_type(&self, at: Range<usize>, number: Option<u32>, name: &str) -> Error {
        match number {
            Some(number) => self.error_at(at, format!("use of undefined type '%{number}'")).late(Late::NumberedType(number)),
            None => self.error_at(at, format!("use of undefined type named '{name}'")).late(Late::Type),
        }
    }

    /// Where the body that begins with the brace at `start` ends.
    pub(super) fn body_end(&mut self, start: usize) -> usize {
        let source = self.source();
        if self.top().printed {
            match skip::printed_body(source, start) {
                Some(end) => return end,
                None => self.top().not_printed = true,
            }
        }
        match self.found.goes_on {
            true => skip::body_or_entity(source, start),
            false => skip::body(source, start),
        }
    }

    /// A run of numbered nodes; the current token is the first. Notes their numbers and skips the nodes.
    fn nodes(&mut self) -> Result<()> {
        let start = self.syntax.start;
        if self.top().printed {
            let end = self.printed_nodes(start)?;
            self.syntax.seek(end);
            return Ok(());
        }
        let before = self.syntax.last_end;
        let spaced = self.eat(Tok::Exclaim);
        if !matches!((spaced, self.tok), (false, Tok::MetadataNum) | (true, Tok::Int)) || self.value > u64::from(u32::MAX) || self.negative
        {
            return Err(self.error("expected top-level entity"));
        }
        let number = self.value as u32;
        self.next();
        self.expect(Tok::Equal, "expected '=' here")?;
        let mut is_new = self.top().md_numbers.define(number).is_some();
        // Up to the bracket that closes the first one.
        let mut depth = 0usize;
        loop {
            match self.tok {
                // The node's own parser reports what is missing.
                Tok::Eof | Tok::Error => {
                    is_new = true;
                    break;
                }
                Tok::LBrace | Tok::LParen | Tok::LSquare => depth += 1,
                Tok::RBrace | Tok::RParen | Tok::RSquare => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        break;
                    }
                }
                // What is not a node ends where the next entity begins.
                Tok::Equal if depth == 0 => break,
                _ => {}
            }
            self.next();
        }
        self.next();
        let end = self.syntax.last_end;
        match self.top().tasks.last_mut() {
            // A run continues only if nothing else comes between.
            Some(Task::Nodes(span)) if span.end == before && start - span.start < NODES => span.end = end,
            _ => self.top().tasks.push(Task::Nodes(start..end)),
        }
        self.check_new(is_new)
    }

    /// LLVM says that a number is taken when it has parsed the node: faults of the node itself come first.
    fn check_new(&self, is_new: bool) -> Result<()> {
        match is_new {
            true => Ok(()),
            false => Err(self.error("Metadata id is already used")),
        }
    }

    /// Skips lines that each define a node; returns the end of the last.
    fn printed_nodes(&mut self, start: usize) -> Result<usize> {
        let source = self.source();
        let mut at = start;
        let mut task = start;
        while let Some((number, after)) = node_number(source, at) {
            let is_new = self.top().md_numbers.define(number).is_some();
            at = memchr::memchr(b'\n', &source[after..]).map_or(source.len(), |i| after + i + 1);
            if at - task >= NODES || !is_new {
                self.top().tasks.push(Task::Nodes(task..at));
                task = at;
            }
            if !is_new {
                self.syntax.seek(at);
                return self.check_new(false).map(|()| at);
            }
        }
        if at == start {
            self.top().not_printed = true;
            return Err(self.error("expected a metadata node"));
        }
        if at > task {
            self.top().tasks.push(Task::Nodes(task..at));
        }
        Ok(at)
    }

    /// Notes the names that nothing defines, once the whole top level is known.
    fn note_all_undefined(&mut self) {
        let mut faults: Vec<Error> = Vec::new();
        let top = self.top();
        let types = std::mem::take(&mut top.open_types);
        let symbols: Vec<_> = top.symbols.iter().filter(|s| s.definition.is_none()).map(|s| (s.name.clone(), s.span.clone())).collect();
        let numbers = &top.md_numbers;
        let is_undefined = |of: &GlobalId| top.symbols.get(of.index()).is_some_and(|symbol| symbol.definition.is_none());
        let addressed: Vec<_> = top.addressed.iter().filter(|(of, _)| is_undefined(of)).map(|(_, at)| at.clone()).collect();
        let nodes: Vec<_> = top.md_uses.iter().filter(|(id, _)| !numbers.is_defined(*id)).map(|(_, at)| at.clone()).collect();
        let comdats: Vec<_> =
            top.comdats.iter().filter(|(_, known)| !known.1).map(|(name, known)| (known.2.clone(), name.clone())).collect();
        faults.extend(addressed.into_iter().map(|at| self.error_at(at, "expected function name in blockaddress").late(Late::BlockAddress)));
        faults.extend(types.into_values().map(|(at, number, name)| self.undefined_type(at, number, &name)));
        faults.extend(comdats.into_iter().map(|(at, name)| {
            let message = format!("use of undefined comdat '${}'", String::from_utf8_lossy(&name));
            self.error_at(at, message).late(Late::Comdat(name[..].into()))
        }));
        faults.extend(symbols.into_iter().map(|(name, at)| self.undefined_global(&name, at)));
        faults.extend(nodes.into_iter().map(|at| {
            let text = String::from_utf8_lossy(&self.source()[at.clone()]).into_owned();
            let number = text.parse().unwrap_or(u32::MAX);
            self.error_at(at, format!("use of undefined metadata '!{text}'")).late(Late::Metadata(number))
        }));
        faults.sort_by_key(|fault| fault.0.span.start);
        faults.into_iter().for_each(|fault| self.note_undefined(fault));
    }

    /// No structure may contain itself.
    fn check_recursive_types(&mut self) -> Result<()> {
        let table = &self.types.own;
        let mut state = vec![0u8; table.len()];
        let mut stack: Vec<(u32, usize)> = Vec::new();
        for root in 0..table.len() as u32 {
            stack.push((root, 0));
            while let Some((id, at)) = stack.pop() {
                if at == 0 {
                    match state[id as usize] {
                        0 => state[id as usize] = 1,
                        // It is on the stack still.
                        1 => {
                            let name = self.type_text(TypeId(id));
                            return Err(self.error_at(0..0, format!("identified structure type '{name}' is recursive")));
                        }
                        _ => continue,
                    }
                }
                let part = match table.get(TypeId(id)) {
                    Type::Struct { kind: StructKind::Literal | StructKind::Identified, fields, .. } => {
                        table.list(fields).get(at).map(|ty| ty.0)
                    }
                    Type::Array { elem, .. } | Type::Vector { elem, .. } if at == 0 => Some(elem.0),
                    _ => None,
                };
                match part {
                    Some(part) => {
                        stack.push((id, at + 1));
                        stack.push((part, 0));
                    }
                    None => state[id as usize] = 2,
                }
            }
        }
        Ok(())
    }
}

/// The number of the node defined by the line at `at`, and the position after its `=`.
#[inline]
pub(super) fn node_number(source: &[u8], at: usize) -> Option<(u32, usize)> {
    let rest = source.get(at..)?.strip_prefix(b"!")?;
    let (number, digits) = match rest.first_chunk::<8>().and_then(|bytes| scan::digits(u64::from_le_bytes(*bytes))) {
        Some(short) => short,
        None => {
            let mut number = 0u32;
            let mut digits = 0;
            while let Some(digit) = rest.get(digits).map(|c| c.wrapping_sub(b'0')).filter(|&d| d < 10) {
                number = number.checked_mul(10)?.checked_add(u32::from(digit))?;
                digits += 1;
            }
            (number, digits)
        }
    };
    (digits > 0 && rest[digits..].starts_with(b" = ")).then_some((number, at + 1 + digits + 3))
}
