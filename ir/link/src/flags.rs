//! Module flags: each has a behavior that says what two values become (LangRef, "Module Flags Metadata").
use crate::dest::FLAGS;
use crate::mover::Mover;
use crate::problem::{FlagValue, Problem, text};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{MdId, TypeId};
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use hashbrown::{HashMap, HashSet};

/// The numbers of behaviors.
mod behavior {
    pub(super) const ERROR: u64 = 1;
    pub(super) const WARNING: u64 = 2;
    pub(super) const REQUIRE: u64 = 3;
    pub(super) const OVERRIDE: u64 = 4;
    pub(super) const APPEND: u64 = 5;
    pub(super) const APPEND_UNIQUE: u64 = 6;
    pub(super) const MAX: u64 = 7;
    pub(super) const MIN: u64 = 8;
}

/// A flag of the linked module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flag {
    behavior: u64,
    /// The node of the behavior.
    behavior_node: Option<MdId>,
    pub(crate) name: Option<MdId>,
    pub(crate) value: Option<MdId>,
}

/// The flag of a node.
pub(crate) fn flag_of(module: &Module, node: MdId) -> Flag {
    let ops = match module.metadata.get(node) {
        Metadata::Tuple { ops, .. } => module.metadata.lists.get(ops).to_vec(),
        _ => Vec::new(),
    };
    let op = |at: usize| ops.get(at).copied().flatten();
    Flag { behavior: op(0).and_then(|id| number(module, id)).unwrap_or(0), behavior_node: op(0), name: op(1), value: op(2) }
}

/// The text of a name.
pub(crate) fn flag_text(module: &Module, name: Option<MdId>) -> &[u8] {
    match name.map(|id| module.metadata.get(id)) {
        Some(Metadata::String(name)) => module.str(name),
        _ => &[],
    }
}

/// The constant that a node wraps, with its type.
fn constant(module: &Module, id: MdId) -> Option<(TypeId, ConstKind)> {
    let Metadata::Value { value, .. } = module.metadata.get(id) else { return None };
    let ValueKind::Const(index) = value.kind() else { return None };
    module.consts.get(index).map(|constant| (constant.ty, constant.kind))
}

/// The integer that a node wraps, without a sign.
pub(crate) fn number(module: &Module, id: MdId) -> Option<u64> {
    let (ty, kind) = constant(module, id)?;
    let Type::Int(bits) = module.types.get(ty) else { return None };
    match kind {
        ConstKind::Null => Some(0),
        ConstKind::Int(number) => Some(number as u64 & u64::MAX.checked_shr(64u32.saturating_sub(bits)).unwrap_or(u64::MAX)),
        _ => None,
    }
}

/// A piece of metadata or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Node(Option<MdId>),
    Constant(Value),
}

/// Whether two pieces of metadata are one in LLVM, which has equal ones once.
fn same(module: &Module, a: Option<MdId>, b: Option<MdId>) -> bool {
    // Parts may be shared many times.
    let mut seen: HashSet<(Part, Part)> = HashSet::new();
    let mut open = vec![(Part::Node(a), Part::Node(b))];
    while let Some(pair) = open.pop() {
        if pair.0 == pair.1 || !seen.insert(pair) {
            continue;
        }
        let are_alike = match pair {
            (Part::Node(Some(a)), Part::Node(Some(b))) => match (module.metadata.get(a), module.metadata.get(b)) {
                (Metadata::Value { ty: t, value: x }, Metadata::Value { ty: u, value: y }) => {
                    open.push((Part::Constant(x), Part::Constant(y)));
                    t == u
                }
                (Metadata::Tuple { distinct: false, ops: x }, Metadata::Tuple { distinct: false, ops: y }) => {
                    let (x, y) = (module.metadata.lists.get(x), module.metadata.lists.get(y));
                    open.extend(x.iter().zip(y.iter()).map(|(x, y)| (Part::Node(x), Part::Node(y))));
                    x.len() == y.len()
                }
                _ => false,
            },
            (Part::Constant(a), Part::Constant(b)) => same_constant(module, a, b, |x, y| open.push((Part::Constant(x), Part::Constant(y)))),
            _ => false,
        };
        if !are_alike {
            return false;
        }
    }
    true
}

