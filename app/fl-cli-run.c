/* Commands that run, compare and explain: run, compare, why. */
#include <string.h>
#include <unistd.h>

#include "fl-ablate.h"
#include "fl-cli.h"
#include "fl-group-run.h"
#include "fl-fusion-log.h"
#include "fl-partition-explain.h"
#include "fl-fuse.h"
#include "fl-intern.h"
#include "fl-roofline.h"
#include "fl-sizes.h"
#include "fl-text.h"
#include "fl-file.h"

/* --- run -------------------------------------------------------------------------------------- */

static guint
count_executions (const GArray *all)
{
  guint most = 1;

  for (guint i = 0; i < all->len; i++)
    {
      guint n = 0;

      for (guint k = 0; k < all->len; k++)
        n += g_array_index (all, FlSizeValue, k).symbol == g_array_index (all, FlSizeValue, i).symbol;
      most = MAX (most, n);
    }
  return most;
}

/* --svg: the kernels under the roofs; with --ablate what passes are worth. */
static gboolean
write_picture (const FlCli *cli, const FlRun *run, GError **error)
{
  g_autoptr (FlAblation) ablation = fl_ablation_new (run);
  g_autoptr (FlRoofline) roofline = ablation ? NULL : fl_roofline_new (run->execution);
  g_autofree char *svg = NULL;

  if (!roofline && !ablation)
    {
      g_set_error (
          error, FL_ERROR, FL_ERROR_UNSUPPORTED,
          "%s: --svg draws the kernels under the roofs of this machine, but no kernel of this run was timed beside a STREAM loop; "
          "run it without --no-measure",
          cli->svg);
      return FALSE;
    }
  svg = ablation ? fl_ablation_dup_svg (ablation, cli->dark) : fl_roofline_dup_svg (roofline, cli->dark);
  return fl_file_write_text (cli->svg, svg, -1, error);
}

/* What the exit status says of the results. */
static FlCliStatus
judge (const FlCli *cli, const FlExecution *execution)
{
  if (execution->check == FL_CHECK_DISAGREES)
    fl_cli_say ("the results disagree with the reference");
  else if (execution->n_expected > 0 && !execution->meets_expected)
    fl_cli_say ("%s: the results differ from those that were given", cli->tensors.expect);
  else if (cli->tensors.require_verified && !execution->verified)
    fl_cli_say ("unverified: %s", execution->not_verified_why);
  else
    return FL_CLI_OK;
  return FL_CLI_MISMATCH;
}

void
fl_cli_append_execution (const FlCli *cli, GString *text, const FlRun *run)
{
  if (cli->verbose)
    {
      fl_report_append_execution (text, run);
      return;
    }
  fl_report_append_verdict (text, run);
  if (!cli->quiet)
    g_string_append (text, "(--verbose: every result and kernel, compiler, machine, measured peaks)\n");
}

static FlCliStatus
execute_once (FlCli *cli, const FlRun *run, GArray *sizes)
{
  FlExecuteRequest request = {
    .verify = !cli->no_verify, .measure = !cli->no_measure, .worker_path = fl_cli_get_device (cli), .fault = cli->fault
  };
  gboolean shows_progress = isatty (STDERR_FILENO) && !cli->quiet;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FlRun) executed = NULL;
  FlCliStatus status = FL_CLI_OK;
  GError *error = NULL;

  if (!fl_cli_tensors_apply (&cli->tensors, run, &request, sizes, &error))
    return fl_cli_fail (error);
  request.n_sizes = sizes->len;
  request.sizes = (const FlSizeValue *) sizes->data;
  executed = (cli->ablate ? fl_pipeline_ablate : fl_pipeline_execute) (run, &request, NULL,
                                                                       shows_progress ? fl_cli_show_progress : NULL,
                                                                       NULL, &error);
  if (shows_progress)
    fl_cli_clear_progress ();
  if (executed && executed->execution->warning && !cli->quiet)
    fl_cli_say ("warning: %s", executed->execution->warning);
  if (!executed || (cli->svg && !write_picture (cli, executed, &error)))
    return fl_cli_fail (error);
  if (cli->json)
    status = fl_cli_print_json (cli, executed);
  else
    {
      if (cli->ablate)
        fl_report_append_ablation (text, executed);
      else
        fl_cli_append_execution (cli, text, executed);
      status = fl_cli_print (cli, text);
    }
  if (status == FL_CLI_OK && cli->tensors.error)
    return fl_cli_fail (g_steal_pointer (&cli->tensors.error));
  return status == FL_CLI_OK ? judge (cli, executed->execution) : status;
}

