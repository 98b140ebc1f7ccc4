//! Type identifiers of an index: resolutions of type tests, and compatible virtual tables.
use super::{SummaryReader, take};
use crate::schema::{Fields, Record, summary as row};
use bctk_bitstream::Result;
use bctk_ir::strings::Str;
use bctk_ir::summary::{ArgResolution, CompatibleVtables, DevirtResolution, TypeIdSummary, guid_of_name};
use std::collections::BTreeMap;

/// A type identifier while records add to it.
#[derive(Default)]
pub(super) struct TypeId {
    name: Str,
    kind: u64,
    size_m1_bit_width: u64,
    align_log2: u64,
    size_m1: u64,
    bit_mask: u8,
    inline_bits: u64,
    /// By offset.
    resolutions: BTreeMap<u64, Resolution>,
}

#[derive(Default)]
struct Resolution {
    kind: u64,
    single_impl: Str,
    /// By arguments.
    by_arg: BTreeMap<Vec<u64>, ArgResolution>,
}

impl SummaryReader<'_, '_> {
    /// A repeated name replaces the earlier record, but adds to its resolutions, as in LLVM.
    pub(super) fn type_id(&mut self, mut f: Fields<'_>) -> Result<()> {
        let r = row::TypeId::decode(&mut f)?;
        self.spend(r.name_size.saturating_mul(2))?;
        let name = self.owner.strtab_name(r.name_offset, r.name_size)?;
        let key = self.owner.module.str(name).to_vec();
        let mut id = self.type_ids.remove(&key).unwrap_or_default();
        id.name = name;
        id.kind = u64::from(r.kind as u32);
        id.size_m1_bit_width = u64::from(r.size_bits as u32);
        id.align_log2 = r.align_log2;
        id.size_m1 = r.size_minus_one;
        id.bit_mask = r.bit_mask as u8;
        id.inline_bits = r.inline_bits;
        let mut rest = r.resolutions;
        while !rest.is_empty() {
            let resolution = id.resolutions.entry(rest.op("offset")?).or_default();
            resolution.kind = u64::from(rest.op("kind")? as u32);
            resolution.single_impl = self.strtab_name(&mut rest)?;
            // Each resolution takes operands, so a wrong count ends with them.
            for _ in 0..rest.op("argument_resolution_count")? {
                let count = rest.op("argument_count")?;
                let args = take(&mut rest, count, "arguments")?.to_vec();
                let kind = u64::from(rest.op("kind")? as u32);
                let (info, byte, bit) = (rest.op("info")?, rest.op("byte")? as u32, rest.op("bit")? as u32);
                resolution.by_arg.insert(args.clone(), ArgResolution { args, kind, info, byte, bit });
            }
        }
        self.type_ids.insert(key, id);
        Ok(())
    }

    pub(super) fn type_id_vtables(&mut self, mut f: Fields<'_>) -> Result<()> {
        let r = row::TypeIdMetadata::decode(&mut f)?;
        self.spend(r.name_size.saturating_mul(2))?;
        let name = self.owner.strtab_name(r.name_offset, r.name_size)?;
        let mut tables = Vec::with_capacity(r.tables.most());
        for table in r.tables {
            let (offset, value) = table?;
            tables.push((offset, self.value(value)?));
        }
        self.vtables.entry(self.owner.module.str(name).to_vec()).or_default().extend(tables);
        Ok(())
    }

    /// Moves the type identifiers to the summary, in the order of their names.
    pub(super) fn finish_type_ids(&mut self) {
        for (key, id) in std::mem::take(&mut self.type_ids) {
            let resolution = |(offset, r): (u64, Resolution)| DevirtResolution {
                offset,
                kind: r.kind,
                single_impl: r.single_impl,
                by_arg: r.by_arg.into_values().collect(),
            };
            self.summary.type_ids.push(TypeIdSummary {
                name: id.name,
                guid: guid_of_name(&key),
                kind: id.kind,
                size_m1_bit_width: id.size_m1_bit_width,
                align_log2: id.align_log2,
                size_m1: id.size_m1,
                bit_mask: id.bit_mask,
                inline_bits: id.inline_bits,
                resolutions: id.resolutions.into_iter().map(resolution).collect(),
            });
        }
        for (key, tables) in std::mem::take(&mut self.vtables) {
            let name = self.owner.module.strings.push(&key);
            self.summary.vtables.push(CompatibleVtables { name, guid: guid_of_name(&key), tables });
        }
    }
}
