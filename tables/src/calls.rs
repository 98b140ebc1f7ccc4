//! The table `calls`: the edges of the call graph.
use crate::columns::{Column, Kind};
use crate::debug;
use crate::fault::{Clock, Result};
use crate::names;
use crate::rows::Rows;
use crate::source::{Defined, Stored};
use bctk_hash::{OPCODES, opcode};
use bctk_ir::body::Body;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, InstId};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::HashMap;

pub(crate) const COLUMNS: &[Column] = &[
    Column::new("caller", Kind::Text, "Name of the function with the call; null for one without a name."),
    Column::new("caller_index", Kind::U32, names::FUNCTION_INDEX),
    Column::new(
        "callee",
        Kind::Text,
        "Name of the function, alias or ifunc that is called; null for an indirect call and for inline assembly.",
    ),
    Column::new("callee_index", Kind::U32, "The same number of the callee, if it is a function of the module."),
    Column::new("kind", Kind::Text, "`direct`, `indirect` or `asm`."),
    Column::new(
        "is_cast",
        Kind::Bool,
        "Whether a direct call goes through a cast of the callee, as modules with typed pointers have them.",
    ),
    Column::new(
        "is_intrinsic",
        Kind::Bool,
        "Whether the callee's name begins with `llvm.`. Calls of debug intrinsics (`llvm.dbg.*`) are left out.",
    ),
    Column::new("opcode", Kind::Text, "`call`, `invoke` or `callbr`."),
    Column::new("tail", Kind::Text, "`tail`, `musttail` or `notail`; null for none."),
    Column::new("calling_convention", Kind::Text, "Keyword, such as `ccc` and `fastcc`, or `cc N`."),
    Column::new("arguments", Kind::U32, "Number of arguments."),
    Column::new("block", Kind::U32, "Number of the basic block in the function, from 0."),
    Column::new("instruction", Kind::U32, "Number of the instruction in the function, from 0."),
    Column::new("line", Kind::U32, "Line in debug information; null without a location, 0 for code without a line."),
    Column::new("column", Kind::U32, "Column in debug information."),
    Column::new("file", Kind::Text, "File in debug information."),
    Column::new(
        "subprogram",
        Kind::Text,
        "Function in debug information that the call was written in: another than the caller if it was inlined.",
    ),
    Column::new("inlined_at", Kind::Places, "Where the code was inlined, innermost first."),
];

/// What a call calls.
enum Callee {
    Global(GlobalId, bool),
    Asm,
    Unknown,
}

/// The callee behind casts.
fn callee(module: &Module, body: &Body, mut value: Value) -> Callee {
    let mut is_cast = false;
    // Constants may be nested deeper than any compiler nests casts.
    for _ in 0..8 {
        let constant = match value.kind() {
            ValueKind::Global(id) => return Callee::Global(id, is_cast),
            ValueKind::Const(index) => module.consts.get(index),
            ValueKind::LocalConst(index) => body.consts.get(index),
            _ => None,
        };
        match constant.map(|constant| constant.kind) {
            Some(ConstKind::InlineAsm(_)) => return Callee::Asm,
            Some(ConstKind::Cast { value: inner, .. }) => (value, is_cast) = (inner, true),
            _ => break,
        }
    }
    Callee::Unknown
}

pub(crate) fn add(stored: &Stored<'_, '_>, clock: Clock, rows: &mut Rows<'_>) -> Result<()> {
    let mut view = stored.view()?;
    let numbers: HashMap<GlobalId, u32> = view.module().functions().map(|(id, _, _)| id).zip(0..).collect();
    view.for_each_body(clock, |Defined { module, index, name: caller, body }| {
        for (number, block) in body.blocks.iter().enumerate() {
            for at in (block.first.0..block.end.0).map(InstId) {
                let Some(inst) = body.insts.get(at.index()) else { continue };
                let (Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. }) = *inst else { continue };
                let Some(call) = body.call(call) else { continue };
                let (id, kind, is_cast) = match callee(module, body, call.callee) {
                    Callee::Global(id, is_cast) => (Some(id), "direct", is_cast),
                    Callee::Asm => (None, "asm", false),
                    Callee::Unknown => (None, "indirect", false),
                };
                let name = id.and_then(|id| names::global(module, module.global(id)?));
                if name.is_some_and(names::is_debug_intrinsic) {
                    continue;
                }
                let mut row = rows.begin(stored.number)?;
                row.opt_text(caller)?.u32(index)?.opt_text(name)?.opt_u32(id.and_then(|id| numbers.get(&id).copied()))?;
                row.text(kind.as_bytes())?.bool(is_cast)?;
                row.bool(name.is_some_and(names::is_intrinsic))?.text(OPCODES[opcode(inst)].as_bytes())?;
                row.some_text(call.tail.spelling().as_bytes())?.text(names::calling_convention(call.cc).as_bytes())?;
                row.u32(body.lists.get(call.args).len() as u32)?.u32(number as u32)?.u32(at.0)?;
                match body.debug_loc(at).and_then(|node| debug::location(module, node)) {
                    Some(location) => {
                        row.u32(location.line)?.u32(location.column)?.opt_text(location.scope.file)?;
                        row.opt_text(location.scope.function)?.places(location.inlined_at(module))?;
                    }
                    None => {
                        row.null()?.null()?.null()?.null()?.null()?;
                    }
                }
                row.end()?;
            }
        }
        Ok(())
    })
}
