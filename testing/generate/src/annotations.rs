//! Attachments of the less common metadata kinds that LLVM knows: about memory, calls, addresses and sections.
use crate::body::Builder;
use crate::draw::Gen;
use bctk_ir::body::Attachment;
use bctk_ir::entity::{MdId, TypeId};
use bctk_ir::fixed;
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// Kinds of metadata with nodes.
type Named = Vec<(&'static str, MdId)>;

/// As attachments, by the numbers that the kinds have.
fn attachments(named: Named) -> impl Iterator<Item = Attachment> {
    named.into_iter().filter_map(|(name, node)| {
        let kind = fixed::MD_KINDS.iter().position(|known| *known == name)?;
        Some(Attachment { kind: kind as u32, node })
    })
}

impl Builder<'_, '_, '_> {
    /// What an instruction whose result has type `ty` may carry.
    pub(crate) fn annotations(&mut self, inst: &Inst, ty: Option<TypeId>) -> impl Iterator<Item = Attachment> + use<> {
        let empty = self.g.tuple(false, &[]);
        let mut list: Named = Vec::new();
        match *inst {
            Inst::Load { .. } => {
                if matches!(ty.map(|ty| self.g.m.types.get(ty)), Some(Type::Ptr(_))) {
                    let bytes = self.g.md_i64(16);
                    list.push((self.g.pick(&["dereferenceable", "dereferenceable_or_null"]), self.g.tuple_of(&[bytes])));
                }
                if ty.is_some_and(|ty| self.g.of_floats(ty)) {
                    let classes = self.g.md_i32(3);
                    list.push(("nofpclass", self.g.tuple_of(&[classes])));
                }
                let group = self.g.tuple(true, &[]);
                list.push((self.g.pick(&["llvm.access.group", "llvm.mem.parallel_loop_access"]), group));
                list.push(("invariant.group", empty));
                let hint = [self.g.md_string(b"nvvm.l1_eviction"), self.g.md_string(b"first")];
                let hint = [self.g.md_i32(0), self.g.tuple_of(&hint)];
                list.push(("mem.cache_hint", self.g.tuple_of(&hint)));
            }
            Inst::Store { value, .. } => {
                list.push(("noalias", self.g.scopes_of_aliases()));
                if let ValueKind::Local(local) = value.kind()
                    && self.g.is_pointer(self.body.local_types[local as usize])
                {
                    let words = [self.g.md_string(b"address"), self.g.md_string(b"read_provenance")];
                    list.push(("captures", self.g.tuple_of(&words)));
                }
            }
            Inst::AtomicRmw { .. } => {
                let bounds = [self.g.md_i32(5), self.g.md_i32(6)];
                list.push(("noalias.addrspace", self.g.tuple_of(&bounds)));
            }
            Inst::Fence { .. } => {
                let words = [self.g.md_string(b"amdgpu-as"), self.g.md_string(b"local")];
                list.push(("mmra", self.g.tuple_of(&words)));
            }
            Inst::Alloca { .. } => list.push(("coro.outside.frame", empty)),
            Inst::Cast { op: CastOp::IntToPtr, .. } if ty.is_some_and(|ty| self.g.is_pointer(ty)) => list.push(("nofree", empty)),
            Inst::Gep { .. } => list.push(("llvm.preserve.access.index", empty)),
            Inst::CondBr { .. } => {
                let parts = [self.g.md_string(b"loop_header_weight"), self.g.md_i64(100)];
                list.push(("irr_loop", self.g.tuple_of(&parts)));
                list.push(("make.implicit", empty));
                let uniform = self.g.outside(|g| g.int(g.common.i1, 1));
                let uniform = self.g.md_value(self.g.common.i1, uniform);
                list.push(("block.uniformity.profile", self.g.tuple_of(&[uniform])));
            }
            Inst::Call(call) => {
                let is_known = !matches!(self.body.calls[call.index()].callee.kind(), ValueKind::Local(_));
                list.extend(self.g.annotations_of_call(is_known));
            }
            Inst::Bin { .. } => {
                let section = self.g.md_string(b"section");
                list.push(("pcsections", self.g.tuple_of(&[section])));
            }
            Inst::ICmp { .. } => list.push(("nosanitize", empty)),
            _ => {}
        }
        attachments(list)
    }
}

