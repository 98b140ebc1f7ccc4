//! What modules say of their target: data layout, triple, assembly, branch protection.
use crate::mover::Mover;
use crate::problem::{FlagValue, Problem, text};
use bctk_ir::datalayout::{AddressSpaces, DataLayout};
use bctk_ir::module::AsmFragment;
use bctk_ir::triple::{Arch, Triple};

/// The data layout of libdevice, which is not that of other modules.
const LIBDEVICE_LAYOUT: &[u8] = b"e-i64:64-v16:16-v32:32-n16:32:64";

/// The parts of a triple.
fn split(triple: &[u8]) -> [&[u8]; 4] {
    let mut parts = triple.splitn(4, |&c| c == b'-');
    std::array::from_fn(|_| parts.next().unwrap_or_default())
}

/// A part without the version after it.
fn without_version(part: &[u8]) -> &[u8] {
    let end = part.iter().position(u8::is_ascii_digit).unwrap_or(part.len());
    &part[..end]
}

/// The version in the name of a system.
fn version(part: &[u8]) -> [u64; 3] {
    let rest = &part[without_version(part).len()..];
    let mut numbers = rest.split(|&c| c == b'.').map(|digits| {
        digits
            .iter()
            .take_while(|c| c.is_ascii_digit())
            .fold(0u64, |number, c| number.saturating_mul(10).saturating_add(u64::from(c - b'0')))
    });
    std::array::from_fn(|_| numbers.next().unwrap_or(0))
}

/// Whether modules of these triples may be linked without a warning (`Triple::isCompatibleWith`).
fn are_compatible(a: &[u8], b: &[u8]) -> bool {
    let ([_, vendor, os, env], [_, other_vendor, other_os, other_env]) = (split(a), split(b));
    let (x, y) = (Triple::parse(a), Triple::parse(b));
    let is_windows_gnu = os.starts_with(b"win") && env.starts_with(b"gnu") || os.starts_with(b"mingw");
    let same_vendor = vendor == other_vendor || is_windows_gnu;
    let same_os = without_version(os) == without_version(other_os);
    let pair = (x.arch, y.arch);
    let is_mixed =
        matches!(pair, (Arch::Arm, Arch::Thumb) | (Arch::Thumb, Arch::Arm) | (Arch::ArmEb, Arch::ThumbEb) | (Arch::ThumbEb, Arch::ArmEb));
    let sub = |name: &[u8]| name.iter().position(|&c| c == b'v').map(|at| name[at..].to_vec());
    let is_arm = matches!(x.arch, Arch::Arm | Arch::Thumb | Arch::ArmEb | Arch::ThumbEb);
    let same_arch = (x.arch == y.arch || is_mixed) && (!is_arm || sub(x.arch_name) == sub(y.arch_name));
    let other_arch = matches!(x.arch, Arch::Other | Arch::Unknown) && x.arch_name != y.arch_name;
    let same_rest = vendor == b"apple" || without_version(env) == without_version(other_env) && x.format == y.format;
    same_arch && !other_arch && same_vendor && same_os && same_rest
}

/// Whether two data layouts say the same, in whatever order.
fn same_layout(a: &[u8], b: &[u8]) -> bool {
    let others = |layout: &[u8]| {
        let is_other = |part: &&[u8]| part.first().is_some_and(|key| !b"eifvapsAGP".contains(key));
        let mut parts: Vec<Vec<u8>> = layout.split(|&c| c == b'-').filter(is_other).map(<[u8]>::to_vec).collect();
        parts.sort_unstable();
        parts.retain(|part| part != b"S0");
        parts
    };
    a == b || DataLayout::parse(a) == DataLayout::parse(b) && AddressSpaces::parse(a) == AddressSpaces::parse(b) && others(a) == others(b)
}

impl Mover<'_> {
    /// Takes over data layout and triple, or warns if they differ.
    pub(crate) fn join_targets(&mut self) {
        let (layout, triple) = (self.src.str(self.src.data_layout).to_vec(), self.src.str(self.src.triple).to_vec());
        if self.dst.module.str(self.dst.module.data_layout).is_empty() {
            self.dst.module.data_layout = self.dst.module.strings.push(&layout);
        }
        if self.dst.module.str(self.dst.module.triple).is_empty() {
            self.dst.module.triple = self.dst.module.strings.push(&triple);
        }
        let old_layout = self.dst.module.str(self.dst.module.data_layout).to_vec();
        let old_triple = self.dst.module.str(self.dst.module.triple).to_vec();
        let is_nvptx = |triple: &[u8]| Triple::parse(triple).arch == Arch::Nvptx;
        let mut warns = (true, true);
        if is_nvptx(&triple) && is_nvptx(&old_triple) {
            let [_, vendor, os, _] = split(&triple);
            let is_libdevice = vendor == b"nvidia" && os == b"gpulibs" || vendor == b"unknown" && os == b"unknown";
            warns = (!(is_libdevice && (layout.is_empty() || layout == LIBDEVICE_LAYOUT)), !is_libdevice);
        }
        let both = |of_src: &[u8], of_dst: &[u8]| {
            [(of_src, self.names[0]), (of_dst, self.names[1])]
                .map(|(value, module)| FlagValue { value: text(value), module: module.to_owned() })
        };
        if warns.0 && !same_layout(&layout, &old_layout) {
            self.problems.push(Problem::DataLayouts { layouts: both(&layout, &old_layout) });
        }
        if warns.1 && !triple.is_empty() && !are_compatible(&triple, &old_triple) {
            self.problems.push(Problem::Triples { triples: both(&triple, &old_triple) });
        }
        let [_, vendor, os, _] = split(&triple);
        if vendor == b"apple" && version(split(&old_triple)[2]) < version(os) {
            self.dst.module.triple = self.dst.module.strings.push(&triple);
        }
    }

    /// Appends the assembly of the module.
    pub(crate) fn join_assembly(&mut self) {
        let parts: Vec<(Vec<u8>, AsmFragment)> = self.src.asm_parts().map(|(part, fragment)| (part.to_vec(), fragment)).collect();
        if parts.is_empty() {
            return;
        }
        let mode: &[u8] = match Triple::parse(self.src.str(self.src.triple)).arch {
            Arch::Thumb | Arch::ThumbEb => b".text\n.balign 2\n.thumb\n",
            Arch::Arm | Arch::ArmEb => b".text\n.balign 4\n.arm\n",
            _ => b"",
        };
        let has_properties = |fragment: &AsmFragment| fragment.properties().iter().any(|property| !property.is_empty());
        let old = self.dst.module.str(self.dst.module.inline_asm).to_vec();
        let splits = parts.iter().any(|(_, fragment)| has_properties(fragment)) || !self.dst.module.asm_fragments.is_empty();
        if splits && self.dst.module.asm_fragments.is_empty() && !old.is_empty() {
            self.dst.module.asm_fragments.push(AsmFragment { end: old.len() as u32, ..AsmFragment::default() });
        }
        let mut all = old;
        for (at, (part, fragment)) in parts.into_iter().enumerate() {
            if at == 0 {
                all.extend_from_slice(mode);
            }
            all.extend_from_slice(&part);
            if all.last().is_some_and(|&last| last != b'\n') {
                all.push(b'\n');
            }
            if splits {
                let (features, cpu) = (self.text(fragment.features), self.text(fragment.cpu));
                self.dst.module.asm_fragments.push(AsmFragment { end: all.len() as u32, features, cpu });
            }
        }
        self.dst.module.inline_asm = self.dst.module.strings.push(&all);
    }
}
