/* Micro-kernels of convolutions: Winograd's transforms and transposes against their definitions. */
#include <math.h>

#include "fl-convolution-fixture.h"
#include "fl-transpose.h"
#include "fl-winograd-transforms.h"

/* One tile of 4 x 4 pixels with weights of ones at one of 2 x 2 taps: the transform of that weight
 * is G e G', and the nine outputs are the pixels that the tap reads. */
static void
check_square (gint64 n, gint64 y, gint64 x)
{
  static const double g[4][2] = { { 1, 0 }, { 0.5, 0.5 }, { 0.5, -0.5 }, { 0, 1 } };
  float *pixels = new_floats (16 * n, 1), *rows = new_floats (16 * n, 2), *bias = new_floats (n, 3),
        *out = new_floats (9 * n + 1, 4);
  float *to[9] = { NULL }, untouched = out[2 * n], after = out[9 * n];

  for (guint i = 0; i < 9; i++)
    to[i] = i == 2 ? NULL : out + i * n;
  fl_winograd_square_in (pixels, 4 * n, n, n, rows, n);
  for (gint64 i = 0; i < 16; i++)
    for (gint64 c = 0; c < n; c++)
      rows[i * n + c] *= g[i / 4][y] * g[i % 4][x];
  g_assert_true (fl_winograd_square_out (rows, n, n, bias, to));
  for (gint64 i = 0; i < 9; i++)
    for (gint64 c = 0; c < n && i != 2; c++) /* additions of nine numbers up to 1 */
      g_assert_cmpfloat_with_epsilon (out[i * n + c], pixels[((i / 3 + y) * 4 + i % 3 + x) * n + c] + bias[c], 3e-6);
  g_assert_cmpfloat (out[2 * n], ==, untouched);
  g_assert_cmpfloat (out[9 * n], ==, after);
  pixels[5 * n + n - 1] = INFINITY; /* all outputs read it */
  fl_winograd_square_in (pixels, 4 * n, n, n, rows, n);
  g_assert_false (fl_winograd_square_out (rows, n, n, NULL, to));
  g_aligned_free (pixels);
  g_aligned_free (rows);
  g_aligned_free (bias);
  g_aligned_free (out);
}

/* Checks three taps along a line. */
static void
check_line (gint64 n, gint64 x, gboolean has_second)
{
  const float taps[3] = { x == 0, x == 1, x == 2 };
  float *pixels = new_floats (4 * n, 1), *rows = new_floats (4 * n, 2), *bias = new_floats (n, 3),
        *out = new_floats (2 * n + 1, 4), after = out[2 * n];
  float *to[2] = { out, has_second ? out + n : NULL }, untouched = out[n], weights[4];

  fl_winograd_weigh_three (taps, weights, 1);
  fl_winograd_line_in (pixels, n, n, rows, n);
  for (gint64 i = 0; i < 4; i++)
    for (gint64 c = 0; c < n; c++)
      rows[i * n + c] *= weights[i];
  g_assert_true (fl_winograd_line_out (rows, n, n, bias, to));
  for (gint64 i = 0; i < 1 + has_second; i++)
    for (gint64 c = 0; c < n; c++)
      g_assert_cmpfloat_with_epsilon (out[i * n + c], pixels[(i + x) * n + c] + bias[c], 2e-6);
  g_assert_true (has_second || out[n] == untouched);
  g_assert_cmpfloat (out[2 * n], ==, after);
  pixels[n + n - 1] = NAN;
  fl_winograd_line_in (pixels, n, n, rows, n);
  g_assert_false (fl_winograd_line_out (rows, n, n, NULL, to));
  g_aligned_free (pixels);
  g_aligned_free (rows);
  g_aligned_free (bias);
  g_aligned_free (out);
}

static void
test_winograd_transforms (void)
{
  for (gint64 n = 16; n <= 48; n += 16)
    for (gint64 i = 0; i < 6; i++)
      {
        check_square (n, i % 2, i / 2 % 2);
        check_line (n, i % 3, i % 2);
      }
}

static void
check_transpose (gint64 n_rows, gint64 n_columns)
{
  float *from = new_floats (n_rows * (n_columns + 3), 1), *to = new_floats (n_columns * (n_rows + 5), 2);

  fl_transpose (from, n_columns + 3, n_rows, n_columns, to, n_rows + 5);
  for (gint64 k = 0; k < n_columns; k++)
    for (gint64 i = 0; i < n_rows + 5; i++) /* between the rows nothing is touched */
      g_assert_cmpfloat (to[k * (n_rows + 5) + i], ==,
                         i < n_rows ? from[i * (n_columns + 3) + k] : get_number (2 * 7919 + k * (n_rows + 5) + i));
  g_aligned_free (from);
  g_aligned_free (to);
}

static void
test_transposes (void)
{
  for (gint64 rows = 1; rows <= 50; rows += rows < 20 ? 1 : 6)
    for (gint64 columns = 1; columns <= 70; columns += 23)
      check_transpose (rows, columns);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/library/convolution/winograd-transforms", test_winograd_transforms);
  g_test_add_func ("/core/library/convolution/transposes", test_transposes);
  return g_test_run ();
}
