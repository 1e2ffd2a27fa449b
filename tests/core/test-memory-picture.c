/* Memory pictures: where boxes are drawn, what is counted together, what files say. */
#include <glib/gstdio.h>
#include <string.h>

#include "fl-error.h"
#include "fl-event-kinds.h"
#include "fl-formats.h"
#include "fl-memory-picture-private.h"
#include "fl-pipeline.h"

/* Four boxes of which no two overlap. a and b live together, then c alone. */
static const char csv[] = "id,lower,upper,size\na,0,2,64\nb,0,2,192\nc,2,4,256\n";

static FlMemoryPicture *
draw_problem (FlArena *arena, const char *text)
{
  GError *error = NULL;
  FlAllocProblem *problem = fl_alloc_problem_parse (arena, text, strlen (text), "three.csv", &error);
  g_auto (FlAllocPlan) plan = { 0 };

  g_assert_no_error (error);
  fl_alloc_run (fl_alloc_find ("exact"), problem, NULL, &plan);
  return fl_memory_picture_new (arena,
                                fl_memory_map_new_problem (arena, problem, "three.csv", fl_alloc_find ("exact"), &plan),
                                NULL);
}

/* stop: after so many steps of memory planning; G_MAXUINT32: all. */
static FlRun *
run_with_pools (const char *name, gboolean pools, guint32 stop)
{
  g_autofree char *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "data", "graphs", name, NULL);
  GError *error = NULL;
  FlGraph *graph = fl_graph_read_file (path, &error);
  FlPipelineRequest request;
  FlRun *run;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.until = FL_STAGE_MEMORY;
  if (pools)
    {
      request.options.memory_planning = TRUE;
      request.options.memory_planner = 0;
    }
  if (stop != G_MAXUINT32)
    {
      request.stop_stage = FL_STAGE_MEMORY;
      request.stop_step = stop;
    }
  run = fl_pipeline_run (graph, &request);
  fl_graph_unref (graph);
  g_assert_no_error (run->error);
  return run;
}

static FlRun *
run_sample (const char *name)
{
  return run_with_pools (name, FALSE, G_MAXUINT32);
}

static void
test_boxes_lie_in_proportion (void)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  FlMemoryPicture *picture = draw_problem (arena, csv);
  guint c = fl_memory_map_find (picture->map, "c"), a = fl_memory_map_find (picture->map, "a"),
        b = fl_memory_map_find (picture->map, "b");
  FlMemoryView view;
  FlBox box_a, box_b, box_c;

  fl_memory_view_fit (&view, picture, NULL, 800, 400);
  box_a = fl_memory_view_get_box (&view, picture, a);
  box_b = fl_memory_view_get_box (&view, picture, b);
  box_c = fl_memory_view_get_box (&view, picture, c);
  /* 192 is three times 64; 256 is both together; c begins where the others end. */
  g_assert_cmpfloat_with_epsilon (box_b.height, 3 * box_a.height, 1e-6);
  g_assert_cmpfloat_with_epsilon (box_c.height, 4 * box_a.height, 1e-6);
  g_assert_cmpfloat_with_epsilon (box_c.x, box_a.x + box_a.width, 1e-6);
  /* The arena's 256 bytes are 1/1.05 of the plot. */
  g_assert_cmpfloat_with_epsilon (box_c.height, view.plot.height / 1.05, 1e-6);
  g_assert_cmpint (fl_memory_picture_pick (picture, &view, box_c.x + 9, box_c.y + 9, NULL), ==, c);
  g_assert_cmpint (fl_memory_picture_pick (picture, &view, box_b.x + 9, box_b.y + 9, NULL), ==, b);
  g_assert_cmpint (fl_memory_picture_pick (picture, &view, 2, 2, NULL), ==, -1);
}

