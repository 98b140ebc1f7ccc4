//! Global values: variables, functions, aliases, ifuncs, comdats; and the head of a module.
use crate::body::is_argument;
use crate::draw::Gen;
use bctk_ir::attr_set::AttrIndex;
use bctk_ir::attrs::AttrKind;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{AttrListId, ComdatId, GlobalId, OptionalId, TypeId};
use bctk_ir::global::{Comdat, Function, GlobalKind, GlobalValue, Sanitizer};
use bctk_ir::inst::GepNoWrapFlags;
use bctk_ir::keywords::{CallConv, CodeModel, ComdatKind, DllStorage, Linkage, ThreadLocal, UnnamedAddr, Visibility};
use bctk_ir::strings::Str;
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// Targets that have comdats of every kind: triple and data layout.
const TARGETS: &[(&str, &str)] = &[
    ("x86_64-unknown-linux-gnu", "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"),
    ("aarch64-unknown-linux-gnu", "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"),
];

/// Linkages of variables and functions that are defined.
const DEFINED: &[Linkage] = &[
    Linkage::External,
    Linkage::External,
    Linkage::Internal,
    Linkage::Private,
    Linkage::LinkOnceAny,
    Linkage::LinkOnceOdr,
    Linkage::WeakAny,
    Linkage::WeakOdr,
    Linkage::AvailableExternally,
];

impl Gen<'_, '_> {
    /// What precedes the global values.
    pub(crate) fn header(&mut self) {
        let source = match self.below(3) {
            0 => self.string_bytes(),
            _ => b"source.c".to_vec(),
        };
        // A name without a letter is none in a text.
        self.m.source_filename = Some(self.text(if source.is_empty() { b"-" } else { &source }));
        if self.chance(1, 2) {
            let (triple, layout) = self.pick(TARGETS);
            self.m.triple = self.text(triple.as_bytes());
            self.m.data_layout = self.text(layout.as_bytes());
        }
        if self.chance(1, 6) {
            let text = self.pick(&["nop\n", ".globl foo\nfoo:\n", "# \"quoted\"\t\\\n"]);
            self.m.inline_asm = self.text(text.as_bytes());
        }
    }

    /// Declares all global values; what they refer to comes later.
    pub(crate) fn globals(&mut self) {
        for _ in 0..self.below(self.options.variables as usize + 1) {
            let variable = self.variable();
            self.m.globals.push(variable);
        }
        let mut defined = Vec::new();
        let count = 1 + self.below(self.options.functions as usize);
        for at in 0..count {
            let function = self.function(true, at == 0);
            defined.push(GlobalId::new(self.m.globals.len()));
            self.m.globals.push(function);
            if self.chance(1, 3) {
                self.declaration();
            }
        }
        for _ in 0..self.below(self.options.declarations as usize + 1) {
            self.declaration();
        }
        for (at, name) in ["__gxx_personality_v0", "__CxxFrameHandler3"].into_iter().enumerate() {
            if self.chance(1, 2) {
                let fn_ty = self.function_type(self.common.i32, &[], true);
                let name = self.unused_name(name.as_bytes().to_vec());
                self.personalities[at] = Some(GlobalId::new(self.m.globals.len()));
                let global = GlobalValue::declaration(name, fn_ty, self.common.ptr);
                self.m.globals.push(global);
            }
        }
        self.declare_intrinsics();
        self.aliases();
        self.plan_bodies(&defined);
    }

    fn declaration(&mut self) {
        let function = self.function(false, false);
        self.m.globals.push(function);
    }

    /// What all global values have, for one with this linkage.
    fn global(&mut self, name: Str, value_type: TypeId, addrspace: u32, linkage: Linkage, kind: GlobalKind) -> GlobalValue {
        let ptr_type = self.m.types.intern(Type::Ptr(addrspace));
        let local = linkage.is_local();
        let visibility = if local {
            Visibility::Default
        } else {
            self.pick(&[Visibility::Default, Visibility::Default, Visibility::Hidden, Visibility::Protected])
        };
        // Visibility of a symbol that need not be there says nothing of where it is.
        let implied = local || visibility != Visibility::Default && linkage != Linkage::ExternalWeak;
        let dso_local = implied || self.chance(1, 4);
        GlobalValue {
            addrspace,
            linkage,
            visibility,
            dso_local,
            unnamed_addr: self.pick(UnnamedAddr::ALL),
            kind,
            ..GlobalValue { ptr_type, ..GlobalValue::declaration(name, value_type, ptr_type) }
        }
    }

