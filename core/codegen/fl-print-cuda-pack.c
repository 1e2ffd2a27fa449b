/* Loops over the elements of a vector as CUDA C++: what is contiguous along the vector, and begins
 * at a multiple of it, is loaded by one instruction in front of the loop and stored by one behind;
 * the loop itself is unrolled and goes element by element. */
#include "fl-loop-access.h"
#include "fl-print-cuda-private.h"

static const FlSym *
drop_element (const FlPrinter *printer, FlAxisId axis, const FlSym *index)
{
  const FlSym *zero = fl_sym_int (fl_sym_get_table (index), 0);

  return fl_sym_substitute (index, &fl_loop_get_axis (printer->loops, axis)->var, &zero, 1);
}

/* Is memory that is stored to read again in the same loop? Then both go to memory element by
 * element. */
static gboolean
is_read_behind (const GArray *touches, guint position)
{
  const FlHomeId home = g_array_index (touches, FlLoopTouch, position).home;
  gboolean is_written = FALSE;

  for (guint i = 0; i < touches->len; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);

      if (touch->home == home && touch->value && is_written)
        return TRUE;
      is_written |= touch->home == home && !touch->value;
    }
  return FALSE;
}

static gboolean
is_wide (const FlPrinter *printer, const GArray *touches, guint position, FlAxisId axis, gint64 width)
{
  const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, position);
  const FlLoopHome *home = fl_loop_get_home (printer->loops, touch->home);

  return (home->kind == FL_HOME_ARGUMENT || (home->pack && home->pack == width))
         && fl_loop_get_stmt (printer->loops, touch->stmt)->mode != FL_LOOP_STORE_ATOMIC_ADD
         && (gint64) fl_dtype_get_size_bytes (home->dtype) * width <= 16
         && fl_loop_is_aligned (printer->loops, axis, touch->index, width) && !is_read_behind (touches, position);
}

/* "fl_pack<float, 4>" */
static char *
dup_type (const FlPrinter *printer, FlHomeId home, gint64 width)
{
  return g_strdup_printf ("fl_pack<%s, %" G_GINT64_FORMAT ">",
                          fl_dtype_get_c_type (fl_loop_get_home (printer->loops, home)->dtype), width);
}

/* "x_kept[i1u]" */
static char *
dup_kept (FlPrinter *printer, const FlLoopTouch *touch, FlAxisId axis, gint64 width)
{
  const FlSym *first = drop_element (printer, axis, touch->index);
  g_autofree char *at
      = fl_print_c_dup_index (printer, fl_sym_floor_div (first, fl_sym_int (fl_sym_get_table (first), width)));

  return g_strdup_printf ("%s[%s]", fl_print_c_home (printer, touch->home, 0), at);
}

void
fl_print_cuda_begin_packs (FlPrinter *printer, FlHomeId id)
{
  const FlLoopHome home = *fl_loop_get_home (printer->loops, id);
  g_autofree char *type = dup_type (printer, id, home.pack);
  gint64 size = 0;

  fl_sym_is_int (home.size, &size);
  fl_c_line (printer->text, "%s %s[%" G_GINT64_FORMAT "];", type, fl_print_c_home (printer, id, 0), size / home.pack);
}

static void
write_load (FlPrinter *printer, const FlLoopTouch *touch, FlAxisId axis, gint64 width)
{
  g_autofree char *type = dup_type (printer, touch->home, width),
                  *place = fl_print_c_dup_place (printer, touch->home, drop_element (printer, axis, touch->index));
  g_autofree char *base = g_strdup_printf ("%s_pack", fl_print_c_home (printer, touch->home, 0));
  const char *name = fl_c_make_name (printer->text, base);

  if (fl_loop_get_home (printer->loops, touch->home)->pack)
    {
      g_autofree char *kept = dup_kept (printer, touch, axis, width);

      fl_c_line (printer->text, "const %s %s = fl_take_pack (%s);", type, name, kept);
    }
  else
    fl_c_line (printer->text, "const %s %s = *(const %s *) (%s);", type, name, type, place);
  g_hash_table_insert (printer->packs, GUINT_TO_POINTER (touch->value),
                       fl_arena_printf (printer->text->pass->arena, "%s.at[%s]", name,
                                        fl_loop_get_axis (printer->loops, axis)->name));
}

