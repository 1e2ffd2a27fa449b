/* Dependences between the iterations of a loop: no two of them touch one element that one of them
 * writes, if all accesses to what is written go on by the same step, and one iteration reaches less
 * far than that. */
#include "fl-loop-apart.h"

/* All accesses to one argument that is written, along the axis that may become parallel. */
typedef struct
{
  FlHomeId home;
  const FlSym *step;        /* elements that an iteration goes on by */
  gint64 minimum, maximum;  /* elements that iteration 0 touches */
  const FlSym *base, *span; /* the first of them, and how far the last one is from it; NULL: they
                               hang otherwise on the loops inside */
  const FlSym *index;       /* of all accesses; NULL: they differ */
  gboolean is_apart;
  gboolean reads_places; /* an index is read from memory: its symbol says nothing of how far it reaches */
} Reach;

typedef struct
{
  const FlLoopKernel *kernel;
  const FlLoopAxis *axis;
  FlAxisId id;
  const FlSym *const *fixed; /* variables of loops around */
  guint n_fixed;
  gboolean may_reduce;
  GArray *reaches;     /* Reach, one a home that is written */
  GHashTable *seen;    /* values */
  const char *why_not; /* interned; NULL: nothing against it */
} Finder;

static const FlSym *
set_variable (const FlSym *index, const FlSym *var, gint64 value)
{
  const FlSym *number = fl_sym_int (fl_sym_get_table (index), value);

  return fl_sym_substitute (index, &var, &number, 1);
}

/* The index with loops around it at 0. FALSE: these loops change more than where it begins. */
static gboolean
drop_fixed (const Finder *finder, const FlSym **index)
{
  const FlSym *first = *index;
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  for (guint i = 0; i < finder->n_fixed; i++)
    first = set_variable (first, finder->fixed[i], 0);
  fl_sym_collect_symbols (fl_sym_sub (*index, first), symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      gboolean is_fixed = fl_sym_get_kind (symbols->pdata[i]) == FL_SYM_SIZE;

      for (guint k = 0; k < finder->n_fixed; k++)
        is_fixed |= symbols->pdata[i] == finder->fixed[k];
      if (!is_fixed)
        return FALSE;
    }
  *index = first;
  return TRUE;
}

/* How many values a variable has: positions of an axis, or elements that an index read from memory chooses among;
 * NULL: it is neither. */
static const FlSym *
count_values (const FlLoopKernel *kernel, const FlSym *var)
{
  const FlAxisId axis = fl_loop_find_axis (kernel, var);
  const FlValueId at = fl_loop_find_indirect (kernel, var);

  if (axis)
    return fl_loop_get_axis (kernel, axis)->extent;
  return at && fl_loop_get_value (kernel, at)->n_args > 0 ? fl_loop_get_value (kernel, at)->bound : NULL;
}

/* Does the number of values depend on where another loop is? */
static gboolean
depends_on_loops (const FlLoopKernel *kernel, const FlSym *n)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  fl_sym_collect_symbols (n, symbols);
  for (guint i = 0; i < symbols->len; i++)
    if (fl_loop_find_axis (kernel, symbols->pdata[i]))
      return TRUE;
  return FALSE;
}

/* The index at the last value of a variable that has n of them, or beyond. Of a block n is "Min (40, s0 - 40*b)", what
 * is left in the last one: each ends where all do at the latest, whichever block it is. NULL: it hangs on the block. */
static const FlSym *
set_last_of_block (const FlLoopKernel *kernel, const FlSym *index, const FlSym *var, const FlSym *n)
{
  const gboolean is_multiple = fl_sym_get_kind (n) == FL_SYM_MUL && fl_sym_get_n_args (n) == 2;
  gint64 factor = 1;

  for (guint i = 0; i < (is_multiple ? 2 : 1); i++)
    {
      const FlSym *least = is_multiple ? fl_sym_get_arg (n, i) : n;

      if (fl_sym_get_kind (least) != FL_SYM_MIN
          || (is_multiple && (!fl_sym_is_int (fl_sym_get_arg (n, 1 - i), &factor) || factor < 0)))
        continue;
      for (guint k = 0; k < fl_sym_get_n_args (least); k++)
        {
          const FlSym *last = fl_sym_add_int (fl_sym_mul_int (fl_sym_get_arg (least, k), factor), -1);
          const FlSym *at_last = fl_sym_substitute (index, &var, &last, 1);
          g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
          gboolean is_free = TRUE;

          fl_sym_collect_symbols (n, symbols);
          for (guint j = 0; j < symbols->len; j++)
            is_free &= !fl_loop_find_axis (kernel, symbols->pdata[j]) || !fl_sym_contains (at_last, symbols->pdata[j]);
          if (is_free)
            return at_last;
        }
    }
  return NULL;
}

