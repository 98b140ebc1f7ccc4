; ModuleID = 'block-addresses.bc'
source_filename = "block-addresses.ll"

define ptr @f(i32 %x) {
entry:
  %nu = add i32 %x, 0
  %xi = add i32 %x, 1
  %beta = add i32 %x, 2
  %iota = add i32 %x, 3
  %pi = add i32 %x, 4
  %eta = add i32 %x, 5
  %upsilon = add i32 %x, 6
  %eps = add i32 %x, 7
  br label %b64

b64:                                              ; preds = %b17, %entry
  %theta = phi { i32, ptr } [ { i32 1, ptr blockaddress(@f, %b36) }, %entry ], [ { i32 2, ptr blockaddress(@f, %b96) }, %b17 ]
  %zeta = extractvalue { i32, ptr } %theta, 1
  %kappa = insertelement <2 x ptr> <ptr blockaddress(@f, %b96), ptr null>, ptr %zeta, i32 0
  indirectbr ptr %zeta, [label %b17, label %b36, label %b96]

b17:                                              ; preds = %b64
  br label %b64

b36:                                              ; preds = %b64
  ret ptr getelementptr (i8, ptr blockaddress(@f, %b96), i64 1)

b96:                                              ; preds = %b64
  ret ptr null
}

; uselistorder directives
uselistorder ptr blockaddress(@f, %b96), { 2, 1, 0 }
