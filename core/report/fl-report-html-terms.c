/* The glossary of a report: what the words mean that its decisions use. */
#include "fl-loop-words.h"
#include "fl-quote.h"
#include "fl-report-private.h"

static void
append_term (GString *out, const char *word, const char *meaning)
{
  g_autofree char *name = fl_quote_dup_xml (word), *text = fl_quote_dup_xml (meaning);

  g_string_append_printf (out, "<dt>%s</dt><dd>%s</dd>\n", name, text);
}

/* All that the decisions say, once each. */
static char *
dup_words (const FlTrace *trace)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint32 i = 0; i < fl_trace_get_n_events (trace); i++)
    {
      const FlEvent *event = fl_trace_get_event (trace, i);

      if (event->reason != NULL && g_hash_table_add (seen, (gpointer) event->reason))
        g_string_append_printf (text, "%s %s %s\n", fl_event_get_info (event->kind)->name, event->reason,
                                event->facts != NULL ? event->facts : "");
    }
  return g_ascii_strdown (text->str, (gssize) text->len);
}

void
fl_report_append_terms_html (GString *out, const FlRun *run)
{
  g_autofree char *words = dup_words (run->trace);

  g_string_append (out, "<h2 id=\"words\">Words</h2>\n<details><summary>What the words of the decisions mean"
                        "</summary><dl>\n");
  for (guint i = 0; i < FL_N_ACCESSES; i++)
    if (fl_terms_has_word (words, fl_access_kind_get_name (i)))
      append_term (out, fl_access_kind_get_name (i), fl_access_kind_get_sentence (i));
  for (guint i = 0; i < fl_terms_get_n (); i++)
    if (fl_terms_has_word (words, fl_terms_get (i)->seen_as))
      append_term (out, fl_terms_get (i)->word, fl_terms_get (i)->meaning);
  g_string_append (out, "</dl></details>\n");
}
