//! Modules of constant expressions, drawn at random: every opcode with operands of every kind.
use bctk_generate::numbers::Numbers;
use bctk_ir::body::{BasicBlock, Body};
use bctk_ir::constants::{ConstKind, InRange};
use bctk_ir::entity::{BlockId, GlobalId, InstId, List, OptionalId, TypeId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::inst::{GepNoWrapFlags, Inst, OpFlags};
use bctk_ir::keywords::{Linkage, UnnamedAddr};
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred};
use bctk_ir::strings::Str;
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::Value;
use bctk_ir::version::LlvmVersion;

mod leaves;

/// Nesting of expressions.
const DEPTH: u32 = 3;
/// Tries to find an operand or an opcode that fits.
const TRIES: usize = 24;

/// Where the expressions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// They are initializers of variables.
    Initializers,
    /// Functions return them.
    Functions,
}

/// A module of `count` expressions, for the writer of `written` and the reader of `reader`, which must have all that initializers have.
pub(super) fn module(rng: &mut Numbers, written: LlvmVersion, reader: LlvmVersion, place: Place, count: usize) -> Module {
    let mut maker = Maker::new(rng, written, reader, place);
    for at in 0..count {
        let ty = maker.root_type();
        let value = maker.root(ty);
        match place {
            Place::Initializers => maker.variable(&format!("c{at}"), ty, Some(value), 0, |_| {}),
            Place::Functions => maker.returns(&format!("f{at}"), ty, value),
        };
    }
    // LLVM writes variables before functions.
    maker.m
}

struct Maker<'r> {
    m: Module,
    rng: &'r mut Numbers,
    written: LlvmVersion,
    reader: LlvmVersion,
    place: Place,
    ints: Vec<TypeId>,
    floats: Vec<TypeId>,
    pointers: Vec<TypeId>,
    vectors: Vec<TypeId>,
    aggregates: Vec<TypeId>,
    /// What pointers point to.
    pointees: Vec<TypeId>,
    block: Option<GlobalId>,
    /// What operands are preferred to be, so that two have something in common.
    favourite: Option<GlobalId>,
}

impl<'r> Maker<'r> {
    fn new(rng: &'r mut Numbers, written: LlvmVersion, reader: LlvmVersion, place: Place) -> Self {
        let mut m = Module::default();
        m.provenance.producer = m.strings.push(format!("LLVM{written}.0.0").as_bytes());
        let mut ty = |ty| m.types.intern(ty);
        let is_opaque = written.opaque_pointers();
        let ints: Vec<TypeId> = [1, 8, 16, 32, 64, 128, 65, 7, 24, 33, 96, 200].map(|bits| ty(Type::Int(bits))).to_vec();
        let mut floats = [Type::Float, Type::Double, Type::Half, Type::X86Fp80, Type::Fp128, Type::PpcFp128].map(&mut ty).to_vec();
        // Earlier readers give conversions to it another type.
        if written.bfloat_type() && is_opaque {
            floats.push(ty(Type::BFloat));
        }
        let (i8, i32, i64) = (ints[1], ints[3], ints[4]);
        let array = ty(Type::Array { elem: i32, len: 4 });
        let bytes = ty(Type::Array { elem: i8, len: 3 });
        let nested = ty(Type::Array { elem: array, len: 2 });
        let empty = ty(Type::Array { elem: i32, len: 0 });
        let pointer = |m: &mut Module, pointee: TypeId, addrspace: u32| match is_opaque {
            true => m.types.intern(Type::Ptr(addrspace)),
            false => m.types.intern(Type::TypedPtr { pointee, addrspace }),
        };
        let to_byte = pointer(&mut m, i8, 0);
        let ty_of = |m: &mut Module, fields: &[TypeId]| {
            let fields = m.types.lists.push(fields);
            m.types.push(Type::Struct { kind: StructKind::Literal, packed: false, name: Str::EMPTY, fields })
        };
        let structure = ty_of(&mut m, &[i32, array, to_byte]);
        let fields = m.types.lists.push(&[i8, i64]);
        let packed = m.types.push(Type::Struct { kind: StructKind::Literal, packed: true, name: Str::EMPTY, fields });
        let fields = m.types.lists.push(&[i32, structure]);
        let name = m.strings.push(b"S");
        let named = m.types.push(Type::Struct { kind: StructKind::Identified, packed: false, name, fields });
        let bits = ty_of(&mut m, &[ints[0], i64]);
        let same = ty_of(&mut m, &[i32, i32, i32]);
        let none = ty_of(&mut m, &[]);
        let quad = m.types.intern(Type::Vector { elem: i32, len: 4, scalable: false });
        let far = pointer(&mut m, i32, 1);
        let inner = ty_of(&mut m, &[same, array, far]);
        let pointees =
            vec![i8, i32, array, structure, named, i64, to_byte, bytes, nested, packed, empty, quad, bits, same, none, inner, floats[1]];
        let mut pointers: Vec<TypeId> = Vec::new();
        for (at, &pointee) in pointees.iter().enumerate() {
            for space in 0..3 {
                let ty = pointer(&mut m, pointee, space);
                if !pointers.contains(&ty) && (space == 0 || at < 4 && space == 1 || at < 2) {
                    pointers.push(ty);
                }
            }
        }
        // Readers of typed pointers end on some scalable vectors.
        let is_scalable = written.scalable_shuffles() && is_opaque && place == Place::Functions;
        let mut vectors = Vec::new();
        let mut elements = vec![ints[0], i8, i32, i64, ints[2], ints[5], ints[7], floats[0], floats[1], floats[2], to_byte, far];
        elements.extend(&floats[3..]);
        for elem in elements {
            let lengths: &[u32] = if elem == i32 || elem == i8 { &[1, 2, 4, 3, 8] } else { &[1, 2, 4] };
            for &len in lengths {
                vectors.push(m.types.intern(Type::Vector { elem, len, scalable: false }));
                if is_scalable && len > 1 {
                    vectors.push(m.types.intern(Type::Vector { elem, len, scalable: true }));
                }
            }
        }
        let mut array_of = |elem, len| m.types.intern(Type::Array { elem, len });
        let mut aggregates = vec![array, bytes, structure, packed, nested, bits, same, inner, none];
        aggregates.extend([array_of(floats[1], 2), array_of(floats[2], 2), array_of(ints[0], 2), array_of(to_byte, 2), array_of(quad, 2)]);
        aggregates.push(ty_of(&mut m, &[floats[0], quad, none]));
        let mut maker =
            Maker { m, rng, written, reader, place, ints, floats, pointers, vectors, aggregates, pointees, block: None, favourite: None };
        maker.globals();
        maker
    }

