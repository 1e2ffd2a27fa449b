/* Session files: what is written is read back, what is wrong is refused with its place, what is not
 * known is kept. */
#include <cjson/cJSON.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "fl-error.h"
#include "fl-intern.h"
#include "fl-test-run.h"
#include "fl-whatif.h"

static FlSession *
parse (const char *text, GError **error)
{
  return fl_session_parse (text, strlen (text), "s.fuseloom", error);
}

static FlOverride
make (FlOverrideKind kind, const char *text)
{
  FlOverride override;

  g_assert_true (fl_override_parse (kind, text, &override, NULL));
  return override;
}

static FlSession *
make_session (const char *graph)
{
  FlSession *session = fl_session_new (graph);
  FlSessionVariant *variant = fl_session_add_variant (session, "a \"quoted\" name");
  FlOverride overrides[]
      = { make (FL_OVERRIDE_FORBID, "relu,s:exp#2"), make (FL_OVERRIDE_FORCE, "a,b"), make (FL_OVERRIDE_REALIZE, "c"),
          make (FL_OVERRIDE_INLINE, "d"), make (FL_OVERRIDE_OPTION, "max_fusion_size=8") };
  FlOptions options;

  session->graph_number = 3;
  variant->note = g_strdup ("two\nlines — and ünïcode");
  variant->strategy = g_strdup ("stitch");
  g_array_append_vals (variant->overrides, overrides, G_N_ELEMENTS (overrides));
  fl_session_add_variant (session, "empty");
  fl_session_add_bookmark (session, "fuse", 12, "relu", "look here");
  fl_session_add_bookmark (session, "graph", -1, NULL, NULL);
  session->view = cJSON_Parse ("{\"stage\":\"fuse\",\"step\":3,\"selection\":[\"a\"]}");
  fl_options_init (&options);
  options.strategy = fl_intern ("xla");
  g_assert_true (fl_options_set (&options, "realize_reads_threshold=9", NULL));
  fl_session_set_options (session, &options);
  return session;
}

static void
assert_equal (const FlSession *a, const FlSession *b)
{
  g_autofree char *one = fl_session_dup_text (a, NULL), *other = fl_session_dup_text (b, NULL);

  g_assert_cmpstr (one, ==, other);
}

/* --- round trips ------------------------------------------------------------------------------ */

static void
test_what_is_written_is_read (void)
{
  g_autoptr (FlSession) session = make_session ("graph.py"), copy = fl_session_copy (session), read = NULL;
  g_autofree char *text = fl_session_dup_text (session, NULL);
  g_autoptr (GError) error = NULL;
  const FlSessionVariant *variant;
  FlOptions options;

  read = parse (text, &error);
  g_assert_no_error (error);
  assert_equal (session, copy);
  assert_equal (session, read);
  g_assert_cmpuint (read->notices->len, ==, 0);
  g_assert_cmpuint (read->graph_number, ==, 3);
  variant = fl_session_find_variant (read, "a \"quoted\" name");
  g_assert_nonnull (variant);
  g_assert_cmpstr (variant->note, ==, "two\nlines — and ünïcode");
  g_assert_cmpuint (variant->overrides->len, ==, 5);
  g_assert_true (g_array_index (variant->overrides, FlOverride, 0).b == fl_intern ("s:exp#2"));
  fl_options_init (&options);
  fl_session_apply_options (read, &options);
  g_assert_cmpstr (options.strategy, ==, "xla");
  g_assert_cmpint (options.realize_reads_threshold, ==, 9);
}

static void
test_names_of_variants_are_unique (void)
{
  g_autoptr (FlSession) session = fl_session_new ("graph.py");

  g_assert_cmpstr (fl_session_add_variant (session, "v")->name, ==, "v");
  g_assert_cmpstr (fl_session_add_variant (session, "v")->name, ==, "v 2");
  g_assert_cmpstr (fl_session_add_variant (session, "v")->name, ==, "v 3");
  fl_session_remove_variant (session, fl_session_find_variant (session, "v 2"));
  g_assert_cmpstr (fl_session_add_variant (session, "v")->name, ==, "v 2");
}

static const char newer[] = "{\"fuseloom_session\":1,\"graph\":{\"path\":\"g.py\",\"mirror\":\"x\"}"
                            ",\"colour\":{\"hue\":[1,2]},"
                            "\"options\":{\"strategy\":\"xla\",\"level\":3},"
                            "\"variants\":[{\"name\":\"v\",\"stars\":5,\"overrides\":[]}],"
                            "\"bookmarks\":[{\"stage\":\"fuse\",\"angle\":90}]}";

