//! Indirect functions before LLVM 3.9: module assembly defines their symbols.
use super::report::{Action, At, Report};
use bctk_ir::constants::{ConstKind, Constant};
use bctk_ir::entity::GlobalId;
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::keywords::{CallConv, Linkage, UnnamedAddr, Visibility};
use bctk_ir::module::Module;
use bctk_ir::triple::{Arch, ObjectFormat, Triple};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::Feature;
use hashbrown::HashMap;

/// The list that keeps a resolver, which nothing in the IR refers to any more.
const USED: &[u8] = b"llvm.compiler.used";

/// Declares each ifunc of an ELF module, and defines its symbol as `AsmPrinter::emitGlobalIFunc` of later releases does. The same goes for
/// aliases of ifuncs, since an alias of a declaration is invalid. Leaves what cannot be written in assembly: no name, or a resolver that is
/// an expression.
pub(super) fn to_older(module: &mut Module, report: &mut Report) {
    let triple = Triple::parse(module.str(module.triple));
    if triple.format != ObjectFormat::Elf || !module.globals.iter().any(|global| matches!(global.kind, GlobalKind::IFunc { .. })) {
        return;
    }
    // `@` begins a comment there.
    let sign = if matches!(triple.arch, Arch::Arm | Arch::ArmEb | Arch::Thumb | Arch::ThumbEb) { '%' } else { '@' };
    let symbols: Vec<(GlobalId, GlobalId)> = (0..module.globals.len())
        .map(GlobalId::new)
        .filter_map(|id| Some((id, resolver(module, id)?)))
        .filter(|&(id, resolver)| is_plain(module, id) && is_plain(module, resolver))
        .collect();
    let conventions = conventions(module);
    let mut text = module.str(module.inline_asm).to_vec();
    for &(id, resolver) in &symbols {
        report.feature(Action::Lowered, Feature::IFuncs, module, At::Global(id));
        if !module.globals[id.index()].attachments.is_empty() {
            report.feature(Action::Dropped, Feature::IfuncAttachments, module, At::Global(id));
        }
        if !text.is_empty() && !text.ends_with(b"\n") {
            text.push(b'\n');
        }
        text.extend(definition(module, id, resolver, sign).bytes());
        let cc = conventions.get(&id).copied().unwrap_or(CallConv::C);
        declare(&mut module.globals[id.index()], cc);
        let resolver = &mut module.globals[resolver.index()];
        // A private symbol has another name in assembly.
        if resolver.linkage == Linkage::Private {
            resolver.linkage = Linkage::Internal;
        }
    }
    if !symbols.is_empty() {
        module.inline_asm = module.strings.push(&text);
        let mut resolvers: Vec<GlobalId> = symbols.iter().map(|symbol| symbol.1).collect();
        resolvers.sort_unstable();
        resolvers.dedup();
        keep(module, &resolvers);
    }
}

/// The resolver of an ifunc, or of the ifunc that an alias leads to.
fn resolver(module: &Module, id: GlobalId) -> Option<GlobalId> {
    let target = |value: Value| if let ValueKind::Global(id) = value.kind() { Some(id) } else { None };
    let mut at = id;
    // Aliases of a valid module end; those of another do not lead further than there are global values.
    for _ in 0..=module.globals.len() {
        match module.global(at)?.kind {
            GlobalKind::Alias { aliasee } => at = target(aliasee)?,
            GlobalKind::IFunc { resolver } => return target(resolver),
            _ => return None,
        }
    }
    None
}

/// Whether assembly can name the symbol of a global value as it is.
fn is_plain(module: &Module, id: GlobalId) -> bool {
    let name = module.str(module.globals[id.index()].name);
    !name.is_empty() && name.iter().all(|&c| c.is_ascii_graphic() && c != b'"' && c != b'\\')
}

/// The directives that make a symbol an indirect function.
fn definition(module: &Module, id: GlobalId, resolver: GlobalId, sign: char) -> String {
    let text = |id: GlobalId| String::from_utf8_lossy(module.str(module.globals[id.index()].name)).into_owned();
    let (name, resolver) = (text(id), text(resolver));
    let global = &module.globals[id.index()];
    let binding = match global.linkage {
        Linkage::Internal | Linkage::Private => String::new(),
        Linkage::External => format!(".globl \"{name}\"\n"),
        _ => format!(".weak \"{name}\"\n"),
    };
    let visibility = match global.visibility {
        Visibility::Hidden => format!(".hidden \"{name}\"\n"),
        Visibility::Protected => format!(".protected \"{name}\"\n"),
        _ => String::new(),
    };
    format!("{binding}.type \"{name}\",{sign}gnu_indirect_function\n{visibility}.set \"{name}\", \"{resolver}\"\n")
}

/// The calling conventions of the calls of global values: a function must have that of its calls, and an ifunc does not state any.
fn conventions(module: &Module) -> HashMap<GlobalId, CallConv> {
    let calls = module.bodies.iter().flat_map(|body| {
        body.insts.iter().filter_map(|inst| match *inst {
            Inst::Call(call) | Inst::Invoke { call, .. } | Inst::CallBr { call, .. } => body.call(call),
            _ => None,
        })
    });
    let direct = calls.filter_map(|call| if let ValueKind::Global(id) = call.callee.kind() { Some((id, call.cc)) } else { None });
    direct.collect()
}

/// Makes a declaration of a global value.
fn declare(global: &mut GlobalValue, cc: CallConv) {
    global.linkage = Linkage::External;
    global.unnamed_addr = UnnamedAddr::None;
    global.attachments.clear();
    global.kind = GlobalValue::declaration(global.name, global.value_type, global.ptr_type).kind;
    if let GlobalKind::Function(function) = &mut global.kind {
        function.cc = cc;
    }
}

/// Adds functions to the list of symbols that must stay.
fn keep(module: &mut Module, functions: &[GlobalId]) {
    let known = module.globals.iter().position(|global| module.str(global.name) == USED);
    let initializer =
        known.and_then(|at| if let GlobalKind::Variable { initializer, .. } = module.globals[at].kind { initializer.get() } else { None });
    let mut members: Vec<Value> = match initializer.map(Value::kind) {
        Some(ValueKind::Const(index)) => match module.consts.get(index) {
            Some(Constant { kind: ConstKind::Aggregate(list), .. }) => module.consts.values(list).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    for &id in functions {
        if !members.contains(&Value::global(id)) {
            members.push(Value::global(id));
        }
    }
    let pointer = module.globals[functions[0].index()].ptr_type;
    let ty = module.types.intern(Type::Array { elem: pointer, len: members.len() as u64 });
    let list = module.consts.lists.push(&members);
    let value = Value::constant(module.consts.push(ty, ConstKind::Aggregate(list)));
    let at = known.unwrap_or_else(|| {
        let name = module.strings.push(USED);
        let section = module.strings.push(b"llvm.metadata");
        let like = GlobalValue::declaration(name, ty, pointer);
        module.globals.push(GlobalValue { section, linkage: Linkage::Appending, kind: GlobalKind::DECLARED_VARIABLE, ..like });
        module.globals.len() - 1
    });
    module.globals[at].value_type = ty;
    if let GlobalKind::Variable { initializer, .. } = &mut module.globals[at].kind {
        *initializer = Some(value).into();
    }
}
