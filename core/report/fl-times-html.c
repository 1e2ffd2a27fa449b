/* Times of several devices as one HTML page without scripts. */
#include <string.h>

#include "fl-quote.h"
#include "fl-times-private.h"

/* As an image of its own: the names of its parts must not meet those of the other palette's. */
static void
append_picture (GString *out, const FlTimes *times)
{
  g_autofree char *light = fl_times_dup_svg (times, FALSE), *dark = fl_times_dup_svg (times, TRUE);
  g_autofree char *light_text = g_base64_encode ((const guchar *) light, strlen (light)),
                  *dark_text = g_base64_encode ((const guchar *) dark, strlen (dark));

  g_string_append_printf (out,
                          "<figure><picture><source media=\"(prefers-color-scheme: dark)\" "
                          "srcset=\"data:image/svg+xml;base64,%s\"><img alt=\"The table's times as bars, and the "
                          "kernels of each device under its roofs\" src=\"data:image/svg+xml;base64,%s\"></picture>"
                          "</figure>\n",
                          dark_text, light_text);
}

void
fl_times_append_html (GString *out, const FlTimes *times)
{
  g_autoptr (GString) conditions = g_string_new (NULL);
  FlTable table;

  g_string_append (out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
                        "content=\"width=device-width,initial-scale=1\">\n<title>");
  fl_quote_append_xml (out, times->graph);
  g_string_append (out, " – times beside each other</title>\n<style>\n");
  fl_report_append_style (out);
  g_string_append (out, "figure img{display:block;max-width:100%;margin:0 auto}\n</style></head><body>\n<header><h1>");
  fl_quote_append_xml (out, times->graph);
  g_string_append_printf (out, "</h1><p class=\"dim\">%u programs on %u devices</p></header><main>\n", times->rows->len,
                          fl_times_get_n_devices (times));
  fl_times_init_table (&table, times);
  fl_table_append_html (out, &table, NULL);
  fl_table_clear (&table);
  g_string_append (out, "<h2>Chart and rooflines</h2>\n");
  append_picture (out, times);
  g_string_append (out, "<h2>How it was measured</h2>\n<div class=\"box\">");
  fl_times_append_conditions (conditions, times);
  fl_quote_append_xml (out, conditions->str);
  g_string_append (out, "</div>\n</main></body></html>\n");
}
