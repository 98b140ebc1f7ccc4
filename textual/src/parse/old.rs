//! Syntax of LLVM 3 only, and what it shows about the LLVM that printed a text.
use super::Parser;
use super::body::NO_RESULT;
use crate::error::Result;
use crate::token::{Kw, Tok};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{MdId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::opcodes::Ordering;
use bctk_ir::types::Type;
use bctk_ir::value::ValueKind;
use bctk_ir::version::{Feature, Inferred, LlvmVersion, Trace};

/// Forms that a text may have, each with the last release that printed it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OldForms {
    /// `cmpxchg` with one ordering.
    pub(crate) one_ordering: bool,
    /// A type before metadata.
    pub(crate) typed_metadata: bool,
    /// `load`, `getelementptr` or a call without an explicit type other than the pointer's.
    pub(crate) pointee_types: bool,
    /// `load` or `getelementptr` with an explicit type, as since LLVM 3.7.
    pub(crate) stated_types: bool,
    /// A landing pad that names the personality.
    pub(crate) pad_personality: bool,
    /// An alias without a type of its own.
    pub(crate) untyped_alias: bool,
    /// `singlethread` as a word.
    pub(crate) plain_scope: bool,
    /// A block without a label.
    pub(crate) unlabelled: bool,
    /// Inline attributes of a function; handwritten newer texts may have them, too.
    pub(crate) inline_attrs: bool,
    /// The flags of subprograms in separate fields, which LLVM still reads.
    pub(crate) split_flags: bool,
    /// `spFlags` of subprograms, which are since LLVM 8.
    pub(crate) sp_flags: bool,
    /// `splat`, which LLVM prints since 20.
    pub(crate) splats: bool,
    /// `variables` of subprograms, which LLVM still reads.
    pub(crate) variables: bool,
    /// The last release that had all debug info fields of the text, if one was removed since.
    pub(crate) gone_fields: Option<LlvmVersion>,
    /// `unwind`.
    pub(crate) has_unwind: bool,
    /// `malloc` or `free`.
    pub(crate) heap_instructions: bool,
    /// `linker_private`, `linker_private_weak` or `linkonce_odr_auto_hide`.
    pub(crate) linker_private: bool,
    /// `linker_private_weak_def_auto`.
    pub(crate) hides_by_old_name: bool,
    /// `volatile` before `load` or `store`.
    pub(crate) volatile_before: bool,
    /// `deplibs`.
    pub(crate) libraries: bool,
    /// There are typed pointers and no source file name, which LLVM has printed for every module since it exists.
    pub(crate) unsourced: bool,
    /// There are typed pointers.
    pub(crate) typed_pointers: bool,
    /// A parameter of a definition that has no name and no number.
    pub(crate) unnamed_parameters: bool,
    /// A parameter of a definition that has a number.
    pub(crate) numbered_parameters: bool,
    /// An inline debug-information expression.
    pub(crate) inline_expressions: bool,
    /// An expression of debug information that is a numbered node.
    pub(crate) numbered_expressions: bool,
    /// The selection kind `noduplicates`.
    pub(crate) no_duplicates: bool,
    /// `byval` without a type.
    pub(crate) plain_by_val: bool,
    /// `sret` without a type.
    pub(crate) plain_struct_ret: bool,
    /// `byval` with a type, or other attributes with one.
    pub(crate) typed_by_val: bool,
    /// `sret` with a type.
    pub(crate) typed_struct_ret: bool,
    /// `mustprogress` after an attribute that follows it in alphabetical order.
    pub(crate) must_progress_last: bool,
    /// `uwtable` before an attribute without a value, where it was sorted until LLVM 14.
    pub(crate) plain_unwind_table: bool,
    /// `dead_on_return` before an attribute without a value, where it was sorted until LLVM 22.
    pub(crate) plain_dead_bytes: bool,
    /// A `load`, `store` or `alloca` that states no alignment.
    pub(crate) unaligned: bool,
    /// A `cmpxchg` or `atomicrmw` that states no alignment.
    pub(crate) unaligned_atomics: bool,
    /// A vector of equal numbers that is written out.
    pub(crate) written_splats: bool,
    /// A range of debug information with a lower bound of 0.
    pub(crate) lower_bound_zero: bool,
    /// A calling convention called `x86_64_win64cc`.
    pub(crate) old_conventions: bool,
    /// There are opaque pointers.
    pub(crate) opaque: bool,
    /// A floating-point number as `0x…`, which LLVM still reads.
    pub(crate) hexadecimal_doubles: bool,
    /// A floating-point number in a form that only LLVM 23 and later read.
    pub(crate) float_literals: bool,
    /// A vector of null pointers as `zeroinitializer`.
    pub(crate) zero_pointers: bool,
    /// A vector of null pointers as `splat (ptr null)`.
    pub(crate) null_splats: bool,
    /// The same access of both kinds of target memory, one by one.
    pub(crate) each_target_memory: bool,
    /// All target memory, `target_mem`.
    pub(crate) all_target_memory: bool,
    /// `module asm` and its string on one line, as until LLVM 22.
    pub(crate) asm_lines: bool,
    /// `module asm` in front of a list of strings.
    pub(crate) asm_lists: bool,
    /// `elementwise` of a load.
    pub(crate) elementwise_loads: bool,
    /// `atomicrmw xchg` of a vector as a whole.
    pub(crate) exchanged_vectors: bool,
    /// `noRenameOnPromotion` in a summary.
    pub(crate) promotion_flags: bool,
    /// Flags of a summary without `importType`, as until LLVM 18.
    pub(crate) no_import_type: bool,
    /// Flags of a summary without `noRenameOnPromotion`, as until LLVM 22.
    pub(crate) plain_summary_flags: bool,
    /// Flags of a function in a summary without `noUnwind`, as until LLVM 13.
    pub(crate) few_function_flags: bool,
    /// These flags with `noUnwind`.
    pub(crate) all_function_flags: bool,
    /// `undef` in the mask of a `shufflevector`, as until LLVM 16.
    pub(crate) undef_masks: bool,
    /// `poison` in such a mask.
    pub(crate) poison_masks: bool,
    /// `inrange` before an index.
    pub(crate) in_range_index: bool,
}

