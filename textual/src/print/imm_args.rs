//! Comments that name the immediate arguments of intrinsics: `/* kind=f16 */ i32 0`.
//!
//! Source: `GET_INTRINSIC_PRETTY_PRINT_ARGUMENTS` of `IntrinsicImpl.inc`, made from the `ArgInfo` properties of `Intrinsics*.td`; the words are
//! those of `NVVMIntrinsicUtils`.
use bctk_ir::attrs::write_fp_class;
use bctk_ir::intrinsics::lookup_in;
use bctk_ir::version::{Feature, LlvmVersion};

/// An immediate argument with a comment.
pub(super) struct ImmArg {
    /// The intrinsic, without `llvm.` and the types that follow its name.
    intrinsic: &'static str,
    /// Its number.
    pub(super) arg: usize,
    /// The feature of the releases that print the comment.
    since: Feature,
    words: Words,
}

/// What a comment says of a value.
enum Words {
    /// The classes of a mask.
    FpClass,
    /// A label, and the name of each value from 0 on. A value beyond them has none.
    Named(&'static str, &'static [&'static str]),
    /// As [`Words::Named`], but all values beyond have the name of the last.
    Open(&'static str, &'static [&'static str]),
}
use Words::{FpClass, Named, Open};

const fn nvvm(intrinsic: &'static str, arg: usize, words: Words) -> ImmArg {
    ImmArg { intrinsic, arg, since: Feature::ImmArgComments, words }
}

const ELEMENT_TYPES: &[&str] = &[
    "u8",
    "u16",
    "u32",
    "s32",
    "u64",
    "s64",
    "f16",
    "f32",
    "f32.ftz",
    "f64",
    "bf16",
    "tf32",
    "tf32.ftz",
    "b4x16",
    "b4x16_p64",
    "b6x16_p32",
];
const SWIZZLE_MODES: &[&str] = &["No swizzling", "32B swizzling", "64B swizzling", "128B swizzling", "96B swizzling"];

const RED_OP: Words = Named("red_op", &["add", "min", "max", "inc", "dec", "and", "or", "xor"]);

const IMM_ARGS: &[ImmArg] = &[
    ImmArg { intrinsic: "is.fpclass", arg: 1, since: Feature::FpClassComments, words: FpClass },
    ImmArg { intrinsic: "nvvm.st.async.gpu", arg: 2, since: Feature::FpClassComments, words: Named("isMultimem", &[]) },
    ImmArg { intrinsic: "nvvm.st.async.sys", arg: 2, since: Feature::FpClassComments, words: Named("isMultimem", &[]) },
    nvvm("nvvm.cp.async.bulk.tensor.reduce.im2col.3d", 6, RED_OP),
    nvvm("nvvm.cp.async.bulk.tensor.reduce.im2col.4d", 7, RED_OP),
    nvvm("nvvm.cp.async.bulk.tensor.reduce.im2col.5d", 8, RED_OP),
    nvvm("nvvm.cp.async.bulk.tensor.reduce.tile.1d", 4, RED_OP),
    nvvm("nvvm.cp.async.bulk.tensor.reduce.tile.2d", 5, RED_OP),
    nvvm("nvvm.cp.async.bulk.tensor.reduce.tile.3d", 6, RED_OP),
    nvvm("nvvm.cp.async.bulk.tensor.reduce.tile.4d", 7, RED_OP),
    nvvm("nvvm.cp.async.bulk.tensor.reduce.tile.5d", 8, RED_OP),
    nvvm("nvvm.tcgen05.mma.tensor", 5, Named("kind", &["f16", "tf32", "f8f6f4", "i8"])),
    nvvm("nvvm.tcgen05.mma.tensor", 6, Named("cta_group", &[])),
    nvvm("nvvm.tcgen05.mma.tensor", 7, Named("collector", &["discard", "lastuse", "fill", "use"])),
    nvvm("nvvm.tensormap.replace.elemtype", 1, Named("elemtype", ELEMENT_TYPES)),
    nvvm("nvvm.tensormap.replace.fill.mode", 1, Open("fill_mode", &["Zero fill", "OOB-NaN fill"])),
    nvvm("nvvm.tensormap.replace.interleave.layout", 1, Named("interleave_layout", &["No interleave", "16B interleave", "32B interleave"])),
    nvvm("nvvm.tensormap.replace.swizzle.atomicity", 1, Named("swizzle_atomicity", &["16B", "32B", "32B + 8B flip", "64B"])),
    nvvm("nvvm.tensormap.replace.swizzle.mode", 1, Named("swizzle_mode", SWIZZLE_MODES)),
];

/// How the names in [`IMM_ARGS`] begin.
const FAMILIES: [&[u8]; 2] = [b"is.", b"nvvm."];

/// The arguments for which `version` prints a comment in calls of the function `name`.
pub(super) fn imm_args(name: &[u8], version: LlvmVersion) -> &'static [ImmArg] {
    let Some(rest) = name.strip_prefix(b"llvm.") else { return &[] };
    // Most intrinsics are others.
    if !FAMILIES.iter().any(|family| rest.starts_with(family)) {
        return &[];
    }
    let Some(first) = IMM_ARGS.iter().position(|imm| rest.starts_with(imm.intrinsic.as_bytes())) else { return &[] };
    let &ImmArg { intrinsic, since, .. } = &IMM_ARGS[first];
    // The names of others may begin with it, too.
    if !version.has(since) || lookup_in(name, version).is_none_or(|found| found.name != intrinsic) {
        return &[];
    }
    let count = IMM_ARGS[first..].iter().take_while(|imm| imm.intrinsic == intrinsic).count();
    &IMM_ARGS[first..first + count]
}

impl ImmArg {
    /// Writes the comment; the value is unknown for a constant that is no number.
    pub(super) fn write(&self, out: &mut Vec<u8>, value: Option<u32>) {
        out.extend_from_slice(b"/* ");
        let (label, name) = match (&self.words, value) {
            (FpClass, Some(mask)) => {
                write_fp_class(out, mask);
                ("", "")
            }
            (FpClass, None) => ("", ""),
            (Named(label, names), value) => (*label, value.and_then(|value| names.get(value as usize)).copied().unwrap_or("")),
            (Open(label, names), value) => {
                (*label, value.and_then(|value| names.get(value as usize).or(names.last())).copied().unwrap_or(""))
            }
        };
        if !label.is_empty() {
            out.extend_from_slice(label.as_bytes());
            out.push(b'=');
        }
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b" */ ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_of_a_family() {
        for imm in IMM_ARGS {
            assert!(FAMILIES.iter().any(|family| imm.intrinsic.as_bytes().starts_with(family)), "{}", imm.intrinsic);
        }
    }
}
