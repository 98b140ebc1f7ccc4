//! Edits of a module: global values, names, and the end of all edits.
use crate::attributes::{Sets, sets_of};
use crate::build::{ERASED, FunctionBuilder, Open, Pending};
use crate::check::{self, Before, zero_byte};
use crate::debug_info::Nodes;
use crate::intern::ModuleIndex;
use crate::{EditError, Result};
use bctk_ir::body::{Attachment, Body};
use bctk_ir::constants::{ConstKind, ConstPool, Constant};
use bctk_ir::datalayout::{AddressSpaces, Layouts};
use bctk_ir::entity::{BlockId, GlobalId, MdId, OptionalId, TypeId};
use bctk_ir::global::{Function, GlobalKind, GlobalValue};
use bctk_ir::inst::OpFlags;
use bctk_ir::interned::Texts;
use bctk_ir::keywords::{Linkage, UnnamedAddr, Visibility};
use bctk_ir::metadata::{Metadata, NamedMetadata};
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::strings::Str;
use bctk_ir::value::Value;
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// Begins edits of a module: `module.edit()`.
pub trait EditModule {
    /// Begins edits. [`ModuleEdit::finish`] ends them; without it, the module may be left half changed.
    fn edit(&mut self) -> ModuleEdit<'_>;
}

impl EditModule for Module {
    fn edit(&mut self) -> ModuleEdit<'_> {
        ModuleEdit::new(self)
    }
}

/// Edits of a module.
///
/// Ids of global values, blocks and instructions hold until [`ModuleEdit::finish`], which makes all changes at once and says what has become
/// of the ids. Types, constants and metadata keep theirs for ever. What came from the file and no longer holds is dropped, and named by
/// [`Finished::dropped`].
#[must_use = "edits are made by `finish`"]
pub struct ModuleEdit<'m> {
    pub(crate) module: &'m mut Module,
    pub(crate) index: ModuleIndex,
    /// Whether pointers have the types of what they point to.
    pub(crate) typed_pointers: bool,
    /// Sizes and alignments of types, once one is looked for.
    pub(crate) layouts: Option<Layouts>,
    /// Nodes of debug information.
    pub(crate) nodes: Nodes,
    pub(crate) sets: Option<Sets>,
    /// Texts of attributes, once one is added.
    pub(crate) attribute_texts: Option<Texts>,
    /// Global values by name, once a name is looked for.
    symbols: Option<HashMap<Vec<u8>, GlobalId>>,
    /// The last number that was added to a name of a global value.
    last_number: u32,
    /// By body: the changes that [`ModuleEdit::finish`] makes.
    pub(crate) pending: BTreeMap<u32, Pending>,
    /// The body that is being built.
    pub(crate) open: Open,
    /// Global values to erase.
    erased: Vec<GlobalId>,
    /// Global values that were added or changed.
    touched: Vec<GlobalId>,
    /// What the module had before.
    before: Before,
    /// What a method without a result found first: edits fail because of it.
    fault: Option<EditError>,
    /// Address spaces of the data layout, once one is asked for.
    spaces: Option<AddressSpaces>,
}

impl std::fmt::Debug for ModuleEdit<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ModuleEdit").field("bodies", &self.pending.len()).field("erased", &self.erased).finish_non_exhaustive()
    }
}

/// Something that the file of a module stated and that no longer holds after edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Dropped {
    /// The hash of the module's bitcode; one that is asked for when it is written is computed anew.
    Hash,
    /// The ThinLTO summary.
    Summary,
    /// Use-list orders of global values and constants, and those of changed functions.
    UseListOrders,
    /// The description below the text, which restores the bitcode file.
    Description,
}

/// The result of edits.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Finished {
    /// What the file had stated and no longer holds.
    pub dropped: Vec<Dropped>,
    /// By old id, the new one of each global value; none for one that is gone. Empty if all keep their ids.
    pub globals: Vec<Option<GlobalId>>,
}

