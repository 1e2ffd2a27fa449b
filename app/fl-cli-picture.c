/* plan --svg, --pdf, --png: the memory map as a picture. */
#include "fl-cli.h"
#include "fl-memory-picture.h"

gboolean
fl_cli_wants_picture (const FlCli *cli)
{
  return cli->svg || cli->pdf || cli->png;
}

/* The option says which format, whatever the file is called. */
static gboolean
write_one (const FlMemoryPicture *picture, const FlMemoryPaint *paint, FlPictureFormat format, const char *path,
           GError **error)
{
  return !path || fl_memory_picture_write_as (picture, paint, format, path, error);
}

FlCliStatus
fl_cli_write_memory (const FlCli *cli, const FlMemoryMap *map, const FlRun *run)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  FlMemoryPicture *picture = fl_memory_picture_new (arena, map, run);
  FlMemoryPaint paint = { .dark = cli->dark, .selected = -1, .partner = -1, .hovered = -1, .step = -1 };
  GError *error = NULL;

  picture->capacity = cli->capacity;
  if (write_one (picture, &paint, FL_PICTURE_SVG, cli->svg, &error)
      && write_one (picture, &paint, FL_PICTURE_PDF, cli->pdf, &error)
      && write_one (picture, &paint, FL_PICTURE_PNG, cli->png, &error))
    return FL_CLI_OK;
  return fl_cli_fail (error);
}
