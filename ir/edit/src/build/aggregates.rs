//! Vectors, structures and arrays as values.
use super::FunctionBuilder;
use crate::construct::Construct;
use crate::{Operand, Result};
use bctk_ir::entity::TypeId;
use bctk_ir::types::Type;
use bctk_ir::value::Value;

impl FunctionBuilder<'_, '_> {
    /// Element type and length of a vector type, and whether it is scalable.
    fn vector_parts(&self, ty: TypeId, what: &str) -> Result<(TypeId, u32, bool)> {
        match self.get(ty) {
            Type::Vector { elem, len, scalable } => Ok((elem, len, scalable)),
            _ => self.error(format!("{what}: expected a vector, found {}", self.spell(ty))),
        }
    }

    /// The value of an index into a vector: `i64`, unless it has another type.
    fn vector_index(&mut self, index: impl Into<Operand>, what: &str) -> Result<Value> {
        let wide = self.edit.int_type(64);
        let index = self.operand(index, Some(wide))?;
        let ty = self.ty(index)?;
        match self.get(ty) {
            Type::Int(_) => Ok(index),
            _ => self.error(format!("{what}: expected an integer index, found {}", self.spell(ty))),
        }
    }

    /// `extractelement`
    ///
    /// # Errors
    /// If the operands are no vector and integer.
    pub fn extract_element(&mut self, vector: impl Into<Operand>, index: impl Into<Operand>) -> Result<Value> {
        let vector = self.operand(vector, None)?;
        self.vector_parts(self.ty(vector)?, "extractelement")?;
        let index = self.vector_index(index, "extractelement")?;
        self.checked().extract_element(vector, index)
    }

    /// `insertelement`
    ///
    /// # Errors
    /// If the operands are no vector, element of it, and integer.
    pub fn insert_element(&mut self, vector: impl Into<Operand>, element: impl Into<Operand>, index: impl Into<Operand>) -> Result<Value> {
        let vector = self.operand(vector, None)?;
        let ty = self.ty(vector)?;
        let (elem, ..) = self.vector_parts(ty, "insertelement")?;
        let element = self.operand_of(element, elem, "insertelement")?;
        let index = self.vector_index(index, "insertelement")?;
        self.checked().insert_element(vector, element, index)
    }

    /// `shufflevector` with a mask of element numbers, counted through both vectors; none is `poison`.
    ///
    /// # Errors
    /// If the operands are no vectors of one type, or the mask names an element that there is not.
    pub fn shuffle_vector(&mut self, lhs: impl Into<Operand>, rhs: impl Into<Operand>, mask: &[Option<u32>]) -> Result<Value> {
        let (ty, lhs, rhs) = self.pair(lhs, rhs, "shufflevector")?;
        let (_, len, scalable) = self.vector_parts(ty, "shufflevector")?;
        if mask.is_empty() || scalable || mask.iter().flatten().any(|&at| u64::from(at) >= u64::from(len) * 2) {
            return self.error(format!("shufflevector: expected a mask of elements of {}", self.spell(ty)));
        }
        let word = self.edit.int_type(32);
        let undefined = self.edit.poison(word);
        let mut elements = Vec::with_capacity(mask.len());
        for at in mask {
            elements.push(match at {
                Some(at) => self.edit.const_int(word, i128::from(*at)).map_err(|error| self.placed(error))?,
                None => undefined,
            });
        }
        let mask = self.edit.const_vector(&elements).map_err(|error| self.placed(error))?;
        self.checked().shuffle_vector(lhs, rhs, mask)
    }

    /// The type of a member of a structure or array.
    fn member(&self, ty: TypeId, indices: &[u32], what: &str) -> Result<TypeId> {
        let mut member = ty;
        for &index in indices {
            let inner = match self.get(member) {
                Type::Vector { .. } => None,
                _ => self.edit.module.types.member(member, u64::from(index)),
            };
            let Some(inner) = inner else {
                return self.error(format!("{what}: {} has no member {index}", self.spell(member)));
            };
            member = inner;
        }
        match indices.is_empty() {
            true => self.error(format!("{what}: expected at least one index")),
            false => Ok(member),
        }
    }

    /// `extractvalue`
    ///
    /// # Errors
    /// If the aggregate has no such member.
    pub fn extract_value(&mut self, aggregate: impl Into<Operand>, indices: &[u32]) -> Result<Value> {
        let aggregate = self.operand(aggregate, None)?;
        let member = self.member(self.ty(aggregate)?, indices, "extractvalue")?;
        self.checked().extract_value(aggregate, indices, member)
    }

    /// `insertvalue`
    ///
    /// # Errors
    /// If the aggregate has no such member, or it has another type.
    pub fn insert_value(&mut self, aggregate: impl Into<Operand>, value: impl Into<Operand>, indices: &[u32]) -> Result<Value> {
        let aggregate = self.operand(aggregate, None)?;
        let ty = self.ty(aggregate)?;
        let member = self.member(ty, indices, "insertvalue")?;
        let value = self.operand_of(value, member, "insertvalue")?;
        self.checked().insert_value(aggregate, value, indices)
    }
}
