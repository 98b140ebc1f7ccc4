//! Attributes that no text has, since the parser refuses them.
use bctk_ir::attr_set::{Attr, AttrIndex, ConstantRange};
use bctk_ir::attrs::AttrKind;
use bctk_ir::entity::{AttrListId, AttrSetId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_verify::{VerifyOptions, verify};

/// What is wrong with `declare i32 @f(ptr)` with this attribute.
fn fault(index: AttrIndex, attr: Attr) -> String {
    fault_of(Type::Ptr(0), index, attr)
}

/// What is wrong with `declare i32 @f(…)` with a parameter of this type and this attribute.
fn fault_of(param: Type, index: AttrIndex, attr: Attr) -> String {
    let mut module = Module::default();
    let (ptr, int) = (module.types.intern(Type::Ptr(0)), module.types.intern(Type::Int(32)));
    let param = module.types.intern(param);
    let params = module.types.lists.push(&[param]);
    let fn_ty = module.types.intern(Type::Function { ret: int, params, vararg: false });
    let mut global = GlobalValue::declaration(module.strings.push(b"f"), fn_ty, ptr);
    module.attrs.sets.push(vec![attr]);
    module.attrs.lists.push(vec![(index, AttrSetId(0))]);
    if let GlobalKind::Function(function) = &mut global.kind {
        function.attrs = AttrListId(1);
    }
    module.globals.push(global);
    let report = verify(&module, &VerifyOptions::default());
    report.findings.first().map(|finding| finding.message.to_string()).unwrap_or_default()
}

// What opt 23 says of the same attributes in bitcode, where LLVM's parser does not see them.
#[test]
fn what_no_text_can_state() {
    let param = AttrIndex::Param(0);
    assert_eq!(fault(AttrIndex::Return, Attr::Enum(AttrKind::COLD)), "Attribute 'cold' does not apply to function return values");
    assert_eq!(fault(param, Attr::Enum(AttrKind::COLD)), "Attribute 'cold' does not apply to parameters");
    assert_eq!(fault(AttrIndex::Function, Attr::Enum(AttrKind::NOUNDEF)), "Attribute 'noundef' does not apply to functions!");
    assert_eq!(fault(AttrIndex::Param(1), Attr::Enum(AttrKind::NOUNDEF)), "Attribute after last parameter!");
    assert_eq!(fault(param, Attr::Type(AttrKind::STRUCT_RET, None)), "Invalid struct return type!");
    assert_eq!(fault(param, Attr::Enum(AttrKind::NOUNDEF)), "");
}

#[test]
fn classes_of_floats() {
    let of = |classes| fault_of(Type::Float, AttrIndex::Param(0), Attr::Int(AttrKind::NOFPCLASS, classes));
    assert_eq!(of(3), "");
    assert_eq!(of(0), "Attribute 'nofpclass' must have at least one test bit set");
    assert_eq!(of(0x400), "Invalid value for 'nofpclass' test mask");
}

#[test]
fn lists_of_ranges() {
    let range = |low: u64, high: u64| ConstantRange { width: 64, lower: vec![low], upper: vec![high] };
    let of = |ranges| fault(AttrIndex::Param(0), Attr::RangeList(AttrKind::INITIALIZES, ranges));
    assert_eq!(of(vec![range(0, 4), range(8, 12)]), "");
    assert_eq!(of(Vec::new()), "Attribute 'initializes' does not support empty list");
    assert_eq!(of(vec![range(8, 12), range(0, 4)]), "Attribute 'initializes' does not support unordered ranges");
}
