/* Statements of a forward function: nodes, aliases, declarations of joint graphs, deletion lists, the return. */
#include "fl-fx-private.h"

#include <string.h>

#include "fl-intern.h"

/* --- comments --------------------------------------------------------------------------------- */

static const char *
find_text (const char *start, const char *end, const char *text)
{
  return memmem (start, end - start, text, strlen (text));
}

/* "# File: /a/b.py:12 in forward, code: return x + y" */
void
fl_fx_read_comment (FlFx *fx)
{
  const char *start = fx->p;
  const char *newline = memchr (start, '\n', fx->end - start);
  const char *end = newline != NULL ? newline : fx->end;
  const char *file = find_text (start, end, "File: ");
  const char *code, *place_end, *colon;

  if (find_text (start, end, "No stacktrace found") != NULL)
    fx->source_file = fx->source_code = NULL;
  if (file == NULL)
    return;
  file += strlen ("File: ");
  code = find_text (file, end, ", code: ");
  place_end = code != NULL ? code : end;
  for (colon = place_end; colon > file && !(*colon == ':' && colon + 1 < end && g_ascii_isdigit (colon[1]));)
    colon--;
  if (colon == file)
    return;
  if (fx->last_file == NULL || strlen (fx->last_file) != (gsize) (colon - file)
      || memcmp (fx->last_file, file, colon - file) != 0)
    fx->last_file = fl_arena_strndup (fx->arena, file, colon - file);
  fx->source_file = fx->last_file;
  fx->source_line = (guint) CLAMP (g_ascii_strtoll (colon + 1, NULL, 10), 0, G_MAXINT);
  fx->source_code = NULL;
  if (code != NULL)
    {
      code += strlen (", code: ");
      while (end > code && g_ascii_isspace (end[-1]))
        end--;
      fx->source_code = fl_arena_strndup (fx->arena, code, end - code);
    }
}

/* --- inputs ----------------------------------------------------------------------------------- */

static gboolean
add_input (FlFx *fx, const FlFxParam *param)
{
  const FlFxValue draft = { .form = FL_FX_FORM_DRAFT, .kind = FL_NODE_PLACEHOLDER, .target = param->name };
  const FlValue *declared = g_hash_table_lookup (fx->declared, param->name);
  FlNodeId id;

  if (!fl_fx_add_draft (fx, &draft, param->name, declared != NULL ? declared : &param->value, &id))
    return FALSE;
  fl_graph_builder_get_node (fx->builder, id)->line = param->line;
  fl_fx_bind_node (fx, param->name, id);
  return TRUE;
}

void
fl_fx_add_params (FlFx *fx)
{
  const char *file = fx->source_file;

  fx->source_file = NULL; /* inputs stand above every comment */
  for (guint i = 0; i < fx->params->len; i++)
    add_input (fx, &g_array_index (fx->params, FlFxParam, i));
  g_array_set_size (fx->params, 0);
  fx->source_file = file;
}

/* "a, b, = fx_pytree.tree_flatten_spec([primals, tangents], self._in_spec)": the names on the left are the inputs, and
 * the parameters that the call mentions are only their containers. p is after '='. Exported programs of 2.9 and later
 * say
 * "_fn_args = (x, y)" and "a, b, = self._dynamo_bytecode_flatten(*_fn_args)". */
static gboolean
is_input_unpack (const FlFx *fx)
{
  return fl_fx_starts (fx, fx->p, "fx_pytree.tree_flatten_spec")
         || fl_fx_starts (fx, fx->p, "self._dynamo_bytecode_flatten");
}

static gboolean
skip_input_tuple (FlFx *fx, const char *name)
{
  const FlArg arg = { .kind = FL_ARG_NAME, .text = name };

  while (!fl_fx_at_line_end (fx))
    fx->p++;
  g_array_set_size (fx->params, 0);
  fl_fx_bind (fx, name, &arg);
  return TRUE;
}

static gboolean
read_unpacked_inputs (FlFx *fx, const GPtrArray *names)
{
  g_autoptr (GHashTable) containers = g_hash_table_new (NULL, NULL);
  const char *name;
  guint n_kept = 0;

  while (!fl_fx_at_line_end (fx))
    {
      if ((name = fl_fx_read_name (fx)) != NULL)
        g_hash_table_add (containers, (gpointer) name);
      else
        fx->p++;
    }
  for (guint i = 0; i < fx->params->len; i++)
    {
      const FlFxParam param = g_array_index (fx->params, FlFxParam, i);

      if (!g_hash_table_contains (containers, param.name))
        g_array_index (fx->params, FlFxParam, n_kept++) = param;
    }
  g_array_set_size (fx->params, n_kept);
  for (guint i = 0; i < names->len; i++)
    {
      const FlFxParam param = { .name = names->pdata[i], .line = fx->statement_line };

      if (strcmp (param.name, "self") == 0)
        continue;
      g_array_append_val (fx->params, param);
    }
  fl_fx_add_params (fx);
  return fx->error == NULL;
}

