/* A kernel stitched for a CPU as BladeDISC lays it out: one parallel loop over axes of the dominant value; each round
 * computes a tile of every value, the kept ones in buffers of the round. */
#include "fl-concepts.h"
#include "fl-text.h"
#include "fl-tiles-cpu.h"

enum
{
  STACK_ELEMENTS = 64 /* a smaller tile's buffer is on the stack, a larger one's on the heap */
};

typedef struct
{
  const FlPass *pass;
  const FlOpGraph *graph;
  FlOpSet set;
  FlCpuStitch stitch;
  FlCpuTile *tiles;
} Layout;

/* "[1, 3840]": axes inside a round with their sizes, the others one step at a time. */
static void
append_tile (GString *out, const FlOpNode *node, guint32 whole)
{
  g_string_append_c (out, '[');
  for (guint i = 0; i < node->n_dims; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      if ((whole >> i) & 1)
        fl_sym_append (out, node->sizes[i]);
      else
        g_string_append_c (out, '1');
    }
  g_string_append_c (out, ']');
}

static gint64
count_elements (const FlOpNode *node, guint32 whole)
{
  gint64 n = 1;

  for (guint i = 0; i < node->n_dims; i++)
    if ((whole >> i) & 1)
      n *= fl_sym_get_hint (node->sizes[i], FL_OP_UNKNOWN_SIZE);
  return n;
}

static const char *
get_part (const FlCpuTile *tile)
{
  return tile->is_result ? "result" : tile->is_sub_root ? "sub-root" : "inside";
}

static void
tell_loop (const Layout *layout)
{
  const FlOpNode *dominant = &layout->graph->nodes[layout->stitch.dominant];
  GString *text = g_string_new ("a parallel loop over ");
  guint n = 0;

  for (guint i = 0; i < dominant->n_dims; i++)
    if ((layout->stitch.parallel >> i) & 1)
      {
        g_string_append (text, n++ > 0 ? " x " : "");
        fl_sym_append (text, dominant->sizes[i]);
      }
  g_string_append_printf (text, " rounds; sub-roots: %u", layout->stitch.n_sub_roots);
  fl_concept_tell (layout->pass, layout->graph, FL_EVENT_TILE, dominant->id, G_MAXUINT32, "dominant",
                   fl_concept_take (layout->pass, text));
}

static void
tell_member (const Layout *layout, guint position)
{
  const FlOpNode *node = &layout->graph->nodes[g_array_index (layout->set.members, guint32, position)];
  const FlCpuTile *tile = &layout->tiles[position];
  const gint64 n = count_elements (node, tile->whole);
  GString *text = g_string_new ("tile ");

  append_tile (text, node, tile->whole);
  g_string_append (text, " of ");
  fl_concept_append_sizes (text, node);
  fl_concept_tell (layout->pass, layout->graph, FL_EVENT_TILE, node->id, G_MAXUINT32, get_part (tile),
                   fl_concept_take (layout->pass, text));
  if (tile->is_sub_root)
    fl_concept_tell_amount (layout->pass, layout->graph, FL_EVENT_STAGE, node->id,
                            n * (gint64) fl_dtype_get_size_bytes (node->dtype), "in a tile buffer of the round",
                            n < STACK_ELEMENTS ? "on the stack: fewer than 64 elements"
                                               : "on the heap: 64 elements or more");
}

gboolean
fl_concepts_tell_stitched_cpu (const FlPass *pass, const FlPartition *partition, const FlOpGroup *group)
{
  Layout layout = { .pass = pass, .graph = partition->graph };
  gboolean is_stitched;

  fl_op_set_init (&layout.set, partition->graph, group->members, group->n_members);
  layout.tiles = g_new0 (FlCpuTile, layout.set.members->len + 1);
  fl_cpu_stitch_analyse_tiles (&layout.set, &layout.stitch, layout.tiles);
  is_stitched = layout.stitch.reason == NULL && layout.stitch.dominant != G_MAXUINT32;
  if (is_stitched)
    {
      tell_loop (&layout);
      for (guint i = 0; i < layout.set.members->len; i++)
        tell_member (&layout, i);
    }
  g_free (layout.tiles);
  fl_op_set_clear (&layout.set);
  return is_stitched;
}
