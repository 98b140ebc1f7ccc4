//! VALUE_SYMTAB blocks: names of values and blocks.
use super::records::{decode, next_record};
use crate::schema::symtab::value_symtab as row;
use bctk_bitstream::stream::{Entry, RecordBuf, StreamReader};
use bctk_bitstream::{Error, Result};
use bctk_ir::body::Body;
use bctk_ir::entity::{BlockId, GlobalId};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::value::{Value, ValueKind};

/// Reads the symbol table of a module, which names its global values unless STRTAB does. For an index of many modules, the table
/// contains value numbers and GUIDs instead. `order` gets the named values in the order of the table.
pub(super) fn read_module(
    stream: &mut StreamReader<'_>,
    module: &mut Module,
    strtab: bool,
    guids: &mut Vec<(u32, u64)>,
    order: &mut Vec<GlobalId>,
) -> Result<()> {
    let mut record = RecordBuf::new();
    while let Entry::Record = next_record(stream, &mut record)? {
        if strtab {
            continue;
        }
        let (value, name) = match record.code {
            row::Entry::CODE => decode::<row::Entry<'_>>(&record.ops).map(|r| (r.value, r.name.0)),
            row::FnEntry::CODE => decode::<row::FnEntry<'_>>(&record.ops).map(|r| (r.value, r.name.0)),
            row::CombinedEntry::CODE => {
                let r = decode::<row::CombinedEntry>(&record.ops).map_err(|e| stream.locate(e, &record))?;
                guids.push((r.value, r.guid));
                continue;
            }
            _ => continue,
        }
        .map_err(|e| stream.locate(e, &record))?;
        if let Some(global) = module.globals.get_mut(value as usize) {
            global.name = module.strings.push_chars(name);
            order.push(GlobalId(value));
        }
    }
    Ok(())
}

/// Reads the symbol table of a body.
pub(super) fn read_body(
    stream: &mut StreamReader<'_>,
    record: &mut RecordBuf,
    body: &mut Body,
    value: impl Fn(u32) -> Value,
) -> Result<()> {
    let locals = body.local_types.len();
    let blocks = body.blocks.len();
    while let Entry::Record = next_record(stream, record)? {
        let bad = |what: &str, n: u32| Err(Error::malformed(format!("expected a name of {what}, found number {n}")));
        let named: Result<()> = match record.code {
            row::Entry::CODE => decode::<row::Entry<'_>>(&record.ops).and_then(|r| match value(r.value).kind() {
                ValueKind::Local(n) if (n as usize) < locals => {
                    body.local_names.resize(locals, Str::EMPTY);
                    body.local_names[n as usize] = body.names.push_chars(r.name.0);
                    body.provenance.names_order.push(Value::local(n));
                    Ok(())
                }
                _ => bad("an argument or instruction", r.value),
            }),
            row::BbEntry::CODE => decode::<row::BbEntry<'_>>(&record.ops).and_then(|r| {
                if r.block as usize >= blocks {
                    return bad("a block", r.block);
                }
                body.block_names.resize(blocks, Str::EMPTY);
                body.block_names[r.block as usize] = body.names.push_chars(r.name.0);
                body.provenance.names_order.push(Value::block(BlockId(r.block)));
                Ok(())
            }),
            _ => Ok(()),
        };
        named.map_err(|e| stream.locate(e, record))?;
    }
    Ok(())
}
