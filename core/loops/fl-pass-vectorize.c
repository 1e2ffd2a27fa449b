/* Strip mining of innermost axes by the vector's lanes, with multiple accumulators for reductions: i = block + lane,
 * the blocks going by steps of as many positions as a vector has lanes; what is left over is a partial vector.
 *
 * Legal where statements may run one after the other over all lanes: no iteration reads or writes what another one
 * writes. Worth it where memory is contiguous along the axis: an access that is neither contiguous nor the same for all
 * lanes costs a gather. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-split.h"
#include "fl-vectorize-combined.h"
#include "fl-vectorize-look.h"

#include "fl-intern.h"

enum
{
  N_VECTORS = 4,
  MOST_PARTS = 7,        /* axes that one loop is split into */
  MAX_FLOPS = 8,         /* loops with more arithmetic keep the machine busy without a second accumulator */
  MAX_FLOPS_BESIDE = 16, /* MAX_FLOPS where other elements are stored beside: part of the arithmetic is theirs */
  LONG_LOOP = 4096       /* a length that comes with the call is taken for long */
};

/* --- accumulators ----------------------------------------------------------------------------- */

/* An accumulator of numbers, and that of its lanes, which go to it behind the loop. */
typedef struct
{
  FlHomeId home, lanes;
} Spread;

/* One vector of partial results waits for itself: an addition takes four cycles, in which the machine could do eight.
 * So cheap reductions of loops that are long enough are made in four. */
static guint
choose_n_vectors (const FlVectorFinder *finder)
{
  const guint most = finder->n_stores > 0 && !finder->has_function ? MAX_FLOPS_BESIDE : MAX_FLOPS;
  const FlSym *begin = finder->axis.begin;

  if (finder->accumulated->len == 0 || finder->n_flops > most)
    return 1;
  return fl_sym_get_hint (begin ? fl_sym_sub (finder->axis.extent, begin) : finder->axis.extent, LONG_LOOP)
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
  const FlSym *at = fl_loop_get_var (kernel, blocks),
              *n_lanes = is_partial ? count_left (self, extent, at, tail) : self->width, *element;
  const FlAxisId lanes
      = fl_loop_add_part (kernel, loop.axis, is_partial ? "t" : "v", (FlLoopAxis) { .extent = n_lanes });
  FlLoopStmt outer = { .kind = FL_STMT_LOOP, .axis = blocks, .map = loop.map, .tail = tail },
             unrolled = { .kind = FL_STMT_LOOP, .map = FL_MAP_UNROLLED };
  FlLoopStmt inside;
  FlStmtId made;

  element = fl_loop_get_var (kernel, lanes);
  if (n > 1)
    {
      unrolled.axis = fl_loop_add_part (kernel, loop.axis, "u",
                                        (FlLoopAxis) { .extent = fl_sym_int (fl_loop_kernel_get_symbols (kernel), n) });
      element = fl_sym_add (fl_sym_mul (fl_loop_get_var (kernel, unrolled.axis), self->width), element);
    }
  inside = accumulate_in (kernel, &loop, self->spreads, element);
  made = fl_loop_remake (kernel, &inside, fl_sym_add (at, element), lanes, FL_MAP_VECTOR);
  if (n > 1)
    made = fl_loop_wrap (kernel, unrolled, made);
  fl_loop_append (self->made, fl_loop_wrap (kernel, outer, made));
}

