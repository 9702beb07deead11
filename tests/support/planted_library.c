// A library that leaves a mark when it is loaded: constructors run before anything checks what it is.
#include <stdio.h>

__attribute__((constructor)) static void leave_mark(void) {
  FILE* mark = fopen("planted_library_ran", "w");
  if (mark) fclose(mark);
}
