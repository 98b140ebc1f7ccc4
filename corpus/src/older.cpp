// C++ for the corpus of older versions of LLVM: what their writers wrote otherwise, in few lines. No headers.
typedef float v4 __attribute__((ext_vector_type(4)));
typedef __int128 wide;
enum class Mode : unsigned char { Plain, Wide = 200 };
namespace shapes {
struct Base { virtual ~Base(); virtual int area() const = 0; int tag : 5; unsigned rest : 27; };
struct Named { virtual const char *name() const; long double scale; };
struct Square final : Base, virtual Named { int side; int area() const override { return side * side; } const char *name() const override; };
template <typename T, int N> struct Ring { T items[N]; T &at(int i) { return items[(i % N + N) % N]; } };
}
using shapes::Square;
struct Guard { int *count; ~Guard() { --*count; } };
struct Failure { int code; wide detail; };
extern "C" int printf(const char *, ...);
extern "C" void outside(void *) __attribute__((nothrow));
extern int knob __attribute__((weak));
thread_local int depth = 3;
int counted __attribute__((section("data.counted"), visibility("hidden"), aligned(64)));
static const wide mask = (wide)1 << 100 | 0x1234;
int (*table[])(int) = {[](int x) { return x + 1; }, [](int x) { return x << 2; }};
extern "C" int first(int x) { return table[x & 1](x); }
extern "C" int second(int) __attribute__((alias("first")));
const char *shapes::Square::name() const { return "square"; }

int atomics(int *p, long *q) {
  int expected = 4;
  long seen = __atomic_fetch_add(q, 5, __ATOMIC_RELEASE);
  __atomic_compare_exchange_n(p, &expected, 9, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return expected + (int)seen + __atomic_load_n(p, __ATOMIC_ACQUIRE);
}

v4 vectors(v4 a, v4 b, int n) {
  v4 sum = a * b + 2.5f;
#pragma clang loop unroll_count(4)
  for (int i = 0; i < n; i++) sum = sum.wzyx - b;
  return n > 3 ? sum : -sum;
}

int risky(int x, Mode mode) {
  Guard guard{&counted};
  try {
    if (x < 0) throw Failure{x, mask};
    if (mode == Mode::Wide) throw "wide";
    return first(x) / x;
  } catch (const Failure &failure) {
    return failure.code + (int)(failure.detail >> 96);
  } catch (...) {
    depth++;
    throw;
  }
}

double jumps(const unsigned char *code, double value) {
  static void *const ops[] = {&&add, &&half, &&stop};
  goto *ops[*code % 3];
add:
  value += *code;
  goto *ops[*++code % 3];
half:
  value *= 0.5;
  goto *ops[*++code % 3];
stop:
  return value;
}

int assembled(int x) {
  int y;
  __asm__ volatile("nop" : "=r"(y) : "0"(x) : "memory");
  return __builtin_expect(y > 7, 0) ? y : -y;
}

int main(int argc, char **argv) {
  shapes::Ring<short, 3> ring = {{1, 2, (short)argc}};
  Square square;
  square.side = ring.at(argc);
  square.tag = -2;
  char room[argc];
  outside(room);
  outside(&square);
  switch (argc) {
  case 1: return risky(argc, Mode::Plain);
  case 2 ... 6: return assembled((int)jumps((const unsigned char *)argv[1], 0.1));
  case 1000: return &knob ? knob : (int)(mask % argc);
  }
  return printf("%s %d\n", square.name(), second(square.area()));
}
