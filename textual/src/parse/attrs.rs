//! Attribute sets and lists: of parameters, return values, functions and call sites, and attribute groups (LLVM 22,
//! `LLParser::parseFnAttributeValuePairs` and `parseOptionalParamOrReturnAttrs`). `attr` parses single attributes.

use super::Parser;
use crate::error::Result;
use crate::token::Tok;
use bctk_ir::attr_set::{Attr, AttrIndex, AttrList, AttrSet, sort_attrs};
use bctk_ir::attrs::AttrKind;
use bctk_ir::entity::{AttrListId, AttrSetId};
use bctk_ir::interned::{Places, Texts};
use bctk_support::hash::{Seed, mix};
use hashbrown::{HashMap, HashTable};
use std::ops::Range;

/// Attribute sets and lists that a part of the text adds to the module's.
pub(crate) struct AttrUnit<'s> {
    /// Number of the first set added.
    pub(crate) first_set: u32,
    pub(crate) sets: Vec<AttrSet>,
    set_places: Places<AttrSetId>,
    /// Sets of attributes without values, by the bits of their codes.
    plain_sets: HashMap<u128, AttrSetId>,
    /// Lists of this part alone, numbered from 1; they are renumbered when the part is joined.
    pub(crate) lists: Vec<AttrList>,
    /// Hashes and numbers of lists.
    list_index: HashTable<(u64, AttrListId)>,
    /// Where the hash of a list begins: no text can know which lists collide.
    list_seed: Seed,
    /// A list while it is put together.
    list: AttrList,
    /// Keys and values of string attributes, each once.
    pub(crate) texts: Texts,
    /// Texts at parameters and return values.
    texts_met: [TextsMet<'s>; 2],
}

/// Attributes as written in the text, and the sets that they form.
#[derive(Default)]
struct TextsMet<'s> {
    /// Recent ones, the latest first.
    recent: Vec<(&'s [u8], AttrSetId)>,
    all: HashMap<&'s [u8], AttrSetId>,
}

/// How many texts are looked at one after the other.
const RECENT: usize = 8;

impl<'s> TextsMet<'s> {
    fn add(&mut self, text: &'s [u8], set: AttrSetId) {
        if self.all.insert(text, set).is_none() {
            self.recent.truncate(RECENT - 1);
            self.recent.insert(0, (text, set));
        }
    }

    /// The attributes at the start of `rest`, and their length.
    #[inline]
    fn find(&mut self, rest: &'s [u8]) -> Option<(AttrSetId, usize)> {
        let is_here = |text: &[u8]| {
            let (here, after) = rest.split_at_checked(text.len())?;
            // Most begin with the same words.
            (here.last_chunk::<8>() == text.last_chunk() && here == text && end_attrs(text, after)).then_some(())
        };
        let Some(at) = self.recent.iter().position(|(text, _)| is_here(text).is_some()) else { return self.find_by_end(rest) };
        let (text, set) = self.recent[at];
        if at > 3 {
            self.recent.swap(at, at / 2);
        }
        Some((set, text.len()))
    }

    /// As [`TextsMet::find`], if a name follows.
    fn find_by_end(&mut self, rest: &'s [u8]) -> Option<(AttrSetId, usize)> {
        let text = &rest[..end_before_name(rest)?];
        let &set = self.all.get(text)?;
        if let Some(last) = self.recent.last_mut() {
            *last = (text, set);
        }
        Some((set, text.len()))
    }
}

impl AttrUnit<'_> {
    pub(crate) fn new(first_set: usize) -> Self {
        Self {
            first_set: first_set as u32,
            sets: Vec::new(),
            set_places: Places::default(),
            plain_sets: HashMap::new(),
            lists: Vec::new(),
            list_index: HashTable::new(),
            list_seed: Seed::default(),
            list: Vec::new(),
            texts: Texts::default(),
            texts_met: Default::default(),
        }
    }

    /// Whether a set of this part has an attribute.
    pub(crate) fn has(&self, set: AttrSetId, kind: AttrKind) -> bool {
        let at = set.index().checked_sub(self.first_set as usize);
        at.and_then(|at| self.sets.get(at)).is_some_and(|set| set.iter().any(|attr| attr.kind() == Some(kind)))
    }
}

