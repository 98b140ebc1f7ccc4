static int squares;

__attribute__((always_inline)) static inline int twice(int x) { return x + x; }

int square(int x) {
  return x * twice(x) / 2;
}

int main(int argc, char **argv) {
  squares++;
  const char *text = "hello";
  int result = square(argc);
  if (result > 7) __builtin_printf("%s %d\n", text, squares);
  return result;
}
