/* A line to the owner. */
#include "fl-worker-private.h"

#include <stdio.h>

void
fl_worker_send (cJSON *object)
{
  char *text = cJSON_PrintUnformatted (object);
  fputc ('\n', stdout); /* a kernel may have left half a line */
  fputs (text, stdout);
  fputc ('\n', stdout);
  fflush (stdout);
  cJSON_free (text);
  cJSON_Delete (object);
}
