/* Graphs: building, names, users, arguments by name, the operator table, and the verifier. */
#include <string.h>

#include "fl-aten-ids.h"
#include "fl-aten.h"
#include "fl-intern.h"

static FlNodeId
add (FlGraphBuilder *builder, FlNodeKind kind, const char *name, const char *target, const FlArg *args, guint n_args)
{
  const FlNode node = {
    .kind = kind,
    .name = name,
    .target = target,
    .op = kind == FL_NODE_CALL ? fl_aten_find (target) : NULL,
    .n_args = n_args,
    .args = n_args > 0 ? fl_arena_memdup (fl_graph_builder_get_arena (builder), args, n_args * sizeof *args) : NULL,
    .origin = FL_NODE_NONE,
  };

  return fl_graph_builder_add (builder, &node);
}

static FlArg
use (FlNodeId id)
{
  return (FlArg) { .kind = FL_ARG_NODE, .node = id };
}

/* torch.fx counts up from the number that a taken name ends with. */
static void
test_names_are_made_unique_as_fx_does (void)
{
  static const char *const cases[][2] = { { "add", "add" },
                                          { "add", "add_1" },
                                          { "add_1", "add_2" },
                                          { "add", "add_3" },
                                          { "add_7", "add_7" },
                                          { "add_7", "add_8" },
                                          { "x_", "x_" },
                                          { "x_", "x__1" },
                                          { "_1", "_1" },
                                          { "_1", "_1_1" },
                                          { "v_99999999999", "v_99999999999" } };
  g_autoptr (FlGraphBuilder) builder = fl_graph_builder_new (NULL, "names");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const FlNodeId id = add (builder, FL_NODE_PLACEHOLDER, cases[i][0], cases[i][0], NULL, 0);

      g_assert_cmpstr (fl_graph_builder_get_node (builder, id)->name, ==, cases[i][1]);
      g_assert_cmpuint (fl_graph_builder_find (builder, cases[i][1]).index, ==, id.index);
    }
  fl_graph_builder_rename (builder, (FlNodeId) { 0 }, "add_7");
  g_assert_cmpstr (fl_graph_builder_get_node (builder, (FlNodeId) { 0 })->name, ==, "add_9");
  g_assert_cmpuint (fl_graph_builder_find (builder, "add").index, ==, FL_NODE_NONE.index);
}

