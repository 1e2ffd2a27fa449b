/* Elements of inputs, from a few words. */
#include "random-fill.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fl-inputs.h"

/* Special numbers; narrower types round them: 1e-40 is a denormal of f32, 6e-8 of f16. */
static const double specials[]
    = { 0.0, -0.0, 1.0, -1.0, 0.5, INFINITY, -INFINITY, NAN, 1e-40, -1e-40, 6e-8, 3e-5, 2.5, -3.5 };
static const gint64 extremes[]
    = { 0, 1, -1, 127, -128, 255, 32767, -32768, 65535, G_MAXINT32, G_MININT32, G_MAXUINT32, G_MAXINT64, G_MININT64 };

static void
set (FlArray *array, gint64 place, double number)
{
  if (array->numbers != NULL)
    array->numbers[place] = fl_dtype_round (array->dtype, number);
  else
    array->integers[place] = fl_dtype_wrap (array->dtype, (gint64) number);
}

static guint32
draw (guint64 *state, guint32 n)
{
  *state = fl_inputs_mix (*state);
  return (guint32) (*state >> 33) % n;
}

/* Multiples of 1/8: exact in eight bits of mantissa, so that few sums and products round. */
static void
fill_number (FlArray *array, gint64 i, const char *kind, gint64 bound, guint64 *state)
{
  gboolean is_float = array->numbers != NULL;

  if (strcmp (kind, "below") == 0)
    set (array, i, draw (state, MAX (bound, 1)));
  else if (strcmp (kind, "index") == 0)
    set (array, i, (double) draw (state, MAX (2 * bound, 1)) - bound);
  else if (array->dtype == FL_DTYPE_BOOL)
    set (array, i, draw (state, 2));
  else if (strcmp (kind, "positive") == 0)
    set (array, i, is_float ? (1 + draw (state, 31)) / 8.0 : 1 + draw (state, 6));
  else if (strcmp (kind, "unit") == 0)
    set (array, i, is_float ? (1 + draw (state, 15)) / 16.0 : draw (state, 2));
  else if (strcmp (kind, "special") == 0 && is_float && draw (state, 3) == 0)
    set (array, i, specials[draw (state, G_N_ELEMENTS (specials))]);
  else if (strcmp (kind, "special") == 0 && !is_float && draw (state, 3) == 0)
    array->integers[i] = fl_dtype_wrap (array->dtype, extremes[draw (state, G_N_ELEMENTS (extremes))]);
  else if (is_float)
    set (array, i, (draw (state, 65) - 32.0) / 8.0);
  else
    set (array, i, fl_dtype_is_signed (array->dtype) ? draw (state, 13) - 6.0 : draw (state, 13));
}

/* Every element another one: sorting and the place of a maximum have one answer. */
static void
fill_distinct (FlArray *array, guint64 *state)
{
  g_autofree gint64 *order = g_new (gint64, array->numel + 1);

  for (gint64 i = 0; i < array->numel; i++)
    order[i] = i;
  for (gint64 i = array->numel - 1; i > 0; i--)
    {
      gint64 other = draw (state, (guint32) i + 1), keep = order[i];
      order[i] = order[other];
      order[other] = keep;
    }
  for (gint64 i = 0; i < array->numel; i++)
    set (array, i, array->numbers != NULL ? (order[i] - array->numel / 2) / 4.0 : (double) order[i]);
}

/* Rising along the last dimension; offsets start at 0 and stay below the bound. */
static void
fill_sorted (FlArray *array, gboolean is_offsets, gint64 bound, guint64 *state)
{
  gint64 length = array->n_dims > 0 ? array->sizes[array->n_dims - 1] : 1;

  for (gint64 i = 0; i < array->numel; i++)
    {
      double before = i % length == 0 ? (is_offsets ? 0 : -2)
                                      : fl_number_to_int (array->numbers != NULL ? array->numbers[i - 1] * 8
                                                                                 : array->integers[i - 1] * 8.0)
                                            / 8.0;
      double step = is_offsets               ? draw (state, 3)
                    : array->numbers != NULL ? (1 + draw (state, 4)) / 8.0
                                             : 1 + draw (state, 2);

      if (is_offsets)
        set (array, i, i % length == 0 ? 0 : MIN (before + step, bound));
      else
        set (array, i, before + step);
    }
}

