//! Makes modules from nothing.
use crate::{check, text};
use bctk_edit::{EditModule, InsertPoint, Operand};
use bctk_ir::attrs::AttrKind;
use bctk_ir::metadata::dwarf::{Encoding, Lang};
use bctk_ir::module::Module;
use bctk_ir::opcodes::{CastOp, ICmpPred, Ordering, RmwOp};

#[test]
fn fibonacci() -> Result<(), bctk_edit::EditError> {
    let mut module = Module::new("fib.c");
    let mut edit = module.edit();
    let int = edit.int_type(32);
    let fib = edit.add_function("fib", int, &[int]);
    let mut b = edit.build(fib)?;
    let n = b.param(0);
    b.set_name(n, "n")?;
    let (_, small, large) = (b.block("entry"), b.block("small"), b.block("large"));
    let is_small = b.named("is_small").icmp(ICmpPred::Slt, n, 2)?;
    b.cond_br(is_small, small, large)?;
    b.switch_to(small);
    b.ret(n)?;
    b.switch_to(large);
    let (one, two) = (b.nsw_sub(n, 1)?, b.nsw_sub(n, 2)?);
    let (one, two) = (b.call(fib, [one])?, b.call(fib, [two])?);
    let sum = b.named("sum").nsw_add(one, two)?;
    b.ret(sum)?;
    edit.finish()?;
    check(&module);
    let wanted = "\
define i32 @fib(i32 %n) {
entry:
  %is_small = icmp slt i32 %n, 2
  br i1 %is_small, label %small, label %large

small:                                            ; preds = %entry
  ret i32 %n

large:                                            ; preds = %entry
  %0 = sub nsw i32 %n, 1
  %1 = sub nsw i32 %n, 2
  %2 = call i32 @fib(i32 %0)
  %3 = call i32 @fib(i32 %1)
  %sum = add nsw i32 %2, %3
  ret i32 %sum
}";
    assert_eq!(text(&module), wanted);
    Ok(())
}

#[test]
fn a_loop_with_memory() -> Result<(), bctk_edit::EditError> {
    let mut module = Module::new("sum.c");
    module.data_layout = module.strings.push(b"e-m:e-i64:64-n8:16:32:64-S128");
    let mut edit = module.edit();
    let (long, ptr) = (edit.int_type(64), edit.ptr_type());
    let pair = edit.named_struct_type("pair", &[long, ptr]);
    let sum = edit.add_function("sum", long, &[ptr, long]);
    let text_id = edit.add_string(".str", "n = %ld\n");
    let word = edit.int_type(32);
    let printf_type = edit.variadic_type(word, &[ptr]);
    let printf = edit.get_or_insert_function("printf", printf_type)?;
    let mut b = edit.build(sum)?;
    let (array, count) = (b.param(0), b.param(1));
    let (entry, body, end) = (b.block("entry"), b.block("body"), b.block("end"));
    let slot = b.named("slot").alloca(pair)?;
    let field = b.struct_gep(pair, slot, 1)?;
    b.store(array, field)?;
    let is_empty = b.icmp(ICmpPred::Eq, count, 0)?;
    b.cond_br(is_empty, end, body)?;
    b.switch_to(body);
    let (at, so_far) = (b.phi(long)?, b.phi(long)?);
    let element = b.inbounds_gep(long, array, [at])?;
    let loaded = b.load(long, element)?;
    let (next_sum, next) = (b.add(so_far, loaded)?, b.add(at, 1)?);
    let is_last = b.icmp(ICmpPred::Uge, next, count)?;
    b.cond_br(is_last, end, body)?;
    for (phi, value) in [(at, next), (so_far, next_sum)] {
        b.add_incoming(phi, 0, entry)?;
        b.add_incoming(phi, value, body)?;
    }
    b.switch_to(end);
    let result = b.phi(long)?;
    b.add_incoming(result, 0, entry)?;
    b.add_incoming(result, next_sum, body)?;
    b.call(printf, [Operand::from(text_id), result.into()])?;
    b.atomicrmw(RmwOp::Add, array, result, Ordering::SeqCst)?;
    b.insert_at(InsertPoint::FromEnd(end, 1))?;
    let narrow = b.cast(CastOp::Trunc, bctk_ir::inst::OpFlags::NONE, result, word)?;
    b.insert_at(InsertPoint::End(end))?;
    let wide = b.sext(narrow, long)?;
    b.ret(wide)?;
    edit.add_enum_attribute(sum, AttrKind::NO_UNWIND)?;
    edit.add_string_attribute(sum, "frame-pointer", "all")?;
    edit.finish()?;
    check(&module);
    assert_eq!(text(&module), include_str!("loop.ll").trim());
    Ok(())
}