FlCliStatus
fl_cli_execute (FlCli *cli)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));
  g_autoptr (FlRun) run = NULL;
  FlCliStatus status = FL_CLI_OK;
  GError *error = NULL;
  guint n_executions;

  if (cli->tensors.require_verified && cli->no_verify)
    {
      fl_cli_say ("--require-verified and --no-verify exclude each other");
      return FL_CLI_USAGE;
    }

  if (cli->times.strategies)
    return fl_cli_execute_side_by_side (cli);
  cli->is_executing = TRUE;
  fl_execute_prepare (fl_cli_get_device (cli));
  run = fl_cli_run_pipeline (cli, FL_STAGE_CODEGEN, !cli->ablate, &status);
  if (!run)
    return status;
  status = fl_cli_check_run (run);
  if (status)
    return status;
  if (!fl_cli_parse_sizes (cli, run->graph, all, &error))
    return fl_cli_fail (error);
  n_executions = count_executions (all);
  if (n_executions > 1 && cli->json)
    {
      fl_cli_say ("--json prints one object: give each size symbol one value");
      return FL_CLI_USAGE;
    }
  for (guint i = 0; i < n_executions && status == FL_CLI_OK; i++)
    {
      g_autoptr (GArray) sizes = fl_cli_pick_sizes (all, i);

      status = execute_once (cli, run, sizes);
    }
  return status;
}

/* --- why -------------------------------------------------------------------------------------- */

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
  guint n = 0;

  for (guint32 i = 0; i < fl_trace_get_n_steps (run->trace, FL_STAGE_FUSE); i++)
    {
      const FlEvent *event = fl_trace_get_step (run->trace, FL_STAGE_FUSE, i);
      const FlSchedNode *subject
          = event->subject.name ? fl_schedule_find_node (run->schedule, event->subject.name) : NULL;
      const FlSchedNode *object = event->object.name ? fl_schedule_find_node (run->schedule, event->object.name) : NULL;

      if (!((subject == a && object == b) || (subject == b && object == a)))
        continue;
      g_string_append (text, n++ ? "         " : "  in the run: ");
      fl_event_append_line (event, text);
      g_string_append_c (text, '\n');
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
  if (why->kind != FL_WHY_SAME)
    g_string_append_printf (text, " Shared data: %" G_GINT64_FORMAT " bytes.", why->shared);
  g_string_append_c (text, '\n');
  if (why->taken && why->kind != FL_WHY_TAKEN)
    g_string_append_printf (text, "  before that: %s\n", why->taken);
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

FlCliStatus
fl_cli_why (FlCli *cli)
{
  static const char *const verdicts[] = { "unknown", "yes", "legal, but refused", "no" };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FlRun) run = NULL;
  const FlSchedNode *a, *b, *group_a, *group_b;
  FlFusionAnswer answer = { 0 };
  const char *names[2] = { NULL, NULL };
  FlCliStatus status = FL_CLI_OK;
  GError *error = NULL;
  FlPass pass;

  run = fl_cli_run_pipeline (cli, FL_STAGE_FUSE, FALSE, &status);
  if (!run)
    return status;
  status = fl_cli_check_run (run);
  if (status)
    return status;
  /* Names of kernels are known when the kernels are. */
  if (!fl_cli_why_settle (run, cli->words[1], &names[0], text)
      || !fl_cli_why_settle (run, cli->words[2], &names[1], text))
    {
      fl_run_unref (run);
      run = fl_cli_run_pipeline (cli, FL_STAGE_CODEGEN, FALSE, &status);
      g_string_truncate (text, 0);
      if (!run)
        return status;
      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        if (!fl_cli_why_settle (run, cli->words[1 + i], &names[i], text))
          {
            explain_missing (run, cli->words[1 + i]);
            return FL_CLI_INPUT;
          }
    }
  if (!names[0] || !names[1]) /* one of them is decided nowhere: that was said */
    return fl_cli_print (cli, text);
  if (run->partition)
    return why_apart (cli, run, names, text);
  fl_cli_why_append_layers (text, run, cli->words[1], names[1]);
  fl_cli_why_append_layers (text, run, cli->words[2], names[0]);
  a = find_subject (run, names[0]);
  b = find_subject (run, names[1]);
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
  pass = (FlPass) { .arena = run->arena,
                    .trace = fl_trace_new (run->arena),
                    .options = &run->options,
                    .stop_stage = FL_N_STAGES,
                    .stop_step = G_MAXUINT32,
                    .overrides = (struct _FlOverrides *) run->overrides };
  if (!fl_fuse_explain (&pass, run->schedule, a, b, &answer, &error))
    return fl_cli_fail (error);
  group_a = fl_schedule_find_group (run->fused, a);
  group_b = fl_schedule_find_group (run->fused, b);
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
  g_string_append_printf (text, "  as a pair of their own: %s — %s", verdicts[answer.verdict],
                          answer.reason ? answer.reason : "");
  if (answer.facts)
    g_string_append_printf (text, " (%s)", answer.facts);
  g_string_append_c (text, '\n');
  append_answer (text, run, a->name, b->name);
  append_history (text, run, a, b);
  return fl_cli_print (cli, text);
}