static void
test_users_are_distinct_and_in_order (void)
{
  g_autoptr (FlGraphBuilder) builder = fl_graph_builder_new (NULL, "users");
  const FlNodeId x = add (builder, FL_NODE_PLACEHOLDER, "x", "x", NULL, 0);
  const FlArg twice[] = { use (x), use (x) };
  const FlNodeId sum = add (builder, FL_NODE_CALL, "sum", "aten.add.Tensor", twice, 2);
  const FlArg list = { .kind = FL_ARG_LIST,
                       .n_items = 2,
                       .items = fl_arena_memdup (fl_graph_builder_get_arena (builder), twice, sizeof twice) };
  const FlNodeId cat = add (builder, FL_NODE_CALL, "cat", "aten.cat.default", &list, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_builder_finish (builder, &error);

  g_assert_no_error (error);
  g_assert_true (fl_graph_verify (graph, &error));
  g_assert_cmpuint (graph->n_nodes, ==, 4); /* an output was added */
  g_assert_cmpint (graph->nodes[3].kind, ==, FL_NODE_OUTPUT);
  g_assert_cmpuint (graph->nodes[x.index].n_users, ==, 2);
  g_assert_cmpuint (graph->nodes[x.index].users[0].index, ==, sum.index);
  g_assert_cmpuint (graph->nodes[x.index].users[1].index, ==, cat.index);
  g_assert_cmpuint (graph->nodes[cat.index].origin.index, ==, cat.index);
  g_assert_true (fl_graph_find_node (graph, "cat") == &graph->nodes[cat.index]);
  g_assert_null (fl_graph_find_node (graph, "dog"));
}

static void
test_uses_before_definitions_are_refused (void)
{
  g_autoptr (FlGraphBuilder) builder = fl_graph_builder_new (NULL, "bad");
  const FlArg late = use ((FlNodeId) { 1 });
  g_autoptr (GError) error = NULL;

  add (builder, FL_NODE_CALL, "early", "aten.relu.default", &late, 1);
  add (builder, FL_NODE_PLACEHOLDER, "late", "late", NULL, 0);
  g_assert_null (fl_graph_builder_finish (builder, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_GRAPH);
  g_assert_cmpstr (error->message, ==, "early (node 0) uses late, which is defined after it");
}

static FlGraph *
make_small (void)
{
  g_autoptr (FlGraphBuilder) builder = fl_graph_builder_new (NULL, "small");
  const FlNodeId x = add (builder, FL_NODE_PLACEHOLDER, "x", "x", NULL, 0);
  const FlArg arg = use (x);

  add (builder, FL_NODE_CALL, "y", "aten.relu.default", &arg, 1);
  return fl_graph_builder_finish (builder, NULL);
}

/* Each breach of what a graph keeps must be found. */
static void
test_the_verifier_finds_breaches (void)
{
  for (guint breach = 0; breach < 6; breach++)
    {
      g_autoptr (FlGraph) graph = make_small ();
      g_autoptr (GError) error = NULL;

      g_assert_true (fl_graph_verify (graph, &error));
      switch (breach)
        {
        case 0: ((FlArg *) graph->nodes[1].args)->node.index = 7; break;
        case 1: graph->nodes[0].n_users = 0; break;
        case 2: graph->nodes[1].name = graph->nodes[0].name; break;
        case 3: graph->nodes[1].kind = FL_NODE_OUTPUT; break;
        case 4: graph->n_inputs = 0; break;
        case 5: ((FlNodeId *) graph->nodes[0].users)->index = 2; break;
        default: break;
        }
      g_assert_false (fl_graph_verify (graph, &error));
      g_assert_error (error, FL_ERROR, FL_ERROR_GRAPH);
    }
}

/* --- arguments -------------------------------------------------------------------------------- */

static void
test_arguments_by_name (void)
{
  g_autoptr (FlGraphBuilder) builder = fl_graph_builder_new (NULL, "args");
  FlSymTable *symbols = fl_graph_builder_get_symbols (builder);
  const FlNodeId x = add (builder, FL_NODE_PLACEHOLDER, "x", "x", NULL, 0);
  const FlArg sum_args[] = { use (x),
                             { .kind = FL_ARG_INT, .sym = fl_sym_int (symbols, 1) },
                             { .kind = FL_ARG_BOOL, .number = 1, .keyword = fl_intern ("keepdim") } };
  const FlArg pool_args[] = { use (x), { .kind = FL_ARG_INT, .sym = fl_sym_int (symbols, 3) } };
  const FlNodeId sum = add (builder, FL_NODE_CALL, "sum", "aten.sum.dim_IntList", sum_args, 3);
  const FlNodeId pool = add (builder, FL_NODE_CALL, "pool", "aten.avg_pool2d.default", pool_args, 2);
  const FlNodeId norm = add (builder, FL_NODE_CALL, "norm", "aten.gelu.default", pool_args, 1);
  g_autoptr (FlGraph) graph = fl_graph_builder_finish (builder, NULL);
  const FlNode *node = fl_graph_get_node (graph, sum);
  const FlSym *const *syms;
  gboolean flag;
  gint64 value;
  double number;
  guint n;

  g_assert_true (fl_node_find_arg (node, "self") == &node->args[0]);
  g_assert_true (fl_node_find_arg (node, "keepdim") == &node->args[2]);
  g_assert_true (fl_node_get_arg (node, 2) == &node->args[2]);
  g_assert_null (fl_node_find_arg (node, "dtype"));
  g_assert_true (fl_node_get_int (node, "dim", &value) && value == 1);
  g_assert_true (fl_node_get_bool (node, "keepdim", &flag) && flag);
  g_assert_false (fl_node_get_int (node, "dtype", &value));       /* None by default */
  syms = fl_node_get_syms (graph, node, "dim", graph->arena, &n); /* an int stands for a list of one */
  g_assert_true (syms != NULL && n == 1);

  node = fl_graph_get_node (graph, pool);
  g_assert_true (fl_node_get_bool (node, "count_include_pad", &flag) && flag);
  syms = fl_node_get_syms (graph, node, "padding", graph->arena, &n); /* the default [0,0] */
  g_assert_true (syms != NULL && n == 2 && fl_sym_is_int_value (syms[1], 0));
  syms = fl_node_get_syms (graph, node, "stride", graph->arena, &n); /* the default [] */
  g_assert_true (syms != NULL && n == 0);
  g_assert_null (fl_node_get_syms (graph, node, "divisor_override", graph->arena, &n));
  g_assert_false (fl_node_get_float (fl_graph_get_node (graph, norm), "approximate", &number));
}

/* --- the operator table ----------------------------------------------------------------------- */

static void
test_every_operator_is_found_by_its_name (void)
{
  g_autoptr (GHashTable) ops = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < fl_aten_get_n_rows (); i++)
    {
      const FlAtenRow *row = fl_aten_get_row (i);
      const FlAtenParam *params;
      guint n_params;

      g_assert_cmpuint (row->position, ==, i);
      g_assert_true (g_hash_table_add (ops, GUINT_TO_POINTER (row->op)));
      g_assert_true (fl_aten_find (row->name) == row);
      params = fl_aten_get_params (row, &n_params);
      for (guint j = 0; j < n_params; j++)
        {
          g_assert_cmpstr (params[j].name, !=, "");
          /* keyword-only parameters come last */
          g_assert_true (j == 0 || params[j].is_keyword_only || !params[j - 1].is_keyword_only);
        }
    }
  g_assert_null (fl_aten_find ("aten.nonsense.default"));
  for (guint op = FL_ATEN_OP_NONE + 1; op < FL_N_ATEN_NAMED; op++)
    g_assert_cmpuint (fl_aten_get_named (op)->op, ==, op);
  g_assert_true (fl_aten_find ("aten.relu") == fl_aten_get_named (FL_ATEN_OP_RELU));
  g_assert_true (fl_aten_find ("_operator.add") == fl_aten_get_named (FL_ATEN_OP_OPERATOR_ADD));
  g_assert_true (fl_aten_find ("c10d_functional.wait_tensor.default")
                 == fl_aten_find ("_c10d_functional.wait_tensor.default"));
}

/* Signature of aten::add.Tensor in PyTorch: (Tensor self, Tensor other, *, Scalar alpha=1). */
static void
test_signatures_are_taken_apart (void)
{
  guint n;
  const FlAtenParam *params = fl_aten_get_params (fl_aten_find ("aten.add.Tensor"), &n);

  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpstr (params[1].name, ==, "other");
  g_assert_null (params[1].default_text);
  g_assert_false (params[1].is_keyword_only);
  g_assert_cmpstr (params[2].name, ==, "alpha");
  g_assert_cmpstr (params[2].default_text, ==, "1");
  g_assert_true (params[2].is_keyword_only);
}

static void
test_layouts_are_told (void)
{
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  const FlSym *sizes[] = { fl_sym_int (symbols, 2), fl_sym_int (symbols, 1), fl_sym_int (symbols, 3) };
  const FlSym *good[]
      = { fl_sym_int (symbols, 3), fl_sym_int (symbols, 99), fl_sym_int (symbols, 1) }; /* a size of 1: any stride */
  const FlSym *bad[] = { fl_sym_int (symbols, 1), fl_sym_int (symbols, 2), fl_sym_int (symbols, 2) };
  FlTensor tensor = { FL_DTYPE_F32, 3, sizes, good, NULL, { fl_intern ("cuda"), 1 } };
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_true (fl_tensor_is_contiguous (&tensor));
  fl_tensor_append (text, &tensor, TRUE, TRUE);
  g_assert_cmpstr (text->str, ==, "f32[2, 1, 3][3, 99, 1]cuda:1");
  tensor.strides = bad;
  g_assert_false (fl_tensor_is_contiguous (&tensor));
  g_assert_true (fl_sym_is_int_value (fl_tensor_get_numel (&tensor, symbols), 6));
  tensor.n_dims = 0;
  g_assert_true (fl_tensor_is_contiguous (&tensor));
  g_assert_true (fl_sym_is_int_value (fl_tensor_get_numel (&tensor, symbols), 1));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/graph/builder/names-are-made-unique-as-fx-does", test_names_are_made_unique_as_fx_does);
  g_test_add_func ("/core/graph/builder/users-are-distinct-and-in-order", test_users_are_distinct_and_in_order);
  g_test_add_func ("/core/graph/builder/uses-before-definitions-are-refused", test_uses_before_definitions_are_refused);
  g_test_add_func ("/core/graph/verify/finds-breaches", test_the_verifier_finds_breaches);
  g_test_add_func ("/core/graph/args/by-name", test_arguments_by_name);
  g_test_add_func ("/core/graph/aten/every-operator-is-found", test_every_operator_is_found_by_its_name);
  g_test_add_func ("/core/graph/aten/signatures-are-taken-apart", test_signatures_are_taken_apart);
  g_test_add_func ("/core/graph/tensor/layouts-are-told", test_layouts_are_told);
  return g_test_run ();
}