    fn globals(&mut self) {
        let names = [
            "g",
            "bytes",
            "array",
            "structure",
            "named",
            "wide",
            "pointer",
            "three",
            "nested",
            "packed",
            "empty",
            "quad",
            "bits",
            "same",
            "none",
            "inner",
            "double",
        ];
        for (at, pointee) in self.pointees.clone().into_iter().enumerate() {
            let zero = self.constant(pointee, ConstKind::Null);
            let align = [3, 0, 5, 4, 0, 0, 4, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0][at];
            self.variable(names[at], pointee, Some(zero), 0, |global| global.align = align);
        }
        let (i8, i32) = (self.ints[1], self.ints[3]);
        self.variable("other", i32, None, 0, |_| {});
        self.variable("missing", i32, None, 0, |global| global.linkage = Linkage::ExternalWeak);
        self.variable("far", i32, None, 1, |global| global.align = 3);
        self.variable("afar", i8, None, 1, |_| {});
        let zero = self.constant(i32, ConstKind::Null);
        self.variable("weak", i32, Some(zero), 0, |global| global.linkage = Linkage::WeakAny);
        self.variable("own", i32, Some(zero), 0, |global| global.linkage = Linkage::Internal);
        self.variable("merged", i32, Some(zero), 0, |global| {
            global.linkage = Linkage::Private;
            global.unnamed_addr = UnnamedAddr::Global;
        });
        let linkages = [Linkage::LinkOnceAny, Linkage::LinkOnceOdr, Linkage::WeakOdr, Linkage::Common, Linkage::AvailableExternally];
        for (at, linkage) in linkages.into_iter().enumerate() {
            self.variable(&format!("linked{at}"), i32, Some(zero), 0, |global| global.linkage = linkage);
        }
        self.variable("local", i32, Some(zero), 0, |global| global.unnamed_addr = UnnamedAddr::Local);
        let aliasee = Value::global(GlobalId::new(1));
        self.variable("alias", i32, None, 0, |global| global.kind = GlobalKind::Alias { aliasee });
        let void = self.m.types.intern(Type::Void);
        let fn_ty = self.m.types.intern_function(void, &[], false);
        let pointer = self.pointer_to(fn_ty, 0);
        let mut function = |name: &str, align: u8| {
            let name = self.m.strings.push(name.as_bytes());
            let mut global = GlobalValue::declaration(name, fn_ty, pointer);
            global.align = align;
            self.m.globals.push(global);
        };
        function("run", 0);
        function("aligned", 5);
        if self.place == Place::Functions {
            self.block = Some(GlobalId::new(self.m.globals.len()));
            let name = self.m.strings.push(b"blocks");
            let mut global = GlobalValue::declaration(name, fn_ty, pointer);
            let body = Body {
                blocks: vec![BasicBlock { first: InstId(0), end: InstId(1) }, BasicBlock { first: InstId(1), end: InstId(2) }],
                insts: vec![Inst::Br(BlockId(1)), Inst::Ret(OptionalId::NONE)],
                results: vec![OptionalId::NONE; 2],
                ..Body::default()
            };
            if let GlobalKind::Function(function) = &mut global.kind {
                function.body = Some(self.m.bodies.len() as u32);
            }
            self.m.bodies.push(body);
            self.m.globals.push(global);
        }
    }

