/* The command line's frame: commands in one table, common options, usage. */
#include "fl-cli.h"

#include <signal.h>
#include <string.h>

#include "fl-quote.h"
#include "fl-text.h"

static const FlCliCommand commands[] = {
  { "stages", "GRAPH", "one row a stage: counts, bytes, time spent", 1, 1, fl_cli_stages },
  { "steps", "GRAPH", "the decisions of a stage, one a line", 1, 1, fl_cli_steps },
  { "dump", "GRAPH", "a stage as text, or as a picture with --svg, --pdf, --png or --dot", 1, 1, fl_cli_dump },
  { "report", "GRAPH", "a folder with texts, pictures, kernels, plan, report.html and report.json", 1, 1,
    fl_cli_report },
  { "run", "GRAPH", "build the kernels, run them, check them against the reference, time them", 1, 1, fl_cli_execute },
  { "compare", "GRAPH", "kernels, bytes and peak of several strategies, side by side", 1, 1, fl_cli_compare },
  { "regions", "GRAPH", "the plan of a strategy over operations, as text or drawn: one region or box a fusion", 1, 1,
    fl_cli_regions },
  { "why", "GRAPH A B", "may A and B be one kernel, and if not, which rule says so", 3, 3, fl_cli_why },
  { "whatif", "GRAPH",
    "a variant beside the base: fusions forbidden or forced, values stored or inlined, options changed", 1, 1,
    fl_cli_whatif },
  { "gate", "BASE NEW…", "graphs, reports or sessions: is NEW still as good as BASE? exits 1 when a limit is passed", 2,
    26, fl_cli_gate },
  { "parity", "FOLDER", "our run beside the dumps of a real PyTorch in a torch_compile_debug folder", 1, G_MAXUINT,
    fl_cli_parity },
  { "kernels", "GRAPH", "the source of every kernel", 1, 1, fl_cli_kernels },
  { "plan", "GRAPH|PROBLEM.csv", "the memory plan, line by line; or offsets for an allocation problem", 1, 1,
    fl_cli_plan },
  { "import", "FILE", "any known format to Fuseloom's JSON", 1, 1, fl_cli_import },
  { "graphs", "FILE|FOLDER", "the graphs of a file or a folder: kind, nodes, device; --graph N chooses one", 1, 1,
    fl_cli_graphs },
  { "ops", "", "every operator that is known, with its signature; --unknown: those of PyTorch's that are not", 0, 0,
    fl_cli_ops },
  { "bundle", "",
    "a folder with the programs and their libraries (-o FOLDER), for machines without GLib; --archive: as one file, too",
    0, 0, fl_cli_bundle },
  { "study", "GRAPH|FOLDER… | merge FOLDER…",
    "a grid of graphs, strategies, values of options and targets, which can go on where it was cut off; CSV and HTML",
    1, G_MAXUINT, fl_cli_study },
  { "times", "FILE…",
    "times of several devices beside each other, as `run --target cpu,cuda --json` wrote them; -o FILE.html: a page", 1,
    G_MAXUINT, fl_cli_times },
  { "story", "GRAPH NAME", "one value from the line of source through every stage to the kernel", 2, 2, fl_cli_story },
  { "explain", "[TERM]", "what a word means that reasons, values and pages use; without TERM: all of them", 0,
    G_MAXUINT, fl_cli_explain },
  { "options", "", "every option with its default, range and meaning", 0, 0, fl_cli_options },
};

/* --- options ---------------------------------------------------------------------------------- */

static gboolean
parse_seed (const char *name, const char *value, gpointer data, GError **error)
{
  FlCli *cli = data;

  if (!g_ascii_string_to_signed (value, 10, 0, G_MAXINT, &cli->seed, error))
    return FALSE;
  cli->has_seed = TRUE;
  return TRUE;
}

