/* Vector gathers: loads of vectors whose elements lie where an index in memory tells. What they are in C:
 * preamble/gather.h.
 *
 * Indices that do nothing but tell where to load are positions, lanes of 32 bits beside floats, whether memory has 32
 * or 64 bits of them. They are checked, wrapped and made valid in vectors, as one index is in a plain loop. */
#include "fl-print-c-private.h"

#include "fl-c-vector.h"
#include "fl-print-c.h"

#include "fl-c-lanes.h"

enum
{
  MAX_SIZE = 1 << 30, /* of a dimension that is indexed: an index that is wrapped fits, too */
  MAX_LANES = 16,
  MAX_POSITIONS = 4 /* most that an index is the sum of */
};

/* index = base + the sum of steps[i] * symbols[i]; of the lanes' variable, base has its own step, too. */
typedef struct
{
  const FlSym *base;
  gint64 step; /* from one lane to the next */
  guint n;
  const FlSym *symbols[MAX_POSITIONS];
  gint64 steps[MAX_POSITIONS];
} Address;

/* --- whether ---------------------------------------------------------------------------------- */

/* Does the position differ from lane to lane? */
static gboolean
is_made_along (const FlLoopKernel *loops, const FlSym *symbol, FlAxisId axis)
{
  const FlValueId at = fl_loop_find_indirect (loops, symbol);

  return at && fl_loop_value_get_axes (loops, at) >> axis & 1;
}

gboolean
fl_print_c_is_gather (const FlLoopKernel *loops, const FlSym *index, FlAxisId axis)
{
  g_autoptr (GPtrArray) symbols = NULL;

  if (!fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return FALSE;
  symbols = g_ptr_array_new ();
  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    if (is_made_along (loops, symbols->pdata[i], axis))
      return TRUE;
  return FALSE;
}

static gboolean
take_symbol (Address *address, const FlSym *symbol)
{
  const FlSym *zero = fl_sym_int (fl_sym_get_table (address->base), 0),
              *one = fl_sym_int (fl_sym_get_table (address->base), 1);
  const FlSym *without = fl_sym_substitute (address->base, &symbol, &zero, 1);
  const FlSym *step = fl_sym_sub (fl_sym_substitute (address->base, &symbol, &one, 1), without);

  if (address->n == MAX_POSITIONS || !fl_sym_is_int (step, &address->steps[address->n])
      || !fl_sym_is_int_value (fl_sym_sub (address->base, fl_sym_add (without, fl_sym_mul (step, symbol))), 0))
    return FALSE;
  address->symbols[address->n++] = symbol;
  address->base = without;
  return TRUE;
}

static gboolean
find_address (const FlLoopKernel *loops, const FlSym *index, FlAxisId axis, Address *address)
{
  const FlSym *var = fl_loop_get_axis (loops, axis)->var, *step;
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  *address = (Address) { .base = index };
  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    if (is_made_along (loops, symbols->pdata[i], axis) && !take_symbol (address, symbols->pdata[i]))
      return FALSE;
  step = fl_sym_get_stride (address->base, var, &var, 1);
  return fl_sym_is_int (step, &address->step)
         && !fl_sym_contains (fl_sym_sub (address->base, fl_sym_mul (step, var)), var);
}

/* Is it text that vectors understand as well? The smaller one of two, a choice and their like are functions of one
 * number. */
static gboolean
is_plain (const FlSym *sym)
{
  static const FlSymKind functions[]
      = { FL_SYM_MOD, FL_SYM_MIN, FL_SYM_MAX, FL_SYM_REL, FL_SYM_SELECT, FL_SYM_REAL, FL_SYM_ROUND, FL_SYM_OPAQUE };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (fl_sym_contains_kind (sym, functions[i]))
      return FALSE;
  return TRUE;
}

/* What the loops' variables say, and what positions that differ from lane to lane add to that. FALSE: they do not just
 * add up. */
static gboolean
split_count (const FlLoopKernel *loops, const FlSym *index, FlAxisId axis, const FlSym **base, const FlSym **added)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  const FlSym *zero = fl_sym_int (fl_sym_get_table (index), 0);

  *base = index;
  fl_sym_collect_symbols (index, symbols);
  for (guint i = 0; i < symbols->len; i++)
    if (is_made_along (loops, symbols->pdata[i], axis))
      {
        const FlSym *symbol = symbols->pdata[i];

        *base = fl_sym_substitute (*base, &symbol, &zero, 1);
      }
  *added = fl_sym_sub (index, *base);
  g_ptr_array_set_size (symbols, 0);
  fl_sym_collect_symbols (*added, symbols);
  for (guint i = 0; i < symbols->len; i++)
    if (!is_made_along (loops, symbols->pdata[i], axis))
      return FALSE;
  return is_plain (*added);
}

