/* The list of variants, and its history. */
#include <string.h>

#include "flui-whatif-private.h"

guint flui_whatif_signals[FLUI_WHATIF_N_SIGNALS];

void
flui_whatif_emit (FluiWhatif *self, guint signal)
{
  g_signal_emit (self, flui_whatif_signals[signal], 0);
}

void
flui_whatif_refuse (FluiWhatif *self, const char *message)
{
  g_free (self->message);
  self->message = g_strdup (message);
  flui_whatif_emit (self, FLUI_WHATIF_REFUSED);
}

const char *
flui_whatif_get_message (FluiWhatif *self)
{
  return self->message;
}

/* --- what there is
 * ---------------------------------------------------------------------------------------------- */

guint
flui_whatif_get_n (FluiWhatif *self)
{
  return self->file ? self->file->variants->len + 1 : 0;
}

FlSessionVariant *
flui_whatif_get_variant (FluiWhatif *self, guint position)
{
  return position > 0 && position < flui_whatif_get_n (self) ? self->file->variants->pdata[position - 1] : NULL;
}

const char *
flui_whatif_get_name (FluiWhatif *self, guint position)
{
  const FlSessionVariant *variant = flui_whatif_get_variant (self, position);

  return variant ? variant->name : "Base";
}

const char *
flui_whatif_get_note (FluiWhatif *self, guint position)
{
  const FlSessionVariant *variant = flui_whatif_get_variant (self, position);

  return variant && variant->note ? variant->note : "";
}

guint
flui_whatif_get_current (FluiWhatif *self)
{
  return self->current;
}

guint
flui_whatif_get_added (FluiWhatif *self)
{
  return self->added;
}

char *
flui_whatif_dup_key (const FlSessionVariant *variant)
{
  g_autoptr (GString) key = g_string_new (variant && variant->strategy ? variant->strategy : "");

  for (guint i = 0; variant && i < variant->overrides->len; i++)
    {
      g_string_append_c (key, '|');
      fl_override_append (key, &g_array_index (variant->overrides, FlOverride, i));
    }
  return g_string_free (g_steal_pointer (&key), FALSE);
}

FluiWhatifResult *
flui_whatif_find_result (FluiWhatif *self, guint position)
{
  g_autofree char *key = flui_whatif_dup_key (flui_whatif_get_variant (self, position));

  return g_hash_table_lookup (self->results, key);
}

const FlRun *
flui_whatif_get_run (FluiWhatif *self, guint position)
{
  const FluiWhatifResult *result = flui_whatif_find_result (self, position);

  return result && !result->run->error ? result->run : NULL;
}

const FlFacts *
flui_whatif_get_facts (FluiWhatif *self, guint position)
{
  const FluiWhatifResult *result = flui_whatif_find_result (self, position);

  return result && !result->run->error ? result->facts : NULL;
}

const FlDelta *
flui_whatif_get_delta (FluiWhatif *self, guint position)
{
  const FluiWhatifResult *result = flui_whatif_find_result (self, position);

  return result ? result->delta : NULL;
}

const char *
flui_whatif_get_error (FluiWhatif *self, guint position)
{
  const FluiWhatifResult *result = flui_whatif_find_result (self, position);

  return result && result->run->error ? result->run->error->message : NULL;
}

static const FlOverrideState *
find_state (const FluiWhatifResult *result, const FlOverride *override)
{
  const FlOverrides *overrides = result ? result->run->overrides : NULL;

  for (guint i = 0; overrides && i < overrides->n; i++)
    if (fl_override_equal (&overrides->states[i].override, override))
      return &overrides->states[i];
  return NULL;
}