static GOptionContext *
make_context (FlCli *cli, const FlCliCommand *command)
{
  GOptionEntry entries[] = {
    { "target", 0, 0, G_OPTION_ARG_STRING, &cli->target,
      "Whose rules: cpu or cuda (default: the graph's device); run: cpu,cuda beside each other; study: A,B", "NAME" },
    { "device", 0, 0, G_OPTION_ARG_STRING, &cli->device,
      "Where kernels run: ssh://[USER@]HOST[:PORT][/PATH of fuseloom-worker or of a bundle there]; cpu, cuda: as --target",
      "WHERE" },
    { "strategy", 0, 0, G_OPTION_ARG_STRING, &cli->strategy,
      "Fusion strategy (default: inductor); run, compare, study: A,B, or all", "NAME" },
    { "rules", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &cli->rules,
      "Rules of your own for the strategy pattern (data/rules/README.md); may be given again", "FILE" },
    { "planner", 0, 0, G_OPTION_ARG_STRING, &cli->planner,
      "Memory planner: auto (the default), reuse, naive, size-first, size-best, breadth, heap, time, hill, exact; plan: or all",
      "NAME" },
    { "order", 0, 0, G_OPTION_ARG_STRING, &cli->order,
      "Order of kernels: best (TorchInductor's, the default), given, lpmf, bfs, dfs, ours, exact, lowest; plan: or all",
      "NAME" },
    { "at", 0, 0, G_OPTION_ARG_STRING, &cli->at, "plan: what memory holds at this step, and why: a number, or peak",
      "STEP" },
    { "buffer", 0, 0, G_OPTION_ARG_STRING, &cli->buffer,
      "plan: why a buffer lies where it lies; with a second name: why not there", "NAME[,OTHER]" },
    { "capacity", 0, 0, G_OPTION_ARG_INT64, &cli->capacity, "plan PROBLEM.csv: does it fit into so many bytes?", "N" },
    { "seconds", 0, 0, G_OPTION_ARG_DOUBLE, &cli->seconds, "How long a memory planner may search", "S" },
    { "export-problem", 0, 0, G_OPTION_ARG_FILENAME, &cli->problem,
      "plan GRAPH: write its buffers as an allocation problem, PROBLEM.csv", "FILE" },
    { "torch", 0, 0, G_OPTION_ARG_STRING, &cli->torch,
      "The version of PyTorch whose rules are followed (default: what the graph or a file beside it shows); parity: A,B, what changed from A to B",
      "VERSION" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &cli->format,
      "Dialect of texts: classic (up to PyTorch 2.4) or modern (default: the version's)", "NAME" },
    { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &cli->settings,
      "Set an option; `fuseloom-cli options` lists them; study: NAME=V1,V2", "NAME=VALUE" },
    { "seed", 0, 0, G_OPTION_ARG_CALLBACK, parse_seed, "Inputs are made from this number", "N" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &cli->json, "Print one JSON object", NULL },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &cli->quiet, "No warnings and no progress on stderr", NULL },
    { "verbose", 0, 0, G_OPTION_ARG_NONE, &cli->verbose,
      "run: every result and kernel, compiler, machine and measured peaks, too", NULL },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &cli->output,
      "Where to write: a file, or the folder of a report or a study", "PATH" },
    { "stage", 0, 0, G_OPTION_ARG_STRING, &cli->stage,
      "Which stage: graph, decompose, lower, realize, schedule, fuse, memory, codegen, run; dump: loops", "NAME" },
    { "after", 0, 0, G_OPTION_ARG_STRING, &cli->after, "dump --stage loops: as this pass left them", "PASS" },
    { "kernel", 0, 0, G_OPTION_ARG_STRING, &cli->kernel,
      "dump --stage loops: of this kernel only; steps --stage codegen: the passes over it", "NAME" },
    { "language", 0, 0, G_OPTION_ARG_STRING, &cli->language,
      "kernels --target cuda: cuda (the default), triton (a Python module like TorchInductor's output_code.py), ptx, "
      "sass (NVIDIA's disassembler) or resources (registers, shared memory, occupancy)",
      "NAME" },
    { "step", 0, 0, G_OPTION_ARG_INT, &cli->step, "The stage after so many of its steps only", "N" },
    { "verdict", 0, 0, G_OPTION_ARG_STRING, &cli->verdict, "steps: only note, accept, reject or illegal", "NAME" },
    { "svg", 0, 0, G_OPTION_ARG_FILENAME, &cli->svg,
      "dump: draw the stage; plan: draw the memory map; run: draw the roofline, or with --ablate what passes are worth",
      "FILE" },
    { "pdf", 0, 0, G_OPTION_ARG_FILENAME, &cli->pdf, "dump: draw the stage; plan: draw the memory map", "FILE" },
    { "png", 0, 0, G_OPTION_ARG_FILENAME, &cli->png, "dump: draw the stage; plan: draw the memory map", "FILE" },
    { "dot", 0, 0, G_OPTION_ARG_FILENAME, &cli->dot, "dump: the stage for Graphviz", "FILE" },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &cli->dark, "Draw in the dark palette", NULL },
    { "size", 0, 0, G_OPTION_ARG_STRING_ARRAY, &cli->sizes,
      "run: the value of a size symbol, s0=128, or of a float, zf0=2.5; given again: one more execution of the same kernels",
      "NAME=N" },
    { "graph", 0, 0, G_OPTION_ARG_INT, &cli->graph_number,
      "Of a file or folder with several graphs: the one of this number (default: the first that can be lowered)", "N" },
    { "ablate", 0, 0, G_OPTION_ARG_NONE, &cli->ablate,
      "run: what each pass over loop programs is worth: kernels made without one each, in interleaved rounds; --svg draws it",
      NULL },
    { "no-verify", 0, 0, G_OPTION_ARG_NONE, &cli->no_verify, "run: do not compare with the reference", NULL },
    { "no-measure", 0, 0, G_OPTION_ARG_NONE, &cli->no_measure, "run: do not take times", NULL },
    { "differences", 0, 0, G_OPTION_ARG_NONE, &cli->differences,
      "compare: every difference with its kernels, bytes and reasons", NULL },
    { "variant", 0, 0, G_OPTION_ARG_STRING, &cli->variant,
      "GRAPH is a session file: with the overrides of this variant of it", "NAME" },
    { "diff", 0, 0, G_OPTION_ARG_NONE, &cli->diff,
      "parity: the lines that differ, too; dump --stage loops: what the pass changed", NULL },
    { "archive", 0, 0, G_OPTION_ARG_FILENAME, &cli->archive, "bundle: the folder as a compressed archive, too",
      "FILE.tar.gz" },
    { "table", 0, 0, G_OPTION_ARG_NONE, &cli->table, "parity: only the table, one row a folder", NULL },
    { "test-fault", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, &cli->fault,
      "Make the worker fail: crash, hang or compile", "KIND" },
    { NULL }
  };
  g_autofree char *words = g_strdup_printf ("%s — %s", command->words, command->sentence);
  GOptionContext *context = g_option_context_new (words);
  GOptionGroup *group = g_option_group_new ("main", "", "", cli, NULL);

  fl_cli_add_entries (cli, group, entries);
  fl_cli_add_whatif_options (cli, group);
  fl_cli_add_gate_options (cli, group);
  fl_cli_add_ops_options (cli, group);
  fl_cli_add_tensor_options (cli, group);
  fl_cli_add_study_options (cli, group);
  g_option_context_set_main_group (context, group);
  g_option_context_set_help_enabled (context, FALSE); /* fl_cli_wants_help */
  return context;
}

