//! The table `instructions`.
use crate::columns::{Column, Kind};
use crate::debug;
use crate::fault::{Clock, Fault, Result};
use crate::names;
use crate::rows::{Operand, Rows};
use crate::source::{Defined, Stored};
use bctk_hash::{OPCODES, opcode};
use bctk_ir::body::Body;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{InstId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::{ArithFlags, Inst};
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::{blocks_as_written, operands_by_number};
use bctk_textual::{BodySlotTracker, ModuleSlotTracker};

pub(crate) const COLUMNS: &[Column] = &[
    Column::new("function", Kind::Text, "Name of the function; null for one without a name."),
    Column::new("function_index", Kind::U32, names::FUNCTION_INDEX),
    Column::new("block", Kind::U32, "Number of the basic block in the function, from 0."),
    Column::new("instruction", Kind::U32, "Number of the instruction in the function, from 0."),
    Column::new("opcode", Kind::Text, "Opcode."),
    Column::new("type", Kind::Text, "Type of the result; null for none."),
    Column::new("name", Kind::Text, "Name of the result; null for none."),
    Column::new(
        "operands",
        Kind::Operands,
        "Operands in LLVM's order (`User::getOperand`: a call's arguments, bundle inputs, then the callee; a conditional `br` has its condition, then the false, then the true target). `kind` is `instruction`, `argument`, `block`, `constant`, `function`, `global`, `asm`, `metadata` or `none`; `index` the number of the instruction, argument or block in the function; `type` the type, where it has one; `value` the text of a constant, global value or metadata.",
    ),
    Column::new("incoming", Kind::U32List, "Of a `phi`, the number of the block that each operand comes from; empty for others."),
    Column::new("callee", Kind::Text, "Name of the global value that is called directly."),
    Column::new("predicate", Kind::Text, "Predicate of `icmp` and `fcmp`, operation of `atomicrmw`."),
    Column::new("flags", Kind::TextList, "Flags: `nsw`, `nuw`, `exact`, `inbounds`, `fast`, `nnan`, `volatile`, `weak`, `tail` …"),
    Column::new("alignment", Kind::U64, "Alignment in bytes of a memory access or `alloca`, if stated."),
    Column::new("ordering", Kind::Text, "Ordering of an atomic access; of `cmpxchg` that of success."),
    Column::new("accessed_type", Kind::Text, "Allocated type of `alloca`, source element type of `getelementptr`."),
    Column::new("metadata", Kind::TextList, "Kinds of metadata attached, but for the debug location."),
    Column::new("line", Kind::U32, "Line in debug information; null without a location, 0 for code without a line."),
    Column::new("column", Kind::U32, "Column in debug information."),
    Column::new("file", Kind::Text, "File in debug information."),
    Column::new("subprogram", Kind::Text, "Function in debug information that the code was written in."),
    Column::text("text", "The instruction as assembly prints it, without its indentation. Names in it are not normalized."),
];

pub(crate) fn add(stored: &Stored<'_, '_>, clock: Clock, rows: &mut Rows<'_>) -> Result<()> {
    let module = stored.whole()?;
    clock.check()?;
    // Texts and operands have the numbers of metadata of the whole module; nothing else needs them.
    let (with_operands, with_text) = (rows.wants(&["operands"]), rows.wants(&["text"]));
    let tracker = if with_text || with_operands { ModuleSlotTracker::new(&module) } else { ModuleSlotTracker::of_tables(&module) };
    for (number, (_, global, function)) in (0..).zip(module.functions()) {
        clock.check()?;
        let Some((index, body)) = function.body.and_then(|index| Some((index, module.bodies.get(index as usize)?))) else { continue };
        let Some(texts) = tracker.in_body(index) else { continue };
        let defined = Defined { module: &module, index: number, name: names::global(&module, global), body };
        let mut writer =
            Writer { defined, texts, makers: makers(body), operands: Vec::new(), types: Default::default(), with_operands, with_text };
        for (block, span) in body.blocks.iter().enumerate() {
            for at in (span.first.0..span.end.0).map(InstId) {
                if let Some(inst) = body.insts.get(at.index()) {
                    writer.row(stored.number, block as u32, at, inst, rows)?;
                }
            }
        }
    }
    tracker.check().map_err(|error| Fault::new(error.to_string()))
}

/// The instruction that makes each local; none for arguments.
fn makers(body: &Body) -> Vec<Option<InstId>> {
    let mut makers = vec![None; body.local_types.len()];
    for (inst, local) in body.made_locals() {
        if let Some(maker) = makers.get_mut(local as usize) {
            *maker = Some(inst);
        }
    }
    makers
}

struct Writer<'t, 'm> {
    defined: Defined<'m>,
    texts: BodySlotTracker<'t, 'm>,
    makers: Vec<Option<InstId>>,
    operands: Vec<Operand>,
    types: hashbrown::HashMap<TypeId, String>,
    with_operands: bool,
    with_text: bool,
}

impl Writer<'_, '_> {
    fn row(&mut self, number: u32, block: u32, at: InstId, inst: &Inst, rows: &mut Rows<'_>) -> Result<()> {
        let Defined { module, index, name, body } = self.defined;
        self.operands.clear();
        if self.with_operands {
            let mut values = Vec::new();
            operands_by_number(inst, body, |value| values.push(value));
            for value in values {
                let operand = self.operand(value);
                self.operands.push(operand);
            }
        }
        let mut row = rows.begin(number)?;
        row.opt_text(name)?.u32(index)?.u32(block)?.u32(at.0)?.text(OPCODES[opcode(inst)].as_bytes())?;
        let ty = body.result_type(at).map(|ty| self.ty(ty));
        row.opt_text(ty.as_deref().map(str::as_bytes))?;
        row.opt_text(body.result(at).map(|local| body.local_name(local)).filter(|name| !name.is_empty()))?;
        row.operands(&self.operands)?;
        let mut incoming = Vec::new();
        if let Inst::Phi { .. } = inst {
            blocks_as_written(inst, body, |block| incoming.push(block.0));
        }
        row.u32_list(incoming.into_iter())?;
        let callee = match *inst {
            Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } => {
                body.call(call).and_then(|call| match call.callee.kind() {
                    ValueKind::Global(id) => names::global(module, module.global(id)?),
                    _ => None,
                })
            }
            _ => None,
        };
        let about = about(inst, body);
        row.opt_text(callee)?.some_text(about.predicate.as_bytes())?.text_list(&about.flags)?;
        row.opt_u64(names::alignment(about.align))?.some_text(about.ordering.as_bytes())?;
        let accessed = about.accessed.map(|ty| self.ty(ty));
        row.opt_text(accessed.as_deref().map(str::as_bytes))?;
        let first = body.attachments.partition_point(|(inst, _)| *inst < at);
        let kinds = body.attachments.iter().skip(first).take_while(|(inst, _)| *inst == at);
        row.text_list(
            kinds.map(|(_, attachment)| module.md_kinds.get(attachment.kind as usize).map_or(&b""[..], |&kind| module.str(kind))),
        )?;
        match body.debug_loc(at).and_then(|node| debug::location(module, node)) {
            Some(location) => {
                row.u32(location.line)?.u32(location.column)?.opt_text(location.scope.file)?.opt_text(location.scope.function)?;
            }
            None => {
                row.null()?.null()?.null()?.null()?;
            }
        }
        row.opt_text(self.with_text.then(|| self.texts.text(at)).as_deref().map(|text| text.trim_start().as_bytes()))?;
        row.end()
    }

    fn ty(&mut self, ty: TypeId) -> String {
        self.types.entry(ty).or_insert_with(|| self.texts.text(ty)).clone()
    }

    fn operand(&mut self, value: Value) -> Operand {
        let Defined { module, body, .. } = self.defined;
        let plain = |kind, index| Operand { kind, index, ty: None, value: None };
        match value.kind() {
            ValueKind::Local(local) => {
                let ty = body.local_types.get(local as usize).map(|&ty| self.ty(ty));
                match self.makers.get(local as usize).copied().flatten() {
                    Some(inst) => Operand { ty, ..plain("instruction", Some(inst.0)) },
                    None => Operand { ty, ..plain("argument", Some(local)) },
                }
            }
            ValueKind::Block(block) => plain("block", Some(block.0)),
            ValueKind::Global(id) => {
                let Some(global) = module.global(id) else { return plain("none", None) };
                let kind = if matches!(global.kind, GlobalKind::Function(_)) { "function" } else { "global" };
                let name = names::global(module, global).map(|name| String::from_utf8_lossy(name).into_owned());
                Operand { ty: Some(self.ty(global.ptr_type)), value: name, ..plain(kind, None) }
            }
            ValueKind::Const(index) => self.constant(value, module.consts.get(index)),
            ValueKind::LocalConst(index) => self.constant(value, body.consts.get(index)),
            ValueKind::Metadata(_) => Operand { value: Some(self.texts.text(value)), ..plain("metadata", None) },
            ValueKind::None => plain("none", None),
        }
    }

    fn constant(&mut self, value: Value, constant: Option<bctk_ir::constants::Constant>) -> Operand {
        let Some(constant) = constant else { return Operand { kind: "none", index: None, ty: None, value: None } };
        let kind = if matches!(constant.kind, ConstKind::InlineAsm(_)) { "asm" } else { "constant" };
        let (ty, text) = (self.ty(constant.ty), self.texts.text(value));
        let text = match text.strip_prefix(ty.as_str()) {
            Some(rest) => rest.trim_start().to_owned(),
            None => text,
        };
        Operand { kind, index: None, ty: Some(ty), value: Some(text) }
    }
}