    /// A comdat for a definition.
    fn comdat(&mut self, name: Str) -> Option<ComdatId> {
        if !self.chance(1, 5) {
            return None;
        }
        if !self.m.comdats.is_empty() && self.chance(1, 3) {
            return Some(ComdatId::new(self.below(self.m.comdats.len())));
        }
        let name =
            if name.is_empty() || self.chance(1, 4) { self.text(format!("comdat {}", self.m.comdats.len()).as_bytes()) } else { name };
        if let Some(known) = self.m.comdats.iter().position(|comdat| comdat.name == name) {
            return Some(ComdatId::new(known));
        }
        let kind = self.pick(ComdatKind::ALL);
        self.m.comdats.push(Comdat { name, kind });
        Some(ComdatId::new(self.m.comdats.len() - 1))
    }

    fn section_and_partition(&mut self, global: &mut GlobalValue) {
        if self.chance(1, 6) {
            let name = self.pick(&[".mine", "__DATA, \"x\"", "\u{e9}"]);
            global.section = self.text(name.as_bytes());
        }
        if self.chance(1, 10) {
            global.partition = self.text(b"part 1");
        }
        if self.chance(1, 3) {
            global.align = self.pick(&[1, 3, 4, 5, 9, 33]);
        }
    }

    fn variable(&mut self) -> GlobalValue {
        let name = self.global_name();
        let ty = self.variable_type();
        let defined = !self.chance(1, 4);
        let array = matches!(self.m.types.get(ty), Type::Array { .. });
        let linkage = match defined {
            true if array && self.chance(1, 8) => Linkage::Appending,
            true if self.chance(1, 10) => Linkage::Common,
            true => self.pick(DEFINED),
            false => self.pick(&[Linkage::External, Linkage::ExternalWeak]),
        };
        let space = self.pick(&[0, 0, 0, 0, 1, 5]);
        let constant = linkage != Linkage::Common && self.chance(1, 3);
        let initializer = match (defined, linkage) {
            (false, _) => OptionalId::NONE,
            _ => OptionalId::some(self.null(ty)),
        };
        let attrs = self.variable_attrs();
        let code_model = if self.chance(1, 10) { Some(self.pick(CodeModel::ALL)) } else { None };
        let sanitizer = Sanitizer(if self.chance(1, 8) { self.bits(15) } else { 0 });
        let externally_initialized = self.chance(1, 10);
        let kind = GlobalKind::Variable { constant, externally_initialized, initializer, attrs, code_model, sanitizer };
        let mut global = self.global(name, ty, space, linkage, kind);
        self.section_and_partition(&mut global);
        if self.chance(1, 6) {
            global.thread_local = self.pick(ThreadLocal::ALL);
        }
        if defined && !matches!(linkage, Linkage::Common | Linkage::Appending | Linkage::AvailableExternally) {
            global.comdat = self.comdat(name);
        }
        self.dll_storage(&mut global, defined);
        global
    }

    fn dll_storage(&mut self, global: &mut GlobalValue, defined: bool) {
        if !self.chance(1, 12) || global.visibility != Visibility::Default || global.linkage.is_local() {
            return;
        }
        if !defined && global.linkage == Linkage::External {
            (global.dll_storage, global.dso_local) = (DllStorage::Import, false);
        } else if defined && matches!(global.linkage, Linkage::External | Linkage::WeakOdr) {
            global.dll_storage = DllStorage::Export;
        }
    }

    fn function(&mut self, defined: bool, plain: bool) -> GlobalValue {
        let name = self.global_name();
        let ret = match self.below(3) {
            0 => self.common.void,
            _ => self.value_type(),
        };
        let mut params: Vec<TypeId> = (0..self.below(5)).map(|_| self.value_type()).collect();
        params.retain(|&ty| is_argument(self.m.types.get(ty)));
        let vararg = self.chance(1, 6);
        let fn_ty = self.function_type(ret, &params, vararg);
        let linkage = match defined {
            _ if plain => Linkage::External,
            true => self.pick(DEFINED),
            false => self.pick(&[Linkage::External, Linkage::External, Linkage::ExternalWeak]),
        };
        let cc = match self.below(5) {
            0 => CallConv(self.pick(&[8, 9, 10, 14, 15, 16, 17, 18, 21, 64, 65, 78, 79, 92, 97, 107, 11, 1022])),
            _ => CallConv::C,
        };
        // Variadic functions are of plain conventions.
        let cc = if vararg { CallConv::C } else { cc };
        let attrs = if self.chance(2, 3) { self.function_attrs(fn_ty) } else { AttrListId(0) };
        let gc = if defined && self.chance(1, 10) { self.text(b"statepoint-example") } else { Str::EMPTY };
        let kind = GlobalKind::Function(Box::new(Function {
            cc,
            attrs,
            gc,
            prefix: OptionalId::NONE,
            prologue: OptionalId::NONE,
            personality: OptionalId::NONE,
            preferred_align: 0,
            body: None,
        }));
        let space = if self.chance(1, 16) { 1 } else { 0 };
        let mut global = self.global(name, fn_ty, space, linkage, kind);
        if self.has_attr(attrs, AttrIndex::Function, AttrKind::JUMP_TABLE) {
            global.unnamed_addr = UnnamedAddr::Global;
        }
        self.section_and_partition(&mut global);
        if defined && linkage != Linkage::AvailableExternally {
            global.comdat = self.comdat(name);
        }
        self.dll_storage(&mut global, defined);
        global
    }

