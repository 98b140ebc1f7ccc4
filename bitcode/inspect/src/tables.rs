//! The contents of open-ended operands, and keywords for numbers: data that complements the schema, keyed by its names.
use bctk_ir::inst::FastMathFlags;
use bctk_ir::keywords::{CallConv, ComdatKind, DllStorage, Linkage, ThreadLocal, UnnamedAddr, Visibility};
use bctk_ir::metadata::dwarf;
use bctk_ir::opcodes::{CastOp, FCmpPred, ICmpPred, Ordering, RmwOp};

use bctk_bitcode::schema::{function, metadata};

/// The meaning of the operands of an open-ended field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum List {
    /// Unsigned integers.
    U64,
    /// Sign-rotated integers.
    I64,
    /// Bits, shown in hexadecimal.
    Hex,
    /// Type numbers.
    Types,
    /// Absolute value numbers.
    Values,
    /// Block numbers.
    Blocks,
    /// Metadata numbers.
    Md,
    /// Metadata numbers plus one.
    OptMd,
    /// Relative value numbers, each with its type if it is a forward reference.
    ValTys,
    /// Arguments of a call: relative values by the parameters of the function type, then as `ValTys`.
    Args,
    /// Pairs of absolute value and block.
    Cases,
    /// Pairs of signed relative value and block.
    Incoming,
    /// Pairs of type and absolute value.
    TypeValues,
    /// Clauses of a landing pad: kind, then as `ValTys`.
    Clauses,
    /// Pairs of numbers.
    Pairs,
    /// Pairs of the upper and lower 32 bits of a number.
    Halves,
    /// Bit width and bounds of a range.
    Range,
    /// Inputs of an operand bundle.
    Bundle,
    /// Pairs of metadata kind and metadata number.
    Attachments,
    /// Attributes of a group.
    Attributes,
    /// Pairs of offset and size in STRTAB.
    Strtab,
    /// Triples of GUID, and offset and size in STRTAB.
    GuidStrtab,
    /// Operations of a DIExpression.
    Expression,
}

/// The elements of a field of this kind, if it is a list.
pub(crate) fn list(kind: &str) -> Option<List> {
    Some(match kind {
        "operands" | "list of u64" => List::U64,
        "list of i64" => List::I64,
        "list of bits" => List::Hex,
        "list of types" => List::Types,
        "list of values" => List::Values,
        "list of values and types" => List::ValTys,
        "list of blocks" => List::Blocks,
        "list of metadata" => List::Md,
        "list of metadata or null" => List::OptMd,
        "list of cases" => List::Cases,
        "list of incoming values" => List::Incoming,
        "list of types and values" => List::TypeValues,
        "list of types and numbers" | "list of attribute masks" | "list of virtual calls" => List::Pairs,
        "list of attachments" => List::Attachments,
        "list of names in STRTAB" => List::Strtab,
        "list of GUIDs and names in STRTAB" => List::GuidStrtab,
        "list of clauses" => List::Clauses,
        "list of bundle inputs" => List::Bundle,
        "list of u64 in halves" => List::Halves,
        "list of offsets and values" | "list of values and offsets" => List::Pairs,
        "call arguments" => List::Args,
        "attributes" => List::Attributes,
        "range" => List::Range,
        _ => return None,
    })
}

/// Numbers that have words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Words {
    /// Linkage.
    Linkage,
    /// Visibility.
    Visibility,
    /// Thread-local model.
    ThreadLocal,
    /// `unnamed_addr`.
    UnnamedAddr,
    /// DLL storage class.
    Dll,
    /// Calling convention.
    CallConv,
    /// Calling convention and flags of a call.
    CallCc,
    /// Calling convention and a flag of an invoke.
    InvokeCc,
    /// Selection kind of a COMDAT.
    Comdat,
    /// Binary operator.
    BinOp,
    /// Unary operator.
    UnOp,
    /// Conversion.
    CastOp,
    /// Predicate of a comparison.
    Predicate,
    /// Memory ordering.
    Ordering,
    /// Operation of `atomicrmw`.
    Rmw,
    /// Number of a synchronization scope.
    SyncScope,
    /// Number of an operand bundle tag.
    BundleTag,
    /// Number of a kind of attachment.
    MdKind,
    /// Logarithm of an alignment, plus one.
    Align,
    /// DWARF tag.
    Tag,
    /// DWARF encoding of a basic type.
    Encoding,
    /// DWARF language.
    Language,
    /// Flags of a metadata node.
    DiFlags,
    /// Flags of a subprogram.
    SpFlags,
    /// Index of attributes: function, result or parameter.
    AttrIndex,
    /// Flags of `getelementptr`.
    Gep,
    /// Flags of an operator, which depend on it.
    Operator,
    /// Fast-math flags.
    FastMath,
    /// Flags of a global variable: constant, with its type stated, address space.
    Variable,
}

