//! Checks the metadata of a module and of its global values, and comdats (`Verifier::visitModuleFlags` and the like).
use crate::function::{Shared, check};
use crate::nodes::{Nodes, RangeOf, ranges, subject};
use crate::report::{Sink, Subject};
use crate::tbaa::{self, Tbaa};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, MdId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::Linkage;
use bctk_ir::metadata::NamedMetadata;
use bctk_ir::metadata::module_flags::module_flag as flag_named;
use bctk_ir::opcodes::CastOp;
use bctk_ir::triple::{ObjectFormat, Triple};
use bctk_ir::value::{Value, ValueKind};
use hashbrown::{HashMap, HashSet};

/// The behaviors of module flags that are checked.
const REQUIRE: u64 = 3;
const APPEND: u64 = 5;
const APPEND_UNIQUE: u64 = 6;
const MAX: u64 = 7;
const MIN: u64 = 8;

const PLATFORM: &[u8] = b"aarch64-elf-pauthabi-platform";
const VERSION: &[u8] = b"aarch64-elf-pauthabi-version";
const INIT_FINI: &[u8] = b"ptrauth-init-fini";
const DISCRIMINATION: &[u8] = b"ptrauth-init-fini-address-discrimination";

/// Checks what a module has beside global values.
pub(crate) fn verify(shared: &Shared<'_>, sink: &mut Sink) {
    comdats(shared, sink);
    let nodes = Nodes { module: shared.module, body: None };
    let named = |name: &[u8]| shared.module.metadata.named.iter().position(|named| shared.module.str(named.name) == name);
    let get = |name: &[u8]| named(name).map(|at| &shared.module.metadata.named[at]);
    if let Some(flags) = get(b"llvm.module.flags") {
        module_flags(shared, nodes, flags, sink);
    }
    if let Some(idents) = get(b"llvm.ident") {
        let number = "incorrect number of operands in llvm.ident metadata";
        strings(nodes, idents, number, "invalid value for llvm.ident metadata entry operand(the operand should be a string)", sink);
    }
    if let Some(lines) = get(b"llvm.commandline") {
        let number = "incorrect number of operands in llvm.commandline metadata";
        strings(nodes, lines, number, "invalid value for llvm.commandline metadata entry operand(the operand should be a string)", sink);
    }
    if let Some(at) = named(b"llvm.errno.tbaa").filter(|_| shared.llvm.profile_names_checked()) {
        let tags = &shared.module.metadata.named[at].nodes;
        check!(sink, !tags.is_empty(), "llvm.errno.tbaa must have at least one operand", Subject::Named(at as u32));
        let mut tbaa = Tbaa::default();
        tags.iter().for_each(|&tag| tbaa::errno(nodes, &mut tbaa, sink, tag));
    }
}

/// Checks nodes of one string each.
fn strings(nodes: Nodes<'_>, named: &NamedMetadata, number: &'static str, kind: &'static str, sink: &mut Sink) {
    for &node in &named.nodes {
        let ops = nodes.operands(node);
        check!(sink, ops.len() == 1, number, Subject::Metadata(node));
        if nodes.string(ops.op(0)).is_none() {
            return sink.fail(kind, &subject(ops.op(0)));
        }
    }
}

fn comdats(shared: &Shared<'_>, sink: &mut Sink) {
    let module = shared.module;
    if module.comdats.is_empty() || Triple::parse(module.str(module.triple)).format != ObjectFormat::Coff {
        return;
    }
    let names: HashSet<&[u8]> = module.comdats.iter().map(|comdat| module.str(comdat.name)).collect();
    for (at, global) in module.globals.iter().enumerate() {
        if global.linkage == Linkage::Private && !module.str(global.name).is_empty() && names.contains(module.str(global.name)) {
            sink.fail("comdat global value has private linkage", &[Subject::Global(GlobalId::new(at))]);
        }
    }
}

/// What the flags of a module are checked against.
#[derive(Default)]
struct Flags<'m> {
    /// The value of each flag that does not require others.
    seen: HashMap<&'m [u8], Option<MdId>>,
    /// Names of other flags and their values.
    required: Vec<(MdId, Option<MdId>)>,
}

