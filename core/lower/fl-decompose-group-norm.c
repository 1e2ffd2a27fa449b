/* The gradients of a group norm opened into sums over channels and groups, as PyTorch does. */
#include "fl-decompose-table.h"

DECOMPOSITION (group_norm_backward);

static gboolean
is_wanted (FlRewrite *rw, guint position)
{
  const FlArg *mask = fl_node_find_arg (rw->node, "output_mask");

  return mask == NULL || position >= mask->n_items || mask->items[position].number != 0;
}

/* Sizes by name, and sums over what a channel holds. */
typedef struct
{
  FlRewrite *rw;
  gint64 batch, channels, inner, groups, per_group;
  FlArg grad, x, mean, rstd, weight;
  FlArg ds, db; /* sums over a channel of grad x, and of grad: [batch, channels] */
} GroupNorm;

static FlArg
shape_groups (GroupNorm *self, FlArg x)
{
  const gint64 sizes[] = { self->batch, self->groups, self->per_group };

  return EMIT (self->rw, "aten.reshape.default", x, fl_arg_ints (self->rw, sizes, 3));
}

static FlArg
sum_channels (GroupNorm *self, FlArg x)
{
  const gint64 sizes[] = { self->batch, self->channels, self->inner };
  static const gint64 last = 2;

  return fl_emit_reduce (self->rw, "aten.sum.dim_IntList",
                         EMIT (self->rw, "aten.reshape.default", x, fl_arg_ints (self->rw, sizes, 3)), &last, 1, FALSE);
}

/* Sums over a group: [batch, groups]. */
static FlArg
sum_groups (GroupNorm *self, FlArg x)
{
  FlRewrite *rw = self->rw;
  static const gint64 last = 2;

  if (self->weight.kind == FL_ARG_NODE)
    x = MUL (x, EMIT (rw, "aten.unsqueeze.default", self->weight, fl_arg_int (rw, 0)));
  return fl_emit_reduce (rw, "aten.sum.dim_IntList", shape_groups (self, x), &last, 1, FALSE);
}

static FlArg
find_input_gradient (GroupNorm *self, const FlTensor *input, FlDtype given)
{
  FlRewrite *rw = self->rw;
  const gint64 wide[] = { self->batch, self->groups, self->per_group, self->inner },
               one[] = { 1, self->groups, self->per_group };
  double share = 1.0 / (double) (self->inner * self->per_group);
  FlArg ds = sum_groups (self, self->ds), db = sum_groups (self, self->db), c1, c2, c3, out;

  c1 = EMIT (rw, "aten.unsqueeze.default", self->rstd, fl_arg_int (rw, -1));
  if (self->weight.kind == FL_ARG_NODE)
    c1 = MUL (c1, EMIT (rw, "aten.reshape.default", self->weight, fl_arg_ints (rw, one, 3)));
  else
    c1 = EMIT (rw, "aten.expand.default", c1, fl_arg_ints (rw, wide, 3));
  c2 = SUB (MUL (db, self->mean), ds);
  c2 = MUL (MUL (MUL (MUL (c2, self->rstd), self->rstd), self->rstd), NUMBER (share));
  c3 = SUB (MUL (UNARY ("neg", c2), self->mean), MUL (MUL (db, self->rstd), NUMBER (share)));
  c1 = EMIT (rw, "aten.unsqueeze.default", c1, fl_arg_int (rw, -1));
  c2 = fl_emit_unsqueeze_to (rw, c2, 4);
  c3 = fl_emit_unsqueeze_to (rw, c3, 4);
  out = ADD (ADD (MUL (EMIT (rw, "aten.reshape.default", self->grad, fl_arg_ints (rw, wide, 4)), c1),
                  MUL (EMIT (rw, "aten.reshape.default", self->x, fl_arg_ints (rw, wide, 4)), c2)),
             c3);
  out = EMIT (rw, "aten.reshape.default", out, fl_arg_syms (rw, input->sizes, input->n_dims));
  return fl_emit_cast (rw, out, given);
}

static FlArg
sum_batch (GroupNorm *self, FlArg x, FlDtype dtype)
{
  FlRewrite *rw = self->rw;
  static const gint64 first = 0;

  x = fl_emit_reduce (rw, "aten.sum.dim_IntList", x, &first, 1, FALSE);
  return fl_emit_cast (rw, EMIT (rw, "aten.reshape.default", x, fl_arg_ints (rw, &self->channels, 1)), dtype);
}

gboolean
decompose_group_norm_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given, ignored;
  GroupNorm self = { .rw = rw,
                     .batch = fl_rewrite_get_int (rw, "N", 0),
                     .channels = fl_rewrite_get_int (rw, "C", 0),
                     .inner = fl_rewrite_get_int (rw, "HxW", 0),
                     .groups = fl_rewrite_get_int (rw, "group", 0) };
  FlArg results[3] = { fl_arg_none (), fl_arg_none (), fl_arg_none () };
  const FlTensor *tensor;

  if (self.batch <= 0 || self.channels <= 0 || self.inner <= 0 || self.groups <= 0 || self.channels % self.groups != 0)
    return FALSE; /* nothing in it, or sizes that only the run knows */
  self.per_group = self.channels / self.groups;
  self.grad = fl_emit_opmath (rw, fl_rewrite_nth (rw, 0), &ignored);
  self.x = fl_emit_opmath (rw, fl_rewrite_nth (rw, 1), &given);
  self.mean = fl_emit_opmath (rw, fl_rewrite_get (rw, "mean"), &ignored);
  self.rstd = fl_emit_opmath (rw, fl_rewrite_get (rw, "rstd"), &ignored);
  self.weight = fl_rewrite_get (rw, "weight");
  if (self.weight.kind == FL_ARG_NODE)
    self.weight = fl_emit_opmath (rw, self.weight, &ignored);
  tensor = fl_rewrite_tensor (rw, self.x);
  if (tensor == NULL)
    return FALSE;
  self.ds = sum_channels (&self, MUL (self.grad, self.x));
  self.db = sum_channels (&self, self.grad);
  if (is_wanted (rw, 0))
    results[0] = find_input_gradient (&self, tensor, given);
  if (is_wanted (rw, 1))
    {
      FlArg mean = EMIT (rw, "aten.unsqueeze.default", self.mean, fl_arg_int (rw, -1));
      FlArg rstd = EMIT (rw, "aten.unsqueeze.default", self.rstd, fl_arg_int (rw, -1));

      results[1] = MUL (SUB (shape_groups (&self, self.ds), MUL (shape_groups (&self, self.db), mean)), rstd);
      results[1] = sum_batch (&self, results[1], given);
    }
  if (is_wanted (rw, 2))
    results[2] = sum_batch (&self, self.db, given);
  return fl_decompose_done_tuple (rw, results, 3);
}