    fn pointer_to(&mut self, pointee: TypeId, addrspace: u32) -> TypeId {
        match self.written.opaque_pointers() {
            true => self.m.types.intern(Type::Ptr(addrspace)),
            false => self.m.types.intern(Type::TypedPtr { pointee, addrspace }),
        }
    }

    fn variable(&mut self, name: &str, ty: TypeId, value: Option<Value>, addrspace: u32, set: impl FnOnce(&mut GlobalValue)) {
        let pointer = self.pointer_to(ty, addrspace);
        let name = self.m.strings.push(name.as_bytes());
        let mut global = GlobalValue::declaration(name, ty, pointer);
        global.addrspace = addrspace;
        global.kind = GlobalKind::DECLARED_VARIABLE;
        if let GlobalKind::Variable { initializer, .. } = &mut global.kind {
            *initializer = value.into();
        }
        set(&mut global);
        // Variables come first, and nothing refers to those of the expressions.
        self.m.globals.push(global);
    }

    fn returns(&mut self, name: &str, ty: TypeId, value: Value) {
        let fn_ty = self.m.types.intern_function(ty, &[], false);
        let pointer = self.pointer_to(fn_ty, 0);
        let name = self.m.strings.push(name.as_bytes());
        let mut global = GlobalValue::declaration(name, fn_ty, pointer);
        let body = Body {
            blocks: vec![BasicBlock { first: InstId(0), end: InstId(1) }],
            insts: vec![Inst::Ret(OptionalId::some(value))],
            results: vec![OptionalId::NONE],
            ..Body::default()
        };
        if let GlobalKind::Function(function) = &mut global.kind {
            function.body = Some(self.m.bodies.len() as u32);
        }
        self.m.bodies.push(body);
        self.m.globals.push(global);
    }

    fn constant(&mut self, ty: TypeId, kind: ConstKind) -> Value {
        Value::constant(self.m.consts.push(ty, kind))
    }

    fn list(&mut self, values: &[Value]) -> List<Value> {
        self.m.consts.lists.push(values)
    }

    fn kind(&self, ty: TypeId) -> Type {
        self.m.types.get(ty)
    }

    fn pick(&mut self, types: &[TypeId]) -> TypeId {
        types[self.rng.below(types.len())]
    }

    fn root_type(&mut self) -> TypeId {
        let from = match self.rng.below(16) {
            0..6 => self.ints.clone(),
            6..8 => self.floats.clone(),
            8..11 => self.pointers.clone(),
            11..15 => self.vectors.clone(),
            _ => self.aggregates.clone(),
        };
        self.pick(&from)
    }

    /// An expression, or an aggregate that holds one.
    fn root(&mut self, ty: TypeId) -> Value {
        (0..TRIES).find_map(|_| self.expression(ty, 0)).unwrap_or_else(|| self.leaf(ty))
    }

    fn operand(&mut self, ty: TypeId, depth: u32) -> Value {
        if depth < DEPTH && self.rng.one_in(3 + depth as usize) {
            for _ in 0..4 {
                if let Some(value) = self.expression(ty, depth) {
                    return value;
                }
            }
        }
        self.leaf(ty)
    }