    /// Aliases and ifuncs of what is defined.
    fn aliases(&mut self) {
        let is_defined = |global: &&(usize, &GlobalValue)| {
            let (_, global) = global;
            let defined = match &global.kind {
                GlobalKind::Variable { initializer, .. } => !initializer.is_none(),
                // Bodies are not there yet; a garbage collector or comdat is not needed to tell.
                GlobalKind::Function(_) => false,
                _ => false,
            };
            defined && !matches!(global.linkage, Linkage::AvailableExternally | Linkage::Common)
        };
        let targets: Vec<usize> = self.m.globals.iter().enumerate().filter(|g| is_defined(&g)).map(|(i, _)| i).collect();
        const LINKAGES: &[Linkage] =
            &[Linkage::External, Linkage::Internal, Linkage::Private, Linkage::LinkOnceAny, Linkage::WeakAny, Linkage::WeakOdr];
        for _ in 0..self.below(self.options.aliases as usize + 1) {
            let Some(at) = self.pick_some(&targets) else { break };
            let (space, ptr_type, value_type) = {
                let target = &self.m.globals[at];
                (target.addrspace, target.ptr_type, target.value_type)
            };
            let name = self.global_name();
            let linkage = self.pick(LINKAGES);
            let of = Value::global(GlobalId::new(at));
            let (ty, aliasee) = match self.chance(1, 4) {
                true => {
                    let (ty, one) = (self.common.i8, self.i64(1));
                    let ops = self.pool().lists.push(&[of, one]);
                    let kind = ConstKind::Gep { flags: GepNoWrapFlags::NONE, source: ty, ops, in_range: OptionalId::NONE };
                    (ty, self.intern(ptr_type, kind))
                }
                false => (value_type, of),
            };
            let mut global = self.global(name, ty, space, linkage, GlobalKind::Alias { aliasee });
            global.thread_local = self.m.globals[at].thread_local;
            if self.chance(1, 10) {
                global.partition = self.text(b"part 2");
            }
            self.m.globals.push(global);
        }
        // The first function is one that is defined; a resolver gives a pointer.
        let resolvers: Vec<GlobalId> = self
            .m
            .functions()
            .filter(|(_, global, _)| {
                matches!(self.m.types.function(global.value_type), Some((ret, ..)) if ret == self.common.ptr) && global.addrspace == 0
            })
            .map(|(id, ..)| id)
            .collect();
        self.resolvers = resolvers;
    }

    /// Initializers, and what functions have as constants.
    pub(crate) fn initializers(&mut self) {
        for at in 0..self.m.globals.len() {
            let (ty, linkage) = (self.m.globals[at].value_type, self.m.globals[at].linkage);
            match self.m.globals[at].kind.clone() {
                GlobalKind::Variable { initializer, .. } if !initializer.is_none() && linkage != Linkage::Common => {
                    let value = self.constant(ty);
                    if let GlobalKind::Variable { initializer, .. } = &mut self.m.globals[at].kind {
                        *initializer = OptionalId::some(value);
                    }
                }
                GlobalKind::Function(f) if f.body.is_some() && self.chance(1, 6) => {
                    let which = self.below(2);
                    let ty = self.variable_type();
                    let value = self.constant(ty);
                    if let GlobalKind::Function(f) = &mut self.m.globals[at].kind {
                        *(if which == 0 { &mut f.prefix } else { &mut f.prologue }) = OptionalId::some(value);
                    }
                }
                _ => {}
            }
        }
        self.ifuncs();
    }

    fn ifuncs(&mut self) {
        let resolvers: Vec<GlobalId> = self
            .resolvers
            .iter()
            .copied()
            .filter(|id| {
                let global = &self.m.globals[id.index()];
                !global.is_declaration() && global.linkage != Linkage::AvailableExternally
            })
            .collect();
        for _ in 0..self.below(self.options.aliases as usize + 1) {
            let Some(resolver) = self.pick_some(&resolvers) else { break };
            let like = self.pick(&resolvers);
            let fn_ty = self.m.globals[like.index()].value_type;
            let name = self.global_name();
            let linkage = self.pick(&[Linkage::External, Linkage::Internal, Linkage::WeakAny]);
            let global = self.global(name, fn_ty, 0, linkage, GlobalKind::IFunc { resolver: Value::global(resolver) });
            self.m.globals.push(GlobalValue { unnamed_addr: UnnamedAddr::None, ..global });
        }
    }
}
