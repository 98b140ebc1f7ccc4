//! DWARF constants in metadata, with the names that LLVM prints.
//!
//! Source of the numbers and names: `llvm/BinaryFormat/Dwarf.def` and `Dwarf.h` of LLVM 23. A file may contain numbers that
//! no table has, so each kind is an open newtype.

use crate::version::LlvmVersion;

/// Declares one open newtype over a DWARF number, its constants, and both directions of the name lookup.
///
/// `dwarf! { /// doc  Virtuality: u8; NONE = 0 "DW_VIRTUALITY_none" }` becomes
/// ```text
/// pub struct Virtuality(pub u8);
/// impl Virtuality {
///     pub const NONE: Virtuality = Virtuality(0);
///     pub const TABLE: &'static [(u8, &'static str)] = &[(0, "DW_VIRTUALITY_none")];
///     pub fn name(self) -> Option<&'static str> { match self.0 { 0 => Some("DW_VIRTUALITY_none"), _ => None } }
///     pub fn from_name(name: &[u8]) -> Option<Virtuality>
/// }
/// ```
macro_rules! dwarf {
    ($(#[$doc:meta])* $ty:ident : $int:ty ; $($id:ident = $num:literal $name:literal)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $ty(pub $int);

        impl $ty {
            $(#[doc = concat!("`", $name, "`")] pub const $id: $ty = $ty($num);)*

            /// Every number that has a name, in the order of LLVM's table.
            pub const TABLE: &'static [($int, &'static str)] = &[$(($num, $name)),*];

            /// The name LLVM prints, if the number has one.
            #[inline]
            pub fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($num => Some($name),)*
                    _ => None,
                }
            }

            /// The value with this full name (prefix included).
            pub fn from_name(name: &[u8]) -> Option<$ty> {
                Self::TABLE.iter().find(|row| row.1.as_bytes() == name).map(|row| $ty(row.0))
            }
        }
    };
}

