/* Tables: filled once, printed as aligned text and as HTML. */
#include "fl-report-private.h"
#include "fl-quote.h"
#include "fl-text.h"

void
fl_table_init (FlTable *table, const char *const *titles, guint n_columns, guint32 right)
{
  g_assert (n_columns > 0 && n_columns <= 32);
  *table = (FlTable) { n_columns, titles, right, g_ptr_array_new_with_free_func (g_free) };
}

void
fl_table_take (FlTable *table, char *cell)
{
  g_ptr_array_add (table->cells, cell != NULL ? cell : g_strdup (""));
}

void
fl_table_add (FlTable *table, const char *cell)
{
  fl_table_take (table, g_strdup (cell));
}

guint
fl_table_get_n_rows (const FlTable *table)
{
  return table->cells->len / table->n_columns;
}

void
fl_table_clear (FlTable *table)
{
  g_clear_pointer (&table->cells, g_ptr_array_unref);
}

static void
append_padded (GString *out, const char *text, glong width, gboolean right, gboolean is_last)
{
  glong missing = width - g_utf8_strlen (text, -1);

  for (glong i = 0; right && i < missing; i++)
    g_string_append_c (out, ' ');
  g_string_append (out, text);
  for (glong i = 0; !right && !is_last && i < missing; i++)
    g_string_append_c (out, ' ');
  g_string_append (out, is_last ? "\n" : "  ");
}

void
fl_table_append_text (GString *out, const FlTable *table)
{
  glong widths[32] = { 0 };
  guint n_rows = fl_table_get_n_rows (table);

  for (guint c = 0; c < table->n_columns; c++)
    {
      widths[c] = g_utf8_strlen (table->titles[c], -1);
      for (guint r = 0; r < n_rows; r++)
        widths[c] = MAX (widths[c], g_utf8_strlen (table->cells->pdata[r * table->n_columns + c], -1));
    }
  for (guint c = 0; c < table->n_columns; c++)
    append_padded (out, table->titles[c], widths[c], (table->right >> c) & 1, c + 1 == table->n_columns);
  for (guint r = 0; r < n_rows; r++)
    for (guint c = 0; c < table->n_columns; c++)
      append_padded (out, table->cells->pdata[r * table->n_columns + c], widths[c], (table->right >> c) & 1,
                     c + 1 == table->n_columns);
}

void
fl_table_append_html (GString *out, const FlTable *table, const char *class_name)
{
  g_string_append_printf (out, "<div class=\"scroll\"><table%s%s%s>\n<thead><tr>",
                          class_name != NULL ? " class=\"" : "", class_name != NULL ? class_name : "",
                          class_name != NULL ? "\"" : "");
  for (guint c = 0; c < table->n_columns; c++)
    {
      g_string_append_printf (out, "<th%s>", (table->right >> c) & 1 ? " class=\"r\"" : "");
      fl_quote_append_xml (out, table->titles[c]);
      g_string_append (out, "</th>");
    }
  g_string_append (out, "</tr></thead>\n<tbody>\n");
  for (guint r = 0; r < fl_table_get_n_rows (table); r++)
    {
      g_string_append (out, "<tr>");
      for (guint c = 0; c < table->n_columns; c++)
        {
          const char *cell = table->cells->pdata[r * table->n_columns + c];

          g_string_append (out, (table->right >> c) & 1 ? "<td class=\"r\">" : "<td>");
          if (g_strcmp0 (table->titles[c], "verdict") == 0)
            {
              g_string_append (out, "<span class=\"v ");
              fl_quote_append_xml (out, cell);
              g_string_append (out, "\">");
            }
          fl_quote_append_xml (out, cell);
          g_string_append (out, g_strcmp0 (table->titles[c], "verdict") == 0 ? "</span></td>" : "</td>");
        }
      g_string_append (out, "</tr>\n");
    }
  g_string_append (out, "</tbody></table></div>\n");
}
