/* Calls, indexing and python's operators over atoms. torch.fx prints most nodes as calls; sizes are computed with infix
 * operators (mul_2 = arg2_1 * arg3_1), which become nodes "operator.mul" as in the graph itself. */
#include "fl-fx-private.h"

#include <string.h>

#include "fl-intern.h"

/* --- calls ------------------------------------------------------------------------------------ */

static const FlArg *
find_item (const FlArg *items, guint n_items, guint position, const char *keyword)
{
  if (position < n_items && items[position].keyword == NULL)
    return &items[position];
  for (guint i = 0; i < n_items; i++)
    if (items[i].keyword != NULL && strcmp (items[i].keyword, keyword) == 0)
      return &items[i];
  return NULL;
}

/* device(type='cuda', index=0), torch.device('cuda:0') */
static void
set_device (FlFxValue *value, const FlArg *items, guint n_items)
{
  const FlArg *type = find_item (items, n_items, 0, "type");
  const FlArg *index = find_item (items, n_items, 1, "index");
  const char *text = type != NULL && type->kind == FL_ARG_STRING ? type->text : "?";
  const char *colon = strchr (text, ':');
  gint64 number = -1;

  if (colon != NULL)
    number = g_ascii_strtoll (colon + 1, NULL, 10);
  if (index != NULL && index->kind == FL_ARG_INT)
    fl_sym_is_int (index->sym, &number);
  value->form = FL_FX_FORM_ARG;
  value->arg = (FlArg) { .kind = FL_ARG_DEVICE };
  value->arg.device.type = colon != NULL ? fl_intern_n (text, colon - text) : fl_intern (text);
  value->arg.device.index = (gint) CLAMP (number, -1, 4096);
}

static void
set_slice (FlFx *fx, FlFxValue *value, const FlArg *items, guint n_items)
{
  FlArg *three = fl_arena_new (fx->arena, FlArg, 3); /* zero is None */

  if (n_items == 1)
    three[1] = items[0];
  else if (n_items > 0)
    memcpy (three, items, MIN (n_items, 3) * sizeof *three);
  value->form = FL_FX_FORM_ARG;
  value->arg = (FlArg) { .kind = FL_ARG_SLICE, .n_items = 3, .items = three };
}

/* Things that look like calls but are values. */
static gboolean
set_constructor (FlFx *fx, FlFxValue *value, const FlArg *items, guint n_items)
{
  const char *path = value->path;

  if (strcmp (path, "device") == 0 || strcmp (path, "torch.device") == 0)
    set_device (value, items, n_items);
  else if (strcmp (path, "slice") == 0)
    set_slice (fx, value, items, n_items);
  else if (strcmp (path, "torch.Size") == 0 && n_items == 1)
    {
      value->form = FL_FX_FORM_ARG;
      value->arg = items[0];
    }
  else
    return FALSE;
  return TRUE;
}

/* getattr(self.layers, "0"): how torch.fx writes an attribute whose name is no word. */
static gboolean
read_getattr (FlFx *fx, FlFxValue *value)
{
  FlFxValue base = { .form = FL_FX_FORM_ARG };
  FlArg name;

  if (!fl_fx_open (fx, '(') || !fl_fx_read_expression (fx, &base) || !fl_fx_expect (fx, ',')
      || !fl_fx_read_arg (fx, &name) || !fl_fx_close (fx, ')'))
    return FALSE;
  if (name.kind != FL_ARG_STRING)
    return fl_fx_fail (fx, value->at, FL_ERROR_SYNTAX, "getattr needs the attribute's name as a string");
  if (base.form == FL_FX_FORM_PATH)
    {
      value->path = fl_intern_printf ("%s.%s", base.path, name.text);
      return TRUE;
    }
  if (!fl_fx_settle (fx, &base, &value->arg))
    return FALSE;
  value->form = FL_FX_FORM_ATTRIBUTE;
  value->path = fl_intern (name.text);
  return TRUE;
}

