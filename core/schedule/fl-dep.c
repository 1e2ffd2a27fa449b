/* Dependencies: equality, text, ordered sets. */
#include "fl-access.h"
#include "fl-intern.h"
#include "fl-schedule-private.h"
#include "fl-torch-rules.h"

/* --- equality --------------------------------------------------------------------------------- */

/* Everything in a dep is interned, so structural equality is equality of pointers. As in PyTorch, s0*(s1 + 1) and
 * s0*s1 + s0 differ as sizes. */
gboolean
fl_dep_equal (const FlDep *a, const FlDep *b)
{
  if (a->kind != b->kind || a->name != b->name || a->index != b->index || a->n_vars != b->n_vars || a->mode != b->mode
      || a->mutating_buf != b->mutating_buf || a->is_fake != b->is_fake)
    return FALSE;
  for (guint i = 0; i < a->n_vars; i++)
    if (a->vars[i] != b->vars[i] || a->written_sizes[i] != b->written_sizes[i])
      return FALSE;
  return TRUE;
}

guint
fl_dep_hash (const FlDep *dep)
{
  guint hash = dep->kind * 31 + g_direct_hash (dep->name);

  hash = hash * 33 + g_direct_hash (dep->index);
  hash = hash * 33 + g_direct_hash (dep->mode);
  hash = hash * 33 + g_direct_hash (dep->mutating_buf);
  for (guint i = 0; i < dep->n_vars; i++)
    hash = hash * 33 + g_direct_hash (dep->written_sizes[i]);
  return hash;
}

static gboolean
equal_keys (gconstpointer a, gconstpointer b)
{
  return fl_dep_equal (a, b);
}

static guint
hash_key (gconstpointer key)
{
  return fl_dep_hash (key);
}

gboolean
fl_dep_is_indirect (const FlDep *dep)
{
  return dep->index != NULL && fl_sym_contains_kind (dep->index, FL_SYM_INDIRECT);
}

gboolean
fl_dep_uses_var (const FlDep *dep, const FlSym *var)
{
  return fl_sym_contains (dep->index, var);
}

/* --- text ------------------------------------------------------------------------------------- */

static void
append_memory (GString *out, const FlDep *dep, const FlTorch *rules)
{
  g_string_append_printf (out, "MemoryDep('%s', ", dep->name);
  if (fl_torch_has (rules, FL_RULE_TEXT_IDENTITY))
    fl_sym_append (out, dep->index);
  else
    fl_sym_append_terse (out, dep->index);
  g_string_append (out, ", {");
  for (guint i = 0; i < dep->n_vars; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      fl_sym_append (out, dep->vars[i]);
      g_string_append (out, ": ");
      fl_sym_append (out, dep->written_sizes[i]);
    }
  g_string_append_c (out, '}');
  if (fl_torch_has (rules, FL_RULE_TEXT_DEP_MODE)
      && (dep->mode != NULL || fl_torch_has (rules, FL_RULE_TEXT_DEP_NO_MODE)))
    g_string_append_printf (out, ", %s", dep->mode != NULL ? dep->mode : "None");
  g_string_append_c (out, ')');
}

void
fl_dep_append (GString *out, const FlDep *dep, const FlTorch *rules)
{
  gboolean has_mode = fl_torch_has (rules, FL_RULE_TEXT_DEP_MODE);

  switch (dep->kind)
    {
    case FL_DEP_MEMORY: append_memory (out, dep, rules); break;
    case FL_DEP_STAR:
      g_string_append_printf (out, "StarDep(name='%s'", dep->name);
      if (has_mode && dep->mode != NULL)
        g_string_append_printf (out, ", mode='%s'", dep->mode);
      else if (has_mode)
        g_string_append (out, ", mode=None");
      g_string_append_c (out, ')');
      break;
    case FL_DEP_WEAK:
      g_string_append_printf (out, "WeakDep(name='%s'", dep->name);
      if (fl_torch_has (rules, FL_RULE_TEXT_OPERATIONS))
        g_string_append_printf (out, ", mutating_buf='%s'", dep->mutating_buf);
      if (fl_torch_has (rules, FL_RULE_TEXT_DEP_FAKE))
        g_string_append_printf (out, ", is_fake=%s", dep->is_fake ? "True" : "False");
      g_string_append_c (out, ')');
      break;
    }
}

/* --- context ---------------------------------------------------------------------------------- */

static void
note_available (FlSchedContext *context, FlBuffer *const *buffers, guint n)
{
  for (guint i = 0; i < n; i++)
    if (buffers[i] != NULL)
      g_hash_table_add (context->is_available, (gpointer) buffers[i]->name);
}

void
fl_sched_context_init (FlSchedContext *context, const FlPass *pass, const FlLowered *lowered)
{
  const FlTorch rules = fl_options_get_text_rules (pass->options);

  *context = (FlSchedContext) { .arena = pass->arena, .options = pass->options, .lowered = lowered };
  context->symbols = lowered->symbols;
  context->var_prefix = fl_torch_has (&rules, FL_RULE_TEXT_LOOPS_ARE_P) ? "p" : "z";
  context->deps = g_hash_table_new (hash_key, equal_keys);
  context->dep_bytes = g_array_new (FALSE, FALSE, sizeof (gint64));
  context->marks = g_array_new (FALSE, TRUE, sizeof (guint32));
  context->buffers = g_hash_table_new (NULL, NULL);
  context->is_available = g_hash_table_new (NULL, NULL);
  context->renames = g_hash_table_new (NULL, NULL);
  context->former = g_hash_table_new (NULL, NULL);
  context->real_names = g_hash_table_new (NULL, NULL);
  note_available (context, lowered->inputs, lowered->n_inputs);
  note_available (context, lowered->constants, lowered->n_constants);
}

