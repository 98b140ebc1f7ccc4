//! Hashes of constants, and the global values in them.
use super::types::{Both, Types};
use super::{Part, short};
use crate::opcodes::{binary, cast};
use bctk_ir::constants::{ConstKind, ConstPool, InRange};
use bctk_ir::entity::GlobalId;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};

/// How many global values of one constant are noted.
const MAX_GLOBALS: usize = 16;

/// The hashes of the constants of one pool that were asked for.
#[derive(Default)]
pub(super) struct Constants {
    done: Vec<Option<Known>>,
    /// The global values in each constant that has some.
    globals: Vec<Vec<GlobalId>>,
    open: Vec<bool>,
}

#[derive(Clone, Copy)]
struct Known {
    hash: Both,
    /// Index in `globals`, plus 1.
    globals: u32,
}

/// The pools that operands of a constant may be in.
#[derive(Clone, Copy)]
pub(super) struct Pools<'p> {
    pub(super) module: &'p Module,
    pub(super) types: &'p Types,
    /// The pool of the constants.
    pub(super) own: &'p ConstPool,
    /// Whether that is the pool of a body.
    pub(super) is_local: bool,
}

impl Constants {
    pub(super) fn clear(&mut self) {
        self.done.clear();
        self.globals.clear();
        self.open.clear();
    }

    /// The hash of a constant, and the global values in it, in order. Constants of the module that one of a body refers to are in `outer`.
    pub(super) fn get(&mut self, pools: Pools<'_>, index: u32, outer: Option<&mut Constants>) -> (Both, &[GlobalId]) {
        self.ensure(pools, index, outer);
        match self.done.get(index as usize).copied().flatten() {
            Some(known) => (known.hash, self.globals_of(known)),
            None => (Both::default(), &[]),
        }
    }

    fn globals_of(&self, known: Known) -> &[GlobalId] {
        (known.globals as usize).checked_sub(1).and_then(|at| self.globals.get(at)).map_or(&[], |globals| globals)
    }

    fn ensure(&mut self, pools: Pools<'_>, root: u32, mut outer: Option<&mut Constants>) {
        if self.done.len() < pools.own.consts.len() {
            self.done.resize(pools.own.consts.len(), None);
            self.open.resize(pools.own.consts.len(), false);
        }
        let mut stack = vec![root];
        while let Some(&index) = stack.last() {
            let at = index as usize;
            let Some(constant) = pools.own.get(index).filter(|_| self.done[at].is_none()) else {
                stack.pop();
                continue;
            };
            if !self.open[at] {
                self.open[at] = true;
                let before = stack.len();
                pools.own.operands(constant.kind, |value| match value.kind() {
                    ValueKind::Const(part) if !pools.is_local => self.visit(part, &mut stack),
                    ValueKind::LocalConst(part) if pools.is_local => self.visit(part, &mut stack),
                    ValueKind::Const(part) => {
                        if let Some(outer) = &mut outer {
                            outer.ensure(Pools { own: &pools.module.consts, is_local: false, ..pools }, part, None);
                        }
                    }
                    _ => {}
                });
                if stack.len() > before {
                    continue;
                }
            }
            stack.pop();
            let known = self.render(pools, index, outer.as_deref());
            self.done[at] = Some(known);
        }
    }

    fn visit(&self, part: u32, stack: &mut Vec<u32>) {
        if self.done.get(part as usize).is_some_and(Option::is_none) && self.open.get(part as usize) == Some(&false) {
            stack.push(part);
        }
    }

