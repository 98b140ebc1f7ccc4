//! VALUE_SYMTAB blocks: names of values and blocks of a body, positions of bodies.
use super::abbrevs;
use super::emit::Emitter;
use super::enumerate::{BodyNumbers, Numbering};
use super::global_names::globals_in_order;
use super::hash_order::{HashOrder, NameTable};
use crate::schema::abbrevs::{BLOCKS, NameChar, Widths};
use crate::schema::symtab::value_symtab as row;
use bctk_bitstream::Result;
use bctk_bitstream::stream::UNABBREV_RECORD;
use bctk_ir::body::Body;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, GlobalId, InstId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::Inst;
use bctk_ir::mangle::aliasee_object;
use bctk_ir::provenance::NameChange;
use bctk_ir::strings::LocalStr;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::{blocks_as_written, frequent_operands, operands_by_number};
use std::collections::{HashMap, HashSet};

/// Writes the symbol table of the body of `function`, if anything has a name (`writeFunctionLevelValueSymbolTable`). The blocks `early` are
/// created before all others.
pub(super) fn write_body(out: &mut Emitter, numbers: &BodyNumbers<'_, '_>, function: GlobalId, early: &[BlockId]) -> Result<()> {
    let body = numbers.body;
    let mut named = in_order(numbers, function, early);
    if numbers.module.sorted_names {
        named.sort_by_key(|&value| name_of(body, value).0);
    }
    if named.is_empty() {
        return Ok(());
    }
    out.open(row::ID)?;
    for value in named {
        let (name, is_block) = name_of(body, value);
        let (code, abbrev) = match (is_block, NameChar::of(name)) {
            (true, NameChar::Char6) => (row::BbEntry::CODE, abbrevs::VST_BBENTRY_6),
            (true, _) => (row::BbEntry::CODE, abbrevs::VST_8),
            (false, NameChar::Char6) => (row::Entry::CODE, abbrevs::VST_ENTRY_6),
            (false, NameChar::Fixed7) => (row::Entry::CODE, abbrevs::VST_ENTRY_7),
            (false, NameChar::Fixed8) => (row::Entry::CODE, abbrevs::VST_8),
        };
        out.named(out.id(abbrev), code, &[u64::from(numbers.value(value))], name)?;
    }
    out.end()
}

/// The name of a local or block, and whether it is that of a block.
fn name_of(body: &Body, value: Value) -> (&[u8], bool) {
    match value.kind() {
        ValueKind::Block(block) => (body.block_name(block), true),
        ValueKind::Local(local) => (body.local_name(local), false),
        _ => (&[], false),
    }
}

/// The named values and blocks in the order of LLVM's hash table: that of the file, else the order that results from adding names as a text
/// parser does.
fn in_order(numbers: &BodyNumbers<'_, '_>, function: GlobalId, early: &[BlockId]) -> Vec<Value> {
    let body = numbers.body;
    let count = body.local_names.iter().chain(&body.block_names).filter(|name| !name.is_empty()).count();
    if count == 0 {
        return Vec::new();
    }
    let is_named = |value: Value| match value.kind() {
        ValueKind::Block(block) => !body.block_name(block).is_empty(),
        ValueKind::Local(local) => !body.local_name(local).is_empty(),
        _ => false,
    };
    if body.provenance.names_order.len() == count && body.provenance.names_order.iter().all(|&value| is_named(value)) {
        return body.provenance.names_order.clone();
    }
    let mut names = Names::new(body, NameTable::of(numbers.module.llvm));
    names.reserve(count);
    (0..body.args).for_each(|arg| names.add(Value::local(arg)));
    early.iter().for_each(|&block| names.add(Value::block(block)));
    let mut taken = TakenBlocks::new(body, function);
    for (number, block) in body.blocks.iter().enumerate() {
        names.add(Value::block(BlockId::new(number)));
        for i in block.first.index()..block.end.index() {
            let Some(inst) = body.insts.get(i) else { break };
            names.add_gone(i);
            // A block gets its name where it is mentioned first.
            if let Inst::Phi { incoming, .. } = *inst {
                for (value, from) in body.lists.get(incoming) {
                    taken.of(value, |block| names.add(Value::block(block)));
                    names.add(Value::block(from));
                }
            } else if taken.any {
                operands_by_number(inst, body, |value| taken.of(value, |block| names.add(Value::block(block))));
                blocks_as_written(inst, body, |block| names.add(Value::block(block)));
            } else {
                names.add_blocks(inst);
            }
            if let Some(result) = body.result(InstId(i as u32)) {
                names.add(Value::local(result));
            }
        }
    }
    names.order()
}