    /// Two operands, which are the same now and then.
    fn two(&mut self, ty: TypeId, depth: u32) -> (Value, Value) {
        let first = self.operand(ty, depth);
        (first, if self.rng.one_in(8) { first } else { self.operand(ty, depth) })
    }

    /// An expression of type `ty`; none if what was drawn does not fit.
    fn expression(&mut self, ty: TypeId, depth: u32) -> Option<Value> {
        let is_vector = matches!(self.kind(ty), Type::Vector { .. });
        let scalar = self.m.types.scalar(ty);
        match (self.kind(ty), self.rng.below(20)) {
            (Type::Array { elem, len }, _) => {
                let values: Vec<Value> = (0..len).map(|_| self.operand(elem, depth + 1)).collect();
                return Some(self.aggregate(ty, values));
            }
            (Type::Struct { fields, .. }, _) => {
                let fields = self.m.types.list(fields).to_vec();
                let values: Vec<Value> = fields.into_iter().map(|ty| self.operand(ty, depth + 1)).collect();
                return Some(self.aggregate(ty, values));
            }
            (Type::Vector { elem, len, scalable: false }, 0) => {
                let values: Vec<Value> = (0..len).map(|_| self.operand(elem, depth + 1)).collect();
                return Some(self.aggregate(ty, values));
            }
            (_, 1..4) if is_vector => return self.shuffle(ty, depth),
            (_, 4..6) if is_vector => return self.insert(ty, depth),
            (_, roll) if !is_vector && roll < 2 => return self.extract(ty, depth),
            (_, 6) => return self.select(ty, depth),
            _ => {}
        }
        match self.kind(scalar) {
            Type::Int(1) if self.rng.one_in(2) => self.compare(ty, depth),
            Type::Int(_) if self.rng.one_in(3) => self.cast(ty, depth),
            Type::Int(_) => self.binary(ty, depth, false),
            Type::Ptr(_) | Type::TypedPtr { .. } if self.rng.one_in(3) => self.cast(ty, depth),
            Type::Ptr(_) | Type::TypedPtr { .. } => self.gep(ty, depth),
            _ if self.rng.one_in(3) => self.cast(ty, depth),
            _ if self.rng.one_in(8) => {
                let is_there = self.written.constant_fneg() && self.written.fneg_instruction() && self.allows(self.reader.constant_fneg());
                let value = self.operand(ty, depth + 1);
                is_there.then(|| self.constant(ty, ConstKind::FNeg(value)))
            }
            _ => self.binary(ty, depth, true),
        }
    }

    /// Whether an expression may stand here: instructions take the place of those that the reader does not have, but for initializers.
    fn allows(&self, has: bool) -> bool {
        has || self.place == Place::Functions
    }

    fn binary(&mut self, ty: TypeId, depth: u32, is_float: bool) -> Option<Value> {
        use BinOp::{AShr, Add, And, FAdd, FDiv, FMul, FRem, FSub, LShr, Mul, Or, SDiv, SRem, Shl, Sub, UDiv, URem, Xor};
        let op = match is_float {
            true => *self.rng.pick(&[FAdd, FSub, FMul, FDiv, FRem])?,
            false => *self.rng.pick(&[Add, Add, Sub, Sub, Mul, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, And, Or, Xor, Xor])?,
        };
        let has = |llvm: LlvmVersion| match op {
            Add | Sub | Xor => true,
            Mul => llvm.constant_mul(),
            Shl => llvm.constant_shl(),
            And | Or | LShr | AShr => llvm.constant_bits(),
            _ => llvm.constant_division(),
        };
        if !self.allows(has(self.reader)) {
            return None;
        }
        let flags = match op {
            Add | Sub | Mul | Shl if self.rng.one_in(4) => self.rng.below(4) as u8,
            UDiv | SDiv | LShr | AShr if self.rng.one_in(4) => 1,
            _ => 0,
        };
        let (mut lhs, mut rhs) = self.two(ty, depth + 1);
        if op == And && self.rng.one_in(4) && matches!(self.kind(ty), Type::Int(5..)) {
            // What is known of the alignment of an address.
            let pointer = self.pick(&self.pointers.clone());
            let address = self.global(pointer);
            lhs = self.constant(ty, ConstKind::Cast { op: CastOp::PtrToInt, flags: OpFlags::NONE, value: address });
            let mask = 1 + self.rng.below(31) as i64;
            rhs = self.constant(ty, ConstKind::Int(mask));
        }
        Some(self.constant(ty, ConstKind::Bin { op, flags: OpFlags::from_bits(flags), lhs, rhs }))
    }

