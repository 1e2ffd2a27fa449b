/* The session as a value: variants, bookmarks, options. Files are read and written next door. */
#include "fl-session-file.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "fl-intern.h"

/* --- life ------------------------------------------------------------------------------------- */

static void
free_variant (gpointer data)
{
  FlSessionVariant *variant = data;

  g_free (variant->name);
  g_free (variant->note);
  g_free (variant->strategy);
  g_array_unref (variant->overrides);
  cJSON_Delete (variant->unknown);
  g_free (variant);
}

static void
free_bookmark (gpointer data)
{
  FlSessionBookmark *bookmark = data;

  g_free (bookmark->stage);
  g_free (bookmark->subject);
  g_free (bookmark->note);
  cJSON_Delete (bookmark->unknown);
  g_free (bookmark);
}

FlSession *
fl_session_new (const char *graph_path)
{
  FlSession *session = g_new0 (FlSession, 1);

  session->graph_path = g_strdup (graph_path);
  session->strategy = g_strdup ("inductor");
  session->settings = g_ptr_array_new_with_free_func (g_free);
  session->variants = g_ptr_array_new_with_free_func (free_variant);
  session->bookmarks = g_ptr_array_new_with_free_func (free_bookmark);
  session->notices = g_ptr_array_new_with_free_func (g_free);
  return session;
}

void
fl_session_free (FlSession *session)
{
  if (session == NULL)
    return;
  g_free (session->path);
  g_free (session->graph_path);
  g_free (session->graph_sha256);
  g_free (session->strategy);
  g_ptr_array_unref (session->settings);
  g_ptr_array_unref (session->variants);
  g_ptr_array_unref (session->bookmarks);
  g_ptr_array_unref (session->notices);
  cJSON_Delete (session->view);
  cJSON_Delete (session->unknown);
  cJSON_Delete (session->graph_unknown);
  cJSON_Delete (session->options_unknown);
  g_free (session);
}

static cJSON *
copy_json (const cJSON *json)
{
  return json != NULL ? cJSON_Duplicate (json, TRUE) : NULL;
}

static void
copy_texts (GPtrArray *to, const GPtrArray *from)
{
  for (guint i = 0; i < from->len; i++)
    g_ptr_array_add (to, g_strdup (from->pdata[i]));
}

FlSession *
fl_session_copy (const FlSession *session)
{
  FlSession *copy = fl_session_new (session->graph_path);

  copy->path = g_strdup (session->path);
  copy->graph_number = session->graph_number;
  copy->graph_sha256 = g_strdup (session->graph_sha256);
  copy->target = session->target;
  copy->has_target = session->has_target;
  g_free (copy->strategy);
  copy->strategy = g_strdup (session->strategy);
  copy_texts (copy->settings, session->settings);
  copy_texts (copy->notices, session->notices);
  for (guint i = 0; i < session->variants->len; i++)
    {
      const FlSessionVariant *from = session->variants->pdata[i];
      FlSessionVariant *to = fl_session_add_variant (copy, from->name);

      to->note = g_strdup (from->note);
      to->strategy = g_strdup (from->strategy);
      g_array_append_vals (to->overrides, from->overrides->data, from->overrides->len);
      to->unknown = copy_json (from->unknown);
    }
  for (guint i = 0; i < session->bookmarks->len; i++)
    {
      const FlSessionBookmark *from = session->bookmarks->pdata[i];

      fl_session_add_bookmark (copy, from->stage, from->step, from->subject, from->note)->unknown
          = copy_json (from->unknown);
    }
  copy->view = copy_json (session->view);
  copy->unknown = copy_json (session->unknown);
  copy->graph_unknown = copy_json (session->graph_unknown);
  copy->options_unknown = copy_json (session->options_unknown);
  return copy;
}

/* --- options ---------------------------------------------------------------------------------- */

void
fl_session_apply_options (const FlSession *session, FlOptions *options)
{
  if (session->has_target)
    options->target = session->target;
  options->strategy = fl_intern (session->strategy);
  for (guint i = 0; i < session->settings->len; i++)
    {
      gboolean is_set = fl_options_set (options, session->settings->pdata[i], NULL);

      g_assert (is_set); /* the reader has checked it */
    }
}

void
fl_session_set_options (FlSession *session, const FlOptions *options)
{
  session->target = options->target;
  session->has_target = TRUE;
  g_free (session->strategy);
  session->strategy = g_strdup (options->strategy);
  g_ptr_array_set_size (session->settings, 0);
  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    {
      const FlOptionInfo *row = fl_options_get_row (i);
      g_autofree char *value = fl_options_dup_value_text (options, row);

      if (fl_options_get_value (options, row) != fl_options_get_default (options, row))
        g_ptr_array_add (session->settings, g_strdup_printf ("%s=%s", row->name, value));
    }
  if (*options->rule_files != '\0')
    g_ptr_array_add (session->settings, g_strdup_printf ("pattern.rules=%s", options->rule_files));
}

/* --- variants and bookmarks ------------------------------------------------------------------- */

FlSessionVariant *
fl_session_find_variant (const FlSession *session, const char *name)
{
  for (guint i = 0; i < session->variants->len; i++)
    if (g_str_equal (((const FlSessionVariant *) session->variants->pdata[i])->name, name))
      return session->variants->pdata[i];
  return NULL;
}

FlSessionVariant *
fl_session_add_variant (FlSession *session, const char *name)
{
  FlSessionVariant *variant = g_new0 (FlSessionVariant, 1);

  variant->name = g_strdup (name);
  for (guint n = 2; fl_session_find_variant (session, variant->name) != NULL; n++)
    {
      g_free (variant->name);
      variant->name = g_strdup_printf ("%s %u", name, n);
    }
  variant->overrides = g_array_new (FALSE, FALSE, sizeof (FlOverride));
  g_ptr_array_add (session->variants, variant);
  return variant;
}

void
fl_session_remove_variant (FlSession *session, FlSessionVariant *variant)
{
  g_ptr_array_remove (session->variants, variant);
}

FlSessionBookmark *
fl_session_add_bookmark (FlSession *session, const char *stage, gint64 step, const char *subject, const char *note)
{
  FlSessionBookmark *bookmark = g_new0 (FlSessionBookmark, 1);

  *bookmark = (FlSessionBookmark) { g_strdup (stage), step, g_strdup (subject), g_strdup (note) };
  g_ptr_array_add (session->bookmarks, bookmark);
  return bookmark;
}

gboolean
fl_session_is_path (const char *path)
{
  return g_str_has_suffix (path, ".fuseloom");
}