fn module_flags<'m>(shared: &Shared<'m>, nodes: Nodes<'m>, named: &NamedMetadata, sink: &mut Sink) {
    let mut flags = Flags::default();
    let mut numbers: HashMap<&[u8], u64> = HashMap::new();
    for &node in &named.nodes {
        module_flag(shared, nodes, node, &mut flags, sink);
        let Some(ops) = nodes.node(node).filter(|ops| ops.len() == 3) else { continue };
        let Some(name) = nodes.string(ops.op(1)).filter(|name| [PLATFORM, VERSION, INIT_FINI, DISCRIMINATION].contains(name)) else {
            continue;
        };
        match nodes.int(ops.op(2)) {
            // LLVM looks at 64 bits.
            Some(number) => _ = numbers.insert(name, number.bits.unwrap_or_default() as u64),
            None if shared.llvm.init_fini_flags() => {
                sink.fail(format!("{}: module flag expects integer value", String::from_utf8_lossy(name)), &[]);
            }
            None => {}
        }
    }
    if shared.llvm.init_fini_flags() {
        let get = |name: &[u8]| numbers.get(name).copied().unwrap_or_default();
        let (signs, discriminates) = (get(INIT_FINI), get(DISCRIMINATION));
        check!(sink, signs <= 1, "ptrauth-init-fini must be 0 or 1");
        check!(sink, discriminates <= 1, "ptrauth-init-fini-address-discrimination must be 0 or 1, if set");
        let has_both = discriminates == 0 || signs == 1;
        check!(sink, has_both, "ptrauth-init-fini-address-discrimination module flag requires ptrauth-init-fini");
    }
    if numbers.contains_key(PLATFORM) != numbers.contains_key(VERSION) && shared.llvm.ptr_auth() {
        sink.fail("either both or no 'aarch64-elf-pauthabi-platform' and 'aarch64-elf-pauthabi-version' module flags must be present", &[]);
    }
    for (name, value) in flags.required {
        match nodes.string(Some(name)).and_then(|name| flags.seen.get(name)) {
            None => sink.fail("invalid requirement on flag, flag is not present in module", &[Subject::Metadata(name)]),
            Some(&stated) if !nodes.same(stated, value) => {
                sink.fail("invalid requirement on flag, flag does not have the required value", &[Subject::Metadata(name)]);
            }
            Some(_) => {}
        }
    }
}

fn module_flag<'m>(shared: &Shared<'m>, nodes: Nodes<'m>, node: MdId, flags: &mut Flags<'m>, sink: &mut Sink) {
    let ops = nodes.operands(node);
    check!(sink, ops.len() == 3, "incorrect number of operands in module flag", Subject::Metadata(node));
    let (name, value) = (ops.op(1), ops.op(2));
    let Some(behavior) = nodes.int(ops.op(0)) else {
        return sink.fail("invalid behavior operand in module flag (expected constant integer)", &subject(ops.op(0)));
    };
    // A release that is only inferred from a text says nothing against the flag.
    let is_inferred = shared.module.provenance.inferred.is_some() && shared.module.llvm_version() == shared.llvm;
    let last = if shared.llvm.minimum_protection() || is_inferred { MIN } else { MAX };
    let Some(behavior) = behavior.small().filter(|behavior| (1..=last).contains(behavior)) else {
        return sink.fail("invalid behavior operand in module flag (unexpected constant)", &subject(ops.op(0)));
    };
    let (Some(id), Some(name)) = (nodes.string(name), name) else {
        return sink.fail("invalid ID operand in module flag (expected metadata string)", &subject(name));
    };
    match behavior {
        MIN if nodes.int(value).is_none_or(|int| int.is_negative()) => {
            return sink.fail("invalid value for 'min' module flag (expected constant non-negative integer)", &subject(value));
        }
        MAX if nodes.int(value).is_none() => {
            return sink.fail("invalid value for 'max' module flag (expected constant integer)", &subject(value));
        }
        REQUIRE => {
            let Some(pair) = value.and_then(|value| nodes.node(value)).filter(|pair| pair.len() == 2) else {
                return sink.fail("invalid value for 'require' module flag (expected metadata pair)", &subject(value));
            };
            let Some(of) = pair.op(0).filter(|&of| nodes.string(Some(of)).is_some()) else {
                let message = "invalid value for 'require' module flag (first value operand should be a string)";
                return sink.fail(message, &subject(pair.op(0)));
            };
            flags.required.push((of, pair.op(1)));
        }
        APPEND | APPEND_UNIQUE if !nodes.is_node(value) => {
            return sink.fail("invalid value for 'append'-type module flag (expected a metadata node)", &subject(value));
        }
        _ => {}
    }
    if behavior != REQUIRE {
        let is_new = !flags.seen.contains_key(id);
        check!(sink, is_new, "module flag identifiers must be unique (or of 'require' type)", Subject::Metadata(name));
        flags.seen.insert(id, value);
    }
    let number = nodes.int(value);
    match id {
        b"wchar_size" => check!(sink, number.is_some(), "wchar_size metadata requires constant integer argument"),
        b"Linker Options" => {
            let has = shared.module.metadata.named.iter().any(|named| shared.module.str(named.name) == b"llvm.linker.options");
            check!(sink, has, "'Linker Options' named metadata no longer supported");
        }
        b"SemanticInterposition" => {
            check!(sink, number.is_some(), "SemanticInterposition metadata requires constant integer argument");
        }
        b"CG Profile" => {
            let Some(entries) = value.and_then(|value| nodes.node(value)) else { return };
            entries.iter().for_each(|entry| call_profile(shared, nodes, entry, sink));
        }
        b"float-abi" if shared.llvm.long_double_flag() => named_value(nodes, node, "float-abi", &[b"soft", b"hard"], sink),
        b"long-double-type" if shared.llvm.long_double_flag() => {
            let types: &[&[u8]] = &[b"float", b"double", b"x86_fp80", b"fp128", b"ppc_fp128"];
            named_value(nodes, node, "long-double-type", types, sink);
        }
        b"amdgpu.buffer.oob.mode" | b"amdgpu.tbuffer.oob.mode" if shared.llvm.verified_kinds() => {
            let name = String::from_utf8_lossy(id);
            check!(sink, behavior == MAX, format!("'{name}' module flag must use 'max' merge behaviour"));
            let Some(number) = number else { return sink.fail(format!("'{name}' module flag must have a constant integer value"), &[]) };
            check!(sink, number.small().is_some_and(|mode| mode <= 2), format!("'{name}' module flag must be 0, 1, or 2"));
        }
        _ => {}
    }
}

