/* Made into old.bc; new.c has a further global, type and function, another initial value and another body of twice. */
struct point { int x, y; };
extern int printf(const char *, ...);
int scale = 3;
static int norm(struct point *p) { return p->x * p->x + p->y * p->y; }
int area(struct point *a, struct point *b) { int w = b->x - a->x; int h = b->y - a->y; return w * h * scale; }
__attribute__((noinline)) int twice(int v) { return v + v; }
int main(int argc, char **argv) {
  struct point a = {1, 2}, b = {argc, 5};
  printf("area %d %d\n", area(&a, &b), norm(&a));
  return twice(argc) > 4;
}