void
fl_sched_context_clear (FlSchedContext *context)
{
  g_hash_table_unref (context->deps);
  g_array_unref (context->dep_bytes);
  g_array_unref (context->marks);
  g_hash_table_unref (context->buffers);
  g_hash_table_unref (context->is_available);
  g_hash_table_unref (context->renames);
  g_hash_table_unref (context->former);
  g_hash_table_unref (context->real_names);
}

gboolean
fl_sched_has_operations (const FlSchedContext *context)
{
  const FlTorch rules = fl_options_get_text_rules (context->options);

  return fl_torch_has (&rules, FL_RULE_TEXT_OPERATIONS);
}

gboolean
fl_sched_is_gpu (FlDevice device)
{
  return device.type != NULL && !g_str_equal (device.type, "cpu");
}

gboolean
fl_sched_keeps_loops (const FlSchedContext *context, FlDevice device)
{
  return context->options->loop_ordering_after_fusion && fl_sched_is_gpu (device);
}

/* --- sets ------------------------------------------------------------------------------------- */

static const FlDep *
intern_dep (FlSchedContext *context, const FlDep *dep)
{
  FlDep *known = g_hash_table_lookup (context->deps, dep);
  gint64 unknown = -1;
  guint32 unmarked = 0;

  if (known != NULL)
    return known;
  known = fl_arena_memdup (context->arena, dep, sizeof *dep);
  known->id = g_hash_table_size (context->deps);
  g_hash_table_add (context->deps, known);
  g_array_append_val (context->dep_bytes, unknown);
  g_array_append_val (context->marks, unmarked);
  return known;
}

void
fl_dep_set_begin (FlDepSetBuilder *builder, FlSchedContext *context)
{
  builder->context = context;
  builder->deps = g_array_new (FALSE, FALSE, sizeof (FlDep));
  context->mark++;
}

void
fl_dep_set_exclude (FlDepSetBuilder *builder, FlDepSet set)
{
  for (guint i = 0; i < set.n; i++)
    g_array_index (builder->context->marks, guint32, intern_dep (builder->context, &set.deps[i])->id)
        = builder->context->mark;
}

void
fl_dep_set_add (FlDepSetBuilder *builder, const FlDep *dep)
{
  FlSchedContext *context = builder->context;
  const FlDep *known = intern_dep (context, dep);

  if (g_array_index (context->marks, guint32, known->id) == context->mark)
    return;
  g_array_index (context->marks, guint32, known->id) = context->mark;
  g_array_append_val (builder->deps, *known);
}

void
fl_dep_set_add_all (FlDepSetBuilder *builder, FlDepSet set)
{
  for (guint i = 0; i < set.n; i++)
    fl_dep_set_add (builder, &set.deps[i]);
}

FlDepSet
fl_dep_set_end (FlDepSetBuilder *builder)
{
  FlDepSet set = { builder->deps->len, NULL };

  set.deps = fl_arena_memdup (builder->context->arena, builder->deps->data, builder->deps->len * sizeof (FlDep));
  g_array_unref (builder->deps);
  builder->deps = NULL;
  return set;
}

FlDep
fl_dep_star (const char *name, const char *mode)
{
  return (FlDep) { .kind = FL_DEP_STAR, .name = name, .mode = mode };
}

FlDep
fl_dep_weak (const char *name, const char *mutating_buf, gboolean is_fake)
{
  return (FlDep) { .kind = FL_DEP_WEAK, .name = name, .mutating_buf = mutating_buf, .is_fake = is_fake };
}

FlDep
fl_dep_rename (const FlDep *dep, const char *name)
{
  FlDep copy = *dep;

  copy.name = name;
  return copy;
}

/* --- loop variables as numbers ---------------------------------------------------------------- */

typedef struct
{
  GString *out;
  const FlSchedNode *node;
  const char *indent;
  GHashTable *seen; /* FlSym */
} IndexExprs;

static void
append_index_expr (const FlBodyOp *op, gpointer data)
{
  IndexExprs *exprs = data;
  const FlLoopBody *body = exprs->node->body;
  const FlSym *index = op->index >= 0 ? body->indices[op->index] : NULL;
  guint n = 0;

  if (op->op != FL_SCALAR_INDEX_EXPR || index == NULL || !g_hash_table_add (exprs->seen, (gpointer) index))
    return;
  g_string_append_printf (exprs->out, "%s%s computes with IndexExprDep(index=", exprs->indent, exprs->node->name);
  fl_sym_append (exprs->out, index);
  g_string_append (exprs->out, ", {");
  for (guint i = 0; i < body->n_vars; i++)
    if (fl_sym_contains (index, body->vars[i]))
      {
        g_string_append_printf (exprs->out, "%s%s: ", n++ > 0 ? ", " : "", fl_sym_get_name (body->vars[i]));
        fl_sym_append (exprs->out, body->sizes[i]);
      }
  g_string_append (exprs->out, "})\n");
}

void
fl_sched_node_append_index_exprs (GString *out, const FlSchedNode *node, const char *indent)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  IndexExprs exprs = { out, node, indent, seen };

  if (node->body != NULL)
    fl_loop_body_visit (node->body, append_index_expr, &exprs);
}
