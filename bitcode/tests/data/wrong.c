// Source of wrong.dia: a warning and an error.
int f(void) { int unused; unsigned u = -1; return missing(u < 0); }
