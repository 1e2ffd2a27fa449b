/* Times of several devices: what a table says of them, and that they come back from a file as they were; times without
 * a device, and texts that are no times, are refused with the place. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "fl-error.h"
#include "fl-times.h"

static const char good[]
    = "{\"format\":\"fuseloom.times\",\"version\":1,\"graph\":\"g\",\"measured\":\"2026-11-24T00:00:00Z\",\"parts\":["
      "{\"by\":\"Fuseloom\",\"target\":\"cpu\",\"run\":{\"check\":\"agrees\",\"verified\":true,"
      "\"processor\":\"2 x CPU\",\"machine\":\"2 x CPU, products\",\"copy_bytes_per_s\":1e10,\"results\":["
      "{\"variant\":\"unfused\",\"output\":\"y\",\"agree\":true},{\"variant\":\"inductor\",\"output\":\"y\",\"agree\":true}],"
      "\"variants\":[{\"name\":\"unfused\",\"total_ns\":400,\"gap_ns\":20,\"kernels\":[{\"name\":\"a\",\"median_ns\":180},"
      "{\"name\":\"b\",\"median_ns\":200}]},{\"name\":\"inductor\",\"total_ns\":100,\"gap_ns\":0,\"ceiling_ns\":80,"
      "\"kernels\":[{\"name\":\"c\",\"median_ns\":100,\"limit\":\"told\"}]}]}},"
      "{\"by\":\"Fuseloom\",\"target\":\"cuda\",\"run\":{\"check\":\"disagrees\",\"verified\":true,\"gpu\":\"GPU\","
      "\"machine\":\"GPU (facts)\",\"device\":\"ssh://far/x (Debian)\",\"results\":["
      "{\"variant\":\"inductor\",\"output\":\"y\",\"agree\":false}],\"variants\":[{\"name\":\"inductor\",\"total_ns\":10,"
      "\"plain_launches_ns\":14,\"kernels\":[]}]}},"
      "{\"by\":\"Fuseloom\",\"target\":\"cuda\",\"error\":\"no driver\"}]}";

static FlTimes *
read_text (const char *text, GError **error)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("times-XXXXXX.json", &path, NULL);
  FlTimes *times;

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  times = fl_times_read (path, error);
  g_unlink (path);
  return times;
}

static void
assert_cell (const FlTimes *times, guint row, FlTimesColumn column, const char *expected)
{
  double value;
  g_autofree char *cell = fl_times_dup_cell (&g_array_index (times->rows, FlTimesRow, row), times, column, &value);

  g_assert_cmpstr (cell, ==, expected);
}

static void
check_good (const FlTimes *times)
{
  g_assert_cmpuint (times->rows->len, ==, 4);
  g_assert_cmpuint (fl_times_get_n_devices (times), ==, 2);
  assert_cell (times, 0, FL_TIMES_DEVICE, "2 x CPU");
  assert_cell (times, 0, FL_TIMES_ALONE, "380 ns"); /* 180 + 200 */
  assert_cell (times, 0, FL_TIMES_GAP, "20 ns");
  assert_cell (times, 0, FL_TIMES_SPEEDUP, "1.00");
  assert_cell (times, 1, FL_TIMES_SPEEDUP, "4.00"); /* 400 / 100 */
  assert_cell (times, 1, FL_TIMES_CEILING, "80 %"); /* 80 / 100 */
  assert_cell (times, 1, FL_TIMES_CHECK, "agrees");
  assert_cell (times, 2, FL_TIMES_DEVICE, "GPU at ssh://far/x");
  assert_cell (times, 2, FL_TIMES_GAP, "4 ns"); /* plain launches, 14, less one graph, 10 */
  assert_cell (times, 2, FL_TIMES_LAUNCHES, "14 ns");
  assert_cell (times, 2, FL_TIMES_SPEEDUP, "–"); /* the CPU's unfused program is on another device */
  assert_cell (times, 2, FL_TIMES_CHECK, "DISAGREES");
  assert_cell (times, 3, FL_TIMES_TIME, "–");
  assert_cell (times, 3, FL_TIMES_CHECK, "not measured");
}