/* --- loads that are masked --------------------------------------------------------------------------- */

/* Which mask each load stands under; one that stands under several, or under one that differs from element to element,
 * has none. */
typedef struct
{
  FlAxisId axis;
  GHashTable *masks; /* load -> mask; 0: none */
} MaskSearch;

typedef struct
{
  GHashTable *masks;
  FlValueId mask;
} MaskedLoads;

static gboolean
note_load (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const MaskedLoads *self = data;
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  const gpointer key = GUINT_TO_POINTER (id), mask = GUINT_TO_POINTER (self->mask);
  gpointer known;

  if (value->op == FL_SCALAR_LOAD)
    g_hash_table_insert (self->masks, key,
                         g_hash_table_lookup_extended (self->masks, key, NULL, &known) && known != mask ? NULL : mask);
  return value->op != FL_SCALAR_MASKED;
}

static gboolean
note_memory (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  *(gboolean *) data |= fl_loop_get_value (kernel, id)->home != 0;
  return TRUE;
}

/* One answer for all elements, that no store of the loop changes. */
static gboolean
is_same_for_all (const FlLoopKernel *kernel, FlValueId mask, FlAxisId axis)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  gboolean reads = FALSE;

  fl_loop_visit_value (kernel, mask, seen, note_memory, &reads);
  return !reads && !(fl_loop_value_get_axes (kernel, mask) >> axis & 1);
}

static gboolean
note_masked (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const MaskSearch *self = data;
  const FlLoopValue value = *fl_loop_get_value (kernel, id);
  g_autoptr (GHashTable) seen = NULL;
  MaskedLoads loads = { .masks = self->masks };

  if (value.op != FL_SCALAR_MASKED)
    return TRUE;
  seen = g_hash_table_new (NULL, NULL);
  if (is_same_for_all (kernel, value.args[0], self->axis))
    loads.mask = value.args[0];
  fl_loop_visit_value (kernel, value.args[1], seen, note_load, &loads);
  return TRUE;
}

/* "fl_pack<float, 4> x_pack; if (lt) x_pack = …": read for the elements of the mask alone, which are all or none. */
static void
write_masked_load (FlPrinter *printer, const FlLoopTouch *touch, FlValueId mask, FlAxisId axis, gint64 width)
{
  g_autofree char *type = dup_type (printer, touch->home, width),
                  *place = fl_print_c_dup_place (printer, touch->home, drop_element (printer, axis, touch->index)),
                  *base = g_strdup_printf ("%s_pack", fl_print_c_home (printer, touch->home, 0));
  const char *name = fl_c_make_name (printer->text, base);
  const FlCValue condition = fl_print_c_value (printer, mask);

  fl_c_line (printer->text, "%s %s;", type, name);
  fl_c_line (printer->text, "if (%s)", condition.text);
  fl_c_line (printer->text, "  %s = *(const %s *) (%s);", name, type, place);
  g_hash_table_insert (printer->packs, GUINT_TO_POINTER (touch->value),
                       fl_arena_printf (printer->text->pass->arena, "%s.at[%s]", name,
                                        fl_loop_get_axis (printer->loops, axis)->name));
}

typedef struct
{
  const FlLoopTouch *touch;
  const char *name;
} Pack;

static void
begin_store (FlPrinter *printer, const FlLoopTouch *touch, FlAxisId axis, gint64 width, GArray *stores)
{
  g_autofree char *type = dup_type (printer, touch->home, width),
                  *base = g_strdup_printf ("%s_pack", fl_print_c_home (printer, touch->home, 0));
  const Pack pack = { .touch = touch, .name = fl_c_make_name (printer->text, base) };

  fl_c_line (printer->text, "%s %s;", type, pack.name);
  g_array_append_val (stores, pack);
  /* Keyed apart from loads: values are numbered from 1. */
  g_hash_table_insert (printer->packs, GINT_TO_POINTER (-(gint) touch->stmt),
                       fl_arena_printf (printer->text->pass->arena, "%s.at[%s]", pack.name,
                                        fl_loop_get_axis (printer->loops, axis)->name));
}

