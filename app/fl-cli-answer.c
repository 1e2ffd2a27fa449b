/* why: whether two operations are one kernel, which rule says so, what differs between them, and what would help. */
#include "fl-cli-why.h"
#include "fl-intern.h"

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
find_decisions (FlCliWhy *answer, const FlSchedNode *a, const FlSchedNode *b)
{
  const FlRun *run = answer->run;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

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
      if (g_hash_table_add (seen, g_strdup (line->str))) /* each round may say the same again */
        g_ptr_array_add (answer->decisions, (gpointer) event);
    }
}

/* The whole answer: who took what first, and the way around that a cycle would take. */
static void
find_answer (FlCliWhy *answer)
{
  guint32 one, other;

  answer->log = fl_fusion_log_new (answer->run);
  if (!answer->log)
    return;
  one = fl_fusion_log_find_item (answer->log, (FlItem) { FL_ITEM_OP, fl_intern (answer->names[0]) });
  other = fl_fusion_log_find_item (answer->log, (FlItem) { FL_ITEM_OP, fl_intern (answer->names[1]) });
  if (one != G_MAXUINT32 && other != G_MAXUINT32 && one != other)
    answer->why = fl_why_new (answer->log, one, other);
}

/* Changes that are tried, the most bytes first. */
static void
find_help (FlCliWhy *answer)
{
  const gint64 limit_ms = answer->run->options.why_limit_ms;
  const FlExecuteRequest request = {
    .verify = TRUE, .measure = TRUE, .worker_path = fl_cli_get_device (answer->cli), .fault = answer->cli->fault
  };
  const char *one = fl_whatif_find_subject (answer->run, answer->names[0], NULL);
  const char *other = fl_whatif_find_subject (answer->run, answer->names[1], NULL);

  if (limit_ms > 0 && one && other && one != other && !answer->is_one)
    fl_help_find (&answer->help, answer->run, one, other, (guint) limit_ms, NULL, NULL, NULL);
  if (answer->help.found && answer->cli->whatif.run)
    fl_help_measure (&answer->help, answer->run, FL_CLI_WHY_MAX_SHOWN, &request, NULL, &answer->unmeasured);
}

/* Strategies over tensor operations answer from their search: which rule refused, or why the two were never tried. */
static FlCliStatus
find_over_operations (FlCliWhy *answer)
{
  const FlRun *run = answer->run;
  const FlOpNode *a = fl_run_find_op (run, answer->names[0]), *b = fl_run_find_op (run, answer->names[1]);

  if (!a || !b)
    {
      fl_cli_say (
          "no operation is called \"%s\" under strategy %s; `fuseloom-cli dump GRAPH --stage decompose` lists them",
          answer->cli->words[a ? 2 : 1], run->options.strategy);
      return FL_CLI_INPUT;
    }
  answer->names[0] = a->name;
  answer->names[1] = b->name;
  if (a == b)
    return FL_CLI_OK;
  fl_partition_explain (run->partition, run->trace, a->id, b->id, &answer->apart);
  answer->verdict = answer->apart.verdict;
  answer->reason = answer->apart.reason;
  answer->facts = answer->apart.facts;
  answer->is_one = answer->verdict == FL_VERDICT_ACCEPT;
  if (answer->is_one)
    {
      const FlGroupRun *groups = fl_group_runs_new (run->arena, run);

      answer->own = groups ? &groups[run->partition->group_of[a->id]] : NULL;
    }
  return FL_CLI_OK;
}

static void
find_kernels (FlCliWhy *answer, const FlSchedNode *a, const FlSchedNode *b)
{
  const FlSchedule *fused = answer->run->fused;
  const FlSchedNode *groups[2] = { fl_schedule_find_group (fused, a), fl_schedule_find_group (fused, b) };
  const FlSchedNode *unjoined[2] = { fl_schedule_find_unjoined (fused, a), fl_schedule_find_unjoined (fused, b) };

  g_assert (groups[0] && groups[1]);
  answer->is_one = groups[0] == groups[1];
  for (guint i = 0; i < 2; i++)
    {
      answer->kernels[i] = groups[i]->name;
      answer->unjoined[i] = answer->is_one && unjoined[0] != unjoined[1] ? unjoined[i]->name : NULL;
    }
}