impl OldForms {
    /// Adds what another part of the text has.
    pub(crate) fn add(&mut self, other: OldForms) {
        self.one_ordering |= other.one_ordering;
        self.typed_metadata |= other.typed_metadata;
        self.pointee_types |= other.pointee_types;
        self.stated_types |= other.stated_types;
        self.pad_personality |= other.pad_personality;
        self.untyped_alias |= other.untyped_alias;
        self.plain_scope |= other.plain_scope;
        self.unlabelled |= other.unlabelled;
        self.inline_attrs |= other.inline_attrs;
        self.split_flags |= other.split_flags;
        self.sp_flags |= other.sp_flags;
        self.splats |= other.splats;
        self.inline_expressions |= other.inline_expressions;
        self.variables |= other.variables;
        self.has_unwind |= other.has_unwind;
        self.heap_instructions |= other.heap_instructions;
        self.linker_private |= other.linker_private;
        self.hides_by_old_name |= other.hides_by_old_name;
        self.volatile_before |= other.volatile_before;
        self.libraries |= other.libraries;
        self.unsourced |= other.unsourced;
        self.typed_pointers |= other.typed_pointers;
        self.unnamed_parameters |= other.unnamed_parameters;
        self.numbered_parameters |= other.numbered_parameters;
        self.numbered_expressions |= other.numbered_expressions;
        self.no_duplicates |= other.no_duplicates;
        self.plain_by_val |= other.plain_by_val;
        self.plain_struct_ret |= other.plain_struct_ret;
        self.typed_by_val |= other.typed_by_val;
        self.typed_struct_ret |= other.typed_struct_ret;
        self.must_progress_last |= other.must_progress_last;
        self.plain_unwind_table |= other.plain_unwind_table;
        self.plain_dead_bytes |= other.plain_dead_bytes;
        self.unaligned |= other.unaligned;
        self.unaligned_atomics |= other.unaligned_atomics;
        self.written_splats |= other.written_splats;
        self.lower_bound_zero |= other.lower_bound_zero;
        self.old_conventions |= other.old_conventions;
        self.opaque |= other.opaque;
        self.hexadecimal_doubles |= other.hexadecimal_doubles;
        self.float_literals |= other.float_literals;
        self.zero_pointers |= other.zero_pointers;
        self.null_splats |= other.null_splats;
        self.each_target_memory |= other.each_target_memory;
        self.all_target_memory |= other.all_target_memory;
        self.asm_lines |= other.asm_lines;
        self.asm_lists |= other.asm_lists;
        self.promotion_flags |= other.promotion_flags;
        self.elementwise_loads |= other.elementwise_loads;
        self.exchanged_vectors |= other.exchanged_vectors;
        self.no_import_type |= other.no_import_type;
        self.plain_summary_flags |= other.plain_summary_flags;
        self.few_function_flags |= other.few_function_flags;
        self.all_function_flags |= other.all_function_flags;
        self.undef_masks |= other.undef_masks;
        self.poison_masks |= other.poison_masks;
        self.in_range_index |= other.in_range_index;
        if let Some(until) = other.gone_fields {
            self.has_field(until);
        }
    }

