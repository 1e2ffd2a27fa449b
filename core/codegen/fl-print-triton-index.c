/* Indices of a Triton kernel as text: parts of the flat indices, size symbols under the names of parameters.
 * Source: torch/_inductor/codegen/triton.py (TritonPrinter). */
#include "fl-print-triton-private.h"

#include <string.h>

/* --- text ------------------------------------------------------------------------------------- */

/* Python's // and % round down, Triton's towards zero: they may not meet a negative number. */
static gboolean
is_plain (const FlSym *sym)
{
  FlSymKind kind = fl_sym_get_kind (sym);
  gint64 minimum, maximum;

  switch (kind)
    {
    case FL_SYM_FLOOR_DIV:
    case FL_SYM_MOD_INDEX:
    case FL_SYM_MOD:
      fl_sym_get_range (fl_sym_get_arg (sym, 0), &minimum, &maximum);
      if (minimum < 0)
        return FALSE;
      break;
    case FL_SYM_INT:
    case FL_SYM_SIZE:
    case FL_SYM_VAR:
    case FL_SYM_INDIRECT:
    case FL_SYM_ADD:
    case FL_SYM_MUL:
    case FL_SYM_IDENTITY:
    case FL_SYM_POW: break;
    default: return FALSE;
    }
  for (guint i = 0; i < fl_sym_get_n_args (sym); i++)
    if (!is_plain (fl_sym_get_arg (sym, i)))
      return FALSE;
  return TRUE;
}

static void append_any (FlTriton *triton, GString *out, const FlSym *sym);

static void
append_joined (FlTriton *triton, GString *out, const FlSym *sym, const char *begin, const char *between)
{
  g_string_append (out, begin);
  for (guint i = 0; i < fl_sym_get_n_args (sym); i++)
    {
      g_string_append (out, i ? between : "");
      append_any (triton, out, fl_sym_get_arg (sym, i));
    }
  g_string_append_c (out, ')');
}

/* (x // d) % m, rounded down. */
static void
append_mod_index (FlTriton *triton, GString *out, const FlSym *sym)
{
  g_string_append (out, "triton_helpers.remainder_integer(triton_helpers.div_floor_integer(");
  append_any (triton, out, fl_sym_get_arg (sym, 0));
  g_string_append (out, ", ");
  append_any (triton, out, fl_sym_get_arg (sym, 1));
  g_string_append (out, "), ");
  append_any (triton, out, fl_sym_get_arg (sym, 2));
  g_string_append_c (out, ')');
}

static void
append_any (FlTriton *triton, GString *out, const FlSym *sym)
{
  static const char *const relations[] = { " == ", " != ", " < ", " <= ", " > ", " >= " };

  if (is_plain (sym))
    {
      const gboolean is_atom = fl_sym_get_n_args (sym) == 0;

      g_string_append (out, is_atom ? "" : "(");
      fl_sym_append_python (out, sym);
      g_string_append (out, is_atom ? "" : ")");
      return;
    }
  switch (fl_sym_get_kind (sym))
    {
    case FL_SYM_ADD: append_joined (triton, out, sym, "(", " + "); break;
    case FL_SYM_MUL: append_joined (triton, out, sym, "(", " * "); break;
    case FL_SYM_IDENTITY: append_joined (triton, out, sym, "(", ""); break;
    case FL_SYM_FLOOR_DIV: append_joined (triton, out, sym, "triton_helpers.div_floor_integer(", ", "); break;
    case FL_SYM_MOD: append_joined (triton, out, sym, "triton_helpers.remainder_integer(", ", "); break;
    case FL_SYM_MOD_INDEX: append_mod_index (triton, out, sym); break;
    case FL_SYM_MIN:
    case FL_SYM_MAX:
      if (fl_sym_get_n_args (sym) == 2)
        append_joined (triton, out, sym, fl_sym_get_kind (sym) == FL_SYM_MIN ? "tl.minimum(" : "tl.maximum(", ", ");
      else
        fl_triton_fail (triton, "an extreme of more than two sizes");
      break;
    case FL_SYM_REL: append_joined (triton, out, sym, "(", relations[fl_sym_get_relation (sym)]); break;
    case FL_SYM_SELECT: append_joined (triton, out, sym, "tl.where(", ", "); break;
    default: fl_triton_fail (triton, "a size that is computed with real numbers");
    }
}