dwarf! {
    /// Tag of a debugging information entry (`DW_TAG_…`).
    Tag: u16;
    NULL = 0x0000 "DW_TAG_null"
    ARRAY_TYPE = 0x0001 "DW_TAG_array_type"
    CLASS_TYPE = 0x0002 "DW_TAG_class_type"
    ENTRY_POINT = 0x0003 "DW_TAG_entry_point"
    ENUMERATION_TYPE = 0x0004 "DW_TAG_enumeration_type"
    FORMAL_PARAMETER = 0x0005 "DW_TAG_formal_parameter"
    IMPORTED_DECLARATION = 0x0008 "DW_TAG_imported_declaration"
    LABEL = 0x000a "DW_TAG_label"
    LEXICAL_BLOCK = 0x000b "DW_TAG_lexical_block"
    MEMBER = 0x000d "DW_TAG_member"
    POINTER_TYPE = 0x000f "DW_TAG_pointer_type"
    REFERENCE_TYPE = 0x0010 "DW_TAG_reference_type"
    COMPILE_UNIT = 0x0011 "DW_TAG_compile_unit"
    STRING_TYPE = 0x0012 "DW_TAG_string_type"
    STRUCTURE_TYPE = 0x0013 "DW_TAG_structure_type"
    SUBROUTINE_TYPE = 0x0015 "DW_TAG_subroutine_type"
    TYPEDEF = 0x0016 "DW_TAG_typedef"
    UNION_TYPE = 0x0017 "DW_TAG_union_type"
    UNSPECIFIED_PARAMETERS = 0x0018 "DW_TAG_unspecified_parameters"
    VARIANT = 0x0019 "DW_TAG_variant"
    COMMON_BLOCK = 0x001a "DW_TAG_common_block"
    COMMON_INCLUSION = 0x001b "DW_TAG_common_inclusion"
    INHERITANCE = 0x001c "DW_TAG_inheritance"
    INLINED_SUBROUTINE = 0x001d "DW_TAG_inlined_subroutine"
    MODULE = 0x001e "DW_TAG_module"
    PTR_TO_MEMBER_TYPE = 0x001f "DW_TAG_ptr_to_member_type"
    SET_TYPE = 0x0020 "DW_TAG_set_type"
    SUBRANGE_TYPE = 0x0021 "DW_TAG_subrange_type"
    WITH_STMT = 0x0022 "DW_TAG_with_stmt"
    ACCESS_DECLARATION = 0x0023 "DW_TAG_access_declaration"
    BASE_TYPE = 0x0024 "DW_TAG_base_type"
    CATCH_BLOCK = 0x0025 "DW_TAG_catch_block"
    CONST_TYPE = 0x0026 "DW_TAG_const_type"
    CONSTANT = 0x0027 "DW_TAG_constant"
    ENUMERATOR = 0x0028 "DW_TAG_enumerator"
    FILE_TYPE = 0x0029 "DW_TAG_file_type"
    FRIEND = 0x002a "DW_TAG_friend"
    NAMELIST = 0x002b "DW_TAG_namelist"
    NAMELIST_ITEM = 0x002c "DW_TAG_namelist_item"
    PACKED_TYPE = 0x002d "DW_TAG_packed_type"
    SUBPROGRAM = 0x002e "DW_TAG_subprogram"
    TEMPLATE_TYPE_PARAMETER = 0x002f "DW_TAG_template_type_parameter"
    TEMPLATE_VALUE_PARAMETER = 0x0030 "DW_TAG_template_value_parameter"
    THROWN_TYPE = 0x0031 "DW_TAG_thrown_type"
    TRY_BLOCK = 0x0032 "DW_TAG_try_block"
    VARIANT_PART = 0x0033 "DW_TAG_variant_part"
    VARIABLE = 0x0034 "DW_TAG_variable"
    VOLATILE_TYPE = 0x0035 "DW_TAG_volatile_type"
    DWARF_PROCEDURE = 0x0036 "DW_TAG_dwarf_procedure"
    RESTRICT_TYPE = 0x0037 "DW_TAG_restrict_type"
    INTERFACE_TYPE = 0x0038 "DW_TAG_interface_type"
    NAMESPACE = 0x0039 "DW_TAG_namespace"
    IMPORTED_MODULE = 0x003a "DW_TAG_imported_module"
    UNSPECIFIED_TYPE = 0x003b "DW_TAG_unspecified_type"
    PARTIAL_UNIT = 0x003c "DW_TAG_partial_unit"
    IMPORTED_UNIT = 0x003d "DW_TAG_imported_unit"
    CONDITION = 0x003f "DW_TAG_condition"
    SHARED_TYPE = 0x0040 "DW_TAG_shared_type"
    TYPE_UNIT = 0x0041 "DW_TAG_type_unit"
    RVALUE_REFERENCE_TYPE = 0x0042 "DW_TAG_rvalue_reference_type"
    TEMPLATE_ALIAS = 0x0043 "DW_TAG_template_alias"
    COARRAY_TYPE = 0x0044 "DW_TAG_coarray_type"
    GENERIC_SUBRANGE = 0x0045 "DW_TAG_generic_subrange"
    DYNAMIC_TYPE = 0x0046 "DW_TAG_dynamic_type"
    ATOMIC_TYPE = 0x0047 "DW_TAG_atomic_type"
    CALL_SITE = 0x0048 "DW_TAG_call_site"
    CALL_SITE_PARAMETER = 0x0049 "DW_TAG_call_site_parameter"
    SKELETON_UNIT = 0x004a "DW_TAG_skeleton_unit"
    IMMUTABLE_TYPE = 0x004b "DW_TAG_immutable_type"
    MIPS_LOOP = 0x4081 "DW_TAG_MIPS_loop"
    FORMAT_LABEL = 0x4101 "DW_TAG_format_label"
    FUNCTION_TEMPLATE = 0x4102 "DW_TAG_function_template"
    CLASS_TEMPLATE = 0x4103 "DW_TAG_class_template"
    GNU_BINCL = 0x4104 "DW_TAG_GNU_BINCL"
    GNU_EINCL = 0x4105 "DW_TAG_GNU_EINCL"
    GNU_TEMPLATE_TEMPLATE_PARAM = 0x4106 "DW_TAG_GNU_template_template_param"
    GNU_TEMPLATE_PARAMETER_PACK = 0x4107 "DW_TAG_GNU_template_parameter_pack"
    GNU_FORMAL_PARAMETER_PACK = 0x4108 "DW_TAG_GNU_formal_parameter_pack"
    GNU_CALL_SITE = 0x4109 "DW_TAG_GNU_call_site"
    GNU_CALL_SITE_PARAMETER = 0x410a "DW_TAG_GNU_call_site_parameter"
    APPLE_PROPERTY = 0x4200 "DW_TAG_APPLE_property"
    SUN_FUNCTION_TEMPLATE = 0x4201 "DW_TAG_SUN_function_template"
    SUN_CLASS_TEMPLATE = 0x4202 "DW_TAG_SUN_class_template"
    SUN_STRUCT_TEMPLATE = 0x4203 "DW_TAG_SUN_struct_template"
    SUN_UNION_TEMPLATE = 0x4204 "DW_TAG_SUN_union_template"
    SUN_INDIRECT_INHERITANCE = 0x4205 "DW_TAG_SUN_indirect_inheritance"
    SUN_CODEFLAGS = 0x4206 "DW_TAG_SUN_codeflags"
    SUN_MEMOP_INFO = 0x4207 "DW_TAG_SUN_memop_info"
    SUN_OMP_CHILD_FUNC = 0x4208 "DW_TAG_SUN_omp_child_func"
    SUN_RTTI_DESCRIPTOR = 0x4209 "DW_TAG_SUN_rtti_descriptor"
    SUN_DTOR_INFO = 0x420a "DW_TAG_SUN_dtor_info"
    SUN_DTOR = 0x420b "DW_TAG_SUN_dtor"
    SUN_F90_INTERFACE = 0x420c "DW_TAG_SUN_f90_interface"
    SUN_FORTRAN_VAX_STRUCTURE = 0x420d "DW_TAG_SUN_fortran_vax_structure"
    SUN_HI = 0x42ff "DW_TAG_SUN_hi"
    LLVM_PTRAUTH_TYPE = 0x4300 "DW_TAG_LLVM_ptrauth_type"
    ALTIUM_CIRC_TYPE = 0x5101 "DW_TAG_ALTIUM_circ_type"
    ALTIUM_MWA_CIRC_TYPE = 0x5102 "DW_TAG_ALTIUM_mwa_circ_type"
    ALTIUM_REV_CARRY_TYPE = 0x5103 "DW_TAG_ALTIUM_rev_carry_type"
    ALTIUM_ROM = 0x5111 "DW_TAG_ALTIUM_rom"
    LLVM_ANNOTATION = 0x6000 "DW_TAG_LLVM_annotation"
    GHS_NAMESPACE = 0x8004 "DW_TAG_GHS_namespace"
    GHS_USING_NAMESPACE = 0x8005 "DW_TAG_GHS_using_namespace"
    GHS_USING_DECLARATION = 0x8006 "DW_TAG_GHS_using_declaration"
    GHS_TEMPLATE_TEMPL_PARAM = 0x8007 "DW_TAG_GHS_template_templ_param"
    UPC_SHARED_TYPE = 0x8765 "DW_TAG_UPC_shared_type"
    UPC_STRICT_TYPE = 0x8766 "DW_TAG_UPC_strict_type"
    UPC_RELAXED = 0x8767 "DW_TAG_UPC_relaxed"
    PGI_KANJI_TYPE = 0xa000 "DW_TAG_PGI_kanji_type"
    PGI_INTERFACE_BLOCK = 0xa020 "DW_TAG_PGI_interface_block"
    BORLAND_PROPERTY = 0xb000 "DW_TAG_BORLAND_property"
    BORLAND_DELPHI_STRING = 0xb001 "DW_TAG_BORLAND_Delphi_string"
    BORLAND_DELPHI_DYNAMIC_ARRAY = 0xb002 "DW_TAG_BORLAND_Delphi_dynamic_array"
    BORLAND_DELPHI_SET = 0xb003 "DW_TAG_BORLAND_Delphi_set"
    BORLAND_DELPHI_VARIANT = 0xb004 "DW_TAG_BORLAND_Delphi_variant"
}

