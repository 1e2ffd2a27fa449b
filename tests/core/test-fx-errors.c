/* Broken FX text: where the message points, what the quoted line and the caret look like, and which rule it names. The
 * expected places are counted by hand in the texts. */
#include <string.h>

#include "fl-formats.h"

typedef struct
{
  const char *name;
  const char *text;
  FlErrorCode code;
  const char *message; /* the whole of it */
} BrokenCase;

static const BrokenCase broken_cases[] = {
  { "bracket-too-many",
    "def forward(self, x):\n"
    "    a = f(x, 1))\n"
    "    return a\n",
    FL_ERROR_SYNTAX,
    "g.py:2:16: this ')' closes nothing; the end of the statement should be here\n"
    "        a = f(x, 1))\n"
    "                   ^" },
  { "bracket-of-another-kind",
    "def forward(self, x):\n"
    "    a = f(x, [1, 2)\n"
    "    return a\n",
    FL_ERROR_SYNTAX,
    "g.py:2:19: ']' should be here, or ',' and a value: the '[' at 2:14 is still open\n"
    "        a = f(x, [1, 2)\n"
    "                      ^" },
  { "bracket-never-closed",
    "class G(torch.nn.Module):\n"
    "    def forward(self, x):\n"
    "        a = f((x, 1)\n"
    "        return a\n",
    FL_ERROR_SYNTAX,
    "g.py:4:9: ')' should be here, or ',' and a value: the '(' at 3:14 is still open\n"
    "            return a\n"
    "            ^" },
  { "string-without-end",
    "def forward(self, x):\n"
    "    a = f(x, 'abc)\n"
    "    return a\n",
    FL_ERROR_SYNTAX,
    "g.py:2:14: the string that starts here has no end on its line\n"
    "        a = f(x, 'abc)\n"
    "                 ^" },
  { "type-without-quote",
    "def forward(self, x: \"f32[2,):\n"
    "    return x\n",
    FL_ERROR_SYNTAX,
    "g.py:1:22: the type that starts here has no closing quote\n"
    "    def forward(self, x: \"f32[2,):\n"
    "                         ^" },
  { "name-undefined",
    "def forward(self, x):\n"
    "    a = f(x, y)\n"
    "    return a\n",
    FL_ERROR_GRAPH,
    "g.py:2:14: 'y' is used here, but no line above defines it\n"
    "        a = f(x, y)\n"
    "                 ^" },
  { "name-undefined-in-return",
    "def forward(self, x):\n"
    "    return (x, z)\n",
    FL_ERROR_GRAPH,
    "g.py:2:16: 'z' is used here, but no line above defines it\n"
    "        return (x, z)\n"
    "                   ^" },
  { "name-undefined-printed",
    "graph():\n"
    "    %x : [num_users=1] = placeholder[target=x]\n"
    "    %a : [num_users=1] = call_function[target=f](args = (%y,), kwargs = {})\n"
    "    return a\n",
    FL_ERROR_GRAPH,
    "g.py:3:59: 'y' is used here, but no line above defines it\n"
    "        %a : [num_users=1] = call_function[target=f](args = (%y,), kwargs = {})\n"
    "                                                              ^" },
  { "name-twice-in-parameters",
    "def forward(self, x, x):\n"
    "    return x\n",
    FL_ERROR_GRAPH,
    "g.py:1:22: a second parameter called 'x'\n"
    "    def forward(self, x, x):\n"
    "                         ^" },
  { "name-twice-printed",
    "graph():\n"
    "    %x : [num_users=1] = placeholder[target=x]\n"
    "    %x : [num_users=1] = placeholder[target=x]\n"
    "    return x\n",
    FL_ERROR_GRAPH,
    "g.py:3:6: a second node called 'x'\n"
    "        %x : [num_users=1] = placeholder[targ...\n" /* 36 characters from the place on */
    "         ^" },
  { "kind-unknown-printed",
    "graph():\n"
    "    %x : [num_users=1] = placehold[target=x]\n"
    "    return x\n",
    FL_ERROR_SYNTAX,
    "g.py:2:26: 'placehold' is no kind of node; placeholder, get_attr, call_function, call_method, call_module and output are\n"
    "        %x : [num_users=1] = placehold[target=x]\n"
    "                             ^" },
  { "value-missing",
    "def forward(self, x):\n"
    "    a = \n"
    "    return a\n",
    FL_ERROR_SYNTAX,
    "g.py:2:9: the line ends where a value should be\n"
    "        a = \n"
    "            ^" },
  { "comma-twice",
    "def forward(self, x):\n"
    "    a = f(x,, 1)\n"
    "    return a\n",
    FL_ERROR_SYNTAX,
    "g.py:2:13: a value should be here\n"
    "        a = f(x,, 1)\n"
    "                ^" },
  { "statement-of-python",
    "def forward(self, x):\n"
    "    if x:\n"
    "        y = f(x)\n"
    "    return x\n",
    FL_ERROR_SYNTAX,
    "g.py:2:5: this is no statement that torch.fx prints\n"
    "        if x:\n"
    "        ^" },
  { "number-called",
    "def forward(self, x):\n"
    "    a = 3(x)\n"
    "    return a\n",
    FL_ERROR_SYNTAX,
    "g.py:2:9: this is called, but it is no function\n"
    "        a = 3(x)\n"
    "            ^" },
  { "index-missing",
    "def forward(self, x):\n"
    "    a = x[]\n"
    "    return a\n",
    FL_ERROR_SYNTAX,
    "g.py:2:11: an index should stand between these brackets\n"
    "        a = x[]\n"
    "              ^" },
  { "colon-missing",
    "def forward(self, x)\n"
    "    return x\n",
    FL_ERROR_SYNTAX,
    "g.py:1:21: the line ends where ':' should be\n"
    "    def forward(self, x)\n"
    "                        ^" },
  { "class-without-forward",
    "import torch\n"
    "class G(torch.nn.Module):\n"
    "    def forw",
    FL_ERROR_SYNTAX,
    "g.py:2:1: no FX graph: the class that begins here has no 'def forward'\n"
    "    class G(torch.nn.Module):\n"
    "    ^" },
  { "crlf",
    "def forward(self, x):\r\n"
    "    a = f(x, y)\r\n"
    "    return a\r\n",
    FL_ERROR_GRAPH,
    "g.py:2:14: 'y' is used here, but no line above defines it\n"
    "        a = f(x, y)\n"
    "                 ^" },
  /* The place is that of the file, not of what is left of the line: 42 + 14. */
  { "log-prefix",
    "V0123 10:01:52.787000 1 f.py:910] [__graph] def forward(self, x):\n"
    "V0123 10:01:52.787000 1 f.py:910] [__graph]     a = f(x, y)\n"
    "V0123 10:01:52.787000 1 f.py:910] [__graph]     return a\n",
    FL_ERROR_GRAPH,
    "g.py:2:58: 'y' is used here, but no line above defines it\n"
    "    V0123 10:01:52.787000 1 f.py:910] [__graph]     a = f(x, y)\n"
    "                                                             ^" },
  { "bytes-that-are-no-text",
    "def forward(self, x):\n"
    "    \377\376 = f(x)\n"
    "    return x\n",
    FL_ERROR_SYNTAX,
    "g.py:2:5: a byte that is no text, where a value should be\n"
    "        \357\277\275\357\277\275 = f(x)\n"
    "        ^" },
};

