/* The optimum against every partition of small graphs, and against plans worked out by hand; with
 * recomputation, too. */
#include "fl-op-graph-fixture.h"
#include "fl-options.h"

enum
{
  MAX_BRUTE = 7
};

static const char softmax[]
    = "x : 1024 768\nm = max x 1\nmb = bc m 1024 768 / 0\ns = sub x mb\ne = exp s\nz = sum e 1\n"
      "zb = bc z 1024 768 / 0\ny = div e zb\nout y";
static const char layer_norm[] = "x : 4096 1024\ngamma : 1024\nbeta : 1024\ns1 = sum x 1\nmu = "
                                 "scale s1\nmub = bc mu 4096 1024 / 0\nd = sub x mub\n"
                                 "q = mul d d\ns2 = sum q 1\nv = affine s2\nr = rsqrt v\nrb = bc r "
                                 "4096 1024 / 0\nn = mul d rb\n"
                                 "gb = bc gamma 4096 1024 / 1\nng = mul n gb\nbb = bc beta 4096 "
                                 "1024 / 1\ny = add ng bb\nout y";

static FlPartition *
run (FlArena *arena, const FlOpGraph *graph, const char *const *settings)
{
  g_autoptr (GError) error = NULL;
  FlPass pass = { arena, fl_trace_new (arena), NULL, NULL, FL_N_STAGES, G_MAXUINT32 };
  FlOptions options;
  FlPartition *partition;

  fl_options_init (&options);
  for (guint i = 0; settings[i] != NULL; i++)
    g_assert_true (fl_options_set (&options, settings[i], NULL));
  pass.options = &options;
  partition = fl_op_strategy_optimal (&pass, graph, &error);
  g_assert_no_error (error);
  fl_partition_verify (partition, &error);
  g_assert_no_error (error);
  for (guint g = 0; g < partition->n_groups; g++)
    g_assert_cmpint (partition->groups[g].emission.template, !=, FL_TEMPLATE_NONE);
  return partition;
}

static gint64
count (const FlPartition *partition)
{
  return partition->bytes_read + partition->bytes_written;
}

/* --- every partition --------------------------------------------------------------------------- */

typedef struct
{
  const FlOpGraph *graph;
  guint32 ops[16];
  guint n;
  guint8 group[16]; /* restricted growth string */
  gint64 best;
} Brute;

/* Bytes of the partition; -1 when a group is no kernel or the groups need each other in a circle.
 */
static gint64
price_partition (const Brute *brute, guint n_groups)
{
  FlPartitionBuilder *builder = fl_partition_builder_new (brute->graph);
  FlPartition *partition;

  for (guint g = 0; g < n_groups; g++)
    {
      guint32 members[16];
      guint n = 0;

      for (guint i = 0; i < brute->n; i++)
        if (brute->group[i] == g)
          members[n++] = brute->ops[i];
      fl_partition_builder_add (builder, members, n, NULL, 0);
    }
  partition = fl_partition_builder_finish (builder, NULL);
  for (guint g = 0; partition != NULL && g < partition->n_groups; g++)
    if (partition->groups[g].emission.template == FL_TEMPLATE_NONE)
      return -1;
  return partition != NULL ? count (partition) : -1;
}

static void
try_all (Brute *brute, guint at, guint n_groups)
{
  if (at == brute->n)
    {
      gint64 bytes = price_partition (brute, n_groups);

      if (bytes >= 0)
        brute->best = MIN (brute->best, bytes);
      return;
    }
  for (guint g = 0; g <= n_groups; g++)
    {
      brute->group[at] = g;
      try_all (brute, at + 1, MAX (n_groups, g + 1));
    }
}

static void
list_ops (const FlOpGraph *graph, Brute *brute)
{
  *brute = (Brute) { .graph = graph, .best = G_MAXINT64 };
  for (guint32 i = 0; i < graph->n_nodes; i++)
    if (fl_op_is_work (&graph->nodes[i]))
      brute->ops[brute->n++] = i;
}

