/* --size, and what the user's tensors tell of sizes. */
#include "fl-cli.h"
#include "fl-given.h"
#include "fl-sizes.h"

gboolean
fl_cli_parse_sizes (FlCli *cli, const FlGraph *graph, GArray *sizes, GError **error)
{
  for (guint i = 0; cli->sizes && cli->sizes[i]; i++)
    {
      FlSizeValue size = { 0 };

      if (!fl_sizes_parse (graph, cli->sizes[i], &size, error))
        return FALSE;
      g_array_append_val (sizes, size);
    }
  return TRUE;
}

GArray *
fl_cli_pick_sizes (const GArray *all, guint place)
{
  GArray *sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));

  for (guint i = 0; i < all->len; i++)
    {
      const FlSizeValue *size = &g_array_index (all, FlSizeValue, i);
      guint before = 0, after = 0;

      for (guint k = 0; k < all->len; k++)
        if (g_array_index (all, FlSizeValue, k).symbol == size->symbol)
          {
            before += k < i;
            after += k > i;
          }
      if (before == place || (before < place && after == 0))
        g_array_append_val (sizes, *size);
    }
  return sizes;
}

/* Behind an error about sizes: ones that would do. */
static void
append_possible (const FlGraph *graph, GError **error)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));
  g_autoptr (GString) text = g_string_new ((*error)->message);
  const int code = (*error)->code;

  if (code != FL_ERROR_SHAPE || !fl_sizes_choose (graph, sizes, NULL) || sizes->len == 0)
    return;
  g_string_append (text, "\nIt holds for");
  for (guint i = 0; i < sizes->len; i++)
    {
      const FlSizeValue *size = &g_array_index (sizes, FlSizeValue, i);

      g_string_append_printf (text, " %s=", fl_sym_get_name (size->symbol));
      fl_sizes_append_value (text, size);
    }
  g_clear_error (error);
  g_set_error_literal (error, FL_ERROR, code, text->str);
}

gboolean
fl_cli_settle_sizes (FlCli *cli, FlGraph *graph, GError **error)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));
  g_autoptr (GArray) sizes = NULL;

  if (!fl_cli_parse_sizes (cli, graph, all, error) || !fl_cli_tensors_open (cli, graph, error))
    return FALSE;
  sizes = fl_cli_pick_sizes (all, 0);
  if (!fl_given_find_sizes (cli->tensors.given, sizes, error))
    return FALSE;
  fl_given_learn_sizes (cli->tensors.expected, sizes);
  if (sizes->len == 0 && !cli->is_executing && !cli->is_comparing)
    return TRUE;
  if (!fl_sizes_choose_hints (graph, sizes, error))
    {
      if (all->len == 0 && fl_given_get_n (cli->tensors.given) == 0)
        { /* nobody asked for these: what is shown does not need them, and an execution refuses them */
          g_clear_error (error);
          return TRUE;
        }
      append_possible (graph, error);
      return FALSE;
    }
  return TRUE;
}
