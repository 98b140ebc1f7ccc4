//! The instructions `malloc` and `free` of LLVM 2.6 and older, which become calls of these functions as in the readers of LLVM 2.7 to 2.9.
use bctk_edit::attributes::{change_set, sets_of};
use bctk_edit::functions::bodies_with;
use bctk_edit::instructions::apply;
use bctk_edit::instructions::{Edit, NO_LOCAL, NewInst, new_local};
use bctk_edit::intern::constant;
use bctk_edit::locals::order_locals;
use bctk_edit::names::Names;
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Call;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{AttrListId, CallId, GlobalId, InstId, OptionalId, TypeId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::inst::{FastMathFlags, GepNoWrapFlags, Inst, OpFlags};
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// Replaces all of them. Pointers are still typed.
pub(crate) fn call_heap_functions(module: &mut Module) {
    let [bodies] = bodies_with(module, |inst| u8::from(matches!(inst, Inst::Malloc { .. } | Inst::Free(_))));
    if bodies.is_empty() {
        return;
    }
    let mut heap = Heap::new(module);
    for at in bodies {
        heap.body(module, at);
    }
}

/// What the calls need, made at its first use.
struct Heap {
    void: TypeId,
    /// `i8*`
    bytes: TypeId,
    /// `i32`, the size of which both instructions count in.
    word: TypeId,
    malloc: Option<Callee>,
    free: Option<Callee>,
}

#[derive(Clone, Copy)]
struct Callee {
    value: Value,
    fn_ty: TypeId,
    cc: CallConv,
}

impl Heap {
    fn new(module: &mut Module) -> Heap {
        let types = &mut module.types;
        let byte = types.intern(Type::Int(8));
        Heap {
            void: types.intern(Type::Void),
            bytes: types.intern(Type::TypedPtr { pointee: byte, addrspace: 0 }),
            word: types.intern(Type::Int(32)),
            malloc: None,
            free: None,
        }
    }

    fn malloc(&mut self, module: &mut Module) -> Callee {
        let (ret, param) = (self.bytes, self.word);
        *self.malloc.get_or_insert_with(|| {
            let (callee, function) = callee(module, b"malloc", ret, param);
            // What it returns is nobody else's, also if the module declares it without saying so.
            if let Some(function) = function {
                let attrs = module.globals[function.index()].function().map_or(AttrListId(0), |function| function.attrs);
                let attrs = change_set(module, attrs, AttrIndex::Return, &mut sets_of(module), |_, set| {
                    if !set.iter().any(|attr| attr.kind() == Some(AttrKind::NO_ALIAS)) {
                        set.push(Attr::Enum(AttrKind::NO_ALIAS));
                    }
                });
                if let GlobalKind::Function(function) = &mut module.globals[function.index()].kind {
                    function.attrs = attrs;
                }
            }
            callee
        })
    }

    fn free(&mut self, module: &mut Module) -> Callee {
        let (ret, param) = (self.void, self.bytes);
        *self.free.get_or_insert_with(|| callee(module, b"free", ret, param).0)
    }

    fn body(&mut self, module: &mut Module, at: usize) {
        let mut names = Names::of(&module.bodies[at]);
        let mut edits = Vec::new();
        for inst in 0..module.bodies[at].insts.len() {
            let by = match module.bodies[at].insts[inst] {
                Inst::Malloc { ty, count, .. } => self.allocate(module, at, InstId::new(inst), (ty, count), &mut names),
                Inst::Free(pointer) => self.release(module, at, pointer),
                _ => None,
            };
            edits.extend(by.map(|by| Edit { at: InstId::new(inst), by, step: 0 }));
        }
        apply(&mut module.bodies[at], &edits);
        // A reader makes all of them as it reads the record.
        module.bodies[at].provenance.late.clear();
        order_locals(module, at);
    }

    /// `malloc T, i32 N`: a call with the product of the number and the size as an expression, and a cast of its result.
    fn allocate(
        &mut self,
        module: &mut Module,
        at: usize,
        inst: InstId,
        (ty, count): (TypeId, Value),
        names: &mut Names,
    ) -> Option<Vec<NewInst>> {
        let local = module.bodies[at].result(inst)?;
        let result = module.bodies[at].result_type(inst)?;
        let callee = self.malloc(module);
        let mut by = Vec::new();
        let size = self.size_of(module, ty);
        let size = match number(module, at, count) {
            Some(1) => size,
            Some(count) => {
                let count = constant(module, self.word, if count == 0 { ConstKind::Null } else { ConstKind::Int(count) });
                constant(module, self.word, ConstKind::Bin { op: BinOp::Mul, flags: OpFlags::NONE, lhs: size, rhs: count })
            }
            None => {
                let name = names.unused(b"mallocsize");
                let product = new_local(&mut module.bodies[at], self.word, &name);
                by.push(new(Inst::Bin { op: BinOp::Mul, flags: OpFlags::NONE, lhs: count, rhs: size }, product));
                Value::local(product)
            }
        };
        let call = push_call(module, at, callee, size);
        if result == self.bytes {
            by.push(new(Inst::Call(call), local));
        } else {
            let name = names.unused(b"malloccall");
            let bytes = new_local(&mut module.bodies[at], self.bytes, &name);
            by.push(new(Inst::Call(call), bytes));
            by.push(new(Inst::Cast { op: CastOp::BitCast, flags: OpFlags::NONE, value: Value::local(bytes) }, local));
        }
        Some(by)
    }

    /// `free T* P`
    fn release(&mut self, module: &mut Module, at: usize, pointer: Value) -> Option<Vec<NewInst>> {
        let callee = self.free(module);
        let ty = bctk_ir::value_types::type_of(pointer, &module.bodies[at], &module.globals, &module.consts)?;
        let mut by = Vec::new();
        let mut bytes = pointer;
        if ty != self.bytes {
            let local = new_local(&mut module.bodies[at], self.bytes, b"");
            by.push(new(Inst::Cast { op: CastOp::BitCast, flags: OpFlags::NONE, value: pointer }, local));
            bytes = Value::local(local);
        }
        let call = push_call(module, at, callee, bytes);
        by.push(new(Inst::Call(call), NO_LOCAL));
        Some(by)
    }

    /// The size of a type in bytes as an expression: the address of the second element of an array at address 0.
    fn size_of(&self, module: &mut Module, ty: TypeId) -> Value {
        let pointer = module.types.intern(Type::TypedPtr { pointee: ty, addrspace: 0 });
        let base = constant(module, pointer, ConstKind::Null);
        let one = constant(module, self.word, ConstKind::Int(1));
        let ops = module.consts.lists.push(&[base, one]);
        let second = ConstKind::Gep { flags: GepNoWrapFlags::NONE, source: ty, ops, in_range: OptionalId::NONE };
        let second = constant(module, pointer, second);
        constant(module, self.word, ConstKind::Cast { op: CastOp::PtrToInt, flags: OpFlags::NONE, value: second })
    }
}

fn new(inst: Inst, local: u32) -> NewInst {
    NewInst { inst, local, keeps_attachments: false, attachments: Vec::new() }
}

fn push_call(module: &mut Module, at: usize, callee: Callee, arg: Value) -> CallId {
    let body = &mut module.bodies[at];
    let args = body.lists.push(&[arg]);
    body.calls.push(Call {
        callee: callee.value,
        fn_ty: callee.fn_ty,
        attrs: AttrListId(0),
        args,
        bundles: (0, 0),
        cc: callee.cc,
        tail: TailKind::Tail,
        fmf: FastMathFlags::NONE,
    });
    CallId::new(body.calls.len() - 1)
}

/// The value of a constant integer.
fn number(module: &Module, at: usize, value: Value) -> Option<i64> {
    let constant = match value.kind() {
        ValueKind::Const(at) => module.consts.get(at),
        ValueKind::LocalConst(constant) => module.bodies[at].consts.get(constant),
        _ => None,
    };
    match constant?.kind {
        ConstKind::Null => Some(0),
        ConstKind::Int(number) => Some(number),
        _ => None,
    }
}

/// The function of this name, which is declared if there is none; as a function of another type if it has one, or if the name is that of
/// something else. Also the function itself, if it has the type.
fn callee(module: &mut Module, name: &[u8], ret: TypeId, param: TypeId) -> (Callee, Option<GlobalId>) {
    let types = &mut module.types;
    let fn_ty = types.intern_function(ret, &[param], false);
    let pointer = types.intern(Type::TypedPtr { pointee: fn_ty, addrspace: 0 });
    let there = module.globals.iter().position(|global| module.strings.get(global.name) == name);
    let Some(there) = there else {
        let name = module.strings.push(name);
        module.globals.push(GlobalValue::declaration(name, fn_ty, pointer));
        let id = GlobalId::new(module.globals.len() - 1);
        return (Callee { value: Value::global(id), fn_ty, cc: CallConv::C }, Some(id));
    };
    let (id, global) = (GlobalId::new(there), &module.globals[there]);
    match global.function() {
        Some(function) if global.value_type == fn_ty => (Callee { value: Value::global(id), fn_ty, cc: function.cc }, Some(id)),
        _ => {
            let cast = ConstKind::Cast { op: CastOp::BitCast, flags: OpFlags::NONE, value: Value::global(id) };
            (Callee { value: constant(module, pointer, cast), fn_ty, cc: CallConv::C }, None)
        }
    }
}