gboolean
fl_print_c_can_count (const FlLoopKernel *loops, const FlSym *index, FlAxisId axis)
{
  const FlSym *base, *added;
  gint64 step;

  return split_count (loops, index, axis, &base, &added) && fl_print_c_find_step (loops, base, axis, &step);
}

/* Elements beside the one that is asked for which its word may hold. */
static gint64
count_others (FlDtype dtype)
{
  const guint bytes = fl_dtype_get_size_bytes (dtype);

  return bytes < 4 ? 4 / bytes - 1 : 0;
}

static gboolean
has_gather (FlDtype dtype)
{
  switch (dtype)
    {
    case FL_DTYPE_F32:
    case FL_DTYPE_F64:
    case FL_DTYPE_BF16:
    case FL_DTYPE_F16:
    case FL_DTYPE_BOOL:
    case FL_DTYPE_I64:
    case FL_DTYPE_I32:
    case FL_DTYPE_I16:
    case FL_DTYPE_I8:
    case FL_DTYPE_U8: return TRUE;
    default: return FALSE;
    }
}

/* Do positions add up to something that 32 bits hold? last: the last one. */
static const char *
refuse_address (const FlLoopKernel *loops, const FlSym *index, FlAxisId axis, gint64 *last)
{
  Address address;

  *last = 0;
  if (!find_address (loops, index, axis, &address) || address.step < 0)
    return "elements from anywhere, with positions that are no sum of multiples";
  for (guint i = 0; i < address.n; i++)
    {
      const FlLoopValue *at = fl_loop_get_value (loops, fl_loop_find_indirect (loops, address.symbols[i]));
      gint64 size, reach;

      if (!fl_sym_is_int (at->bound, &size) || address.steps[i] < 0
          || __builtin_mul_overflow (size - 1, address.steps[i], &reach) || __builtin_add_overflow (*last, reach, last)
          || *last > G_MAXINT32 - MAX_LANES * address.step)
        return "elements from anywhere, at positions that 32 bits do not hold";
    }
  return NULL;
}

const char *
fl_print_c_refuse_gather (const FlLoopKernel *loops, const FlLoopValue *load, FlAxisId axis)
{
  const FlLoopHome *home = fl_loop_get_home (loops, load->home);
  gint64 last;
  const char *why_not;

  if (home->kind != FL_HOME_ARGUMENT || !has_gather (home->dtype))
    return "elements from anywhere, of a type that has no gather";
  why_not = refuse_address (loops, load->index, axis, &last);
  return why_not ? why_not : last < count_others (home->dtype) ? "elements from anywhere of very few" : NULL;
}

/* One number for all elements needs no lanes: positions are checked in vectors, which takes a tenth less time than one
 * at a time. Numbers of their own, lane by lane, take a tenth longer. */
static const char *
refuse_addition (const FlLoopKernel *loops, const FlLoopStmt *store)
{
  const FlDtype dtype = fl_loop_get_home (loops, store->home)->dtype;
  const FlLoopValue *value = fl_loop_get_value (loops, store->value);

  if (value->op != FL_SCALAR_CONSTANT || value->dtype != dtype)
    return "a scatter that adds";
  return dtype == FL_DTYPE_F32 || dtype == FL_DTYPE_F64 || dtype == FL_DTYPE_I32 || dtype == FL_DTYPE_I64
             ? NULL
             : "a scatter that adds numbers of a type that has none";
}

