//! Calls that may throw, and landing pads.
use super::Body;
use bctk_edit::Result;
use bctk_ir::entity::{GlobalId, InstId, OptionalId, TypeId};
use bctk_ir::inst::{Clause, Inst};
use bctk_ir::value::{Value, ValueKind};

/// The personality of landing pads.
const PERSONALITY: &str = "__gxx_personality_v0";

impl Body<'_, '_, '_, '_> {
    /// Whether the function has, or now gets, the personality of landing pads.
    fn has_personality(&mut self) -> bool {
        let id = self.b.id();
        let mut edits = self.b.module();
        let module = edits.module();
        if !module.llvm_version().function_personality() {
            return false;
        }
        let there = module.global(id).and_then(|global| global.function()?.personality.get());
        match there.map(Value::kind) {
            Some(ValueKind::Global(there)) => return module.str(module.globals[there.index()].name) == PERSONALITY.as_bytes(),
            Some(_) => return false,
            None => {}
        }
        let there: Option<GlobalId> = edits.global(PERSONALITY);
        let personality = there.unwrap_or_else(|| {
            let int = edits.int_type(32);
            edits.add_function(PERSONALITY, int, &[])
        });
        if let Some(function) = edits.function_mut(id) {
            function.personality = OptionalId::some(Value::global(personality));
        }
        true
    }

    /// The type of landing pads that the function has already; none if something follows other rules.
    fn pad_type(&mut self) -> Option<TypeId> {
        let blocks = self.b.blocks().to_vec();
        let insts: Vec<InstId> = blocks.iter().flat_map(|&block| self.b.insts(block).collect::<Vec<_>>()).collect();
        let mut found = None;
        for at in insts {
            match self.b.inst(at)? {
                Inst::LandingPad { .. } => found = found.or(self.b.value_of(at).and_then(|value| self.b.type_of(value))),
                Inst::Resume(value) => found = found.or(self.b.type_of(*value)),
                Inst::CatchPad { .. } | Inst::CleanupPad { .. } | Inst::CatchSwitch { .. } => return None,
                _ => {}
            }
        }
        Some(found.unwrap_or_else(|| {
            let mut edits = self.b.module();
            let (byte, int) = (edits.int_type(8), edits.int_type(32));
            let ptr = edits.pointer_to(byte, 0);
            edits.struct_type(&[ptr, int])
        }))
    }

    /// Ends a block with an `invoke`, which goes on with the rest of the block or in a landing pad.
    pub(super) fn invoke(&mut self) -> Result<()> {
        let Some((block, at)) = self.place() else { return Ok(()) };
        if self.has_touchy(block) {
            return Ok(());
        }
        let Some(ty) = self.pad_type() else { return Ok(()) };
        if !self.has_personality() {
            return Ok(());
        }
        let values = self.values(block, Some(at));
        let int = self.b.module().int_type(32);
        let arg = self.value_of_type(int, &values)?;
        let ret = if self.below(2) == 0 { int } else { self.b.module().void_type() };
        let fn_ty = self.b.module().function_type(ret, &[int]);
        let callee = self.b.module().add_function("random.throws", ret, &[int]);
        self.note(format!("invoke in {block:?} before {at:?}"));
        let rest = self.b.split_block(at, "normal")?;
        let pad = self.b.block("pad");
        let branch = self.b.terminator(block).unwrap_or(at);
        self.b.erase(branch)?;
        self.b.switch_to(block);
        let made = self.b.named("made").invoke(fn_ty, callee, [arg], rest, pad)?;
        if self.below(3) == 0 {
            self.b.add_bundle("deopt", &[arg])?;
        }
        self.b.switch_to(pad);
        let byte = self.b.module().int_type(8);
        let ptr = self.b.module().pointer_to(byte, 0);
        let null = self.b.module().const_zero(ptr);
        let filters = self.b.module().const_array(ptr, &[null, null])?;
        let clauses = [Clause::Catch(null), Clause::Filter(filters), Clause::Catch(null)];
        let count = self.below(4);
        let is_cleanup = count == 0 || self.below(2) == 0;
        let caught = self.b.landingpad(ty, is_cleanup, &clauses[..count])?;
        match self.below(3) {
            0 => self.b.unreachable()?,
            _ => self.b.resume(caught)?,
        }
        // The result is there in the rest of the block.
        let first = self.b.insts(rest).next();
        if let (true, Some(first)) = (ret == int, first) {
            self.b.insert_at(bctk_edit::InsertPoint::Before(first))?;
            self.b.xor(made, arg)?;
        }
        Ok(())
    }
}