dwarf! {
    /// Source language, DWARF 5 and before (`DW_LANG_…`).
    Lang: u16;
    C89 = 0x0001 "DW_LANG_C89"
    C = 0x0002 "DW_LANG_C"
    ADA83 = 0x0003 "DW_LANG_Ada83"
    C_PLUS_PLUS = 0x0004 "DW_LANG_C_plus_plus"
    COBOL74 = 0x0005 "DW_LANG_Cobol74"
    COBOL85 = 0x0006 "DW_LANG_Cobol85"
    FORTRAN77 = 0x0007 "DW_LANG_Fortran77"
    FORTRAN90 = 0x0008 "DW_LANG_Fortran90"
    PASCAL83 = 0x0009 "DW_LANG_Pascal83"
    MODULA2 = 0x000a "DW_LANG_Modula2"
    JAVA = 0x000b "DW_LANG_Java"
    C99 = 0x000c "DW_LANG_C99"
    ADA95 = 0x000d "DW_LANG_Ada95"
    FORTRAN95 = 0x000e "DW_LANG_Fortran95"
    PLI = 0x000f "DW_LANG_PLI"
    OBJC = 0x0010 "DW_LANG_ObjC"
    OBJC_PLUS_PLUS = 0x0011 "DW_LANG_ObjC_plus_plus"
    UPC = 0x0012 "DW_LANG_UPC"
    D = 0x0013 "DW_LANG_D"
    PYTHON = 0x0014 "DW_LANG_Python"
    OPENCL = 0x0015 "DW_LANG_OpenCL"
    GO = 0x0016 "DW_LANG_Go"
    MODULA3 = 0x0017 "DW_LANG_Modula3"
    HASKELL = 0x0018 "DW_LANG_Haskell"
    C_PLUS_PLUS_03 = 0x0019 "DW_LANG_C_plus_plus_03"
    C_PLUS_PLUS_11 = 0x001a "DW_LANG_C_plus_plus_11"
    OCAML = 0x001b "DW_LANG_OCaml"
    RUST = 0x001c "DW_LANG_Rust"
    C11 = 0x001d "DW_LANG_C11"
    SWIFT = 0x001e "DW_LANG_Swift"
    JULIA = 0x001f "DW_LANG_Julia"
    DYLAN = 0x0020 "DW_LANG_Dylan"
    C_PLUS_PLUS_14 = 0x0021 "DW_LANG_C_plus_plus_14"
    FORTRAN03 = 0x0022 "DW_LANG_Fortran03"
    FORTRAN08 = 0x0023 "DW_LANG_Fortran08"
    RENDERSCRIPT = 0x0024 "DW_LANG_RenderScript"
    BLISS = 0x0025 "DW_LANG_BLISS"
    KOTLIN = 0x0026 "DW_LANG_Kotlin"
    ZIG = 0x0027 "DW_LANG_Zig"
    CRYSTAL = 0x0028 "DW_LANG_Crystal"
    C_PLUS_PLUS_17 = 0x002a "DW_LANG_C_plus_plus_17"
    C_PLUS_PLUS_20 = 0x002b "DW_LANG_C_plus_plus_20"
    C17 = 0x002c "DW_LANG_C17"
    FORTRAN18 = 0x002d "DW_LANG_Fortran18"
    ADA2005 = 0x002e "DW_LANG_Ada2005"
    ADA2012 = 0x002f "DW_LANG_Ada2012"
    HIP = 0x0030 "DW_LANG_HIP"
    ASSEMBLY = 0x0031 "DW_LANG_Assembly"
    C_SHARP = 0x0032 "DW_LANG_C_sharp"
    MOJO = 0x0033 "DW_LANG_Mojo"
    GLSL = 0x0034 "DW_LANG_GLSL"
    GLSL_ES = 0x0035 "DW_LANG_GLSL_ES"
    HLSL = 0x0036 "DW_LANG_HLSL"
    OPENCL_CPP = 0x0037 "DW_LANG_OpenCL_CPP"
    CPP_FOR_OPENCL = 0x0038 "DW_LANG_CPP_for_OpenCL"
    SYCL = 0x0039 "DW_LANG_SYCL"
    METAL = 0x003d "DW_LANG_Metal"
    RUBY = 0x0040 "DW_LANG_Ruby"
    MOVE = 0x0041 "DW_LANG_Move"
    HYLO = 0x0042 "DW_LANG_Hylo"
    MIPS_ASSEMBLER = 0x8001 "DW_LANG_Mips_Assembler"
    GOOGLE_RENDERSCRIPT = 0x8e57 "DW_LANG_GOOGLE_RenderScript"
    BORLAND_DELPHI = 0xb000 "DW_LANG_BORLAND_Delphi"
}

