//! Data layout strings as LLVM completes them for the target when it reads a module (`UpgradeDataLayoutString`).
//!
//! The rules are derived from the output of each release's `llvm-dis` for layouts of older compilers.
use bctk_ir::module::Module;
use bctk_ir::version::LlvmVersion;

/// The parts of a target triple that the rules ask for.
struct Triple<'t> {
    arch: &'t [u8],
    os: &'t [u8],
    environment: &'t [u8],
}

impl<'t> Triple<'t> {
    fn parse(triple: &'t [u8]) -> Self {
        let mut parts = triple.split(|&c| c == b'-');
        let arch = parts.next().unwrap_or(&[]);
        parts.next();
        Self { arch, os: parts.next().unwrap_or(&[]), environment: parts.next().unwrap_or(&[]) }
    }
    fn arch_in(&self, names: &[&str]) -> bool {
        names.iter().any(|n| n.as_bytes() == self.arch)
    }
    fn arch_starts(&self, prefixes: &[&str]) -> bool {
        prefixes.iter().any(|p| self.arch.starts_with(p.as_bytes()))
    }
    fn is_x86(&self) -> bool {
        let i86 = matches!(self.arch, [b'i', b'3'..=b'9', b'8', b'6']);
        i86 || self.arch_in(&["x86", "x86_64", "x86_64h", "amd64"])
    }
    fn is_x86_64(&self) -> bool {
        self.arch_in(&["x86_64", "x86_64h", "amd64"])
    }
    fn is_msvc(&self) -> bool {
        let windows = self.os.starts_with(b"windows") || self.os.starts_with(b"win32");
        windows && (self.environment.is_empty() || self.environment.starts_with(b"msvc"))
    }
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|w| w == what)
}

fn insert(layout: &mut Vec<u8>, at: usize, what: &[u8]) {
    layout.splice(at..at, what.iter().copied());
}

/// Whether a layout has a specification beginning with `key`.
fn has(layout: &[u8], key: &str) -> bool {
    layout.starts_with(key.as_bytes()) || find(layout, format!("-{key}").as_bytes()).is_some()
}

/// The layout that the default release uses for a module with the layout `layout` and the target `triple`.
pub fn upgrade_data_layout(layout: &[u8], triple: &[u8]) -> Vec<u8> {
    upgrade_data_layout_in(layout, triple, LlvmVersion::DEFAULT)
}

