/* Store-to-load forwarding: what was just stored is at hand, and is not loaded again.
 *
 * Exact where memory holds what was stored as it was computed. A load behind a store to its place,
 * within the loops around the store, becomes the stored value, which gets a name; the number of
 * stores before a load says which store it follows. */
#include "fl-intern.h"
#include "fl-loop-passes.h"
#include "fl-loop-rewrite.h"

typedef struct
{
  FlHomeId home;
  const FlSym *index;
  guint epoch;     /* of loads behind it */
  FlValueId value; /* memory gives this back */
  FlStmtId stmt;   /* the store */
  gboolean is_used;
  gboolean is_past; /* a phase begins behind it */
} Stored;

typedef struct
{
  FlLoopContext *context;
  const FlLoopProgram *program;
  FlLoopKernel *kernel;
  GArray *stored;    /* Stored, in reach */
  GArray *epochs;    /* guint a home */
  GHashTable *named; /* stores in front of which a value gets a name -> that value */
  guint n_forwarded;
} Forwarder;

/* Has it been rounded to what memory of that type holds? Values of narrow floats are computed as wider ones, whatever
 * type they have. */
static gboolean
is_rounded (const FlLoopKernel *kernel, const FlLoopValue *value, FlDtype dtype)
{
  if (!fl_dtype_is_float (dtype) || fl_dtype_get_compute (dtype) == dtype)
    return value->dtype == dtype;
  if (value->op == FL_SCALAR_LOAD)
    return fl_loop_get_home (kernel, value->home)->kind == FL_HOME_ARGUMENT
           && fl_loop_get_home (kernel, value->home)->dtype == dtype;
  return (value->op == FL_SCALAR_TO_DTYPE || value->op == FL_SCALAR_ROUND_LOW) && value->dtype == dtype;
}

/* Does memory give back what was stored? A row holds floats as they are computed. */
static gboolean
keeps_value (const FlLoopKernel *kernel, const FlLoopHome *home, const FlLoopValue *value)
{
  if (home->kind == FL_HOME_STACK && fl_dtype_is_float (home->dtype) && fl_dtype_is_float (value->dtype))
    return TRUE;
  return is_rounded (kernel, value, home->dtype);
}

/* What a load of the place yields; 0: not known. A GPU rounds to a half in one instruction, which is less than a load.
 */
static FlValueId
find_held (Forwarder *forwarder, const FlLoopStmt *store)
{
  const FlLoopHome *home = fl_loop_get_home (forwarder->kernel, store->home);
  const FlLoopValue *value = fl_loop_get_value (forwarder->kernel, store->value);
  const FlLoopValue rounded = { .op = FL_SCALAR_ROUND_LOW,
                                .dtype = home->dtype,
                                .n_args = 1,
                                .args = { store->value },
                                .name = fl_intern ("rounded") };

  if (keeps_value (forwarder->kernel, home, value))
    return store->value;
  if (forwarder->context->machine->target != FL_TARGET_CUDA || !fl_dtype_is_low_precision (home->dtype)
      || !fl_dtype_is_float (value->dtype) || fl_dtype_get_compute (value->dtype) != FL_DTYPE_F32)
    return 0;
  return fl_loop_add_value (forwarder->kernel, &rounded);
}

typedef struct
{
  Forwarder *forwarder;
  FlLoopRewrite *rewrite; /* made when it is needed */
} Replacement;

static gboolean
enter_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue value = *fl_loop_get_value (kernel, id);
  Replacement *replacement = data;
  GArray *stored = replacement->forwarder->stored;

  for (guint i = 0; value.op == FL_SCALAR_LOAD && i < stored->len; i++)
    {
      Stored *store = &g_array_index (stored, Stored, i);

      if (store->is_past || store->home != value.home || store->index != value.index || store->epoch != value.epoch)
        continue;
      if (!replacement->rewrite)
        replacement->rewrite = fl_loop_rewrite_new (replacement->forwarder->kernel);
      fl_loop_rewrite_add_value (replacement->rewrite, id, store->value);
      store->is_used = TRUE;
      replacement->forwarder->n_forwarded++;
    }
  return TRUE;
}

/* A statement's own values, each looked at for loads of what was stored. */
static FlStmtId
forward_in_values (Forwarder *forwarder, FlStmtId id)
{
  FlLoopStmt stmt = *fl_loop_get_stmt (forwarder->kernel, id);
  FlValueId *const values[] = { &stmt.value, &stmt.more[0], &stmt.more[1], &stmt.condition };
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Replacement replacement = { .forwarder = forwarder };

  for (guint i = 0; i < G_N_ELEMENTS (values) && forwarder->stored->len > 0; i++)
    if (*values[i])
      fl_loop_visit_value (forwarder->kernel, *values[i], seen, enter_load, &replacement);
  if (!replacement.rewrite)
    return id;
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (*values[i])
      *values[i] = fl_loop_rewrite_value (replacement.rewrite, *values[i]);
  fl_loop_rewrite_free (replacement.rewrite);
  return fl_loop_add_stmt (forwarder->kernel, &stmt);
}

