/* The words of recipes that are no operators: casts, constants, sizes, lists of dimensions
 * (fl-decompose-recipe.c says what each is). */
#include <string.h>

#include "fl-decompose-table.h"
#include "fl-recipe.h"

gboolean
fl_recipe_get_number (const FlArg *arg, double *number)
{
  gint64 integer;

  if (arg->kind == FL_ARG_INT && fl_sym_is_int (arg->sym, &integer))
    *number = (double) integer;
  else if (arg->kind == FL_ARG_FLOAT || arg->kind == FL_ARG_BOOL)
    *number = arg->number;
  else
    return FALSE;
  return TRUE;
}

static FlArg
make_loss (Recipe *self, FlArg x, FlArg reduction)
{
  double number = FL_LOSS_MEAN;

  fl_recipe_get_number (&reduction, &number);
  if (number == FL_LOSS_KEEP)
    return x;
  return EMIT (self->rw, number == FL_LOSS_MEAN ? "aten.mean.default" : "aten.sum.default", x);
}

static FlArg
make_cast (Recipe *self, FlArg x, FlArg like)
{
  const FlTensor *tensor = fl_rewrite_tensor (self->rw, like);

  if (like.kind == FL_ARG_DTYPE)
    return fl_emit_cast (self->rw, x, like.dtype);
  if (tensor == NULL)
    self->is_open = FALSE;
  return tensor == NULL ? x : fl_emit_cast (self->rw, x, tensor->dtype);
}

static FlArg
make_tensor (Recipe *self, FlArg number, FlArg like)
{
  const FlTensor *tensor = fl_rewrite_tensor (self->rw, like);
  FlArg empty = { .kind = FL_ARG_LIST }, device = { .kind = FL_ARG_DEVICE };
  FlDtype dtype = like.kind == FL_ARG_DTYPE ? like.dtype : tensor != NULL ? tensor->dtype : self->compute;

  if (number.kind == FL_ARG_NODE)
    return number;
  device.device = self->device;
  return EMIT (self->rw, "aten.full.default", empty, number, fl_arg_with_keyword ("dtype", fl_arg_dtype (dtype)),
               fl_arg_with_keyword ("device", self->device.type != NULL ? device : fl_arg_none ()));
}

/* An integer that is known, and all elements when dim is no number. */
static FlArg
make_size (Recipe *self, FlArg x, FlArg dim)
{
  const FlTensor *tensor = fl_rewrite_tensor (self->rw, x);
  const FlSym *size = NULL;
  gint64 known, wrapped;

  if (tensor != NULL && dim.kind == FL_ARG_NONE)
    size = fl_tensor_get_numel (tensor, self->rw->symbols);
  else if (tensor != NULL && dim.kind == FL_ARG_INT && fl_sym_is_int (dim.sym, &wrapped))
    {
      wrapped = fl_rewrite_wrap (wrapped, tensor->n_dims);
      size = wrapped >= 0 && wrapped < tensor->n_dims ? tensor->sizes[wrapped] : NULL;
    }
  if (size == NULL || !fl_sym_is_int (size, &known))
    {
      self->is_open = FALSE;
      return fl_arg_none ();
    }
  return fl_arg_int (self->rw, known);
}

/* The dimension that an argument names; -1: it is not known. */
static gint64
find_dim (Recipe *self, FlArg x, FlArg dim)
{
  const FlTensor *tensor = fl_rewrite_tensor (self->rw, x);
  gint64 wrapped;

  if (tensor == NULL || dim.kind != FL_ARG_INT || !fl_sym_is_int (dim.sym, &wrapped))
    return -1;
  wrapped = fl_rewrite_wrap (wrapped, tensor->n_dims);
  return wrapped >= 0 && wrapped < tensor->n_dims && tensor->n_dims < 16 ? wrapped : -1;
}

static FlArg
make_place (Recipe *self, const FlArg *args)
{
  gint64 dim = find_dim (self, args[0], args[1]);

  self->is_open = self->is_open && dim >= 0;
  return dim >= 0 ? fl_arg_indices (self->rw, dim, args[2]) : fl_arg_none ();
}

static FlArg
list_others (Recipe *self, FlArg x, FlArg dim)
{
  gint64 left = find_dim (self, x, dim), dims[16];
  guint n = 0;

  self->is_open = self->is_open && left >= 0;
  for (guint d = 0; left >= 0 && d < fl_rewrite_rank (self->rw, x); d++)
    if (d != left)
      dims[n++] = d;
  return fl_arg_ints (self->rw, dims, n);
}

static FlArg
make_like (Recipe *self, FlArg x, FlArg other)
{
  const FlTensor *tensor = fl_rewrite_tensor (self->rw, other);

  self->is_open = self->is_open && tensor != NULL;
  return tensor != NULL ? fl_emit_reshape (self->rw, x, tensor->sizes, tensor->n_dims) : x;
}

gboolean
fl_recipe_find_word (Recipe *self, const char *name, const FlArg *args, guint n, FlArg *out)
{
  FlRewrite *rw = self->rw;
  FlArg second = n > 1 ? args[1] : fl_arg_none ();
  FlDtype given;

  if (strcmp (name, "where") == 0)
    *out = WHERE (args[0], args[1], args[2]);
  else if (strcmp (name, "cast") == 0)
    *out = make_cast (self, args[0], second);
  else if (strcmp (name, "opmath") == 0)
    *out = fl_emit_opmath (rw, args[0], &given);
  else if (strcmp (name, "tensor") == 0)
    *out = make_tensor (self, args[0], second);
  else if (strcmp (name, "iota") == 0)
    *out = fl_emit_positions (rw, args[0].sym, self->device);
  else if (strcmp (name, "item") == 0)
    *out = EMIT (rw, "operator.getitem", args[0], second);
  else if (strcmp (name, "numel") == 0 || strcmp (name, "size") == 0)
    *out = make_size (self, args[0], second);
  else if (strcmp (name, "at") == 0)
    *out = make_place (self, args);
  else if (strcmp (name, "others") == 0)
    *out = list_others (self, args[0], second);
  else if (strcmp (name, "like") == 0)
    *out = make_like (self, args[0], second);
  else if (strcmp (name, "rank") == 0)
    *out = fl_arg_int (rw, fl_rewrite_rank (rw, args[0]));
  else if (strcmp (name, "unknown") == 0)
    {
      self->is_open = FALSE;
      *out = fl_arg_int (rw, 0);
    }
  else if (strcmp (name, "loss") == 0)
    *out = make_loss (self, args[0], second);
  else
    return FALSE;
  return TRUE;
}
