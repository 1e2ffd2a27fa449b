/* Constants as arguments of the operators that decompositions emit. */
#include "fl-intern.h"
#include "fl-rewrite.h"

FlArg
fl_arg_int (FlRewrite *rw, gint64 value)
{
  return (FlArg) { .kind = FL_ARG_INT, .sym = fl_sym_int (rw->symbols, value) };
}

FlArg
fl_arg_sym (const FlSym *sym)
{
  return (FlArg) { .kind = FL_ARG_INT, .sym = sym };
}

FlArg
fl_arg_float (double value)
{
  return (FlArg) { .kind = FL_ARG_FLOAT, .number = value };
}

FlArg
fl_arg_number (FlRewrite *rw, double value)
{
  return value == (gint64) value ? fl_arg_int (rw, (gint64) value) : fl_arg_float (value);
}

FlArg
fl_arg_bool (gboolean value)
{
  return (FlArg) { .kind = FL_ARG_BOOL, .number = value ? 1 : 0 };
}

FlArg
fl_arg_none (void)
{
  return (FlArg) { .kind = FL_ARG_NONE };
}

FlArg
fl_arg_dtype (FlDtype dtype)
{
  return (FlArg) { .kind = FL_ARG_DTYPE, .dtype = dtype };
}

FlArg
fl_arg_name (const char *text)
{
  return (FlArg) { .kind = FL_ARG_STRING, .text = text };
}

FlArg
fl_arg_list (FlRewrite *rw, const FlArg *items, guint n)
{
  return (FlArg) { .kind = FL_ARG_LIST, .n_items = n, .items = fl_arena_memdup (rw->arena, items, n * sizeof *items) };
}

FlArg
fl_arg_ints (FlRewrite *rw, const gint64 *values, guint n)
{
  FlArg *items = fl_arena_new (rw->arena, FlArg, n + 1);

  for (guint i = 0; i < n; i++)
    items[i] = fl_arg_int (rw, values[i]);
  return (FlArg) { .kind = FL_ARG_LIST, .n_items = n, .items = items };
}

FlArg
fl_arg_syms (FlRewrite *rw, const FlSym *const *syms, guint n)
{
  FlArg *items = fl_arena_new (rw->arena, FlArg, n + 1);

  for (guint i = 0; i < n; i++)
    items[i] = fl_arg_sym (syms[i]);
  return (FlArg) { .kind = FL_ARG_LIST, .n_items = n, .items = items };
}

FlArg
fl_arg_indices (FlRewrite *rw, guint dim, FlArg index)
{
  FlArg list[16];

  for (guint i = 0; i < dim; i++)
    list[i] = fl_arg_none ();
  list[dim] = index;
  return fl_arg_list (rw, list, dim + 1);
}

FlArg
fl_arg_with_keyword (const char *keyword, FlArg arg)
{
  arg.keyword = fl_intern (keyword);
  return arg;
}