/* What the rules say of the two as they were before fusion. */
static gboolean
ask_rules (FlCliWhy *answer, const FlSchedNode *a, const FlSchedNode *b, GError **error)
{
  const FlRun *run = answer->run;
  FlFusionAnswer rules = { 0 };
  FlPass pass = { .arena = run->arena,
                  .trace = fl_trace_new (run->arena),
                  .options = &run->options,
                  .stop_stage = FL_N_STAGES,
                  .stop_step = G_MAXUINT32,
                  .overrides = (struct _FlOverrides *) run->overrides };

  if (!fl_fuse_explain (&pass, run->schedule, a, b, &rules, error))
    return FALSE;
  answer->verdict = rules.verdict;
  answer->reason = rules.reason;
  answer->facts = rules.facts;
  answer->upstream = rules.upstream;
  return TRUE;
}

static FlCliStatus
find_over_nodes (FlCliWhy *answer)
{
  const FlRun *run = answer->run;
  const char *const *words = (const char *const *) answer->cli->words + 1;
  const FlSchedNode *a, *b;
  GError *error = NULL;

  fl_cli_why_append_layers (answer->said, run, words[0], answer->names[1]);
  fl_cli_why_append_layers (answer->said, run, words[1], answer->names[0]);
  fl_cli_why_choose_pair (answer->said, run, words, answer->names);
  a = find_subject (run, answer->names[0]);
  b = find_subject (run, answer->names[1]);
  if (!a || !b)
    {
      explain_missing (run, answer->cli->words[a ? 2 : 1]);
      return FL_CLI_INPUT;
    }
  answer->names[0] = a->name;
  answer->names[1] = b->name;
  if (a == b)
    return FL_CLI_OK;
  find_kernels (answer, a, b);
  if (!ask_rules (answer, a, b, &error))
    return fl_cli_fail (error);
  find_decisions (answer, a, b);
  return FL_CLI_OK;
}

/* Both names led to operations of the run, which runs on to kernels where only those have the name. */
static FlRun *
run_and_settle (FlCli *cli, const char **names, GString *text, FlCliStatus *status)
{
  FlRun *run = fl_cli_run_pipeline (cli, cli->whatif.run ? FL_STAGE_CODEGEN : FL_STAGE_FUSE, FALSE, status);

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

static FlCliStatus
tell (const FlCliWhy *answer)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (answer->cli->json)
    fl_cli_why_append_json (text, answer);
  else
    fl_cli_why_append_text (text, answer);
  return fl_cli_print (answer->cli, text);
}

FlCliStatus
fl_cli_why (FlCli *cli)
{
  g_autoptr (GString) said = g_string_new (NULL);
  g_autoptr (GPtrArray) decisions = g_ptr_array_new ();
  FlCliWhy answer = { .cli = cli, .said = said, .decisions = decisions };
  FlCliStatus status = FL_CLI_OK;
  g_autoptr (FlRun) run = NULL;

  cli->is_executing = cli->whatif.run;
  run = run_and_settle (cli, answer.names, said, &status);
  if (!run || status)
    return status;
  answer.run = run;
  if (answer.names[0] && answer.names[1]) /* names without a decision were said already */
    {
      status = run->partition ? find_over_operations (&answer) : find_over_nodes (&answer);
      if (!status && !g_str_equal (answer.names[0], answer.names[1]))
        {
          find_answer (&answer);
          find_help (&answer);
        }
    }
  if (!status)
    status = tell (&answer);
  g_clear_error (&answer.unmeasured);
  fl_help_clear (&answer.help);
  fl_why_free (answer.why);
  fl_fusion_log_free (answer.log);
  return status;
}