const FlSym *
fl_loop_measure_span (const FlLoopKernel *kernel, const FlSym *index, const FlSym **base)
{
  const FlSym *zero = fl_sym_int (fl_sym_get_table (index), 0), *last = index;
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  fl_sym_collect_symbols (index, symbols);
  *base = index;
  for (guint are_dependent = 2; are_dependent-- > 0;) /* within blocks first: variables of blocks may cancel by that */
    for (guint i = 0; i < symbols->len; i++)
      {
        const FlSym *var = symbols->pdata[i], *n = count_values (kernel, var), *step, *of_block;

        if (!n || depends_on_loops (kernel, n) != are_dependent)
          continue;
        step = fl_sym_sub (set_variable (*base, var, 1), set_variable (*base, var, 0));
        if (!fl_sym_known (FL_SYM_GE, step, zero) || fl_sym_contains (fl_sym_sub (*base, fl_sym_mul (step, var)), var))
          return NULL;
        *base = set_variable (*base, var, 0);
        of_block = are_dependent ? set_last_of_block (kernel, last, var, n) : NULL;
        if (of_block)
          last = of_block;
        else if (fl_sym_contains (last, var))
          last = fl_sym_add (set_variable (last, var, 0), fl_sym_mul (step, fl_sym_add_int (n, -1)));
      }
  return fl_sym_sub (last, *base);
}

static void
widen (const Finder *finder, Reach *reach, const FlSym *index, const FlSym *first, const FlSym *step)
{
  Reach other = { 0 };

  fl_sym_get_range (first, &other.minimum, &other.maximum);
  other.span = fl_loop_measure_span (finder->kernel, first, &other.base);
  if (!reach->step)
    {
      reach->minimum = other.minimum;
      reach->maximum = other.maximum;
      reach->base = other.base;
      reach->span = other.span;
      reach->index = index;
    }
  else if (reach->base != other.base || !reach->span || !other.span)
    reach->span = NULL;
  else
    reach->span = fl_sym_max (reach->span, other.span);
  if (reach->index != index)
    reach->index = NULL;
  reach->step = step;
  reach->minimum = MIN (reach->minimum, other.minimum);
  reach->maximum = MAX (reach->maximum, other.maximum);
}

static void
add_access (Finder *finder, FlHomeId home, const FlSym *whole)
{
  const FlSym *index = whole;
  const gboolean is_even = drop_fixed (finder, &index);
  const FlSym *var = finder->axis->var, *first = set_variable (index, var, 0),
              *step = fl_sym_sub (set_variable (index, var, 1), first);

  for (guint i = 0; i < finder->reaches->len; i++)
    {
      Reach *reach = &g_array_index (finder->reaches, Reach, i);

      if (reach->home != home)
        continue;
      if (!is_even || fl_sym_contains (step, var) || fl_sym_contains (fl_sym_sub (index, fl_sym_mul (step, var)), var)
          || (reach->step && reach->step != step))
        reach->is_apart = FALSE;
      reach->reads_places |= fl_sym_contains_kind (whole, FL_SYM_INDIRECT);
      widen (finder, reach, index, first, step);
    }
}

static gboolean
enter_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue value = *fl_loop_get_value (kernel, id);

  if (value.home && value.index)
    add_access (data, value.home, value.index);
  return TRUE;
}

static void
add_loads (Finder *finder, FlValueId id)
{
  fl_loop_visit_value (finder->kernel, id, finder->seen, enter_load, finder);
}

static void
note_written (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  Finder *finder = data;

  if (!stmt->home)
    return;
  if (stmt->kind == FL_STMT_ACCUMULATE)
    {
      if (!finder->may_reduce && !(fl_loop_get_home (kernel, stmt->home)->varies >> finder->id & 1))
        finder->why_not = "it reduces";
      return;
    }
  if (fl_loop_get_home (kernel, stmt->home)->kind != FL_HOME_ARGUMENT
      && fl_loop_get_home (kernel, stmt->home)->kind != FL_HOME_PARTIALS)
    return;
  for (guint i = 0; i < finder->reaches->len; i++)
    if (g_array_index (finder->reaches, Reach, i).home == stmt->home)
      return;
  g_array_append_vals (finder->reaches, &(Reach) { .home = stmt->home, .is_apart = TRUE }, 1);
}

