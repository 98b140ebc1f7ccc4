// Classes and limits of numbers, carries and memory functions that compilers may not call: intrinsics that older releases do not have, or do not
// select.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

static const uint64_t DIGITS[] = {0, 1, 0x3fffffffffffffff, 0x8000000000000000, 0x8000000000000001, 0xa000000000000000, 0xc000000000000000, ~0ull};
static const uint16_t EXPONENTS[] = {0, 1, 0x3fff, 0x7ffe, 0x7fff};

#define CLASS(TYPE, NAME)                                                                                                                  \
    NOINLINE static unsigned NAME(TYPE x) {                                                                                                \
        return (unsigned)(__builtin_isfpclass(x, 0x003) | __builtin_isfpclass(x, 0x204) << 1 | __builtin_isfpclass(x, 0x1f8) << 2          \
            | __builtin_isfpclass(x, 0x108) << 3 | __builtin_isfpclass(x, 0x090) << 4 | __builtin_isfpclass(x, 0x060) << 5                 \
            | __builtin_isfpclass(x, 0x001) << 6 | __builtin_isfpclass(x, 0x002) << 7 | __builtin_isfpclass(x, 0x03c) << 8                 \
            | __builtin_isfpclass(x, 0x010) << 9 | __builtin_isfpclass(x, 0x200) << 10);                                                   \
    }

CLASS(float, class_of_float)
CLASS(double, class_of_double)
CLASS(long double, class_of_long)
CLASS(__float128, class_of_quad)

static void classes(void) {
    for (unsigned e = 0; e < sizeof EXPONENTS / sizeof *EXPONENTS; e++) {
        for (unsigned d = 0; d < sizeof DIGITS / sizeof *DIGITS; d++) {
            for (unsigned sign = 0; sign < 2; sign++) {
                uint16_t high = (uint16_t)(EXPONENTS[e] | sign << 15);
                long double x = 0;
                // Other digits before the point are no numbers.
                if ((EXPONENTS[e] != 0) == (DIGITS[d] >> 63 != 0)) {
                    memcpy(&x, &DIGITS[d], 8);
                    memcpy((char *)&x + 8, &high, 2);
                    printf("%04x %016llx %x\n", high, (unsigned long long)DIGITS[d], class_of_long(x));
                }
                uint64_t words[2] = {DIGITS[d], (uint64_t)high << 48 | DIGITS[d] >> 17};
                __float128 q;
                memcpy(&q, words, 16);
                double f = 0;
                memcpy(&f, &words[1], 8);
                uint32_t word = (uint32_t)(words[1] >> 32);
                float s;
                memcpy(&s, &word, 4);
                printf("%x %x %x\n", class_of_quad(q), class_of_double(f), class_of_float(s));
            }
        }
    }
}

static const double NUMBERS[] = {0.0, -0.0, 1.0, -2.0, 3.5, -1e300, 1e-310, __builtin_inf(), -__builtin_inf(), __builtin_nan("")};

#define PAIR(NAME) \
    NOINLINE static double NAME(double a, double b) { return __builtin_elementwise_##NAME(a, b); } \
    NOINLINE static float NAME##_f(float a, float b) { return __builtin_elementwise_##NAME(a, b); }

PAIR(minimumnum)
PAIR(maximumnum)
PAIR(minimum)
PAIR(maximum)

NOINLINE static double canonical(double a) { return __builtin_elementwise_canonicalize(a); }

static void show(double a) {
    uint64_t bits;
    memcpy(&bits, &a, 8);
    // The sign of a NaN is not defined.
    printf(a != a ? " nan" : " %016llx", (unsigned long long)bits);
}

static void limits(void) {
    for (unsigned i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        for (unsigned j = 0; j < sizeof NUMBERS / sizeof *NUMBERS; j++) {
            double a = NUMBERS[i], b = NUMBERS[j];
            show(minimumnum(a, b)), show(maximumnum(a, b)), show(minimum(a, b)), show(maximum(a, b));
            show(minimumnum_f((float)a, (float)b)), show(maximumnum_f((float)a, (float)b));
            show(minimum_f((float)a, (float)b)), show(maximum_f((float)a, (float)b));
            puts("");
        }
        show(canonical(NUMBERS[i]));
        puts("");
    }
}

#ifdef __x86_64__
#include <immintrin.h>
NOINLINE static unsigned char add(unsigned char carry, unsigned long long a, unsigned long long b, unsigned long long *out) {
    return _addcarry_u64(carry, a, b, out);
}
NOINLINE static unsigned char subtract(unsigned char carry, unsigned a, unsigned b, unsigned *out) {
    return _subborrow_u32(carry, a, b, out);
}
static void carries(void) {
    static const unsigned long long VALUES[] = {0, 1, 0x7fffffffffffffff, 0x8000000000000000, ~0ull};
    for (unsigned i = 0; i < 5; i++) {
        for (unsigned j = 0; j < 5; j++) {
            for (unsigned char carry = 0; carry < 2; carry++) {
                unsigned long long sum;
                unsigned difference;
                unsigned char a = add(carry, VALUES[i], VALUES[j], &sum);
                unsigned char b = subtract(carry, (unsigned)VALUES[i], (unsigned)VALUES[j], &difference);
                printf("%d %llx %d %x\n", a, sum, b, difference);
            }
        }
    }
}
#else
static void carries(void) {}
#endif

struct pair {
    long a[4];
};

NOINLINE static void clear(struct pair *to) { __builtin_memset_inline(to, 0x5a, sizeof *to); }
NOINLINE static void copy(struct pair *to, const struct pair *from) { __builtin_memcpy_inline(to, from, 24); }

int main(void) {
    classes();
    limits();
    carries();
    struct pair one = {{1, 2, 3, 4}}, other;
    clear(&other);
    copy(&other, &one);
    printf("%lx %lx %lx %lx\n", other.a[0], other.a[1], other.a[2], other.a[3]);
    return 0;
}
