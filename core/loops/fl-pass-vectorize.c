/* Strip mining of innermost axes by the vector's lanes: i = block + lane, the blocks going by steps of as many
 * positions as a vector has lanes; what is left over is a partial vector.
 *
 * Legal where statements may run one after the other over all lanes: no iteration reads or writes what another one
 * writes. Worth it where memory is contiguous along the axis: an access that is neither contiguous nor the same for all
 * lanes costs a gather. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"
#include "fl-vectorize-masks.h"

#include "fl-intern.h"

enum
{
  N_VECTORS = 4,
  MAX_FLOPS = 8,         /* loops with more arithmetic keep the machine busy without a second accumulator */
  MAX_FLOPS_BESIDE = 16, /* the same where other elements are stored beside: part of the arithmetic is theirs */
  MAX_CHEAP_FLOPS = 5,   /* of one operation: functions keep the machine busy by themselves */
  LONG_LOOP = 4096 /* a length that comes with the call is taken for long */,
  MIN_PART = 8 /* elements: vectors of a shorter part of a loop would mostly be masks */
};

typedef struct
{
  const FlLoopKernel *kernel;
  const FlLoopMachine *machine;
  FlAxisId id;
  const FlLoopAxis *axis;
  GHashTable *written; /* homes */
  GHashTable *seen;    /* values */
  GArray *accesses;    /* Written */
  guint n_contiguous, n_strided;
  guint widest;            /* bytes of an element that differs from lane to lane */
  GArray *accumulated;     /* FlHomeId */
  guint n_stores, n_flops; /* arithmetic operations of an element, roughly */
  gboolean has_function;
  gboolean has_masks; /* loads that only some iterations do */
  gboolean has_small_integers,
      does_fill; /* integers of less than 32 bits; anything that has as many bits as a lane, or is a float */
  const char *why_not;
} Finder;

/* An access to memory that the loop writes. All of one memory must be to one place: then what a lane touches is its
 * own. */
typedef struct
{
  FlHomeId home;
  const FlSym *index;
} Written;

/* Elements that one iteration goes on by. FALSE: not the same for all. */
static gboolean
get_step (const Finder *finder, const FlSym *index, gint64 *step)
{
  FlSymTable *symbols = fl_sym_get_table (index);
  const FlSym *zero = fl_sym_int (symbols, 0), *one = fl_sym_int (symbols, 1);
  const FlSym *first = fl_sym_substitute (index, &finder->axis->var, &zero, 1),
              *second = fl_sym_substitute (index, &finder->axis->var, &one, 1);
  const FlSym *difference = fl_sym_sub (second, first);

  return fl_sym_is_int (difference, step) && fl_sym_sub (index, fl_sym_mul (difference, finder->axis->var)) == first;
}

static void
note_access (Finder *finder, FlHomeId home, const FlSym *index, gboolean is_store)
{
  gint64 step = 0;
  const gboolean is_even
      = !fl_loop_index_is_read_along (finder->kernel, index, finder->id) && get_step (finder, index, &step);

  if (is_even && step == 1)
    finder->n_contiguous++;
  else if (!is_even || step != 0)
    finder->n_strided++;
  if ((is_store && (!is_even || step == 0))
      || (!is_store && g_hash_table_contains (finder->written, GUINT_TO_POINTER (home)) && (!is_even || step == 0)))
    finder->why_not = "positions may meet in memory that it writes";
}

/* Both go on by one step, and the one begins between the other's elements, or behind all of them. */
static gboolean
never_meet (const Finder *finder, const Written *a, const Written *b)
{
  FlSymTable *symbols = fl_sym_get_table (finder->axis->var);
  const FlSym *apart = fl_sym_sub (a->index, b->index), *reach = finder->axis->extent;
  gint64 step, distance;

  if (!get_step (finder, a->index, &step) || step == 0 || fl_sym_contains (apart, finder->axis->var))
    return FALSE;
  if (fl_sym_is_int (apart, &distance) && distance % step != 0)
    return TRUE;
  if (finder->axis->begin)
    reach = fl_sym_sub (reach, finder->axis->begin);
  reach = fl_sym_mul_int (reach, ABS (step));
  return fl_sym_known (FL_SYM_GE, apart, reach)
         || fl_sym_known (FL_SYM_GE, fl_sym_sub (fl_sym_int (symbols, 0), apart), reach);
}

