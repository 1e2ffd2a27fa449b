/* Which maker gives an operator's arguments, and which operators have none. */
#include "random-private.h"

static const char *const shape_rules[] = {
#define SHAPE(rule) #rule,
#include "fl-aten-ops.def"
};

/* Reached in no program, with the reason. NAME or the beginning of names, '*' behind it. */
static const struct
{
  const char *name, *reason;
} unreached[] = {
  { "fuseloom.*", "ours: fusion plans put it in" },
  { "aten.empty*", "its elements are whatever lay there" },
  { "aten.new_empty*", "its elements are whatever lay there" },
  { "aten._scaled_dot_product_flash_attention_backward.default", "takes the seed of a kernel that only GPUs have" },
  { "aten._scaled_dot_product_efficient_attention_backward.default", "takes the seed of a kernel that only GPUs have" },
  { "aten._scaled_dot_product_cudnn_attention_backward.default", "takes the seed of a kernel that only GPUs have" },
  { "aten._euclidean_dist.default", "of rows that lie close together no digit is left" },
  { "aten.randperm.default", "a library's numbers, not Philox's" },
  { "prims.inductor_*", "decomposition puts it in" },
  { "aten._local_scalar_dense.default", "yields a number that only the run knows" },
  { "aten.item.default", "yields a number that only the run knows" },
  { "aten._assert*", "computes nothing" },
  { "aten.sym_*", "integers of sizes, not tensors" },
  { "operator.*", "integers of sizes, not tensors" },
  { "torch.sym_*", "integers of sizes, not tensors" },
  { "math.*", "integers of sizes, not tensors" },
};

static const char *
find_reason (const char *name)
{
  if (g_str_equal (name, "prims.inductor_force_stride_order.default"))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (unreached); i++)
    {
      gsize length = strlen (unreached[i].name);

      if (unreached[i].name[length - 1] == '*' ? strncmp (name, unreached[i].name, length - 1) == 0
                                               : strcmp (name, unreached[i].name) == 0)
        return unreached[i].reason;
    }
  return NULL;
}

static RndMakeFunc
find_in (const RndMakerRow *rows, const char *name)
{
  for (; rows->name != NULL; rows++)
    if (g_str_equal (rows->name, name))
      return rows->make;
  return NULL;
}

/* The operator that computes what this one writes: aten.add.Tensor of aten.add_.Tensor. */
static const FlAtenRow *
find_twin (const FlAtenRow *row)
{
  const char *end = strstr (row->name, "_.");
  g_autofree char *name = end == NULL || row->kind != FL_ATEN_MUTATION
                              ? NULL
                              : g_strdup_printf ("%.*s%s", (int) (end - row->name), row->name, end + 1);

  return name != NULL ? fl_aten_find (name) : NULL;
}

gboolean
rnd_yields_floats (const FlAtenRow *row)
{
  const FlAtenRow *twin = find_twin (row);
  const char *rule = shape_rules[twin != NULL ? twin->position : row->position];

  return g_str_equal (rule, "float") || g_str_equal (rule, "broadcast_float") || g_str_equal (rule, "ternary_float");
}

RndMakeFunc
rnd_find_maker (const FlAtenRow *row, const char **why_not)
{
  const RndMakerRow *const families[]
      = { rnd_pointwise_makers, rnd_gradient_makers,  rnd_reduction_makers, rnd_view_makers,     rnd_index_makers,
          rnd_scatter_makers,   rnd_create_makers,    rnd_product_makers,   rnd_window_makers,   rnd_norm_makers,
          rnd_loss_makers,      rnd_attention_makers, rnd_list_makers,      rnd_distance_makers, rnd_count_makers,
          rnd_signal_makers,    rnd_sample_makers,    rnd_margin_makers };
  const FlAtenRow *twin = find_twin (row);
  const char *names[] = { row->name, twin != NULL ? twin->name : row->name,
                          twin != NULL ? shape_rules[twin->position] : row->name, shape_rules[row->position] };

  *why_not = RND_NO_MAKER;
  if (fl_reference_find (row) == NULL)
    {
      *why_not = "the reference interpreter has no kernel for it";
      return NULL;
    }
  if (find_reason (row->name) != NULL)
    {
      *why_not = find_reason (row->name);
      return NULL;
    }
  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    for (guint f = 0; f < G_N_ELEMENTS (families); f++)
      {
        RndMakeFunc make = find_in (families[f], names[n]);

        if (make != NULL)
          return make;
      }
  return NULL;
}