/// The blocks of a function whose addresses its own constants take, directly or in operands.
struct TakenBlocks<'b> {
    body: &'b Body,
    function: GlobalId,
    /// Whether there are any.
    any: bool,
    /// Visited constants.
    seen: HashSet<u32>,
    open: Vec<Value>,
}

impl<'b> TakenBlocks<'b> {
    fn new(body: &'b Body, function: GlobalId) -> Self {
        // A body from a text has its constants itself.
        let any = body.consts.consts.iter().any(|constant| matches!(constant.kind, ConstKind::BlockAddress { .. }));
        TakenBlocks { body, function, any, seen: HashSet::new(), open: Vec::new() }
    }

    /// Passes those in `value` to `f`, in the order in which a text names them, once per constant.
    fn of(&mut self, value: Value, mut f: impl FnMut(BlockId)) {
        if !self.any {
            return;
        }
        self.open.push(value);
        while let Some(value) = self.open.pop() {
            let ValueKind::LocalConst(index) = value.kind() else { continue };
            let Some(constant) = self.body.consts.get(index).filter(|_| self.seen.insert(index)) else { continue };
            if let ConstKind::BlockAddress { function, block } = constant.kind {
                if function == self.function {
                    f(block);
                }
                continue;
            }
            let first = self.open.len();
            self.body.consts.operands(constant.kind, |operand| self.open.push(operand));
            self.open[first..].reverse();
        }
    }
}

/// The names of a body on their way into LLVM's hash table.
struct Names<'m> {
    body: &'m Body,
    table: HashOrder,
    /// By number in the table; none for removed ones.
    added: Vec<Option<Value>>,
    blocks_seen: Vec<bool>,
    /// What had a name until an upgrade took it out, by place.
    gone: Vec<(InstId, LocalStr)>,
    /// Names that upgrades brought, and their locals.
    late: HashMap<LocalStr, Option<Value>>,
}

/// The named values and blocks of `body`, in the order of `table` after adding them as a text parser does; ignores block addresses.
pub fn names_in(body: &Body, table: NameTable) -> Vec<Value> {
    if body.local_names.is_empty() && body.block_names.is_empty() {
        return Vec::new();
    }
    let mut names = Names::new(body, table);
    (0..body.args).for_each(|arg| names.add(Value::local(arg)));
    for (number, block) in body.blocks.iter().enumerate() {
        names.add(Value::block(BlockId::new(number)));
        for i in block.first.index()..block.end.index() {
            let Some(inst) = body.insts.get(i) else { break };
            blocks_as_written(inst, body, |block| names.add(Value::block(block)));
            if let Some(result) = body.result(InstId(i as u32)) {
                names.add(Value::local(result));
            }
        }
    }
    names.order()
}

impl<'m> Names<'m> {
    fn new(body: &'m Body, table: NameTable) -> Self {
        let mut late: HashMap<LocalStr, Option<Value>> = HashMap::new();
        for change in &body.provenance.name_changes {
            if let NameChange::Added(name) = change {
                late.insert(*name, None);
            }
        }
        if !late.is_empty() {
            for (local, name) in body.local_names.iter().enumerate() {
                if let Some(value) = late.get_mut(name) {
                    *value = Some(Value::local(local as u32));
                }
            }
        }
        let mut gone = body.provenance.gone_names.clone();
        // The first is taken from the end.
        gone.sort_by_key(|&(at, _)| std::cmp::Reverse(at));
        Names { body, table: HashOrder::new(table), added: Vec::new(), blocks_seen: vec![false; body.blocks.len()], gone, late }
    }

    /// Makes room for this many names.
    fn reserve(&mut self, count: usize) {
        self.table.reserve(count);
        self.added.reserve(count);
    }

    /// Adds the name of a value, if the text gave it one and it is not in the table yet.
    fn add(&mut self, value: Value) {
        let name = match value.kind() {
            ValueKind::Block(block) => match self.blocks_seen.get_mut(block.index()).map(|seen| std::mem::replace(seen, true)) {
                Some(false) => self.body.block_name(block),
                _ => &[],
            },
            ValueKind::Local(local) => match self.body.local_names.get(local as usize) {
                Some(name) if self.late.is_empty() || !self.late.contains_key(name) => self.body.names.get(*name),
                _ => &[],
            },
            _ => &[],
        };
        if !name.is_empty() {
            self.table.add(name);
            self.added.push(Some(value));
        }
    }