static void
check_distances (Finder *finder)
{
  const GArray *accesses = finder->accesses;

  for (guint i = 0; i < accesses->len && !finder->why_not; i++)
    for (guint k = 0; k < i; k++)
      {
        const Written *a = &g_array_index (accesses, Written, i), *b = &g_array_index (accesses, Written, k);

        if (a->home == b->home && a->index != b->index && !never_meet (finder, a, b))
          finder->why_not = "it reads and writes one memory at different places";
      }
}

/* Of integers that fill no lane alone the compiler makes vectors that hold four times as many. */
static void
note_element (Finder *finder, FlDtype dtype)
{
  const guint bytes = fl_dtype_get_size_bytes (dtype);

  finder->does_fill |= bytes >= 4 || fl_dtype_is_float (dtype);
  finder->has_small_integers |= bytes < 4 && fl_dtype_is_integer (dtype) && dtype != FL_DTYPE_BOOL;
}

static gboolean
enter_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue value = *fl_loop_get_value (kernel, id);
  Finder *finder = data;
  const guint flops = fl_scalar_get_info (value.op)->flops;

  if (value.op == FL_SCALAR_GETITEM && g_hash_table_contains (finder->written, GUINT_TO_POINTER (value.home)))
    finder->why_not = "it scans";
  if (!(fl_loop_value_get_axes (kernel, id) >> finder->id & 1)) /* done once, in front of the loop */
    return TRUE;
  finder->n_flops += flops;
  finder->has_function |= flops > MAX_CHEAP_FLOPS;
  if (value.op != FL_SCALAR_CONSTANT && value.op != FL_SCALAR_SET_INDIRECT) /* positions have lanes of 32 bits */
    finder->widest = MAX (finder->widest, fl_dtype_get_size_bytes (value.dtype));
  if (value.op != FL_SCALAR_CONSTANT && value.op != FL_SCALAR_SET_INDIRECT)
    note_element (finder, value.op == FL_SCALAR_LOAD ? fl_loop_get_home (kernel, value.home)->dtype : value.dtype);
  finder->has_masks |= value.op == FL_SCALAR_MASKED;
  if (finder->machine->refuse_vector && !finder->why_not)
    finder->why_not = finder->machine->refuse_vector (kernel, id, finder->id);
  if (!value.home || !value.index)
    return TRUE;
  note_access (finder, value.home, value.index, FALSE);
  if (g_hash_table_contains (finder->written, GUINT_TO_POINTER (value.home)))
    g_array_append_vals (finder->accesses, &(Written) { value.home, value.index }, 1);
  return TRUE;
}

/* A narrow integer is widened while it is stored, half a vector after the other. */
static guint
get_stored_bytes (const FlLoopKernel *kernel, const FlLoopStmt *store)
{
  const FlDtype dtype = fl_loop_get_home (kernel, store->home)->dtype;

  return dtype == FL_DTYPE_I64 && fl_loop_get_value (kernel, store->value)->dtype == FL_DTYPE_I32
             ? 4
             : fl_dtype_get_size_bytes (dtype);
}

/* Do partial results of lanes come to the same, but for the order of sums? */
static gboolean
merges_well (FlReductionType combiner)
{
  return combiner != FL_REDUCTION_WELFORD_REDUCE && combiner != FL_REDUCTION_WELFORD_COMBINE
         && combiner != FL_REDUCTION_ONLINE_SOFTMAX;
}