    /// The type like `ty` with other elements.
    fn with_scalar(&mut self, ty: TypeId, scalar: TypeId) -> TypeId {
        match self.kind(ty) {
            Type::Vector { len, scalable, .. } => self.m.types.intern(Type::Vector { elem: scalar, len, scalable }),
            _ => scalar,
        }
    }

    fn bits(&self, ty: TypeId) -> Option<u64> {
        Some(match self.kind(ty) {
            Type::Vector { elem, len, scalable: false } => self.bits(elem)? * u64::from(len),
            other => other.number_bits()?.into(),
        })
    }

    fn cast(&mut self, ty: TypeId, depth: u32) -> Option<Value> {
        use CastOp::{
            AddrSpaceCast, BitCast, FpExt, FpToSi, FpToUi, FpTrunc, IntToPtr, PtrToAddr, PtrToInt, SExt, SiToFp, Trunc, UiToFp, ZExt,
        };
        let to = self.m.types.scalar(ty);
        let is_float = |this: &Self, ty| !matches!(this.kind(ty), Type::Int(_) | Type::Ptr(_) | Type::TypedPtr { .. });
        let all: Vec<TypeId> = self.ints.iter().chain(&self.floats).chain(&self.pointers).copied().collect();
        if self.rng.one_in(4)
            && let Some(size) = self.bits(ty)
        {
            let all: Vec<TypeId> = all.iter().chain(&self.vectors).copied().filter(|&from| self.bits(from) == Some(size)).collect();
            let from = *self.rng.pick(&all)?;
            let value = self.operand(from, depth + 1);
            return Some(self.constant(ty, ConstKind::Cast { op: BitCast, flags: OpFlags::NONE, value }));
        }
        let scalar = self.pick(&all);
        let (from_bits, to_bits) = (self.bits(scalar), self.bits(to));
        let space = |ty| match ty {
            Type::Ptr(space) | Type::TypedPtr { addrspace: space, .. } => Some(space),
            _ => None,
        };
        let either = |rng: &mut Numbers, a, b| if rng.one_in(2) { a } else { b };
        let op = match (self.kind(scalar), self.kind(to)) {
            (Type::Int(a), Type::Int(b)) if a < b => either(self.rng, ZExt, SExt),
            (Type::Int(a), Type::Int(b)) if a > b => Trunc,
            (Type::Int(_), Type::Ptr(_) | Type::TypedPtr { .. }) => IntToPtr,
            (Type::Ptr(_), Type::Int(64)) if self.written.ptr_to_addr() && self.rng.one_in(4) => PtrToAddr,
            (Type::Ptr(_) | Type::TypedPtr { .. }, Type::Int(_)) => PtrToInt,
            (a, b) if space(a).is_some() && space(b).is_some() => {
                if space(a) == space(b) {
                    BitCast
                } else {
                    AddrSpaceCast
                }
            }
            (Type::Int(_), _) if is_float(self, to) => either(self.rng, UiToFp, SiToFp),
            (_, Type::Int(_)) if is_float(self, scalar) => either(self.rng, FpToUi, FpToSi),
            _ if is_float(self, scalar) && is_float(self, to) && from_bits < to_bits => FpExt,
            _ if is_float(self, scalar) && is_float(self, to) && from_bits > to_bits => FpTrunc,
            _ => return None,
        };
        if op.converts() && !self.allows(self.reader.constant_conversion()) {
            return None;
        }
        let from = self.with_scalar(ty, scalar);
        let value = self.operand(from, depth + 1);
        Some(self.constant(ty, ConstKind::Cast { op, flags: OpFlags::NONE, value }))
    }

    fn compare(&mut self, ty: TypeId, depth: u32) -> Option<Value> {
        if !self.written.constant_compare() || !self.allows(self.reader.constant_compare()) {
            return None;
        }
        let scalar = match self.rng.below(6) {
            0..2 => self.pick(&self.pointers.clone()),
            2..4 => self.pick(&self.ints.clone()),
            _ => {
                let scalar = self.pick(&self.floats.clone());
                let operand = self.with_scalar(ty, scalar);
                let (lhs, rhs) = self.two(operand, depth + 1);
                let pred = *self.rng.pick(FCmpPred::ALL)?;
                return Some(self.constant(ty, ConstKind::FCmp(pred, lhs, rhs)));
            }
        };
        let operand = self.with_scalar(ty, scalar);
        if self.rng.one_in(2) {
            self.favourite = Some(GlobalId::new(self.rng.below(self.m.globals.len())));
        }
        let (lhs, rhs) = match self.favourite {
            Some(_) if self.rng.one_in(2) => {
                let address = |this: &mut Self| this.gep(operand, depth + 1).unwrap_or_else(|| this.leaf(operand));
                (address(self), address(self))
            }
            _ => self.two(operand, depth + 1),
        };
        self.favourite = None;
        let pred = *self.rng.pick(ICmpPred::ALL)?;
        Some(self.constant(ty, ConstKind::ICmp(pred, lhs, rhs)))
    }

