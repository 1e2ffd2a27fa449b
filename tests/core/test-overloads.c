/* PyTorch's overloads beside the operator table: each is known, or the list says why not. */
#include <string.h>

#include "fl-overloads.h"

static void
test_each_is_known_or_has_a_reason (void)
{
  guint n_known = 0;

  for (guint i = 0; i < fl_overloads_get_n_rows (); i++)
    {
      const FlOverload *row = fl_overloads_get_row (i);

      n_known += fl_aten_find (row->name) != NULL;
      if (fl_aten_find (row->name) == NULL && fl_overload_find_reason (row) == NULL)
        {
          g_test_message ("%s is neither a row of the operator table nor in fl-overload-reasons.def", row->name);
          g_test_fail ();
        }
    }
  g_test_message ("%u of %u are known", n_known, fl_overloads_get_n_rows ());
  g_assert_cmpuint (fl_overloads_get_n_rows (), >, 2000);
}

/* A reason that speaks of nothing is left over from an operator that has been added. */
static void
test_each_reason_speaks_of_something (void)
{
  for (guint k = 0; fl_overloads_get_pattern (k) != NULL; k++)
    {
      gboolean is_used = FALSE;

      for (guint i = 0; i < fl_overloads_get_n_rows () && !is_used; i++)
        {
          const FlOverload *row = fl_overloads_get_row (i);

          is_used
              = fl_aten_find (row->name) == NULL && g_pattern_match_simple (fl_overloads_get_pattern (k), row->name);
        }
      if (!is_used)
        {
          g_test_message ("fl-overload-reasons.def: %s matches no overload that is unknown",
                          fl_overloads_get_pattern (k));
          g_test_fail ();
        }
    }
}

static void
test_rules_follow_the_schema (void)
{
  const FlOverload out
      = { "aten.nothing.out", FL_OVERLOAD_DECOMPOSED, "nothing.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)" };
  const FlOverload plain
      = { "aten.nothing.default", FL_OVERLOAD_DECOMPOSED, "nothing(Tensor self, *, bool flag=False) -> Tensor" };
  const FlOverload python = { "aten.nothing.int", FL_OVERLOAD_LOWERED, "nothing.int(int a, int b) -> int" };
  const FlOverload composite = { "aten.nothing.whole", FL_OVERLOAD_COMPOSITE, "nothing.whole(Tensor self) -> Tensor" };

  g_assert_nonnull (strstr (fl_overload_find_reason (&out), "functionalization"));
  g_assert_null (fl_overload_find_reason (&plain));
  g_assert_nonnull (strstr (fl_overload_find_reason (&python), "TorchScript"));
  g_assert_nonnull (strstr (fl_overload_find_reason (&composite), "traces"));
}

/* Aliases, lengths and defaults with commas and brackets are no part of a kind. */
static void
test_kinds_follow_the_schema (void)
{
  static const struct
  {
    const char *name, *signature;
  } cases[] = {
    { "aten.index_put_.default", "Tensor self, Tensor?[] indices, Tensor values, bool accumulate" },
    { "aten._foreach_add_.Scalar", "Tensor[] self, Scalar scalar" },
    { "aten.upsample_nearest2d.vec", "Tensor input, int[]? output_size, float[]? scale_factors" },
    { "aten.div.Tensor_mode", "Tensor self, Tensor other, *, str? rounding_mode" },
    { "aten.avg_pool2d.default", "Tensor self, int[] kernel_size, int[] stride" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) signature = g_string_new (NULL);

      fl_aten_append_signature (signature, fl_aten_find (cases[i].name));
      if (strstr (signature->str, cases[i].signature) == NULL)
        {
          g_test_message ("%s, not %s", signature->str, cases[i].signature);
          g_test_fail ();
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/overloads/each-is-known-or-has-a-reason", test_each_is_known_or_has_a_reason);
  g_test_add_func ("/core/overloads/each-reason-speaks-of-something", test_each_reason_speaks_of_something);
  g_test_add_func ("/core/overloads/rules-follow-the-schema", test_rules_follow_the_schema);
  g_test_add_func ("/core/overloads/kinds-follow-the-schema", test_kinds_follow_the_schema);
  return g_test_run ();
}
