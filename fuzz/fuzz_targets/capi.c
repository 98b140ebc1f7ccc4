/* What the target `capi` calls: every function of the C API on one input. */
#include "each.h"

void bctk_fuzz_each(const void *data, size_t size, uint32_t seed) {
    each_input(data, size, seed);
}
