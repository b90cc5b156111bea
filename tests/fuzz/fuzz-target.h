#pragma once

#include <glib.h>

/* What libFuzzer calls, and what the plain driver calls with the kept corpus: an
 * input is read, and whatever is accepted must survive being written and read
 * again. Always gives 0; anything wrong aborts. */
int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Elements a small input may stand for while fuzzing. */
#define FUZZ_MAX_EXPANDED 65536
