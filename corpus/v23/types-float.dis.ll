; ModuleID = 'types-float.bc'
source_filename = "types-float.ll"

@h = external global half
@b = external global bfloat
@f = external global float
@d = external global double
@x = external global x86_fp80
@q = external global fp128
@p = external global ppc_fp128

define half @rh(half %a) {
  ret half %a
}

define bfloat @rb(bfloat %a) {
  ret bfloat %a
}

define float @rf(float %a) {
  ret float %a
}

define double @rd(double %a) {
  ret double %a
}

define x86_fp80 @rx(x86_fp80 %a) {
  ret x86_fp80 %a
}

define fp128 @rq(fp128 %a) {
  ret fp128 %a
}

define ppc_fp128 @rp(ppc_fp128 %a) {
  ret ppc_fp128 %a
}