static void
check_broken (const BrokenCase *broken, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_fx_read ("g.py", broken->text, length, &error);

  g_assert_error (error, FL_ERROR, (int) broken->code);
  g_assert_null (graph);
  g_assert_cmpstr (error->message, ==, broken->message);
}

static void
test_broken (gconstpointer data)
{
  const BrokenCase *broken = data;

  check_broken (broken, strlen (broken->text));
}

/* --- texts that open with a remark ------------------------------------------------------------ */

typedef struct
{
  const char *name;
  const char *text;
  guint n_nodes;       /* with the output */
  const char *warning; /* the first one */
  gboolean truncated;
} OddCase;

static const OddCase odd_cases[] = {
  { "type-not-closed", "def forward(self, x: \"f32[2, 3\"):\n    return x\n", 2,
    "1:23: 'f32[2, 3' is no type that is understood, as f32[8, 3], f32[8, 3][3, 1]cuda:0 or Sym(s0) are", FALSE },
  { "type-of-unknown-dtype", "def forward(self, x):\n    a: \"f33[2]\" = f(x)\n    return x\n", 3,
    "2:9: 'f33[2]' is no type that is understood, as f32[8, 3], f32[8, 3][3, 1]cuda:0 or Sym(s0) are", FALSE },
  { "type-with-too-few-strides", "def forward(self, x: \"f32[2, 3][1]\"):\n    return x\n", 2,
    "1:23: 'f32[2, 3][1]' is no type that is understood, as f32[8, 3], f32[8, 3][3, 1]cuda:0 or Sym(s0) are", FALSE },
  { "name-twice", "def forward(self, x):\n    a = f(x)\n    a = f(a)\n    return a\n", 4,
    "line 3: 'a' is given a value a second time; that node is called a_1 here", FALSE },
  { "return-missing", "class G(torch.nn.Module):\n    def forward(self, x):\n        a = f(x)\n\nprint(1)\n", 3,
    "line 5: forward has no return, so the graph has no results", FALSE },
  { "return-missing-at-the-end", "def forward(self, x):\n    a = f(x)\n", 3,
    "the file ends at line 3, before the return of forward: there are no more lines", TRUE },
  { "cut-within-arguments", "def forward(self, x):\n    a = f(x)\n    b = g(a, [1, ", 3,
    "the file ends at line 3, before the return of forward: the last statement is not complete", TRUE },
  { "cut-within-a-name", "def forward(self, x, yy):\n    a = f(x)\n    b = g(a, y", 4,
    "the file ends at line 3, before the return of forward: the last statement is not complete", TRUE },
  { "cut-within-a-string", "def forward(self, x):\n    a = f(x)\n    b = g(a, 'te", 3,
    "the file ends at line 3, before the return of forward: the last statement is not complete", TRUE },
  { "cut-within-the-return", "def forward(self, x):\n    a = f(x)\n    return (a, ", 3,
    "the file ends at line 3, before the return of forward: the last statement is not complete", TRUE },
  { "cut-within-the-parameters", "def forward(self, x, y: \"f32[", 2,
    "the file ends at line 1, before the return of forward: the last statement is not complete", TRUE },
  { "cut-printed", "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %a : [num_users=1] = call_fun", 2,
    "the file ends at line 3, before the graph's return", TRUE },
};

