/* gate: is a new run still as good as a base? Exit status 0: yes, 1: a limit is passed, 2: wrong
 * usage. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "fl-cli.h"
#include "fl-error.h"
#include "fl-file.h"
#include "fl-gate.h"
#include "fl-quote.h"

void
fl_cli_add_gate_options (FlCli *cli, GOptionGroup *group)
{
  GOptionEntry entries[] = {
    { "markdown", 0, 0, G_OPTION_ARG_NONE, &cli->gate.markdown, "Print Markdown, as a pull request's comment shows it",
      NULL },
    { "max-lost-fusions", 0, 0, G_OPTION_ARG_STRING, &cli->gate.lost, "Fusions of BASE that NEW may lack", "N" },
    { "max-kernels", 0, 0, G_OPTION_ARG_STRING, &cli->gate.kernels, "At most so many kernels: 12, +1 or +5%", "LIMIT" },
    { "max-bytes", 0, 0, G_OPTION_ARG_STRING, &cli->gate.bytes, "At most so many bytes moved: +2%, 40MiB", "LIMIT" },
    { "max-peak", 0, 0, G_OPTION_ARG_STRING, &cli->gate.peak, "At most so much peak memory: +2%, 40MiB", "LIMIT" },
    { "max-buffers", 0, 0, G_OPTION_ARG_STRING, &cli->gate.buffers, "At most so many stored values", "LIMIT" },
    { "max-time", 0, 0, G_OPTION_ARG_STRING, &cli->gate.time,
      "At most so much time, beyond the measured spread: +10%, 2ms; graphs are executed", "LIMIT" },
    { "min-matched", 0, 0, G_OPTION_ARG_DOUBLE, &cli->gate.min_matched,
      "Share of values that must match for a verdict on fusions (default: 0.5)", "SHARE" },
    { "base-variant", 0, 0, G_OPTION_ARG_STRING, &cli->gate.base_variant,
      "BASE is a session: this variant of it (--variant is NEW's)", "NAME" },
    { NULL }
  };

  fl_cli_add_entries (cli, group, entries);
}

static gboolean
read_limits (FlCli *cli, FlGateLimits *limits, GError **error)
{
  const struct
  {
    const char *text;
    FlFact fact;
  } rows[] = { { cli->gate.kernels, FL_FACT_KERNELS },
               { cli->gate.bytes, FL_FACT_BYTES },
               { cli->gate.peak, FL_FACT_PEAK },
               { cli->gate.buffers, FL_FACT_BUFFERS },
               { cli->gate.time, FL_FACT_TIME } };

  fl_gate_limits_init (limits);
  if (cli->gate.lost && !fl_gate_parse_limit (cli->gate.lost, FL_UNIT_COUNT, &limits->lost, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].text
        && !fl_gate_parse_limit (rows[i].text, fl_fact_get_info (rows[i].fact)->unit, &limits->facts[rows[i].fact],
                                 error))
      return FALSE;
  if (cli->gate.min_matched > 0)
    limits->min_matched_share = MIN (cli->gate.min_matched, 1);
  if (!cli->gate.lost && !cli->gate.kernels && !cli->gate.bytes && !cli->gate.peak && !cli->gate.buffers
      && !cli->gate.time)
    limits->lost = (FlGateLimit) { .is_set = TRUE }; /* the default of the gate, without any option */
  return TRUE;
}

/* --- the two sides ---------------------------------------------------------------------------- */

/* A report: its folder, or the file, told by what stands in it. NULL without error: no report. */
static FlFacts *
read_report (const char *path, GError **error)
{
  g_autofree char *file
      = g_file_test (path, G_FILE_TEST_IS_DIR) ? g_build_filename (path, "report.json", NULL) : g_strdup (path);
  g_autofree char *text = NULL;
  gboolean is_report;
  gsize length;

  if (g_file_test (path, G_FILE_TEST_IS_DIR) && !fl_file_exists (file))
    return NULL; /* of graphs */
  if (!fl_file_read (file, &text, &length, error))
    return NULL;
  is_report = strstr (text, "\"schema_version\"") && strstr (text, "\"stages\"");
  return is_report || g_file_test (path, G_FILE_TEST_IS_DIR) ? fl_facts_parse (text, length, file, error) : NULL;
}

static FlFacts *
run_side (FlCli *cli, gboolean with_time, FlCliStatus *status)
{
  g_autoptr (FlRun) run = NULL;
  g_autoptr (FlRun) executed = NULL;
  FlExecuteRequest request = { .verify = FALSE, .measure = TRUE, .worker_path = fl_cli_get_device (cli) };
  GError *error = NULL;

  cli->is_executing = with_time;
  run = fl_cli_run_pipeline (cli, FL_STAGE_CODEGEN, FALSE, status);
  if (!*status)
    *status = fl_cli_check_run (run);
  if (*status)
    return NULL;
  if (!with_time)
    return fl_facts_new (run);
  executed = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  if (executed && executed->execution->device && !cli->quiet)
    fl_cli_say ("device: %s", executed->execution->device);
  if (executed)
    return fl_facts_new (executed);
  *status = fl_cli_fail (error);
  return NULL;
}

