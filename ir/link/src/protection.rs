//! Branch protection: flags of a module become attributes of its functions, because other modules may have other flags
//! (`copyModuleAttrToFunctions`).
use crate::dest::FLAGS;
use crate::flags::{flag_of, flag_text};
use crate::mover::Mover;
use bctk_ir::attr_set::{Attr, AttrIndex, AttrSet, sort_attrs};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{AttrListId, AttrSetId, GlobalId, MdId};
use bctk_ir::global::GlobalKind;
use bctk_ir::metadata::Metadata;
use bctk_ir::module::Module;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::value::Value;
use hashbrown::HashMap;

/// Flags that become attributes of the same name.
const SWITCHES: [&str; 3] = ["branch-target-enforcement", "guarded-control-stack", "branch-protection-pauth-lr"];
const SIGNED: &str = "sign-return-address";
const SIGNED_ALL: &str = "sign-return-address-all";
const SIGNED_WITH_B: &str = "sign-return-address-with-bkey";
const KEY: &str = "sign-return-address-key";

/// What the flags of a module say: each one's number and value.
type Stated = HashMap<&'static str, (usize, u64)>;

impl Mover<'_> {
    pub(crate) fn protect_functions(&mut self) {
        let arch = Triple::parse(self.src.str(self.src.triple)).arch;
        let is_target =
            matches!(arch, Arch::AArch64 | Arch::AArch64Be | Arch::AArch64_32 | Arch::Arm | Arch::ArmEb | Arch::Thumb | Arch::ThumbEb);
        if !is_target || !self.dst.llvm.linked_branch_protection() {
            return;
        }
        let Some(at) = self.src.metadata.named.iter().position(|named| self.src.str(named.name) == FLAGS) else { return };
        let stated = stated(&self.src, at);
        // They were made attributes before.
        if stated.values().any(|&(_, value)| value == 2) {
            return;
        }
        let mut known: HashMap<AttrListId, AttrListId> = HashMap::new();
        for id in (0..self.src.globals.len()).map(GlobalId::new) {
            let list = match self.src.globals[id.index()].function() {
                Some(function) if function.body.is_some() => function.attrs,
                _ => continue,
            };
            let new = match known.get(&list) {
                Some(&new) => new,
                None => protected(&mut self.src, list, &stated),
            };
            known.insert(list, new);
            if let GlobalKind::Function(function) = &mut self.src.globals[id.index()].kind {
                function.attrs = new;
            }
        }
        self.lists.resize(self.src.attrs.lists.len(), None);
        self.sets.resize(self.src.attrs.sets.len(), None);
        self.mark_applied(at, &stated);
    }

    /// Gives flags that became attributes the value 2.
    fn mark_applied(&mut self, at: usize, stated: &Stated) {
        let is_on = |name: &str| stated.get(name).is_some_and(|&(_, value)| value == 1);
        let mut names: Vec<&str> = SWITCHES.into_iter().filter(|name| is_on(name)).collect();
        if is_on(SIGNED) {
            names.extend([SIGNED, SIGNED_ALL, SIGNED_WITH_B].into_iter().filter(|name| is_on(name)));
        }
        for name in names {
            let Some(&(index, _)) = stated.get(name) else { continue };
            let node = self.src.metadata.named[at].nodes[index];
            let Metadata::Tuple { distinct, ops } = self.src.metadata.get(node) else { continue };
            let mut ops = self.src.metadata.lists.get(ops).to_vec();
            let Some(Metadata::Value { ty, .. }) = ops.get(2).copied().flatten().map(|id| self.src.metadata.get(id)) else { continue };
            let value = Value::constant(self.src.consts.push(ty, ConstKind::Int(2)));
            ops[2] = Some(self.src.metadata.push(Metadata::Value { ty, value }));
            let ops = self.src.metadata.lists.push(&ops);
            let new = self.src.metadata.push(Metadata::Tuple { distinct, ops });
            self.src.metadata.named[at].nodes[index] = new;
        }
    }
}

fn stated(src: &Module, at: usize) -> Stated {
    let mut stated = Stated::new();
    for (index, &node) in src.metadata.named[at].nodes.iter().enumerate() {
        let flag = flag_of(src, node);
        let name = flag_text(src, flag.name);
        let known = SWITCHES.into_iter().chain([SIGNED, SIGNED_ALL, SIGNED_WITH_B]).find(|known| name == known.as_bytes());
        if let (Some(known), Some(value)) = (known, flag.value.and_then(|id: MdId| crate::flags::number(src, id))) {
            stated.insert(known, (index, value));
        }
    }
    stated
}

/// The attributes of a function with what the flags say, where it has no attribute of its own.
fn protected(src: &mut Module, list: AttrListId, stated: &Stated) -> AttrListId {
    let is_on = |name: &str| stated.get(name).is_some_and(|&(_, value)| value == 1);
    let old = src.attrs.set_at(list, AttrIndex::Function);
    let mut set: AttrSet = old.map_or_else(Vec::new, |set| src.attrs.set(set).to_vec());
    let before = set.clone();
    let find = |src: &Module, set: &AttrSet, name: &str| {
        set.iter().position(|attr| matches!(attr, Attr::String(key, _) if src.str(*key) == name.as_bytes()))
    };
    let add = |src: &mut Module, set: &mut AttrSet, name: &str, value: Option<&str>| {
        if find(src, set, name).is_none() {
            let key = src.strings.push(name.as_bytes());
            let value = value.map(|value| src.strings.push(value.as_bytes()));
            set.push(Attr::String(key, value));
        }
    };
    for name in SWITCHES {
        // The old forms have values.
        if let Some(at) = find(src, &set, name)
            && let Attr::String(key, Some(value)) = set[at]
        {
            match src.str(value) {
                b"false" => {
                    set.remove(at);
                    continue;
                }
                b"true" => set[at] = Attr::String(key, None),
                _ => {}
            }
            continue;
        }
        if is_on(name) {
            add(src, &mut set, name, None);
        }
    }
    if is_on(SIGNED) {
        add(src, &mut set, SIGNED, Some(if is_on(SIGNED_ALL) { "all" } else { "non-leaf" }));
        add(src, &mut set, KEY, Some(if is_on(SIGNED_WITH_B) { "b_key" } else { "a_key" }));
    }
    if set == before {
        return list;
    }
    sort_attrs(&mut set, &src.strings);
    let mut new = src.attrs.lists.get(list.index()).cloned().unwrap_or_default();
    new.retain(|(at, _)| *at != AttrIndex::Function);
    if !set.is_empty() {
        src.attrs.sets.push(set);
        new.push((AttrIndex::Function, AttrSetId::new(src.attrs.sets.len() - 1)));
    }
    src.attrs.lists.push(new);
    AttrListId::new(src.attrs.lists.len() - 1)
}
