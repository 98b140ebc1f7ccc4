//! Tests of what readers refuse, so that only a program that makes or changes a module meets it.
use super::{local, module};
use bctk_ir::entity::{AttrListId, BlockId, List, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::{Access, Inst, RmwAccess};
use bctk_ir::keywords::Linkage;
use bctk_ir::module::Module;
use bctk_ir::opcodes::{Ordering, RmwOp};
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use bctk_verify::{VerifyOptions, verify};

/// A function with these instructions and many parameters.
fn function(lines: &str) -> Module {
    module(&format!(
        "define void @f(i1 %c, i32 %i, i32 %k, i64 %j, float %f, float %g, double %d, ptr %p, ptr addrspace(1) %q, <2 x i32> %v, <4 x i32> %w, \
         <2 x ptr> %pp, <4 x ptr> %qq, {{ i32 }} %s, {{ <vscale x 2 x i32> }} %z) personality ptr @g {{\nentry:\n{lines}\n}}\ndeclare void @g()\n"
    ))
}

/// The first message about a module, after a change of it.
fn message(mut module: Module, change: impl FnOnce(&mut Module)) -> String {
    change(&mut module);
    let report = verify(&module, &VerifyOptions::default());
    report.findings.first().map_or_else(String::new, |finding| finding.message.to_string())
}

/// The type of a local, or one that no local has.
fn ty(module: &mut Module, name: &str) -> TypeId {
    match name {
        "void" => module.types.intern(Type::Void),
        "function" => {
            let (ret, params) = (module.types.intern(Type::Void), module.types.lists.push(&[]));
            module.types.intern(Type::Function { ret, params, vararg: false })
        }
        _ => module.bodies[0].local_types[local(&module.bodies[0], name) as usize],
    }
}

/// An instruction, the locals that get the types of others, and the message.
type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str);