    /// Adds the names of the blocks that an instruction names, in the order of the text.
    #[inline]
    fn add_blocks(&mut self, inst: &Inst) {
        let body = self.body;
        if let Inst::CondBr { if_true, if_false, .. } = *inst {
            self.add(Value::block(if_true));
            self.add(Value::block(if_false));
            return;
        }
        let is_frequent = frequent_operands(inst, body, |_, value| {
            if matches!(value.kind(), ValueKind::Block(_)) {
                self.add(value);
            }
        });
        if !is_frequent {
            blocks_as_written(inst, body, |block| self.add(Value::block(block)));
        }
    }

    /// Adds the name of a removed instruction that preceded instruction `at` in the text.
    fn add_gone(&mut self, at: usize) {
        while let Some((_, name)) = self.gone.pop_if(|(gone, _)| gone.index() <= at) {
            self.table.add(self.body.names.get(name));
            self.added.push(None);
        }
    }

    /// All names that are left, after the upgrades.
    fn order(mut self) -> Vec<Value> {
        for change in &self.body.provenance.name_changes {
            match *change {
                NameChange::Added(name) => {
                    self.table.add(self.body.names.get(name));
                    self.added.push(self.late.get(&name).copied().flatten());
                }
                NameChange::Removed(name) => self.table.remove(self.body.names.get(name)),
            }
        }
        self.table.order().filter_map(|number| self.added.get(number as usize).copied().flatten()).collect()
    }
}

/// Writes the module's symbol table: for every function with a body the position of its block, in words from one word before the
/// IDENTIFICATION block (`writeGlobalValueSymbolTable`). In releases without a string table it has the names of all global values.
pub(super) fn write_module(out: &mut Emitter, numbers: &Numbering<'_>, places: &[u64], widths: &Widths) -> Result<()> {
    if !numbers.llvm.string_table() {
        return write_global_names(out, numbers, places, widths);
    }
    out.open(row::ID)?;
    let entry = abbrevs::define(out, row::ID, "FNENTRY", widths)?;
    let with_body = numbers.globals.functions.iter().filter(|&&id| numbers.body_of(id).is_some());
    for (&id, &place) in with_body.zip(places) {
        out.operands(entry, row::FnEntry::CODE, &[u64::from(numbers.global(id)), place / 32 + 1])?;
    }
    out.end()
}

/// Names of global values, with the places of functions that have bodies, and of aliases of such functions.
fn write_global_names(out: &mut Emitter, numbers: &Numbering<'_>, places: &[u64], widths: &Widths) -> Result<()> {
    let module = numbers.module;
    let named = globals_in_order(numbers);
    if named.is_empty() {
        return Ok(());
    }
    let with_body = numbers.globals.functions.iter().filter(|&&id| numbers.body_of(id).is_some());
    let places: HashMap<GlobalId, u64> = with_body.copied().zip(places.iter().copied()).collect();
    out.open(row::ID)?;
    let mut functions = [UNABBREV_RECORD; 3];
    if numbers.llvm.symbol_table_offset() {
        for (id, name) in functions.iter_mut().zip(["FNENTRY, 8 bits", "FNENTRY, 7 bits", "FNENTRY, char6"]) {
            *id = abbrevs::define(out, row::ID, name, widths)?;
        }
        abbrevs::define_if_any(out, BLOCKS, row::ID, "COMBINED_ENTRY", widths)?;
    }
    for id in named {
        let global = &module.globals[id.index()];
        let name = module.str(global.name);
        let object = match global.kind {
            GlobalKind::Function(_) => Some(id),
            GlobalKind::Alias { .. } => aliasee_object(module, id),
            _ => None,
        };
        let number = u64::from(numbers.global(id));
        let width = NameChar::of(name);
        match object.and_then(|object| places.get(&object)) {
            Some(place) => {
                let abbrev = match width {
                    NameChar::Fixed8 => functions[0],
                    NameChar::Fixed7 => functions[1],
                    NameChar::Char6 => functions[2],
                };
                out.named(abbrev, row::FnEntry::CODE, &[number, place / 32 + 1], name)?;
            }
            None => {
                let abbrev = match width {
                    NameChar::Char6 => abbrevs::VST_ENTRY_6,
                    NameChar::Fixed7 => abbrevs::VST_ENTRY_7,
                    NameChar::Fixed8 => abbrevs::VST_8,
                };
                out.named(out.id(abbrev), row::Entry::CODE, &[number], name)?;
            }
        }
    }
    out.end()
}