#[test]
fn debug_information() -> Result<(), bctk_edit::EditError> {
    let mut module = Module::new("twice.c");
    let mut edit = module.edit();
    let int = edit.int_type(32);
    let twice = edit.add_function("twice", int, &[int]);
    let mut di = edit.debug_info();
    let file = di.create_file("twice.c", "/src")?;
    let unit = di.create_compile_unit(Lang::C99, file, "mine", false)?;
    let int_type = di.create_basic_type("int", 32, Encoding::SIGNED)?;
    let ty = di.create_subroutine_type(&[Some(int_type), Some(int_type)])?;
    let function = di.create_function(unit, "twice", "", file, 1, ty, 1, false)?;
    let variable = di.create_parameter_variable(function, "n", 1, file, 1, int_type)?;
    let expression = di.create_expression(&[])?;
    let loc = edit.debug_location(2, 12, function, None);
    edit.attach(twice, "dbg", function)?;
    let mut b = edit.build(twice)?;
    b.block("");
    b.set_debug_location(Some(loc));
    b.dbg_value(b.param(0), variable, expression, loc)?;
    let sum = b.add(b.param(0), b.param(0))?;
    b.ret(sum)?;
    edit.finish()?;
    check(&module);
    assert_eq!(text(&module), include_str!("debug.ll").trim());
    Ok(())
}

#[test]
fn names_are_unique() -> Result<(), bctk_edit::EditError> {
    let mut module = Module::new("names.c");
    let mut edit = module.edit();
    let void = edit.void_type();
    let first = edit.add_function("f", void, &[]);
    let second = edit.add_function("f", void, &[]);
    assert_ne!(first, second);
    let mut b = edit.build(second)?;
    b.block("a");
    let next = b.block("a");
    b.br(next)?;
    b.switch_to(next);
    b.ret_void()?;
    edit.finish()?;
    check(&module);
    assert_eq!(
        text(&module),
        "declare void @f()\n\ndefine void @f.1() {\na:\n  br label %a1\n\na1:                                               ; preds = %a\n  ret void\n}"
    );
    Ok(())
}

/// A mistake in a function `i32 @f(i32)`.
type Mistake<'a> = &'a dyn Fn(&mut bctk_edit::FunctionBuilder<'_, '_>) -> bctk_edit::Result<()>;

/// Each of these is refused where it is asked for, or at the end, with the function and what was expected.
#[test]
fn mistakes() {
    let message = |make: Mistake<'_>| {
        let mut module = Module::new("bad.c");
        let mut edit = module.edit();
        let int = edit.int_type(32);
        let id = edit.add_function("f", int, &[int]);
        let mut b = edit.build(id).expect("a function");
        b.block("entry");
        let made = make(&mut b);
        made.and_then(|()| edit.finish().map(|_| ())).expect_err("an error").to_string()
    };
    let cases: [(&str, Mistake<'_>); 9] = [
        ("@f: ret: expected a value of type i32, found i1", &|b| {
            let truth = b.icmp(ICmpPred::Eq, b.param(0), 0)?;
            b.ret(truth)
        }),
        ("@f: add: expected at least one operand with a type", &|b| b.add(1, 2).map(|_| ())),
        ("@f: the number 5000000000 has more bits than i32", &|b| b.ret(5_000_000_000i64)),
        ("@f: fadd: expected floating-point numbers, found i32", &|b| b.fadd(b.param(0), b.param(0)).map(|_| ())),
        ("@f: call: expected 1 arguments, found 0", &|b| {
            let own = b.id();
            b.call(own, [Operand::Zero; 0]).map(|_| ())
        }),
        ("@f: expected a value of this function, a constant or a global value", &|b| b.ret(b.param(9))),
        ("@f: zext: cannot cast i32 to i32", &|b| {
            let ty = b.module().int_type(32);
            b.zext(b.param(0), ty).map(|_| ())
        }),
        ("@f: load: expected a pointer, found i32", &|b| {
            let ty = b.module().int_type(32);
            b.load(ty, b.param(0)).map(|_| ())
        }),
        ("@f: br: there is no block 7", &|b| b.br(bctk_ir::entity::BlockId(7))),
    ];
    for (wanted, make) in cases {
        assert_eq!(message(make), wanted);
    }
    let unfinished = message(&|_| Ok(()));
    assert!(unfinished.starts_with("@f: "), "{unfinished}");
}
