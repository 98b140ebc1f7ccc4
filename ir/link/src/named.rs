//! Named metadata, except module flags.
use crate::dest::FLAGS;
use crate::mover::Mover;
use crate::problem::Problem;
use bctk_ir::metadata::NamedMetadata;

/// The name of the list of functions with pseudo probes.
const PROBES: &[u8] = b"llvm.pseudo_probe_desc";

/// Named metadata that is not imported: the module that it comes from states it.
const NOT_IMPORTED: [&[u8]; 2] = [PROBES, b"llvm.stats"];

impl Mover<'_> {
    /// Visits all nodes of named metadata, and what is attached to declarations.
    pub(crate) fn visit_named(&mut self) -> Result<(), Problem> {
        for at in 0..self.src.metadata.named.len() {
            let name = self.src.str(self.src.metadata.named[at].name);
            if name == FLAGS || self.import.is_some() && NOT_IMPORTED.contains(&name) {
                continue;
            }
            for node in self.src.metadata.named[at].nodes.clone() {
                self.visit_node(node, None)?;
            }
        }
        for id in std::mem::take(&mut self.unmapped) {
            if self.dst.llvm.linked_declarations() {
                self.visit_attachments(id)?;
            }
        }
        Ok(())
    }

    /// Adds the nodes of named metadata. Equal nodes are found when all modules are linked.
    pub(crate) fn join_named(&mut self) {
        for NamedMetadata { name, nodes } in std::mem::take(&mut self.src.metadata.named) {
            if self.src.str(name) == FLAGS {
                self.flag_nodes = Some(nodes.iter().filter_map(|&node| self.raw_node(node, 0)).collect());
                continue;
            }
            if self.import.is_some() && NOT_IMPORTED.contains(&self.src.str(name)) {
                let is_there = self.dst.module.metadata.named.iter().any(|named| self.dst.module.str(named.name) == PROBES);
                if self.src.str(name) == PROBES && !is_there {
                    self.problems.push(Problem::Probes { modules: self.names.map(str::to_owned) });
                }
                continue;
            }
            let places: Vec<_> = nodes.iter().filter_map(|&node| self.nodes.place(node)).collect();
            let at = self.dst.named_metadata(self.src.str(name));
            self.dst.module.metadata.named[at].nodes.extend(places);
        }
    }
}