/* Steps of several vectors, then of single ones, then a partial one. */
static void
split (Split *self)
{
  const FlAxisId id = fl_loop_get_stmt (self->kernel, self->loop)->axis;
  const FlLoopAxis axis = *fl_loop_get_axis (self->kernel, id);
  const FlSym *begin = axis.begin, *end = get_whole_end (self, &axis, self->width);
  const gboolean is_whole = fl_loop_axis_is_multiple (self->kernel, id, FL_LOOP_MOST_FLOATS);
  gint64 length;

  if (fl_loop_get_stmt (self->kernel, self->loop)->tail == FL_TAIL_HEAD)
    {
      add_loop (self, "b", NULL, axis.extent, 1, TRUE, FL_TAIL_HEAD);
      return;
    }
  if (fl_sym_is_int (fl_sym_sub (axis.extent, get_begin (self, &axis)), &length) && length < FL_LOOP_FEWEST_FLOATS)
    {
      add_loop (self, "b", begin, axis.extent, 1, TRUE, FL_TAIL_MASK); /* of no machine a whole one */
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

/* The statement with these children, 0 standing for what the loop becomes; where accumulators begin, their lanes do,
 * too, and are merged behind. */
static FlStmtId
replace_children (Split *self, FlStmtId id, const FlStmtId *by)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     homes = g_array_new (FALSE, FALSE, sizeof (FlHomeId));

  g_array_append_vals (homes, stmt.homes, stmt.n_homes);
  for (guint i = 0; i < stmt.n_children; i++)
    {
      if (by[i])
        g_array_append_val (children, by[i]);
      else
        g_array_append_vals (children, self->made->data, self->made->len);
      for (guint k = 0; k < self->spreads->len && by[i] != stmt.children[i]; k++)
        {
          const Spread *spread = &g_array_index (self->spreads, Spread, k);
          const FlLoopStmt combine = { .kind = FL_STMT_COMBINE, .home = spread->home, .from = spread->lanes };

          if (!has_home (&stmt, spread->home))
            continue;
          fl_loop_append (children, fl_loop_add_stmt (self->kernel, &combine));
          g_array_append_val (homes, spread->lanes);
        }
    }
  return fl_loop_add_block (self->kernel, stmt, children, homes);
}

/* A statement that has the loop in it: with what that becomes. */
static FlStmtId
replace (Split *self, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  FlStmtId few[16], *by = stmt.n_children <= G_N_ELEMENTS (few) ? few : g_new (FlStmtId, stmt.n_children);
  gboolean is_changed = FALSE;

  for (guint i = 0; i < stmt.n_children; i++)
    {
      by[i] = stmt.children[i] == self->loop ? 0 : replace (self, stmt.children[i]);
      is_changed |= by[i] != stmt.children[i];
    }
  if (is_changed)
    id = replace_children (self, id, by);
  if (by != few)
    g_free (by);
  return id;
}

static void
collect_innermost (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  if (fl_vectorize_is_innermost (kernel, fl_loop_get_stmt (kernel, id)))
    g_array_append_val ((GArray *) data, id);
}

static void
note_vectors (FlLoopContext *context, const FlLoopProgram *program, const char *name, const FlVectorFinder *finder,
              guint n_vectors, guint n_loops)
{
  g_autoptr (GString) facts = g_string_new (NULL);

  g_string_printf (facts,
                   finder->n_contiguous == 1 ? "%u access is contiguous along it"
                                             : "%u accesses are contiguous along it",
                   finder->n_contiguous);
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

/* The root with one loop in vectors. Elements of 64 bits are half as many in a vector. */
static FlStmtId
vectorize (FlLoopContext *context, const FlLoopProgram *program, FlStmtId root, FlStmtId id)
{
  FlLoopKernel *kernel = program->kernel;
  const FlLoopStmt loop = *fl_loop_get_stmt (kernel, id);
  const char *name = fl_loop_get_name (kernel, loop.axis);
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (FlStmtId)),
                     spreads = g_array_new (FALSE, FALSE, sizeof (Spread));
  g_auto (FlVectorFinder) finder = { 0 };
  Split self
      = { .kernel = kernel, .loop = id, .width = fl_loop_kernel_get_lanes (kernel), .spreads = spreads, .made = made };

  fl_vectorize_finder_init (&finder, context->machine, kernel, id);
  fl_vectorize_look (&finder, &loop);
  if (finder.why_not)
    {
      fl_loop_note (context, program, FL_VERDICT_REJECT, name, "vectorized", "%s", finder.why_not);
      return root;
    }
  if (finder.widest > 4)
    self.width = fl_loop_kernel_get_lanes64 (kernel);
  self.n_vectors = choose_n_vectors (&finder);
  spread (kernel, finder.accumulated, fl_sym_mul_int (self.width, self.n_vectors), spreads);
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
  for (guint i = 0; i < loops->len && fl_loop_get_n_axes (kernel) + MOST_PARTS < FL_LOOP_MAX_AXES; i++)
    root = vectorize (context, program, root, g_array_index (loops, FlStmtId, i));
  root = fl_vectorize_part_singles (context, program, root);
  return root == program->root ? program : fl_loop_program_new (kernel, root, "vectorize", program);
}
