//! The checks of entries: checksums of regions and of the tables that numbers refer to, and how far an edit reaches.
use super::code;
use super::model::{Key, Reach};
use super::unit::{Kind, Place, Region, Tree, View};
use bctk_bitcode::schema::metadata::kind;
use bctk_bitcode::schema::small_blocks::{identification, operand_bundle_tags, sync_scope_names};
use bctk_bitcode::schema::symtab::{strtab, value_symtab};
use bctk_bitcode::schema::{attrs, constants, function, metadata, module, types};

/// CRC-32 of a region: of its units in the form in which patches insert them, with the block id (32 bits, little endian) in place of each child.
pub(super) fn crc(tree: &Tree<'_>, region: usize) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    let mut buffer = Vec::new();
    for item in tree.regions.get(region).map_or(&[][..], |region| &region.items) {
        match item.place() {
            Place::Unit(unit) => code::unit(&tree.view(unit), &mut buffer),
            Place::Region(child) => buffer.extend(tree.regions.get(child).map_or(u32::MAX, |child| child.block).to_le_bytes()),
        }
        if buffer.len() >= 1 << 14 {
            hasher.update(&buffer);
            buffer.clear();
        }
    }
    hasher.update(&buffer);
    hasher.finalize()
}

/// CRC-32 of the tables that numbers refer to: the checksums of modules with everything in them but bodies and symbol tables, and of string
/// tables.
pub(super) fn context(tree: &Tree<'_>) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for (number, region) in tree.regions.iter().enumerate() {
        let counts = match (region.parent, region.block) {
            (0, block) => number > 0 && matches!(block, module::ID | strtab::ID),
            (_, block) => !matches!(block, function::ID | value_symtab::ID),
        };
        if counts {
            hasher.update(&crc(tree, number).to_le_bytes());
        }
    }
    hasher.finalize()
}

/// The position of a region.
pub(super) fn key(tree: &Tree<'_>, number: usize) -> Key {
    match tree.regions.get(number) {
        Some(&Region { parent: 0, block, index, .. }) if number > 0 => Key::Block { block, index },
        Some(region) if number > 0 => {
            let module = tree.regions.get(region.parent as usize).map_or(0, |module| module.index);
            Key::Child { module, block: region.block, index: region.index }
        }
        _ => Key::File,
    }
}

/// Record codes of MODULE that make entries of tables.
const TABLES: &[u32] = &[
    module::SectionName::CODE,
    module::GcName::CODE,
    module::GlobalVar::CODE,
    module::Function::CODE,
    module::Alias::CODE,
    module::AliasOld::CODE,
    module::IFunc::CODE,
    module::Comdat::CODE,
];

/// How far the insertion, removal or move of a unit reaches; `block` is the block that contains it.
pub(super) fn reach_of_item(region: &Region, block: u32, unit: &View<'_>) -> Reach {
    match unit.kind {
        Kind::Define | Kind::Prefix | Kind::Magic | Kind::Trailing => return Reach::Form,
        Kind::Enter | Kind::End | Kind::Record => {}
    }
    match region.block {
        u32::MAX | identification::ID => Reach::Form,
        function::ID | value_symtab::ID => Reach::Values,
        module::ID if unit.kind != Kind::Record || !TABLES.contains(&unit.code) => Reach::Values,
        // A BLOCKINFO block affects the encoding of records, not their meaning.
        0 => Reach::Form,
        constants::ID | metadata::ID | types::ID => Reach::Tables,
        _ if region.parent == 0 && region.block != module::ID => Reach::Values,
        _ if block == u32::MAX => Reach::Values,
        _ => Reach::Tables,
    }
}

/// How far a change from `a` to `b` reaches.
pub(super) fn reach_of_change(region: &Region, a: &View<'_>, b: &View<'_>) -> Reach {
    if matches!(region.block, u32::MAX | identification::ID | 0) || a.kind != Kind::Record {
        return Reach::Form;
    }
    let common = a.ops.len().min(b.ops.len());
    let tail = |ops: &[u64]| ops.get(common..).unwrap_or(&[]).iter().all(|&op| op == 0);
    let same = a.code == b.code && a.sym == b.sym && a.ops[..common] == b.ops[..common] && a.blob == b.blob;
    if same && tail(a.ops) && tail(b.ops) {
        return Reach::Form;
    }
    match region.block {
        // Another version has records of another form, and other entries of these tables mean something else wherever they are used.
        module::ID if a.code == module::Version::CODE => Reach::Tables,
        types::ID | attrs::lists::ID | attrs::groups::ID | kind::ID | operand_bundle_tags::ID | sync_scope_names::ID => Reach::Tables,
        _ => Reach::Values,
    }
}

/// How far the insertion, removal or, if `moved`, the move of a block in a region reaches.
pub(super) fn reach_of_block(region: &Region, block: u32, moved: bool) -> Reach {
    match (region.block, block) {
        (u32::MAX, _) if moved => Reach::Form,
        // STRTAB's presence determines whether names are in it or in the module.
        (u32::MAX, module::ID | strtab::ID) => Reach::Tables,
        (u32::MAX, identification::ID) => Reach::Form,
        (u32::MAX, _) => Reach::Values,
        _ if moved => Reach::Values,
        _ => Reach::Tables,
    }
}