static void
test_cells_say_times_gaps_and_devices (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlTimes) times = read_text (good, &error);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_no_error (error);
  check_good (times);
  fl_times_append_text (text, times);
  g_assert_nonnull (strstr (text->str, "not measured: no driver"));
  g_assert_nonnull (strstr (text->str, "copy 10 GB/s"));
}

static void
test_a_file_reads_back (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlTimes) times = read_text (good, NULL), again = NULL;
  g_autofree char *folder = g_dir_make_tmp ("times-XXXXXX", NULL), *path = g_build_filename (folder, "t.json", NULL);

  g_assert_true (fl_times_write (times, path, &error));
  again = fl_times_read (path, &error);
  g_assert_no_error (error);
  check_good (again);
  g_assert_cmpstr (g_array_index (again->rows, FlTimesRow, 1).time->kernels[0].told_limit, ==, "told");
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_a_row_is_found_by_its_bar (void)
{
  g_autoptr (FlTimes) times = read_text (good, NULL);
  guint last = 0;

  for (double y = 0; y < fl_times_get_chart_height (times); y++)
    {
      guint row = fl_times_find_row (times, y);

      if (row == G_MAXUINT)
        continue;
      g_assert_cmpuint (row, >=, last);
      g_assert_cmpuint (row, <=, last + 1);
      last = row;
    }
  g_assert_cmpuint (last, ==, 3);
}

typedef struct
{
  const char *old_text, *new_text, *message;
} Refusal;

static void
test_what_is_wrong_is_refused_with_its_place (void)
{
  static const Refusal refusals[] = {
    { "\"processor\":\"2 x CPU\",\"machine\":\"2 x CPU, products\",", "", "parts[0].run: these times name no device" },
    { "\"error\":\"no driver\"", "\"error\":null", "parts[2].run: a part has either a run, or an error" },
    { "\"total_ns\":400", "\"total_ns\":-1", "parts[0].run.variants[0].total_ns" },
    { "\"median_ns\":180", "\"median_ns\":\"x\"", "parts[0].run.variants[0].kernels[0].median_ns" },
    { "\"target\":\"cuda\",\"run\"", "\"target\":\"tpu\",\"run\"", "not \"tpu\"" },
    { "\"check\":\"agrees\"", "\"check\":\"fine\"", "agrees, disagrees or unverified" },
    { "\"agree\":false", "\"agree\":null", "results[0].agree" },
    { "\"version\":1", "\"version\":2", "newer than this program" },
    { "fuseloom.times", "fuseloom.graph", "\"fuseloom.times\" should stand here" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autoptr (GString) text = g_string_new (good);
      g_autoptr (GError) error = NULL;

      g_assert_cmpuint (g_string_replace (text, refusals[i].old_text, refusals[i].new_text, 1), ==, 1);
      g_assert_null (read_text (text->str, &error));
      g_assert_nonnull (error);
      if (!strstr (error->message, refusals[i].message))
        g_error ("\"%s\" does not say \"%s\"", error->message, refusals[i].message);
    }
}

static void
test_times_of_another_graph_do_not_join (void)
{
  g_autoptr (GString) text = g_string_new (good);
  g_autoptr (FlTimes) times = read_text (good, NULL), same = read_text (good, NULL), other = NULL;
  g_autoptr (GError) error = NULL;

  g_string_replace (text, "\"graph\":\"g\"", "\"graph\":\"h\"", 1);
  other = read_text (text->str, NULL);
  g_assert_false (fl_times_join (times, other, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_USAGE);
  g_assert_true (fl_times_join (times, same, NULL));
  g_assert_cmpuint (times->rows->len, ==, 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/times/cells", test_cells_say_times_gaps_and_devices);
  g_test_add_func ("/core/times/file", test_a_file_reads_back);
  g_test_add_func ("/core/times/bars", test_a_row_is_found_by_its_bar);
  g_test_add_func ("/core/times/refused", test_what_is_wrong_is_refused_with_its_place);
  g_test_add_func ("/core/times/join", test_times_of_another_graph_do_not_join);
  return g_test_run ();
}
