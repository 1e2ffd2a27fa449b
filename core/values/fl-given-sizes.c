/* What shapes of given inputs tell of a graph's size symbols.
 *
 * In: shapes in files, shapes with symbols in the graph. Out: a value for each symbol that they settle; where they
 * contradict each other, the graph or what was asked for, an error. */
#include "fl-error.h"
#include "fl-given-private.h"

typedef struct
{
  GArray *sizes;        /* FlSizeValue */
  GPtrArray *from;      /* one each: the file that told it; NULL: --size */
  const FlSym *unknown; /* look_up: of a symbol without a value, when it is this one, the trial */
  gint64 trial;
  guint n_unknown;
} Known;

static gboolean
look_up (const FlSym *symbol, gpointer data, gint64 *value)
{
  Known *known = data;
  for (guint i = 0; i < known->sizes->len; i++)
    if (g_array_index (known->sizes, FlSizeValue, i).symbol == symbol)
      {
        *value = g_array_index (known->sizes, FlSizeValue, i).value;
        return TRUE;
      }
  *value = known->trial;
  return symbol == known->unknown;
}

static gboolean
has_value (Known *known, const FlSym *symbol)
{
  gint64 value;
  known->unknown = NULL;
  return look_up (symbol, known, &value);
}

static void
learn (Known *known, const FlSym *symbol, gint64 value, const char *path)
{
  const FlSizeValue size = { symbol, value };
  g_array_append_val (known->sizes, size);
  g_ptr_array_add (known->from, (gpointer) path);
}

static gboolean
evaluate_at (Known *known, const FlSym *sym, gint64 trial, gint64 *value)
{
  known->trial = trial;
  return fl_sym_evaluate (sym, look_up, known, value);
}

/* An expression in one symbol without a value: linear ones are solved. */
static gboolean
solve (Known *known, const FlSym *sym, gint64 size, const char *path)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  const FlSym *unknown = NULL;
  gint64 at_1, at_2, value;
  fl_sym_collect_symbols (sym, symbols);
  for (guint i = 0; i < symbols->len; i++)
    if (!has_value (known, symbols->pdata[i]))
      {
        if (unknown != NULL || fl_sym_get_kind (symbols->pdata[i]) != FL_SYM_SIZE)
          return FALSE;
        unknown = symbols->pdata[i];
      }
  if (unknown == NULL)
    return FALSE;
  known->unknown = unknown;
  if (!evaluate_at (known, sym, 1, &at_1) || !evaluate_at (known, sym, 2, &at_2) || at_1 == at_2
      || (size - at_1) % (at_2 - at_1) != 0)
    return FALSE;
  gint64 found = (size - at_1) / (at_2 - at_1) + 1;
  if (found < 0 || !evaluate_at (known, sym, found, &value) || value != size)
    return FALSE;
  learn (known, unknown, found, path);
  return TRUE;
}

static const char *
find_teller (const Known *known, const FlSym *sym)
{
  for (guint i = 0; i < known->sizes->len; i++)
    if (fl_sym_contains (sym, g_array_index (known->sizes, FlSizeValue, i).symbol))
      return known->from->pdata[i] != NULL ? known->from->pdata[i] : "--size";
  return NULL;
}

/* What is wrong with a dimension, behind the shapes. */
static char *
describe (Known *known, const FlSym *sym)
{
  g_autofree char *text = fl_sym_dup_text (sym);
  const char *teller = find_teller (known, sym);
  gint64 value;
  known->unknown = NULL;
  if (!fl_sym_evaluate (sym, look_up, known, &value))
    return g_strdup_printf ("%s, of which the sizes do not follow: give them with --size", text);
  if (fl_sym_is_int (sym, NULL))
    return g_strdup_printf ("%" G_GINT64_FORMAT, value);
  return g_strdup_printf ("%s = %" G_GINT64_FORMAT "%s%s", text, value, teller != NULL ? " by " : "",
                          teller != NULL ? teller : "");
}

static char *
dup_shape (const FlArray *array)
{
  GString *text = g_string_new (fl_dtype_get_short_name (array->dtype));
  for (guint d = 0; d < array->n_dims; d++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d == 0 ? "[" : ", ", array->sizes[d]);
  g_string_append (text, array->n_dims == 0 ? "[]" : "]");
  return g_string_free (text, FALSE);
}