/* The size symbols of a file under the names of parameters. */
static const FlSym *
rename_sizes (FlTriton *triton, const FlSym *sym)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  g_autoptr (GPtrArray) from = g_ptr_array_new (), to = g_ptr_array_new ();

  fl_sym_collect_symbols (sym, symbols);
  for (guint i = 0; i < symbols->len; i++)
    {
      guint position;
      g_autofree char *name = NULL;
      gint64 minimum, maximum;

      if (fl_sym_get_kind (symbols->pdata[i]) != FL_SYM_SIZE)
        continue;
      if (!g_ptr_array_find (triton->sizes, symbols->pdata[i], &position))
        {
          position = triton->sizes->len;
          g_ptr_array_add (triton->sizes, symbols->pdata[i]);
        }
      name = g_strdup_printf ("ks%u", position);
      fl_sym_get_range (symbols->pdata[i], &minimum, &maximum);
      if (minimum < 0)
        fl_triton_fail (triton, "the size %s, which may be negative", fl_sym_get_name (symbols->pdata[i]));
      g_ptr_array_add (from, symbols->pdata[i]);
      g_ptr_array_add (to, (gpointer) fl_sym_var (triton->symbols, name, NULL));
    }
  return from->len
             ? fl_sym_substitute (sym, (const FlSym *const *) from->pdata, (const FlSym *const *) to->pdata, from->len)
             : sym;
}

char *
fl_triton_dup_size (FlTriton *triton, const FlSym *size)
{
  g_autoptr (GString) out = g_string_new (NULL);
  const FlSym *renamed = rename_sizes (triton, size);

  if (fl_sym_is_overflow (renamed) || fl_sym_contains_kind (renamed, FL_SYM_OPAQUE))
    fl_triton_fail (triton, "a size that is kept as text");
  if (is_plain (renamed))
    fl_sym_append_python (out, renamed);
  else
    append_any (triton, out, renamed);
  return g_strdup (out->str);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (fl_sym_get_name (*(const FlSym *const *) a), fl_sym_get_name (*(const FlSym *const *) b));
}

char *
fl_triton_dup_index (FlTriton *triton, const FlSym *index)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  fl_sym_collect_symbols (index, symbols);
  g_ptr_array_sort (symbols, compare_names);
  for (guint i = 0; i < symbols->len; i++)
    {
      FlTritonRange *range = fl_triton_find_range (triton, symbols->pdata[i]);

      if (range && range->use == 0)
        range->use = ++triton->counts[FL_TRITON_USES];
      if (g_str_has_prefix (fl_sym_get_name (symbols->pdata[i]), "indirect"))
        fl_triton_fail (triton, "an index from memory that is used before it is read");
    }
  return fl_triton_dup_size (triton, index);
}

/* A size that something is divided by. */
static char *
dup_factor (FlTriton *triton, const FlSym *size)
{
  char *text = fl_triton_dup_size (triton, size);
  char *wrapped;

  if (fl_sym_get_n_args (size) == 0)
    return text;
  wrapped = g_strdup_printf ("(%s)", text);
  g_free (text);
  return wrapped;
}

static int
compare_uses (gconstpointer a, gconstpointer b)
{
  const guint x = ((const FlTritonRange *) a)->use, y = ((const FlTritonRange *) b)->use;

  return (x > y) - (x < y);
}

void
fl_triton_append_ranges (FlTriton *triton, GString *out, gboolean is_reduction, guint indent)
{
  g_autoptr (GArray) ranges = g_array_copy (triton->ranges);

  g_array_sort (ranges, compare_uses);
  for (guint i = 0; i < ranges->len; i++)
    {
      FlTritonRange range = g_array_index (ranges, FlTritonRange, i);
      const FlTritonTree *tree = &triton->trees[range.tree];
      const gboolean is_last = fl_sym_known_equal (fl_sym_mul (range.divisor, range.length), tree->numel);
      const gboolean is_first = fl_sym_is_int_value (range.divisor, 1);
      g_autofree char *divisor = NULL, *length = NULL;

      if (range.use == 0 || tree->is_reduction != is_reduction)
        continue;
      divisor = is_first ? NULL : dup_factor (triton, range.divisor);
      length = is_last ? NULL : dup_factor (triton, range.length);
      g_string_append_printf (out, "%*s%s = ", indent, "", fl_sym_get_name (range.var));
      if (is_first && is_last)
        g_string_append_printf (out, "%sindex\n", tree->prefix);
      else if (is_last)
        g_string_append_printf (out, "%sindex // %s\n", tree->prefix, divisor);
      else if (is_first)
        g_string_append_printf (out, "(%sindex %% %s)\n", tree->prefix, length);
      else
        g_string_append_printf (out, "((%sindex // %s) %% %s)\n", tree->prefix, divisor, length);
    }
}