/// Whether a plain number has words, by block, record and field.
pub(crate) fn words(block: u32, record: &str, field: &str) -> Option<Words> {
    use Words as W;
    let metadata = block == metadata::ID;
    Some(match (field, record) {
        ("linkage", _) => W::Linkage,
        ("visibility", _) => W::Visibility,
        ("thread_local", _) => W::ThreadLocal,
        ("unnamed_addr", _) => W::UnnamedAddr,
        ("dll_storage_class", _) => W::Dll,
        ("calling_convention", _) => W::CallConv,
        ("selection_kind", _) => W::Comdat,
        ("cc", "INST_INVOKE") => W::InvokeCc,
        ("cc", "INST_CALL" | "INST_CALLBR") => W::CallCc,
        ("opcode", "INST_BINOP" | "CE_BINOP") => W::BinOp,
        ("opcode", "INST_UNOP" | "CE_UNOP") => W::UnOp,
        ("opcode", "INST_CAST" | "CE_CAST") => W::CastOp,
        ("predicate", _) => W::Predicate,
        ("ordering" | "success" | "failure", _) if block == function::ID => W::Ordering,
        ("operation", "INST_ATOMICRMW" | "INST_ATOMICRMW_OLD") => W::Rmw,
        ("scope", _) if block == function::ID && record != "DEBUG_LOC" => W::SyncScope,
        ("tag", "OPERAND_BUNDLE") => W::BundleTag,
        ("kind", "KIND") => return None,
        ("align", _) if block == function::ID || block == bctk_bitcode::schema::module::ID => W::Align,
        ("flags", "INST_GEP" | "CE_GEP" | "CE_GEP_WITH_INRANGE") => W::Gep,
        ("flags", "INST_BINOP" | "INST_CAST" | "INST_CMP2" | "CE_BINOP" | "CE_CAST") => W::Operator,
        ("flags", "INST_PHI" | "INST_VSELECT" | "INST_UNOP" | "CE_UNOP") | ("fast_math", _) => W::FastMath,
        ("flags", "GLOBALVAR") => W::Variable,
        ("tag", _) if metadata => W::Tag,
        ("encoding", _) if metadata => W::Encoding,
        ("language", _) if metadata => W::Language,
        ("flags", "COMPILE_UNIT") => return None,
        ("flags", _) if metadata => W::DiFlags,
        ("spFlags", _) if metadata => W::SpFlags,
        ("index", "ENTRY") if block == bctk_bitcode::schema::attrs::groups::ID => W::AttrIndex,
        _ => return None,
    })
}

