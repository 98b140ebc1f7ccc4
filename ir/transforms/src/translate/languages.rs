//! Source languages of debug information that came later, and their names in DWARF 6.
use super::by_kind::NodesByKind;
use super::debug::edit_nodes;
use super::report::{Action, At, Report};
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::dwarf::{Lang, LangName};
use bctk_ir::module::Module;
use bctk_ir::version::{Feature, LlvmVersion};

/// Languages that came later, and the older one that is nearest.
const LANGUAGES: &[(Lang, Lang)] = &[
    (Lang::BLISS, Lang::C),
    (Lang::KOTLIN, Lang::JAVA),
    (Lang::ZIG, Lang::C11),
    (Lang::CRYSTAL, Lang::C),
    (Lang::C_PLUS_PLUS_17, Lang::C_PLUS_PLUS_14),
    (Lang::C_PLUS_PLUS_20, Lang::C_PLUS_PLUS_14),
    (Lang::C17, Lang::C11),
    (Lang::FORTRAN18, Lang::FORTRAN08),
    (Lang::ADA2005, Lang::ADA95),
    (Lang::ADA2012, Lang::ADA95),
    (Lang::MOJO, Lang::PYTHON),
    (Lang::HIP, Lang::C_PLUS_PLUS_17),
    (Lang::ASSEMBLY, Lang::MIPS_ASSEMBLER),
    (Lang::C_SHARP, Lang::JAVA),
    (Lang::GLSL, Lang::C),
    (Lang::GLSL_ES, Lang::C),
    (Lang::HLSL, Lang::C_PLUS_PLUS_17),
    (Lang::OPENCL_CPP, Lang::OPENCL),
    (Lang::CPP_FOR_OPENCL, Lang::OPENCL),
    (Lang::SYCL, Lang::C_PLUS_PLUS_17),
    (Lang::RUBY, Lang::PYTHON),
    (Lang::MOVE, Lang::RUST),
    (Lang::HYLO, Lang::SWIFT),
    (Lang::METAL, Lang::C_PLUS_PLUS_14),
];

/// The names of DWARF 6 with the versions from which on they mean a language of DWARF 5, newest first (DWARF 6, "Language names"; LLVM 22,
/// `toDW_LANG`).
const NAMES: &[(LangName, u32, Lang)] = &[
    (LangName::ADA, 2012, Lang::ADA2012),
    (LangName::ADA, 2005, Lang::ADA2005),
    (LangName::ADA, 1995, Lang::ADA95),
    (LangName::ADA, 0, Lang::ADA83),
    (LangName::BLISS, 0, Lang::BLISS),
    (LangName::C, 201710, Lang::C17),
    (LangName::C, 201112, Lang::C11),
    (LangName::C, 199901, Lang::C99),
    (LangName::C, 198912, Lang::C89),
    (LangName::C, 0, Lang::C),
    (LangName::C_PLUS_PLUS, 202002, Lang::C_PLUS_PLUS_20),
    (LangName::C_PLUS_PLUS, 201703, Lang::C_PLUS_PLUS_17),
    (LangName::C_PLUS_PLUS, 201402, Lang::C_PLUS_PLUS_14),
    (LangName::C_PLUS_PLUS, 201103, Lang::C_PLUS_PLUS_11),
    (LangName::C_PLUS_PLUS, 200310, Lang::C_PLUS_PLUS_03),
    (LangName::C_PLUS_PLUS, 0, Lang::C_PLUS_PLUS),
    (LangName::COBOL, 1985, Lang::COBOL85),
    (LangName::COBOL, 0, Lang::COBOL74),
    (LangName::CRYSTAL, 0, Lang::CRYSTAL),
    (LangName::D, 0, Lang::D),
    (LangName::DYLAN, 0, Lang::DYLAN),
    (LangName::FORTRAN, 2018, Lang::FORTRAN18),
    (LangName::FORTRAN, 2008, Lang::FORTRAN08),
    (LangName::FORTRAN, 2003, Lang::FORTRAN03),
    (LangName::FORTRAN, 1995, Lang::FORTRAN95),
    (LangName::FORTRAN, 1990, Lang::FORTRAN90),
    (LangName::FORTRAN, 0, Lang::FORTRAN77),
    (LangName::GO, 0, Lang::GO),
    (LangName::HASKELL, 0, Lang::HASKELL),
    (LangName::JAVA, 0, Lang::JAVA),
    (LangName::JULIA, 0, Lang::JULIA),
    (LangName::KOTLIN, 0, Lang::KOTLIN),
    (LangName::MODULA2, 0, Lang::MODULA2),
    (LangName::MODULA3, 0, Lang::MODULA3),
    (LangName::OBJC, 0, Lang::OBJC),
    (LangName::OBJC_PLUS_PLUS, 0, Lang::OBJC_PLUS_PLUS),
    (LangName::OCAML, 0, Lang::OCAML),
    (LangName::OPENCL_C, 0, Lang::OPENCL),
    (LangName::PASCAL, 0, Lang::PASCAL83),
    (LangName::PLI, 0, Lang::PLI),
    (LangName::PYTHON, 0, Lang::PYTHON),
    (LangName::RENDERSCRIPT, 0, Lang::RENDERSCRIPT),
    (LangName::RUST, 0, Lang::RUST),
    (LangName::SWIFT, 0, Lang::SWIFT),
    (LangName::UPC, 0, Lang::UPC),
    (LangName::ZIG, 0, Lang::ZIG),
    (LangName::ASSEMBLY, 0, Lang::ASSEMBLY),
    (LangName::C_SHARP, 0, Lang::C_SHARP),
    (LangName::MOJO, 0, Lang::MOJO),
    (LangName::GLSL, 0, Lang::GLSL),
    (LangName::GLSL_ES, 0, Lang::GLSL_ES),
    (LangName::HLSL, 0, Lang::HLSL),
    (LangName::OPENCL_CPP, 0, Lang::OPENCL_CPP),
    (LangName::CPP_FOR_OPENCL, 0, Lang::CPP_FOR_OPENCL),
    (LangName::SYCL, 0, Lang::SYCL),
    (LangName::RUBY, 0, Lang::RUBY),
    (LangName::MOVE, 0, Lang::MOVE),
    (LangName::HYLO, 0, Lang::HYLO),
    (LangName::HIP, 0, Lang::HIP),
    (LangName::METAL, 0, Lang::METAL),
];

