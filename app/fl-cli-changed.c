/* `parity --torch A,B GRAPH`: one graph by the rules of two versions of PyTorch, the groups that differ, and the rules
 * that make them differ. */
#include "fl-changed.h"
#include "fl-cli.h"

GArray *
fl_cli_parse_versions (const FlCli *cli, GError **error)
{
  g_auto (GStrv) names = g_strsplit (cli->torch, ",", -1);
  g_autoptr (GArray) versions = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; names[i] != NULL; i++)
    {
      const guint version = fl_torch_parse (names[i]);

      if (version == 0)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                       "--torch takes versions of PyTorch from %s to %s, as 2.11,2.15: \"%s\" is none",
                       fl_torch_get_name (FL_TORCH_OLDEST), fl_torch_get_name (FL_TORCH_NEWEST), names[i]);
          return NULL;
        }
      g_array_append_val (versions, version);
    }
  return g_steal_pointer (&versions);
}

FlCliStatus
fl_cli_append_changed (FlCli *cli, FlGraph *graph, guint first, guint second, GString *out)
{
  GError *error = NULL;
  g_autoptr (FlChanged) changed = fl_changed_new (graph, &cli->options, first, second, 0, NULL, &error);

  if (changed == NULL)
    return fl_cli_fail (error);
  fl_changed_append (out, changed);
  return FL_CLI_OK;
}

FlCliStatus
fl_cli_changed (FlCli *cli)
{
  g_autoptr (GString) out = g_string_new (NULL);
  FlCliStatus status = FL_CLI_OK;
  GError *error = NULL;
  g_autoptr (GArray) versions = fl_cli_parse_versions (cli, &error);
  g_autoptr (FlGraph) graph = NULL;

  if (versions != NULL && versions->len != 2)
    g_set_error (&error, FL_ERROR, FL_ERROR_USAGE,
                 "--torch takes two versions of PyTorch here, as 2.11,2.15, not \"%s\"", cli->torch);
  if (error != NULL)
    return fl_cli_fail (error);
  graph = fl_cli_read_graph (cli, &status);
  if (graph == NULL)
    return status;
  status
      = fl_cli_append_changed (cli, graph, g_array_index (versions, guint, 0), g_array_index (versions, guint, 1), out);
  return status != FL_CLI_OK ? status : fl_cli_print (cli, out);
}