/// What may appear among function attributes: on a function or call, or in a group.
#[derive(Default)]
pub(crate) struct FnAttrs {
    /// Inline attributes; for a function, `align` may be among them, see [`FnAttrs::take_align`].
    pub(crate) attrs: Vec<Attr>,
    /// Number of the first group that is referred to.
    pub(crate) group: Option<u32>,
    /// Numbers of the other groups.
    pub(crate) more_groups: Vec<u32>,
    /// The position of `builtin`, which is allowed only on calls.
    pub(crate) builtin: Option<Range<usize>>,
}

impl FnAttrs {
    /// Removes the alignment, in bytes; for a function, it is not an attribute.
    pub(crate) fn take_align(&mut self) -> Option<u64> {
        take_align(&mut self.attrs)
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.attrs.is_empty() && self.group.is_none()
    }

    fn groups(&self) -> impl Iterator<Item = u32> + '_ {
        self.group.into_iter().chain(self.more_groups.iter().copied())
    }
}

fn take_align(attrs: &mut Vec<Attr>) -> Option<u64> {
    let at = attrs.iter().position(|attr| matches!(attr, Attr::Int(AttrKind::ALIGNMENT, _)))?;
    match attrs.remove(at) {
        Attr::Int(_, align) => Some(align),
        _ => None,
    }
}

/// Whether two attributes exclude each other in a set: they have the same kind or key.
fn same_place(a: &Attr, b: &Attr) -> bool {
    match (a, b) {
        (Attr::String(a, _), Attr::String(b, _)) => a == b,
        (Attr::String(..), _) | (_, Attr::String(..)) => false,
        (a, b) => a.kind() == b.kind(),
    }
}

/// Adds an attribute; replaces one of the same kind or key.
fn add(set: &mut AttrSet, attr: Attr) {
    // LLVM keeps no range without bounds.
    if attr == Attr::Int(AttrKind::VSCALE_RANGE, 0) {
        return;
    }
    match set.iter_mut().find(|there| same_place(there, &attr)) {
        Some(there) => *there = attr,
        None => set.push(attr),
    }
}

/// Whether attributes spelled `text` end before `after`, which neither continues the last of them nor starts another one.
fn end_attrs(text: &[u8], after: &[u8]) -> bool {
    match after {
        [b'%' | b'@' | b',' | b')', ..] => true,
        // A number after `align 8` is part of it, unless there is a space.
        _ if !text.ends_with(b" ") => false,
        [b'0'..=b'9' | b'-' | b'{' | b'[' | b'<', ..] | [b'i', b'0'..=b'9', ..] => true,
        // `ptr`, `void`, `null`, `undef`, `poison`
        [b'p', b't', b'r', b' ', ..] | [b'v', b'o', b'i', b'd', b' ', ..] => true,
        [b'n', b'u', b'l', b'l', end, ..] | [b'u', b'n', b'd', b'e', b'f', end, ..] | [b'p', b'o', b'i', b's', b'o', b'n', end, ..] => {
            matches!(end, b',' | b')')
        }
        _ => false,
    }
}

/// Attributes without values, by the bits of their codes.
fn plain_attrs(mut bits: u128) -> impl Iterator<Item = Attr> {
    std::iter::from_fn(move || {
        let code = (bits != 0).then(|| bits.trailing_zeros() as u16)?;
        bits &= bits - 1;
        Some(Attr::Enum(AttrKind(code)))
    })
}

/// Where attributes end that a name follows.
fn end_before_name(text: &[u8]) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, c) in text.iter().enumerate() {
        match c {
            b'%' | b'@' if depth == 0 => return Some(at),
            b'(' => depth += 1,
            b')' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => return None,
            b'"' | b'\n' => return None,
            _ => {}
        }
    }
    None
}

