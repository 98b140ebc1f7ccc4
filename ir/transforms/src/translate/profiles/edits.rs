//! Shows every instruction of a module to a rule, which may put others in its place.
use super::super::report::{Action, At, Report};
use bctk_edit::editor::Editor;
use bctk_edit::functions::fn_type;
use bctk_edit::globals::GlobalChanges;
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Call;
use bctk_ir::constants::{ConstKind, InlineAsm};
use bctk_ir::entity::{AttrListId, GlobalId, InstId, List, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::{FastMathFlags, Inst};
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};

/// What a rule says about an instruction.
pub(super) enum Outcome {
    /// It stays.
    Kept,
    /// The instructions made by the rule take its place; this is its result, [`Value::NONE`] if it has none.
    Replaced(Value),
}

/// The place of one instruction, and what is made for it.
pub(super) struct Edits<'m> {
    editor: Editor<'m>,
    pub(super) report: &'m mut Report,
    at: (GlobalId, InstId),
}

impl<'m> Deref for Edits<'m> {
    type Target = Editor<'m>;

    fn deref(&self) -> &Editor<'m> {
        &self.editor
    }
}

impl<'m> DerefMut for Edits<'m> {
    fn deref_mut(&mut self) -> &mut Editor<'m> {
        &mut self.editor
    }
}

/// The call of an intrinsic.
pub(super) struct Site {
    /// The name of the intrinsic, without `llvm.`.
    pub(super) name: String,
    pub(super) args: Vec<Value>,
    /// The type of the result.
    pub(super) ret: TypeId,
    pub(super) fmf: FastMathFlags,
}

/// Shows every instruction to `rule`, and makes the changes.
pub(super) fn each(module: &mut Module, report: &mut Report, mut rule: impl FnMut(&mut Edits<'_>, Inst) -> Outcome) {
    let owners: Vec<(GlobalId, usize)> = module.functions().filter_map(|(id, _, f)| Some((id, f.body? as usize))).collect();
    let before = module.globals.len();
    let mut called = BTreeSet::new();
    let mut edits = Edits { editor: Editor::new(module), report, at: (GlobalId(0), InstId(0)) };
    for (owner, body) in owners {
        edits.editor.body = body;
        for at in (0..edits.body().insts.len()).map(InstId::new) {
            edits.at = (owner, at);
            let inst = edits.body().insts[at.index()];
            match rule(&mut edits, inst) {
                Outcome::Kept => edits.cancel(),
                Outcome::Replaced(value) => {
                    called.extend(edits.callee(inst));
                    edits.end(at, (!value.is_none()).then_some(value));
                }
            }
        }
        edits.finish_body();
    }
    edits.editor.finish();
    if module.globals.len() != before || !called.is_empty() {
        // What was called before is gone, unless something else refers to it.
        GlobalChanges { dropped: called.into_iter().collect(), ..GlobalChanges::default() }.apply(module);
    }
}

impl Edits<'_> {
    fn callee(&self, inst: Inst) -> Option<GlobalId> {
        let Inst::Call(call) = inst else { return None };
        match self.body().call(call)?.callee.kind() {
            ValueKind::Global(id) => Some(id),
            _ => None,
        }
    }

    /// The call of an intrinsic, if `inst` is one.
    pub(super) fn site(&self, inst: Inst) -> Option<Site> {
        let Inst::Call(call) = inst else { return None };
        let name = self.module.str(self.module.global(self.callee(inst)?)?.name).strip_prefix(b"llvm.")?;
        let call = self.body().call(call)?;
        let (ret, ..) = self.module.types.function(call.fn_ty)?;
        let args = self.body().values(call.args).collect();
        Some(Site { name: String::from_utf8_lossy(name).into_owned(), args, ret, fmf: call.fmf })
    }

    /// Counts a change of this instruction.
    pub(super) fn note(&mut self, action: Action, what: impl Into<Cow<'static, str>>, how: &'static str) {
        let (global, inst) = self.at;
        self.report.note(action, what.into(), None, how, self.editor.module, At::Inst(global, inst));
    }

    /// The type of what this instruction makes.
    pub(super) fn result_type(&self) -> Option<TypeId> {
        self.body().result_type(self.at.1)
    }

    /// The operands of a list of this body.
    pub(super) fn values(&self, list: List<Value>) -> Vec<Value> {
        self.body().values(list).collect()
    }

    /// The value of an integer constant of at most 64 bits.
    pub(super) fn number(&self, value: Value) -> Option<i64> {
        let constant = match value.kind() {
            ValueKind::Const(index) => self.module.consts.get(index)?,
            ValueKind::LocalConst(index) => self.body().consts.get(index)?,
            _ => return None,
        };
        match (self.get(constant.ty), constant.kind) {
            (Type::Int(_), ConstKind::Null) => Some(0),
            (Type::Int(_), ConstKind::Int(number)) => Some(number),
            _ => None,
        }
    }

    /// Appends a call of the function with this name, which is declared if it is not there.
    pub(super) fn call_named(&mut self, name: &str, ret: TypeId, args: &[Value]) -> Option<Value> {
        let (before, owner) = (self.module.globals.len(), self.at.0);
        let value = self.call(name.as_bytes(), ret, args, owner)?;
        // Its caller may be a kernel.
        if let Some(GlobalKind::Function(function)) = self.module.globals.get_mut(before).map(|global| &mut global.kind) {
            function.cc = CallConv::C;
        }
        Some(value)
    }

    /// Appends inline assembly with these operands. It may depend on which threads execute it.
    pub(super) fn assembly(&mut self, template: &str, constraints: &str, ret: TypeId, args: &[Value]) -> Option<Value> {
        let params = args.iter().map(|&arg| self.ty(arg)).collect::<Option<Vec<_>>>()?;
        let fn_ty = fn_type(self.editor.module, ret, &params);
        let typed = self.module.types.has_typed_pointers();
        let ty = self.intern(if typed { Type::TypedPtr { pointee: fn_ty, addrspace: 0 } } else { Type::Ptr(0) });
        let pool = &mut self.module.consts;
        let asm = InlineAsm {
            fn_ty,
            template: pool.bytes.push(template.as_bytes()),
            constraints: pool.bytes.push(constraints.as_bytes()),
            side_effect: true,
            align_stack: false,
            intel_dialect: false,
            unwind: false,
        };
        pool.asms.push(asm);
        let index = pool.asms.len() as u32 - 1;
        let callee = Value::constant(pool.push(ty, ConstKind::InlineAsm(index)));
        let attrs = self.editor.change_set(AttrListId(0), AttrIndex::Function, |set| {
            set.extend([Attr::Enum(AttrKind::CONVERGENT), Attr::Enum(AttrKind::NO_UNWIND)]);
        });
        let args = self.body_mut().lists.push(args);
        let call = Call { callee, fn_ty, attrs, args, bundles: (0, 0), cc: CallConv::C, tail: TailKind::None, fmf: FastMathFlags::NONE };
        let inst = self.call_inst(call);
        if self.module.types.is_void(ret) {
            self.push_void(inst);
            return Some(Value::NONE);
        }
        Some(self.push(ret, inst))
    }
}