/// Whether two constants are equal, if those are that `also` gets.
fn same_constant(module: &Module, a: Value, b: Value, mut also: impl FnMut(Value, Value)) -> bool {
    let pool = &module.consts;
    let (ValueKind::Const(a), ValueKind::Const(b)) = (a.kind(), b.kind()) else { return false };
    let (Some(a), Some(b)) = (pool.get(a), pool.get(b)) else { return false };
    a.ty == b.ty
        && match (a.kind, b.kind) {
            (ConstKind::Data(a), ConstKind::Data(b)) => pool.bytes.get(a) == pool.bytes.get(b),
            (ConstKind::WideInt { start: a, len: n }, ConstKind::WideInt { start: b, len: m }) => {
                pool.word_range(a, n) == pool.word_range(b, m)
            }
            (ConstKind::Aggregate(a), ConstKind::Aggregate(b)) => {
                let (a, b) = (pool.lists.get(a), pool.lists.get(b));
                a.iter().zip(b.iter()).for_each(|(a, b)| also(a, b));
                a.len() == b.len()
            }
            (a, b) => a == b && a.is_plain(),
        }
}

/// A string as LLVM prints it.
fn escaped(string: &[u8]) -> String {
    let mut out = String::new();
    for &byte in string {
        match byte {
            b' '..=b'~' if !matches!(byte, b'"' | b'\\') => out.push(byte.into()),
            _ => out.push_str(&format!("\\{byte:02X}")),
        }
    }
    out
}

/// A value as LLVM prints it, except that it prints places in memory for nodes.
fn spelled(module: &Module, id: Option<MdId>) -> String {
    let Some(id) = id else { return "null".into() };
    match module.metadata.get(id) {
        Metadata::String(string) => format!("!\"{}\"", escaped(module.str(string))),
        Metadata::Value { .. } => match (constant(module, id), number(module, id)) {
            (Some((ty, kind)), Some(_)) => {
                let Type::Int(bits) = module.types.get(ty) else { return String::new() };
                match (bits, kind) {
                    (1, ConstKind::Null) => "i1 false".into(),
                    (1, _) => "i1 true".into(),
                    (_, ConstKind::Int(number)) => format!("i{bits} {number}"),
                    _ => format!("i{bits} 0"),
                }
            }
            _ => "a value".into(),
        },
        _ => "a node".into(),
    }
}

