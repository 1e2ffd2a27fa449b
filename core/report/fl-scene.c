/* The scene of a stage: its file fills in a builder, which is folded and frozen. */
#include "fl-scene-private.h"

enum
{
  DEFAULT_MAX_NODES = 400
};

static void
open_builder (FlSceneBuilder *builder, const FlRun *run, FlStage stage, const FlSceneOptions *options)
{
  *builder = (FlSceneBuilder) {
    .run = run,
    .stage = stage,
    .options = options != NULL ? *options : (FlSceneOptions) { .fold_modules = TRUE, .show_refused = TRUE },
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
      if (fl_scene_count_applied (run) > 0)
        fl_scene_build_regions (builder, GUINT_TO_POINTER (fl_scene_count_applied (run)));
      else if (run->fused != NULL)
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
    case FL_N_STAGES: g_assert_not_reached ();
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
  *scene = (FlScene) {
    .stage = stage,
    .n_nodes = builder.nodes->len,
    .nodes = fl_arena_memdup (builder.arena, builder.nodes->data, sizeof (FlSceneNode) * builder.nodes->len),
    .n_edges = builder.edges->len,
    .edges = fl_arena_memdup (builder.arena, builder.edges->data, sizeof (FlSceneEdge) * builder.edges->len),
    .n_clusters = builder.clusters->len,
    .clusters
    = fl_arena_memdup (builder.arena, builder.clusters->data, sizeof (FlSceneCluster) * builder.clusters->len),
    .arena = builder.arena,
    .n_folded = builder.n_folded,
    .n_hidden = builder.hidden->len,
    .hidden = fl_arena_memdup (builder.arena, builder.hidden->data, sizeof (FlSceneHidden) * builder.hidden->len),
    .note = builder.note->len > 0 ? fl_arena_strdup (builder.arena, builder.note->str) : NULL,
    .n_refused = builder.n_refused,
    .n_refused_in_all = builder.n_refused_in_all,
  };
  close_builder (&builder);
  return scene;
}

FlScene *
fl_scene_new_regions (const FlRun *run, const FlSceneOptions *options)
{
  g_return_val_if_fail (run->partition != NULL, NULL);
  return fl_scene_new_built (run, FL_STAGE_FUSE, options, fl_scene_build_regions, GUINT_TO_POINTER (G_MAXUINT));
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
