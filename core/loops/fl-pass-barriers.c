/* Barriers, placed last, from homes and accesses as they are then: where a thread uses what another
 * one wrote since the last barrier, or writes what another one used, all threads wait in front of
 * that statement. Statements that each do for themselves get none.
 *
 * Two accesses are of one thread where they have the same index, which depends on the warp and on
 * the lane, or one that differs only in which of the thread's own loops go over its elements: the
 * passes before gave every thread elements of its own. A barrier stands where all positions of the
 * axes that it crosses come, else the program would hang: in front of the outermost guard that
 * depends on them.
 *
 * Blocks of a cluster wait for each other by barriers of all of them. Before the first store to their
 * shared memory all must have begun: each thread says so at its start, and waits for the others' word
 * only there. */
#include <string.h>

#include "fl-loop-access.h"
#include "fl-loop-barriers.h"
#include "fl-loop-passes.h"
#include "fl-occupancy.h"

#include "fl-intern.h"

typedef struct
{
  FlLoopKernel *kernel;
  guint64 rank, warp, lane;     /* sets of these axes that are open */
  gboolean has_cluster, is_met; /* blocks of a cluster share memory; all have begun */
  guint n_loops;                /* of one thread, around */
  guint64 serial;               /* axes of one thread's loops, anywhere */
  guint64 divergent;            /* axes whose positions do not all come here */
  GArray *pending;              /* FlLoopTouch since the last barrier */
  guint n_added;
  const char *subject; /* home of the first hazard that no barrier can end; NULL: none */
} Placer;

static void
note_serial (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  Placer *self = data;

  if (stmt->kind == FL_STMT_LOOP
      && (stmt->map == FL_MAP_SERIAL || stmt->map == FL_MAP_UNROLLED || stmt->map == FL_MAP_VECTOR))
    self->serial |= G_GUINT64_CONSTANT (1) << stmt->axis;
  for (guint i = 0; i < stmt->n_homes; i++)
    self->has_cluster |= fl_loop_get_home (kernel, stmt->homes[i])->kind == FL_HOME_CLUSTER;
}

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* --- hazards ------------------------------------------------------------- */

static gboolean
is_shared (const FlLoopKernel *kernel, FlHomeId id)
{
  const FlLoopHome *home = fl_loop_get_home (kernel, id);

  return home->kind == FL_HOME_SHARED || home->kind == FL_HOME_CLUSTER
         || (home->kind == FL_HOME_ARGUMENT && home->is_written);
}

static const FlSym *
set_variable (const FlSym *index, const FlSym *var, gint64 value)
{
  const FlSym *number = fl_sym_int (fl_sym_get_table (index), value);

  return fl_sym_substitute (index, &var, &number, 1);
}

/* The steps of the loops of one thread, and what is left of the index without them: "4: 1, 8: 512;
 * 4*lane + 128*warp". */
static char *
describe_elements (const Placer *self, const FlSym *index)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new (), steps = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *rest = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      const FlAxisId axis = fl_loop_find_axis (self->kernel, symbols->pdata[i]);
      g_autofree char *step = NULL, *extent = NULL;

      if (!axis || !(self->serial >> axis & 1))
        continue;
      step = fl_sym_dup_text (
          fl_sym_sub (set_variable (index, symbols->pdata[i], 1), set_variable (index, symbols->pdata[i], 0)));
      extent = fl_sym_dup_text (fl_loop_get_axis (self->kernel, axis)->extent);
      g_ptr_array_add (steps, g_strdup_printf ("%s: %s", extent, step));
      index = set_variable (index, symbols->pdata[i], 0);
    }
  g_ptr_array_sort (steps, compare_texts);
  for (guint i = 0; i < steps->len; i++)
    g_string_append_printf (text, "%s; ", (const char *) steps->pdata[i]);
  rest = fl_sym_dup_text (index);
  g_string_append (text, rest);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
is_of_one_thread (const Placer *self, const FlLoopTouch *a, const FlLoopTouch *b)
{
  const guint64 threads = self->rank | self->warp | self->lane;
  g_autofree char *first = NULL, *second = NULL;

  if ((fl_loop_index_get_axes (self->kernel, a->index) & threads) != threads)
    return FALSE;
  if (a->index == b->index)
    return TRUE;
  first = describe_elements (self, a->index);
  second = describe_elements (self, b->index);
  return strcmp (first, second) == 0;
}

/* Does one write what the other one touches? */
static gboolean
is_hazard (const Placer *self, const FlLoopTouch *a, const FlLoopTouch *b)
{
  return (self->warp | self->lane) != 0 && a->home == b->home && (!a->value || !b->value)
         && is_shared (self->kernel, a->home) && !is_of_one_thread (self, a, b);
}

static const FlLoopTouch *
find_hazard (const Placer *self, const GArray *earlier, const GArray *now)
{
  for (guint i = 0; i < now->len; i++)
    for (guint k = 0; k < earlier->len; k++)
      if (is_hazard (self, &g_array_index (earlier, FlLoopTouch, k), &g_array_index (now, FlLoopTouch, i)))
        return &g_array_index (now, FlLoopTouch, i);
  return NULL;
}

