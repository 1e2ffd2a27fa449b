/* Scenes while they grow: the builder that the files of the stages fill in. */
#include "fl-scene-private.h"

/* --- text of a box -------------------------------------------------------------------------- */

const char *
fl_scene_clip (FlArena *arena, const char *text, guint n_characters)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  glong n = g_utf8_strlen (valid, -1);
  guint head = (n_characters - 1) * 3 / 5, tail = n_characters - 1 - head;

  for (char *p = valid; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      *p = ' ';
  if (n <= (glong) n_characters)
    return fl_arena_strdup (arena, valid);
  return fl_arena_printf (arena, "%.*s…%s", (int) (g_utf8_offset_to_pointer (valid, head) - valid), valid,
                          g_utf8_offset_to_pointer (valid, n - tail));
}

void
fl_scene_text_init (FlSceneText *text)
{
  *text = (FlSceneText) { .tooltip = g_string_new (NULL) };
}

void
fl_scene_text_add (FlSceneText *text, FlSceneBuilder *builder, const char *line)
{
  if (line == NULL || *line == '\0')
    return;
  fl_scene_text_tip (text, "%s", line);
  if (text->n < G_N_ELEMENTS (text->lines))
    text->lines[text->n++] = fl_scene_clip (builder->arena, line, FL_MAX_LABEL);
}

void
fl_scene_text_tip (FlSceneText *text, const char *format, ...)
{
  va_list args;

  if (text->tooltip->len > 0)
    g_string_append_c (text->tooltip, '\n');
  va_start (args, format);
  g_string_append_vprintf (text->tooltip, format, args);
  va_end (args);
}

/* --- building ------------------------------------------------------------------------------- */
guint32
fl_scene_builder_add_node (FlSceneBuilder *builder, FlItem item, FlLook look, FlSceneText *text)
{
  g_autofree char *tip = g_utf8_make_valid (text->tooltip->str, (gssize) text->tooltip->len);
  FlSceneNode node = {
    .item = item,
    .look = look,
    .n_lines = text->n,
    .lines = fl_arena_memdup (builder->arena, text->lines, sizeof text->lines[0] * MAX (text->n, 1)),
    .tooltip = fl_arena_strdup (builder->arena, tip),
    .cluster = -1,
    .heat = -1,
  };
  guint32 position = builder->nodes->len;

  g_string_free (text->tooltip, TRUE);
  text->tooltip = NULL;
  g_array_append_val (builder->nodes, node);
  g_ptr_array_add (builder->paths, NULL);
  g_ptr_array_add (builder->sections, NULL);
  if (item.name != NULL)
    fl_scene_builder_name (builder, item.name, position);
  return position;
}

FlSceneNode *
fl_scene_builder_get_node (FlSceneBuilder *builder, guint32 position)
{
  return &g_array_index (builder->nodes, FlSceneNode, position);
}

void
fl_scene_builder_set_place (FlSceneBuilder *builder, guint32 position, const char *path, const char *section)
{
  builder->paths->pdata[position] = (gpointer) path;
  builder->sections->pdata[position] = (gpointer) section;
}

void
fl_scene_builder_name (FlSceneBuilder *builder, const char *name, guint32 position)
{
  g_hash_table_insert (builder->by_name, (gpointer) name, GUINT_TO_POINTER (position + 1));
}

guint32
fl_scene_builder_find (FlSceneBuilder *builder, const char *name)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (builder->by_name, name)) - 1;
}

void
fl_scene_builder_add_edge (FlSceneBuilder *builder, guint32 from, guint32 to, FlEdgeLook look, const char *label,
                           const char *tooltip)
{
  gint64 key;
  FlSceneEdge edge = { from, to, look, label, tooltip };

  if (from == to || from == G_MAXUINT32 || to == G_MAXUINT32)
    return;
  key = ((gint64) from << 35) | ((gint64) to << 3) | (gint64) look;
  if (!g_hash_table_add (builder->seen, g_memdup2 (&key, sizeof key)))
    return;
  g_array_append_val (builder->edges, edge);
}

gint32
fl_scene_builder_add_cluster (FlSceneBuilder *builder, FlItem item, const char *title, const char *tooltip,
                              gint32 parent)
{
  FlSceneCluster cluster = {
    .item = item,
    .title = fl_scene_clip (builder->arena, title, 56),
    .tooltip = tooltip != NULL ? fl_arena_strdup (builder->arena, tooltip) : NULL,
    .parent = parent,
  };

  g_array_append_val (builder->clusters, cluster);
  return (gint32) builder->clusters->len - 1;
}

void
fl_scene_builder_note (FlSceneBuilder *builder, const char *format, ...)
{
  va_list args;

  if (builder->note->len > 0)
    g_string_append_c (builder->note, ' ');
  va_start (args, format);
  g_string_append_vprintf (builder->note, format, args);
  va_end (args);
}
