//! Debug information: units, types, variables and scopes of every kind in LLVM 23.
use crate::draw::Gen;
use bctk_ir::entity::{GlobalId, MdId};
use bctk_ir::metadata::di::{DiKind, FieldKind, NUMBER, PrintRule};
use bctk_ir::metadata::dwarf::{Op, Tag};
use bctk_ir::metadata::{Metadata, md_slot};

/// The debug information of the module.
#[derive(Clone, Default)]
pub(crate) struct DebugUnits {
    pub(crate) units: Vec<MdId>,
    file: Option<MdId>,
    /// Types of every kind.
    types: Vec<MdId>,
    int: Option<MdId>,
}

/// The debug information of a function.
#[derive(Clone)]
pub(crate) struct Scope {
    pub(crate) subprogram: MdId,
    /// The subprogram and its blocks.
    scopes: Vec<MdId>,
    pub(crate) variables: Vec<MdId>,
    pub(crate) label: MdId,
    pub(crate) assign_id: MdId,
    /// Where something was inlined.
    inlined_at: Option<MdId>,
    inlined: MdId,
    /// Whether locations may be of groups.
    key_instructions: bool,
}

/// What a field of a node is set to.
#[derive(Clone, Copy)]
pub(crate) enum Set<'s> {
    Md(Option<MdId>),
    Text(&'s str),
    Number(u64),
    /// An integer of any width.
    Wide(u32, u64),
}
use Set::{Md, Number, Text, Wide};

fn tag_number(tag: Tag) -> Set<'static> {
    Number(u64::from(tag.0))
}