/* Where strides let elements share a place, they are equal. */
static void
settle (FlArray *array, const gint64 *strides)
{
  gint64 length = 1;

  for (guint d = 0; d < array->n_dims; d++)
    length += MAX (array->sizes[d] - 1, 0) * strides[d];
  g_autofree guint8 *bytes = g_malloc0 (length * fl_dtype_get_size_bytes (array->dtype) + 16);
  fl_array_store (array, strides, 0, bytes);
  g_autoptr (FlArray) again = fl_array_load (array->dtype, array->n_dims, array->sizes, strides, 0, bytes);
  if (array->numbers != NULL)
    memcpy (array->numbers, again->numbers,
            (fl_dtype_is_complex (array->dtype) ? 2 : 1) * array->numel * sizeof (double));
  else
    memcpy (array->integers, again->integers, array->numel * sizeof (gint64));
}

FlArray *
rnd_fill_new (const char *kind, gint64 bound, guint32 seed, FlDtype dtype, guint n_dims, const gint64 *sizes,
              const gint64 *strides)
{
  static const char *const kinds[]
      = { "plain", "positive", "unit", "special", "below", "index", "distinct", "sorted", "offsets", NULL };
  FlArray *array;
  guint64 state = seed;

  if (!g_strv_contains (kinds, kind))
    return NULL;
  array = fl_array_new (dtype, n_dims, sizes);
  if (strcmp (kind, "distinct") == 0)
    fill_distinct (array, &state);
  else if (strcmp (kind, "sorted") == 0 || strcmp (kind, "offsets") == 0)
    fill_sorted (array, *kind == 'o', bound, &state);
  else
    for (gint64 i = 0; i < array->numel * (fl_dtype_is_complex (dtype) ? 2 : 1); i++)
      fill_number (array, i, kind, bound, &state);
  settle (array, strides);
  return array;
}

/* --- data as they are -------------------------------------------------------------------------- */

void
rnd_fill_append_data (GString *out, const char *name, const FlArray *array)
{
  g_string_append_printf (out, "# fill %s data", name);
  for (gint64 i = 0; i < array->numel * (fl_dtype_is_complex (array->dtype) ? 2 : 1); i++)
    if (array->numbers == NULL)
      g_string_append_printf (out, " %" G_GINT64_FORMAT, array->integers[i]);
    else if (isnan (array->numbers[i]))
      g_string_append (out, " nan");
    else
      {
        char text[G_ASCII_DTOSTR_BUF_SIZE];
        g_string_append_printf (out, " %s", g_ascii_dtostr (text, sizeof text, array->numbers[i]));
      }
  g_string_append_c (out, '\n');
}

static FlArray *
read_data (const char *words, FlDtype dtype, guint n_dims, const gint64 *sizes)
{
  FlArray *array = fl_array_new (dtype, n_dims, sizes);
  gint64 n = array->numel * (fl_dtype_is_complex (dtype) ? 2 : 1);
  char *end = (char *) words;

  for (gint64 i = 0; i < n && *end != '\0' && *end != '\n'; i++)
    if (array->numbers != NULL)
      array->numbers[i] = g_ascii_strtod (end, &end);
    else
      array->integers[i] = g_ascii_strtoll (end, &end, 10);
  return array;
}

/* --- the comments ------------------------------------------------------------------------------ */

/* The line's words behind the name; NULL: there is none. */
static char *
find_line (const char *text, const char *name)
{
  g_autofree char *start = g_strdup_printf ("# fill %s ", name);
  const char *line = g_str_has_prefix (text, start) ? text : NULL;

  if (line == NULL)
    {
      g_autofree char *inside = g_strconcat ("\n", start, NULL);
      line = strstr (text, inside);
      if (line == NULL)
        return NULL;
      line++;
    }
  line += strlen (start);
  return g_strndup (line, strcspn (line, "\n"));
}

typedef struct
{
  FlSizeLookup sizes;
  gpointer data;
} Lookup;

static gboolean
look_up (const FlSym *symbol, gpointer data, gint64 *value)
{
  const Lookup *self = data;

  if (fl_sym_get_kind (symbol) != FL_SYM_SIZE)
    return FALSE;
  *value = self->sizes == NULL ? fl_sym_get_hint (symbol, 8) : self->sizes (symbol, self->data);
  return TRUE;
}

/* "7", "s0", "2*s0*s1", "s0//2", "s0+1". */
static gboolean
read_bound (const FlGraph *graph, const char *text, Lookup *lookup, gint64 *bound)
{
  g_auto (GStrv) terms = g_strsplit (text, "+", 2);
  g_auto (GStrv) quotient = g_strsplit (terms[0] != NULL ? terms[0] : "", "//", 2);
  g_auto (GStrv) factors = g_strsplit (quotient[0] != NULL ? quotient[0] : "", "*", -1);

  *bound = 1;
  for (guint i = 0; factors[i] != NULL; i++)
    {
      gint64 factor = g_ascii_strtoll (factors[i], NULL, 10);

      if (g_ascii_isalpha (factors[i][0]) && !look_up (fl_sym_size (graph->symbols, factors[i]), lookup, &factor))
        return FALSE;
      *bound *= factor;
    }
  if (quotient[0] != NULL && quotient[1] != NULL)
    *bound /= MAX (g_ascii_strtoll (quotient[1], NULL, 10), 1);
  if (terms[0] != NULL && terms[1] != NULL)
    *bound += g_ascii_strtoll (terms[1], NULL, 10);
  return TRUE;
}

