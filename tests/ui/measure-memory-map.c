/* How long a frame of the memory map takes: measure-memory-map [N] prints, for N buffers (10,000),
 * the processor time of making the map and of painting it whole, panned and zoomed; and of a frame
 * in which only the pointer moved. */
#include <time.h>

#include "fl-alloc.h"

#include "flui-memory-map.h"

#include "ui-harness.h"

enum
{
  N_FRAMES = 60,
  WIDTH = 1200,
  HEIGHT = 700
};

static double
get_cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
print_frames (const char *what, double *times)
{
  qsort (times, N_FRAMES, sizeof *times, compare);
  g_print ("%-24s median %6.2f ms, 95 %% %6.2f ms, worst %6.2f ms\n", what, times[N_FRAMES / 2],
           times[N_FRAMES * 95 / 100], times[N_FRAMES - 1]);
}

/* Lifetimes as in a deep network: most are short, some reach far. */
static FlAllocProblem *
make_problem (FlArena *arena, guint n)
{
  FlAllocProblem *problem = fl_arena_new (arena, FlAllocProblem, 1);
  FlAllocBuffer *buffers = fl_arena_new (arena, FlAllocBuffer, n);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (guint i = 0; i < n; i++)
    buffers[i] = (FlAllocBuffer) {
      .id = fl_arena_printf (arena, "buf%u", i),
      .lower = i,
      .upper = i + 1 + (i % 17 == 0 ? g_rand_int_range (random, 1, 300) : g_rand_int_range (random, 1, 9)),
      .size = 64 * (gint64) g_rand_int_range (random, 1, 2000)
    };
  *problem = (FlAllocProblem) { .n = n, .buffers = buffers, .alignment = 64 };
  return problem;
}

static void
measure (FluiMemoryMap *map, cairo_t *cr, const char *what, double zoom, gboolean pans)
{
  GtkWidget *widget = GTK_WIDGET (map);
  double times[N_FRAMES];

  flui_memory_map_zoom_fit (map);
  flui_memory_map_zoom_by (map, zoom);
  for (guint i = 0; i < N_FRAMES; i++)
    {
      double start;

      if (pans)
        flui_memory_map_zoom_by (map, i % 2 == 0 ? 1.02 : 1 / 1.02);
      flui_memory_map_select (map, (gint32) i, -1);
      start = get_cpu_ms ();
      flui_memory_map_paint_frame (map, cr);
      times[i] = get_cpu_ms () - start;
    }
  g_assert (gtk_widget_get_width (widget) > 0);
  print_frames (what, times);
}

int
main (int argc, char **argv)
{
  guint n = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 10000;
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_auto (FlAllocPlan) plan = { 0 };
  GtkWidget *window, *map;
  cairo_surface_t *surface;
  FlAllocProblem *problem;
  FlMemoryPicture *picture;
  double start;
  cairo_t *cr;

  ui_harness_init (&argc, &argv);
  problem = make_problem (arena, MAX (n, 1));
  fl_alloc_run (fl_alloc_find ("size-first"), problem, NULL, &plan);
  start = get_cpu_ms ();
  picture = fl_memory_picture_new (arena,
                                   fl_memory_map_new_problem (arena, problem, "measured", fl_alloc_find ("size-first"),
                                                              &plan),
                                   NULL);
  g_print ("%u boxes, %u steps: map and picture made in %.1f ms\n", picture->map->n_boxes, picture->map->n_steps,
           get_cpu_ms () - start);
  window = gtk_window_new ();
  map = flui_memory_map_new ();
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (window), map);
  gtk_window_present (GTK_WINDOW (window));
  ui_harness_wait_ms (300);
  flui_memory_map_set_picture (FLUI_MEMORY_MAP (map), picture, FALSE);
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cr = cairo_create (surface);
  measure (FLUI_MEMORY_MAP (map), cr, "everything seen", 1, TRUE);
  measure (FLUI_MEMORY_MAP (map), cr, "a tenth of it", 3.2, TRUE);
  measure (FLUI_MEMORY_MAP (map), cr, "a hundredth of it", 10, TRUE);
  start = get_cpu_ms ();
  for (guint i = 0; i < 1000; i++)
    fl_memory_picture_pick (picture, flui_memory_map_get_view (FLUI_MEMORY_MAP (map)), i, i / 2, NULL);
  g_print ("%-24s %6.3f ms\n", "what is at the pointer", (get_cpu_ms () - start) / 1000);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_harness_finish ();
  return 0;
}
