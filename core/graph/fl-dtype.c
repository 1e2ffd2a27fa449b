/* Element types: every fact is a column of fl-dtype.def; promotion is PyTorch's torch.promote_types. */
#include "fl-dtype.h"

#include <string.h>

typedef enum
{
  KIND_B,
  KIND_U,
  KIND_I,
  KIND_F,
  KIND_C
} Kind;

typedef struct
{
  const char *short_name;
  const char *torch_name;
  const char *c_type;
  guint size_bytes;
  Kind kind;
} Row;

static const Row rows[FL_N_DTYPES] = {
  [FL_DTYPE_NONE] = { "?", "?", "void", 0, KIND_B },
#define DTYPE(id, short_name, torch_name, c_type, size_bytes, kind)                                                    \
  [FL_DTYPE_##id] = { short_name, torch_name, c_type, size_bytes, KIND_##kind },
#include "fl-dtype.def"
};

static const Row *
get_row (FlDtype dtype)
{
  g_assert ((guint) dtype < FL_N_DTYPES);
  return &rows[dtype];
}

const char *
fl_dtype_get_short_name (FlDtype dtype)
{
  return get_row (dtype)->short_name;
}

const char *
fl_dtype_get_torch_name (FlDtype dtype)
{
  return get_row (dtype)->torch_name;
}

const char *
fl_dtype_get_c_type (FlDtype dtype)
{
  return get_row (dtype)->c_type;
}

guint
fl_dtype_get_size_bytes (FlDtype dtype)
{
  return get_row (dtype)->size_bytes;
}

gboolean
fl_dtype_is_float (FlDtype dtype)
{
  return get_row (dtype)->kind == KIND_F;
}

gboolean
fl_dtype_is_complex (FlDtype dtype)
{
  return get_row (dtype)->kind == KIND_C;
}

gboolean
fl_dtype_is_integer (FlDtype dtype)
{
  return get_row (dtype)->kind == KIND_I || get_row (dtype)->kind == KIND_U;
}

gboolean
fl_dtype_is_signed (FlDtype dtype)
{
  return get_row (dtype)->kind >= KIND_I;
}

gboolean
fl_dtype_is_low_precision (FlDtype dtype)
{
  return fl_dtype_is_float (dtype) && fl_dtype_get_size_bytes (dtype) < 4;
}

FlDtype
fl_dtype_get_compute (FlDtype dtype)
{
  if (fl_dtype_is_low_precision (dtype))
    return FL_DTYPE_F32;
  return dtype == FL_DTYPE_C32 ? FL_DTYPE_C64 : dtype;
}

FlDtype
fl_dtype_find (const char *name, gssize length)
{
  static const char prefix[] = "torch.";
  const gsize n = length < 0 ? strlen (name) : (gsize) length;

  for (guint i = FL_DTYPE_NONE + 1; i < FL_N_DTYPES; i++)
    {
      const char *torch_name = rows[i].torch_name;
      const char *bare_name = torch_name + strlen (prefix);

      if ((strlen (rows[i].short_name) == n && memcmp (rows[i].short_name, name, n) == 0)
          || (strlen (torch_name) == n && memcmp (torch_name, name, n) == 0)
          || (strlen (bare_name) == n && memcmp (bare_name, name, n) == 0))
        return (FlDtype) i;
    }
  return FL_DTYPE_NONE;
}

/* The complex type whose parts are this float type. */
static FlDtype
get_complex_of (FlDtype dtype)
{
  switch (fl_dtype_get_size_bytes (dtype))
    {
    case 2: return dtype == FL_DTYPE_BF16 ? FL_DTYPE_C64 : FL_DTYPE_C32;
    case 8: return FL_DTYPE_C128;
    default: return FL_DTYPE_C64;
    }
}

static FlDtype
promote_integers (FlDtype a, FlDtype b)
{
  const guint bytes = MAX (fl_dtype_get_size_bytes (a), fl_dtype_get_size_bytes (b));
  const FlDtype wide_unsigned = rows[a].kind == KIND_U ? a : b;

  if (rows[a].kind == rows[b].kind)
    return fl_dtype_get_size_bytes (a) >= fl_dtype_get_size_bytes (b) ? a : b;
  /* One signed, one not: the smallest signed type that holds both; 64 bits are the end. */
  if (fl_dtype_get_size_bytes (wide_unsigned) == bytes)
    return bytes == 1 ? FL_DTYPE_I16 : bytes == 2 ? FL_DTYPE_I32 : FL_DTYPE_I64;
  return wide_unsigned == a ? b : a;
}

static FlDtype
promote_floats (FlDtype a, FlDtype b)
{
  const guint a_bytes = fl_dtype_get_size_bytes (a), b_bytes = fl_dtype_get_size_bytes (b);

  if (a_bytes != b_bytes)
    return a_bytes > b_bytes ? a : b;
  return FL_DTYPE_F32; /* f16 with bf16, and two kinds of f8: neither holds the other */
}

FlDtype
fl_dtype_promote (FlDtype a, FlDtype b)
{
  if (a == b || b == FL_DTYPE_NONE)
    return a;
  if (a == FL_DTYPE_NONE)
    return b;
  if (rows[a].kind == KIND_C && rows[b].kind == KIND_C)
    return fl_dtype_get_size_bytes (a) >= fl_dtype_get_size_bytes (b) ? a : b;
  if (rows[a].kind == KIND_C || rows[b].kind == KIND_C)
    {
      const FlDtype complex_type = rows[a].kind == KIND_C ? a : b;
      const FlDtype other = complex_type == a ? b : a;

      return rows[other].kind == KIND_F ? fl_dtype_promote (complex_type, get_complex_of (other)) : complex_type;
    }
  if (rows[a].kind == KIND_F && rows[b].kind == KIND_F)
    return promote_floats (a, b);
  if (rows[a].kind == KIND_F || rows[b].kind == KIND_F)
    return rows[a].kind == KIND_F ? a : b;
  if (a == FL_DTYPE_BOOL || b == FL_DTYPE_BOOL)
    return a == FL_DTYPE_BOOL ? b : a;
  return promote_integers (a, b);
}