/* Each position has an accumulator to itself, side by side. */
static gboolean
is_own_element (const Finder *finder, const FlSym *index)
{
  gint64 step = 0;

  return get_step (finder, index, &step) && step == 1;
}

static void
look_at_accumulation (Finder *finder, const FlLoopStmt *stmt)
{
  const FlLoopHome *home = fl_loop_get_home (finder->kernel, stmt->home);

  finder->n_flops += fl_scalar_get_info (FL_SCALAR_REDUCTION)->flops;
  if (finder->why_not)
    return;
  if (stmt->index && is_own_element (finder, stmt->index))
    {
      if (finder->machine->refuse_accumulate)
        finder->why_not = finder->machine->refuse_accumulate (finder->kernel, stmt, finder->id);
      return;
    }
  if (stmt->index || (home->varies >> finder->id & 1))
    finder->why_not = "it accumulates in an element that is not the loop's own";
  else if (!merges_well (home->combiner))
    finder->why_not = "what its lanes come to would be merged with other roundings";
  else if (finder->machine->refuse_accumulate && !finder->why_not)
    finder->why_not = finder->machine->refuse_accumulate (finder->kernel, stmt, finder->id);
  for (guint i = 0; i < finder->accumulated->len; i++)
    if (g_array_index (finder->accumulated, FlHomeId, i) == stmt->home)
      return;
  g_array_append_val (finder->accumulated, stmt->home);
}

static void
look_at_store (Finder *finder, const FlLoopStmt *stmt)
{
  note_access (finder, stmt->home, stmt->index, TRUE);
  finder->n_stores++;
  note_element (finder, fl_loop_get_home (finder->kernel, stmt->home)->dtype);
  finder->widest = MAX (finder->widest, get_stored_bytes (finder->kernel, stmt));
  if (finder->machine->refuse_store && !finder->why_not)
    finder->why_not = finder->machine->refuse_store (finder->kernel, stmt, finder->id);
  g_array_append_vals (finder->accesses, &(Written) { stmt->home, stmt->index }, 1);
}

/* A scatter of rows: where one goes is known before the loop, within which elements lie side by side. */
static gboolean
adds_to_rows (const Finder *finder, const FlLoopStmt *stmt)
{
  gint64 step = 0;

  return !fl_loop_index_is_read_along (finder->kernel, stmt->index, finder->id) && get_step (finder, stmt->index, &step)
         && step == 1;
}

static void
look_at_stmt (Finder *finder, const FlLoopStmt *stmt)
{
  if (stmt->kind != FL_STMT_LET && stmt->kind != FL_STMT_STORE && stmt->kind != FL_STMT_ACCUMULATE)
    finder->why_not = "a statement in it has no vector form";
  else if (stmt->kind == FL_STMT_STORE && stmt->mode == FL_LOOP_STORE_ATOMIC_ADD && !adds_to_rows (finder, stmt))
    finder->why_not = "it adds to elements that several iterations may share";
  if (finder->why_not)
    return;
  fl_loop_visit_value (finder->kernel, stmt->value, finder->seen, enter_load, finder);
  for (guint i = 0; i < G_N_ELEMENTS (stmt->more) && stmt->more[i]; i++)
    fl_loop_visit_value (finder->kernel, stmt->more[i], finder->seen, enter_load, finder);
  if (finder->why_not)
    return;
  if (stmt->kind == FL_STMT_STORE)
    look_at_store (finder, stmt);
  else if (stmt->kind == FL_STMT_ACCUMULATE)
    look_at_accumulation (finder, stmt);
}

