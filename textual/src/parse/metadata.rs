//! Metadata: nodes, strings, values as metadata, attachments, debug records and named metadata (LLVM 22, `LLParser::parseMetadata`,
//! `parseStandaloneMetadata`, `parseDebugRecord`). Specialised nodes are read in `di`.

use super::Parser;
use super::di_words::WordCache;
use super::fast::RecordRest;
use crate::error::{Late, Result};
use crate::token::{Kw, Tok};
use bctk_ir::body::{Attachment, DbgAssign, DbgKind, DbgOperand, DbgRecord};
use bctk_ir::entity::{InstId, List, ListRef, MdId, OptionalId, TypeId};
use bctk_ir::metadata::{Metadata, MetadataTable, NamedMetadata, md_slot};
use bctk_ir::strings::Strings;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::hash::spread;
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use std::hash::BuildHasher;
use std::ops::Range;

/// Number of the first inline piece of metadata in every part of the text, above all numbered nodes. They get other numbers when
/// the part is joined.
pub(crate) const INLINE: u32 = 1 << 28;

/// Entries of an index that is made anew rather than emptied.
const LARGE_INDEX: usize = 1 << 12;

/// Metadata that a part of the text adds to the module's.
#[derive(Default)]
pub(crate) struct MdUnit<'s> {
    /// Inline nodes, strings, values; item `i` has the id `INLINE + i` until the part is joined.
    pub(crate) table: MetadataTable,
    /// Bytes of metadata strings.
    pub(crate) strings: Strings,
    /// Numbered nodes defined in this part: their id, and the node. Its lists, fields and words are in `table`; its slots refer to
    /// numbered nodes by id and to the items of `table` from `INLINE` on.
    pub(crate) nodes: Vec<(MdId, Metadata)>,
    /// Places in the fields of `table` that refer to inline metadata.
    pub(super) inline_fields: Vec<u32>,
    /// Lists in `table` that do, those of arguments apart.
    pub(super) inline_lists: Vec<List<Option<MdId>>>,
    /// Strings among the items, by the upper half of their hashes.
    string_index: HashTable<(u32, u32)>,
    /// The upper halves of the hashes of these strings, in order.
    pub(super) string_hashes: Vec<u32>,
    /// Uniqued expressions among the items, by their elements.
    expr_index: HashTable<u32>,
    /// Wrapped values of the current body, or of the nodes.
    values: HashMap<(TypeId, Value), MdId>,
    /// The item `!DIExpression()`.
    empty_expr: Option<MdId>,
    /// All parts of a text have the same.
    pub(super) hasher: DefaultHashBuilder,
    /// Recently looked up keywords with numbers.
    pub(super) words: WordCache<'s>,
    /// Elements of the current expression.
    pub(super) elements: Vec<u64>,
}

/// Whether a slot refers to inline metadata.
#[inline]
pub(super) fn is_inline(slot: u32) -> bool {
    slot > INLINE
}

/// The hash of a metadata string.
#[inline]
fn string_hash(hasher: &DefaultHashBuilder, text: &[u8]) -> u32 {
    (hasher.hash_one(text) >> 32) as u32
}

