//! Gives everything a name that says nothing.
use crate::Changes;
use bctk_ir::body::Body;
use bctk_ir::entity::{BlockId, InstId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::libcalls;
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_support::parallel::prelude::*;
use hashbrown::HashSet;

/// What `metarenamer` leaves as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenameExceptions {
    /// Beginnings of names of functions.
    pub functions: Vec<Vec<u8>>,
    /// Of variables.
    pub variables: Vec<Vec<u8>>,
    /// Of aliases.
    pub aliases: Vec<Vec<u8>>,
    /// Of structures.
    pub structs: Vec<Vec<u8>>,
    /// Everything but instructions without a name, which get one.
    pub only_instructions: bool,
}

/// The names of functions and structures.
const NAMES: [&str; 17] = [
    "foo", "bar", "baz", "quux", "barney", "snork", "zot", "blam", "hoge", "wibble", "wobble", "widget", "wombat", "ham", "eggs", "pluto",
    "spam",
];

/// Draws names. The first number is the sum of the bytes of the module's name.
struct Names(u64);

impl Names {
    fn draw(&mut self) -> &'static str {
        self.0 = self.0.wrapping_mul(1_103_515_245).wrapping_add(12345);
        NAMES[((self.0 / 65536 % 32768) % NAMES.len() as u64) as usize]
    }
}

/// A table of names: one that is there gets a number.
#[derive(Default)]
struct Table {
    taken: HashSet<Vec<u8>>,
    last: u64,
}

impl Table {
    /// The name that something gets that has the name `old` and is to have the name `new`; none if it has it already.
    fn rename(&mut self, old: &[u8], new: &[u8], separator: &[u8]) -> Option<Vec<u8>> {
        if old == new {
            return None;
        }
        self.taken.remove(old);
        let mut name = new.to_vec();
        while !self.taken.insert(name.clone()) {
            self.last += 1;
            name = [new, separator, self.last.to_string().as_bytes()].concat();
        }
        Some(name)
    }
}

/// Renames global values, structures, arguments, blocks and results of instructions (`MetaRenamerPass`). `module_id` is the name by which
/// LLVM's tools call the module, which decides about all others; `structs` are its structures in the order in which LLVM finds them.
pub fn metarenamer(module: &mut Module, module_id: &[u8], structs: &[TypeId], exceptions: &RenameExceptions) -> Changes {
    let release = module.llvm_version();
    let opcodes = release.renamed_by_opcode();
    if exceptions.only_instructions {
        module.bodies.par_iter_mut().balanced().for_each(|body| rename_body(body, true, opcodes));
        return Changes::in_place(true);
    }
    let mut names = Names(module_id.iter().map(|&byte| u64::from(byte)).sum());
    let mut table = Table { taken: module.globals.iter().map(|global| module.str(global.name).to_vec()).collect(), last: 0 };
    table.taken.remove(&b""[..]);
    let triple = Triple::parse(module.str(module.triple));
    let separator: &[u8] = if triple.arch == Arch::Nvptx { b"" } else { b"." };
    let known = libcalls::names_of(&triple, release);
    let is_excluded = |name: &[u8], prefixes: &[Vec<u8>]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    let is_special = |name: &[u8]| name.starts_with(b"llvm.") || name.first() == Some(&1);
    let mut new: Vec<(usize, Vec<u8>)> = Vec::new();
    for (at, global) in module.globals.iter().enumerate() {
        let name = module.str(global.name);
        if matches!(global.kind, GlobalKind::Alias { .. }) && !is_special(name) && !is_excluded(name, &exceptions.aliases) {
            new.extend(table.rename(name, b"alias", separator).map(|name| (at, name)));
        }
    }
    for (at, global) in module.globals.iter().enumerate() {
        let name = module.str(global.name);
        if matches!(global.kind, GlobalKind::Variable { .. }) && !is_special(name) && !is_excluded(name, &exceptions.variables) {
            new.extend(table.rename(name, b"global", separator).map(|name| (at, name)));
        }
    }
    rename_structs(module, structs, exceptions, &mut names);
    let mut whole = vec![false; module.bodies.len()];
    for (at, global) in module.globals.iter().enumerate() {
        let Some(function) = global.function() else { continue };
        let name = module.str(global.name);
        if is_special(name) || known.contains(name) || is_excluded(name, &exceptions.functions) {
            continue;
        }
        if name != b"main" {
            new.extend(table.rename(name, names.draw().as_bytes(), separator).map(|name| (at, name)));
        }
        if let Some(whole) = function.body.and_then(|body| whole.get_mut(body as usize)) {
            *whole = true;
        }
    }
    for (at, name) in new {
        module.globals[at].name = module.strings.push(&name);
    }
    let mut bodies: Vec<(&mut Body, bool)> = module.bodies.iter_mut().zip(whole).collect();
    bodies.par_iter_mut().balanced().filter(|(_, whole)| *whole).for_each(|(body, _)| rename_body(body, false, opcodes));
    Changes::in_place(true)
}