/* --- main ------------------------------------------------------------------------------------- */

static void
append_usage (GString *out)
{
  g_string_append (out, "Usage: fuseloom-cli COMMAND GRAPH [OPTION…]\n\n");
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (out, "  %-8s %-10s %s\n", commands[i].name, commands[i].words, commands[i].sentence);
  g_string_append (
      out,
      "\n`fuseloom-cli COMMAND --help` lists the options. Exit status: 0 success, 1 the input or the world is at fault,\n"
      "2 wrong usage, 3 results disagree (or are unverified, with --require-verified), 4 a defect of Fuseloom. `parity`: 0 equal, 1 different,\n"
      "2 not readable.\n");
}

static const FlCliCommand *
find_command (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i].name, name) == 0)
      return &commands[i];
  return NULL;
}

/* What the options own. */
static void
clear_cli (FlCli *cli)
{
  char *texts[] = { cli->target,
                    cli->strategy,
                    cli->planner,
                    cli->format,
                    cli->output,
                    cli->stage,
                    cli->svg,
                    cli->pdf,
                    cli->png,
                    cli->dot,
                    cli->verdict,
                    cli->fault,
                    cli->problem,
                    cli->order,
                    cli->at,
                    cli->device,
                    cli->archive,
                    cli->torch,
                    cli->buffer,
                    cli->variant,
                    cli->whatif.strategy,
                    cli->whatif.name,
                    cli->whatif.note,
                    cli->gate.lost,
                    cli->gate.kernels,
                    cli->tensors.save,
                    cli->tensors.expect,
                    cli->gate.bytes,
                    cli->gate.peak,
                    cli->gate.buffers,
                    cli->gate.time,
                    cli->gate.base_variant };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);
  fl_cli_tensors_clear (&cli->tensors);
  fl_cli_study_clear (&cli->study);
  fl_cli_times_clear (&cli->times);
  g_strfreev (cli->settings);
  g_strfreev (cli->rules);
  g_strfreev (cli->sizes);
  g_strfreev (cli->tensors.inputs);
  g_strfreev (cli->tensors.folders);
  g_strfreev (cli->whatif.forbid);
  g_strfreev (cli->whatif.force);
  g_strfreev (cli->whatif.realize);
  g_strfreev (cli->whatif.inlined);
  g_strfreev (cli->whatif.rewrites);
  fl_session_free (cli->session);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FlCli, clear_cli)

