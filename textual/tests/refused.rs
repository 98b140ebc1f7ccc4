//! What LLVM 22 refuses is refused in its words, at its place: the table holds line, column and message of `llvm-as -disable-verify`.
use bctk_textual::{ParseOptions, parse};

/// Text, line, column, message.
#[rustfmt::skip]
const REFUSED: &[(&str, usize, usize, &str)] = &[
    ("define void @f() {\n  ret i32 0\n}\n", 2, 7, "value doesn't match function result type 'void'"),
    ("define i32 @f() {\n  ret void\n}\n", 2, 7, "value doesn't match function result type 'i32'"),
    ("define void @f() {\n  br label %x\n}\n", 2, 12, "use of undefined value '%x'"),
    ("define void @f(i32 %a) {\n  %b = add i64 %a, 1\n  ret void\n}\n", 2, 16, "'%a' defined with type 'i32' but expected 'i64'"),
    ("define void @f(i32 %a) {\n  %a = add i32 1, 1\n  ret void\n}\n", 2, 3, "multiple definition of local value named 'a'"),
    ("define void @f() {\n  %5 = add i32 1, 1\n  %4 = add i32 1, 1\n  ret void\n}\n", 3, 3, "instruction expected to be numbered '%6' or greater"),
    ("define void @f() {\n}\n", 2, 1, "function body requires at least one basic block"),
    ("define void @f() {\n  %x = load i32, i32 0\n  ret void\n}\n", 2, 18, "load operand must be a pointer to a first class type"),
    ("define void @f(ptr %p) {\n  %x = load atomic i32, ptr %p seq_cst\n  ret void\n}\n", 2, 25, "atomic load must have explicit non-zero alignment"),
    ("define void @f(ptr %p) {\n  %x = getelementptr {i32}, ptr %p, i32 0, i32 1\n  ret void\n}\n", 2, 29, "invalid getelementptr indices"),
    ("define void @f(i32 %p) {\n  %x = getelementptr i32, i32 %p, i32 0\n  ret void\n}\n", 2, 27, "base of getelementptr must be a pointer"),
    ("define void @f(i32 %p) {\n  %x = trunc i32 %p to i64\n  ret void\n}\n", 2, 14, "invalid cast opcode for cast from 'i32' to 'i64'"),
    ("define void @f(i32 %p) {\n  br i32 %p, label %a, label %b\n}\n", 2, 6, "branch condition must have 'i1' type"),
    ("define void @f(i32 %p) {\n  call void (i32) @f()\n  ret void\n}\n", 2, 8, "not enough parameters specified for call"),
    ("define void @f(i32 %p) {\n  call void (i32) @f(i64 1)\n  ret void\n}\n", 2, 22, "argument is not of expected type 'i32'"),
    ("define void @f(i32 %p) {\n  call void (i32) @f(i32 1, i32 2)\n  ret void\n}\n", 2, 29, "too many arguments specified"),
    ("define void @f(i32 %p) {\n  call void @g()\n  ret void\n}\n", 2, 13, "use of undefined value '@g'"),
    ("define void @f({i32} %p) {\n  %x = extractvalue {i32} %p, 1\n  ret void\n}\n", 2, 21, "invalid indices for extractvalue"),
    ("define void @f(i32 %p) {\n  switch i32 %p, label %a [ i32 1, label %a i32 1, label %a ]\na:\n  ret void\n}\n", 2, 45, "duplicate case value in switch"),
    ("define void @f(i32 %p) {\n  %x = fadd i32 %p, %p\n  ret void\n}\n", 2, 13, "invalid operand type for instruction"),
    ("define void @f(i32 %p) {\n  foo\n}\n", 2, 3, "expected instruction opcode"),
    ("define void @f(ptr %p) {\n  %x = cmpxchg ptr %p, i32 0, i32 1 unordered monotonic\n  ret void\n}\n", 3, 3, "invalid cmpxchg success ordering"),
    ("define void @f(ptr %p) {\n  %x = atomicrmw fadd ptr %p, i32 1 seq_cst\n  ret void\n}\n", 2, 31, "atomicrmw fadd operand must be a floating point or fixed vector of floating point type"),
    ("define void @f(ptr %p) {\n  %x = call i32 @h(i32 1) !foo\n  ret void\n}\ndeclare i32 @h(i32)\n", 2, 27, "expected instruction opcode"),
    ("define void @f(ptr %p) {\n  %x = ret void\n}\n", 2, 3, "instructions returning void cannot have a name"),
    ("define void @f() {\n  %x = phi fast i32 [1, %a]\n  ret void\n}\n", 2, 8, "fast-math-flags specified for phi without floating-point scalar or vector return type"),
    ("define void @f() {\n  %x = add i32 %y, 1\n  %y = add i64 1, 1\n  ret void\n}\n", 3, 3, "instruction forward referenced with type 'i32'"),
    ("@x = global half 65520.0\n", 1, 18, "floating-point constant overflowed type"),
    ("@x = global float 1\n", 1, 19, "integer/byte constant must have integer/byte type"),
    ("@x = global i32 1.0\n", 1, 17, "floating-point constant invalid for type"),
    ("@x = global float f0x3f8\n", 1, 19, "float hex literal has incorrect number of bits"),
    ("@x = global i32 null\n", 1, 17, "null must be a pointer type"),
    ("@x = global [2 x i32] [i32 1, i64 2]\n", 1, 24, "array element #1 is not of type 'i32"),
    ("@x = global [2 x i32] [i32 1]\n", 1, 23, "constant expression type mismatch: got type '[1 x i32]' but expected '[2 x i32]'"),
    ("@x = global {i32} {i64 1}\n", 1, 19, "element 0 of struct initializer doesn't match struct element type"),
    ("@x = global {i32} {i32 1, i32 2}\n", 1, 19, "initializer with struct type has wrong # elements"),
    ("@x = global i32 %y\n", 1, 17, "invalid use of function-local name"),
    ("@x = global i32 add (i32 1, i64 2)\n", 1, 17, "operands of constexpr must have same type"),
    ("@x = global <2 x i32> splat (i64 2)\n", 1, 23, "constant expression type mismatch: got type 'i64' but expected 'i32'"),
    ("@x = global [3 x i8] c\"ab\"\n", 1, 22, "constant expression type mismatch: got type '[2 x i8]' but expected '[3 x i8]'"),
    ("define void @f() {\n  uselistorder i32 0, {0, 1}\n}\n", 2, 3, "function body requires at least one basic block"),
    ("define void @f(i32 %a) {\n  ret void\n  uselistorder i32 %a, {1, 0}\n}\n", 3, 3, "value has no uses"),
];

