/* A program's kernels as several translation units, for compilers that run at the same time. */
#include "fl-codegen.h"

#include <string.h>

#include "fl-c-preamble.h"

enum
{
  STARTING = 2500 /* characters of kernels that a compiler could have done in the time that starting it takes */
};

static gsize
count_length (const FlProgram *program)
{
  gsize length = 0;

  for (guint i = 0; i < program->n_kernels; i++)
    length += program->kernels[i].source ? strlen (program->kernels[i].source) : 0;
  return length;
}

static char *
join (const FlProgram *program, guint begin, guint end)
{
  GString *out = g_string_new (NULL);
  FlCHelperSet used = { { { 0 } } };

  for (guint i = begin; i < end; i++)
    if (program->kernels[i].source)
      fl_c_preamble_note (&used, program->kernels[i].source);
  fl_c_preamble_append (out, used, program->head);
  for (guint i = begin; i < end; i++)
    if (program->kernels[i].source)
      g_string_append_printf (out, "\n%s", program->kernels[i].source);
  return g_string_free (out, FALSE);
}

GPtrArray *
fl_program_split (const FlProgram *program, guint n_units)
{
  GPtrArray *units = g_ptr_array_new_with_free_func (g_free);
  gsize length = count_length (program), taken = 0;
  guint begin = 0;

  n_units = MIN (n_units, length / STARTING);
  if (n_units < 2)
    {
      g_ptr_array_add (units, g_strdup (program->source));
      return units;
    }
  for (guint i = 0; i < program->n_kernels; i++)
    {
      taken += program->kernels[i].source ? strlen (program->kernels[i].source) : 0;
      if (taken * n_units < length * (units->len + 1) && i + 1 < program->n_kernels)
        continue;
      g_ptr_array_add (units, join (program, begin, i + 1));
      begin = i + 1;
    }
  return units;
}
