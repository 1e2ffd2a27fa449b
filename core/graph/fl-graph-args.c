/* Arguments by the parameter's name: given positionally or by keyword, else the default of the signature. */
#include <string.h>

#include "fl-aten.h"

static const FlArg *
find_keyword (const FlNode *node, const char *name)
{
  for (guint i = node->n_args; i-- > 0 && node->args[i].keyword != NULL;)
    if (strcmp (node->args[i].keyword, name) == 0)
      return &node->args[i];
  return NULL;
}

/* Position of the parameter in the signature, or -1. */
static int
find_param (const FlNode *node, const char *name, const FlAtenParam **param)
{
  guint n_params;
  const FlAtenParam *params;

  *param = NULL;
  if (node->op == NULL)
    return -1;
  params = fl_aten_get_params (node->op, &n_params);
  for (guint i = 0; i < n_params; i++)
    if (strcmp (params[i].name, name) == 0)
      {
        *param = &params[i];
        return (int) i;
      }
  return -1;
}

static const FlArg *
get_positional (const FlNode *node, guint position)
{
  return position < node->n_args && node->args[position].keyword == NULL ? &node->args[position] : NULL;
}

const FlArg *
fl_node_find_arg (const FlNode *node, const char *name)
{
  const FlAtenParam *param;
  const int position = find_param (node, name, &param);
  const FlArg *arg = position >= 0 ? get_positional (node, (guint) position) : NULL;

  return arg != NULL ? arg : find_keyword (node, name);
}

const FlArg *
fl_node_get_arg (const FlNode *node, guint position)
{
  const FlArg *arg = get_positional (node, position);
  const FlAtenParam *params;
  guint n_params;

  if (arg != NULL || node->op == NULL)
    return arg;
  params = fl_aten_get_params (node->op, &n_params);
  return position < n_params ? find_keyword (node, params[position].name) : NULL;
}

/* The default's text, when the argument was not given; NULL when there is none. */
static const char *
get_default (const FlNode *node, const char *name)
{
  const FlAtenParam *param;

  find_param (node, name, &param);
  return param != NULL ? param->default_text : NULL;
}

static gboolean
parse_int (const char *text, gint64 *value)
{
  char *end;

  *value = g_ascii_strtoll (text, &end, 10);
  return end != text && *end == '\0';
}

gboolean
fl_node_get_int (const FlNode *node, const char *name, gint64 *value)
{
  const FlArg *arg = fl_node_find_arg (node, name);
  const char *text;

  if (arg != NULL && arg->kind == FL_ARG_INT)
    return fl_sym_is_int (arg->sym, value);
  if (arg != NULL && arg->kind == FL_ARG_BOOL)
    {
      *value = arg->number != 0;
      return TRUE;
    }
  text = arg == NULL ? get_default (node, name) : NULL;
  return text != NULL && parse_int (text, value);
}

gboolean
fl_node_get_bool (const FlNode *node, const char *name, gboolean *value)
{
  const FlArg *arg = fl_node_find_arg (node, name);
  const char *text;
  gint64 number;

  if (arg != NULL && arg->kind == FL_ARG_BOOL)
    {
      *value = arg->number != 0;
      return TRUE;
    }
  if (arg != NULL && arg->kind == FL_ARG_INT && fl_sym_is_int (arg->sym, &number))
    {
      *value = number != 0;
      return TRUE;
    }
  text = arg == NULL ? get_default (node, name) : NULL;
  if (text == NULL || (strcmp (text, "True") != 0 && strcmp (text, "False") != 0))
    return FALSE;
  *value = text[0] == 'T';
  return TRUE;
}

gboolean
fl_node_get_float (const FlNode *node, const char *name, double *value)
{
  const FlArg *arg = fl_node_find_arg (node, name);
  const char *text;
  gint64 integer;
  char *end;

  if (arg != NULL && (arg->kind == FL_ARG_FLOAT || arg->kind == FL_ARG_BOOL))
    {
      *value = arg->number;
      return TRUE;
    }
  if (arg != NULL && arg->kind == FL_ARG_INT && fl_sym_is_int (arg->sym, &integer))
    {
      *value = (double) integer;
      return TRUE;
    }
  text = arg == NULL ? get_default (node, name) : NULL;
  if (text == NULL || text[0] == '\0')
    return FALSE;
  *value = g_ascii_strtod (text, &end);
  return end != text && *end == '\0';
}

/* --- lists of integers ------------------------------------------------------------------------ */

static const FlSym *
get_sym (const FlGraph *graph, const FlArg *arg)
{
  if (arg->kind == FL_ARG_INT)
    return arg->sym;
  if (arg->kind == FL_ARG_BOOL)
    return fl_sym_int (graph->symbols, arg->number != 0);
  if (arg->kind == FL_ARG_NODE && fl_graph_get_node (graph, arg->node)->value.kind == FL_VALUE_SYM)
    return fl_graph_get_node (graph, arg->node)->value.sym;
  return NULL;
}

/* "[0,0]" or "1". */
static const FlSym *const *
parse_default_syms (const FlGraph *graph, const char *text, FlArena *arena, guint *n)
{
  g_auto (GStrv) words = NULL;
  g_autofree char *inside = g_strdup (text);
  const FlSym **syms;
  gint64 value;

  g_strdelimit (inside, "[]", ' ');
  g_strstrip (inside);
  words = g_strsplit (inside, ",", -1);
  syms = fl_arena_new (arena, const FlSym *, g_strv_length (words) + 1);
  for (guint i = 0; words[i] != NULL; i++)
    {
      if (!parse_int (words[i], &value))
        return NULL;
      syms[i] = fl_sym_int (graph->symbols, value);
    }
  *n = g_strv_length (words);
  return syms;
}

const FlTensor *
fl_node_find_tensor (const FlNode *node)
{
  return node != NULL && node->value.kind == FL_VALUE_TENSOR ? &node->value.tensor : NULL;
}

const FlSym *const *
fl_node_get_syms (const FlGraph *graph, const FlNode *node, const char *name, FlArena *arena, guint *n)
{
  const FlArg *arg = fl_node_find_arg (node, name);
  const char *text;
  const FlSym **syms;
  guint found = 0;

  *n = 0;
  if (arg == NULL)
    {
      text = get_default (node, name);
      return text != NULL && text[0] != '\0' ? parse_default_syms (graph, text, arena, n) : NULL;
    }
  if (arg->kind == FL_ARG_LIST || arg->kind == FL_ARG_TUPLE)
    {
      syms = fl_arena_new (arena, const FlSym *, arg->n_items + 1); /* not NULL even when empty */
      for (; found < arg->n_items; found++)
        if ((syms[found] = get_sym (graph, &arg->items[found])) == NULL)
          return NULL;
    }
  else
    {
      syms = fl_arena_new (arena, const FlSym *, 1);
      if ((syms[found++] = get_sym (graph, arg)) == NULL)
        return NULL;
    }
  *n = found;
  return syms;
}

gboolean
fl_node_writes_statistics (const FlNode *node)
{
  return strstr (node->target, "batch_norm") != NULL || strstr (node->target, "instance_norm") != NULL;
}