static void
test_unknown_keys_are_kept_and_told (void)
{
  static const char *const places[]
      = { "graph.mirror", "colour", "options.level", "variants[0].stars", "bookmarks[0].angle" };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlSession) session = parse (newer, &error), again = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GString) notices = g_string_new (NULL);

  g_assert_no_error (error);
  text = fl_session_dup_text (session, NULL);
  again = parse (text, &error);
  g_assert_no_error (error);
  assert_equal (session, again);
  g_assert_cmpuint (session->notices->len, ==, G_N_ELEMENTS (places));
  for (guint i = 0; i < session->notices->len; i++)
    g_string_append_printf (notices, "%s\n", (const char *) session->notices->pdata[i]);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    g_assert_nonnull (strstr (notices->str, places[i]));
  g_assert_nonnull (strstr (text, "hue"));
  g_assert_nonnull (strstr (text, "angle"));
}

/* --- what is wrong ---------------------------------------------------------------------------- */

#define HEAD "{\"fuseloom_session\":1,\"graph\":{\"path\":\"g.py\"}"

static const struct
{
  const char *text;
  const char *place; /* text that the message must contain */
} wrong[] = {
  { "", "line 1" },
  { "[]", "object" },
  { "{\"fuseloom_session\":1,", "line 1" },
  { "{\n\n  \"graph\" 3}", "line 3" },
  { HEAD "} trailing", "line 1" },
  { "{}", "fuseloom_session" },
  { "{\"fuseloom_session\":\"1\",\"graph\":{\"path\":\"g\"}}", "fuseloom_session: a number" },
  { "{\"fuseloom_session\":2,\"graph\":{\"path\":\"g\"}}", "version 2" },
  { "{\"fuseloom_session\":-1e99,\"graph\":{\"path\":\"g\"}}", "from 1" },
  { "{\"fuseloom_session\":1}", "graph: this key is needed" },
  { "{\"fuseloom_session\":1,\"graph\":[]}", "graph: an object" },
  { "{\"fuseloom_session\":1,\"graph\":{}}", "graph.path: this key is needed" },
  { "{\"fuseloom_session\":1,\"graph\":{\"path\":7}}", "graph.path: a text" },
  { "{\"fuseloom_session\":1,\"graph\":{\"path\":\"\"}}", "graph.path: an empty path" },
  { "{\"fuseloom_session\":1,\"graph\":{\"path\":\"g\",\"sha256\":\"xyz\"}}", "graph.sha256" },
  { "{\"fuseloom_session\":1,\"graph\":{\"path\":\"g\",\"number\":0}}", "graph.number" },
  { "{\"fuseloom_session\":1,\"graph\":{\"path\":\"g\",\"number\":1.5}}", "graph.number" },
  { "{\"fuseloom_session\":1,\"graph\":{\"path\":\"g\",\"number\":\"2\"}}", "graph.number" },
  { "{\"fuseloom_session\":1,\"graph\":{\"path\":\"g\",\"path\":\"h\"}}", "graph.path: the key stands here twice" },
  { HEAD ",\"options\":{\"target\":\"tpu\"}}", "options.target: there is no target" },
  { HEAD ",\"options\":{\"strategy\":\"best\"}}", "options.strategy: there is no strategy" },
  { HEAD ",\"options\":{\"set\":\"x=1\"}}", "options.set: a list" },
  { HEAD ",\"options\":{\"set\":[\"max_fusion_size=4\",\"nothing=1\"]}}", "options.set[1]" },
  { HEAD ",\"options\":{\"set\":[\"max_fusion_size=-4\"]}}", "options.set[0]" },
  { HEAD ",\"options\":{\"set\":[4]}}", "options.set[0]: a text" },
  { HEAD ",\"variants\":{}}", "variants: a list" },
  { HEAD ",\"variants\":[3]}", "variants[0]: an object" },
  { HEAD ",\"variants\":[{}]}", "variants[0].name: this key is needed" },
  { HEAD ",\"variants\":[{\"name\":\"\"}]}", "variants[0].name: a variant needs a name" },
  { HEAD ",\"variants\":[{\"name\":\"v\"},{\"name\":\"v\"}]}", "variants[1].name: two variants" },
  { HEAD ",\"variants\":[{\"name\":\"v\",\"strategy\":\"none at all\"}]}", "variants[0].strategy" },
  { HEAD ",\"variants\":[{\"name\":\"v\",\"overrides\":[7]}]}", "variants[0].overrides[0]: an object" },
  { HEAD ",\"variants\":[{\"name\":\"v\",\"overrides\":[{}]}]}", "variants[0].overrides[0]" },
  { HEAD ",\"variants\":[{\"name\":\"v\",\"overrides\":[{\"realize\":\"a\",\"inline\":\"b\"}]}]}", "one key" },
  { HEAD ",\"variants\":[{\"name\":\"v\",\"overrides\":[{\"burn\":\"a\"}]}]}",
    "overrides[0].burn: there is no such override" },
  { HEAD ",\"variants\":[{\"name\":\"v\",\"overrides\":[{\"forbid\":\"a\"}]}]}", "overrides[0].forbid: a list of two" },
  { HEAD ",\"variants\":[{\"name\":\"v\",\"overrides\":[{\"forbid\":[\"a\"]}]}]}",
    "overrides[0].forbid: a list of two" },
  { HEAD ",\"variants\":[{\"name\":\"v\",\"overrides\":[{\"forbid\":[\"a\",\"a\"]}]}]}", "overrides[0].forbid" },
  { HEAD ",\"variants\":[{\"name\":\"v\",\"overrides\":[{\"forbid\":[\"a,b\",\"c\"]}]}]}", "comma" },
  { HEAD ",\"variants\":[{\"name\":\"v\",\"overrides\":[{\"realize\":[\"a\"]}]}]}", "overrides[0].realize: a text" },
  { HEAD ",\"variants\":[{\"name\":\"v\",\"overrides\":[{\"realize\":\"\"}]}]}", "overrides[0].realize" },
  { HEAD ",\"variants\":[{\"name\":\"v\",\"overrides\":[{\"set\":\"x\"}]}]}", "overrides[0].set" },
  { HEAD ",\"bookmarks\":[{\"stage\":\"fuse\",\"step\":1e300}]}", "bookmarks[0].step: the number" },
  { HEAD ",\"bookmarks\":[{\"stage\":\"fuse\",\"step\":-7}]}", "bookmarks[0].step: the number" },
  { HEAD ",\"bookmarks\":[{\"stage\":\"nowhere\"}]}", "bookmarks[0].stage: there is no stage" },
  { HEAD ",\"bookmarks\":[{\"stage\":\"fuse\",\"note\":{}}]}", "bookmarks[0].note: a text" },
  { HEAD ",\"view\":\"fuse\"}", "view: an object" },
};

