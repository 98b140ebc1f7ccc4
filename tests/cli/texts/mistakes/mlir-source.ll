; FAIL: %bcconv --check %s
; FAIL: %llvm-as-23 %s -o a.bc
; ORACLE: llvm-as-23 %s -o a.bc
module {
  llvm.func @f(%arg0: i32) -> i32 {
    llvm.return %arg0 : i32
  }
}
