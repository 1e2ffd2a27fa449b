/* Changes: from what is selected on the screen to overrides that are checked, and then to a
 * variant. */
#include <string.h>

#include "fl-intern.h"
#include "fl-undo.h"

#include "flui-whatif-private.h"

static gboolean
has_room (FluiWhatif *self)
{
  if (!self->base || !self->file)
    {
      flui_whatif_refuse (self, "Open a graph first.");
      return FALSE;
    }
  if (flui_whatif_get_n (self) < FLUI_WHATIF_MAX)
    return TRUE;
  flui_whatif_refuse (self, "Eight variants are side by side already: remove one first.");
  return FALSE;
}

/* "forbid relu, add"; of several, the first and how many more. */
static char *
dup_label (const char *strategy, const FlOverride *overrides, guint n_overrides)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (n_overrides == 0)
    g_string_append_printf (text, "strategy %s", strategy);
  else
    fl_override_append (text, &overrides[0]);
  if (n_overrides > 1)
    g_string_append_printf (text, " and %u more", n_overrides - 1);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
flui_whatif_add (FluiWhatif *self, const char *strategy, const FlOverride *overrides, guint n_overrides)
{
  const FlSessionVariant *current = flui_whatif_get_variant (self, self->current);
  FlUndo *merged = fl_undo_new (current ? current->strategy : NULL, current ? current->overrides : NULL);
  g_autofree char *label = dup_label (strategy, overrides, n_overrides);
  const FlUndoState *state;
  FlSessionVariant *variant;

  for (guint i = 0; i < n_overrides; i++)
    fl_undo_add (merged, &overrides[i]); /* an override that contradicts it gives way */
  if (strategy)
    fl_undo_set_strategy (merged, strategy);
  state = fl_undo_get_state (merged);
  flui_whatif_remember (self, label);
  variant = fl_session_add_variant (self->file, label);
  g_free (variant->strategy);
  variant->strategy = g_strdup (state->strategy);
  g_array_append_vals (variant->overrides, state->overrides->data, state->overrides->len);
  fl_undo_free (merged);
  self->current = self->added = self->file->variants->len;
  self->tells_added = TRUE;
  flui_whatif_show_current (self);
  flui_whatif_pump (self);
  flui_whatif_emit (self, FLUI_WHATIF_CHANGED);
}

/* --- what is selected
 * ------------------------------------------------------------------------------------------- */

void
flui_whatif_try (FluiWhatif *self, FlOverrideKind kind, FlItem a, FlItem b)
{
  const FlRun *run = flui_session_get_run (self->session);
  gboolean is_pair = fl_override_get_info (kind)->n_subjects == 2;
  FlOverride override = { .kind = kind };
  g_autoptr (GError) error = NULL;

  if (!has_room (self) || !run)
    return;
  override.a = fl_whatif_find_item (run, a, &error);
  if (override.a && is_pair)
    override.b = fl_whatif_find_item (run, b, &error);
  if (error)
    flui_whatif_refuse (self, error->message);
  else if (is_pair && override.a == override.b)
    flui_whatif_refuse (self, "Both are one value: choose two.");
  else
    flui_whatif_check (self, &override, 1);
}

static const FlSchedNode *
find_group (const FlRun *run, FlItem item)
{
  const FlSchedNode *node = item.name ? fl_schedule_find_node (run->fused, item.name) : NULL;
  const FlSchedBuffer *buffer = item.name && !node ? fl_schedule_find_buffer (run->fused, item.name) : NULL;

  if (buffer)
    node = buffer->node;
  if (!node || node->n_originals != 1)
    return node;
  return fl_schedule_find_group (run->fused, node);
}

gboolean
flui_whatif_are_one (FluiWhatif *self, FlItem a, FlItem b)
{
  const FlRun *run = flui_session_get_run (self->session);
  const FlSchedNode *one, *other;

  if (!run || !run->fused)
    return FALSE;
  one = find_group (run, flui_session_get_stand_in (self->session, a));
  other = find_group (run, flui_session_get_stand_in (self->session, b));
  return one && one == other;
}