impl Gen<'_, '_> {
    fn annotations_of_call(&mut self, is_known: bool) -> Named {
        let ptr = self.common.ptr;
        if !is_known {
            let name = self.md_string(b"_ZTSFvvE.generalized");
            let ty = self.tuple_of(&[name]);
            let callees: Vec<MdId> = self.functions_of(ptr).into_iter().take(2).map(|id| self.md_value(ptr, Value::global(id))).collect();
            let names = [self.md_string(b"first"), self.md_string(b"second")];
            let targets = self.tuple_of(&names);
            return vec![("callee_type", self.tuple_of(&[ty])), ("callees", self.tuple_of(&callees)), ("call_target", targets)];
        }
        match self.below(4) {
            0 => {
                let frames = [self.md_i64(123), self.md_i64(-456)];
                let (site, stack) = (self.tuple_of(&frames[..1]), self.tuple_of(&frames));
                let what = self.md_string(b"cold");
                let info = self.tuple_of(&[stack, what]);
                vec![("memprof", self.tuple_of(&[info])), ("callsite", site)]
            }
            1 => {
                let inlined: Vec<MdId> =
                    self.functions_of(ptr).into_iter().take(2).map(|id| self.md_value(ptr, Value::global(id))).collect();
                vec![("inline_history", self.tuple_of(&inlined))]
            }
            2 => {
                let no = self.outside(|g| g.int(g.common.i1, 0));
                let parts = [self.md_string(b"int"), self.md_value(self.common.i1, no)];
                vec![("alloc_token", self.tuple_of(&parts))]
            }
            _ => {
                let parts = [self.md_i64(0), self.md_i64(4), self.tbaa()];
                vec![("tbaa.struct", self.tuple_of(&parts))]
            }
        }
    }

    /// What the global variable or function with this number may carry.
    pub(crate) fn annotations_of_global(&mut self, at: usize) -> impl Iterator<Item = Attachment> + use<> {
        let ptr = self.common.ptr;
        let mut list: Named = Vec::new();
        let (is_function, is_declaration) =
            (matches!(self.m.globals[at].kind, GlobalKind::Function(_)), self.m.globals[at].is_declaration());
        // None refers to itself, nor to another name of itself.
        let global = self
            .pick_some(&self.globals_of(ptr))
            .filter(|id| {
                id.index() != at && matches!(self.m.globals[id.index()].kind, GlobalKind::Function(_) | GlobalKind::Variable { .. })
            })
            .map(|id| self.md_value(ptr, Value::global(id)));
        let prefixes = [self.md_string(if is_function { b"function_section_prefix" } else { b"section_prefix" }), self.md_string(b"hot")];
        if !is_declaration && self.chance(1, 3) {
            let guid = self.number() as i64;
            let guid = self.md_i64(guid);
            list.push(("guid", self.tuple_of(&[guid])));
        }
        match (is_function, self.below(5)) {
            (_, 0) => list.push(("section_prefix", self.tuple_of(&prefixes))),
            (true, 1) => {
                let hash = self.md_i32(0x0bad_cafe);
                list.push(("kcfi_type", self.tuple_of(&[hash])));
            }
            (true, 2) => {
                let no = self.outside(|g| g.int(g.common.i1, 0));
                let parts = [self.md_i64(0), self.md_i64(-1), self.md_value(self.common.i1, no)];
                let encoding = self.tuple_of(&parts);
                list.push(("callback", self.tuple_of(&[encoding])));
            }
            (true, 3) => {
                let ty = self.md_string(b"_ZTSFvvE.generalized");
                list.push(("callgraph", self.tuple_of(&[ty])));
            }
            (false, 3) => {
                let parts = [self.md_i32(0x7000_0001), self.md_i32(8)];
                list.push(("elf_section_properties", self.tuple_of(&parts)));
            }
            (true, _) => {
                let hash = self.md_i32(77);
                list.extend(global.map(|global| ("func_sanitize", self.tuple_of(&[hash, global]))));
            }
            (false, 1) => list.extend(global.map(|global| ("associated", self.tuple_of(&[global])))),
            (false, 2) if !is_declaration => list.extend(global.map(|global| ("implicit.ref", self.tuple_of(&[global])))),
            (false, _) => {
                let one = self.md_i64(1);
                list.extend([("vcall_visibility", self.tuple_of(&[one])), ("exclude", self.tuple(false, &[]))]);
            }
        }
        attachments(list)
    }
}