impl<'s> Parser<'_, 's> {
    /// The attributes of a parameter, if there are any.
    #[inline]
    pub(crate) fn value_attrs(&mut self) -> Result<Option<AttrSetId>> {
        if !self.at_attr() {
            return Ok(None);
        }
        self.place_attrs(false)
    }

    /// The attributes of a return value, if there are any.
    #[inline]
    pub(crate) fn return_attrs(&mut self) -> Result<Option<AttrSetId>> {
        if !self.at_attr() {
            return Ok(None);
        }
        self.place_attrs(true)
    }

    #[inline]
    fn at_attr(&self) -> bool {
        self.tok == Tok::Word && self.word.attr != 0 || self.tok == Tok::Str
    }

    fn place_attrs(&mut self, at_return: bool) -> Result<Option<AttrSetId>> {
        match self.remembered(at_return) {
            Some(set) => Ok(Some(set)),
            None => self.new_attrs(at_return).map(Some),
        }
    }

    /// The set of the attributes at the current position, whose text is remembered.
    fn new_attrs(&mut self, at_return: bool) -> Result<AttrSetId> {
        let start = self.start;
        let mut plain: u128 = 0;
        let mut set: AttrSet = Vec::new();
        while self.at_attr() {
            if self.tok == Tok::Str {
                let attr = self.string_attr()?;
                add(&mut set, attr);
                continue;
            }
            let kind = AttrKind(self.word.attr);
            let at = self.span();
            let attr = self.attr(kind, false)?;
            if at_return {
                if !kind.fits_return() && kind != AttrKind::NO_CAPTURE {
                    return Err(self.error_at(at, "this attribute does not apply to return values"));
                }
            } else if !kind.fits_parameter() {
                return Err(self.error_at(at, "this attribute does not apply to parameters"));
            }
            match attr {
                Attr::Enum(kind) if kind.0 < 128 => {
                    plain |= 1 << kind.0;
                    self.old.plain_dead_bytes |= set.iter().any(|other| other.kind() == Some(AttrKind::DEAD_ON_RETURN));
                }
                attr => add(&mut set, attr),
            }
        }
        let id = if set.is_empty() {
            self.plain_set(plain)
        } else {
            set.extend(plain_attrs(plain));
            self.intern_set(set)
        };
        let text = &self.source()[start..self.start];
        self.attrs.texts_met[usize::from(at_return)].add(text, id);
        Ok(id)
    }

    /// The set of the attributes at `start`, and where they end. The current token stays.
    #[inline]
    pub(super) fn attrs_at(&mut self, start: usize, at_return: bool) -> Option<(AttrSetId, usize)> {
        self.remembered_at(start, at_return).or_else(|| self.new_attrs_at(start, at_return))
    }

    fn new_attrs_at(&mut self, start: usize, at_return: bool) -> Option<(AttrSetId, usize)> {
        let current = self.start;
        self.seek(start);
        // Faults are reported when the line is read again.
        let set = if self.at_attr() { self.new_attrs(at_return).ok() } else { None };
        let end = self.start;
        self.seek(current);
        Some((set?, end))
    }

    /// The set of the attributes at the current position, if they are spelled like earlier ones. They are skipped.
    #[inline]
    fn remembered(&mut self, at_return: bool) -> Option<AttrSetId> {
        let (set, to) = self.remembered_at(self.start, at_return)?;
        self.seek(to);
        Some(set)
    }

    /// The set of the attributes at `start`, if they are spelled like earlier ones, and where they end.
    #[inline]
    fn remembered_at(&mut self, start: usize, at_return: bool) -> Option<(AttrSetId, usize)> {
        let (set, len) = self.attrs.texts_met[usize::from(at_return)].find(self.source().get(start..)?)?;
        Some((set, start + len))
    }

    /// `"key"` or `"key"="value"`; the current token is the key.
    fn string_attr(&mut self) -> Result<Attr> {
        let at = self.span();
        let key = self.string()?;
        if let Some(kind) = AttrKind::from_unknown_key(&key) {
            return self.unknown_attr(kind, at);
        }
        let key = self.attrs.texts.intern(&mut self.strings, &key);
        if !self.eat(Tok::Equal) {
            return Ok(Attr::String(key, None));
        }
        let value = self.string()?;
        let value = self.attrs.texts.intern(&mut self.strings, &value);
        Ok(Attr::String(key, (!value.is_empty()).then_some(value)))
    }

    /// Attributes of a function or call, in place or by group.
    #[inline]
    pub(crate) fn fn_attrs(&mut self) -> Result<FnAttrs> {
        let mut out = FnAttrs::default();
        if self.tok == Tok::AttrGroup || self.at_attr() {
            self.gather_fn_attrs(&mut out, false)?;
        }
        Ok(out)
    }

    fn gather_fn_attrs(&mut self, out: &mut FnAttrs, in_group: bool) -> Result<()> {
        loop {
            match self.tok {
                Tok::Str => {
                    let attr = self.string_attr()?;
                    add(&mut out.attrs, attr);
                }
                Tok::AttrGroup if in_group => {
                    return Err(self.error("cannot have an attribute group reference in an attribute group"));
                }
                Tok::AttrGroup => {
                    let number = self.value as u32;
                    match out.group {
                        None => out.group = Some(number),
                        Some(_) => out.more_groups.push(number),
                    }
                    self.next();
                }
                Tok::Word if self.word.attr != 0 => {
                    let kind = AttrKind(self.word.attr);
                    let at = self.span();
                    if kind == AttrKind::BUILTIN {
                        out.builtin = Some(at.clone());
                    }
                    let attr = self.attr(kind, in_group)?;
                    if kind == AttrKind::MUSTPROGRESS {
                        self.old.must_progress_last |= out.attrs.iter().filter_map(Attr::kind).any(|other| other.rank() > kind.rank());
                    }
                    let is_plain = matches!(attr, Attr::Enum(_)) && kind != AttrKind::MUSTPROGRESS;
                    self.old.plain_unwind_table |=
                        is_plain && out.attrs.iter().filter_map(Attr::kind).any(|other| other == AttrKind::UW_TABLE);
                    // The alignment of a function may be among its attributes.
                    if !kind.fits_function() && kind != AttrKind::ALIGNMENT {
                        return Err(self.error_at(at, "this attribute does not apply to functions"));
                    }
                    add(&mut out.attrs, attr);
                }
                _ => return Ok(()),
            }
        }
    }

    /// `attributes #0 = { … }`; the current token is `attributes` (top level only). The last definition of a number counts.
    pub(crate) fn attribute_group(&mut self) -> Result<()> {
        let word = self.span();
        self.next();
        if self.tok != Tok::AttrGroup {
            return Err(self.error("expected attribute group id"));
        }
        let number = self.value as u32;
        self.next();
        self.expect(Tok::Equal, "expected '=' here")?;
        self.expect(Tok::LBrace, "expected '{' here")?;
        let mut group = FnAttrs::default();
        self.gather_fn_attrs(&mut group, true)?;
        if self.tok != Tok::RBrace {
            return Err(self.error("unterminated attribute group"));
        }
        if group.attrs.is_empty() {
            return Err(self.error_at(word, "attribute group has no attributes"));
        }
        self.next();
        let set = self.intern_set(group.attrs);
        if let Some(top) = &mut self.top {
            top.groups.insert(number, set);
        }
        Ok(())
    }

    /// The set of a group; none for a number without definition, which LLVM ignores.
    fn group(&self, number: u32) -> Option<AttrSetId> {
        match (self.env, &self.top) {
            (Some(env), _) => env.groups.get(&number).copied(),
            (None, Some(top)) => top.groups.get(&number).copied(),
            (None, None) => None,
        }
    }

    /// The set of a function's attributes, or of a call's. Attributes of groups precede inline ones.
    pub(crate) fn function_set(&mut self, function: FnAttrs) -> Result<Option<AttrSetId>> {
        if function.attrs.is_empty() && function.more_groups.is_empty() {
            return Ok(function.group.and_then(|number| self.group(number)));
        }
        let groups: Vec<AttrSetId> = function.groups().filter_map(|number| self.group(number)).collect();
        let mut set = function.attrs;
        for group in groups {
            for attr in self.own_set(group) {
                add(&mut set, attr);
            }
        }
        Ok((!set.is_empty()).then(|| self.intern_set(set)))
    }

    /// The set of a function's own attributes, and the alignment in bytes if they or a group contain one.
    pub(crate) fn definition_set(&mut self, mut function: FnAttrs) -> Result<(Option<AttrSetId>, Option<u64>)> {
        let in_place = function.take_align();
        let Some(set) = self.function_set(function)? else { return Ok((None, in_place)) };
        let has_align = |set: &AttrSet| set.iter().any(|attr| matches!(attr, Attr::Int(AttrKind::ALIGNMENT, _)));
        let own = self.attrs.sets.get(set.index().wrapping_sub(self.attrs.first_set as usize));
        if !own.is_some_and(has_align) {
            return Ok((Some(set), in_place));
        }
        let mut attrs = self.own_set(set);
        let align = take_align(&mut attrs).or(in_place);
        let set = (!attrs.is_empty()).then(|| self.intern_set(attrs));
        Ok((set, align))
    }

    /// The attributes of a set, whose strings are those of this part.
    fn own_set(&mut self, id: AttrSetId) -> AttrSet {
        match id.0.checked_sub(self.attrs.first_set) {
            Some(own) => self.attrs.sets.get(own as usize).cloned().unwrap_or_default(),
            None => {
                let Some(env) = self.env else { return AttrSet::new() };
                let mut set = env.module.attrs.set(id).to_vec();
                for attr in &mut set {
                    if let Attr::String(key, value) = attr {
                        *key = self.attrs.texts.intern(&mut self.strings, env.module.strings.get(*key));
                        *value = value.map(|value| self.attrs.texts.intern(&mut self.strings, env.module.strings.get(value)));
                    }
                }
                set
            }
        }
    }

    /// The list of these attributes; groups must be known by now. `params` may be longer than the sets it contains.
    pub(crate) fn attr_list(&mut self, ret: Option<AttrSetId>, params: &[Option<AttrSetId>], function: FnAttrs) -> Result<AttrListId> {
        let function = self.function_set(function)?;
        Ok(self.attr_list_of_sets(ret, params, function))
    }

    /// The list of these sets.
    pub(crate) fn attr_list_of_sets(
        &mut self,
        ret: Option<AttrSetId>,
        params: &[Option<AttrSetId>],
        function: Option<AttrSetId>,
    ) -> AttrListId {
        let unit = &mut self.attrs;
        let list = &mut unit.list;
        list.clear();
        let mut hash = unit.list_seed.0;
        let mut add = |number: u64, index, set: AttrSetId| {
            hash = mix(hash, number << 32 ^ u64::from(set.0));
            list.push((index, set));
        };
        if let Some(set) = ret {
            add(0, AttrIndex::Return, set);
        }
        for (i, set) in (0..).zip(params) {
            if let Some(set) = *set {
                add(u64::from(i) + 2, AttrIndex::Param(i), set);
            }
        }
        if let Some(set) = function {
            add(1, AttrIndex::Function, set);
        }
        if list.is_empty() {
            return AttrListId(0);
        }
        let lists = &mut unit.lists;
        let is_same = |&(other, id): &(u64, AttrListId)| other == hash && lists.get(id.index().wrapping_sub(1)) == Some(list);
        if let Some(&(_, id)) = unit.list_index.find(hash, is_same) {
            return id;
        }
        lists.push(list.clone());
        let id = AttrListId(lists.len() as u32);
        unit.list_index.insert_unique(hash, (hash, id), |&(hash, _)| hash);
        id
    }

    /// The set of these attributes in this part of the text.
    pub(crate) fn intern_set(&mut self, mut set: AttrSet) -> AttrSetId {
        sort_attrs(&mut set, &self.strings);
        let unit = &mut self.attrs;
        AttrSetId(unit.first_set + unit.set_places.intern(&mut unit.sets, set).0)
    }

    /// The set of attributes without values that these bits encode.
    fn plain_set(&mut self, bits: u128) -> AttrSetId {
        if let Some(&id) = self.attrs.plain_sets.get(&bits) {
            return id;
        }
        let id = self.intern_set(plain_attrs(bits).collect());
        self.attrs.plain_sets.insert(bits, id);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::super::ParseOptions;
    use super::*;
    use bctk_ir::attrs::write_int_attr;

    fn parser(text: &str) -> Parser<'_, '_> {
        Parser::top_level(text.as_bytes(), &ParseOptions::default(), None)
    }

    /// The attributes as they would print, except those with types and ranges.
    fn print(parser: &Parser<'_, '_>, set: AttrSetId) -> String {
        let mut out = Vec::new();
        for attr in &parser.attrs.sets[set.index()] {
            if !out.is_empty() {
                out.push(b' ');
            }
            match attr {
                Attr::Enum(kind) => out.extend_from_slice(kind.spelling().as_bytes()),
                Attr::Int(kind, value) => write_int_attr(&mut out, *kind, *value, false, Default::default()),
                Attr::String(key, value) => {
                    out.extend_from_slice(parser.strings.get(*key));
                    out.push(b'=');
                    out.extend_from_slice(parser.strings.get(value.unwrap_or_default()));
                }
                other => out.extend_from_slice(format!("{other:?}").as_bytes()),
            }
        }
        String::from_utf8(out).unwrap()
    }

    fn param(text: &str) -> std::result::Result<String, String> {
        let mut parser = parser(text);
        match parser.value_attrs() {
            Ok(set) => Ok(set.map_or_else(String::new, |set| print(&parser, set))),
            Err(error) => Err(error.0.message),
        }
    }

    fn function(text: &str) -> std::result::Result<String, String> {
        let mut parser = parser(text);
        let attrs = parser.fn_attrs().and_then(|attrs| parser.function_set(attrs));
        match attrs {
            Ok(set) => Ok(set.map_or_else(String::new, |set| print(&parser, set))),
            Err(error) => Err(error.0.message),
        }
    }

    // llvm-dis 22 prints the same attributes in this order and spelling.
    #[test]
    fn sets_have_one_order_and_each_attribute_once() {
        assert_eq!(
            param("dereferenceable(24) noundef align 4 nonnull align 8 %x").as_deref(),
            Ok("noundef nonnull align 8 dereferenceable(24)")
        );
        assert_eq!(param("alignstack(8) allocptr )").as_deref(), Ok("allocptr alignstack(8)"));
        assert_eq!(param("nofpclass(inf nan) %x").as_deref(), Ok("nofpclass(nan inf)"));
        assert_eq!(param("nofpclass(3) %x").as_deref(), Ok("nofpclass(nan)"));
        assert_eq!(param("captures(ret: address, provenance) %x").as_deref(), Ok("captures(ret: address, provenance)"));
        assert_eq!(param("captures(address_is_null, ret: none) %x").as_deref(), Ok("captures(address_is_null, ret: none)"));
        assert_eq!(param("%x").as_deref(), Ok(""));
        assert_eq!(
            function("nounwind \"a\"=\"b\" uwtable(sync) allocsize(1) \"a\"=\"c\" vscale_range(4) \"b\"=\"\"").as_deref(),
            Ok("nounwind allocsize(1) uwtable(sync) vscale_range(4,4) a=c b=")
        );
        assert_eq!(
            function("memory(read, argmem: readwrite, errnomem: none) allockind(\"zeroed,alloc\")").as_deref(),
            Ok("allockind(\"alloc,zeroed\") memory(read, argmem: readwrite, errnomem: none)")
        );
    }

    #[test]
    fn the_same_words_again_are_the_same_set() {
        let mut parser =
            parser("noundef align 8 %a noundef align 8 %b noundef nonnull %c align 8 noundef %d noundef align 8 dereferenceable(1) %e");
        let mut sets = Vec::new();
        while parser.tok != Tok::Eof {
            sets.push(parser.value_attrs().ok().flatten().unwrap().0);
            parser.next();
        }
        assert_eq!(sets, [0, 0, 1, 0, 2]);
    }

    /// More texts than are looked at one after the other, each three times, before names and before what is no name.
    #[test]
    fn texts_are_remembered_beyond_the_recent_ones() {
        let attrs =
            |i: u64| format!("noundef {}align {} dereferenceable({i})", if i.is_multiple_of(3) { "nonnull " } else { "" }, 1 << (i % 5));
        for after in ["%a", "@a", "null"] {
            let text: String = (0..60).map(|i| format!("{} {after} ", attrs(i % 20 + 1))).collect();
            let mut parser = parser(&text);
            let mut sets = Vec::new();
            while parser.tok != Tok::Eof {
                let start = parser.start;
                let ahead = parser.attrs_at(start, false);
                assert_eq!(parser.start, start);
                let set = parser.value_attrs().ok().flatten().unwrap();
                assert_eq!(ahead, Some((set, parser.start)));
                sets.push(print(&parser, set));
                parser.next();
            }
            assert_eq!(sets, (0..60).map(|i| attrs(i % 20 + 1)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn groups_go_before_what_stands_in_place() {
        let text = "attributes #0 = { alignstack=8 \"a\"=\"2\" nounwind } attributes #1 = { cold align=32 } attributes #1 = { hot align=16 } \
                    alignstack(4) \"a\"=\"1\" #0 #7 #1";
        let mut parser = parser(text);
        for _ in 0..3 {
            assert!(parser.attribute_group().is_ok());
        }
        let attrs = parser.fn_attrs().ok().unwrap();
        let (set, align) = parser.definition_set(attrs).ok().unwrap();
        assert_eq!(print(&parser, set.unwrap()), "hot nounwind alignstack(8) a=2");
        assert_eq!(align, Some(16));
    }

    // The messages are those of llvm-as 22.
    #[test]
    fn what_is_refused() {
        for (text, message) in [
            ("nounwind %x", "this attribute does not apply to parameters"),
            ("align(3) %x", "alignment is not a power of two"),
            ("align 8589934592 %x", "huge alignments are not supported yet"),
            ("dereferenceable(0) %x", "byte count specified must be non-zero"),
            ("dereferenceable 4", "expected '('"),
            ("captures(none, address)", "cannot use 'none' with other component"),
            ("captures(ret: none, ret: none)", "duplicate 'ret' location"),
            ("range(i32 1, 1)", "the range represent the empty set but limits aren't 0!"),
            ("range(i8 1, 256)", "integer is too large for the bit width of specified type"),
            ("initializes((0,8),(8,12))", "Invalid (unordered or overlapping) range list"),
            ("nofpclass()", "expected nofpclass test mask"),
            ("nofpclass(2000)", "invalid mask value for 'nofpclass'"),
            ("sret %x", "expected '('"),
        ] {
            assert_eq!(param(text), Err(message.to_owned()), "{text}");
        }
        for (text, message) in [
            ("nonnull", "this attribute does not apply to functions"),
            ("allockind(\"alloc,foo\")", "unknown allockind foo"),
            ("allocsize(1,1)", "'allocsize' indices can't refer to the same parameter"),
            ("memory(argmem: foo)", "expected access kind (none, read, write, readwrite)"),
            ("memory(argmem: read, write)", "default access kind must be specified first"),
            ("memory(argmem: read write)", "unterminated memory attribute"),
            ("uwtable(foo)", "expected unwind table kind"),
        ] {
            assert_eq!(function(text), Err(message.to_owned()), "{text}");
        }
    }
}