impl Finished {
    /// The id of a global value after the edits; none if it is gone.
    pub fn global(&self, old: GlobalId) -> Option<GlobalId> {
        if self.globals.is_empty() { Some(old) } else { self.globals.get(old.index()).copied().flatten() }
    }
}

impl<'m> ModuleEdit<'m> {
    /// Begins edits.
    pub fn new(module: &'m mut Module) -> ModuleEdit<'m> {
        let typed_pointers = module.types.has_typed_pointers();
        if module.sync_scopes.is_empty() {
            module.sync_scopes = bctk_ir::fixed::SYNC_SCOPES.iter().map(|scope| module.strings.push(scope.as_bytes())).collect();
        }
        let before = Before::of(module);
        ModuleEdit {
            module,
            index: ModuleIndex::default(),
            typed_pointers,
            layouts: None,
            nodes: Nodes::default(),
            sets: None,
            attribute_texts: None,
            symbols: None,
            last_number: 0,
            pending: BTreeMap::new(),
            open: Open::default(),
            erased: Vec::new(),
            touched: Vec::new(),
            before,
            fault: None,
            spaces: None,
        }
    }

    /// The module as it is now. Bodies change only when edits are finished.
    pub fn module(&mut self) -> &Module {
        self.close();
        self.module
    }

    /// The module itself, for what has no method here. The caller keeps it valid, and leaves ids of global values and bodies alone.
    pub fn raw_module(&mut self) -> &mut Module {
        self.close();
        self.index = ModuleIndex::default();
        self.nodes = Nodes::default();
        (self.symbols, self.sets, self.layouts, self.spaces) = (None, None, None, None);
        self.attribute_texts = None;
        self.module
    }

    /// Notes something that [`ModuleEdit::finish`] is to fail with.
    pub(crate) fn fault(&mut self, error: EditError) {
        self.fault.get_or_insert(error);
    }

    /// The address spaces of the data layout.
    pub(crate) fn spaces(&mut self) -> &AddressSpaces {
        self.spaces.get_or_insert_with(|| AddressSpaces::parse(self.module.str(self.module.data_layout)))
    }

    /// Checks that this is a node, which metadata is attached by.
    pub(crate) fn node(&self, node: MdId) -> Result<()> {
        match self.module.metadata.get(node) {
            _ if node.index() >= self.module.metadata.items.len() => Err(EditError::new(format!("there is no metadata {}", node.index()))),
            Metadata::Tuple { .. } | Metadata::Node { .. } | Metadata::Generic { .. } => Ok(()),
            _ => Err(EditError::new(format!("expected a node, found metadata {}", node.index()))),
        }
    }

    /// The name of a global value.
    pub(crate) fn name_of(&self, id: GlobalId) -> &[u8] {
        self.module.global(id).map_or(b"", |global| self.module.str(global.name))
    }

    /// Names of global values.
    fn symbols(&mut self) -> &mut HashMap<Vec<u8>, GlobalId> {
        let module = &*self.module;
        self.symbols.get_or_insert_with(|| {
            let named = module.globals.iter().enumerate().filter(|(_, global)| !global.name.is_empty());
            named.map(|(at, global)| (module.str(global.name).to_vec(), GlobalId::new(at))).collect()
        })
    }

    /// The global value of this name.
    pub fn global(&mut self, name: impl AsRef<[u8]>) -> Option<GlobalId> {
        self.symbols().get(name.as_ref()).copied()
    }

    /// The function of this name.
    pub fn function(&mut self, name: impl AsRef<[u8]>) -> Option<GlobalId> {
        self.global(name).filter(|&id| self.module.global(id).is_some_and(|global| global.function().is_some()))
    }

    /// Checks that all bodies are read, because something that a body may refer to changes.
    fn all_read(&self, what: &str) -> Result<()> {
        match self.module.bodies.iter().any(|body| body.provenance.is_unread) {
            true => Err(EditError::new(format!("{what} concerns all bodies, and some are not read"))),
            false => Ok(()),
        }
    }

    /// The body of a function, which is to be changed.
    pub(crate) fn read_body(&self, id: GlobalId) -> Result<Option<u32>> {
        let body = self.module.global(id).and_then(|global| global.function()).and_then(|function| function.body);
        let is_unread = |index: u32| self.module.bodies.get(index as usize).is_some_and(|body| body.provenance.is_unread);
        match body.is_some_and(is_unread) {
            true => Err(EditError::new("the body is not read").in_function(self.name_of(id))),
            false => Ok(body),
        }
    }

    /// Gives a new global value its name, with a dot and a number if another has it, as LLVM does (`ValueSymbolTable::makeUniqueName`).
    fn unused_name(&mut self, name: &[u8]) -> Vec<u8> {
        let mut unused = name.to_vec();
        while !name.is_empty() && self.symbols().contains_key(&unused) {
            self.last_number += 1;
            unused = [name, b".", self.last_number.to_string().as_bytes()].concat();
        }
        unused
    }

    /// Appends a global value under a name that no other has.
    pub(crate) fn push(&mut self, name: &[u8], new: impl FnOnce(Str) -> GlobalValue) -> GlobalId {
        if name.contains(&0) {
            self.fault(zero_byte(name));
        }
        let name = self.unused_name(name);
        let text = self.module.strings.push(&name);
        let id = GlobalId::new(self.module.globals.len());
        self.module.globals.push(new(text));
        self.touched.push(id);
        if !name.is_empty() {
            self.symbols().insert(name, id);
        }
        id
    }

    /// Declares a function. One of the same name keeps the name; the new one gets a number.
    pub fn add_function(&mut self, name: impl AsRef<[u8]>, ret: TypeId, params: &[TypeId]) -> GlobalId {
        let ty = self.function_type(ret, params);
        self.push_function(name.as_ref(), ty)
    }

    fn push_function(&mut self, name: &[u8], fn_ty: TypeId) -> GlobalId {
        let space = self.spaces().program;
        let ptr_type = self.pointer_to(fn_ty, space);
        let id = self.push(name, |name| GlobalValue { addrspace: space, ..GlobalValue::declaration(name, fn_ty, ptr_type) });
        self.intrinsic_attributes(id);
        id
    }

    /// The function of this name and type, declared if there is none (`Module::getOrInsertFunction`).
    ///
    /// # Errors
    /// If a global value of this name has another type, or is no function.
    pub fn get_or_insert_function(&mut self, name: impl AsRef<[u8]>, fn_ty: TypeId) -> Result<GlobalId> {
        let name = name.as_ref();
        let Some(there) = self.global(name) else { return Ok(self.push_function(name, fn_ty)) };
        match self.module.global(there) {
            Some(global) if global.value_type == fn_ty && global.function().is_some() => Ok(there),
            Some(global) => {
                let (found, wanted) = (self.spell(global.value_type), self.spell(fn_ty));
                Err(EditError::new(format!("@{}: expected the type {wanted}, found {found}", String::from_utf8_lossy(name))))
            }
            None => Err(EditError::new("no such global value")),
        }
    }

    /// The intrinsic of this name without types (`llvm.ctpop`), declared for these overloaded types if there is no declaration
    /// (`Intrinsic::getOrInsertDeclaration`).
    ///
    /// # Errors
    /// If the release of the module has no such intrinsic, or it does not take these types.
    pub fn intrinsic(&mut self, name: &str, fn_ty: TypeId) -> Result<GlobalId> {
        let llvm = self.module.llvm_version();
        let short = name.strip_prefix("llvm.").unwrap_or(name);
        let intrinsic =
            bctk_ir::intrinsics::exact_in(short, llvm).ok_or_else(|| EditError::new(format!("LLVM {llvm} has no intrinsic {name}")))?;
        let fits = intrinsic.has_signature(&self.module.types, fn_ty);
        let mangled = intrinsic.mangled_name(self.module, fn_ty).filter(|_| fits);
        let mangled = mangled.ok_or_else(|| EditError::new(format!("{name} cannot have the type {}", self.spell(fn_ty))))?;
        self.get_or_insert_function(mangled, fn_ty)
    }

    /// Gives a declaration of an intrinsic the attributes that LLVM gives it.
    fn intrinsic_attributes(&mut self, id: GlobalId) {
        let name = self.name_of(id);
        if !name.starts_with(b"llvm.") {
            return;
        }
        let Some(intrinsic) = bctk_ir::intrinsics::lookup_in(name, self.module.llvm_version()) else { return };
        let fn_ty = self.module.globals[id.index()].value_type;
        let sets = self.sets.get_or_insert_with(|| sets_of(self.module));
        let list = crate::intrinsics::intrinsic_list(self.module, intrinsic, fn_ty, sets);
        let list = crate::attributes::list_id(self.module, list);
        if let Some(function) = self.function_mut(id) {
            function.attrs = list;
        }
    }

    /// Adds a global variable. Without an initializer it is a declaration.
    ///
    /// # Errors
    /// If the initializer has another type.
    pub fn add_variable(&mut self, name: impl AsRef<[u8]>, ty: TypeId, initializer: Option<Value>) -> Result<GlobalId> {
        let found = initializer.map(|value| self.module.type_of(value, None));
        if let Some(found) = found.filter(|&found| found != Some(ty)) {
            let found = found.map_or_else(|| "no constant".to_owned(), |found| self.spell(found));
            return Err(EditError::new(format!("initializer: expected {}, found {found}", self.spell(ty))));
        }
        Ok(self.push_variable(name.as_ref(), ty, false, initializer))
    }

    fn push_variable(&mut self, name: &[u8], ty: TypeId, is_constant: bool, value: Option<Value>) -> GlobalId {
        let space = self.spaces().globals;
        let ptr_type = self.pointer_to(ty, space);
        let mut kind = GlobalKind::DECLARED_VARIABLE;
        if let GlobalKind::Variable { constant, initializer, .. } = &mut kind {
            (*constant, *initializer) = (is_constant, value.into());
        }
        self.push(name, |name| GlobalValue { addrspace: space, kind, ..GlobalValue::declaration(name, ty, ptr_type) })
    }

    /// Adds a private constant with these bytes and a zero behind them, as clang's string literals
    /// (`IRBuilder::CreateGlobalString`).
    pub fn add_string(&mut self, name: impl AsRef<[u8]>, text: impl AsRef<[u8]>) -> GlobalId {
        let bytes = [text.as_ref(), &[0]].concat();
        let value = self.const_bytes(&bytes);
        let ty = self.module.type_of(value, None).unwrap_or(TypeId(0));
        let id = self.push_variable(name.as_ref(), ty, true, Some(value));
        let global = &mut self.module.globals[id.index()];
        (global.linkage, global.unnamed_addr, global.dso_local, global.align) = (Linkage::Private, UnnamedAddr::Global, true, 1);
        id
    }

    /// A global value, for all properties that have no method of their own. Its types and body are not to be changed.
    pub fn global_mut(&mut self, id: GlobalId) -> Option<&mut GlobalValue> {
        self.touched.push(id);
        self.module.globals.get_mut(id.index())
    }

    /// What only a function has.
    pub fn function_mut(&mut self, id: GlobalId) -> Option<&mut Function> {
        match &mut self.module.globals.get_mut(id.index())?.kind {
            GlobalKind::Function(function) => Some(function),
            _ => None,
        }
    }

    fn existing(&mut self, id: GlobalId) -> Result<&mut GlobalValue> {
        self.touched.push(id);
        self.module.globals.get_mut(id.index()).ok_or_else(|| EditError::new(format!("there is no global value {}", id.index())))
    }

    /// Gives a global value another name. A comdat of the old name is renamed with it, and a GUID of the old name is forgotten.
    ///
    /// # Errors
    /// If another global value has the name.
    pub fn rename(&mut self, id: GlobalId, name: impl AsRef<[u8]>) -> Result<()> {
        let name = name.as_ref();
        if name.contains(&0) {
            return Err(zero_byte(name));
        }
        let old = self.existing(id)?.name;
        let old = self.module.str(old).to_vec();
        if old == name {
            return Ok(());
        }
        if let Some(other) = self.global(name).filter(|_| !name.is_empty()) {
            let message = format!("global value {} has the name {} already", other.index(), String::from_utf8_lossy(name));
            return Err(EditError::new(message));
        }
        let text = self.module.strings.push(name);
        let global = &mut self.module.globals[id.index()];
        global.name = text;
        if let Some(comdat) = global.comdat.and_then(|comdat| self.module.comdats.get_mut(comdat.index()))
            && self.module.strings.get(comdat.name) == old
        {
            comdat.name = text;
        }
        bctk_ir::guid::forget(self.module, id);
        let symbols = self.symbols();
        symbols.remove(&old);
        symbols.insert(name.to_vec(), id);
        Ok(())
    }

    /// Sets the linkage. Local linkage implies default visibility and `dso_local`, as in LLVM.
    ///
    /// # Errors
    /// If there is no such global value.
    pub fn set_linkage(&mut self, id: GlobalId, linkage: Linkage) -> Result<()> {
        let global = self.existing(id)?;
        global.linkage = linkage;
        if matches!(linkage, Linkage::Internal | Linkage::Private) {
            (global.visibility, global.dso_local) = (Visibility::Default, true);
        }
        Ok(())
    }

    /// Sets the visibility. Hidden and protected imply `dso_local`, as in LLVM.
    ///
    /// # Errors
    /// If there is no such global value, or it is local, which LLVM wants to be visible by default. What DLLs import and export is checked when
    /// edits are finished.
    pub fn set_visibility(&mut self, id: GlobalId, visibility: Visibility) -> Result<()> {
        let global = self.existing(id)?;
        if visibility != Visibility::Default {
            if matches!(global.linkage, Linkage::Internal | Linkage::Private) {
                return Err(EditError::new("a global value with local linkage has default visibility"));
            }
            global.dso_local |= global.linkage != Linkage::ExternalWeak;
        }
        global.visibility = visibility;
        Ok(())
    }

    /// Sets the initial value of a variable; none makes it a declaration.
    ///
    /// # Errors
    /// If it is no variable, or the value has another type.
    pub fn set_initializer(&mut self, id: GlobalId, value: Option<Value>) -> Result<()> {
        let wanted = self.existing(id)?.value_type;
        let found = value.map(|value| self.module.type_of(value, None));
        if found.is_some_and(|found| found != Some(wanted)) {
            return Err(EditError::new(format!("initializer: expected a constant of type {}", self.spell(wanted))));
        }
        match &mut self.existing(id)?.kind {
            GlobalKind::Variable { initializer, .. } => *initializer = value.into(),
            _ => return Err(EditError::new("expected a variable")),
        }
        Ok(())
    }

    /// The number of a kind of metadata, which is added if it is new.
    pub fn md_kind(&mut self, name: &str) -> u32 {
        if name.is_empty() {
            self.fault(EditError::new("expected the name of a kind of metadata"));
        }
        self.index.md_kind(self.module, name.as_bytes())
    }

    /// A metadata string.
    pub fn md_string(&mut self, text: impl AsRef<[u8]>) -> MdId {
        self.index.string(self.module, text.as_ref().to_vec())
    }

    /// A constant or global value as metadata.
    pub fn md_value(&mut self, value: Value) -> Result<MdId> {
        let ty = self.module.type_of(value, None).ok_or_else(|| EditError::new("expected a constant or a global value"))?;
        Ok(self.index.wrapped(self.module, ty, value))
    }

    /// The uniqued tuple `!{…}`.
    pub fn md_tuple(&mut self, operands: &[Option<MdId>]) -> MdId {
        self.index.tuple(self.module, operands)
    }

    /// Appends a node to the named metadata `name`, which is added if it is new.
    pub fn add_named_metadata(&mut self, name: &str, node: MdId) {
        let checked = if name.is_empty() { Err(EditError::new("expected the name of named metadata")) } else { self.node(node) };
        if let Err(error) = checked {
            return self.fault(error);
        }
        let module = &mut *self.module;
        let there = module.metadata.named.iter_mut().find(|named| module.strings.get(named.name) == name.as_bytes());
        match there {
            Some(named) => named.nodes.push(node),
            None => {
                let name = module.strings.push(name.as_bytes());
                module.metadata.named.push(NamedMetadata { name, nodes: vec![node] });
            }
        }
    }

    /// Takes out the named metadata `name`. Returns whether there was any. The nodes that it lists stay.
    pub fn erase_named_metadata(&mut self, name: &str) -> bool {
        let Module { metadata, strings, .. } = &mut *self.module;
        let before = metadata.named.len();
        metadata.named.retain(|named| strings.get(named.name) != name.as_bytes());
        metadata.named.len() != before
    }

    /// Adds a module flag. `behavior` is one of LLVM's numbers: 1 error, 2 warning, 3 require, 4 override, 5 append, 6 append unique, 7 max, 8 min.
    pub fn add_module_flag(&mut self, behavior: u32, key: &str, value: u32) {
        let behavior = self.index.md_int(self.module, 32, u64::from(behavior));
        let key = self.md_string(key);
        let value = self.index.md_int(self.module, 32, u64::from(value));
        let node = self.md_tuple(&[Some(behavior), Some(key), Some(value)]);
        self.add_named_metadata("llvm.module.flags", node);
    }

    /// Attaches metadata of a kind to a global value; earlier metadata of this kind is replaced.
    ///
    /// # Errors
    /// If there is no such global value.
    pub fn attach(&mut self, id: GlobalId, kind: &str, node: MdId) -> Result<()> {
        self.close();
        self.existing(id)?;
        self.node(node)?;
        let body = self.read_body(id)?;
        let kind = self.md_kind(kind);
        let attach = |list: &mut Vec<Attachment>| {
            list.retain(|other| other.kind != kind);
            let at = list.partition_point(|other| other.kind < kind);
            list.insert(at, Attachment { kind, node });
        };
        let Some(global) = self.module.globals.get_mut(id.index()) else { return Ok(()) };
        match body.and_then(|body| self.module.bodies.get_mut(body as usize)) {
            // Bitcode keeps the attachments of a function that is defined in its body, text does not.
            Some(body) => {
                body.function_attachments.splice(..0, global.attachments.drain(..));
                body.function_attachments.sort_by_key(|other| other.kind);
                attach(&mut body.function_attachments);
            }
            None => attach(&mut global.attachments),
        }
        Ok(())
    }

    /// Begins to build or change the body of a function. A declaration becomes a definition.
    ///
    /// # Errors
    /// If it is no function.
    pub fn build(&mut self, id: GlobalId) -> Result<FunctionBuilder<'_, 'm>> {
        let global = self.existing(id)?;
        let fn_ty = global.value_type;
        if global.function().is_none() {
            return Err(EditError::new("expected a function"));
        }
        let index = match self.read_body(id)? {
            Some(index) => index,
            None => self.define(id, fn_ty)?,
        };
        FunctionBuilder::new(self, id, index)
    }

    /// Gives a declaration an empty body.
    fn define(&mut self, id: GlobalId, fn_ty: TypeId) -> Result<u32> {
        let Some((_, params, _)) = self.module.types.function(fn_ty) else { return Err(EditError::new("expected a function type")) };
        let local_types = params.to_vec();
        let index = self.module.bodies.len() as u32;
        let attachments = std::mem::take(&mut self.module.globals[id.index()].attachments);
        self.module.bodies.push(Body { args: local_types.len() as u32, local_types, function_attachments: attachments, ..Body::default() });
        if let Some(function) = self.function_mut(id) {
            function.body = Some(index);
        }
        Ok(index)
    }

    /// Puts another global value in the place of one, everywhere but in the symbol table (`Value::replaceAllUsesWith`).
    ///
    /// # Errors
    /// If they differ in their types.
    pub fn replace_global(&mut self, old: GlobalId, new: GlobalId) -> Result<()> {
        let (from, to) = (self.existing(old)?.ptr_type, self.existing(new)?.ptr_type);
        if from != to {
            return Err(EditError::new(format!("expected a global value of type {}, found {}", self.spell(from), self.spell(to))));
        }
        self.all_read("the replacement of a global value")?;
        if check::refers_to(self.module, new, old) {
            return Err(EditError::new("an alias would refer to itself"));
        }
        let takes_blocks = |constant: &Constant| matches!(constant.kind, ConstKind::BlockAddress { function, .. } if function == old);
        if self.module.consts.consts.iter().chain(self.module.bodies.iter().flat_map(|body| &body.consts.consts)).any(takes_blocks) {
            return Err(EditError::new("the address of a block of the function is taken"));
        }
        let (from, to) = (Value::global(old), Value::global(new));
        // Bodies keep the numbers of their instructions and blocks until all edits are finished.
        self.close();
        let map = |value: Value| if value == from { to } else { value };
        crate::values::map_module(self.module, &map);
        self.pending.values_mut().for_each(|pending| pending.map_values(map));
        self.index = ModuleIndex::default();
        Ok(())
    }

    /// Removes the body of a function, which becomes a declaration with external linkage (`Function::deleteBody`).
    ///
    /// # Errors
    /// If it is no function.
    pub fn delete_body(&mut self, id: GlobalId) -> Result<()> {
        self.close();
        // They may take addresses of its blocks.
        self.all_read("the removal of a body")?;
        let global = self.existing(id)?;
        (global.linkage, global.comdat) = (Linkage::External, None);
        let GlobalKind::Function(function) = &mut global.kind else { return Err(EditError::new("expected a function")) };
        (function.personality, function.prefix, function.prologue) = (OptionalId::NONE, OptionalId::NONE, OptionalId::NONE);
        let Some(index) = function.body.take() else { return Ok(()) };
        global.attachments.clear();
        self.pending.remove(&index);
        if let Some(body) = self.module.bodies.get_mut(index as usize) {
            *body = Body::default();
        }
        self.forget_addresses(|function, _| function == id);
        Ok(())
    }

    /// Erases a global value. When edits are finished, nothing may refer to it.
    ///
    /// # Errors
    /// If there is no such global value.
    pub fn erase_global(&mut self, id: GlobalId) -> Result<()> {
        self.existing(id)?;
        self.all_read("the removal of a global value")?;
        let name = self.name_of(id).to_vec();
        self.symbols().remove(&name);
        self.erased.push(id);
        Ok(())
    }

    /// Addresses of blocks that are gone become those that LLVM puts in their place: `inttoptr (i32 1 to ptr)` (`~BasicBlock`).
    fn forget_addresses(&mut self, is_gone: impl Fn(GlobalId, BlockId) -> bool) {
        let is_gone = |kind| matches!(kind, ConstKind::BlockAddress { function, block } if is_gone(function, block));
        let has_some = |pool: &ConstPool| pool.consts.iter().any(|constant| is_gone(constant.kind));
        if !has_some(&self.module.consts) && !self.module.bodies.iter().any(|body| has_some(&body.consts)) {
            return;
        }
        let word = self.int_type(32);
        let one = self.constant(word, ConstKind::Int(1));
        for constant in self.module.pools_mut().flat_map(|pool| &mut pool.consts).filter(|constant| is_gone(constant.kind)) {
            constant.kind = ConstKind::Cast { op: CastOp::IntToPtr, flags: OpFlags::NONE, value: one };
        }
        self.index = ModuleIndex::default();
    }

    /// Makes the changes of all bodies.
    fn finish_bodies(&mut self) -> Result<()> {
        self.close();
        let mut moved: HashMap<GlobalId, Vec<BlockId>> = HashMap::new();
        for (index, pending) in std::mem::take(&mut self.pending) {
            let function = pending.function;
            if self.erased.contains(&function) {
                continue;
            }
            let has_body = self.module.global(function).and_then(|global| global.function()?.body) == Some(index);
            let body = self.module.bodies.get_mut(index as usize).filter(|_| has_body);
            let Some(body) = body else {
                if pending.has_blocks() {
                    let error = EditError::new("instructions were put into a body that is gone");
                    return Err(error.in_function(self.name_of(function)));
                }
                continue;
            };
            let mut found = std::mem::take(body);
            let blocks = pending.finish(&mut found, self);
            self.module.bodies[index as usize] = found;
            moved.extend(blocks?.map(|blocks| (function, blocks)));
        }
        if !moved.is_empty() {
            // Since some release, a body lists the functions that take addresses of its blocks.
            let lists_users = self.module.llvm_version().block_address_users();
            let may_be_taken = |id: &GlobalId| {
                let body = self.module.global(*id).and_then(|global| self.module.body(global.function()?));
                !lists_users || body.is_some_and(|body| !body.block_addr_users.is_empty())
            };
            let is_other = |(id, blocks): (&GlobalId, &Vec<BlockId>)| {
                blocks.iter().enumerate().any(|(at, block)| block.index() != at) && may_be_taken(id)
            };
            if moved.iter().any(is_other) {
                self.all_read("a new order of blocks whose addresses may be taken")?;
            }
            crate::globals::renumber_addresses(self.module, &moved);
            self.forget_addresses(|_, block| block == ERASED);
        }
        Ok(())
    }

    /// Makes all changes.
    ///
    /// # Errors
    /// If the module has no structure that can be written: a block without a terminator, a use of something that is erased, operands whose
    /// types do not fit. The error names the function and the instruction. The module is left as it is then, for a look at it.
    pub fn finish(mut self) -> Result<Finished> {
        let mut finished = Finished::default();
        self.close();
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        self.before.check(self.module)?;
        check::globals(self.module, self.touched.iter().filter(|id| !self.erased.contains(id)))?;
        let changed: Vec<GlobalId> = self.pending.values().map(|pending| pending.function).collect();
        let verifier = self.pending.values().find_map(|pending| pending.unchecked);
        let unchecked = self.pending.values().filter(|pending| pending.unchecked.is_some());
        let unchecked: Vec<GlobalId> = unchecked.map(|pending| pending.function).collect();
        self.finish_bodies()?;
        self.before.check_addresses(self.module)?;
        let module = self.module;
        let has_orders = !module.provenance.use_orders.is_empty();
        let described = module.provenance.bitcode.as_ref().is_some_and(|file| file.described.is_some());
        let stated = [
            (module.provenance.hash.is_some(), Dropped::Hash),
            (module.summary.is_some(), Dropped::Summary),
            (has_orders, Dropped::UseListOrders),
            (described, Dropped::Description),
        ];
        finished.dropped = stated.into_iter().filter(|(is_there, _)| *is_there).map(|(_, dropped)| dropped).collect();
        module.forget_provenance();
        finished.globals = crate::erase::erase(module, &self.erased).map_err(|used| {
            let name = String::from_utf8_lossy(module.str(module.globals[used.index()].name)).into_owned();
            EditError::new(format!("@{name} is erased, but something refers to it"))
        })?;
        let changed: Vec<GlobalId> = changed.into_iter().filter_map(|id| finished.global(id)).collect();
        let mut report = bctk_verify::verify_structure(module, &changed);
        if report.is_valid() {
            check::bodies(module, &changed)?;
            let unchecked: Vec<GlobalId> = unchecked.into_iter().filter_map(|id| finished.global(id)).collect();
            if let Some(verify) = verifier.filter(|_| !unchecked.is_empty()) {
                report = verify(module, &unchecked);
            }
        }
        match report.findings.first() {
            None => Ok(finished),
            Some(finding) => {
                let function = finding.function.and_then(|id| module.global(id));
                let error = EditError::new(finding.describe(module));
                Err(match function {
                    Some(global) => error.in_function(module.str(global.name)),
                    None => error,
                })
            }
        }
    }
}
