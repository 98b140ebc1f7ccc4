//! Ways to spoil a module: each is refused by a method or at the end, with the function that it is in.
use crate::module;
use bctk_edit::{EditModule, FunctionBuilder, InsertPoint, ModuleEdit, Operand, Result};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{BlockId, GlobalId, InstId, MdId, OptionalId, TypeId};
use bctk_ir::inst::{Access, ArithFlags, FastMathFlags, Inst, OpFlags};
use bctk_ir::keywords::{DllStorage, Linkage, Visibility};
use bctk_ir::opcodes::{BinOp, CastOp, ICmpPred, Ordering, RmwOp};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// Instructions of `@f`: 0 `icmp`, 1 `br`, 2 `add`, 3 `br`, 4 `mul`, 5 `br`, 6 `phi`, 7 `ret`.
const BASE: &str = "
@v = global i32 1
@table = constant ptr blockaddress(@f, %b)
declare void @g(i32)
define internal i32 @f(i32 %n, ptr %p) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %a, label %b
a:
  %x = add i32 %n, 1
  br label %end
b:
  %y = mul i32 %n, 3
  br label %end
end:
  %r = phi i32 [ %x, %a ], [ %y, %b ]
  ret i32 %r
}
define void @h(i64 %n) {
  %1 = add i64 %n, 1
  %2 = add i64 %1, 1
  %3 = add i64 %2, 1
  %4 = add i64 %3, 1
  %5 = add i64 %4, 1
  %6 = add i64 %5, 1
  ret void
}
";

