/* Index-set splitting: an axis is cut where a condition on it changes (padding, joined tensors, a
 * window, a triangle), and each part is written without the question. The long part is then a plain
 * loop.
 *
 *     for (i = 0; i < 58; i++)  y[i] = i >= 1 && i < 57 ? x[i - 1] : 0;
 *
 * becomes three loops, [0, 1), [1, 57) and [57, 58). Exact: the same elements are computed in the
 * same order. */
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"
#include "fl-loop-specialize.h"
#include "fl-loop-split.h"
#include "fl-loop-walk.h"

enum
{
  MIN_LENGTH = 8,  /* shorter loops, and loops that would have no longer part, stay whole */
  MAX_STORES = 48, /* of parts of a kernel: beyond, it would take long to compile */
  MAX_AXES = 40    /* later passes split the parts further */
};

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  guint64 open;      /* axes around what is looked at */
  GHashTable *parts; /* axes that are parts already */
  guint n_stores;    /* of the parts that were made */
} Splitter;

/* The end of a range: where, and the same no further out than the neighbours, unless it surely lies
 * between these. */
typedef struct
{
  const FlSym *sym, *at;
} Cut;

typedef struct
{
  FlLoopRange range;
  const Cut *begin, *end; /* NULL: the loop's own ends */
} Part;

/* A loop that may be cut. */
typedef struct
{
  Splitter *splitter;
  FlStmtId id;
  FlLoopStmt stmt;
  FlLoopAxis axis;
  const FlSym *shared; /* the whole extent, of which threads have parts; NULL: one thread does all */
  gboolean only_masks; /* cuts are for conditions of masked values only, not for choices between values */
  gboolean has_inner;  /* loops inside */
  guint n_stores;
} Candidate;

/* --- what a loop has
 * --------------------------------------------------------------------------------------------- */

typedef struct
{
  FlAxisId axis;
  guint n_loops, n_stores;
  gboolean reduces;
} Count;

static void
count_stmt (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);
  Count *count = data;

  count->n_loops += stmt->kind == FL_STMT_LOOP;
  count->n_stores += stmt->kind == FL_STMT_STORE || stmt->kind == FL_STMT_ACCUMULATE;
  count->reduces
      |= stmt->kind == FL_STMT_ACCUMULATE && !(fl_loop_get_home (kernel, stmt->home)->varies >> count->axis & 1);
}

static Count
count_in (const FlLoopKernel *kernel, FlStmtId loop)
{
  Count count = { .axis = fl_loop_get_stmt (kernel, loop)->axis };

  fl_loop_visit (kernel, loop, count_stmt, &count);
  return count;
}

/* Nothing but one loop over elements inside? Then mirrors of rows are worth parts, too: each
 * element's index is simpler. */
static gboolean
has_plain_rows (const FlLoopKernel *kernel, const FlLoopStmt *loop)
{
  guint n_rows = 0;

  for (guint i = 0; i < loop->n_children; i++)
    {
      const FlLoopStmt *child = fl_loop_get_stmt (kernel, loop->children[i]);

      if (child->kind == FL_STMT_LOOP && count_in (kernel, loop->children[i]).n_loops == 1)
        n_rows++;
      else if (child->kind != FL_STMT_LET)
        return FALSE;
    }
  return n_rows == 1;
}

static void
add_made_of (const FlLoopKernel *kernel, FlValueId id, GHashTable *relevant)
{
  const FlLoopValue value = *fl_loop_get_value (kernel, id);

  if (!g_hash_table_add (relevant, GUINT_TO_POINTER (id)))
    return;
  for (guint i = 0; i < value.n_args; i++)
    add_made_of (kernel, value.args[i], relevant);
}

/* Masks, and what these are made of. */
static void
note_mask (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);

  if (value->op == FL_SCALAR_MASKED)
    add_made_of (kernel, value->args[0], data);
}

static void
count_mask (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  *(guint *) data += fl_loop_get_value (kernel, id)->op == FL_SCALAR_MASKED;
}

/* --- where ----------------------------------------------------------------------------------- */

/* Is it known once the loop begins? */
static gboolean
is_known_outside (const Candidate *loop, const FlSym *cut)
{
  return !fl_sym_contains_kind (cut, FL_SYM_OPAQUE) && !fl_sym_contains_kind (cut, FL_SYM_INDIRECT)
         && !(fl_loop_index_get_axes (loop->splitter->kernel, cut) & ~loop->splitter->open);
}

/* The loop's statements, with what the range decides. */
static FlStmtId
specialize (const Candidate *loop, const FlLoopRange *range, FlAxisId axis, GPtrArray *cuts)
{
  FlLoopKernel *kernel = loop->splitter->kernel;
  g_autoptr (FlLoopRewrite) rewrite = fl_loop_rewrite_new (kernel);
  g_autoptr (GHashTable) relevant = g_hash_table_new (NULL, NULL);
  FlLoopSpecial special = { .kernel = kernel, .range = range, .cuts = cuts };

  if (cuts && loop->only_masks)
    {
      fl_loop_walk_values (kernel, loop->id, note_mask, relevant);
      special.relevant = relevant;
    }
  fl_loop_specialize (rewrite, &special);
  if (range->var != loop->axis.var)
    fl_loop_rewrite_add_var (rewrite, loop->axis.var, range->var);
  return fl_loop_remake_with (kernel, rewrite, &loop->stmt, axis, loop->stmt.map);
}

