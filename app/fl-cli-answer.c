/* why: whether two operations are one kernel, which rule says so, what differs between them, and what would help. */
#include "fl-cli-private.h"
#include "fl-group-run.h"
#include "fl-fusion-log.h"
#include "fl-help.h"
#include "fl-intern.h"
#include "fl-partition-explain.h"

/* A scheduler node, or the node that computes a buffer, or the one that an FX node ended up in. */
static const FlSchedNode *
find_subject (const FlRun *run, const char *name)
{
  const FlSchedNode *node = fl_schedule_find_node (run->schedule, name);
  const FlSchedBuffer *buffer = node ? NULL : fl_schedule_find_buffer (run->schedule, name);
  const FlNode *fx = fl_graph_find_node (run->decomposed, name);

  if (node)
    return node;
  if (buffer)
    return buffer->node;
  if (fx && run->lowered->nodes[fx - run->decomposed->nodes].buffer)
    {
      buffer = fl_schedule_find_buffer (run->schedule, run->lowered->nodes[fx - run->decomposed->nodes].buffer->name);
      return buffer ? buffer->node : NULL;
    }
  return NULL;
}

static void
explain_missing (const FlRun *run, const char *name)
{
  const FlNode *fx = fl_graph_find_node (run->decomposed, name);

  if (fx)
    fl_cli_say ("%s has no kernel of its own: it was %s", name,
                run->lowered->nodes[fx - run->decomposed->nodes].kind == FL_LOWERED_POINTWISE
                    ? "computed inside its readers"
                    : "not scheduled (an input, a view or unused)");
  else
    fl_cli_say ("nothing is called \"%s\" here; `fuseloom-cli dump GRAPH --stage schedule` lists the scheduler nodes",
                name);
}

/* Every decision of the run about the two, in order: what happened, beside what the rules say now. */
static void
append_history (GString *text, const FlRun *run, const FlSchedNode *a, const FlSchedNode *b)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n = 0;

  for (guint32 i = 0; i < fl_trace_get_n_steps (run->trace, FL_STAGE_FUSE); i++)
    {
      const FlEvent *event = fl_trace_get_step (run->trace, FL_STAGE_FUSE, i);
      const FlSchedNode *subject
          = event->subject.name ? fl_schedule_find_node (run->schedule, event->subject.name) : NULL;
      const FlSchedNode *object = event->object.name ? fl_schedule_find_node (run->schedule, event->object.name) : NULL;

      g_autoptr (GString) line = g_string_new (NULL);

      if (!((subject == a && object == b) || (subject == b && object == a)))
        continue;
      fl_event_append_line (event, line);
      if (!g_hash_table_add (seen, g_strdup (line->str))) /* each round may say the same again */
        continue;
      g_string_append_printf (text, "%s%s\n", n++ ? "         " : "  in the run: ", line->str);
    }
}

/* The whole answer in words: who took what first, and the way around that a cycle would take. */
static void
append_answer (GString *text, const FlRun *run, const char *a, const char *b)
{
  g_autoptr (FlFusionLog) log = fl_fusion_log_new (run);
  guint32 one = log ? fl_fusion_log_find_item (log, (FlItem) { FL_ITEM_OP, fl_intern (a) }) : G_MAXUINT32;
  guint32 other = log ? fl_fusion_log_find_item (log, (FlItem) { FL_ITEM_OP, fl_intern (b) }) : G_MAXUINT32;
  g_autoptr (FlWhy) why = NULL;

  if (one == G_MAXUINT32 || other == G_MAXUINT32 || one == other)
    return;
  why = fl_why_new (log, one, other);
  g_string_append_printf (text, "  %s: %s", why->title, why->sentence);
  if (why->kind != FL_WHY_SAME && why->shared > 0)
    g_string_append_printf (text, " Shared data: %" G_GINT64_FORMAT " bytes.", why->shared);
  g_string_append_c (text, '\n');
  if (why->access)
    fl_access_append_story (text, why->access, "  ");
  if (why->taken && why->kind != FL_WHY_TAKEN)
    g_string_append_printf (text, "  before that: %s\n", why->taken);
}

