//! The types of LLVM 2: a table in a block of its own, and their names at the end of the module.
use super::module_reader::ModuleReader;
use super::records::{decode, next_record};
use super::types::{each_part, push_ids};
use crate::schema::old::{type_symtab, types as row};
use bctk_bitstream::stream::{Entry, RecordBuf};
use bctk_bitstream::{Error, Result};
use bctk_ir::entity::TypeId;
use bctk_ir::strings::Str;
use bctk_ir::types::{StructKind, Type};

impl ModuleReader<'_> {
    /// Reads the rest of a type table that starts with `record`.
    pub(super) fn read_old_types(&mut self, record: &mut RecordBuf) -> Result<()> {
        self.facts.old_types = true;
        loop {
            let read = match record.code {
                row::Struct::CODE => self.read_old_struct(&record.ops),
                _ => self.read_type(record, &mut Str::default()),
            };
            read.map_err(|e| self.stream.locate(e, record))?;
            if !matches!(next_record(&mut self.stream, record)?, Entry::Record) {
                break;
            }
        }
        self.check_parts().map_err(|e| self.in_types(e))?;
        self.break_cycles();
        self.check_types().map_err(|e| self.in_types(e))
    }

    fn read_old_struct(&mut self, ops: &[u64]) -> Result<()> {
        let r = decode::<row::Struct<'_>>(ops)?;
        let types = &mut self.module.types;
        let fields = push_ids(types, r.elements.ops())?;
        types.push(Type::Struct { kind: StructKind::Literal, packed: r.is_packed, name: Str::EMPTY, fields });
        Ok(())
    }

    /// Makes recursive structures (through pointers) identified ones. Types of LLVM 2 were structural and could be infinite; since LLVM
    /// 3.0, only identified types can be recursive.
    fn break_cycles(&mut self) {
        let types = &mut self.module.types;
        let n = types.len();
        // 0: not seen, 1: on the way to here, 2: done.
        let mut state = vec![0u8; n];
        for root in 0..n as u32 {
            let mut stack = vec![root];
            while let Some(&id) = stack.last() {
                match state[id as usize] {
                    0 => {
                        state[id as usize] = 1;
                        let mut back = Vec::new();
                        each_part(types, &types.get(TypeId(id)), |part, structural| match state[part.index()] {
                            0 if structural => stack.push(part.0),
                            1 if structural => back.push(part),
                            _ => {}
                        });
                        for to in back {
                            let way = stack.iter().rev().filter(|&&on| state[on as usize] == 1);
                            let mut within = true;
                            let cycle = way.take_while(|&&on| std::mem::replace(&mut within, on != to.0));
                            let found = cycle.map(|&on| TypeId(on)).find(|&on| matches!(types.get(on), Type::Struct { .. }));
                            if let Some(id) = found {
                                types.identify(id, Str::EMPTY);
                            }
                        }
                    }
                    1 => {
                        state[id as usize] = 2;
                        stack.pop();
                    }
                    _ => {
                        stack.pop();
                    }
                }
            }
        }
    }

    /// Reads the block of type names that the stream has just entered. As in LLVM 3.0, only structures have names, and the first of several
    /// counts.
    pub(super) fn read_type_names(&mut self) -> Result<()> {
        let mut record = RecordBuf::new();
        while let Entry::Record = next_record(&mut self.stream, &mut record)? {
            if record.code != type_symtab::Entry::CODE {
                continue;
            }
            let r = decode::<type_symtab::Entry<'_>>(&record.ops).map_err(|e| self.stream.locate(e, &record))?;
            let module = &mut self.module;
            if r.ty as usize >= module.types.len() {
                let error = Error::malformed(format!("expected a type number below {}, found {}", module.types.len(), r.ty));
                return Err(self.stream.locate(error, &record));
            }
            if let Type::Struct { name, .. } = module.types.get(TypeId(r.ty))
                && name.is_empty()
            {
                let name = module.strings.push_chars(r.name.0);
                module.types.identify(TypeId(r.ty), name);
            }
        }
        Ok(())
    }
}