/* --- nodes ------------------------------------------------------------------------------------ */

/* A placeholder whose parameter is called otherwise: "l_x_ = L_x_" gives the node its name. */
static gboolean
rename_placeholder (FlFx *fx, const char *name, const FlArg *arg)
{
  FlNode *node;

  if (arg->kind != FL_ARG_NODE)
    return FALSE;
  node = fl_graph_builder_get_node (fx->builder, arg->node);
  if (node->kind != FL_NODE_PLACEHOLDER || node->name != node->target)
    return FALSE;
  fl_graph_builder_rename (fx->builder, arg->node, name);
  return TRUE;
}

static gboolean
assign (FlFx *fx, const char *name, FlFxValue *value, const FlValue *annotation)
{
  gboolean is_again;
  FlNodeId id;
  FlArg arg;

  if (value->form == FL_FX_FORM_ARG)
    {
      rename_placeholder (fx, name, &value->arg);
      fl_fx_bind (fx, name, &value->arg);
      return TRUE;
    }
  if (value->form == FL_FX_FORM_PATH && g_str_has_prefix (value->path, "self."))
    {
      value->form = FL_FX_FORM_DRAFT;
      value->kind = FL_NODE_GET_ATTR;
      value->target = fl_intern (value->path + strlen ("self."));
    }
  else if (value->form == FL_FX_FORM_ATTRIBUTE)
    {
      const FlArg args[] = { value->arg, { .kind = FL_ARG_STRING, .text = value->path } };

      fl_fx_set_draft (fx, value, fl_intern ("getattr"), args, G_N_ELEMENTS (args));
    }
  else if (value->form == FL_FX_FORM_PATH)
    {
      if (fx->p >= fx->end) /* the call that follows was cut off */
        {
          fx->ended = TRUE;
          return FALSE;
        }
      if (!fl_fx_settle (fx, value, &arg))
        return FALSE;
      fl_fx_bind (fx, name, &arg);
      return TRUE;
    }
  is_again = g_hash_table_contains (fx->names, name);
  if (!fl_fx_add_draft (fx, value, name, annotation, &id))
    return FALSE;
  if (is_again)
    fl_graph_builder_warn (fx->builder, "line %u: '%s' is given a value a second time; that node is called %s here",
                           fx->statement_line, name, fl_graph_builder_get_node (fx->builder, id)->name);
  fl_fx_bind_node (fx, name, id);
  return TRUE;
}

/* "a, b = f(x)": not torch.fx's own, but people write it. */
static gboolean
assign_tuple (FlFx *fx, const GPtrArray *names, FlFxValue *value)
{
  FlArg tuple;

  if (!fl_fx_settle (fx, value, &tuple))
    return FALSE;
  for (guint i = 0; i < names->len; i++)
    {
      const FlArg args[] = { tuple, { .kind = FL_ARG_INT, .sym = fl_sym_int (fx->symbols, i) } };
      FlFxValue item = { .form = FL_FX_FORM_ARG };

      fl_fx_set_draft (fx, &item, fl_intern ("operator.getitem"), args, G_N_ELEMENTS (args));
      if (!assign (fx, names->pdata[i], &item, NULL))
        return FALSE;
    }
  return TRUE;
}

/* --- in-place statements: "x += y", "x[0] = y" ------------------------------------------------ */

static const struct
{
  const char *text;
  const char *target;
} in_place[] = {
  { "**=", "operator.ipow" },    { "//=", "operator.ifloordiv" }, { "<<=", "operator.ilshift" },
  { ">>=", "operator.irshift" }, { "+=", "operator.iadd" },       { "-=", "operator.isub" },
  { "*=", "operator.imul" },     { "/=", "operator.itruediv" },   { "%=", "operator.imod" },
  { "@=", "operator.imatmul" },  { "&=", "operator.iand" },       { "|=", "operator.ior" },
  { "^=", "operator.ixor" },
};

