/* Fusion rules from files: what they match, and what is said of files that are wrong. */
#include <glib/gstdio.h>

#include "fl-error.h"
#include "fl-op-graph-fixture.h"
#include "fl-options.h"
#include "fl-pattern.h"

#define S "64 32"
static const char gate[] = "x : " S "\ng : " S "\nn = neg x\ne = exp n\na = add e\nd = div x a\ny = mul d g\nout y";

static FlPartition *
run (FlArena *arena, const char *text, const char *paths, GError **error)
{
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  g_autofree char *setting = g_strconcat ("pattern.rules=", paths, NULL);
  FlPass pass = { arena, fl_trace_new (arena), NULL, NULL, FL_N_STAGES, G_MAXUINT32 };
  FlOptions options;

  fl_options_init (&options);
  g_assert_true (fl_options_set (&options, setting, NULL));
  pass.options = &options;
  return fl_op_strategy_pattern (&pass, read_graph (arena, symbols, text, FL_DTYPE_F32), error);
}

static char *
write_rules (const char *text, gssize length)
{
  g_autoptr (GError) error = NULL;
  char *path = NULL;
  int file = g_file_open_tmp ("rules-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_close (file, NULL);
  g_file_set_contents (path, text, length, &error);
  g_assert_no_error (error);
  return path;
}

static guint
count_kernels (const char *graph, const char *rules, const char *more)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GError) error = NULL;
  g_autofree char *path = write_rules (rules, -1), *other = write_rules (more, -1);
  g_autofree char *paths = g_strjoin (":", path, other, NULL);
  const FlPartition *partition = run (arena, graph, paths, &error);

  g_assert_no_error (error);
  g_unlink (path);
  g_unlink (other);
  return partition->n_groups;
}

/* The documented file: five ops of a gate in one kernel. */
static void
test_example (void)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "data", "rules", "swish.rules", NULL);
  const FlPartition *partition = run (arena, gate, path, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (partition->n_groups, ==, 1);
}

