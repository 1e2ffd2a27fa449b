/* Writing FX text, value by value. */
#include "cpu-cases.h"

#include "fl-intern.h"

#include <string.h>

const char *
bench_add_input (BenchText *text, gint64 limit, const char *format, ...)
{
  g_autofree char *name = g_strdup_printf ("w%u", text->n_inputs++), *type = NULL;
  va_list list;

  va_start (list, format);
  type = g_strdup_vprintf (format, list);
  va_end (list);
  g_string_append_printf (text->inputs, ", %s: \"%s\"", name, type);
  if (limit > 0)
    g_string_append_printf (text->limits, "%s\"%s\": %" G_GINT64_FORMAT, text->limits->len > 0 ? ", " : "", name,
                            limit);
  return fl_intern (name);
}

const char *
bench_add_call (BenchText *text, const char *target, const char *format, ...)
{
  g_autofree char *name = g_strdup_printf ("v%u", text->n_values++), *arguments = NULL;
  va_list list;

  va_start (list, format);
  arguments = g_strdup_vprintf (format, list);
  va_end (list);
  g_string_append_printf (text->body, "        %s = torch.ops.%s%s(%s)\n", name,
                          g_str_has_prefix (target, "prims.") ? "" : "aten.", target, arguments);
  return fl_intern (name);
}

const char *
bench_add_item (BenchText *text, const char *tuple, guint position)
{
  g_autofree char *name = g_strdup_printf ("v%u", text->n_values++);

  g_string_append_printf (text->body, "        %s = %s[%u]\n", name, tuple, position);
  return fl_intern (name);
}

char *
bench_case_dup_text (const BenchCase *row, gint64 n, BenchText *text)
{
  const char *result;

  *text = (BenchText) {
    .inputs = g_string_new (NULL), .body = g_string_new (NULL), .limits = g_string_new (NULL), .n_elements = n
  };
  result = row->write (text, n);
  return g_strdup_printf ("class GraphModule(torch.nn.Module):\n    def forward(self%s):\n%s        return (%s,)\n",
                          text->inputs->str, text->body->str, result);
}

void
bench_text_clear (BenchText *text)
{
  g_string_free (text->inputs, TRUE);
  g_string_free (text->body, TRUE);
  g_string_free (text->limits, TRUE);
}

static const BenchClass classes[] = {
  { "elementwise", BENCH_KERNELS, 0.92, 0.90, 0, 0, 0 },
  { "batch norm", BENCH_KERNELS, 0.92, 0.90, 0, 0, 0 },
  { "concat", BENCH_KERNELS, 0.92, 0.90, 0, 0, 0 },
  { "gather", BENCH_KERNELS, 0.92, 0.90, 0, 0, 0 },
  { "norm", BENCH_KERNELS, 0.95, 0.95, 0, 0, 0 },
  { "column", BENCH_KERNELS, 0.85, 0.75, 0, 0, 0 },
  { "gelu", BENCH_KERNELS, 0.70, 0.70, 0.21, 0.21, 0 },
  { "softmax", BENCH_KERNELS, 0, 0, 0.22, 0.29, 0 },
  { "attention softmax", BENCH_KERNELS, 0, 0, 0.29, 0.29, 0 },
  { "transpose", BENCH_KERNELS, 0.80, 0.80, 0, 0, 0 },
  { "transpose, power of two", BENCH_KERNELS, 0.45, 0.60, 0, 0, 0 },
  { "product", BENCH_PRODUCTS, 0, 0, 0, 0, 0.93 },
  { "attention", BENCH_PRODUCTS, 0, 0, 0, 0,
    0 }, /* exponentials count as well: no share of multiply-adds is asked for */
  { "other", BENCH_KERNELS, 0, 0, 0, 0, 0 },
  { "block", BENCH_BLOCKS, 0, 0, 0, 0, 0 },
  { "sample", BENCH_SAMPLES, 0, 0, 0, 0, 0 },
};

const BenchClass *
bench_class_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    if (strcmp (classes[i].name, name) == 0)
      return &classes[i];
  g_assert_not_reached ();
}

gint64
bench_get_rows (BenchText *t, gint64 n, gint64 columns)
{
  gint64 rows = MAX (n / columns, 2);

  t->n_elements = rows * columns;
  return rows;
}
