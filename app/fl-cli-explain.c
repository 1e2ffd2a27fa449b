/* explain TERM: what a word means that a reason, a value or a page uses. The table of terms is the window's, too;
 * strategies, stages, events, options and differences of accesses explain themselves by their own rows. */
#include <string.h>

#include "fl-cli.h"
#include "fl-event-kinds.h"
#include "fl-loop-words.h"
#include "fl-text.h"

typedef struct
{
  const char *term, *stem, *meaning, *where;
} Entry;

static void
add (GArray *entries, const char *term, const char *stem, const char *meaning, const char *where)
{
  const Entry entry = { term, stem, meaning, where };

  if (term && meaning)
    g_array_append_val (entries, entry);
}

/* In the order in which a word is looked for. */
static GArray *
collect (void)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));

  for (guint i = 0; i < fl_terms_get_n (); i++)
    add (entries, fl_terms_get (i)->word, fl_terms_get (i)->seen_as, fl_terms_get (i)->meaning, NULL);
  for (guint i = 0; i < FL_N_ACCESSES; i++)
    add (entries, fl_access_kind_get_name (i), NULL, fl_access_kind_get_sentence (i), "why two nodes share no access");
  for (guint i = 0; i < fl_strategies_get_n_rows (); i++)
    add (entries, fl_strategies_get_row (i)->name, NULL, fl_strategies_get_row (i)->sentence, "strategy");
  for (guint i = 0; i < FL_N_STAGES; i++)
    add (entries, fl_stage_get_info (i)->name, NULL, fl_stage_get_info (i)->sentence, "stage");
  for (guint i = 0; i < FL_N_EVENTS; i++)
    add (entries, fl_event_get_info (i)->name, NULL, fl_event_get_info (i)->sentence, "event");
  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    add (entries, fl_options_get_row (i)->name, NULL, fl_options_get_row (i)->sentence, "option");
  return entries;
}

/* "kLoop, kInput" is two terms. */
static gboolean
is_named (const Entry *entry, const char *asked)
{
  g_auto (GStrv) names = g_strsplit (entry->term, ", ", -1);

  for (guint i = 0; names[i]; i++)
    if (g_ascii_strcasecmp (names[i], asked) == 0)
      return TRUE;
  return g_ascii_strcasecmp (entry->term, asked) == 0 || (entry->stem && g_ascii_strcasecmp (entry->stem, asked) == 0);
}

static void
append_entry (GString *text, const Entry *entry)
{
  g_string_append_printf (text, "%s%s%s%s\n    %s\n", entry->term, entry->where ? " (" : "",
                          entry->where ? entry->where : "", entry->where ? ")" : "", entry->meaning);
}

static guint
append_matches (GString *text, const GArray *entries, const char *asked, gboolean whole)
{
  g_autofree char *lower = g_ascii_strdown (asked, -1);
  guint n = 0;

  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);
      g_autofree char *term = g_ascii_strdown (entry->term, -1);

      if (whole ? !is_named (entry, asked) : !strstr (term, lower))
        continue;
      append_entry (text, entry);
      n++;
    }
  return n;
}

static const Entry *
find_nearest (const GArray *entries, const char *asked)
{
  const Entry *best = NULL;
  guint lowest = G_MAXUINT;

  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);
      const guint distance = fl_text_get_distance (entry->term, asked);

      if (distance < lowest)
        {
          best = entry;
          lowest = distance;
        }
    }
  return best;
}

FlCliStatus
fl_cli_explain (FlCli *cli)
{
  g_autoptr (GArray) entries = collect ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *asked = g_strjoinv (" ", cli->words);

  if (cli->n_words == 0)
    for (guint i = 0; i < fl_terms_get_n (); i++)
      append_entry (text, &g_array_index (entries, Entry, i));
  else if (append_matches (text, entries, asked, TRUE) == 0 && append_matches (text, entries, asked, FALSE) == 0)
    {
      fl_cli_say ("no term is called \"%s\"; the nearest is \"%s\", and `fuseloom-cli explain` lists all", asked,
                  find_nearest (entries, asked)->term);
      return FL_CLI_USAGE;
    }
  return fl_cli_print (cli, text);
}
