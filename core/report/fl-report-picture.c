/* The picture of a stage for the report. */
#include "fl-report-private.h"

enum
{
  LAYOUT_DEADLINE_MS = 20000 /* by the clock: shorter, and a busy machine would change the picture */
};

gboolean
fl_report_append_stage_svg (GString *out, const FlRun *run, FlStage stage, const char *worker_path,
                            const gint *cancelled, char **note)
{
  FlSceneOptions options = { .fold_modules = TRUE, .show_refused = TRUE };
  g_autoptr (FlScene) scene = NULL;
  g_autoptr (FlPlacement) placement = NULL;

  if (note != NULL)
    *note = NULL;
  if (!run->stages[stage].was_reached)
    return FALSE;
  scene = fl_scene_new (run, stage, &options);
  if (scene->n_nodes == 0)
    return FALSE;
  fl_scene_measure (scene);
  placement = fl_layout_run (scene, worker_path, LAYOUT_DEADLINE_MS, cancelled, NULL);
  if (placement == NULL)
    return FALSE;
  fl_scene_append_svg (out, scene, placement, FALSE);
  if (note != NULL)
    *note = g_strdup (placement->note);
  return TRUE;
}
