/* plan GRAPH|PROBLEM.csv --at STEP, --buffer NAME[,OTHER]: what memory holds at a step and why, why
 * a buffer lies where it lies, and why not where another does. */
#include <string.h>

#include "fl-cli.h"
#include "fl-text.h"

gboolean
fl_cli_wants_facts (const FlCli *cli)
{
  return cli->at != NULL || cli->buffer != NULL;
}

static void
append_share (GString *text, const FlMapShare *share)
{
  g_autofree char *bytes = fl_text_dup_bytes ((guint64) MAX (share->bytes, 0));

  g_string_append_printf (text, "%12s  %-24s  %s\n", bytes, share->name, share->why);
}

static FlCliStatus
append_step (FlCli *cli, const FlMemoryMap *map, GString *text)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autofree char *live = NULL, *top = NULL;
  const FlMapShare *shares;
  guint64 step = map->peak_step;
  guint n;

  if (strcmp (cli->at, "peak") != 0 && !g_ascii_string_to_unsigned (cli->at, 10, 0, map->n_steps - 1, &step, NULL))
    {
      fl_cli_say ("--at wants \"peak\" or a step from 0 to %u, not \"%s\"", map->n_steps - 1, cli->at);
      return FL_CLI_USAGE;
    }
  live = fl_text_dup_bytes ((guint64) map->live_bytes[step]);
  top = fl_text_dup_bytes ((guint64) map->top_bytes[step]);
  g_string_append_printf (text, "step %u of %u, %s%s: %s alive, the highest ends at %s\n", (guint) step, map->n_steps,
                          map->is_problem ? "time " : "", map->steps[step], live, top);
  shares = fl_memory_map_break_down (arena, map, (guint) step, &n);
  for (guint i = 0; i < n; i++)
    append_share (text, &shares[i]);
  return FL_CLI_OK;
}

static FlCliStatus
append_buffer (FlCli *cli, const FlMemoryMap *map, GString *text)
{
  g_auto (GStrv) names = g_strsplit (cli->buffer, ",", 2);
  g_autofree char *why = NULL;
  guint boxes[2] = { G_MAXUINT, G_MAXUINT };

  for (guint i = 0; i < 2 && names[i] != NULL; i++)
    if ((boxes[i] = fl_memory_map_find (map, names[i])) == G_MAXUINT)
      {
        fl_cli_say ("--buffer: \"%s\" has no place in the arena: %s", names[i],
                    "there is no such buffer, it never leaves its kernel, or it is an input");
        return FL_CLI_USAGE;
      }
  if (boxes[0] == G_MAXUINT)
    return FL_CLI_USAGE;
  why = boxes[1] == G_MAXUINT ? fl_memory_map_dup_why (map, boxes[0])
                              : fl_memory_map_dup_why_not (map, boxes[0], boxes[1]);
  g_string_append (text, why);
  return FL_CLI_OK;
}

FlCliStatus
fl_cli_show_facts (FlCli *cli, const FlMemoryMap *map)
{
  g_autoptr (GString) text = g_string_new (NULL);
  FlCliStatus status = FL_CLI_OK;

  if (cli->at != NULL)
    status = append_step (cli, map, text);
  if (!status && cli->buffer != NULL)
    status = append_buffer (cli, map, text);
  return status ? status : fl_cli_print (cli, text);
}
