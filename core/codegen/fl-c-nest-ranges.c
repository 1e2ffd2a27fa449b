/* Index-set splitting: which loops are cut where their conditions change, and into what. */
#include "fl-c-masks.h"
#include "fl-c-nest-private.h"
#include "fl-c-ranges.h"
#include "fl-c-stage.h"
#include "fl-c-threads.h"

enum
{
  MIN_LENGTH = 8,      /* shorter loops, and loops that would have no longer part, stay whole */
  MAX_LEAF_COPIES = 48 /* of a kernel: beyond, it would take long to compile */
};

const FlCRange *
fl_c_ranges_get (const FlCWriter *writer, const FlNestLoop *loop)
{
  return g_hash_table_lookup (writer->ranges, loop);
}

/* --- where ------------------------------------------------------------------------------------ */

/* Is it known once the loop begins? */
static gboolean
is_known_outside (const FlNestLoop *loop, const FlSym *cut)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  if (fl_sym_contains_kind (cut, FL_SYM_OPAQUE) || fl_sym_contains_kind (cut, FL_SYM_INDIRECT))
    return FALSE;
  fl_sym_collect_symbols (cut, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      gboolean is_outer = fl_sym_get_kind (symbols->pdata[i]) == FL_SYM_SIZE;

      for (guint d = 0; d < loop->depth; d++)
        is_outer |= loop->leaves[0]->vars[d] == symbols->pdata[i];
      if (!is_outer)
        return FALSE;
    }
  return TRUE;
}

static FlNestLeaf *
specialize (FlCWriter *writer, const FlCRange *range, const FlNestLoop *loop, const FlNestLeaf *leaf,
            gboolean only_masks, GPtrArray *cuts)
{
  FlCSpecial special = {
    .arena = writer->pass->arena, .leaf = leaf, .loop = loop, .range = range, .only_masks = only_masks, .cuts = cuts
  };

  return fl_c_specialize (&special);
}

/* The end of a range: where, and between which others it was put. */
typedef struct _Cut Cut;
struct _Cut
{
  const FlSym *sym;
  const Cut *after, *before; /* NULL: the loop's own ends */
  gboolean is_sure;          /* it lies between them whatever the sizes are */
  const char *text;
};

typedef struct
{
  FlCRange range;
  const Cut *begin, *end;
} Part;

static const FlSym *
find_cut (FlCWriter *writer, const FlNestLoop *loop, const FlCRange *range, gboolean only_masks)
{
  g_autoptr (GPtrArray) cuts = g_ptr_array_new ();

  if (range->bounds.n_lows >= FL_LOOP_MAX_BOUNDS || range->bounds.n_highs >= FL_LOOP_MAX_BOUNDS)
    return NULL;
  for (guint i = 0; i < loop->n_leaves; i++)
    specialize (writer, range, loop, loop->leaves[i], only_masks, cuts);
  for (guint i = 0; i < cuts->len; i++)
    if (is_known_outside (loop, cuts->pdata[i]) && fl_loop_range_may_contain (&range->bounds, cuts->pdata[i]))
      return cuts->pdata[i];
  return NULL;
}

/* Cuts parts in two, from the first on, until nothing is undecided that a cut could decide. */
static void
cut_loop (FlCWriter *writer, const FlNestLoop *loop, gboolean only_masks, GArray *parts, GPtrArray *cuts)
{
  for (guint i = 0; i < parts->len;)
    {
      Part *part = &g_array_index (parts, Part, i), second = *part;
      const FlSym *sym = parts->len < FL_LOOP_MAX_RANGES ? find_cut (writer, loop, &part->range, only_masks) : NULL;
      Cut *cut;

      if (!sym)
        {
          i++;
          continue;
        }
      cut = fl_arena_new (writer->pass->arena, Cut, 1);
      *cut = (Cut) { .sym = sym,
                     .after = part->begin,
                     .before = part->end,
                     .is_sure = fl_loop_range_contains (&part->range.bounds, sym) };
      g_ptr_array_add (cuts, cut);
      part->range.bounds.highs[part->range.bounds.n_highs++] = sym;
      part->end = cut;
      second.range.bounds.lows[second.range.bounds.n_lows++] = sym;
      second.begin = cut;
      g_array_insert_val (parts, i + 1, second);
    }
}

/* --- whether ---------------------------------------------------------------------------------- */

static gboolean
has_inner_loop (const FlNestLoop *loop)
{
  for (guint i = 0; i < loop->n_items; i++)
    if (loop->items[i].loop)
      return TRUE;
  return FALSE;
}

