/* Arena, interned names and messages that point into a text. */
#include <string.h>

#include "fl-arena.h"
#include "fl-error.h"
#include "fl-intern.h"

static void
test_memory_is_zeroed_and_aligned (void)
{
  g_autoptr (FlArena) arena = fl_arena_open ();

  for (gsize size = 0; size < 5000; size += 7)
    {
      char *data = fl_arena_alloc (arena, size);

      g_assert_cmpuint (GPOINTER_TO_SIZE (data) % 16, ==, 0);
      for (gsize i = 0; i < size; i++)
        g_assert_cmpint (data[i], ==, 0);
      memset (data, 0xff, size);
    }
  g_assert_cmpuint (fl_arena_get_size_bytes (arena), >=, 714 * 2500); /* sum of 0, 7, …, 4998 */
}

static void
test_large_blocks_leave_the_current_one (void)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  char *first = fl_arena_alloc (arena, 16);
  char *large = fl_arena_alloc (arena, 8 * 1024 * 1024);
  char *second = fl_arena_alloc (arena, 16);

  large[8 * 1024 * 1024 - 1] = 1;
  g_assert_true (second == first + 16);
}

static void
test_copies (void)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autofree char *long_text = g_strnfill (5000, 'x');

  g_assert_cmpstr (fl_arena_strdup (arena, "abc"), ==, "abc");
  g_assert_null (fl_arena_strdup (arena, NULL));
  g_assert_cmpstr (fl_arena_strndup (arena, "abcdef", 3), ==, "abc");
  g_assert_cmpstr (fl_arena_printf (arena, "%d-%s", 7, "x"), ==, "7-x");
  g_assert_cmpstr (fl_arena_printf (arena, "%s", long_text), ==, long_text);
  g_assert_cmpmem (fl_arena_memdup (arena, "a\0b", 3), 3, "a\0b", 3);
}

static void
append_seven (gpointer data)
{
  g_array_append_vals (*(GArray **) data, &(int) { 7 }, 1);
}

static void
append_eight (gpointer data)
{
  g_array_append_vals (*(GArray **) data, &(int) { 8 }, 1);
}

static void
test_adopted_go_last_first (void)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (int));
  FlArena *arena = fl_arena_open ();

  g_assert_true (fl_arena_adopt (arena, &order, append_seven) == &order);
  fl_arena_adopt (arena, &order, append_eight);
  fl_arena_close (arena);
  g_assert_cmpuint (order->len, ==, 2);
  g_assert_cmpint (g_array_index (order, int, 0), ==, 8);
  g_assert_cmpint (g_array_index (order, int, 1), ==, 7);
}

static void
test_overflow_aborts (void)
{
  if (g_test_subprocess ())
    {
      g_autoptr (FlArena) arena = fl_arena_open ();

      fl_arena_alloc_n (arena, G_MAXSIZE / 2, 4);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*overflow*");
}

static void
test_interned_names_are_one_pointer (void)
{
  char copy[] = "buf17 and more";
  g_autofree char *long_name = g_strnfill (300, 'n');

  g_assert_true (fl_intern ("buf17") == fl_intern_n (copy, 5));
  g_assert_true (fl_intern_printf ("buf%d", 17) == fl_intern ("buf17"));
  g_assert_true (fl_intern_n (long_name, 300) == fl_intern (long_name));
  g_assert_null (fl_intern (NULL));
}

static void
check_message (FlPlace place, const char *text, const char *expected)
{
  g_autoptr (GError) error = NULL;

  fl_error_set_at (&error, FL_ERROR_SYNTAX, place, text, text != NULL ? strlen (text) : 0, "bad %s", "token");
  g_assert_error (error, FL_ERROR, FL_ERROR_SYNTAX);
  g_assert_cmpstr (error->message, ==, expected);
}

static void
test_error_shows_the_line (void)
{
  g_autofree char *wide = g_strnfill (200, 'a');
  g_autoptr (GString) clipped = g_string_new ("x.py:1:101: bad token\n    ...");

  check_message ((FlPlace) { "x.py", 2, 3 }, "first\nab cd\nlast", "x.py:2:3: bad token\n    ab cd\n      ^");
  check_message ((FlPlace) { "x.py", 1, 1 }, "first", "x.py:1:1: bad token\n    first\n    ^");
  check_message ((FlPlace) { "x.py", 1, 99 }, "first\r\n", "x.py:1:99: bad token\n    first\n         ^");
  check_message ((FlPlace) { "x.py", 9, 1 }, "first", "x.py:9:1: bad token");
  check_message ((FlPlace) { "x.py", 1, 1 }, NULL, "x.py:1:1: bad token");
  check_message ((FlPlace) { NULL, 1, 2 }, "\tb", "line 1:2: bad token\n     b\n     ^");
  /* Two bytes of an e with accent are one column on the screen. */
  check_message ((FlPlace) { "x.py", 1, 3 }, "\303\251z", "x.py:1:3: bad token\n    \303\251z\n     ^");
  check_message ((FlPlace) { "x.py", 1, 2 }, "\377z", "x.py:1:2: bad token\n    \357\277\275z\n     ^");

  for (guint i = 0; i < 60 + 36; i++)
    g_string_append_c (clipped, 'a');
  g_string_append_printf (clipped, "...\n%*s^", 4 + 3 + 60, "");
  check_message ((FlPlace) { "x.py", 1, 101 }, wide, clipped->str);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/base/arena/zeroed-and-aligned", test_memory_is_zeroed_and_aligned);
  g_test_add_func ("/core/base/arena/large-blocks", test_large_blocks_leave_the_current_one);
  g_test_add_func ("/core/base/arena/copies", test_copies);
  g_test_add_func ("/core/base/arena/adopted-go-last-first", test_adopted_go_last_first);
  g_test_add_func ("/core/base/arena/overflow-aborts", test_overflow_aborts);
  g_test_add_func ("/core/base/intern/one-pointer", test_interned_names_are_one_pointer);
  g_test_add_func ("/core/base/error/shows-the-line", test_error_shows_the_line);
  return g_test_run ();
}