    /// Notes a debug info field that releases had up to `until`.
    pub(crate) fn has_field(&mut self, until: LlvmVersion) {
        self.gone_fields = Some(self.gone_fields.map_or(until, |gone| gone.min(until)));
    }

    /// The release that printed a text with these forms; none if it has none of them.
    pub(crate) fn infer(self) -> Option<Inferred> {
        let certain = self.one_ordering || self.typed_metadata || self.pointee_types || self.unsourced && !self.stated_types;
        let rows = [
            (self.volatile_before, "volatile before load or store", Feature::VolatileAfterOpcode.last_without()),
            (self.has_unwind, "unwind", Feature::Unwind.last()),
            (self.heap_instructions, "malloc or free as an instruction", Feature::HeapInstructions.last()),
            (self.hides_by_old_name, "linker_private_weak_def_auto", Feature::AutoHideName.last_without()),
            (self.linker_private, "a linkage that is gone", Feature::LinkerPrivate.last()),
            (self.libraries, "deplibs", Feature::Deplibs.last()),
            (self.inline_attrs && certain, "attributes of functions in place", Feature::AttributeGroups.last_without()),
            (self.one_ordering, "cmpxchg with one ordering", Feature::FailureOrdering.last_without()),
            (self.typed_metadata, "a type before metadata", Feature::UntypedMetadata.last_without()),
            (self.pointee_types, "no types beside those of pointers", Feature::ExplicitTypes.last_without()),
            (self.pad_personality, "landing pads that name the personality", Feature::FunctionPersonality.last_without()),
            (self.unsourced, "no source file name", Feature::SourceFilename.last_without()),
            (self.gone_fields.is_some(), "fields of debug information that are gone", self.gone_fields.unwrap_or_default()),
            (self.untyped_alias, "aliases without a type of their own", Feature::AliasTypes.last_without()),
            (self.plain_scope, "the word singlethread", Feature::SyncScopeNames.last_without()),
            (self.old_conventions, "x86_64_win64cc", Feature::Win64CcName.last_without()),
            (self.numbered_expressions && !self.opaque, "numbered expressions", Feature::InlineExpressions.last_without()),
            (self.variables && self.typed_pointers, "variables of subprograms", Feature::RetainedNodes.last_without()),
            (self.split_flags && self.typed_pointers, "flags of subprograms one by one", Feature::SubprogramFlags.last_without()),
            (self.unlabelled, "blocks without labels", Feature::NumberedLabels.last_without()),
            (self.plain_by_val && self.typed_pointers, "byval without a type", Feature::TypedByVal.last_without()),
            (self.unnamed_parameters && !self.opaque, "parameters without a number", Feature::NumberedParameters.last_without()),
            (
                self.unaligned && self.typed_pointers,
                "loads, stores or allocas without alignment",
                Feature::ExplicitAlignments.last_without(),
            ),
            (
                self.unaligned_atomics && self.typed_pointers,
                "cmpxchg or atomicrmw without alignment",
                Feature::ExplicitAtomicAlignments.last_without(),
            ),
            (self.plain_struct_ret && self.typed_pointers, "sret without a type", Feature::TypedStructRet.last_without()),
            (self.no_duplicates && !self.opaque, "noduplicates", Feature::NoDeduplicate.last_without()),
            (self.must_progress_last && !self.opaque, "mustprogress as the last attribute", Feature::MustprogressOrder.last_without()),
        ];
        let there = rows.into_iter().filter(|(there, ..)| *there);
        Inferred::of(there.map(|(_, what, until)| Trace { what, since: None, until: Some(until) }).collect())
    }
}

