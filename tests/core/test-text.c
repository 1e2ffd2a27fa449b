/* Text as Python prints it. Expected values of floats and strings are what CPython 3.11 prints. */
#include <locale.h>
#include <math.h>
#include <string.h>

#include "fl-text.h"

static void
test_float_is_pythons_repr (void)
{
  static const struct
  {
    double value;
    const char *text;
  } cases[] = {
    { 0.0, "0.0" },
    { -0.0, "-0.0" },
    { 1.0, "1.0" },
    { -1.5, "-1.5" },
    { 0.1, "0.1" },
    { 1e-05, "1e-05" },
    { 0.0001, "0.0001" },
    { 0.00012345, "0.00012345" },
    { 1e15, "1000000000000000.0" },
    { 1e16, "1e+16" },
    { 123456789012345680.0, "1.2345678901234568e+17" },
    { 1e100, "1e+100" },
    { 1.0 / 3.0, "0.3333333333333333" },
    { 2.0 / 3.0, "0.6666666666666666" },
    { 0.1 + 0.2, "0.30000000000000004" },
    { 0.7978845608028654, "0.7978845608028654" },
    { 5e-324, "5e-324" },
    { 1.5e-323, "1.5e-323" },
    { 2.2250738585072014e-308, "2.2250738585072014e-308" },
    { 1.7976931348623157e308, "1.7976931348623157e+308" },
    { 0x1p-44, "5.684341886080802e-14" },
    { 9007199254740993.0, "9007199254740992.0" },
    { 4.35, "4.35" },
    { 65504.0, "65504.0" },
    { -0.0, "-0.0" },
    { 999999999999999.0, "999999999999999.0" },
    { 1e15, "1000000000000000.0" },
    { 1e16, "1e+16" },
    { 3.4028234663852886e+38, "3.4028234663852886e+38" },
    { -INFINITY, "-inf" },
    { INFINITY, "inf" },
    { NAN, "nan" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) out = g_string_new (NULL);

      fl_text_append_float (out, cases[i].value);
      g_assert_cmpstr (out->str, ==, cases[i].text);
    }
}

static void
test_integers_are_glibs (void)
{
  static const gint64 cases[] = { 0, 7, -7, 10, -10, 1234567890123, G_MAXINT64, G_MININT64 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) out = g_string_new ("x");
      g_autofree char *expected = g_strdup_printf ("x%" G_GINT64_FORMAT, cases[i]);

      fl_text_append_int (out, cases[i]);
      g_assert_cmpstr (out->str, ==, expected);
    }
}

static void append_format (GString *out, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
append_format (GString *out, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  fl_text_append_vprintf (out, format, args);
  va_end (args);
}

/* Texts that fit what is allocated, those that fill it, and longer ones. */
static void
test_formats_are_glibs (void)
{
  for (guint n = 0; n < 300; n++)
    {
      g_autoptr (GString) out = g_string_new ("begin"), expected = g_string_new ("begin");
      g_autofree char *filler = g_strnfill (n, 'x');

      append_format (out, "%s|%d", filler, 7);
      append_format (out, "%s", filler);
      fl_text_append_blanks (out, n);
      g_string_append_printf (expected, "%s|%d%s%*s", filler, 7, filler, (int) n, "");
      g_assert_cmpstr (out->str, ==, expected->str);
      g_assert_cmpuint (out->len, ==, expected->len);
    }
}

static void
test_float_reads_back (void)
{
  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GString) out = g_string_new (NULL);
      guint64 bits = ((guint64) g_test_rand_int () << 32) ^ (guint32) g_test_rand_int ();
      double value;

      memcpy (&value, &bits, sizeof value);
      if (!isfinite (value))
        continue;
      fl_text_append_float (out, value);
      g_assert_true (g_ascii_strtod (out->str, NULL) == value);
      g_assert_cmpuint (out->len, <=, 24);
    }
}

static void
test_float_ignores_the_locale (void)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (setlocale (LC_NUMERIC, "de_DE.UTF-8") == NULL)
    {
      g_test_skip ("no locale with a decimal comma");
      return;
    }
  fl_text_append_float (out, 1.5);
  setlocale (LC_NUMERIC, "C");
  g_assert_cmpstr (out->str, ==, "1.5");
}

