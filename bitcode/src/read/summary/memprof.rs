//! Memory profiles in an index: stack identifiers, call sites and allocations with their contexts.
use super::{SummaryReader, take};
use crate::schema::field::{Field, Halves, InHalves, Items};
use crate::schema::{Fields, Record, summary as row};
use bctk_bitstream::{Error, Result};
use bctk_ir::summary::{Alloc, Callsite};

impl SummaryReader<'_, '_> {
    /// Processes a record about memory profiles; unknown ones are ignored.
    pub(super) fn memprof_record(&mut self, code: u32, mut f: Fields<'_>) -> Result<()> {
        match code {
            row::StackIds::CODE => {
                self.stack_ids = if self.summary.version >= 12 { halves(Halves::decode(&mut f, "ids")?)? } else { f.ops().to_vec() };
                self.summary.stack_ids.extend_from_slice(&self.stack_ids);
            }
            row::AllocContextIds::CODE => self.context_ids.extend(halves(row::AllocContextIds::decode(&mut f)?.ids)?),
            row::ContextRadixTreeArray::CODE => self.radix_tree = f.ops().iter().map(|&entry| entry as u32).collect(),
            row::PerModuleCallsiteInfo::CODE => {
                let r = row::PerModuleCallsiteInfo::decode(&mut f)?;
                let callee = Some(self.value(r.value.into())?);
                let stack_ids = self.stack_ids(r.stack_ids.ops())?;
                self.profiled()?.callsites.push(Callsite { callee, clones: vec![0], stack_ids });
            }
            row::CombinedCallsiteInfo::CODE => {
                let r = row::CombinedCallsiteInfo::decode(&mut f)?;
                let stack_ids = self.stack_ids(r.stack_ids.ops())?;
                let clones = r.versions.ops().iter().map(|&clone| clone as u32).collect();
                // The callee may be absent in an index of many modules.
                let callee = self.known(u64::from(r.value));
                self.profiled()?.callsites.push(Callsite { callee, clones, stack_ids });
            }
            row::PerModuleAllocInfo::CODE => self.allocation_of_module(f)?,
            row::CombinedAllocInfo::CODE => self.allocation(f, true)?,
            row::CombinedAllocInfoNoContext::CODE => self.allocation(f, false)?,
            _ => {}
        }
        Ok(())
    }

    fn stack_id(&self, index: u64) -> Result<u64> {
        let id = usize::try_from(index).ok().and_then(|index| self.stack_ids.get(index));
        id.copied().ok_or_else(|| Error::malformed(format!("expected an index below {} of STACK_IDS, found {index}", self.stack_ids.len())))
    }

    fn stack_ids(&self, indexes: &[u64]) -> Result<Vec<u64>> {
        indexes.iter().map(|&index| self.stack_id(index)).collect()
    }

    fn radix_entry(&self, index: u32) -> Result<u32> {
        let entry = self.radix_tree.get(index as usize).copied();
        entry.ok_or_else(|| {
            Error::malformed(format!("expected an index below {} of CONTEXT_RADIX_TREE_ARRAY, found {index}", self.radix_tree.len()))
        })
    }

    /// The stack of an allocation: listed, or at an index of the radix tree if the file has one.
    ///
    /// A stack there starts with its length. A negative entry, as a 32-bit number, is the distance to the entry where the stack continues,
    /// in the part that it shares with others.
    fn context(&mut self, f: &mut Fields<'_>) -> Result<Vec<u64>> {
        if self.radix_tree.is_empty() {
            let count = f.op("stack_id_count")?;
            return self.stack_ids(take(f, count, "stack_ids")?);
        }
        let mut at = f.u32("radix_tree_index")?;
        let count = self.radix_entry(at)?;
        // Jumps only go forward, so a stack cannot be longer than the tree.
        if count as usize > self.radix_tree.len() {
            return Err(Error::malformed(format!("expected at most {} stack ids in an allocation, found {count}", self.radix_tree.len())));
        }
        self.spend(u64::from(count) * 8)?;
        let mut stack = Vec::with_capacity(count as usize);
        for _ in 0..count {
            at = at.saturating_add(1);
            let mut entry = self.radix_entry(at)?;
            if (entry as i32) < 0 {
                at = at.saturating_add(entry.wrapping_neg());
                entry = self.radix_entry(at)?;
            }
            stack.push(self.stack_id(u64::from(entry))?);
        }
        Ok(stack)
    }

    fn allocation_of_module(&mut self, mut f: Fields<'_>) -> Result<()> {
        let counted = self.summary.version >= 10;
        let count = if counted { f.op("profile_count")? } else { u64::MAX };
        let mut contexts = Vec::new();
        // Each profile takes operands, so a wrong count ends with them.
        while (contexts.len() as u64) < count && (counted || !f.is_empty()) {
            let kind = f.op("allocation_type")? as u8;
            contexts.push((kind, self.context(&mut f)?));
        }
        let mut sizes = Vec::new();
        let ids = std::mem::take(&mut self.context_ids);
        // Before context ids there was one size for each profile.
        if !f.is_empty() && !ids.is_empty() {
            let mut ids = ids.into_iter();
            for _ in 0..contexts.len() {
                let count = f.op("context_size_count")?;
                let listed = take(&mut f, count, "context_sizes")?;
                let mut of_context = Vec::with_capacity(listed.len());
                for &size in listed {
                    let id = ids.next().ok_or_else(|| Error::malformed("expected a context id for each total size of an allocation"))?;
                    // 0 means a context whose size is not known.
                    if id != 0 {
                        of_context.push((id, size));
                    }
                }
                sizes.push(of_context);
            }
        }
        self.profiled()?.allocs.push(Alloc { versions: vec![0], contexts, sizes });
        Ok(())
    }

    fn allocation(&mut self, mut f: Fields<'_>, with_context: bool) -> Result<()> {
        let (profiles, versions) = (f.op("profile_count")?, f.op("version_count")?);
        let mut contexts = Vec::new();
        for _ in 0..profiles {
            let kind = f.op("allocation_type")? as u8;
            contexts.push((kind, if with_context { self.context(&mut f)? } else { Vec::new() }));
        }
        let versions = take(&mut f, versions, "versions")?.iter().map(|&kind| kind as u8).collect();
        self.profiled()?.allocs.push(Alloc { versions, contexts, sizes: Vec::new() });
        Ok(())
    }
}

/// 64-bit numbers, each as its upper and its lower 32 bits.
fn halves(items: Items<'_, InHalves>) -> Result<Vec<u64>> {
    items.collect()
}
