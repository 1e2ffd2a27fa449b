/* story GRAPH NAME: one value from the user's line through every stage. */
#include "fl-cli-private.h"
#include "fl-story.h"

/* A line of source or a module stands for the last value that it computes. */
static const char *
find_node (const FlRun *run, const char *name)
{
  return fl_graph_find_node (run->decomposed, name) ? name : NULL;
}

FlCliStatus
fl_cli_story (FlCli *cli)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FlRun) run = NULL;
  FlCliStatus status;
  const char *name;

  status = FL_CLI_OK;
  run = fl_cli_run_to (cli, cli->whatif.run ? FL_STAGE_RUN : FL_STAGE_CODEGEN, &status);
  if (!run)
    return status;
  status = fl_cli_check_run (run);
  if (status)
    return status;
  name = fl_cli_names_find_place (run, cli->words[1], find_node, text);
  if (!fl_story_append (text, run, name ? name : cli->words[1]))
    {
      fl_cli_say ("nothing is called \"%s\" in any stage; `fuseloom-cli dump GRAPH --stage graph` lists the nodes",
                  cli->words[1]);
      return FL_CLI_INPUT;
    }
  return fl_cli_print (cli, text);
}