static void
test_is_the_least_of_all_partitions (void)
{
  static const char *const all[] = { NULL };
  static const char *const parts[] = { "optimal.all_ops=0", "optimal.limit=60000", NULL };
  g_autoptr (GRand) random = g_rand_new_with_seed (20261120);
  guint n_graphs = g_test_slow () ? 5000 : 500, n_proved = 0;

  for (guint round = 0; round < n_graphs; round++)
    {
      g_autoptr (FlArena) arena = fl_arena_open ();
      g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
      const FlOpGraph *graph = make_random_graph (random, arena, symbols, 2 + pick (random, MAX_BRUTE - 1));
      const FlPartition *partition;
      Brute brute;

      list_ops (graph, &brute);
      try_all (&brute, 0, 0);
      partition = run (arena, graph, all);
      g_assert_true (partition->is_optimal);
      g_assert_cmpint (count (partition), ==, brute.best);
      partition = run (arena, graph, parts);
      g_assert_cmpint (partition->lower_bound, <=, brute.best);
      g_assert_cmpint (count (partition), >=, brute.best);
      if (partition->is_optimal)
        g_assert_cmpint (count (partition), ==, brute.best);
      n_proved += partition->is_optimal;
    }
  g_test_message ("%u of %u proved part by part", n_proved, n_graphs);
  g_assert_cmpuint (n_proved * 10, >=, n_graphs * 9);
}

/* The two searches share no code but the price of a kernel: they must agree on graphs that no list
 * of partitions covers. */
static void
test_searches_agree (void)
{
  static const char *const all[] = { "optimal.limit=60000", NULL };
  static const char *const parts[] = { "optimal.all_ops=0", "optimal.limit=60000", NULL };
  g_autoptr (GRand) random = g_rand_new_with_seed (815);
  guint n_graphs = g_test_slow () ? 2000 : 150, n_proved = 0;

  for (guint round = 0; round < n_graphs; round++)
    {
      g_autoptr (FlArena) arena = fl_arena_open ();
      g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
      const FlOpGraph *graph = make_random_graph (random, arena, symbols, 8 + pick (random, 7));
      const FlPartition *least = run (arena, graph, all), *other = run (arena, graph, parts);

      g_assert_true (least->is_optimal);
      g_assert_cmpint (other->lower_bound, <=, count (least));
      g_assert_cmpint (count (other), >=, count (least));
      n_proved += other->is_optimal;
    }
  g_test_message ("%u of %u proved part by part", n_proved, n_graphs);
  g_assert_cmpuint (n_proved * 10, >=, n_graphs * 9);
}

/* --- every plan with recomputation
 * ------------------------------------------------------------------------------------ */

typedef struct
{
  const Brute *brute;
  gint64 best;
} Plans;

static gboolean
is_in (guint set, guint i)
{
  return (set >> i) & 1;
}

static guint
find (const Brute *brute, guint32 id)
{
  for (guint i = 0; i < brute->n; i++)
    if (brute->ops[i] == id)
      return i;
  return G_MAXUINT;
}

/* Every member is stored or read by a member, and everything read from outside is in memory. */
static gboolean
is_whole (const Brute *brute, guint set, guint stored, guint memory)
{
  for (guint i = 0; i < brute->n; i++)
    {
      const FlOpNode *node = &brute->graph->nodes[brute->ops[i]];
      gboolean is_needed = is_in (stored, i);

      if (!is_in (set, i))
        continue;
      for (guint k = 0; k < node->n_users; k++)
        is_needed |= is_in (set, find (brute, node->users[k]));
      for (guint k = 0; k < node->n_inputs; k++)
        {
          guint input = find (brute, node->inputs[k]);

          if (input != G_MAXUINT && !is_in (set, input) && !is_in (memory, input))
            return FALSE;
        }
      if (!is_needed)
        return FALSE;
    }
  return TRUE;
}

static gint64
price_kernel (const Brute *brute, guint set, guint stored)
{
  guint32 members[16], results[16];
  guint n = 0, n_results = 0;
  g_auto (FlOpSet) summary = { 0 };
  FlEmission emission;

  for (guint i = 0; i < brute->n; i++)
    {
      if (is_in (set, i))
        members[n++] = brute->ops[i];
      if (is_in (stored, i))
        results[n_results++] = brute->ops[i];
    }
  fl_op_set_init_with_results (&summary, brute->graph, members, n, results, n_results);
  fl_oracle_ask (&summary, &emission);
  if (emission.template == FL_TEMPLATE_STITCH || emission.template == FL_TEMPLATE_EPILOGUE)
    return -1; /* loops only: else storing is never worse on graphs this small */
  return emission.template == FL_TEMPLATE_NONE ? -1 : summary.bytes_read + summary.bytes_written;
}

