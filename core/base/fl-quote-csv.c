#include "fl-quote-csv.h"

#include <string.h>

#include "fl-quote.h"

void
fl_quote_append_csv (GString *out, const char *text)
{
  g_autofree char *line = fl_quote_dup_line (text);

  g_string_append_c (out, '"');
  if (*line != '\0' && strchr ("=+-@", *line) != NULL)
    g_string_append_c (out, '\'');
  for (const char *p = line; *p != '\0'; p++)
    {
      if (*p == '"')
        g_string_append_c (out, '"');
      g_string_append_c (out, *p);
    }
  g_string_append_c (out, '"');
}