/// Something wrong in a module.
type OfModule = fn(&mut ModuleEdit<'_>) -> Result<()>;

/// Something wrong in the function `@f`; new instructions are put before the `add` in block 1.
type OfFunction = fn(&mut FunctionBuilder<'_, '_>) -> Result<()>;

const IN_FUNCTION: &[(&str, OfFunction)] = &[
    ("@f: expected a value of this function", |b| b.add(Value::local(500), 1).map(|_| ())),
    ("@f: expected a value of this function", |b| b.add(b.param(2), 1).map(|_| ())),
    ("@f: expected a value of this function", |b| b.add(Value::constant(99_999), 1).map(|_| ())),
    ("@f: expected a value of this function", |b| b.add(Value::local_const(999), 1).map(|_| ())),
    ("@f: expected a value of this function", |b| b.store(Value::block(BlockId(0)), b.param(1))),
    ("@f: expected a value of this function", |b| b.freeze(Value::metadata(MdId(0))).map(|_| ())),
    ("@f: expected a value of this function", |b| b.freeze(Value::NONE).map(|_| ())),
    ("@f: call: expected a function", |b| b.call(GlobalId(4711), [Operand::Zero]).map(|_| ())),
    ("@f: call: expected a function", |b| {
        let variable = b.module().global("v").expect("v");
        b.call(variable, [Operand::Zero]).map(|_| ())
    }),
    ("@f: argument 0: expected a value of type i32, found i64", |b| {
        let g = b.module().function("g").expect("g");
        let wide = b.module().int_type(64);
        let wide = b.module().const_int(wide, 1)?;
        b.call(g, [wide]).map(|_| ())
    }),
    ("@f: call: expected 1 arguments, found 2", |b| {
        let g = b.module().function("g").expect("g");
        b.call(g, [1, 2]).map(|_| ())
    }),
    // Erased values, instructions and blocks.
    ("@f: instruction 0 of block 3 uses a value that nothing makes", |b| b.erase(InstId(2))),
    ("@f: instruction 0 of block 0 uses a value that nothing makes", |b| {
        let truth = b.module().int_type(1);
        b.replace_inst(InstId(0), Operand::Zero)?;
        let late = b.value_of(InstId(2)).expect("a value");
        b.erase(InstId(2))?;
        let late = b.trunc(late, truth)?;
        let first = b.terminator(BlockId(0)).expect("a terminator");
        b.move_to(b.last_inst().expect("an instruction"), InsertPoint::Before(first))?;
        b.replace_operand(b.terminator(BlockId(0)).expect("a terminator"), late, late)
    }),
    ("@f: there is no such instruction", |b| {
        b.replace_inst(InstId(2), 1)?;
        b.erase(InstId(2))
    }),
    ("@f: there is no such instruction", |b| b.erase(InstId(99))),
    ("@f: there is no such instruction", |b| b.replace_operand(InstId(u32::MAX), b.param(0), 1)),
    ("@f: there is no such place", |b| {
        b.replace_inst(InstId(2), 1)?;
        b.insert_at(InsertPoint::Before(InstId(2)))
    }),
    ("@f: there is no such place", |b| b.insert_at(InsertPoint::Begin(BlockId(u32::MAX)))),
    ("@f: there is no such place", |b| b.move_to(InstId(2), InsertPoint::After(InstId(77)))),
    ("@f: there is no such place", |b| {
        b.erase_block(BlockId(1))?;
        b.insert_at(InsertPoint::End(BlockId(1)))
    }),
    ("@f: expected a block to put the instruction into", |b| {
        b.erase_block(BlockId(1))?;
        b.switch_to(BlockId(1));
        b.ret(1)
    }),
    ("@f: expected a block to put the instruction into", |b| {
        b.switch_to(BlockId(50));
        b.ret(1)
    }),
    ("@f: expected a block to put the instruction into", |b| {
        // The cursor is before an instruction that another builder of the same function erases.
        b.module().build(GlobalId(3))?.replace_inst(InstId(2), 1)?;
        b.add(b.param(0), 1).map(|_| ())
    }),
    ("@f: expected a block that is not the entry", |b| {
        b.erase_block(BlockId(1))?;
        b.erase_block(BlockId(1))
    }),
    ("@f: expected a block that is not the entry", |b| b.erase_block(BlockId(0))),
    ("@f: expected a block that is not the entry", |b| b.move_block_after(BlockId(0), BlockId(1))),
    ("@f: the operand is a value that there is not", |b| b.erase_block(BlockId(1))),
    ("@f: br: there is no block 1", |b| {
        b.erase_block(BlockId(1))?;
        b.switch_to(BlockId(2));
        b.br(BlockId(1))
    }),
    ("@f: there is no block 9", |b| {
        b.insert_block_after(BlockId(9), "new");
        Ok(())
    }),
    ("@f: there is no such block", |b| b.clone_block(BlockId(9), "copy").map(|_| ())),
    ("@f: cannot split a block before a phi or a pad", |b| b.split_block(InstId(6), "rest").map(|_| ())),
    ("@f: expected a block with a terminator", |b| {
        let new = b.block("new");
        b.replace_successor(new, BlockId(0), BlockId(1))
    }),
    // The structure of blocks.
    ("@f: Basic Block in function 'f' does not have terminator!", |b| {
        b.block("new");
        Ok(())
    }),
    ("@f: Basic Block in function 'f' does not have terminator!", |b| b.erase(InstId(7))),
    ("@f: Terminator found in the middle of a basic block!", |b| b.ret(1)),
    ("@f: Terminator found in the middle of a basic block!", |b| {
        b.insert_at(InsertPoint::End(BlockId(1)))?;
        b.unreachable()
    }),
    ("@f: instruction 1 of block 3: a phi follows another kind of instruction", |b| {
        b.insert_at(InsertPoint::Begin(BlockId(3)))?;
        b.add(b.param(0), 1).map(|_| ())
    }),
    ("@f: instruction 1 of block 1: a phi follows another kind of instruction", |b| {
        let int = b.module().int_type(32);
        b.insert_at(InsertPoint::End(BlockId(1)))?;
        let phi = b.phi(int)?;
        b.add_incoming(phi, 1, BlockId(0))?;
        b.move_to(b.last_inst().expect("a phi"), InsertPoint::Before(InstId(3)))
    }),
    ("@f: instruction 0 of block 1: a phi has no values", |b| {
        let int = b.module().int_type(32);
        b.phi(int).map(|_| ())
    }),
    ("@f: phi: expected a value of type i32, found i1", |b| {
        let (phi, truth) = (b.value_of(InstId(6)).expect("a phi"), b.value_of(InstId(0)).expect("a value"));
        b.add_incoming(phi, truth, BlockId(1))
    }),
    ("@f: expected a phi", |b| b.add_incoming(b.param(0), 1, BlockId(1))),
    // Wrong types by what is not checked at once.
    ("@f: ", |b| {
        let float = b.module().float_type();
        b.insert(Some(float), Inst::Bin { op: BinOp::Add, flags: OpFlags::NONE, lhs: b.param(0), rhs: b.param(0) }).map(|_| ())
    }),
    ("@f: ", |b| b.insert(None, Inst::Bin { op: BinOp::Add, flags: OpFlags::NONE, lhs: b.param(0), rhs: b.param(0) }).map(|_| ())),
    ("@f: ", |b| b.insert(Some(TypeId(7777)), Inst::Freeze(b.param(0))).map(|_| ())),
    ("@f: ", |b| {
        let int = b.module().int_type(32);
        b.insert(Some(int), Inst::Cast { op: CastOp::Trunc, flags: OpFlags::NONE, value: b.param(0) }).map(|_| ())
    }),
    ("@f: ", |b| {
        let int = b.module().int_type(32);
        b.insert(Some(int), Inst::ExtractElement { vector: b.param(0), index: b.param(0) }).map(|_| ())
    }),
    ("@f: ", |b| {
        let int = b.module().int_type(32);
        b.insert(Some(int), Inst::ExtractValue { aggregate: b.param(0), indices: Default::default() }).map(|_| ())
    }),
    ("@f: ", |b| {
        let int = b.module().int_type(32);
        b.insert(Some(int), Inst::Load { align: 0, access: Access::PLAIN, scope: 1, ptr: b.param(0) }).map(|_| ())
    }),
    ("@f: ", |b| {
        b.insert(None, Inst::Store { align: 200, access: Access::PLAIN, scope: 1, value: b.param(0), ptr: b.param(1) }).map(|_| ())
    }),
    ("@f: ", |b| {
        let ptr = b.module().ptr_type();
        b.insert(Some(ptr), Inst::Gep { flags: Default::default(), source: TypeId(9999), ops: Default::default() }).map(|_| ())
    }),
    ("@f: ", |b| {
        let int = b.module().int_type(32);
        b.insert(Some(int), Inst::Call(bctk_ir::entity::CallId(12))).map(|_| ())
    }),
    ("@f: ", |b| {
        let int = b.module().int_type(32);
        let (lhs, rhs) = (b.param(0), b.param(1));
        b.insert(Some(int), Inst::ICmp { pred: ICmpPred::Eq, flags: ArithFlags::NONE, lhs, rhs }).map(|_| ())
    }),
    ("@f: ", |b| {
        let int = b.module().int_type(32);
        let cond = b.param(0);
        b.insert(Some(int), Inst::Select { fmf: FastMathFlags::NONE, cond, if_true: cond, if_false: cond }).map(|_| ())
    }),
    ("@f: ", |b| {
        let void = b.module().void_type();
        b.insert(Some(void), Inst::Freeze(b.param(0))).map(|_| ())
    }),
    ("@f: ", |b| b.insert(None, Inst::Ret(OptionalId::NONE)).map(|_| ())),
    ("@f: ", |b| b.insert(None, Inst::Br(BlockId(77))).map(|_| ())),
    ("@f: ", |b| {
        let (end, one) = (b.phis(BlockId(3))[0], b.param(0));
        let value = b.value_of(end).expect("a value");
        // Nothing makes the value where it is used.
        b.insert(None, Inst::Store { align: 3, access: Access::PLAIN, scope: 1, value, ptr: b.param(1) })?;
        b.add(one, 1).map(|_| ())
    }),
    ("@f: ", |b| {
        let g = b.module().function("g").expect("g");
        b.call(g, [1])?;
        b.last_call().expect("a call").fn_ty = TypeId(0);
        Ok(())
    }),
    ("@f: ", |b| {
        let g = b.module().function("g").expect("g");
        b.call(g, [1])?;
        b.last_call().expect("a call").bundles = (5, 900_000);
        b.add_bundle("deopt", &[b.param(0)])?;
        b.last_call().expect("a call").attrs = bctk_ir::entity::AttrListId(4711);
        Ok(())
    }),
    ("@f: expected a call", |b| {
        b.add(b.param(0), 1)?;
        b.add_bundle("deopt", &[])
    }),
    ("@f: expected a value of this function", |b| {
        let g = b.module().function("g").expect("g");
        b.call(g, [1])?;
        b.add_bundle("deopt", &[Value::local(600)])
    }),
    // Numbers and types.
    ("@f: the number 256 has more bits than i8", |b| {
        let byte = b.module().int_type(8);
        let byte = b.load(byte, b.param(1))?;
        b.add(byte, 256).map(|_| ())
    }),
    ("@f: the number 170141183460469231731687303715884105727 has more bits than i32", |b| b.add(b.param(0), i128::MAX).map(|_| ())),
    ("@f: the number -170141183460469231731687303715884105728 has more bits than i32", |b| b.add(b.param(0), i128::MIN).map(|_| ())),
    ("there is no such type: i0", |b| {
        let none = b.module().int_type(0);
        b.load(none, b.param(1)).map(|_| ())
    }),
    ("there is no such type: <0 x i32>", |b| {
        let int = b.module().int_type(32);
        let none = b.module().vector_type(int, 0);
        b.load(none, b.param(1)).map(|_| ())
    }),
    ("@f: alloca: expected an integer count, found ptr", |b| {
        let int = b.module().int_type(32);
        b.alloca_of(int, b.param(1)).map(|_| ())
    }),
    ("@f: expected a type with a size, found void", |b| {
        let void = b.module().void_type();
        b.alloca(void).map(|_| ())
    }),
    ("@f: expected a type with a size, found void", |b| b.load(TypeId(123_456), b.param(1)).map(|_| ())),
    ("@f: phi: cannot have the type void", |b| {
        let void = b.module().void_type();
        b.phi(void).map(|_| ())
    }),
    ("@f: expected an alignment that is a power of two up to 2^32, found 3", |b| b.aligned_store(b.param(0), b.param(1), 3)),
    ("@f: expected an alignment that is a power of two up to 2^32, found 0", |b| b.aligned_store(b.param(0), b.param(1), 0)),
    ("@f: store: expected an alignment up to 2^32", |b| b.store_with(b.param(0), b.param(1), 255, Access::PLAIN)),
    ("@f: load: cannot be 'release'", |b| {
        let int = b.module().int_type(32);
        let access = Access::new(false, Ordering::Release, Ordering::NotAtomic, false);
        b.load_with(int, b.param(1), 3, access).map(|_| ())
    }),
    ("@f: atomicrmw add: cannot take a value of type ptr", |b| {
        b.atomicrmw(RmwOp::Add, b.param(1), b.param(1), Ordering::SeqCst).map(|_| ())
    }),
    ("@f: getelementptr: i32 has no such member", |b| {
        let int = b.module().int_type(32);
        b.gep(int, b.param(1), [0, 1]).map(|_| ())
    }),
    ("@f: getelementptr: { i32, i32 } has no such member", |b| {
        let int = b.module().int_type(32);
        let pair = b.module().struct_type(&[int, int]);
        b.struct_gep(pair, b.param(1), u32::MAX).map(|_| ())
    }),
    ("@f: getelementptr: { i32, i32 } has no such member", |b| {
        let int = b.module().int_type(32);
        let pair = b.module().struct_type(&[int, int]);
        let n = b.param(0);
        b.gep(pair, b.param(1), [Operand::Zero, n.into()]).map(|_| ())
    }),
    ("@f: shufflevector: expected a mask", |b| {
        let int = b.module().int_type(32);
        let four = b.module().vector_type(int, 4);
        let zero = b.module().const_zero(four);
        b.shuffle_vector(zero, zero, &[Some(u32::MAX)]).map(|_| ())
    }),
    ("@f: extractvalue: i32 has no member 0", |b| b.extract_value(b.param(0), &[0]).map(|_| ())),
    ("@f: switch: a case occurs twice", |b| b.switch(b.param(0), BlockId(1), [(1, BlockId(2)), (1, BlockId(2))])),
    ("@f: switch: expected a constant as a case", |b| {
        let int = b.module().int_type(32);
        let undef = b.module().undef(int);
        b.switch(b.param(0), BlockId(1), [(undef, BlockId(2))])
    }),
    // Names and metadata.
    ("@f: a name has a zero byte: a\\x00b", |b| {
        let n = b.param(0);
        b.named("a\0b").add(n, 1).map(|_| ())
    }),
    ("@f: a name has a zero byte: a\\x00b", |b| b.set_name(b.param(0), "a\0b")),
    ("@f: a name has a zero byte: \\x00", |b| {
        let new = b.block("\0");
        b.switch_to(new);
        b.unreachable()
    }),
    ("@f: there is no such value", |b| b.set_name(Value::local(7777), "x")),
    ("@f: expected a DILocation, found metadata 0", |b| {
        b.set_debug_location(Some(MdId(0)));
        b.add(b.param(0), 1).map(|_| ())
    }),
    ("@f: expected a DILocalVariable and a DIExpression", |b| b.dbg_value(b.param(0), MdId(1), MdId(2), MdId(3))),
    ("@f: there is no metadata 4711", |b| b.attach(InstId(2), "prof", MdId(4711))),
    ("@f: the debug location of an instruction is no attachment", |b| {
        let node = b.module().md_tuple(&[]);
        b.attach(InstId(2), "dbg", node)
    }),
    // The body is lost meanwhile.
    ("@f: instructions were put into a body that is gone", |b| {
        let own = b.id();
        b.module().delete_body(own)?;
        b.block("again");
        b.ret(1)
    }),
    ("@f: expected a block to put the instruction into", |b| {
        let own = b.id();
        b.module().delete_body(own)?;
        b.ret(1)
    }),
    ("a body that is gone", |b| {
        b.module().raw_module().bodies.clear();
        b.block("again");
        b.ret(1)
    }),
    ("@f: something else has changed the body", |b| {
        b.module().raw_module().bodies[0].insts.clear();
        Ok(())
    }),
    ("@f: expected a value of this function", |b| {
        // Values of another function that is built meanwhile.
        let h = b.module().function("h").expect("h");
        let foreign = {
            let mut edits = b.module();
            let mut inner = edits.build(h)?;
            inner.insert_at(InsertPoint::Begin(BlockId(0)))?;
            inner.add(inner.param(0), 1)?
        };
        b.add(foreign, 1).map(|_| ())
    }),
];

const IN_MODULE: &[(&str, OfModule)] = &[
    ("there is no global value 4711", |edit| edit.rename(GlobalId(4711), "x")),
    ("there is no global value 4711", |edit| edit.build(GlobalId(4711)).map(|_| ())),
    ("expected a function", |edit| edit.build(GlobalId(0)).map(|_| ())),
    ("expected a variable", |edit| {
        let (f, ty) = (edit.function("f").expect("f"), edit.global("f").expect("f"));
        let ty = edit.module().globals[ty.index()].value_type;
        let zero = edit.const_zero(ty);
        edit.set_initializer(f, Some(zero))
    }),
    ("initializer: expected a constant of type i32", |edit| edit.set_initializer(GlobalId(0), Some(Value::local(0)))),
    ("initializer: expected a constant of type i32", |edit| edit.set_initializer(GlobalId(0), Some(Value::constant(77_777)))),
    ("initializer: expected i32, found i8", |edit| {
        let (byte, int) = (edit.int_type(8), edit.int_type(32));
        let zero = edit.const_zero(byte);
        edit.add_variable("w", int, Some(zero)).map(|_| ())
    }),
    ("@v: a declaration must be external", |edit| {
        edit.set_linkage(GlobalId(0), Linkage::Internal)?;
        edit.set_initializer(GlobalId(0), None)
    }),
    ("@g: a declaration must be external", |edit| edit.set_linkage(GlobalId(2), Linkage::Private)),
    ("@v: what is extern_weak must be a declaration", |edit| edit.set_linkage(GlobalId(0), Linkage::ExternalWeak)),
    ("@f: a function cannot be common", |edit| edit.set_linkage(GlobalId(3), Linkage::Common)),
    ("@h: what is exported from a DLL must have default or protected visibility", |edit| {
        let id = edit.function("h").expect("h");
        edit.global_mut(id).expect("h").dll_storage = DllStorage::Export;
        edit.set_visibility(id, Visibility::Hidden)
    }),
    ("@g: what is imported from a DLL must have default visibility", |edit| {
        let id = edit.function("g").expect("g");
        let global = edit.global_mut(id).expect("g");
        (global.dll_storage, global.visibility) = (DllStorage::Import, Visibility::Protected);
        Ok(())
    }),
    ("@g: what is imported from a DLL is not local to its own", |edit| {
        let id = edit.function("g").expect("g");
        let global = edit.global_mut(id).expect("g");
        (global.dll_storage, global.dso_local) = (DllStorage::Import, true);
        Ok(())
    }),
    ("@f: what is local must have default visibility", |edit| {
        edit.global_mut(GlobalId(3)).expect("f").visibility = Visibility::Hidden;
        Ok(())
    }),
    ("@v: an alignment is larger than 2^32", |edit| {
        edit.global_mut(GlobalId(0)).expect("v").align = 250;
        Ok(())
    }),
    ("a name has a zero byte", |edit| edit.rename(GlobalId(0), "\0")),
    ("a name has a zero byte", |edit| {
        let int = edit.int_type(32);
        edit.add_variable("a\0", int, None).map(|_| ())
    }),
    ("a name has a zero byte", |edit| {
        let int = edit.int_type(32);
        edit.named_struct_type("a\0", &[int]);
        Ok(())
    }),
    ("@g: Basic Block in function 'g' does not have terminator!", |edit| {
        edit.build(GlobalId(2))?.block("");
        Ok(())
    }),
    ("@g: the body has no block", |edit| edit.build(GlobalId(2)).map(|_| ())),
    ("@f is erased, but something refers to it", |edit| edit.erase_global(GlobalId(3))),
    ("expected a global value of type ptr, found ptr addrspace(3)", |edit| {
        let (int, ptr) = (edit.int_type(32), edit.intern(Type::Ptr(3)));
        let other = edit.add_variable("w", int, None)?;
        edit.global_mut(other).expect("w").ptr_type = ptr;
        edit.replace_global(GlobalId(0), other)
    }),
    ("the address of a block of the function is taken", |edit| edit.replace_global(GlobalId(3), GlobalId(0))),
    // Types.
    ("there is no such type: i0", |edit| {
        edit.int_type(0);
        Ok(())
    }),
    ("there is no integer type of 0 bits", |edit| {
        let none = edit.int_type(0);
        edit.const_int(none, 1).map(|_| ())
    }),
    ("there is no such type: i8388609", |edit| {
        edit.int_type((1 << 23) + 1);
        Ok(())
    }),
    ("there is no integer type of 4294967295 bits", |edit| {
        let huge = edit.int_type(u32::MAX);
        edit.const_int(huge, 1).map(|_| ())
    }),
    ("there is no such type: <0 x i32>", |edit| {
        let int = edit.int_type(32);
        edit.vector_type(int, 0);
        Ok(())
    }),
    ("a constant of 4294967295 elements is too large", |edit| {
        let int = edit.int_type(32);
        let huge = edit.vector_type(int, u32::MAX);
        edit.const_int(huge, 7).map(|_| ())
    }),
    ("there is no such type: [1 x void]", |edit| {
        let void = edit.void_type();
        edit.array_type(void, 1);
        Ok(())
    }),
    ("there is no type 70000", |edit| {
        edit.struct_type(&[TypeId(70_000)]);
        Ok(())
    }),
    ("there is no type", |edit| {
        // A structure that would contain itself.
        let own = TypeId(edit.module().types.len() as u32);
        let made = edit.struct_type(&[own]);
        edit.const_zero(made);
        Ok(())
    }),
    ("there is no such type: void (void)", |edit| {
        let void = edit.void_type();
        edit.add_function("bad", void, &[void]);
        Ok(())
    }),
    ("there is no type 70000", |edit| {
        let id = edit.add_function("bad", TypeId(70_000), &[TypeId(70_001)]);
        edit.build(id)?.block("");
        Ok(())
    }),
    ("there is no such type: ptr addrspace(4294967295)", |edit| {
        edit.intern(Type::Ptr(u32::MAX));
        Ok(())
    }),
    ("types are nested deeper than 1024", |edit| {
        let mut ty = edit.int_type(32);
        for _ in 0..200_000 {
            ty = edit.struct_type(&[ty]);
        }
        edit.add_variable("deep", ty, None).map(|_| ())
    }),
    ("constants are nested deeper than 1024", |edit| {
        let int = edit.int_type(32);
        let mut value = edit.const_int(int, 1)?;
        for _ in 0..200_000 {
            value = edit.constant(int, ConstKind::Bin { op: BinOp::Sub, flags: OpFlags::NONE, lhs: value, rhs: value });
        }
        edit.set_initializer(GlobalId(0), Some(value))
    }),
    // Constants.
    ("constant", |edit| {
        let int = edit.int_type(32);
        edit.constant(int, ConstKind::Float(7));
        Ok(())
    }),
    ("constant", |edit| {
        let byte = edit.int_type(8);
        edit.constant(byte, ConstKind::Int(i64::MAX));
        Ok(())
    }),
    ("constant", |edit| {
        let int = edit.int_type(77);
        edit.constant(int, ConstKind::WideInt { start: 1 << 30, len: 2 });
        Ok(())
    }),
    ("constant", |edit| {
        let void = edit.void_type();
        edit.const_zero(void);
        Ok(())
    }),
    ("constant", |edit| {
        // A constant that would contain itself.
        let own = Value::constant(edit.module().consts.consts.len() as u32 + 1);
        let int = edit.int_type(32);
        edit.constant(int, ConstKind::FNeg(own));
        edit.constant(int, ConstKind::FNeg(own));
        Ok(())
    }),
    ("expected 3 members of [3 x i32], found 1", |edit| {
        let int = edit.int_type(32);
        let (three, one) = (edit.array_type(int, 3), edit.const_int(int, 1)?);
        edit.aggregate(three, &[one]).map(|_| ())
    }),
    ("expected a constant", |edit| edit.const_struct(&[Value::local(0)]).map(|_| ())),
    ("expected at least one element of a vector", |edit| edit.const_vector(&[]).map(|_| ())),
    ("@f: there is no block 99 to take the address of", |edit| {
        let ptr = edit.ptr_type();
        edit.constant(ptr, ConstKind::BlockAddress { function: GlobalId(3), block: BlockId(99) });
        Ok(())
    }),
    // Metadata.
    ("refers to what there is not", |edit| {
        edit.md_tuple(&[Some(MdId(9999))]);
        Ok(())
    }),
    ("there is no metadata 9999", |edit| edit.attach(GlobalId(0), "x", MdId(9999))),
    ("expected a node", |edit| {
        let text = edit.md_string("x");
        edit.attach(GlobalId(0), "x", text)
    }),
    ("there is no metadata 9999", |edit| {
        edit.add_named_metadata("x", MdId(9999));
        Ok(())
    }),
    ("expected the name of named metadata", |edit| {
        let node = edit.md_tuple(&[]);
        edit.add_named_metadata("", node);
        Ok(())
    }),
    ("expected the name of a kind of metadata", |edit| {
        edit.md_kind("");
        Ok(())
    }),
    ("expected a constant or a global value", |edit| edit.md_value(Value::local(0)).map(|_| ())),
    ("has no intrinsic llvm.nonsense", |edit| {
        let void = edit.void_type();
        let ty = edit.function_type(void, &[]);
        edit.intrinsic("llvm.nonsense", ty).map(|_| ())
    }),
];

/// What `spoil` says in the end, of a module made from [`BASE`].
fn said(spoil: impl Fn(&mut ModuleEdit<'_>) -> Result<()>) -> Option<String> {
    let mut module = module(BASE);
    let mut edit = module.edit();
    let error = spoil(&mut edit).and_then(|()| edit.finish().map(|_| ())).err();
    error.map(|error| error.to_string())
}

#[test]
fn all_ways_to_spoil_a_module_are_refused() {
    let mut wrong = Vec::new();
    let mut check = |number: usize, wanted: &str, found: Option<String>| match found {
        Some(found) if found.contains(wanted) => {}
        found => wrong.push(format!("{number}: expected {wanted:?}, found {found:?}")),
    };
    for (number, (wanted, spoil)) in IN_FUNCTION.iter().enumerate() {
        let found = said(|edit| {
            let f = edit.function("f").expect("f");
            let mut b = edit.build(f)?;
            b.insert_at(InsertPoint::Before(InstId(2)))?;
            spoil(&mut b)
        });
        check(number, wanted, found);
    }
    for (number, (wanted, spoil)) in IN_MODULE.iter().enumerate() {
        check(1000 + number, wanted, said(spoil));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is large or deep, but no mistake, is taken.
#[test]
fn large_things() -> Result<()> {
    let mut module = module(BASE);
    let mut edit = module.edit();
    let mut ty = edit.int_type(32);
    for _ in 0..1_000 {
        ty = edit.struct_type(&[ty]);
    }
    let zero = edit.const_zero(ty);
    edit.add_variable("deep", ty, Some(zero))?;
    let huge = edit.array_type(ty, u64::MAX);
    edit.add_variable("huge", huge, None)?;
    let wide = edit.int_type(1 << 23);
    let largest = edit.const_int(wide, i128::MAX)?;
    edit.add_variable("wide", wide, Some(largest))?;
    let mut b = edit.build(GlobalId(3))?;
    b.insert_at(InsertPoint::FromEnd(BlockId(1), u32::MAX))?;
    b.alloca(huge)?;
    for _ in 0..5_000 {
        let branch = b.terminator(BlockId(1)).expect("a terminator");
        b.split_block(branch, "")?;
    }
    edit.finish()?;
    crate::check(&module);
    Ok(())
}
