/* Graphs of data/graphs and of the fuzzers' corpus with a few words, numbers and lines changed,
 * through every stage up to the kernels under a strategy, a planner and a target that follow from
 * the text: kernels or an error. Batches run in processes of their own; the text that one died of
 * is left in a file. 300 of them, and 4,000 in the long form (fl-test-long.h).
 *   FUSELOOM_MUTANTS_SEED=N   of the changes (1)
 *   FUSELOOM_MUTANTS_OF=DIR   graphs (*.py, *.json) of this folder and those below instead */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fl-aten.h"
#include "fl-test-long.h"

#include "fuzz-pipeline-body.h"

enum
{
  USUAL = 300,
  MANY = 4000, /* in the long form */
  BATCH = 50,
  MAX_SEED_BYTES = 14 * 1024,
  MAX_TEXT_BYTES = 32 * 1024,
  MAX_SECONDS = 30 /* of processor time, for one mutant */
};

typedef struct
{
  gsize length;
  char text[MAX_TEXT_BYTES];
} Shared;

static guint
get_number (const char *name, guint usual)
{
  const char *text = g_getenv (name);

  return text != NULL ? (guint) g_ascii_strtoull (text, NULL, 10) : usual;
}

/* --- seeds ------------------------------------------------------------------------------------- */

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
add_seeds (GPtrArray *seeds, const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  char *text;
  gsize length;
  const char *name;

  if (dir == NULL)
    {
      if ((g_str_has_suffix (path, ".py") || g_str_has_suffix (path, ".json") || strstr (path, "corpus") != NULL)
          && g_file_get_contents (path, &text, &length, NULL))
        {
          if (length > 0 && length <= MAX_SEED_BYTES && strlen (text) == length)
            g_ptr_array_add (seeds, text);
          else
            g_free (text);
        }
      return;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      add_seeds (seeds, child);
    }
}

static GPtrArray *
read_seeds (void)
{
  static const char *const folders[]
      = { "data/graphs", "tests/fuzz/corpus/pipeline", "tests/fuzz/corpus/fx", "tests/fuzz/corpus/json" };
  GPtrArray *seeds = g_ptr_array_new_with_free_func (g_free);

  if (g_getenv ("FUSELOOM_MUTANTS_OF") != NULL)
    add_seeds (seeds, g_getenv ("FUSELOOM_MUTANTS_OF"));
  else
    for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
      {
        g_autofree char *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), folders[i], NULL);

        add_seeds (seeds, path);
      }
  g_ptr_array_sort (seeds, compare_texts); /* folders are read in any order */
  return seeds;
}

/* --- changes ----------------------------------------------------------------------------------- */

typedef struct
{
  gsize start, length;
} Span;

static gboolean
is_word_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '.';
}

static GArray *
find_words (const char *text)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (Span));

  for (gsize i = 0; text[i] != '\0';)
    {
      Span span = { i, 0 };

      while (is_word_char (text[i + span.length]))
        span.length++;
      if (span.length > 0)
        g_array_append_val (words, span);
      i += MAX (span.length, 1);
    }
  return words;
}

static Span
find_line (const char *text, gsize at)
{
  Span span = { at, 0 };

  while (span.start > 0 && text[span.start - 1] != '\n')
    span.start--;
  span.length = strcspn (text + span.start, "\n");
  span.length += text[span.start + span.length] == '\n';
  return span;
}

static void
change_word (GString *text, Span word, const GArray *words, GRand *rand)
{
  static const char *const numbers[] = { "0",
                                         "1",
                                         "-1",
                                         "2",
                                         "3",
                                         "7",
                                         "64",
                                         "None",
                                         "True",
                                         "[]",
                                         "[0, 1]",
                                         "1.5",
                                         "nan",
                                         "inf",
                                         "-inf",
                                         "'x'",
                                         "9223372036854775807",
                                         "-9223372036854775808",
                                         "4611686018427387904",
                                         "4294967296",
                                         "s0",
                                         "{}",
                                         "a" };
  g_autofree char *with = NULL;

  switch (g_rand_int_range (rand, 0, 4))
    {
    case 0: /* one that stands elsewhere */
      {
        const Span other = g_array_index (words, Span, g_rand_int_range (rand, 0, (gint32) words->len));

        with = g_strndup (text->str + other.start, other.length);
        break;
      }
    case 1:
      if (memmem (text->str + word.start, word.length, "aten.", 5) != NULL)
        {
          const char *name = fl_aten_get_row (g_rand_int_range (rand, 0, fl_aten_get_n_rows ()))->name;

          with = g_strconcat (g_str_has_prefix (text->str + word.start, "torch.ops.") ? "torch.ops." : "", name, NULL);
          break;
        }
      G_GNUC_FALLTHROUGH;
    case 2: with = g_strdup (numbers[g_rand_int_range (rand, 0, G_N_ELEMENTS (numbers))]); break;
    default: with = g_strdup ("");
    }
  g_string_erase (text, (gssize) word.start, (gssize) word.length);
  g_string_insert (text, (gssize) word.start, with);
}