/* Threads that come to a guarded statement use what others write there, and no barrier can stand
 * between. Arguments are no matter: the iterations of a loop that is divided touch elements of
 * their own. */
static const FlLoopTouch *
find_own_hazard (const Placer *self, const GArray *touches)
{
  for (guint i = 0; i < touches->len; i++)
    for (guint k = 0; k < i; k++)
      {
        const FlLoopTouch *a = &g_array_index (touches, FlLoopTouch, i), *b = &g_array_index (touches, FlLoopTouch, k);

        if (fl_loop_get_home (self->kernel, a->home)->kind != FL_HOME_ARGUMENT && a->index != b->index
            && is_hazard (self, a, b))
          return a;
      }
  return NULL;
}

static void
note_shared (const Placer *self, const GArray *touches, GArray *out)
{
  for (guint i = 0; i < touches->len; i++)
    if (is_shared (self->kernel, g_array_index (touches, FlLoopTouch, i).home))
      g_array_append_val (out, g_array_index (touches, FlLoopTouch, i));
}

/* --- barriers ------------------------------------------------------------ */

/* Warps that do not all come here have elements of their own, or it cannot be. */
static void
add_barrier (Placer *self, const FlLoopTouch *hazard, GArray *out)
{
  const guint64 over = (self->rank | self->warp | self->lane) & ~self->divergent;

  if (!(over & self->lane) || (over & self->rank) != self->rank
      || (!(over & self->warp) && fl_loop_get_home (self->kernel, hazard->home)->kind != FL_HOME_ARGUMENT))
    {
      self->subject = fl_loop_get_home (self->kernel, hazard->home)->name;
      return;
    }
  fl_loop_append (out, fl_loop_add_stmt (self->kernel, &(FlLoopStmt) { .kind = FL_STMT_BARRIER, .over = over }));
  g_array_set_size (self->pending, 0);
  self->n_added++;
}

static FlStmtId place_inside (Placer *self, FlStmtId id);

static gboolean
stores_to_cluster (const Placer *self, const GArray *touches)
{
  for (guint i = 0; i < touches->len; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);

      if (!touch->value && fl_loop_get_home (self->kernel, touch->home)->kind == FL_HOME_CLUSTER)
        return TRUE;
    }
  return FALSE;
}

/* Half a barrier of the whole cluster. */
static void
add_half (Placer *self, FlStmtKind kind, GArray *out)
{
  const guint64 over = self->rank | self->warp | self->lane;

  if ((over & self->divergent) || self->n_loops > 0)
    {
      self->subject = fl_intern ("cluster");
      return;
    }
  fl_loop_append (out, fl_loop_add_stmt (self->kernel, &(FlLoopStmt) { .kind = kind, .over = over }));
  self->n_added++;
}

/* Do all positions come to what is inside, so that barriers can stand there? */
static gboolean
can_enter (const Placer *self, const FlLoopStmt *stmt)
{
  const guint64 threads = self->warp | self->lane;

  if (stmt->kind == FL_STMT_GUARD)
    return !(fl_loop_value_get_axes (self->kernel, stmt->condition) & self->lane);
  if (stmt->kind == FL_STMT_LOOP)
    return stmt->map != FL_MAP_VECTOR
           && !(fl_loop_index_get_axes (self->kernel, fl_loop_get_axis (self->kernel, stmt->axis)->extent) & threads);
  return stmt->kind == FL_STMT_SEQUENCE;
}

/* A barrier stands in front of the whole statement: of a loop, rather than in each iteration; of a guard that some
 * warps alone pass, since the others would not come to one inside. */
static gboolean
begins_behind_barrier (const Placer *self, const FlLoopStmt *stmt)
{
  return stmt->kind == FL_STMT_LOOP
         || (stmt->kind == FL_STMT_GUARD
             && fl_loop_value_get_axes (self->kernel, stmt->condition) & (self->warp | self->lane));
}

static void
place_child (Placer *self, FlStmtId id, GArray *out)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  g_autoptr (GArray) touches = NULL;
  const FlLoopTouch *hazard;
  FlStmtId made = id;

  if (stmt.kind == FL_STMT_BARRIER)
    {
      if ((stmt.over & self->lane) && (stmt.over & self->rank) == self->rank)
        g_array_set_size (self->pending, 0);
      g_array_append_val (out, id);
      return;
    }
  if (stmt.kind == FL_STMT_ARRIVE || stmt.kind == FL_STMT_WAIT)
    {
      self->is_met |= stmt.kind == FL_STMT_WAIT;
      g_array_append_val (out, id);
      return;
    }
  if (stmt.n_children > 0 && can_enter (self, &stmt))
    {
      touches = begins_behind_barrier (self, &stmt) ? fl_loop_collect_touches (self->kernel, id) : NULL;
      hazard = touches ? find_hazard (self, self->pending, touches) : NULL;
      if (hazard)
        add_barrier (self, hazard, out);
      made = place_inside (self, id);
    }
  else
    {
      touches = fl_loop_collect_touches (self->kernel, id);
      hazard = find_hazard (self, self->pending, touches);
      if (hazard)
        add_barrier (self, hazard, out);
      if (!self->is_met && !self->subject && stores_to_cluster (self, touches))
        {
          add_half (self, FL_STMT_WAIT, out);
          self->is_met = TRUE;
        }
      hazard = stmt.n_children > 0 ? find_own_hazard (self, touches) : NULL;
      if (hazard)
        self->subject = fl_loop_get_home (self->kernel, hazard->home)->name;
      note_shared (self, touches, self->pending);
    }
  g_array_append_val (out, made);
}