dwarf! {
    /// Source language name of DWARF 6 (`DW_LNAME_…`); its version is a separate number.
    LangName: u16;
    ADA = 0x0001 "DW_LNAME_Ada"
    BLISS = 0x0002 "DW_LNAME_BLISS"
    C = 0x0003 "DW_LNAME_C"
    C_PLUS_PLUS = 0x0004 "DW_LNAME_C_plus_plus"
    COBOL = 0x0005 "DW_LNAME_Cobol"
    CRYSTAL = 0x0006 "DW_LNAME_Crystal"
    D = 0x0007 "DW_LNAME_D"
    DYLAN = 0x0008 "DW_LNAME_Dylan"
    FORTRAN = 0x0009 "DW_LNAME_Fortran"
    GO = 0x000a "DW_LNAME_Go"
    HASKELL = 0x000b "DW_LNAME_Haskell"
    JAVA = 0x000c "DW_LNAME_Java"
    JULIA = 0x000d "DW_LNAME_Julia"
    KOTLIN = 0x000e "DW_LNAME_Kotlin"
    MODULA2 = 0x000f "DW_LNAME_Modula2"
    MODULA3 = 0x0010 "DW_LNAME_Modula3"
    OBJC = 0x0011 "DW_LNAME_ObjC"
    OBJC_PLUS_PLUS = 0x0012 "DW_LNAME_ObjC_plus_plus"
    OCAML = 0x0013 "DW_LNAME_OCaml"
    OPENCL_C = 0x0014 "DW_LNAME_OpenCL_C"
    PASCAL = 0x0015 "DW_LNAME_Pascal"
    PLI = 0x0016 "DW_LNAME_PLI"
    PYTHON = 0x0017 "DW_LNAME_Python"
    RENDERSCRIPT = 0x0018 "DW_LNAME_RenderScript"
    RUST = 0x0019 "DW_LNAME_Rust"
    SWIFT = 0x001a "DW_LNAME_Swift"
    UPC = 0x001b "DW_LNAME_UPC"
    ZIG = 0x001c "DW_LNAME_Zig"
    ASSEMBLY = 0x001d "DW_LNAME_Assembly"
    C_SHARP = 0x001e "DW_LNAME_C_sharp"
    MOJO = 0x001f "DW_LNAME_Mojo"
    GLSL = 0x0020 "DW_LNAME_GLSL"
    GLSL_ES = 0x0021 "DW_LNAME_GLSL_ES"
    HLSL = 0x0022 "DW_LNAME_HLSL"
    OPENCL_CPP = 0x0023 "DW_LNAME_OpenCL_CPP"
    CPP_FOR_OPENCL = 0x0024 "DW_LNAME_CPP_for_OpenCL"
    SYCL = 0x0025 "DW_LNAME_SYCL"
    RUBY = 0x0026 "DW_LNAME_Ruby"
    MOVE = 0x0027 "DW_LNAME_Move"
    HYLO = 0x0028 "DW_LNAME_Hylo"
    HIP = 0x0029 "DW_LNAME_HIP"
    METAL = 0x002c "DW_LNAME_Metal"
}

dwarf! {
    /// Dialect of a compile unit's language (`DW_LLVM_LANG_DIALECT_…`), of LLVM 23.
    LangDialect: u8;
    SIMT = 0x01 "DW_LLVM_LANG_DIALECT_simt"
    TILE = 0x02 "DW_LLVM_LANG_DIALECT_tile"
}

dwarf! {
    /// Base type encoding (`DW_ATE_…`).
    Encoding: u8;
    ADDRESS = 0x0001 "DW_ATE_address"
    BOOLEAN = 0x0002 "DW_ATE_boolean"
    COMPLEX_FLOAT = 0x0003 "DW_ATE_complex_float"
    FLOAT = 0x0004 "DW_ATE_float"
    SIGNED = 0x0005 "DW_ATE_signed"
    SIGNED_CHAR = 0x0006 "DW_ATE_signed_char"
    UNSIGNED = 0x0007 "DW_ATE_unsigned"
    UNSIGNED_CHAR = 0x0008 "DW_ATE_unsigned_char"
    IMAGINARY_FLOAT = 0x0009 "DW_ATE_imaginary_float"
    PACKED_DECIMAL = 0x000a "DW_ATE_packed_decimal"
    NUMERIC_STRING = 0x000b "DW_ATE_numeric_string"
    EDITED = 0x000c "DW_ATE_edited"
    SIGNED_FIXED = 0x000d "DW_ATE_signed_fixed"
    UNSIGNED_FIXED = 0x000e "DW_ATE_unsigned_fixed"
    DECIMAL_FLOAT = 0x000f "DW_ATE_decimal_float"
    UTF = 0x0010 "DW_ATE_UTF"
    UCS = 0x0011 "DW_ATE_UCS"
    ASCII = 0x0012 "DW_ATE_ASCII"
    HP_COMPLEX_FLOAT = 0x0081 "DW_ATE_HP_complex_float"
    HP_FLOAT128 = 0x0082 "DW_ATE_HP_float128"
    HP_COMPLEX_FLOAT128 = 0x0083 "DW_ATE_HP_complex_float128"
    HP_FLOATHPINTEL = 0x0084 "DW_ATE_HP_floathpintel"
    HP_IMAGINARY_FLOAT90 = 0x0085 "DW_ATE_HP_imaginary_float90"
    HP_IMAGINARY_FLOAT128 = 0x0086 "DW_ATE_HP_imaginary_float128"
}

