//! Makes debug information (LLVM `DIBuilder`).
use crate::{EditError, ModuleEdit, Result};
use bctk_ir::body::DebugLoc;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::di::{DiKind, FieldKind, NUMBER};
use bctk_ir::metadata::dwarf::{Encoding, Lang, Tag};
use bctk_ir::metadata::flags::{SP_DEFINITION, SP_LOCAL, SP_OPTIMIZED};
use bctk_ir::metadata::module_flags::has_module_flag;
use bctk_ir::metadata::{Metadata, md_slot};
use hashbrown::HashMap;

/// The value of a field of a node of debug information.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DiValue<'v> {
    /// Another node, or metadata of another kind.
    Md(MdId),
    /// A string.
    Str(&'v str),
    /// A number, a flag, or a word of DWARF by its number.
    Num(i64),
    /// A truth value.
    Bool(bool),
    /// Nothing: the field has the value that it has if it is not stated.
    Absent,
}

impl From<MdId> for DiValue<'_> {
    fn from(id: MdId) -> Self {
        DiValue::Md(id)
    }
}

impl From<Option<MdId>> for DiValue<'_> {
    fn from(id: Option<MdId>) -> Self {
        id.map_or(DiValue::Absent, DiValue::Md)
    }
}

impl<'v> From<&'v str> for DiValue<'v> {
    fn from(text: &'v str) -> Self {
        DiValue::Str(text)
    }
}

impl From<u32> for DiValue<'_> {
    fn from(number: u32) -> Self {
        DiValue::Num(i64::from(number))
    }
}

impl From<u64> for DiValue<'_> {
    fn from(number: u64) -> Self {
        DiValue::Num(number as i64)
    }
}

impl From<bool> for DiValue<'_> {
    fn from(value: bool) -> Self {
        DiValue::Bool(value)
    }
}

/// Uniqued nodes by kind and slots.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    known: HashMap<(DiKind, Vec<u32>), MdId>,
    /// Expressions by their elements.
    expressions: HashMap<Vec<u64>, MdId>,
    /// The greatest group of key instructions.
    last_atom: u64,
    /// How many items were looked at.
    seen: usize,
}

impl<'m> ModuleEdit<'m> {
    /// Begins to make debug information.
    pub fn debug_info(&mut self) -> DIBuilder<'_, 'm> {
        DIBuilder { edit: self }
    }

    /// Lets groups of key instructions in new debug locations have numbers after `last`, whatever others the module has, as where LLVM has read
    /// only a part of it.
    pub fn number_atom_groups_after(&mut self, last: u64) {
        self.update_nodes();
        self.nodes.last_atom = last;
    }

    /// The greatest group of key instructions, of those that [`ModuleEdit::number_atom_groups_after`] counts.
    pub fn last_atom_group(&mut self) -> u64 {
        self.update_nodes();
        self.nodes.last_atom
    }

    /// Looks at the nodes that were added since.
    fn update_nodes(&mut self) {
        let table = &self.module.metadata;
        for at in self.nodes.seen..table.items.len() {
            let item = table.items[at];
            if let Metadata::Node { kind: DiKind::LongLocation, .. } = item
                && let Some([.., low, high, _]) = table.location_slots(item)
            {
                self.nodes.last_atom = self.nodes.last_atom.max(u64::from(low) | u64::from(high) << 32);
            }
            match item {
                Metadata::Node { kind, distinct: false, fields } => {
                    let slots = table.node_fields(kind, fields).to_vec();
                    self.nodes.known.entry((kind, slots)).or_insert(MdId::new(at));
                }
                Metadata::Expression { distinct: false, start, len } => {
                    let words = table.word_range(start, len).to_vec();
                    self.nodes.expressions.entry(words).or_insert(MdId::new(at));
                }
                _ => {}
            }
        }
        self.nodes.seen = table.items.len();
    }

