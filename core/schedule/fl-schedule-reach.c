/* Reads where a loaded number says where: two of them reach the same elements when they compute the same place from the
 * same loads. In dependencies every such number is called tmp0, tmp1, … in its own body, so the bodies are asked. */
#include <string.h>

#include "fl-schedule-private.h"
#include "fl-torch-rules.h"

enum
{
  PLACE_BITS = 20 /* of a stand-in for a variable: products of a few of them stay within 64 bits */
};

typedef struct
{
  const FlLoopBody *body;
  const char *name; /* of the buffer */
  const FlSchedNode *node;
  guint64 **marks; /* by block, by operation: equal where the values are */
  const FlSym **symbols;
  guint64 *indirect;  /* by number of an indirect variable */
  GHashTable *places; /* guint64: what was met */
} Walk;

static guint64
mix (guint64 a, guint64 b)
{
  guint64 h = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccdu;

  return h ^ (h >> 33);
}

static gboolean
look_up (const FlSym *symbol, gpointer data, gint64 *value)
{
  const Walk *walk = data;

  for (guint i = 0; i < walk->body->n_vars; i++)
    if (walk->body->vars[i] == symbol)
      {
        *value = (gint64) (mix (i + 1, 7) >> (64 - PLACE_BITS));
        return TRUE;
      }
  for (guint i = 0; i < walk->body->n_indirect; i++)
    if (walk->symbols[i] == symbol)
      {
        *value = (gint64) (walk->indirect[i] >> (64 - PLACE_BITS));
        return TRUE;
      }
  *value = fl_sched_get_hint (symbol);
  return TRUE;
}

static guint64
mark_index (Walk *walk, const FlSym *index)
{
  gint64 value;

  return fl_sym_evaluate (index, look_up, walk, &value) ? (guint64) value : (guint64) (gsize) index;
}

static guint64
mark_op (Walk *walk, const FlBodyOp *op, const guint64 *own)
{
  guint64 mark
      = mix ((guint64) op->op << 16 | (guint64) op->dtype << 8 | (guint64) op->src_dtype, (guint64) op->integer),
      number;

  memcpy (&number, &op->number, sizeof number);
  mark = mix (mark, number);
  mark = mix (mark, op->output);
  for (guint i = 0; i < (op->op == FL_SCALAR_MASKED ? 1 : op->n_args); i++)
    mark = mix (mark, own[op->args[i]]);
  if (op->op == FL_SCALAR_MASKED)
    mark = mix (mark, walk->marks[op->block][walk->body->blocks[op->block].result]);
  if (op->index >= 0)
    mark = mix (mark, mark_index (walk, walk->body->indices[op->index]));
  return op->buffer != NULL ? mix (mark, g_str_hash (op->buffer)) : mark;
}

/* What the body calls a buffer may mean a later version of it. */
static gboolean
is_wanted (const Walk *walk, const char *buffer)
{
  for (guint i = 0; i < walk->node->n_renames; i++)
    if (walk->node->renames[2 * i] == buffer)
      return walk->node->renames[2 * i + 1] == walk->name;
  return buffer == walk->name;
}

static void
visit (const FlBodyOp *op, gpointer data)
{
  Walk *walk = data;
  guint block = 0;

  while (op < walk->body->blocks[block].ops || op >= walk->body->blocks[block].ops + walk->body->blocks[block].n_ops)
    block++;
  walk->marks[block][op - walk->body->blocks[block].ops] = mark_op (walk, op, walk->marks[block]);
  if (op->op == FL_SCALAR_SET_INDIRECT)
    {
      walk->indirect[op->indirect] = walk->marks[block][op->args[0]];
      walk->symbols[op->indirect] = op->indirect_symbol;
    }
  if (op->op == FL_SCALAR_LOAD && is_wanted (walk, op->buffer)
      && fl_sym_contains_kind (walk->body->indices[op->index], FL_SYM_INDIRECT))
    g_hash_table_add (walk->places,
                      g_memdup2 (&walk->marks[block][op - walk->body->blocks[block].ops], sizeof (guint64)));
}

static void
walk_body (const FlSchedNode *node, const char *name, GHashTable *places)
{
  g_autoptr (GPtrArray) marks = g_ptr_array_new_with_free_func (g_free);
  Walk walk = { .body = node->body, .name = name, .node = node, .places = places };

  for (guint i = 0; i < node->body->n_blocks; i++)
    g_ptr_array_add (marks, g_new0 (guint64, node->body->blocks[i].n_ops + 1));
  walk.marks = (guint64 **) marks->pdata;
  walk.indirect = g_new0 (guint64, node->body->n_indirect + 1);
  walk.symbols = g_new0 (const FlSym *, node->body->n_indirect + 1);
  fl_loop_body_visit (node->body, visit, &walk);
  g_free (walk.indirect);
  g_free (walk.symbols);
}

guint
fl_sched_node_count_places (const FlSchedNode *node, const char *name)
{
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < node->n_originals; i++)
    if (node->originals[i]->body != NULL)
      walk_body (node->originals[i], name, places);
  return g_hash_table_size (places);
}

/* --- inputs ----------------------------------------------------------------------------------- */
gboolean
fl_sched_is_freeable_input (const FlOptions *options, const char *name)
{
  if (g_str_has_prefix (name, "primals_") || g_str_has_prefix (name, "arg"))
    return FALSE;
  if (g_str_has_prefix (name, "fwd_rng_state") || g_str_has_prefix (name, "bwd_rng_state"))
    return !fl_options_has (options, FL_RULE_KEEPS_RANDOM_STATES);
  return !g_str_has_prefix (name, "tangents") || !fl_options_has (options, FL_RULE_KEEPS_TANGENTS);
}