static gboolean
read_in_place (FlFx *fx, FlFxValue *target, const char *operator, gsize length)
{
  FlFxValue value = { .form = FL_FX_FORM_ARG };
  FlArg args[3];
  guint n_args = 0;
  FlNodeId id;
  const gboolean is_setitem = strcmp (operator, "operator.setitem") == 0;

  if (is_setitem)
    for (; n_args < 2; n_args++)
      args[n_args] = target->args[n_args];
  else if (!fl_fx_settle (fx, target, &args[n_args++]))
    return FALSE;
  fx->p += length;
  if (!fl_fx_read_arg (fx, &args[n_args++]))
    return FALSE;
  fl_fx_set_draft (fx, &value, fl_intern (operator), args, n_args);
  if (!fl_fx_add_draft (fx, &value, fl_fx_get_default_name (value.target), NULL, &id))
    return FALSE;

  /* ";  add_1 = x" follows: the node's name; what is used after it is the changed x */
  if (fl_fx_accept (fx, ';'))
    {
      const char *name;
      FlValue annotation = { 0 };

      fl_fx_skip_blanks (fx);
      if ((name = fl_fx_read_name (fx)) == NULL)
        return TRUE;
      fl_graph_builder_rename (fx->builder, id, name);
      fl_fx_bind_node (fx, name, id);
      if (fl_fx_accept (fx, ':') && !fl_fx_read_annotation (fx, &annotation))
        return FALSE;
      fl_graph_builder_get_node (fx->builder, id)->value = annotation;
      fl_graph_builder_get_node (fx->builder, id)->annotated = annotation;
      return fl_fx_expect (fx, '=') && fl_fx_read_expression (fx, &value);
    }
  return TRUE;
}

/* --- deletion lists --------------------------------------------------------------------------- */

/* "a = b = None"; p is left alone when it is something else. */
static gboolean
skip_deletion (FlFx *fx)
{
  const char *start = fx->p;

  for (;;)
    {
      const char *p;

      fl_fx_skip_blanks (fx);
      for (p = fx->p; p < fx->end && fl_fx_is_name_char (*p); p++)
        ;
      if (p - fx->p == 4 && memcmp (fx->p, "None", 4) == 0)
        {
          fx->p = p;
          return TRUE;
        }
      if (p == fx->p)
        break;
      fx->p = p;
      if (!fl_fx_accept (fx, '='))
        break;
    }
  fx->p = start;
  return FALSE;
}

/* --- the return ------------------------------------------------------------------------------- */

/* The results: items of a list or tuple, of the list in tree_unflatten ([…], spec), or a single value. */
static gboolean
read_return (FlFx *fx)
{
  FlNode output = {
    .kind = FL_NODE_OUTPUT, .name = "output", .target = "output", .line = fx->statement_line, .origin = FL_NODE_NONE
  };
  FlFxValue value = { .form = FL_FX_FORM_ARG };
  FlArg arg = { .kind = FL_ARG_TUPLE };

  fl_fx_skip_blanks (fx);
  if (fx->p >= fx->end)
    {
      fx->ended = TRUE;
      return FALSE;
    }
  if (!fl_fx_at_line_end (fx) && !fl_fx_read_expression (fx, &value))
    return FALSE;
  if (value.form == FL_FX_FORM_DRAFT && g_str_has_suffix (value.target, "_unflatten") && value.n_args > 0)
    arg = value.args[0];
  else if (value.at != NULL && !fl_fx_settle (fx, &value, &arg))
    return FALSE;

  if (arg.kind == FL_ARG_LIST || arg.kind == FL_ARG_TUPLE)
    {
      output.n_args = arg.n_items;
      output.args = arg.items;
    }
  else
    {
      output.n_args = 1;
      output.args = fl_arena_memdup (fx->arena, &arg, sizeof arg);
    }
  fl_graph_builder_add (fx->builder, &output);
  fx->has_return = TRUE;
  return TRUE;
}

/* --- statements ------------------------------------------------------------------------------- */

static gboolean
read_value_of (FlFx *fx, const char *name, const FlValue *annotation)
{
  FlFxValue value = { .form = FL_FX_FORM_ARG };

  fl_fx_add_params (fx);
  return fx->error == NULL && fl_fx_read_expression (fx, &value) && assign (fx, name, &value, annotation);
}

