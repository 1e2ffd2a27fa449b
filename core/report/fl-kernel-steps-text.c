/* The steps of a kernel as text and as JSON. */
#include <cjson/cJSON.h>

#include "fl-kernel-steps.h"
#include "fl-text.h"

static const struct
{
  char sign;
  const char *name;
} marks[FL_N_STEP_LINES] = { { ' ', "kept" }, { '+', "added" }, { '-', "removed" }, { '~', "respelled" } };

static const char *const verdict_names[] = { "note", "accept", "reject", "illegal" };

char
fl_step_line_get_sign (FlStepLineMark mark)
{
  return marks[mark].sign;
}

const char *
fl_step_line_get_name (FlStepLineMark mark)
{
  return marks[mark].name;
}

void
fl_step_note_append (GString *out, const FlStepNote *note)
{
  g_string_append_printf (out, "%s: %s%s", note->subject,
                          note->verdict == FL_VERDICT_REJECT || note->verdict == FL_VERDICT_ILLEGAL ? "not " : "",
                          note->reason);
  if (note->facts)
    g_string_append_printf (out, ": %s", note->facts);
}

char *
fl_kernel_step_dup_summary (const FlKernelStep *step)
{
  GString *text;

  if (step->is_off)
    return g_strdup ("switched off");
  if (!step->has_changed)
    return g_strdup ("changed nothing");
  text = g_string_new (NULL);
  for (guint i = 0; i < FL_N_STEP_LINES; i++)
    if (step->n_of[i] > 0)
      g_string_append_printf (text,
                              text->len            ? ", %u %s"
                              : step->n_of[i] == 1 ? "%u line %s"
                                                   : "%u lines %s",
                              step->n_of[i], marks[i].name);
  return g_string_free (text, FALSE);
}

/* --- text ------------------------------------------------------------------------------------- */

static void
append_state (GString *out, const FlKernelSteps *steps)
{
  g_string_append (out, steps->is_made_of ? "its code is printed from the last step" : "it has no code");
}

void
fl_kernel_steps_append (GString *out, const FlKernelSteps *steps, int verdict)
{
  g_string_append_printf (out, "%s", steps->name);
  if (steps->why_none)
    {
      g_string_append_printf (out, ": no steps: %s\n", steps->why_none);
      return;
    }
  g_string_append_printf (out, " (%s): %u steps; ", steps->node, steps->n_steps);
  append_state (out, steps);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < steps->n_steps; i++)
    {
      const FlKernelStep *step = &steps->steps[i];
      g_autofree char *summary = fl_kernel_step_dup_summary (step);

      g_string_append_printf (out, "%5u  %s: %s\n", i + 1, step->name, step->sentence);
      if (i > 0)
        g_string_append_printf (out, "       %s (%s)\n", summary, step->effect);
      for (guint k = 0; k < step->n_notes; k++)
        if (verdict < 0 || verdict == (int) step->notes[k].verdict)
          {
            g_string_append_printf (out, "         %-7s ", verdict_names[step->notes[k].verdict]);
            fl_step_note_append (out, &step->notes[k]);
            g_string_append_c (out, '\n');
          }
    }
}

static void
append_diff (GString *out, const FlKernelStep *before, const FlKernelStep *step)
{
  for (guint i = 0; i < step->n_lines; i++)
    {
      const FlStepLine *line = &step->lines[i];

      g_string_append_printf (out, "%c %s\n", marks[line->mark].sign,
                              line->after ? step->outline[line->after - 1] : before->outline[line->before - 1]);
    }
}

