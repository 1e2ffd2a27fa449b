/* The FX text reader: files that end early, and every kind of error. */
#include <string.h>

#include "fl-fx-fixture.h"

static char *
read_error (const char *text, int code)
{
  g_autoptr (GError) error = NULL;
  FlGraph *graph = fl_fx_read ("t.py", text, strlen (text), &error);

  g_assert_null (graph);
  g_assert_error (error, FL_ERROR, code);
  return g_strdup (error->message);
}

/* --- files that end early --------------------------------------------------------------------- */

/* Cut anywhere, the text opens as far as it goes or says that there is no graph; it never fails otherwise. */
static void
test_truncated_anywhere (void)
{
  static const char text[]
      = "class GraphModule(torch.nn.Module):\n"
        "    def forward(self, x: \"f32[4, 3][3, 1]cpu\", y_1: \"Sym(s0)\"):\n"
        "        # File: m.py:1 in f, code: x\n"
        "        relu: \"f32[4, 3]\" = torch.ops.aten.relu.default(x);  x = None\n"
        "        sum_1: \"f32[4]\" = torch.ops.aten.sum.dim_IntList(relu, [1], keepdim = True);  relu = None\n"
        "        s = torch.ops.mylib.f.default(sum_1, 'text', 1.5e-05, {'a': [y_1, -1]})\n"
        "        return (sum_1, s)\n";
  const gsize length = strlen (text);
  guint n_read = 0;

  for (gsize i = 0; i < length; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (FlGraph) graph = fl_fx_read ("t.py", text, i, &error);

      if (graph == NULL)
        {
          g_assert_nonnull (strstr (error->message, "no FX graph"));
          continue;
        }
      g_assert_true (fl_graph_verify (graph, NULL));
      n_read++;
      /* complete once the closing bracket of the return is there */
      if (i < length - 1)
        g_assert_true (graph->truncated);
      else
        g_assert_false (graph->truncated);
    }
  g_assert_cmpuint (n_read, >, length - 60);
}

static void
test_truncated_keeps_what_it_has (void)
{
  g_autoptr (FlGraph) graph = read_text ("def forward(self, x: \"f32[4]\"):\n"
                                         "    relu: \"f32[4]\" = torch.ops.aten.relu.default(x)\n"
                                         "    exp: \"f32[4]\" = torch.ops.aten.ex");

  g_assert_true (graph->truncated);
  g_assert_cmpstr (graph->truncated_why, ==,
                   "the file ends at line 3, before the return of forward: the last statement is not complete");
  g_assert_nonnull (fl_graph_find_node (graph, "relu"));
  g_assert_null (fl_graph_find_node (graph, "exp"));
}

/* --- errors ----------------------------------------------------------------------------------- */

static void
test_errors_point_at_the_place (void)
{
  static const struct
  {
    const char *text;
    int code;
    const char *message;
  } cases[] = {
    { "def forward(self, x):\n    y = torch.ops.aten.relu.default(z)\n    return (y,)\n", FL_ERROR_GRAPH,
      "t.py:2:37: 'z' is used here, but no line above defines it\n"
      "        y = torch.ops.aten.relu.default(z)\n"
      "                                        ^" },
    { "def forward(self, x):\n    y = torch.ops.aten.relu.default(x))\n    return (y,)\n", FL_ERROR_SYNTAX,
      "t.py:2:39: this ')' closes nothing; the end of the statement should be here\n"
      "        y = torch.ops.aten.relu.default(x))\n"
      "                                          ^" },
    { "def forward(self, x):\n    y = torch.ops.aten.relu.default(x\n    z = 1\n    return (y,)\n", FL_ERROR_SYNTAX,
      "t.py:3:5: ')' should be here, or ',' and a value: the '(' at 2:36 is still open\n"
      "        z = 1\n"
      "        ^" },
    { "def forward(self, x):\n    y: \"f32[4] = torch.ops.aten.relu.default(x)\n    return (y,)\n", FL_ERROR_SYNTAX,
      "t.py:2:8: the type that starts here has no closing quote\n"
      "        y: \"f32[4] = torch.ops.aten.relu.defaul...\n"
      "           ^" },
    { "def forward(self, x):\n    y = torch.ops.aten.add.Tensor(x, 'abc)\n    return (y,)\n", FL_ERROR_SYNTAX,
      "t.py:2:38: the string that starts here has no end on its line\n"
      "        y = torch.ops.aten.add.Tensor(x, 'abc)\n"
      "                                         ^" },
    { "def forward(self, x):\n    y = \n    return (y,)\n", FL_ERROR_SYNTAX,
      "t.py:2:9: the line ends where a value should be\n        y = \n            ^" },
    { "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %y : [num_users=1] = strange[target=x](args = (), kwargs = {})\n    return y\n",
      FL_ERROR_SYNTAX,
      "t.py:3:26: 'strange' is no kind of node; placeholder, get_attr, call_function, call_method, call_module and output are\n"
      "        %y : [num_users=1] = strange[target=x](args = (), kwargs ...\n"
      "                             ^" },
    { "hello\n", FL_ERROR_SYNTAX,
      "t.py: no FX graph: there is no 'class …(torch.nn.Module)' with a 'def forward', and no 'graph():'" },
    { "", FL_ERROR_SYNTAX,
      "t.py: no FX graph: there is no 'class …(torch.nn.Module)' with a 'def forward', and no 'graph():'" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *message = read_error (cases[i].text, cases[i].code);

      g_assert_cmpstr (message, ==, cases[i].message);
    }
}

/* With log prefixes the column counts them: the caret stands under the file's own text. */
static void
test_errors_count_log_prefixes (void)
{
  g_autofree char *message = read_error ("V0123 10:01:52.787000 1 a.py:9] [0/0] [__x] def forward(self, x):\n"
                                         "V0123 10:01:52.787000 1 a.py:9] [0/0] [__x]     return (z,)\n",
                                         FL_ERROR_GRAPH);

  g_assert_true (g_str_has_prefix (message, "t.py:2:57: 'z' is used here"));
}

static void
test_deep_nesting_is_refused (void)
{
  g_autoptr (GString) text = g_string_new ("def forward(self, x):\n    y = ");
  g_autofree char *message = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (text, '[');
  g_string_append (text, "\n    return (y,)\n");
  message = read_error (text->str, FL_ERROR_LIMIT);
  g_assert_nonnull (strstr (message, "nested more than"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add_func ("/core/formats/fx/" name, function)
  ADD ("truncated-anywhere", test_truncated_anywhere);
  ADD ("truncated-keeps-what-it-has", test_truncated_keeps_what_it_has);
  ADD ("errors-point-at-the-place", test_errors_point_at_the_place);
  ADD ("errors-count-log-prefixes", test_errors_count_log_prefixes);
  ADD ("deep-nesting-is-refused", test_deep_nesting_is_refused);
#undef ADD
  return g_test_run ();
}
