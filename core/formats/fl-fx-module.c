/* Classes and their forward functions, and finding them in a file: a graph starts at "class NAME(torch.nn.Module):", at
 * a bare "def forward", or at the header of print (graph). Sub-graphs of higher-order operators are classes within the
 * class, named as the attribute that holds them. */
#include "fl-fx-private.h"

#include <string.h>

#include "fl-intern.h"

/* --- parameters ------------------------------------------------------------------------------- */

static gboolean
read_param (FlFx *fx, gboolean is_first, GHashTable *seen)
{
  FlFxParam param = { .line = fx->line };
  const char *at;
  FlArg value;

  while (fl_fx_accept (fx, '*'))
    ;
  fl_fx_skip_blanks (fx);
  param.line = fx->line;
  at = fx->p;
  param.name = fl_fx_read_name (fx);
  if (param.name == NULL)
    return fx->p < fx->end && (*fx->p == ',' || *fx->p == ')' || *fx->p == '/')
               ? TRUE
               : fl_fx_fail_expected (fx, "a parameter");
  if (fl_fx_accept (fx, ':') && !fl_fx_read_annotation (fx, &param.value))
    return FALSE;
  if (fl_fx_accept (fx, '=') && !fl_fx_read_arg (fx, &value))
    return FALSE;
  if (is_first && strcmp (param.name, "self") == 0)
    return TRUE;
  if (!g_hash_table_add (seen, (gpointer) param.name))
    return fl_fx_fail (fx, at, FL_ERROR_GRAPH, "a second parameter called '%s'", param.name);
  g_array_append_val (fx->params, param);
  return TRUE;
}

/* "(self, a: "f32[8]", …) -> TYPE:" */
static gboolean
read_signature (FlFx *fx)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  gboolean is_first = TRUE;

  if (!fl_fx_open (fx, '('))
    return FALSE;
  do
    {
      fl_fx_skip_blanks (fx);
      if (fx->p < fx->end && *fx->p == ')')
        break;
      if (!read_param (fx, is_first, seen))
        return FALSE;
      is_first = FALSE;
    }
  while (fl_fx_accept (fx, ','));
  if (!fl_fx_close (fx, ')'))
    return FALSE;
  fl_fx_skip_blanks (fx);
  if (fl_fx_starts (fx, fx->p, "->"))
    while (fx->p < fx->end && *fx->p != '\n'
           && !(*fx->p == ':' && (fx->p + 1 >= fx->end || strchr (" \r\n", fx->p[1]) != NULL)))
      fx->p++;
  return fl_fx_expect (fx, ':');
}

/* --- the body --------------------------------------------------------------------------------- */

/* What could be read stays; the statement that was cut off does not. */
static void
set_ended (FlFx *fx)
{
  g_autofree char *why = NULL;

  why = g_strdup_printf ("the file ends at line %u, before the return of forward: %s", fx->line,
                         fx->ended ? "the last statement is not complete" : "there are no more lines");
  fl_graph_builder_set_truncated (fx->builder, why);
  fl_graph_builder_warn (fx->builder, "%s", why);
  fx->ended = TRUE;
}

gboolean
fl_fx_read_forward (FlFx *fx, guint indent)
{
  fx->depth = 0;
  fx->n_open = 0;
  fx->has_return = FALSE;
  fx->statement_line = fx->line;
  fx->source_file = fx->source_code = NULL;
  if (!read_signature (fx))
    {
      if (fx->error != NULL)
        return FALSE;
      fl_fx_add_params (fx);
      set_ended (fx);
      return TRUE;
    }
  if (!fl_fx_at_line_end (fx) && !fl_fx_read_statement (fx)) /* "def forward(self, x): return x" */
    return FALSE;

  while (fl_fx_skip_line (fx), fx->p < fx->end)
    {
      const char *first;
      const guint found = fl_fx_measure_indent (fx, &first);

      if (first >= fx->end || *first == '\n')
        continue;
      if (*first == '#')
        {
          fx->p = first;
          fl_fx_read_comment (fx);
          continue;
        }
      if (found <= indent)
        break;
      if (fx->has_return) /* statements after a return are never run */
        continue;
      fx->p = first;
      if (fl_fx_read_statement (fx))
        continue;
      if (fx->error != NULL)
        return FALSE;
      break;
    }
  fl_fx_add_params (fx);
  if (fx->error != NULL)
    return FALSE;
  if (!fx->has_return && (fx->ended || fx->p >= fx->end))
    set_ended (fx);
  else if (!fx->has_return)
    fl_graph_builder_warn (fx->builder, "line %u: forward has no return, so the graph has no results", fx->line);
  return TRUE;
}