/* After "a": ", b, c = value". */
static gboolean
read_unpack (FlFx *fx, const char *first)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  FlFxValue value = { .form = FL_FX_FORM_ARG };

  g_ptr_array_add (names, (gpointer) first);
  while (fl_fx_accept (fx, ','))
    {
      const char *name;

      fl_fx_skip_blanks (fx);
      if ((name = fl_fx_read_name (fx)) == NULL)
        break;
      g_ptr_array_add (names, (gpointer) name);
    }
  if (!fl_fx_expect (fx, '='))
    return FALSE;
  fl_fx_skip_blanks (fx);
  if (is_input_unpack (fx))
    return read_unpacked_inputs (fx, names);
  fl_fx_add_params (fx);
  return fx->error == NULL && fl_fx_read_expression (fx, &value) && assign_tuple (fx, names, &value);
}

/* A statement that does not begin with "name =", "name:" or "name,". */
static gboolean
read_other (FlFx *fx)
{
  FlFxValue value = { .form = FL_FX_FORM_ARG };
  FlNodeId id;

  fl_fx_add_params (fx);
  if (fx->error != NULL || !fl_fx_read_expression (fx, &value))
    return FALSE;
  fl_fx_skip_blanks (fx);
  for (guint i = 0; i < G_N_ELEMENTS (in_place); i++)
    if (fl_fx_starts (fx, fx->p, in_place[i].text))
      return read_in_place (fx, &value, in_place[i].target, strlen (in_place[i].text));
  if (fx->p < fx->end && *fx->p == '=' && value.form == FL_FX_FORM_DRAFT
      && strcmp (value.target, "operator.getitem") == 0)
    return read_in_place (fx, &value, "operator.setitem", 1);
  if (value.form == FL_FX_FORM_DRAFT)
    return fl_fx_add_draft (fx, &value, fl_fx_get_default_name (value.target), NULL, &id);
  if (value.form == FL_FX_FORM_ARG && value.arg.kind == FL_ARG_STRING) /* a text as a remark */
    return TRUE;
  if (fx->p >= fx->end)
    fx->ended = TRUE;
  return fl_fx_fail (fx, value.at != NULL ? value.at : fx->p, FL_ERROR_SYNTAX,
                     "this is no statement that torch.fx prints");
}

static gboolean
read_one (FlFx *fx)
{
  const char *start = fx->p;
  const char *name = fl_fx_read_name (fx);
  FlValue annotation = { 0 };

  if (name == NULL)
    return read_other (fx);
  if (strcmp (name, "return") == 0)
    {
      fl_fx_add_params (fx);
      return fx->error == NULL && read_return (fx);
    }
  if (strcmp (name, "pass") == 0)
    return TRUE;
  if (strcmp (name, "del") == 0 || strcmp (name, "assert") == 0)
    {
      while (!fl_fx_at_line_end (fx))
        fx->p++;
      return TRUE;
    }
  fl_fx_skip_blanks (fx);
  if (fx->p < fx->end && *fx->p == ',')
    return read_unpack (fx, name);
  if (fx->p < fx->end && *fx->p == '=' && !fl_fx_starts (fx, fx->p, "=="))
    {
      fx->p++;
      return strcmp (name, "_fn_args") == 0 && fx->params->len > 0 ? skip_input_tuple (fx, name)
                                                                   : read_value_of (fx, name, NULL);
    }
  if (fx->p >= fx->end || *fx->p != ':')
    {
      fx->p = start;
      return read_other (fx);
    }
  fx->p++;
  if (!fl_fx_read_annotation (fx, &annotation))
    return FALSE;
  if (fl_fx_accept (fx, '='))
    return read_value_of (fx, name, &annotation);
  g_hash_table_insert (fx->declared, (gpointer) name, fl_arena_memdup (fx->arena, &annotation, sizeof annotation));
  return TRUE;
}

gboolean
fl_fx_read_statement (FlFx *fx)
{
  fx->statement_line = fx->line;
  fx->depth = 0;
  fx->n_open = 0;
  for (;;)
    {
      fl_fx_skip_blanks (fx);
      if (fl_fx_at_line_end (fx))
        return TRUE;
      if (!skip_deletion (fx) && !read_one (fx))
        return FALSE;
      if (fx->has_return && fl_fx_accept (fx, ';')) /* statements after a return are never run */
        return TRUE;
      if (fl_fx_accept (fx, ';'))
        continue;
      if (fl_fx_at_line_end (fx))
        return TRUE;
      if (fx->has_return && (fl_fx_starts (fx, fx->p, "\"\"\"") || fl_fx_starts (fx, fx->p, "'''")))
        return TRUE; /* the end of the string in which a test holds the graph */
      return fl_fx_fail_expected (fx, "the end of the statement");
    }
}