static void
test_small_boxes_are_counted (void)
{
  g_autoptr (GString) text = g_string_new ("id,lower,upper,size\nlarge,0,1,1000000\n");
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autofree guint8 *is_drawn = g_new0 (guint8, 102);
  g_autoptr (GArray) heaps = NULL;
  FlMemoryPicture *picture;
  FlMemoryView view;
  guint n = 0, n_drawn = 0, n_near = 0;

  /* A hundred of 100 bytes beside a million: none is a pixel high. */
  for (guint i = 0; i < 100; i++)
    g_string_append_printf (text, "s%u,0,1,100\n", i);
  picture = draw_problem (arena, text->str);
  fl_memory_view_fit (&view, picture, NULL, 800, 400);
  heaps = fl_memory_view_gather (&view, picture, is_drawn);
  for (guint i = 0; i < heaps->len; i++)
    n += g_array_index (heaps, FlMemoryHeap, i).n;
  for (guint i = 0; i < picture->map->n_boxes; i++)
    n_drawn += is_drawn[i];
  g_assert_cmpuint (n, ==, 100);
  g_assert_cmpuint (n_drawn, ==, 1);
  g_assert_cmpuint (heaps->len, <=, 4);
  g_assert_cmpint (fl_memory_picture_pick (picture, &view, g_array_index (heaps, FlMemoryHeap, 0).box.x + 5,
                                           g_array_index (heaps, FlMemoryHeap, 0).box.y, &n_near),
                   >=, 0);
  g_assert_cmpuint (n_near, >, 10);
  /* Seen a thousand times larger, ten of them fill the picture. */
  view.bytes = 1000000;
  view.bytes_span = 1000;
  g_array_unref (g_steal_pointer (&heaps));
  heaps = fl_memory_view_gather (&view, picture, is_drawn);
  g_assert_cmpuint (heaps->len, ==, 0);
}

static void
test_levels_that_meet_are_one (void)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  FlMemoryPicture *picture = draw_problem (arena, csv);
  FlMemoryLevel levels[4];

  picture->capacity = 512;
  /* The exact plan reaches the bound: 256 bytes. */
  g_assert_cmpuint (fl_memory_picture_list_levels (picture, FALSE, levels), ==, 2);
  g_assert_cmpstr (levels[0].text, ==, "arena 256 B = lower bound");
  g_assert_cmpstr (levels[1].text, ==, "capacity 512 B");
  g_assert_cmpint (fl_memory_picture_get_extent (picture), ==, 512);
  g_free (levels[0].text);
  g_free (levels[1].text);
}

/* A buffer that is written over another ends where that begins, and knows its former owner. */
static void
test_written_over_meet_within_the_call (void)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (FlRun) run = run_sample ("gpt2-block.py");
  FlMemoryPicture *picture = fl_memory_picture_new (arena, fl_memory_map_new (arena, run), run);
  guint n = 0, n_looks = 0;

  for (guint i = 0; i < picture->map->n_arrows; i++)
    {
      const FlMapArrow *arrow = &picture->map->arrows[i];

      if (arrow->kind != FL_MAP_INPLACE)
        continue;
      g_assert_cmpfloat (picture->boxes[arrow->from].end, <=, picture->boxes[arrow->to].begin);
      g_assert_cmpint (picture->boxes[arrow->to].former, ==, arrow->from);
      g_assert_cmpint (picture->boxes[arrow->to].tenure, ==, FL_TENURE_INPLACE);
      n++;
    }
  for (guint i = 0; i < picture->map->n_boxes; i++)
    n_looks += picture->boxes[i].look == FL_LOOK_EXTERN;
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n_looks, >, 0); /* products are library calls */
}