static void
test_matches (void)
{
  /* {graph, rules, kernels}; ops counted by hand. */
  static const struct
  {
    const char *graph, *rules;
    guint n_kernels;
  } cases[] = {
    { gate, "", 5 },
    { gate, "rule s: div($x, add(exp(neg($x))))", 2 },
    { gate, "rule s: div($x, add(exp(neg($z))))", 2 },
    { gate, "rule s: div($x, add(exp(neg($x)))) if dtype f16", 5 },
    { gate, "rule s: div($x, add(exp(neg($x)))) if bytes 8192", 2 },
    { gate, "rule s: div($x, add(exp(neg($x)))) if bytes 8193", 5 },
    { gate, "rule s: mul(div($x, add(exp(neg($x)))), $g) if same x g", 1 },
    { gate, "rule s: mul($g, div($x, $y))", 4 },
    { gate, "rule s: mul($g, div($g, $y))", 5 }, /* one capture is one value */
    { gate, "rule s: mul(div($x, $y), $g) if scalar g", 5 },
    { gate, "rule s: mul(div($x, $y), $g) if rank g 2", 4 },
    { gate, "rule s: mul(div($x, $y), $g) if rank g 1", 5 },
    { gate, "rule s: exp|tanh(\"neg\"($x))", 4 },
    { "p : " S "\nq : 64 32\na = add p q\nr = relu a\nout r", "", 1 }, /* a built-in rule */
    { "p : " S "\nq : 64 32\na = add p q\nr = relu a\nout r", "replace built-in", 2 },
    { "p : " S "\nq : 64 32\na = add p q\nr = relu a\nout r", "rule add_relu: relu(add($x, $y)) if dtype f16", 2 },
    { "p : " S "\nb : 32\nc = bc b 64 32 / 1\nd = div p c\nout d", "rule s: div($p, broadcast($b)) if along b 1", 1 },
    { "p : " S "\nb : 32\nc = bc b 64 32 / 1\nd = div p c\nout d", "rule s: div($p, broadcast($b)) if along b last",
      1 },
    { "p : " S "\nb : 32\nc = bc b 64 32 / 1\nd = div p c\nout d", "rule s: div($p, broadcast($b)) if along b 0", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n = count_kernels (cases[i].graph, cases[i].rules, "# nothing\n");

      if (n != cases[i].n_kernels)
        g_test_message ("%s: %u kernels, not %u", cases[i].rules, n, cases[i].n_kernels);
      g_assert_cmpuint (n, ==, cases[i].n_kernels);
    }
}

/* The first file's rule is tried first: {div,mul} and three singles, or {neg,…,div} and mul after
 * it was taken. */
static void
test_files_in_order (void)
{
  static const char tail[] = "rule tail: mul(div($x, $y), $g)",
                    head[] = "rule whole: mul(div($x, add(exp(neg($x)))), $g)";

  g_assert_cmpuint (count_kernels (gate, tail, head), ==, 4);
  g_assert_cmpuint (count_kernels (gate, head, tail), ==, 1);
}

static void
test_wrong_files (void)
{
  static const struct
  {
    const char *text, *place, *words;
  } cases[] = {
    { "rulee a: relu($x)", ":1:1: ", "rule NAME" },
    { "# fine\n\n  rule a relu($x)", ":3:10: rule a: ", "“:”" },
    { "rule a:", ":1:8: rule a: ", "file ends" },
    { "rule a: relu", ":1:13: rule a: ", "“(”" },
    { "rule a: relu($x", ":1:16: rule a: ", "file ends" },
    { "rule a: relu($x $y)", ":1:17: rule a: ", "“)”" },
    { "rule a: $x", ":1:9: rule a: ", "capture alone" },
    { "rule a: rellu($x)", ":1:9: rule a: ", "“relu”" },
    { "rule a: \"rellu($x)", ":1:15: rule a: ", "\"" },
    { "rule a: relu($x) if", ":1:20: rule a: ", "condition" },
    { "rule a: relu($x) if rank y 1", ":1:26: rule a: ", "capture" },
    { "rule a: relu($x) if rank x 33", ":1:28: rule a: ", "32" },
    { "rule a: relu($x) if rank x -1", ":1:28: rule a: ", "number" },
    { "rule a: relu($x) if dtype f32,f31", ":1:31: rule a: ", "element type" },
    { "rule a: relu($x) if bytes 99999999999999999999", ":1:27: rule a: ", "number" },
    { "rule a: relu($x)\nrule a: tanh($x)", ":2:6: rule a: ", "already" },
    { "rule a: relu($x); rule b: tanh($x)", ":1:17: ", "rule NAME" },
    { "replace built", ":1:9: ", "built-in" },
    { "rule a: relu($\xff)", ":1:15: ", "UTF-8" },
    { "rule a: f($a,$b,$c,$d,$e,$f,$g,$h,$i,$j,$k,$l,$m,$n,$o,$p,$q)", ":1:9: rule a: ", "quotes" },
    { "rule a: add($a,$b,$c,$d,$e,$f,$g,$h,$i,$j,$k,$l,$m,$n,$o,$p,$q)", ":1:62: rule a: ", "16 captures" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FlPatternRules) rules = fl_pattern_rules_new ();
      g_autoptr (GError) error = NULL;

      g_assert_false (fl_pattern_rules_add_text (rules, cases[i].text, strlen (cases[i].text), "my.rules", &error));
      g_assert_error (error, FL_ERROR, FL_ERROR_SYNTAX);
      if (strstr (error->message, cases[i].place) == NULL || strstr (error->message, cases[i].words) == NULL)
        g_test_message ("%s: %s, expected %s and %s", cases[i].text, error->message, cases[i].place, cases[i].words);
      g_assert_true (g_str_has_prefix (error->message, "my.rules:"));
      g_assert_nonnull (strstr (error->message, cases[i].place));
      g_assert_nonnull (strstr (error->message, cases[i].words));
    }
}

static void
check_refused (const char *text, gssize length, int code)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GError) error = NULL;
  g_autofree char *path = write_rules (text, length);

  g_assert_null (run (arena, gate, path, &error));
  g_assert_error (error, FL_ERROR, code);
  g_assert_nonnull (strstr (error->message, path));
  g_unlink (path);
}

