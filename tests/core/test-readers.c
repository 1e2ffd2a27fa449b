/* Wrong content in every place of every kind of text that is read: each word, number, string and
 * mark of a right text is left out, said twice and replaced by what does not belong there. What
 * comes back is the thing or an error that says something. The texts of one kind are read in a
 * process of its own; what it died of stands in memory shared with this one. */
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fl-alloc.h"
#include "fl-facts.h"
#include "fl-formats.h"
#include "fl-pattern.h"
#include "fl-session-file.h"

enum
{
  LAST_BYTES = 16 * 1024
};
static char *now; /* the sample that is being read, for the parent */

/* TRUE: read. Otherwise the error is set. */
typedef gboolean (*ReadText) (const char *text, gsize length, GError **error);

/* --- the readers ------------------------------------------------------------------------------- */

static gboolean
read_graph (const char *text, gsize length, GError **error)
{
  g_autoptr (FlGraph) graph = fl_graph_read_text ("t.json", text, length, error);
  g_autoptr (GString) out = g_string_new (NULL);

  return graph != NULL && fl_json_write (graph, out, error);
}

static gboolean
read_session (const char *text, gsize length, GError **error)
{
  g_autoptr (FlSession) session = fl_session_parse (text, length, "t.fuseloom", error);
  g_autofree char *again = session != NULL ? fl_session_dup_text (session, NULL) : NULL;
  FlOptions options;

  if (session == NULL)
    return FALSE;
  fl_options_init (&options);
  fl_session_apply_options (session, &options);
  return again != NULL;
}

static gboolean
read_facts (const char *text, gsize length, GError **error)
{
  g_autoptr (FlFacts) facts = fl_facts_parse (text, length, "t.json", error);

  return facts != NULL;
}

static gboolean
read_rules (const char *text, gsize length, GError **error)
{
  g_autoptr (FlPatternRules) rules = fl_pattern_rules_new ();

  return fl_pattern_rules_add_text (rules, text, length, "t.rules", error);
}

/* Every planner that ends by itself plans what was read, in any room. */
static gboolean
read_problem (const char *text, gsize length, GError **error)
{
  static const gint64 capacities[] = { 0, 1, G_MAXINT64 - 1, G_MAXINT64 };
  g_autoptr (FlArena) arena = fl_arena_open ();
  FlAllocProblem *problem = fl_alloc_problem_parse (arena, text, length, "t.csv", error);

  if (problem == NULL)
    return FALSE;
  for (guint i = 0; i < fl_alloc_get_n_rows (); i++)
    for (guint j = 0; j < G_N_ELEMENTS (capacities); j++)
      {
        const FlAllocLimits limits = { .capacity = capacities[j], .seconds = 0.02 };
        FlAllocPlan plan;

        fl_alloc_run (fl_alloc_get_row (i), problem, &limits, &plan);
        g_assert_cmpint (plan.height, >=, plan.bound);
        fl_alloc_plan_clear (&plan);
      }
  return TRUE;
}

/* --- right texts ------------------------------------------------------------------------------- */

static const char graph_text[]
    = "{\"format\": \"fuseloom.graph\", \"version\": 1, \"name\": \"g\", \"symbols\": [{\"name\": "
      "\"s0\", \"hint\": 4, \"min\": 2, \"max\": 9}], \"nodes\": ["
      "{\"name\": \"x\", \"kind\": \"placeholder\", \"target\": \"x\", \"value\": \"f32[s0, 6][6, "
      "1]cpu\"}, "
      "{\"name\": \"y\", \"kind\": \"call\", \"target\": \"aten.sum.dim_IntList\", \"args\": "
      "[{\"node\": \"x\"}, [1], true], "
      "\"kwargs\": {\"dtype\": {\"dtype\": \"torch.float32\"}}, \"value\": \"f32[s0, 1][1, "
      "1]cpu\", "
      "\"source\": {\"file\": \"m.py\", \"line\": 3, \"code\": \"x.sum(1)\"}}, "
      "{\"name\": \"z\", \"kind\": \"call\", \"target\": \"aten.add.Tensor\", \"args\": "
      "[{\"node\": \"y\"}, {\"float\": \"1.5\"}], \"kwargs\": {\"alpha\": 2}}, "
      "{\"name\": \"output\", \"kind\": \"output\", \"target\": \"output\", \"args\": [[{\"node\": "
      "\"z\"}]]}]}";