dwarf! {
    /// Calling convention of a subroutine type (`DW_CC_…`).
    CallConv: u8;
    NORMAL = 0x0001 "DW_CC_normal"
    PROGRAM = 0x0002 "DW_CC_program"
    NOCALL = 0x0003 "DW_CC_nocall"
    PASS_BY_REFERENCE = 0x0004 "DW_CC_pass_by_reference"
    PASS_BY_VALUE = 0x0005 "DW_CC_pass_by_value"
    GNU_RENESAS_SH = 0x0040 "DW_CC_GNU_renesas_sh"
    GNU_BORLAND_FASTCALL_I386 = 0x0041 "DW_CC_GNU_borland_fastcall_i386"
    BORLAND_SAFECALL = 0x00b0 "DW_CC_BORLAND_safecall"
    BORLAND_STDCALL = 0x00b1 "DW_CC_BORLAND_stdcall"
    BORLAND_PASCAL = 0x00b2 "DW_CC_BORLAND_pascal"
    BORLAND_MSFASTCALL = 0x00b3 "DW_CC_BORLAND_msfastcall"
    BORLAND_MSRETURN = 0x00b4 "DW_CC_BORLAND_msreturn"
    BORLAND_THISCALL = 0x00b5 "DW_CC_BORLAND_thiscall"
    BORLAND_FASTCALL = 0x00b6 "DW_CC_BORLAND_fastcall"
    LLVM_VECTORCALL = 0x00c0 "DW_CC_LLVM_vectorcall"
    LLVM_WIN64 = 0x00c1 "DW_CC_LLVM_Win64"
    LLVM_X86_64SYSV = 0x00c2 "DW_CC_LLVM_X86_64SysV"
    LLVM_AAPCS = 0x00c3 "DW_CC_LLVM_AAPCS"
    LLVM_AAPCS_VFP = 0x00c4 "DW_CC_LLVM_AAPCS_VFP"
    LLVM_INTELOCLBICC = 0x00c5 "DW_CC_LLVM_IntelOclBicc"
    LLVM_SPIRFUNCTION = 0x00c6 "DW_CC_LLVM_SpirFunction"
    LLVM_DEVICEKERNEL = 0x00c7 "DW_CC_LLVM_DeviceKernel"
    LLVM_SWIFT = 0x00c8 "DW_CC_LLVM_Swift"
    LLVM_PRESERVEMOST = 0x00c9 "DW_CC_LLVM_PreserveMost"
    LLVM_PRESERVEALL = 0x00ca "DW_CC_LLVM_PreserveAll"
    LLVM_X86REGCALL = 0x00cb "DW_CC_LLVM_X86RegCall"
    LLVM_M68KRTD = 0x00cc "DW_CC_LLVM_M68kRTD"
    LLVM_PRESERVENONE = 0x00cd "DW_CC_LLVM_PreserveNone"
    LLVM_RISCVVECTORCALL = 0x00ce "DW_CC_LLVM_RISCVVectorCall"
    LLVM_SWIFTTAIL = 0x00cf "DW_CC_LLVM_SwiftTail"
    LLVM_RISCVVLSCALL = 0x00d0 "DW_CC_LLVM_RISCVVLSCall"
    GDB_IBM_OPENCL = 0x00ff "DW_CC_GDB_IBM_OpenCL"
}

dwarf! {
    /// Virtuality of a member function (`DW_VIRTUALITY_…`).
    Virtuality: u8;
    NONE = 0x0000 "DW_VIRTUALITY_none"
    VIRTUAL = 0x0001 "DW_VIRTUALITY_virtual"
    PURE_VIRTUAL = 0x0002 "DW_VIRTUALITY_pure_virtual"
}

dwarf! {
    /// Kind of a macro information entry (`DW_MACINFO_…`).
    Macinfo: u8;
    DEFINE = 0x0001 "DW_MACINFO_define"
    UNDEF = 0x0002 "DW_MACINFO_undef"
    START_FILE = 0x0003 "DW_MACINFO_start_file"
    END_FILE = 0x0004 "DW_MACINFO_end_file"
    VENDOR_EXT = 0x00ff "DW_MACINFO_vendor_ext"
}

dwarf! {
    /// Whether an enumeration is open (`DW_APPLE_ENUM_KIND_…`).
    EnumKind: u8;
    CLOSED = 0x0000 "DW_APPLE_ENUM_KIND_Closed"
    OPEN = 0x0001 "DW_APPLE_ENUM_KIND_Open"
}

dwarf! {
    /// Attribute bit of an Objective-C property (`DW_APPLE_PROPERTY_…`).
    AppleProperty: u16;
    READONLY = 0x0001 "DW_APPLE_PROPERTY_readonly"
    GETTER = 0x0002 "DW_APPLE_PROPERTY_getter"
    ASSIGN = 0x0004 "DW_APPLE_PROPERTY_assign"
    READWRITE = 0x0008 "DW_APPLE_PROPERTY_readwrite"
    RETAIN = 0x0010 "DW_APPLE_PROPERTY_retain"
    COPY = 0x0020 "DW_APPLE_PROPERTY_copy"
    NONATOMIC = 0x0040 "DW_APPLE_PROPERTY_nonatomic"
    SETTER = 0x0080 "DW_APPLE_PROPERTY_setter"
    ATOMIC = 0x0100 "DW_APPLE_PROPERTY_atomic"
    WEAK = 0x0200 "DW_APPLE_PROPERTY_weak"
    STRONG = 0x0400 "DW_APPLE_PROPERTY_strong"
    UNSAFE_UNRETAINED = 0x0800 "DW_APPLE_PROPERTY_unsafe_unretained"
    NULLABILITY = 0x1000 "DW_APPLE_PROPERTY_nullability"
    NULL_RESETTABLE = 0x2000 "DW_APPLE_PROPERTY_null_resettable"
    CLASS = 0x4000 "DW_APPLE_PROPERTY_class"
}

