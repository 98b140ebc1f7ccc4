//! Offsets in bytes of the parts of types.
use bctk_ir::body::Body;
use bctk_ir::datalayout::{DataLayout, Layouts};
use bctk_ir::entity::TypeId;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;
use std::sync::Arc;

use super::metadata::{integer, signed};

/// Sizes and offsets under the data layout of a module.
pub(super) struct Offsets<'m> {
    module: &'m Module,
    layouts: Layouts,
    structs: HashMap<TypeId, Arc<[u64]>>,
}

impl<'m> Offsets<'m> {
    pub(super) fn new(module: &'m Module, llvm: LlvmVersion) -> Offsets<'m> {
        let layouts = Layouts::new(DataLayout::parse(module.str(module.data_layout))).of_release(llvm);
        Offsets { module, layouts, structs: HashMap::new() }
    }

    /// The distance between elements of this type in an array; 0 for a type without size.
    pub(super) fn size(&mut self, ty: TypeId) -> u64 {
        self.layouts.alloc_size(&self.module.types, ty).unwrap_or(0)
    }

    /// The offsets of the fields of a structure.
    pub(super) fn fields(&mut self, ty: TypeId) -> Arc<[u64]> {
        if let Some(known) = self.structs.get(&ty) {
            return Arc::clone(known);
        }
        let mut offsets = Vec::new();
        if let Type::Struct { packed, fields, .. } = self.module.types.get(ty) {
            let mut end = 0u64;
            for field in self.module.types.list(fields).iter() {
                let align = if packed { 1 } else { self.layouts.abi_align(&self.module.types, field).unwrap_or(1) };
                let start = end.checked_next_multiple_of(align).unwrap_or(u64::MAX);
                offsets.push(start);
                end = start.saturating_add(self.size(field));
            }
        }
        let offsets: Arc<[u64]> = offsets.into();
        self.structs.insert(ty, Arc::clone(&offsets));
        offsets
    }

    /// The bytes that the constant indices of a `getelementptr` skip; none if an index is not constant (`getIndexedOffsetInType`).
    pub(super) fn indexed(&mut self, body: Option<&Body>, source: TypeId, indices: impl Iterator<Item = Value>) -> Option<i64> {
        let mut offset = 0i64;
        let mut ty = None;
        for index in indices {
            let step = match ty {
                None => {
                    ty = Some(source);
                    signed(self.module, body, index)?.wrapping_mul(self.size(source) as i64)
                }
                Some(aggregate) => {
                    if let Type::Struct { .. } = self.module.types.get(aggregate) {
                        let field = integer(self.module, body, index)?;
                        ty = Some(self.module.types.member(aggregate, field)?);
                        *self.fields(aggregate).get(field as usize)? as i64
                    } else {
                        let element = self.module.types.member(aggregate, 0).or_else(|| self.empty_array(aggregate))?;
                        ty = Some(element);
                        signed(self.module, body, index)?.wrapping_mul(self.size(element) as i64)
                    }
                }
            };
            offset = offset.wrapping_add(step);
        }
        Some(offset)
    }

    /// The type of the elements of an array that has none.
    fn empty_array(&self, ty: TypeId) -> Option<TypeId> {
        match self.module.types.get(ty) {
            Type::Array { elem, .. } => Some(elem),
            _ => None,
        }
    }
}