static const char rules_text[]
    = "rule gated: mul(div($x, add(exp(neg($x)))), $gate) if same x gate\n"
      "rule swish: div($x, add(exp(neg($x)))) if dtype f32,f16,bf16\n"
      "rule scale_rows: mul(mul($x, broadcast(rsqrt($v))), broadcast($weight)) if along weight "
      "last\n";
static const char problem_text[] = "id,lower,upper,size\nb1,0,3,524288\nb2,1,4,131072\nb3,2,2,7\nb4,3,9,1\n";
static const char facts_text[]
    = "{\"schema_version\": 1, \"options\": {\"strategy\": \"inductor\"}, \"facts\": "
      "{\"graph_hash\": \"ab\", \"kernels\": 2, \"time\": 9, "
      "\"time_low\": 7, \"time_high\": 11, \"kernel_names\": [\"a\", \"b\"], \"values\": "
      "[{\"subject\": \"x\", \"op\": \"relu\", "
      "\"shape\": \"f32[4]\", \"module\": \"m\", \"buffer\": \"buf0\", \"bytes\": 16, \"kernel\": "
      "1}]}}";

/* --- spoiling ---------------------------------------------------------------------------------- */

static const char *const nonsense[] = { "",
                                        "null",
                                        "true",
                                        "0",
                                        "-1",
                                        "9223372036854775807",
                                        "-9223372036854775808",
                                        "18446744073709551616",
                                        "1e999",
                                        "NaN",
                                        "Infinity",
                                        "1.5",
                                        "\"\"",
                                        "\"x\"",
                                        "[]",
                                        "{}",
                                        "[[[[]]]]",
                                        "{\"a\": {\"a\": 1}}",
                                        ",",
                                        ":",
                                        "\\",
                                        "\"",
                                        "\xff",
                                        "\x01",
                                        "$",
                                        "(",
                                        ")" };

static gboolean
is_word_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '.' || c == '-' || c == '+';
}

/* The next word, number, string or mark from at. */
static const char *
find_token_end (const char *at)
{
  const char *end = at + 1;

  if (*at == '"')
    {
      while (*end != '\0' && *end != '"')
        end++;
      return *end == '"' ? end + 1 : end;
    }
  if (!is_word_char (*at))
    return end;
  while (is_word_char (*end))
    end++;
  return end;
}