fn rename_structs(module: &mut Module, structs: &[TypeId], exceptions: &RenameExceptions, names: &mut Names) {
    let name_of = |module: &Module, id: TypeId| match module.types.get(id) {
        Type::Struct { name, .. } => module.str(name).to_vec(),
        _ => Vec::new(),
    };
    let mut table = Table { taken: module.types.iter().map(|(id, _)| name_of(module, id)).collect(), last: 0 };
    table.taken.remove(&b""[..]);
    // LLVM counts from 0 here.
    let mut last = 0;
    for &id in structs {
        let old = name_of(module, id);
        if old.is_empty() || exceptions.structs.iter().any(|prefix| old.starts_with(prefix)) {
            continue;
        }
        let wanted = format!("struct.{}", names.draw());
        if old == wanted.as_bytes() {
            continue;
        }
        table.taken.remove(&old);
        let mut name = wanted.clone();
        while !table.taken.insert(name.clone().into_bytes()) {
            name = format!("{wanted}.{last}");
            last += 1;
        }
        let name = module.strings.push(name.as_bytes());
        module.types.identify(id, name);
    }
}

/// Renames what is in a body; `only_unnamed` gives names to instructions without one and leaves the rest.
fn rename_body(body: &mut Body, only_unnamed: bool, opcodes: bool) {
    let mut table = Table::default();
    for list in [&body.local_names, &body.block_names] {
        table.taken.extend(list.iter().map(|&name| body.names.get(name).to_vec()));
    }
    table.taken.remove(&b""[..]);
    let mut new: Vec<(Value, Vec<u8>)> = Vec::new();
    let mut rename = |value: Value, old: &[u8], name: &[u8]| new.extend(table.rename(old, name, b"").map(|name| (value, name)));
    if !only_unnamed {
        for arg in 0..body.args {
            rename(Value::local(arg), body.local_name(arg), b"arg");
        }
    }
    for (number, block) in body.blocks.iter().enumerate() {
        if !only_unnamed {
            let block = BlockId::new(number);
            rename(Value::block(block), body.block_name(block), b"bb");
        }
        for at in block.first.index()..block.end.index() {
            let Some(local) = body.result(InstId::new(at)) else { continue };
            let old = body.local_name(local);
            if only_unnamed && !old.is_empty() {
                continue;
            }
            let name = match body.insts.get(at) {
                Some(inst) if opcodes => inst.opcode_name(),
                _ => "tmp",
            };
            rename(Value::local(local), old, name.as_bytes());
        }
    }
    if new.is_empty() {
        return;
    }
    body.local_names.resize(body.local_types.len(), Str::EMPTY);
    body.block_names.resize(body.blocks.len(), Str::EMPTY);
    for (value, name) in new {
        let name = body.names.push(&name);
        match value.kind() {
            ValueKind::Local(local) => body.local_names[local as usize] = name,
            ValueKind::Block(block) => body.block_names[block.index()] = name,
            _ => {}
        }
    }
    body.provenance.names_order.clear();
    body.provenance.gone_names.clear();
    body.provenance.name_changes.clear();
}
