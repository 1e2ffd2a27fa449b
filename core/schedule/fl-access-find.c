/* The buffer that matters most of those that two nodes both touch, and how each of them walks through it. */
#include "fl-access-private.h"

/* --- which buffer ----------------------------------------------------------------------------- */

typedef struct
{
  const char *name;
  gint64 bytes;
  gboolean is_data; /* FALSE: only weak ones, which keep an order */
} Common;

static const FlDep *
get_dep (const FlSchedNode *node, guint position)
{
  return position < node->n_writes ? &node->writes[position] : &node->reads[position - node->n_writes];
}

static gint64
count_bytes (FlSchedContext *context, const FlDep *dep)
{
  return dep->kind == FL_DEP_WEAK ? 0 : fl_dep_get_bytes (context, dep);
}

/* What the node touches of a buffer, at most; -1: nothing. */
static gint64
find_touched (FlSchedContext *context, const FlSchedNode *node, const char *name, gboolean *is_data)
{
  gint64 bytes = -1;

  *is_data = FALSE;
  for (guint i = 0; i < node->n_writes + node->n_reads; i++)
    {
      const FlDep *dep = get_dep (node, i);

      if (dep->name != name)
        continue;
      bytes = MAX (bytes, count_bytes (context, dep));
      *is_data = *is_data || dep->kind != FL_DEP_WEAK;
    }
  return bytes;
}

static gboolean
was_met (const FlSchedNode *node, guint position)
{
  for (guint i = 0; i < position; i++)
    if (get_dep (node, i)->name == get_dep (node, position)->name)
      return TRUE;
  return FALSE;
}

/* Returns how many buffers both touch. */
static guint
find_common (FlSchedContext *context, const FlSchedNode *a, const FlSchedNode *b, Common *best)
{
  guint n = 0;

  *best = (Common) { NULL, -1, FALSE };
  for (guint i = 0; i < a->n_writes + a->n_reads; i++)
    {
      const char *name = get_dep (a, i)->name;
      gboolean one_is_data, other_is_data;
      const gint64 other = find_touched (context, b, name, &other_is_data);
      Common found;

      if (other < 0 || was_met (a, i))
        continue;
      found = (Common) { name, MIN (find_touched (context, a, name, &one_is_data), other), FALSE };
      found.is_data = one_is_data && other_is_data;
      n++;
      if (found.is_data > best->is_data || (found.is_data == best->is_data && found.bytes > best->bytes))
        *best = found;
    }
  return n;
}

/* --- how it is walked through ----------------------------------------------------------------- */

typedef struct
{
  const FlSchedNode *node; /* an original */
  const char *name;
  const FlBodyOp *found; /* the store, else the first load */
} Lookup;

/* What a body calls a buffer may mean a later version of it. */
static gboolean
means (const FlSchedNode *node, const char *called, const char *name)
{
  for (guint i = 0; i < node->n_renames; i++)
    if (node->renames[2 * i] == called)
      return node->renames[2 * i + 1] == name;
  return called == name;
}

static gboolean
is_store (const FlBodyOp *op)
{
  return op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION;
}

static void
look_at (const FlBodyOp *op, gpointer data)
{
  Lookup *lookup = data;

  if ((op->op != FL_SCALAR_LOAD && !is_store (op)) || !means (lookup->node, op->buffer, lookup->name))
    return;
  if (lookup->found == NULL || (is_store (op) && !is_store (lookup->found)))
    lookup->found = op;
}

/* --- loops ------------------------------------------------------------------------------------ */

/* An index at given values of its loops; size symbols at their hints. */
typedef struct
{
  const FlLoopBody *body;
  guint moving; /* the variable that is not 0 */
  gint64 value;
} Point;

static gboolean
look_up (const FlSym *symbol, gpointer data, gint64 *value)
{
  const Point *point = data;

  *value = 0;
  for (guint i = 0; i < point->body->n_vars; i++)
    if (point->body->vars[i] == symbol)
      {
        *value = i == point->moving ? point->value : 0;
        return TRUE;
      }
  if (fl_sym_get_kind (symbol) == FL_SYM_SIZE)
    *value = fl_sched_get_hint (symbol);
  return TRUE;
}

static gint64
get_address (const FlLoopBody *body, const FlSym *index, guint moving, gint64 at)
{
  Point point = { body, moving, at };
  gint64 value = 0;

  return fl_sym_evaluate (index, look_up, &point, &value) ? value : 0;
}

