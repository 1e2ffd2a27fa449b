/* Fuseloom's own JSON: what is written reads back as the same graph, and bad files get an error that names the node. */
#include <string.h>

#include "fl-formats.h"

static const char fx_text[]
    = "class Net(torch.nn.Module):\n"
      "    def forward(self, x: \"f32[s0, 8][8, 1]cuda:0\", y: \"bf16[8]\", s: \"Sym(s0)\"):\n"
      "        true_graph_0 = self.true_graph_0\n"
      "        # File: model.py:12 in forward, code: return x + 1  # \303\251\n"
      "        add: \"f32[s0, 8][8, 1]cuda:0\" = torch.ops.aten.add.Tensor(x, 1.5, alpha = 2)\n"
      "        neg = torch.ops.aten.neg.default(add)\n"
      "        mul: \"Sym(2*s0)\" = s * 2\n"
      "        gt: \"Sym(s0 > 4)\" = s > 4\n"
      "        strange = torch.ops.mylib.strange.default(x, [y, None, -inf, 9223372036854775807], (mul,), {'a': True, 'b': (1, 2)}, "
      "device(type='cuda', index=1), torch.float16, torch.strided, slice(0, mul, None), 'it\\'s \"text\"\\n')\n"
      "        getitem: \"f32[4]\" = strange[0]\n"
      "        cond = torch.ops.higher_order.cond(gt, true_graph_0, true_graph_0, (x,))\n"
      "        return (add, None, [getitem, 3])\n"
      "    class true_graph_0(torch.nn.Module):\n"
      "        def forward(self, a: \"f32[s0, 8]\"):\n"
      "            cos: \"f32[s0, 8]\" = torch.ops.aten.cos.default(a)\n"
      "            return (cos,)\n";

static FlGraph *
read_fx (const char *text)
{
  g_autoptr (GError) error = NULL;
  FlGraph *graph = fl_graph_read_text ("t.py", text, strlen (text), &error);

  g_assert_no_error (error);
  return graph;
}

static void
assert_same (const FlGraph *a, const FlGraph *b)
{
  g_assert_cmpstr (a->name, ==, b->name);
  g_assert_cmpuint (a->n_nodes, ==, b->n_nodes);
  g_assert_cmpuint (a->n_inputs, ==, b->n_inputs);
  g_assert_cmpint (a->truncated, ==, b->truncated);
  for (guint i = 0; i < a->n_nodes; i++)
    {
      const FlNode *x = &a->nodes[i], *y = &b->nodes[i];

      g_assert_cmpstr (x->name, ==, y->name);
      g_assert_cmpstr (x->target, ==, y->target);
      g_assert_cmpint (x->kind, ==, y->kind);
      g_assert_true (x->op == y->op);
      g_assert_cmpint (x->value.kind, ==, y->value.kind);
      g_assert_cmpint (x->annotated.kind, ==,
                       y->annotated.kind); /* a value that only the rules found is not called annotated */
      g_assert_cmpstr (x->source_file, ==, y->source_file);
      g_assert_cmpstr (x->source_code, ==, y->source_code);
      g_assert_cmpuint (x->source_line, ==, y->source_line);
      g_assert_cmpuint (x->n_users, ==, y->n_users);
      g_assert_cmpuint (x->n_args, ==, y->n_args);
      for (guint j = 0; j < x->n_args; j++)
        {
          g_autoptr (GString) x_text = g_string_new (NULL), y_text = g_string_new (NULL);

          fl_arg_append (x_text, a, &x->args[j]);
          fl_arg_append (y_text, b, &y->args[j]);
          g_assert_cmpstr (x_text->str, ==, y_text->str);
          g_assert_cmpint (x->args[j].kind, ==, y->args[j].kind);
        }
      g_assert_cmpint (x->subgraph != NULL, ==, y->subgraph != NULL);
      if (x->subgraph != NULL)
        assert_same (x->subgraph, y->subgraph);
    }
}

static void
test_round_trip (void)
{
  g_autoptr (FlGraph) graph = read_fx (fx_text);
  g_autoptr (FlGraph) again = NULL;
  g_autoptr (GString) first = g_string_new (NULL), second = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  fl_sym_set_hint (fl_sym_size (graph->symbols, "s0"), 32);
  g_assert_true (fl_json_write (graph, first, &error));
  again = fl_graph_read_text ("t.json", first->str, first->len, &error);
  g_assert_no_error (error);
  assert_same (graph, again);
  g_assert_cmpint (fl_sym_get_hint (fl_sym_size (again->symbols, "s0"), -1), ==, 32);

  /* the text itself is a fixed point */
  g_assert_true (fl_json_write (again, second, &error));
  g_assert_cmpstr (first->str, ==, second->str);
}

