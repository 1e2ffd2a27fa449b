/* Arguments of the node being lowered, as values. */
#include "fl-lowering.h"

#include <stdarg.h>

FlItem
fl_lower_fail (FlLowering *low, FlErrorCode code, const char *format, ...)
{
  FlItem none = { .kind = FL_ITEM_NONE };
  g_autofree char *message = NULL;
  va_list args;

  if (low->error != NULL)
    return none;
  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (&low->error, FL_ERROR, code, "%s%swhile lowering %s (%s, line %u): %s",
               low->graph->path != NULL ? low->graph->path : "", low->graph->path != NULL ? ": " : "", low->node->name,
               low->node->target != NULL ? low->node->target : "output", low->node->line, message);
  return none;
}

FlItem
fl_item_of_boxes (FlLowering *low, FlBox *const *boxes, guint n)
{
  FlItem item = { .kind = FL_ITEM_LIST, .n_items = n, .items = fl_arena_new (low->arena, FlItem, n + 1) };

  for (guint i = 0; i < n; i++)
    item.items[i] = fl_item_of_box (boxes[i]);
  return item;
}

static FlItem
get_list (FlLowering *low, const FlArg *arg)
{
  FlItem item
      = { .kind = FL_ITEM_LIST, .n_items = arg->n_items, .items = fl_arena_new (low->arena, FlItem, arg->n_items + 1) };

  for (guint i = 0; i < arg->n_items; i++)
    item.items[i] = fl_lower_get_item (low, &arg->items[i]);
  return item;
}

FlItem
fl_lower_get_item (FlLowering *low, const FlArg *arg)
{
  FlItem item = { .kind = FL_ITEM_NONE };

  switch (arg->kind)
    {
    case FL_ARG_NODE: return low->items[arg->node.index];
    case FL_ARG_INT: return (FlItem) { .kind = FL_ITEM_SYM, .sym = arg->sym };
    case FL_ARG_FLOAT: return fl_item_of_number (arg->number);
    case FL_ARG_BOOL: return (FlItem) { .kind = FL_ITEM_BOOL, .number = arg->number };
    case FL_ARG_LIST:
    case FL_ARG_TUPLE: return get_list (low, arg);
    case FL_ARG_NONE: return item;
    default: return (FlItem) { .kind = FL_ITEM_OTHER, .arg = arg };
    }
}

FlItem
fl_lower_get_arg (FlLowering *low, const char *name)
{
  const FlArg *arg = fl_node_find_arg (low->node, name);
  FlItem none = { .kind = FL_ITEM_NONE };

  return arg != NULL ? fl_lower_get_item (low, arg) : none;
}

FlItem
fl_lower_get_nth (FlLowering *low, guint position)
{
  const FlArg *arg = fl_node_get_arg (low->node, position);
  FlItem none = { .kind = FL_ITEM_NONE };

  return arg != NULL ? fl_lower_get_item (low, arg) : none;
}

static FlBox *
check_box (FlLowering *low, FlItem item, const char *what)
{
  if (item.kind != FL_ITEM_BOX)
    fl_lower_fail (low, FL_ERROR_GRAPH, "argument %s is not a tensor", what);
  return item.box;
}

FlBox *
fl_lower_get_input (FlLowering *low)
{
  return check_box (low, fl_lower_get_nth (low, 0), "1");
}

gint64
fl_lower_get_int (FlLowering *low, const char *name, gint64 fallback)
{
  FlItem item = fl_lower_get_arg (low, name);
  gint64 value;

  if (item.kind == FL_ITEM_SYM)
    return fl_sym_is_int (item.sym, &value) ? value : fl_sym_hint (item.sym);
  if (item.kind == FL_ITEM_BOOL || item.kind == FL_ITEM_FLOAT)
    return (gint64) item.number;
  return item.kind == FL_ITEM_NONE && fl_node_get_int (low->node, name, &value) ? value : fallback;
}

gboolean
fl_lower_get_bool (FlLowering *low, const char *name, gboolean fallback)
{
  gboolean value;

  return fl_node_get_bool (low->node, name, &value) ? value : fallback;
}

gboolean
fl_lower_is_symbolic (FlLowering *low, const char *name)
{
  FlItem item = fl_lower_get_arg (low, name);

  return item.kind == FL_ITEM_SYM && !fl_sym_is_int (item.sym, NULL);
}

double
fl_lower_get_float (FlLowering *low, const char *name, double fallback)
{
  FlItem item = fl_lower_get_arg (low, name);
  double value;

  if (item.kind == FL_ITEM_SYM)
    return (double) fl_sym_hint (item.sym);
  return fl_node_get_float (low->node, name, &value) ? value : fallback;
}

FlDtype
fl_lower_get_dtype (FlLowering *low, const char *name, FlDtype fallback)
{
  const FlArg *arg = fl_node_find_arg (low->node, name);

  return arg != NULL && arg->kind == FL_ARG_DTYPE ? arg->dtype : fallback;
}

FlDevice
fl_lower_get_device (FlLowering *low, const char *name, FlDevice fallback)
{
  const FlArg *arg = fl_node_find_arg (low->node, name);

  return arg != NULL && arg->kind == FL_ARG_DEVICE ? fl_lower_map_device (low, arg->device) : fallback;
}

const FlSym *
fl_item_get_sym (FlLowering *low, const FlItem *item)
{
  if (item->kind == FL_ITEM_SYM)
    return fl_sym_is_real (item->sym) ? NULL : item->sym;
  return item->kind == FL_ITEM_BOOL || item->kind == FL_ITEM_FLOAT ? fl_sym_int (low->symbols, (gint64) item->number)
                                                                   : NULL;
}

/* An integer stands for a list of one. */
const FlSym **
fl_lower_get_syms (FlLowering *low, const char *name, guint *n)
{
  FlItem item = fl_lower_get_arg (low, name), single = item;
  const FlSym **syms;

  *n = 0;
  if (item.kind == FL_ITEM_NONE)
    {
      const FlSym *const *defaults = fl_node_get_syms (low->graph, low->node, name, low->arena, n);

      return (const FlSym **) defaults;
    }
  if (item.kind != FL_ITEM_LIST)
    {
      item.items = &single;
      item.n_items = 1;
    }
  syms = fl_arena_new (low->arena, const FlSym *, item.n_items + 1);
  for (guint i = 0; i < item.n_items; i++)
    {
      syms[i] = fl_item_get_sym (low, &item.items[i]);
      if (syms[i] == NULL)
        {
          fl_lower_fail (low, FL_ERROR_GRAPH, "argument %s is not a list of integers", name);
          syms[i] = low->one;
        }
    }
  *n = item.n_items;
  return syms;
}

gboolean
fl_lower_check_dim (FlLowering *low, gint64 dim, guint n_dims, guint *out)
{
  if (dim < 0)
    dim += n_dims;
  if (n_dims == 0 && (dim == 0 || dim == -1))
    dim = 0;
  else if (dim < 0 || dim >= n_dims)
    {
      fl_lower_fail (low, FL_ERROR_SHAPE, "dimension %d is out of range for %u dimensions", (int) dim, n_dims);
      return FALSE;
    }
  *out = (guint) dim;
  return TRUE;
}

gboolean
fl_lower_get_dim (FlLowering *low, const char *name, gint64 fallback, guint n_dims, guint *dim)
{
  return fl_lower_check_dim (low, fl_lower_get_int (low, name, fallback), n_dims, dim);
}
