/* Reference kernels: rows of a table that are chosen by bags of indices, each bag coming to its sum, its mean or its
 * largest. */
#include "fl-reference-index-private.h"
#include "fl-reference-kernels.h"

REFERENCE_KERNEL (embedding_bag);
REFERENCE_KERNEL (embedding_bag_backward);

enum
{
  BAG_SUM,
  BAG_MEAN,
  BAG_MAX
};

typedef struct
{
  const FlView *weight;
  const FlArray *indices, *offsets;
  const double *rows, *scales; /* scales: one an index, or NULL */
  gint64 mode, padding, n_bags, n_columns;
  gboolean is_plain; /* sums of all that the offsets say; else the last bag ends where the indices do */
} Bags;

static gint64
find_end (const Bags *bags, gint64 bag)
{
  return bag + 1 < bags->n_bags || (bags->is_plain && bag + 1 < bags->offsets->numel) ? bags->offsets->integers[bag + 1]
                                                                                      : bags->indices->numel;
}

static gboolean
open_bags (FlCall *call, Bags *bags)
{
  const FlView *indices = fl_call_get_view (call, "indices"), *offsets = fl_call_get_view (call, "offsets"), *scales;

  bags->weight = fl_call_get_view (call, "weight");
  if (bags->weight == NULL || indices == NULL || offsets == NULL)
    return FALSE;
  scales = fl_call_find_view (call, "per_sample_weights");
  bags->indices = fl_call_cast (call, indices, FL_DTYPE_I64);
  bags->offsets = fl_call_cast (call, offsets, FL_DTYPE_I64);
  bags->mode = fl_call_get_int (call, "mode", BAG_SUM);
  bags->padding = fl_call_get_int (call, "padding_idx", -1);
  bags->n_bags = MAX (bags->offsets->numel - fl_call_get_bool (call, "include_last_offset", FALSE), 0);
  bags->n_columns = bags->weight->sizes[1];
  bags->is_plain = bags->mode == BAG_SUM && bags->padding < 0;
  bags->rows = fl_call_numbers (call, bags->weight);
  bags->scales = scales != NULL ? fl_call_numbers (call, scales) : NULL;
  if (bags->mode < BAG_SUM || bags->mode > BAG_MAX || (scales != NULL && bags->mode != BAG_SUM))
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED,
                         "%s: mode %" G_GINT64_FORMAT
                         "%s; there are 0 (sum), 1 (mean) and 2 (largest), weights of indices for sums",
                         call->row->name, bags->mode, scales != NULL ? " with per_sample_weights" : "");
  for (gint64 i = 0; i < bags->indices->numel; i++)
    if (bags->indices->integers[i] < 0 || bags->indices->integers[i] >= bags->weight->sizes[0])
      return fl_call_fail (call, FL_ERROR_SHAPE,
                           "%s: index %" G_GINT64_FORMAT " of a table of %" G_GINT64_FORMAT " rows", call->row->name,
                           bags->indices->integers[i], bags->weight->sizes[0]);
  for (gint64 b = 0; b < bags->offsets->numel; b++)
    if (bags->offsets->integers[b] < (b > 0 ? bags->offsets->integers[b - 1] : 0)
        || bags->offsets->integers[b] > bags->indices->numel)
      return fl_call_fail (call, FL_ERROR_SHAPE,
                           "%s: offset %" G_GINT64_FORMAT " among %" G_GINT64_FORMAT " indices; offsets ascend",
                           call->row->name, bags->offsets->integers[b], bags->indices->numel);
  return TRUE;
}

/* One bag into a row of results; how many indices of it count. largest: the index that each column's element came from.
 */
static gint64
reduce_bag (const Bags *bags, gint64 bag, double *out, gint64 *largest)
{
  const gint64 n = bags->n_columns;
  gint64 count = 0;

  for (gint64 i = bags->offsets->integers[bag]; i < find_end (bags, bag); i++)
    {
      const gint64 row = bags->indices->integers[i];

      if (row == bags->padding)
        continue;
      for (gint64 e = 0; e < n; e++)
        {
          const double x = bags->rows[row * n + e];

          if (bags->mode != BAG_MAX)
            out[e] += bags->scales != NULL ? x * bags->scales[i] : x;
          else if (count == 0 || x > out[e])
            {
              out[e] = x;
              largest[e] = row;
            }
        }
      count++;
    }
  for (gint64 e = 0; bags->mode == BAG_MEAN && count > 0 && e < n; e++)
    out[e] /= count;
  return count;
}