impl Mover<'_> {
    /// Merges the flags of the module into those of the linked one (`IRLinker::linkModuleFlagsMetadata`).
    pub(crate) fn join_flags(&mut self) -> Result<(), Problem> {
        let Some(nodes) = self.flag_nodes.take() else { return Ok(()) };
        let at = self.dst.named_metadata(FLAGS);
        if self.dst.module.metadata.named[at].nodes.is_empty() {
            self.dst.module.metadata.named[at].nodes = nodes;
            return Ok(());
        }
        let mut requirements: Vec<Option<MdId>> = Vec::new();
        let mut mins: Vec<usize> = Vec::new();
        let mut seen: HashSet<Option<MdId>> = HashSet::new();
        // Names, and where the flags are in the list.
        let mut known: HashMap<Option<MdId>, usize> = HashMap::new();
        for (index, &node) in self.dst.module.metadata.named[at].nodes.iter().enumerate() {
            let flag = flag_of(&self.dst.module, node);
            if flag.behavior == behavior::REQUIRE {
                requirements.push(flag.value);
                continue;
            }
            if flag.behavior == behavior::MIN {
                mins.push(index);
            }
            known.insert(flag.name, index);
        }
        for node in nodes {
            let new = flag_of(&self.dst.module, node);
            seen.insert(new.name);
            if new.behavior == behavior::REQUIRE {
                if !requirements.iter().any(|&there| same(&self.dst.module, there, new.value)) {
                    requirements.push(new.value);
                    self.dst.module.metadata.named[at].nodes.push(node);
                }
                continue;
            }
            let Some(&index) = known.get(&new.name) else {
                let index = self.dst.module.metadata.named[at].nodes.len();
                if new.behavior == behavior::MIN {
                    mins.push(index);
                    seen.remove(&new.name);
                }
                known.insert(new.name, index);
                self.dst.module.metadata.named[at].nodes.push(node);
                continue;
            };
            let old = flag_of(&self.dst.module, self.dst.module.metadata.named[at].nodes[index]);
            if let Some(merged) = self.merge_flag(old, new, node)? {
                self.dst.module.metadata.named[at].nodes[index] = merged;
            }
        }
        for index in mins {
            let flag = flag_of(&self.dst.module, self.dst.module.metadata.named[at].nodes[index]);
            if !seen.contains(&flag.name)
                && let Some((ty, _)) = flag.value.and_then(|value| constant(&self.dst.module, value))
            {
                let value = Value::constant(self.dst.module.consts.push(ty, ConstKind::Null));
                let value = self.dst.module.metadata.push(Metadata::Value { ty, value });
                let merged = self.flag_node(false, [flag.behavior_node, flag.name, Some(value)]);
                self.dst.module.metadata.named[at].nodes[index] = merged;
            }
        }
        for requirement in requirements {
            let (name, value) = match requirement.map(|id| self.dst.module.metadata.get(id)) {
                Some(Metadata::Tuple { ops, .. }) => {
                    let ops = self.dst.module.metadata.lists.get(ops);
                    (ops.get(0).flatten(), ops.get(1).flatten())
                }
                _ => (None, None),
            };
            let there = known.get(&name).map(|&index| flag_of(&self.dst.module, self.dst.module.metadata.named[at].nodes[index]).value);
            if !there.is_some_and(|there| same(&self.dst.module, there, value)) {
                return Err(Problem::FlagRequired { flag: self.flag_name(name) });
            }
        }
        Ok(())
    }

    fn flag_name(&self, name: Option<MdId>) -> String {
        text(flag_text(&self.dst.module, name))
    }

    fn flag_node(&mut self, distinct: bool, ops: [Option<MdId>; 3]) -> MdId {
        let ops = self.dst.module.metadata.lists.push(&ops);
        self.dst.module.metadata.push(Metadata::Tuple { distinct, ops })
    }

    /// The node in the place of a flag, if it changes; `node` is that of the new one.
    fn merge_flag(&mut self, old: Flag, new: Flag, node: MdId) -> Result<Option<MdId>, Problem> {
        let module = &self.dst.module;
        let flag = self.flag_name(new.name);
        let modules = self.names.map(str::to_owned);
        let are_equal = same(module, old.value, new.value);
        let either = |behavior: u64| old.behavior == behavior || new.behavior == behavior;
        if old.behavior == behavior::OVERRIDE {
            if new.behavior == behavior::OVERRIDE && !are_equal {
                return Err(Problem::FlagOverrides { flag, modules });
            }
            return Ok(None);
        }
        if new.behavior == behavior::OVERRIDE {
            return Ok(Some(node));
        }
        let warns_too = either(behavior::WARNING) && (either(behavior::MAX) || either(behavior::MIN));
        if old.behavior != new.behavior && !warns_too {
            return Err(Problem::FlagBehaviors { flag, modules });
        }
        let tells = self.dst.llvm.linked_flag_values();
        let [of_src, of_dst] = [(new.value, 0), (old.value, 1)]
            .map(|(value, at)| FlagValue { value: spelled(module, value), module: self.names[at].to_owned() });
        if either(behavior::WARNING) && !are_equal {
            self.problems.push(Problem::FlagWarning { flag: flag.clone(), values: [of_src.clone(), of_dst.clone()] });
        }
        for (wanted, takes_less) in [(behavior::MIN, true), (behavior::MAX, false)] {
            if either(wanted) {
                let value = |value: Option<MdId>| value.and_then(|id| number(module, id)).unwrap_or(0);
                let (of_old, of_new) = (value(old.value), value(new.value));
                let takes_new = if takes_less { of_new < of_old } else { of_new > of_old };
                let behavior = if old.behavior == wanted { old.behavior_node } else { new.behavior_node };
                let value = if takes_new { new.value } else { old.value };
                return Ok(Some(self.flag_node(false, [behavior, new.name, value])));
            }
        }
        match new.behavior {
            behavior::ERROR if !are_equal => {
                let [mut of_src, mut of_dst] = [of_src, of_dst];
                if !tells {
                    (of_src.value, of_dst.value) = (String::new(), String::new());
                }
                Err(Problem::FlagValues { flag, values: [of_src, of_dst] })
            }
            behavior::APPEND | behavior::APPEND_UNIQUE => Ok(Some(self.append_flag(old, new))),
            _ => Ok(None),
        }
    }

    /// A flag whose value is a list of the values of both. As in LLVM, a list without repetitions loses values if the old one has some.
    fn append_flag(&mut self, old: Flag, new: Flag) -> MdId {
        let ops = |module: &Module, value: Option<MdId>| match value.map(|id| module.metadata.get(id)) {
            Some(Metadata::Tuple { ops, .. }) => module.metadata.lists.get(ops).to_vec(),
            _ => Vec::new(),
        };
        let (mut all, more) = (ops(&self.dst.module, old.value), ops(&self.dst.module, new.value));
        match new.behavior {
            behavior::APPEND => all.extend(more),
            _ => {
                let mut once: Vec<Option<MdId>> = Vec::new();
                for value in all.iter().chain(&more) {
                    if !once.iter().any(|&there| same(&self.dst.module, there, *value)) {
                        once.push(*value);
                    }
                }
                let count = all.len();
                all.extend(once.into_iter().skip(count));
            }
        }
        let list = self.dst.module.metadata.lists.push(&all);
        let value = self.dst.module.metadata.push(Metadata::Tuple { distinct: true, ops: list });
        self.flag_node(true, [old.behavior_node, old.name, Some(value)])
    }
}