/// What an instruction says besides its operands.
#[derive(Default)]
struct About {
    predicate: &'static str,
    flags: Vec<&'static str>,
    align: u8,
    ordering: &'static str,
    accessed: Option<TypeId>,
}

fn about(inst: &Inst, body: &Body) -> About {
    let mut about = About::default();
    match *inst {
        Inst::Bin { op, flags, .. } if op.is_float() => about.flags.extend(flags.fast_math().keywords()),
        Inst::Bin { op, flags, .. } => {
            let names: &[(ArithFlags, &'static str)] = match op {
                BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => &[(ArithFlags::NUW, "nuw"), (ArithFlags::NSW, "nsw")],
                BinOp::UDiv | BinOp::SDiv | BinOp::LShr | BinOp::AShr => &[(ArithFlags::EXACT, "exact")],
                BinOp::Or => &[(ArithFlags::DISJOINT, "disjoint")],
                _ => &[],
            };
            about.flags.extend(names.iter().filter(|(flag, _)| flags.arith().contains(*flag)).map(|(_, name)| *name));
        }
        Inst::Cast { op, flags, .. } => match op {
            CastOp::Trunc => {
                about.flags.extend(flags.arith().contains(ArithFlags::NUW).then_some("nuw"));
                about.flags.extend(flags.arith().contains(ArithFlags::NSW).then_some("nsw"));
            }
            CastOp::ZExt => about.flags.extend(flags.arith().contains(ArithFlags::NNEG).then_some("nneg")),
            CastOp::UiToFp => {
                about.flags.extend(flags.arith().contains(ArithFlags::NNEG).then_some("nneg"));
                about.flags.extend(flags.uitofp_fast_math().keywords());
            }
            CastOp::FpTrunc | CastOp::FpExt | CastOp::SiToFp => about.flags.extend(flags.fast_math().keywords()),
            _ => {}
        },
        Inst::FNeg { fmf, .. } | Inst::Phi { fmf, .. } | Inst::Select { fmf, .. } => about.flags.extend(fmf.keywords()),
        Inst::FCmp { pred, fmf, .. } => {
            about.predicate = pred.spelling();
            about.flags.extend(fmf.keywords());
        }
        Inst::ICmp { pred, flags, .. } => {
            about.predicate = pred.spelling();
            about.flags.extend(flags.contains(ArithFlags::SAMESIGN).then_some("samesign"));
        }
        Inst::Gep { flags, source, .. } => {
            about.accessed = Some(source);
            about.flags.extend(flags.keywords());
        }
        Inst::Malloc { align, ty, .. } => (about.align, about.accessed) = (align, Some(ty)),
        Inst::Alloca { align, in_alloca, swift_error, ty, .. } => {
            (about.align, about.accessed) = (align, Some(ty));
            about.flags.extend(in_alloca.then_some("inalloca"));
            about.flags.extend(swift_error.then_some("swifterror"));
        }
        Inst::Load { align, access, .. } | Inst::Store { align, access, .. } | Inst::CmpXchg { align, access, .. } => {
            (about.align, about.ordering) = (align, access.ordering().spelling());
            about.flags.extend(access.volatile().then_some("volatile"));
            about.flags.extend(access.weak().then_some("weak"));
            about.flags.extend(access.is_elementwise().then_some("elementwise"));
        }
        Inst::AtomicRmw { op, align, access, .. } => {
            (about.predicate, about.align, about.ordering) = (op.spelling(), align, access.ordering().spelling());
            about.flags.extend(access.volatile().then_some("volatile"));
            about.flags.extend(access.is_elementwise().then_some("elementwise"));
        }
        Inst::Fence { ordering, .. } => about.ordering = ordering.spelling(),
        Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } => {
            if let Some(call) = body.call(call) {
                about.flags.extend(Some(call.tail.spelling()).filter(|word| !word.is_empty()));
                about.flags.extend(call.fmf.keywords());
            }
        }
        Inst::LandingPad { cleanup: true, .. } => about.flags.push("cleanup"),
        _ => {}
    }
    about
}