static void
look_at_loop (Finder *finder, const FlLoopStmt *loop)
{
  FlSymTable *symbols = fl_sym_get_table (finder->axis->var);

  const FlSym *length
      = finder->axis->begin ? fl_sym_sub (finder->axis->extent, finder->axis->begin) : finder->axis->extent;
  const gint64 fewest = finder->axis->of ? MIN_PART : FL_LOOP_FEWEST_FLOATS;

  if (finder->axis->step || fl_sym_known (FL_SYM_LT, length, fl_sym_int (symbols, fewest)))
    finder->why_not = "it is shorter than a vector";
  for (guint i = 0; i < loop->n_children && !finder->why_not; i++)
    look_at_stmt (finder, fl_loop_get_stmt (finder->kernel, loop->children[i]));
  check_distances (finder);
  if (!finder->why_not && finder->has_masks && !fl_vectorize_masks_whole_lines (finder->kernel, loop))
    finder->why_not = "elements that only some iterations may read";
  if (!finder->why_not && finder->has_small_integers && !finder->does_fill)
    finder->why_not = "integers of 8 or 16 bits only, of which the compiler makes better vectors";
  if (!finder->why_not && finder->n_contiguous == 0)
    finder->why_not = "memory is not contiguous along it";
  if (!finder->why_not && finder->accumulated->len > 0 && finder->widest > 4)
    finder->why_not = "it accumulates floats beside elements of 64 bits";
}

/* --- accumulators ----------------------------------------------------------------------------- */

/* An accumulator of numbers, and that of its lanes, which go to it behind the loop. */
typedef struct
{
  FlHomeId home, lanes;
} Spread;

/* One vector of partial results waits for itself: an addition takes four cycles, in which the machine could do eight.
 * So cheap reductions of loops that are long enough are made in four. */
static guint
choose_n_vectors (const Finder *finder)
{
  const guint most = finder->n_stores > 0 && !finder->has_function ? MAX_FLOPS_BESIDE : MAX_FLOPS;
  const FlSym *begin = finder->axis->begin;

  if (finder->accumulated->len == 0 || finder->n_flops > most)
    return 1;
  return fl_sym_get_hint (begin ? fl_sym_sub (finder->axis->extent, begin) : finder->axis->extent, LONG_LOOP)
                 >= 2 * N_VECTORS * FL_LOOP_MOST_FLOATS
             ? N_VECTORS
             : 1;
}

static void
spread (FlLoopKernel *kernel, const GArray *accumulated, const FlSym *n, GArray *spreads)
{
  for (guint i = 0; i < accumulated->len; i++)
    {
      Spread made = { .home = g_array_index (accumulated, FlHomeId, i) };
      FlLoopHome lanes = *fl_loop_get_home (kernel, made.home);

      lanes.name = fl_intern_printf ("%s_lanes", lanes.name);
      lanes.size = n;
      made.lanes = fl_loop_add_home (kernel, &lanes);
      g_array_append_val (spreads, made);
    }
}

/* The loop with its accumulations going to that element of the lanes' accumulators. */
static FlLoopStmt
accumulate_in (FlLoopKernel *kernel, const FlLoopStmt *loop, const GArray *spreads, const FlSym *element)
{
  FlLoopStmt made = *loop;
  FlStmtId *children = fl_arena_new (fl_loop_kernel_get_arena (kernel), FlStmtId, loop->n_children);

  made.children = children;
  for (guint i = 0; i < loop->n_children; i++)
    {
      FlLoopStmt stmt = *fl_loop_get_stmt (kernel, loop->children[i]);

      children[i] = loop->children[i];
      for (guint k = 0; stmt.kind == FL_STMT_ACCUMULATE && k < spreads->len; k++)
        if (g_array_index (spreads, Spread, k).home == stmt.home)
          {
            stmt.home = g_array_index (spreads, Spread, k).lanes;
            stmt.index = element;
            children[i] = fl_loop_add_stmt (kernel, &stmt);
            break;
          }
    }
  return made;
}

/* --- the split -------------------------------------------------------------------------------- */

typedef struct
{
  FlLoopKernel *kernel;
  FlStmtId loop;
  const FlSym *width; /* positions of a vector */
  guint n_vectors;    /* vectors that a step does */
  GArray *spreads;    /* Spread */
  GArray *made;       /* FlStmtId: what the loop becomes */
} Split;

