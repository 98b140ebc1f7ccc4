//! Records of global variables, functions, aliases, ifuncs and comdats.
use super::attrs::attr_list;
use super::constants::check_type;
use super::module_reader::{ModuleReader, Slot};
use super::types::address_space;
use crate::schema::field::StrtabRef;
use crate::schema::module as row;
use bctk_bitstream::{Error, Result};
use bctk_ir::entity::{AttrListId, ComdatId, GlobalId, OptionalId, TypeId};
use bctk_ir::global::{Comdat, Function, GlobalKind, GlobalValue, Sanitizer};
use bctk_ir::inst::AlignCode;
use bctk_ir::keywords::{CallConv, CodeModel, ComdatKind, DllStorage, Linkage, ThreadLocal, UnnamedAddr, Visibility};
use bctk_ir::strings::Str;
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::Value;

/// Alignments are at most 2^32 (LLVM 22, `Value::MaxAlignmentExponent`).
pub(super) fn align(code: u64) -> Result<AlignCode> {
    if code > 33 {
        return Err(Error::malformed(format!("expected the logarithm of an alignment plus one, at most 33, found {code}")));
    }
    Ok(code as AlignCode)
}

/// Whether linkage and visibility imply `dso_local` (LLVM 22, `GlobalValue::isImplicitDSOLocal`).
fn implies_dso_local(linkage: Linkage, visibility: Visibility) -> bool {
    linkage.is_local() || (visibility != Visibility::Default && linkage != Linkage::ExternalWeak)
}

/// The last code of a linkage (LLVM 22, `getEncodedLinkage`).
const LAST_LINKAGE: u64 = 19;

/// Common fields of global value records; the default is for records without the field.
#[derive(Default)]
struct Common {
    name: Option<StrtabRef>,
    linkage: u64,
    visibility: u64,
    dll_storage: Option<u64>,
    thread_local: u64,
    unnamed_addr: u64,
    dso_local: bool,
    partition: (u64, u64),
    section: Option<u32>,
    align: u64,
    comdat: Option<Option<u32>>,
}

