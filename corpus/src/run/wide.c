// Structures with members of 128 bits: variables, arrays, unions, packed structures, arguments and results.
#include <stdio.h>
#include <string.h>
typedef __int128 i128;
struct S { int a; i128 b; char c; };
struct T { struct S s[3]; char d; i128 e; };
struct U { i128 x; int y; };
union V { struct U u; char c[40]; };
static struct S s0 = {1, ((i128)2<<64)|3, 4};
struct T t0 = {{{1,2,3},{4,5,6},{7,8,9}}, 10, 11};
static struct U us[4] = {{1,2},{3,4},{5,6},{7,8}};
struct P { char c; struct U u; } __attribute__((packed));
struct P p0 = {1,{2,3}};
char *ptr = &t0.s[2].c;
i128 *ptr2 = &us[3].x;
__attribute__((noinline)) struct S mk(int a, i128 b) { struct S s = {a,b,(char)a}; return s; }
__attribute__((noinline)) i128 sum(struct T t) { i128 r=0; for (int i=0;i<3;i++) r+=t.s[i].a+t.s[i].b+t.s[i].c; return r+t.d+t.e; }
__attribute__((noinline)) i128 get(struct T *t, int i) { return t->s[i].b * t->s[i].c + t->e; }
__attribute__((noinline)) void cp(struct U *a, struct U *b) { *a = *b; }
void pr(i128 v) { printf("%llx%016llx\n", (unsigned long long)(v>>64), (unsigned long long)v); }
int main(int argc, char **argv) {
  struct T t = t0; t.s[1] = mk(argc, (i128)argc<<90);
  pr(sum(t)); for (int i=0;i<3;i++) pr(get(&t,i));
  cp(&us[argc], &us[argc+1]); for (int i=0;i<4;i++) {pr(us[i].x); pr(us[i].y);}
  pr(s0.b); pr(*ptr); pr(*ptr2); pr(p0.u.x); pr(p0.u.y);
  union V v; memset(&v,1,sizeof v); pr(v.u.x); pr(v.u.y);
  printf("%zu %zu %zu %zu\n", sizeof(struct S), sizeof(struct T), sizeof(struct U), sizeof(struct P));
  unsigned char *q=(unsigned char*)&t; unsigned h=0; for (size_t i=0;i<sizeof(struct T);i++) if (i!=99999) {}
  for (int i=0;i<3;i++) h = h*31 + t.s[i].a; printf("%u\n",h);
  return 0; }