static const FlSym *
get_begin (const Split *self, const FlLoopAxis *axis)
{
  return axis->begin ? axis->begin : fl_sym_int (fl_loop_kernel_get_symbols (self->kernel), 0);
}

/* Where whole steps of the axis end. */
static const FlSym *
get_whole_end (const Split *self, const FlLoopAxis *axis, const FlSym *step)
{
  const FlSym *begin = get_begin (self, axis);

  return fl_sym_add (begin, fl_sym_mul (fl_sym_floor_div (fl_sym_sub (axis->extent, begin), step), step));
}

/* Lanes of a partial vector. What is in front of the others may be more than one vector where elements are wider than
 * floats. */
static const FlSym *
count_left (const Split *self, const FlSym *extent, const FlSym *at, FlAxisTail tail)
{
  const FlSym *left = fl_sym_sub (extent, at);

  return tail == FL_TAIL_HEAD && self->width != fl_loop_kernel_get_lanes (self->kernel) ? fl_sym_min (self->width, left)
                                                                                        : left;
}

/* A loop by steps of n vectors. lanes: positions of the last one; NULL: all. */
static void
add_loop (Split *self, const char *suffix, const FlSym *begin, const FlSym *extent, guint n, gboolean is_partial,
          FlAxisTail tail)
{
  FlLoopKernel *kernel = self->kernel;
  const FlLoopStmt loop = *fl_loop_get_stmt (kernel, self->loop);
  const FlSym *step = fl_sym_mul_int (self->width, n);
  const FlAxisId blocks
      = fl_loop_add_part (kernel, loop.axis, suffix, (FlLoopAxis) { .begin = begin, .extent = extent, .step = step });
  const FlSym *at = fl_loop_get_axis (kernel, blocks)->var,
              *n_lanes = is_partial ? count_left (self, extent, at, tail) : self->width, *element;
  const FlAxisId lanes
      = fl_loop_add_part (kernel, loop.axis, is_partial ? "t" : "v", (FlLoopAxis) { .extent = n_lanes });
  FlLoopStmt outer = { .kind = FL_STMT_LOOP, .axis = blocks, .map = loop.map, .tail = tail },
             unrolled = { .kind = FL_STMT_LOOP, .map = FL_MAP_UNROLLED };
  FlLoopStmt inside;
  FlStmtId made;

  element = fl_loop_get_axis (kernel, lanes)->var;
  if (n > 1)
    {
      unrolled.axis = fl_loop_add_part (kernel, loop.axis, "u",
                                        (FlLoopAxis) { .extent = fl_sym_int (fl_loop_kernel_get_symbols (kernel), n) });
      element = fl_sym_add (fl_sym_mul (fl_loop_get_axis (kernel, unrolled.axis)->var, self->width), element);
    }
  inside = accumulate_in (kernel, &loop, self->spreads, element);
  made = fl_loop_remake (kernel, &inside, fl_sym_add (at, element), lanes, FL_MAP_VECTOR);
  if (n > 1)
    made = fl_loop_wrap (kernel, unrolled, made);
  made = fl_loop_wrap (kernel, outer, made);
  g_array_append_val (self->made, made);
}

