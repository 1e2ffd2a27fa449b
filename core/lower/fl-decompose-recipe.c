/* Decompositions that are written as texts: one row of fl-recipes.def each.
 *
 * A recipe is a list of statements separated by ';': "x = mul(self, 0.5)"; the last has no name and
 * is the result, several results are separated by commas. A call names an operator of aten without
 * its overload where the operands say which is meant (mul, gt, abs), else with it (sum.dim_IntList,
 * prims.div.default); "alpha: 2" is a keyword. Names are those before, and the operator's
 * parameters with their defaults. Arithmetic on numbers alone is done at once. Besides there are
 *   where (c, a, b)          numbers become tensors, as PyTorch's own have it
 *   cast (x, y)              x in the element type y: that of a tensor, a name (i64), or compute or
 * result, see below opmath (x)               x in the element type that PyTorch computes it in
 *   tensor (x, y)            a number as a tensor of the element type y
 *   iota (n)                 0, 1, … n - 1
 *   item (tuple, n)          one of several results
 *   numel (x), size (x, dim) integers that are known
 *   at (x, dim, i)           the list of indices that has i at that dimension of x
 *   others (x, dim)          all dimensions of x but that one
 *   like (x, y)              x in y's shape
 *   loss (x, reduction)      x, its mean or its sum
 *   rank (x)                 how many dimensions x has
 *   unknown ()               the recipe does not apply
 *   if (test, a, b)          only one is emitted; tests: given (name), is_float (x), whole (number), same (type, type),
 * is_empty (x): certainly, equal (number, number), nonzero (number) Mode CAST: tensors are cast to the type that
 * PyTorch computes the result in (compute), and the result back (result). Mode RENAME: the text is the operator that
 * takes the node's arguments as they are. */
#include <math.h>
#include <string.h>

#include "fl-decompose-table.h"
#include "fl-intern.h"
#include "fl-recipe.h"

DECOMPOSITION (recipe);

typedef enum
{
  RECIPE_NONE,
  RECIPE_PLAIN,
  RECIPE_CAST,
  RECIPE_RENAME
} RecipeMode;

enum
{
#define ATEN(id, name, kind, signature) ROW_##id,
#include "fl-aten-ops.def"
  N_ROWS
};

static const struct
{
  RecipeMode mode;
  const char *text;
} recipes[N_ROWS] = {
#define RECIPE(id, mode, text) [ROW_##id] = { RECIPE_##mode, text },
#include "fl-recipes.def"
};

static FlArg read_expression (Recipe *self);

/* --- reading ----------------------------------------------------------------------------------- */

static void
skip_blanks (Recipe *self)
{
  while (g_ascii_isspace (*self->at))
    self->at++;
}

static gboolean
take (Recipe *self, char wanted)
{
  skip_blanks (self);
  if (*self->at != wanted)
    return FALSE;
  self->at++;
  return TRUE;
}

/* Our own texts: what is wrong in one is a mistake of ours. */
static void
expect (Recipe *self, char wanted)
{
  if (!take (self, wanted))
    g_error ("recipe of %s: '%c' expected before \"%s\"", self->row->name, wanted, self->at);
}

static const char *
read_word (Recipe *self)
{
  gsize n = 0;

  skip_blanks (self);
  while (g_ascii_isalnum (self->at[n]) || self->at[n] == '_' || self->at[n] == '.')
    n++;
  self->at += n;
  return fl_intern_n (self->at - n, n);
}

static FlArg
read_number (Recipe *self)
{
  char *end;
  double number = g_ascii_strtod (self->at, &end);
  gsize n = end - self->at;
  gboolean is_float = strcspn (self->at, ".einf") < n;

  self->at = end;
  return is_float ? NUMBER (number) : fl_arg_int (self->rw, (gint64) number);
}

/* --- numbers ----------------------------------------------------------------------------------- */