impl OldForms {
    /// The last release that printed a text with these forms, which LLVM still reads: for texts that name an old compiler and have no
    /// pointers.
    pub(crate) fn until(self) -> Option<LlvmVersion> {
        let rows = [
            (self.variables, Feature::RetainedNodes.last_without()),
            (self.split_flags, Feature::SubprogramFlags.last_without()),
            (self.written_splats, Feature::Splats.last_without()),
            (self.plain_unwind_table, Feature::UnwindTableKinds.last_without()),
            (self.plain_dead_bytes, Feature::DeadBytes.last_without()),
            (self.hexadecimal_doubles, Feature::FloatLiterals.last_without()),
            (self.zero_pointers, Feature::NullPointerSplats.last_without()),
            (self.each_target_memory, Feature::AllTargetMemory.last_without()),
            (self.asm_lines, Feature::AsmLists.last_without()),
            (self.no_import_type, Feature::ImportType.last_without()),
            (self.plain_summary_flags, Feature::NoRenameOnPromotion.last_without()),
            (self.few_function_flags, Feature::SummaryFunctionFlags.last_without()),
            (self.undef_masks, Feature::PoisonMasks.last_without()),
            (self.in_range_index, Feature::InRangeIndex.last()),
        ];
        rows.into_iter().filter(|(there, _)| *there).map(|(_, until)| until).min()
    }

    /// The first release that printed a text with these forms.
    pub(crate) fn since(self) -> LlvmVersion {
        let rows = [
            (self.inline_expressions, Feature::InlineExpressions),
            (self.sp_flags, Feature::SubprogramFlags),
            (self.typed_by_val, Feature::TypedByVal),
            (self.numbered_parameters, Feature::NumberedParameters),
            (self.lower_bound_zero, Feature::LowerBoundZero),
            (self.typed_struct_ret || self.must_progress_last, Feature::TypedStructRet),
            (self.opaque, Feature::OpaquePointers),
            (self.splats, Feature::Splats),
            (self.float_literals, Feature::FloatLiterals),
            (self.null_splats, Feature::NullPointerSplats),
            (self.all_target_memory, Feature::AllTargetMemory),
            (self.asm_lists, Feature::AsmLists),
            (self.promotion_flags, Feature::NoRenameOnPromotion),
            (self.all_function_flags, Feature::SummaryFunctionFlags),
            (self.poison_masks, Feature::PoisonMasks),
            (self.elementwise_loads, Feature::ElementwiseLoads),
            (self.exchanged_vectors, Feature::RmwXchgOfVectors),
        ];
        rows.into_iter().filter(|(there, _)| *there).map(|(_, feature)| feature.first()).max().unwrap_or(LlvmVersion::OLDEST)
    }
}

impl Parser<'_, '_> {
    /// Whether old syntax is accepted: if a tool printed the text, as typed pointers suggest.
    #[inline]
    pub(super) fn reads_old_forms(&self) -> bool {
        self.keeps_typed
    }

    /// Whether the text is known to be unchanged output of an LLVM before the default release.
    pub(super) fn is_of_older(&self) -> bool {
        self.env.and_then(|env| env.options.printed_by).is_some_and(|version| version < LlvmVersion::DEFAULT)
    }

