/* The reference interpreter against PyTorch: every case of tests/data/ops, which PyTorch computed. */
#include <math.h>
#include <string.h>

#include "fl-formats.h"
#include "fl-op-cases.h"

static GHashTable *has_case; /* FlAtenRow */

static char *
compare_datum (const cJSON *expected, const FlDatum *got)
{
  if (cJSON_IsNull (expected))
    return NULL; /* an empty result of a mask: PyTorch gives None, and nobody reads ours */
  if (!op_case_is_tensor (expected))
    {
      FlDatum value = op_case_read_datum (expected);
      gboolean is_equal = value.kind == FL_DATUM_FLOAT
                              ? fabs (value.number - got->number) <= 1e-12 * fabs (value.number)
                              : value.integer == got->integer;
      fl_datum_clear (&value);
      return is_equal ? NULL : g_strdup_printf ("another number: %g", got->number);
    }
  if (got->kind != FL_DATUM_TENSOR)
    return g_strdup ("no tensor");
  g_autoptr (FlArray) have = fl_view_dup_array (got->view);
  return op_case_compare (expected, have);
}

static char *
compare_results (const cJSON *outputs, const FlDatum *result)
{
  guint n = cJSON_GetArraySize (outputs);
  if (result->kind != FL_DATUM_LIST)
    return n == 1   ? compare_datum (cJSON_GetArrayItem (outputs, 0), result)
           : n == 0 ? NULL
                    : g_strdup ("one result, not several");
  if (n != result->n_items)
    return g_strdup_printf ("%u results, expected %u", result->n_items, n);
  for (guint i = 0; i < n; i++)
    {
      char *why = compare_datum (cJSON_GetArrayItem (outputs, i), &result->items[i]);
      if (why != NULL)
        return why;
    }
  return NULL;
}

static char *
compare_written (const cJSON *written, const FlDatum *datums)
{
  const cJSON *item;
  cJSON_ArrayForEach (item, written)
    {
      int position = cJSON_GetObjectItem (item, "arg")->valuedouble;
      const cJSON *value = cJSON_GetObjectItem (item, "value");
      const cJSON *tensor = cJSON_GetObjectItem (value, "tensor");
      char *why = compare_datum (tensor != NULL ? tensor : value, &datums[position]);
      if (why != NULL)
        return why;
    }
  return NULL;
}

static char *
run_case (const FlAtenRow *row, const cJSON *object)
{
  const cJSON *args = cJSON_GetObjectItem (object, "args"), *kwargs = cJSON_GetObjectItem (object, "kwargs"), *item;
  guint n = 0;
  g_autofree FlDatum *datums = g_new0 (FlDatum, cJSON_GetArraySize (args) + cJSON_GetArraySize (kwargs) + 1);
  cJSON_ArrayForEach (item, args)
    datums[n++] = op_case_read_datum (item);
  cJSON_ArrayForEach (item, kwargs)
    {
      datums[n] = op_case_read_datum (item);
      datums[n++].keyword = item->string;
    }
  g_autoptr (GError) error = NULL;
  FlCall call;
  char *why = NULL;
  if (!fl_call_open (&call, row, datums, n, &error) || !fl_call_execute (&call))
    why = g_strdup (error == NULL ? "failed without a reason" : error->message);
  else
    why = compare_results (cJSON_GetObjectItem (object, "outputs"), &call.result);
  if (why == NULL)
    why = compare_written (cJSON_GetObjectItem (object, "written"), datums);
  fl_call_close (&call);
  for (guint i = 0; i < n; i++)
    fl_datum_clear (&datums[i]);
  return why;
}

static void
test_reference_agrees_with_pytorch (gconstpointer data)
{
  cJSON *cases = op_cases_read (data);
  g_assert_nonnull (cases);
  guint n_run = 0, n_skipped = 0;
  const cJSON *item;
  cJSON_ArrayForEach (item, cases)
    {
      const char *name = cJSON_GetStringValue (cJSON_GetObjectItem (item, "op"));
      const FlAtenRow *row = fl_aten_find (name);
      if (row == NULL || fl_reference_find (row) == NULL)
        {
          n_skipped++;
          continue;
        }
      g_hash_table_add (has_case, (gpointer) row);
      n_run++;
      g_autofree char *why = run_case (row, item);
      if (why != NULL)
        {
          g_autofree char *shown = cJSON_PrintUnformatted (cJSON_GetObjectItem (item, "args"));
          const char *variant = cJSON_GetStringValue (cJSON_GetObjectItem (item, "variant"));
          g_test_message ("%s (%s): %s: %.300s", name, variant == NULL ? "by hand" : variant, why, shown);
          g_test_fail ();
        }
    }
  g_test_message ("%u cases agree or were reported; %u are of operators without a reference", n_run, n_skipped);
  cJSON_Delete (cases);
}

/* Operators with a reference but nothing to compare it with, by kind: random numbers, memory that is not initialised,
 * other devices' attention, symbolic integers (they are evaluated by the driver, not by kernels). */
static gboolean
is_exempt (const FlAtenRow *row)
{
  static const char *const names[]
      = { "empty", "operator.", "sym_", "math.", "device_put", "_scaled_dot_product", "inductor_force_stride",
          "_inductor_test.realize", "fuseloom.", "wait_tensor", "_assert", "sym_constrain", "item",
          "_local_scalar_dense", "cudnn", "_efficientzerotensor",
          /* thin names of kernels that other rows test */
          "aten.to.dtype_layout", "aten.to.device", "detach_", "view_as_complex", "view_as_real", "_int_mm",
          "_unsafe_index_put_", "avg_pool3d_backward", "_native_batch_norm_legit.default",
          "_low_memory_max_pool2d_with_offsets", "_grouped_mm", "_fft_c2c",
          /* by arithmetic, in test-f8.c and test-reference-values.c */
          "_scaled_mm", "scatter_upon_const_tensor" };
  if (row->kind == FL_ATEN_RANDOM)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strstr (row->name, names[i]) != NULL)
      return TRUE;
  return strstr (row->name, "uniform_") != NULL || strstr (row->name, "normal_") != NULL
         || strstr (row->name, "bernoulli_") != NULL || strstr (row->name, "exponential_") != NULL;
}

static void
test_reference_every_operator_has_a_case (void)
{
  for (guint i = 0; i < fl_aten_get_n_rows (); i++)
    {
      const FlAtenRow *row = fl_aten_get_row (i);
      if (fl_reference_find (row) == NULL || g_hash_table_contains (has_case, row) || is_exempt (row))
        continue;
      g_test_message ("%s has a reference and no case", row->name);
      g_test_fail ();
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  has_case = g_hash_table_new (NULL, NULL);
  for (guint i = 0; op_case_families[i] != NULL; i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/reference/reference/agrees-with-pytorch/%s", op_case_families[i]);
      g_test_add_data_func (path, op_case_families[i], test_reference_agrees_with_pytorch);
    }
  g_test_add_func ("/core/reference/reference-table/every-operator-has-a-case",
                   test_reference_every_operator_has_a_case);
  return g_test_run ();
}
