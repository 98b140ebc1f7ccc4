//! Runtime library functions before LLVM 22: independent of the target until LLVM 18, with rules of their own since.
//!
//! Sources: `IR/RuntimeLibcalls.def` and `IRSymtab.cpp` of LLVM 13 to 19, `RuntimeLibcallsInfo::initLibcalls` of LLVM 19; and the symbol
//! tables that LLVM 13 to 21 write for a module that declares all names, for two dozen targets.
use super::{group, holds, is_64_bit, listed};
use crate::triple::{Arch, Os, Triple};
use crate::version::LlvmVersion;
use hashbrown::HashSet;

/// The names of the oldest version, then the additions and removals of each later version.
const OLD: &str = include_str!("old.txt");

/// Shifts of 128 bits.
const WIDE_SHIFTS: &str = "-__ashlti3 -__ashrti3 -__lshrti3";
/// Products of 128 bits, or with a check.
const WIDE_PRODUCTS: &str = "-__multi3 -__mulodi4";
/// Functions of `__float128` that the C library has.
const F128: &str = "fmodf128 fmaf128 sqrtf128 cbrtf128 logf128 __logf128_finite log2f128 __log2f128_finite log10f128 __log10f128_finite \
    expf128 __expf128_finite exp2f128 __exp2f128_finite exp10f128 sinf128 cosf128 tanf128 asinf128 acosf128 atanf128 \
    sinhf128 coshf128 tanhf128 powf128 __powf128_finite ceilf128 truncf128 rintf128 nearbyintf128 roundf128 roundevenf128 \
    floorf128 copysignf128 fminf128 fmaxf128 lroundf128 llroundf128 lrintf128 llrintf128 ldexpf128 frexpf128";
/// PowerPC has names of its own for the wide format.
const KF: &str = "-__addtf3 -__divtf3 -__eqtf2 -__extenddftf2 -__extendsftf2 -__fixtfsi -__floatsitf -__floatunsitf -__getf2 -__gttf2 \
    -__letf2 -__lttf2 -__multf3 -__netf2 -__subtf3 -__trunctfdf2 -__trunctfsf2 -__unordtf2 __addkf3 __subkf3 __mulkf3 \
    __divkf3 __powikf2 __extendsfkf2 __extenddfkf2 __trunckfsf2 __trunckfdf2 __fixkfsi __fixkfdi __fixkfti __fixunskfsi \
    __fixunskfdi __fixunskfti __floatsikf __floatdikf __floattikf __floatunsikf __floatundikf __floatuntikf __eqkf2 \
    __nekf2 __gekf2 __ltkf2 __lekf2 __gtkf2 __unordkf2";
/// AVR has one function for quotient and remainder.
const AVR: &str = "-__divqi3 -__divhi3 -__divsi3 -__udivqi3 -__udivhi3 -__udivsi3 -__modqi3 -__modhi3 -__modsi3 -__umodqi3 -__umodhi3 \
    -__umodsi3";
/// What LLVM 22 added for any target.
const NEW_22: &str = "-__memcpy_chk -__memmove_chk -__memset_chk -fdim -fdimf -fdiml -free -malloc -nan -nanf -nanl -nexttoward -nexttowardf \
    -nexttowardl -remainder -remainderf -remainderl -remquo -remquof -remquol -scalbln -scalblnf -scalblnl -scalbn \
    -scalbnf -scalbnl -tgamma -tgammaf -tgammal -__sincospi -__sincospif -memset_pattern16 -memset_pattern4 \
    -memset_pattern8 -getc_unlocked -getchar_unlocked -putc_unlocked -putchar_unlocked -__chkstk -_chkstk -___chkstk_ms \
    -_alloca -__security_check_cookie -__security_cookie -__guard_local -hexagon_memcpy_forward_vp4cp4n2 \
    -_Unwind_CallPersonality -.div -.rem -.udiv -.umul -.urem -__arm_get_current_vg -__arm_sc_memchr -__arm_sme_restore \
    -__arm_sme_save -__arm_sme_state -__arm_sme_state_size -__arm_tpidr2_restore -__arm_tpidr2_save -__arm_za_disable";
/// Functions of formats that the target does not have.
const FOREIGN: &str = "__addxf3 __divxf3 __extendhfxf2 __extendkftf2 __extendxftf2 __fixunsxfdi __fixunsxfsi __fixunsxfti __fixxfdi __fixxfsi \
    __fixxfti __floatdixf __floatsixf __floattixf __floatundixf __floatunsixf __floatuntixf __gcc_dtoq __gcc_itoq \
    __gcc_qadd __gcc_qdiv __gcc_qeq __gcc_qge __gcc_qgt __gcc_qle __gcc_qlt __gcc_qmul __gcc_qne __gcc_qsub __gcc_qtod \
    __gcc_qtos __gcc_qtou __gcc_qunord __gcc_stoq __gcc_utoq __mulxf3 __powixf2 __subxf3 __trunctfkf2 __trunctfxf2 \
    __truncxfbf2 __truncxfdf2 __truncxfhf2 __truncxfsf2";