/// Checks a flag whose value is one of a few names.
fn named_value(nodes: Nodes<'_>, node: MdId, id: &str, names: &[&[u8]], sink: &mut Sink) {
    const ERROR: u64 = 1;
    let ops = nodes.operands(node);
    let behavior = nodes.int(ops.op(0)).and_then(|behavior| behavior.small());
    check!(sink, behavior == Some(ERROR), format!("{id} module flag must use 'error' merge behavior"), Subject::Metadata(node));
    let Some(name) = nodes.string(ops.op(2)) else {
        return sink.fail(format!("{id} metadata requires a string argument"), &[]);
    };
    check!(sink, names.contains(&name), format!("invalid {id} metadata value"), Subject::Metadata(node));
}

/// Whether the module states that all pointers are logical.
pub(crate) fn is_logical(module: &bctk_ir::module::Module) -> bool {
    let nodes = Nodes { module, body: None };
    let flag = flag_named(module, b"require-logical-pointer");
    flag.and_then(|flag| nodes.int(flag.value)).is_some_and(|value| !value.is_zero())
}

/// Checks an entry of the call graph profile.
fn call_profile(shared: &Shared<'_>, nodes: Nodes<'_>, entry: Option<MdId>, sink: &mut Sink) {
    let Some(ops) = entry.and_then(|entry| nodes.node(entry)).filter(|ops| ops.len() == 3) else {
        return sink.fail("expected a MDNode triple", &subject(entry));
    };
    for at in 0..2 {
        let Some(op) = ops.op(at) else { continue };
        let value = nodes.value(Some(op)).map(|value| without_casts(shared, value, false));
        let is_function = value.is_some_and(|value| shared.function(value).is_some() || is_address(shared, value));
        if !is_function {
            sink.fail("expected a Function or null", &[Subject::Metadata(op)]);
        }
    }
    let is_count = nodes.is_constant(ops.op(2))
        && nodes.value(ops.op(2)).and_then(|value| shared.types.of(value, None)).is_none_or(|ty| shared.types.is_int(ty));
    if !is_count {
        sink.fail("expected an integer constant", &subject(ops.op(2)));
    }
}

/// Whether a value is an address that is computed in a way that is not looked into.
fn is_address(shared: &Shared<'_>, value: Value) -> bool {
    let ValueKind::Const(index) = value.kind() else { return false };
    shared.module.consts.get(index).is_some_and(|constant| matches!(constant.kind, ConstKind::Gep { .. } | ConstKind::Select(_)))
}

/// What a constant pointer points to (`stripPointerCasts`), through aliases if asked for. Computed addresses stay.
fn without_casts(shared: &Shared<'_>, mut value: Value, through_aliases: bool) -> Value {
    let mut seen = HashSet::new();
    loop {
        let next = match value.kind() {
            ValueKind::Const(index) => match shared.module.consts.get(index).map(|constant| constant.kind) {
                Some(ConstKind::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. }) => value,
                _ => return value,
            },
            ValueKind::Global(id) if through_aliases => match shared.module.global(id).map(|global| &global.kind) {
                Some(&GlobalKind::Alias { aliasee }) if seen.insert(id) => aliasee,
                _ => return value,
            },
            _ => return value,
        };
        value = next;
    }
}