#[test]
fn faults_are_those_of_llvm() {
    let mut wrong = Vec::new();
    for &(text, line, column, message) in REFUSED {
        let found = match parse(text.as_bytes(), &ParseOptions::default()) {
            Ok(_) => ("nothing".to_owned(), (0, 0)),
            Err(faults) => (faults.faults[0].message.clone(), faults.faults[0].line_column(text.as_bytes())),
        };
        if found != (message.to_owned(), (line, column)) {
            wrong.push(format!("{text}  found {found:?}, expected {message:?} at {line}:{column}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// After a fault, parsing goes on, but for a release, which stops there. What is not kept is counted.
#[test]
fn faults_are_counted() {
    let lines: String = (0..3000).map(|i| format!("  %v{i} = ad i32 %a, 1\n")).collect();
    let text = format!("define i32 @f(i32 %a) {{\n{lines}  ret i32 %v7\n}}\n\n!0 = !{{!1}}\n");
    let told = |options: &ParseOptions| {
        let faults = parse(text.as_bytes(), options).err().unwrap_or_else(|| panic!("no fault"));
        (faults.faults.len(), faults.more)
    };
    let all = ParseOptions::default();
    assert_eq!(told(&all), (20, 2981));
    assert_eq!(told(&ParseOptions { errors: 7, ..all.clone() }), (7, 2994));
    assert_eq!(told(&ParseOptions { errors: 1, ..all.clone() }).0, 1);
    let release = ParseOptions { read_as: Some(bctk_ir::version::LlvmVersion::new(22)), ..all };
    assert!(told(&release).0 <= 2);
}

/// Literals that LLVM 23 reads and LLVM 22 refuses, in the words of LLVM 22.
#[test]
fn literals_that_older_releases_refuse() {
    let options = ParseOptions { read_as: Some(bctk_ir::version::LlvmVersion::new(22)), ..ParseOptions::default() };
    for (text, message) in [
        ("@x = global float 1.3\n", "floating point constant invalid for type"),
        ("@x = global half 0xR0000\n", "floating point constant does not have type 'half'"),
    ] {
        let faults = parse(text.as_bytes(), &options).err().unwrap_or_else(|| panic!("{text}"));
        assert_eq!(faults.faults[0].message, message, "{text}");
        assert!(parse(text.as_bytes(), &ParseOptions::default()).is_ok(), "{text}");
    }
}