static void
test_odd (gconstpointer data)
{
  const OddCase *odd = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_fx_read ("g.py", odd->text, strlen (odd->text), &error);

  g_assert_no_error (error);
  g_assert_nonnull (graph);
  g_assert_cmpuint (graph->n_nodes, ==, odd->n_nodes);
  g_assert_cmpuint (graph->n_warnings, ==, 1);
  g_assert_cmpstr (graph->warnings[0], ==, odd->warning);
  g_assert_cmpint (graph->truncated, ==, odd->truncated);
}

/* --- texts that are made ---------------------------------------------------------------------- */

static FlGraph *
read_text (const GString *text, GError **error)
{
  return fl_fx_read ("g.py", text->str, text->len, error);
}

static void
test_zero_byte (void)
{
  static const char text[] = "def forward(self, x):\n    a = f(x, '\0');  # \0\n    return a\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_fx_read ("g.py", text, sizeof text - 1, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (graph->n_nodes, ==, 3);
  g_assert_cmpstr (graph->nodes[1].args[1].text, ==, "\357\277\275");
  g_assert_cmpuint (graph->n_warnings, ==, 1);
  g_assert_cmpstr (graph->warnings[0], ==,
                   "line 2: bytes that are no UTF-8 text; here and below they are shown as \357\277\275");
  g_assert_cmpuint (graph->text_length, ==, sizeof text - 1 + 4); /* two bytes became three each */
}

static void
test_zero_byte_as_name (void)
{
  static const BrokenCase broken = { "", "def forward(self, x):\n    \0 = f(x)\n    return x\n", FL_ERROR_SYNTAX,
                                     "g.py:2:5: a byte that is no text, where a value should be\n"
                                     "        \357\277\275 = f(x)\n"
                                     "        ^" };

  check_broken (&broken, sizeof "def forward(self, x):\n    \0 = f(x)\n    return x\n" - 1);
}

static void
test_crlf_is_no_part_of_anything (void)
{
  static const char text[]
      = "class G(torch.nn.Module):\r\n    def forward(self, x: \"f32[2]\"):\r\n"
        "        # File: m.py:3 in f, code: return x\r\n"
        "        a = torch.ops.aten.abs.default(\r\n            x\r\n        );  x = None\r\n        return (a,)\r\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_fx_read ("g.py", text, sizeof text - 1, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (graph->n_nodes, ==, 3);
  g_assert_cmpuint (graph->n_warnings, ==, 0);
  g_assert_cmpstr (graph->nodes[1].target, ==, "aten.abs.default");
  g_assert_cmpstr (graph->nodes[1].source_code, ==, "return x");
  g_assert_cmpuint (graph->nodes[1].line, ==, 4);
}

/* Brackets count twice (the value, and the sum it is in), so 200 allows for 99 of them within f (…). */
static void
test_depth (void)
{
  static const guint depths[] = { 98, 100, 100000 };

  for (guint k = 0; k < G_N_ELEMENTS (depths); k++)
    {
      const guint n = depths[k];
      g_autoptr (GString) text = g_string_new ("def forward(self, x):\n    a = f(");
      g_autoptr (GError) error = NULL;
      g_autoptr (FlGraph) graph = NULL;

      for (guint i = 0; i < n; i++)
        g_string_append_c (text, '[');
      g_string_append_c (text, 'x');
      for (guint i = 0; i < n; i++)
        g_string_append_c (text, ']');
      g_string_append (text, ")\n    return a\n");
      graph = read_text (text, &error);
      if (n == 98)
        g_assert_no_error (error);
      else
        {
          g_assert_error (error, FL_ERROR, FL_ERROR_LIMIT);
          g_assert_true (g_str_has_prefix (error->message,
                                           "g.py:2:110: nested more than 200 deep; no graph that PyTorch prints is\n"));
        }
    }
}