static gboolean
read_call (FlFx *fx, FlFxValue *value)
{
  const FlArg *items;
  guint n_items;
  gboolean has_comma;

  if (value->form == FL_FX_FORM_PATH && strcmp (value->path, "getattr") == 0)
    return read_getattr (fx, value);

  if (value->form == FL_FX_FORM_ATTRIBUTE) /* a method: its object is the first argument */
    g_array_append_val (fx->stack, value->arg);
  if (!fl_fx_open (fx, '(') || !fl_fx_read_items (fx, ')', TRUE, &n_items, &items, &has_comma))
    return FALSE;
  switch (value->form)
    {
    case FL_FX_FORM_PATH:
      if (set_constructor (fx, value, items, n_items))
        return TRUE;
      if (g_str_has_prefix (value->path, "self."))
        fl_fx_set_draft (fx, value, fl_intern_printf ("module.%s", value->path + strlen ("self.")), items, n_items);
      else
        fl_fx_set_draft (fx, value, fl_fx_shorten_target (value->path), items, n_items);
      return TRUE;
    case FL_FX_FORM_ATTRIBUTE:
      {
        FlArg *args = fl_arena_new (fx->arena, FlArg, n_items + 1);

        g_array_set_size (fx->stack, fx->stack->len - 1);
        args[0] = value->arg;
        args[0].keyword = NULL;
        if (n_items > 0)
          memcpy (args + 1, items, n_items * sizeof *args);
        fl_fx_set_draft (fx, value, fl_intern_printf ("method.%s", value->path), NULL, 0);
        value->args = args;
        value->n_args = n_items + 1;
        return TRUE;
      }
    default: return fl_fx_fail (fx, value->at, FL_ERROR_SYNTAX, "this is called, but it is no function");
    }
}

/* --- indexing --------------------------------------------------------------------------------- */

/* One index; "a:b:c" becomes a slice. */
static gboolean
read_index (FlFx *fx, FlArg *arg)
{
  FlArg parts[3] = { { FL_ARG_NONE }, { FL_ARG_NONE }, { FL_ARG_NONE } };
  guint n_colons = 0;
  FlFxValue value = { .form = FL_FX_FORM_ARG };

  for (;;)
    {
      fl_fx_skip_blanks (fx);
      if (fx->p < fx->end && *fx->p != ':' && *fx->p != ']' && *fx->p != ',' && !fl_fx_read_arg (fx, &parts[n_colons]))
        return FALSE;
      if (n_colons == 2 || !fl_fx_accept (fx, ':'))
        break;
      n_colons++;
    }
  if (n_colons == 0)
    {
      *arg = parts[0];
      return TRUE;
    }
  set_slice (fx, &value, parts, G_N_ELEMENTS (parts));
  *arg = value.arg;
  return TRUE;
}

static gboolean
read_subscript (FlFx *fx, FlFxValue *value)
{
  FlArg args[2];
  const guint base = fx->stack->len;
  gboolean is_tuple = FALSE;

  if (!fl_fx_settle (fx, value, &args[0]) || !fl_fx_open (fx, '['))
    return FALSE;
  args[0].keyword = NULL;
  do
    {
      FlArg index = { FL_ARG_NONE };

      fl_fx_skip_blanks (fx);
      if (fx->p < fx->end && *fx->p == ']')
        break;
      if (!read_index (fx, &index))
        return FALSE;
      index.keyword = NULL;
      g_array_append_val (fx->stack, index);
    }
  while (fl_fx_accept (fx, ',') && (is_tuple = TRUE));
  if (!fl_fx_close (fx, ']'))
    return FALSE;

  if (fx->stack->len == base)
    return fl_fx_fail (fx, fx->p - 1, FL_ERROR_SYNTAX, "an index should stand between these brackets");
  args[1] = g_array_index (fx->stack, FlArg, base);
  if (is_tuple)
    {
      args[1] = (FlArg) { .kind = FL_ARG_TUPLE, .n_items = fx->stack->len - base };
      args[1].items
          = fl_arena_memdup (fx->arena, &g_array_index (fx->stack, FlArg, base), args[1].n_items * sizeof (FlArg));
    }
  g_array_set_size (fx->stack, base);
  fl_fx_set_draft (fx, value, fl_intern ("operator.getitem"), args, 2);
  return TRUE;
}