/* Steps of several vectors, then of single ones, then a partial one. */
static void
split (Split *self)
{
  const FlAxisId id = fl_loop_get_stmt (self->kernel, self->loop)->axis;
  const FlLoopAxis axis = *fl_loop_get_axis (self->kernel, id);
  const FlSym *begin = axis.begin, *end = get_whole_end (self, &axis, self->width);
  const gboolean is_whole = fl_loop_axis_is_multiple (self->kernel, id, FL_LOOP_MOST_FLOATS);

  if (fl_loop_get_stmt (self->kernel, self->loop)->tail == FL_TAIL_HEAD)
    {
      add_loop (self, "b", NULL, axis.extent, 1, TRUE, FL_TAIL_HEAD);
      return;
    }
  if (self->n_vectors > 1)
    {
      const gboolean are_whole = fl_loop_axis_is_multiple (self->kernel, id, FL_LOOP_MOST_FLOATS * self->n_vectors);
      const FlSym *last
          = are_whole ? axis.extent : get_whole_end (self, &axis, fl_sym_mul_int (self->width, self->n_vectors));

      add_loop (self, "g", begin, last, self->n_vectors, FALSE, are_whole ? FL_TAIL_NONE : FL_TAIL_MASK);
      if (are_whole)
        return;
      begin = last;
    }
  add_loop (self, "b", begin, is_whole ? axis.extent : end, 1, FALSE, is_whole ? FL_TAIL_NONE : FL_TAIL_MASK);
  if (!is_whole)
    add_loop (self, "r", end, axis.extent, 1, TRUE, FL_TAIL_REST);
}

static gboolean
has_home (const FlLoopStmt *stmt, FlHomeId home)
{
  for (guint i = 0; i < stmt->n_homes; i++)
    if (stmt->homes[i] == home)
      return TRUE;
  return FALSE;
}

/* A statement that has the loop in it: with what that becomes; where accumulators begin, their lanes do, too, and are
 * merged behind. */
static FlStmtId
replace (Split *self, FlStmtId id)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  gboolean is_changed = FALSE;

  g_array_append_vals (homes, stmt.homes, stmt.n_homes);
  for (guint i = 0; i < stmt.n_children; i++)
    {
      const FlStmtId child = stmt.children[i] == self->loop ? 0 : replace (self, stmt.children[i]);

      if (child)
        g_array_append_val (children, child);
      else
        g_array_append_vals (children, self->made->data, self->made->len);
      if (child == stmt.children[i])
        continue;
      is_changed = TRUE;
      for (guint k = 0; k < self->spreads->len; k++)
        {
          const Spread *spread = &g_array_index (self->spreads, Spread, k);
          const FlLoopStmt combine = { .kind = FL_STMT_COMBINE, .home = spread->home, .from = spread->lanes };
          FlStmtId added;

          if (!has_home (&stmt, spread->home))
            continue;
          added = fl_loop_add_stmt (self->kernel, &combine);
          g_array_append_val (children, added);
          g_array_append_val (homes, spread->lanes);
        }
    }
  if (!is_changed)
    return id;
  stmt.n_homes = homes->len;
  stmt.homes = fl_arena_memdup (fl_loop_kernel_get_arena (self->kernel), homes->data, homes->len * sizeof (FlHomeId));
  stmt.n_children = children->len;
  stmt.children
      = fl_arena_memdup (fl_loop_kernel_get_arena (self->kernel), children->data, children->len * sizeof (FlStmtId));
  return fl_loop_add_stmt (self->kernel, &stmt);
}

static gboolean
is_innermost (const FlLoopKernel *kernel, const FlLoopStmt *stmt)
{
  for (guint i = 0; i < stmt->n_children; i++)
    if (fl_loop_get_stmt (kernel, stmt->children[i])->n_children > 0)
      return FALSE;
  return stmt->kind == FL_STMT_LOOP && stmt->map == FL_MAP_SERIAL && stmt->n_homes == 0 && stmt->n_children > 0;
}

static void
collect_innermost (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  if (is_innermost (kernel, fl_loop_get_stmt (kernel, id)))
    g_array_append_val ((GArray *) data, id);
}

static void
note_vectors (FlLoopContext *context, const FlLoopProgram *program, const char *name, const Finder *finder,
              guint n_vectors, guint n_loops)
{
  g_autoptr (GString) facts = g_string_new (NULL);

  g_string_printf (facts, "%u accesses are contiguous along it", finder->n_contiguous);
  if (finder->widest > 4)
    g_string_append (facts, "; elements of 64 bits take two of a float's lanes");
  if (n_vectors > 1)
    g_string_append_printf (facts, "; %u accumulators: what an element costs (operations: %u) would wait for one",
                            n_vectors, finder->n_flops);
  else if (finder->accumulated->len > 0)
    g_string_append_printf (facts, "; one accumulator: %s",
                            finder->n_flops > MAX_FLOPS ? "the arithmetic takes longer than an addition"
                                                        : "the loop is short");
  if (n_loops > 1)
    g_string_append (facts, "; the last vector is partial");
  fl_loop_note (context, program, FL_VERDICT_ACCEPT, name, "vectorized", "%s", facts->str);
}

