// Source of small.bc, small-opt.bc, small-thin.bc and small.opt.bitstream; README.md says how.
struct point { int x, y; };
static const char text[] = "hello, world";
int sum(const int *values, int count) {
  int total = 0;
  for (int i = 0; i < count; i++)
    total += values[i];
  return total;
}
static int twice(int x) { return 2 * x; }
int use(struct point *p, int (*f)(int)) {
  switch (p->x) {
  case 1: return f(p->y);
  case 2: return twice(p->x);
  case 1000: return text[p->y & 7];
  default: return sum(&p->x, 2);
  }
}
