/* Fuzzer of the reader of Fuseloom's own JSON, of the shape rules and of the JSON writer; see fuzz-common.h and run.sh.
 */
#include "fuzz-common.h"

int LLVMFuzzerInitialize (int *argc, char ***argv);
int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_FATAL_MASK);
  return 0;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  fuzz_json ((const char *) data, size);
  return 0;
}
