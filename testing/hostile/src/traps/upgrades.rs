//! Old constructs that are upgraded: replacing each of many must not search all of them.
use super::bodies::wrapped;
use super::globals::chain;
use super::{Trap, text};

/// The metadata that a function with calls of `llvm.dbg.addr` also needs, for a variable `!0` at `!1`.
const ADDR: &[u8] = b"declare void @llvm.dbg.addr(metadata, metadata, metadata)\n\
    !0 = !DILocalVariable(name: \"a\", scope: !2)\n!1 = !DILocation(line: 1, scope: !2)\n!2 = distinct !DISubprogram(name: \"f\", type: !3)\n\
    !3 = !DISubroutineType(types: !4)\n!4 = !{}\n";

pub(super) const TRAPS: &[Trap] = &[
    text("old intrinsics and many constants", 20_000, |n| {
        let mut out = chain(n, "@c{i} = global i32 {+}\n", "define void @f(<2 x double> %v) {\n");
        out.extend(chain(n, "  %a{i} = call <2 x double> @llvm.x86.sse2.sqrt.sd(<2 x double> %v)\n", "  ret void\n}\n"));
        out.extend_from_slice(b"declare <2 x double> @llvm.x86.sse2.sqrt.sd(<2 x double>)\n");
        out
    }),
    text("old intrinsics and many nodes", 20_000, |n| {
        let call = "  %a{i} = call i32 @llvm.nvvm.ldg.global.i.i32.p1(ptr addrspace(1) %p, i32 4)\n";
        let mut out = wrapped("ptr addrspace(1) %p", chain(n, call, "  ret void\n"));
        out.extend_from_slice(b"declare i32 @llvm.nvvm.ldg.global.i.i32.p1(ptr addrspace(1), i32)\n!x = !{!0");
        out.extend(chain(n, ", !{i}", "}\n"));
        out.extend(chain(n, "!{i} = !{i32 {i}}\n", ""));
        out
    }),
    text("flags whose behaviour changed", 10_000, |n| {
        let mut out = b"!llvm.module.flags = !{!0".to_vec();
        out.extend(chain(n, ", !{i}", "}\n"));
        out.extend(chain(n, "!{i} = !{i32 1, !\"PIC Level\", i32 {i}}\n", ""));
        out
    }),
    text("annotations of kernels", 10_000, |n| {
        let mut out = b"target triple = \"nvptx64\"\n!nvvm.annotations = !{!0".to_vec();
        out.extend(chain(n, ", !{i}", "}\n"));
        out.extend(chain(n, "!{i} = !{ptr @f{i}, !\"kernel\", i32 1, !\"other\", i32 {i}}\n", ""));
        out.extend(chain(n, "declare void @f{i}()\n", ""));
        out
    }),
    text("atomic operations without promises", 10_000, |n| {
        let mut out = b"define void @f(ptr %p) \"amdgpu-unsafe-fp-atomics\"=\"true\" {\n".to_vec();
        out.extend(chain(n, "  %a{i} = atomicrmw fadd ptr %p, float 1.0 seq_cst, !k !{i}\n", "  ret void\n}\n"));
        out.extend(chain(n, "!{i} = !{i32 {i}}\n", ""));
        out
    }),
    text("additions of nothing in an expression", 50_000, |n| {
        let mut call = b"  call void @llvm.dbg.addr(metadata ptr %p, metadata !0, metadata !DIExpression(".to_vec();
        call.extend(chain(n, "DW_OP_plus_uconst, 0, ", "DW_OP_deref)), !dbg !1\n  ret void\n"));
        [&wrapped("ptr %p", call), ADDR].concat()
    }),
    text("expressions that get an operation", 10_000, |n| {
        let call = "  call void @llvm.dbg.addr(metadata ptr %p, metadata !0, metadata !DIExpression(DW_OP_plus_uconst, {i})), !dbg !1\n";
        [&wrapped("ptr %p", chain(n, call, "  ret void\n")), ADDR].concat()
    }),
    text("loops in each other with a location in the last", 4_000, |n| {
        let mut out = wrapped("", chain(n, "b{i}:\n  br label %b{+}, !llvm.loop !{i}\n", "b{n}:\n  ret void\n"));
        out.extend(chain(n, "!{i} = distinct !{!{i}, !{+}, i32 {i}}\n", ""));
        let scope = "!{n} = !DILocation(line: 1, scope: !{+})\n".replace("{n}", &n.to_string()).replace("{+}", &(n + 1).to_string());
        out.extend_from_slice(scope.as_bytes());
        let subprogram = "!{+} = distinct !DISubprogram(name: \"f\", type: !DISubroutineType(types: null))\n";
        out.extend_from_slice(subprogram.replace("{+}", &(n + 1).to_string()).as_bytes());
        out
    }),
    text("typed operands of inline assembly", 10_000, |n| {
        let call = "  call void asm \"\", \"=*m\"([{i} x i8]* @g{i}) \"a\"=\"{i}\"\n";
        let mut out = chain(n, "@g{i} = external global [{i} x i8]\n", "define void @f() {\n");
        out.extend(chain(n, call, "  ret void\n}\n"));
        out
    }),
    text("intrinsics that nothing declares", 10_000, |n| {
        let calls = "  %a{i} = call <{+} x float> @llvm.sqrt.v{+}f32(<{+} x float> zeroinitializer)\n";
        wrapped("", chain(n, calls, "  ret void\n"))
    }),
    text("comparisons of many types", 10_000, |n| {
        wrapped("", chain(n, "  %a{i} = icmp eq <{+} x i32> zeroinitializer, zeroinitializer\n", "  ret void\n"))
    }),
    text("exchanges and many types", 20_000, |n| {
        let mut out = chain(n, "%t{i} = type { [{i} x i8] }\n@g{i} = external global %t{i}\n", "define void @f(ptr %p) {\n");
        out.extend(chain(n, "  %a{i} = cmpxchg ptr %p, i32 0, i32 {i} seq_cst seq_cst\n", "  ret void\n}\n"));
        out
    }),
];
