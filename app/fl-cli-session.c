/* Session files where a graph is expected: their graph, options and, with --variant, overrides. */

#include "fl-cli.h"

/* The base of a comparison has the session's strategy; the variant's is the variant's. */
static void
keep_base (FlCli *cli, FlPipelineRequest *request)
{
  const char *strategy = request->options.strategy;

  fl_session_apply_options (cli->session, &request->options);
  if (request->options.strategy != strategy && !cli->whatif.strategy)
    cli->whatif.strategy = g_strdup (strategy);
}

gboolean
fl_cli_open_session (FlCli *cli, FlCliStatus *status)
{
  FlPipelineRequest request;
  GError *error = NULL;

  *status = FL_CLI_OK;
  if (!fl_session_is_path (cli->words[0]))
    {
      if (!cli->variant)
        return TRUE;
      fl_cli_say ("--variant %s: %s is no session file", cli->variant, cli->words[0]);
      *status = FL_CLI_USAGE;
      return FALSE;
    }
  if (cli->variant && g_str_equal (cli->command, "compare"))
    {
      fl_cli_say ("compare shows strategies without overrides; `fuseloom-cli whatif` "
                  "shows a variant beside its base");
      *status = FL_CLI_USAGE;
      return FALSE;
    }
  fl_session_free (cli->session);
  cli->session = fl_session_read (cli->words[0], &error);
  if (!cli->session || !fl_whatif_request_init (&request, cli->session, cli->variant, &error))
    {
      *status = fl_cli_fail (error);
      return FALSE;
    }
  for (guint i = 0; i < cli->session->notices->len && !cli->quiet; i++)
    fl_cli_say ("%s: %s", cli->words[0], (const char *) cli->session->notices->pdata[i]);
  if (!cli->variant && cli->session->variants->len > 0 && !cli->quiet && !g_str_equal (cli->command, "gate"))
    fl_cli_say ("%s: its base; it has %u variants, to be had with --variant NAME", cli->words[0],
                cli->session->variants->len);
  if (g_str_equal (cli->command, "whatif"))
    keep_base (cli, &request);
  cli->options = request.options;
  cli->overrides = request.overrides;
  cli->n_overrides = request.n_overrides;
  /* What the command line says comes after the session. */
  if (!fl_cli_settle_options (cli, &error))
    {
      *status = fl_cli_fail (error);
      return FALSE;
    }
  return TRUE;
}