const char *
fl_loop_refuse_vectors (const FlLoopMachine *machine, FlLoopKernel *kernel, FlStmtId id)
{
  const FlLoopStmt loop = *fl_loop_get_stmt (kernel, id);
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, loop.axis);
  g_autoptr (GHashTable) written = fl_loop_collect_written (kernel, id), seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (Written)),
                     accumulated = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  Finder finder = { .kernel = kernel,
                    .machine = machine,
                    .id = loop.axis,
                    .axis = &axis,
                    .written = written,
                    .seen = seen,
                    .accesses = accesses,
                    .accumulated = accumulated };

  if (machine->n_lanes < 2 || !is_innermost (kernel, &loop))
    return "there is a loop inside";
  look_at_loop (&finder, &loop);
  return finder.why_not;
}

/* The root with one loop in vectors. Elements of 64 bits are half as many in a vector. */
static FlStmtId
vectorize (FlLoopContext *context, const FlLoopProgram *program, FlStmtId root, FlStmtId id)
{
  FlLoopKernel *kernel = program->kernel;
  const FlLoopStmt loop = *fl_loop_get_stmt (kernel, id);
  const FlLoopAxis axis = *fl_loop_get_axis (kernel, loop.axis);
  const char *name = fl_loop_get_axis (kernel, fl_loop_get_whole (kernel, loop.axis))->name;
  g_autoptr (GHashTable) written = fl_loop_collect_written (kernel, id), seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (Written)),
                     accumulated = g_array_new (FALSE, FALSE, sizeof (FlHomeId));
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     spreads = g_array_new (FALSE, FALSE, sizeof (Spread));
  Finder finder = { .kernel = kernel,
                    .machine = context->machine,
                    .id = loop.axis,
                    .axis = &axis,
                    .written = written,
                    .seen = seen,
                    .accesses = accesses,
                    .accumulated = accumulated };
  Split self
      = { .kernel = kernel, .loop = id, .width = fl_loop_kernel_get_lanes (kernel), .spreads = spreads, .made = made };

  look_at_loop (&finder, &loop);
  if (finder.why_not)
    {
      fl_loop_note (context, program, FL_VERDICT_REJECT, name, "vectorized", "%s", finder.why_not);
      return root;
    }
  if (finder.widest > 4)
    self.width = fl_loop_kernel_get_lanes64 (kernel);
  self.n_vectors = choose_n_vectors (&finder);
  spread (kernel, accumulated, fl_sym_mul_int (self.width, self.n_vectors), spreads);
  split (&self);
  note_vectors (context, program, name, &finder, self.n_vectors, made->len);
  return replace (&self, root);
}

const FlLoopProgram *
fl_pass_vectorize (FlLoopContext *context, const FlLoopProgram *program)
{
  FlLoopKernel *kernel = program->kernel;
  g_autoptr (GArray) loops = g_array_new (FALSE, FALSE, sizeof (FlStmtId));
  FlStmtId root = program->root;

  if (context->machine->n_lanes < 2)
    return program;
  fl_loop_visit (kernel, program->root, collect_innermost, loops);
  for (guint i = 0; i < loops->len && fl_loop_get_n_axes (kernel) + 5 < FL_LOOP_MAX_AXES; i++)
    root = vectorize (context, program, root, g_array_index (loops, FlStmtId, i));
  return root == program->root ? program : fl_loop_program_new (kernel, root, "vectorize", program);
}
