// Wide arithmetic, vectors, an alias and a weak function.
#include "shapes.h"
#include <cstring>

typedef unsigned lanes __attribute__((vector_size(16)));

unsigned long long hash(const void *data, unsigned long size) {
  const char *at = static_cast<const char *>(data);
  lanes state = {1, 2, 3, 4};
  for (; size >= sizeof state; at += sizeof state, size -= sizeof state) {
    lanes part;
    std::memcpy(&part, at, sizeof part);
    state = (state ^ part) * 16777619u;
    state = __builtin_shufflevector(state, part, 1, 2, 3, 0);
  }
  unsigned __int128 wide = state[0] | static_cast<unsigned __int128>(state[1]) << 64;
  for (; size; at++, size--)
    wide = (wide ^ static_cast<unsigned char>(*at)) * 0x100000001b3ull;
  return static_cast<unsigned long long>(wide ^ wide >> 64) + state[2] + state[3];
}

extern "C" {
int strong_answer() { return 42; }
int other_answer() __attribute__((alias("strong_answer")));
__attribute__((weak)) int weak_answer() { return 7; }
int (*resolve_answer(int kind))(void) { return kind ? other_answer : weak_answer; }
}
