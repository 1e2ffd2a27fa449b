/* Instance normalization is a batch normalization whose channels are those of all instances, as PyTorch has it: the
 * instances move into the channels, statistics and weights are repeated for each, and what is kept is the mean over
 * them. */
#include "fl-decompose-table.h"

DECOMPOSITION (instance_norm);

/* Repeated for each instance; none stays none. */
static FlArg
repeat (FlRewrite *rw, FlArg x, const FlSym *n)
{
  return x.kind == FL_ARG_NODE ? EMIT (rw, "aten.repeat.default", x, fl_arg_syms (rw, &n, 1)) : x;
}

static void
write_mean (FlRewrite *rw, FlArg old, FlArg fresh, const FlTensor *tensor)
{
  const FlTensor *kept = fl_rewrite_tensor (rw, old);
  const gint64 instances = 0;
  FlArg all;

  if (kept == NULL)
    return;
  all = EMIT (rw, "aten.reshape.default", fresh, fl_arg_syms (rw, tensor->sizes, 2));
  EMIT (rw, "aten.copy_.default", old,
        fl_emit_cast (rw, fl_emit_reduce (rw, "aten.mean.dim", all, &instances, 1, FALSE), kept->dtype));
}

gboolean
decompose_instance_norm (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), mean = fl_rewrite_get (rw, "running_mean"),
        variance = fl_rewrite_get (rw, "running_var");
  FlArg momentum = NUMBER (fl_rewrite_get_float (rw, "momentum", 0.1)),
        eps = NUMBER (fl_rewrite_get_float (rw, "eps", 1e-5));
  gboolean is_training = fl_rewrite_get_bool (rw, "use_input_stats", TRUE);
  FlArg training = fl_arg_bool (is_training), weight, bias, kept_mean, kept_variance, all, out;
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  const FlSym **sizes;

  if (tensor == NULL || tensor->n_dims < 2 || tensor->n_dims > 7
      || (mean.kind == FL_ARG_NODE) != (variance.kind == FL_ARG_NODE))
    return FALSE;
  sizes = fl_arena_memdup (rw->arena, tensor->sizes, tensor->n_dims * sizeof *sizes);
  sizes[0] = fl_sym_int (rw->symbols, 1);
  sizes[1] = fl_sym_mul (tensor->sizes[0], tensor->sizes[1]);
  all = EMIT (rw, "aten.reshape.default", x, fl_arg_syms (rw, sizes, tensor->n_dims));
  weight = repeat (rw, fl_rewrite_get (rw, "weight"), tensor->sizes[0]);
  bias = repeat (rw, fl_rewrite_get (rw, "bias"), tensor->sizes[0]);
  kept_mean = repeat (rw, mean, tensor->sizes[0]);
  kept_variance = repeat (rw, variance, tensor->sizes[0]);
  if (is_training && mean.kind == FL_ARG_NODE)
    {
      FlArg norm = EMIT (rw, "aten._native_batch_norm_legit_functional.default", all, weight, bias, kept_mean,
                         kept_variance, training, momentum, eps);

      out = fl_emit_item (rw, norm, 0);
      write_mean (rw, mean, fl_emit_item (rw, norm, 3), tensor);
      write_mean (rw, variance, fl_emit_item (rw, norm, 4), tensor);
    }
  else
    out = EMIT (rw, "aten.batch_norm.default", all, weight, bias, kept_mean, kept_variance, training, momentum, eps,
                fl_arg_bool (FALSE));
  return fl_decompose_done (rw, EMIT (rw, "aten.reshape.default", out, fl_arg_syms (rw, tensor->sizes, tensor->n_dims)),
                            FL_DTYPE_NONE);
}
