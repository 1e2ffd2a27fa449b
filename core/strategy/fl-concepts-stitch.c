/* A stitched kernel as BladeDISC lays it out: roots and sub-roots, skeletons, tiles, what shared memory holds, and
 * where the threads of a block wait. The schedule is chosen as its default rule does on the device that it was written
 * for: blocks of 256 threads, on the 108 multiprocessors of an A100. */
#include "fl-concepts.h"
#include "fl-text.h"
#include "fl-tiles.h"

enum
{
  BLOCK_THREADS = 256,
  WARP_THREADS = 32,
  N_PARTIALS = BLOCK_THREADS / WARP_THREADS, /* one a warp */
  MANY_ROWS = 27                             /* 2,048 threads a multiprocessor are 8 blocks: 8 * 108 / 32 */
};

typedef struct
{
  const FlPass *pass;
  const FlPartition *partition;
  const FlOpGroup *group;
  FlOpSet set;
  FlStitch stitch;
  gboolean is_block; /* a block a row; FALSE: a warp a row */
  gint64 rows_per_block;
  gint64 shared_bytes;
} Layout;

static const FlOpNode *
get (const Layout *layout, guint32 id)
{
  return &layout->partition->graph->nodes[id];
}

/* rows < W/4, or < W/2 with 1,024 columns, or more rows with 512: a block has enough to do with one row. */
static gboolean
is_block_a_row (gint64 rows, gint64 columns)
{
  return rows < MANY_ROWS / 4 || (rows < MANY_ROWS / 2 && columns >= 1024) || (rows >= MANY_ROWS / 2 && columns >= 512);
}

static gboolean
is_result (const Layout *layout, guint32 id)
{
  for (guint i = 0; i < layout->group->n_results; i++)
    if (layout->group->results[i] == id)
      return TRUE;
  return FALSE;
}

static gboolean
is_skeleton (const Layout *layout, guint32 id)
{
  return fl_bits_has (layout->stitch.sub_roots, id) || (is_result (layout, id) && !fl_op_set_uses (&layout->set, id));
}

/* --- parts and tiles -------------------------------------------------------------------------- */

static const char *
get_part (const Layout *layout, guint32 id)
{
  const gboolean is_sub_root = fl_bits_has (layout->stitch.sub_roots, id);

  if (is_sub_root)
    return is_result (layout, id) ? "sub-root and root, skeleton" : "sub-root, skeleton";
  if (!is_result (layout, id))
    return "inside";
  if (fl_bits_has (layout->stitch.irregular, id))
    return "irregular root";
  return is_skeleton (layout, id) ? "regular root, skeleton" : "regular root";
}

/* "[row, 3840]": axes that the tile has whole stand with their size, the others are spread over rows. */
static void
append_tile (GString *text, const FlOpNode *node, guint32 tile)
{
  g_string_append_c (text, '[');
  for (guint i = 0; i < node->n_dims; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      if ((tile >> i) & 1)
        fl_sym_append (text, node->sizes[i]);
      else
        g_string_append (text, "row");
    }
  g_string_append_c (text, ']');
}

static void
tell_part (const Layout *layout, guint32 id)
{
  const FlOpNode *node = get (layout, id);
  const guint32 tile = layout->stitch.tiles[id];
  GString *text = g_string_new (NULL);

  if (tile == G_MAXUINT32)
    g_string_append (text, "no tile: its leading axes do not count the rows");
  else
    {
      g_string_append (text, "tile ");
      append_tile (text, node, tile);
      g_string_append (text, " of ");
      fl_concept_append_sizes (text, node);
    }
  if (is_skeleton (layout, id))
    g_string_append (text, "; owns a loop");
  g_string_append (text, fl_bits_has (layout->stitch.partial, id) ? "; read only in part: not covered" : "; covered");
  fl_concept_tell (layout->pass, layout->partition->graph, FL_EVENT_TILE, id, G_MAXUINT32, get_part (layout, id),
                   fl_concept_take (layout->pass, text));
}

/* --- shared memory ---------------------------------------------------------------------------- */

static gint64
count_tile (const Layout *layout, guint32 id)
{
  const FlOpNode *node = get (layout, id);
  gint64 n = 1, size;

  for (guint i = 0; i < node->n_dims; i++)
    if (((layout->stitch.tiles[id] >> i) & 1) && fl_sym_is_int (node->sizes[i], &size))
      n *= size;
  return n;
}