enum
{
  MAX_CUTS = 6,
  MAX_DEPTH = 12 /* of an index that is looked through: deeper ones count as not linear */
};

/* Where x//d and (x//d) % m of a lone variable change: at multiples of d and of d*m. */
typedef struct
{
  const FlSym *var;
  guint n;
  gint64 at[MAX_CUTS];
} Cuts;

static void
add_cut (Cuts *cuts, gint64 at)
{
  guint i = 0;

  while (i < cuts->n && cuts->at[i] < at)
    i++;
  if (at <= 1 || cuts->n == MAX_CUTS || (i < cuts->n && cuts->at[i] == at))
    return;
  for (guint k = cuts->n++; k > i; k--)
    cuts->at[k] = cuts->at[k - 1];
  cuts->at[i] = at;
}

/* FALSE: the index is not a sum of digits of its variables. Recursion is as deep as MAX_DEPTH. */
static gboolean
collect_cuts (const FlSym *index, Cuts *cuts, guint depth)
{
  const FlSymKind kind = fl_sym_get_kind (index);

  if (kind == FL_SYM_FLOOR_DIV || kind == FL_SYM_MOD_INDEX)
    {
      const FlSym *of = fl_sym_get_arg (index, 0);
      const gint64 by = fl_sym_get_hint (fl_sym_get_arg (index, 1), FL_UNKNOWN_SIZE);

      if (fl_sym_get_kind (of) != FL_SYM_VAR)
        return FALSE;
      if (of != cuts->var)
        return TRUE;
      add_cut (cuts, by);
      if (kind == FL_SYM_MOD_INDEX)
        add_cut (cuts, by * fl_sym_get_hint (fl_sym_get_arg (index, 2), FL_UNKNOWN_SIZE));
      return TRUE;
    }
  if (kind == FL_SYM_INT || kind == FL_SYM_SIZE || kind == FL_SYM_VAR)
    return TRUE;
  if ((kind != FL_SYM_ADD && kind != FL_SYM_MUL && kind != FL_SYM_IDENTITY) || depth == 0)
    return FALSE;
  for (guint i = 0; i < fl_sym_get_n_args (index); i++)
    if (!collect_cuts (fl_sym_get_arg (index, i), cuts, depth - 1))
      return FALSE;
  return TRUE;
}

/* The loops that a variable stands for, outermost first. FALSE: there are too many, or they do not divide it. */
static gboolean
add_loops (FlAccessSide *side, guint position, const Cuts *cuts)
{
  const FlLoopBody *body = side->body;
  gint64 outer = fl_sched_get_hint (body->sizes[position]);

  for (guint i = cuts->n + 1; i-- > 0;)
    {
      const gint64 place = i > 0 ? cuts->at[i - 1] : 1;

      if (place >= outer)
        continue;
      if (outer % place != 0 || side->n_loops == FL_ACCESS_MAX_LOOPS)
        return FALSE;
      side->loops[side->n_loops++]
          = (FlAccessLoop) { outer / place, get_address (body, side->index, position, place) - side->offset,
                             position >= body->n_iter };
      outer = place;
    }
  return TRUE;
}

static gboolean
find_loops (FlAccessSide *side)
{
  for (guint i = 0; i < side->n_vars; i++)
    {
      Cuts cuts = { .var = side->body->vars[i] };

      if (!collect_cuts (side->index, &cuts, MAX_DEPTH) || !add_loops (side, i, &cuts))
        return FALSE;
    }
  return TRUE;
}

static void
fill_side (FlAccessSide *side, const FlLoopBody *body, const FlBodyOp *op)
{
  const FlSym *index = body->indices[op->index];

  side->index = index;
  side->body = body;
  side->n_vars = op->op == FL_SCALAR_STORE_REDUCTION ? body->n_iter : body->n_vars;
  side->offset = get_address (body, index, G_MAXUINT, 0);
  side->is_linear = find_loops (side);
  if (!side->is_linear)
    side->n_loops = 0;
}

/* Who writes it inside of the group goes before who reads it. */
static void
find_side (const FlSchedNode *node, const char *name, FlAccessSide *side)
{
  Lookup best = { 0 };

  for (guint i = 0; i < node->n_originals; i++)
    {
      Lookup lookup = { .node = node->originals[i], .name = name };

      if (lookup.node->body != NULL)
        fl_loop_body_visit (lookup.node->body, look_at, &lookup);
      if (lookup.found != NULL && (best.found == NULL || (is_store (lookup.found) && !is_store (best.found))))
        best = lookup;
    }
  *side = (FlAccessSide) { .node = node->name };
  if (best.found == NULL)
    {
      for (guint i = 0; i < node->n_writes; i++)
        side->is_write = side->is_write || node->writes[i].name == name;
      return;
    }
  side->node = best.node->name;
  side->is_write = is_store (best.found);
  fill_side (side, best.node->body, best.found);
}