static const FlSym *
find_cut (const Candidate *loop, const FlLoopRange *range)
{
  g_autoptr (GPtrArray) cuts = g_ptr_array_new ();

  if (range->n_lows >= FL_LOOP_MAX_BOUNDS || range->n_highs >= FL_LOOP_MAX_BOUNDS)
    return NULL;
  specialize (loop, range, loop->stmt.axis, cuts);
  for (guint i = 0; i < cuts->len; i++)
    if (is_known_outside (loop, cuts->pdata[i]) && fl_loop_range_may_contain (range, cuts->pdata[i]))
      return cuts->pdata[i];
  return NULL;
}

static const FlSym *
get_begin (const Candidate *loop)
{
  return loop->axis.begin ? loop->axis.begin : fl_sym_int (fl_loop_kernel_get_symbols (loop->splitter->kernel), 0);
}

static const FlSym *
clamp (const Candidate *loop, const Part *part, const FlSym *cut)
{
  const gboolean is_between = fl_loop_range_contains (&part->range, cut);
  const FlSym *low = part->begin && !is_between ? part->begin->at : get_begin (loop),
              *high = part->end && !is_between ? part->end->at : loop->axis.extent;

  return is_between && !loop->shared ? cut : fl_sym_min (fl_sym_max (cut, low), high);
}

/* Cuts parts in two, from the first on, until nothing is undecided that a cut could decide. */
static void
cut_loop (const Candidate *loop, GArray *parts)
{
  FlArena *arena = fl_loop_kernel_get_arena (loop->splitter->kernel);

  for (guint i = 0; i < parts->len;)
    {
      Part *part = &g_array_index (parts, Part, i), second = *part;
      const FlSym *sym = parts->len < FL_LOOP_MAX_RANGES ? find_cut (loop, &part->range) : NULL;
      Cut *cut;

      if (!sym)
        {
          i++;
          continue;
        }
      cut = fl_arena_new (arena, Cut, 1);
      *cut = (Cut) { .sym = sym, .at = clamp (loop, part, sym) };
      part->range.highs[part->range.n_highs++] = sym;
      part->end = cut;
      second.range.lows[second.range.n_lows++] = sym;
      second.begin = cut;
      g_array_insert_val (parts, i + 1, second);
    }
}

/* --- whether --------------------------------------------------------------------------------- */

static gboolean
can_cut (const Candidate *loop, const Count *count)
{
  const Splitter *splitter = loop->splitter;

  if (loop->stmt.map != FL_MAP_SERIAL || loop->axis.step || loop->axis.stop || count->reduces
      || g_hash_table_contains (splitter->parts, GUINT_TO_POINTER (loop->stmt.axis))
      || splitter->n_stores + 3 * count->n_stores > MAX_STORES
      || fl_loop_get_n_axes (splitter->kernel) + FL_LOOP_MAX_RANGES > MAX_AXES
      || fl_sym_get_hint (loop->shared ? loop->shared : fl_sym_sub (loop->axis.extent, get_begin (loop)), MIN_LENGTH)
             < MIN_LENGTH)
    return FALSE;
  if (fl_loop_is_transposed (splitter->kernel, loop->id) || fl_loop_is_tiled (splitter->kernel, loop->id))
    return FALSE;
  return loop->has_inner || fl_loop_refuse_vectors (splitter->context->machine, splitter->kernel, loop->id);
}

/* The longest part is worth the others when it is long and asks nothing more. */
static gboolean
is_gain (const Candidate *loop, const GArray *parts)
{
  const FlSym *extent = loop->shared ? loop->shared : loop->axis.extent;
  gint64 longest = -1;
  guint best = 0, n_masked = 0;

  if (parts->len < 2)
    return FALSE;
  for (guint i = 0; i < parts->len; i++)
    {
      gint64 length = fl_loop_range_get_length (&g_array_index (parts, Part, i).range);

      length = length < 0 ? fl_sym_get_hint (extent, 2 * MIN_LENGTH) / 2 : length;
      if (length > longest)
        best = i;
      longest = MAX (longest, length);
    }
  fl_loop_walk_values (loop->splitter->kernel,
                       specialize (loop, &g_array_index (parts, Part, best).range, loop->stmt.axis, NULL), count_mask,
                       &n_masked);
  return longest >= MIN_LENGTH && (n_masked == 0 || loop->has_inner);
}

/* --- parts ----------------------------------------------------------------------------------- */

