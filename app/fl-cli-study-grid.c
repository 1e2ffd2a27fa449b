/* The grid of a study: graphs × strategies × values of options × targets. All that can be wrong about it is said before
 * a cell is run. */
#include <string.h>

#include "fl-cli-study.h"
#include "fl-error.h"
#include "fl-fuse.h"
#include "fl-quote.h"
#include "fl-text.h"

enum
{
  MAX_CELLS = 1000000
};

typedef struct
{
  FlCli *cli;
  GPtrArray *graphs;       /* FlCliStudyGraph */
  GPtrArray *combinations; /* GStrv: one value of each option */
  GStrv targets, strategies, words;
} Grid;

/* --- strategies, targets, options ------------------------------------------------------------- */

static gboolean
check_strategy (const char *name, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  const char *nearest = fl_strategies_get_row (0)->name;
  g_autofree char *shown = fl_quote_dup_shown (name);

  if (fl_strategies_find (name))
    return TRUE;
  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    {
      const char *other = fl_strategies_get_row (i)->name;

      g_string_append_printf (names, "%s%s", i ? ", " : "", other);
      if (fl_text_get_distance (name, other) < fl_text_get_distance (name, nearest))
        nearest = other;
    }
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
               "there is no strategy \"%s\"; the nearest is \"%s\" (this version has %s)", shown, nearest, names->str);
  return FALSE;
}

static gboolean
find_strategies (Grid *grid, GError **error)
{
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
  const char *given = grid->cli->strategy ? grid->cli->strategy : "inductor";

  if (strcmp (given, "all") != 0)
    grid->strategies = g_strsplit (given, ",", -1);
  else
    {
      for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
        g_strv_builder_add (all, fl_strategies_get_row (i)->name);
      grid->strategies = g_strv_builder_end (all);
    }
  for (guint i = 0; grid->strategies[i]; i++)
    if (!check_strategy (grid->strategies[i], error))
      return FALSE;
  return TRUE;
}

/* "auto": each graph's own device decides, as it does for the other commands. */
static gboolean
find_targets (Grid *grid, GError **error)
{
  FlTarget target;

  grid->targets = g_strsplit (grid->cli->target ? grid->cli->target : "auto", ",", -1);
  for (guint i = 0; grid->targets[i]; i++)
    if (strcmp (grid->targets[i], "auto") != 0 && !fl_target_find (grid->targets[i], &target))
      {
        g_autofree char *shown = fl_quote_dup_shown (grid->targets[i]);

        g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "there is no target \"%s\": use cpu, cuda or auto", shown);
        return FALSE;
      }
  return TRUE;
}

/* Has a value of this option commas of its own? */
static gboolean
is_list (const char *name)
{
  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    if (strcmp (fl_options_get_row (i)->name, name) == 0)
      return fl_options_get_row (i)->type == FL_OPTION_SET;
  return strcmp (name, "pattern.rules") == 0;
}

static gboolean
add_value (GPtrArray *values, const char *name, const char *value, GError **error)
{
  g_autofree char *setting = g_strconcat (name, "=", value, NULL);
  FlOptions scratch;

  fl_options_init (&scratch);
  if (!fl_options_set (&scratch, setting, error))
    return FALSE;
  if (!g_ptr_array_find_with_equal_func (values, setting, g_str_equal, NULL))
    g_ptr_array_add (values, g_steal_pointer (&setting));
  return TRUE;
}

/* "NAME=V1,V2": each value is a setting of its own; given again, more of them. */
static gboolean
add_setting (GPtrArray *names, GHashTable *values_of, const char *setting, GError **error)
{
  const char *equals = strchr (setting, '=');
  g_autofree char *name = g_strndup (setting, equals ? (gsize) (equals - setting) : strlen (setting));
  g_auto (GStrv) values = g_strsplit (equals ? equals + 1 : "", is_list (name) ? "\n" : ",", -1);
  GPtrArray *settings = g_hash_table_lookup (values_of, name);

  if (!equals)
    {
      FlOptions scratch;

      fl_options_init (&scratch);
      return fl_options_set (&scratch, setting, error);
    }
  if (strcmp (name, "strategy") == 0 || strcmp (name, "target") == 0)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "--set %s=: a study takes --%s A,B for that", name, name);
      return FALSE;
    }
  if (!settings)
    {
      settings = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (names, g_strdup (name));
      g_hash_table_insert (values_of, g_strdup (name), settings);
    }
  if (!values[0])
    return add_value (settings, name, "", error);
  for (guint i = 0; values[i]; i++)
    if (!add_value (settings, name, values[i], error))
      return FALSE;
  return TRUE;
}