/* What comes round again at the start of a loop: touches before its first barrier. */
static void
collect_before_barrier (const Placer *self, const GArray *stmts, GArray *out)
{
  for (guint i = 0; i < stmts->len; i++)
    {
      g_autoptr (GArray) touches = NULL;

      if (fl_loop_get_stmt (self->kernel, g_array_index (stmts, FlStmtId, i))->kind == FL_STMT_BARRIER)
        return;
      touches = fl_loop_collect_touches (self->kernel, g_array_index (stmts, FlStmtId, i));
      note_shared (self, touches, out);
    }
}

static void
close_loop (Placer *self, GArray *children)
{
  g_autoptr (GArray) again = g_array_new (FALSE, FALSE, sizeof (FlLoopTouch));
  const FlLoopTouch *hazard;

  collect_before_barrier (self, children, again);
  hazard = find_hazard (self, self->pending, again);
  if (hazard)
    add_barrier (self, hazard, children);
}

static FlStmtId
place_inside (Placer *self, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (self->kernel, id);
  const Placer before = *self;
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  if (stmt.kind == FL_STMT_GUARD)
    self->divergent |= fl_loop_value_get_axes (self->kernel, stmt.condition);
  if (stmt.kind == FL_STMT_LOOP && stmt.map == FL_MAP_CLUSTER)
    self->rank |= G_GUINT64_CONSTANT (1) << stmt.axis;
  if (stmt.kind == FL_STMT_LOOP && stmt.map == FL_MAP_WARP)
    self->warp |= G_GUINT64_CONSTANT (1) << stmt.axis;
  if (stmt.kind == FL_STMT_LOOP && stmt.map == FL_MAP_LANE)
    self->lane |= G_GUINT64_CONSTANT (1) << stmt.axis;
  self->n_loops += stmt.kind == FL_STMT_LOOP && (self->serial >> stmt.axis & 1);
  if (stmt.kind == FL_STMT_LOOP && stmt.map == FL_MAP_LANE && self->has_cluster && stmt.n_children > 0
      && fl_loop_get_stmt (self->kernel, stmt.children[0])->kind != FL_STMT_ARRIVE)
    add_half (self, FL_STMT_ARRIVE, children);
  for (guint i = 0; i < stmt.n_children && !self->subject; i++)
    place_child (self, stmt.children[i], children);
  if (stmt.kind == FL_STMT_LOOP && (stmt.map == FL_MAP_SERIAL || stmt.map == FL_MAP_UNROLLED) && !self->subject)
    close_loop (self, children);
  self->divergent = before.divergent;
  self->n_loops = before.n_loops;
  self->rank = before.rank;
  self->warp = before.warp;
  self->lane = before.lane;
  return self->subject ? id
                       : fl_loop_with_children (self->kernel, id, (const FlStmtId *) children->data, children->len);
}

FlStmtId
fl_loop_place_barriers (FlLoopKernel *kernel, FlStmtId root, guint *n_added, const char **subject)
{
  g_autoptr (GArray) pending = g_array_new (FALSE, FALSE, sizeof (FlLoopTouch));
  Placer self = { .kernel = kernel, .pending = pending };
  FlStmtId placed;

  fl_loop_visit (kernel, root, note_serial, &self);
  placed = place_inside (&self, root);
  *n_added = self.n_added;
  *subject = self.subject;
  return placed;
}

/* Shared memory is settled here; registers the compiler settles. */
static void
note_occupancy (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autofree char *text = NULL;
  FlOccupancyBlock block;
  FlOccupancy occupancy;

  if (!fl_occupancy_find_block (program, &block)
      || !fl_occupancy_find (context->machine->capability, &block, &occupancy))
    return;
  text = fl_occupancy_dup_text (&block, &occupancy);
  fl_loop_note (context, program, FL_VERDICT_NOTE, "occupancy", "of a multiprocessor", "%s", text);
}

const FlLoopProgram *
fl_pass_barriers (FlLoopContext *context, const FlLoopProgram *program)
{
  const char *subject;
  guint n;
  const FlStmtId root = fl_loop_place_barriers (program->kernel, program->root, &n, &subject);

  if (subject)
    {
      fl_loop_note (context, program, FL_VERDICT_ILLEGAL, subject, "ordered by a barrier",
                    "not all threads come to where it would stand");
      return program;
    }
  note_occupancy (context, program);
  if (n == 0)
    return program;
  fl_loop_note (context, program, FL_VERDICT_ACCEPT, "barriers", "placed", "%u, where threads use what others wrote",
                n);
  return fl_loop_program_new (program->kernel, root, "barriers", program);
}
