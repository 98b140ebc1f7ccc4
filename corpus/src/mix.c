/* Plain C for the corpus: loops, switch, structures, strings, variadic calls. */
typedef struct { int id; double weight; char name[12]; } item;
extern int printf(const char *, ...);
static const item table[] = {{1, 0.5, "one"}, {2, 1.25, "two"}, {3, 3.1, "three"}};
volatile int counter;

static int pick(int k) {
  switch (k) {
  case 0: return 10;
  case 1: case 2: return 20;
  case 7: return 70;
  default: return -1;
  }
}

double total(int n, float scale) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += table[i % 3].weight * scale;
    if (pick(i) > 15) counter++;
  }
  return sum;
}

int main(int argc, char **argv) {
  unsigned long long big = 1ull << 40;
  _Bool ok = argc > 1 && argv[1][0] == 'x';
  printf("%f %d %llu %s\n", total(argc, 0.1f), ok, big, table[argc & 1].name);
  return __builtin_popcountll(big) + __atomic_add_fetch(&counter, 1, __ATOMIC_SEQ_CST);
}