static gboolean
compute_number (Recipe *self, const char *name, const FlArg *args, guint n, FlArg *out)
{
  static const char *const names[] = { "add", "sub", "mul", "div", "pow" };
  FlRewrite *rw = self->rw;
  double a, b, value;
  guint which = 0;

  if (n == 1 && strcmp (name, "neg") == 0 && fl_recipe_get_number (&args[0], &a))
    {
      *out = args[0].kind == FL_ARG_INT ? fl_arg_int (rw, -(gint64) a) : NUMBER (-a);
      return TRUE;
    }
  if (n == 1 && strcmp (name, "trunc") == 0 && fl_recipe_get_number (&args[0], &a))
    {
      *out = fl_arg_int (rw, (gint64) a);
      return TRUE;
    }
  while (which < G_N_ELEMENTS (names) && strcmp (name, names[which]) != 0)
    which++;
  if (n != 2 || which == G_N_ELEMENTS (names) || !fl_recipe_get_number (&args[0], &a)
      || !fl_recipe_get_number (&args[1], &b))
    return FALSE;
  value = which == 0 ? a + b : which == 1 ? a - b : which == 2 ? a * b : which == 3 ? a / b : pow (a, b);
  *out = which < 3 && args[0].kind == FL_ARG_INT && args[1].kind == FL_ARG_INT ? fl_arg_int (rw, (gint64) value)
                                                                               : NUMBER (value);
  return TRUE;
}

/* --- names ------------------------------------------------------------------------------------- */

static FlArg
parse_default (Recipe *self, const char *text)
{
  Recipe inner = { .rw = self->rw, .row = self->row, .at = text };

  return *text == '\0' ? fl_arg_none () : read_expression (&inner);
}

static gboolean
find_parameter (Recipe *self, const char *name, FlArg *out)
{
  guint n;
  const FlAtenParam *params = fl_aten_get_params (self->row, &n);

  for (guint i = 0; i < n; i++)
    if (strcmp (params[i].name, name) == 0)
      {
        *out = fl_rewrite_get (self->rw, name);
        if (out->kind == FL_ARG_NONE && params[i].default_text != NULL
            && fl_node_find_arg (self->rw->node, name) == NULL)
          *out = parse_default (self, params[i].default_text);
        return TRUE;
      }
  return FALSE;
}

static void
bind (Recipe *self, const char *name, FlArg value)
{
  g_assert (self->n_bindings < MAX_BINDINGS);
  self->bindings[self->n_bindings++] = (Binding) { name, value };
}

static FlArg
read_name (Recipe *self, const char *word)
{
  FlArg found;

  for (guint i = self->n_bindings; i-- > 0;)
    if (strcmp (self->bindings[i].name, word) == 0)
      return self->bindings[i].value;
  if (strcmp (word, "None") == 0)
    return fl_arg_none ();
  if (strcmp (word, "True") == 0 || strcmp (word, "False") == 0)
    return fl_arg_bool (*word == 'T');
  if (strcmp (word, "inf") == 0 || strcmp (word, "nan") == 0)
    return NUMBER (*word == 'i' ? INFINITY : NAN);
  if (fl_dtype_find (word, -1) != FL_DTYPE_NONE && !find_parameter (self, word, &found))
    return fl_arg_dtype (fl_dtype_find (word, -1));
  if (!find_parameter (self, word, &found))
    g_error ("recipe of %s: what is %s?", self->row->name, word);
  return found;
}

/* --- calls ------------------------------------------------------------------------------------- */

/* "aten.gt.Scalar" for "gt" of a tensor and a number. */
static const char *
find_target (Recipe *self, const char *name, const FlArg *args, guint n)
{
  gboolean has_overload = strchr (name, '.') != NULL, is_tensor = n > 1 && args[1].kind == FL_ARG_NODE;
  const char *const endings[]
      = { "default", is_tensor ? "Tensor" : "Scalar", "Tensor", is_tensor ? "Tensor_Tensor" : "Tensor_Scalar" };
  static const char *const arithmetic[] = { "add", "sub", "mul", "div" };

  if (g_str_has_prefix (name, "prims.") || g_str_has_prefix (name, "aten.") || g_str_has_prefix (name, "operator."))
    return name;
  if (has_overload)
    return fl_intern_printf ("aten.%s", name);
  for (guint i = 0; i < G_N_ELEMENTS (arithmetic); i++)
    if (strcmp (arithmetic[i], name) == 0)
      return fl_intern_printf ("aten.%s.Tensor", name);
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      const char *target = fl_intern_printf ("aten.%s.%s", name, endings[i]);

      if (fl_aten_find (target) != NULL)
        return target;
    }
  g_error ("recipe of %s: there is no operator %s", self->row->name, name);
}