/// Replaces languages that `llvm` does not have by those of the same family, and names of DWARF 6 by languages.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, nodes: &NodesByKind, report: &mut Report) {
    if !llvm.language_of_hip() {
        names(module, llvm, nodes, report);
    }
    if !llvm.newer_languages() {
        languages(module, llvm, nodes, report);
    }
}

/// Replaces names by languages: all of them if there were none, else the one that came later.
fn names(module: &mut Module, llvm: LlvmVersion, nodes: &NodesByKind, report: &mut Report) {
    const FIELDS: [&str; 3] = ["sourceLanguageName", "sourceLanguageVersion", "language"];
    edit_nodes(module, nodes, DiKind::CompileUnit, FIELDS, report, |slots, [name, version, language]| {
        let feature = match llvm.source_language_names() {
            true if slots[name] == u32::from(LangName::HIP.0) => Feature::LanguageOfHip,
            false if slots[name] != 0 => Feature::SourceLanguageNames,
            _ => return None,
        };
        let of_name = NAMES.iter().find(|row| u32::from(row.0.0) == slots[name] && row.1 <= slots[version]);
        slots[language] = u32::from(of_name.map_or(Lang::C, |row| row.2).0);
        (slots[name], slots[version]) = (0, 0);
        Some((Action::Lowered, feature))
    });
}

fn languages(module: &mut Module, llvm: LlvmVersion, nodes: &NodesByKind, report: &mut Report) {
    const FIELDS: [(DiKind, &str); 2] = [(DiKind::CompileUnit, "language"), (DiKind::CompositeType, "runtimeLang")];
    let found = FIELDS.iter().filter_map(|&(kind, name)| Some((kind, kind.field(name)?)));
    for (field, start) in found
        .flat_map(|(kind, field)| nodes.with_fields(&module.metadata, kind).into_iter().map(move |(_, start)| (field, start)))
        .collect::<Vec<_>>()
    {
        let Some(slot) = module.metadata.fields.get_mut(start + usize::from(field.slot)) else { continue };
        let newer = |slot: u32| LANGUAGES.iter().find(|row| u32::from(row.0.0) == slot && !row.0.is_in(llvm));
        let mut is_newer = false;
        // Each row leads to an older language.
        while let Some(row) = newer(*slot) {
            *slot = u32::from(row.1.0);
            is_newer = true;
        }
        if is_newer {
            report.feature(Action::Lowered, Feature::NewerLanguages, module, At::Module);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_lead_to_older_languages_and_names_are_known_without_a_version() {
        for (llvm, &(language, _)) in (4..24).map(LlvmVersion::new).flat_map(|llvm| LANGUAGES.iter().map(move |row| (llvm, row))) {
            let nearest = |at: &Lang| LANGUAGES.iter().find(|row| row.0 == *at).map(|row| row.1);
            let mut chain = std::iter::successors(Some(language), nearest).take(LANGUAGES.len());
            assert!(chain.any(|at| at.is_in(llvm)), "{language:?}");
        }
        for &(name, ..) in NAMES {
            let versions: Vec<u32> = NAMES.iter().filter(|row| row.0 == name).map(|row| row.1).collect();
            assert!(versions.is_sorted_by(|a, b| a > b) && versions.last() == Some(&0), "{name:?}");
        }
    }
}
