/* Scene: the builder that the files of the stages fill in, and the choice of the stage. */
#include <string.h>

#include "fl-scene-private.h"

enum
{
  DEFAULT_MAX_NODES = 400
};

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
  return fl_arena_printf (arena, "%.*s…%s", (int) (g_utf8_offset_to_pointer (valid, head) - valid),
                          valid, g_utf8_offset_to_pointer (valid, n - tail));
}

void
fl_scene_text_init (FlSceneText *text)
{
  *text = (FlSceneText){ .tooltip = g_string_new (NULL) };
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
    .lines
    = fl_arena_memdup (builder->arena, text->lines, sizeof text->lines[0] * MAX (text->n, 1)),
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
fl_scene_builder_set_place (FlSceneBuilder *builder,
                            guint32 position,
                            const char *path,
                            const char *section)
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
fl_scene_builder_add_edge (FlSceneBuilder *builder,
                           guint32 from,
                           guint32 to,
                           FlEdgeLook look,
                           const char *label,
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
fl_scene_builder_add_cluster (FlSceneBuilder *builder,
                              FlItem item,
                              const char *title,
                              const char *tooltip,
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

/* --- the scene ------------------------------------------------------------------------------ */
static void
open_builder (FlSceneBuilder *builder,
              const FlRun *run,
              FlStage stage,
              const FlSceneOptions *options)
{
  *builder = (FlSceneBuilder){
    .run = run,
    .stage = stage,
    .options
    = options != NULL ? *options : (FlSceneOptions){ .fold_modules = TRUE, .show_refused = TRUE },
    .arena = fl_arena_open (),
    .nodes = g_array_new (FALSE, TRUE, sizeof (FlSceneNode)),
    .paths = g_ptr_array_new (),
    .sections = g_ptr_array_new (),
    .edges = g_array_new (FALSE, TRUE, sizeof (FlSceneEdge)),
    .clusters = g_array_new (FALSE, TRUE, sizeof (FlSceneCluster)),
    .hidden = g_array_new (FALSE, TRUE, sizeof (FlSceneHidden)),
    .by_name = g_hash_table_new (NULL, NULL),
    .seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
    .note = g_string_new (NULL),
  };
  if (builder->options.max_nodes == 0)
    builder->options.max_nodes = DEFAULT_MAX_NODES;
}

static void
close_builder (FlSceneBuilder *builder)
{
  g_array_unref (builder->nodes);
  g_ptr_array_unref (builder->paths);
  g_ptr_array_unref (builder->sections);
  g_array_unref (builder->edges);
  g_array_unref (builder->clusters);
  g_array_unref (builder->hidden);
  g_hash_table_unref (builder->by_name);
  g_hash_table_unref (builder->seen);
  g_string_free (builder->note, TRUE);
}

static void
build_stage (FlSceneBuilder *builder, gpointer data)
{
  const FlRun *run = builder->run;

  switch (builder->stage)
    {
    case FL_STAGE_GRAPH:
      if (run->graph != NULL)
        fl_scene_build_graph (builder, run->graph, FL_ITEM_GRAPH_NODE);
      break;
    case FL_STAGE_DECOMPOSE:
      if (run->decomposed != NULL)
        fl_scene_build_graph (builder, run->decomposed, FL_ITEM_NODE);
      break;
    case FL_STAGE_LOWER:
      if (run->lowered != NULL)
        fl_scene_build_lowered (builder);
      break;
    case FL_STAGE_REALIZE:
      if (run->lowered != NULL)
        fl_scene_build_realized (builder);
      break;
    case FL_STAGE_SCHEDULE:
      if (run->schedule != NULL)
        fl_scene_build_schedule (builder, run->schedule);
      break;
    case FL_STAGE_FUSE:
      if (run->fused != NULL)
        fl_scene_build_fused (builder);
      break;
    case FL_STAGE_MEMORY:
      if (run->plan != NULL)
        fl_scene_build_memory (builder);
      break;
    case FL_STAGE_CODEGEN:
      if (run->program != NULL)
        fl_scene_build_codegen (builder, NULL);
      break;
    case FL_STAGE_RUN:
      if (run->program != NULL)
        fl_scene_build_run (builder);
      break;
    case FL_N_STAGES:
      g_assert_not_reached ();
    }
}

FlScene *
fl_scene_new_built (const FlRun *run, FlStage stage, const FlSceneOptions *options, FlSceneBuild build, gpointer data)
{
  FlSceneBuilder builder;
  FlScene *scene;

  g_assert (stage < FL_N_STAGES);
  open_builder (&builder, run, stage, options);
  build (&builder, data);
  fl_scene_builder_fold (&builder);
  for (guint i = 0; i < builder.nodes->len; i++)
    {
      gint32 cluster = g_array_index (builder.nodes, FlSceneNode, i).cluster;
      if (cluster >= 0)
        g_array_index (builder.clusters, FlSceneCluster, cluster).n_nodes++;
    }
  scene = fl_arena_new (builder.arena, FlScene, 1);
  *scene = (FlScene){
    .stage = stage,
    .n_nodes = builder.nodes->len,
    .nodes = fl_arena_memdup (builder.arena, builder.nodes->data,
                              sizeof (FlSceneNode) * builder.nodes->len),
    .n_edges = builder.edges->len,
    .edges = fl_arena_memdup (builder.arena, builder.edges->data,
                              sizeof (FlSceneEdge) * builder.edges->len),
    .n_clusters = builder.clusters->len,
    .clusters = fl_arena_memdup (builder.arena, builder.clusters->data,
                                 sizeof (FlSceneCluster) * builder.clusters->len),
    .arena = builder.arena,
    .n_folded = builder.n_folded,
    .n_hidden = builder.hidden->len,
    .hidden = fl_arena_memdup (builder.arena, builder.hidden->data,
                               sizeof (FlSceneHidden) * builder.hidden->len),
    .note = builder.note->len > 0 ? fl_arena_strdup (builder.arena, builder.note->str) : NULL,
    .n_refused = builder.n_refused,
    .n_refused_in_all = builder.n_refused_in_all,
  };
  close_builder (&builder);
  return scene;
}

FlScene *
fl_scene_new (const FlRun *run, FlStage stage, const FlSceneOptions *options)
{
  FlScene *scene = fl_scene_new_built (run, stage, options, build_stage, NULL);

  if (options != NULL && options->parity != NULL)
    fl_scene_add_marks (scene, options->parity);
  return scene;
}

void
fl_scene_free (FlScene *scene)
{
  if (scene != NULL)
    fl_arena_close (scene->arena);
}