static FlCliStatus
run_command (const FlCliCommand *command, int argc, char **argv)
{
  g_auto (FlCli) cli = { .command = command->name, .step = -1 };
  g_autoptr (GOptionContext) context = make_context (&cli, command);
  g_autofree char *program = g_strdup_printf ("fuseloom-cli %s", command->name);
  GError *error = NULL;

  fl_options_init (&cli.options);
  argv[0] = program;
  g_set_prgname (program);
  if (fl_cli_wants_help (argc, argv))
    {
      g_autofree char *help = g_option_context_get_help (context, TRUE, NULL);

      return fl_cli_write_out (help);
    }
  if (!fl_cli_check_words (command->name, argc, argv, &error))
    return fl_cli_fail (error);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      fl_cli_explain_unknown (command->name, argc, argv, &error);
      return fl_cli_fail (error);
    }
  if (!fl_cli_settle_options (&cli, &error))
    return fl_cli_fail (error);
  cli.words = argv + 1;
  cli.n_words = argc - 1;
  if (cli.n_words < command->n_words_min || cli.n_words > command->n_words_max)
    {
      fl_cli_say ("usage: fuseloom-cli %s %s [OPTION…]", command->name, command->words);
      return FL_CLI_USAGE;
    }
  return command->run (&cli);
}

/* The command whose name is nearest to what was typed. */
static const char *
find_nearest (const char *name)
{
  const char *nearest = commands[0].name;

  for (guint i = 1; i < G_N_ELEMENTS (commands); i++)
    if (fl_text_get_distance (name, commands[i].name) < fl_text_get_distance (name, nearest))
      nearest = commands[i].name;
  return nearest;
}

static FlCliStatus
run_line (int argc, char **argv)
{
  g_autoptr (GString) usage = g_string_new (NULL);
  g_autofree char *shown = NULL;
  const FlCliCommand *command = argc > 1 ? find_command (argv[1]) : NULL;

  append_usage (usage);
  if (command)
    return run_command (command, argc - 1, argv + 1);
  if (argc > 1 && (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0 || strcmp (argv[1], "help") == 0))
    return fl_cli_write_out (usage->str);
  if (argc > 1 && strcmp (argv[1], "--version") == 0)
    return fl_cli_write_out ("fuseloom-cli " FL_VERSION "\n");
  if (argc > 1)
    {
      shown = fl_quote_dup_shown (argv[1]);
      fl_cli_say ("there is no command \"%s\"; the nearest is \"%s\"", shown, find_nearest (argv[1]));
    }
  fl_cli_say_text (usage->str);
  return FL_CLI_USAGE;
}

int
fl_cli_main (int argc, char **argv)
{
  /* A reader that went away is an error that is told, not a signal. */
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN); /* neither is a file that may not grow further */
  return fl_cli_close_out (run_line (argc, argv));
}