impl MdUnit<'_> {
    /// Nothing yet; `hasher` is that of the whole text.
    pub(crate) fn new(hasher: DefaultHashBuilder) -> Self {
        Self { hasher, ..Self::default() }
    }

    /// Begins a body: values of the last one mean nothing in it.
    pub(crate) fn begin_body(&mut self) {
        if self.values.capacity() > LARGE_INDEX {
            self.values = HashMap::new();
        } else {
            self.values.clear();
        }
    }

    fn id(index: usize) -> MdId {
        MdId(INLINE + index as u32)
    }

    pub(super) fn push(&mut self, item: Metadata) -> MdId {
        self.table.items.push(item);
        Self::id(self.table.items.len() - 1)
    }

    /// Stores the operands of a tuple, given as slots.
    pub(super) fn operands(&mut self, slots: &[u32]) -> List<Option<MdId>> {
        let list = self.table.lists.push_ref(ListRef::of_words(slots));
        if slots.iter().any(|&slot| is_inline(slot)) {
            self.inline_lists.push(list);
        }
        list
    }

    /// The string with these bytes.
    #[inline]
    pub(super) fn string(&mut self, text: &[u8]) -> MdId {
        let Self { string_index, hasher, table, strings, .. } = self;
        let hash = string_hash(hasher, text);
        let bytes = |item: u32| match table.items.get(item as usize) {
            Some(&Metadata::String(s)) => strings.get(s),
            _ => &[],
        };
        if let Some(&(_, item)) = string_index.find(spread(hash), |&(h, item)| h == hash && bytes(item) == text) {
            return MdId(INLINE + item);
        }
        let index = table.items.len() as u32;
        table.items.push(Metadata::String(strings.push(text)));
        string_index.insert_unique(spread(hash), (hash, index), |&(hash, _)| spread(hash));
        self.string_hashes.push(hash);
        MdId(INLINE + index)
    }

    /// The wrapped value.
    #[inline]
    pub(super) fn value(&mut self, ty: TypeId, value: Value) -> MdId {
        let index = self.table.items.len();
        let id = *self.values.entry((ty, value)).or_insert(Self::id(index));
        if id == Self::id(index) {
            self.table.items.push(Metadata::Value { ty, value });
        }
        id
    }

    /// The expression of the elements gathered.
    pub(super) fn expression(&mut self) -> MdId {
        let Self { expr_index, hasher, table, elements, .. } = self;
        if elements.is_empty()
            && let Some(id) = self.empty_expr
        {
            return id;
        }
        let hash = |words: &[u64]| hasher.hash_one(words);
        let words = |item: u32| match table.items.get(item as usize) {
            Some(&Metadata::Expression { start, len, .. }) => table.word_range(start, len),
            _ => &[],
        };
        if let Some(&item) = expr_index.find(hash(elements), |&item| words(item) == elements.as_slice()) {
            return MdId(INLINE + item);
        }
        let start = table.words.len() as u32;
        table.words.extend_from_slice(elements);
        let index = table.items.len() as u32;
        table.items.push(Metadata::Expression { distinct: false, start, len: elements.len() as u32 });
        let words = |item: u32| match table.items.get(item as usize) {
            Some(&Metadata::Expression { start, len, .. }) => table.word_range(start, len),
            _ => &[],
        };
        expr_index.insert_unique(hash(elements), index, |&item| hash(words(item)));
        if elements.is_empty() {
            self.empty_expr = Some(MdId(INLINE + index));
        }
        MdId(INLINE + index)
    }
}