/// Checks the attachments of a global value. Returns whether they are valid.
pub(crate) fn of_global(shared: &Shared<'_>, id: GlobalId, global: &GlobalValue, sink: &mut Sink) -> bool {
    let of_body = global.function().and_then(|function| shared.module.body(function)).map_or(&[][..], |body| &body.function_attachments);
    for wanted in [&b"associated"[..], b"implicit.ref", b"absolute_symbol", b"elf_section_properties"] {
        for attachment in global.attachments.iter().chain(of_body) {
            let name = shared.module.md_kinds.get(attachment.kind as usize).map_or(&b""[..], |&kind| shared.module.str(kind));
            if name != wanted {
                continue;
            }
            let before = sink.findings.len();
            match wanted {
                b"associated" => associated(shared, id, attachment.node, sink),
                b"implicit.ref" => implicit_reference(shared, id, global, attachment.node, sink),
                b"absolute_symbol" => {
                    let width = shared.layout.pointer_bytes(global.addrspace) * 8;
                    let nodes = Nodes { module: shared.module, body: None };
                    ranges(nodes, sink, Subject::Global(id), attachment.node, RangeOf::Symbol(width as u32));
                    // A fault of this does not keep others from being found.
                    continue;
                }
                _ => section_properties(shared, id, attachment.node, sink),
            }
            if sink.findings.len() != before {
                return false;
            }
        }
    }
    true
}

fn associated(shared: &Shared<'_>, id: GlobalId, node: MdId, sink: &mut Sink) {
    let nodes = Nodes { module: shared.module, body: None };
    let Some(ops) = nodes.node(node) else { return };
    let (this, node) = (Subject::Global(id), Subject::Metadata(node));
    check!(sink, ops.len() == 1, "associated metadata must have one operand", this, node);
    check!(sink, ops.op(0).is_some(), "associated metadata must have a global value", this, node);
    let Some(value) = nodes.value(ops.op(0)) else {
        return sink.fail("associated metadata must be ValueAsMetadata", &[this, node]);
    };
    let is_pointer = shared.types.of(value, None).is_none_or(|ty| shared.types.is_pointer(ty));
    check!(sink, is_pointer, "associated value must be pointer typed", this, node);
    let target = without_casts(shared, value, true);
    check!(sink, target != Value::global(id), "global values should not associate to themselves", this, node);
}

fn implicit_reference(shared: &Shared<'_>, id: GlobalId, global: &GlobalValue, node: MdId, sink: &mut Sink) {
    let nodes = Nodes { module: shared.module, body: None };
    let Some(ops) = nodes.node(node).filter(|_| shared.llvm.profile_names_checked()) else { return };
    let (this, node) = (Subject::Global(id), Subject::Metadata(node));
    check!(sink, !global.is_declaration(), "ref metadata must not be placed on a declaration", this);
    check!(sink, ops.len() == 1, "ref metadata must have one operand", this, node);
    let Some(value) = nodes.value(ops.op(0)) else { return sink.fail("ref metadata must be ValueAsMetadata", &[this, node]) };
    let is_pointer = shared.types.of(value, None).is_none_or(|ty| shared.types.is_pointer(ty));
    check!(sink, is_pointer, "ref value must be pointer typed", this, node);
    let target = without_casts(shared, value, true);
    check!(sink, target != Value::global(id), "values should not reference themselves", this, node);
}

fn section_properties(shared: &Shared<'_>, id: GlobalId, node: MdId, sink: &mut Sink) {
    let nodes = Nodes { module: shared.module, body: None };
    let Some(ops) = nodes.node(node).filter(|_| shared.llvm.verified_kinds()) else { return };
    let (this, node) = (Subject::Global(id), Subject::Metadata(node));
    check!(sink, ops.len() == 2, "elf_section_properties metadata must have two operands", this, node);
    check!(sink, nodes.is_constant(ops.op(0)), "type field must be ConstantAsMetadata", this, node);
    check!(sink, nodes.is_constant(ops.op(1)), "entsize field must be ConstantAsMetadata", this, node);
    check!(sink, nodes.int(ops.op(0)).is_some(), "type field must be ConstantInt", this, node);
    check!(sink, nodes.int(ops.op(1)).is_some(), "entsize field must be ConstantInt", this, node);
}
