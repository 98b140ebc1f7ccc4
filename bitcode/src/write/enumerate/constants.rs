//! The constants that the module uses outside of function bodies, each once, whichever pools or bodies contain it.
use bctk_ir::constants::{ConstAt, ConstKind, ConstPool, Constant, Interner};
use bctk_ir::entity::TypeId;
use bctk_ir::module::Module;
use bctk_ir::value::Value;

/// The identities of constants: the numbers that an interner gives them.
///
/// Among identities, `Value::constant(identity)` denotes a constant.
pub(in crate::write) struct Identities<'m> {
    module: &'m Module,
    /// Type of the integers stored directly in metadata nodes.
    integer_type: TypeId,
    /// Type of the null pointer for an absent operand of a function that has other operands.
    pointer_type: TypeId,
    /// All constants of the module's pool, and those of bodies that metadata names.
    pub(super) interner: Interner<'static>,
}

impl<'m> Identities<'m> {
    pub(super) fn new(module: &'m Module, integer_type: TypeId, pointer_type: TypeId) -> Self {
        let mut interner = Interner::with_capacity(module.consts.consts.len());
        for index in 0..module.consts.consts.len() as u32 {
            interner.intern(module, Value::constant(index), None);
        }
        Identities { module, integer_type, pointer_type, interner }
    }

    /// Their count.
    pub(super) fn len(&self) -> usize {
        self.interner.len()
    }

    /// The constant of an identity, with the pool that has its parts, if any has.
    pub(in crate::write) fn parts(&self, identity: u32) -> (Option<&ConstPool>, Constant) {
        match self.interner.get(self.module, identity) {
            Some((pool, constant)) => (Some(pool), constant),
            None => (None, Constant { ty: self.integer_type, kind: ConstKind::Null }),
        }
    }

    /// The constant of an identity.
    pub(in crate::write) fn constant(&self, identity: u32) -> Constant {
        self.parts(identity).1
    }

    /// The body in whose pool the constant of an identity is.
    pub(in crate::write) fn body(&self, identity: u32) -> Option<u32> {
        match self.interner.at(identity)? {
            ConstAt::Body(body, _) => Some(body),
            ConstAt::Module(_) | ConstAt::Added(_) => None,
        }
    }

    /// The index of the constant of an identity in the module's pool, if it is in that pool.
    pub(super) fn place(&self, identity: u32) -> Option<u32> {
        match self.interner.at(identity)? {
            ConstAt::Module(index) => Some(index),
            ConstAt::Body(..) | ConstAt::Added(_) => None,
        }
    }

    /// The identity of a constant of the module's pool.
    #[inline]
    pub(in crate::write) fn of_module(&self, index: u32) -> Option<u32> {
        self.interner.number(Value::constant(index), None)
    }

    /// `value` of the module or of `body`, with its identity if it is a constant.
    #[inline]
    pub(in crate::write) fn resolve(&self, value: Value, body: Option<u32>) -> Value {
        self.interner.resolve(value, body)
    }

    /// Calls `f` for the operands of the constant of an identity, constants by their identities.
    pub(in crate::write) fn operands(&self, identity: u32, mut f: impl FnMut(Value)) {
        if let (Some(pool), constant) = self.parts(identity) {
            let body = self.body(identity);
            pool.operands(constant.kind, |value| f(self.resolve(value, body)));
        }
    }

    /// The identity of a constant of the module or of `body`, a new one unless an equal constant has one.
    pub(super) fn intern(&mut self, value: Value, body: Option<u32>) -> Option<u32> {
        self.interner.intern(self.module, value, body)
    }

    /// The identity of the integer `bits` of type `i64`.
    pub(super) fn intern_integer(&mut self, bits: u64) -> u32 {
        self.interner.add_plain(self.module, self.integer_type, integer(bits))
    }

    /// The identity of the null pointer in the address space 0.
    pub(super) fn intern_null_pointer(&mut self) -> u32 {
        self.interner.add_plain(self.module, self.pointer_type, ConstKind::Null)
    }
}

fn integer(bits: u64) -> ConstKind {
    if bits == 0 { ConstKind::Null } else { ConstKind::Int(bits as i64) }
}
