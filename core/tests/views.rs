//! Views of modules that come from texts.
use bctk_core::ir::value::ValueKind;
use bctk_core::{Limits, Module, open_text};

/// Phis refer to values that later instructions make.
const TEXT: &str = "define i32 @f(i1 %c) {
  br label %loop
loop:
  %p = phi i32 [ 0, %0 ], [ %d, %loop ]
  %q = phi i32 [ 1, %0 ], [ %e, %loop ]
  %d = add i32 %p, 1
  %e = add i32 %q, %d
  br i1 %c, label %loop, label %out
out:
  ret i32 %e
}
";

/// Checks that each operand knows the instruction that makes it, and gives how many operands are made.
fn makers(module: &Module) -> usize {
    let function = module.view().function("f").unwrap();
    let mut found = 0;
    for operand in function.instructions().flat_map(|inst| inst.operands()) {
        let is_made = matches!(operand.value().kind(), ValueKind::Local(local) if local >= 1);
        let maker = operand.as_instruction();
        assert_eq!(maker.is_some(), is_made, "{}", operand.name_str());
        assert_eq!(maker.and_then(|maker| maker.result()).map(|result| result.value()), maker.map(|_| operand.value()));
        found += usize::from(is_made);
    }
    found
}

#[test]
fn a_value_knows_its_instruction_in_any_order() {
    let mut module = open_text("f.ll", TEXT, &Limits::default()).module().unwrap().read_as_stored().unwrap();
    assert_eq!(makers(&module), 6);
    // As it is while a body is changed.
    module.bodies[0].results.swap(1, 4);
    assert_eq!(makers(&module), 6);
}

#[test]
fn a_terminator_knows_what_follows() {
    let module = open_text("f.ll", TEXT, &Limits::default()).module().unwrap().read_as_stored().unwrap();
    let function = module.view().function("f").unwrap();
    let successors: Vec<Vec<u32>> = function.instructions().map(|inst| inst.successors().iter().map(|to| to.id().0).collect()).collect();
    assert_eq!(successors, [vec![1], vec![], vec![], vec![], vec![], vec![1, 2], vec![]]);
    let of_blocks: Vec<usize> = function.blocks().map(|block| block.successors().len()).collect();
    assert_eq!(of_blocks, [1, 2, 0]);
}

#[test]
fn text_is_text_whatever_it_looks_like() {
    let open = |text: &[u8]| open_text("x", text, &Limits::default());
    assert!(open(b"").is_assembly());
    assert_eq!(open(b"").module().unwrap().read().unwrap().globals.len(), 0);
    let error = open(b"BC\xC0\xDE").module().unwrap().read().unwrap_err();
    assert!(matches!(error.kind(), bctk_core::ErrorKind::Text(_)), "{error}");
}
