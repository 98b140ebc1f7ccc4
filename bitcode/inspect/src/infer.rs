//! Infers types of values, as far as the numbering of values and the arguments of calls need them.
use crate::fields::is_forward;
use crate::resolve::{NONE, Resolver, low};
use bctk_bitcode::schema::field::sign_rotated;
use bctk_bitcode::schema::{constants, function, types};
use bctk_bitstream::stream::RecordBuf;

impl Resolver<'_> {
    /// Function type of the call at the walk's current record.
    pub(crate) fn callee_type(&self, all: &[u64]) -> Option<u32> {
        if let Some(ty) = self.field_op("function_ty", all) {
            return self.tables.function_type(u32::try_from(ty).ok()?);
        }
        let callee = self.fields().iter().find(|field| field.name == "callee")?.ops(all);
        self.type_of_callee(callee)
    }

    pub(crate) fn type_of_callee(&self, callee: &[u64]) -> Option<u32> {
        let ty = match callee {
            [_, ty, ..] => u32::try_from(*ty).ok()?,
            [op] => self.value_type(self.absolute(*op, &self.env()))?,
            [] => return None,
        };
        self.tables.function_type(ty)
    }

    /// Type of a value, where it is known.
    fn value_type(&self, number: u32) -> Option<u32> {
        let body = self.body.as_ref().filter(|body| !body.lost);
        let globals = self.tables.globals.len();
        let at = number as usize;
        let ty = if at < globals {
            self.tables.globals.get(at)?.ty
        } else if let Some(constant) = self.tables.constants.get(at - globals) {
            constant.ty
        } else {
            *body?.types.get(at - globals - self.tables.constants.len())?
        };
        (ty != NONE).then_some(ty)
    }

    /// What the instruction yields: `None` if that is not known, `Some(None)` for nothing, else a type (or [`NONE`], if that is not known).
    pub(crate) fn result(&self, record: &RecordBuf) -> Option<Option<u32>> {
        let all = &record.ops[..];
        let ty = |name| low(self.field_op(name, all).as_ref());
        Some(match record.code {
            function::Call::CODE | function::Invoke::CODE | function::CallBr::CODE => return self.tables.result(self.callee_type(all)?),
            function::DeclareBlocks::CODE
            | function::Ret::CODE
            | function::Br::CODE
            | function::Switch::CODE
            | function::IndirectBr::CODE
            | function::Unwind::CODE
            | function::Free::CODE
            | function::Unreachable::CODE
            | function::Resume::CODE
            | function::Store::CODE
            | function::StoreOld::CODE
            | function::StoreAtomic::CODE
            | function::StoreAtomicOld::CODE
            | function::Fence::CODE
            | function::CleanupRet::CODE
            | function::CatchRet::CODE
            | function::DebugLoc::CODE
            | function::DebugLocAgain::CODE
            | function::OperandBundle::CODE
            | function::BlockAddrUsers::CODE
            | function::DebugRecordValue::CODE
            | function::DebugRecordDeclare::CODE
            | function::DebugRecordAssign::CODE
            | function::DebugRecordValueSimple::CODE
            | function::DebugRecordLabel::CODE
            | function::DebugRecordDeclareValue::CODE => None,
            function::Cast::CODE
            | function::Phi::CODE
            | function::VaArg::CODE
            | function::LandingPad::CODE
            | function::LandingPadOld::CODE => Some(ty("ty")),
            // Without bit 6, the type is that of the result; with it, the allocated type.
            function::Alloca::CODE if self.field_op("flags", all).is_some_and(|flags| flags >> 6 & 1 == 0) => Some(ty("ty")),
            function::Load::CODE | function::LoadAtomic::CODE => Some(match self.field_op("ty", all) {
                Some(ty) => low(Some(&ty)),
                None => self.first_type(all).and_then(|ty| self.pointee(ty)).unwrap_or(NONE),
            }),
            function::Binop::CODE | function::Unop::CODE | function::Freeze::CODE | function::Select::CODE | function::VSelect::CODE => {
                Some(self.first_type(all).unwrap_or(NONE))
            }
            function::GepOld::CODE | function::InboundsGepOld::CODE => Some(self.gep_type(all).unwrap_or(NONE)),
            function::Cmp::CODE | function::Cmp2::CODE => {
                let vector = self.first_type(all).and_then(|ty| self.tables.type_code(u64::from(ty))) == Some(types::Vector::CODE);
                Some(if vector { NONE } else { self.tables.i1 })
            }
            function::ExtractVal::CODE => Some(self.part_type(all).unwrap_or(NONE)),
            function::ExtractElt::CODE => Some(self.first_type(all).and_then(|ty| self.element(ty)).unwrap_or(NONE)),
            // The length of a shuffled vector may differ; its element type is the same.
            function::InsertElt::CODE | function::InsertVal::CODE | function::ShuffleVec::CODE => {
                Some(self.first_type(all).unwrap_or(NONE))
            }
            function::AtomicRmw::CODE => {
                let value = self.fields().iter().find(|field| field.name == "value").map_or(&[][..], |field| field.ops(all));
                Some(self.type_of(value).unwrap_or(NONE))
            }
            code => {
                // An instruction that is not known may yield something or not.
                bctk_bitcode::schema::record_name(function::ID, code)?;
                Some(NONE)
            }
        })
    }

    /// Type of the first operand.
    fn first_type(&self, all: &[u64]) -> Option<u32> {
        self.type_of(all.get(..2).unwrap_or(all))
    }

    /// Type of an operand; for a forward reference, it follows the operand.
    fn type_of(&self, ops: &[u64]) -> Option<u32> {
        let env = self.env();
        let &op = ops.first()?;
        if is_forward(op, &env) { u32::try_from(*ops.get(1)?).ok() } else { self.value_type(self.absolute(op, &env)) }
    }

    /// Element type of an array or vector.
    fn element(&self, ty: u32) -> Option<u32> {
        let code = self.tables.type_code(u64::from(ty))?;
        let element = self.tables.rest(ty).first().filter(|_| matches!(code, types::Array::CODE | types::Vector::CODE))?;
        u32::try_from(*element).ok()
    }

    /// Type of what `extractvalue` yields.
    fn part_type(&self, all: &[u64]) -> Option<u32> {
        let indices = self.fields().iter().find(|field| field.name == "indices")?.ops(all);
        let mut ty = self.first_type(all)?;
        for &index in indices.get(..64).unwrap_or(indices) {
            ty = match self.tables.type_code(u64::from(ty))? {
                types::StructAnon::CODE | types::StructNamed::CODE => {
                    u32::try_from(*self.tables.rest(ty).get(usize::try_from(index).ok()?)?).ok()?
                }
                _ => self.element(ty)?,
            };
        }
        Some(ty)
    }

    /// Whether the operands of a binary operator are floating point numbers; `None` if their type is not known.
    pub(crate) fn is_float(&self, all: &[u64]) -> Option<bool> {
        let ty = if self.block_id() == constants::ID { Some(self.constant_type()) } else { self.first_type(all) };
        let ty = ty.filter(|ty| *ty != NONE)?;
        let scalar = self.element(ty).unwrap_or(ty);
        Some(!matches!(self.tables.type_code(u64::from(scalar))?, types::Integer::CODE))
    }

    fn pointee(&self, ty: u32) -> Option<u32> {
        let entry = self.tables.types.get(ty as usize)?;
        (entry.code == types::Pointer::CODE).then(|| u32::try_from(entry.head).ok())?
    }

    /// Type of a `getelementptr` on typed pointers, which gives the types of loads and calls through it.
    fn gep_type(&self, all: &[u64]) -> Option<u32> {
        let env = self.env();
        let mut ops = all;
        let mut numbers = Vec::new();
        while let Some(&op) = ops.first() {
            numbers.push(self.absolute(op, &env));
            ops = ops.get(1 + usize::from(is_forward(op, &env))..)?;
            if numbers.len() > 64 {
                return None;
            }
        }
        let pointer = self.first_type(all)?;
        let mut ty = self.pointee(pointer)?;
        for &index in numbers.get(2..)? {
            let entry = self.tables.types.get(ty as usize)?;
            let rest = self.tables.rest(ty);
            let part = match entry.code {
                types::Array::CODE | types::Vector::CODE => *rest.first()?,
                types::StructAnon::CODE | types::StructNamed::CODE => *rest.get(self.integer(index)?)?,
                _ => return None,
            };
            ty = u32::try_from(part).ok()?;
        }
        // Pointers to a type are usually near it; searching the whole table for every instruction would be slow.
        let is_pointer = |at: usize| self.tables.types.get(at).is_some_and(|e| e.code == types::Pointer::CODE && e.head == u64::from(ty));
        let near = ty as usize;
        (near..near + 16).chain(near.saturating_sub(16)..near).find(|&at| is_pointer(at)).map(|at| at as u32)
    }

    /// Value of an integer constant.
    fn integer(&self, number: u32) -> Option<usize> {
        let at = (number as usize).checked_sub(self.tables.globals.len())?;
        let constant = self.tables.constants.get(at).or_else(|| self.body.as_ref()?.constant(number))?;
        match constant.code {
            constants::Null::CODE => Some(0),
            constants::Integer::CODE => usize::try_from(sign_rotated(constant.op)).ok(),
            _ => None,
        }
    }
}
