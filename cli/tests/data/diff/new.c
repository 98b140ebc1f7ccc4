/* Made into new.bc; see old.c. */
struct point { int x, y; };
extern int printf(const char *, ...);
long offset = 7; struct size { float w; }; float grow(struct size *s) { return s->w * 2; } int scale = 4;
static int norm(struct point *p) { return p->x * p->x + p->y * p->y; }
int area(struct point *a, struct point *b) { int w = b->x - a->x; int h = b->y - a->y; return w * h * scale; }
__attribute__((noinline)) int twice(int v) { return v + v + 1; }
int main(int argc, char **argv) {
  struct point a = {1, 2}, b = {argc, 5};
  printf("area %d %d\n", area(&a, &b), norm(&a));
  return twice(argc) > 4;
}
