//! Keywords of global values and call sites: linkage, visibility, thread-local models, calling conventions.
use crate::keywords;
use crate::version::LlvmVersion;

keywords! {
    /// Linkage; codes are LLVM 22's in-memory numbering (`GlobalValue::LinkageTypes`), bitcode's codes are in [`Linkage::from_wire`].
    Linkage {
        External = 0 "", AvailableExternally = 1 "available_externally", LinkOnceAny = 2 "linkonce", LinkOnceOdr = 3 "linkonce_odr",
        WeakAny = 4 "weak", WeakOdr = 5 "weak_odr", Appending = 6 "appending", Internal = 7 "internal", Private = 8 "private",
        ExternalWeak = 9 "extern_weak", Common = 10 "common",
        /// Until LLVM 3.4.
        LinkerPrivate = 11 "linker_private",
        /// Until LLVM 3.4.
        LinkerPrivateWeak = 12 "linker_private_weak",
        /// Until LLVM 3.4.
        LinkOnceOdrAutoHide = 13 "linkonce_odr_auto_hide",
        /// Until LLVM 3.4.
        DllImport = 14 "dllimport",
        /// Until LLVM 3.4.
        DllExport = 15 "dllexport",
    }
    /// Visibility style (LangRef, "Visibility Styles").
    Visibility { Default = 0 "", Hidden = 1 "hidden", Protected = 2 "protected" }
    /// DLL storage class (LangRef, "DLL Storage Classes").
    DllStorage { Default = 0 "", Import = 1 "dllimport", Export = 2 "dllexport" }
    /// Thread-local model (LangRef, "Thread Local Storage Models"); `general-dynamic` is written as `thread_local` alone.
    ThreadLocal {
        NotThreadLocal = 0 "", GeneralDynamic = 1 "thread_local", LocalDynamic = 2 "thread_local(localdynamic)",
        InitialExec = 3 "thread_local(initialexec)", LocalExec = 4 "thread_local(localexec)",
    }
    /// `unnamed_addr`; bitcode has 1 for global and 2 for local.
    UnnamedAddr { None = 0 "", Global = 1 "unnamed_addr", Local = 2 "local_unnamed_addr" }
    /// The selection kind of a comdat (LLVMBitCodes.h, `ComdatSelectionKindCodes`).
    ComdatKind { Any = 1 "any", ExactMatch = 2 "exactmatch", Largest = 3 "largest", NoDuplicates = 4 "nodeduplicate", SameSize = 5 "samesize" }
    /// How a call may become a jump.
    TailKind { None = 0 "", Tail = 1 "tail", MustTail = 2 "musttail", NoTail = 3 "notail" }
    /// Code model of a global variable (bitcode has these plus one, 0 for none).
    CodeModel { Tiny = 0 "tiny", Small = 1 "small", Kernel = 2 "kernel", Medium = 3 "medium", Large = 4 "large" }
}

impl Linkage {
    /// Whether another definition may be used in place of this one (`GlobalValue::isInterposableLinkage`).
    pub const fn is_interposable(self) -> bool {
        matches!(self, Linkage::WeakAny | Linkage::LinkOnceAny | Linkage::Common | Linkage::ExternalWeak | Linkage::LinkerPrivateWeak)
    }
    /// The linkage for a code in bitcode, obsolete codes included (LLVM 22, `getDecodedLinkage`). Codes 5 and 6, as LLVM before 3.5
    /// used them, are DLL storage classes, see [`Linkage::dll_storage_of_wire`].
    pub const fn from_wire(code: u64) -> Linkage {
        match code {
            2 => Linkage::Appending,
            3 => Linkage::Internal,
            5 | 6 => Linkage::External,
            7 => Linkage::ExternalWeak,
            8 => Linkage::Common,
            9 | 13 | 14 => Linkage::Private,
            12 => Linkage::AvailableExternally,
            1 | 16 => Linkage::WeakAny,
            10 | 17 => Linkage::WeakOdr,
            4 | 18 => Linkage::LinkOnceAny,
            11 | 15 | 19 => Linkage::LinkOnceOdr,
            _ => Linkage::External,
        }
    }
    /// The code of `linkonce_odr_auto_hide`, until LLVM 3.4; LLVM 22 reads it as external linkage (`getDecodedLinkage`).
    pub const AUTO_HIDDEN: u64 = 15;
    /// Whether LLVM creates an implicit comdat for an old linkage code (`hasImplicitComdat`).
    pub const fn wire_has_implicit_comdat(code: u64) -> bool {
        matches!(code, 1 | 4 | 10 | 11)
    }
    /// The storage class that linkage codes 5 (import) and 6 (export) meant before there was a field.
    pub const fn dll_storage_of_wire(code: u64) -> DllStorage {
        match code {
            5 => DllStorage::Import,
            6 => DllStorage::Export,
            _ => DllStorage::Default,
        }
    }
    /// `internal` or `private`.
    pub const fn is_local(self) -> bool {
        matches!(self, Linkage::Internal | Linkage::Private)
    }
}

