//! Intrinsics whose arguments changed: their replacements, and the new calls.
use super::calls::{Site, Upgrader};
use super::reductions;
use super::replacements;
use crate::upgrade::dbg::append_deref;
use crate::upgrade::targets::nvvm;
use bctk_edit::functions::fn_type;
use bctk_edit::instructions::{NO_LOCAL, NewInst};
use bctk_ir::attr_set::{AttrIndex, AttrList};
use bctk_ir::body::Call;
use bctk_ir::constants::ConstKind;
use bctk_ir::datalayout::{DataLayout, Layouts};
use bctk_ir::entity::{AttrListId, GlobalId, TypeId};
use bctk_ir::inst::{FastMathFlags, Inst};
use bctk_ir::intrinsics::{Intrinsic, is_gone, lookup_in};
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;

/// Intrinsics that got other types under the same name before LLVM 13.
const RETYPED: [&str; 3] = ["arm.neon.bf", "aarch64.neon.bf", "x86.sse41.ptest"];

/// How the calls of an old intrinsic are replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expansion {
    /// The calls go: `stackprotectorcheck`.
    Drop,
    /// `lifetime.start`, `lifetime.end` with a size (until LLVM 21); LLVM 22 keeps them only for allocas.
    Lifetime(&'static str),
    /// Masked loads and stores with the alignment as argument `align` (until LLVM 21); now it is an attribute of the preceding argument.
    Masked { name: &'static str, align: usize },
    /// `memcpy`, `memmove`, `memset` with the alignment as argument 3 (until LLVM 6); now it is an attribute of the pointers.
    Memory { name: &'static str, pointers: usize },
    /// Additional arguments at the end; their values select the old behaviour.
    Longer { name: &'static str, added: &'static [Added] },
    /// `dbg.addr` (until LLVM 16), now `dbg.value` with `DW_OP_deref` in the expression.
    DebugAddress,
    /// `dbg.value` with an offset as argument 1 (until LLVM 5). A call with another offset than 0 goes.
    DebugValue,
    /// Other instructions, see [`replacements`](super::replacements).
    Target,
}

/// An argument that a call lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Added {
    /// `i1 false`
    False,
    /// `ptr null`
    Null,
    /// `token none`
    NoToken,
}

impl Expansion {
    /// Whether LLVM `version`, which has opaque pointers, upgrades the intrinsic `name` (without `llvm.`) in this way.
    pub(crate) fn is_done_by(&self, name: &[u8], version: LlvmVersion) -> bool {
        match self {
            _ if version.upgrades_all() => true,
            Expansion::Lifetime(_) | Expansion::Masked { .. } => false,
            Expansion::Longer { name: "coro.end" | "thread.pointer", .. } => false,
            Expansion::DebugValue => version.debug_values_without_offset(),
            Expansion::Memory { .. } => version.memory_alignments_as_attributes(),
            Expansion::Longer { name: "var.annotation" | "ptr.annotation", .. } => version.annotation_arguments(),
            Expansion::Drop | Expansion::Longer { .. } | Expansion::DebugAddress => true,
            Expansion::Target if std::str::from_utf8(name).is_ok_and(|name| reductions::knows(name, version)) => true,
            Expansion::Target if nvvm::is_of_cluster(name) => version.cluster_memory(),
            Expansion::Target => {
                let full = [b"llvm.", name].concat();
                let is_retyped = RETYPED.iter().any(|start| name.starts_with(start.as_bytes()));
                let has_fields = || lookup_in(&full, version).is_some_and(Intrinsic::returns_struct) && version.opaque_pointers();
                (is_retyped || has_fields() || is_gone(&full, version)) && nvvm::is_done_by(name, version)
            }
        }
    }

    /// How a call with so many arguments is replaced, whatever the type of the declaration.
    pub(crate) fn of_call(self, args: usize) -> Expansion {
        match self {
            Expansion::Longer { name: name @ ("ctlz" | "cttz"), added: &[] } if args == 1 => {
                Expansion::Longer { name, added: &[Added::False] }
            }
            other => other,
        }
    }
}

impl Added {
    fn ty(self, module: &mut Module) -> TypeId {
        let of_null = match module.types.has_typed_pointers() {
            true => Type::TypedPtr { pointee: module.types.intern(Type::Int(8)), addrspace: 0 },
            false => Type::Ptr(0),
        };
        module.types.intern(match self {
            Added::False => Type::Int(1),
            Added::Null => of_null,
            Added::NoToken => Type::Token,
        })
    }

    fn value(self, up: &mut Upgrader<'_>) -> Value {
        let ty = self.ty(up.module);
        match self {
            Added::False => up.int(1, 0),
            Added::Null | Added::NoToken => up.constant(ty, ConstKind::Null),
        }
    }
}

/// The upgrade of the intrinsic `name` (without `llvm.`) of type `fn_ty`, if its calls change.
pub(crate) fn expansion(module: &Module, name: &[u8], fn_ty: TypeId, version: LlvmVersion) -> Option<Expansion> {
    if replacements::knows(module, name, fn_ty, version) {
        return Some(Expansion::Target);
    }
    let (_, params, _) = module.types.function(fn_ty)?;
    let count = params.len();
    let is_int = |at: usize| params.get(at).is_some_and(|ty| matches!(module.types.get(ty), Type::Int(_)));
    let starts = |prefix: &str| name.starts_with(prefix.as_bytes());
    let is = |whole: &str| name == whole.as_bytes() || (starts(whole) && name.get(whole.len()) == Some(&b'.'));
    let masked = |name: &'static str, align: usize| (count == 4 && is_int(align)).then_some(Expansion::Masked { name, align });
    match name.first()? {
        b'a' if count == 1 && starts("arm.neon.vclz.") => Some(Expansion::Longer { name: "ctlz", added: &[Added::False] }),
        b'c' if count == 1 && starts("ctlz.") => Some(Expansion::Longer { name: "ctlz", added: &[Added::False] }),
        b'c' if count == 1 && starts("cttz.") => Some(Expansion::Longer { name: "cttz", added: &[Added::False] }),
        b'c' if name == b"coro.end" && count == 2 => Some(Expansion::Longer { name: "coro.end", added: &[Added::NoToken] }),
        // What LLVM 22 left of such a declaration.
        b'l' if count == 1 && is_int(0) && version.lifetimes_declared_once() && (is("lifetime.start") || is("lifetime.end")) => {
            Some(Expansion::Drop)
        }
        b'l' if is("lifetime.start") && count == 2 => Some(Expansion::Lifetime("lifetime.start")),
        b'l' if is("lifetime.end") && count == 2 => Some(Expansion::Lifetime("lifetime.end")),
        // Later releases have records instead.
        b'd' if name == b"dbg.value" && count == 4 && !version.debug_records() => Some(Expansion::DebugValue),
        b'd' if name == b"dbg.addr" && count == 3 && !version.debug_records() && is_gone(b"llvm.dbg.addr", version) => {
            Some(Expansion::DebugAddress)
        }
        b'm' if is("masked.load") => masked("masked.load", 1),
        b'm' if is("masked.gather") => masked("masked.gather", 1),
        b'm' if is("masked.store") => masked("masked.store", 2),
        b'm' if is("masked.scatter") => masked("masked.scatter", 2),
        b'm' if count == 5 && starts("memcpy.") => Some(Expansion::Memory { name: "memcpy", pointers: 2 }),
        b'm' if count == 5 && starts("memmove.") => Some(Expansion::Memory { name: "memmove", pointers: 2 }),
        b'm' if count == 5 && starts("memset.") => Some(Expansion::Memory { name: "memset", pointers: 1 }),
        b'n' if name == b"nvvm.clz.i" => Some(Expansion::Longer { name: "ctlz", added: &[Added::False] }),
        b'o' if starts("objectsize.") => {
            let wanted = if version.dynamic_object_sizes() { 4 } else { 2 + usize::from(version.object_sizes_of_null()) };
            const ADDED: &[Added] = &[Added::False, Added::False];
            let missing = wanted.checked_sub(count).filter(|&missing| count > 1 && missing > 0)?;
            Some(Expansion::Longer { name: "objectsize", added: ADDED.get(..missing)? })
        }
        b'p' if starts("ptr.annotation.") && count == 4 => Some(Expansion::Longer { name: "ptr.annotation", added: &[Added::Null] }),
        b't' if name == b"thread.pointer" => Some(Expansion::Longer { name: "thread.pointer", added: &[] }),
        b's' if name == b"stackprotectorcheck" => Some(Expansion::Drop),
        b'v' if is("var.annotation") && count == 4 => Some(Expansion::Longer { name: "var.annotation", added: &[Added::Null] }),
        _ => None,
    }
}

impl Upgrader<'_> {
    /// The function that replaces `id`, if any.
    pub(crate) fn declare_expanded(&mut self, id: GlobalId, expansion: &Expansion) -> Option<GlobalId> {
        if *expansion == Expansion::Target {
            return replacements::declare(self, id);
        }
        let (ret, mut params, name) = {
            let (ret, params, _) = self.module.types.function(self.module.global(id)?.value_type)?;
            (ret, params.iter().collect::<Vec<_>>(), expansion.name()?)
        };
        let mut ret = ret;
        match expansion {
            Expansion::Drop | Expansion::Target => return None,
            Expansion::DebugAddress => {}
            Expansion::Lifetime(_) if self.version.lifetimes_declared_once() => drop(params.remove(0)),
            // LLVM 22 assumes that the first parameter is the pointer, and leaves this declaration.
            Expansion::Lifetime(name) => {
                let width = match self.module.types.get(params[0]) {
                    Type::Int(width) => width,
                    _ => return None,
                };
                let fn_ty = fn_type(self.module, ret, &params[..1]);
                return self.declare(format!("llvm.{name}.i{width}").as_bytes(), fn_ty, id);
            }
            Expansion::Masked { align, .. } => {
                params.remove(*align);
            }
            Expansion::Memory { .. } => {
                params.remove(3);
            }
            Expansion::DebugValue => {
                params.remove(1);
            }
            Expansion::Longer { name, added } => {
                for added in *added {
                    params.push(added.ty(self.module));
                }
                let keeps_name = match *name {
                    // The type of the strings is part of the name since pointers are always opaque.
                    "ptr.annotation" => !self.version.reads_as_opaque(),
                    // Tables of old releases know the arguments of today.
                    "objectsize" => !self.version.dynamic_object_sizes(),
                    _ => false,
                };
                if keeps_name {
                    let fn_ty = fn_type(self.module, ret, &params);
                    let old = self.module.global(id).map(|global| self.module.str(global.name).to_vec())?;
                    return self.declare(&old, fn_ty, id);
                }
                if *name == "coro.end" {
                    ret = self.module.types.intern(Type::Void);
                }
            }
        }
        let fn_ty = fn_type(self.module, ret, &params);
        self.declare_intrinsic(self.exact(name)?, fn_ty, id)
    }

    /// The replacement for a call of `old` by `new`; none if the call has no form that was ever valid.
    pub(crate) fn expand_call(&mut self, expansion: &Expansion, new: Option<GlobalId>, old: GlobalId, site: &Site) -> Option<Vec<NewInst>> {
        // A call that LLVM rebuilds keeps only the position, name and location of the old one.
        let plain =
            Call { attrs: AttrListId(0), bundles: (0, 0), cc: CallConv::C, tail: TailKind::None, fmf: FastMathFlags::NONE, ..site.call };
        let mut args = site.args.clone();
        let mut keeps_attachments = false;
        let inst = match expansion {
            Expansion::Drop => return Some(Vec::new()),
            Expansion::Target => {
                let name = self.module.global(old).map(|global| self.module.str(global.name).to_vec())?;
                return replacements::replace(self, site, old, name.strip_prefix(b"llvm.")?);
            }
            Expansion::DebugAddress => {
                if let ValueKind::Metadata(expression) = args.get(2)?.kind() {
                    args[2] = Value::metadata(append_deref(&mut self.module.metadata, expression, &mut self.derefs, false));
                }
                self.call(site.body, new?, &args, plain)?
            }
            Expansion::Lifetime(name) => {
                let pointer = self.strip_casts(site.body, *args.get(1)?);
                let maker = match pointer.kind() {
                    ValueKind::Local(local) => self.maker(site.body, local),
                    _ => None,
                };
                let Some(Inst::Alloca { .. }) = maker else { return Some(Vec::new()) };
                let ty = self.type_of(site.body, pointer)?;
                let void = self.module.types.intern(Type::Void);
                let fn_ty = fn_type(self.module, void, &[ty]);
                let callee = self.declare_intrinsic(self.exact(name)?, fn_ty, old)?;
                self.call(site.body, callee, &[pointer], plain)?
            }
            Expansion::Masked { align, .. } => {
                let align_value = self.constant_int(site.body, args.remove(*align))?;
                let vector = match args.len() {
                    3 if *align == 2 => self.type_of(site.body, args[0])?,
                    _ => self.module.types.function(site.call.fn_ty)?.0,
                };
                let align_value = if align_value == 0 { self.natural_align(vector) } else { align_value };
                let attrs = self.with_align(Vec::new(), &[*align as u32 - 1], align_value);
                keeps_attachments = true;
                self.call(site.body, new?, &args, Call { attrs, tail: site.call.tail, ..plain })?
            }
            Expansion::Memory { pointers, .. } => {
                let align = self.constant_int(site.body, args.remove(3))?;
                let old: AttrList = match self.version.memory_call_attributes() {
                    true => self.module.attrs.lists.get(site.call.attrs.index()).cloned().unwrap_or_default(),
                    false => AttrList::default(),
                };
                let kept = old.into_iter().filter_map(|(index, set)| match index {
                    AttrIndex::Param(3) => None,
                    AttrIndex::Param(4) => Some((AttrIndex::Param(3), set)),
                    _ => Some((index, set)),
                });
                let kept: AttrList = kept.collect();
                let params: Vec<u32> = (0..*pointers as u32).collect();
                let attrs = self.with_align(kept, &params, align);
                self.call(site.body, new?, &args, Call { attrs, ..plain })?
            }
            Expansion::DebugValue => {
                let offset = args.remove(1);
                if self.constant_int(site.body, offset) != Some(0) {
                    return Some(Vec::new());
                }
                self.call(site.body, new?, &args, plain)?
            }
            Expansion::Longer { name, added } => {
                keeps_attachments = name.starts_with("masked.");
                for added in *added {
                    args.push(added.value(self));
                }
                self.call(site.body, new?, &args, plain)?
            }
        };
        let returns = matches!(inst, Inst::Call(id) if {
            let call = self.module.bodies.get(site.body)?.call(id)?;
            !self.module.types.is_void(self.module.types.function(call.fn_ty)?.0)
        });
        Some(vec![NewInst { inst, local: if returns { site.local } else { NO_LOCAL }, keeps_attachments, attachments: Vec::new() }])
    }

    /// Strips casts and zero offsets from a pointer.
    fn strip_casts(&mut self, body: usize, mut value: Value) -> Value {
        // Bounds the work for long chains; also ends cycles, which only a damaged file has.
        for _ in 0..1 << 10 {
            let ValueKind::Local(local) = value.kind() else { break };
            value = match self.maker(body, local) {
                Some(Inst::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. }) => value,
                Some(Inst::Gep { ops, .. }) => {
                    let Some(found) = self.module.bodies.get(body) else { break };
                    let ops: Vec<Value> = found.values(ops).collect();
                    let Some((&base, indices)) = ops.split_first() else { break };
                    if !indices.iter().all(|&index| self.constant_int(body, index) == Some(0)) {
                        break;
                    }
                    base
                }
                _ => break,
            };
        }
        value
    }

    /// The alignment of a vector's elements if none is given, from the data layout.
    fn natural_align(&self, vector: TypeId) -> u64 {
        let types = &self.module.types;
        let layout = DataLayout::parse(self.module.str(self.module.data_layout));
        Layouts::new(layout).abi_align(types, types.scalar(vector)).unwrap_or(1)
    }
}
impl Expansion {
    /// The name of the intrinsic that LLVM has instead.
    fn name(&self) -> Option<&'static str> {
        match self {
            Expansion::Drop | Expansion::Target => None,
            Expansion::DebugValue | Expansion::DebugAddress => Some("dbg.value"),
            Expansion::Lifetime(name)
            | Expansion::Masked { name, .. }
            | Expansion::Memory { name, .. }
            | Expansion::Longer { name, .. } => Some(name),
        }
    }
}