/// As [`upgrade_data_layout`], for LLVM `version`.
pub fn upgrade_data_layout_in(layout: &[u8], triple: &[u8], version: LlvmVersion) -> Vec<u8> {
    let target = Triple::parse(triple);
    let mut out = layout.to_vec();
    let append = |out: &mut Vec<u8>, what: &str| {
        let skip = usize::from(out.is_empty());
        out.extend_from_slice(&what.as_bytes()[skip..]);
    };
    if target.arch_in(&["s390x", "systemz"]) && version.systemz_stack_layout() && !layout.is_empty() && find(layout, b"-S64").is_none() {
        out.splice(0..1, *b"E-S64");
    }
    let gcn = target.arch_in(&["amdgcn"]) || version.amdgpu_triples() && target.arch_starts(&["amdgpu"]);
    let amd = gcn || target.arch_in(&["r600"]);
    if amd && version.amd_mangling_layout() && !has(layout, "m:e") {
        insert(&mut out, 0, if layout.is_empty() { b"m:e" } else { b"m:e-" });
    }
    let spirv = target.arch_in(&["spir", "spir64", "spirv32", "spirv64"]) || target.arch_starts(&["spirv32v", "spirv64v"]);
    if (amd && version.amd_globals_layout() || spirv && version.spirv_globals_layout()) && !has(layout, "G") {
        append(&mut out, "-G1");
    }
    let n32 = target.arch_in(&["riscv64"]) && version.riscv_n32_layout()
        || target.arch_in(&["loongarch64"]) && version.loongarch_n32_layout()
        || target.arch_in(&["riscv64be"]) && version.riscv_be_n32_layout();
    if n32 && let Some(at) = find(&out, b"-n64-") {
        insert(&mut out, at + 2, b"32:");
    }
    if gcn && version.amd_buffers_layout() {
        let strided = version.amd_strided_layout();
        if !has(layout, "ni") {
            append(&mut out, if strided { "-ni:7:8:9" } else { "-ni:7:8" });
        } else if layout.ends_with(b"ni:7") {
            append(&mut out, if strided { ":8:9" } else { ":8" });
        } else if layout.ends_with(b"ni:7:8") && strided {
            append(&mut out, ":9");
        }
        if !has(layout, "p7") {
            append(&mut out, "-p7:160:256:256:32");
        }
        let offsets = version.amd_buffer_offsets_layout();
        if !has(layout, "p8") {
            append(&mut out, if offsets { "-p8:128:128:128:48" } else { "-p8:128:128" });
        } else if let Some(at) = find(layout, b"-p8:128:128-").and(find(&out, b"-p8:128:128-")).filter(|_| offsets) {
            insert(&mut out, at + b"-p8:128:128".len(), b":128:48");
        }
        if !has(layout, "p9") && strided {
            append(&mut out, "-p9:192:256:256:32");
        }
    }
    if target.arch_starts(&["aarch64", "arm64"]) {
        if version.aarch64_functions_layout() && !layout.is_empty() && !has(layout, "Fn32") {
            append(&mut out, "-Fn32");
        }
        if version.aarch64_spaces_layout() {
            add_pointer_spaces(&mut out, version);
        }
    }
    let mips64 = target.arch_starts(&["mips64", "mipsn32", "mipsisa64"]) && !has(layout, "m:m");
    let ppc64 = target.arch_in(&["powerpc64", "ppc64", "ppu", "powerpc64le", "ppc64le"]);
    let sparc64 = target.arch_in(&["sparc", "sparcel", "sparcv9", "sparc64"]);
    if version.more_i128_layout()
        && (sparc64 || mips64 || ppc64 || target.arch_starts(&["wasm32", "wasm64"]))
        && find(&out, b"-i128:128").is_none()
        && let Some(at) = find(&out, b"-i64:64")
    {
        insert(&mut out, at + b"-i64:64".len(), b"-i128:128");
    }
    if version.aix_double_layout()
        && target.arch_starts(&["powerpc", "ppc"])
        && target.os.starts_with(b"aix")
        && !layout.is_empty()
        && find(layout, b"f64:32:64").is_none()
    {
        let at = find(&out, b"-S128").unwrap_or(out.len());
        insert(&mut out, at, b"-f64:32:64");
    }
    if target.is_x86() {
        if version.x86_spaces_layout() {
            add_pointer_spaces(&mut out, version);
        }
        if version.x86_i128_layout() && !target.os.starts_with(b"elfiamcu") {
            add_i128(&mut out);
        }
        if version.msvc_fp80_layout()
            && target.is_msvc()
            && !target.is_x86_64()
            && let Some(at) = find(&out, b"-f80:32-")
        {
            out.splice(at + 5..at + 7, *b"128");
        }
    }
    out
}

/// Address spaces 270 to 272, inserted after endianness, mangling and 32-bit pointers at the start of the layout.
fn add_pointer_spaces(layout: &mut Vec<u8>, version: LlvmVersion) {
    const SPACES: &[u8] = b"-p270:32:32-p271:32:32-p272:64:64";
    if find(layout, SPACES).is_some() {
        return;
    }
    let fits = layout.first().is_some_and(|c| matches!(c, b'e' | b'E'))
        && layout[1..].starts_with(b"-m:")
        && layout.get(4).is_some_and(u8::is_ascii_lowercase);
    if !fits {
        return;
    }
    let mut at = 5;
    if layout[at..].starts_with(b"-p:32:32") && layout.get(at + 8).is_none_or(|&c| c == b'-') {
        at += 8;
    }
    let before_all = version.pointer_spaces_before_all();
    let may_follow =
        |rest: &[u8]| if before_all { rest.starts_with(b"-") } else { rest.starts_with(b"-i64:") || rest.starts_with(b"-f64:") };
    if may_follow(&layout[at..]) && (before_all || layout[0] == b'e') {
        insert(layout, at, SPACES);
    }
}