static void
test_what_is_wrong_is_told_with_its_place (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (FlSession) session = parse (wrong[i].text, &error);

      g_assert_null (session);
      g_assert_error (error, FL_ERROR, FL_ERROR_SYNTAX);
      g_test_message ("%s", error->message);
      g_assert_true (g_str_has_prefix (error->message, "s.fuseloom: "));
      g_assert_nonnull (strstr (error->message, wrong[i].place));
    }
}

static void
test_deep_and_odd_bytes_are_refused (void)
{
  g_autoptr (GString) deep = g_string_new (HEAD ",\"view\":");
  g_autoptr (GError) error = NULL;
  const char zero[] = HEAD "\0}";

  for (guint i = 0; i < 100; i++)
    g_string_append (deep, "{\"a\":");
  g_string_append_c (deep, '1');
  for (guint i = 0; i < 101; i++)
    g_string_append_c (deep, '}');
  g_assert_null (parse (deep->str, &error));
  g_assert_nonnull (strstr (error->message, "deep"));
  g_clear_error (&error);
  g_assert_null (parse (HEAD ",\"note\":\"\xff\xfe\"}", &error));
  g_assert_nonnull (strstr (error->message, "UTF-8"));
  g_clear_error (&error);
  g_assert_null (fl_session_parse (zero, sizeof zero - 1, NULL, &error));
  g_assert_nonnull (error);
}

/* Every byte of a good file changed or cut off: an error or a session, never a crash. */
static void
test_any_damage_is_survived (void)
{
  g_autoptr (FlSession) session = make_session ("graph.py");
  g_autofree char *text = fl_session_dup_text (session, NULL);
  static const char bytes[] = "{}[]\",:0x\\\x80";
  gsize length = strlen (text);

  for (gsize i = 0; i < length; i++)
    {
      g_autoptr (GError) cut = NULL;
      g_autoptr (FlSession) shorter = fl_session_parse (text, i, NULL, &cut);

      g_assert_true ((shorter == NULL) == (cut != NULL));
      for (guint b = 0; b < sizeof bytes - 1; b++)
        {
          g_autofree char *damaged = g_strdup (text);
          g_autoptr (GError) error = NULL;
          g_autoptr (FlSession) read = NULL;

          damaged[i] = bytes[b];
          read = fl_session_parse (damaged, length, NULL, &error);
          g_assert_true ((read == NULL) == (error != NULL));
        }
    }
}

/* --- files ------------------------------------------------------------------------------------ */