static void
test_svg_names_every_box (void)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (FlRun) run = run_sample ("attention.py");
  FlMemoryPicture *picture = fl_memory_picture_new (arena, fl_memory_map_new (arena, run), run);
  FlMemoryPaint paint = { .selected = -1, .partner = -1, .hovered = -1, .step = -1 };
  g_autoptr (GString) text = g_string_new (NULL), again = g_string_new (NULL);
  GMarkupParser parser = { 0 };
  GMarkupParseContext *context = g_markup_parse_context_new (&parser, 0, NULL, NULL);
  GError *error = NULL;

  fl_memory_picture_append_svg (text, picture, &paint, 900, 500);
  fl_memory_picture_append_svg (again, picture, &paint, 900, 500);
  g_assert_cmpstr (text->str, ==, again->str);
  g_assert_true (g_markup_parse_context_parse (context, text->str, text->len, &error));
  g_assert_true (g_markup_parse_context_end_parse (context, &error));
  g_markup_parse_context_free (context);
  for (guint i = 0; i < picture->map->n_boxes; i++)
    {
      g_autofree char *title = g_strdup_printf ("<title>%s ", picture->map->boxes[i].name);

      if (picture->map->boxes[i].offset >= 0)
        g_assert_nonnull (strstr (text->str, title));
    }
}

static void
test_files_begin_as_their_format_does (void)
{
  static const char *const rows[][2] = { { "map.svg", "<svg" }, { "map.pdf", "%PDF" }, { "map.png", "\x89PNG" } };
  g_autoptr (FlArena) arena = fl_arena_open ();
  FlMemoryPicture *picture = draw_problem (arena, csv);
  FlMemoryPaint paint = { .dark = TRUE, .selected = 0, .partner = 1, .hovered = 2, .step = 0 };
  g_autofree char *folder = g_dir_make_tmp ("fuseloom-map-XXXXXX", NULL);
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_build_filename (folder, rows[i][0], NULL);
      g_autofree char *text = NULL;

      g_assert_true (fl_memory_picture_write (picture, &paint, path, &error));
      g_assert_true (g_file_get_contents (path, &text, NULL, &error));
      g_assert_true (g_str_has_prefix (text, rows[i][1]));
      g_unlink (path);
    }
  g_assert_false (fl_memory_picture_write (picture, &paint, "map.gif", &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_false (fl_memory_picture_write (picture, &paint, "/no/such/folder/map.png", &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_IO);
  g_clear_error (&error);
  g_rmdir (folder);
}

/* Offsets and lifetimes of what two parts of a split hold: after one another in one place, or one
 * behind the other. */
static void
check_split (const FlMemoryPicture *picture, guint at, guint *n_checked)
{
  const FlPictureSplit *split = &picture->splits[at];
  guint end = at + 1, part = 0, part_of[512] = { 0 };

  for (; end < picture->n_splits && picture->splits[end].depth > split->depth; end++)
    {
      part += picture->splits[end].depth == split->depth + 1;
      g_assert_cmpuint (end - at, <, G_N_ELEMENTS (part_of));
      part_of[end - at] = part;
    }
  g_assert_cmpuint (part, ==, split->n_parts);
  for (guint a = at + 1; a < end; a++)
    for (guint b = a + 1; b < end; b++)
      {
        const FlPictureSplit *x = &picture->splits[a], *y = &picture->splits[b];

        if (part_of[a - at] == part_of[b - at] || x->kind != FL_POOL_NODE_BLOCK || y->kind != FL_POOL_NODE_BLOCK)
          continue;
        if (split->kind == FL_POOL_NODE_TEMPORAL)
          g_assert_true (x->end <= y->begin || y->end <= x->begin);
        else
          g_assert_cmpint (x->offset + x->size_bytes, <=, y->offset);
        ++*n_checked;
      }
}

static void
test_pools_are_nested_splits (void)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (FlRun) run = run_with_pools ("gpt2-block.py", TRUE, G_MAXUINT32);
  FlMemoryPicture *picture = fl_memory_picture_new (arena, fl_memory_map_new (arena, run), run);
  guint n_checked = 0, n_blocks = 0;

  g_assert_cmpuint (run->plan->n_pools, >, 0);
  for (guint i = 0; i < picture->n_splits; i++)
    {
      check_split (picture, i, &n_checked);
      if (picture->splits[i].kind == FL_POOL_NODE_BLOCK)
        {
          const FlMapBox *box = &picture->map->boxes[picture->splits[i].box];

          g_assert_cmpint (picture->splits[i].offset, ==, box->offset);
          g_assert_cmpint (picture->splits[i].size_bytes, ==, box->size_bytes);
          n_blocks++;
        }
    }
  g_assert_cmpuint (n_checked, >, 10);
  g_assert_cmpuint (n_blocks, >, 5);
  for (guint i = 0; i < picture->map->n_boxes; i++)
    g_assert_false (picture->boxes[i].is_waiting);
}

static guint
count_waiting (const FlRun *run)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  FlMemoryPicture *picture = fl_memory_picture_new (arena, fl_memory_map_new (arena, run), run);
  guint n = 0;

  for (guint i = 0; i < picture->map->n_boxes; i++)
    n += picture->boxes[i].is_waiting;
  return n;
}