/// What ARM has under the names of its own runtime ABI.
const ARM_USUAL: &str = "__adddf3 __addsf3 __ashldi3 __ashrdi3 __divdf3 __divsf3 __divsi3 __eqdf2 __eqsf2 __extendhfsf2 __fixdfdi __fixdfsi \
    __fixsfdi __fixsfsi __fixunsdfdi __fixunsdfsi __fixunssfdi __fixunssfsi __floatdidf __floatdisf __floatsidf \
    __floatsisf __floatundidf __floatundisf __floatunsidf __floatunsisf __gedf2 __gesf2 __gtdf2 __gtsf2 __ledf2 __lesf2 \
    __lshrdi3 __ltdf2 __ltsf2 __muldf3 __muldi3 __mulsf3 __nedf2 __nesf2 __subdf3 __subsf3 __truncsfhf2 __udivsi3 \
    __unorddf2 __unordsf2";
/// And those names.
const ARM_OWN: &str = "-__aeabi_d2f -__aeabi_d2h -__aeabi_d2iz -__aeabi_d2lz -__aeabi_d2uiz -__aeabi_d2ulz -__aeabi_dadd -__aeabi_dcmpeq \
    -__aeabi_dcmpge -__aeabi_dcmpgt -__aeabi_dcmple -__aeabi_dcmplt -__aeabi_dcmpun -__aeabi_ddiv -__aeabi_dmul \
    -__aeabi_dsub -__aeabi_f2d -__aeabi_f2iz -__aeabi_f2lz -__aeabi_f2uiz -__aeabi_f2ulz -__aeabi_fadd -__aeabi_fcmpeq \
    -__aeabi_fcmpge -__aeabi_fcmpgt -__aeabi_fcmple -__aeabi_fcmplt -__aeabi_fcmpun -__aeabi_fdiv -__aeabi_fmul \
    -__aeabi_fsub -__aeabi_i2d -__aeabi_i2f -__aeabi_idiv -__aeabi_l2d -__aeabi_l2f -__aeabi_lasr -__aeabi_llsl \
    -__aeabi_llsr -__aeabi_lmul -__aeabi_ui2d -__aeabi_ui2f -__aeabi_uidiv -__aeabi_ul2d -__aeabi_ul2f -__gnu_f2h_ieee \
    -__gnu_h2f_ieee";