static void
test_number_length (void)
{
  g_autoptr (GString) text = g_string_new ("def forward(self, x):\n    a = f(x, ");
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = NULL;

  for (guint i = 0; i < 401; i++)
    g_string_append_c (text, '7');
  g_string_append (text, ")\n    return a\n");
  graph = read_text (text, &error);
  g_assert_error (error, FL_ERROR, FL_ERROR_LIMIT);
  g_assert_true (g_str_has_prefix (error->message, "g.py:2:14: a number of 401 characters; at most 400 are read\n"));
}

/* Python's integers have no limit; 2^63 - 1 = 9223372036854775807 is the last that fits. */
static void
test_huge_numbers_are_kept (void)
{
  static const char text[]
      = "def forward(self, x: \"f32[99999999999999999999]\"):\n"
        "    a = f(x, 9223372036854775807, -9223372036854775808, 12345678901234567890, 1e400)\n    return a\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) printed = g_string_new (NULL);
  g_autoptr (FlGraph) graph = fl_fx_read ("g.py", text, sizeof text - 1, &error);
  gint64 value;

  g_assert_no_error (error);
  g_assert_true (fl_sym_is_int (graph->nodes[1].args[1].sym, &value) && value == G_MAXINT64);
  g_assert_true (fl_sym_is_int (graph->nodes[1].args[2].sym, &value) && value == G_MININT64);
  fl_arg_append (printed, graph, &graph->nodes[1].args[3]);
  g_string_append_c (printed, ' ');
  fl_arg_append (printed, graph, &graph->nodes[1].args[4]);
  g_string_append_c (printed, ' ');
  fl_value_append (printed, &graph->nodes[0].value);
  g_assert_cmpstr (printed->str, ==, "12345678901234567890 inf f32[99999999999999999999]");
}

static void
test_long_line (void)
{
  g_autoptr (GString) text = g_string_new ("def forward(self, x):\n    a = f(");
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = NULL;
  gsize column;

  for (guint i = 0; i < 20000; i++) /* "x, " each: 60,000 characters */
    g_string_append (text, "x, ");
  column = text->len - strlen ("def forward(self, x):\n") + 1;
  g_string_append (text, "y)\n    return a\n");
  graph = read_text (text, &error);
  g_assert_error (error, FL_ERROR, FL_ERROR_GRAPH);
  g_assert_cmpuint (column, ==, 60011); /* 10 before the arguments */
  /* 60 characters before the place, as the caret's column tells: 4 + 3 + 60 blanks */
  g_assert_cmpstr (error->message, ==,
                   "g.py:2:60011: 'y' is used here, but no line above defines it\n"
                   "    ...x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, y)\n"
                   "                                                                   ^");

  g_clear_error (&error);
  g_string_truncate (text, text->len - strlen ("y)\n    return a\n"));
  g_string_append (text, ")\n    return a\n");
  graph = read_text (text, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (graph->nodes[1].n_args, ==, 20000);
}

/* a0 = [x, x], a1 = [a0, a0], …: written out, a30 would have 2^31 items. */
static void
test_shared_lists (void)
{
  g_autoptr (GString) text = g_string_new ("def forward(self, x):\n    a0 = [x, x]\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = NULL;

  for (guint i = 1; i <= 30; i++)
    g_string_append_printf (text, "    a%u = [a%u, a%u]\n", i, i - 1, i - 1);
  g_string_append (text, "    return a30\n");
  graph = read_text (text, &error);
  g_assert_error (error, FL_ERROR, FL_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "lists that stand in other lists by their name"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (broken_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/fx-errors/broken/%s", broken_cases[i].name);

      g_test_add_data_func (path, &broken_cases[i], test_broken);
    }
  for (guint i = 0; i < G_N_ELEMENTS (odd_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/fx-errors/odd/%s", odd_cases[i].name);

      g_test_add_data_func (path, &odd_cases[i], test_odd);
    }
  g_test_add_func ("/fx-errors/zero-byte", test_zero_byte);
  g_test_add_func ("/fx-errors/zero-byte-as-name", test_zero_byte_as_name);
  g_test_add_func ("/fx-errors/crlf-is-no-part-of-anything", test_crlf_is_no_part_of_anything);
  g_test_add_func ("/fx-errors/depth", test_depth);
  g_test_add_func ("/fx-errors/number-length", test_number_length);
  g_test_add_func ("/fx-errors/huge-numbers-are-kept", test_huge_numbers_are_kept);
  g_test_add_func ("/fx-errors/long-line", test_long_line);
  g_test_add_func ("/fx-errors/shared-lists", test_shared_lists);
  return g_test_run ();
}
