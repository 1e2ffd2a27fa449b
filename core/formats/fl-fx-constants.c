/* Small tensors of fx_graph_runnable.py whose elements are written out:
 *   self.register_buffer('_tensor_constant0', tensor([1., 2., 3.]))
 * Inductor puts the elements of one that has a single dimension and no more than eight of them into the code. They
 * become the arguments of the get_attr node that names the tensor. */
#include "fl-fx-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
  MOST_ELEMENTS = 8
};

/* "1.", "-2", "nan", "True"; FALSE: something else. */
static gboolean
read_element (FlGraph *graph, FlDtype dtype, char *word, FlArg *arg)
{
  char *rest = NULL;
  gint64 whole;

  g_strstrip (word);
  if (g_str_equal (word, "True") || g_str_equal (word, "False"))
    *arg = (FlArg) { .kind = FL_ARG_BOOL, .number = word[0] == 'T' };
  else if (fl_dtype_is_integer (dtype) && g_ascii_string_to_signed (word, 10, G_MININT64, G_MAXINT64, &whole, NULL))
    *arg = (FlArg) { .kind = FL_ARG_INT, .sym = fl_sym_int (graph->symbols, whole) };
  else if (fl_dtype_is_float (dtype) && word[0] != '\0')
    {
      *arg = (FlArg) { .kind = FL_ARG_FLOAT, .number = g_ascii_strtod (word, &rest) };
      return *rest == '\0';
    }
  else
    return FALSE;
  return TRUE;
}

static FlNode *
find_constant (FlGraph *graph, const char *name)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].kind == FL_NODE_GET_ATTR && graph->nodes[i].value.kind == FL_VALUE_TENSOR
        && (g_str_equal (graph->nodes[i].name, name) || g_str_equal (graph->nodes[i].target, name)))
      return &graph->nodes[i];
  return NULL;
}

/* "1., 2., 3." */
static void
set_elements (FlGraph *graph, FlNode *node, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, ",", MOST_ELEMENTS + 2);
  const guint n = g_strv_length (words);
  FlArg *args = fl_arena_new (graph->arena, FlArg, n + 1);
  gint64 size;

  if (n == 0 || n > MOST_ELEMENTS || node->value.tensor.n_dims != 1
      || !fl_sym_is_int (node->value.tensor.sizes[0], &size) || size != n)
    return;
  for (guint i = 0; i < n; i++)
    if (!read_element (graph, node->value.tensor.dtype, words[i], &args[i]))
      return;
  node->args = args;
  node->n_args = n;
}

/* "0.0156": torch prints four digits behind the point, whatever follows them. */
static gboolean
may_be_rounded (const char *word)
{
  const char *point = strchr (word, '.');
  const gsize n = point != NULL ? strspn (point + 1, "0123456789") : 0;

  return n == 4 && point[4] != '0';
}

/* The text is all that the folder says of them. */
static void
warn_of_rounded (FlGraph *graph, const FlNode *node, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, ",", MOST_ELEMENTS + 2);

  for (guint i = 0; words[i] != NULL; i++)
    if (fl_dtype_is_float (node->value.tensor.dtype) && may_be_rounded (words[i]))
      {
        g_autofree char *message = g_strdup_printf (
            "the elements of %s are printed with four digits behind the point: %s may stand for a number near it",
            node->target, g_strstrip (words[i]));

        fl_graph_append_warning (graph, message);
        return;
      }
}

/* register_buffer ('NAME', tensor ([ELEMENTS]…)) on one line. */
static void
read_buffer (FlGraph *graph, const char *line)
{
  static const char start[] = "register_buffer('", middle[] = "', tensor([";
  const char *name = strstr (line, start), *elements = strstr (line, middle), *end;
  g_autofree char *name_text = NULL, *text = NULL;
  FlNode *node;

  if (name == NULL || elements == NULL || elements < name + strlen (start))
    return;
  name += strlen (start);
  name_text = g_strndup (name, elements - name);
  elements += strlen (middle);
  end = strchr (elements, ']');
  node = find_constant (graph, name_text);
  if (end == NULL || node == NULL)
    return;
  text = g_strndup (elements, end - elements);
  set_elements (graph, node, text);
  if (node->n_args > 0)
    warn_of_rounded (graph, node, text);
}

void
fl_fx_read_constants (FlGraph *graph, const char *text, const char *end)
{
  for (const char *line = text; line < end;)
    {
      const char *next = memchr (line, '\n', end - line);
      g_autofree char *copy = g_strndup (line, (next != NULL ? next : end) - line);

      if (strstr (copy, "register_buffer(") != NULL)
        read_buffer (graph, copy);
      line = next != NULL ? next + 1 : end;
    }
}
