/* The report folder: every stage as text and picture, the kernels, the plan, report.json and
 * report.html. */
#include <cjson/cJSON.h>
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "fl-concepts.h"
#include "fl-report-private.h"
#include "fl-file.h"

static gboolean
write_file (const char *folder, const char *name, const GString *text, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return fl_file_write_text (path, text->str, (gssize) text->len, error);
}

static gboolean
write_texts (const FlRun *run, const char *folder, GError **error)
{
  static const struct
  {
    FlStage stage;
    const char *name;
  } files[] = {
    { FL_STAGE_GRAPH, "fx_graph.py" },          { FL_STAGE_DECOMPOSE, "fx_graph_decomposed.py" },
    { FL_STAGE_LOWER, "lowered.txt" },          { FL_STAGE_REALIZE, "realized.txt" },
    { FL_STAGE_SCHEDULE, "ir_pre_fusion.txt" }, { FL_STAGE_FUSE, "ir_post_fusion.txt" },
    { FL_STAGE_MEMORY, "memory.txt" },          { FL_STAGE_RUN, "times.txt" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      if (run->stages[files[i].stage].was_reached && fl_report_append_stage (text, run, files[i].stage, NULL)
          && !write_file (folder, files[i].name, text, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_program (const FlRun *run, const char *folder, GError **error)
{
  g_autoptr (GString) source = g_string_new (NULL);
  g_autoptr (GString) wrapper = g_string_new (NULL);
  g_autoptr (GString) triton = g_string_new (NULL);

  if (run->program == NULL)
    return TRUE;
  if (run->program->target == FL_TARGET_CUDA
      && (!fl_report_append_triton (triton, run, NULL, error) || !write_file (folder, "output_code.py", triton, error)))
    return FALSE;
  g_string_append (source, run->program->source != NULL ? run->program->source : "");
  g_string_append (wrapper, run->program->wrapper != NULL ? run->program->wrapper : "");
  return (source->len == 0
          || write_file (folder, run->program->target == FL_TARGET_CUDA ? "kernels.cu" : "kernels.c", source, error))
         && (wrapper->len == 0 || write_file (folder, "wrapper.py", wrapper, error));
}

/* Of strategies over tensor operations only. */
static gboolean
write_regions (const FlRun *run, const char *folder, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (run->partition == NULL)
    return TRUE;
  fl_concepts_append_regions (text, run->partition, run->options.strategy, run->trace);
  return write_file (folder, "regions.txt", text, error);
}

static gboolean
write_decisions (const FlRun *run, const char *folder, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint32 i = 0; i < fl_trace_get_n_events (run->trace); i++)
    {
      const FlEvent *event = fl_trace_get_event (run->trace, i);

      g_string_append_printf (text, "%-10s ", fl_stage_get_info (event->stage)->name);
      fl_event_append_line (event, text);
      g_string_append_c (text, '\n');
    }
  return write_file (folder, "decisions.txt", text, error);
}

static gboolean
write_pictures (const FlRun *run, const char *folder, const char *worker_path, const gint *cancelled, GError **error)
{
  for (guint stage = 0; stage < FL_N_STAGES; stage++)
    {
      g_autoptr (GString) svg = g_string_new (NULL);
      g_autofree char *name = g_strdup_printf ("stage-%u-%s.svg", stage + 1, fl_stage_get_info (stage)->name);

      if (cancelled != NULL && g_atomic_int_get (cancelled))
        {
          g_set_error_literal (error, FL_ERROR, FL_ERROR_CANCELLED, "the report was cancelled");
          return FALSE;
        }
      if (fl_report_append_stage_svg (svg, run, stage, worker_path, cancelled, NULL)
          && !write_file (folder, name, svg, error))
        return FALSE;
    }
  return TRUE;
}

/* Takes the object. */
static gboolean
write_object (const char *folder, const char *name, cJSON *json, GError **error)
{
  char *text = cJSON_Print (json);
  g_autoptr (GString) out = g_string_new (text);

  g_string_append_c (out, '\n');
  cJSON_free (text);
  cJSON_Delete (json);
  return write_file (folder, name, out, error);
}

/* Only the report has them: --json of other commands would grow by a multiple. */
static void
add_steps (cJSON *root, const FlRun *run)
{
  const gboolean has_steps = run->program != NULL;
  cJSON *steps = has_steps ? fl_report_new_kernel_steps_json (run, NULL, NULL) : NULL;

  if (steps != NULL)
    cJSON_AddItemToObject (root, "kernel_steps", steps);
}

static gboolean
write_json (const FlRun *run, const char *folder, GError **error)
{
  cJSON *root = fl_report_new_json (run);

  add_steps (root, run);
  return write_object (folder, "report.json", root, error)
         && write_object (folder, "measured.json", fl_report_new_measured_json (run), error);
}

gboolean
fl_report_write (const FlRun *run, const char *folder, const char *worker_path, const gint *cancelled, GError **error)
{
  g_autoptr (GString) html = g_string_new (NULL);

  if (g_mkdir_with_parents (folder, 0777) != 0)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "%s: the folder could not be made: %s", folder, g_strerror (errno));
      return FALSE;
    }
  if (!write_texts (run, folder, error) || !write_program (run, folder, error) || !write_decisions (run, folder, error)
      || !write_regions (run, folder, error) || !write_json (run, folder, error)
      || !write_pictures (run, folder, worker_path, cancelled, error))
    return FALSE;
  fl_report_append_html (html, run, worker_path, cancelled);
  return write_file (folder, "report.html", html, error);
}
