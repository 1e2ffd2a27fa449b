/* whatif: a variant with overrides beside its base. */
#include <cjson/cJSON.h>
#include <string.h>
#include <unistd.h>

#include "fl-cli.h"
#include "fl-intern.h"

typedef struct
{
  FlCli *cli;
  FlRun *base, *variant;
  FlRun *executed; /* NULL: not asked for */
  FlDelta *delta;
  GArray *overrides; /* FlOverride, of the session's variant first */
} WhatIf;

void
fl_cli_add_whatif_options (FlCli *cli, GOptionGroup *group)
{
  GOptionEntry entries[]
      = { { "forbid", 0, 0, G_OPTION_ARG_STRING_ARRAY, &cli->whatif.forbid, "The two are never one kernel", "A,B" },
          { "force", 0, 0, G_OPTION_ARG_STRING_ARRAY, &cli->whatif.force,
            "The two become one kernel before anything else is fused", "A,B" },
          { "realize", 0, 0, G_OPTION_ARG_STRING_ARRAY, &cli->whatif.realize,
            "The value is stored in a buffer of its own", "A" },
          { "inline", 0, 0, G_OPTION_ARG_STRING_ARRAY, &cli->whatif.inlined,
            "The value is computed inside each of its readers", "A" },
          { "rewrite", 0, 0, G_OPTION_ARG_STRING_ARRAY, &cli->whatif.rewrites,
            "The operation is written in another way: contiguous, transposed, before-cat, before-reshape, rows-first",
            "HOW:A" },
          { "variant-strategy", 0, 0, G_OPTION_ARG_STRING, &cli->whatif.strategy,
            "Another fusion strategy for the variant (--strategy is for both)", "NAME" },
          { "run", 0, 0, G_OPTION_ARG_NONE, &cli->whatif.run,
            "whatif: execute both together; study: execute each cell: agreement with the reference, and times", NULL },
          { "name", 0, 0, G_OPTION_ARG_STRING, &cli->whatif.name, "Name of the variant in the session file", "TEXT" },
          { "note", 0, 0, G_OPTION_ARG_STRING, &cli->whatif.note, "Note of the variant in the session file", "TEXT" },
          { NULL } };

  fl_cli_add_entries (cli, group, entries);
}

/* --- overrides -------------------------------------------------------------------------------- */

static gboolean
add_overrides (WhatIf *whatif, FlOverrideKind kind, char **texts, GError **error)
{
  for (guint i = 0; texts && texts[i]; i++)
    {
      FlOverride override;

      if (!fl_override_parse (kind, texts[i], &override, error) || !fl_whatif_resolve (whatif->base, &override, error))
        return FALSE;
      g_array_append_val (whatif->overrides, override);
    }
  return TRUE;
}