static FlArray *
make_input (const FlGraph *graph, guint position, const char *words, Lookup *lookup, GError **error)
{
  const FlNode *node = &graph->nodes[graph->inputs[position].index];
  const FlTensor *tensor = &node->value.tensor;
  gint64 sizes[FL_MAX_DIMS], strides[FL_MAX_DIMS], step = 1;
  char kind[16] = "", most[64] = "";
  gint64 bound = 0;
  unsigned seed = 0;

  for (guint d = tensor->n_dims; d-- > 0; step *= MAX (sizes[d], 1))
    {
      if (!fl_sym_evaluate (tensor->sizes[d], look_up, lookup, &sizes[d]))
        return NULL;
      strides[d] = step;
      if (tensor->strides != NULL && !fl_sym_evaluate (tensor->strides[d], look_up, lookup, &strides[d]))
        return NULL;
    }
  if (g_str_has_prefix (words, "data"))
    return read_data (words + strlen ("data"), tensor->dtype, tensor->n_dims, sizes);
  if (sscanf (words, "%15s %63s %u", kind, most, &seed) == 3 && read_bound (graph, most, lookup, &bound))
    {
      FlArray *array = rnd_fill_new (kind, bound, seed, tensor->dtype, tensor->n_dims, sizes, strides);
      if (array != NULL)
        return array;
    }
  g_set_error (error, FL_ERROR, FL_ERROR_SYNTAX, "# fill %s %s: cannot be read", node->name, words);
  return NULL;
}

GPtrArray *
rnd_fill_inputs (const FlGraph *graph, const char *text, FlSizeLookup sizes, gpointer data, GError **error)
{
  GPtrArray *inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  Lookup lookup = { sizes, data };

  for (guint i = 0; i < graph->n_inputs; i++)
    {
      const FlNode *node = &graph->nodes[graph->inputs[i].index];
      g_autofree char *words = node->value.kind == FL_VALUE_TENSOR ? find_line (text, node->name) : NULL;
      g_autoptr (GError) why = NULL;
      FlArray *array = node->value.kind != FL_VALUE_TENSOR ? NULL
                       : words != NULL                     ? make_input (graph, i, words, &lookup, &why)
                                                           : fl_inputs_new_one (graph, i, 0, sizes, data, &why);

      if (array == NULL && node->value.kind == FL_VALUE_TENSOR)
        {
          if (why == NULL)
            g_set_error (&why, FL_ERROR, FL_ERROR_UNSUPPORTED, "input %s has sizes without a value", node->name);
          g_propagate_error (error, g_steal_pointer (&why));
          g_ptr_array_unref (inputs);
          return NULL;
        }
      g_ptr_array_add (inputs, array);
    }
  return inputs;
}

/* --- sizes ------------------------------------------------------------------------------------- */

/* "s0=5 s1=7" */
static GArray *
read_point (const FlGraph *graph, const char *words)
{
  GArray *sizes = g_array_new (FALSE, TRUE, sizeof (FlSizeValue));
  g_auto (GStrv) pairs = g_strsplit (words, " ", -1);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_auto (GStrv) sides = g_strsplit (pairs[i], "=", 2);
      FlSizeValue size;

      if (sides[0] == NULL || sides[1] == NULL)
        continue;
      size.symbol = fl_sym_size (graph->symbols, sides[0]);
      size.value = g_ascii_strtoll (sides[1], NULL, 10);
      g_array_append_val (sizes, size);
    }
  return sizes;
}

GPtrArray *
rnd_fill_read_points (const FlGraph *graph, const char *text)
{
  GPtrArray *points = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "# sizes "))
      g_ptr_array_add (points, read_point (graph, lines[i] + strlen ("# sizes ")));
  if (points->len == 0)
    g_ptr_array_add (points, read_point (graph, ""));
  return points;
}

gint64
rnd_fill_look_up (const FlSym *symbol, gpointer point)
{
  const GArray *sizes = point;

  for (guint i = 0; i < sizes->len; i++)
    if (g_array_index (sizes, FlSizeValue, i).symbol == symbol)
      return g_array_index (sizes, FlSizeValue, i).value;
  return fl_sizes_get_default (symbol);
}
