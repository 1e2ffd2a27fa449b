/* npy files: a head of text, then numbers. */
#include "random-dump.h"

#include <string.h>

#include "fl-formats.h"
#include "fl-reference.h"

#include "random-fill.h"

static gboolean
write_array (const FlArray *array, const char *stem, const char *what, guint position, GError **error)
{
  g_autofree char *path = g_strdup_printf ("%s.%s.%u.npy", stem, what, position);
  g_autoptr (GString) head = g_string_new (NULL), file = g_string_new (NULL);
  gboolean is_complex = fl_dtype_is_complex (array->dtype);
  guint16 length;

  g_string_append_printf (head, "{'descr': '%s', 'fortran_order': False, 'shape': (",
                          array->numbers == NULL ? "<i8"
                          : is_complex           ? "<c16"
                                                 : "<f8");
  for (guint d = 0; d < array->n_dims; d++)
    g_string_append_printf (head, "%" G_GINT64_FORMAT ", ", array->sizes[d]);
  g_string_append (head, "), }");
  while ((10 + head->len + 1) % 64 != 0)
    g_string_append_c (head, ' ');
  g_string_append_c (head, '\n');
  length = GUINT16_TO_LE ((guint16) head->len);
  g_string_append_len (file, "\x93NUMPY\x01\x00", 8);
  g_string_append_len (file, (const char *) &length, sizeof length);
  g_string_append_len (file, head->str, (gssize) head->len);
  if (array->numbers != NULL)
    g_string_append_len (file, (const char *) array->numbers,
                         (gssize) ((is_complex ? 2 : 1) * array->numel * sizeof (double)));
  else
    g_string_append_len (file, (const char *) array->integers, (gssize) (array->numel * sizeof (gint64)));
  return g_file_set_contents (path, file->str, (gssize) file->len, error);
}

static gboolean
write_all (const GPtrArray *arrays, const char *stem, const char *what, GError **error)
{
  for (guint i = 0; i < arrays->len; i++)
    if (arrays->pdata[i] != NULL && !write_array (arrays->pdata[i], stem, what, i, error))
      return FALSE;
  return TRUE;
}

gboolean
rnd_dump (const char *text, const char *stem, GError **error)
{
  g_autofree char *path = g_strconcat (stem, ".py", NULL);
  g_autoptr (FlGraph) graph = fl_graph_read_text (path, text, strlen (text), error);
  g_autoptr (GPtrArray) points = graph == NULL ? NULL : rnd_fill_read_points (graph, text);
  g_autoptr (GPtrArray) inputs
      = graph == NULL ? NULL : rnd_fill_inputs (graph, text, rnd_fill_look_up, points->pdata[0], error),
      outputs = NULL;

  if (inputs == NULL || !write_all (inputs, stem, "in", error))
    return FALSE;
  outputs = fl_reference_run (graph, (FlArray *const *) inputs->pdata, rnd_fill_look_up, points->pdata[0], NULL, error);
  return outputs != NULL && write_all (outputs, stem, "out", error) && write_all (inputs, stem, "after", error)
         && g_file_set_contents (path, text, -1, error);
}
