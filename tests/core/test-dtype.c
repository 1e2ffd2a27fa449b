/* Element types against PyTorch's own facts. */
#include <glib.h>

#include "fl-dtype.h"

static const char *const order[]
    = { "b8", "u8", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "c32", "c64", "c128" };

/* torch.promote_types (row, column) of PyTorch, columns in the order above. */
static const struct
{
  const char *row;
  const char *columns;
} promotions[] = {
  { "b8", "b8 u8 i8 i16 i32 i64 f16 bf16 f32 f64 c32 c64 c128" },
  { "u8", "u8 u8 i16 i16 i32 i64 f16 bf16 f32 f64 c32 c64 c128" },
  { "i8", "i8 i16 i8 i16 i32 i64 f16 bf16 f32 f64 c32 c64 c128" },
  { "i16", "i16 i16 i16 i16 i32 i64 f16 bf16 f32 f64 c32 c64 c128" },
  { "i32", "i32 i32 i32 i32 i32 i64 f16 bf16 f32 f64 c32 c64 c128" },
  { "i64", "i64 i64 i64 i64 i64 i64 f16 bf16 f32 f64 c32 c64 c128" },
  { "f16", "f16 f16 f16 f16 f16 f16 f16 f32 f32 f64 c32 c64 c128" },
  { "bf16", "bf16 bf16 bf16 bf16 bf16 bf16 f32 bf16 f32 f64 c64 c64 c128" },
  { "f32", "f32 f32 f32 f32 f32 f32 f32 f32 f32 f64 c64 c64 c128" },
  { "f64", "f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 c128 c128 c128" },
  { "c32", "c32 c32 c32 c32 c32 c32 c32 c64 c64 c128 c32 c64 c128" },
  { "c64", "c64 c64 c64 c64 c64 c64 c64 c64 c64 c128 c64 c64 c128" },
  { "c128", "c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128" },
};

static void
test_promotion_is_pytorchs (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (promotions); i++)
    {
      g_auto (GStrv) columns = g_strsplit (promotions[i].columns, " ", -1);
      const FlDtype a = fl_dtype_find (promotions[i].row, -1);

      g_assert_cmpuint (g_strv_length (columns), ==, G_N_ELEMENTS (order));
      for (guint j = 0; j < G_N_ELEMENTS (order); j++)
        {
          const FlDtype b = fl_dtype_find (order[j], -1);
          const char *result = fl_dtype_get_short_name (fl_dtype_promote (a, b));

          if (!g_str_equal (result, columns[j]))
            g_error ("%s with %s is %s, not %s", promotions[i].row, order[j], columns[j], result);
        }
    }
}

static void
test_every_name_is_found (void)
{
  for (guint i = FL_DTYPE_NONE + 1; i < FL_N_DTYPES; i++)
    {
      const char *torch_name = fl_dtype_get_torch_name ((FlDtype) i);

      g_assert_cmpuint (fl_dtype_find (fl_dtype_get_short_name ((FlDtype) i), -1), ==, i);
      g_assert_cmpuint (fl_dtype_find (torch_name, -1), ==, i);
      g_assert_cmpuint (fl_dtype_find (torch_name + 6, -1), ==, i);
    }
  g_assert_cmpuint (fl_dtype_find ("f3", -1), ==, FL_DTYPE_NONE);
  g_assert_cmpuint (fl_dtype_find ("f32[8]", 3), ==, FL_DTYPE_F32);
  g_assert_cmpuint (fl_dtype_find ("", -1), ==, FL_DTYPE_NONE);
}

static void
test_kinds_and_sizes (void)
{
  g_assert_cmpuint (fl_dtype_get_size_bytes (FL_DTYPE_BF16), ==, 2);
  g_assert_cmpuint (fl_dtype_get_size_bytes (FL_DTYPE_C128), ==, 16);
  g_assert_true (fl_dtype_is_low_precision (FL_DTYPE_F8E4M3));
  g_assert_false (fl_dtype_is_low_precision (FL_DTYPE_F32));
  g_assert_cmpuint (fl_dtype_get_compute (FL_DTYPE_BF16), ==, FL_DTYPE_F32);
  g_assert_cmpuint (fl_dtype_get_compute (FL_DTYPE_I64), ==, FL_DTYPE_I64);
  g_assert_false (fl_dtype_is_integer (FL_DTYPE_BOOL));
  g_assert_true (fl_dtype_is_integer (FL_DTYPE_U8));
  g_assert_false (fl_dtype_is_signed (FL_DTYPE_U8));
  g_assert_true (fl_dtype_is_complex (FL_DTYPE_C64));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/graph/dtype/promotion-is-pytorchs", test_promotion_is_pytorchs);
  g_test_add_func ("/core/graph/dtype/every-name-is-found", test_every_name_is_found);
  g_test_add_func ("/core/graph/dtype/kinds-and-sizes", test_kinds_and_sizes);
  return g_test_run ();
}