impl<'s> Parser<'_, 's> {
    /// Metadata as an operand of type `metadata`, which has been taken.
    pub(crate) fn metadata_value(&mut self) -> Result<Value> {
        Ok(Value::metadata(self.md_ref()?))
    }

    /// Metadata: a node by number or inline, a string, a value.
    #[inline]
    pub(crate) fn md_ref(&mut self) -> Result<MdId> {
        match self.tok {
            Tok::MetadataNum => self.md_number(),
            Tok::MetadataName => self.inline_node(),
            Tok::Exclaim => {
                self.next();
                match self.tok {
                    Tok::Str => {
                        let text = self.name();
                        let id = self.md.string(&text);
                        self.next();
                        Ok(id)
                    }
                    _ => self.node_tail(),
                }
            }
            _ => self.value_as_metadata("expected metadata operand"),
        }
    }

    /// A node by number or inline, as in attachments and debug records.
    #[inline]
    pub(crate) fn md_node(&mut self) -> Result<MdId> {
        match self.tok {
            Tok::MetadataNum => self.md_number(),
            Tok::MetadataName if self.text() == b"!DIArgList" => Err(self.error("expected metadata type")),
            Tok::MetadataName => self.inline_node(),
            _ => {
                self.expect(Tok::Exclaim, "expected '!' here")?;
                self.node_tail()
            }
        }
    }

    /// The node with the current number.
    #[inline]
    fn md_number(&mut self) -> Result<MdId> {
        let number = self.value as u32;
        let id = match (self.env, &mut self.top) {
            (Some(env), _) => match env.md_numbers.get(number) {
                Some(id) => id,
                None => self.undefined_node(number, after_mark(self.syntax.span())),
            },
            (None, Some(top)) => {
                let id = top.md_numbers.refer(number);
                if !top.md_numbers.is_defined(id) {
                    let span = after_mark(self.syntax.span());
                    top.md_uses.push((id, span));
                }
                id
            }
            (None, None) => self.undefined_node(number, after_mark(self.syntax.span())),
        };
        self.next_comma();
        Ok(id)
    }

    /// Notes the use of an undefined node.
    #[cold]
    fn undefined_node(&mut self, number: u32, span: Range<usize>) -> MdId {
        let fault = self.error_at(span, format!("use of undefined metadata '!{number}'")).late(Late::Metadata(number));
        self.note_undefined(fault);
        MdId(0)
    }

    /// The rest of a node after its `!`: a tuple, or a number after a space.
    fn node_tail(&mut self) -> Result<MdId> {
        if self.tok == Tok::LBrace {
            if let Some(id) = self.local_in_node()? {
                return Ok(id);
            }
            let ops = self.outside_body(Self::tuple_elements)?;
            return Ok(self.md.push(Metadata::Tuple { distinct: false, ops }));
        }
        let at = self.span();
        let number = self.u32()?;
        match (self.env, &mut self.top) {
            (None, Some(top)) => {
                let id = top.md_numbers.refer(number);
                top.md_uses.push((id, at));
                Ok(id)
            }
            (env, _) => {
                let known = env.and_then(|env| env.md_numbers.get(number));
                Ok(known.unwrap_or_else(|| self.undefined_node(number, at)))
            }
        }
    }

    /// Parses what belongs to no body even inside one: values in a node are constants of the module.
    fn outside_body<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let active = std::mem::replace(&mut self.fun.active, false);
        let result = read(self);
        self.fun.active = active;
        result
    }

    /// An inline specialised node.
    fn inline_node(&mut self) -> Result<MdId> {
        match &self.text()[1..] {
            b"DIExpression" => {
                self.old.inline_expressions = true;
                let rest = &self.source()[self.end()..];
                if rest.starts_with(b"()") {
                    let after = self.end() + 2;
                    self.md.elements.clear();
                    let id = self.md.expression();
                    self.seek(after);
                    return Ok(id);
                }
                self.expression_elements()?;
                Ok(self.md.expression())
            }
            b"DIArgList" => self.arg_list(),
            _ => {
                self.enter()?;
                let node = self.outside_body(|p| p.special_node(false))?;
                self.leave();
                Ok(self.md.push(node))
            }
        }
    }

    /// `!DIArgList(i32 7, ptr %x)`; the current token is the name.
    fn arg_list(&mut self) -> Result<MdId> {
        if !self.fun.active {
            return Err(self.error("found DIArgList outside of function"));
        }
        self.next();
        self.expect(Tok::LParen, "expected '(' here")?;
        let first = self.scratch.len();
        if self.tok != Tok::RParen {
            loop {
                let id = self.value_as_metadata("expected value-as-metadata operand")?;
                self.scratch.push(id.0);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RParen, "expected ')' here")?;
        let list = self.md.table.lists.push_ref(ListRef::of_words(&self.scratch[first..]));
        self.scratch.truncate(first);
        Ok(self.md.push(Metadata::ArgList(list)))
    }

    /// A type and a value.
    fn value_as_metadata(&mut self, message: &'static str) -> Result<MdId> {
        let (ty, value) = match self.typed_md_value(message)? {
            Typed::Value(ty, value) => (ty, value),
            Typed::Md(id) => return Ok(id),
        };
        Ok(self.md.value(ty, value))
    }

    fn typed_md_value(&mut self, message: &'static str) -> Result<Typed> {
        let at = self.span();
        let ty = self.type_or(message, false)?;
        if self.types.kind(ty) == Type::Metadata {
            // LLVM before 3.6 has the type before every piece of metadata.
            if self.reads_old_forms() && matches!(self.tok, Tok::MetadataNum | Tok::MetadataName | Tok::Exclaim) {
                self.old.typed_metadata = true;
                return Ok(Typed::Md(self.md_ref()?));
            }
            return Err(self.error_at(at, "invalid metadata-value-metadata roundtrip"));
        }
        Ok(Typed::Value(ty, self.value(ty)?))
    }

    /// `{ elements }` of a tuple.
    pub(super) fn tuple_elements(&mut self) -> Result<List<Option<MdId>>> {
        self.expect(Tok::LBrace, "expected '{' here")?;
        if self.eat(Tok::RBrace) {
            return Ok(List::EMPTY);
        }
        self.enter()?;
        let first = self.scratch.len();
        loop {
            let slot = if self.eat_kw(Kw::Null) { 0 } else { md_slot(Some(self.md_ref()?)) };
            self.scratch.push(slot);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RBrace, "expected end of metadata node")?;
        self.leave();
        let list = self.md.operands(&self.scratch[first..]);
        self.scratch.truncate(first);
        Ok(list)
    }

    /// `!kind node`; the current token is the kind.
    pub(crate) fn attachment(&mut self) -> Result<Attachment> {
        if self.tok != Tok::MetadataName {
            return Err(self.error("expected metadata after comma"));
        }
        let kind = match self.text() {
            // Every LLVM has it, as the first kind.
            b"!dbg" => 0,
            _ => {
                let (name, at) = (self.name(), self.start);
                self.md_kinds.number_at(name, at)
            }
        };
        if let Some(node) = self.fast_node_ahead() {
            return Ok(Attachment { kind, node });
        }
        self.next();
        let node = self.md_node()?;
        Ok(Attachment { kind, node })
    }

    /// The definition of a numbered node after its `=`.
    pub(crate) fn numbered_node(&mut self, id: MdId) -> Result<()> {
        if !self.eat_metadata_type() && self.at(Kw::Metadata) || matches!(self.tok, Tok::IntType | Tok::ByteType) || self.kw() == Kw::Ptr {
            return Err(self.error("unexpected type in metadata definition"));
        }
        let distinct = self.eat_kw(Kw::Distinct);
        let node = if self.tok == Tok::MetadataName {
            match &self.text()[1..] {
                b"DIExpression" => {
                    self.old.numbered_expressions |= self.reads_old_forms();
                    self.expression_elements()?;
                    let start = self.md.table.words.len() as u32;
                    let unit = &mut self.md;
                    unit.table.words.extend_from_slice(&unit.elements);
                    Metadata::Expression { distinct, start, len: unit.elements.len() as u32 }
                }
                _ => self.special_node(distinct)?,
            }
        } else {
            if self.tok == Tok::MetadataNum {
                return Err(self.error("expected '{' here"));
            }
            self.expect(Tok::Exclaim, "Expected '!' here")?;
            Metadata::Tuple { distinct, ops: self.tuple_elements()? }
        };
        self.md.nodes.push((id, node));
        Ok(())
    }

    /// `!name = !{…}`; the current token is the name (top level only). Its nodes may be defined later; inline nodes have numbers from
    /// [`INLINE`] on.
    pub(crate) fn named_metadata(&mut self) -> Result<()> {
        let name = self.name();
        self.next();
        self.expect(Tok::Equal, "expected '=' here")?;
        self.expect(Tok::Exclaim, "Expected '!' here")?;
        self.expect(Tok::LBrace, "Expected '{' here")?;
        let mut nodes = Vec::new();
        if self.tok != Tok::RBrace {
            loop {
                let node = match self.tok {
                    Tok::MetadataNum => self.md_number()?,
                    Tok::MetadataName if self.text() == b"!DIExpression" => self.inline_node()?,
                    Tok::MetadataName if self.text() == b"!DIArgList" => {
                        return Err(self.error("found DIArgList outside of function"));
                    }
                    _ => {
                        self.expect(Tok::Exclaim, "Expected '!' here")?;
                        if self.tok != Tok::Int {
                            return Err(self.error("expected integer"));
                        }
                        self.node_tail()?
                    }
                };
                nodes.push(node);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RBrace, "expected end of metadata node")?;
        let named = &mut self.md.table.named;
        match named.iter_mut().find(|named| self.strings.get(named.name) == &*name) {
            Some(known) => known.nodes.append(&mut nodes),
            None => named.push(NamedMetadata { name: self.strings.push(&name), nodes }),
        }
        Ok(())
    }

    /// `#dbg_value(…)` and the like; the current token is the keyword. The caller determines the instruction that it precedes.
    pub(crate) fn dbg_record(&mut self) -> Result<DbgRecord> {
        let start = self.syntax.start;
        let kind = match (self.tok, self.word.kw) {
            (Tok::HashWord, Kw::DbgValue) => DbgKind::Value,
            (Tok::HashWord, Kw::DbgDeclare) => DbgKind::Declare,
            (Tok::HashWord, Kw::DbgAssign) => DbgKind::Assign,
            (Tok::HashWord, Kw::DbgLabel) => DbgKind::Label,
            (Tok::HashWord, Kw::DbgDeclareValue) => DbgKind::DeclareValue,
            _ => return Err(self.error_at(after_mark(self.span()), "expected debug record type here")),
        };
        self.next();
        self.expect(Tok::LParen, "Expected '(' here")?;
        let before = InstId(0);
        if kind == DbgKind::Label {
            let variable = self.record_node()?;
            let loc = self.record_location(start)?;
            self.expect(Tok::RParen, "Expected ')' here")?;
            return Ok(DbgRecord { before, kind, loc, variable, expression: OptionalId::NONE, value: None, assign: OptionalId::NONE });
        }
        let value = self.record_operand()?;
        if kind != DbgKind::Assign
            && let Some(RecordRest { variable, expression, loc }) = self.fast_record_rest()
        {
            return Ok(DbgRecord {
                before,
                kind,
                loc,
                variable,
                expression: OptionalId::some(expression),
                value: Some(value),
                assign: OptionalId::NONE,
            });
        }
        self.expect(Tok::Comma, "Expected ',' here")?;
        let variable = self.record_node()?;
        let expression = self.record_node()?;
        let assign = match kind {
            DbgKind::Assign => {
                let id = self.record_node()?;
                let address = self.record_operand()?;
                self.expect(Tok::Comma, "Expected ',' here")?;
                let assign = DbgAssign { id, address, address_expression: self.record_node()? };
                self.fun.body.push_dbg_assign(assign)
            }
            _ => OptionalId::NONE,
        };
        let loc = self.record_location(start)?;
        self.expect(Tok::RParen, "Expected ')' here")?;
        Ok(DbgRecord { before, kind, loc, variable, expression: OptionalId::some(expression), value: Some(value), assign })
    }

    /// The location of the record at `start`.
    #[inline]
    fn record_location(&mut self, start: usize) -> Result<MdId> {
        let node = self.md_node()?;
        if let Some(locations) = &mut self.locations {
            // LLVM's position is after the mark.
            locations.push((node, Late::RecordLocation(start + 1)));
        }
        Ok(node)
    }

    /// A node and the comma after it.
    #[inline]
    fn record_node(&mut self) -> Result<MdId> {
        let node = self.md_node()?;
        self.expect(Tok::Comma, "Expected ',' here")?;
        Ok(node)
    }

    /// What a record describes.
    #[inline]
    fn record_operand(&mut self) -> Result<DbgOperand> {
        if let Some((ty, value)) = self.fast_typed_value() {
            return Ok(self.described(ty, value));
        }
        Ok(match self.tok {
            Tok::MetadataNum | Tok::MetadataName | Tok::Exclaim => DbgOperand::Md(self.md_ref()?),
            _ => match self.typed_md_value("expected metadata operand")? {
                Typed::Md(id) => DbgOperand::Md(id),
                Typed::Value(ty, value) => self.described(ty, value),
            },
        })
    }

    /// The operand of a record that describes a value: a local is used directly; other values are metadata that may be shared.
    #[inline]
    fn described(&mut self, ty: TypeId, value: Value) -> DbgOperand {
        match value.kind() {
            ValueKind::Local(_) => DbgOperand::Value(value),
            _ => DbgOperand::Md(self.md.value(ty, value)),
        }
    }
}

/// What follows a type.
enum Typed {
    /// A value.
    Value(TypeId, Value),
    /// Metadata after the type `metadata`.
    Md(MdId),
}

/// A token without its leading mark: LLVM's lexer returns `!` and `#` as separate tokens, so its messages point after them.
fn after_mark(span: Range<usize>) -> Range<usize> {
    span.start + 1..span.end
}

#[cfg(test)]
mod tests {
    use super::super::ParseOptions;
    use super::*;
    use crate::print::{PrintOptions, print};
    use bctk_ir::metadata::relocate::{Relocation, relocate};
    use bctk_ir::module::Module;
    use bctk_ir::strings::Str;

    /// Inline metadata follows the nodes.
    struct Placed {
        count: u32,
        shift: u32,
    }

    impl Relocation for Placed {
        fn md(&self, id: MdId) -> Option<MdId> {
            Some(if id.0 >= INLINE { MdId(id.0 - INLINE + self.count) } else { id })
        }
        fn text(&self, text: Str) -> Str {
            text.shifted(self.shift)
        }
        fn value(&self, ty: TypeId, value: Value) -> (TypeId, Value) {
            (ty, value)
        }
    }

    /// Parses `text`, which contains nodes `!0`, `!1` … in order and lists them all in `!n`, and prints it again.
    fn reprint(text: &str) -> Result<String> {
        let mut parser = Parser::top_level(text.as_bytes(), &ParseOptions::default(), None);
        while parser.tok != Tok::Eof {
            if parser.tok == Tok::MetadataName {
                parser.named_metadata()?;
                continue;
            }
            let number = parser.value as u32;
            parser.next();
            parser.expect(Tok::Equal, "expected '=' here")?;
            let id = parser.top.as_mut().and_then(|top| top.md_numbers.define(number)).unwrap();
            parser.numbered_node(id)?;
        }
        let count = parser.top.as_ref().map_or(0, |top| top.md_numbers.count());
        let md = parser.md;
        let mut module = Module { strings: parser.strings, types: parser.types.own, ..Module::default() };
        let by = Placed { count, shift: module.strings.append(&md.strings).unwrap_or(0) };
        let mut table = MetadataTable { items: vec![Metadata::Missing; count as usize], ..MetadataTable::default() };
        for &(id, node) in &md.nodes {
            table.items[id.index()] = relocate(node, &md.table, &mut table, &by);
        }
        for &item in &md.table.items {
            let item = relocate(item, &md.table, &mut table, &by);
            table.items.push(item);
        }
        table.named = md.table.named;
        module.metadata = table;
        let printed = print(&module, &PrintOptions::default());
        Ok(String::from_utf8_lossy(&printed).into_owned())
    }

    fn check(text: &str) {
        let printed = reprint(text).unwrap_or_else(|error| format!("error: {}", error.0.message));
        let lines: Vec<&str> = printed.lines().filter(|line| line.starts_with('!')).collect();
        assert_eq!(lines, text.lines().collect::<Vec<_>>());
    }

    fn refused(text: &str) -> String {
        match reprint(text) {
            Ok(_) => "nothing".to_owned(),
            Err(error) => error.0.message,
        }
    }

    // As llvm-dis 22 prints them.
    #[test]
    fn nodes_print_again() {
        let lines = [
            "!n = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17}",
            "!0 = distinct !{null, !\"a\\22\\\\b\", !0, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value)}",
            "!1 = distinct !{!1}",
            "!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: \"x\", isOptimized: true, flags: \"-O\", \
                     runtimeVersion: 2, emissionKind: LineTablesOnly, enums: !4, dwoId: 18446744073709551615, splitDebugInlining: false, \
                     nameTableKind: GNU, sysroot: \"/\")",
            "!3 = !DIFile(filename: \"a.c\", directory: \"\", checksumkind: CSK_MD5, checksum: \"00\", source: \"\")",
            "!4 = !{}",
            "!5 = !DISubrange(count: 5, lowerBound: -1)",
            "!6 = !DISubrange(count: !4, stride: !DIExpression())",
            "!7 = !DIGenericSubrange(lowerBound: -3, upperBound: !DIExpression(DW_OP_push_object_address))",
            "!8 = !DIEnumerator(name: \"e\", value: -5)",
            "!9 = !DIEnumerator(name: \"e\", value: 18446744073709551615, isUnsigned: true)",
            "!10 = !DIEnumerator(name: \"e\", value: 340282366920938463463374607431768211455)",
            "!11 = distinct !DISubprogram(name: \"f\", scope: !3, line: 4, type: !3, virtualIndex: 0, thisAdjustment: -8, flags: DIFlagPublic | \
                     DIFlagPrototyped | DIFlagVector, spFlags: DISPFlagPureVirtual | DISPFlagDefinition, unit: !2, keyInstructions: true)",
            "!12 = !DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: null, size: 64, dwarfAddressSpace: 0, ptrAuthKey: 2, \
                     ptrAuthIsAddressDiscriminated: true, ptrAuthExtraDiscriminator: 1234, ptrAuthIsaPointer: false, \
                     ptrAuthAuthenticatesNullValues: true)",
            "!13 = !DICompositeType(tag: DW_TAG_enumeration_type, size: 8, runtimeLang: DW_LANG_Swift, identifier: \"i\", rank: 3, \
                     enumKind: DW_APPLE_ENUM_KIND_Open)",
            "!14 = !GenericDINode(tag: DW_TAG_entry_point, header: \"h\", operands: {!0, null, !\"x\"})",
            "!15 = !DILocation(line: 7, column: 65535, scope: !11, inlinedAt: !16, isImplicitCode: true, atomGroup: 5000000000, atomRank: 7)",
            "!16 = !DILocation(line: 0, scope: !11)",
            "!17 = !DIMacroFile(line: 4, file: !3)",
        ];
        check(&lines.join("\n"));
    }

    #[test]
    fn fields_may_stand_in_any_order_and_old_ones_count() {
        let printed = reprint(
            "!0 = !DISubprogram(unit: null, isDefinition: false, name: \"f\", type: !0, isLocal: true, scope: null, isOptimized: true, \
             virtuality: DW_VIRTUALITY_virtual)\n!n = !{!0}\n",
        );
        let printed = printed.unwrap_or_default();
        let line = "!0 = !DISubprogram(name: \"f\", scope: null, type: !0, virtualIndex: 0, spFlags: DISPFlagVirtual | DISPFlagLocalToUnit | DISPFlagOptimized)";
        assert!(printed.contains(line), "{printed}");
    }

    // The messages are those of llvm-as 22.
    #[test]
    fn what_is_refused() {
        for (text, message) in [
            ("!0 = !DISubprogram(name: \"x\", type: !1)", "missing 'distinct', required for !DISubprogram that is a Definition"),
            ("!0 = !DICompileUnit(file: !1)", "missing 'distinct', required for !DICompileUnit"),
            ("!0 = distinct !DICompileUnit(language: DW_LANG_C99)", "missing required field 'file'"),
            ("!0 = distinct !DICompileUnit(file: !1)", "missing one of 'language' or 'sourceLanguageName', required for !DICompileUnit"),
            ("!0 = !DILocation(line: 4294967296, scope: !1)", "value for 'line' too large, limit is 4294967295"),
            ("!0 = !DILocation(column: 65536, scope: !1)", "value for 'column' too large, limit is 65535"),
            ("!0 = !DILocation(scope: null)", "'scope' cannot be null"),
            ("!0 = !DILocation(line: 3)", "missing required field 'scope'"),
            ("!0 = !DILocation(line: 3, line: 4, scope: !1)", "field 'line' cannot be specified more than once"),
            ("!0 = !DILocation(bad: 3)", "invalid field 'bad'"),
            ("!0 = !DILocation(3)", "expected field label here"),
            ("!0 = !DIBasicType(tag: DW_TAG_foo)", "invalid DWARF tag 'DW_TAG_foo'"),
            ("!0 = !DIBasicType(tag: \"a\")", "expected DWARF tag"),
            ("!0 = !DIBasicType(encoding: DW_ATE_foo)", "invalid DWARF type attribute encoding 'DW_ATE_foo'"),
            ("!0 = !DIBasicType(flags: DIFlagFoo)", "invalid debug info flag 'DIFlagFoo'"),
            ("!0 = !DISubrange(count: -2)", "value for 'count' too small, limit is -1"),
            ("!0 = !DISubrange(count: null)", "'count' cannot be null"),
            ("!0 = !DIGlobalVariable(name: \"\")", "'name' cannot be empty"),
            ("!0 = !DIEnumerator(name: \"\", value: -1, isUnsigned: true)", "unsigned enumerator with negative value"),
            ("!0 = !DIFile(filename: \"\", directory: \"\", checksum: \"x\")", "'checksumkind' and 'checksum' must be provided together"),
            ("!0 = !DIAssignID()", "missing 'distinct', required for !DIAssignID()"),
            ("!0 = !DIFoo()", "expected metadata type"),
            ("!0 = !DIExpression(DW_OP_foo)", "invalid DWARF op 'DW_OP_foo'"),
            ("!0 = !DIExpression(-1)", "expected unsigned integer"),
            ("!0 = !{!DIArgList()}", "found DIArgList outside of function"),
            ("!0 = metadata !{}", "unexpected type in metadata definition"),
            ("!0 = !{!1", "expected end of metadata node"),
            ("!n = !{!\"x\"}", "expected integer"),
        ] {
            assert_eq!(refused(text), message, "{text}");
        }
    }
}