/* "rows-first:max_1" */
static gboolean
add_rewrites (WhatIf *whatif, GError **error)
{
  for (guint i = 0; whatif->cli->whatif.rewrites && whatif->cli->whatif.rewrites[i]; i++)
    {
      const char *text = whatif->cli->whatif.rewrites[i], *colon = strchr (text, ':');
      g_autofree char *how = colon ? g_strndup (text, colon - text) : NULL;
      char *values[] = { colon ? (char *) colon + 1 : NULL, NULL };
      FlOverrideKind kind;

      if (!how || !fl_override_find_kind (how, &kind) || fl_override_get_info (kind)->stage != FL_STAGE_DECOMPOSE)
        {
          g_autoptr (GString) known = g_string_new (NULL);

          for (guint k = 0; k < FL_N_OVERRIDES; k++)
            if (fl_override_get_info (k)->stage == FL_STAGE_DECOMPOSE)
              g_string_append_printf (known, "%s%s", known->len > 0 ? ", " : "", fl_override_get_info (k)->name);
          g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "--rewrite “%s”: give HOW:VALUE; there are: %s", text,
                       known->str);
          return FALSE;
        }
      if (!add_overrides (whatif, kind, values, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
collect_overrides (WhatIf *whatif, GError **error)
{
  FlCli *cli = whatif->cli;

  g_array_append_vals (whatif->overrides, cli->overrides, cli->n_overrides);
  return add_overrides (whatif, FL_OVERRIDE_FORBID, cli->whatif.forbid, error)
         && add_overrides (whatif, FL_OVERRIDE_FORCE, cli->whatif.force, error)
         && add_overrides (whatif, FL_OVERRIDE_REALIZE, cli->whatif.realize, error)
         && add_overrides (whatif, FL_OVERRIDE_INLINE, cli->whatif.inlined, error) && add_rewrites (whatif, error)
         && add_overrides (whatif, FL_OVERRIDE_OPTION, cli->settings, error);
}

/* --- output ----------------------------------------------------------------------------------- */

static gboolean
is_refused (const WhatIf *whatif)
{
  const FlOverrides *overrides = whatif->variant->overrides;

  for (guint i = 0; overrides && i < overrides->n; i++)
    if (overrides->states[i].outcome >= FL_OUTCOME_REFUSED)
      return TRUE;
  return FALSE;
}

static void
append_outcomes (GString *text, const FlOverrides *overrides)
{
  for (guint i = 0; overrides && i < overrides->n; i++)
    {
      const FlOverrideState *state = &overrides->states[i];

      fl_override_append (text, &state->override);
      g_string_append_printf (text, ": %s", fl_outcome_get_name (state->outcome));
      if (state->rule)
        g_string_append_printf (text, " — %s", state->rule);
      if (state->facts)
        g_string_append_printf (text, " (%s)", state->facts);
      g_string_append_c (text, '\n');
    }
}

static void
append_text (GString *text, const WhatIf *whatif)
{
  append_outcomes (text, whatif->variant->overrides);
  g_string_append_c (text, '\n');
  fl_delta_append (text, whatif->delta, "base", "variant");
  if (whatif->executed)
    fl_cli_append_execution (whatif->cli, text, whatif->executed);
}

static void
append_json (GString *text, const WhatIf *whatif)
{
  cJSON *root = cJSON_CreateObject ();
  char *printed;

  cJSON_AddNumberToObject (root, "schema_version", 1);
  cJSON_AddItemToObject (root, "delta", fl_delta_new_json (whatif->delta));
  cJSON_AddItemToObject (root, "base", fl_report_new_json (whatif->executed ? whatif->executed : whatif->base));
  cJSON_AddItemToObject (root, "variant", fl_report_new_json (whatif->variant));
  printed = cJSON_Print (root);
  g_string_append (text, printed);
  g_string_append_c (text, '\n');
  cJSON_free (printed);
  cJSON_Delete (root);
}

/* The session that was opened, or a new one, with this variant added. */
static FlCliStatus
save (const WhatIf *whatif)
{
  FlCli *cli = whatif->cli;
  g_autoptr (FlSession) session = cli->session ? fl_session_copy (cli->session) : fl_session_new (cli->words[0]);
  FlSessionVariant *variant;
  GError *error = NULL;

  if (!cli->session)
    fl_session_set_options (session, &whatif->base->own_options);
  session->graph_number = cli->graph_of_several;
  variant = fl_session_add_variant (session, cli->whatif.name ? cli->whatif.name : "what if");
  variant->note = g_strdup (cli->whatif.note);
  variant->strategy = g_strdup (cli->whatif.strategy);
  g_array_append_vals (variant->overrides, whatif->overrides->data, whatif->overrides->len);
  if (!fl_session_write (session, cli->output, &error))
    return fl_cli_fail (error);
  if (!cli->quiet)
    fl_cli_say ("saved as variant “%s” of %s", variant->name, cli->output);
  return FL_CLI_OK;
}

static FlCliStatus
print (const WhatIf *whatif)
{
  g_autoptr (GString) text = g_string_new (NULL);
  FlCliStatus status;

  if (whatif->cli->json)
    append_json (text, whatif);
  else
    append_text (text, whatif);
  status = fl_cli_write_out (text->str);
  return !status && whatif->cli->output ? save (whatif) : status;
}

/* --- the command ------------------------------------------------------------------------------ */

static FlCliStatus
execute (WhatIf *whatif)
{
  FlCli *cli = whatif->cli;
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));
  FlExecuteRequest request = {
    .verify = !cli->no_verify, .measure = !cli->no_measure, .worker_path = fl_cli_get_device (cli), .fault = cli->fault
  };
  GError *error = NULL;

  if (!fl_cli_parse_sizes (cli, whatif->base->graph, sizes, &error))
    return fl_cli_fail (error);
  request.n_sizes = sizes->len;
  request.sizes = (const FlSizeValue *) (gpointer) sizes->data;
  whatif->delta
      = fl_whatif_measure (whatif->base, whatif->variant, &request, NULL, NULL, NULL, &whatif->executed, &error);
  return whatif->delta ? FL_CLI_OK : fl_cli_fail (error);
}

static FlCliStatus
run (WhatIf *whatif)
{
  FlCli *cli = whatif->cli;
  FlCliStatus status;
  GError *error = NULL;

  if (!collect_overrides (whatif, &error))
    return fl_cli_fail (error);
  whatif->variant
      = fl_whatif_run (whatif->base, cli->whatif.strategy, (const FlOverride *) (gpointer) whatif->overrides->data,
                       whatif->overrides->len, NULL);
  status = fl_cli_check_run (whatif->variant);
  if (status)
    return status;
  status = cli->whatif.run ? execute (whatif) : FL_CLI_OK;
  if (status)
    return status;
  if (!whatif->delta)
    whatif->delta = fl_whatif_compare (whatif->base, whatif->variant);
  status = print (whatif);
  if (!status && whatif->executed && whatif->executed->execution->check == FL_CHECK_DISAGREES)
    {
      fl_cli_say ("the results disagree with the reference");
      return FL_CLI_MISMATCH;
    }
  return status ? status : is_refused (whatif) ? FL_CLI_INPUT : FL_CLI_OK;
}

FlCliStatus
fl_cli_whatif (FlCli *cli)
{
  WhatIf whatif = { .cli = cli, .overrides = g_array_new (FALSE, FALSE, sizeof (FlOverride)) };
  FlCliStatus status = FL_CLI_OK;

  if (cli->output && !fl_session_is_path (cli->output))
    {
      fl_cli_say ("-o %s: whatif saves session files, and their names end in .fuseloom", cli->output);
      status = FL_CLI_USAGE;
    }
  else if (cli->whatif.run)
    cli->is_executing = TRUE; /* kernels run on the CPU, whatever device the graph was dumped for */
  if (!status)
    whatif.base = fl_cli_run_base (cli, &status);
  if (!status)
    status = fl_cli_check_run (whatif.base);
  if (!status)
    status = run (&whatif);
  fl_delta_free (whatif.delta);
  fl_run_unref (whatif.executed);
  fl_run_unref (whatif.variant);
  fl_run_unref (whatif.base);
  g_array_unref (whatif.overrides);
  return status;
}