/* Every combination so far, with every value of one more option. */
static void
multiply (Grid *grid, const GPtrArray *values)
{
  GPtrArray *more = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  for (guint i = 0; i < grid->combinations->len; i++)
    for (guint k = 0; k < values->len; k++)
      {
        g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

        g_strv_builder_addv (builder, grid->combinations->pdata[i]);
        g_strv_builder_add (builder, values->pdata[k]);
        g_ptr_array_add (more, g_strv_builder_end (builder));
      }
  g_ptr_array_unref (grid->combinations);
  grid->combinations = more;
}

static gboolean
find_combinations (Grid *grid, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) values_of
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);

  g_ptr_array_add (grid->combinations, g_new0 (char *, 1));
  for (guint i = 0; grid->cli->settings && grid->cli->settings[i]; i++)
    if (!add_setting (names, values_of, grid->cli->settings[i], error))
      return FALSE;
  for (guint i = 0; i < names->len; i++)
    {
      const GPtrArray *values = g_hash_table_lookup (values_of, names->pdata[i]);

      if ((guint64) grid->combinations->len * values->len > MAX_CELLS)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "the values of --set have more than %d combinations",
                       MAX_CELLS);
          return FALSE;
        }
      multiply (grid, values);
    }
  return TRUE;
}

/* Options of the command line that every cell gets. */
static void
find_words (Grid *grid)
{
  const FlCli *cli = grid->cli;
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_autofree char *seed = g_strdup_printf ("--seed=%" G_GINT64_FORMAT, cli->seed);

  if (cli->has_seed)
    g_strv_builder_add (words, seed);
  for (guint i = 0; cli->rules && cli->rules[i]; i++)
    {
      g_autofree char *path = g_canonicalize_filename (cli->rules[i], NULL),
                      *word = g_strconcat ("--rules=", path, NULL);

      g_strv_builder_add (words, word);
    }
  for (guint i = 0; cli->whatif.run && cli->sizes && cli->sizes[i]; i++)
    {
      g_autofree char *word = g_strconcat ("--size=", cli->sizes[i], NULL);

      g_strv_builder_add (words, word);
    }
  if (cli->device)
    {
      g_autofree char *word = g_strconcat ("--device=", cli->device, NULL);

      g_strv_builder_add (words, word);
    }
  if (cli->whatif.run && cli->no_verify)
    g_strv_builder_add (words, "--no-verify");
  if (cli->whatif.run && cli->no_measure)
    g_strv_builder_add (words, "--no-measure");
  if (cli->whatif.run && cli->fault)
    {
      g_autofree char *word = g_strconcat ("--test-fault=", cli->fault, NULL);

      g_strv_builder_add (words, word);
    }
  grid->words = g_strv_builder_end (words);
}

/* --- cells ------------------------------------------------------------------------------------ */

/* Places go through configurations first, so that the first of them comes before all others in a sorted study. */
static GPtrArray *
make_cells (const Grid *grid)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_study_cell_free);

  for (guint g = 0; g < grid->graphs->len; g++)
    {
      const FlCliStudyGraph *graph = grid->graphs->pdata[g];
      guint configuration = 0;

      for (guint t = 0; grid->targets[t]; t++)
        for (guint s = 0; grid->strategies[s]; s++)
          for (guint c = 0; c < grid->combinations->len; c++)
            {
              FlCellQuestion asked = { .place = configuration++ * grid->graphs->len + g,
                                       .graph = graph->path,
                                       .number = graph->number,
                                       .name = graph->name,
                                       .sha256 = graph->sha256,
                                       .target = grid->targets[t],
                                       .strategy = grid->strategies[s],
                                       .options = grid->combinations->pdata[c],
                                       .words = grid->words,
                                       .is_run = grid->cli->whatif.run };

              asked.key = fl_cell_question_dup_key (&asked);
              g_ptr_array_add (cells, fl_study_cell_new_asked (&asked));
              g_free (asked.key);
            }
    }
  return cells;
}

static gboolean
check_size (const Grid *grid, GError **error)
{
  const double n = (double) grid->graphs->len * g_strv_length (grid->targets) * g_strv_length (grid->strategies)
                   * grid->combinations->len;

  if (n <= MAX_CELLS)
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "the grid has %.0f cells, at most %d are allowed: divide it", n,
               MAX_CELLS);
  return FALSE;
}

GPtrArray *
fl_cli_study_new_grid (FlCli *cli, FlCliStatus *status)
{
  Grid grid = { .cli = cli, .combinations = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev) };
  GPtrArray *cells = NULL;
  GError *error = NULL;

  find_words (&grid);
  if (find_strategies (&grid, &error) && find_targets (&grid, &error) && find_combinations (&grid, &error)
      && (grid.graphs = fl_cli_study_list_graphs (cli, &error)) && check_size (&grid, &error))
    cells = make_cells (&grid);
  else
    *status = fl_cli_fail (error);
  g_clear_pointer (&grid.graphs, g_ptr_array_unref);
  g_ptr_array_unref (grid.combinations);
  g_strfreev (grid.targets);
  g_strfreev (grid.strategies);
  g_strfreev (grid.words);
  return cells;
}