    /// Whether the text is known to have been printed from a newer LLVM's module.
    pub(super) fn is_of_newer(&self) -> bool {
        self.env.and_then(|env| env.options.printed_by).is_some_and(|version| version > LlvmVersion::NEWEST)
    }

    /// Whether syntax that a release has is accepted: if that release reads the text, or if no release is named.
    pub(super) fn accepts(&self, has: impl Fn(LlvmVersion) -> bool) -> bool {
        has(self.language) || self.env.is_some_and(|env| env.options.read_as.is_none())
    }

    /// Whether the current token is a memory ordering.
    pub(super) fn at_ordering(&self) -> bool {
        self.tok == Tok::Word && Ordering::from_spelling(self.text()).is_some()
    }

    /// The type `metadata` where LLVM before 3.6 has it, before metadata.
    pub(super) fn eat_metadata_type(&mut self) -> bool {
        if !self.keeps_typed || !self.at(Kw::Metadata) {
            return false;
        }
        self.next();
        self.old.typed_metadata = true;
        true
    }

    /// `{T %local}` in a body: a local as metadata, as before LLVM 3.6. Consumes nothing if it is something else.
    pub(super) fn local_in_node(&mut self) -> Result<Option<MdId>> {
        if !self.keeps_typed || !self.fun.active || self.tok != Tok::LBrace {
            return Ok(None);
        }
        let start = self.syntax.start;
        self.next();
        let is_type = !matches!(self.tok, Tok::Exclaim | Tok::MetadataNum | Tok::MetadataName | Tok::RBrace)
            && !self.at(Kw::Metadata)
            && !self.at(Kw::Null);
        if is_type
            && let Ok(ty) = self.ty()
            && self.tok != Tok::Exclaim
        {
            let value = self.value(ty)?;
            if self.tok == Tok::RBrace && matches!(value.kind(), ValueKind::Local(_)) {
                self.next();
                self.old.typed_metadata = true;
                return Ok(Some(self.md.value(ty, value)));
            }
        }
        self.syntax.seek(start);
        Ok(None)
    }

    /// `volatile load`, `volatile store`, `unwind`, `malloc` or `free`, as in LLVM 2 (and 3.0), in a text that a tool printed.
    #[cold]
    pub(super) fn oldest_inst(&mut self, kw: Kw) -> Result<Option<(Inst, TypeId)>> {
        if !self.keeps_typed {
            return Ok(None);
        }
        self.next();
        if kw == Kw::Unwind {
            self.old.has_unwind = true;
            return Ok(Some((Inst::Unwind, NO_RESULT)));
        }
        if matches!(kw, Kw::Malloc | Kw::Free) {
            self.old.heap_instructions = true;
            return if kw == Kw::Malloc { self.malloc() } else { self.free() }.map(Some);
        }
        self.old.volatile_before = true;
        let is_store = self.at(Kw::Store);
        if !is_store && !self.at(Kw::Load) {
            return Err(self.error("expected 'load' or 'store' after 'volatile'"));
        }
        self.next();
        let (mut inst, ty) = if is_store { self.store()? } else { self.load()? };
        if let Inst::Load { access, .. } | Inst::Store { access, .. } = &mut inst {
            *access = access.made_volatile();
        }
        Ok(Some((inst, ty)))
    }

    /// A `malloc` after its name: like `alloca` with fewer words.
    fn malloc(&mut self) -> Result<(Inst, TypeId)> {
        let ty = self.ty()?;
        let one = self.types.int(32);
        let mut count = self.intern(one, ConstKind::Int(1));
        let mut align = 0;
        if self.comma() {
            if !self.at(Kw::Align) {
                count = self.typed_value()?.1;
            }
            if self.at(Kw::Align) || self.comma() {
                self.expect_kw(Kw::Align, "expected 'align' in malloc")?;
                align = self.align_value()?;
            }
        }
        let result = self.types.pointer_to(ty, 0, true);
        Ok((Inst::Malloc { align, ty, count }, result))
    }

    /// A `free` after its name.
    fn free(&mut self) -> Result<(Inst, TypeId)> {
        let start = self.span();
        let (ty, pointer) = self.typed_value()?;
        match self.types.kind(ty) {
            Type::TypedPtr { .. } => Ok((Inst::Free(pointer), NO_RESULT)),
            _ => Err(self.error_at(start, "expected a pointer after 'free'")),
        }
    }