static void
change_once (GString *text, GRand *rand)
{
  g_autoptr (GArray) words = find_words (text->str);
  Span word, line;

  if (words->len == 0)
    return;
  word = g_array_index (words, Span, g_rand_int_range (rand, 0, (gint32) words->len));
  line = find_line (text->str, word.start);
  switch (g_rand_int_range (rand, 0, 8))
    {
    case 0: g_string_erase (text, (gssize) line.start, (gssize) line.length); break;
    case 1:
      {
        g_autofree char *copy = g_strndup (text->str + line.start, line.length);
        const Span there
            = find_line (text->str, g_array_index (words, Span, g_rand_int_range (rand, 0, (gint32) words->len)).start);

        g_string_insert (text, (gssize) there.start, copy);
        break;
      }
    default: change_word (text, word, words, rand);
    }
}

static void
make_mutant (const GPtrArray *seeds, GRand *rand, Shared *shared)
{
  g_autoptr (GString) text = g_string_new (seeds->pdata[g_rand_int_range (rand, 0, (gint32) seeds->len)]);
  const guint n = (guint) g_rand_int_range (rand, 1, 4);

  for (guint i = 0; i < n; i++)
    change_once (text, rand);
  shared->length = MIN (text->len, sizeof shared->text);
  memcpy (shared->text, text->str, shared->length);
}

/* --- batches ----------------------------------------------------------------------------------- */

static void
run_batch (const GPtrArray *seeds, guint first, guint n, Shared *shared)
{
  const struct itimerval limit = { .it_value = { .tv_sec = MAX_SECONDS } };
  const guint32 numbers[] = { get_number ("FUSELOOM_MUTANTS_SEED", 1), first };
  GRand *rand = g_rand_new_with_seed_array (numbers, G_N_ELEMENTS (numbers));
#if !defined(__SANITIZE_ADDRESS__)                                                                                     \
    && !defined(__SANITIZE_THREAD__) /* shadow memory of the sanitizers alone is larger */
  const struct rlimit memory = { (rlim_t) 4 << 30, (rlim_t) 4 << 30 };

  setrlimit (RLIMIT_AS, &memory);
#endif
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *exact = NULL;

      make_mutant (seeds, rand, shared);
      exact = g_memdup2 (shared->text, shared->length); /* without a zero behind it */
      setitimer (ITIMER_PROF, &limit, NULL);
      fuzz_pipeline (exact, shared->length);
    }
  g_rand_free (rand);
}

static void
keep (const Shared *shared, int status)
{
  g_autofree char *name = NULL;
  const int fd = g_file_open_tmp ("fuseloom-mutant-XXXXXX", &name, NULL);

  if (fd >= 0)
    close (fd);
  g_file_set_contents (name, shared->text, (gssize) shared->length, NULL);
  g_test_message ("status %d: %s", status, name);
}

static void
test_mutants (void)
{
  Shared *shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  g_autoptr (GPtrArray) seeds = read_seeds ();
  const guint n = get_test_count (USUAL, MANY);
  guint n_found = 0;

  g_assert_true (shared != MAP_FAILED);
  g_assert_cmpuint (seeds->len, >, 0);
  fl_aten_find ("aten.add.Tensor"); /* the index is made before the forks */
  for (guint first = 0; first < n; first += BATCH)
    {
      int status;
      const pid_t child = fork ();

      if (child == 0)
        {
          run_batch (seeds, first, MIN (BATCH, n - first), shared);
          _exit (0);
        }
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      if (!WIFEXITED (status) || WEXITSTATUS (status) != 0)
        {
          n_found++;
          keep (shared, status);
        }
    }
  g_test_message ("%u mutants of %u graphs, %u batches died", n, seeds->len, n_found);
  munmap (shared, sizeof *shared);
  g_assert_cmpuint (n_found, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fuzz/mutants", test_mutants);
  return g_test_run ();
}
