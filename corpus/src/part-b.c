/* Another part of the files in corpus/containers. */
int raise(int by);
static int factor = 4;
int scale(int by) { return raise(by) * factor; }