/// Checks the message about each function after some locals got the type of others.
fn retyped(cases: &[Case<'_>]) {
    for (line, changes, expected) in cases {
        let lines = format!("  {line}\n  ret void");
        assert_eq!(message(function(&lines), |_| {}), "", "{line}");
        let found = message(function(&lines), |module| {
            for (of, like) in *changes {
                let like = ty(module, like);
                let of = local(&module.bodies[0], of);
                module.bodies[0].local_types[of as usize] = like;
            }
        });
        assert_eq!(found, *expected, "{line} {changes:?}");
    }
}

#[test]
fn operators_have_their_types() {
    retyped(&[
        ("%x = fneg float %f", &[("x", "i")], "Unary operators must have same type foroperands and result!"),
        ("%x = fneg float %f", &[("x", "i"), ("f", "i")], "FNeg operator only works with float types!"),
        ("%x = xor i32 %i, %i", &[("x", "f"), ("i", "f")], "Logical operators only work with integral types!"),
        ("%x = xor i32 %i, %i", &[("x", "j")], "Logical operators must have same type for operands and result!"),
        ("%x = shl i32 %i, %i", &[("x", "f"), ("i", "f")], "Shifts only work with integral types!"),
        ("%x = shl i32 %i, %i", &[("x", "j")], "Shift return type must be same as operands!"),
        ("%x = fadd float %f, %f", &[("x", "i"), ("f", "i")], "Floating-point arithmetic operators only work with floating-point types!"),
        ("%x = fadd float %f, %f", &[("x", "d")], "Floating-point arithmetic operators must have same type for operands and result!"),
        ("%x = add i32 %i, %i", &[("x", "f"), ("i", "f")], "Integer arithmetic operators only work with integral types!"),
        ("%x = add i32 %i, %i", &[("x", "j")], "Integer arithmetic operators must have same type for operands and result!"),
        ("%x = fcmp oeq float %f, %g", &[("f", "d")], "Both operands to FCmp instruction are not of the same type!"),
        ("%x = fcmp oeq float %f, %f", &[("f", "i")], "Invalid operand types for FCmp instruction"),
        ("%x = icmp eq i32 %i, %k", &[("i", "j")], "Both operands to ICmp instruction are not of the same type!"),
        ("%x = icmp eq i32 %i, %i", &[("i", "f")], "Invalid operand types for ICmp instruction"),
        ("%x = select i1 %c, i32 %i, i32 %k", &[("c", "i")], "Invalid operands for select instruction!"),
        ("%x = select i1 %c, i32 %i, i32 %k", &[("x", "j")], "Select values must have same type as select instruction!"),
        ("%x = freeze i32 %i", &[("x", "function")], "Instruction returns a non-scalar type!"),
        ("%x = freeze i32 %i", &[("i", "function")], "Instruction operands must be first-class values!"),
    ]);
    let found = message(function("  br label %n\nn:\n  %x = phi i32 [ %i, %entry ]\n  ret void"), |module| {
        let like = ty(module, "j");
        let x = local(&module.bodies[0], "x");
        module.bodies[0].local_types[x as usize] = like;
    });
    assert_eq!(found, "PHI node operands are not the same type as the result!");
}

#[test]
fn members_and_elements_have_their_types() {
    retyped(&[
        ("%x = extractelement <2 x i32> %v, i32 %i", &[("i", "f")], "Invalid extractelement operands!"),
        ("%x = insertelement <2 x i32> %v, i32 %i, i32 %k", &[("i", "f")], "Invalid insertelement operands!"),
        ("%x = shufflevector <2 x i32> %v, <2 x i32> %v, <2 x i32> zeroinitializer", &[("v", "i")], "Invalid shufflevector operands!"),
        ("%x = extractvalue { i32 } %s, 0", &[("x", "j")], "Invalid ExtractValueInst operands!"),
        ("%x = insertvalue { i32 } %s, i32 %i, 0", &[("i", "j")], "Invalid InsertValueInst operands!"),
        ("%x = getelementptr i32, ptr %p, i32 %i", &[("p", "i")], "GEP base pointer is not a vector or a vector of pointers"),
        ("%x = getelementptr i32, ptr %p, i32 %i", &[("i", "f")], "GEP indexes must be integers"),
        ("%x = getelementptr i32, ptr %p, i32 %i", &[("x", "i")], "GEP is not of right type for indices!"),
        ("%x = getelementptr i32, ptr %p, i32 %i", &[("x", "q")], "GEP address space doesn't match type"),
        ("%x = getelementptr i32, <2 x ptr> %pp, i32 %i", &[("x", "qq")], "Vector GEP result width doesn't match operand's"),
        ("%x = getelementptr i32, ptr %p, <2 x i32> %v", &[("x", "qq")], "Invalid GEP index vector width"),
    ]);
    let sources = [
        ("void", "GEP into unsized type!"),
        ("z", "getelementptr cannot target structure that contains scalable vectortype"),
        ("i", "Invalid indices for GEP pointer type!"),
    ];
    for (like, expected) in sources {
        let found = message(function("  %x = getelementptr [2 x i32], ptr %p, i32 %i, i32 %i\n  ret void"), |module| {
            let like = ty(module, like);
            if let Inst::Gep { source, .. } = &mut module.bodies[0].insts[0] {
                *source = like;
            }
        });
        assert_eq!(found, expected);
    }
}

/// The message about a function whose first instruction is changed.
fn changed(line: &str, change: impl FnOnce(&mut Inst)) -> String {
    message(function(&format!("  {line}\n  ret void")), |module| change(&mut module.bodies[0].insts[0]))
}

fn access(of: Ordering) -> Access {
    Access::new(false, of, Ordering::NotAtomic, false)
}

#[test]
fn memory_is_accessed_by_pointers() {
    retyped(&[
        ("%x = alloca i32, i32 %i", &[("i", "f")], "Alloca array size must have integer type"),
        ("%x = load i32, ptr %p", &[("p", "i")], "Load operand must be a pointer."),
        ("%x = load i32, ptr %p", &[("x", "function")], "loading unsized types is not allowed"),
        ("store i32 %i, ptr %p", &[("p", "i")], "Store operand must be a pointer."),
        ("store i32 %i, ptr %p", &[("i", "function")], "storing unsized types is not allowed"),
        (
            "%x = atomicrmw add ptr %p, i32 %i monotonic",
            &[("i", "f")],
            "atomicrmw add operand must have integer or fixed vector of integer type!",
        ),
        ("%x = atomicrmw xchg ptr %p, i32 %i monotonic", &[("i", "v")], "atomicrmw xchg operand must have integer or floating point type!"),
        (
            "%x = atomicrmw fadd ptr %p, float %f monotonic",
            &[("f", "i")],
            "atomicrmw fadd operand must have floating-point or fixed vector of floating-point type!",
        ),
    ]);
    let found = message(function("  %x = alloca i32\n  ret void"), |module| {
        let void = ty(module, "void");
        if let Inst::Alloca { ty, .. } = &mut module.bodies[0].insts[0] {
            *ty = void;
        }
    });
    assert_eq!(found, "Cannot allocate unsized type");
}

#[test]
fn accesses_have_their_alignments_and_orderings() {
    let huge = |inst: &mut Inst| match inst {
        Inst::Alloca { align, .. } | Inst::Load { align, .. } | Inst::Store { align, .. } => *align = 34,
        _ => {}
    };
    for line in ["%x = alloca i32", "%x = load i32, ptr %p", "store i32 %i, ptr %p"] {
        assert_eq!(changed(line, huge), "huge alignment values are unsupported");
    }
    let release = |inst: &mut Inst| match inst {
        Inst::Load { access: of, .. } => *of = access(Ordering::Release),
        Inst::Store { access: of, .. } => *of = access(Ordering::Acquire),
        Inst::AtomicRmw { access: of, .. } => *of = RmwAccess::new(false, Ordering::Unordered),
        Inst::Fence { ordering, .. } => *ordering = Ordering::Monotonic,
        _ => {}
    };
    assert_eq!(changed("%x = load atomic i32, ptr %p acquire, align 4", release), "Load cannot have Release ordering");
    assert_eq!(changed("store atomic i32 %i, ptr %p release, align 4", release), "Store cannot have Acquire ordering");
    assert_eq!(changed("%x = atomicrmw add ptr %p, i32 %i monotonic", release), "atomicrmw instructions cannot be unordered.");
    let message = "fence instructions may only have acquire, release, acq_rel, or seq_cst ordering.";
    assert_eq!(changed("fence acquire", release), message);
    let scoped = |inst: &mut Inst| match inst {
        Inst::Load { scope, .. } | Inst::Store { scope, .. } => *scope = 0,
        _ => {}
    };
    let message = "Non-atomic load cannot have SynchronizationScope specified";
    assert_eq!(changed("%x = load i32, ptr %p", scoped), message);
    let message = "Non-atomic store cannot have SynchronizationScope specified";
    assert_eq!(changed("store i32 %i, ptr %p", scoped), message);
    let by_element = |ordering: Ordering| {
        move |inst: &mut Inst| {
            if let Inst::AtomicRmw { op, access, .. } = inst {
                (*op, *access) = (RmwOp::Add, RmwAccess::new(false, ordering).elementwise());
            }
        }
    };
    let line = "%x = atomicrmw add ptr %p, i32 %i monotonic";
    assert_eq!(changed(line, by_element(Ordering::SeqCst)), "atomicrmw elementwise cannot be sequentially consistent.");
    assert_eq!(changed(line, by_element(Ordering::Monotonic)), "atomicrmw elementwise operand must have fixed vector type!");
}

#[test]
fn terminators_have_their_types() {
    let retype = |of: &'static str, like: &'static str| {
        move |module: &mut Module| {
            let like = ty(module, like);
            let of = local(&module.bodies[0], of);
            module.bodies[0].local_types[of as usize] = like;
        }
    };
    let branch = || function("  br i1 %c, label %a, label %a\na:\n  ret void");
    assert_eq!(message(branch(), retype("c", "i")), "Branch condition is not 'i1' type!");
    let branch = || function("  indirectbr ptr %p, [label %a]\na:\n  ret void");
    assert_eq!(message(branch(), retype("p", "i")), "Indirectbr operand must have pointer type!");
    let switch = || function("  switch i32 %i, label %a [ i32 1, label %a\n    i32 2, label %a ]\na:\n  ret void");
    assert_eq!(message(switch(), retype("i", "j")), "Switch constants must all be same type as switch value!");
    let cases = |module: &mut Module, change: &dyn Fn(&mut Value, Value)| {
        let body = &mut module.bodies[0];
        let Inst::Switch { cases, .. } = body.insts[0] else { panic!("no switch") };
        let mut list: Vec<(Value, BlockId)> = body.lists.get(cases).iter().collect();
        let first = list[0].0;
        change(&mut list[1].0, first);
        let list = body.lists.push(&list);
        if let Inst::Switch { cases, .. } = &mut body.insts[0] {
            *cases = list;
        }
    };
    let found = message(switch(), |module| cases(module, &|case, first| *case = first));
    assert_eq!(found, "Duplicate integer as switch case");
    let found = message(switch(), |module| {
        let other = Value::local(local(&module.bodies[0], "k"));
        cases(module, &|case, _| *case = other);
    });
    assert_eq!(found, "Case value is not a constant integer.");
    let found = message(function("  ret void"), |module| {
        let value = Value::local(local(&module.bodies[0], "i"));
        module.bodies[0].insts[0] = Inst::Ret(Some(value).into());
    });
    assert_eq!(found, "Found return instr that returns non-void in Function of void return type!");
    let text = "  invoke void @g() to label %a unwind label %b\na:\n  ret void\nb:\n  %x = catchswitch within none [label %h] unwind to caller\n\
                h:\n  %y = catchpad within %x []\n  catchret from %y to label %a";
    assert_eq!(message(function(text), |_| {}), "");
    let found = message(function(text), |module| {
        if let Inst::CatchSwitch { handlers, .. } = &mut module.bodies[0].insts[2] {
            *handlers = List::EMPTY;
        }
    });
    assert_eq!(found, "CatchSwitchInst cannot have empty handler list");
}

#[test]
fn functions_have_their_types() {
    let found = message(function("  ret void"), |module| module.globals[0].linkage = Linkage::Common);
    assert_eq!(found, "Functions may not have common linkage");
    let with = |module: &mut Module, returns: bool| {
        let (label, void) = (module.types.intern(Type::Label), module.types.intern(Type::Void));
        let list = Vec::from_iter((!returns).then_some(void));
        let params = module.types.lists.push(&list);
        let ret = if returns { label } else { void };
        let declared = module.globals.iter_mut().find(|global| global.is_declaration()).expect("a declaration");
        declared.value_type = module.types.intern(Type::Function { ret, params, vararg: false });
    };
    assert_eq!(message(module("declare void @g()\n"), |module| with(module, true)), "Functions cannot return aggregate values!");
    let found = message(module("declare void @g()\n"), |module| with(module, false));
    assert_eq!(found, "Function arguments must have first-class types!");
}

/// Takes the attributes from all functions.
fn without_attributes(module: &mut Module) {
    for global in &mut module.globals {
        if let GlobalKind::Function(function) = &mut global.kind {
            function.attrs = AttrListId(0);
        }
    }
    assert!(module.attrs.params(AttrListId(0)).of(0).is_none());
}

#[test]
fn intrinsics_have_constants() {
    let text = "define void @f(i32 %n) {\n  %t = call token @llvm.call.preallocated.setup(i32 %n)\n  ret void\n}\n\
                declare token @llvm.call.preallocated.setup(i32)\n";
    assert_eq!(message(module(text), without_attributes), "llvm.call.preallocated.setup argument must be a constant");
    let relocation = |indices: &str| {
        module(&format!(
            "declare void @g()\n\
             declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)\n\
             declare ptr @llvm.experimental.gc.relocate.p0(token, i32, i32)\n\
             define void @f(ptr %p, i32 %i) gc \"erlang\" {{\n\
             %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, \
             i32 0, i32 0, i32 0) [ \"gc-live\"(ptr %p) ]\n\
             %r = call ptr @llvm.experimental.gc.relocate.p0(token %t, {indices})\n  ret void\n}}\n"
        ))
    };
    assert_eq!(message(relocation("i32 0, i32 0"), |_| {}), "");
    assert_eq!(message(relocation("i32 %i, i32 0"), without_attributes), "gc.relocate operand #2 must be integer offset");
    assert_eq!(message(relocation("i32 0, i32 %i"), without_attributes), "gc.relocate operand #3 must be integer offset");
}

#[test]
fn patterns_have_a_size() {
    let text = "define void @f(ptr %p) {\n  call void @llvm.experimental.memset.pattern.p0.token.i64(ptr %p, token none, i64 1, i1 false)\n  ret void\n}\n\
                declare void @llvm.experimental.memset.pattern.p0.token.i64(ptr, token, i64, i1)\n";
    assert_eq!(message(module(text), |_| {}), "unsized types cannot be used as memset patterns");
}

#[test]
fn names_of_intrinsics_state_their_types() {
    let found = message(module("declare i32 @llvm.ctpop.i32(i32)\n"), |module| {
        module.globals[0].name = module.strings.push(b"llvm.ctpop.i64");
    });
    assert_eq!(found, "Intrinsic name not mangled correctly for type arguments! Should be: llvm.ctpop.i32");
}
