/* Reading what a debug folder holds. A part that cannot be read is noted and the rest goes on. */
#include "fl-theirs.h"

#include <string.h>

#include "fl-error.h"
#include "fl-file.h"
#include "fl-wrapper-plan.h"

/* --- calls ------------------------------------------------------------------------------------ */

static gsize
get_word_length (const char *text, const char *end)
{
  const char *p = text;

  while (p < end && (g_ascii_isalnum (*p) || *p == '_'))
    p++;
  return (gsize) (p - text);
}

/* "cpp_fused_add_0(…)", "triton_poi_fused_add_0.run(…)", "extern_kernels.mm(…)", "buf3 =
 * extern_kernels.convolution(…)". */
static char *
dup_call (const char *line, const char *end)
{
  const char *assigned = g_strstr_len (line, end - line, " = ");
  gsize length = get_word_length (line, end);
  const char *after;

  if (assigned != NULL && length == (gsize) (assigned - line))
    {
      line = assigned + 3;
      length = get_word_length (line, end);
      if (length != 14 || strncmp (line, "extern_kernels", length) != 0)
        return NULL;
    }
  after = line + length;
  if (length == 14 && strncmp (line, "extern_kernels", length) == 0 && after < end && *after == '.')
    {
      gsize method = get_word_length (after + 1, end);

      return after + 1 + method < end && after[1 + method] == '(' ? g_strndup (line, length + 1 + method) : NULL;
    }
  if (!g_str_has_prefix (line, "triton_") && !g_str_has_prefix (line, "cpp_"))
    return NULL;
  if (end - after >= 5 && strncmp (after, ".run(", 5) == 0)
    return g_strndup (line, length);
  return after < end && *after == '(' ? g_strndup (line, length) : NULL;
}

GPtrArray *
fl_theirs_find_calls (const char *code, gsize length)
{
  GPtrArray *calls = g_ptr_array_new_with_free_func (g_free);
  const char *end = code + length;

  while (code < end)
    {
      const char *stop = memchr (code, '\n', (gsize) (end - code));
      char *call;

      stop = stop != NULL ? stop : end;
      while (code < stop && g_ascii_isspace (*code))
        code++;
      call = dup_call (code, stop);
      if (call != NULL)
        g_ptr_array_add (calls, call);
      code = stop < end ? stop + 1 : end;
    }
  return calls;
}

/* --- reading ---------------------------------------------------------------------------------- */

static void
note (FlTheirs *theirs, GError *error)
{
  g_ptr_array_add (theirs->notes, g_strdup (error->message));
  g_error_free (error);
}

static FlDump *
read_dump (FlTheirs *theirs, const char *path, char **text, gsize *length)
{
  GError *error = NULL;
  FlDump *dump = NULL;

  if (path == NULL)
    return NULL;
  if (fl_file_read (path, text, length, &error))
    dump = fl_dump_read (path, *text, *length, &error);
  if (dump == NULL)
    {
      note (theirs, error);
      g_clear_pointer (text, g_free);
    }
  return dump;
}

static void
read_code (FlTheirs *theirs)
{
  g_autofree char *text = NULL;
  GError *error = NULL;
  gsize length;

  if (theirs->folder->code_path == NULL)
    return;
  if (fl_file_read (theirs->folder->code_path, &text, &length, &error))
    {
      theirs->kernels = fl_theirs_find_calls (text, length);
      theirs->memory_lines = fl_wrapper_find_memory_lines (text, length);
    }
  else
    note (theirs, error);
}

static void
read_decisions (FlTheirs *theirs)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  GError *error = NULL;
  gsize length;

  if (theirs->folder->decisions_path == NULL)
    return;
  if (!fl_file_read (theirs->folder->decisions_path, &text, &length, &error))
    {
      note (theirs, error);
      return;
    }
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (g_strstrip (lines[i]), "refused "))
      g_ptr_array_add (theirs->refusals, g_strdup (lines[i]));
}

FlTheirs *
fl_theirs_new (FlDebugFolder *folder, GError **error)
{
  g_autoptr (FlTheirs) theirs = g_new0 (FlTheirs, 1);

  g_atomic_ref_count_init (&theirs->refs);
  theirs->folder = folder;
  theirs->notes = g_ptr_array_new_with_free_func (g_free);
  theirs->refusals = g_ptr_array_new_with_free_func (g_free);
  theirs->pre = read_dump (theirs, folder->pre_path, &theirs->pre_text, &theirs->pre_length);
  theirs->post = read_dump (theirs, folder->post_path, &theirs->post_text, &theirs->post_length);
  if (theirs->pre == NULL && theirs->post == NULL)
    {
      if (theirs->notes->len > 0)
        g_set_error (error, FL_ERROR, FL_ERROR_SYNTAX, "%s", (char *) theirs->notes->pdata[0]);
      else
        g_set_error (error, FL_ERROR, FL_ERROR_IO,
                     "%s: neither ir_pre_fusion.txt nor ir_post_fusion.txt is in this folder: "
                     "nothing to compare with",
                     folder->path);
      return NULL;
    }
  read_code (theirs);
  read_decisions (theirs);
  return g_steal_pointer (&theirs);
}

FlTheirs *
fl_theirs_ref (const FlTheirs *theirs)
{
  FlTheirs *own = (FlTheirs *) theirs;

  g_atomic_ref_count_inc (&own->refs);
  return own;
}

void
fl_theirs_unref (FlTheirs *theirs)
{
  if (theirs == NULL || !g_atomic_ref_count_dec (&theirs->refs))
    return;
  g_clear_pointer (&theirs->folder, fl_debug_folder_free);
  g_clear_pointer (&theirs->pre, fl_dump_free);
  g_clear_pointer (&theirs->post, fl_dump_free);
  g_free (theirs->pre_text);
  g_free (theirs->post_text);
  g_clear_pointer (&theirs->kernels, g_ptr_array_unref);
  g_clear_pointer (&theirs->memory_lines, g_ptr_array_unref);
  g_ptr_array_unref (theirs->refusals);
  g_ptr_array_unref (theirs->notes);
  g_free (theirs);
}

/* --- options ---------------------------------------------------------------------------------- */

gboolean
fl_theirs_is_gpu (const FlTheirs *theirs)
{
  const FlDump *dumps[] = { theirs->post, theirs->pre };

  for (guint i = 0; i < G_N_ELEMENTS (dumps); i++)
    if (dumps[i] != NULL && dumps[i]->device != NULL)
      return !g_str_equal (dumps[i]->device, "cpu");
  for (guint i = 0; theirs->kernels != NULL && i < theirs->kernels->len; i++)
    if (g_str_has_prefix (theirs->kernels->pdata[i], "triton_"))
      return TRUE;
  return FALSE;
}

void
fl_theirs_apply_options (const FlTheirs *theirs, FlOptions *options, gboolean keep_target)
{
  if (!keep_target)
    options->target = fl_theirs_is_gpu (theirs) ? FL_TARGET_CUDA : FL_TARGET_CPU;
  /* What Fuseloom has no option for does not touch the scheduler. */
  for (guint i = 0; theirs->folder->settings[i] != NULL; i++)
    fl_options_set (options, theirs->folder->settings[i], NULL);
}
