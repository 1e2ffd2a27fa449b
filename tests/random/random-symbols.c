/* Numbers as expressions of symbols. */
#include "random-symbols.h"

#include <stdlib.h>
#include <string.h>

#include "fl-formats.h"
#include "fl-inputs.h"

#include "random-fill.h"

enum
{
  SYMBOLIC_PERCENT = 35,
  UNBACKED_PERCENT = 20,
  LEAST = 5, /* smaller numbers are numbers */
  MOST_COEFFICIENT = 16,
  N_POINTS = 3,
  TRIES = 6,
  FIRST_STRIDE_SYMBOL = 90 /* s91, s92, … */
};

/* coefficient * symbols[i] * symbols[j] / divisor + addend; i, j: -1: none. */
typedef struct
{
  gint64 number, coefficient, divisor, addend;
  int i, j;
  const char *node; /* a line of the body defines it; NULL: no line needs it yet */
} Expression;

static const gint64 hints[] = { 11, 13, 17 };

/* --- finding ----------------------------------------------------------------------------------- */

static gboolean
match_one (RndMaker *m, gint64 number, Expression *found)
{
  for (int i = 0; i < (int) m->n_symbols; i++)
    {
      gint64 hint = m->symbols[i].hint;

      *found = (Expression) { number, 1, 1, 0, i, -1, NULL };
      if (number % hint == 0 && number / hint <= MOST_COEFFICIENT)
        {
          found->coefficient = number / hint;
          if (m->n_symbols > 1 && found->coefficient >= hints[0]) /* a product of two, rather */
            continue;
          return TRUE;
        }
      if (number == hint + 1)
        {
          found->addend = 1;
          return TRUE;
        }
      if (number == hint / 2)
        {
          found->divisor = 2;
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
match_two (RndMaker *m, gint64 number, Expression *found)
{
  for (int i = 0; i < (int) m->n_symbols; i++)
    for (int j = i; j < (int) m->n_symbols; j++)
      {
        gint64 product = m->symbols[i].hint * m->symbols[j].hint;

        if (number % product != 0 || number / product > MOST_COEFFICIENT)
          continue;
        *found = (Expression) { number, number / product, 1, 0, i, j, NULL };
        return TRUE;
      }
  return FALSE;
}

/* The position of the expression of this value; -1: a plain number. */
static int
find (RndMaker *m, gint64 number)
{
  Expression found;

  for (guint k = 0; k < m->expressions->len; k++)
    if (g_array_index (m->expressions, Expression, k).number == number)
      return (int) k;
  if (m->n_symbols == 0 || number < LEAST || (!match_two (m, number, &found) && !match_one (m, number, &found)))
    return -1;
  g_array_append_val (m->expressions, found);
  return (int) m->expressions->len - 1;
}

/* --- writing ----------------------------------------------------------------------------------- */

/* Marks: one of these, a number or two, and \001. */
enum
{
  MARK_ARGUMENT = 2,
  MARK_SIZE,
  MARK_BOUND,
  MARK_STRIDE,
  MARK_LINE
};

static void
append_mark (RndMaker *m, GString *out, char mark, gint64 number)
{
  int k = find (m, number);

  if (k < 0)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, number);
  else
    g_string_append_printf (out, "%c%d\001", mark, k);
}

void
rnd_symbols_append_argument (RndMaker *m, GString *out, gint64 number)
{
  append_mark (m, out, MARK_ARGUMENT, number);
}

void
rnd_symbols_append_size (RndMaker *m, GString *out, gint64 number)
{
  append_mark (m, out, MARK_SIZE, number);
}

void
rnd_symbols_append_bound (RndMaker *m, GString *out, gint64 number)
{
  append_mark (m, out, MARK_BOUND, number);
}

void
rnd_symbols_append_stride (RndMaker *m, GString *out, int value, guint dim)
{
  if (m->n_symbols > 0)
    g_string_append_printf (out, "%c%d %u\001", MARK_STRIDE, value, dim);
  else
    g_string_append_printf (out, "%" G_GINT64_FORMAT, g_array_index (m->values, RndValue, value).strides[dim]);
}

void
rnd_symbols_define (RndMaker *m, gint64 number)
{
  int k = find (m, number);
  Expression *found = k < 0 ? NULL : &g_array_index (m->expressions, Expression, k);

  if (found == NULL || found->node != NULL)
    return;
  if (found->j < 0 && found->coefficient == 1 && found->divisor == 1 && found->addend == 0)
    {
      found->node = m->symbols[found->i].node;
      return;
    }
  if (found->j >= 0 && found->coefficient > 1) /* two steps */
    rnd_symbols_define (m, m->symbols[found->i].hint * m->symbols[found->j].hint);
  found = &g_array_index (m->expressions, Expression, k);
  found->node = rnd_take_name (m, found->addend > 0 ? "add" : found->divisor > 1 ? "floordiv" : "mul");
  g_string_append_printf (m->body, "%c%d\001", MARK_LINE, k);
}

void
rnd_symbols_append_inputs (RndMaker *m, GString *out)
{
  for (guint i = 0; i < m->n_symbols; i++)
    g_string_append_printf (out, ", %s: \"Sym(%s)\"", m->symbols[i].node, m->symbols[i].name);
}

/* --- rendering --------------------------------------------------------------------------------- */

/* is_tight: without blanks. */
static void
append_text (RndMaker *m, GString *out, const Expression *of, gboolean is_tight)
{
  const char *blank = is_tight ? "" : " ";

  if (of->divisor > 1 && !is_tight)
    g_string_append (out, "(");
  if (of->coefficient > 1)
    g_string_append_printf (out, "%" G_GINT64_FORMAT "*", of->coefficient);
  g_string_append (out, m->symbols[of->i].name);
  if (of->j == of->i)
    g_string_append (out, is_tight ? "*" : "**2");
  if (of->j >= 0 && (of->j != of->i || is_tight))
    g_string_append_printf (out, "%s%s", of->j != of->i ? "*" : "", m->symbols[of->j].name);
  if (of->divisor > 1)
    g_string_append_printf (out, "//%" G_GINT64_FORMAT "%s", of->divisor, is_tight ? "" : ")");
  if (of->addend > 0)
    g_string_append_printf (out, "%s+%s%" G_GINT64_FORMAT, blank, blank, of->addend);
}

static gint64
evaluate (const Expression *of, const gint64 *values)
{
  return of->coefficient * values[of->i] * (of->j >= 0 ? values[of->j] : 1) / of->divisor + of->addend;
}

static gint64
evaluate_number (RndMaker *m, gint64 number, const gint64 *values)
{
  int k = find (m, number);

  return k < 0 ? number : evaluate (&g_array_index (m->expressions, Expression, k), values);
}

/* values: NULL: as they were made. */
static void
evaluate_strides (RndMaker *m, const RndValue *value, const gint64 *values, gint64 *strides)
{
  const FlArray *view = value->array; /* in-place views change the datum's */
  gint64 step = 1;

  for (guint k = view->n_dims; k-- > 0;)
    {
      guint d = value->order[k];
      gint64 size = evaluate_number (m, view->sizes[d], values);

      step += value->gaps[d];
      strides[d] = value->stride_symbols[d] < 0 ? 0 : step;
      step *= MAX (size, 1);
    }
}

static void
append_stride_text (RndMaker *m, GString *out, const RndValue *value, guint dim)
{
  const FlArray *view = value->array;
  g_autoptr (GString) step = g_string_new ("1");

  for (guint k = view->n_dims; k-- > 0;)
    {
      guint d = value->order[k];
      gint64 size = view->sizes[d];
      int e = find (m, size);

      if (value->stride_symbols[d] > 0)
        g_string_printf (step, "s%d", FIRST_STRIDE_SYMBOL + value->stride_symbols[d]);
      if (d == dim)
        {
          g_string_append (out, value->stride_symbols[d] < 0 ? "0" : step->str);
          return;
        }
      if (size == 1)
        continue;
      g_autofree char *before = g_strdup (step->str);

      g_string_truncate (step, 0);
      if (strcmp (before, "1") != 0)
        g_string_append_printf (step, "%s*", before);
      if (e < 0)
        g_string_append_printf (step, "%" G_GINT64_FORMAT, MAX (size, 1));
      else
        {
          g_string_append_c (step, '(');
          append_text (m, step, &g_array_index (m->expressions, Expression, e), FALSE);
          g_string_append_c (step, ')');
        }
    }
}

static void
append_line (RndMaker *m, GString *out, const Expression *of)
{
  const RndSymbol *symbol = &m->symbols[of->i];

  g_string_append_printf (out, "        %s: \"Sym(", of->node);
  append_text (m, out, of, FALSE);
  g_string_append_printf (out, ")\" = ");
  if (of->j >= 0 && of->coefficient > 1)
    {
      int inner = find (m, symbol->hint * m->symbols[of->j].hint);

      g_string_append_printf (out, "%s * %" G_GINT64_FORMAT "\n",
                              g_array_index (m->expressions, Expression, inner).node, of->coefficient);
    }
  else if (of->j >= 0)
    g_string_append_printf (out, "%s * %s\n", symbol->node, m->symbols[of->j].node);
  else if (of->addend > 0)
    g_string_append_printf (out, "%s + %" G_GINT64_FORMAT "\n", symbol->node, of->addend);
  else if (of->divisor > 1)
    g_string_append_printf (out, "%s // %" G_GINT64_FORMAT "\n", symbol->node, of->divisor);
  else
    g_string_append_printf (out, "%s * %" G_GINT64_FORMAT "\n", symbol->node, of->coefficient);
}

static void
append_symbolic (RndMaker *m, GString *out, char mark, gint64 a, gint64 b)
{
  const Expression *of = mark == MARK_STRIDE ? NULL : &g_array_index (m->expressions, Expression, a);

  if (mark == MARK_ARGUMENT)
    g_string_append (out, of->node);
  else if (mark == MARK_LINE)
    append_line (m, out, of);
  else if (mark == MARK_STRIDE)
    append_stride_text (m, out, &g_array_index (m->values, RndValue, a), (guint) b);
  else
    append_text (m, out, of, mark == MARK_BOUND);
}

static void
append_number (RndMaker *m, GString *out, char mark, gint64 a, gint64 b, const gint64 *values)
{
  gint64 strides[FL_MAX_DIMS];

  if (mark == MARK_STRIDE)
    {
      evaluate_strides (m, &g_array_index (m->values, RndValue, a), values, strides);
      g_string_append_printf (out, "%" G_GINT64_FORMAT, strides[b]);
    }
  else if (mark != MARK_LINE)
    g_string_append_printf (out, "%" G_GINT64_FORMAT,
                            evaluate (&g_array_index (m->expressions, Expression, a), values));
}

/* values: NULL: as symbols. */
static char *
render (RndMaker *m, const char *marked, const gint64 *values)
{
  GString *out = g_string_new (NULL);

  for (const char *at = marked; *at != '\0';)
    {
      char *end = NULL;
      gint64 a, b = 0;

      if (*at < MARK_ARGUMENT || *at > MARK_LINE)
        {
          g_string_append_c (out, *at++);
          continue;
        }
      a = g_ascii_strtoll (at + 1, &end, 10);
      if (*end == ' ')
        b = g_ascii_strtoll (end, &end, 10);
      if (values == NULL)
        append_symbolic (m, out, *at, a, b);
      else
        append_number (m, out, *at, a, b, values);
      at = end + 1;
    }
  return g_string_free (out, FALSE);
}

/* --- values ------------------------------------------------------------------------------------ */

/* Does the reference evaluate the program with these numbers? */
static gboolean
holds (RndMaker *m, const char *marked, const gint64 *values)
{
  g_autofree char *text = render (m, marked, values), *rest = NULL;
  g_autoptr (FlGraph) graph = NULL;
  g_autoptr (GPtrArray) inputs = NULL, results = NULL;
  g_autoptr (GError) error = NULL;

  /* Without the symbols' own inputs. */
  for (guint i = 0; i < m->n_symbols; i++)
    {
      g_autofree char *input = g_strdup_printf (", %s: \"Sym(%s)\"", m->symbols[i].node, m->symbols[i].name);
      g_auto (GStrv) parts = g_strsplit (text, input, 2);
      char *without = g_strjoinv ("", parts);

      g_free (text);
      text = without;
    }
  graph = fl_graph_read_text ("holds.py", text, strlen (text), NULL);
  inputs = graph == NULL ? NULL : rnd_fill_inputs (graph, text, NULL, NULL, NULL);
  if (inputs != NULL)
    results = fl_reference_run (graph, (FlArray *const *) inputs->pdata, NULL, NULL, NULL, &error);
  return results != NULL;
}

static void
append_point (RndMaker *m, GString *out, const gint64 *values)
{
  g_string_append (out, "# sizes");
  for (guint i = 0; i < m->n_symbols; i++)
    g_string_append_printf (out, " %s=%" G_GINT64_FORMAT, m->symbols[i].name, values[i]);
  for (guint v = 0; v < m->values->len; v++)
    {
      const RndValue *value = &g_array_index (m->values, RndValue, v);
      gint64 strides[FL_MAX_DIMS];

      if (!value->is_input || !value->is_read)
        continue;
      evaluate_strides (m, value, values, strides);
      for (guint d = 0; d < value->array->n_dims; d++)
        if (value->stride_symbols[d] > 0)
          g_string_append_printf (out, " s%d=%" G_GINT64_FORMAT, FIRST_STRIDE_SYMBOL + value->stride_symbols[d],
                                  strides[d]);
    }
  g_string_append_c (out, '\n');
}

/* PyTorch compiles sizes 0 and 1 as graphs of their own: a program of sizes s0 and s0//2 is not for
 * s0 = 3. Those called u0 may be anything. */
static gboolean
are_sizes (RndMaker *m, const gint64 *values)
{
  for (guint k = 0; k < m->expressions->len; k++)
    {
      const Expression *of = &g_array_index (m->expressions, Expression, k);

      if (m->needs_elements && evaluate (of, values) < 1)
        return FALSE;
      if (m->symbols[of->i].name[0] != 'u' && (of->j < 0 || m->symbols[of->j].name[0] != 'u')
          && evaluate (of, values) < 2)
        return FALSE;
    }
  return TRUE;
}

/* Where values make other shapes, such as those that squeeze leaves of a size of 1 and a slice of
 * bounds that cross, PyTorch would not have made the graph. */
static gboolean
holds_as_symbols (RndMaker *m, const char *marked, const gint64 *values)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *symbolic = render (m, marked, NULL);
  g_autoptr (FlGraph) graph = NULL;
  g_autoptr (GPtrArray) points = NULL, inputs = NULL, results = NULL;
  g_autoptr (GError) error = NULL;
  const GArray *point;

  append_point (m, text, values);
  g_string_append (text, symbolic);
  graph = fl_graph_read_text ("holds.py", text->str, text->len, NULL);
  if (graph == NULL)
    return TRUE; /* to be told */
  points = rnd_fill_read_points (graph, text->str);
  point = points->pdata[0];
  if (!fl_sizes_check (graph, (const FlSizeValue *) (gpointer) point->data, point->len, NULL))
    return FALSE;
  inputs = rnd_fill_inputs (graph, text->str, rnd_fill_look_up, points->pdata[0], NULL);
  if (inputs != NULL)
    results
        = fl_reference_run (graph, (FlArray *const *) inputs->pdata, rnd_fill_look_up, points->pdata[0], NULL, &error);
  return results != NULL;
}

static void
draw_values (RndMaker *m, gint64 *values)
{
  static const gint64 sizes[] = { 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 21, 31, 33 };

  for (guint i = 0; i < m->n_symbols; i++)
    if (m->symbols[i].name[0] == 'u' && rnd_chance (m, 50))
      values[i] = rnd_pick (m, 2);
    else
      values[i] = sizes[rnd_pick (m, G_N_ELEMENTS (sizes))];
}

char *
rnd_symbols_settle (RndMaker *m, char *marked)
{
  g_autofree char *own = marked, *symbolic = NULL;
  g_autoptr (GString) points = g_string_new (NULL);
  gint64 values[RND_MAX_SYMBOLS], made[RND_MAX_SYMBOLS];
  guint n = 0;

  if (m->n_symbols == 0)
    return g_steal_pointer (&own);
  for (guint i = 0; i < m->n_symbols; i++)
    made[i] = m->symbols[i].hint;
  for (guint t = 0; t < TRIES && n < N_POINTS; t++)
    {
      draw_values (m, values);
      if (!are_sizes (m, values) || !holds (m, marked, values) || !holds_as_symbols (m, marked, values))
        continue;
      append_point (m, points, values);
      n++;
    }
  if (n > 0 && holds_as_symbols (m, marked, made))
    {
      append_point (m, points, made);
      symbolic = render (m, marked, NULL);
      return g_strconcat (points->str, symbolic, NULL);
    }
  for (guint i = 0; i < m->n_symbols; i++)
    {
      g_autofree char *input = g_strdup_printf (", %s: \"Sym(%s)\"", m->symbols[i].node, m->symbols[i].name);
      g_auto (GStrv) parts = g_strsplit (own, input, 2);

      g_free (own);
      own = g_strjoinv ("", parts);
    }
  return render (m, own, made);
}

/* --- choosing ---------------------------------------------------------------------------------- */

void
rnd_symbols_lay_out (RndMaker *m, RndValue *value, guint n_dims, const gint64 *sizes)
{
  guint way = rnd_pick (m, 100);
  gint64 step = 1;

  for (guint d = 0; d < n_dims; d++)
    value->order[d] = (guint8) d;
  if (way < 20)
    for (guint d = n_dims; d-- > 1;)
      {
        guint other = rnd_pick (m, d + 1);
        guint8 keep = value->order[other];

        value->order[other] = value->order[d];
        value->order[d] = keep;
      }
  for (guint k = 0; k + 1 < n_dims && way >= 10 && way < 40; k++)
    if (rnd_chance (m, 50) && m->n_stride_symbols < 9)
      {
        value->gaps[value->order[k]] = 1 + (int) rnd_pick (m, 3);
        value->stride_symbols[value->order[k]] = (int) ++m->n_stride_symbols;
      }
  for (guint d = 0; way >= 40 && way < 46 && d < n_dims; d++)
    if (rnd_chance (m, 50))
      value->stride_symbols[d] = -1;
  for (guint k = n_dims; k-- > 0;)
    {
      guint d = value->order[k];

      step += value->gaps[d];
      value->strides[d] = value->stride_symbols[d] < 0 ? 0 : step;
      step *= MAX (sizes[d], 1);
    }
}

void
rnd_symbols_open (RndMaker *m, guint32 seed)
{
  m->expressions = g_array_new (FALSE, TRUE, sizeof (Expression));
  if (fl_inputs_mix (seed ^ 0x5EED51E5u) % 100 >= SYMBOLIC_PERCENT)
    return;
  m->n_symbols = 1 + rnd_pick (m, rnd_chance (m, 70) ? 2 : 3);
  for (guint i = 0; i < m->n_symbols; i++)
    {
      g_autofree char *name = g_strdup_printf ("%c%u", rnd_chance (m, UNBACKED_PERCENT) ? 'u' : 's', i);

      m->symbols[i].hint = hints[i];
      m->symbols[i].name = fl_arena_strdup (m->arena, name);
      m->symbols[i].node = rnd_take_name (m, m->symbols[i].name);
    }
  m->n_palette = 0;
  for (guint i = 0; i < m->n_symbols && m->n_palette < 4; i++)
    m->palette[m->n_palette++] = hints[i];
  if (rnd_chance (m, 40))
    {
      gint64 hint = hints[rnd_pick (m, m->n_symbols)];
      const gint64 derived[] = { hint + 1, 2 * hint, hint / 2 };

      m->palette[m->n_palette++] = derived[rnd_pick (m, 3)];
    }
  m->palette[m->n_palette++] = rnd_between (m, 1, 4);
}

void
rnd_symbols_close (RndMaker *m)
{
  g_array_unref (m->expressions);
}