/* ".name" after a value. */
static gboolean
read_attribute (FlFx *fx, FlFxValue *value)
{
  const char *name;
  FlArg base;

  fx->p++;
  name = fl_fx_read_name (fx);
  if (name == NULL)
    return fl_fx_fail_expected (fx, "an attribute's name");
  if (!fl_fx_settle (fx, value, &base))
    return FALSE;
  value->form = FL_FX_FORM_ATTRIBUTE;
  value->arg = base;
  value->path = name;
  return TRUE;
}

static gboolean
read_postfix (FlFx *fx, FlFxValue *value)
{
  if (!fl_fx_read_atom (fx, value))
    return FALSE;
  for (;;)
    {
      gboolean ok;

      if (fx->n_open > 0)
        fl_fx_skip_blanks (fx);
      if (fx->p >= fx->end)
        return TRUE;
      if (*fx->p == '(')
        ok = read_call (fx, value);
      else if (*fx->p == '[')
        ok = read_subscript (fx, value);
      else if (*fx->p == '.')
        ok = read_attribute (fx, value);
      else
        return TRUE;
      if (!ok)
        return FALSE;
    }
}

/* --- operators -------------------------------------------------------------------------------- */

typedef struct
{
  const char *text;
  const char *target;
  int level; /* binds the tighter the higher */
} Operator;

enum
{
  LEVEL_OR = 1,
  LEVEL_AND,
  LEVEL_NOT,
  LEVEL_COMPARE,
  LEVEL_BIT_OR,
  LEVEL_BIT_XOR,
  LEVEL_BIT_AND,
  LEVEL_SHIFT,
  LEVEL_SUM,
  LEVEL_PRODUCT,
  LEVEL_UNARY,
  LEVEL_POWER
};

/* Longer ones first. */
static const Operator operators[] = {
  { "**", "operator.pow", LEVEL_POWER },
  { "//", "operator.floordiv", LEVEL_PRODUCT },
  { "<<", "operator.lshift", LEVEL_SHIFT },
  { ">>", "operator.rshift", LEVEL_SHIFT },
  { "==", "operator.eq", LEVEL_COMPARE },
  { "!=", "operator.ne", LEVEL_COMPARE },
  { "<=", "operator.le", LEVEL_COMPARE },
  { ">=", "operator.ge", LEVEL_COMPARE },
  { "is not", "operator.is_not", LEVEL_COMPARE },
  { "is ", "operator.is_", LEVEL_COMPARE },
  { "not in ", "operator.not_in", LEVEL_COMPARE },
  { "in ", "operator.contains", LEVEL_COMPARE },
  { "or ", "operator.or_", LEVEL_OR },
  { "and ", "operator.and_", LEVEL_AND },
  { "<", "operator.lt", LEVEL_COMPARE },
  { ">", "operator.gt", LEVEL_COMPARE },
  { "+", "operator.add", LEVEL_SUM },
  { "-", "operator.sub", LEVEL_SUM },
  { "*", "operator.mul", LEVEL_PRODUCT },
  { "/", "operator.truediv", LEVEL_PRODUCT },
  { "%", "operator.mod", LEVEL_PRODUCT },
  { "@", "operator.matmul", LEVEL_PRODUCT },
  { "&", "operator.and_", LEVEL_BIT_AND },
  { "|", "operator.or_", LEVEL_BIT_OR },
  { "^", "operator.xor", LEVEL_BIT_XOR },
};

static const Operator *
peek_operator (FlFx *fx)
{
  fl_fx_skip_blanks (fx);
  if (fx->p >= fx->end || strchr (",)]}:;=\n#", *fx->p) != NULL)
    {
      if (fx->p >= fx->end || *fx->p != '=' || !fl_fx_starts (fx, fx->p, "=="))
        return NULL;
    }
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (fl_fx_starts (fx, fx->p, operators[i].text))
      {
        const gsize length = strlen (operators[i].text);

        /* "x += y" is a statement, not a sum */
        if (operators[i].level >= LEVEL_BIT_OR && fx->p + length < fx->end && fx->p[length] == '=')
          return NULL;
        return &operators[i];
      }
  return NULL;
}