static void
test_truncation_is_kept (void)
{
  g_autoptr (FlGraph) graph = read_fx ("def forward(self, x: \"f32[4]\"):\n    y = torch.ops.aten.relu.default(x)\n");
  g_autoptr (FlGraph) again = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_true (graph->truncated);
  g_assert_true (fl_json_write (graph, text, NULL));
  again = fl_json_read ("t.json", text->str, text->len, NULL);
  g_assert_cmpstr (again->truncated_why, ==, graph->truncated_why);
}

/* A file that somebody writes by hand: only names, kinds, targets and types. */
static void
test_written_by_hand (void)
{
  static const char text[]
      = "{\"format\": \"fuseloom.graph\", \"version\": 1, \"name\": \"tiny\", \"later\": true, \"nodes\": [\n"
        " {\"name\": \"x\", \"kind\": \"placeholder\", \"value\": \"f32[4, 3]\"},\n"
        " {\"name\": \"y\", \"kind\": \"call\", \"target\": \"aten.sum.dim_IntList\", \"args\": [{\"node\": \"x\"}, [1]], \"kwargs\": {\"keepdim\": true}},\n"
        " {\"name\": \"output\", \"kind\": \"output\", \"args\": [{\"node\": \"y\"}]}\n]}";
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("t.json", text, strlen (text), &error);
  const FlTensor *tensor;

  g_assert_no_error (error);
  tensor = &fl_graph_find_node (graph, "y")->value.tensor;
  g_assert_cmpuint (tensor->n_dims, ==, 2);
  g_assert_true (fl_sym_is_int_value (tensor->sizes[1], 1));
  g_assert_cmpstr (fl_graph_get_node (graph, graph->inputs[0])->target, ==, "x");
}

/* What reads a tensor that a later view in place made of another shape is not led to that view again. */
static void
test_views_are_followed_once (void)
{
  static const char *const heads[] = { "", "\"followed\": true, " };
  static const char *const read[] = { "s", "y" };

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{\"format\": \"fuseloom.graph\", \"version\": 1, %s\"nodes\": [\n"
          " {\"name\": \"x\", \"kind\": \"placeholder\", \"value\": \"f32[3, 1, 4]\"},\n"
          " {\"name\": \"y\", \"kind\": \"call\", \"target\": \"aten.clone.default\", \"args\": [{\"node\": \"x\"}]},\n"
          " {\"name\": \"s\", \"kind\": \"call\", \"target\": \"aten.squeeze_.dim\", \"args\": [{\"node\": \"y\"}, 1]},\n"
          " {\"name\": \"a\", \"kind\": \"call\", \"target\": \"aten.exp.default\", \"args\": [{\"node\": \"y\"}]},\n"
          " {\"name\": \"output\", \"kind\": \"output\", \"args\": [{\"node\": \"a\"}]}\n]}",
          heads[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (GString) written = g_string_new (NULL);
      g_autoptr (FlGraph) graph = fl_graph_read_text ("t.json", text, strlen (text), &error), again = NULL;

      g_assert_no_error (error);
      g_assert_cmpstr (fl_graph_get_node (graph, fl_graph_find_node (graph, "a")->args[0].node)->name, ==, read[i]);
      g_assert_true (fl_json_write (graph, written, NULL));
      again = fl_graph_read_text ("t.json", written->str, written->len, &error);
      g_assert_no_error (error);
      assert_same (graph, again);
    }
}

#define HEAD "{\"format\": \"fuseloom.graph\", \"version\": 1, \"nodes\": ["

static const struct
{
  const char *text;
  int code;
  const char *message; /* a part of it */
} bad_cases[] = {
  { "{", FL_ERROR_SYNTAX, "t.json:1:1: not well-formed JSON" },
  { "{\"format\": \"fuseloom.graph\",\n \"version\": 1,,}", FL_ERROR_SYNTAX, "t.json:2:" },
  { "{\"format\": \"other\", \"version\": 1, \"nodes\": []}", FL_ERROR_SYNTAX,
    "\"format\" should be \"fuseloom.graph\"" },
  { "{\"format\": \"fuseloom.graph\", \"version\": 2, \"nodes\": []}", FL_ERROR_UNSUPPORTED,
    "version 2 of the format; this program reads version 1" },
  { "{\"format\": \"fuseloom.graph\", \"version\": 1}", FL_ERROR_SYNTAX, "\"nodes\" should be a list" },
  { HEAD "{\"kind\": \"call\"}]}", FL_ERROR_SYNTAX, "nodes[0] (no name): a node needs a name" },
  { HEAD "{\"name\": \"a\", \"kind\": \"strange\"}]}", FL_ERROR_SYNTAX, "nodes[0] (a): the kind is strange" },
  { HEAD "{\"name\": \"a\", \"kind\": \"placeholder\"}, {\"name\": \"a\", \"kind\": \"placeholder\"}]}", FL_ERROR_GRAPH,
    "nodes[1] (a): a node before it has the same name" },
  { HEAD "{\"name\": \"a\", \"kind\": \"call\", \"args\": [{\"node\": \"b\"}]}]}", FL_ERROR_GRAPH,
    "nodes[0] (a): uses \"b\", but no node before it has that name" },
  { HEAD "{\"name\": \"a\", \"kind\": \"placeholder\", \"value\": \"f33[2]\"}]}", FL_ERROR_SYNTAX,
    "\"f33[2]\" is no type" },
  { HEAD "{\"name\": \"a\", \"kind\": \"placeholder\", \"value\": {\"what\": 1}}]}", FL_ERROR_SYNTAX,
    "a value with the key \"what\"" },
  { HEAD "{\"name\": \"a\", \"kind\": \"call\", \"args\": [1.5]}]}", FL_ERROR_SYNTAX, "an integer or an expression" },
  { HEAD "{\"name\": \"a\", \"kind\": \"call\", \"args\": [{\"float\": \"x\"}]}]}", FL_ERROR_SYNTAX,
    "\"x\" is no number" },
  { HEAD "{\"name\": \"a\", \"kind\": \"call\", \"args\": [{\"slice\": [1]}]}]}", FL_ERROR_SYNTAX,
    "a slice has 1 parts" },
  { HEAD "{\"name\": \"a\", \"kind\": \"call\", \"args\": [{\"dict\": [[1]]}]}]}", FL_ERROR_SYNTAX,
    "pairs [key, value]" },
  { HEAD "{\"name\": \"a\", \"kind\": \"call\", \"args\": [{\"dtype\": \"f99\"}]}]}", FL_ERROR_SYNTAX,
    "\"f99\" is no element type" },
  { HEAD "{\"name\": \"a\", \"kind\": \"call\", \"args\": [{\"odd\": \"b\"}]}]}", FL_ERROR_SYNTAX,
    "unknown key \"odd\"" },
};

static void
test_errors_name_the_node (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad_cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (FlGraph) graph = fl_json_read ("t.json", bad_cases[i].text, strlen (bad_cases[i].text), &error);

      g_assert_null (graph);
      g_assert_error (error, FL_ERROR, bad_cases[i].code);
      if (strstr (error->message, bad_cases[i].message) == NULL)
        g_error ("case %u: \"%s\" does not contain \"%s\"", i, error->message, bad_cases[i].message);
      g_assert_true (g_str_has_prefix (error->message, "t.json:"));
    }
}

