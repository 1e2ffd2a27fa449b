/* The form of print (graph):
 *   graph():
 *       %x : [num_users=1] = placeholder[target=x]
 *       %add : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1), kwargs = {alpha: 2})
 *       return add
 * Strings and devices stand there without quotes. Older versions write [#users=1]. */
#include "fl-fx-private.h"

#include <string.h>

#include "fl-intern.h"

gboolean
fl_fx_is_printed_header (const FlFx *fx, const char *first)
{
  const char *newline = memchr (first, '\n', fx->end - first);
  const char *end = newline != NULL ? newline : fx->end;

  if (fl_fx_starts (fx, first, "graph("))
    return memchr (first, ':', end - first) != NULL;
  return *first == '%' && memmem (first, end - first, "users=", strlen ("users=")) != NULL
         && memmem (first, end - first, "[target=", strlen ("[target=")) != NULL;
}

/* p is after '['; up to the matching ']'. */
static const char *
read_target (FlFx *fx)
{
  const char *start;
  int depth = 0;

  if (fl_fx_starts (fx, fx->p, "target="))
    fx->p += strlen ("target=");
  start = fx->p;
  for (; fx->p < fx->end && *fx->p != '\n'; fx->p++)
    {
      if (*fx->p == '[')
        depth++;
      else if (*fx->p == ']' && depth-- == 0)
        {
          fx->p++;
          return fl_intern_n (start, fx->p - 1 - start);
        }
    }
  fl_fx_fail_expected (fx, "']'");
  return NULL;
}

/* args then kwargs as one list. */
static gboolean
join_args (FlFx *fx, const FlArg *items, guint n_items, FlFxValue *draft)
{
  const FlArg *positional = NULL, *keywords = NULL;
  FlArg *args;

  for (guint i = 0; i < n_items; i++)
    if (items[i].keyword != NULL && strcmp (items[i].keyword, "args") == 0)
      positional = &items[i];
    else if (items[i].keyword != NULL && strcmp (items[i].keyword, "kwargs") == 0)
      keywords = &items[i];
  draft->n_args = (positional != NULL ? positional->n_items : 0) + (keywords != NULL ? keywords->n_items / 2 : 0);
  draft->args = args = fl_arena_new (fx->arena, FlArg, draft->n_args + 1);
  for (guint i = 0; positional != NULL && i < positional->n_items; i++)
    *args++ = positional->items[i];
  for (guint i = 0; keywords != NULL && i + 1 < keywords->n_items; i += 2)
    {
      *args = keywords->items[i + 1];
      args->keyword = keywords->items[i].text != NULL ? fl_intern (keywords->items[i].text) : fl_intern ("?");
      args++;
    }
  return TRUE;
}

static gboolean
set_kind (FlFx *fx, const char *at, const char *kind, const char *target, FlFxValue *draft)
{
  draft->form = FL_FX_FORM_DRAFT;
  draft->kind = FL_NODE_CALL;
  draft->target = target;
  if (strcmp (kind, "placeholder") == 0)
    draft->kind = FL_NODE_PLACEHOLDER;
  else if (strcmp (kind, "get_attr") == 0)
    draft->kind = FL_NODE_GET_ATTR;
  else if (strcmp (kind, "call_function") == 0)
    draft->target = fl_fx_shorten_target (target);
  else if (strcmp (kind, "call_method") == 0)
    draft->target = fl_intern_printf ("method.%s", target);
  else if (strcmp (kind, "call_module") == 0)
    draft->target = fl_intern_printf ("module.%s", target);
  else if (strcmp (kind, "output") == 0)
    draft->kind = FL_NODE_OUTPUT;
  else
    return fl_fx_fail (
        fx, at, FL_ERROR_SYNTAX,
        "'%s' is no kind of node; placeholder, get_attr, call_function, call_method, call_module and output are", kind);
  return TRUE;
}

/* After "%name": ": type [num_users=1] = kind[target=t](args = …, kwargs = …)" */
static gboolean
read_node (FlFx *fx, const char *name)
{
  FlFxValue draft = { .form = FL_FX_FORM_DRAFT };
  const char *kind, *target, *at;
  const FlArg *items = NULL;
  guint n_items = 0;
  gboolean has_comma;
  FlNodeId id;

  while (!fl_fx_at_line_end (fx) && !fl_fx_starts (fx, fx->p, " = "))
    fx->p += fl_fx_starts (fx, fx->p, "[#users") ? 2 : 1;
  if (!fl_fx_expect (fx, '='))
    return FALSE;
  fl_fx_skip_blanks (fx);
  at = fx->p;
  kind = fl_fx_read_name (fx);
  if (kind == NULL || !fl_fx_accept (fx, '['))
    return fl_fx_fail_expected (fx, "a kind of node with its target, as in call_function[target=…]");
  target = read_target (fx);
  if (target == NULL)
    return FALSE;
  if (fx->p < fx->end && *fx->p == '('
      && (!fl_fx_open (fx, '(') || !fl_fx_read_items (fx, ')', TRUE, &n_items, &items, &has_comma)))
    return FALSE;
  if (!set_kind (fx, at, kind, target, &draft) || !join_args (fx, items, n_items, &draft))
    return FALSE;
  if (draft.kind == FL_NODE_OUTPUT)
    {
      fx->has_return = TRUE;
      if (draft.n_args == 1 && (draft.args[0].kind == FL_ARG_TUPLE || draft.args[0].kind == FL_ARG_LIST))
        {
          draft.n_args = draft.args[0].n_items;
          draft.args = draft.args[0].items;
        }
    }
  if (!fl_fx_add_draft (fx, &draft, name, NULL, &id))
    return FALSE;
  fl_fx_bind_node (fx, name, id);
  return TRUE;
}

static gboolean
read_line (FlFx *fx)
{
  const char *name, *at;

  fx->statement_line = fx->line;
  fx->depth = fx->n_open = 0;
  if (fl_fx_starts (fx, fx->p, "return"))
    {
      fx->is_printed = FALSE; /* names of a printed graph bear no '%' */
      return fl_fx_read_statement (fx);
    }
  if (!fl_fx_accept (fx, '%'))
    return fl_fx_fail_expected (fx, "a node, as in '%x : … = …'");
  at = fx->p;
  if ((name = fl_fx_read_name (fx)) == NULL)
    return fl_fx_fail_expected (fx, "a name");
  if (fl_graph_builder_find (fx->builder, name).index != FL_NODE_NONE.index)
    return fl_fx_fail (fx, at, FL_ERROR_GRAPH, "a second node called '%s'", name);
  return read_node (fx, name);
}

gboolean
fl_fx_read_printed (FlFx *fx)
{
  gboolean is_header = fl_fx_starts (fx, fx->p + strspn (fx->p, " \t"), "graph(");

  fx->has_return = FALSE;
  fx->is_printed = TRUE;
  if (is_header)
    fl_fx_skip_line (fx);
  for (; fx->p < fx->end && !fx->has_return; fl_fx_skip_line (fx))
    {
      const char *first;

      fl_fx_measure_indent (fx, &first);
      if (first >= fx->end || *first == '\n' || *first == '#')
        continue;
      fx->p = first;
      if (!read_line (fx))
        break;
    }
  fx->is_printed = FALSE;
  if (fx->error != NULL)
    return FALSE;
  if (!fx->has_return)
    {
      fx->ended = TRUE;
      fl_graph_builder_set_truncated (fx->builder, "the file ends before the graph's return");
      fl_graph_builder_warn (fx->builder, "the file ends at line %u, before the graph's return", fx->line);
    }
  return TRUE;
}