    fn render(&mut self, pools: Pools<'_>, index: u32, outer: Option<&Constants>) -> Known {
        let Pools { types, own, is_local, .. } = pools;
        let Some(constant) = own.get(index) else { return Known { hash: Both::default(), globals: 0 } };
        let mut globals: Vec<GlobalId> = Vec::new();
        let mut note = |id: GlobalId| {
            if globals.len() < MAX_GLOBALS {
                globals.push(id);
            }
        };
        let mut parts: Vec<Both> = Vec::new();
        own.operands(constant.kind, |value: Value| {
            let known = match value.kind() {
                ValueKind::Global(id) => {
                    note(id);
                    parts.push(Both { plain: 1, named: 1 });
                    return;
                }
                ValueKind::Const(part) if is_local => outer.and_then(|outer| Some((outer, outer.done.get(part as usize).copied()??))),
                ValueKind::Const(part) | ValueKind::LocalConst(part) => {
                    self.done.get(part as usize).copied().flatten().map(|known| (&*self, known))
                }
                _ => None,
            };
            match known {
                Some((of, known)) => {
                    of.globals_of(known).iter().for_each(|&id| note(id));
                    parts.push(known.hash);
                }
                None => parts.push(Both::default()),
            }
        });
        let ty = types.get(constant.ty);
        let mut out = Part::default();
        content(&mut out, own, constant.kind);
        let source = match constant.kind {
            ConstKind::Gep { source, .. } => Some(types.get(source)),
            ConstKind::InlineAsm(at) => own.asms.get(at as usize).map(|asm| types.get(asm.fn_ty)),
            _ => None,
        };
        if let ConstKind::BlockAddress { function, .. } = constant.kind {
            note(function);
        }
        let finish = |choose: &dyn Fn(Both) -> u64| {
            let mut all = Part(out.0.clone());
            all.hash(choose(ty));
            source.into_iter().chain(parts.iter().copied()).for_each(|part| all.hash(choose(part)));
            short(&all.0)
        };
        let hash = Both { plain: finish(&|both| both.plain), named: finish(&|both| both.named) };
        let globals = match globals.is_empty() {
            true => 0,
            false => {
                self.globals.push(globals);
                self.globals.len() as u32
            }
        };
        Known { hash, globals }
    }
}

/// What a constant says besides its type and operands.
fn content(out: &mut Part, pool: &ConstPool, kind: ConstKind) {
    match kind {
        ConstKind::Null => out.byte(1),
        ConstKind::Undef => out.byte(2),
        ConstKind::Poison => out.byte(3),
        ConstKind::Int(value) => {
            out.byte(4);
            out.hash(value as u64);
        }
        ConstKind::WideInt { start, len } => {
            out.byte(5);
            pool.word_range(start, len).iter().for_each(|&word| out.hash(word));
        }
        ConstKind::Float(bits) => {
            out.byte(6);
            out.hash(bits);
        }
        ConstKind::WideFloat { start } => {
            out.byte(7);
            pool.word_range(start, 2).iter().for_each(|&word| out.hash(word));
        }
        ConstKind::Data(bytes) => {
            out.byte(8);
            out.text(pool.bytes.get(bytes));
        }
        ConstKind::Aggregate(_) => out.byte(9),
        ConstKind::Bin { op, flags, .. } => {
            out.byte(10);
            out.number(binary(op) as u64);
            out.byte(flags.bits());
        }
        ConstKind::FNeg(_) => out.byte(11),
        ConstKind::Cast { op, flags, .. } => {
            out.byte(12);
            out.number(cast(op) as u64);
            out.byte(flags.bits());
        }
        ConstKind::Gep { flags, in_range, .. } => {
            out.byte(13);
            out.byte(flags.bits());
            match pool.in_range(in_range) {
                None => out.byte(0),
                Some(InRange::Index(index)) => {
                    out.byte(1);
                    out.number(u64::from(*index));
                }
                // Assembly does not show the width of the bounds, and files differ in it.
                Some(InRange::Range { lower, upper, .. }) => {
                    out.byte(2);
                    lower.iter().chain(upper).for_each(|&word| out.hash(word));
                }
            }
        }
        ConstKind::Select(_) => out.byte(14),
        ConstKind::ExtractElement(..) => out.byte(15),
        ConstKind::InsertElement(_) => out.byte(16),
        ConstKind::ShuffleVector(_) => out.byte(17),
        ConstKind::ICmp(pred, ..) => {
            out.byte(18);
            out.number(pred.code());
        }
        ConstKind::FCmp(pred, ..) => {
            out.byte(19);
            out.number(pred.code());
        }
        ConstKind::BlockAddress { block, .. } => {
            out.byte(20);
            out.number(u64::from(block.0));
        }
        ConstKind::DsoLocalEquivalent(_) => out.byte(21),
        ConstKind::NoCfi(_) => out.byte(22),
        ConstKind::PtrAuth(_) => out.byte(23),
        ConstKind::InlineAsm(at) => {
            out.byte(24);
            if let Some(asm) = pool.asms.get(at as usize) {
                out.text(pool.bytes.get(asm.template));
                out.text(pool.bytes.get(asm.constraints));
                let flags = [asm.side_effect, asm.align_stack, asm.intel_dialect, asm.unwind];
                flags.iter().for_each(|&flag| out.byte(u8::from(flag)));
            }
        }
    }
}
