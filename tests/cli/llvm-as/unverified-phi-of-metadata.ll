; FAIL: %llvm-as %s -o -
; ORACLE: llvm-as-22 %s -o -
define void @f() { 
a:
 br label %b
b:
  %x = phi metadata [ poison, %a ], [ undef, %b ]
  br label %b
}
