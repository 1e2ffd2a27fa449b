/* Element types: names, sizes, promotion. One row each in fl-dtype.def. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  FL_DTYPE_NONE, /* not known */
#define DTYPE(id, short_name, torch_name, c_type, size_bytes, kind) FL_DTYPE_##id,
#include "fl-dtype.def"
  FL_N_DTYPES
} FlDtype;

const char *fl_dtype_get_short_name (FlDtype dtype); /* "f32" */
const char *fl_dtype_get_torch_name (FlDtype dtype); /* "torch.float32" */
const char *fl_dtype_get_c_type (FlDtype dtype);     /* "float": how an element is stored */
guint fl_dtype_get_size_bytes (FlDtype dtype);
gboolean fl_dtype_is_float (FlDtype dtype);
gboolean fl_dtype_is_complex (FlDtype dtype);
gboolean fl_dtype_is_integer (FlDtype dtype); /* bool excluded */
gboolean fl_dtype_is_signed (FlDtype dtype);
/* f16 and bf16 (and f8): computed in f32, stored rounded. */
gboolean fl_dtype_is_low_precision (FlDtype dtype);
FlDtype fl_dtype_get_compute (FlDtype dtype);

/* FL_DTYPE_NONE when unknown. Accepts "f32" and "torch.float32" / "float32". */
FlDtype fl_dtype_find (const char *name, gssize length);

/* PyTorch's torch.promote_types for tensors of the same category. */
FlDtype fl_dtype_promote (FlDtype a, FlDtype b);

G_END_DECLS