/* A session's base in NEW's place would pass every gate, whatever its variants do. */
static gboolean
names_what_is_new (const FlCli *own)
{
  const FlSessionVariant *first;
  g_autofree char *word = NULL;

  if (!own->session || own->variant || own->session->variants->len == 0)
    return TRUE;
  first = own->session->variants->pdata[0];
  word = fl_quote_dup_shell (first->name, FALSE);
  fl_cli_say ("%s has variants, and which one is NEW is not said: --variant NAME, such as --variant %s; "
              "for none of them name the graph's own file",
              own->words[0], word);
  return FALSE;
}

static FlFacts *
get_facts (FlCli *cli, guint side, gboolean with_time, FlCliStatus *status)
{
  FlCli own = *cli; /* options in one side's file do not hold for the other side */
  FlFacts *facts;
  GError *error = NULL;

  *status = FL_CLI_OK;
  own.words = cli->words + side;
  own.variant = side == 0 ? cli->gate.base_variant : cli->variant;
  own.target = g_strdup (cli->target);
  own.session = NULL;
  own.tensors.given = own.tensors.expected = NULL;
  facts = fl_session_is_path (own.words[0]) ? NULL : read_report (own.words[0], &error);
  if (error)
    *status = fl_cli_fail (error);
  else if (!facts)
    facts = run_side (&own, with_time, status);
  if (!*status && side > 0 && !names_what_is_new (&own))
    {
      g_clear_pointer (&facts, fl_facts_free);
      *status = FL_CLI_USAGE;
    }
  fl_session_free (own.session);
  fl_cli_tensors_clear (&own.tensors);
  g_free (own.target);
  return facts;
}

/* --- output ----------------------------------------------------------------------------------- */

static void
append_json (GString *text, const GPtrArray *checks, const FlDelta *delta)
{
  cJSON *root = cJSON_CreateObject (), *list;
  char *printed;

  cJSON_AddNumberToObject (root, "schema_version", 1);
  cJSON_AddBoolToObject (root, "passed", fl_gate_passed (checks));
  list = cJSON_AddArrayToObject (root, "checks");
  for (guint i = 0; i < checks->len; i++)
    {
      const FlGateCheck *check = checks->pdata[i];
      cJSON *object = cJSON_CreateObject ();

      cJSON_AddItemToArray (list, object);
      cJSON_AddStringToObject (object, "name", check->name);
      cJSON_AddBoolToObject (object, "passed", check->passed);
      cJSON_AddStringToObject (object, "text", check->text);
    }
  cJSON_AddItemToObject (root, "delta", fl_delta_new_json (delta));
  printed = cJSON_Print (root);
  g_string_append_printf (text, "%s\n", printed);
  cJSON_free (printed);
  cJSON_Delete (root);
}

static void
append_text (GString *text, const GPtrArray *checks, const FlDelta *delta)
{
  fl_delta_append (text, delta, "base", "new");
  g_string_append_c (text, '\n');
  for (guint i = 0; i < checks->len; i++)
    {
      const FlGateCheck *check = checks->pdata[i];

      g_string_append_printf (text, "%s  %s\n", check->passed ? "ok    " : "FAILED", check->text);
    }
}

static void
append_markdown (GString *text, const FlCli *cli, const GPtrArray *checks, const FlDelta *delta)
{
  g_autofree char *base = g_path_get_basename (cli->words[0]), *variant = g_path_get_basename (cli->words[1]);

  g_string_append_printf (text, "### Fusion: `%s` against `%s`\n\n", g_strdelimit (variant, "`\n", ' '),
                          g_strdelimit (base, "`\n", ' '));
  for (guint i = 0; i < checks->len; i++)
    {
      const FlGateCheck *check = checks->pdata[i];

      g_string_append_printf (text, "- %s %s\n", check->passed ? "✅" : "❌", check->text);
    }
  g_string_append (text, checks->len > 0 ? "\n" : "");
  fl_delta_append_markdown (text, delta);
}

/* One of several NEWs beside BASE. */
typedef struct
{
  FlFacts *facts;
  FlDelta *delta;
  GPtrArray *checks;
  char *name; /* the end of its path */
} Side;

static void
side_free (gpointer data)
{
  Side *side = data;

  g_ptr_array_unref (side->checks);
  fl_delta_free (side->delta);
  fl_facts_free (side->facts);
  g_free (side->name);
  g_free (side);
}