impl Gen<'_, '_> {
    /// A node with the fields that are named, and the others as they are by default.
    pub(crate) fn di(&mut self, kind: DiKind, distinct: bool, set: &[(&str, Set<'_>)]) -> MdId {
        let mut slots = vec![0u32; kind.slots()];
        for field in kind.fields() {
            if let PrintRule::Skip(default) = field.rule {
                slots[usize::from(field.slot)] = default;
            }
            if kind == DiKind::MacroFile && field.name == "type" {
                slots[usize::from(field.slot)] = 3;
            }
        }
        for &(name, value) in set {
            let Some(field) = kind.field(name) else { continue };
            let at = usize::from(field.slot);
            match (field.kind, value) {
                (_, Md(id)) => slots[at] = md_slot(id),
                (_, Text("")) => slots[at] = 0,
                (_, Text(text)) => slots[at] = self.md_string(text.as_bytes()).0 + 1,
                (FieldKind::SizeOrMd | FieldKind::BoundOrMd, Number(n)) => {
                    (slots[at], slots[at + 1], slots[at + 2]) = (NUMBER, n as u32, (n >> 32) as u32);
                }
                (FieldKind::U64, Number(n)) => (slots[at], slots[at + 1]) = (n as u32, (n >> 32) as u32),
                (FieldKind::OptU32 | FieldKind::OptEnumKind, Number(n)) => slots[at] = n as u32 + 1,
                (_, Number(n)) => slots[at] = n as u32,
                (_, Wide(width, n)) => (slots[at], slots[at + 1], slots[at + 2]) = (width, n as u32, (n >> 32) as u32),
            }
        }
        let kind = match kind {
            DiKind::LongLocation if slots[DiKind::Location.slots()..].iter().all(|&slot| slot == 0) => DiKind::Location,
            kind => kind,
        };
        slots.truncate(kind.slots());
        let fields = self.m.metadata.fields.len() as u32;
        if !distinct {
            let same = |item: &Metadata| match *item {
                Metadata::Node { kind: k, distinct: false, fields } => k == kind && self.m.metadata.node_fields(kind, fields) == slots,
                _ => false,
            };
            if let Some(known) = self.m.metadata.items.iter().position(same) {
                return MdId::new(known);
            }
        }
        self.m.metadata.fields.extend_from_slice(&slots);
        self.m.metadata.push(Metadata::Node { kind, distinct, fields })
    }

    /// `!DIExpression`.
    pub(crate) fn expression(&mut self, words: &[u64]) -> MdId {
        let same = |item: &Metadata| match *item {
            Metadata::Expression { distinct: false, start, len } => self.m.metadata.word_range(start, len) == words,
            _ => false,
        };
        if let Some(known) = self.m.metadata.items.iter().position(same) {
            return MdId::new(known);
        }
        let start = self.m.metadata.words.len() as u32;
        self.m.metadata.words.extend_from_slice(words);
        self.m.metadata.push(Metadata::Expression { distinct: false, start, len: words.len() as u32 })
    }

    /// Units and types.
    pub(crate) fn debug_units(&mut self) {
        if !self.options.debug_info || !self.chance(1, 2) {
            return;
        }
        let file = match self.chance(1, 2) {
            true => self.di(DiKind::File, false, &[("filename", Text("a.c")), ("directory", Text("/dir"))]),
            false => self.di(
                DiKind::File,
                false,
                &[
                    ("filename", Text("a \"b\".c")),
                    ("directory", Text("")),
                    ("checksumkind", Number(1)),
                    ("checksum", Text("000102030405060708090a0b0c0d0e0f")),
                    ("source", Text("int x;\n")),
                ],
            ),
        };
        let file_md = Md(Some(file));
        let mut debug = DebugUnits { file: Some(file), ..DebugUnits::default() };
        self.debug_types(&mut debug);
        let types = debug.types.clone();
        let entity = self.pick(&types);
        for _ in 0..1 + self.below(2) {
            let unit = self.di(DiKind::CompileUnit, true, &[("file", file_md), ("emissionKind", Number(1)), ("producer", Text("bctk"))]);
            let mut fields: Vec<(&str, Set<'_>)> = vec![
                ("file", file_md),
                ("emissionKind", Number(self.pick(&[1, 1, 2, 0]))),
                ("isOptimized", Number(self.below(2) as u64)),
                ("splitDebugInlining", Number(self.below(2) as u64)),
                ("nameTableKind", Number(self.below(4) as u64)),
                ("runtimeVersion", Number(self.below(3) as u64)),
            ];
            match self.chance(1, 3) {
                true => fields.extend([("sourceLanguageName", Number(4)), ("sourceLanguageVersion", Number(202_002))]),
                false => fields.push(("language", Number(self.pick(&[0x1d, 0x04, 0x0c, 0x8001])))),
            }
            if self.chance(1, 2) {
                fields.extend([("flags", Text("-O2 -g")), ("dwoId", Number(self.number())), ("producer", Text("hand \"made\""))]);
                fields.extend([("sysroot", Text("/sys")), ("sdk", Text("S.sdk")), ("splitDebugFilename", Text("a.dwo"))]);
            }
            if self.chance(1, 2) {
                let enums: Vec<MdId> = types.iter().copied().filter(|&ty| self.tag_of(ty) == Some(Tag::ENUMERATION_TYPE)).collect();
                let retained = self.tuple_of(&types[..1]);
                let enums = self.tuple_of(&enums);
                let import = self.di(
                    DiKind::ImportedEntity,
                    false,
                    &[
                        ("tag", Number(u64::from(Tag::IMPORTED_DECLARATION.0))),
                        ("scope", Md(Some(unit))),
                        ("entity", Md(Some(entity))),
                        ("file", file_md),
                        ("line", Number(7)),
                    ],
                );
                let imports = self.tuple_of(&[import]);
                let one =
                    self.di(DiKind::Macro, false, &[("type", Number(1)), ("line", Number(3)), ("name", Text("M")), ("value", Text("1"))]);
                let nodes = self.tuple_of(&[one]);
                let macro_file = self.di(DiKind::MacroFile, false, &[("file", file_md), ("line", Number(1)), ("nodes", Md(Some(nodes)))]);
                let macros = self.tuple_of(&[one, macro_file]);
                fields.extend([("enums", Md(Some(enums))), ("retainedTypes", Md(Some(retained)))]);
                fields.extend([("imports", Md(Some(imports))), ("macros", Md(Some(macros)))]);
            }
            // The entity refers to the unit, so that the unit has its fields last.
            let full = self.di(DiKind::CompileUnit, true, &fields);
            let (last, first) = (self.m.metadata.items.pop(), unit.index());
            debug_assert_eq!(full.index(), self.m.metadata.items.len());
            if let Some(last) = last {
                self.m.metadata.items[first] = last;
            }
            debug.units.push(unit);
        }
        self.debug = Some(debug);
    }

    fn tag_of(&self, ty: MdId) -> Option<Tag> {
        match self.m.metadata.get(ty) {
            Metadata::Node { kind, fields, .. } => {
                let field = kind.field("tag")?;
                Some(Tag(*self.m.metadata.node_fields(kind, fields).get(usize::from(field.slot))? as u16))
            }
            _ => None,
        }
    }

    fn debug_types(&mut self, debug: &mut DebugUnits) {
        let file = Md(debug.file);
        let int = self.di(DiKind::BasicType, false, &[("name", Text("int")), ("size", Number(32)), ("encoding", Number(5))]);
        debug.int = Some(int);
        debug.types.push(int);
        let base = |debug: &DebugUnits, g: &mut Self| Md(Some(g.pick(&debug.types)));
        for _ in 0..self.below(self.options.types as usize + 1) {
            let of = base(debug, self);
            let line = Number(self.below(1000) as u64);
            let few = self.below(3);
            let small = Number(few as u64);
            let ty = match self.below(14) {
                which @ 0..=3 => self.derived_type(which, of, file, line, small),
                4 => self.structure(debug),
                5 => {
                    let range = self.subrange();
                    let elements = self.tuple_of(&[range]);
                    self.di(
                        DiKind::CompositeType,
                        false,
                        &[("tag", tag_number(Tag::ARRAY_TYPE)), ("baseType", of), ("size", Number(320)), ("elements", Md(Some(elements)))],
                    )
                }
                6 => self.enumeration(debug),
                7 => {
                    let types = self.tuple(false, &[None, debug.int]);
                    self.di(DiKind::SubroutineType, false, &[("types", Md(Some(types))), ("cc", Number([0, 1, 0xc0][few]))])
                }
                which @ 8..=10 => self.basic_type(which, few),
                which => self.number_type(which, few, debug.int, file, line),
            };
            if self.tag_of(ty).is_none_or(|tag| tag != Tag::MEMBER) && !debug.types.contains(&ty) {
                debug.types.push(ty);
            }
        }
    }

    /// A pointer, a name, a qualified type or a reference.
    fn derived_type(&mut self, which: usize, of: Set<'static>, file: Set<'static>, line: Set<'static>, space: Set<'static>) -> MdId {
        match which {
            0 => self.di(DiKind::DerivedType, false, &[("tag", tag_number(Tag::POINTER_TYPE)), ("baseType", of), ("size", Number(64))]),
            1 => self.di(
                DiKind::DerivedType,
                false,
                &[("tag", tag_number(Tag::TYPEDEF)), ("name", Text("t")), ("file", file), ("line", line), ("baseType", of)],
            ),
            2 => {
                let kind = self.pick(&[Tag::CONST_TYPE, Tag::VOLATILE_TYPE, Tag::ATOMIC_TYPE, Tag::RESTRICT_TYPE]);
                let distinct = self.chance(1, 4);
                self.di(DiKind::DerivedType, distinct, &[("tag", tag_number(kind)), ("baseType", of)])
            }
            _ => self.di(
                DiKind::DerivedType,
                false,
                &[("tag", tag_number(Tag::REFERENCE_TYPE)), ("baseType", of), ("size", Number(64)), ("dwarfAddressSpace", space)],
            ),
        }
    }

    /// A basic type or a string of characters.
    fn basic_type(&mut self, which: usize, few: usize) -> MdId {
        match which {
            8 => self.di(
                DiKind::BasicType,
                false,
                &[
                    ("name", Text("big")),
                    ("size", Number(64)),
                    ("align", Number(64)),
                    ("encoding", Number([4, 7, 200][few])),
                    ("num_extra_inhabitants", Number(few as u64)),
                    ("flags", Number([0, 1 << 27, 1 << 28][few])),
                ],
            ),
            9 => self.di(DiKind::BasicType, false, &[("tag", tag_number(Tag::UNSPECIFIED_TYPE)), ("name", Text("decltype(nullptr)"))]),
            _ => {
                let length = self.expression(&[u64::from(Op::PUSH_OBJECT_ADDRESS.0), u64::from(Op::DEREF.0)]);
                let name = Text("character(*)");
                self.di(DiKind::StringType, false, &[("name", name), ("stringLengthExpression", Md(Some(length))), ("size", Number(32))])
            }
        }
    }

    /// A type of the numbers in a range, or of fixed-point numbers.
    fn number_type(&mut self, which: usize, few: usize, int: Option<MdId>, file: Set<'static>, line: Set<'static>) -> MdId {
        match which {
            11 => {
                let (low, high) = (self.md_i64(-7), self.md_i64(42));
                self.di(
                    DiKind::SubrangeType,
                    false,
                    &[
                        ("name", Text("sr")),
                        ("file", file),
                        ("line", line),
                        ("size", Number(32)),
                        ("baseType", Md(int)),
                        ("lowerBound", Md(Some(low))),
                        ("upperBound", Md(Some(high))),
                    ],
                )
            }
            12 => self.di(
                DiKind::FixedPointType,
                false,
                &[
                    ("name", Text("fp")),
                    ("size", Number(32)),
                    ("encoding", Number(0x0d)),
                    ("kind", Number((few & 1) as u64)),
                    ("factor", Number([4, 4u64.wrapping_neg(), 0][few])),
                ],
            ),
            // Positive numbers would be negative ones when LLVM reads their text.
            _ => self.di(
                DiKind::FixedPointType,
                false,
                &[
                    ("name", Text("ratio")),
                    ("size", Number(32)),
                    ("encoding", Number(0x0d)),
                    ("kind", Number(2)),
                    ("numerator", Wide(64, 3u64.wrapping_neg())),
                    ("denominator", Wide(64, 7u64.wrapping_neg())),
                ],
            ),
        }
    }

    fn subrange(&mut self) -> MdId {
        match self.below(4) {
            0 => self.di(DiKind::Subrange, false, &[("count", Number(10))]),
            1 => self.di(DiKind::Subrange, false, &[("count", Number(u64::MAX)), ("lowerBound", Number(1))]),
            2 => {
                let bounds = [("lowerBound", Number(5u64.wrapping_neg())), ("upperBound", Number(5)), ("stride", Number(2))];
                self.di(DiKind::Subrange, false, &bounds)
            }
            _ => {
                let deref = self.expression(&[u64::from(Op::PUSH_OBJECT_ADDRESS.0), u64::from(Op::DEREF.0)]);
                let one = self.expression(&[u64::from(Op::CONSTS.0), 1]);
                let bounds = [("lowerBound", Md(Some(one))), ("upperBound", Md(Some(deref))), ("stride", Md(Some(one)))];
                self.di(DiKind::GenericSubrange, false, &bounds)
            }
        }
    }

    /// A structure whose members refer to it.
    fn structure(&mut self, debug: &DebugUnits) -> MdId {
        let kind = self.pick(&[Tag::STRUCTURE_TYPE, Tag::CLASS_TYPE, Tag::UNION_TYPE]);
        let tag = Number(u64::from(kind.0));
        let number = self.m.metadata.items.len();
        let identifier = if self.chance(1, 2) { format!("_ZTS{number}") } else { String::new() };
        let fields = |elements: Option<MdId>, more: &[(&'static str, Set<'static>)]| {
            let mut all =
                vec![("tag", tag), ("name", Text("S")), ("size", Number(64)), ("file", Md(debug.file)), ("elements", Md(elements))];
            all.extend_from_slice(more);
            all
        };
        let plain = fields(None, &[]);
        let node = self.di(DiKind::CompositeType, true, &plain);
        let mut members = Vec::new();
        for at in 0..self.below(4) as u64 {
            let base = self.pick(&debug.types);
            let mut member = vec![
                ("tag", Number(u64::from(Tag::MEMBER.0))),
                ("scope", Md(Some(node))),
                ("file", Md(debug.file)),
                ("line", Number(at + 1)),
                ("baseType", Md(Some(base))),
                ("size", Number(32)),
                ("offset", Number(at * 32)),
                ("name", Text(self.pick(&["m", "n", "o", "p"]))),
            ];
            if self.chance(1, 4) {
                let storage = self.md_i64(24);
                member.extend([("flags", Number(1 << 19)), ("extraData", Md(Some(storage)))]);
            }
            members.push(self.di(DiKind::DerivedType, false, &member));
        }
        if self.chance(1, 3) {
            let types = self.tuple(false, &[None, debug.int]);
            let types = self.di(DiKind::SubroutineType, false, &[("types", Md(Some(types)))]);
            let name = format!("_ZN1S1f{number}Ev");
            let method = [
                ("name", Text("f")),
                ("linkageName", Text(&name)),
                ("scope", Md(Some(node))),
                ("file", Md(debug.file)),
                ("line", Number(5)),
                ("type", Md(Some(types))),
                ("virtualIndex", Number(self.below(2) as u64)),
                ("spFlags", Number(self.pick(&[0, 1, 2, 16]))),
                ("containingType", Md(Some(node))),
                ("flags", Number(self.pick(&[0, 3, 256]))),
            ];
            members.push(self.di(DiKind::Subprogram, false, &method));
        }
        if self.chance(1, 4) {
            let fields = [
                ("name", Text("property")),
                ("file", Md(debug.file)),
                ("line", Number(8)),
                ("setter", Text("setIt:")),
                ("getter", Text("it")),
                ("attributes", Number(0x0800)),
                ("type", Md(debug.int)),
            ];
            members.push(self.di(DiKind::ObjCProperty, false, &fields));
        }
        let params = self.template_params(debug);
        let elements = self.tuple_of(&members);
        let mut all = fields(Some(elements), &[("templateParams", Md(params)), ("flags", Number(1 << 22))]);
        all.push(("identifier", Text(&identifier)));
        if self.chance(1, 4) {
            all.push(("runtimeLang", Number(0x21)));
        }
        let full = self.di(DiKind::CompositeType, true, &all);
        // The members refer to the first of the two, which becomes what the second is.
        if let Some(last) = self.m.metadata.items.pop() {
            debug_assert_eq!(full.index(), self.m.metadata.items.len());
            self.m.metadata.items[node.index()] = last;
        }
        node
    }

    fn template_params(&mut self, debug: &DebugUnits) -> Option<MdId> {
        if !self.chance(1, 3) {
            return None;
        }
        let ty = self.di(DiKind::TemplateTypeParameter, false, &[("name", Text("T")), ("type", Md(debug.int))]);
        let seven = self.md_i32(7);
        let defaulted = Number(self.below(2) as u64);
        let value = [("name", Text("N")), ("type", Md(debug.int)), ("value", Md(Some(seven))), ("defaulted", defaulted)];
        let value = self.di(DiKind::TemplateValueParameter, false, &value);
        Some(self.tuple_of(&[ty, value]))
    }

    fn enumeration(&mut self, debug: &DebugUnits) -> MdId {
        let mut elements = Vec::new();
        for name in ["A", "B", "C"] {
            if self.chance(2, 3) {
                let (value, unsigned) = (self.number(), self.below(2) as u64);
                let fields = [("name", Text(name)), ("value", Wide(64, value)), ("isUnsigned", Number(unsigned))];
                elements.push(self.di(DiKind::Enumerator, false, &fields));
            }
        }
        let elements = self.tuple_of(&elements);
        let line = Number(self.below(99) as u64);
        self.di(
            DiKind::CompositeType,
            false,
            &[
                ("tag", Number(u64::from(Tag::ENUMERATION_TYPE.0))),
                ("name", Text("E")),
                ("file", Md(debug.file)),
                ("line", line),
                ("baseType", Md(debug.int)),
                ("size", Number(32)),
                ("elements", Md(Some(elements))),
            ],
        )
    }

    /// A type that variables have: none of functions.
    fn variable_debug_type(&mut self, debug: &DebugUnits) -> MdId {
        let subroutine = |ty: MdId| matches!(self.m.metadata.get(ty), Metadata::Node { kind: DiKind::SubroutineType, .. });
        let all: Vec<MdId> = debug.types.iter().copied().filter(|&ty| !subroutine(ty)).collect();
        self.pick(&all)
    }

    /// What is attached to a global variable.
    pub(crate) fn debug_variable(&mut self, global: usize) -> MdId {
        let debug = self.debug.clone().unwrap_or_default();
        let name = format!("g{global}");
        let ty = self.pick(&debug.types);
        let scope = if self.chance(1, 6) {
            let unit = Md(debug.units.first().copied());
            let fields =
                [("scope", unit), ("declaration", Md(None)), ("name", Text("common")), ("file", Md(debug.file)), ("line", Number(4))];
            Some(self.di(DiKind::CommonBlock, false, &fields))
        } else if self.chance(1, 6) {
            let fields = [
                ("scope", Md(None)),
                ("name", Text("Module")),
                ("configMacros", Text("-DNDEBUG")),
                ("includePath", Text("/include")),
                ("apinotes", Text("/notes")),
                ("file", Md(debug.file)),
                ("line", Number(2)),
                ("isDecl", Number(self.below(2) as u64)),
            ];
            Some(self.di(DiKind::Module, false, &fields))
        } else if self.chance(1, 3) {
            let exported = Number(self.below(2) as u64);
            Some(self.di(DiKind::Namespace, false, &[("name", Text("ns")), ("exportSymbols", exported)]))
        } else {
            debug.units.first().copied()
        };
        let fields = [
            ("name", Text(&name)),
            ("scope", Md(scope)),
            ("file", Md(debug.file)),
            ("line", Number(self.below(50) as u64)),
            ("type", Md(Some(ty))),
            ("isLocal", Number(self.below(2) as u64)),
            ("isDefinition", Number(1)),
            ("align", Number(self.pick(&[0, 32]))),
        ];
        let variable = self.di(DiKind::GlobalVariable, true, &fields);
        let words: &[u64] = if self.chance(1, 3) { &[0x23, 4] } else { &[] };
        let expression = self.expression(words);
        self.di(DiKind::GlobalVariableExpression, false, &[("var", Md(Some(variable))), ("expr", Md(Some(expression)))])
    }

    /// The debug information of a function with a body, which is attached to it.
    pub(crate) fn subprogram_of(&mut self, function: GlobalId) -> Option<Scope> {
        let debug = self.debug.clone()?;
        if self.chance(1, 3) {
            return None;
        }
        let unit = self.pick(&debug.units);
        let name = self.m.str(self.m.globals[function.index()].name).to_vec();
        let types = self.tuple(false, &[None, debug.int]);
        let types = self.di(DiKind::SubroutineType, false, &[("types", Md(Some(types)))]);
        let line = Number(self.below(1000) as u64);
        let params = self.template_params(&debug);
        let key_instructions = self.chance(1, 2);
        let mut fields = vec![
            ("scope", Md(debug.file)),
            ("file", Md(debug.file)),
            ("line", line),
            ("type", Md(Some(types))),
            ("scopeLine", line),
            ("unit", Md(Some(unit))),
            ("spFlags", Number(self.pick(&[8, 8 | 4, 8 | 16, 8 | 4 | 16]))),
            ("flags", Number(self.pick(&[0, 1 << 8, 1 << 29]))),
            ("templateParams", Md(params)),
            ("keyInstructions", Number(u64::from(key_instructions))),
        ];
        let text = self.md_string(if name.is_empty() { b"unnamed" } else { &name });
        fields.push(("name", Md(Some(text))));
        if self.chance(1, 4) {
            fields.push(("targetFuncName", Text("real")));
        }
        if self.chance(1, 3) {
            let declared =
                [("scope", Md(debug.file)), ("file", Md(debug.file)), ("line", line), ("type", Md(Some(types))), ("name", Md(Some(text)))];
            let declaration = self.di(DiKind::Subprogram, false, &declared);
            let thrown = self.tuple(false, &[debug.int]);
            let empty = self.tuple(false, &[]);
            fields.extend([("declaration", Md(Some(declaration))), ("thrownTypes", Md(Some(thrown))), ("retainedNodes", Md(Some(empty)))]);
        }
        let subprogram = self.di(DiKind::Subprogram, true, &fields);
        let inlined_fields = [
            ("name", Text("inlined")),
            ("scope", Md(debug.file)),
            ("file", Md(debug.file)),
            ("line", Number(9)),
            ("type", Md(Some(types))),
            ("unit", Md(Some(unit))),
            ("spFlags", Number(8)),
        ];
        let inlined = self.di(DiKind::Subprogram, true, &inlined_fields);
        let mut scopes = vec![subprogram];
        for at in 0..self.below(3) as u64 {
            let outer = self.pick(&scopes);
            let scope = match self.chance(1, 3) {
                true => {
                    let fields = [("scope", Md(Some(outer))), ("file", Md(debug.file)), ("discriminator", Number(at))];
                    self.di(DiKind::LexicalBlockFile, false, &fields)
                }
                false => {
                    let fields = [("scope", Md(Some(outer))), ("file", Md(debug.file)), ("line", Number(at + 1)), ("column", Number(5))];
                    self.di(DiKind::LexicalBlock, true, &fields)
                }
            };
            scopes.push(scope);
        }
        let mut variables = Vec::new();
        for (at, name) in ["x", "y", ""].into_iter().enumerate() {
            let scope = self.pick(&scopes);
            let ty = self.variable_debug_type(&debug);
            let fields = [
                ("name", Text(name)),
                ("scope", Md(Some(scope))),
                ("file", Md(debug.file)),
                ("line", Number(at as u64)),
                ("type", Md(Some(ty))),
                ("flags", Number(self.pick(&[0, 64]))),
                ("align", Number(self.pick(&[0, 8]))),
            ];
            variables.push(self.di(DiKind::LocalVariable, false, &fields));
        }
        let fields = [
            ("scope", Md(Some(subprogram))),
            ("name", Text("label")),
            ("file", Md(debug.file)),
            ("line", Number(3)),
            ("isArtificial", Number(self.below(2) as u64)),
        ];
        let label = self.di(DiKind::Label, false, &fields);
        let assign_id = self.di(DiKind::AssignID, true, &[]);
        let inlined_at = if self.chance(1, 2) {
            let distinct = self.chance(1, 2);
            Some(self.di(DiKind::LongLocation, distinct, &[("line", Number(4)), ("scope", Md(Some(subprogram)))]))
        } else {
            None
        };
        Some(Scope { subprogram, scopes, variables, label, assign_id, inlined_at, inlined, key_instructions })
    }

    /// A location in a function.
    pub(crate) fn location(&mut self, scope: &Scope) -> MdId {
        let at = self.pick(&scope.scopes);
        let line = self.below(6) as u64;
        // What has no line has no column.
        let column = self.below(4) as u64 * line.min(1);
        let mut fields = vec![("line", Number(line)), ("column", Number(column))];
        fields.push(("scope", Md(Some(at))));
        if self.chance(1, 16) {
            fields.push(("isImplicitCode", Number(1)));
        }
        if scope.key_instructions && self.chance(1, 8) {
            fields.extend([("atomGroup", Number(1 + self.below(3) as u64)), ("atomRank", Number(1 + self.below(2) as u64))]);
        }
        self.di(DiKind::LongLocation, false, &fields)
    }

    /// The location of an instruction, which may have been inlined.
    pub(crate) fn instruction_location(&mut self, scope: &Scope) -> MdId {
        match scope.inlined_at {
            Some(at) if self.chance(1, 5) => {
                let line = Number(self.below(6) as u64);
                self.di(DiKind::LongLocation, false, &[("line", line), ("scope", Md(Some(scope.inlined))), ("inlinedAt", Md(Some(at)))])
            }
            _ => self.location(scope),
        }
    }
}
