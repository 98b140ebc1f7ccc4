/* A part of the files in corpus/containers. */
int level = 3;
int raise(int by) { return by + level; }
