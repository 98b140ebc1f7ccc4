//! The passes of an upgrade in the order in which they run, with what each needs.
use super::strip_debug::Describe;
use super::{
    alignments, arc, attrs, cfi, constexpr, cu_locals, datalayout, dbg, dbg_calls, implicit_sections, in_range, intrinsics, locations,
    loop_switches, masks, md_operands, module_flags, noop_geps, objc_properties, old, opaque, profile, retained, signed_pointers, splats,
    strip_debug, targets, tbaa, verified_kinds,
};
use crate::fold;
use bctk_edit::attributes::{Sets, sets_of};
use bctk_edit::globals::GlobalChanges;
use bctk_ir::module::Module;
use bctk_ir::personality;
use bctk_ir::summary;
use bctk_ir::version::LlvmVersion;

/// Which of LLVM's readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// The parser of assembly.
    Assembly,
    /// The parser of assembly that does not look at debug information (`llvm-as --disable-verify`).
    AssemblyUnverified,
    /// The reader of bitcode.
    Bitcode,
}

/// The output for which a module is translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Text as the release prints it after reading the module.
    Text,
    /// What `llvm-dis` of the release prints. That of LLVM 15 keeps typed pointers, although its own language has opaque ones.
    Disassembly,
    /// Bitcode that the release can read. Releases still read much of what they removed.
    Bitcode,
}

/// How an upgrade belongs to a translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Translation {
    /// There is none.
    None,
    /// The text that was parsed is translated later.
    Later,
    /// The upgrade is a translation: what is newer than the release is gone.
    To {
        /// What is made of the module.
        target: Target,
        /// Whether typed pointers become opaque.
        opaque: bool,
        /// Whether the parser of the release has made its upgrades.
        is_assembled: bool,
    },
}

/// An upgrade: the release read, which is the module's own, and this decide which passes run.
#[derive(Clone, Copy, Debug)]
pub struct Upgrade {
    /// The reader that makes the same changes.
    pub reader: Reader,
    /// The release of the reader.
    pub llvm: LlvmVersion,
    /// The release whose rules decide whether debug information is valid. A module that is translated follows those of its own release
    /// until what the other one does not have is gone.
    pub judge: LlvmVersion,
    /// Makes the messages of [`Provenance::debug_faults`](bctk_ir::provenance::Provenance::debug_faults) if debug information is dropped
    /// as invalid. Without it, an older parser does not look for faults.
    pub describe: Option<Describe>,
    /// The translation that it is a part of.
    pub translation: Translation,
    /// Whether the reader reads function by function, as LLVM's linker has it read, and never upgrades the whole module.
    pub by_function: bool,
}

impl Upgrade {
    /// What this reader of `llvm` does.
    pub fn new(reader: Reader, llvm: LlvmVersion) -> Upgrade {
        Upgrade { reader, llvm, judge: llvm, describe: None, translation: Translation::None, by_function: false }
    }

    /// A translation of `module` to `llvm`; `opaque` says whether typed pointers become opaque, and `is_assembled` whether the parser of `llvm`
    /// has made its upgrades.
    pub fn translation(module: &Module, llvm: LlvmVersion, target: Target, opaque: bool, is_assembled: bool) -> Upgrade {
        // A text that becomes bitcode is read once more, by the reader of that.
        let is_text = target == Target::Bitcode && !module.is_from_bitcode() && llvm.upgrades_all();
        let reader = if is_text { Reader::Assembly } else { Reader::Bitcode };
        Upgrade { translation: Translation::To { target, opaque, is_assembled }, ..Upgrade::new(reader, llvm) }
    }

    /// Changes `module`.
    pub fn run(&self, module: &mut Module) {
        self.in_steps(module, &mut |_, _| {});
    }

