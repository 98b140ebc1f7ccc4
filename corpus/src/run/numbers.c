// Complex and wide numbers, bit fields, arrays of variable length, variable arguments, jumps, vectors and thread-locals.
#include <complex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef unsigned __int128 wide;
typedef int four __attribute__((vector_size(16)));
typedef float fours __attribute__((vector_size(16)));

struct bits {
  signed a : 3;
  unsigned b : 7;
  long long c : 41;
  _Bool d : 1;
};

union either {
  double number;
  uint64_t bits;
  struct { uint16_t parts[4]; } split;
};

static jmp_buf there;
static _Thread_local int counter = 5;
static _Atomic int shared;
static _Atomic(double) shared_number = 1.5;
static const char *const words[] = {"zero", "one", "two", "three"};
static const char *const *const beyond = words + 2;

__attribute__((noinline)) static wide power(wide base, unsigned exponent) {
  wide result = 1;
  while (exponent) {
    if (exponent & 1)
      result *= base;
    base *= base;
    exponent >>= 1;
  }
  return result;
}

static void print_wide(const char *name, wide value) {
  char text[48], *end = text + sizeof text;
  *--end = 0;
  do
    *--end = '0' + (char)(value % 10);
  while (value /= 10);
  printf("%s %s\n", name, end);
}

__attribute__((noinline)) static double total(int count, ...) {
  va_list list, again;
  va_start(list, count);
  va_copy(again, list);
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += i % 2 ? va_arg(list, double) : va_arg(list, int);
  sum += va_arg(again, int);
  va_end(again);
  va_end(list);
  return sum;
}

// A machine whose instructions are jumps to computed places.
__attribute__((noinline)) static int interpret(const unsigned char *code) {
  static void *const places[] = {&&stop, &&add, &&twice, &&less};
  int value = 1;
#define NEXT goto *places[*code++]
  NEXT;
add:
  value += *code++;
  NEXT;
twice:
  value *= 2;
  NEXT;
less:
  value -= 3;
  NEXT;
stop:
  return value;
}

__attribute__((noinline)) static int matrix(int n) {
  int cells[n][n + 1];
  memset(cells, 0, sizeof cells);
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n; j++)
      cells[i][j] = i * 10 + j;
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += cells[i][n - i];
  return sum + (int)(sizeof cells / sizeof cells[0][0]);
}

__attribute__((noinline)) static void leave(int why) {
  counter += why;
  longjmp(there, why);
}

__attribute__((noinline)) static int choose(int value) {
  switch (value) {
  case -5 ... -1: return 1;
  case 0: return 2;
  case 7: return 3;
  case 100: return 4;
  case 1000000: return 5;
  default: return value > 50 ? 6 : 7;
  }
}

// Before LLVM 15, numbers of 16 bits are other registers in calls, of the runtime too.
#if defined(__x86_64__)
__attribute__((target("f16c")))
#endif
__attribute__((noinline)) static float half(float a, float b) { return (float)((_Float16)a * (_Float16)b + (_Float16)0.5f); }

__attribute__((noinline)) static fours blend(fours a, fours b, four mask) { return (fours)(((four)a & mask) | ((four)b & ~mask)); }

__attribute__((noinline)) static struct bits shift(struct bits in, int by) {
  in.a += by;
  in.b -= by;
  in.c = in.c << by;
  in.d = !in.d;
  return in;
}

// Apart, because LLVM 13 and 14 lose the flag of such a product in a selection (-O0 of x86: the constant 0 is made by xor).
__attribute__((noinline)) static _Bool adds(int a, int b, int *result) { return __builtin_add_overflow(a, b, result); }
__attribute__((noinline)) static _Bool multiplies(int a, int b, int *result) { return __builtin_mul_overflow(a, b, result); }

__attribute__((noinline)) static uint32_t counts(uint32_t x) {
  return (uint32_t)__builtin_popcount(x) + 100u * (uint32_t)__builtin_clz(x | 1) + 10000u * (uint32_t)__builtin_ctz(x | 256) +
         (__builtin_bswap32(x) & 0xf) * 1000000u + __builtin_rotateleft32(x, 5) % 7;
}

int main(void) {
  double _Complex z = 1.5 + 2.0 * I;
  for (int i = 0; i < 3; i++)
    z = z * z / (1.0 + I);
  printf("complex %.10f %.10f\n", creal(z), cimag(z));
  print_wide("power", power(7, 44));
  print_wide("wide", (power(3, 70) ^ (wide)1 << 99) / 1234567891011ull);
  printf("signed %lld\n", (long long)(-(__int128)power(5, 30) >> 13));
  printf("total %.3f\n", total(4, 1, 2.5, 3, 4.25));
  const unsigned char code[] = {1, 9, 2, 2, 3, 1, 4, 0};
  printf("interpret %d\n", interpret(code));
  for (int n = 1; n < 6; n++)
    printf("matrix %d\n", matrix(n));
  volatile int round = 0;
  int why = setjmp(there);
  round = round + 1;
  printf("round %d why %d counter %d\n", round, why, counter);
  if (why < 3)
    leave(why + 1);
  for (int i = -7; i < 9; i += 2)
    printf("%d ", choose(i * i * i));
  printf("%d %d %d\n", choose(100), choose(1000000), choose(60));
  printf("half %.4f\n", (double)half(1.25f, 3.7f));
  fours f = blend((fours){1, 2, 3, 4}, (fours){10, 20, 30, 40}, (four){-1, 0, 0, -1}) * (fours){2, 3, 4, 5};
  printf("blend %g %g %g %g\n", (double)f[0], (double)f[1], (double)f[2], (double)f[3]);
  struct bits b = {.a = -2, .b = 100, .c = -123456789012ll, .d = 1};
  b = shift(b, 3);
  printf("bits %d %d %lld %d %zu\n", b.a, b.b, (long long)b.c, b.d, sizeof b);
  int out = 0;
  printf("overflow %d ", adds(2000000000, 2000000000, &out));
  printf("%d %d ", out, multiplies(2000000000, 2000000000, &out));
  printf("%d %d ", out, multiplies(3, -4, &out));
  printf("%d\n", out);
  for (uint32_t x = 1; x < 1u << 30; x *= 37)
    printf("counts %u\n", counts(x));
  long double l = 1.0L / 3.0L;
  for (int i = 0; i < 5; i++)
    l = l * 1.0000001L + (long double)i;
  printf("long %.15Lf %d\n", l, (int)sizeof l);
  atomic_fetch_add(&shared, 40);
  atomic_fetch_sub_explicit(&shared, 3, memory_order_relaxed);
  atomic_fetch_or(&shared, 64);
  int wanted = 101;
  int swapped = atomic_compare_exchange_strong(&shared, &wanted, 7);
  printf("shared %d %d %d\n", atomic_load(&shared), wanted, swapped);
  shared_number += 2.25;
  printf("shared number %g\n", (double)shared_number);
  union either u = {.number = -1.0 / 3};
  printf("either %llx %x\n", (unsigned long long)u.bits, u.split.parts[3]);
  printf("words %s %s %s\n", beyond[-1], beyond[0], words[3]);
  char copy[64];
  memset(copy, '.', sizeof copy);
  memcpy(copy + 3, words[3], 5);
  memmove(copy, copy + 3, 30);
  copy[20] = 0;
  printf("copy %s %.6s\n", copy, strchr(copy, 'r'));
  return 3;
}
