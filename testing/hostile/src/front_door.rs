//! The operations of `bcconv` and `bcdump` by the functions that they call, each with what must hold of any bytes.
use crate::oracles::{has_room_for_text, sunk};
use bctk::{AssembleOptions, CopyOptions, DisassembleOptions, Edits, LlvmVersion, ModuleFile, Target, WriteOptions, modules};
use bctk_transforms::translate::profiles;
use std::hint::black_box;

fn module_files(data: &[u8]) -> Vec<ModuleFile> {
    bctk::open_bytes("input", data).and_then(|file| file.modules()).unwrap_or_default()
}

fn printed(module: &bctk::Module) {
    sunk(modules::print(module, &modules::Style::default(), &mut std::io::sink()));
}

fn written(module: bctk::Module) {
    black_box(modules::write(&[module], &WriteOptions::default(), &mut std::io::sink()).ok());
}

/// A copy without changes is the file itself.
pub(crate) fn copied(data: &[u8]) {
    let Ok(file) = bctk::open_bytes("input", data) else { return };
    if let Ok(copy) = bctk::copy(&file, &CopyOptions::default()) {
        assert!(copy == *file.bytes(), "the copy differs");
    }
}

/// What the tools list of a file: its modules, their writers and symbols, and what of it cannot be read.
pub(crate) fn inspected(data: &[u8]) {
    let Ok(file) = bctk::open_bytes("input", data) else { return };
    black_box((file.container(), file.unread()));
    for module in file.modules().unwrap_or_default() {
        black_box(bctk::inspect(&module).ok());
    }
}

/// Whether `opt` would take the module.
fn is_valid(module: &bctk::Module) -> bool {
    is_valid_at(module, bctk::verify::Level::Full)
}

fn is_valid_at(module: &bctk::Module, level: bctk::verify::Level) -> bool {
    let options = bctk::VerifyOptions { level, ..bctk::VerifyOptions::default() };
    bctk::verify(module, &options).is_valid()
}

/// Half of the functions alone, and the module without debug information and names. Both are printed, and written or refused. They are valid if the module was.
pub(crate) fn edited(data: &[u8]) {
    for file in module_files(data) {
        if let Ok(module) = file.read() {
            let names: Vec<Vec<u8>> = module.functions().step_by(2).map(|(_, global, _)| module.str(global.name).to_vec()).collect();
            let names: Vec<&str> = names.iter().filter_map(|name| std::str::from_utf8(name).ok()).collect();
            let was_valid = is_valid(&module);
            let mut modules = vec![module];
            let is_done = bctk::extract(&mut modules, &names).is_ok();
            for module in modules {
                assert!(!(was_valid && is_done) || is_valid(&module), "the extracted module is not valid");
                printed(&module);
                written(module);
            }
        }
        if let Ok(mut module) = file.read() {
            let was_valid = is_valid(&module);
            bctk::strip(&mut module, &Edits { strip_debug: true, strip_names: true, ..Edits::default() });
            assert!(!was_valid || is_valid(&module), "the stripped module is not valid");
            printed(&module);
            written(module);
        }
    }
}

/// A module, as if it were one for a GPU of NVIDIA, in the dialects for these. It stays valid, and is printed.
pub(crate) fn as_dialect(data: &[u8]) {
    for file in module_files(data) {
        for profile in [bctk::Profile::Nvvm70, bctk::Profile::Nvvm100] {
            let Ok(mut module) = file.read() else { break };
            module.triple = module.strings.push(b"nvptx64-nvidia-cuda");
            // Names that only LLVM 7 knows are not valid for a newer one, and new metadata takes numbers that damage may refer to.
            let level = bctk::verify::Level::Structure;
            let was_valid = is_valid_at(&module, level);
            profiles::apply(&mut module, profile, &mut bctk::TranslateReport::default());
            assert!(!was_valid || is_valid_at(&module, level), "{profile} makes an invalid module");
            let options = bctk::TranslateOptions { profile: Some(profile), ..bctk::TranslateOptions::default() };
            if bctk::translate(&mut module, profile.llvm(), Target::Text, &options).is_ok() {
                printed(&module);
            }
        }
    }
}

/// A module in the language of other releases, as text and as bitcode.
pub(crate) fn translated(data: &[u8]) {
    for file in module_files(data) {
        for (llvm, target) in
            [(13, Target::Text), (15, Target::Disassembly), (15, Target::Bitcode), (19, Target::Bitcode), (22, Target::Text)]
        {
            let Ok(mut module) = file.read_as_stored() else { break };
            if bctk::translate(&mut module, LlvmVersion::nearest_written(llvm), target, &bctk::TranslateOptions::default()).is_err() {
                continue;
            }
            match target {
                Target::Bitcode => written(module),
                Target::Text | Target::Disassembly => printed(&module),
            }
        }
    }
}

/// A text with its description is refused, or restores the file.
pub(crate) fn restored(data: &[u8]) {
    let Ok(file) = bctk::open_bytes("input.bc", data) else { return };
    let modules = file.modules().unwrap_or_default();
    // A text may be far longer than what says it.
    let [module] = modules.as_slice() else { return };
    if file.is_assembly() || !module.read().is_ok_and(|module| has_room_for_text(&module, data)) {
        return;
    }
    if let Ok(text) = bctk::disassemble(&file, &DisassembleOptions::default()) {
        let text = bctk::open_bytes("input.ll", text).expect("a text");
        let again = bctk::assemble(&text, &AssembleOptions::default()).expect("a text that was printed with a description");
        assert!(again == *file.bytes(), "the text restores another file");
    }
}

/// The verifier and the lint look at any module that can be read, and have words for what they find.
pub(crate) fn verified(data: &[u8]) {
    let Ok(file) = bctk::open_bytes("input", data) else { return };
    for module in file.modules().unwrap_or_default() {
        let Ok(module) = module.read() else { continue };
        let mut report = bctk::verify(&module, &bctk::VerifyOptions::default());
        // Nothing stops others from linting what is not valid.
        report.findings.extend(bctk::lint(&module).findings);
        if has_room_for_text(&module, data) && report.findings.len() < MOST_FINDINGS {
            black_box(bctk::verify::report("input", data, &module, &report));
        }
    }
}

/// More findings than this are not printed: each may show an instruction of any length.
const MOST_FINDINGS: usize = 1000;

/// An assembled file can be read. A text can be printed again, or has faults.
pub(crate) fn assembled(data: &[u8]) {
    let Ok(file) = bctk::open_bytes("input.ll", data) else { return };
    if let Ok(bitcode) = bctk::assemble(&file, &AssembleOptions::default()) {
        for module in bctk::open_bytes("input.bc", bitcode).and_then(|file| file.modules()).expect("bitcode") {
            printed(&module.read().expect("what was written can be read"));
        }
    }
    if file.is_assembly() && file.module().and_then(|module| module.read()).is_ok_and(|module| has_room_for_text(&module, data)) {
        black_box(bctk::disassemble(&file, &DisassembleOptions::default()).ok());
    }
}
