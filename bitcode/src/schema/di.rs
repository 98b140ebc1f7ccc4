//! The specialized metadata records: operand order by the names of the fields as printed. Shapes of one code are listed from newest to oldest.
use crate::schema::metadata::{DiEnc, DiOperand, DiRecordRow};

/// Every specialised metadata record in every shape that LLVM reads (`ModuleBitcodeWriter::writeDI...`, `MetadataLoader`).
///
/// Since LLVM 21, sizes and offsets of types are metadata (bit 1 of operand 0, bit 2 for DICompositeType), so that they may be
/// variable; constant ones are metadata of `i64` or `i32` values.
pub static DI_RECORDS: &[DiRecordRow] = di_records! {
    /// A source location.
    "LOCATION" = 7, DILocation, since 3.7, head 0 of 0 [], min 5 {
        line: U64, column: U64, scope: MdId, inlinedAt: Md, isImplicitCode: Bool since 8.0, atomGroup: U64 since 21.0, atomRank: U64 since 21.0,
    }
    /// A node of any DWARF tag. The version is 0; the header is the first of the operands.
    "GENERIC_DEBUG" = 12, GenericDINode, since 3.7, head 0 of 0 [], min 4 { tag: U64, version: Unused, header: MdStr, operands: MdRest }
    /// A range of subscripts.
    "SUBRANGE" = 13, DISubrange, since 11.0, head 4 of 0xfffffffffffffffe [], min 5 {
        count: Md, lowerBound: Md, upperBound: Md, stride: Md,
    }
    /// With a constant lower bound.
    "SUBRANGE" = 13, DISubrange, since 7.0 until 10.0, head 2 of 0xfffffffffffffffe [], min 3 { count: Md, lowerBound: I64 }
    /// With constant count and lower bound; a count of -1 is none.
    "SUBRANGE" = 13, DISubrange, since 3.7 until 6.0, head 0 of 0xfffffffffffffffe [], min 3 { count: I64Raw, lowerBound: I64 }
    /// An enumerator; bit 2 of operand 0 says that the value is wide.
    "ENUMERATOR" = 14, DIEnumerator, since 11.0, head 4 of 4 [isUnsigned: 1], min 3 { bitWidth: ApWidth, name: MdStr, value: ApWords }
    /// With a value of 64 bits.
    "ENUMERATOR" = 14, DIEnumerator, since 3.7 until 10.0, head 0 of 4 [isUnsigned: 1], min 3 { value: I64, name: MdStr }
    /// A basic type.
    "BASIC_TYPE" = 15, DIBasicType, since 21.0, head 2 of 2 [], min 6 {
        tag: U64, name: MdStr, size: Md, align: U64, encoding: U64, flags: U64, num_extra_inhabitants: U64, dataSize: U64 since 22.0,
        file: Md since 23.0, line: U64 since 23.0, scope: Md since 23.0,
    }
    /// With a constant size.
    "BASIC_TYPE" = 15, DIBasicType, since 3.7 until 20.0, head 0 of 2 [], min 6 {
        tag: U64, name: MdStr, size: U64, align: U64, encoding: U64, flags: U64 since 8.0, num_extra_inhabitants: U64 since 20.0,
    }
    /// A file. Kind and value of the checksum are 0 without one.
    "FILE" = 16, DIFile, since 3.7, head 0 of 0 [], min 3 { filename: MdStr, directory: MdStr, checksumkind: U64 since 4.0, checksum: MdStr since 4.0, source: MdStr since 7.0 }
    /// A derived type. `ptrAuthData` packs key (4 bits), address discrimination (1), extra discriminator (16), isa pointer (1) and
    /// authentication of null (1); 0 is none.
    "DERIVED_TYPE" = 17, DIDerivedType, since 21.0, head 2 of 2 [], min 12 {
        tag: U64, name: MdStr, file: Md, line: U64, scope: Md, baseType: Md, size: Md, align: U64, offset: Md, flags: U64, extraData: Md,
        dwarfAddressSpace: PlusOne, annotations: Md, ptrAuthData: U64,
    }
    /// With constant size and offset.
    "DERIVED_TYPE" = 17, DIDerivedType, since 3.7 until 20.0, head 0 of 2 [], min 12 {
        tag: U64, name: MdStr, file: Md, line: U64, scope: Md, baseType: Md, size: U64, align: U64, offset: U64, flags: U64, extraData: Md,
        dwarfAddressSpace: PlusOne since 5.0, annotations: Md since 14.0, ptrAuthData: U64 since 19.0,
    }
    /// A composite type. Bit 1 of operand 0 says that no type refers to it by identifier (LLVM 4); if it is 0, references may be strings.
    "COMPOSITE_TYPE" = 18, DICompositeType, since 21.0, head 4 of 4 [], min 16 {
        tag: U64, name: MdStr, file: Md, line: U64, scope: Md, baseType: Md, size: Md, align: U64, offset: Md, flags: U64, elements: Md,
        runtimeLang: U64, vtableHolder: Md, templateParams: Md, identifier: MdStr, discriminator: Md, dataLocation: Md, associated: Md,
        allocated: Md, rank: Md, annotations: Md, num_extra_inhabitants: U64, specification: Md, enumKind: U32OrNone, bitStride: Md,
    }
    /// With constant size and offset.
    "COMPOSITE_TYPE" = 18, DICompositeType, since 3.7 until 20.0, head 0 of 4 [], min 16 {
        tag: U64, name: MdStr, file: Md, line: U64, scope: Md, baseType: Md, size: U64, align: U64, offset: U64, flags: U64, elements: Md,
        runtimeLang: U64, vtableHolder: Md, templateParams: Md, identifier: MdStr, discriminator: Md since 7.0, dataLocation: Md since 11.0,
        associated: Md since 12.0, allocated: Md since 12.0, rank: Md since 12.0, annotations: Md since 14.0, num_extra_inhabitants: U64 since 20.0, specification: Md since 20.0,
        enumKind: U32OrNone since 21.0, bitStride: Md since 21.0,
    }
    /// A function type. Bit 1 of operand 0: its types refer to nodes, not to identifiers (LLVM 4).
    "SUBROUTINE_TYPE" = 19, DISubroutineType, since 3.7, head 0 of 0 [], min 3 { flags: U64, types: Md, cc: U64 since 3.9 }
    /// A compile unit, always distinct. With bit 63 of the language it is a `sourceLanguageName` (LLVM 22), else a `language`.
    /// `subprograms` was a list of subprograms up to LLVM 3.9.
    "COMPILE_UNIT" = 20, DICompileUnit, since 3.7, head 0 of 0 [], min 14 {
        language: U64, file: Md, producer: MdStr, isOptimized: Bool, flags: MdStr, runtimeVersion: U64, splitDebugFilename: MdStr,
        emissionKind: U64, enums: Md, retainedTypes: Md, subprograms: Md, globals: Md, imports: Md, dwoId: U64, macros: Md since 3.8,
        splitDebugInlining: Bool since 4.0, debugInfoForProfiling: Bool since 5.0, nameTableKind: U64 since 6.0, rangesBaseAddress: Bool since 11.0,
        sysroot: MdStr since 11.0, sdk: MdStr since 11.0,
        sourceLanguageVersion: U64 since 22.0, dialect: U64 since 23.0,
    }
    /// A subprogram. Bits 1 and 2 of operand 0: it has a unit, and its own flags.
    "SUBPROGRAM" = 21, DISubprogram, since 8.0, head 6 of 6 [], min 18 {
        scope: Md, name: MdStr, linkageName: MdStr, file: Md, line: U64, type: Md, scopeLine: U64, containingType: Md, spFlags: U64,
        virtualIndex: U64, flags: U64, unit: Md, templateParams: Md, declaration: Md, retainedNodes: Md, thisAdjustment: I64Raw,
        thrownTypes: Md, annotations: Md since 14.0, targetFuncName: MdStr since 15.0, keyInstructions: Bool since 21.0,
    }
    /// With its properties in operands of their own.
    "SUBPROGRAM" = 21, DISubprogram, since 3.9 until 7.0, head 2 of 6 [], min 19 {
        scope: Md, name: MdStr, linkageName: MdStr, file: Md, line: U64, type: Md, isLocal: Bool, isDefinition: Bool, scopeLine: U64,
        containingType: Md, virtuality: U64, virtualIndex: U64, flags: U64, isOptimized: Bool, unit: Md, templateParams: Md, declaration: Md,
        retainedNodes: Md, thisAdjustment: I64Raw since 3.9, thrownTypes: Md since 5.0,
    }
    /// Without unit; the function is in its place.
    "SUBPROGRAM" = 21, DISubprogram, since 3.7 until 3.7, head 0 of 6 [], min 19 {
        scope: Md, name: MdStr, linkageName: MdStr, file: Md, line: U64, type: Md, isLocal: Bool, isDefinition: Bool, scopeLine: U64,
        containingType: Md, virtuality: U64, virtualIndex: U64, flags: U64, isOptimized: Bool, function: Md, templateParams: Md, declaration: Md,
        retainedNodes: Md, thisAdjustment: I64Raw since 3.9, thrownTypes: Md since 5.0,
    }
    /// Without unit and function.
    "SUBPROGRAM" = 21, DISubprogram, since 3.8 until 3.8, head 0 of 6 [], min 18 {
        scope: Md, name: MdStr, linkageName: MdStr, file: Md, line: U64, type: Md, isLocal: Bool, isDefinition: Bool, scopeLine: U64,
        containingType: Md, virtuality: U64, virtualIndex: U64, flags: U64, isOptimized: Bool, templateParams: Md, declaration: Md,
        retainedNodes: Md,
    }
    /// A block of source.
    "LEXICAL_BLOCK" = 22, DILexicalBlock, since 3.7, head 0 of 0 [], min 5 { scope: Md, file: Md, line: U64, column: U64 }
    /// A block of source from another file, or with a discriminator.
    "LEXICAL_BLOCK_FILE" = 23, DILexicalBlockFile, since 3.7, head 0 of 0 [], min 4 { scope: Md, file: Md, discriminator: U64 }
    /// A namespace with file and line.
    "NAMESPACE" = 24, DINamespace, since 3.7 until 4.0, head 0 of 0 [exportSymbols: 1], min 5 { scope: Md, file: Md, name: MdStr, line: U64 }
    /// A namespace.
    "NAMESPACE" = 24, DINamespace, since 5.0, head 0 of 0 [exportSymbols: 1], min 3 { scope: Md, name: MdStr }
    /// A type parameter of a template.
    "TEMPLATE_TYPE" = 25, DITemplateTypeParameter, since 3.7, head 0 of 0 [], min 3 { name: MdStr, type: Md, defaulted: Bool since 11.0 }
    /// A value parameter of a template.
    "TEMPLATE_VALUE" = 26, DITemplateValueParameter, since 11.0, head 0 of 0 [], min 6 {
        tag: U64, name: MdStr, type: Md, defaulted: Bool, value: Md,
    }
    /// Without default.
    "TEMPLATE_VALUE" = 26, DITemplateValueParameter, since 3.7 until 10.0, head 0 of 0 [], min 5 { tag: U64, name: MdStr, type: Md, value: Md }
    /// A global variable.
    "GLOBAL_VAR" = 27, DIGlobalVariable, since 8.0, head 4 of 0xfffffffffffffffe [], min 11 {
        scope: Md, name: MdStr, linkageName: MdStr, file: Md, line: U64, type: Md, isLocal: Bool, isDefinition: Bool, declaration: Md,
        templateParams: Md, align: U64, annotations: Md since 14.0,
    }
    /// With the place of a variable, unused today.
    "GLOBAL_VAR" = 27, DIGlobalVariable, since 4.0 until 7.0, head 2 of 0xfffffffffffffffe [], min 11 {
        scope: Md, name: MdStr, linkageName: MdStr, file: Md, line: U64, type: Md, isLocal: Bool, isDefinition: Bool, variable: Unused,
        declaration: Md, align: U64,
    }
    /// With its variable, constant or expression.
    "GLOBAL_VAR" = 27, DIGlobalVariable, since 3.7 until 3.9, head 0 of 0xfffffffffffffffe [], min 11 {
        scope: Md, name: MdStr, linkageName: MdStr, file: Md, line: U64, type: Md, isLocal: Bool, isDefinition: Bool, variable: Md,
        declaration: Md, align: U64 since 4.0,
    }
    /// A local variable. Bit 1 of operand 0: it has an alignment and no tag.
    "LOCAL_VAR" = 28, DILocalVariable, since 4.0, head 2 of 2 [], min 9 {
        scope: Md, name: MdStr, file: Md, line: U64, type: Md, arg: U64, flags: U64, align: U64, annotations: Md since 14.0,
    }
    /// With a tag, and an optional inlined-at location that is ignored.
    "LOCAL_VAR" = 28, DILocalVariable, since 3.7 until 3.7, head 0 of 2 [], min 9 {
        tag: U64, scope: Md, name: MdStr, file: Md, line: U64, type: Md, arg: U64, flags: U64, inlinedAt: Unused since 3.8,
    }
    /// Without tag.
    "LOCAL_VAR" = 28, DILocalVariable, since 3.8 until 3.9, head 0 of 2 [], min 8 {
        scope: Md, name: MdStr, file: Md, line: U64, type: Md, arg: U64, flags: U64,
    }
    /// An expression. The bits of operand 0 from 1 on are its version: 3; in version 2, `DW_OP_deref` and `DW_OP_plus` had other positions,
    /// in version 1 `DW_OP_plus` and `DW_OP_minus` had operands, and in version 0 a fragment was a `DW_OP_bit_piece`.
    "EXPRESSION" = 29, DIExpression, since 3.7, head 0 of 0 [], min 1 { elements: U64Rest }
    /// A property of an Objective-C class.
    "OBJC_PROPERTY" = 30, DIObjCProperty, since 3.7, head 0 of 0 [], min 8 {
        name: MdStr, file: Md, line: U64, setter: MdStr, getter: MdStr, attributes: U64, type: Md,
    }
    /// An imported declaration or module; a line without file is ignored.
    "IMPORTED_ENTITY" = 31, DIImportedEntity, since 3.7, head 0 of 0 [], min 6 {
        tag: U64, scope: Md, entity: Md, line: U64, name: MdStr, file: Md since 5.0, elements: Md since 14.0,
    }
    /// A module, such as clang's or Fortran's.
    "MODULE" = 32, DIModule, since 11.0, head 0 of 0 [], min 8 {
        file: Md, scope: Md, name: MdStr, configMacros: MdStr, includePath: MdStr, apinotes: MdStr, line: U64, isDecl: Bool since 12.0,
    }
    /// Without file and line; the last operand was a system root up to LLVM 10.
    "MODULE" = 32, DIModule, since 3.7 until 10.0, head 0 of 0 [], min 5 {
        scope: Md, name: MdStr, configMacros: MdStr, includePath: MdStr, apinotes: MdStr,
    }
    /// A macro.
    "MACRO" = 33, DIMacro, since 3.8, head 0 of 0 [], min 5 { type: U64, line: U64, name: MdStr, value: MdStr }
    /// A file of macros.
    "MACRO_FILE" = 34, DIMacroFile, since 3.8, head 0 of 0 [], min 5 { type: U64, line: U64, file: Md, nodes: Md }
    /// A global variable with its expression.
    "GLOBAL_VAR_EXPR" = 37, DIGlobalVariableExpression, since 4.0, head 0 of 0 [], min 3 { var: Md, expr: Md }
    /// A label.
    "LABEL" = 40, DILabel, since 7.0, head 0 of 0 [isArtificial: 1], min 5 {
        scope: Md, name: MdStr, file: Md, line: U64, column: U64 since 21.0, coroSuspendIdx: U64OrNone since 21.0,
    }
    /// A string type of Fortran.
    "STRING_TYPE" = 41, DIStringType, since 21.0, head 2 of 2 [], min 9 {
        tag: U64, name: MdStr, stringLength: Md, stringLengthExpression: Md, stringLocationExpression: Md, size: Md, align: U64, encoding: U64,
    }
    /// With a constant size.
    "STRING_TYPE" = 41, DIStringType, since 14.0 until 20.0, head 0 of 2 [], min 9 {
        tag: U64, name: MdStr, stringLength: Md, stringLengthExpression: Md, stringLocationExpression: Md, size: U64, align: U64, encoding: U64,
    }
    /// Without location expression.
    "STRING_TYPE" = 41, DIStringType, since 12.0 until 13.0, head 0 of 2 [], min 8 {
        tag: U64, name: MdStr, stringLength: Md, stringLengthExpression: Md, size: U64, align: U64, encoding: U64,
    }
    /// A common block of Fortran.
    "COMMON_BLOCK" = 44, DICommonBlock, since 10.0, head 0 of 0 [], min 6 { scope: Md, declaration: Md, name: MdStr, file: Md, line: U64 }
    /// A range of subscripts given by expressions.
    "GENERIC_SUBRANGE" = 45, DIGenericSubrange, since 12.0, head 0 of 0 [], min 5 { count: Md, lowerBound: Md, upperBound: Md, stride: Md }
    /// The identity of an assignment, always distinct.
    "ASSIGN_ID" = 47, DIAssignID, since 16.0, head 0 of 0 [], min 1 {}
    /// A subrange type.
    "SUBRANGE_TYPE" = 48, DISubrangeType, since 21.0, head 2 of 2 [], min 13 {
        name: MdStr, file: Md, line: U64, scope: Md, size: Md, align: U64, flags: U64, baseType: Md, lowerBound: Md, upperBound: Md, stride: Md,
        bias: Md,
    }
    /// With a constant size.
    "SUBRANGE_TYPE" = 48, DISubrangeType, since 20.0 until 20.0, head 0 of 2 [], min 13 {
        name: MdStr, file: Md, line: U64, scope: Md, size: U64, align: U64, flags: U64, baseType: Md, lowerBound: Md, upperBound: Md, stride: Md,
        bias: Md,
    }
    /// A fixed-point type.
    "FIXED_POINT_TYPE" = 49, DIFixedPointType, since 21.0, head 2 of 2 [], min 11 {
        tag: U64, name: MdStr, size: Md, align: U64, encoding: U64, flags: U64, kind: U64, factor: I64Raw, numerator: ApInt, denominator: ApInt,
        file: Md since 23.0, line: U64 since 23.0, scope: Md since 23.0,
    }
    /// With a constant size.
    "FIXED_POINT_TYPE" = 49, DIFixedPointType, since 20.0 until 20.0, head 0 of 2 [], min 11 {
        tag: U64, name: MdStr, size: U64, align: U64, encoding: U64, flags: U64, kind: U64, factor: I64Raw, numerator: ApInt, denominator: ApInt,
    }
};