static void
test_paths_are_relative_to_the_file (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *top = g_dir_make_tmp ("fuseloom-session-XXXXXX", &error);
  g_autofree char *graphs = g_build_filename (top, "graphs", NULL),
                  *sessions = g_build_filename (top, "sessions", NULL);
  g_autofree char *graph = g_build_filename (graphs, "g.py", NULL),
                  *path = g_build_filename (sessions, "s.fuseloom", NULL);
  g_autofree char *moved = g_strconcat (top, "-moved", NULL),
                  *moved_path = g_build_filename (moved, "sessions", "s.fuseloom", NULL);
  g_autofree char *moved_graph = g_build_filename (moved, "graphs", "g.py", NULL);
  g_autofree char *text = NULL;
  g_autoptr (FlSession) session = make_session (graph), read = NULL, later = NULL;

  g_assert_cmpint (g_mkdir (graphs, 0700) + g_mkdir (sessions, 0700), ==, 0);
  g_assert_true (g_file_set_contents (graph, "class M: pass\n", -1, NULL));
  g_assert_true (fl_session_write (session, path, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"../graphs/g.py\""));
  g_assert_cmpint (g_rename (top, moved), ==, 0); /* the folder as a whole may move */
  read = fl_session_read (moved_path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (read->notices->len, ==, 0);
  g_assert_true (g_file_test (read->graph_path, G_FILE_TEST_IS_REGULAR));
  g_assert_true (g_file_set_contents (moved_graph, "class M: changed\n", -1, NULL));
  later = fl_session_read (moved_path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (later->notices->len, ==, 1);
  g_assert_nonnull (strstr (later->notices->pdata[0], "changed"));
  g_remove (moved_graph);
  g_clear_pointer (&later, fl_session_free);
  later = fl_session_read (moved_path, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (later->notices->pdata[0], "not there"));
  g_remove (moved_path);
  g_free (sessions);
  g_free (graphs);
  sessions = g_build_filename (moved, "sessions", NULL);
  graphs = g_build_filename (moved, "graphs", NULL);
  g_rmdir (sessions);
  g_rmdir (graphs);
  g_rmdir (moved);
}

static void
test_a_failed_save_leaves_the_old_file (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *top = g_dir_make_tmp ("fuseloom-session-XXXXXX", &error);
  g_autofree char *path = g_build_filename (top, "nowhere", "s.fuseloom", NULL);
  g_autoptr (FlSession) session = make_session ("g.py");

  g_assert_false (fl_session_write (session, path, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_null (session->path);
  g_rmdir (top);
}

/* A session's variant runs as it did when it was tried. */
static void
test_a_variant_runs_again (void)
{
  g_autofree char *graph_path
      = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "data", "graphs", "softmax.py", NULL);
  g_autoptr (FlSession) session = fl_session_new (graph_path);
  FlSessionVariant *variant = fl_session_add_variant (session, "apart");
  FlOverride forbid = make (FL_OVERRIDE_FORBID, "exp,div");
  g_autoptr (FlGraph) graph = NULL;
  g_autoptr (FlRun) base = NULL, run = NULL;
  g_autoptr (GError) error = NULL;
  FlPipelineRequest request;

  g_array_append_val (variant->overrides, forbid);
  graph = fl_graph_read_file_number (session->graph_path, session->graph_number, &error);
  g_assert_no_error (error);
  g_assert_true (fl_whatif_request_init (&request, session, NULL, &error));
  base = fl_pipeline_run (graph, &request);
  g_assert_true (fl_whatif_request_init (&request, session, "apart", &error));
  run = fl_pipeline_run (graph, &request);
  g_assert_cmpuint (base->fused->n_nodes, ==, 1);
  g_assert_cmpuint (run->fused->n_nodes, ==, 2);
  g_assert_false (fl_whatif_request_init (&request, session, "nobody", &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, "apart"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/session/what-is-written-is-read", test_what_is_written_is_read);
  g_test_add_func ("/core/session/names-of-variants-are-unique", test_names_of_variants_are_unique);
  g_test_add_func ("/core/session/unknown-keys-are-kept-and-told", test_unknown_keys_are_kept_and_told);
  g_test_add_func ("/core/session/what-is-wrong-is-told-with-its-place", test_what_is_wrong_is_told_with_its_place);
  g_test_add_func ("/core/session/deep-and-odd-bytes-are-refused", test_deep_and_odd_bytes_are_refused);
  g_test_add_func ("/core/session/any-damage-is-survived", test_any_damage_is_survived);
  g_test_add_func ("/core/session/paths-are-relative-to-the-file", test_paths_are_relative_to_the_file);
  g_test_add_func ("/core/session/a-failed-save-leaves-the-old-file", test_a_failed_save_leaves_the_old_file);
  g_test_add_func ("/core/session/a-variant-runs-again", test_a_variant_runs_again);
  return g_test_run ();
}
