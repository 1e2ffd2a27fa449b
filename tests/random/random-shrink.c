/* Greedy: every edit that keeps the failure is kept, until none does. */
#include "random-shrink.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>

#include "fl-aten.h"
#include "fl-formats.h"

#include "random-edit.h"
#include "random-fill.h"

enum
{
  MOST_POINTS = 8
};

typedef struct
{
  const char *const *argv;
  guint32 seed;
  char *variant; /* the variant that fails; NULL: all are tried */
  char *klass;
  char *text; /* the smallest that fails so */
  char *candidate_path;
  FlGraph *graph; /* of the text */
  GPtrArray *inputs;
  guint n_tries, most_tries;
} Shrinker;

/* How the program of a file fails; NULL: it does not. variant: which, may be NULL. */
static char *
try_file (const Shrinker *self, const char *path, char **variant)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *check = g_strconcat ("--check=", path, NULL), *seed = g_strdup_printf ("--seed=%u", self->seed),
                  *only = g_strconcat ("--variant=", self->variant, NULL), *said = NULL;
  g_auto (GStrv) words = NULL, lines = NULL;
  g_autoptr (GSubprocess) process = NULL;

  g_strv_builder_addv (builder, (const char **) self->argv);
  g_strv_builder_add_many (builder, check, seed, NULL);
  if (self->variant != NULL)
    g_strv_builder_add (builder, only);
  words = g_strv_builder_end (builder);
  process = g_subprocess_newv ((const char *const *) words,
                               G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL);
  if (process == NULL || !g_subprocess_communicate_utf8 (process, NULL, NULL, &said, NULL, NULL))
    return NULL;
  if (g_subprocess_get_if_signaled (process))
    return g_strdup_printf ("crash: signal %d (%s)", g_subprocess_get_term_sig (process),
                            g_strsignal (g_subprocess_get_term_sig (process)));
  if (g_subprocess_get_exit_status (process) == 0 || said == NULL)
    return NULL;
  lines = g_strsplit (said, "\n", 3);
  if (variant != NULL && lines[0] != NULL && lines[1] != NULL && *lines[1] != '\0')
    *variant = g_strdup (lines[1]);
  return g_strdup (lines[0]);
}

/* One variant takes a tenth of the time, where it fails by itself. */
static void
choose_variant (Shrinker *self, const char *path, char *variant)
{
  g_autofree char *klass = NULL;

  self->variant = variant;
  klass = variant == NULL ? NULL : try_file (self, path, NULL);
  if (g_strcmp0 (klass, self->klass) != 0)
    g_clear_pointer (&self->variant, g_free);
}

static gboolean
open_text (Shrinker *self, const char *text)
{
  g_clear_pointer (&self->inputs, g_ptr_array_unref);
  g_clear_pointer (&self->graph, fl_graph_unref);
  self->graph = fl_graph_read_text ("shrink.py", text, strlen (text), NULL);
  if (self->graph != NULL)
    {
      g_autoptr (GPtrArray) points = rnd_fill_read_points (self->graph, text);

      self->inputs = rnd_fill_inputs (self->graph, text, rnd_fill_look_up, points->pdata[0], NULL);
    }
  return self->inputs != NULL;
}

static gboolean
try_edit (Shrinker *self, RndEdit edit)
{
  g_autofree char *text = rnd_edit_print (self->graph, self->text, (FlArray *const *) self->inputs->pdata, &edit),
                  *klass = NULL;

  if (text == NULL || strcmp (text, self->text) == 0 || self->n_tries++ >= self->most_tries)
    return FALSE;
  if (!g_file_set_contents (self->candidate_path, text, -1, NULL))
    return FALSE;
  klass = try_file (self, self->candidate_path, NULL);
  if (klass == NULL || strcmp (klass, self->klass) != 0)
    return FALSE;
  g_free (self->text);
  self->text = g_steal_pointer (&text);
  return open_text (self, self->text);
}

static gboolean
shrink_outputs (Shrinker *self)
{
  gboolean is_smaller = FALSE;

  for (guint i = 0; rnd_edit_count_outputs (self->graph) > 1 && i < rnd_edit_count_outputs (self->graph); i++)
    if (try_edit (self, (RndEdit) { RND_EDIT_ONLY_OUTPUT, i, 0 }))
      return TRUE;
  for (guint i = rnd_edit_count_outputs (self->graph); i-- > 0 && rnd_edit_count_outputs (self->graph) > 1;)
    is_smaller |= try_edit (self, (RndEdit) { RND_EDIT_DROP_OUTPUT, i, 0 });
  return is_smaller;
}

static gboolean
shrink_nodes (Shrinker *self)
{
  gboolean is_smaller = FALSE;

  for (guint i = self->graph->n_nodes; i-- > 0;)
    {
      if (i >= self->graph->n_nodes || self->graph->nodes[i].kind != FL_NODE_CALL)
        continue;
      if (try_edit (self, (RndEdit) { RND_EDIT_TO_INPUT, i, 0 }))
        {
          is_smaller = TRUE;
          continue;
        }
      for (guint k = 0; i < self->graph->n_nodes && k < self->graph->nodes[i].n_args; k++)
        if (self->graph->nodes[i].args[k].kind == FL_ARG_NODE && try_edit (self, (RndEdit) { RND_EDIT_BYPASS, i, k }))
          {
            is_smaller = TRUE;
            break;
          }
    }
  return is_smaller;
}