char *
flui_whatif_dup_changes (FluiWhatif *self, guint position)
{
  const FlSessionVariant *variant = flui_whatif_get_variant (self, position);
  const FluiWhatifResult *result = flui_whatif_find_result (self, position);
  g_autoptr (GString) text = g_string_new (NULL);

  if (variant && variant->strategy)
    g_string_append_printf (text, "strategy %s\n", variant->strategy);
  for (guint i = 0; variant && i < variant->overrides->len; i++)
    {
      const FlOverride *override = &g_array_index (variant->overrides, FlOverride, i);
      const FlOverrideState *state = find_state (result, override);

      fl_override_append (text, override);
      if (state && state->outcome != FL_OUTCOME_APPLIED)
        g_string_append_printf (text, ": %s%s%s", fl_outcome_get_name (state->outcome), state->rule ? ", " : "",
                                state->rule ? state->rule : "");
      g_string_append_c (text, '\n');
    }
  if (text->len > 0)
    g_string_truncate (text, text->len - 1);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* --- history ----------------------------------------------------------------------------------- */

FluiWhatifMoment *
flui_whatif_moment_new (FluiWhatif *self, const char *label)
{
  FluiWhatifMoment *moment = g_new0 (FluiWhatifMoment, 1);

  moment->file = fl_session_copy (self->file);
  moment->current = self->current;
  moment->label = g_strdup (label);
  return moment;
}

void
flui_whatif_remember (FluiWhatif *self, const char *label)
{
  g_ptr_array_add (self->past, flui_whatif_moment_new (self, label));
  g_ptr_array_set_size (self->future, 0);
  self->is_modified = TRUE;
}

void
flui_whatif_forget_history (FluiWhatif *self)
{
  g_ptr_array_set_size (self->past, 0);
  g_ptr_array_set_size (self->future, 0);
}

static const char *
get_label (const GPtrArray *moments)
{
  return moments->len > 0 ? ((const FluiWhatifMoment *) moments->pdata[moments->len - 1])->label : NULL;
}

const char *
flui_whatif_get_undo_label (FluiWhatif *self)
{
  return get_label (self->past);
}

const char *
flui_whatif_get_redo_label (FluiWhatif *self)
{
  return get_label (self->future);
}

/* --- the list ---------------------------------------------------------------------------------- */

void
flui_whatif_show_current (FluiWhatif *self)
{
  const FlSessionVariant *variant = flui_whatif_get_variant (self, self->current);

  flui_session_set_variant (self->session, variant ? variant->strategy : NULL,
                            variant ? (const FlOverride *) (gpointer) variant->overrides->data : NULL,
                            variant ? variant->overrides->len : 0);
}

void
flui_whatif_set_current (FluiWhatif *self, guint position)
{
  if (position >= flui_whatif_get_n (self) || position == self->current)
    return;
  self->current = position;
  flui_whatif_show_current (self);
  flui_whatif_emit (self, FLUI_WHATIF_CHANGED);
}

void
flui_whatif_remove (FluiWhatif *self, guint position)
{
  FlSessionVariant *variant = flui_whatif_get_variant (self, position);
  g_autofree char *label = variant ? g_strdup_printf ("remove “%s”", variant->name) : NULL;

  if (!variant)
    return;
  flui_whatif_remember (self, label);
  fl_session_remove_variant (self->file, variant);
  if (self->current >= position)
    self->current--;
  flui_whatif_show_current (self);
  flui_whatif_emit (self, FLUI_WHATIF_CHANGED);
}

void
flui_whatif_set_note (FluiWhatif *self, guint position, const char *note)
{
  FlSessionVariant *variant = flui_whatif_get_variant (self, position);

  if (!variant || g_strcmp0 (variant->note ? variant->note : "", note) == 0)
    return;
  flui_whatif_remember (self, "note");
  g_free (variant->note);
  variant->note = *note ? g_strdup (note) : NULL;
  flui_whatif_emit (self, FLUI_WHATIF_CHANGED);
}

void
flui_whatif_rename (FluiWhatif *self, guint position, const char *name)
{
  FlSessionVariant *variant = flui_whatif_get_variant (self, position);
  g_autofree char *label = variant ? g_strdup_printf ("rename “%s”", variant->name) : NULL;

  if (!variant || !*name || g_strcmp0 (variant->name, name) == 0)
    return;
  if (fl_session_find_variant (self->file, name))
    {
      flui_whatif_refuse (self, "Another variant has that name.");
      return;
    }
  flui_whatif_remember (self, label);
  g_free (variant->name);
  variant->name = g_strdup (name);
  flui_whatif_emit (self, FLUI_WHATIF_CHANGED);
}