static void
note_accesses (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  if (stmt->kind == FL_STMT_ASSERT)
    ((Finder *) data)->why_not = "the kernel may stop in it";
  if (stmt->value)
    add_loads (data, stmt->value);
  for (guint i = 0; i < G_N_ELEMENTS (stmt->more) && stmt->more[i]; i++)
    add_loads (data, stmt->more[i]);
  if (stmt->condition)
    add_loads (data, stmt->condition);
  if (stmt->home && stmt->index)
    add_access (data, stmt->home, stmt->index);
}

typedef struct
{
  gint64 step, extent; /* extent -1: not known */
} Digit;

static int
compare_digits (gconstpointer a, gconstpointer b)
{
  const Digit *x = a, *y = b;

  return x->step < y->step ? -1 : x->step > y->step;
}

/* Is every element written by one iteration of all loops together? So it is where the index is a
 * number of several digits, one an axis. */
static gboolean
is_one_to_one (const FlLoopKernel *kernel, const FlSym *index)
{
  g_autoptr (GArray) digits = g_array_new (FALSE, FALSE, sizeof (Digit));
  const FlSym *rest = index;
  gint64 reach = 0;

  for (FlAxisId axis = 1; axis <= fl_loop_get_n_axes (kernel); axis++)
    {
      const FlLoopAxis *row = fl_loop_get_axis (kernel, axis);
      const FlSym *step = fl_sym_get_stride (index, row->var, &row->var, 1);
      Digit digit;

      if (!fl_sym_contains (index, row->var))
        continue;
      if (!fl_sym_is_int (step, &digit.step) || digit.step <= 0)
        return FALSE;
      if (!fl_sym_is_int (row->extent, &digit.extent))
        digit.extent = -1;
      rest = fl_sym_sub (rest, fl_sym_mul (step, row->var));
      g_array_append_val (digits, digit);
    }
  if (!fl_sym_is_int (rest, NULL))
    return FALSE;
  g_array_sort (digits, compare_digits);
  for (guint i = 0; i < digits->len; i++)
    {
      const Digit *digit = &g_array_index (digits, Digit, i);
      gint64 more;

      if (digit->step > reach && digit->extent < 0 && i + 1 == digits->len) /* the highest one may go on for ever */
        return TRUE;
      if (digit->extent < 0 || digit->step <= reach || __builtin_mul_overflow (digit->step, digit->extent - 1, &more)
          || __builtin_add_overflow (reach, more, &reach))
        return FALSE;
    }
  return TRUE;
}

/* What an iteration touches lies within one step, of memory that is written; or each element is
 * touched once. */
static gboolean
are_apart (const FlLoopKernel *kernel, const Reach *reach)
{
  gint64 step;

  if (!reach->is_apart || !reach->step)
    return FALSE;
  if (reach->span && fl_sym_known (FL_SYM_LT, reach->span, reach->step))
    return TRUE;
  if (!fl_sym_is_int (reach->step, &step) || reach->reads_places)
    return FALSE;
  if (step != 0 && reach->minimum > G_MININT64 / 2 && reach->maximum < G_MAXINT64 / 2
      && reach->maximum - reach->minimum < ABS (step))
    return TRUE;
  return step != 0 && reach->index && is_one_to_one (kernel, reach->index);
}

const char *
fl_loop_find_why_dependent (const FlLoopKernel *kernel, FlStmtId loop, const FlSym *const *fixed, guint n_fixed,
                            gboolean may_reduce)
{
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, fl_loop_get_stmt (kernel, loop)->axis);
  g_autoptr (GArray) reaches = g_array_new (FALSE, FALSE, sizeof (Reach));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Finder finder = { .kernel = kernel,
                    .seen = seen,
                    .fixed = fixed,
                    .n_fixed = n_fixed,
                    .may_reduce = may_reduce,
                    .axis = &axis,
                    .id = fl_loop_get_stmt (kernel, loop)->axis,
                    .reaches = reaches };

  fl_loop_visit (kernel, loop, note_written, &finder);
  fl_loop_visit (kernel, loop, note_accesses, &finder);
  for (guint i = 0; i < reaches->len && !finder.why_not; i++)
    if (!are_apart (kernel, &g_array_index (reaches, Reach, i)))
      finder.why_not = "its iterations are not proved to write apart";
  return finder.why_not;
}
