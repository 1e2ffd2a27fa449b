/* Which maker gives an operator's arguments, and which operators have none. */
#include "random-private.h"

static const char *const shape_rules[FL_N_ATEN_OPS] = {
#define ATEN(id, name, kind, signature) [FL_ATEN_OP_##id] =
#define SHAPE(rule) #rule,
#include "fl-aten-ops.def"
};

/* Reached in no program, with the reason. */
static const struct
{
  const char *name, *reason;
} unreached[] = {
  { "fuseloom.store.default", "ours: fusion plans put it in" },
  { "fuseloom.cat.default", "ours: fusion plans put it in" },
  { NULL, NULL },
};

static RndMakeFunc
find_in (const RndMakerRow *rows, const char *name)
{
  for (; rows->name != NULL; rows++)
    if (g_str_equal (rows->name, name))
      return rows->make;
  return NULL;
}

RndMakeFunc
rnd_find_maker (const FlAtenRow *row, const char **why_not)
{
  const RndMakerRow *const families[]
      = { rnd_pointwise_makers, rnd_reduction_makers, rnd_view_makers,
          rnd_index_makers,     rnd_create_makers,    rnd_product_makers };
  const char *names[] = { row->name, shape_rules[row->op] };

  *why_not = "no maker knows its arguments";
  if (fl_reference_find (row->op) == NULL)
    {
      *why_not = "the reference interpreter has no kernel for it";
      return NULL;
    }
  for (guint i = 0; unreached[i].name != NULL; i++)
    if (g_str_equal (unreached[i].name, row->name))
      {
        *why_not = unreached[i].reason;
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