static FlArg
make_call (Recipe *self, const char *name, const FlArg *args, guint n)
{
  FlArg result;

  if (compute_number (self, name, args, n, &result) || fl_recipe_find_word (self, name, args, n, &result))
    return result;
  return fl_rewrite_emit (self->rw, find_target (self, name, args, n), args, n);
}

static gboolean
test (Recipe *self, const char *name, const FlArg *args)
{
  const FlTensor *tensor = fl_rewrite_tensor (self->rw, args[0]);
  double a = NAN, b = NAN;

  if (strcmp (name, "given") == 0)
    return args[0].kind != FL_ARG_NONE;
  if (strcmp (name, "is_float") == 0)
    return args[0].kind == FL_ARG_DTYPE ? fl_dtype_is_float (args[0].dtype)
                                        : tensor != NULL && fl_dtype_is_float (tensor->dtype);
  if (strcmp (name, "is_complex") == 0)
    return tensor != NULL && fl_dtype_is_complex (tensor->dtype);
  if (strcmp (name, "whole") == 0)
    return args[0].kind == FL_ARG_INT || args[0].kind == FL_ARG_BOOL;
  if (strcmp (name, "same") == 0)
    return args[0].dtype == args[1].dtype;
  if (strcmp (name, "is_empty") == 0)
    return tensor != NULL && fl_sym_is_int_value (fl_tensor_get_numel (tensor, self->rw->symbols), 0);
  if (strcmp (name, "equal") == 0)
    return fl_recipe_get_number (&args[0], &a) && fl_recipe_get_number (&args[1], &b) && a == b;
  if (strcmp (name, "nonzero") == 0)
    return fl_recipe_get_number (&args[0], &a) && a != 0;
  g_error ("recipe of %s: there is no test %s", self->row->name, name);
}

static guint
read_arguments (Recipe *self, FlArg *args)
{
  guint n = 0;

  while (!take (self, ')'))
    {
      const char *before = self->at, *keyword = read_word (self);
      gboolean is_keyword = *keyword != '\0' && take (self, ':');

      if (!is_keyword)
        self->at = before;
      g_assert (n < MAX_ARGS);
      args[n] = read_expression (self);
      args[n].keyword = is_keyword ? keyword : NULL;
      n++;
      if (!take (self, ','))
        {
          expect (self, ')');
          break;
        }
    }
  return n;
}

static FlArg
read_choice (Recipe *self)
{
  const char *name = read_word (self);
  FlArg args[MAX_ARGS] = { { 0 } }, first, second;
  gboolean holds;

  expect (self, '(');
  read_arguments (self, args);
  holds = self->n_skipped == 0 && test (self, name, args);
  expect (self, ',');
  self->n_skipped += !holds;
  first = read_expression (self);
  self->n_skipped -= !holds;
  expect (self, ',');
  self->n_skipped += holds;
  second = read_expression (self);
  self->n_skipped -= holds;
  expect (self, ')');
  return holds ? first : second;
}

static FlArg
read_list (Recipe *self)
{
  FlArg items[MAX_ARGS];
  guint n = 0;

  while (!take (self, ']'))
    {
      g_assert (n < MAX_ARGS);
      items[n++] = read_expression (self);
      take (self, ',');
    }
  return fl_arg_list (self->rw, items, n);
}

static FlArg
read_text (Recipe *self)
{
  const char *start = self->at, *end = strchr (start, '\'');

  g_assert (end != NULL);
  self->at = end + 1;
  return fl_arg_name (fl_intern_n (start, end - start));
}