/// The names for a release, LLVM 7 or later; see [`names`](super::names) for the newest.
pub fn names_of(triple: &Triple<'_>, version: LlvmVersion) -> HashSet<&'static [u8]> {
    let major = version.major;
    if major >= 22 {
        return listed(triple, major);
    }
    if major == 21 {
        let mut names = listed(triple, 22);
        by_target_21(triple).into_iter().for_each(|list| change(&mut names, list));
        return names;
    }
    let mut names = HashSet::new();
    for (version, list) in OLD.lines().filter_map(|line| line.split_once(':')) {
        if version.parse::<u32>().is_ok_and(|version| version <= major) {
            change(&mut names, list);
        }
    }
    // Functions without a name had an empty string in the list, which matches every unnamed value.
    if major <= 18 {
        names.insert(b"");
    }
    if major >= 19 {
        by_target(triple, major).into_iter().for_each(|list| change(&mut names, list));
    }
    names
}

/// Adds the names of a list; a minus sign removes a name.
fn change(names: &mut HashSet<&'static [u8]>, list: &'static str) {
    for name in list.split_ascii_whitespace() {
        match name.strip_prefix('-') {
            Some(missing) => _ = names.remove(missing.as_bytes()),
            None => _ = names.insert(name.as_bytes()),
        }
    }
}

/// The lists of the rows that hold.
fn that_hold<const N: usize>(rows: [(bool, &'static str); N]) -> Vec<&'static str> {
    rows.into_iter().filter(|(holds, _)| *holds).map(|(_, list)| list).collect()
}

/// What LLVM 19 and 20 change for a target.
fn by_target(triple: &Triple<'_>, major: u32) -> Vec<&'static str> {
    let arch = group(triple).unwrap_or_default();
    let (wide, msvcrt, darwin) = (is_64_bit(triple), !holds("not-msvcrt", triple), triple.is_os_darwin());
    let (x86, arm, aarch64) = (matches!(arch, "x86" | "x86_64"), arch == "arm", matches!(arch, "aarch64" | "arm64ec"));
    let system_z = triple.arch == Arch::SystemZ;
    // Without integers of 128 bits.
    let narrow = matches!(triple.arch, Arch::Mips | Arch::Mipsel | Arch::RiscV32)
        || matches!(arch, "ppc" | "sparc") && !wide
        || arm
        || arch == "x86";
    let x86_64_gnu = arch == "x86_64" && triple.is_gnu();
    that_hold([
        (x86_64_gnu, F128),
        (x86_64_gnu && major >= 20, "atan2f128"),
        (arch == "ppc", KF),
        (arch == "ppc" && major >= 20, "__trunckfhf2"),
        (darwin, "-__gnu_h2f_ieee -__gnu_f2h_ieee __extendhfsf2 __truncsfhf2"),
        (darwin && x86 && holds("macos-10.6", triple), "__bzero"),
        (darwin && aarch64, "bzero"),
        (holds("darwin-sincos", triple), "__sincosf_stret __sincos_stret"),
        (darwin, "-exp10 -exp10f"),
        (holds("darwin-exp10", triple), "__exp10 __exp10f"),
        (holds("sincos", triple), "sincos sincosf sincosl"),
        (triple.is_ps(), "sincos sincosf"),
        (triple.os == Os::OpenBsd, "-__stack_chk_fail"),
        (holds("windows", triple) && !triple.is_cyg_ming(), "-ldexpf -ldexpl -frexpf -frexpl"),
        ((aarch64 || arm || x86) && msvcrt, "-__powisf2 -__powidf2"),
        (narrow || arch == "hexagon" || system_z && major < 20, WIDE_SHIFTS),
        (narrow || triple.arch == Arch::LoongArch32, WIDE_PRODUCTS),
        (arm || x86 || matches!(arch, "ppc" | "sparc"), "-__muloti4"),
        (matches!(triple.arch, Arch::Mips | Arch::Mipsel | Arch::LoongArch32 | Arch::LoongArch64), "-__muloti4"),
        ((aarch64 || system_z || arch == "riscv") && major >= 20, "-__muloti4"),
        (arch == "avr", AVR),
    ])
}

/// How LLVM 21 differs from LLVM 22 for a target.
fn by_target_21(triple: &Triple<'_>) -> Vec<&'static str> {
    // There is no list for AMDGPU before LLVM 23.
    let arch = group(triple).filter(|arch| *arch != "amdgpu").unwrap_or_default();
    let wide = is_64_bit(triple);
    that_hold([
        (!arch.is_empty(), NEW_22),
        (!arch.is_empty(), "__ssp_canary_word __stack_chk_guard sincospi sincospif sincospil"),
        (holds("msvc-or-itanium", triple) || arch == "avr", "__stack_chk_fail"),
        (arch == "x86_64", "__divdi3 __moddi3 __muldi3 __udivdi3 __umoddi3"),
        (arch == "arm", ARM_USUAL),
        (arch == "arm", ARM_OWN),
        (arch == "ppc", "-sincosf128"),
        (arch == "ordinary", FOREIGN),
        (matches!(arch, "ordinary" | "ppc" | "riscv" | "sparc") && wide, "__mulodi4"),
        (arch == "riscv" && holds("sincos", triple), "sincos sincosf sincosl"),
        (matches!(arch, "avr" | "sparc"), "exp10 exp10f exp10l"),
        (arch == "wasm" || arch == "aarch64" && triple.is_os_darwin(), "exp10l"),
        (matches!(arch, "avr" | "wasm"), "_Unwind_Resume __cxa_end_cleanup"),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each seen in the symbol tables that these versions write.
    #[test]
    fn by_version() {
        let has = |major: u32, name: &str| {
            names_of(&Triple::parse(b"x86_64-unknown-linux-gnu"), LlvmVersion::new(major)).contains(name.as_bytes())
        };
        assert!(has(13, "memcpy") && has(22, "memcpy"));
        assert!(!has(13, "__stack_chk_guard") && has(14, "__stack_chk_guard"));
        assert!(has(15, "__divei4") && !has(16, "__divei4"));
        assert!(!has(17, "exp10") && has(18, "exp10") && !has(18, "sinf128") && has(19, "sinf128"));
        assert!(has(18, "__muloti4") && !has(19, "__muloti4"));
        assert!(has(18, "") && !has(19, ""));
        assert!(!has(19, "atan2") && has(20, "atan2") && !has(21, "malloc") && has(22, "malloc"));
    }

    #[test]
    fn by_target() {
        let has =
            |triple: &[u8], major: u32, name: &str| names_of(&Triple::parse(triple), LlvmVersion::new(major)).contains(name.as_bytes());
        assert!(has(b"powerpc64le-unknown-linux-gnu", 19, "__addkf3") && has(b"powerpc64le-unknown-linux-gnu", 18, "__addtf3"));
        assert!(has(b"armv7-unknown-linux-gnueabihf", 21, "__adddf3") && !has(b"armv7-unknown-linux-gnueabihf", 22, "__adddf3"));
        assert!(!has(b"x86_64-unknown-openbsd", 19, "__stack_chk_fail"));
    }
}