static void
test_deep_nesting_is_refused (void)
{
  g_autoptr (GString) text = g_string_new (HEAD "{\"name\": \"a\", \"kind\": \"call\", \"args\": ");
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = NULL;

  for (guint i = 0; i < 500; i++)
    g_string_append_c (text, '[');
  for (guint i = 0; i < 500; i++)
    g_string_append_c (text, ']');
  g_string_append (text, "}]}");
  graph = fl_json_read ("t.json", text->str, text->len, &error);
  g_assert_null (graph);
  g_assert_error (error, FL_ERROR, FL_ERROR_LIMIT);
}

static void
test_formats_are_told_by_content (void)
{
  static const char json[] = "{\"format\": \"fuseloom.graph\"}", fx[] = "class A:\n  def forward(self):\n",
                    other[] = "hello";
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (fl_formats_find ("json")->probe (json, strlen (json)), ==, 100);
  g_assert_cmpuint (fl_formats_find ("fx")->probe (json, strlen (json)), ==, 0);
  g_assert_cmpuint (fl_formats_find ("fx")->probe (fx, strlen (fx)), >=, 90);
  g_assert_null (fl_formats_find ("none"));
  g_assert_null (fl_graph_read_text ("o.txt", other, strlen (other), &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_SYNTAX);
  g_clear_error (&error);
  g_assert_null (fl_graph_read_file ("/nonexistent/file.py", &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_IO);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/formats/json/round-trip", test_round_trip);
  g_test_add_func ("/core/formats/json/truncation-is-kept", test_truncation_is_kept);
  g_test_add_func ("/core/formats/json/written-by-hand", test_written_by_hand);
  g_test_add_func ("/core/formats/json/views-are-followed-once", test_views_are_followed_once);
  g_test_add_func ("/core/formats/json/errors-name-the-node", test_errors_name_the_node);
  g_test_add_func ("/core/formats/json/deep-nesting-is-refused", test_deep_nesting_is_refused);
  g_test_add_func ("/core/formats/json/formats-are-told-by-content", test_formats_are_told_by_content);
  return g_test_run ();
}