static void
test_hostile_files (void)
{
  g_autoptr (GString) text = g_string_new ("rule deep: ");

  for (guint i = 0; i < 100000; i++)
    g_string_append (text, "relu(");
  check_refused (text->str, -1, FL_ERROR_SYNTAX);
  g_string_assign (text, "rule wide: add(");
  for (guint i = 0; i < 1000; i++)
    g_string_append (text, "$x,");
  check_refused (text->str, -1, FL_ERROR_SYNTAX);
  g_string_truncate (text, 0);
  for (guint i = 0; i < 2000; i++)
    g_string_append_printf (text, "rule r%u: relu($x)\n", i);
  check_refused (text->str, -1, FL_ERROR_SYNTAX);
  check_refused ("rule a: relu($x)\0rule b: relu($y)", 33, FL_ERROR_SYNTAX);
  g_string_set_size (text, 2 << 20);
  memset (text->str, '#', text->len);
  check_refused (text->str, (gssize) text->len, FL_ERROR_LIMIT);
  check_refused ("\xef\xbb\xbfrule a: relu($x)", -1, FL_ERROR_SYNTAX);
}

/* A chain of sums of a value with itself has two ways at each of its levels: it is given up, and
 * said to be. */
static void
test_many_ways (void)
{
  g_autoptr (GString) graph = g_string_new ("a0 : 8 8\n"), rule = g_string_new ("rule chain: ");
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  g_autoptr (FlPatternRules) rules = fl_pattern_rules_new ();
  g_autoptr (GArray) ops = g_array_new (FALSE, FALSE, sizeof (guint32));
  FlPatternMatch match = { ops };
  const FlOpGraph *nodes;

  for (guint i = 1; i <= 30; i++)
    g_string_append_printf (graph, "a%u = add a%u a%u\n", i, i - 1, i - 1);
  g_string_append (graph, "out a30");
  for (guint i = 0; i < 29; i++)
    g_string_append (rule, "add(");
  g_string_append (rule, "tanh($x)");
  for (guint i = 0; i < 29; i++)
    g_string_append (rule, ", $y)");
  g_assert_true (fl_pattern_rules_add_text (rules, rule->str, rule->len, "chain.rules", NULL));
  nodes = read_graph (arena, symbols, graph->str, FL_DTYPE_F32);
  g_assert_false (fl_pattern_rules_match (rules, 0, nodes, nodes->n_nodes - 1, &match));
  g_assert_nonnull (match.reason);
}

/* Whatever is done to a text, it is read or refused with a place. */
static void
test_mutated_files (void)
{
  static const char text[] = "# c\nrule gated: mul(div($x, add?(exp|tanh(neg($x)))), $gate) if "
                             "same x gate; dtype f32,f16\n"
                             "replace built-in\nrule b: relu(add(broadcast($b), $x)) if along b "
                             "last; rank x 2; scalar b; bytes 10\n";
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint round = 0; round < 20000; round++)
    {
      g_autoptr (FlPatternRules) rules = fl_pattern_rules_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *bytes = g_memdup2 (text, sizeof text);
      gsize length = sizeof text - 1 - pick (random, 2) * pick (random, sizeof text - 1);

      for (guint i = 0; i < 1 + round % 4 && length > 0; i++)
        bytes[pick (random, length)]
            = pick (random, 2) ? text[pick (random, sizeof text - 1)] : (char) pick (random, 256);
      if (!fl_pattern_rules_add_text (rules, bytes, length, "m.rules", &error))
        g_assert_true (g_str_has_prefix (error->message, "m.rules:"));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pattern/example", test_example);
  g_test_add_func ("/pattern/matches", test_matches);
  g_test_add_func ("/pattern/files-in-order", test_files_in_order);
  g_test_add_func ("/pattern/wrong-files", test_wrong_files);
  g_test_add_func ("/pattern/hostile-files", test_hostile_files);
  g_test_add_func ("/pattern/many-ways", test_many_ways);
  g_test_add_func ("/pattern/mutated-files", test_mutated_files);
  return g_test_run ();
}
