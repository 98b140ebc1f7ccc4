; ModuleID = 'floats.bc'
source_filename = "<string>"

define void @f() {
  %a = fadd double 8.388608e+06, 1.234567e+06
  %b = fadd double 0x41678C29C0000000, 1.000000e-01
  %c = fadd double 1.500000e+00, 1.000000e+100
  %d = fadd float 0x3FD5555560000000, 0x3FB99999A0000000
  %e = fadd double 1.234567e+03, 0x3FF3C0CA2A5B1D5D
  %g = fadd double -1.234567e-10, 4.940656e-324
  %h = fadd double 0.000000e+00, -0.000000e+00
  %i = fadd double 1.000000e+00, 1.234560e+05
  ret void
}
