//! Metadata before LLVM 3.6: nodes whose operands are pairs of type and number, including inline values; and kinds of attachments.
use bctk_bitstream::{Error, Result};
use bctk_ir::entity::{MdId, TypeId};
use bctk_ir::metadata::{Metadata, MetadataTable, md_slot};
use bctk_ir::strings::{Str, Strings};
use bctk_ir::value::Value;
use hashbrown::HashMap;

/// Marks a slot with an index in [`Inline`]; above all metadata ids.
const MARK: u32 = 1 << 31;

/// Inline values of old nodes. They have no number in the file; in the model they are separate metadata items after all numbered ones.
#[derive(Default)]
pub(super) struct Inline {
    values: Vec<(TypeId, Value)>,
    numbers: HashMap<(TypeId, Value), u32>,
}

impl Inline {
    /// A temporary slot for a value, until [`Inline::settle`] replaces it.
    pub(super) fn slot(&mut self, ty: TypeId, value: Value) -> Result<u32> {
        if self.values.len() as u32 >= Value::MAX_INDEX {
            return Err(Error::too_large("more than 2^29 values in metadata"));
        }
        let values = &mut self.values;
        Ok(MARK
            | *self.numbers.entry((ty, value)).or_insert_with(|| {
                values.push((ty, value));
                values.len() as u32 - 1
            }))
    }

    /// Appends the values to `table`, whose first item has the number `base`.
    pub(super) fn settle(self, table: &mut MetadataTable, base: u32) -> Result<()> {
        if self.values.is_empty() {
            return Ok(());
        }
        let first = base as u64 + table.items.len() as u64;
        if first + self.values.len() as u64 >= u64::from(Value::MAX_INDEX) {
            return Err(Error::too_large("more than 2^29 pieces of metadata"));
        }
        for at in 0..table.items.len() {
            if let Metadata::Tuple { ops, .. } = table.items[at] {
                table.lists.update(ops, |id| match md_slot(id) {
                    slot if slot & MARK != 0 => Some(MdId(first as u32 + (slot & !MARK))),
                    _ => id,
                });
            }
        }
        for (ty, value) in self.values {
            table.push(Metadata::Value { ty, value });
        }
        Ok(())
    }
}

/// Notes the name of a kind of attachments.
pub(super) fn set_kind(kinds: &mut Vec<Str>, number: u64, strings: &mut Strings, name: &[u64]) -> Result<()> {
    let index = number as usize;
    // Numbers are ascending; even if a file skips many, there are no more kinds than records.
    if number > kinds.len() as u64 + 4096 {
        return Err(Error::malformed(format!("expected a metadata kind number near {}", kinds.len())));
    }
    if kinds.len() <= index {
        kinds.resize(index + 1, Str::EMPTY);
    }
    kinds[index] = strings.push_chars(name);
    Ok(())
}