    /// A node of debug information with these fields, named as in assembly. The other fields have the values that they have if assembly does
    /// not state them. An equal node that is not distinct is not made twice.
    ///
    /// # Errors
    /// If the kind of node has no such field, or the field takes another kind of value.
    pub fn di_node(&mut self, kind: DiKind, distinct: bool, fields: &[(&str, DiValue<'_>)]) -> Result<MdId> {
        let mut slots = vec![0u32; kind.slots()];
        for field in kind.fields() {
            slots[usize::from(field.slot)] = field.absent();
        }
        for &(name, value) in fields {
            let Some(field) = kind.field(name) else {
                return Err(EditError::new(format!("{} has no field {name}", kind.name())));
            };
            let at = usize::from(field.slot);
            let wrong = || Err(EditError::new(format!("{}: {name} cannot be {value:?}", kind.name())));
            match (field.kind, value) {
                (_, DiValue::Absent) => {}
                (FieldKind::MdString, DiValue::Str(text)) => slots[at] = md_slot(Some(self.md_string(text))),
                (kind, DiValue::Md(id)) if kind.is_reference() => slots[at] = md_slot(Some(id)),
                (FieldKind::Bool, DiValue::Bool(value)) => slots[at] = u32::from(value),
                (FieldKind::U64, DiValue::Num(number)) => {
                    (slots[at], slots[at + 1]) = (number as u32, (number as u64 >> 32) as u32);
                }
                (FieldKind::SizeOrMd | FieldKind::BoundOrMd, DiValue::Num(number)) => {
                    (slots[at], slots[at + 1], slots[at + 2]) = (NUMBER, number as u32, (number as u64 >> 32) as u32);
                }
                (FieldKind::ApInt, DiValue::Num(number)) => {
                    (slots[at], slots[at + 1], slots[at + 2]) = (64, number as u32, (number as u64 >> 32) as u32);
                }
                (FieldKind::OptU32 | FieldKind::OptEnumKind, DiValue::Num(number)) => {
                    let Ok(number) = u32::try_from(number) else { return wrong() };
                    slots[at] = number.wrapping_add(1);
                }
                (FieldKind::I32, DiValue::Num(number)) => {
                    let Ok(number) = i32::try_from(number) else { return wrong() };
                    slots[at] = number as u32;
                }
                (kind, DiValue::Num(number)) if !kind.is_reference() && kind != FieldKind::Bool => {
                    let Ok(number) = u32::try_from(number) else { return wrong() };
                    slots[at] = number;
                }
                _ => return wrong(),
            }
        }
        // A size of nothing is not stated, as in a file that was read.
        for field in kind.fields().iter().filter(|field| field.kind == FieldKind::SizeOrMd) {
            let at = usize::from(field.slot);
            if slots[at] == NUMBER && slots[at + 1] == 0 && slots[at + 2] == 0 {
                slots[at] = 0;
            }
        }
        Ok(if distinct { self.push_node(kind, true, &slots) } else { self.uniqued_node(kind, slots) })
    }

    /// The node with these slots that is not distinct, which is added if it is new.
    pub(crate) fn uniqued_node(&mut self, kind: DiKind, slots: Vec<u32>) -> MdId {
        self.update_nodes();
        let key = (kind, slots);
        match self.nodes.known.get(&key) {
            Some(&known) => known,
            None => self.push_node(kind, false, &key.1),
        }
    }

    fn push_node(&mut self, kind: DiKind, distinct: bool, slots: &[u32]) -> MdId {
        let table = &mut self.module.metadata;
        let fields = table.fields.len() as u32;
        table.fields.extend_from_slice(slots);
        let kind = table.finished_kind(kind);
        table.push(Metadata::Node { kind, distinct, fields })
    }

    /// A group of key instructions that no location of the module has.
    pub(crate) fn new_atom_group(&mut self) -> u64 {
        self.update_nodes();
        self.nodes.last_atom += 1;
        self.nodes.last_atom
    }

    /// A `DILocation` for [`set_debug_location`](crate::FunctionBuilder::set_debug_location).
    pub fn debug_location(&mut self, line: u32, column: u32, scope: MdId, inlined_at: Option<MdId>) -> MdId {
        let loc = DebugLoc { line, column, scope: Some(scope), inlined_at, implicit: false, atom_group: 0, atom_rank: 0 };
        self.uniqued_location(&loc)
    }

    /// The location with these fields that is not distinct, which is added if it is new.
    pub(crate) fn uniqued_location(&mut self, loc: &DebugLoc) -> MdId {
        let slots = loc.slots();
        let kind = if slots[4..] == [0; 4] { DiKind::Location } else { DiKind::LongLocation };
        self.uniqued_node(kind, slots[..kind.slots()].to_vec())
    }
}

/// Makes debug information, with the names of LLVM's `DIBuilder`.
///
/// ```
/// use bctk_edit::EditModule;
/// use bctk_ir::metadata::dwarf::{Encoding, Lang};
/// use bctk_ir::module::Module;
///
/// let mut module = Module::new("a.c");
/// let mut edit = module.edit();
/// let mut di = edit.debug_info();
/// let file = di.create_file("a.c", "/src")?;
/// let unit = di.create_compile_unit(Lang::C99, file, "my compiler", false)?;
/// let int = di.create_basic_type("int", 32, Encoding::SIGNED)?;
/// let ty = di.create_subroutine_type(&[Some(int)])?;
/// let answer = di.create_function(unit, "answer", "", file, 1, ty, 1, false)?;
/// let (void, i32) = (edit.void_type(), edit.int_type(32));
/// let id = edit.add_function("answer", i32, &[]);
/// edit.attach(id, "dbg", answer)?;
/// # let _ = void;
/// # Ok::<(), bctk_edit::EditError>(())
/// ```
#[derive(Debug)]
pub struct DIBuilder<'e, 'm> {
    edit: &'e mut ModuleEdit<'m>,
}

impl DIBuilder<'_, '_> {
    /// A `DIFile`.
    ///
    /// # Errors
    /// None at present.
    pub fn create_file(&mut self, filename: &str, directory: &str) -> Result<MdId> {
        self.edit.di_node(DiKind::File, false, &[("filename", filename.into()), ("directory", directory.into())])
    }

    /// A `DICompileUnit` with full debug information. It is listed in `!llvm.dbg.cu`, and the module gets the flag `Debug Info Version` if it
    /// has none.
    ///
    /// # Errors
    /// None at present.
    pub fn create_compile_unit(&mut self, language: Lang, file: MdId, producer: &str, is_optimized: bool) -> Result<MdId> {
        let fields = [
            ("language", DiValue::Num(i64::from(language.0))),
            ("file", file.into()),
            ("producer", producer.into()),
            ("isOptimized", is_optimized.into()),
            ("emissionKind", DiValue::Num(1)),
        ];
        let unit = self.edit.di_node(DiKind::CompileUnit, true, &fields)?;
        self.edit.add_named_metadata("llvm.dbg.cu", unit);
        if !has_module_flag(self.edit.module, b"Debug Info Version") {
            self.edit.add_module_flag(2, "Debug Info Version", 3);
        }
        Ok(unit)
    }

    /// A `DIBasicType`.
    ///
    /// # Errors
    /// None at present.
    pub fn create_basic_type(&mut self, name: &str, bits: u64, encoding: Encoding) -> Result<MdId> {
        let fields = [("name", name.into()), ("size", bits.into()), ("encoding", DiValue::Num(i64::from(encoding.0)))];
        self.edit.di_node(DiKind::BasicType, false, &fields)
    }

    /// A pointer type; it points to `void` without a pointee.
    ///
    /// # Errors
    /// None at present.
    pub fn create_pointer_type(&mut self, pointee: Option<MdId>, bits: u64) -> Result<MdId> {
        let tag = DiValue::Num(i64::from(Tag::POINTER_TYPE.0));
        self.edit.di_node(DiKind::DerivedType, false, &[("tag", tag), ("baseType", pointee.into()), ("size", bits.into())])
    }

    /// A `typedef`.
    ///
    /// # Errors
    /// None at present.
    pub fn create_typedef(&mut self, ty: MdId, name: &str, file: MdId, line: u32, scope: Option<MdId>) -> Result<MdId> {
        let tag = DiValue::Num(i64::from(Tag::TYPEDEF.0));
        let fields = [
            ("tag", tag),
            ("name", name.into()),
            ("scope", scope.into()),
            ("file", file.into()),
            ("line", line.into()),
            ("baseType", ty.into()),
        ];
        self.edit.di_node(DiKind::DerivedType, false, &fields)
    }

    /// A structure type. Its members, if there are some, are added by [`DIBuilder::replace_elements`].
    ///
    /// # Errors
    /// None at present.
    pub fn create_struct_type(&mut self, scope: Option<MdId>, name: &str, file: MdId, line: u32, bits: u64) -> Result<MdId> {
        let fields = [
            ("tag", DiValue::Num(i64::from(Tag::STRUCTURE_TYPE.0))),
            ("name", name.into()),
            ("scope", scope.into()),
            ("file", file.into()),
            ("line", line.into()),
            ("size", bits.into()),
        ];
        self.edit.di_node(DiKind::CompositeType, true, &fields)
    }

    /// A member of a structure.
    ///
    /// # Errors
    /// None at present.
    #[expect(clippy::too_many_arguments, reason = "these are the fields of a member")]
    pub fn create_member_type(
        &mut self,
        scope: MdId,
        name: &str,
        file: MdId,
        line: u32,
        bits: u64,
        offset_bits: u64,
        ty: MdId,
    ) -> Result<MdId> {
        let fields = [
            ("tag", DiValue::Num(i64::from(Tag::MEMBER.0))),
            ("name", name.into()),
            ("scope", scope.into()),
            ("file", file.into()),
            ("line", line.into()),
            ("baseType", ty.into()),
            ("size", bits.into()),
            ("offset", offset_bits.into()),
        ];
        self.edit.di_node(DiKind::DerivedType, false, &fields)
    }

    /// Gives a composite type its elements (`DIBuilder::replaceArrays`).
    ///
    /// # Errors
    /// If the node is no composite type.
    pub fn replace_elements(&mut self, ty: MdId, elements: &[MdId]) -> Result<()> {
        let elements: Vec<Option<MdId>> = elements.iter().copied().map(Some).collect();
        let tuple = self.edit.md_tuple(&elements);
        let table = &mut self.edit.module.metadata;
        if !matches!(table.get(ty), Metadata::Node { kind: DiKind::CompositeType, .. }) {
            return Err(EditError::new("expected a composite type"));
        }
        crate::nodes::set_field(table, ty, DiKind::CompositeType, "elements", tuple);
        Ok(())
    }

    /// A `DISubroutineType`: the type of the result, none for `void`, and those of the parameters.
    ///
    /// # Errors
    /// None at present.
    pub fn create_subroutine_type(&mut self, types: &[Option<MdId>]) -> Result<MdId> {
        let types = self.edit.md_tuple(types);
        self.edit.di_node(DiKind::SubroutineType, false, &[("types", types.into())])
    }

    /// The `DISubprogram` of a function that is defined, in a unit or a scope of it. Attach it to the function as `dbg`.
    ///
    /// # Errors
    /// If the module has no compile unit.
    #[expect(clippy::too_many_arguments, reason = "these are the fields of a subprogram")]
    pub fn create_function(
        &mut self,
        scope: MdId,
        name: &str,
        linkage_name: &str,
        file: MdId,
        line: u32,
        ty: MdId,
        scope_line: u32,
        is_local: bool,
    ) -> Result<MdId> {
        let Some(unit) = self.unit(scope) else { return Err(EditError::new("expected a compile unit in the module")) };
        let is_optimized = bctk_ir::metadata::di::DiKind::CompileUnit.field("isOptimized").is_some_and(|field| {
            let table = &self.edit.module.metadata;
            match table.get(unit) {
                Metadata::Node { kind, fields, .. } => table.node_fields(kind, fields).get(usize::from(field.slot)) == Some(&1),
                _ => false,
            }
        });
        let flags = SP_DEFINITION | if is_local { SP_LOCAL } else { 0 } | if is_optimized { SP_OPTIMIZED } else { 0 };
        let linkage_name = if linkage_name.is_empty() { DiValue::Absent } else { linkage_name.into() };
        // The unit itself is no scope that LLVM prints a name of; clang states the file.
        let scope = if scope == unit { file } else { scope };
        let fields = [
            ("name", name.into()),
            ("linkageName", linkage_name),
            ("scope", scope.into()),
            ("file", file.into()),
            ("line", line.into()),
            ("type", ty.into()),
            ("scopeLine", scope_line.into()),
            ("spFlags", flags.into()),
            ("unit", unit.into()),
        ];
        self.edit.di_node(DiKind::Subprogram, true, &fields)
    }

    /// The compile unit that a scope is, or else the last one of the module.
    fn unit(&self, scope: MdId) -> Option<MdId> {
        let module = &*self.edit.module;
        let is_unit = |id: MdId| matches!(module.metadata.get(id), Metadata::Node { kind: DiKind::CompileUnit, .. });
        if is_unit(scope) {
            return Some(scope);
        }
        let units = module.metadata.named.iter().find(|named| module.str(named.name) == b"llvm.dbg.cu")?;
        units.nodes.last().copied()
    }

    /// A `DILexicalBlock`.
    ///
    /// # Errors
    /// None at present.
    pub fn create_lexical_block(&mut self, scope: MdId, file: MdId, line: u32, column: u32) -> Result<MdId> {
        let fields = [("scope", scope.into()), ("file", file.into()), ("line", line.into()), ("column", column.into())];
        self.edit.di_node(DiKind::LexicalBlock, true, &fields)
    }

    /// A local variable of a scope.
    ///
    /// # Errors
    /// None at present.
    pub fn create_auto_variable(&mut self, scope: MdId, name: &str, file: MdId, line: u32, ty: MdId) -> Result<MdId> {
        self.create_parameter_variable(scope, name, 0, file, line, ty)
    }

    /// A parameter, counted from 1.
    ///
    /// # Errors
    /// None at present.
    pub fn create_parameter_variable(&mut self, scope: MdId, name: &str, arg: u32, file: MdId, line: u32, ty: MdId) -> Result<MdId> {
        let fields = [
            ("name", name.into()),
            ("arg", arg.into()),
            ("scope", scope.into()),
            ("file", file.into()),
            ("line", line.into()),
            ("type", ty.into()),
        ];
        self.edit.di_node(DiKind::LocalVariable, false, &fields)
    }

    /// A `DIExpression` of these elements; empty for a variable that is where it is said to be.
    ///
    /// # Errors
    /// If the elements are no valid expression.
    pub fn create_expression(&mut self, elements: &[u64]) -> Result<MdId> {
        if !bctk_ir::metadata::expr::is_valid(elements) {
            return Err(EditError::new(format!("expected the elements of an expression, found {elements:?}")));
        }
        self.edit.update_nodes();
        if let Some(&known) = self.edit.nodes.expressions.get(elements) {
            return Ok(known);
        }
        let table = &mut self.edit.module.metadata;
        let (start, len) = (table.words.len() as u32, elements.len() as u32);
        table.words.extend_from_slice(elements);
        Ok(table.push(Metadata::Expression { distinct: false, start, len }))
    }
}