static void
test_string_is_pythons_repr (void)
{
  static const char *const cases[][2] = {
    { "abc", "'abc'" },
    { "", "''" },
    { "it's", "\"it's\"" },
    { "say \"hi\"", "'say \"hi\"'" },
    { "it's \"hi\"", "'it\\'s \"hi\"'" },
    { "a\\b\n\t\r", "'a\\\\b\\n\\t\\r'" },
    { "\001\177", "'\\x01\\x7f'" },
    { "caf\303\251 \342\202\254", "'caf\303\251 \342\202\254'" },
    { "a\302\240b", "'a\\xa0b'" },                /* no-break space */
    { "\342\200\213", "'\\u200b'" },              /* zero-width space */
    { "\360\237\230\200", "'\360\237\230\200'" }, /* a face */
    { "\377", "'\\udcff'" },                      /* surrogateescape */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) out = g_string_new (NULL);

      fl_text_append_repr (out, cases[i][0]);
      g_assert_cmpstr (out->str, ==, cases[i][1]);
    }
}

/* pprint.pformat ([...], indent=4) of names as long as these. */
static void
test_pprint_breaks_after_80 (void)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *a = g_strnfill (40, 'a');
  g_autofree char *b = g_strnfill (36, 'b');
  g_autofree char *c = g_strnfill (37, 'c');
  g_autofree char *expected = NULL;

  fl_text_append_pprint_list (out, NULL, 0);
  g_assert_cmpstr (out->str, ==, "[]");

  g_string_truncate (out, 0);
  fl_text_append_pprint_list (out, (const char *[]) { a, b }, 2); /* 1 + 40 + 2 + 36 + 1 = 80 */
  g_assert_null (strchr (out->str, '\n'));
  g_assert_cmpuint (out->len, ==, 80);

  g_string_truncate (out, 0);
  fl_text_append_pprint_list (out, (const char *[]) { a, c }, 2); /* 81 */
  expected = g_strdup_printf ("[   %s,\n    %s]", a, c);
  g_assert_cmpstr (out->str, ==, expected);
}

static void
test_sizes_for_people (void)
{
  static const struct
  {
    guint64 size_bytes;
    const char *text;
  } cases[] = {
    { 0, "0 B" },
    { 40, "40 B" },
    { 1023, "1023 B" },
    { 1024, "1 KiB" },
    { 1536, "1.5 KiB" },
    { 153640, "150 KiB" },
    { 1572864, "1.5 MiB" },
    { 1023 * 1024 + 1023, "1024 KiB" },
    { G_MAXUINT64, "16 EiB" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = fl_text_dup_bytes (cases[i].size_bytes);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_durations_for_people (void)
{
  static const struct
  {
    double duration_ns;
    const char *text;
  } cases[] = {
    { 0, "0 ns" },           { 950, "950 ns" },  { 999.7, "1 µs" },  { 1234567, "1.23 ms" },
    { 12345678, "12.3 ms" }, { 2.5e9, "2.5 s" }, { 1e12, "1000 s" }, { NAN, "?" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = fl_text_dup_duration (cases[i].duration_ns);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/base/text/float-is-pythons", test_float_is_pythons_repr);
  g_test_add_func ("/core/base/text/integers", test_integers_are_glibs);
  g_test_add_func ("/core/base/text/formats", test_formats_are_glibs);
  g_test_add_func ("/core/base/text/float-reads-back", test_float_reads_back);
  g_test_add_func ("/core/base/text/float-ignores-locale", test_float_ignores_the_locale);
  g_test_add_func ("/core/base/text/string-is-pythons", test_string_is_pythons_repr);
  g_test_add_func ("/core/base/text/pprint-breaks-after-80", test_pprint_breaks_after_80);
  g_test_add_func ("/core/base/text/sizes", test_sizes_for_people);
  g_test_add_func ("/core/base/text/durations", test_durations_for_people);
  return g_test_run ();
}
