/* Kernel templates by the shapes of what a set computes. */
#include "fl-oracle.h"

typedef struct
{
  guint n_work, n_library, n_row, n_column, n_other;
  guint32 library, last_row, last_column, last;
} Census;

static const struct
{
  const char *name, *sentence;
} rows[] = {
  [FL_TEMPLATE_NONE] = { "none", "no kernel can compute it in one piece" },
  [FL_TEMPLATE_LOOP] = { "loop", "one loop over the elements of the result" },
  [FL_TEMPLATE_ROW] = { "row", "a loop over rows with reductions along each" },
  [FL_TEMPLATE_COLUMN] = { "column", "a loop over columns with reductions down each" },
  [FL_TEMPLATE_STITCH] = { "stitch", "each row stays in fast memory through several loops" },
  [FL_TEMPLATE_EPILOGUE] = { "epilogue", "a library product with pointwise work on each result" },
  [FL_TEMPLATE_EXTERN] = { "extern", "one library call" },
};

const char *
fl_template_get_name (FlTemplate template)
{
  return rows[template].name;
}

const char *
fl_template_get_sentence (FlTemplate template)
{
  return rows[template].sentence;
}

static void
refuse (FlEmission *emission, guint32 culprit, const char *reason)
{
  emission->template = FL_TEMPLATE_NONE;
  emission->reason = reason;
  emission->culprit = culprit;
}

static void
take_census (const FlOpSet *set, Census *census)
{
  memset (census, 0, sizeof *census);
  for (guint i = 0; i < set->members->len; i++)
    {
      const FlOpNode *node = &set->graph->nodes[g_array_index (set->members, guint32, i)];

      if (!fl_op_is_work (node))
        continue;
      census->n_work++;
      census->last = node->id;
      if (node->kind == FL_OP_MATMUL || node->kind == FL_OP_CONVOLUTION || node->kind == FL_OP_OPAQUE)
        {
          census->n_library++;
          census->library = node->id;
        }
      switch (fl_op_get_reduce_shape (set->graph, node))
        {
        case FL_REDUCE_NONE: break;
        case FL_REDUCE_ROW:
          census->n_row++;
          census->last_row = node->id;
          break;
        case FL_REDUCE_COLUMN:
          census->n_column++;
          census->last_column = node->id;
          break;
        case FL_REDUCE_OTHER:
          census->n_other++;
          census->last_column = node->id;
          break;
        }
    }
}

static void
ask_epilogue (const FlOpSet *set, const Census *census, FlEmission *emission)
{
  const FlOpNode *library = &set->graph->nodes[census->library];

  if (census->n_library > 1)
    {
      refuse (emission, census->library, "two library calls in one kernel");
      return;
    }
  if (library->kind == FL_OP_OPAQUE)
    {
      refuse (emission, census->library, "a library call that takes no epilogue");
      return;
    }
  for (guint i = 0; i < library->n_inputs; i++)
    if (fl_op_set_has (set, library->inputs[i]) && fl_op_is_work (&set->graph->nodes[library->inputs[i]]))
      {
        refuse (emission, library->inputs[i], "the product's operand is computed inside");
        return;
      }
  for (guint i = 0; i < set->members->len; i++)
    {
      const FlOpNode *node = &set->graph->nodes[g_array_index (set->members, guint32, i)];

      if (fl_op_is_work (node) && node != library && node->kind != FL_OP_POINTWISE && node->kind != FL_OP_BROADCAST)
        {
          refuse (emission, node->id, "an epilogue is pointwise");
          return;
        }
    }
  for (guint i = 0; i < set->results->len; i++)
    {
      const FlOpNode *node = &set->graph->nodes[g_array_index (set->results, guint32, i)];

      if (!fl_op_same_sizes (node, library))
        {
          refuse (emission, node->id, "a result of another shape than the product");
          return;
        }
    }
  emission->template = FL_TEMPLATE_EPILOGUE;
  emission->dominant = census->library;
}

