; ModuleID = 'float-rounding.bc'
source_filename = "float-rounding.ll"

@a = global float f0x41033333
@b = global float f0x3F307000
@c = global <2 x float> splat (float f0x479EF0B3)
@d = global [3 x float] [float 1.000000e-01, float f0x41033333, float 3.141590e+00]
@e = global half 9.997550e-02