static guint *
get_epoch (Forwarder *forwarder, FlHomeId home)
{
  if (forwarder->epochs->len <= home)
    g_array_set_size (forwarder->epochs, home + 1);
  return &g_array_index (forwarder->epochs, guint, home);
}

static void
note_store (Forwarder *forwarder, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (forwarder->kernel, id);
  const Stored stored = { .home = stmt.home,
                          .index = stmt.index,
                          .epoch = ++*get_epoch (forwarder, stmt.home),
                          .value = find_held (forwarder, &stmt),
                          .stmt = id };

  if (stmt.mode != FL_LOOP_STORE_ATOMIC_ADD && stored.value && !fl_sym_contains_kind (stmt.index, FL_SYM_INDIRECT))
    g_array_append_val (forwarder->stored, stored);
}

/* A loop of the root may be a phase, which threads begin together: phases hand on nothing but memory. */
static void
begin_phase (Forwarder *forwarder)
{
  for (guint i = 0; i < forwarder->stored->len; i++)
    g_array_index (forwarder->stored, Stored, i).is_past = TRUE;
}

/* Is it a name for a stored value, which gets one in front of the store? */
static gboolean
is_named_already (const Forwarder *forwarder, const FlLoopStmt *stmt)
{
  for (guint i = 0; stmt->kind == FL_STMT_LET && i < forwarder->stored->len; i++)
    {
      const Stored *stored = &g_array_index (forwarder->stored, Stored, i);

      if (stored->is_used && !stored->is_past && stored->value == stmt->value)
        return TRUE;
    }
  return FALSE;
}

/* A sequence is no scope: what is stored in one is at hand behind it. */
static void
leave_scope (Forwarder *forwarder, guint n_stored)
{
  for (guint i = n_stored; i < forwarder->stored->len; i++)
    {
      const Stored *stored = &g_array_index (forwarder->stored, Stored, i);

      if (stored->is_used)
        g_hash_table_insert (forwarder->named, GUINT_TO_POINTER (stored->stmt), GUINT_TO_POINTER (stored->value));
    }
  g_array_set_size (forwarder->stored, n_stored);
}

static FlStmtId
forward_in (Forwarder *forwarder, FlStmtId id)
{
  const FlStmtId own = forward_in_values (forwarder, id);
  const FlLoopStmt stmt = *fl_loop_get_stmt (forwarder->kernel, own);
  const guint n_stored = forwarder->stored->len;
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  for (guint i = 0; i < stmt.n_children; i++)
    {
      const gboolean is_phase = id == forwarder->program->root
                                && fl_loop_get_stmt (forwarder->kernel, stmt.children[i])->kind == FL_STMT_LOOP;
      const FlLoopStmt *made;
      FlStmtId child;

      if (is_phase)
        begin_phase (forwarder);
      child = forward_in (forwarder, stmt.children[i]);
      made = fl_loop_get_stmt (forwarder->kernel, child);
      if (child != stmt.children[i] && is_named_already (forwarder, made))
        continue;
      g_array_append_val (children, child);
      if (made->kind == FL_STMT_STORE)
        note_store (forwarder, child);
    }
  if (stmt.kind != FL_STMT_SEQUENCE)
    leave_scope (forwarder, n_stored);
  return fl_loop_with_children (forwarder->kernel, own, (const FlStmtId *) children->data, children->len);
}

static FlStmtId
name_stored (FlLoopKernel *kernel, FlStmtId id, GHashTable *named)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (kernel, id);
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (FlStmtId));

  for (guint i = 0; i < stmt.n_children; i++)
    {
      const gpointer value = g_hash_table_lookup (named, GUINT_TO_POINTER (stmt.children[i]));
      const FlLoopStmt let = { .kind = FL_STMT_LET, .value = GPOINTER_TO_UINT (value) };
      FlLoopStmt store = *fl_loop_get_stmt (kernel, stmt.children[i]);

      if (!value)
        {
          fl_loop_append (children, name_stored (kernel, stmt.children[i], named));
          continue;
        }
      store.value = let.value;
      fl_loop_append (children, fl_loop_add_stmt (kernel, &let));
      fl_loop_append (children, fl_loop_add_stmt (kernel, &store));
    }
  return fl_loop_with_children (kernel, id, (const FlStmtId *) children->data, children->len);
}

const FlLoopProgram *
fl_pass_forward (FlLoopContext *context, const FlLoopProgram *program)
{
  g_autoptr (GArray) stored = g_array_new (FALSE, FALSE, sizeof (Stored)),
                     epochs = g_array_new (FALSE, TRUE, sizeof (guint));
  g_autoptr (GHashTable) named = g_hash_table_new (NULL, NULL);
  Forwarder forwarder = { .context = context,
                          .program = program,
                          .kernel = program->kernel,
                          .stored = stored,
                          .epochs = epochs,
                          .named = named };
  FlStmtId root = forward_in (&forwarder, program->root);

  leave_scope (&forwarder, 0);
  root = name_stored (program->kernel, root, named);
  if (root == program->root)
    return program;
  fl_loop_note (context, program, FL_VERDICT_ACCEPT, fl_loop_kernel_get_name (program->kernel),
                "loads of what was just stored are left out", "%u", forwarder.n_forwarded);
  return fl_loop_program_new (program->kernel, root, "forward stores", program);
}
