//! Flags as results of inline assembly (`={@ccz}`). Code generators without them get them from instructions at the end of the assembly.
use super::callbr::{named_operands, results_of};
use super::report::{Action, At, Report, Tally};
use bctk_edit::functions::owners;
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::InstId;
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::ValueKind;
use bctk_ir::version::{Feature, LlvmVersion};
use hashbrown::HashMap;

/// How the assembly of a target reads flags.
struct Target {
    feature: Feature,
    /// The conditions, as in `={@cc…}`.
    conditions: &'static [&'static str],
    /// The constraint of the register.
    register: &'static str,
    /// Widths of results.
    widths: &'static [u32],
    /// Sets the operand `{}` by the condition `[]`, without a change of flags.
    set: &'static str,
    /// Extends it to more than 8 bits.
    extend: &'static str,
}

/// The conditions that LLVM 9 and later take; each is one of `setCC`, too.
const CONDITIONS_OF_X86: &[&str] = &[
    "a", "ae", "b", "be", "c", "e", "g", "ge", "l", "le", "na", "nae", "nb", "nbe", "nc", "ne", "ng", "nge", "nl", "nle", "no", "np", "ns",
    "nz", "o", "p", "s", "z",
];

/// The conditions that LLVM 17 and later take: the code generators of LLVM 12 to 16 find no register for the result.
const CONDITIONS_OF_AARCH64: &[&str] = &["eq", "ne", "hs", "cs", "lo", "cc", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le"];

const X86: Target = Target {
    feature: Feature::FlagOutputsOfX86,
    conditions: CONDITIONS_OF_X86,
    register: "=q",
    widths: &[8, 16, 32],
    set: "\n\tset[] ${{}:b}",
    extend: "\n\tmovzbl ${{}:b}, ${{}:k}",
};
const X86_64: Target = Target { widths: &[8, 16, 32, 64], ..X86 };
const AARCH64: Target = Target {
    feature: Feature::FlagOutputsOfAarch64,
    conditions: CONDITIONS_OF_AARCH64,
    register: "=r",
    widths: &[8, 16, 32, 64],
    set: "\n\tcset ${{}:w}, []",
    extend: "",
};
/// The result is the condition code, a number from 0 to 3. The code generator of LLVM 22 makes it; that of LLVM 21 finds no register for it.
const SYSTEMZ: Target = Target {
    feature: Feature::FlagOutputsOfSystemz,
    conditions: &[""],
    register: "=d",
    widths: &[32],
    set: "\n\tipm ${}\n\tsrl ${}, 28",
    extend: "",
};

impl Target {
    /// That of a module, if `llvm` has no flags as results there.
    fn without_flags(module: &Module, llvm: LlvmVersion) -> Option<&'static Target> {
        let target = match Triple::parse(module.str(module.triple)).arch {
            Arch::X86 => &X86,
            Arch::X86_64 => &X86_64,
            Arch::AArch64 | Arch::AArch64Be => &AARCH64,
            Arch::SystemZ => &SYSTEMZ,
            _ => return None,
        };
        (!llvm.has(target.feature)).then_some(target)
    }

    /// Template and constraints of assembly without flags as results; none if they cannot be written, or may be read before.
    ///
    /// The registers may be those of operands that the assembly only reads: nothing is read any more when they are set.
    fn written(&self, types: &TypeTable, pool: &ConstPool, number: usize) -> Option<(Vec<u8>, Vec<u8>)> {
        let asm = pool.asms.get(number)?;
        let (template, old) = (pool.bytes.get(asm.template), pool.bytes.get(asm.constraints));
        if asm.intel_dialect || old.contains(&b'|') {
            return None;
        }
        let constraints: Vec<&[u8]> = old.split(|&c| c == b',').collect();
        let outputs = constraints.iter().take_while(|constraint| constraint.starts_with(b"=")).count();
        let named = named_operands(template)?;
        let (ret, ..) = types.function(asm.fn_ty)?;
        let mut results = results_of(types, ret, &constraints[..outputs])?.into_iter();
        let (mut template, mut new) = (template.to_vec(), Vec::with_capacity(constraints.len()));
        for (operand, &constraint) in constraints.iter().enumerate() {
            let is_result = operand < outputs && !constraint.starts_with(b"=*");
            let result = if is_result { Some(results.next()?) } else { None };
            if !is_flag(constraint) {
                new.push(constraint);
                continue;
            }
            let condition = constraint.strip_prefix(b"={@cc").or_else(|| constraint.strip_prefix(b"=&{@cc"))?.strip_suffix(b"}")?;
            let condition = self.conditions.iter().find(|known| known.as_bytes() == condition)?;
            let Type::Int(width) = types.get(result?) else { return None };
            let is_tied = constraints[outputs..].iter().any(|input| *input == operand.to_string().as_bytes());
            if !self.widths.contains(&width) || named.contains(&operand) || is_tied {
                return None;
            }
            let place = operand.to_string();
            template.extend(self.set.replace("{}", &place).replace("[]", condition).into_bytes());
            if width > 8 {
                template.extend(self.extend.replace("{}", &place).into_bytes());
            }
            new.push(self.register.as_bytes());
        }
        Some((template, new.join(&b","[..])))
    }
}

