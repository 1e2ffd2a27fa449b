/* Which graph of several, and whose rules: both are said, whatever the command. */
#include <cJSON.h>
#include <string.h>

#include "fl-cli.h"
#include "fl-graph-device.h"
#include "fl-graph-list.h"
#include "fl-intern.h"

FlGraph *
fl_cli_read_one_of (FlCli *cli, GError **error)
{
  const char *path = cli->session ? cli->session->graph_path : cli->words[0];
  const guint saved = cli->session ? cli->session->graph_number : 0;
  g_autoptr (FlGraphList) list = NULL;
  g_autoptr (GString) text = NULL;
  FlGraph *graph;
  guint number;

  if (cli->graph_number < 0)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "--graph %d: graphs are numbered from 1", cli->graph_number);
      return NULL;
    }
  list = fl_graph_list_new (path, error);
  if (list == NULL)
    {
      if (cli->session)
        g_prefix_error (error, "%s: the session's graph: ", cli->words[0]);
      return NULL;
    }
  number = cli->graph_number > 0 ? (guint) cli->graph_number : saved > 0 ? saved : list->chosen;
  cli->graph_of_several = list->graphs->len > 1 ? number : 0;
  if (list->graphs->len > 1 && number <= list->graphs->len && !cli->quiet)
    {
      text = g_string_new (NULL);
      fl_graph_list_append (text, list);
      fl_cli_say ("%u graphs; this is graph %u%s", list->graphs->len, number,
                  cli->graph_number > 0 ? ""
                  : saved > 0           ? ", the session's (--graph N for another)"
                                        : ", the first that can be lowered (--graph N for another)");
      fl_cli_say_text (text->str);
    }
  graph = fl_graph_list_read (list, number, error);
  if (graph == NULL && cli->session)
    g_prefix_error (error, "%s: the session's graph: ", cli->words[0]);
  return graph;
}

static const char *
name_rules (FlTarget target)
{
  return target == FL_TARGET_CPU ? "the CPU's rules" : "CUDA's rules";
}

/* How far PyTorch had come with the graph decides which of its passes are still to run. */
static void
append_level (GString *out, const FlCli *cli, const FlGraph *graph)
{
  static const char *const words[FL_N_LEVELS]
      = { [FL_LEVEL_CAPTURED] = "as Dynamo captured it",
          [FL_LEVEL_COMPOSITE] = "before decomposition",
          [FL_LEVEL_DECOMPOSED] = "before Inductor's passes",
          [FL_LEVEL_TRANSFORMED] = "after Inductor's passes, none of which runs again" };
  const FlLevelFact level = fl_pipeline_find_level (graph, &cli->options);

  if (level.level == FL_LEVEL_UNKNOWN)
    g_string_append (out, "; nothing says whether Inductor's passes have run: they run here (--set graph_level)");
  else
    g_string_append_printf (out, "; the graph is %s (%s)", words[level.level], level.why);
}

/* Where no text says how inputs lie in memory, other strides would give other loops. */
static void
append_strides (GString *out, const FlGraph *graph)
{
  guint n = 0;

  for (guint i = 0; i < graph->n_inputs; i++)
    {
      const FlValue *said = &graph->nodes[graph->inputs[i].index].annotated;

      n += said->kind == FL_VALUE_TENSOR && said->tensor.n_dims > 1 && said->tensor.strides == NULL;
    }
  if (n > 0)
    g_string_append_printf (out, "; nothing says the strides of %u of its %u inputs: contiguous ones are taken", n,
                            graph->n_inputs);
}

void
fl_cli_settle_target (FlCli *cli, const FlGraph *graph)
{
  FlDevice device = fl_graph_get_device (graph);
  gboolean is_gpu = device.type != NULL && !g_str_equal (device.type, "cpu");
  g_autoptr (GString) why = g_string_new (NULL), lies = g_string_new (NULL);

  if (device.type == NULL)
    g_string_append (lies, "neither the graph nor a file beside it says where its tensors lie");
  else
    {
      g_string_append (lies, "its tensors lie on ");
      fl_device_append (lies, device);
      g_string_append_printf (lies, ", by %s", graph->device_why != NULL ? graph->device_why : "its own text");
    }
  if (cli->target)
    g_string_append_printf (why, "%s, as --target says; %s", name_rules (cli->options.target), lies->str);
  else if (cli->session && cli->session->has_target)
    g_string_append_printf (why, "%s, as the session says; %s", name_rules (cli->options.target), lies->str);
  else
    {
      cli->options.target = is_gpu && !cli->is_executing ? FL_TARGET_CUDA : FL_TARGET_CPU;
      g_string_append_printf (why, "%s: %s", name_rules (cli->options.target), lies->str);
      if (is_gpu && cli->is_executing)
        g_string_append (
            why,
            ", but kernels run on the CPU here: these are the kernels that the CPU's rules make; `stages` and `compare` show "
            "CUDA's, and --target cuda runs them on an NVIDIA GPU");
    }
  append_level (why, cli, graph);
  append_strides (why, graph);
  cli->target_why = fl_intern (why->str);
  fl_options_settle_torch (&cli->options, &graph->torch);
  if (!cli->quiet)
    {
      g_autofree char *torch = cli->torch != NULL && strchr (cli->torch, ',') != NULL
                                   ? g_strdup_printf ("the rules of PyTorch %s, as stated", cli->torch)
                                   : fl_options_dup_torch_why (&cli->options);

      fl_cli_say ("%s", cli->target_why);
      fl_cli_say ("%s", torch);
    }
}

/* --- graphs ----------------------------------------------------------------------------------- */

static FlCliStatus
print_json (FlCli *cli, const FlGraphList *list)
{
  cJSON *array = cJSON_CreateArray ();
  g_autoptr (GString) out = NULL;
  char *text;

  for (guint i = 0; i < list->graphs->len; i++)
    {
      const FlListedGraph *listed = list->graphs->pdata[i];
      cJSON *object = cJSON_CreateObject ();
      const struct
      {
        const char *key, *text;
      } texts[] = { { "path", listed->path },     { "name", listed->name },      { "kind", listed->kind },
                    { "device", listed->device }, { "device_why", listed->why }, { "obstacle", listed->obstacle } };

      cJSON_AddNumberToObject (object, "number", i + 1);
      for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
        {
          g_autofree char *valid = texts[k].text != NULL ? g_utf8_make_valid (texts[k].text, -1) : NULL;

          if (valid != NULL)
            cJSON_AddStringToObject (object, texts[k].key, valid);
        }
      cJSON_AddNumberToObject (object, "line", listed->line);
      cJSON_AddNumberToObject (object, "nodes", listed->n_nodes);
      cJSON_AddBoolToObject (object, "is_chosen", i + 1 == list->chosen);
      cJSON_AddItemToArray (array, object);
    }
  text = cJSON_Print (array);
  out = g_string_new (text);
  g_string_append_c (out, '\n');
  cJSON_free (text);
  cJSON_Delete (array);
  return fl_cli_print (cli, out);
}

FlCliStatus
fl_cli_graphs (FlCli *cli)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GError *error = NULL;
  g_autoptr (FlGraphList) list = fl_graph_list_new (cli->words[0], &error);

  if (list == NULL)
    return fl_cli_fail (error);
  if (cli->json)
    return print_json (cli, list);
  fl_graph_list_append (text, list);
  return fl_cli_print (cli, text);
}