/* Every result is computed over as many elements; reductions over the same shape. */
static gboolean
results_agree (const FlOpSet *set, guint32 dominant, FlEmission *emission)
{
  const FlOpNode *domain = fl_op_get_domain (set->graph, &set->graph->nodes[dominant]);

  for (guint i = 0; i < set->results->len; i++)
    {
      const FlOpNode *node = &set->graph->nodes[g_array_index (set->results, guint32, i)];
      const FlOpNode *own = fl_op_get_domain (set->graph, node);

      if (node->kind == FL_OP_REDUCE ? fl_op_same_sizes (own, domain) : fl_op_same_numel (own, domain))
        continue;
      refuse (emission, node->id, "results over different numbers of elements");
      return FALSE;
    }
  return TRUE;
}

static gboolean
reductions_agree (const FlOpSet *set, guint32 dominant, FlEmission *emission)
{
  const FlOpNode *domain = fl_op_get_domain (set->graph, &set->graph->nodes[dominant]);

  for (guint i = 0; i < set->members->len; i++)
    {
      const FlOpNode *node = &set->graph->nodes[g_array_index (set->members, guint32, i)];

      if (node->kind != FL_OP_REDUCE)
        continue;
      if (fl_op_set_uses (set, node->id))
        {
          refuse (emission, node->id, "a reduction's result is needed inside");
          return FALSE;
        }
      if (!fl_op_same_sizes (fl_op_get_domain (set->graph, node), domain)
          || node->axes != set->graph->nodes[dominant].axes)
        {
          refuse (emission, node->id, "reductions over different shapes or axes");
          return FALSE;
        }
    }
  return TRUE;
}

static void
ask_stitch (const FlOpSet *set, FlEmission *emission)
{
  g_auto (FlStitch) stitch;

  fl_stitch_analyse (set, &stitch);
  if (stitch.reason != NULL)
    {
      refuse (emission, stitch.culprit, stitch.reason);
      return;
    }
  emission->template = FL_TEMPLATE_STITCH;
  emission->dominant = stitch.dominant;
  emission->bytes_issued = stitch.bytes_issued;
}

static gboolean
transposes (const FlOpSet *set, guint32 *culprit)
{
  for (guint i = 0; i < set->members->len; i++)
    {
      const FlOpNode *node = &set->graph->nodes[g_array_index (set->members, guint32, i)];

      if (node->kind != FL_OP_TRANSPOSE || (node->n_dims != 2 && node->n_dims != 3))
        continue;
      *culprit = node->id;
      return TRUE;
    }
  return FALSE;
}

static void
ask_reduction (const FlOpSet *set, const Census *census, FlEmission *emission)
{
  gboolean is_row = census->n_row > 0;
  FlEmission stitched = *emission;
  guint32 culprit;

  if (census->n_other > 0 && census->n_work > 1)
    {
      refuse (emission, census->last_column, "a reduction over neither the first nor the last axes");
      return;
    }
  if (is_row && census->n_column > 0)
    {
      refuse (emission, census->last_column, "reductions along rows and down columns");
      return;
    }
  emission->dominant = is_row ? census->last_row : census->last_column;
  if (reductions_agree (set, emission->dominant, emission) && results_agree (set, emission->dominant, emission))
    {
      emission->template = is_row ? FL_TEMPLATE_ROW : FL_TEMPLATE_COLUMN;
      return;
    }
  if (!is_row)
    return;
  if (transposes (set, &culprit))
    refuse (&stitched, culprit, "a transpose of 2 or 3 axes mixes the rows");
  else
    ask_stitch (set, &stitched);
  *emission = stitched;
}

void
fl_oracle_ask (const FlOpSet *set, FlEmission *emission)
{
  Census census;

  take_census (set, &census);
  g_assert (census.n_work > 0);
  memset (emission, 0, sizeof *emission);
  emission->culprit = G_MAXUINT32;
  emission->dominant = census.last;
  emission->bytes_issued = set->bytes_read;
  if (census.n_library > 0 && census.n_work == 1)
    emission->template = FL_TEMPLATE_EXTERN;
  else if (census.n_library > 0)
    ask_epilogue (set, &census, emission);
  else if (census.n_row + census.n_column + census.n_other > 0)
    ask_reduction (set, &census, emission);
  else if (set->results->len > 0)
    {
      emission->dominant = g_array_index (set->results, guint32, set->results->len - 1);
      if (results_agree (set, emission->dominant, emission))
        emission->template = FL_TEMPLATE_LOOP;
    }
  else
    emission->template = FL_TEMPLATE_LOOP;
}
