#include "config.h"

#include <stdio.h>

int
main (int argc, char **argv)
{
  puts ("gridscope " GS_VERSION);
  return 0;
}
