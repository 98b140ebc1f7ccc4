; Six digits are rounded if LLVM has a seventh, and cut off otherwise; these floats read back from the rounded digits alone.
@a = global float f0x41033333
@b = global float f0x3F307000
@c = global <2 x float> splat (float f0x479EF0B3)
@d = global [3 x float] [float 0.1, float 8.2, float 3.14159]
@e = global half 0.1
