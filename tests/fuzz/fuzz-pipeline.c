/* Fuzzer of all stages but the execution; see fuzz-pipeline-body.c and run.sh. */
#include "fuzz-pipeline-body.h"

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
  fuzz_pipeline ((const char *) data, size);
  return 0;
}
