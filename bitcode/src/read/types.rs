//! TYPE blocks: the type table.
use super::module_reader::ModuleReader;
use crate::limits::LimitName;
use crate::schema::types as row;
use crate::schema::{Fields, match_record};
use bctk_bitstream::stream::{Entry, RecordBuf};
use bctk_bitstream::{Error, Result};
use bctk_ir::entity::{Id, TypeId};
use bctk_ir::strings::Str;
use bctk_ir::target_types::TargetType;
use bctk_ir::types::{StructKind, Type};

impl ModuleReader<'_> {
    /// Reads the TYPE block that the stream has just entered.
    pub(super) fn read_types(&mut self) -> Result<()> {
        let mut record = RecordBuf::new();
        let mut name = Str::EMPTY;
        loop {
            match self.stream.next(&mut record)? {
                Entry::EndBlock | Entry::EndOfStream => break,
                Entry::SubBlock(_) => self.stream.skip()?,
                Entry::Record => {
                    let read = self.read_type(&record, &mut name);
                    read.map_err(|e| self.stream.locate(e, &record))?;
                }
            }
        }
        self.check_types().map_err(|e| self.in_types(e))
    }

    /// Reports errors about the table as a whole at its end.
    pub(super) fn in_types(&self, error: Error) -> Error {
        error.at(self.stream.position()).within("TYPE").within(&self.stream.path())
    }

    pub(super) fn read_type(&mut self, record: &RecordBuf, name: &mut Str) -> Result<()> {
        let limit = self.limits.integer_bits;
        self.facts.unknown.count(row::ID, record.code, record.ops.len());
        let types = &mut self.module.types;
        let ops = &record.ops;
        let fields = &mut Fields::new(ops);
        let ty = match_record!(row, record.code, fields, {
            NumEntry => return Ok(()),
            StructName(r) => {
                *name = self.module.strings.push_chars(r.name.0);
                return Ok(());
            },
            Void => Type::Void,
            Half => Type::Half,
            BFloat => Type::BFloat,
            Float => Type::Float,
            Double => Type::Double,
            X86Fp80 => Type::X86Fp80,
            Fp128 => Type::Fp128,
            PpcFp128 => Type::PpcFp128,
            Label => Type::Label,
            Metadata => Type::Metadata,
            Token => Type::Token,
            X86Mmx => Type::X86Mmx,
            X86Amx => Type::X86Amx,
            Integer(r) => {
                let width = r.width;
                if width == 0 || width > limit {
                    return Err(Error::beyond(LimitName::IntegerBits, &self.limits, format_args!("an integer type of {width} bits")));
                }
                Type::Int(width)
            },
            Byte(r) => {
                if r.width == 0 || r.width > limit {
                    return Err(Error::beyond(LimitName::IntegerBits, &self.limits, format_args!("a byte type of {} bits", r.width)));
                }
                Type::Byte(r.width)
            },
            Pointer(r) => {
                Type::TypedPtr { pointee: TypeId(r.pointee), addrspace: address_space(r.address_space)? }
            },
            OpaquePointer(r) => Type::Ptr(address_space(r.address_space)?),
            FunctionOld(r) => {
                let params = push_ids(types, r.params.ops())?;
                Type::Function { ret: TypeId(r.result), params, vararg: r.is_vararg }
            },
            Function(r) => {
                let params = push_ids(types, r.params.ops())?;
                Type::Function { ret: TypeId(r.result), params, vararg: r.is_vararg }
            },
            StructAnon(r) => {
                let fields = push_ids(types, r.elements.ops())?;
                Type::Struct { kind: StructKind::Literal, packed: r.is_packed, name: Str::EMPTY, fields }
            },
            StructNamed(r) => {
                let fields = push_ids(types, r.elements.ops())?;
                Type::Struct { kind: StructKind::Identified, packed: r.is_packed, name: std::mem::take(name), fields }
            },
            Opaque => {
                Type::Struct { kind: StructKind::Opaque, packed: false, name: std::mem::take(name), fields: Default::default() }
            },
            TargetType(r) => {
                let tys = push_ids(types, r.types.ops())?;
                let ints = push_ids(types, r.integers.ops())?;
                let name = std::mem::take(name);
                Type::TargetExt { name, types: tys, ints, target: TargetType::of(self.module.strings.get(name)) }
            },
            Array(r) => {
                Type::Array { elem: TypeId(r.element), len: r.count }
            },
            Vector(r) => {
                let len = u32::try_from(r.count).ok().filter(|&n| n > 0);
                let len = len.ok_or_else(|| Error::malformed("expected a vector of 1 to 2^32 - 1 elements"))?;
                Type::Vector { elem: TypeId(r.element), len, scalable: r.is_scalable }
            },
            // In an outline, a type of a newer LLVM is kept as a placeholder.
            _ => match self.extent.is_outline() {
                true =>                 Type::Struct { kind: StructKind::Opaque, packed: false, name: Str::EMPTY, fields: Default::default() },
                false => return Err(Error::unsupported(format!("unknown type record {}, from a newer LLVM", record.code))),
            },
        });
        types.push(ty);
        Ok(())
    }

    /// Checks that every type refers to types of the table.
    pub(super) fn check_parts(&self) -> Result<()> {
        let types = &self.module.types;
        let n = types.len() as u32;
        for (id, ty) in types.iter() {
            let mut result = Ok(());
            each_part(types, &ty, |part, _| {
                if part.0 >= n {
                    result = Err(Error::malformed(format!("expected a type number below {n} in type {}, found {}", id.0, part.0)));
                }
            });
            result?;
        }
        Ok(())
    }

    /// Checks that every type refers to types in the table, and that none contains itself except through an identified structure or
    /// pointer.
    pub(super) fn check_types(&self) -> Result<()> {
        self.check_parts()?;
        let types = &self.module.types;
        let n = types.len() as u32;
        let mut state = vec![0u8; n as usize];
        let mut depth = vec![0u32; n as usize];
        let mut parts = vec![0u32; n as usize];
        for root in 0..n {
            let mut stack = vec![root];
            while let Some(&id) = stack.last() {
                match state[id as usize] {
                    0 => {
                        state[id as usize] = 1;
                        let mut cyclic = false;
                        each_part(types, &types.get(TypeId(id)), |part, structural| {
                            if structural {
                                match state[part.index()] {
                                    0 => stack.push(part.0),
                                    1 => cyclic = true,
                                    _ => {}
                                }
                            }
                        });
                        if cyclic {
                            return Err(Error::malformed(format!("type {id} contains itself")));
                        }
                    }
                    1 => {
                        let mut deepest = 0;
                        let mut total = 1u32;
                        each_part(types, &types.get(TypeId(id)), |part, structural| {
                            if structural {
                                deepest = deepest.max(depth[part.index()] + 1);
                                total = total.saturating_add(parts[part.index()]);
                            }
                        });
                        if deepest as usize > self.limits.depth {
                            return Err(Error::beyond(LimitName::Depth, &self.limits, format_args!("types nested {deepest} deep")));
                        }
                        if total > self.limits.type_parts {
                            return Err(Error::beyond(
                                LimitName::TypeParts,
                                &self.limits,
                                format_args!("a type of {total} parts when written out"),
                            ));
                        }
                        parts[id as usize] = total;
                        depth[id as usize] = deepest;
                        state[id as usize] = 2;
                        stack.pop();
                    }
                    _ => {
                        stack.pop();
                    }
                }
            }
        }
        Ok(())
    }
}