gboolean
reference_embedding_bag (FlCall *call)
{
  Bags bags;

  if (!open_bags (call, &bags))
    return FALSE;
  const gint64 sizes[] = { bags.n_bags, bags.n_columns }, n_of = bags.is_plain ? 0 : bags.indices->numel;
  const FlDtype dtype = fl_call_get_view (call, "offsets")->dtype;
  FlArray *out = fl_call_new_array (call, bags.weight->dtype, 2, sizes),
          *bag_of = fl_call_new_array (call, dtype, 1, &n_of);
  FlArray *counts = fl_call_new_array (call, dtype, 1, sizes),
          *largest = fl_call_new_array (call, dtype, bags.mode == BAG_MAX ? 2 : 1, sizes);
  double *sums = fl_call_open_numbers (call, out);
  gint64 *from = fl_call_alloc (call, bags.n_columns, sizeof *from);

  for (gint64 b = 0; b < bags.n_bags; b++)
    {
      const gint64 count = reduce_bag (&bags, b, sums + b * bags.n_columns, from);

      for (gint64 i = bags.offsets->integers[b]; !bags.is_plain && i < find_end (&bags, b); i++)
        bag_of->integers[i] = b;
      counts->integers[b] = bags.mode == BAG_SUM ? 0 : count;
      for (gint64 e = 0; bags.mode == BAG_MAX && e < bags.n_columns; e++)
        largest->integers[b * bags.n_columns + e] = count > 0 ? from[e] : 0;
      if (bags.mode != BAG_MAX)
        largest->integers[b] = counts->integers[b];
    }
  FlArray *results[] = { fl_call_settle (out, sums), bag_of, counts, largest };
  return fl_call_return_list (call, G_N_ELEMENTS (results), results);
}

/* --- gradients -------------------------------------------------------------------------------- */

/* Every index of a bag gives its row of the table the bag's gradient: its share of a mean, times its own weight; of the
 * largest, only the index that it came from. */
gboolean
reference_embedding_bag_backward (FlCall *call)
{
  const FlView *grad = fl_call_get_view (call, "grad"), *indices = fl_call_get_view (call, "indices"),
               *bag_of = fl_call_get_view (call, "offset2bag");
  const FlView *sizes = fl_call_get_view (call, "bag_size"), *largest = fl_call_get_view (call, "maximum_indices");
  const FlView *scales = fl_call_find_view (call, "per_sample_weights");
  const gint64 mode = fl_call_get_int (call, "mode", BAG_SUM), n_rows = fl_call_get_int (call, "num_weights", 0);
  const gint64 padding = fl_call_get_int (call, "padding_idx", -1);

  if (grad == NULL || indices == NULL || bag_of == NULL || sizes == NULL || largest == NULL)
    return FALSE;
  if (fl_call_get_bool (call, "sparse", FALSE) || fl_call_get_bool (call, "scale_grad_by_freq", FALSE))
    return fl_call_fail (call, FL_ERROR_UNSUPPORTED,
                         "%s: sparse gradients and those scaled by frequency have no reference", call->row->name);
  const gint64 columns = grad->sizes[1], shape[] = { n_rows, columns };
  const double *g = fl_call_numbers (call, grad), *scale = scales != NULL ? fl_call_numbers (call, scales) : NULL;
  const FlArray *row_of = fl_call_cast (call, indices, FL_DTYPE_I64), *bags = fl_call_cast (call, bag_of, FL_DTYPE_I64);
  const FlArray *counts = fl_call_cast (call, sizes, FL_DTYPE_I64), *most = fl_call_cast (call, largest, FL_DTYPE_I64);
  FlArray *out = fl_call_new_array (call, grad->dtype, 2, shape);
  double *sums = fl_call_open_numbers (call, out);

  if (mode != BAG_MAX && bags->numel < row_of->numel)
    return fl_call_fail (call, FL_ERROR_SHAPE,
                         "%s: offset2bag has %" G_GINT64_FORMAT " entries for %" G_GINT64_FORMAT " indices",
                         call->row->name, bags->numel, row_of->numel);
  for (gint64 i = 0; mode != BAG_MAX && i < row_of->numel; i++)
    {
      const gint64 row = row_of->integers[i], bag = bags->integers[i];

      if (row < 0 || row >= n_rows || bag < 0 || bag >= grad->sizes[0])
        return fl_call_fail (call, FL_ERROR_SHAPE,
                             "%s: index %" G_GINT64_FORMAT " of a table of %" G_GINT64_FORMAT " rows", call->row->name,
                             row, n_rows);
      for (gint64 e = 0; row != padding && e < columns; e++)
        sums[row * columns + e] += g[bag * columns + e] * (scale != NULL ? scale[i] : 1)
                                   / (mode == BAG_MEAN ? (double) counts->integers[bag] : 1);
    }
  for (gint64 i = 0; mode == BAG_MAX && i < grad->numel; i++)
    if (counts->integers[i / columns] > 0 && most->integers[i] >= 0 && most->integers[i] < n_rows)
      sums[most->integers[i] * columns + i % columns] += g[i];
  return fl_call_return (call, fl_call_settle (out, sums));
}
