/* What an execution tells while it goes on: how far it is, and notes. */
#include "fl-event-kinds.h"
#include "fl-execute-private.h"

#include <string.h>

void
fl_executor_report (FlExecutor *self, double fraction, const char *format, ...)
{
  if (self->progress == NULL)
    return;
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  self->progress (fraction, text, self->data);
}

void
fl_execution_add_note (FlExecutor *self, const char *reason, const char *note)
{
  FlExecution *result = self->result;
  for (guint i = 0; i < result->n_notes; i++)
    if (strcmp (result->notes[i], note) == 0)
      return;
  const char **notes = fl_arena_new (self->pass->arena, const char *, result->n_notes + 1);
  if (result->n_notes > 0)
    memcpy (notes, result->notes, result->n_notes * sizeof *notes);
  notes[result->n_notes++] = note;
  result->notes = notes;
  fl_trace_record (self->pass->trace, &(FlEvent) { .stage = FL_STAGE_RUN,
                                                   .kind = FL_EVENT_VERIFY,
                                                   .verdict = FL_VERDICT_NOTE,
                                                   .subject = { FL_REF_NONE, 0, NULL },
                                                   .reason = reason,
                                                   .facts = note });
}
