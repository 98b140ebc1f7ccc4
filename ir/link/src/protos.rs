//! Prototypes of global values in the linked module.
use crate::dest::{is_declared, set_linkage};
use crate::mover::{Context, Mover, Work};
use crate::problem::Problem;
use bctk_ir::entity::{AttrListId, GlobalId, OptionalId};
use bctk_ir::global::{Function, GlobalKind, GlobalValue};
use bctk_ir::keywords::Linkage;
use bctk_ir::strings::Str;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

impl Mover<'_> {
    fn map_in(&mut self, context: Context) -> &mut Vec<Option<Value>> {
        match context {
            Context::Direct => &mut self.map,
            Context::Indirect => &mut self.indirect,
        }
    }

    /// The value in the place of a global value; none if nothing is linked any more and nothing is there.
    pub(crate) fn map_global(&mut self, id: GlobalId, context: Context) -> Result<Option<Value>, Problem> {
        if id.index() >= self.map.len() {
            return Ok(None);
        }
        if let Some(known) = self.map_in(context)[id.index()] {
            return Ok(Some(known));
        }
        let new = self.materialize(id, context)?;
        if new.is_some() {
            self.map_in(context)[id.index()] = new;
        }
        Ok(new)
    }

    /// Makes what takes the place of a global value (`IRLinker::materialize`).
    fn materialize(&mut self, id: GlobalId, context: Context) -> Result<Option<Value>, Problem> {
        let Some(proto) = self.prototype(id, context)? else { return Ok(None) };
        let ValueKind::Global(new) = proto.kind() else { return Ok(Some(proto)) };
        let has_contents = match &self.dst.global(new).kind {
            GlobalKind::Function(function) => function.body.is_some(),
            GlobalKind::Variable { initializer, .. } => initializer.is_some() || self.dst.global(new).linkage == Linkage::Appending,
            GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } => !value.is_none(),
        };
        if has_contents {
            return Ok(Some(proto));
        }
        let other = match context {
            Context::Direct => &self.indirect,
            Context::Indirect => &self.map,
        };
        if other[id.index()] == Some(proto) {
            return Ok(Some(proto));
        }
        if context == Context::Indirect || self.should_link(Some(new), id)? {
            self.link_contents(id, new);
        }
        self.drop_nocallback(new);
        Ok(Some(proto))
    }

    /// Whether a global value is linked (`IRLinker::shouldLink`).
    pub(crate) fn should_link(&mut self, to: Option<GlobalId>, id: GlobalId) -> Result<bool, Problem> {
        let global = &self.src.globals[id.index()];
        if self.to_link[id.index()] || global.linkage.is_local() {
            return Ok(true);
        }
        if to.is_some_and(|to| !is_declared(self.dst.global(to))) || global.is_declaration() || self.is_done {
            return Ok(false);
        }
        self.add_lazily(id)
    }

    /// As [`Mover::linked_to`], but intrinsics of one name and different types are not one.
    pub(crate) fn linked_prototype(&mut self, id: GlobalId) -> Option<GlobalId> {
        let to = self.linked_to(id)?;
        let (of_dst, of_src) = (self.dst.global(to), &self.src.globals[id.index()]);
        let is_intrinsic = self.dst.module.str(of_dst.name).starts_with(b"llvm.") && of_dst.function().is_some();
        if is_intrinsic && of_src.function().is_some() {
            let old = of_dst.value_type;
            let ty = of_src.value_type;
            if self.types.get(self.dst, &self.src, ty) != old {
                return None;
            }
        }
        Some(to)
    }

    /// The prototype in the place of a global value (`IRLinker::linkGlobalValueProto`).
    fn prototype(&mut self, id: GlobalId, context: Context) -> Result<Option<Value>, Problem> {
        let mut to = self.linked_prototype(id);
        let links = self.should_link(to, id)?;
        if links && let Some(known) = self.map[id.index()].or(self.indirect[id.index()]) {
            return Ok(Some(known));
        }
        let is_indirect = context == Context::Indirect;
        if !links && is_indirect {
            to = None;
        }
        let is_appending = self.src.globals[id.index()].linkage == Linkage::Appending;
        if is_appending || to.is_some_and(|to| self.dst.global(to).linkage == Linkage::Appending) {
            return self.append(id, to);
        }
        let new = match to {
            Some(to) if !links => to,
            _ if self.is_done => return Ok(None),
            _ => {
                let new = self.copy_prototype(id, links || is_indirect);
                if links || !is_indirect {
                    let name = self.src.str(self.src.globals[id.index()].name).to_vec();
                    self.dst.force_name(new, &name);
                }
                new
            }
        };
        if links || is_indirect {
            self.copy_comdat(id, new);
        }
        if !links && is_indirect {
            set_linkage(self.dst.global_mut(new), Linkage::Internal);
        }
        let ptr_type = self.src.globals[id.index()].ptr_type;
        let value = match to {
            Some(_) => {
                let wanted = self.types.get(self.dst, &self.src, ptr_type);
                self.dst.cast(new, wanted)
            }
            None => Value::global(new),
        };
        if let Some(old) = to.filter(|&old| old != new) {
            let wanted = self.dst.global(old).ptr_type;
            let by = self.dst.cast(new, wanted);
            self.replaced.push((old, by));
        }
        Ok(Some(value))
    }

    fn copy_comdat(&mut self, id: GlobalId, new: GlobalId) {
        let Some(comdat) = self.src.globals[id.index()].comdat.and_then(|comdat| self.src.comdats.get(comdat.index()).copied()) else {
            return;
        };
        if matches!(self.dst.global(new).kind, GlobalKind::Alias { .. } | GlobalKind::IFunc { .. }) {
            return;
        }
        let comdat = self.dst.comdat(self.src.str(comdat.name), comdat.kind);
        self.dst.global_mut(new).comdat = Some(comdat);
    }

    /// Makes a prototype with the properties of a global value (`IRLinker::copyGlobalValueProto`).
    fn copy_prototype(&mut self, id: GlobalId, is_definition: bool) -> GlobalId {
        let global = self.src.globals[id.index()].clone();
        let name = self.src.str(global.name).to_vec();
        let value_type = self.types.get(self.dst, &self.src, global.value_type);
        let ptr_type = self.types.get(self.dst, &self.src, global.ptr_type);
        let is_alias = matches!(global.kind, GlobalKind::Alias { .. } | GlobalKind::IFunc { .. });
        let mut new = match is_alias && !is_definition {
            true => self.declaration_of(&global, value_type, ptr_type),
            false => GlobalValue {
                value_type,
                ptr_type,
                comdat: None,
                partition: self.text(global.partition),
                section: self.text(global.section),
                attachments: Vec::new(),
                kind: self.empty(&global.kind),
                ..global.clone()
            },
        };
        new.linkage = Linkage::External;
        if is_definition {
            set_linkage(&mut new, global.linkage);
        } else if global.linkage == Linkage::ExternalWeak {
            set_linkage(&mut new, Linkage::ExternalWeak);
        }
        let new = self.dst.add(&name, new);
        let is_variable = matches!(global.kind, GlobalKind::Variable { .. });
        if !is_alias && (is_variable || global.is_declaration()) && !global.attachments.is_empty() {
            self.dst.global_mut(new).attachments = global.attachments.clone();
            self.attached.push(new);
            if global.is_declaration() {
                self.unmapped.push(id);
            }
        }
        new
    }

    /// A declaration of what an alias or ifunc stands for.
    fn declaration_of(&self, global: &GlobalValue, value_type: bctk_ir::entity::TypeId, ptr_type: bctk_ir::entity::TypeId) -> GlobalValue {
        let blank = GlobalValue::declaration(Str::EMPTY, value_type, ptr_type);
        let blank = GlobalValue { addrspace: global.addrspace, ..blank };
        match self.dst.module.types.get(value_type) {
            Type::Function { .. } => blank,
            _ => GlobalValue { thread_local: global.thread_local, kind: GlobalKind::DECLARED_VARIABLE, ..blank },
        }
    }

    /// A string of the module in the linked one.
    pub(crate) fn text(&mut self, text: Str) -> Str {
        if text.is_empty() {
            return Str::EMPTY;
        }
        self.dst.text(self.src.str(text))
    }

    /// The properties of a kind of global value without its contents.
    fn empty(&mut self, kind: &GlobalKind) -> GlobalKind {
        match kind {
            GlobalKind::Variable { attrs, .. } => {
                let mut new = kind.clone();
                let list = self.attr_list(*attrs);
                if let GlobalKind::Variable { attrs, initializer, .. } = &mut new {
                    (*attrs, *initializer) = (list, OptionalId::NONE);
                }
                new
            }
            GlobalKind::Function(function) => GlobalKind::Function(Box::new(Function {
                attrs: self.attr_list(function.attrs),
                gc: self.text(function.gc),
                prefix: OptionalId::NONE,
                prologue: OptionalId::NONE,
                personality: OptionalId::NONE,
                body: None,
                ..(**function).clone()
            })),
            GlobalKind::Alias { .. } => GlobalKind::Alias { aliasee: Value::NONE },
            GlobalKind::IFunc { .. } => GlobalKind::IFunc { resolver: Value::NONE },
        }
    }

    /// Begins to link the contents of a global value.
    fn link_contents(&mut self, from: GlobalId, to: GlobalId) {
        let work = match &self.src.globals[from.index()].kind {
            GlobalKind::Variable { .. } => Work::Initializer { from, to },
            GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => Work::Alias { from, to },
            GlobalKind::Function(function) => {
                let Some(body) = function.body else { return };
                let body = self.src.bodies.get_mut(body as usize).map(std::mem::take).unwrap_or_default();
                let index = self.dst.module.bodies.len() as u32;
                self.dst.module.bodies.push(Default::default());
                if let GlobalKind::Function(function) = &mut self.dst.global_mut(to).kind {
                    function.body = Some(index);
                }
                self.bodies.push((index, body));
                self.body_at[from.index()] = Some(self.bodies.len() - 1);
                Work::Function { from, to }
            }
        };
        self.work.push(work);
    }

    /// Functions of a linked module may call back (`IRLinker::updateAttributes`).
    fn drop_nocallback(&mut self, id: GlobalId) {
        if !self.dst.llvm.linked_callbacks() || self.dst.module.str(self.dst.global(id).name).starts_with(b"llvm.") {
            return;
        }
        let Some(list) = self.dst.global(id).function().map(|function| function.attrs).filter(|list| *list != AttrListId(0)) else {
            return;
        };
        let new = self.dst.without_nocallback(list);
        if let GlobalKind::Function(function) = &mut self.dst.global_mut(id).kind {
            function.attrs = new;
        }
    }
}