/* Changes that were tried and help, the most bytes first. */
static void
append_help (GString *text, const FlRun *run, const char *a, const char *b)
{
  enum
  {
    MAX_SHOWN = 5
  };
  const gint64 limit_ms = run->options.why_limit_ms;
  const char *one = fl_whatif_find_subject (run, a, NULL), *other = fl_whatif_find_subject (run, b, NULL);
  g_auto (FlHelpSearch) search = { NULL };

  if (limit_ms == 0 || !one || !other || one == other
      || fl_schedule_find_group (run->fused, find_subject (run, a))
             == fl_schedule_find_group (run->fused, find_subject (run, b)))
    return;
  fl_help_find (&search, run, one, other, limit_ms, NULL);
  if (search.found->len == 0)
    g_string_append_printf (
        text,
        "  what would help: nothing of %u changes that were tried makes one kernel of the two that moves fewer bytes\n",
        search.n_tried);
  else
    g_string_append (text, "  what would help (tried; one kernel of the two, and fewer bytes):\n");
  for (guint i = 0; i < MIN (search.found->len, MAX_SHOWN); i++)
    {
      g_string_append (text, "    ");
      fl_help_append (text, &g_array_index (search.found, FlHelp, i), run);
      g_string_append_c (text, '\n');
    }
  if (search.n_tried < search.n_all)
    g_string_append_printf (text,
                            "    (%u of %u changes were tried in %g s; --set why.limit=MS gives them another time)\n",
                            search.n_tried, search.n_all, limit_ms / 1e3);
}

/* Strategies over tensor operations answer from their search: which rule refused, or why the two were never tried. */
static FlCliStatus
why_apart (FlCli *cli, const FlRun *run, const char *const *names, GString *text)
{
  static const char *const verdicts[] = { "not tried", "one kernel", "legal, but refused", "not allowed" };
  const FlOpNode *a = fl_run_find_op (run, names[0]), *b = fl_run_find_op (run, names[1]);
  FlPartitionAnswer answer;

  if (!a || !b)
    {
      fl_cli_say (
          "no operation is called \"%s\" under strategy %s; `fuseloom-cli dump GRAPH --stage decompose` lists them",
          cli->words[a ? 2 : 1], run->options.strategy);
      return FL_CLI_INPUT;
    }
  if (a == b)
    {
      g_string_append_printf (text, "%s and %s are one operation: %s\n", cli->words[1], cli->words[2], a->name);
      return fl_cli_print (cli, text);
    }
  fl_partition_explain (run->partition, run->trace, a->id, b->id, &answer);
  g_string_append_printf (text, "%s and %s under %s: %s — %s", a->name, b->name, run->options.strategy,
                          verdicts[answer.verdict], answer.reason);
  if (answer.facts)
    g_string_append_printf (text, " (%s)", answer.facts);
  g_string_append_c (text, '\n');
  if (answer.verdict != FL_VERDICT_ACCEPT)
    {
      g_string_append_printf (text, "  as one kernel now: %s%s%s\n",
                              answer.makes_cycle                             ? "would make a cycle through "
                              : answer.emission.template == FL_TEMPLATE_NONE ? "no kernel can: "
                                                                             : "possible: ",
                              answer.makes_cycle                             ? answer.via
                              : answer.emission.template == FL_TEMPLATE_NONE ? answer.emission.reason
                                                                             : "",
                              answer.makes_cycle || answer.emission.template == FL_TEMPLATE_NONE
                                  ? ""
                                  : fl_template_get_sentence (answer.emission.template));
    }
  else
    {
      const FlGroupRun *groups = fl_group_runs_new (run->arena, run);
      const FlGroupRun *own = groups ? &groups[run->partition->group_of[a->id]] : NULL;

      if (own && own->why)
        g_string_append_printf (text, "  carried out as %u kernel%s: %s\n", own->n_kernels,
                                own->n_kernels == 1 ? "" : "s", own->why);
    }
  append_answer (text, run, a->name, b->name);
  return fl_cli_print (cli, text);
}

/* Both names led to operations of the run, which runs on to kernels where only those have the name. */
static FlRun *
run_and_settle (FlCli *cli, const char **names, GString *text, FlCliStatus *status)
{
  FlRun *run = fl_cli_run_pipeline (cli, FL_STAGE_FUSE, FALSE, status);

  if (!run)
    return NULL;
  *status = fl_cli_check_run (run);
  if (*status
      || (fl_cli_why_settle (run, cli->words[1], &names[0], text)
          && fl_cli_why_settle (run, cli->words[2], &names[1], text)))
    return run;
  fl_run_unref (run);
  run = fl_cli_run_pipeline (cli, FL_STAGE_CODEGEN, FALSE, status);
  g_string_truncate (text, 0);
  for (guint i = 0; run && i < 2; i++)
    if (!fl_cli_why_settle (run, cli->words[1 + i], &names[i], text))
      {
        explain_missing (run, cli->words[1 + i]);
        *status = FL_CLI_INPUT;
        break;
      }
  return run;
}

