// What `v13.bc` to `v22.bc` are made of, with `clang-N -O2 --target=x86_64-unknown-linux-gnu -emit-llvm -c` of each N. It has what releases print differently: masks with
// undefined elements, lifetimes, memory attributes, attributes of intrinsics, splats, and use-lists of block addresses and of the elements of masks.
typedef float v4 __attribute__((vector_size(16)));
typedef int i4 __attribute__((vector_size(16)));

int three = 3;
struct pair { char a; int b; } __attribute__((packed)) pair = { 17, 3 };
void use(int *);

v4 mask(v4 a, v4 b) { return __builtin_shufflevector(a, b, 0, 5, -1, 3); }
i4 splat(i4 a) { return a * 7 + 3; }
int locals(int n) { int x[8]; use(x); return x[n & 7] + 3; }
int length(const char *s) { int n = 0; while (s[n]) n++; return n; }
double powers(double x, int n) { return __builtin_fma(x, x, __builtin_floor(x)) + __builtin_popcount(n) + __builtin_fabs(x); }
void copy(char *to, const char *from) { __builtin_memcpy(to, from, 40); }

int jumps(int i) {
  static void *labels[] = { &&one, &&two };
  goto *labels[i];
one:
  return 1;
two:
  return 2;
}