/* Is there a default for the last one? */
static gboolean
has_needless_arg (const FlNode *node)
{
  guint n_params, n = node->n_args;
  const FlAtenParam *params = node->op != NULL ? fl_aten_get_params (node->op, &n_params) : NULL;

  if (params == NULL || n < 2)
    return FALSE;
  return node->args[n - 1].keyword != NULL || (n <= n_params && params[n - 1].default_text != NULL);
}

static gboolean
shrink_args (Shrinker *self)
{
  static const gint64 plain[] = { 0, 1, 2 };
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (gint64));
  gboolean is_smaller = FALSE;

  for (guint i = 0; i < self->graph->n_nodes; i++)
    if (self->graph->nodes[i].kind == FL_NODE_CALL && has_needless_arg (&self->graph->nodes[i]))
      is_smaller |= try_edit (self, (RndEdit) { RND_EDIT_DROP_ARG, i, self->graph->nodes[i].n_args - 1 });
  for (guint i = 0; i < rnd_edit_count_ints (self->graph, values); i++)
    for (guint k = 0; k < G_N_ELEMENTS (plain); k++)
      {
        gint64 now = g_array_index (values, gint64, i);

        if (ABS (now) > plain[k] && try_edit (self, (RndEdit) { RND_EDIT_INT, i, plain[k] }))
          {
            is_smaller = TRUE;
            break;
          }
      }
  return is_smaller;
}

static gboolean
shrink_sizes (Shrinker *self)
{
  static const gint64 less[] = { 1, 2, 3, 4, 5, 8 };
  gboolean is_smaller = FALSE;

  for (guint i = 0; i < self->graph->n_inputs; i++)
    for (guint d = 0; i < self->graph->n_inputs; d++)
      {
        const FlNode *node = &self->graph->nodes[self->graph->inputs[i].index];
        gint64 size;

        if (node->value.kind != FL_VALUE_TENSOR || d >= node->value.tensor.n_dims)
          break;
        if (!fl_sym_is_int (node->value.tensor.sizes[d], &size))
          continue;
        for (guint k = 0; k < G_N_ELEMENTS (less) && less[k] < size; k++)
          if (try_edit (self, (RndEdit) { RND_EDIT_SIZE, size, less[k] }))
            {
              is_smaller = TRUE;
              break;
            }
      }
  return is_smaller;
}

static gboolean
shrink_inputs (Shrinker *self)
{
  static const RndEditKind kinds[] = { RND_EDIT_DENSE, RND_EDIT_PLAIN, RND_EDIT_DTYPE };
  gboolean is_smaller = FALSE;

  for (guint i = 0; i < self->graph->n_inputs; i++)
    for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
      is_smaller |= try_edit (self, (RndEdit) { kinds[k], i, 0 });
  return is_smaller;
}

static void
shrink_all (Shrinker *self)
{
  gboolean is_smaller = TRUE;

  for (guint i = 0; i < MOST_POINTS && !try_edit (self, (RndEdit) { RND_EDIT_POINT, i, 0 }); i++)
    ;
  try_edit (self, (RndEdit) { RND_EDIT_NAMES, 0, 0 });
  while (is_smaller && self->n_tries < self->most_tries)
    {
      is_smaller = shrink_outputs (self);
      is_smaller |= shrink_nodes (self);
      is_smaller |= shrink_sizes (self);
      is_smaller |= shrink_inputs (self);
      is_smaller |= shrink_args (self);
    }
}

gboolean
rnd_shrink (const char *const *argv, guint32 seed, const char *path, const char *minimal_path, guint most_tries)
{
  Shrinker self = { .argv = argv, .seed = seed, .most_tries = most_tries };
  g_autofree char *result = NULL;
  char *variant = NULL;

  if (!g_file_get_contents (path, &self.text, NULL, NULL))
    return FALSE;
  self.klass = try_file (&self, path, &variant);
  choose_variant (&self, path, variant);
  self.candidate_path = g_strconcat (minimal_path, ".try", NULL);
  if (self.klass != NULL && open_text (&self, self.text))
    shrink_all (&self);
  g_unlink (self.candidate_path);
  if (self.klass != NULL)
    result = g_strdup_printf ("# %s\n# seed %u\n%s%s%s%s", self.klass, seed, self.variant != NULL ? "# variant " : "",
                              self.variant != NULL ? self.variant : "", self.variant != NULL ? "\n" : "", self.text);
  if (result != NULL)
    g_file_set_contents (minimal_path, result, -1, NULL);
  g_clear_pointer (&self.inputs, g_ptr_array_unref);
  g_clear_pointer (&self.graph, fl_graph_unref);
  g_free (self.klass);
  g_free (self.variant);
  g_free (self.text);
  g_free (self.candidate_path);
  return result != NULL;
}