dwarf! {
    /// Operation of a location expression (`DW_OP_…`), with those that only LLVM metadata uses.
    Op: u16;
    ADDR = 0x0003 "DW_OP_addr"
    DEREF = 0x0006 "DW_OP_deref"
    CONST1U = 0x0008 "DW_OP_const1u"
    CONST1S = 0x0009 "DW_OP_const1s"
    CONST2U = 0x000a "DW_OP_const2u"
    CONST2S = 0x000b "DW_OP_const2s"
    CONST4U = 0x000c "DW_OP_const4u"
    CONST4S = 0x000d "DW_OP_const4s"
    CONST8U = 0x000e "DW_OP_const8u"
    CONST8S = 0x000f "DW_OP_const8s"
    CONSTU = 0x0010 "DW_OP_constu"
    CONSTS = 0x0011 "DW_OP_consts"
    DUP = 0x0012 "DW_OP_dup"
    DROP = 0x0013 "DW_OP_drop"
    OVER = 0x0014 "DW_OP_over"
    PICK = 0x0015 "DW_OP_pick"
    SWAP = 0x0016 "DW_OP_swap"
    ROT = 0x0017 "DW_OP_rot"
    XDEREF = 0x0018 "DW_OP_xderef"
    ABS = 0x0019 "DW_OP_abs"
    AND = 0x001a "DW_OP_and"
    DIV = 0x001b "DW_OP_div"
    MINUS = 0x001c "DW_OP_minus"
    MOD = 0x001d "DW_OP_mod"
    MUL = 0x001e "DW_OP_mul"
    NEG = 0x001f "DW_OP_neg"
    NOT = 0x0020 "DW_OP_not"
    OR = 0x0021 "DW_OP_or"
    PLUS = 0x0022 "DW_OP_plus"
    PLUS_UCONST = 0x0023 "DW_OP_plus_uconst"
    SHL = 0x0024 "DW_OP_shl"
    SHR = 0x0025 "DW_OP_shr"
    SHRA = 0x0026 "DW_OP_shra"
    XOR = 0x0027 "DW_OP_xor"
    BRA = 0x0028 "DW_OP_bra"
    EQ = 0x0029 "DW_OP_eq"
    GE = 0x002a "DW_OP_ge"
    GT = 0x002b "DW_OP_gt"
    LE = 0x002c "DW_OP_le"
    LT = 0x002d "DW_OP_lt"
    NE = 0x002e "DW_OP_ne"
    SKIP = 0x002f "DW_OP_skip"
    LIT0 = 0x0030 "DW_OP_lit0"
    LIT1 = 0x0031 "DW_OP_lit1"
    LIT2 = 0x0032 "DW_OP_lit2"
    LIT3 = 0x0033 "DW_OP_lit3"
    LIT4 = 0x0034 "DW_OP_lit4"
    LIT5 = 0x0035 "DW_OP_lit5"
    LIT6 = 0x0036 "DW_OP_lit6"
    LIT7 = 0x0037 "DW_OP_lit7"
    LIT8 = 0x0038 "DW_OP_lit8"
    LIT9 = 0x0039 "DW_OP_lit9"
    LIT10 = 0x003a "DW_OP_lit10"
    LIT11 = 0x003b "DW_OP_lit11"
    LIT12 = 0x003c "DW_OP_lit12"
    LIT13 = 0x003d "DW_OP_lit13"
    LIT14 = 0x003e "DW_OP_lit14"
    LIT15 = 0x003f "DW_OP_lit15"
    LIT16 = 0x0040 "DW_OP_lit16"
    LIT17 = 0x0041 "DW_OP_lit17"
    LIT18 = 0x0042 "DW_OP_lit18"
    LIT19 = 0x0043 "DW_OP_lit19"
    LIT20 = 0x0044 "DW_OP_lit20"
    LIT21 = 0x0045 "DW_OP_lit21"
    LIT22 = 0x0046 "DW_OP_lit22"
    LIT23 = 0x0047 "DW_OP_lit23"
    LIT24 = 0x0048 "DW_OP_lit24"
    LIT25 = 0x0049 "DW_OP_lit25"
    LIT26 = 0x004a "DW_OP_lit26"
    LIT27 = 0x004b "DW_OP_lit27"
    LIT28 = 0x004c "DW_OP_lit28"
    LIT29 = 0x004d "DW_OP_lit29"
    LIT30 = 0x004e "DW_OP_lit30"
    LIT31 = 0x004f "DW_OP_lit31"
    REG0 = 0x0050 "DW_OP_reg0"
    REG1 = 0x0051 "DW_OP_reg1"
    REG2 = 0x0052 "DW_OP_reg2"
    REG3 = 0x0053 "DW_OP_reg3"
    REG4 = 0x0054 "DW_OP_reg4"
    REG5 = 0x0055 "DW_OP_reg5"
    REG6 = 0x0056 "DW_OP_reg6"
    REG7 = 0x0057 "DW_OP_reg7"
    REG8 = 0x0058 "DW_OP_reg8"
    REG9 = 0x0059 "DW_OP_reg9"
    REG10 = 0x005a "DW_OP_reg10"
    REG11 = 0x005b "DW_OP_reg11"
    REG12 = 0x005c "DW_OP_reg12"
    REG13 = 0x005d "DW_OP_reg13"
    REG14 = 0x005e "DW_OP_reg14"
    REG15 = 0x005f "DW_OP_reg15"
    REG16 = 0x0060 "DW_OP_reg16"
    REG17 = 0x0061 "DW_OP_reg17"
    REG18 = 0x0062 "DW_OP_reg18"
    REG19 = 0x0063 "DW_OP_reg19"
    REG20 = 0x0064 "DW_OP_reg20"
    REG21 = 0x0065 "DW_OP_reg21"
    REG22 = 0x0066 "DW_OP_reg22"
    REG23 = 0x0067 "DW_OP_reg23"
    REG24 = 0x0068 "DW_OP_reg24"
    REG25 = 0x0069 "DW_OP_reg25"
    REG26 = 0x006a "DW_OP_reg26"
    REG27 = 0x006b "DW_OP_reg27"
    REG28 = 0x006c "DW_OP_reg28"
    REG29 = 0x006d "DW_OP_reg29"
    REG30 = 0x006e "DW_OP_reg30"
    REG31 = 0x006f "DW_OP_reg31"
    BREG0 = 0x0070 "DW_OP_breg0"
    BREG1 = 0x0071 "DW_OP_breg1"
    BREG2 = 0x0072 "DW_OP_breg2"
    BREG3 = 0x0073 "DW_OP_breg3"
    BREG4 = 0x0074 "DW_OP_breg4"
    BREG5 = 0x0075 "DW_OP_breg5"
    BREG6 = 0x0076 "DW_OP_breg6"
    BREG7 = 0x0077 "DW_OP_breg7"
    BREG8 = 0x0078 "DW_OP_breg8"
    BREG9 = 0x0079 "DW_OP_breg9"
    BREG10 = 0x007a "DW_OP_breg10"
    BREG11 = 0x007b "DW_OP_breg11"
    BREG12 = 0x007c "DW_OP_breg12"
    BREG13 = 0x007d "DW_OP_breg13"
    BREG14 = 0x007e "DW_OP_breg14"
    BREG15 = 0x007f "DW_OP_breg15"
    BREG16 = 0x0080 "DW_OP_breg16"
    BREG17 = 0x0081 "DW_OP_breg17"
    BREG18 = 0x0082 "DW_OP_breg18"
    BREG19 = 0x0083 "DW_OP_breg19"
    BREG20 = 0x0084 "DW_OP_breg20"
    BREG21 = 0x0085 "DW_OP_breg21"
    BREG22 = 0x0086 "DW_OP_breg22"
    BREG23 = 0x0087 "DW_OP_breg23"
    BREG24 = 0x0088 "DW_OP_breg24"
    BREG25 = 0x0089 "DW_OP_breg25"
    BREG26 = 0x008a "DW_OP_breg26"
    BREG27 = 0x008b "DW_OP_breg27"
    BREG28 = 0x008c "DW_OP_breg28"
    BREG29 = 0x008d "DW_OP_breg29"
    BREG30 = 0x008e "DW_OP_breg30"
    BREG31 = 0x008f "DW_OP_breg31"
    REGX = 0x0090 "DW_OP_regx"
    FBREG = 0x0091 "DW_OP_fbreg"
    BREGX = 0x0092 "DW_OP_bregx"
    PIECE = 0x0093 "DW_OP_piece"
    DEREF_SIZE = 0x0094 "DW_OP_deref_size"
    XDEREF_SIZE = 0x0095 "DW_OP_xderef_size"
    NOP = 0x0096 "DW_OP_nop"
    PUSH_OBJECT_ADDRESS = 0x0097 "DW_OP_push_object_address"
    CALL2 = 0x0098 "DW_OP_call2"
    CALL4 = 0x0099 "DW_OP_call4"
    CALL_REF = 0x009a "DW_OP_call_ref"
    FORM_TLS_ADDRESS = 0x009b "DW_OP_form_tls_address"
    CALL_FRAME_CFA = 0x009c "DW_OP_call_frame_cfa"
    BIT_PIECE = 0x009d "DW_OP_bit_piece"
    IMPLICIT_VALUE = 0x009e "DW_OP_implicit_value"
    STACK_VALUE = 0x009f "DW_OP_stack_value"
    IMPLICIT_POINTER = 0x00a0 "DW_OP_implicit_pointer"
    ADDRX = 0x00a1 "DW_OP_addrx"
    CONSTX = 0x00a2 "DW_OP_constx"
    ENTRY_VALUE = 0x00a3 "DW_OP_entry_value"
    CONST_TYPE = 0x00a4 "DW_OP_const_type"
    REGVAL_TYPE = 0x00a5 "DW_OP_regval_type"
    DEREF_TYPE = 0x00a6 "DW_OP_deref_type"
    XDEREF_TYPE = 0x00a7 "DW_OP_xderef_type"
    CONVERT = 0x00a8 "DW_OP_convert"
    REINTERPRET = 0x00a9 "DW_OP_reinterpret"
    GNU_PUSH_TLS_ADDRESS = 0x00e0 "DW_OP_GNU_push_tls_address"
    HP_IS_VALUE = 0x00e1 "DW_OP_HP_is_value"
    HP_FLTCONST4 = 0x00e2 "DW_OP_HP_fltconst4"
    HP_FLTCONST8 = 0x00e3 "DW_OP_HP_fltconst8"
    HP_MOD_RANGE = 0x00e4 "DW_OP_HP_mod_range"
    HP_UNMOD_RANGE = 0x00e5 "DW_OP_HP_unmod_range"
    HP_TLS = 0x00e6 "DW_OP_HP_tls"
    INTEL_BIT_PIECE = 0x00e8 "DW_OP_INTEL_bit_piece"
    WASM_LOCATION = 0x00ed "DW_OP_WASM_location"
    WASM_LOCATION_INT = 0x00ee "DW_OP_WASM_location_int"
    APPLE_UNINIT = 0x00f0 "DW_OP_APPLE_uninit"
    GNU_IMPLICIT_POINTER = 0x00f2 "DW_OP_GNU_implicit_pointer"
    GNU_ENTRY_VALUE = 0x00f3 "DW_OP_GNU_entry_value"
    PGI_OMP_THREAD_NUM = 0x00f8 "DW_OP_PGI_omp_thread_num"
    GNU_ADDR_INDEX = 0x00fb "DW_OP_GNU_addr_index"
    GNU_CONST_INDEX = 0x00fc "DW_OP_GNU_const_index"
    LLVM_USER = 0x00e9 "DW_OP_LLVM_user"
    LLVM_FRAGMENT = 0x1000 "DW_OP_LLVM_fragment"
    LLVM_CONVERT = 0x1001 "DW_OP_LLVM_convert"
    LLVM_TAG_OFFSET = 0x1002 "DW_OP_LLVM_tag_offset"
    LLVM_ENTRY_VALUE = 0x1003 "DW_OP_LLVM_entry_value"
    LLVM_IMPLICIT_POINTER = 0x1004 "DW_OP_LLVM_implicit_pointer"
    LLVM_ARG = 0x1005 "DW_OP_LLVM_arg"
    LLVM_EXTRACT_BITS_SEXT = 0x1006 "DW_OP_LLVM_extract_bits_sext"
    LLVM_EXTRACT_BITS_ZEXT = 0x1007 "DW_OP_LLVM_extract_bits_zext"
}