const char *
fl_print_c_refuse_scatter (const FlLoopKernel *loops, const FlLoopStmt *store, FlAxisId axis)
{
  const FlLoopHome *home = fl_loop_get_home (loops, store->home);
  const char *why_not = store->mode == FL_LOOP_STORE_ATOMIC_ADD ? refuse_addition (loops, store) : NULL;
  gint64 last;

  if (why_not)
    return why_not;
  if (home->kind != FL_HOME_ARGUMENT
      || (store->mode != FL_LOOP_STORE_ATOMIC_ADD
          && (home->dtype != FL_DTYPE_F32 || fl_loop_get_value (loops, store->value)->dtype != FL_DTYPE_F32)))
    return "a scatter of numbers that are no floats";
  return refuse_address (loops, store->index, axis, &last);
}

const char *
fl_print_c_refuse_position (const FlLoopKernel *loops, const FlLoopValue *at)
{
  const FlDtype dtype = fl_loop_get_value (loops, at->args[0])->dtype;
  gint64 size;

  if (dtype != FL_DTYPE_I32 && dtype != FL_DTYPE_I16 && dtype != FL_DTYPE_I8 && dtype != FL_DTYPE_U8)
    return "an index that is computed of large numbers";
  return fl_sym_is_int (at->bound, &size) && size > 0 && size <= MAX_SIZE ? NULL
                                                                          : "an index of a dimension of unknown size";
}

/* --- spelling --------------------------------------------------------------------------------- */

FlCValue
fl_print_c_position (FlPrinter *printer, FlValueId id, const FlLoopValue *value)
{
  const FlCValue index = fl_print_c_value (printer, value->args[0]);
  const char *left = printer->text->left, *size = fl_print_c_dup_kept (printer, value->bound);
  g_autofree char *wrapped
      = value->wrap ? g_strdup_printf ("fl_wrap_lanes (%s, %s)", index.text, size) : g_strdup (index.text);
  g_autofree char *valid
      = value->check ? g_strdup_printf ("fl_clamp_lanes (%s, %s)", wrapped, size) : g_strdup (wrapped);
  const char *count = left ? left : fl_c_lanes_get_count (printer->text, FL_DTYPE_I32);
  const guint origins = fl_loop_get_value_origins (printer->loops, id);

  if (value->check && count) /* lanes behind the last element hold anything */
    fl_print_c_line (printer, origins, id, "bad_indices += fl_count_outside (fl_first_i32 (%s, %s, 0), %s);", wrapped,
                     count, size);
  else if (value->check)
    fl_print_c_line (printer, origins, id, "bad_indices += fl_count_outside (%s, %s);", wrapped, size);
  printer->text->has_checks |= value->check;
  return fl_print_c_define (printer, id, "fl_i32",
                            (FlCValue) { .text = "at", .dtype = FL_DTYPE_I32, .is_vector = TRUE }, valid);
}

/* "1024 * at + fl_count_from (0, 1)" */
static char *
dup_positions (FlPrinter *printer, const Address *address)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < address->n; i++)
    {
      g_string_append (out, i ? " + " : "");
      if (address->steps[i] != 1)
        g_string_append_printf (out, "%" G_GINT64_FORMAT " * ", address->steps[i]);
      g_string_append (out,
                       fl_print_c_value (printer, fl_loop_find_indirect (printer->loops, address->symbols[i])).text);
    }
  if (address->step != 0)
    g_string_append_printf (out, " + fl_count_from (0, %" G_GINT64_FORMAT ")", address->step);
  return g_string_free (out, FALSE);
}