/// The keyword of a number; "default" where assembly writes nothing.
fn keyword(spelling: Option<&'static str>) -> Option<&'static str> {
    spelling.map(|text| if text.is_empty() { "default" } else { text.trim_end() })
}

/// Appends words with bars between them. Returns whether there were any.
fn joined(words: impl Iterator<Item = &'static str>, out: &mut String) -> bool {
    let before = out.len();
    for word in words {
        out.push_str(if out.len() > before { "|" } else { "" });
        out.push_str(word);
    }
    out.len() > before
}

/// Appends the words for the flags of an operator (`add`, `zext`, `icmp`). Returns false, having appended nothing, if a flag has none.
pub(crate) fn operator_flags(operator: &str, flags: u64, out: &mut String) -> bool {
    let (arithmetic, fast_math): (&[&str], bool) = match operator {
        "add" | "sub" | "mul" | "shl" | "trunc" => (&["nuw", "nsw"], false),
        "udiv" | "sdiv" | "lshr" | "ashr" => (&["exact"], false),
        "or" => (&["disjoint"], false),
        "zext" => (&["nneg"], false),
        "icmp" => (&["samesign"], false),
        "uitofp" => (&["nneg"], true),
        _ => (&[], true),
    };
    let known = (1u64 << arithmetic.len()) - 1;
    let fast = if fast_math { flags & !known } else { 0 };
    let Some(fast) = u8::try_from(fast).ok().filter(|_| flags & !known & !fast == 0 && flags != 0) else { return false };
    let named = arithmetic.iter().enumerate().filter(|(bit, _)| flags >> bit & 1 == 1).map(|(_, &name)| name);
    joined(named.chain(FastMathFlags::from_bits(fast).keywords()), out)
}

/// Appends the words of a number. Returns false, having appended nothing, where there are none.
pub(crate) fn write_words(words: Words, value: u64, out: &mut String) -> bool {
    use std::fmt::Write;
    let text = match words {
        Words::Linkage if value == 0 => Some("external"),
        Words::Linkage if value < 20 => match Linkage::from_wire(value) {
            Linkage::External => None,
            linkage => Some(linkage.spelling()),
        },
        Words::Visibility => keyword(Visibility::from_code(value).map(Visibility::spelling)),
        Words::ThreadLocal => Some(ThreadLocal::from_code(value).map_or("", ThreadLocal::spelling)).filter(|text| !text.is_empty()),
        Words::UnnamedAddr => UnnamedAddr::from_code(value).map(UnnamedAddr::spelling).filter(|text| !text.is_empty()),
        Words::Dll => keyword(DllStorage::from_code(value).map(DllStorage::spelling)),
        Words::CallConv => return call_conv(value, out),
        Words::CallCc => {
            call_conv(value >> 1 & 0x3ff, out);
            for (bit, name) in [(0, "tail"), (14, "musttail"), (15, "explicit_type"), (16, "notail"), (17, "fast_math")] {
                if value >> bit & 1 == 1 {
                    let _ = write!(out, "|{name}");
                }
            }
            return true;
        }
        Words::InvokeCc => {
            call_conv(value & 0x1fff & 0x3ff, out);
            if value >> 13 & 1 == 1 {
                out.push_str("|explicit_type");
            }
            return true;
        }
        Words::Comdat => ComdatKind::from_code(value).map(ComdatKind::spelling),
        Words::UnOp => (value == 0).then_some("fneg"),
        Words::CastOp => CastOp::from_code(value).map(CastOp::spelling),
        Words::Predicate if value < 32 => FCmpPred::from_code(value).map(FCmpPred::spelling),
        Words::Predicate => ICmpPred::from_code(value).map(ICmpPred::spelling),
        Words::Ordering => Ordering::from_code(value).map(|ordering| if value == 0 { "notatomic" } else { ordering.spelling() }),
        Words::Rmw => RmwOp::from_code(value).map(RmwOp::spelling),
        Words::Align => {
            // Bits above the low ones are other things' in some records; an alignment is at most 2^32.
            let Some(log) = value.checked_sub(1).filter(|log| *log <= 32) else { return false };
            let _ = write!(out, "{}", 1u64 << log);
            return true;
        }
        Words::Tag => u16::try_from(value).ok().and_then(|v| dwarf::Tag(v).name()),
        Words::Encoding => u8::try_from(value).ok().and_then(|v| dwarf::Encoding(v).name()),
        Words::Language => u16::try_from(value).ok().and_then(|v| dwarf::Lang(v).name()),
        Words::Gep if (1..8).contains(&value) => {
            let names = ["inbounds", "nusw", "nuw"].iter().enumerate().filter(|(bit, _)| value >> bit & 1 == 1);
            names.enumerate().for_each(|(i, (_, name))| {
                out.push_str(if i > 0 { "|" } else { "" });
                out.push_str(name);
            });
            return true;
        }
        Words::FastMath => {
            let Some(flags) = u8::try_from(value).ok().filter(|&flags| flags != 0).map(FastMathFlags::from_bits) else { return false };
            return joined(flags.keywords(), out);
        }
        Words::Variable if value != 0 => {
            let names = [(0, "constant"), (1, "explicit_type")].into_iter().filter(|(bit, _)| value >> bit & 1 == 1);
            let any = joined(names.map(|(_, name)| name), out);
            if value >> 2 != 0 {
                let _ = write!(out, "{}addrspace({})", if any { "|" } else { "" }, value >> 2);
            }
            return true;
        }
        Words::DiFlags | Words::SpFlags => return flags(words, value, out),
        Words::AttrIndex => match value {
            0 => Some("result"),
            0xffff_ffff => Some("function"),
            _ => {
                let _ = write!(out, "param{}", value - 1);
                return true;
            }
        },
        Words::Linkage | Words::SyncScope | Words::BundleTag | Words::MdKind | Words::Gep | Words::BinOp => None,
        Words::Operator | Words::Variable => None,
    };
    match text {
        Some(text) => {
            out.push_str(text);
            true
        }
        None => false,
    }
}

fn call_conv(value: u64, out: &mut String) -> bool {
    use std::fmt::Write;
    let name = u16::try_from(value).ok().and_then(|v| CallConv(v).name());
    match name {
        Some(name) => out.push_str(name.trim_end()),
        None if value == 0 => out.push_str("ccc"),
        None => {
            let _ = write!(out, "cc{value}");
        }
    }
    true
}

fn flags(words: Words, value: u64, out: &mut String) -> bool {
    let Ok(value) = u32::try_from(value) else { return false };
    if value == 0 {
        return false;
    }
    let mut bytes = Vec::new();
    match words {
        Words::SpFlags => bctk_ir::metadata::flags::write_sp_flags(&mut bytes, value),
        _ => bctk_ir::metadata::flags::write_di_flags(&mut bytes, value),
    }
    out.extend(String::from_utf8_lossy(&bytes).chars().filter(|c| *c != ' '));
    true
}