static void
try_plans (Plans *plans, guint memory, gint64 bytes)
{
  const Brute *brute = plans->brute;
  gboolean is_done = TRUE;

  if (bytes >= plans->best)
    return;
  for (guint i = 0; i < brute->n; i++)
    is_done &= !brute->graph->nodes[brute->ops[i]].is_output || is_in (memory, i);
  if (is_done)
    plans->best = bytes;
  for (guint set = 1; set < 1u << brute->n && !is_done; set++)
    for (guint stored = set; stored != 0; stored = (stored - 1) & set)
      {
        gint64 own;

        if ((stored & memory) != 0 || !is_whole (brute, set, stored, memory))
          continue;
        own = price_kernel (brute, set, stored);
        if (own >= 0)
          try_plans (plans, memory | stored, bytes + own);
      }
}

static guint
check_plans (FlArena *arena, const FlOpGraph *graph)
{
  static const char *const settings[] = { "optimal.recompute=1", "optimal.templates=loops", NULL };
  const FlPartition *partition = run (arena, graph, settings);
  Plans plans = { .best = G_MAXINT64 };
  Brute brute;

  list_ops (graph, &brute);
  plans.brute = &brute;
  try_plans (&plans, 0, 0);
  g_assert_true (partition->is_optimal);
  g_assert_cmpint (count (partition), ==, plans.best);
  return partition->n_recomputed;
}

static void
test_is_the_least_of_all_plans (void)
{
  /* Cheaper computed twice: e; a and e; a, for rows and for columns. */
  static const char *const texts[] = {
    "x : 64 32\ne = exp x\nz = sum e 1\nb = bc z 64 32 / 0\ny = add e b\nout y",
    "x : 64 32\na = neg x\ne = exp a\nz = sum e 0\nb = bc z 64 32 / 1\ny = add e b\nout y",
    "x : 64 32\na = exp x\ny = sum a 1\nz = sum a 0\nout y z",
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (77);
  guint n_graphs = g_test_slow () ? 2000 : 200;

  for (guint round = 0; round < n_graphs; round++)
    {
      g_autoptr (FlArena) arena = fl_arena_open ();
      g_autoptr (FlSymTable) symbols = fl_sym_table_new ();

      check_plans (arena, make_random_graph (random, arena, symbols, 2 + pick (random, 4)));
    }
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (FlArena) arena = fl_arena_open ();
      g_autoptr (FlSymTable) symbols = fl_sym_table_new ();

      g_assert_cmpuint (check_plans (arena, read_graph (arena, symbols, texts[i], FL_DTYPE_F32)), >, 0);
    }
}

/* --- by hand ----------------------------------------------------------------------------------- */

static void
check (const char *text, const char *const *settings, guint n_kernels, gint64 bytes, gboolean is_optimal)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  const FlPartition *partition = run (arena, read_graph (arena, symbols, text, FL_DTYPE_F32), settings);

  g_assert_cmpuint (partition->n_groups, ==, n_kernels);
  g_assert_cmpint (count (partition), ==, bytes);
  g_assert_cmpint (partition->is_optimal, ==, is_optimal);
}

/* x: 3145728 B, a value per row: 4096 B. Loops only: m reads x; {mb,s,e,z} reads x and m, writes e
 * and z; {zb,y} reads e and z, writes y: 4 x + e + ... = 15745024. Computing e again from x and m
 * instead of storing it: m: x + 4096; z: x + 2 * 4096; y: x + 3 * 4096 - 4096 + x written: 4 x + 5
 * * 4096 = 12603392. */
static void
test_softmax_by_hand (void)
{
  static const char *const none[] = { NULL };
  static const char *const loops[] = { "optimal.templates=loops", NULL };
  static const char *const again[] = { "optimal.templates=loops", "optimal.recompute=1", NULL };

  check (softmax, none, 1, 6291456, TRUE);
  check (softmax, loops, 3, 15745024, TRUE);
  check (softmax, again, 3, 12603392, TRUE);
}

/* 16777216 B and 16384 B a row value; as softmax, d is stored or computed again: 83959808 and
 * 67198976. With 14 ops copies are tried one value at a time, so the latter is not proved. */