/* "x + 1024 * i0, at": the first of all elements, and the position of each lane's. */
static char *
dup_places (FlPrinter *printer, FlHomeId home, const FlSym *index)
{
  g_autofree char *base = NULL, *positions = NULL;
  Address address;

  find_address (printer->loops, index, printer->vector, &address);
  positions = dup_positions (printer, &address);
  base = fl_sym_is_int_value (address.base, 0) ? g_strdup (fl_print_c_home (printer, home, 0))
                                               : fl_print_c_dup_place (printer, home, address.base);
  return g_strdup_printf ("%s, %s", base, positions);
}

char *
fl_print_c_dup_count (FlPrinter *printer, const FlSym *index)
{
  const FlSym *base, *added;
  g_autofree char *first = NULL, *rest = NULL;
  gint64 step = 0;

  split_count (printer->loops, index, printer->vector, &base, &added);
  fl_print_c_find_step (printer->loops, base, printer->vector, &step);
  first = fl_print_c_dup_index (printer, base);
  if (fl_sym_is_int_value (added, 0))
    return g_strdup_printf ("fl_count_from (%s, %" G_GINT64_FORMAT ")", first, step);
  rest = fl_print_c_dup_index (printer, added);
  return g_strdup_printf ("fl_count_from (%s, %" G_GINT64_FORMAT ") + %s", first, step, rest);
}

char *
fl_print_c_dup_gather (FlPrinter *printer, const FlLoopValue *load)
{
  const FlDtype dtype = fl_loop_get_home (printer->loops, load->home)->dtype;
  const char *name = dtype == FL_DTYPE_BOOL ? "bool" : fl_dtype_get_short_name (dtype),
             *count = fl_c_lanes_get_count (printer->text, dtype);
  g_autofree char *places = dup_places (printer, load->home, load->index);

  if (count)
    return g_strdup_printf ("fl_gather_part_%s (%s, %s)", name, places, count);
  return g_strdup_printf ("fl_gather_%s (%s)", name, places);
}

/* "fl_scatter_add_same_i64 (buf0, at, 1);" */
static void
write_addition (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const char *count = fl_c_lanes_get_count (printer->text, FL_DTYPE_F32),
             *name = fl_dtype_get_short_name (fl_loop_get_home (printer->loops, stmt->home)->dtype);
  g_autofree char *places = dup_places (printer, stmt->home, stmt->index);
  const char *number = fl_print_c_value (printer, stmt->value).text;

  fl_print_c_line (printer, stmt->origins, 0,
                   count ? "fl_scatter_add_same_part_%s (%s, %s, %s);" : "fl_scatter_add_same_%s (%s, %s);", name,
                   places, number, count);
}

static void
write_lanes (FlPrinter *printer, const FlLoopStmt *stmt)
{
  const char *count = fl_c_lanes_get_count (printer->text, FL_DTYPE_F32);
  g_autofree char *operand = fl_c_vector_dup_operand (fl_print_c_value (printer, stmt->value)),
                  *places = dup_places (printer, stmt->home, stmt->index);

  fl_print_c_line (printer, stmt->origins, 0, count ? "fl_scatter_part_f32 (%s, %s, %s);" : "fl_scatter_f32 (%s, %s);",
                   places, operand, count);
}

void
fl_print_c_scatter (FlPrinter *printer, const FlLoopStmt *stmt)
{
  if (stmt->mode == FL_LOOP_STORE_ATOMIC_ADD)
    write_addition (printer, stmt);
  else
    write_lanes (printer, stmt);
}

char *
fl_print_c_dup_loaded_index (FlPrinter *printer, const FlLoopValue *load)
{
  const char *name = fl_dtype_get_short_name (fl_loop_get_home (printer->loops, load->home)->dtype);
  const char *count = fl_c_lanes_get_count (printer->text, FL_DTYPE_I32);
  g_autofree char *place = fl_print_c_dup_place (printer, load->home, load->index);

  if (count)
    return g_strdup_printf ("fl_load_part_index_%s (%s, %s)", name, place, count);
  return g_strdup_printf ("fl_load_index_%s (%s)", name, place);
}