/* The original node in a group that writes the buffer; NULL: none. */
static const FlSchedNode *
find_writer (const FlSchedNode *node, const char *name)
{
  for (guint i = 0; i < node->n_originals; i++)
    if (node->originals[i]->op->name == name && node->originals[i]->op->loops != NULL)
      return node->originals[i];
  return NULL;
}

/* A first layer that reads the buffer. */
static gboolean
reads_in_pieces (const FlSchedNode *node, const char *name)
{
  for (guint i = 0; i < node->n_originals; i++)
    for (guint k = 0; k < node->originals[i]->n_reads; k++)
      if (node->originals[i]->reads[k].name == name && node->originals[i]->op->loops != NULL
          && node->originals[i]->op->loops->split_kept != NULL)
        return TRUE;
  return FALSE;
}

/* Loops of other sizes, or places that do not line up, as pieces leave them. */
static gboolean
is_of_pieces (FlAccessKind kind)
{
  return kind == FL_ACCESS_LOOPS || kind == FL_ACCESS_WINDOW || kind == FL_ACCESS_RESHAPE || kind == FL_ACCESS_PART
         || kind == FL_ACCESS_STRIDE || kind == FL_ACCESS_AXIS || kind == FL_ACCESS_DEEPER;
}

/* What the two nodes are says more than how they walk. */
static FlAccessKind
refine (FlAccessKind kind, const FlSchedNode *a, const FlSchedNode *b, const char *name)
{
  const FlSchedNode *one = find_writer (a, name), *writer = one != NULL ? one : find_writer (b, name);
  const FlSchedNode *reader = one != NULL ? b : a;

  if (is_of_pieces (kind) && reads_in_pieces (a, name) != reads_in_pieces (b, name))
    return FL_ACCESS_PIECES;
  if (writer == NULL)
    return kind;
  if (writer->op->loops->kind == FL_LOOPS_SCATTER && writer->op->loops->mode == FL_STORE_ATOMIC_ADD)
    return FL_ACCESS_ADDED;
  if (writer->op->loops->split_kept != NULL && reader->is_reduction)
    return FL_ACCESS_LAYERS;
  return kind;
}

static const char *
get_memory (const FlSchedContext *context, const char *name)
{
  const char *real = g_hash_table_lookup (context->real_names, name);

  return real != NULL ? real : name;
}

const FlAccess *
fl_access_find_overwritten (FlSchedContext *context, const FlSchedNode *a, const FlSchedNode *b, const FlDep *weak)
{
  const char *memory = get_memory (context, weak->mutating_buf);

  for (guint i = 0; i < a->n_reads; i++)
    {
      FlAccess *access;

      if (a->reads[i].kind == FL_DEP_WEAK || get_memory (context, a->reads[i].name) != memory)
        continue;
      access = fl_arena_new (context->arena, FlAccess, 1);
      *access = (FlAccess) { .kind = FL_ACCESS_OVERWRITTEN,
                             .buffer = memory,
                             .bytes = fl_dep_get_bytes (context, &a->reads[i]) };
      find_side (a, a->reads[i].name, &access->sides[0]);
      find_side (b, weak->mutating_buf, &access->sides[1]);
      return access;
    }
  return NULL;
}

const FlAccess *
fl_access_find (FlSchedContext *context, const FlSchedNode *a, const FlSchedNode *b, const char *name)
{
  Common common = { name, 0, TRUE };
  const guint n = name == NULL ? find_common (context, a, b, &common) : 1;
  gboolean is_data;
  FlAccess *access;

  if (n == 0)
    return NULL;
  if (name != NULL)
    common.bytes = find_touched (context, b, name, &is_data);
  access = fl_arena_new (context->arena, FlAccess, 1);
  access->buffer = common.name;
  access->bytes = common.bytes;
  access->n_others = n - 1;
  find_side (a, common.name, &access->sides[0]);
  find_side (b, common.name, &access->sides[1]);
  access->kind = !common.is_data
                     ? FL_ACCESS_ORDERED
                     : refine (fl_access_classify (&access->sides[0], &access->sides[1]), a, b, common.name);
  return access;
}