static void
forbid (const FlRun *run, const FlSchedNode *producer, const FlSchedNode *reader, GArray *overrides)
{
  FlOverride override = { .kind = FL_OVERRIDE_FORBID };

  override.a = fl_whatif_find_item (run, (FlItem) { FL_ITEM_OP, producer->name }, NULL);
  override.b = fl_whatif_find_item (run, (FlItem) { FL_ITEM_OP, reader->name }, NULL);
  if (!override.a || !override.b || override.a == override.b)
    return;
  for (guint i = 0; i < overrides->len; i++)
    if (fl_override_equal (&g_array_index (overrides, FlOverride, i), &override))
      return;
  g_array_append_val (overrides, override);
}

/* Between the node and every one of its group that comes before it; of a whole group, between all
 * of its nodes. */
static void
collect_cuts (const FlRun *run, const FlSchedNode *group, const FlSchedNode *node, GArray *overrides)
{
  guint at = 0;

  for (guint i = 1; i < group->n_originals; i++)
    for (guint k = 0; !node && k < i; k++)
      forbid (run, group->originals[k], group->originals[i], overrides);
  while (node && at < group->n_originals && group->originals[at] != node)
    at++;
  /* The first node of a group cannot be cut off from what comes before: then from what comes after.
   */
  for (guint i = 0; node && i < group->n_originals; i++)
    for (guint k = 0; k < group->n_originals; k++)
      if (at == 0 ? (i == 0 && k > 0) : (i < at && k >= at))
        forbid (run, group->originals[i], group->originals[k], overrides);
}

void
flui_whatif_split (FluiWhatif *self, FlItem item)
{
  const FlRun *run = flui_session_get_run (self->session);
  g_autoptr (GArray) overrides = g_array_new (FALSE, FALSE, sizeof (FlOverride));
  const FlSchedNode *group, *node;

  if (!has_room (self) || !run || !run->fused)
    return;
  item = flui_session_get_stand_in (self->session, item);
  group = find_group (run, item);
  node = group && item.kind != FL_ITEM_GROUP ? fl_schedule_find_node (run->fused, item.name) : NULL;
  if (!group || group->n_originals < 2)
    {
      flui_whatif_refuse (self, "It is a kernel of its own: there is nothing to split.");
      return;
    }
  collect_cuts (run, group, node && node->n_originals == 1 ? node : NULL, overrides);
  if (overrides->len == 0)
    flui_whatif_refuse (self, "Its values cannot be told apart: there is nothing to split.");
  else
    flui_whatif_check (self, (const FlOverride *) (gpointer) overrides->data, overrides->len);
}

/* --- knobs ------------------------------------------------------------------------------------- */

void
flui_whatif_try_option (FluiWhatif *self, const char *assignment)
{
  g_autoptr (GError) error = NULL;
  FlOverride override;

  if (!has_room (self))
    return;
  if (fl_override_parse (FL_OVERRIDE_OPTION, assignment, &override, &error))
    flui_whatif_check (self, &override, 1);
  else
    flui_whatif_refuse (self, error->message);
}

void
flui_whatif_try_strategy (FluiWhatif *self, const char *strategy)
{
  if (has_room (self))
    flui_whatif_add (self, fl_intern (strategy), NULL, 0);
}

void
flui_whatif_try_change (FluiWhatif *self, const char *change)
{
  g_auto (GStrv) words = g_strsplit (change, " ", 2);
  g_autoptr (GError) error = NULL;
  FlOverride override;
  FlOverrideKind kind;

  if (!words[0] || !words[1] || !has_room (self))
    return;
  if (g_str_equal (words[0], "strategy"))
    flui_whatif_add (self, fl_intern (words[1]), NULL, 0);
  else if (!fl_override_find_kind (words[0], &kind))
    flui_whatif_refuse (self, "There is no such change.");
  else if (fl_override_parse (kind, words[1], &override, &error))
    flui_whatif_check (self, &override, 1);
  else
    flui_whatif_refuse (self, error->message);
}
