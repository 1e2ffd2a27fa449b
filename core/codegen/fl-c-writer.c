/* Text and names of a kernel in the making. */
#include "fl-c-writer.h"

#include "fl-intern.h"
#include "fl-quote.h"
#include "fl-text.h"

#include <string.h>

enum
{
  LINE_LENGTH = 120 /* of most lines */
};

void
fl_c_writer_init (FlCWriter *writer, const FlPass *pass, const FlMemoryPlan *plan, const FlNest *nest)
{
  *writer = (FlCWriter) { .pass = pass, .plan = plan, .nest = nest, .line = 1 };
  writer->out = g_string_new (NULL);
  writer->spans = g_array_new (FALSE, TRUE, sizeof (FlSourceSpan));
  writer->names = g_hash_table_new (g_str_hash, g_str_equal);
  writer->marks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  writer->foreign = g_ptr_array_new_with_free_func (g_free);
  writer->phases = g_array_new (FALSE, TRUE, sizeof (FlCPhase));
  writer->choices = g_array_new (FALSE, TRUE, sizeof (FlCChoice));
  writer->lines = g_ptr_array_new ();
}

void
fl_c_writer_clear (FlCWriter *writer)
{
  g_string_free (writer->out, TRUE);
  g_array_unref (writer->spans);
  g_hash_table_unref (writer->names);
  g_hash_table_unref (writer->marks);
  g_ptr_array_unref (writer->foreign);
  g_array_unref (writer->phases);
  g_array_unref (writer->choices);
  g_ptr_array_unref (writer->lines);
}

void
fl_c_note_choice (FlCWriter *writer, FlVerdict verdict, const FlBuffer *object, const char *reason, const char *facts)
{
  FlCChoice choice = { .verdict = verdict, .object = object, .reason = reason, .facts = facts };

  for (guint i = 0; i < writer->choices->len; i++)
    {
      const FlCChoice *known = &g_array_index (writer->choices, FlCChoice, i);

      if (known->object == object && g_str_equal (known->reason, reason) && g_strcmp0 (known->facts, facts) == 0)
        return;
    }
  g_array_append_val (writer->choices, choice);
}

void
fl_c_fail (FlCWriter *writer, const char *format, ...)
{
  va_list args;
  g_autofree char *text = NULL;

  if (writer->unsupported)
    return;
  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  writer->unsupported = fl_arena_strdup (writer->pass->arena, text);
}

/* --- lines ------------------------------------------------------------------------------------ */

static void
append_line (FlCWriter *writer, const char *text, const char *comment)
{
  if (*text == '#' || !*text)
    g_string_append (writer->out, text);
  else
    {
      fl_text_append_blanks (writer->out, 2 * writer->indent);
      g_string_append (writer->out, text);
    }
  if (comment)
    {
      g_string_append (writer->out, "  /* ");
      fl_quote_append_c_comment (writer->out, comment);
      g_string_append (writer->out, " */");
    }
  g_string_append_c (writer->out, '\n');
  writer->line++;
}

void
fl_c_commented_line (FlCWriter *writer, const char *text, const char *comment)
{
  append_line (writer, text, comment);
}

void
fl_c_line (FlCWriter *writer, const char *format, ...)
{
  g_autoptr (GString) text = g_string_sized_new (LINE_LENGTH);
  va_list args;

  va_start (args, format);
  fl_text_append_vprintf (text, format, args);
  va_end (args);
  append_line (writer, text->str, NULL);
}

/* --- names ------------------------------------------------------------------------------------ */

static gboolean
is_reserved (const char *name)
{
  static const char *const words[]
      = { "begin",    "end",      "buffers",  "sizes", "bad_indices", "vec",     "odd",    "half",   "auto",
          "break",    "case",     "char",     "const", "continue",    "default", "do",     "double", "else",
          "enum",     "extern",   "float",    "for",   "goto",        "if",      "inline", "int",    "long",
          "register", "restrict", "return",   "short", "signed",      "sizeof",  "static", "struct", "switch",
          "typedef",  "union",    "unsigned", "void",  "volatile",    "while" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (words[i][0] == name[0] && strcmp (words[i], name) == 0)
      return TRUE;
  return g_str_has_prefix (name, "fl_") || (name[0] == 'i' && g_ascii_isdigit (name[1]));
}

const char *
fl_c_make_name (FlCWriter *writer, const char *base)
{
  g_autofree char *identifier = fl_quote_dup_c_identifier (base);
  gsize length = strlen (identifier);
  const char *key, *name;

  /* "load_3" and "load" share one series, whatever leaf they come from. */
  while (length > 1 && g_ascii_isdigit (identifier[length - 1]))
    length--;
  if (length > 1 && identifier[length - 1] == '_' && identifier[length])
    identifier[length - 1] = '\0';
  if (is_reserved (identifier))
    {
      char *longer = g_strconcat (identifier, "_value", NULL);

      g_free (identifier);
      identifier = longer;
    }
  key = fl_intern (identifier);
  for (;;)
    {
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (writer->names, key));

      g_hash_table_insert (writer->names, (gpointer) key, GUINT_TO_POINTER (n + 1));
      name = n == 0 ? key : fl_intern_printf ("%s_%u", key, n);
      if (n == 0 || !g_hash_table_contains (writer->names, name))
        return name;
    }
}

/* --- captures --------------------------------------------------------------------------------- */

void
fl_c_begin_capture (FlCWriter *writer, FlCCapture *saved)
{
  *saved = (FlCCapture) { .out = writer->out, .line = writer->line, .n_spans = writer->spans->len };
  writer->out = g_string_new (NULL);
  writer->line = 0;
}

GString *
fl_c_end_capture (FlCWriter *writer, FlCCapture *saved)
{
  GString *captured = writer->out;

  writer->out = saved->out;
  writer->line = saved->line;
  return captured;
}

void
fl_c_paste (FlCWriter *writer, GString *captured, guint first_span)
{
  for (guint i = first_span; i < writer->spans->len; i++)
    g_array_index (writer->spans, FlSourceSpan, i).line += writer->line;
  g_string_append_len (writer->out, captured->str, captured->len);
  for (gsize i = 0; i < captured->len; i++)
    writer->line += captured->str[i] == '\n';
  g_string_free (captured, TRUE);
}