static gboolean
check (Known *known, const FlGivenTensor *tensor, GError **error)
{
  g_autofree char *shape = dup_shape (tensor->array), *why = NULL;
  g_autoptr (GString) wanted = g_string_new (NULL);
  fl_tensor_append (wanted, tensor->wanted, FALSE, FALSE);
  if (tensor->array->n_dims != tensor->wanted->n_dims)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_SHAPE, "%s: %s does not fit %s, %s: %u dimensions for %u", tensor->path,
                   shape, tensor->name, wanted->str, tensor->array->n_dims, tensor->wanted->n_dims);
      return FALSE;
    }
  for (guint d = 0; d < tensor->array->n_dims; d++)
    {
      gint64 value;
      known->unknown = NULL;
      if (fl_sym_evaluate (tensor->wanted->sizes[d], look_up, known, &value) && value == tensor->array->sizes[d])
        continue;
      why = describe (known, tensor->wanted->sizes[d]);
      g_set_error (error, FL_ERROR, FL_ERROR_SHAPE,
                   "%s: %s does not fit %s, %s: dimension %u is %" G_GINT64_FORMAT ", not %s", tensor->path, shape,
                   tensor->name, wanted->str, d, tensor->array->sizes[d], why);
      return FALSE;
    }
  return TRUE;
}

static gboolean
learn_tensor (Known *known, const FlGivenTensor *tensor, gboolean symbols_only)
{
  gboolean has_learnt = FALSE;
  for (guint d = 0; d < MIN (tensor->array->n_dims, tensor->wanted->n_dims); d++)
    {
      const FlSym *sym = tensor->wanted->sizes[d];
      if (!symbols_only)
        has_learnt |= solve (known, sym, tensor->array->sizes[d], tensor->path);
      else if (fl_sym_get_kind (sym) == FL_SYM_SIZE && !has_value (known, sym))
        learn (known, sym, tensor->array->sizes[d], tensor->path);
    }
  return has_learnt;
}

/* A float that comes as a tensor is what that tensor holds. */
static void
learn_floats (Known *known, const FlGiven *given)
{
  for (guint i = 0; given != NULL && !given->of_results && i < given->graph->n_inputs; i++)
    {
      const FlSym *symbol = fl_sizes_find_float (given->graph, i);
      const FlGivenTensor *tensor = symbol != NULL ? fl_given_find_tensor (given, FL_GIVEN_INPUT, i) : NULL;
      if (tensor == NULL || tensor->array->n_dims != 0)
        continue;
      for (guint k = known->sizes->len; k-- > 0;) /* a value that was given wins */
        if (g_array_index (known->sizes, FlSizeValue, k).symbol == symbol)
          {
            g_array_remove_index (known->sizes, k);
            if (k < known->from->len)
              g_ptr_array_remove_index (known->from, k);
          }
      learn (known, symbol, fl_sym_float_to_bits (tensor->array->numbers[0]), tensor->path);
    }
}

static void
learn_all (Known *known, const FlGiven *given)
{
  gboolean goes_on = TRUE;
  while (known->from->len < known->sizes->len)
    g_ptr_array_add (known->from, NULL);
  learn_floats (known, given);
  for (guint i = 0; i < fl_given_get_n (given); i++)
    learn_tensor (known, fl_given_get (given, i), TRUE);
  while (goes_on)
    {
      goes_on = FALSE;
      for (guint i = 0; i < fl_given_get_n (given); i++)
        goes_on |= learn_tensor (known, fl_given_get (given, i), FALSE);
    }
}

gboolean
fl_given_find_sizes (const FlGiven *given, GArray *sizes, GError **error)
{
  g_autoptr (GPtrArray) from = g_ptr_array_new ();
  Known known = { .sizes = sizes, .from = from };
  learn_all (&known, given);
  for (guint i = 0; i < fl_given_get_n (given); i++)
    if (!check (&known, fl_given_get (given, i), error))
      return FALSE;
  return TRUE;
}

void
fl_given_learn_sizes (const FlGiven *expected, GArray *sizes)
{
  g_autoptr (GPtrArray) from = g_ptr_array_new ();
  Known known = { .sizes = sizes, .from = from };
  learn_all (&known, expected);
}
