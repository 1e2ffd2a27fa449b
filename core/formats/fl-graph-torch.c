#include "fl-graph-torch.h"

#include <string.h>

#include "fl-file.h"

typedef enum
{
  FILES_PRE = 1,
  FILES_POST = 2,
  FILES_DUMP = FILES_PRE | FILES_POST,
  FILES_CODE = 4
} Files;

typedef struct
{
  Files files;
  const char *besides; /* must stand in the text for the sign to say anything; NULL: nothing must */
  const char *without; /* must not; NULL: nothing */
  const char *mark;
  gboolean is_there;
  guint since, until;
} Sign;

#define OLDEST FL_TORCH_OLDEST
#define NEWEST FL_TORCH_NEWEST
static const Sign signs[] = {
#define SIGN(files, besides, without, mark, since, until) { FILES_##files, besides, without, mark, TRUE, since, until },
#define NO_SIGN(files, besides, without, mark, since, until)                                                           \
  { FILES_##files, besides, without, mark, FALSE, since, until },
#include "fl-torch-signs.def"
};
#undef OLDEST
#undef NEWEST

static gboolean
has_text (const char *text, gsize length, const char *part)
{
  return memmem (text, length, part, strlen (part)) != NULL;
}

static gboolean
holds (const Sign *sign, Files files, const char *text, gsize length)
{
  return (sign->files & files) != 0 && (sign->besides == NULL || has_text (text, length, sign->besides))
         && (sign->without == NULL || !has_text (text, length, sign->without))
         && has_text (text, length, sign->mark) == sign->is_there;
}

static void
narrow_by_file (FlGraph *graph, const char *path, Files files)
{
  g_autofree char *text = NULL, *name = NULL;
  gsize length;

  if (path == NULL || !fl_file_read (path, &text, &length, NULL))
    return;
  name = g_path_get_basename (path);
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (holds (&signs[i], files, text, length))
      {
        const FlTorchRange range
            = { signs[i].since, signs[i].until,
                fl_arena_printf (graph->arena, "%s, %s “%s”", name, signs[i].is_there ? "which has" : "which has no",
                                 g_strstrip (fl_arena_strdup (graph->arena, signs[i].mark))) };

        graph->torch = fl_torch_range_narrow (graph->torch, range);
      }
}

/* "# torch version: 2.9.0", as fx_graph_runnable.py has it. */
static guint
find_comment (const char *text, gsize length)
{
  static const char mark[] = "# torch version:";
  const char *at = text != NULL ? memmem (text, length, mark, strlen (mark)) : NULL;
  g_autofree char *rest
      = at != NULL ? g_strndup (at + strlen (mark), MIN (32, text + length - at - strlen (mark))) : NULL;

  return rest != NULL ? fl_torch_parse (rest) : 0;
}

void
fl_graph_settle_torch (FlGraph *graph, const FlDebugFolder *folder)
{
  guint version = find_comment (graph->text, graph->text_length);

  if (graph->torch.from != NULL) /* settled before */
    return;
  if (version != 0)
    graph->torch = (FlTorchRange) { version, version, "its own comment" };
  else if (folder != NULL && folder->torch_version != NULL && (version = fl_torch_parse (folder->torch_version)) != 0)
    graph->torch = (FlTorchRange) { version, version, "the comment in fx_graph_runnable.py" };
  else if (folder != NULL)
    {
      narrow_by_file (graph, folder->pre_path, FILES_PRE);
      narrow_by_file (graph, folder->post_path, FILES_POST);
      narrow_by_file (graph, folder->code_path, FILES_CODE);
    }
}