static void
test_layer_norm_by_hand (void)
{
  static const char *const none[] = { NULL };
  static const char *const loops[] = { "optimal.templates=loops", NULL };
  static const char *const again[] = { "optimal.templates=loops", "optimal.recompute=1", NULL };

  check (layer_norm, none, 1, 33562624, TRUE);
  check (layer_norm, loops, 3, 83959808, TRUE);
  check (layer_norm, again, 3, 67198976, FALSE);
}

/* As layer norm, with an op w that nobody reads: beside a kernel that has mu it costs nothing. */
static void
test_ops_that_nobody_reads (void)
{
  static const char *const again[] = { "optimal.templates=loops", "optimal.recompute=1", NULL };
  g_autofree char *text = g_strdup_printf ("%s\nw = exp mu", layer_norm);

  check (text, again, 3, 67198976, FALSE);
}

/* 14 ops that do not depend on each other are the most closed sets that 14 ops can have: 2^14. */
static void
test_proves_fourteen (void)
{
  static const char *const settings[] = { NULL };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 14; i++)
    g_string_append_printf (text, "x%u : 64 %u\n", i, 32 + i % 3);
  for (guint i = 0; i < 14; i++)
    g_string_append_printf (text, "y%u = exp x%u\n", i, i);
  g_string_append (text, "out");
  for (guint i = 0; i < 14; i++)
    g_string_append_printf (text, " y%u", i);
  /* Three kernels, by their sizes; 5, 5 and 4 values of 64 * 32, 33 and 34 floats, read and
   * written. */
  check (text->str, settings, 3, 2 * 4 * 64 * (5 * 32 + 5 * 33 + 4 * 34), TRUE);
}

/* Blocks of a softmax and a product, 8 ops each: only the products part them, so each is proved by
 * itself. */
static void
test_proves_many_parts (void)
{
  static const char *const settings[] = { "optimal.limit=60000", NULL };
  g_autoptr (GString) text = g_string_new ("x0 : 256 256\n");
  gint64 value = 256 * 256 * 4;

  for (guint i = 1; i <= 12; i++)
    g_string_append_printf (text,
                            "m%u = max x%u 1\nmb%u = bc m%u 256 256 / 0\ns%u = sub x%u mb%u\ne%u = "
                            "exp s%u\nz%u = sum e%u 1\n"
                            "zb%u = bc z%u 256 256 / 0\ny%u = div e%u zb%u\nx%u = mm y%u x%u\n",
                            i, i - 1, i, i, i, i - 1, i, i, i, i, i, i, i, i, i, i, i, i, i - 1);
  g_string_append (text, "out x12");
  /* Softmax: one value in, one out. Product: two in, one out. */
  check (text->str, settings, 24, 12 * 5 * value, TRUE);
}

/* A step and time limit never breaks a plan: the bound stays below, the plan legal. */
static void
test_ends_in_time (void)
{
  static const char *const settings[] = { "optimal.limit=1", "optimal.all_ops=0", NULL };
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (FlArena) arena = fl_arena_open ();
      g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
      const FlOpGraph *graph = make_random_graph (random, arena, symbols, 60);
      const FlPartition *partition = run (arena, graph, settings);

      g_assert_cmpint (partition->lower_bound, <=, count (partition));
      g_assert_cmpint (partition->lower_bound, >=, fl_op_graph_get_compulsory_bytes (graph));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/optimal/is-the-least-of-all-partitions", test_is_the_least_of_all_partitions);
  g_test_add_func ("/optimal/searches-agree", test_searches_agree);
  g_test_add_func ("/optimal/is-the-least-of-all-plans", test_is_the_least_of_all_plans);
  g_test_add_func ("/optimal/softmax-by-hand", test_softmax_by_hand);
  g_test_add_func ("/optimal/layer-norm-by-hand", test_layer_norm_by_hand);
  g_test_add_func ("/optimal/ops-that-nobody-reads", test_ops_that_nobody_reads);
  g_test_add_func ("/optimal/proves-fourteen", test_proves_fourteen);
  g_test_add_func ("/optimal/proves-many-parts", test_proves_many_parts);
  g_test_add_func ("/optimal/ends-in-time", test_ends_in_time);
  return g_test_run ();
}
