/* Steps of the kernels of a run: those of one, or of all that have loops of their own. */
#include <cjson/cJSON.h>

#include "fl-error.h"
#include "fl-kernel-steps.h"
#include "fl-report.h"

static gboolean
check_names (const FlRun *run, const char *kernel, const char *after, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  if (after && !fl_kernel_steps_has_pass (after))
    {
      g_autofree char *passes = fl_kernel_steps_dup_passes ();

      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "there is no pass \"%s\" over loop programs; there are %s", after,
                   passes);
      return FALSE;
    }
  for (guint i = 0; i < run->program->n_kernels; i++)
    {
      if (!kernel || fl_kernel_steps_is_called (run, i, kernel))
        return TRUE;
      if (fl_kernel_steps_has_loops (run, i))
        g_string_append_printf (names, "%s%s", names->len ? ", " : "", run->program->kernels[i].name);
    }
  if (!kernel) /* there are no kernels at all */
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "no kernel is called \"%s\" here; those with loops of their own: %s",
               kernel, names->len ? names->str : "none");
  return FALSE;
}

typedef void (*Visit) (const FlKernelSteps *steps, gpointer data);

static gboolean
visit_kernels (const FlRun *run, const char *kernel, const char *after, Visit visit, gpointer data, GError **error)
{
  if (!check_names (run, kernel, after, error))
    return FALSE;
  for (guint i = 0; i < run->program->n_kernels; i++)
    if (kernel ? fl_kernel_steps_is_called (run, i, kernel) : fl_kernel_steps_has_loops (run, i))
      {
        g_autoptr (FlKernelSteps) steps = fl_kernel_steps_new (run, i, error);

        if (!steps)
          return FALSE;
        visit (steps, data);
      }
  return TRUE;
}

typedef struct
{
  GString *text;
  const char *after;
  gboolean with_diff;
  int verdict;
} Text;

static void
append_outline (const FlKernelSteps *steps, gpointer data)
{
  const Text *text = data;

  if (text->text->len)
    g_string_append_c (text->text, '\n');
  fl_kernel_steps_append_outline (text->text, steps, text->after, text->with_diff);
}

gboolean
fl_report_append_loops (GString *text, const FlRun *run, const char *kernel, const char *after, gboolean with_diff,
                        GError **error)
{
  Text all = { .text = text, .after = after, .with_diff = with_diff };

  return visit_kernels (run, kernel, after, append_outline, &all, error);
}

static void
append_steps (const FlKernelSteps *steps, gpointer data)
{
  const Text *text = data;

  if (text->text->len)
    g_string_append_c (text->text, '\n');
  fl_kernel_steps_append (text->text, steps, text->verdict);
}

gboolean
fl_report_append_kernel_steps (GString *text, const FlRun *run, const char *kernel, int verdict, GError **error)
{
  Text all = { .text = text, .verdict = verdict };

  return visit_kernels (run, kernel, NULL, append_steps, &all, error);
}

static void
add_object (const FlKernelSteps *steps, gpointer data)
{
  cJSON_AddItemToArray (data, fl_kernel_steps_new_json (steps));
}

cJSON *
fl_report_new_kernel_steps_json (const FlRun *run, const char *kernel, GError **error)
{
  cJSON *list = cJSON_CreateArray ();

  if (visit_kernels (run, kernel, NULL, add_object, list, error))
    return list;
  cJSON_Delete (list);
  return NULL;
}