static FlArg
read_expression (Recipe *self)
{
  FlArg args[MAX_ARGS];
  const char *word;
  guint n;

  skip_blanks (self);
  if (g_ascii_isdigit (*self->at) || *self->at == '-')
    return read_number (self);
  if (take (self, '['))
    return read_list (self);
  if (take (self, '\''))
    return read_text (self);
  word = read_word (self);
  if (!take (self, '('))
    return self->n_skipped > 0 ? fl_arg_none () : read_name (self, word);
  if (strcmp (word, "if") == 0)
    return read_choice (self);
  n = read_arguments (self, args);
  return self->n_skipped > 0 || !self->is_open ? fl_arg_none () : make_call (self, word, args, n);
}

/* --- the whole --------------------------------------------------------------------------------- */

/* The type that results are computed in, and every tensor cast to it. FALSE: it is not known. */
static gboolean
cast_operands (Recipe *self)
{
  guint n;
  const FlAtenParam *params = fl_aten_get_params (self->row, &n);

  for (guint i = 0; i < n; i++)
    {
      FlArg value = fl_rewrite_get (self->rw, params[i].name);

      if (value.kind != FL_ARG_NODE)
        continue;
      if (fl_rewrite_tensor (self->rw, value) == NULL)
        return FALSE;
      bind (self, params[i].name, fl_emit_cast (self->rw, value, self->compute));
    }
  return TRUE;
}

static gboolean
finish (Recipe *self, FlArg *results, guint n, FlDtype given)
{
  if (!self->is_open)
    return FALSE;
  for (guint i = 0; i < n && given != FL_DTYPE_NONE; i++)
    results[i] = fl_emit_cast (self->rw, results[i], given);
  return n > 1 ? fl_decompose_done_tuple (self->rw, results, n)
               : fl_decompose_done (self->rw, results[0], FL_DTYPE_NONE);
}

static gboolean
rename_call (FlRewrite *rw, const char *target)
{
  FlArg *args = fl_arena_new (rw->arena, FlArg, rw->node->n_args + 1);

  for (guint i = 0; i < rw->node->n_args; i++)
    {
      args[i] = fl_rewrite_map (rw, &rw->node->args[i]);
      args[i].keyword = rw->node->args[i].keyword;
    }
  return fl_decompose_done (rw, fl_rewrite_emit (rw, target, args, rw->node->n_args), FL_DTYPE_NONE);
}

gboolean
decompose_recipe (FlRewrite *rw, const FlAtenRow *row)
{
  Recipe self = { .rw = rw, .row = row, .at = recipes[row->position].text, .is_open = TRUE };
  gboolean is_cast = recipes[row->position].mode == RECIPE_CAST;
  const FlValue *value = &rw->node->value,
                *first = value->kind == FL_VALUE_TUPLE && value->n_items > 0 ? &value->items[0] : value;
  FlArg results[4];
  guint n = 0;

  g_assert (self.at != NULL);
  if (recipes[row->position].mode == RECIPE_RENAME)
    return rename_call (rw, self.at);
  if (first->kind != FL_VALUE_TENSOR)
    return FALSE;
  self.compute = fl_dtype_get_compute (first->tensor.dtype);
  self.device = first->tensor.device;
  if (is_cast && !cast_operands (&self))
    return FALSE;
  bind (&self, "compute", fl_arg_dtype (self.compute));
  bind (&self, "result", fl_arg_dtype (first->tensor.dtype));
  bind (&self, "wide", fl_arg_dtype (fl_dtype_is_float (first->tensor.dtype) ? self.compute : FL_DTYPE_I64));
  while (TRUE)
    {
      const char *before = self.at, *name = read_word (&self);
      gboolean is_named = *name != '\0' && take (&self, '=');

      if (!is_named)
        self.at = before;
      g_assert (n < G_N_ELEMENTS (results));
      results[n] = read_expression (&self);
      if (is_named)
        bind (&self, name, results[n]);
      else
        n++;
      if (!take (&self, ';') && !take (&self, ','))
        break;
    }
  skip_blanks (&self);
  g_assert (*self.at == '\0' && n > 0);
  return finish (&self, results, n, is_cast ? first->tensor.dtype : FL_DTYPE_NONE);
}