static void
append_kernels (GString *text, const FlRun *run, const FlSchedNode *a, const FlSchedNode *b)
{
  const FlSchedNode *group_a = fl_schedule_find_group (run->fused, a),
                    *group_b = fl_schedule_find_group (run->fused, b);

  g_assert (group_a && group_b);
  if (group_a == group_b && fl_schedule_find_unjoined (run->fused, a) != fl_schedule_find_unjoined (run->fused, b))
    g_string_append_printf (
        text, "%s and %s are in different kernels of ir_post_fusion, %s and %s; Fuseloom joins the two: %s\n", a->name,
        b->name, fl_schedule_find_unjoined (run->fused, a)->name, fl_schedule_find_unjoined (run->fused, b)->name,
        group_a->name);
  else if (group_a == group_b)
    g_string_append_printf (text, "%s and %s are one kernel: %s\n", a->name, b->name, group_a->name);
  else
    g_string_append_printf (text, "%s and %s are in different kernels: %s, %s\n", a->name, b->name, group_a->name,
                            group_b->name);
}

/* What the rules say of the two as they were before fusion. */
static gboolean
append_rules (GString *text, const FlRun *run, const FlSchedNode *a, const FlSchedNode *b, GError **error)
{
  static const char *const verdicts[] = { "unknown", "yes", "legal, but refused", "no" };
  FlFusionAnswer answer = { 0 };
  FlPass pass = { .arena = run->arena,
                  .trace = fl_trace_new (run->arena),
                  .options = &run->options,
                  .stop_stage = FL_N_STAGES,
                  .stop_step = G_MAXUINT32,
                  .overrides = (struct _FlOverrides *) run->overrides };

  if (!fl_fuse_explain (&pass, run->schedule, a, b, &answer, error))
    return FALSE;
  g_string_append_printf (text, "  as a pair of their own: %s — %s", verdicts[answer.verdict],
                          answer.reason ? answer.reason : "");
  if (answer.upstream)
    g_string_append_printf (text, " (TorchInductor: %s)", answer.upstream);
  else if (answer.facts)
    g_string_append_printf (text, " (%s)", answer.facts);
  g_string_append_c (text, '\n');
  return TRUE;
}

static FlCliStatus
why_nodes (FlCli *cli, const FlRun *run, const char *const *names, GString *text)
{
  const FlSchedNode *a = find_subject (run, names[0]), *b = find_subject (run, names[1]);
  GError *error = NULL;

  fl_cli_why_append_layers (text, run, cli->words[1], names[1]);
  fl_cli_why_append_layers (text, run, cli->words[2], names[0]);
  if (!a || !b)
    {
      explain_missing (run, cli->words[a ? 2 : 1]);
      return FL_CLI_INPUT;
    }
  if (a == b)
    {
      g_string_append_printf (text, "%s and %s are one operation: %s\n", cli->words[1], cli->words[2], a->name);
      return fl_cli_print (cli, text);
    }
  append_kernels (text, run, a, b);
  if (!append_rules (text, run, a, b, &error))
    return fl_cli_fail (error);
  append_answer (text, run, a->name, b->name);
  append_help (text, run, a->name, b->name);
  fl_cli_names_append_where (text, run, a->name);
  fl_cli_names_append_where (text, run, b->name);
  append_history (text, run, a, b);
  return fl_cli_print (cli, text);
}

FlCliStatus
fl_cli_why (FlCli *cli)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *names[2] = { NULL, NULL };
  FlCliStatus status = FL_CLI_OK;
  g_autoptr (FlRun) run = run_and_settle (cli, names, text, &status);

  if (!run || status)
    return status;
  if (!names[0] || !names[1]) /* one of them is decided nowhere: that was said */
    return fl_cli_print (cli, text);
  return run->partition ? why_apart (cli, run, names, text) : why_nodes (cli, run, names, text);
}
