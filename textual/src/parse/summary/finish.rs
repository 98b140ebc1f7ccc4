//! The end of a summary: values get their GUIDs, equal ones become one.

use super::{Gathered, TypeList, What};
use crate::error::{Error, Result};
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::guid::Guids;
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::summary::{EntryKind, Summary, ValueInfo, guid_of};
use hashbrown::HashMap;

/// The latest version of the format, which the text uses (LLVM 23, `ModuleSummaryIndex::BitcodeSummaryVersion`).
const VERSION: u64 = 14;

/// Values with their GUIDs, each once.
struct Values {
    infos: Vec<ValueInfo>,
    by_guid: HashMap<u64, u32>,
}

impl Values {
    fn define(&mut self, guid: u64) -> u32 {
        let infos = &mut self.infos;
        *self.by_guid.entry(guid).or_insert_with(|| {
            infos.push(ValueInfo { guid, name: Str::EMPTY, global: None });
            infos.len() as u32 - 1
        })
    }
}

impl Gathered<'_> {
    /// The summary made from the entries; `named` finds a global value of `module`, which has all strings.
    ///
    /// LLVM's disassembler names intrinsics that its reader has removed, and its assembler refuses such a text. `as_assembler` asks for that.
    pub(crate) fn finish(self, module: &Module, as_assembler: bool, named: impl Fn(&[u8]) -> Option<GlobalId>) -> Result<Box<Summary>> {
        let guids = Guids::new(module, module.llvm_version());
        let Gathered { mut summary, values, type_numbers, type_uses, .. } = self;
        let mut defined = Values { infos: Vec::new(), by_guid: HashMap::new() };
        let mut by_global = HashMap::new();
        for (i, global) in module.globals.iter().enumerate() {
            // Values without a name share a GUID: entries with it speak of none of them.
            if matches!(global.kind, GlobalKind::IFunc { .. }) || global.name == Str::EMPTY {
                continue;
            }
            let guid = guids.attached(global).unwrap_or_else(|| guids.computed(global));
            let index = defined.define(guid);
            if let Some(info) = defined.infos.get_mut(index as usize) {
                info.name = global.name;
            }
            by_global.insert(i, index);
        }
        summary.names_values = !values.is_empty();
        let mut places = Vec::with_capacity(values.len());
        for value in values {
            places.push(match value.what {
                What::Undefined => return Err(Error::new(value.span, format!("use of undefined summary '^{}'", value.number))),
                What::Guid(guid) => defined.define(guid),
                What::Name(name) => match named(&name).and_then(|id| Some((id, *by_global.get(&id.index())?))) {
                    Some((id, index)) => {
                        if let Some(info) = defined.infos.get_mut(index as usize) {
                            info.global = Some(id);
                        }
                        index
                    }
                    None if !as_assembler && name.starts_with(b"llvm.") => defined.define(guid_of(&name)),
                    None => {
                        let name = String::from_utf8_lossy(&name);
                        return Err(Error::new(value.span, format!("Reference to undefined global \"{name}\"")));
                    }
                },
            });
        }
        for type_use in type_uses {
            let Some(&guid) = type_numbers.get(&type_use.number) else {
                return Err(Error::new(type_use.span, format!("use of undefined type id summary '^{}'", type_use.number)));
            };
            let Some(EntryKind::Function(function)) = summary.entries.get_mut(type_use.entry).map(|entry| &mut entry.kind) else {
                continue;
            };
            let i = type_use.index;
            let place = match type_use.list {
                TypeList::Tests => function.type_tests.get_mut(i),
                TypeList::AssumeVcalls => function.assume_vcalls.get_mut(i).map(|call| &mut call.guid),
                TypeList::CheckedLoadVcalls => function.checked_load_vcalls.get_mut(i).map(|call| &mut call.guid),
                TypeList::AssumeConstVcalls => function.assume_const_vcalls.get_mut(i).map(|call| &mut call.0.guid),
                TypeList::CheckedLoadConstVcalls => function.checked_load_const_vcalls.get_mut(i).map(|call| &mut call.0.guid),
            };
            if let Some(place) = place {
                *place = guid;
            }
        }
        renumber(&mut summary, &places);
        summary.values = defined.infos;
        summary.version = VERSION;
        Ok(Box::new(summary))
    }
}

/// Gives every reference to a value the place of the value.
fn renumber(summary: &mut Summary, places: &[u32]) {
    let place = |value: &mut u32| *value = places.get(*value as usize).copied().unwrap_or(u32::MAX);
    for entry in &mut summary.entries {
        place(&mut entry.value);
        entry.refs.iter_mut().for_each(|r| place(&mut r.value));
        match &mut entry.kind {
            EntryKind::Function(function) => {
                function.calls.iter_mut().for_each(|call| place(&mut call.callee));
                function.params.iter_mut().flat_map(|access| &mut access.calls).for_each(|call| place(&mut call.1));
                function.callsites.iter_mut().filter_map(|site| site.callee.as_mut()).for_each(place);
            }
            EntryKind::Variable { vtable, .. } => vtable.iter_mut().for_each(|slot| place(&mut slot.0)),
            EntryKind::Alias(aliasee) => *aliasee = aliasee.and_then(|value| places.get(value as usize).copied()),
        }
    }
    summary.vtables.iter_mut().flat_map(|vtables| &mut vtables.tables).for_each(|table| place(&mut table.1));
}