/* Every place in a pool is a step: one less, and one more waits. */
static void
test_pools_are_filled_step_by_step (void)
{
  g_autoptr (FlRun) whole = run_with_pools ("gpt2-block.py", TRUE, G_MAXUINT32);
  guint32 n_steps = fl_trace_get_n_steps (whole->trace, FL_STAGE_MEMORY);
  guint before = 0, n_taken = 0;

  g_assert_cmpuint (count_waiting (whole), ==, 0);
  for (guint32 step = n_steps - 1; step > 0 && n_taken < 5; step--)
    {
      const FlEvent *event = fl_trace_get_step (whole->trace, FL_STAGE_MEMORY, step);
      g_autoptr (FlRun) part = run_with_pools ("gpt2-block.py", TRUE, step);

      if (event->kind != FL_EVENT_POOL)
        continue;
      g_assert_cmpuint (count_waiting (part), >, before);
      before = count_waiting (part);
      n_taken++;
    }
  g_assert_cmpuint (n_taken, ==, 5);
}

/* A view may be of any size, and a problem of one buffer, without anything going wrong. */
static void
test_odd_views_are_painted (void)
{
  static const char *const problems[]
      = { "id,lower,upper,size\n", "id,lower,upper,size\na,0,1,0\n",
          "id,lower,upper,size\na,-1152921504606846976,1152921504606846976,1152921504606846976\n" };
  FlMemoryPaint paint = { .selected = -1, .partner = -1, .hovered = -1, .step = -1 };

  for (guint i = 0; i < G_N_ELEMENTS (problems); i++)
    {
      g_autoptr (FlArena) arena = fl_arena_open ();
      FlMemoryPicture *picture = draw_problem (arena, problems[i]);
      g_autoptr (GString) text = g_string_new (NULL);

      fl_memory_picture_append_svg (text, picture, &paint, 1, 1);
      g_assert_true (g_str_has_suffix (text->str, "</svg>\n"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/memory-picture/boxes-lie-in-proportion", test_boxes_lie_in_proportion);
  g_test_add_func ("/core/memory-picture/small-boxes-are-counted", test_small_boxes_are_counted);
  g_test_add_func ("/core/memory-picture/levels-that-meet-are-one", test_levels_that_meet_are_one);
  g_test_add_func ("/core/memory-picture/written-over-meet-within-the-call", test_written_over_meet_within_the_call);
  g_test_add_func ("/core/memory-picture/svg-names-every-box", test_svg_names_every_box);
  g_test_add_func ("/core/memory-picture/files-begin-as-their-format-does", test_files_begin_as_their_format_does);
  g_test_add_func ("/core/memory-picture/odd-views-are-painted", test_odd_views_are_painted);
  g_test_add_func ("/core/memory-picture/pools-are-nested-splits", test_pools_are_nested_splits);
  g_test_add_func ("/core/memory-picture/pools-are-filled-step-by-step", test_pools_are_filled_step_by_step);
  return g_test_run ();
}