/* One column a side, each amount with its change against BASE. */
static void
append_columns (GString *text, const GPtrArray *sides, gboolean as_markdown)
{
  const char *gap = as_markdown ? " | " : "  ";

  if (as_markdown)
    g_string_append (text, "| | base");
  else
    g_string_append_printf (text, "%-22s%14s", "", "base");
  for (guint i = 0; i < sides->len; i++)
    g_string_append_printf (text, as_markdown ? "%s%s" : "%s%32s", gap, ((Side *) sides->pdata[i])->name);
  g_string_append (text, as_markdown ? " |\n| ---" : "\n");
  for (guint i = 0; as_markdown && i <= sides->len; i++)
    g_string_append (text, i < sides->len ? " | ---:" : " | ---: |\n");
  for (guint k = 0; k < FL_N_FACTS; k++)
    {
      const FlDelta *first = ((Side *) sides->pdata[0])->delta;
      g_autofree char *base = first->has[k] ? fl_fact_dup_amount (k, first->base[k]) : NULL;

      if (!base)
        continue;
      g_string_append_printf (text, as_markdown ? "| %s | %s" : "%-22s%14s", fl_fact_get_info (k)->title, base);
      for (guint i = 0; i < sides->len; i++)
        {
          const FlDelta *delta = ((Side *) sides->pdata[i])->delta;
          g_autofree char *amount = delta->has[k] ? fl_fact_dup_amount (k, delta->variant[k]) : g_strdup ("-");
          g_autofree char *change = delta->has[k] ? fl_delta_dup_change (delta, k) : g_strdup ("");
          g_autofree char *cell = g_str_equal (change, "0") || *change == '\0'
                                      ? g_strdup (amount)
                                      : g_strdup_printf ("%s, %s", amount, change);

          g_string_append_printf (text, as_markdown ? "%s%s" : "%s%32s", gap, cell);
        }
      g_string_append (text, as_markdown ? " |\n" : "\n");
    }
  g_string_append_c (text, '\n');
}

static void
append_side (GString *text, const Side *side, gboolean as_markdown)
{
  const FlDelta *delta = side->delta;

  g_string_append_printf (text, "%s%s: %u fusion%s lost, %u won, of %u values that both have\n",
                          as_markdown ? "- " : "", side->name, delta->n_lost, delta->n_lost == 1 ? "" : "s",
                          delta->n_won, delta->n_matched);
  for (guint i = 0; i < side->checks->len; i++)
    {
      const FlGateCheck *check = side->checks->pdata[i];

      g_string_append_printf (text, "  %s%s  %s\n", as_markdown ? "- " : "", check->passed ? "ok    " : "FAILED",
                              check->text);
    }
}

/* Several NEWs, each against BASE: static and dynamic sizes, versions of a model. */
static FlCliStatus
gate_several (FlCli *cli, const FlGateLimits *limits, const FlFacts *base)
{
  g_autoptr (GPtrArray) sides = g_ptr_array_new_with_free_func (side_free);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean has_passed = TRUE;
  FlCliStatus status;

  for (guint i = 1; i < cli->n_words; i++)
    {
      Side *side;
      FlFacts *facts = get_facts (cli, i, cli->gate.time != NULL, &status);

      if (!facts)
        return status;
      side = g_new0 (Side, 1);
      side->facts = facts;
      side->delta = fl_delta_new (base, facts, NULL);
      side->checks = fl_gate_check (limits, side->delta, base, facts);
      side->name = g_path_get_basename (cli->words[i]);
      g_strdelimit (side->name, "`|\n", ' ');
      has_passed &= fl_gate_passed (side->checks);
      g_ptr_array_add (sides, side);
    }
  append_columns (text, sides, cli->gate.markdown);
  for (guint i = 0; i < sides->len; i++)
    append_side (text, sides->pdata[i], cli->gate.markdown);
  status = fl_cli_print (cli, text);
  return status ? status : has_passed ? FL_CLI_OK : FL_CLI_INPUT;
}

FlCliStatus
fl_cli_gate (FlCli *cli)
{
  g_autoptr (FlFacts) base = NULL, variant = NULL;
  g_autoptr (FlDelta) delta = NULL;
  g_autoptr (GPtrArray) checks = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  FlGateLimits limits;
  FlCliStatus status;
  GError *error = NULL;

  if (!read_limits (cli, &limits, &error))
    return fl_cli_fail (error);
  base = get_facts (cli, 0, cli->gate.time != NULL, &status);
  if (base && cli->n_words > 2)
    {
      if (!cli->json)
        return gate_several (cli, &limits, base);
      fl_cli_say ("gate --json compares two; with more than one NEW it prints a table, or --markdown");
      return FL_CLI_USAGE;
    }
  if (base)
    variant = get_facts (cli, 1, cli->gate.time != NULL, &status);
  if (!base || !variant)
    return status;
  delta = fl_delta_new (base, variant, NULL);
  checks = fl_gate_check (&limits, delta, base, variant);
  if (cli->json)
    append_json (text, checks, delta);
  else if (cli->gate.markdown)
    append_markdown (text, cli, checks, delta);
  else
    append_text (text, checks, delta);
  status = fl_cli_print (cli, text);
  return status ? status : fl_gate_passed (checks) ? FL_CLI_OK : FL_CLI_INPUT;
}