    /// As [`Upgrade::run`]; calls `after` with the module and the name of each pass that ran, for tests.
    #[doc(hidden)]
    pub fn in_steps(&self, module: &mut Module, after: &mut dyn FnMut(&Module, &'static str)) {
        let mut job = Job::new(module, self);
        for pass in PASSES {
            let is_left_out = self.by_function && job.from_bitcode && OF_WHOLE_MODULES.contains(&pass.name);
            if pass.by & job.by != 0 && !is_left_out && (pass.when)(&job) {
                (pass.run)(module, &mut job);
                after(module, pass.name);
            }
        }
    }
}

/// The readers and parsers that a pass is part of, as bits. Those of releases with [`LlvmVersion::upgrades_all`] are known in full.
type By = u8;
/// A translation, whichever reader it has.
const TRANSLATION: By = 1;
/// The reader of bitcode.
const READER: By = 1 << 1;
/// The parser of assembly.
const PARSER: By = 1 << 2;
/// The parser that does not verify.
const UNVERIFIED: By = 1 << 3;
/// The reader of bitcode of an older release.
const OLD_READER: By = 1 << 4;
/// An old reader of a file of its own release, which it takes as it is.
const OWN_READER: By = 1 << 5;
/// The parser of an older release.
const OLD_PARSER: By = 1 << 6;

const PARSERS: By = PARSER | UNVERIFIED;
/// All readers that are known in full.
const ALL_NEW: By = READER | PARSERS;
const BITCODE: By = READER | OLD_READER;
const OLD: By = OLD_READER | OLD_PARSER;
const ALL: By = ALL_NEW | OLD;

/// A row of the table.
struct Pass {
    name: &'static str,
    by: By,
    when: fn(&Job) -> bool,
    run: fn(&mut Module, &mut Job),
}

const fn pass(name: &'static str, by: By, when: fn(&Job) -> bool, run: fn(&mut Module, &mut Job)) -> Pass {
    Pass { name, by, when, run }
}

/// What passes know of the upgrade, and what they leave to those after them.
struct Job {
    by: By,
    /// The release of the module before the upgrade.
    own: LlvmVersion,
    llvm: LlvmVersion,
    judge: LlvmVersion,
    describe: Option<Describe>,
    translation: Translation,
    /// Whether the module comes from bitcode.
    from_bitcode: bool,
    /// Whether the parser verifies.
    is_verified: bool,
    /// Whether the reader upgrades the module. Bitcode that is marked as of a newer release must have that release's forms: its reader looks
    /// for older ones in older files alone.
    is_read: bool,
    to_opaque: bool,
    /// Global values that were replaced.
    changes: GlobalChanges,
    /// The attribute sets of the module.
    sets: Sets,
}

impl Job {
    fn new(module: &Module, upgrade: &Upgrade) -> Job {
        let &Upgrade { reader, llvm, judge, describe, translation, .. } = upgrade;
        let (own, from_bitcode) = (module.llvm_version(), module.is_from_bitcode());
        let (mut is_read, mut to_opaque, mut is_assembled) = (true, false, false);
        if let Translation::To { target, opaque, is_assembled: assembled } = translation {
            is_read = target != Target::Bitcode || own < llvm;
            to_opaque = opaque && module.types.has_typed_pointers();
            is_assembled = assembled;
        }
        let reader_bit = match (reader, llvm.upgrades_all()) {
            _ if !is_read => 0,
            (Reader::Bitcode, true) => READER,
            (Reader::Assembly, true) => PARSER,
            (Reader::AssemblyUnverified, true) => UNVERIFIED,
            _ if is_assembled => 0,
            (Reader::Bitcode, false) => match is_as_read(module, own, llvm) {
                true => OWN_READER,
                false => OLD_READER,
            },
            (Reader::Assembly | Reader::AssemblyUnverified, false) => OLD_PARSER,
        };
        let translates = if matches!(translation, Translation::To { .. }) { TRANSLATION } else { 0 };
        Job {
            by: reader_bit | translates,
            own,
            llvm,
            judge,
            describe,
            translation,
            from_bitcode,
            is_verified: reader != Reader::AssemblyUnverified,
            is_read,
            to_opaque,
            changes: GlobalChanges::default(),
            sets: Sets::default(),
        }
    }

    /// Whether the module is translated to this.
    fn makes(&self, wanted: Target) -> bool {
        matches!(self.translation, Translation::To { target, .. } if target == wanted)
    }

    /// Whether the module comes from an older release.
    fn is_older(&self) -> bool {
        self.own < self.llvm
    }