static void
try_text (ReadText read, const GString *text)
{
  g_autofree char *exact = g_memdup2 (text->str, text->len); /* without a zero behind it */
  g_autoptr (GError) error = NULL;
  gboolean is_read;

  g_strlcpy (now, text->str, LAST_BYTES);
  is_read = read (exact, text->len, &error);
  g_assert_true (is_read == (error == NULL));
  if (error == NULL)
    return;
  g_assert_true (error->domain == FL_ERROR || error->domain == G_FILE_ERROR);
  g_assert_true (error->message[0] != '\0' && strlen (error->message) < 8192);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static void
spoil (const char *text, ReadText read)
{
  g_autoptr (GString) spoiled = g_string_new (text);
  g_autoptr (GError) error = NULL;

  read (text, strlen (text), &error); /* right as it stands, or nothing would be tested */
  g_assert_no_error (error);
  for (const char *at = text, *end; *at != '\0'; at = end)
    {
      end = find_token_end (at);
      if (*at == ' ')
        continue;
      for (guint i = 0; i <= G_N_ELEMENTS (nonsense); i++)
        {
          g_string_truncate (spoiled, 0);
          g_string_append_len (spoiled, text, at - text);
          if (i < G_N_ELEMENTS (nonsense))
            g_string_append (spoiled, nonsense[i]);
          else /* twice */
            {
              g_string_append_len (spoiled, at, end - at);
              g_string_append_len (spoiled, at, end - at);
            }
          g_string_append (spoiled, end);
          try_text (read, spoiled);
        }
      g_string_truncate (spoiled, (gsize) (at - text)); /* the text ends there */
      try_text (read, spoiled);
    }
}

/* Members are said twice: the text of each object's members once more. */
static void
repeat_members (const char *text, ReadText read)
{
  for (const char *at = text; (at = strchr (at, '{')) != NULL; at++)
    {
      g_autoptr (GString) spoiled = g_string_new_len (text, at - text + 1);
      const char *end = strpbrk (at, "}");

      if (end == NULL || end == at + 1)
        continue;
      g_string_append_len (spoiled, at + 1, end - at - 1);
      g_string_append (spoiled, ", ");
      g_string_append (spoiled, at + 1);
      try_text (read, spoiled);
    }
}

/* A value nested deeper than any stack in place of each value. */
static void
nest (const char *text, ReadText read)
{
  static const char *const opens[] = { "[", "{\"a\":", "(" };

  for (guint i = 0; i < G_N_ELEMENTS (opens); i++)
    for (const char *at = text; (at = strpbrk (at, ":(")) != NULL; at++)
      {
        g_autoptr (GString) spoiled = g_string_new_len (text, at - text + 1);

        for (guint k = 0; k < 50000; k++)
          g_string_append (spoiled, opens[i]);
        try_text (read, spoiled);
      }
}

typedef struct
{
  const char *name;
  const char *text;
  ReadText read;
} Kind;

static void
test_kind (gconstpointer data)
{
  const Kind *kind = data;
  pid_t child;
  int status;

  now = mmap (NULL, LAST_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  g_assert_true (now != MAP_FAILED);
  child = fork ();
  if (child == 0)
    {
      alarm (60);
      spoil (kind->text, kind->read);
      repeat_members (kind->text, kind->read);
      nest (kind->text, kind->read);
      _exit (0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  if (!WIFEXITED (status) || WEXITSTATUS (status) != 0)
    g_error ("%s: ended with %d while it read\n%s", kind->name, status, now);
  munmap (now, LAST_BYTES);
}

static char *
dup_session_text (void)
{
  FlSession *session = fl_session_new ("g.py");
  FlSessionVariant *variant = fl_session_add_variant (session, "v");
  FlOverride override;
  FlOptions options;
  char *text;

  g_assert_true (fl_override_parse (FL_OVERRIDE_FORBID, "relu,s:exp#2", &override, NULL));
  g_array_append_val (variant->overrides, override);
  variant->note = g_strdup ("n");
  variant->strategy = g_strdup ("stitch");
  fl_session_add_bookmark (session, "fuse", 12, "relu", "here");
  fl_options_init (&options);
  g_assert_true (fl_options_set (&options, "realize_reads_threshold=9", NULL));
  fl_session_set_options (session, &options);
  text = fl_session_dup_text (session, NULL);
  fl_session_free (session);
  return text;
}

int
main (int argc, char **argv)
{
  g_autofree char *session_text = NULL;
  Kind kinds[] = { { "graph", graph_text, read_graph },
                   { "rules", rules_text, read_rules },
                   { "problem", problem_text, read_problem },
                   { "facts", facts_text, read_facts },
                   { "session", NULL, read_session } };

  g_test_init (&argc, &argv, NULL);
  kinds[4].text = session_text = dup_session_text ();
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/readers/%s", kinds[i].name);

      g_test_add_data_func (path, &kinds[i], test_kind);
    }
  return g_test_run ();
}