/// Whether a constraint is for a flag.
fn is_flag(constraint: &[u8]) -> bool {
    constraint.windows(4).any(|part| part == b"{@cc")
}

/// Whether assembly has flags as results, by the constants of a pool. Few have.
fn with_flags(pool: &ConstPool) -> HashMap<u32, usize> {
    let has_flags = |&(_, number): &(u32, usize)| pool.asms.get(number).is_some_and(|asm| is_flag(pool.bytes.get(asm.constraints)));
    if !pool.asms.iter().any(|asm| is_flag(pool.bytes.get(asm.constraints))) {
        return HashMap::new();
    }
    let assembly = (0..).zip(&pool.consts).filter_map(|(index, constant)| match constant.kind {
        ConstKind::InlineAsm(number) => Some((index, number as usize)),
        _ => None,
    });
    assembly.filter(has_flags).collect()
}

/// Appends to inline assembly what sets registers by flags, if `llvm` has no flags as results for the target.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let Some(target) = Target::without_flags(module, llvm) else { return };
    let of_module = with_flags(&module.consts);
    let of_bodies: Vec<HashMap<u32, usize>> = module.bodies.iter().map(|body| with_flags(&body.consts)).collect();
    if of_module.is_empty() && of_bodies.iter().all(HashMap::is_empty) {
        return;
    }
    let types = &module.types;
    let lower = |pool: &mut ConstPool, found: &HashMap<u32, usize>| -> HashMap<u32, bool> {
        let mut done: HashMap<usize, bool> = HashMap::new();
        let mut lowered = HashMap::new();
        for (&index, &number) in found {
            let is_written = *done.entry(number).or_insert_with(|| {
                let Some((template, constraints)) = target.written(types, pool, number) else { return false };
                let (template, constraints) = (pool.bytes.push(&template), pool.bytes.push(&constraints));
                let asm = &mut pool.asms[number];
                (asm.template, asm.constraints) = (template, constraints);
                true
            });
            lowered.insert(index, is_written);
        }
        lowered
    };
    let of_module = lower(&mut module.consts, &of_module);
    let of_bodies: Vec<HashMap<u32, bool>> =
        module.bodies.iter_mut().zip(&of_bodies).map(|(body, of)| lower(&mut body.consts, of)).collect();
    let mut tally = Tally::default();
    for (owner, index) in owners(module) {
        let body = &module.bodies[index];
        for at in (0..body.insts.len()).map(InstId::new) {
            let Some((callee, jumps)) = callee(body, at) else { continue };
            let is_lowered = match callee {
                ValueKind::Const(index) => of_module.get(&index),
                ValueKind::LocalConst(constant) => of_bodies[index].get(&constant),
                _ => None,
            };
            // Where assembly jumps away, nothing at its end is executed.
            match is_lowered {
                Some(true) if !jumps => tally.count((Action::Lowered, target.feature), At::Inst(owner, at)),
                Some(_) => tally.count((Action::Refused, target.feature), At::Inst(owner, at)),
                None => {}
            }
        }
    }
    report.features(tally, module);
}

/// What an instruction calls, and whether that may be left by jumps.
fn callee(body: &Body, at: InstId) -> Option<(ValueKind, bool)> {
    let (call, jumps) = match body.insts[at.index()] {
        Inst::Call(call) | Inst::Invoke { call, .. } => (call, false),
        Inst::CallBr { call, .. } => (call, true),
        _ => return None,
    };
    Some((body.call(call)?.callee.kind(), jumps))
}