static gboolean read_level (FlFx *fx, int level, FlFxValue *value);

static void
negate (FlFx *fx, FlArg *arg)
{
  if (arg->kind == FL_ARG_FLOAT)
    arg->number = -arg->number;
  else if (arg->sym == fl_sym_opaque (fx->symbols, "9223372036854775808")) /* fits only with its sign */
    arg->sym = fl_sym_int (fx->symbols, G_MININT64);
  else
    arg->sym = fl_sym_neg (arg->sym);
}

static gboolean
read_unary (FlFx *fx, FlFxValue *value, const char *target, gsize length, int level)
{
  const char *at = fx->p;
  FlArg arg;

  fx->p += length;
  fl_fx_skip_blanks (fx);
  if (!read_level (fx, level, value))
    return FALSE;
  if (value->form == FL_FX_FORM_ARG && (value->arg.kind == FL_ARG_INT || value->arg.kind == FL_ARG_FLOAT)
      && (*at == '-' || *at == '+'))
    {
      if (*at == '-')
        negate (fx, &value->arg);
      value->at = at;
      return TRUE;
    }
  if (!fl_fx_settle (fx, value, &arg))
    return FALSE;
  arg.keyword = NULL;
  fl_fx_set_draft (fx, value, fl_intern (target), &arg, 1);
  value->at = at;
  return TRUE;
}

static gboolean
read_operand (FlFx *fx, FlFxValue *value)
{
  gboolean ok;

  if (!fl_fx_enter (fx))
    return FALSE;
  if (fx->p < fx->end && *fx->p == '-')
    ok = read_unary (fx, value, "operator.neg", 1, LEVEL_UNARY);
  else if (fx->p < fx->end && *fx->p == '+')
    ok = read_unary (fx, value, "operator.pos", 1, LEVEL_UNARY);
  else if (fx->p < fx->end && *fx->p == '~')
    ok = read_unary (fx, value, "operator.invert", 1, LEVEL_UNARY);
  else if (fl_fx_starts (fx, fx->p, "not "))
    ok = read_unary (fx, value, "operator.not_", 4, LEVEL_NOT);
  else if (fx->p < fx->end && *fx->p == '*') /* f(*x): the star says nothing to us */
    {
      fx->p += fl_fx_starts (fx, fx->p, "**") ? 2 : 1;
      ok = read_postfix (fx, value);
    }
  else
    ok = read_postfix (fx, value);
  fl_fx_leave (fx);
  return ok;
}

/* Operators of this level or tighter. */
static gboolean
read_level (FlFx *fx, int level, FlFxValue *value)
{
  const Operator *operator;

  if (!fl_fx_enter (fx) || !read_operand (fx, value))
    return FALSE;
  while ((operator= peek_operator (fx)) != NULL && operator->level >= level)
    {
      FlFxValue right = { .form = FL_FX_FORM_ARG };
      FlArg args[2];

      if (!fl_fx_settle (fx, value, &args[0]))
        return FALSE;
      fx->p += strlen (operator->text);
      fl_fx_skip_blanks (fx);
      /* "**" binds to the right, all others to the left */
      if (!read_level (fx, operator->level == LEVEL_POWER ? LEVEL_UNARY : operator->level + 1, &right)
          || !fl_fx_settle (fx, &right, &args[1]))
        return FALSE;
      args[0].keyword = args[1].keyword = NULL;
      fl_fx_set_draft (fx, value, fl_intern (operator->target), args, 2);
    }
  fl_fx_leave (fx);
  return TRUE;
}

gboolean
fl_fx_read_expression (FlFx *fx, FlFxValue *value)
{
  fl_fx_skip_blanks (fx);
  return read_level (fx, LEVEL_OR, value);
}

/* Recursion, as the grammar has it: arguments are expressions over atoms, and lists, slices and calls are atoms
 * (fl-fx-values.c) that have arguments. FL_FX_MAX_DEPTH ends it. */
gboolean
fl_fx_read_arg (FlFx *fx, FlArg *arg)
{
  FlFxValue value = { .form = FL_FX_FORM_ARG };

  return fl_fx_read_expression (fx, &value) && fl_fx_settle (fx, &value, arg);
}