    fn select(&mut self, ty: TypeId, depth: u32) -> Option<Value> {
        if !self.written.constant_select() || !self.allows(self.reader.constant_select()) {
            return None;
        }
        let bit = self.ints[0];
        let condition = if self.rng.one_in(2) { self.with_scalar(ty, bit) } else { bit };
        let condition = self.operand(condition, depth + 1);
        let (if_true, if_false) = self.two(ty, depth + 1);
        let list = self.list(&[condition, if_true, if_false]);
        Some(self.constant(ty, ConstKind::Select(list)))
    }

    fn index(&mut self, depth: u32) -> Value {
        let ty = *self.rng.pick(&[self.ints[3], self.ints[4], self.ints[3], self.ints[1]]).unwrap_or(&self.ints[3]);
        match self.rng.below(8) {
            0 => self.operand(ty, depth),
            _ => {
                let number = self.rng.below(5) as i64;
                self.constant(ty, if number == 0 { ConstKind::Null } else { ConstKind::Int(number) })
            }
        }
    }

    fn extract(&mut self, ty: TypeId, depth: u32) -> Option<Value> {
        let vectors: Vec<TypeId> = self.vectors.iter().copied().filter(|&vector| self.m.types.scalar(vector) == ty).collect();
        let vector = *self.rng.pick(&vectors)?;
        let (vector, index) = (self.operand(vector, depth + 1), self.index(depth + 1));
        Some(self.constant(ty, ConstKind::ExtractElement(vector, index)))
    }

    fn insert(&mut self, ty: TypeId, depth: u32) -> Option<Value> {
        let elem = self.m.types.scalar(ty);
        let (vector, element, index) = (self.operand(ty, depth + 1), self.operand(elem, depth + 1), self.index(depth + 1));
        let list = self.list(&[vector, element, index]);
        Some(self.constant(ty, ConstKind::InsertElement(list)))
    }

    fn shuffle(&mut self, ty: TypeId, depth: u32) -> Option<Value> {
        let Type::Vector { elem, len, scalable } = self.kind(ty) else { return None };
        let is_source =
            |&vector: &TypeId| matches!(self.kind(vector), Type::Vector { elem: e, scalable: s, .. } if e == elem && s == scalable);
        let sources: Vec<TypeId> = self.vectors.iter().copied().filter(is_source).collect();
        let source = *self.rng.pick(&sources)?;
        let Type::Vector { len: source_len, .. } = self.kind(source) else { return None };
        let (lhs, rhs) = self.two(source, depth + 1);
        let i32 = self.ints[3];
        let mask_ty = self.m.types.intern(Type::Vector { elem: i32, len, scalable });
        let mask = match self.rng.below(6) {
            0 => self.constant(mask_ty, ConstKind::Null),
            1 => self.constant(mask_ty, if self.written.poison_masks() { ConstKind::Poison } else { ConstKind::Undef }),
            _ if scalable => self.constant(mask_ty, ConstKind::Null),
            _ => {
                let values: Vec<Value> = (0..len)
                    .map(|_| match self.rng.below(8) {
                        0 => self.constant(i32, ConstKind::Undef),
                        _ => {
                            let number = self.rng.below(2 * source_len as usize) as i64;
                            self.constant(i32, if number == 0 { ConstKind::Null } else { ConstKind::Int(number) })
                        }
                    })
                    .collect();
                self.aggregate(mask_ty, values)
            }
        };
        let list = self.list(&[lhs, rhs, mask]);
        Some(self.constant(ty, ConstKind::ShuffleVector(list)))
    }