/// The number of an address space.
pub(super) fn address_space(n: u64) -> Result<u32> {
    u32::try_from(n)
        .ok()
        .filter(|&n| n < 1 << 24)
        .ok_or_else(|| Error::malformed(format!("expected an address space below 2^24, found {n}")))
}

pub(super) fn push_ids<T: Id>(types: &mut bctk_ir::types::TypeTable, ids: &[u64]) -> Result<bctk_ir::entity::List<T>> {
    let list = types.lists.begin();
    if ids.is_empty() {
        return Ok(types.lists.finish(list));
    }
    for &id in ids {
        let id = u32::try_from(id).map_err(|_| Error::malformed(format!("expected a number of 32 bits, found {id}")))?;
        types.lists.add(&list, T::from_raw(id));
    }
    Ok(types.lists.finish(list))
}

/// Calls `f` for each type that `ty` refers to, with true if printing or hashing `ty` includes that type.
pub(super) fn each_part(types: &bctk_ir::types::TypeTable, ty: &Type, mut f: impl FnMut(TypeId, bool)) {
    match *ty {
        Type::TypedPtr { pointee, .. } => f(pointee, true),
        Type::Function { ret, params, .. } => {
            f(ret, true);
            types.list(params).iter().for_each(|t| f(t, true));
        }
        Type::Struct { kind, fields, .. } => types.list(fields).iter().for_each(|t| f(t, kind == StructKind::Literal)),
        Type::Array { elem, .. } | Type::Vector { elem, .. } => f(elem, true),
        Type::TargetExt { types: tys, .. } => types.list(tys).iter().for_each(|t| f(t, true)),
        _ => {}
    }
}
