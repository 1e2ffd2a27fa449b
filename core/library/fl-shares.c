/* Shares of one call by primitives of the library. */
#include "fl-shares.h"
#include "fl-library-call.h"

static void
pack_some (gpointer data, gint64 begin, gint64 end)
{
  FlShares *self = data;
  for (gint64 i = begin; i < end; i++)
    fl_primitive_pack (self->shares[i].primitive, self->right + self->shares[i].right);
}

void
fl_shares_pack (FlShares *self, FlThreadPool *pool, const float *right)
{
  self->right = right;
  fl_work_share_out (pool, pack_some, self, self->n, 1);
}

static void
run_some (gpointer data, gint64 begin, gint64 end)
{
  FlShares *self = data;
  for (gint64 i = begin; i < end; i++)
    {
      const FlShare *share = &self->shares[i];
      for (gint64 run = 0; run < share->n_runs; run++)
        fl_primitive_run (share->primitive, self->in + share->in + run * share->in_step,
                          self->right == NULL ? NULL : self->right + share->right,
                          self->bias == NULL ? NULL : self->bias + share->bias,
                          self->out + share->out + run * share->out_step);
    }
}

void
fl_shares_run (FlShares *self, FlThreadPool *pool, const float *in, const float *right, const float *bias, float *out)
{
  self->in = in;
  self->right = right;
  self->bias = bias;
  self->out = out;
  fl_thread_pool_run (pool, run_some, self, self->n);
}

gint64
fl_shares_count_packed (const FlShares *self)
{
  gint64 bytes = 0;
  for (guint i = 0; i < self->n; i++)
    bytes += fl_primitive_count_packed (self->shares[i].primitive);
  return bytes;
}

void
fl_shares_close (FlShares *self)
{
  for (guint i = self->n; i-- > 0;) /* others may read the right operand of the first */
    g_clear_pointer (&self->shares[i].primitive, fl_primitive_free);
  g_free (self->shares);
  *self = (FlShares) { 0 };
}