void
fl_kernel_steps_append_outline (GString *out, const FlKernelSteps *steps, const char *after, gboolean with_diff)
{
  guint last = 0;
  g_autofree char *summary = NULL;

  if (steps->why_none)
    {
      g_string_append_printf (out, "%s\n", steps->why_none);
      return;
    }
  for (guint i = 0; i < steps->n_steps; i++)
    if (after ? g_str_equal (steps->steps[i].name, after) : steps->steps[i].has_changed)
      last = i;
  summary = fl_kernel_step_dup_summary (&steps->steps[last]);
  g_string_append_printf (out, "%s, after %s", steps->name, steps->steps[last].name);
  if (last > 0 && (with_diff || !steps->steps[last].has_changed))
    g_string_append_printf (out, " (%s)", summary);
  g_string_append (out, ":\n");
  for (guint i = 0; i < (after ? last + 1 : steps->n_steps); i++)
    for (guint k = 0; k < steps->steps[i].n_notes; k++)
      {
        g_string_append_printf (out, "  %s ", steps->steps[i].name);
        fl_step_note_append (out, &steps->steps[i].notes[k]);
        g_string_append_c (out, '\n');
      }
  if (with_diff && last > 0)
    append_diff (out, &steps->steps[last - 1], &steps->steps[last]);
  else
    for (guint i = 0; i < steps->steps[last].n_outline; i++)
      g_string_append_printf (out, "%s\n", steps->steps[last].outline[i]);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void
add_text (cJSON *object, const char *key, const char *text)
{
  if (text)
    {
      g_autofree char *valid = g_utf8_make_valid (text, -1);

      cJSON_AddStringToObject (object, key, valid);
    }
  else
    cJSON_AddNullToObject (object, key);
}

static cJSON *
push_object (cJSON *array)
{
  cJSON *object = cJSON_CreateObject ();

  cJSON_AddItemToArray (array, object);
  return object;
}

static void
add_notes (cJSON *object, const FlKernelStep *step)
{
  cJSON *notes = cJSON_AddArrayToObject (object, "notes");

  for (guint i = 0; i < step->n_notes; i++)
    {
      cJSON *note = push_object (notes);

      add_text (note, "verdict", verdict_names[step->notes[i].verdict]);
      add_text (note, "subject", step->notes[i].subject);
      add_text (note, "reason", step->notes[i].reason);
      add_text (note, "facts", step->notes[i].facts);
    }
}

/* Lines with their signs in front, so that a list stays short enough to be read. */
static void
add_diff (cJSON *object, const FlKernelStep *before, const FlKernelStep *step)
{
  cJSON *lines = cJSON_AddArrayToObject (object, "diff");

  for (guint i = 0; i < step->n_lines; i++)
    {
      const FlStepLine *from = &step->lines[i];
      const char *line = from->after ? step->outline[from->after - 1] : before->outline[from->before - 1];
      g_autofree char *text = g_strdup_printf ("%c %s", marks[from->mark].sign, line),
                      *valid = g_utf8_make_valid (text, -1);

      cJSON_AddItemToArray (lines, cJSON_CreateString (valid));
    }
}

cJSON *
fl_kernel_steps_new_json (const FlKernelSteps *steps)
{
  cJSON *root = cJSON_CreateObject (), *list;

  add_text (root, "name", steps->name);
  add_text (root, "node", steps->node);
  cJSON_AddBoolToObject (root, "code_is_from_loops", steps->is_made_of);
  add_text (root, "why_none", steps->why_none);
  list = cJSON_AddArrayToObject (root, "steps");
  for (guint i = 0; i < steps->n_steps; i++)
    {
      const FlKernelStep *step = &steps->steps[i];
      cJSON *object = push_object (list);

      add_text (object, "pass", step->name);
      add_text (object, "sentence", step->sentence);
      add_text (object, "effect", step->effect);
      cJSON_AddBoolToObject (object, "off", step->is_off);
      cJSON_AddBoolToObject (object, "required", step->is_required);
      cJSON_AddBoolToObject (object, "changed", step->has_changed);
      add_notes (object, step);
      add_diff (object, &steps->steps[i > 0 ? i - 1 : 0], step);
      if (i == 0 || step->code != steps->steps[i - 1].code || step->no_code != steps->steps[i - 1].no_code)
        add_text (object, step->code ? "code" : "why_no_code", step->code ? step->code : step->no_code);
    }
  return root;
}