static FlStmtId
make_part (const Candidate *loop, const Part *part)
{
  FlLoopKernel *kernel = loop->splitter->kernel;
  const FlAxisId axis = fl_loop_add_part (kernel, loop->stmt.axis, "c",
                                          (FlLoopAxis) { .begin = part->begin ? part->begin->at : loop->axis.begin,
                                                         .extent = part->end ? part->end->at : loop->axis.extent });
  FlLoopRange range = part->range;

  g_hash_table_add (loop->splitter->parts, GUINT_TO_POINTER (axis));
  range.var = fl_loop_get_var (kernel, axis);
  return fl_loop_drop_unused (kernel, specialize (loop, &range, axis, NULL));
}

static void
note_cuts (const Candidate *loop, const GArray *parts)
{
  Splitter *splitter = loop->splitter;
  g_autoptr (GString) facts = g_string_new (NULL);

  for (guint i = 1; i < parts->len; i++)
    {
      g_string_append_printf (facts, "%s", i == 1 ? "" : i + 1 < parts->len ? ", " : " and ");
      fl_sym_append (facts, g_array_index (parts, Part, i).begin->sym);
    }
  fl_loop_note (splitter->context, splitter->program, FL_VERDICT_ACCEPT,
                fl_loop_get_name (splitter->kernel, loop->stmt.axis), "cut where its conditions change",
                "at %s: each part is written without the question", facts->str);
}

/* --- the tree -------------------------------------------------------------------------------- */

static void split_in (Splitter *splitter, FlStmtId id, GArray *out);

static FlStmtId
split_children (Splitter *splitter, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (splitter->kernel, id);
  const guint64 was_open = splitter->open;
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  if (stmt.kind == FL_STMT_LOOP)
    splitter->open |= G_GUINT64_CONSTANT (1) << stmt.axis;
  for (guint i = 0; i < stmt.n_children; i++)
    split_in (splitter, stmt.children[i], children);
  splitter->open = was_open;
  return fl_loop_with_children (splitter->kernel, id, (const FlStmtId *) children->data, children->len);
}

/* The extent of an axis of which a thread has a part: where that begins and ends, a partition says. */
static const FlSym *
get_shared (const FlLoopKernel *kernel, const FlLoopAxis *axis)
{
  guint64 axes = axis->begin && axis->of ? fl_loop_index_get_axes (kernel, axis->begin) : 0;

  for (FlAxisId around = 1; axes >> around; around++)
    if (axes >> around & 1 && fl_loop_get_axis (kernel, around)->stop)
      return fl_loop_get_axis (kernel, fl_loop_get_whole (kernel, axis->of))->extent;
  return NULL;
}

/* The loop in parts; FALSE: it stays whole. */
static gboolean
split_loop (Splitter *splitter, FlStmtId id, GArray *out)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (splitter->kernel, id);
  const Count count = count_in (splitter->kernel, id);
  Candidate loop = { .splitter = splitter,
                     .id = id,
                     .stmt = stmt,
                     .axis = *fl_loop_get_axis (splitter->kernel, stmt.axis),
                     .n_stores = count.n_stores };
  g_autoptr (GArray) parts = g_array_new (FALSE, TRUE, sizeof (Part));
  Part whole = { .range = { .var = loop.axis.var, .n_lows = 1, .n_highs = 1 } };

  loop.shared = get_shared (splitter->kernel, &loop.axis);
  loop.has_inner = count.n_loops > 1;
  loop.only_masks = loop.has_inner && (count.n_stores > 1 || !has_plain_rows (splitter->kernel, &loop.stmt));
  if (!can_cut (&loop, &count))
    return FALSE;
  whole.range.lows[0] = loop.shared ? fl_sym_int (fl_loop_kernel_get_symbols (splitter->kernel), 0) : get_begin (&loop);
  whole.range.highs[0] = loop.shared ? loop.shared : loop.axis.extent;
  g_array_append_val (parts, whole);
  cut_loop (&loop, parts);
  if (!is_gain (&loop, parts))
    return FALSE;
  note_cuts (&loop, parts);
  for (guint i = 0; i < parts->len; i++)
    if (fl_loop_range_get_length (&g_array_index (parts, Part, i).range) != 0)
      {
        const FlStmtId part = split_children (splitter, make_part (&loop, &g_array_index (parts, Part, i)));

        splitter->n_stores += loop.n_stores;
        g_array_append_val (out, part);
      }
  return TRUE;
}

static void
split_in (Splitter *splitter, FlStmtId id, GArray *out)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (splitter->kernel, id);
  FlStmtId made = id;

  if (stmt.kind == FL_STMT_LOOP && split_loop (splitter, id, out))
    return;
  if (stmt.n_children > 0)
    made = split_children (splitter, id);
  g_array_append_val (out, made);
}

const FlLoopProgram *
fl_pass_split_sets (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (GHashTable) parts = g_hash_table_new (NULL, NULL);
  Splitter splitter = { .context = context, .program = program, .kernel = program->kernel, .parts = parts };
  const FlStmtId root = split_children (&splitter, program->root);

  return root == program->root ? program : fl_loop_program_new (program->kernel, root, "split index sets", program);
}