/// A calling convention: any number below 1024. Those with a name in [`CallConv::NAMES`] print by name (LLVM 22, CallingConv.h).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CallConv(pub u16);

impl CallConv {
    /// The C convention, which is not written.
    pub const C: CallConv = CallConv(0);
    /// `ghccc`, of the Glasgow Haskell Compiler.
    pub const GHC: CallConv = CallConv(10);
    /// `ptx_kernel`, of functions that the host calls.
    pub const PTX_KERNEL: CallConv = CallConv(71);
    /// `spir_kernel`, of functions that the host calls.
    pub const SPIR_KERNEL: CallConv = CallConv(76);
    /// `amdgpu_kernel`, of functions that the host calls.
    pub const AMDGPU_KERNEL: CallConv = CallConv(91);
    /// Number and keyword of the conventions with a name in assembly; a trailing space is LLVM's.
    pub const NAMES: &'static [(u16, &'static str)] = &[
        (8, "fastcc"),
        (9, "coldcc"),
        (10, "ghccc"),
        (13, "anyregcc"),
        (14, "preserve_mostcc"),
        (15, "preserve_allcc"),
        (16, "swiftcc"),
        (17, "cxx_fast_tlscc"),
        (18, "tailcc"),
        (19, "cfguard_checkcc"),
        (20, "swifttailcc"),
        (21, "preserve_nonecc"),
        (64, "x86_stdcallcc"),
        (65, "x86_fastcallcc"),
        (66, "arm_apcscc"),
        (67, "arm_aapcscc"),
        (68, "arm_aapcs_vfpcc"),
        (69, "msp430_intrcc"),
        (70, "x86_thiscallcc"),
        (71, "ptx_kernel"),
        (72, "ptx_device"),
        (75, "spir_func"),
        (76, "spir_kernel"),
        (77, "intel_ocl_bicc"),
        (78, "x86_64_sysvcc"),
        (79, "win64cc"),
        (80, "x86_vectorcallcc"),
        (81, "hhvmcc"),
        (82, "hhvm_ccc"),
        (83, "x86_intrcc"),
        (84, "avr_intrcc "),
        (85, "avr_signalcc "),
        (87, "amdgpu_vs"),
        (88, "amdgpu_gs"),
        (89, "amdgpu_ps"),
        (90, "amdgpu_cs"),
        (91, "amdgpu_kernel"),
        (92, "x86_regcallcc"),
        (93, "amdgpu_hs"),
        (95, "amdgpu_ls"),
        (96, "amdgpu_es"),
        (97, "aarch64_vector_pcs"),
        (98, "aarch64_sve_vector_pcs"),
        (100, "amdgpu_gfx"),
        (102, "aarch64_sme_preservemost_from_x0"),
        (103, "aarch64_sme_preservemost_from_x2"),
        (104, "amdgpu_cs_chain"),
        (105, "amdgpu_cs_chain_preserve"),
        (106, "m68k_rtdcc"),
        (107, "graalcc"),
        (110, "riscv_vector_cc"),
        (111, "aarch64_sme_preservemost_from_x1"),
        (112, "riscv_vls_cc(32)"),
        (113, "riscv_vls_cc(64)"),
        (114, "riscv_vls_cc(128)"),
        (115, "riscv_vls_cc(256)"),
        (116, "riscv_vls_cc(512)"),
        (117, "riscv_vls_cc(1024)"),
        (118, "riscv_vls_cc(2048)"),
        (119, "riscv_vls_cc(4096)"),
        (120, "riscv_vls_cc(8192)"),
        (121, "riscv_vls_cc(16384)"),
        (122, "riscv_vls_cc(32768)"),
        (123, "riscv_vls_cc(65536)"),
        (124, "amdgpu_gfx_whole_wave"),
        (125, "cheriot_compartmentcallcc"),
        (126, "cheriot_compartmentcalleecc"),
        (127, "cheriot_librarycallcc"),
    ];
    /// Number and keyword of the conventions whose keyword changed or was removed after a release.
    pub const OLD_NAMES: &'static [(u16, &'static str, LlvmVersion)] =
        &[(12, "webkit_jscc", LlvmVersion::new(17)), (79, "x86_64_win64cc", LlvmVersion::new(4))];
    /// The first release with other conventions that came after LLVM 3.7 (the output of LLVM 3.7 to 23).
    const OTHERS_SINCE: &'static [(u16, LlvmVersion)] = &[
        (83, LlvmVersion::three(8)),
        (87, LlvmVersion::three(9)),
        (88, LlvmVersion::three(9)),
        (89, LlvmVersion::three(9)),
        (90, LlvmVersion::three(9)),
        (91, LlvmVersion::three(9)),
        (93, LlvmVersion::new(5)),
        (95, LlvmVersion::new(6)),
        (96, LlvmVersion::new(6)),
        (104, LlvmVersion::new(17)),
        (105, LlvmVersion::new(17)),
    ];

    /// The first release that has the convention; none if LLVM 3.7 has it, or if it is not known.
    pub fn since(self) -> Option<LlvmVersion> {
        Self::SINCE.iter().chain(Self::OTHERS_SINCE).find(|row| row.0 == self.0).map(|row| row.1)
    }

    /// Numbers that got their keyword after LLVM 3.7, where the keyword itself is no evidence of a version: the output of LLVM 3.7 to 22.
    pub const SINCE: &'static [(u16, LlvmVersion)] = &[
        (16, LlvmVersion::new(4)),
        (17, LlvmVersion::three(8)),
        (18, LlvmVersion::new(10)),
        (19, LlvmVersion::new(10)),
        (20, LlvmVersion::new(13)),
        (21, LlvmVersion::new(19)),
        (81, LlvmVersion::three(8)),
        (82, LlvmVersion::three(8)),
        (84, LlvmVersion::new(4)),
        (85, LlvmVersion::new(4)),
        (92, LlvmVersion::new(4)),
        (97, LlvmVersion::new(8)),
        (98, LlvmVersion::new(10)),
        (100, LlvmVersion::new(12)),
        (102, LlvmVersion::new(16)),
        (103, LlvmVersion::new(16)),
        (106, LlvmVersion::new(18)),
        (107, LlvmVersion::new(18)),
        (110, LlvmVersion::new(19)),
        (111, LlvmVersion::new(19)),
        (112, LlvmVersion::new(21)),
        (113, LlvmVersion::new(21)),
        (114, LlvmVersion::new(21)),
        (115, LlvmVersion::new(21)),
        (116, LlvmVersion::new(21)),
        (117, LlvmVersion::new(21)),
        (118, LlvmVersion::new(21)),
        (119, LlvmVersion::new(21)),
        (120, LlvmVersion::new(21)),
        (121, LlvmVersion::new(21)),
        (122, LlvmVersion::new(21)),
        (123, LlvmVersion::new(21)),
        (124, LlvmVersion::new(22)),
        (125, LlvmVersion::new(22)),
        (126, LlvmVersion::new(22)),
        (127, LlvmVersion::new(22)),
    ];
    /// The keyword of today, if it has one.
    pub fn name(self) -> Option<&'static str> {
        Self::NAMES.binary_search_by_key(&self.0, |&(n, _)| n).ok().map(|i| Self::NAMES[i].1)
    }
    /// The keyword in a release, if it has one there.
    pub fn name_in(self, release: LlvmVersion) -> Option<&'static str> {
        let old = Self::OLD_NAMES.iter().find(|&&(number, _, until)| number == self.0 && release <= until);
        let is_new = || Self::SINCE.iter().any(|&(number, since)| number == self.0 && release < since);
        match old {
            Some(&(_, name, _)) => Some(name),
            None => self.name().filter(|_| !is_new()),
        }
    }
    /// The convention with this keyword, in the newest or an older release.
    pub fn from_keyword(text: &[u8]) -> Option<CallConv> {
        let now = Self::NAMES.iter().find(|(_, name)| name.trim_end().as_bytes() == text).map(|row| row.0);
        let old = || Self::OLD_NAMES.iter().find(|(_, name, _)| name.as_bytes() == text).map(|row| row.0);
        now.or_else(old).map(CallConv)
    }
}
