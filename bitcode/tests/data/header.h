// Source of header.pch.
struct point { int x, y; };
int sum(const int *values, int count);
#define TWICE(x) ((x) + (x))
