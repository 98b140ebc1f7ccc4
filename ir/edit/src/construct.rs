//! The core of all builders: each instruction with the type of its result.
use bctk_ir::body::{Body, Call};
use bctk_ir::entity::{BlockId, CallId, TypeId};
use bctk_ir::inst::{Access, AlignCode, ArithFlags, FastMathFlags, GepNoWrapFlags, Inst, OpFlags, RmwAccess};
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred, Ordering, RmwOp};
use bctk_ir::types::{StructKind, Type, TypeTable};
use bctk_ir::value::Value;

/// An operation on values that may be constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// An operator.
    Bin(BinOp, Value, Value),
    /// A cast to a type.
    Cast(CastOp, Value, TypeId),
    /// A comparison, and the type of its result.
    ICmp(ICmpPred, Value, Value, TypeId),
    /// The opposite of a floating-point number.
    FNeg(Value),
    /// One of two values, by a condition.
    Select(Value, Value, Value),
    /// The element of a vector at an index.
    Extract(Value, Value),
    /// A vector with another element at an index.
    Insert(Value, Value, Value),
    /// The elements of two vectors that a mask names, and the type of the result.
    Shuffle(Value, Value, Value, TypeId),
}

/// There is no value of this number, so it has no type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoValue;

/// Makes instructions.
///
/// A method makes one, with the type that its result has by those of its operands. A builder says what types values have, whether operations
/// on constants are folded, and where an instruction goes and how it is named. It checks operands before it calls a method: methods check
/// nothing, and give the type that a valid instruction has.
pub trait Construct {
    /// Why there is no instruction: a value has no type, or there is no place.
    type Error;

    /// The types of the module.
    fn types(&mut self) -> &mut TypeTable;

    /// The body that gets the instructions, for their lists.
    fn target(&mut self) -> &mut Body;

    /// The type of a value.
    ///
    /// # Errors
    /// If there is no such value.
    fn value_type(&self, value: Value) -> Result<TypeId, Self::Error>;

    /// Puts an instruction into its place. Returns its result, which has type `ty`, or no value.
    ///
    /// # Errors
    /// If there is no place.
    fn put(&mut self, ty: Option<TypeId>, inst: Inst) -> Result<Value, Self::Error>;

    /// The constant in the place of an operation on constants. A builder that does not say otherwise makes instructions.
    fn fold(&mut self, operation: &Operation) -> Option<Value> {
        let _ = operation;
        None
    }

    /// The type with the shape of `like` (a scalar or vector) and other elements.
    fn with_shape(&mut self, like: TypeId, elem: TypeId) -> TypeId {
        match self.types().get(like) {
            Type::Vector { len, scalable, .. } => self.types().intern(Type::Vector { elem, len, scalable }),
            _ => elem,
        }
    }

    /// `i1` in the shape of `like`.
    fn truth_type(&mut self, like: TypeId) -> TypeId {
        let bit = self.types().intern(Type::Int(1));
        self.with_shape(like, bit)
    }

    /// A binary operator.
    ///
    /// # Errors
    /// As [`Construct::value_type`] and [`Construct::put`]; so in all that follow.
    #[inline]
    fn bin(&mut self, op: BinOp, flags: OpFlags, lhs: Value, rhs: Value) -> Result<Value, Self::Error> {
        if let Some(folded) = self.fold(&Operation::Bin(op, lhs, rhs)) {
            return Ok(folded);
        }
        let ty = self.value_type(lhs)?;
        self.put(Some(ty), Inst::Bin { op, flags, lhs, rhs })
    }

    /// `fneg`
    fn fneg(&mut self, fmf: FastMathFlags, value: Value) -> Result<Value, Self::Error> {
        if let Some(folded) = self.fold(&Operation::FNeg(value)) {
            return Ok(folded);
        }
        let ty = self.value_type(value)?;
        self.put(Some(ty), Inst::FNeg { fmf, value })
    }

    /// `icmp`
    #[inline]
    fn icmp(&mut self, pred: ICmpPred, flags: ArithFlags, lhs: Value, rhs: Value) -> Result<Value, Self::Error> {
        let ty = self.value_type(lhs)?;
        let ty = self.truth_type(ty);
        if let Some(folded) = self.fold(&Operation::ICmp(pred, lhs, rhs, ty)) {
            return Ok(folded);
        }
        self.put(Some(ty), Inst::ICmp { pred, flags, lhs, rhs })
    }

    /// `fcmp`
    fn fcmp(&mut self, pred: FCmpPred, fmf: FastMathFlags, lhs: Value, rhs: Value) -> Result<Value, Self::Error> {
        let ty = self.value_type(lhs)?;
        let ty = self.truth_type(ty);
        self.put(Some(ty), Inst::FCmp { pred, fmf, lhs, rhs })
    }

    /// A cast.
    #[inline]
    fn cast(&mut self, op: CastOp, flags: OpFlags, value: Value, to: TypeId) -> Result<Value, Self::Error> {
        if let Some(folded) = self.fold(&Operation::Cast(op, value, to)) {
            return Ok(folded);
        }
        self.put(Some(to), Inst::Cast { op, flags, value })
    }

    /// `select`
    fn select(&mut self, fmf: FastMathFlags, cond: Value, if_true: Value, if_false: Value) -> Result<Value, Self::Error> {
        if let Some(folded) = self.fold(&Operation::Select(cond, if_true, if_false)) {
            return Ok(folded);
        }
        let ty = self.value_type(if_true)?;
        self.put(Some(ty), Inst::Select { fmf, cond, if_true, if_false })
    }