/// The alignment of `i128`, inserted after the leading mangling, pointer and integer specifications.
fn add_i128(layout: &mut Vec<u8>) {
    if find(layout, b"-i128:128").is_some() || layout.first() != Some(&b'e') || !matches!(layout.get(1), None | Some(b'-')) {
        return;
    }
    let leads = |spec: &[u8]| matches!(spec.first(), Some(b'm' | b'p' | b'i'));
    let specs: Vec<&[u8]> = layout.split(|&c| c == b'-').skip(1).collect();
    let leading = specs.iter().take_while(|s| leads(s)).count();
    if specs[leading..].iter().any(|s| leads(s) || s.is_empty()) {
        return;
    }
    let at = 1 + specs[..leading].iter().map(|s| s.len() + 1).sum::<usize>();
    insert(layout, at, b"-i128:128");
}

/// Completes the data layout as `llvm` does; the original is kept in the provenance.
pub(super) fn complete(module: &mut Module, llvm: LlvmVersion) {
    let layout = upgrade_data_layout_in(module.str(module.data_layout), module.str(module.triple), llvm);
    if layout != module.str(module.data_layout) {
        let stated = std::mem::replace(&mut module.data_layout, module.strings.push(&layout));
        if let Some(written) = &mut module.provenance.bitcode {
            written.data_layout = Some(stated);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{upgrade_data_layout, upgrade_data_layout_in};
    use bctk_ir::version::LlvmVersion;

    /// What llvm-dis 22 and 23 make of layouts of SystemZ and of AMD's GPUs.
    #[test]
    fn layouts_that_llvm_23_completes() {
        let upgrade = |layout: &str, triple: &str, major: u32| {
            let upgraded = upgrade_data_layout_in(layout.as_bytes(), triple.as_bytes(), LlvmVersion::new(major));
            String::from_utf8(upgraded).expect("ASCII")
        };
        let (old, new) = ("E-m:e-i1:8:16-i8:8:16-i64:64-a:8:16-n32:64", "E-S64-m:e-i1:8:16-i8:8:16-i64:64-a:8:16-n32:64");
        assert_eq!(upgrade(old, "s390x-ibm-zos", 22), old);
        assert_eq!(upgrade(old, "s390x-unknown-linux-gnu", 23), new);
        assert_eq!(upgrade(new, "s390x-unknown-linux-gnu", 23), new);
        assert_eq!(upgrade("e-S128", "s390x-unknown-linux-gnu", 23), "E-S64-S128");
        assert_eq!(upgrade("", "s390x-unknown-linux-gnu", 23), "");
        let buffers = "e-p7:160:256:256:32-p8:128:128";
        for major in [22, 23] {
            assert_eq!(upgrade("E-m:a-p:32:32", "r600--", major), "m:e-E-m:a-p:32:32-G1");
            assert_eq!(upgrade(buffers, "amdgcn-amd-amdhsa", major), "m:e-e-p7:160:256:256:32-p8:128:128-G1-ni:7:8:9-p9:192:256:256:32");
        }
    }

    /// Each pair was found with `llvm-dis` 22.
    #[test]
    fn layouts_of_older_compilers() {
        for (triple, before, after) in [
            (
                "x86_64-unknown-linux-gnu",
                "e-m:e-i64:64-f80:128-n8:16:32:64-S128",
                "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
            ),
            (
                "i686-pc-windows-msvc",
                "e-m:x-p:32:32-i64:64-f80:32-n8:16:32-a:0:32-S32",
                "e-m:x-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32-a:0:32-S32",
            ),
            (
                "aarch64",
                "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128",
                "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32",
            ),
            ("powerpc64le--linux", "e-m:e-i64:64-n32:64", "e-m:e-i64:64-i128:128-n32:64"),
            ("powerpc-ibm-aix-xcoff", "E-m:a-p:32:32-Fi32-i64:64-n32", "E-m:a-p:32:32-Fi32-i64:64-n32-f64:32:64"),
            (
                "powerpc64-ibm-aix-xcoff",
                "E-m:a-Fi64-i64:64-i128:128-n32:64-S128-v256:256:256-v512:512:512",
                "E-m:a-Fi64-i64:64-i128:128-n32:64-f64:32:64-S128-v256:256:256-v512:512:512",
            ),
            ("amdgcn-amd-amdhsa", "", "m:e-G1-ni:7:8:9-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32"),
            ("spir64-unknown-unknown", "", "G1"),
            ("loongarch64", "e-m:e-p:64:64-i64:64-i128:128-n64-S128", "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"),
            ("x86_64-unknown-linux-gnu", "e-p:64:64", "e-p:64:64-i128:128"),
            ("riscv32", "e-m:e-p:32:32-i64:64-n32-S128", "e-m:e-p:32:32-i64:64-n32-S128"),
        ] {
            assert_eq!(upgrade_data_layout(before.as_bytes(), triple.as_bytes()), after.as_bytes(), "{triple}");
        }
    }

    /// The output of older releases of `llvm-dis` for layouts without later additions.
    #[test]
    fn layouts_by_release() {
        let x86 = |major| upgrade_data_layout_in(b"e-m:e-i64:64-f80:128-n8:16:32:64-S128", b"x86_64--", major);
        assert_eq!(x86(LlvmVersion::new(9)), b"e-m:e-i64:64-f80:128-n8:16:32:64-S128");
        assert_eq!(x86(LlvmVersion::new(13)), b"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128");
        assert_eq!(x86(LlvmVersion::new(18)), b"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");
        let gcn = |major| upgrade_data_layout_in(b"e-p:64:64-p1:64:64", b"amdgcn--", major);
        assert_eq!(gcn(LlvmVersion::new(16)), b"e-p:64:64-p1:64:64-G1");
        assert_eq!(gcn(LlvmVersion::new(17)), b"e-p:64:64-p1:64:64-G1-ni:7:8-p7:160:256:256:32-p8:128:128");
        assert_eq!(gcn(LlvmVersion::new(20)), b"e-p:64:64-p1:64:64-G1-ni:7:8:9-p7:160:256:256:32-p8:128:128-p9:192:256:256:32");
        assert_eq!(gcn(LlvmVersion::new(22)), b"m:e-e-p:64:64-p1:64:64-G1-ni:7:8:9-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32");
        assert_eq!(upgrade_data_layout_in(b"e-p:32:32-i64:64", b"r600--", LlvmVersion::new(22)), b"m:e-e-p:32:32-i64:64-G1");
        let wasm = |major| upgrade_data_layout_in(b"e-m:e-p:32:32-i64:64-n32:64-S128", b"wasm32--", major);
        assert_eq!(wasm(LlvmVersion::new(19)), b"e-m:e-p:32:32-i64:64-n32:64-S128");
        assert_eq!(wasm(LlvmVersion::new(21)), b"e-m:e-p:32:32-i64:64-i128:128-n32:64-S128");
        let aarch64 = |major| upgrade_data_layout_in(b"e-m:e-i64:64-i128:128-n32:64-S128", b"aarch64--", major);
        assert_eq!(aarch64(LlvmVersion::new(18)), b"e-m:e-i64:64-i128:128-n32:64-S128");
        assert_eq!(aarch64(LlvmVersion::new(19)), b"e-m:e-i64:64-i128:128-n32:64-S128-Fn32");
        assert_eq!(upgrade_data_layout_in(b"E-m:e-n64-S128", b"riscv64be--", LlvmVersion::new(21)), b"E-m:e-n64-S128");
    }
}