    /// The type that a typed pointer, or a vector of them, points to.
    pub(super) fn pointee(&self, ty: TypeId) -> Option<TypeId> {
        match self.types.kind(self.types.scalar(ty)) {
            Type::TypedPtr { pointee, .. } => Some(pointee),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{ParseOptions, PrintOptions, parse, print};
    use bctk_ir::version::LlvmVersion;

    fn reprint(text: &str) -> String {
        match parse(text.as_bytes(), &ParseOptions::default()) {
            Ok(module) => {
                let options = PrintOptions { module_id: b"a.bc".to_vec(), ..PrintOptions::default() };
                String::from_utf8_lossy(&print(&module, &options)).into_owned()
            }
            Err(faults) => faults.faults.first().map_or(String::new(), |fault| fault.message.clone()),
        }
    }

    // As LLVM 3.4 has it: LangRef of that release.
    #[test]
    fn the_language_of_3_4_prints_again() {
        let text = "; ModuleID = 'a.bc'\n\n%struct.s = type { i32, i8* }\n\n@x = global i32 0\n\n@a = alias weak i32* @x\n\n\
            declare i32 @printf(i8*, ...)\n\ndeclare void @use(metadata, metadata)\n\ndeclare i32 @pers(...)\n\n\
            define i32 @f(%struct.s* %s, i32 %n) {\nentry:\n  \
            %p = getelementptr inbounds %struct.s* %s, i32 0, i32 1\n  %q = load i8** %p, align 8\n  \
            call void @use(metadata !{i32 %n}, metadata !1)\n  \
            %r = call i32 (i8*, ...)* @printf(i8* %q, i32 %n), !dbg !4\n  \
            %old = cmpxchg i32* @x, i32 %n, i32 %r singlethread acq_rel\n  \
            %z = load i32* getelementptr (%struct.s* null, i32 0, i32 0), !dbg !5\n  ret i32 %old\n}\n\n\
            !n = !{!0, !3}\n\n!0 = metadata !{metadata !1, i32 7, metadata !\"text\", null, metadata !2}\n\
            !1 = metadata !{}\n!2 = metadata !{metadata !1}\n!3 = metadata !{i32* @x}\n\
            !4 = metadata !{i32 3, i32 5, metadata !0, null}\n!5 = metadata !{i32 4, i32 0, metadata !0, metadata !4}\n";
        assert_eq!(reprint(text), text);
    }

    #[test]
    fn attributes_in_place_are_of_3_2() {
        let text = "; ModuleID = 'a.bc'\n\ndefine i32 @f(i32* nocapture %p) nounwind readonly {\nentry:\n  \
            %v = load i32* %p\n  ret i32 %v\n}\n";
        assert_eq!(reprint(text), text);
        let aligned = text.replace("nounwind readonly {", "align 4 {");
        assert_eq!(reprint(&aligned), aligned);
        // Of a later release, unless something else is old.
        let later = text.replace("load i32*", "load i32, i32*").replace("\n\ndefine", "\nsource_filename = \"a.c\"\n\ndefine");
        assert!(reprint(&later).contains("attributes #0 = { nounwind readonly }"));
    }

    #[test]
    fn blocks_without_names_have_their_numbers_in_comments() {
        let blanks = " ".repeat(39);
        let text = format!(
            "; ModuleID = 'a.bc'\n\ndefine i32 @f(i32* %p) {{\n  %1 = load i32* %p\n  br label %2\n\n\
             ; <label>:2{blanks}; preds = %0\n  ret i32 %1\n}}\n"
        );
        assert_eq!(reprint(&text), text);
    }

    #[test]
    fn landing_pads_name_the_personality() {
        let text = "; ModuleID = 'a.bc'\n\ndeclare i32 @pers(...)\n\ndeclare void @g()\n\ndefine void @f() {\nentry:\n  \
            invoke void @g()\n          to label %done unwind label %pad\n\npad:                                              \
            ; preds = %entry\n  %l = landingpad { i8*, i32 } personality i8* bitcast (i32 (...)* @pers to i8*)\n          cleanup\n  \
            resume { i8*, i32 } %l\n\ndone:                                             ; preds = %entry\n  ret void\n}\n";
        assert_eq!(reprint(text), text);
    }

    // The fields that debug information had in LLVM 3.7: its LangRef and `AsmWriter.cpp`.
    #[test]
    fn debug_information_of_3_7_prints_again() {
        let text = "; ModuleID = 'a.bc'\n\n@g = global i32 0\n\ndefine void @f() {\n  ret void\n}\n\n!n = !{!0, !8}\n\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: 1, subprograms: !2, \
            globals: !6)\n!1 = !DIFile(filename: \"a.c\", directory: \"/\")\n!2 = !{!3}\n\
            !3 = !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1, isLocal: true, isDefinition: true, scopeLine: 2, \
            virtuality: DW_VIRTUALITY_virtual, virtualIndex: 3, flags: DIFlagBlockByrefStruct | DIFlagPrototyped, isOptimized: true, \
            function: void ()* @f, variables: !4)\n!4 = !{!5}\n\
            !5 = !DILocalVariable(tag: DW_TAG_arg_variable, name: \"x\", arg: 1, scope: !3)\n!6 = !{!7}\n\
            !7 = !DIGlobalVariable(name: \"g\", scope: !0, isLocal: false, isDefinition: true, variable: i32* @g)\n\
            !8 = !DINamespace(name: \"n\", scope: null, file: !1, line: 4)\n";
        assert_eq!(reprint(text), text);
        assert_eq!(reprint("!0 = !DINamespace(name: \"n\", scope: null, line: 4)\n"), "invalid field 'line'");
    }

    // In LLVM 3.2, unlike 3.4, `invariant.load` was an ordinary kind, numbered when first met.
    #[test]
    fn attachments_stand_in_the_order_of_their_time() {
        let text = |release| {
            let attrs = if release == 2 { "nounwind" } else { "#0" };
            let group = if release == 2 { "" } else { "attributes #0 = { nounwind }\n\n" };
            let both = if release == 2 { "!nontemporal !0, !invariant.load !1" } else { "!invariant.load !0, !nontemporal !1" };
            let nodes = if release == 2 { ["{i32 1}", "{}"] } else { ["{}", "{i32 1}"] };
            let comment = if release == 2 { "" } else { "; Function Attrs: nounwind\n" };
            format!(
                "; ModuleID = 'a.bc'\n\n{comment}define i32 @f(i32* %p) {attrs} {{\nentry:\n  %v = load i32* %p, {both}\n  ret i32 %v\n}}\n\n\
                 {group}!0 = metadata !{}\n!1 = metadata !{}\n",
                nodes[0], nodes[1]
            )
        };
        assert_eq!(reprint(&text(2)), text(2));
        assert_eq!(reprint(&text(4)), text(4));
    }

    #[test]
    fn a_text_that_no_tool_printed_has_no_old_forms() {
        assert_eq!(reprint("!0 = metadata !{}\n"), "unexpected type in metadata definition");
    }

    /// The release that printed a text with this body, by its forms.
    fn inferred(attrs: &str, body: &str) -> Option<LlvmVersion> {
        let text = format!("; ModuleID = 'a'\ndefine i32 @f(i32* %p) {attrs}{{\n{body}  ret i32 %v\n}}\n");
        parse(text.as_bytes(), &ParseOptions::default()).expect("a text").provenance.inferred.map(|inferred| inferred.release)
    }

    #[test]
    fn attributes_in_place_tell_nothing_beside_a_newer_form() {
        assert_eq!(inferred("nounwind ", "  %v = load i32* %p\n"), Some(LlvmVersion::three(2)));
        assert_eq!(inferred("nounwind ", "  %v = load i32, i32* %p\n"), Some(LlvmVersion::three(8)));
        assert_eq!(inferred("", "  %v = load i32* %p\n"), Some(LlvmVersion::three(6)));
    }
}
