//! Debug information by `DIBuilder`: subprograms, scopes, locations, variables, types.
use super::{Body, Session};
use bctk_edit::{InsertPoint, Result};
use bctk_ir::entity::{InstId, MdId};
use bctk_ir::inst::Inst;
use bctk_ir::metadata::Metadata;
use bctk_ir::metadata::di::DiKind;
use bctk_ir::metadata::dwarf::{Encoding, Lang};
use bctk_ir::module::Module;

/// The subprogram of a function and its file.
fn subprogram(module: &Module, id: bctk_ir::entity::GlobalId) -> Option<MdId> {
    module.view().functions().find(|function| function.id() == id)?.subprogram().map(|node| node.id())
}

impl Session<'_, '_> {
    /// Gives a function a subprogram, and all its calls locations.
    pub(super) fn describe(&mut self) -> Result<()> {
        let functions = self.defined();
        if functions.is_empty() {
            return Ok(());
        }
        let id = functions[self.below(functions.len())];
        let module = self.edit.module();
        // A call of what has a subprogram needs a location where the caller has one.
        let is_fit = module.llvm_version().debug_records() && subprogram(module, id).is_none() && !super::globals::is_used(module, id);
        let is_plain = module.metadata.items.iter().all(|item| !matches!(item, Metadata::Node { kind: DiKind::CompileUnit, .. }))
            || module.metadata.named.iter().any(|named| module.str(named.name) == b"llvm.dbg.cu" && !named.nodes.is_empty());
        if !is_fit || !is_plain {
            return Ok(());
        }
        self.log.push(format!("describe function {}", id.index()));
        let mut di = self.edit.debug_info();
        let file = di.create_file("random.c", "/tmp")?;
        let unit = di.create_compile_unit(Lang::C99, file, "random", false)?;
        let int = di.create_basic_type("int", 32, Encoding::SIGNED)?;
        let ty = di.create_subroutine_type(&[None, Some(int)])?;
        let is_local = (self.below)(2) == 0;
        let subprogram = di.create_function(unit, "described", "", file, 7, ty, 8, is_local)?;
        self.edit.attach(id, "dbg", subprogram)?;
        let mut b = self.edit.build(id)?;
        let blocks = b.blocks().to_vec();
        let insts: Vec<InstId> = blocks.iter().flat_map(|&block| b.insts(block).collect::<Vec<_>>()).collect();
        let mut scope = subprogram;
        for at in insts {
            let is_call = matches!(b.inst(at), Some(Inst::Call(_) | Inst::Invoke { .. } | Inst::CallBr { .. }));
            match (self.below)(6) {
                0 => scope = b.module().debug_info().create_lexical_block(subprogram, file, 9, 1)?,
                1 => scope = subprogram,
                _ => {}
            }
            let line = 10 + (self.below)(3) as u32;
            if is_call || (self.below)(3) == 0 {
                let loc = b.module().debug_location(line, 2, scope, None);
                b.set_location_of(at, Some(loc))?;
            } else {
                b.set_location_of(at, None)?;
            }
        }
        Ok(())
    }
}

impl Body<'_, '_, '_, '_> {
    /// Records of variables before an instruction, in a function that has a subprogram.
    pub(super) fn record(&mut self) -> Result<()> {
        let id = self.b.id();
        let mut edits = self.b.module();
        let found = subprogram(edits.module(), id);
        let has_records = edits.module().llvm_version().debug_records();
        drop(edits);
        let (Some(scope), true, Some((block, at))) = (found, has_records, self.place()) else { return Ok(()) };
        self.note(format!("records before {at:?}"));
        let values = self.values(block, Some(at));
        self.b.insert_at(InsertPoint::Before(at))?;
        let kind = self.below(6);
        let mut edits = self.b.module();
        let mut di = edits.debug_info();
        let file = di.create_file("random.c", "/tmp")?;
        let int = di.create_basic_type("int", 32, Encoding::SIGNED)?;
        let ty = match kind {
            0 => int,
            1 => di.create_pointer_type(Some(int), 64)?,
            2 => di.create_typedef(int, "number", file, 3, None)?,
            _ => {
                let pair = di.create_struct_type(Some(file), "pair", file, 4, 64)?;
                let first = di.create_member_type(pair, "first", file, 5, 32, 0, int)?;
                let second = di.create_member_type(pair, "second", file, 6, 32, 32, int)?;
                di.replace_elements(pair, &[first, second])?;
                pair
            }
        };
        let scope = if kind.is_multiple_of(2) { scope } else { di.create_lexical_block(scope, file, 20, 3)? };
        let variable = di.create_auto_variable(scope, "variable", file, 21, ty)?;
        let expression = if kind == 1 { di.create_expression(&[0x23, 4, 0x9f])? } else { di.create_expression(&[])? };
        let empty = di.create_expression(&[])?;
        let loc = edits.debug_location(22, 4, scope, None);
        let int = edits.int_type(32);
        drop(edits);
        match kind {
            0..=2 => {
                let value = if values.is_empty() { self.constant(int)? } else { values[self.below(values.len())].0 };
                self.b.dbg_value(value, variable, expression, loc)
            }
            3 => {
                let slot = self.b.alloca(int)?;
                self.b.dbg_declare(slot, variable, empty, loc)
            }
            _ => self.b.set_location_of(at, Some(loc)),
        }
    }
}