impl ModuleReader<'_> {
    pub(super) fn add_comdat(&mut self, name: Str, kind: u64) {
        // An unknown kind counts as `any`, as in LLVM; no LLVM has written 0.
        if ComdatKind::from_code(kind).is_none() {
            self.facts.unknown.value(row::ID, row::Comdat::CODE, "selection_kind", kind);
        }
        self.module.comdats.push(Comdat { name, kind: ComdatKind::from_code(kind).unwrap_or(ComdatKind::Any) });
    }

    /// Whether a global value record is from a module for the thin link, with only a name and a linkage (`ThinLinkBitcodeWriter`). Other
    /// modules with values have types.
    pub(super) fn is_thin_link(&self, code: u32, ops: &[u64]) -> bool {
        const OPERANDS: usize = 6;
        self.version >= 2
            && ops.len() == OPERANDS
            && [row::GlobalVar::CODE, row::Function::CODE, row::Alias::CODE, row::IFunc::CODE].contains(&code)
            && (self.facts.thin_link || self.module.types.is_empty())
    }

    /// Reads a global value of a module for the thin link, as a declaration without a type: offset and size of its name, three zeros, its linkage.
    pub(super) fn read_thin_link(&mut self, ops: &[u64]) -> Result<()> {
        let &[offset, size, _, _, _, linkage] = ops else { return Err(Error::malformed("expected a global value of six operands")) };
        self.facts.thin_link = true;
        let void = self.module.types.intern(Type::Void);
        let kind = GlobalKind::DECLARED_VARIABLE;
        let common = Common { name: Some(StrtabRef { offset, size }), linkage, ..Common::default() };
        self.push_global(common, void, 0, Some(void), kind).map(drop)
    }

    /// Keeps only the summary of a module for the thin link: its values cannot be represented.
    pub(super) fn leave_summary_alone(&mut self) {
        if !self.facts.thin_link {
            return;
        }
        self.module.globals.clear();
        self.module.types = TypeTable::default();
        for value in self.module.summary.iter_mut().flat_map(|summary| &mut summary.values) {
            value.global = None;
        }
    }

    /// The attribute list of a record. The outline of a module may lack unknown ones.
    fn attr_list(&self, list: Option<u32>) -> Result<AttrListId> {
        match attr_list(self.module.attrs.lists.len(), list) {
            Err(_) if self.extent.is_outline() => Ok(AttrListId(0)),
            found => found,
        }
    }

    fn push_global(
        &mut self,
        common: Common,
        value_type: TypeId,
        space: u32,
        ptr_type: Option<TypeId>,
        kind: GlobalKind,
    ) -> Result<GlobalId> {
        if !self.module.consts.consts.is_empty() {
            return Err(Error::malformed("expected global values before the constants of the module"));
        }
        if self.module.globals.len() >= Value::MAX_INDEX as usize {
            return Err(Error::too_large("more than 2^29 global values"));
        }
        let name = match common.name {
            Some(n) => self.strtab_name(n.offset, n.size)?,
            None => Str::EMPTY,
        };
        let partition = match common.partition {
            (_, 0) => Str::EMPTY,
            (offset, size) => self.strtab_name(offset, size)?,
        };
        let ptr_type = match ptr_type {
            Some(ty) => ty,
            None => self.pointer_to(value_type, space),
        };
        let record = match &kind {
            GlobalKind::Variable { .. } => row::GlobalVar::CODE,
            GlobalKind::Function(_) => row::Function::CODE,
            GlobalKind::Alias { .. } => row::Alias::CODE,
            GlobalKind::IFunc { .. } => row::IFunc::CODE,
        };
        for (field, value, known) in [
            ("linkage", common.linkage, common.linkage <= LAST_LINKAGE),
            ("visibility", common.visibility, Visibility::from_code(common.visibility).is_some()),
            ("dll_storage_class", common.dll_storage.unwrap_or(0), DllStorage::from_code(common.dll_storage.unwrap_or(0)).is_some()),
            ("thread_local", common.thread_local, ThreadLocal::from_code(common.thread_local).is_some()),
            ("unnamed_addr", common.unnamed_addr, UnnamedAddr::from_code(common.unnamed_addr).is_some()),
        ] {
            if !known {
                self.facts.unknown.value(row::ID, record, field, value);
            }
        }
        let linkage = Linkage::from_wire(common.linkage);
        // Local linkage goes with default visibility.
        let visibility = match linkage.is_local() {
            true => Visibility::Default,
            false => Visibility::from_code(common.visibility).unwrap_or(Visibility::Default),
        };
        let section = match common.section {
            None => Str::EMPTY,
            Some(i) => *self.sections.get(i as usize).ok_or_else(|| Error::malformed(format!("expected a section number, found {i}")))?,
        };
        let dll_storage = match common.dll_storage {
            Some(n) if !linkage.is_local() => DllStorage::from_code(n).unwrap_or(DllStorage::Default),
            Some(_) => DllStorage::Default,
            None => Linkage::dll_storage_of_wire(common.linkage),
        };
        let comdat = match common.comdat {
            Some(Some(i)) if (i as usize) < self.module.comdats.len() => Some(ComdatId(i)),
            Some(Some(i)) => return Err(Error::malformed(format!("expected a comdat number, found {i}"))),
            _ => None,
        };
        self.module.globals.push(GlobalValue {
            name,
            value_type,
            ptr_type,
            addrspace: space,
            linkage,
            visibility,
            dll_storage,
            thread_local: ThreadLocal::from_code(common.thread_local).unwrap_or(ThreadLocal::GeneralDynamic),
            unnamed_addr: UnnamedAddr::from_code(common.unnamed_addr).unwrap_or(UnnamedAddr::None),
            dso_local: common.dso_local || implies_dso_local(linkage, visibility),
            partition,
            section,
            align: align(common.align)?,
            comdat,
            attachments: Vec::new(),
            place: OptionalId::NONE,
            kind,
        });
        let id = GlobalId::new(self.module.globals.len() - 1);
        // If names are in a string table, nothing is implied (LLVM 22, `BitcodeReader::recordValue`).
        let may_imply = self.version < 2 && common.comdat.is_none() && Linkage::wire_has_implicit_comdat(common.linkage);
        if may_imply || common.linkage == Linkage::AUTO_HIDDEN {
            self.old_linkages.push((id, common.linkage as u8));
        }
        Ok(id)
    }

    /// The type of a global value: a typed pointer if the module has it, else `ptr`.
    fn pointer_to(&mut self, pointee: TypeId, space: u32) -> TypeId {
        let types = &mut self.module.types;
        match types.find(&Type::TypedPtr { pointee, addrspace: space }) {
            Some(ty) => ty,
            None => types.intern(Type::Ptr(space)),
        }
    }

    pub(super) fn read_variable(&mut self, r: row::GlobalVar) -> Result<()> {
        let ty = check_type(&self.module.types, r.ty)?;
        let (value_type, space, ptr_type) = if r.flags & 2 != 0 {
            (ty, address_space(r.flags >> 2)?, None)
        } else {
            match self.module.types.get(ty) {
                Type::TypedPtr { pointee, addrspace } => {
                    self.facts.pointer_globals = true;
                    (pointee, addrspace, Some(ty))
                }
                _ => return Err(Error::malformed("expected a pointer type of a global variable")),
            }
        };
        let code_model = match r.code_model {
            0 => None,
            n => Some(CodeModel::from_code(n - 1).ok_or_else(|| Error::malformed(format!("expected a code model, found {n}")))?),
        };
        self.facts.unknown.flags(row::ID, row::GlobalVar::CODE, "sanitizer", r.sanitizer, 15);
        let kind = GlobalKind::Variable {
            constant: r.flags & 1 != 0,
            externally_initialized: r.externally_initialized,
            initializer: OptionalId::NONE,
            attrs: self.attr_list(r.attributes)?,
            code_model,
            sanitizer: Sanitizer(if is_long_for_nothing(&r) { Sanitizer::STATED } else { r.sanitizer as u8 & 15 }),
        };
        let common = Common {
            name: r.name,
            linkage: r.linkage,
            visibility: r.visibility,
            dll_storage: r.dll_storage_class,
            thread_local: r.thread_local,
            unnamed_addr: r.unnamed_addr,
            dso_local: r.dso_local,
            partition: (r.partition_offset, r.partition_size),
            section: r.section,
            align: r.align,
            comdat: r.comdat,
        };
        let id = self.push_global(common, value_type, space, ptr_type, kind)?;
        self.pending.extend(r.init.map(|n| (id, Slot::Init, n)));
        Ok(())
    }

    pub(super) fn read_function(&mut self, r: row::Function) -> Result<()> {
        let ty = check_type(&self.module.types, r.ty)?;
        let (value_type, space, ptr_type) = match self.module.types.get(ty) {
            Type::TypedPtr { pointee, addrspace } => {
                self.facts.pointer_globals = true;
                (pointee, addrspace, Some(ty))
            }
            _ => (ty, self.spaces.program, None),
        };
        let space = r.address_space.map_or(Ok(space), address_space)?;
        if self.module.types.function(value_type).is_none() {
            return Err(Error::malformed("expected a function type of a function"));
        }
        let gc = match r.gc {
            None => Str::EMPTY,
            Some(i) => *self.gc_names.get(i as usize).ok_or_else(|| Error::malformed(format!("expected a GC name number, found {i}")))?,
        };
        let function = Function {
            cc: CallConv(u16::try_from(r.calling_convention).ok().filter(|&n| n < 1024).ok_or_else(bad_cc)?),
            attrs: self.attr_list(r.attributes)?,
            gc,
            prefix: OptionalId::NONE,
            prologue: OptionalId::NONE,
            personality: OptionalId::NONE,
            preferred_align: align(r.preferred_align)?,
            body: None,
        };
        let common = Common {
            name: r.name,
            linkage: r.linkage,
            visibility: r.visibility,
            dll_storage: r.dll_storage_class,
            unnamed_addr: r.unnamed_addr,
            dso_local: r.dso_local,
            partition: (r.partition_offset, r.partition_size),
            section: r.section,
            align: r.align,
            comdat: r.comdat,
            ..Common::default()
        };
        let id = self.push_global(common, value_type, space, ptr_type, GlobalKind::Function(Box::new(function)))?;
        self.pending.extend(r.prefix.map(|n| (id, Slot::Prefix, n)));
        self.pending.extend(r.prologue.map(|n| (id, Slot::Prologue, n)));
        self.pending.extend(r.personality.map(|n| (id, Slot::Personality, n)));
        if !r.is_prototype {
            self.with_bodies.push(id);
        }
        Ok(())
    }

    pub(super) fn read_alias(&mut self, r: row::Alias) -> Result<()> {
        let value_type = check_type(&self.module.types, r.ty)?;
        let common = Common {
            name: r.name,
            linkage: r.linkage,
            visibility: r.visibility,
            dll_storage: r.dll_storage_class,
            thread_local: r.thread_local,
            unnamed_addr: r.unnamed_addr,
            dso_local: r.dso_local,
            partition: (r.partition_offset, r.partition_size),
            ..Common::default()
        };
        let id = self.push_global(common, value_type, address_space(r.address_space)?, None, GlobalKind::Alias { aliasee: Value::NONE })?;
        self.pending.push((id, Slot::Init, r.aliasee));
        Ok(())
    }

    pub(super) fn read_old_alias(&mut self, r: row::AliasOld) -> Result<()> {
        self.facts.old_alias = true;
        let ty = check_type(&self.module.types, r.ty)?;
        let Type::TypedPtr { pointee, addrspace } = self.module.types.get(ty) else {
            return Err(Error::malformed("expected a pointer type of an alias"));
        };
        let common = Common {
            name: r.name,
            linkage: r.linkage,
            visibility: r.visibility,
            dll_storage: r.dll_storage_class,
            thread_local: r.thread_local,
            unnamed_addr: r.unnamed_addr,
            dso_local: r.dso_local,
            partition: (r.partition_offset, r.partition_size),
            ..Common::default()
        };
        let id = self.push_global(common, pointee, addrspace, Some(ty), GlobalKind::Alias { aliasee: Value::NONE })?;
        self.pending.push((id, Slot::Init, r.aliasee));
        Ok(())
    }

    pub(super) fn read_ifunc(&mut self, r: row::IFunc) -> Result<()> {
        let value_type = check_type(&self.module.types, r.ty)?;
        let common = Common {
            name: r.name,
            linkage: r.linkage,
            visibility: r.visibility,
            dll_storage: Some(0),
            dso_local: r.dso_local,
            partition: (r.partition_offset, r.partition_size),
            ..Common::default()
        };
        let id =
            self.push_global(common, value_type, address_space(r.address_space)?, None, GlobalKind::IFunc { resolver: Value::NONE })?;
        self.pending.push((id, Slot::Init, r.resolver));
        Ok(())
    }
}

fn bad_cc() -> Error {
    Error::malformed("expected a calling convention below 1024")
}

/// Whether a variable has the long form of the record although none of its fields needs it; this means that sanitizer metadata is present
/// but empty.
fn is_long_for_nothing(r: &row::GlobalVar) -> bool {
    let plain = r.visibility | r.thread_local | r.unnamed_addr | r.sanitizer | r.code_model | r.partition_size == 0;
    let own = r.externally_initialized || r.dso_local || r.attributes.is_some();
    plain && !own && r.dll_storage_class == Some(0) && r.comdat == Some(None)
}