static void
keep (Layout *layout, guint32 id, gint64 n, const char *what, const char *facts)
{
  const gint64 bytes = n * (gint64) fl_dtype_get_size_bytes (get (layout, id)->dtype);

  layout->shared_bytes += bytes;
  fl_concept_tell_amount (layout->pass, layout->partition->graph, FL_EVENT_STAGE, id, bytes, what, facts);
}

static void
tell_kept (Layout *layout, guint32 id)
{
  FlArena *arena = layout->pass->arena;

  if (fl_bits_has (layout->stitch.sub_roots, id))
    {
      keep (layout, id, layout->rows_per_block, "sub-root in shared memory",
            fl_arena_printf (arena, "%" G_GINT64_FORMAT " row%s a block, one element each", layout->rows_per_block,
                             layout->rows_per_block == 1 ? "" : "s"));
      if (layout->is_block)
        keep (layout, id, N_PARTIALS, "partial results of warps in shared memory",
              fl_arena_printf (arena, "%d warps a block", N_PARTIALS));
    }
  else if (fl_bits_has (layout->stitch.cached, id))
    keep (layout, id, layout->rows_per_block * count_tile (layout, id), "cached in shared memory",
          "an earlier loop computes it, a later one reads it instead of computing it again");
}

/* --- barriers --------------------------------------------------------------------------------- */

static guint
tell_barriers (const Layout *layout, guint32 id)
{
  const gboolean is_used = fl_op_set_uses (&layout->set, id);
  const guint n = (layout->is_block ? 1 : 0) + (is_used ? 1 : 0);

  if (n > 0)
    fl_concept_tell_amount (
        layout->pass, layout->partition->graph, FL_EVENT_BARRIER, id, n, "block barriers of a reduction",
        !layout->is_block ? "before the next loop reads the row's result"
        : is_used
            ? "one before the warps' partial results are combined, one before the next loop reads the row's result"
            : "before the warps' partial results are combined");
  return n;
}

static void
choose_schedule (Layout *layout)
{
  const gint64 rows = fl_sym_get_hint (layout->stitch.n_rows, FL_OP_UNKNOWN_SIZE);
  const gint64 columns = fl_sym_get_hint (layout->stitch.n_columns, FL_OP_UNKNOWN_SIZE);

  layout->is_block = is_block_a_row (rows, columns);
  layout->rows_per_block = layout->is_block ? 1 : N_PARTIALS;
}

static void
tell_sum (const Layout *layout, guint n_barriers)
{
  g_autofree char *shared = fl_text_dup_bytes ((guint64) layout->shared_bytes);
  g_autofree char *issued = fl_text_dup_bytes ((guint64) MAX (layout->stitch.bytes_issued, 0));
  GString *text = g_string_new (NULL);

  fl_sym_append (text, layout->stitch.n_rows);
  g_string_append (text, " rows of ");
  fl_sym_append (text, layout->stitch.n_columns);
  g_string_append_printf (text, "; sub-roots: %u, skeletons: %u; %s of shared memory a block; barriers: %u; loads %s",
                          layout->stitch.n_sub_roots, layout->stitch.n_skeletons, shared, n_barriers, issued);
  fl_concept_tell_amount (layout->pass, layout->partition->graph, FL_EVENT_PLAN, layout->stitch.dominant,
                          layout->stitch.n_skeletons,
                          layout->is_block ? "stitched, a block of 256 threads a row" : "stitched, a warp a row",
                          fl_concept_take (layout->pass, text));
}

void
fl_concepts_tell_stitched (const FlPass *pass, const FlPartition *partition, const FlOpGroup *group)
{
  Layout layout = { .pass = pass, .partition = partition, .group = group };
  guint n_barriers = 0;

  fl_op_set_init_with_results (&layout.set, partition->graph, group->members, group->n_members, group->results,
                               group->n_results);
  fl_stitch_analyse (&layout.set, &layout.stitch);
  if (layout.stitch.reason == NULL)
    {
      choose_schedule (&layout);
      for (guint i = 0; i < group->n_members; i++)
        tell_part (&layout, group->members[i]);
      for (guint i = 0; i < group->n_members; i++)
        tell_kept (&layout, group->members[i]);
      for (guint i = 0; i < group->n_members; i++)
        if (fl_bits_has (layout.stitch.sub_roots, group->members[i]))
          n_barriers += tell_barriers (&layout, group->members[i]);
      tell_sum (&layout, n_barriers);
    }
  fl_stitch_clear (&layout.stitch);
  fl_op_set_clear (&layout.set);
}