/// Tags whose names came later (asked of LLVM 13 to 23), with the first release that prints them. Older ones print the number.
const NEWER_TAGS: &[(Tag, LlvmVersion)] = &[
    // Numbers that DWARF leaves to vendors.
    (Tag::LLVM_ANNOTATION, LlvmVersion::of(14.0)),
    (Tag::LLVM_PTRAUTH_TYPE, LlvmVersion::of(16.0)),
];

/// See [`NEWER_TAGS`].
const NEWER_LANGUAGES: &[(Lang, LlvmVersion)] = &[
    (Lang::BLISS, LlvmVersion::of(5.0)),
    (Lang::KOTLIN, LlvmVersion::of(16.0)),
    (Lang::ZIG, LlvmVersion::of(16.0)),
    (Lang::CRYSTAL, LlvmVersion::of(16.0)),
    (Lang::C_PLUS_PLUS_17, LlvmVersion::of(16.0)),
    (Lang::C_PLUS_PLUS_20, LlvmVersion::of(16.0)),
    (Lang::C17, LlvmVersion::of(16.0)),
    (Lang::FORTRAN18, LlvmVersion::of(16.0)),
    (Lang::ADA2005, LlvmVersion::of(16.0)),
    (Lang::ADA2012, LlvmVersion::of(16.0)),
    (Lang::MOJO, LlvmVersion::of(17.0)),
    (Lang::HIP, LlvmVersion::of(19.0)),
    (Lang::ASSEMBLY, LlvmVersion::of(19.0)),
    (Lang::C_SHARP, LlvmVersion::of(19.0)),
    (Lang::GLSL, LlvmVersion::of(19.0)),
    (Lang::GLSL_ES, LlvmVersion::of(19.0)),
    (Lang::HLSL, LlvmVersion::of(19.0)),
    (Lang::OPENCL_CPP, LlvmVersion::of(19.0)),
    (Lang::CPP_FOR_OPENCL, LlvmVersion::of(19.0)),
    (Lang::SYCL, LlvmVersion::of(19.0)),
    (Lang::RUBY, LlvmVersion::of(19.0)),
    (Lang::MOVE, LlvmVersion::of(19.0)),
    (Lang::HYLO, LlvmVersion::of(19.0)),
    (Lang::METAL, LlvmVersion::of(20.0)),
];

impl Tag {
    /// Whether the release `llvm` has the name of this tag, if there is one.
    pub fn is_in(self, llvm: LlvmVersion) -> bool {
        NEWER_TAGS.iter().all(|row| row.0 != self || llvm >= row.1)
    }
}

impl Lang {
    /// Whether the release `llvm` has the name of this language, if there is one.
    pub fn is_in(self, llvm: LlvmVersion) -> bool {
        NEWER_LANGUAGES.iter().all(|row| row.0 != self || llvm >= row.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree_both_ways() {
        for &(number, name) in Tag::TABLE {
            assert_eq!(Tag(number).name(), Some(name));
            assert_eq!(Tag::from_name(name.as_bytes()), Some(Tag(number)));
        }
        for &(number, name) in Op::TABLE {
            assert_eq!(Op(number).name(), Some(name));
            assert_eq!(Op::from_name(name.as_bytes()), Some(Op(number)));
        }
        assert_eq!(Tag(0xffff).name(), None);
        assert_eq!(Lang::from_name(b"DW_LANG_C_plus_plus_14"), Some(Lang(0x21)));
        assert_eq!(LangName(4).name(), Some("DW_LNAME_C_plus_plus"));
    }
}
