; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
define void @f() addrspace(1) {
  unreachable
bb:
  ret void
}
@x = constant ptr addrspace(2) blockaddress(@f, %bb)
