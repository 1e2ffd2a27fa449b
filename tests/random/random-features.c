/* Counting features of programs. */
#include "random-features.h"

#include <string.h>

static const char *const names[RND_N_FEATURES]
    = { [RND_HAS_PERMUTED] = "an input whose dimensions do not lie in order",
        [RND_HAS_GAPS] = "an input with gaps between elements",
        [RND_HAS_STRIDE_0] = "an input with a stride of 0",
        [RND_HAS_SIZE_0] = "an input or result without elements",
        [RND_HAS_SIZE_1] = "an input or result with a size of 1",
        [RND_HAS_RANK_0] = "a tensor of no dimensions",
        [RND_HAS_VIEW] = "a view",
        [RND_HAS_VIEW_OF_VIEW] = "a view of a view, or several of one tensor",
        [RND_HAS_NOT_DENSE] = "an operand that is not dense",
        [RND_HAS_MUTATION] = "a call that writes its operand",
        [RND_HAS_SYMBOLS] = "sizes that are symbols",
        [RND_HAS_STRIDE_SYMBOLS] = "strides with symbols of their own",
        [RND_HAS_SPECIALS] = "infinities, NaN, -0 and denormals",
        [RND_HAS_HOSTILE] = "names that C knows",
        [RND_HAS_NARROW] = "numbers of 16 or 8 bits",
        [RND_HAS_F64] = "f64",
        [RND_HAS_INTEGERS] = "integers",
        [RND_HAS_COMPLEX] = "complex numbers",
        [RND_HAS_IDIOM] = "calls in the order that models have" };

static void
note_layout (const RndValue *value, gboolean *has)
{
  const FlArray *array = value->array;
  gint64 before = G_MAXINT64, step = 1;

  for (guint d = 0; d < array->n_dims; d++)
    {
      if (array->sizes[d] < 2)
        continue;
      has[RND_HAS_STRIDE_0] |= value->strides[d] == 0;
      has[RND_HAS_PERMUTED] |= value->strides[d] > before;
      before = value->strides[d] > 0 ? value->strides[d] : before;
      has[RND_HAS_STRIDE_SYMBOLS] |= value->stride_symbols[d] > 0;
      step *= array->sizes[d];
    }
  for (guint d = 0; d < array->n_dims; d++)
    has[RND_HAS_GAPS] |= array->sizes[d] > 1 && value->strides[d] >= step;
  has[RND_HAS_SPECIALS] |= strcmp (value->fill.kind, "special") == 0;
}

static void
note_view (const RndMaker *m, guint position, gboolean *has)
{
  const FlView *view = g_array_index (m->values, RndValue, position).datum.view;
  guint n = 0;

  for (guint d = 0; d < view->n_dims; d++)
    {
      has[RND_HAS_SIZE_0] |= view->sizes[d] == 0;
      has[RND_HAS_SIZE_1] |= view->sizes[d] == 1;
    }
  for (guint i = 0; i < position; i++)
    {
      const FlDatum *datum = &g_array_index (m->values, RndValue, i).datum;

      n += datum->kind == FL_DATUM_TENSOR && datum->view->storage == view->storage;
    }
  has[RND_HAS_VIEW] |= n > 0;
  has[RND_HAS_VIEW_OF_VIEW] |= n > 1;
  has[RND_HAS_RANK_0] |= view->n_dims == 0;
  has[RND_HAS_NOT_DENSE] |= view->numel > 1 && !fl_view_is_dense (view);
  has[RND_HAS_NARROW] |= fl_dtype_is_float (view->dtype) && fl_dtype_get_size_bytes (view->dtype) < 4;
  has[RND_HAS_F64] |= view->dtype == FL_DTYPE_F64;
  has[RND_HAS_INTEGERS] |= fl_dtype_is_integer (view->dtype);
  has[RND_HAS_COMPLEX] |= fl_dtype_is_complex (view->dtype);
}

void
rnd_features_note (const RndMaker *m, RndFeatures *features)
{
  gboolean has[RND_N_FEATURES] = { FALSE };

  for (guint i = 0; i < m->values->len; i++)
    {
      const RndValue *value = &g_array_index (m->values, RndValue, i);

      if (value->is_input && value->is_read)
        note_layout (value, has);
      if (value->datum.kind == FL_DATUM_TENSOR && (!value->is_input || value->is_read))
        note_view (m, i, has);
    }
  has[RND_HAS_MUTATION] = m->writes;
  has[RND_HAS_SYMBOLS] = m->n_symbols > 0;
  has[RND_HAS_IDIOM] = m->has_idiom;
  has[RND_HAS_HOSTILE] = m->hostility > 0;
  features->n++;
  for (guint i = 0; i < RND_N_FEATURES; i++)
    features->counts[i] += has[i];
}

void
rnd_features_append (const RndFeatures *features, GString *out)
{
  g_string_append_printf (out, "%" G_GUINT64_FORMAT " programs, of which have\n", features->n);
  for (guint i = 0; i < RND_N_FEATURES; i++)
    g_string_append_printf (out, "%6.1f %%  %s\n", 100.0 * features->counts[i] / MAX (features->n, 1), names[i]);
}