    fn gep(&mut self, ty: TypeId, depth: u32) -> Option<Value> {
        let pointer = self.m.types.scalar(ty);
        let space = match self.kind(pointer) {
            Type::Ptr(space) | Type::TypedPtr { addrspace: space, .. } => space,
            _ => return None,
        };
        let source = *self.rng.pick(&self.pointees.clone())?;
        let (i32, i64) = (self.ints[3], self.ints[4]);
        let is_zero = self.rng.one_in(3);
        let mut indices: Vec<(TypeId, Option<i64>)> = Vec::new();
        let width = if self.rng.one_in(3) { *self.rng.pick(&[i32, self.ints[1], self.ints[5]])? } else { i64 };
        indices.push((width, (is_zero || self.rng.one_in(2)).then_some(0)));
        let mut at = source;
        while self.rng.below(3) > 0 {
            let most = if self.rng.one_in(4) { 9 } else { 4 };
            let small = self.rng.below(most) as i64;
            at = match self.kind(at) {
                Type::Array { elem, .. } | Type::Vector { elem, .. } => {
                    let ty = *self.rng.pick(&[i64, i64, i64, i32, i32, i32, self.ints[1], self.ints[5]])?;
                    let small = if self.rng.one_in(8) { -small } else { small };
                    let is_known = is_zero || !self.rng.one_in(6);
                    indices.push((ty, is_known.then_some(if is_zero { 0 } else { small })));
                    elem
                }
                Type::Struct { fields, .. } => {
                    let fields = self.m.types.list(fields).to_vec();
                    if fields.is_empty() {
                        break;
                    }
                    let field = if is_zero { 0 } else { small as usize % fields.len() };
                    indices.push((i32, Some(field as i64)));
                    fields[field]
                }
                _ => break,
            };
        }
        if let Type::TypedPtr { pointee, .. } = self.kind(pointer)
            && pointee != at
        {
            return None;
        }
        let base_ty = self.pointer_to(source, space);
        let base_ty = if self.rng.one_in(3) { base_ty } else { self.with_scalar(ty, base_ty) };
        let mut has_vector = matches!(self.kind(base_ty), Type::Vector { .. });
        let mut ops = vec![self.operand(base_ty, depth + 1)];
        for (position, (index_ty, number)) in indices.iter().copied().enumerate() {
            let is_last = position + 1 == indices.len();
            let is_field = position > 0 && index_ty == i32 && is_last;
            let wanted = self.with_scalar(ty, index_ty);
            let is_vector = wanted != index_ty && (!has_vector && is_last || self.rng.one_in(4)) && !is_field;
            has_vector |= is_vector;
            let scalar = match number {
                Some(0) => self.constant(index_ty, ConstKind::Null),
                Some(number) => self.constant(index_ty, ConstKind::Int(number)),
                None if is_vector => Value::NONE,
                None => self.operand(index_ty, depth + 1),
            };
            ops.push(match (is_vector, number, self.kind(wanted)) {
                (false, ..) => scalar,
                (true, Some(0), _) => self.constant(wanted, ConstKind::Null),
                (true, Some(_), Type::Vector { len, scalable: false, .. }) => self.aggregate(wanted, vec![scalar; len as usize]),
                _ => self.operand(wanted, depth + 1),
            });
        }
        if has_vector != (ty != pointer) {
            return None;
        }
        let is_scalable = matches!(self.kind(ty), Type::Vector { scalable: true, .. });
        let in_range = match self.rng.one_in(10) {
            true if self.written.in_range_bounds() && !is_scalable => {
                let lower = self.rng.below(3) as i64 * -8;
                Some(InRange::Range { width: 64, lower: vec![lower as u64], upper: vec![1 + self.rng.below(32) as u64] })
            }
            true if self.written.in_range_index() && !self.written.in_range_bounds() => {
                Some(InRange::Index(self.rng.below(indices.len()) as u32))
            }
            _ => None,
        };
        let in_range = self.m.consts.push_in_range(in_range);
        let most = if self.written.constant_gep_flags() { 8 } else { 2 };
        let flags = match self.rng.below(3) {
            0 => GepNoWrapFlags::from_bits(self.rng.below(most) as u8),
            1 => GepNoWrapFlags::INBOUNDS,
            _ => GepNoWrapFlags::NONE,
        };
        let flags = if flags.contains(GepNoWrapFlags::INBOUNDS) && most == 8 { flags | GepNoWrapFlags::NUSW } else { flags };
        let ops = self.list(&ops);
        Some(self.constant(ty, ConstKind::Gep { flags, source, ops, in_range }))
    }
}