static void
end_store (FlPrinter *printer, const Pack *pack, FlAxisId axis, gint64 width)
{
  g_autofree char *kept = fl_loop_get_home (printer->loops, pack->touch->home)->pack
                              ? dup_kept (printer, pack->touch, axis, width)
                              : NULL;
  g_autofree char *place
      = fl_print_c_dup_place (printer, pack->touch->home, drop_element (printer, axis, pack->touch->index));

  if (kept)
    fl_c_line (printer->text, "%s = %s;", kept, pack->name);
  else
    fl_print_c_line (printer, fl_loop_get_stmt (printer->loops, pack->touch->stmt)->origins, 0,
                     "fl_store_pack (%s, %s);", place, pack->name);
}

const char *
fl_print_cuda_find_packed_store (FlPrinter *printer, FlStmtId store)
{
  return g_hash_table_lookup (printer->packs, GINT_TO_POINTER (-(gint) store));
}

static gboolean
is_new (const FlPrinter *printer, const FlLoopTouch *touch)
{
  return !g_hash_table_contains (printer->packs, GUINT_TO_POINTER (touch->value))
         && !fl_print_c_is_named (printer, touch->value);
}

static void
write_masked_loads (FlPrinter *printer, const FlLoopStmt *loop, const GArray *touches, gint64 width)
{
  g_autoptr (GHashTable) masks = g_hash_table_new (NULL, NULL), seen = g_hash_table_new (NULL, NULL);
  MaskSearch search = { .axis = loop->axis, .masks = masks };

  for (guint i = 0; i < loop->n_children; i++)
    fl_loop_visit_values (printer->loops, fl_loop_get_stmt (printer->loops, loop->children[i]), seen, note_masked,
                          &search);
  for (guint i = 0; i < touches->len; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);
      const FlValueId mask = GPOINTER_TO_UINT (g_hash_table_lookup (masks, GUINT_TO_POINTER (touch->value)));

      if (touch->value && touch->is_masked && mask && !fl_loop_get_home (printer->loops, touch->home)->pack
          && is_new (printer, touch) && is_wide (printer, touches, i, loop->axis, width))
        write_masked_load (printer, touch, mask, loop->axis, width);
    }
}

void
fl_print_cuda_pack_loop (FlPrinter *printer, FlStmtId id, void (*statement) (FlPrinter *printer, FlStmtId stmt))
{
  const FlLoopStmt loop = *fl_loop_get_stmt (printer->loops, id);
  const FlLoopAxis axis = *fl_loop_get_axis (printer->loops, loop.axis);
  g_autoptr (GArray) touches = fl_loop_collect_touches (printer->loops, id),
                     stores = g_array_new (FALSE, FALSE, sizeof (Pack));
  gint64 width = 0;

  fl_sym_is_int (axis.extent, &width);
  for (guint i = 0; i < touches->len; i++)
    {
      const FlLoopTouch *touch = &g_array_index (touches, FlLoopTouch, i);

      if (is_wide (printer, touches, i, loop.axis, width) && touch->value && !touch->is_masked
          && is_new (printer, touch))
        write_load (printer, touch, loop.axis, width);
    }
  write_masked_loads (printer, &loop, touches, width);
  for (guint i = 0; i < touches->len; i++)
    if (!g_array_index (touches, FlLoopTouch, i).value && is_wide (printer, touches, i, loop.axis, width))
      begin_store (printer, &g_array_index (touches, FlLoopTouch, i), loop.axis, width, stores);
  fl_c_line (printer->text, "#pragma unroll");
  fl_c_line (printer->text, "for (int64_t %s = 0; %s < %" G_GINT64_FORMAT "; %s++) {", axis.name, axis.name, width,
             axis.name);
  printer->text->indent++;
  fl_print_c_push (printer);
  for (guint i = 0; i < loop.n_children; i++)
    statement (printer, loop.children[i]);
  fl_print_c_pop (printer);
  printer->text->indent--;
  fl_c_line (printer->text, "}");
  for (guint i = 0; i < stores->len; i++)
    end_store (printer, &g_array_index (stores, Pack, i), loop.axis, width);
  g_hash_table_remove_all (printer->packs);
}