    /// `freeze`
    fn freeze(&mut self, value: Value) -> Result<Value, Self::Error> {
        let ty = self.value_type(value)?;
        self.put(Some(ty), Inst::Freeze(value))
    }

    /// `extractelement`
    fn extract_element(&mut self, vector: Value, index: Value) -> Result<Value, Self::Error> {
        if let Some(folded) = self.fold(&Operation::Extract(vector, index)) {
            return Ok(folded);
        }
        let ty = self.value_type(vector)?;
        let elem = self.types().scalar(ty);
        self.put(Some(elem), Inst::ExtractElement { vector, index })
    }

    /// `insertelement`
    fn insert_element(&mut self, vector: Value, element: Value, index: Value) -> Result<Value, Self::Error> {
        if let Some(folded) = self.fold(&Operation::Insert(vector, element, index)) {
            return Ok(folded);
        }
        let ty = self.value_type(vector)?;
        self.put(Some(ty), Inst::InsertElement { vector, element, index })
    }

    /// `shufflevector`
    fn shuffle_vector(&mut self, lhs: Value, rhs: Value, mask: Value) -> Result<Value, Self::Error> {
        let (from, like) = (self.value_type(lhs)?, self.value_type(mask)?);
        let elem = self.types().scalar(from);
        let ty = self.with_shape(like, elem);
        if let Some(folded) = self.fold(&Operation::Shuffle(lhs, rhs, mask, ty)) {
            return Ok(folded);
        }
        self.put(Some(ty), Inst::ShuffleVector { lhs, rhs, mask })
    }

    /// `extractvalue`: the member that has type `ty`.
    fn extract_value(&mut self, aggregate: Value, indices: &[u32], ty: TypeId) -> Result<Value, Self::Error> {
        let indices = self.target().lists.push(indices);
        self.put(Some(ty), Inst::ExtractValue { aggregate, indices })
    }

    /// `insertvalue`
    fn insert_value(&mut self, aggregate: Value, value: Value, indices: &[u32]) -> Result<Value, Self::Error> {
        let ty = self.value_type(aggregate)?;
        let indices = self.target().lists.push(indices);
        self.put(Some(ty), Inst::InsertValue { aggregate, value, indices })
    }

    /// `alloca` of `count` values of type `ty`, whose address is a `pointer`.
    fn alloca(&mut self, ty: TypeId, count: Value, align: AlignCode, pointer: TypeId) -> Result<Value, Self::Error> {
        self.put(Some(pointer), Inst::Alloca { align, in_alloca: false, swift_error: false, ty, count })
    }

    /// `load`, atomic by `access` in the scope `scope`.
    #[inline]
    fn load(&mut self, ty: TypeId, ptr: Value, align: AlignCode, access: Access, scope: u32) -> Result<Value, Self::Error> {
        self.put(Some(ty), Inst::Load { align, access, scope, ptr })
    }

    /// `store`, atomic by `access` in the scope `scope`.
    #[inline]
    fn store(&mut self, value: Value, ptr: Value, align: AlignCode, access: Access, scope: u32) -> Result<Value, Self::Error> {
        self.put(None, Inst::Store { align, access, scope, value, ptr })
    }

    /// `getelementptr` with the base and the indices `ops`, whose result has type `ty`.
    #[inline]
    fn gep(&mut self, ty: TypeId, flags: GepNoWrapFlags, source: TypeId, ops: &[Value]) -> Result<Value, Self::Error> {
        let ops = self.target().lists.push(ops);
        self.put(Some(ty), Inst::Gep { flags, source, ops })
    }

    /// `fence`
    fn fence(&mut self, ordering: Ordering, scope: u32) -> Result<Value, Self::Error> {
        self.put(None, Inst::Fence { ordering, scope })
    }

    /// `atomicrmw`
    fn atomicrmw(
        &mut self,
        op: RmwOp,
        ptr: Value,
        value: Value,
        align: AlignCode,
        access: RmwAccess,
        scope: u32,
    ) -> Result<Value, Self::Error> {
        let ty = self.value_type(value)?;
        self.put(Some(ty), Inst::AtomicRmw { op, align, access, scope, ptr, value })
    }

    /// `cmpxchg` of an address, the expected value and the new one.
    fn cmpxchg(&mut self, ops: [Value; 3], align: AlignCode, access: Access, scope: u32) -> Result<Value, Self::Error> {
        let value = self.value_type(ops[1])?;
        let types = self.types();
        let bit = types.intern(Type::Int(1));
        let ty = types.find_literal(&[value, bit], false).unwrap_or_else(|| {
            let fields = types.lists.push(&[value, bit]);
            types.intern(Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields })
        });
        let ops = self.target().lists.push(&ops);
        self.put(Some(ty), Inst::CmpXchg { align, access, scope, ops })
    }

    /// A call, whose arguments are in the lists of the body already.
    #[inline]
    fn call(&mut self, call: Call) -> Result<Value, Self::Error> {
        let ret = self.types().function(call.fn_ty).map(|(ret, ..)| ret);
        let ret = ret.filter(|&ret| !self.types().is_void(ret));
        let inst = call_inst(self.target(), call);
        self.put(ret, inst)
    }

    /// `phi`
    fn phi(&mut self, ty: TypeId, fmf: FastMathFlags, incoming: &[(Value, BlockId)]) -> Result<Value, Self::Error> {
        let incoming = self.target().lists.push(incoming);
        self.put(Some(ty), Inst::Phi { fmf, incoming })
    }
}

/// The instruction for a new call in a body.
pub fn call_inst(body: &mut Body, call: Call) -> Inst {
    body.calls.push(call);
    Inst::Call(CallId::new(body.calls.len() - 1))
}