/* Nothing but one loop over elements inside? Then mirrors of rows are worth parts, too: each element's index is
 * simpler. */
static gboolean
has_plain_rows (const FlNestLoop *loop)
{
  return loop->n_items == 1 && loop->items[0].loop && !has_inner_loop (loop->items[0].loop);
}

static gboolean
can_cut (const FlCWriter *writer, const FlNestLoop *loop)
{
  const char *why_not;

  if (writer->strip || writer->lane || writer->vector || writer->tile_row || writer->pass_number != 1 || loop->is_tiled
      || loop->is_strip || fl_c_ranges_get (writer, loop)
      || writer->n_leaf_copies + 3 * loop->n_leaves > MAX_LEAF_COPIES
      || fl_sym_get_hint (loop->size, MIN_LENGTH) < MIN_LENGTH)
    return FALSE;
  for (guint i = 0; i < loop->n_leaves; i++)
    if (loop->depth >= loop->leaves[i]->n_iter)
      return FALSE; /* it reduces */
  if ((writer->phase->loop && writer->phase->loop->depth > loop->depth)
      || (writer->phase->joined && writer->phase->joined->depth > loop->depth))
    return FALSE; /* threads share out a loop inside */
  return has_inner_loop (loop) || !fl_c_vector_can_write (writer, loop, &why_not);
}

static guint
count_masked (const FlNestLeaf *leaf)
{
  guint n = 0;

  for (guint i = 0; i < leaf->body->blocks[0].n_ops; i++)
    n += leaf->body->blocks[0].ops[i].op == FL_SCALAR_MASKED;
  return n;
}

/* The longest part is worth the others when it is long and asks nothing more. */
static gboolean
is_gain (FlCWriter *writer, const FlNestLoop *loop, const GArray *parts)
{
  gint64 longest = -1;
  guint best = 0, n_masked = 0;

  for (guint i = 0; i < parts->len; i++)
    {
      gint64 length = fl_loop_range_get_length (&g_array_index (parts, Part, i).range.bounds);

      length = length < 0 ? fl_sym_get_hint (loop->size, 2 * MIN_LENGTH) / 2 : length;
      if (length > longest)
        best = i;
      longest = MAX (longest, length);
    }
  for (guint i = 0; i < loop->n_leaves; i++)
    n_masked += count_masked (
        specialize (writer, &g_array_index (parts, Part, best).range, loop, loop->leaves[i], FALSE, NULL));
  return parts->len > 1 && longest >= MIN_LENGTH && (n_masked == 0 || has_inner_loop (loop));
}

/* --- text ------------------------------------------------------------------------------------- */

static const char *
get_text (const Cut *cut, const char *otherwise)
{
  return cut ? cut->text : otherwise;
}

/* A number, or a variable that is declared for the place: no further out than what the cut was put between. */
static void
write_cut (FlCWriter *writer, Cut *cut, gboolean is_shared, const char *begin, const char *end)
{
  g_autofree char *text = fl_c_dup_sym (writer, NULL, cut->sym);
  gboolean is_sure = cut->is_sure && !is_shared;

  if (is_sure && fl_sym_is_int (cut->sym, NULL))
    {
      cut->text = fl_arena_strdup (writer->pass->arena, text);
      return;
    }
  cut->text = fl_c_make_name (writer, "cut");
  if (is_sure)
    fl_c_line (writer, "const int64_t %s = %s;", cut->text, text);
  else
    fl_c_line (writer, "const int64_t %s = fl_min (fl_max (%s, %s), %s);", cut->text, text,
               get_text (cut->after, begin), get_text (cut->before, end));
}

static const FlNestLoop *
copy_loop (FlArena *arena, const FlNestLoop *loop, GHashTable *leaves)
{
  FlNestLoop *copy = fl_arena_memdup (arena, loop, sizeof *loop);
  const FlNestLeaf **inside = fl_arena_new (arena, const FlNestLeaf *, loop->n_leaves);
  FlNestItem *items = fl_arena_new (arena, FlNestItem, loop->n_items);

  for (guint i = 0; i < loop->n_leaves; i++)
    inside[i] = g_hash_table_lookup (leaves, loop->leaves[i]);
  for (guint i = 0; i < loop->n_items; i++)
    if (loop->items[i].loop)
      items[i].loop = copy_loop (arena, loop->items[i].loop, leaves);
    else
      items[i].leaf = g_hash_table_lookup (leaves, loop->items[i].leaf);
  copy->leaves = inside;
  copy->items = items;
  return copy;
}

