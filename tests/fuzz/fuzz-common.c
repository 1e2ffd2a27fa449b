#include "fuzz-common.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "fl-formats.h"
#include "fl-tensor-file.h"

/* Aborts: what g_error raises (SIGTRAP) a fuzzer does not catch, so that the input would be lost. */
static void broken (const char *format, ...) G_GNUC_PRINTF (1, 2) G_GNUC_NORETURN;

static void
broken (const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_printerr ("%s\n", message);
  abort ();
}

void
fuzz_check_result (const FlGraph *graph, const GError *error)
{
  g_assert_true ((graph == NULL) == (error != NULL));
  if (error == NULL)
    return;
  g_assert_true (error->domain == FL_ERROR);
  g_assert_true (error->message[0] != '\0');
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static void
check_text (const char *text)
{
  if (text != NULL && !g_utf8_validate (text, -1, NULL))
    broken ("not UTF-8: %s", text);
}

static void
check_node (const FlGraph *graph, const FlNode *node, GString *out)
{
  g_assert_true (fl_graph_find_node (graph, node->name) == node);
  check_text (node->name);
  check_text (node->target);
  check_text (node->source_file);
  check_text (node->source_code);
  check_text (node->module_path);
  g_string_truncate (out, 0);
  for (guint i = 0; i < node->n_args; i++)
    fl_arg_append (out, graph, &node->args[i]);
  fl_value_append (out, &node->value);
  fl_value_append (out, &node->annotated);
  if (node->value.kind == FL_VALUE_TENSOR)
    {
      fl_tensor_append (out, &node->value.tensor, TRUE, TRUE);
      fl_tensor_is_contiguous (&node->value.tensor);
      fl_sym_append (out, fl_tensor_get_numel (&node->value.tensor, graph->symbols));
    }
  check_text (out->str);
  if (node->subgraph != NULL)
    fuzz_check_graph (node->subgraph);
}

void
fuzz_check_graph (const FlGraph *graph)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  const gboolean is_whole = fl_graph_verify (graph, &error);

  g_assert_no_error (error);
  g_assert_true (is_whole);
  check_text (graph->name);
  check_text (graph->truncated_why);
  g_assert_true (graph->text == NULL || g_utf8_validate (graph->text, graph->text_length, NULL));
  for (guint i = 0; i < graph->n_warnings; i++)
    check_text (graph->warnings[i]);
  for (guint i = 0; i < graph->n_nodes; i++)
    check_node (graph, &graph->nodes[i], out);
}

void
fuzz_check_round_trip (const FlGraph *graph)
{
  g_autoptr (GString) first = g_string_new (NULL), second = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) again = NULL;

  if (!fl_json_write (graph, first, &error))
    broken ("cannot be written: %s", error->message);
  again = fl_json_read ("written.json", first->str, first->len, &error);
  if (again == NULL)
    broken ("what was written cannot be read: %s\n%s", error->message, first->str);
  if (!fl_json_write (again, second, &error))
    broken ("cannot be written again: %s", error->message);
  if (strcmp (first->str, second->str) != 0)
    broken ("written twice, it differs:\n%s\n%s", first->str, second->str);
}

void
fuzz_check_shapes (FlGraph *graph)
{
  g_autoptr (GError) error = NULL;
  const gboolean is_done = fl_shapes_propagate (graph, NULL, &error);

  g_assert_true (is_done == (error == NULL));
  fuzz_check_graph (graph);
}

static void
check_all (FlGraph *graph, const GError *error)
{
  fuzz_check_result (graph, error);
  if (graph == NULL)
    return;
  fuzz_check_graph (graph);
  fuzz_check_round_trip (graph);
  fuzz_check_shapes (graph);
}

void
fuzz_fx (const char *text, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = NULL;

  if (length > FUZZ_MAX_BYTES)
    return;
  fl_fx_probe (text, length);
  graph = fl_fx_read ("fuzz.py", text, length, &error);
  check_all (graph, error);
}

void
fuzz_json (const char *text, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = NULL;

  if (length > FUZZ_MAX_BYTES)
    return;
  fl_json_probe (text, length);
  graph = fl_json_read ("fuzz.json", text, length, &error);
  check_all (graph, error);
}

void
fuzz_tensors (const char *text, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlTensorFile) file = NULL;
  guint64 sum = 0;

  if (length > FUZZ_MAX_BYTES)
    return;
  file = fl_tensor_file_parse ("fuzz", g_memdup2 (text, length), length, &error);
  g_assert_true ((file == NULL) == (error != NULL));
  for (guint i = 0; file != NULL && i < file->tensors->len; i++)
    {
      const FlFileTensor *tensor = &g_array_index (file->tensors, FlFileTensor, i);

      for (gint64 k = 0; k < tensor->numel * tensor->width; k++)
        sum += tensor->bytes[k];
    }
  g_assert_cmpuint (sum, <=, 255 * length);
}