    fn describe(&self) -> Describe {
        self.describe.unwrap_or(|_, _| String::new())
    }
}

/// An old release reads its own files as they are, but for the properties; a text was read by its release.
fn is_as_read(module: &Module, own: LlvmVersion, llvm: LlvmVersion) -> bool {
    let is_own = own == llvm && (!module.is_from_bitcode() || !own.producer_in_bitcode());
    module.provenance.producer.is_empty() && is_own
}

/// Whether the upgrade was compared with the reader. Those of releases before LLVM 13 were compared for less.
fn is_tried(job: &Job) -> bool {
    job.by & ALL_NEW != 0 || job.llvm.explicit_atomic_alignments()
}

fn always(_: &Job) -> bool {
    true
}

/// The names of all passes, for tests.
#[doc(hidden)]
pub fn pass_names() -> impl Iterator<Item = &'static str> {
    PASSES.iter().map(|pass| pass.name)
}

/// Passes that LLVM's reader makes when it has read all functions of a module at once.
const OF_WHOLE_MODULES: [&str; 2] = ["arc", "targets::nvvm_annotations"];

/// All passes in order, with the readers that have them, when they run and what they do. A pass that has two rows comes earlier for some readers
/// than for others.
const PASSES: &[Pass] = &[
    // A text that no LLVM printed may have entities of functions where older releases did.
    pass("cu_locals", ALL | OWN_READER, |job| job.translation == Translation::Later, |module, job| cu_locals::move_locals(module, job.own)),
    // Forms of older files.
    pass("old", TRANSLATION, |job| job.is_read && job.from_bitcode && job.own <= job.llvm, |module, job| old::upgrade(module, job.llvm)),
    pass(
        "old::settle_typed",
        TRANSLATION,
        |job| job.from_bitcode && matches!(job.translation, Translation::To { target: Target::Disassembly, opaque: false, .. }),
        |module, job| old::settle_typed(module, job.llvm),
    ),
    pass(
        "old::heap",
        TRANSLATION,
        |job| job.is_read && job.own <= job.llvm && !job.llvm.heap_instructions(),
        |module, _| old::heap::call_heap_functions(module),
    ),
    pass(
        "old::linkages",
        TRANSLATION,
        |job| job.is_read && job.own <= job.llvm && !job.llvm.linker_private(),
        |module, _| old::linkages::replace(module),
    ),
    pass(
        "loop_switches",
        TRANSLATION,
        |job| !job.makes(Target::Disassembly) && job.llvm.named_loop_switches() && !job.own.named_loop_switches(),
        |module, _| loop_switches::upgrade_all(module),
    ),
    // The types that texts before LLVM 9 to 13 leave to the pointers.
    pass(
        "old::attributes::type_attributes",
        TRANSLATION,
        |job| job.to_opaque && job.is_read && !job.from_bitcode,
        |module, job| old::attributes::type_attributes(module, job.llvm),
    ),
    pass(
        "opaque",
        TRANSLATION,
        |job| job.to_opaque,
        |module, job| match job.is_read && job.from_bitcode {
            true => opaque::to_opaque_as_read(module),
            false => opaque::to_opaque_pointers(module),
        },
    ),
    pass(
        "opaque::rename_intrinsics",
        TRANSLATION,
        |job| job.to_opaque && job.makes(Target::Bitcode),
        |module, job| opaque::rename_intrinsics(module, job.llvm),
    ),
    pass("old::settle_own", OLD_READER, |job| job.from_bitcode && job.own == job.llvm, |module, job| old::settle_own(module, job.llvm)),
    // Getters and setters are where the reader of the module's own release looks, whichever release reads it.
    pass(
        "objc_properties",
        OLD | OWN_READER,
        |job| !job.own.accessors_in_place() && (job.by & OWN_READER == 0 || job.from_bitcode),
        |module, _| objc_properties::swap_accessors(module),
    ),
    // Constants.
    pass("fold", BITCODE, always, |module, job| fold::fold(module, job.llvm)),
    pass("constexpr", BITCODE, always, |module, job| constexpr::expand(module, job.llvm)),
    pass("locations", READER, always, |module, _| locations::undistinguish(module)),
    pass("old::variables::complete_expressions", BITCODE, always, |module, job| old::variables::complete_expressions(module, job.llvm)),
    // The parser leaves entities of functions where they are, and its verifier refuses some. A text of an older release was valid all the same.
    pass(
        "cu_locals",
        ALL_NEW | OLD_READER,
        |job| match job.by & ALL_NEW {
            0 => job.llvm.retained_imports(),
            by => by == READER || job.is_older(),
        },
        |module, job| cu_locals::move_locals(module, job.llvm),
    ),
    pass("datalayout", READER, always, |module, job| datalayout::complete(module, job.llvm)),
    pass("alignments", READER, always, |module, job| alignments::complete(module, job.llvm)),
    pass("splats", ALL_NEW, always, |module, job| match job.llvm.float_splats() {
        true => splats::combine(module),
        false => splats::expand_splats(module),
    }),
    pass("libraries", ALL_NEW, always, |module, _| module.libraries.clear()),
    pass("retained", ALL_NEW, |job| job.llvm.function_local_debug_info(), |module, _| retained::drop_foreign_types(module)),
    pass("md_operands", ALL_NEW, always, |module, _| md_operands::settle(module)),
    // The parser leaves switches of loops to the verifier. A text of an older release was valid all the same.
    pass(
        "loop_switches",
        ALL_NEW | OLD_READER,
        |job| job.llvm.named_loop_switches() && (job.by & BITCODE != 0 || !job.own.named_loop_switches()),
        |module, _| loop_switches::upgrade(module),
    ),
    pass("masks", ALL, always, |module, job| masks::settle(module, job.llvm)),
    // Calls.
    pass("dbg", ALL_NEW, always, |module, job| dbg::to_records(module, &mut job.changes)),
    // Texts of LLVM 12 and older are taken as they are: their LLVM had read them.
    pass(
        "intrinsics",
        ALL,
        |job| is_tried(job) || job.from_bitcode && job.llvm.intrinsic_attributes(),
        |module, job| intrinsics::upgrade(module, &mut job.changes, job.llvm),
    ),
    pass("strip_debug", ALL_NEW, always, |module, job| {
        let is_valid = job.is_verified && strip_debug::strip_invalid(module, &job.changes, job.by & READER != 0, job.judge, job.describe());
        // Valid records lack nothing.
        if !is_valid {
            dbg::drop_incomplete(module);
        }
    }),
    pass("module_flags::name_linker_options", BITCODE, is_tried, |module, _| module_flags::name_linker_options(module)),
    pass("profile", BITCODE, is_tried, |module, _| profile::drop_unfitting_weights(module)),
    pass("signed_pointers", ALL, |job| job.llvm.init_fini_flags(), |module, _| signed_pointers::move_to_flags(module)),
    pass("module_flags", ALL, always, |module, job| module_flags::upgrade(module, job.llvm)),
    pass("cfi", ALL_NEW, always, |module, job| cfi::state_guids(module, job.llvm)),
    pass("arc", BITCODE, always, |module, job| arc::upgrade(module, &mut job.changes, job.llvm)),
    pass("globals", ALL, always, |module, job| std::mem::take(&mut job.changes).apply(module)),
    // The reader of bitcode leaves names of sections alone.
    pass(
        "module_flags::upgrade_sections",
        ALL_NEW | OLD_PARSER,
        |job| match job.by & OLD_PARSER {
            0 => job.by & READER == 0 || !job.from_bitcode,
            _ => job.llvm.explicit_atomic_alignments(),
        },
        |module, _| module_flags::upgrade_sections(module),
    ),
    pass("tbaa", ALL, is_tried, |module, _| tbaa::upgrade(module)),
    pass("tbaa::strip_invalid", BITCODE, is_tried, |module, _| tbaa::strip_invalid(module)),
    pass("in_range", ALL, |job| job.by & ALL_NEW != 0 || job.llvm.in_range_bounds(), |module, _| in_range::forget_indices(module)),
    // Attributes.
    pass("attrs::forget_target_memory", READER, always, |module, _| attrs::forget_target_memory(module)),
    pass("attrs::access_target_memory", READER, always, |module, job| attrs::access_target_memory(module, job.llvm)),
    pass("attrs::upgrade_old_kinds", ALL, always, |module, job| attrs::upgrade_old_kinds(module, job.llvm)),
    pass("attrs::drop_too_large_alignments", BITCODE, always, |module, _| attrs::drop_too_large_alignments(module)),
    pass("attrs::rename_old", BITCODE, always, |module, job| attrs::rename_old(module, job.llvm)),
    pass("attrs::forget_uniform_groups", READER, always, |module, job| attrs::forget_uniform_groups(module, job.llvm)),
    pass("attrs::outline_as_attribute", READER, always, |module, job| attrs::outline_as_attribute(module, job.llvm)),
    pass(
        "old::arc::rename_markers",
        BITCODE,
        |job| job.by & READER != 0 || job.llvm.semicolons_in_markers(),
        |module, _| old::arc::rename_markers(module),
    ),
    pass("splats", OLD_READER, always, |module, _| splats::expand_splats(module)),
    pass("datalayout", OLD_READER, always, |module, job| datalayout::complete(module, job.llvm)),
    pass("attrs::assume_target_memory", OLD_READER, |job| !job.llvm.target_memory(), |module, _| attrs::assume_target_memory(module)),
    pass("attrs", ALL, |job| job.by & ALL_NEW != 0 || job.llvm.intrinsic_attributes(), |module, job| job.sets = sets_of(module)),
    pass(
        "intrinsics::attributes",
        ALL,
        |job| job.by & ALL_NEW != 0 || job.llvm.intrinsic_attributes(),
        |module, job| intrinsics::attributes::reset(module, job.llvm, &mut job.sets),
    ),
    pass("implicit_sections", READER, always, |module, job| implicit_sections::upgrade(module, &mut job.sets)),
    pass(
        "attrs::replace_stray_strictfp",
        BITCODE,
        |job| job.by & READER != 0 || job.llvm.intrinsic_attributes() && job.llvm.strictfp_checked(),
        |module, job| attrs::replace_stray_strictfp(module, &mut job.sets),
    ),
    pass("targets::amdgpu", READER, always, |module, job| targets::amdgpu::replace_unsafe_atomics(module, &mut job.sets)),
    pass("attrs::denormals_as_attribute", READER, always, |module, job| attrs::denormals_as_attribute(module, &mut job.sets, job.llvm)),
    pass(
        "targets::nvvm_annotations",
        ALL_NEW | OLD_READER,
        |job| job.by & ALL_NEW != 0 || job.llvm.nvvm_annotations_as_attributes(),
        |module, job| targets::nvvm_annotations::upgrade(module, &mut job.sets, job.llvm),
    ),
    pass("module_flags::protect_branches", ALL_NEW, always, |module, job| module_flags::protect_branches(module, &mut job.sets)),
    pass(
        "attrs::unify_sets",
        ALL_NEW | OLD_READER,
        |job| job.by & ALL_NEW != 0 || job.llvm.intrinsic_attributes() && !job.from_bitcode,
        |module, _| attrs::unify_sets(module),
    ),
    pass("verified_kinds", PARSER, |job| job.llvm.verified_kinds(), |module, _| verified_kinds::register(module)),
    // What older readers and parsers do last.
    pass("personality", OLD_READER, always, |module, _| personality::add_placeholder(module)),
    pass("dbg::calls_to_records", OLD_PARSER, |job| job.llvm.debug_records(), |module, _| dbg::calls_to_records(module)),
    pass(
        "strip_debug",
        OLD,
        |job| job.by & OLD_READER != 0 || job.is_verified && job.llvm.producer_in_bitcode(),
        |module, job| match job.by & OLD_READER {
            0 => strip_debug::strip_as_parsed(module, job.llvm, job.describe),
            _ => strip_debug::strip_as_read(module, job.llvm.mixed_sources(), job.describe()),
        },
    ),
    pass("alignments", OLD, |job| job.llvm.explicit_alignments(), |module, job| alignments::complete(module, job.llvm)),
    pass("noop_geps", OLD_PARSER, |job| job.llvm.explicit_alignments(), |module, _| noop_geps::fold(module)),
    pass("dbg::calls_to_records", OLD_READER, |job| job.llvm.debug_records(), |module, _| dbg::calls_to_records(module)),
    // What the release does not have in memory.
    pass("summary", TRANSLATION, |job| job.is_read, |module, job| summary::identify_as(module, job.own, job.llvm)),
    // The reader will exchange them once more.
    pass(
        "objc_properties",
        TRANSLATION,
        |job| job.makes(Target::Bitcode) && job.is_older() && !job.llvm.accessors_in_place(),
        |module, _| objc_properties::swap_accessors(module),
    ),
    pass("splats", TRANSLATION, |job| !job.llvm.float_splats(), |module, _| splats::expand_splats(module)),
    pass("dbg_calls", TRANSLATION, |job| !job.llvm.debug_records(), |module, _| dbg_calls::records_to_calls(module)),
];