static void
write_part (FlCWriter *writer, const FlNestLoop *loop, Part *part)
{
  g_autoptr (GHashTable) leaves = g_hash_table_new (NULL, NULL);
  g_autofree FlCLeaf *saved = g_new0 (FlCLeaf, loop->n_leaves);
  FlCRange *range = fl_arena_memdup (writer->pass->arena, &part->range, sizeof *range);
  gint64 length = fl_loop_range_get_length (&range->bounds);

  for (guint i = 0; i < loop->n_leaves; i++)
    {
      guint position = loop->leaves[i]->position;
      FlNestLeaf *leaf = specialize (writer, range, loop, loop->leaves[i], FALSE, NULL);

      g_hash_table_insert (leaves, (gpointer) loop->leaves[i], leaf);
      saved[i] = writer->leaves[position];
      writer->leaves[position] = (FlCLeaf) { 0 };
      fl_c_leaf_init (writer, &writer->leaves[position], leaf);
    }
  range->loop = copy_loop (writer->pass->arena, loop, leaves);
  g_hash_table_insert (writer->ranges, (gpointer) range->loop, range);
  writer->n_leaf_copies += loop->n_leaves;
  fl_c_nest_forget_written (writer, range->loop);
  fl_c_nest_hoist (writer, range->loop);
  fl_c_nest_write_pass (writer, range->loop,
                        length >= 0 && length < MIN_LENGTH && !has_inner_loop (loop)
                            && !fl_c_stage_puts (writer, range->loop));
  for (guint i = 0; i < loop->n_leaves; i++)
    {
      FlCLeaf *state = &writer->leaves[loop->leaves[i]->position];

      fl_c_leaf_clear (state);
      *state = saved[i];
    }
}

static void
note_cuts (FlCWriter *writer, const FlNestLoop *loop, const GArray *parts)
{
  GString *facts = g_string_new (NULL);

  for (guint i = 1; i < parts->len; i++)
    {
      const Cut *cut = g_array_index (parts, Part, i).begin;

      g_string_append_printf (facts, "%s", i == 1 ? "" : i + 1 < parts->len ? ", " : " and ");
      fl_sym_append (facts, cut->sym);
    }
  fl_c_note_choice (writer, FL_VERDICT_ACCEPT, NULL, "cut where its conditions change",
                    fl_arena_printf (writer->pass->arena,
                                     "the loop over i%u at %s: each part is written without the question", loop->depth,
                                     facts->str));
  g_string_free (facts, TRUE);
}

/* Do all parts begin and end where cache lines do, of floats? */
static gboolean
are_lines (const GPtrArray *cuts)
{
  gint64 at;

  for (guint i = 0; i < cuts->len; i++)
    if (!fl_sym_is_int (((const Cut *) cuts->pdata[i])->sym, &at) || at % 16 != 0)
      return FALSE;
  return cuts->len > 0;
}

gboolean
fl_c_nest_write_ranges (FlCWriter *writer, const FlNestLoop *loop)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, TRUE, sizeof (Part));
  g_autoptr (GPtrArray) cuts = g_ptr_array_new ();
  const char *begin = fl_c_threads_get_first (writer, loop), *end = fl_c_threads_get_last (writer, loop);
  gboolean only_masks = has_inner_loop (loop) && (loop->n_leaves > 1 || !has_plain_rows (loop));
  Part whole = { .range = { .loop = loop, .bounds = { .var = loop->var, .n_lows = 1, .n_highs = 1 } } };

  if (!can_cut (writer, loop))
    return FALSE;
  whole.range.bounds.lows[0] = fl_sym_int (fl_sym_get_table (loop->size), 0);
  whole.range.bounds.highs[0] = loop->size;
  g_array_append_val (parts, whole);
  cut_loop (writer, loop, only_masks, parts, cuts);
  if (!has_inner_loop (loop) && !are_lines (cuts) && fl_c_masks_begin (writer, loop))
    {
      fl_c_nest_write_pass (writer, loop, FALSE);
      fl_c_masks_end (writer);
      return TRUE;
    }
  if (!is_gain (writer, loop, parts))
    return FALSE;
  note_cuts (writer, loop, parts);
  for (guint i = 0; i < cuts->len; i++)
    write_cut (writer, cuts->pdata[i], writer->phase->loop == loop, begin, end);
  for (guint i = 0; i < parts->len; i++)
    {
      Part *part = &g_array_index (parts, Part, i);

      part->range.begin = fl_arena_strdup (writer->pass->arena, get_text (part->begin, begin));
      part->range.end = fl_arena_strdup (writer->pass->arena, get_text (part->end, end));
      if (fl_loop_range_get_length (&part->range.bounds) != 0)
        write_part (writer, loop, part);
    }
  return TRUE;
}
