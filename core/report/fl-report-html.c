/* The report as one HTML page: no scripts, no resources from elsewhere. Pictures are inline SVG
 * whose colours are variables, so that the page follows the reader's light or dark preference as a
 * whole. */
#include <string.h>

#include "fl-memory-picture.h"
#include "fl-palette.h"
#include "fl-report-private.h"
#include "fl-slower.h"
#include "fl-roofline.h"
#include "fl-quote.h"
#include "fl-text.h"

enum
{
  MAX_DECISIONS = 300,
  MAX_FX_LINES = 4000,
  MAX_SOURCE_KERNELS = 400,
  MAP_WIDTH = 1100,
  MAP_HEIGHT = 440,
  MAP_HEIGHT_MANY = 800, /* of many buffers */
  MANY = 60
};

typedef struct
{
  GString *out;
  const FlRun *run;
  const char *worker_path;
  const gint *cancelled;
} Page;

static const char style[]
    = ":root{color-scheme:light "
      "dark;--bg:#fafafa;--card:#ffffff;--fg:#1a1a1a;--dim:#54585f;--line:#dcdde0;--accent:#0b57d0;"
      "--good:#1b6e35;--bad:#b3261e;--code:#f3f4f6}\n"
      "@media(prefers-color-scheme:dark){:root{--bg:#1e1e1e;--card:#262626;--fg:#f5f5f5;--dim:#"
      "c4c7cc;--line:#3d3f43;--accent:#7cb7ff;--good:#6fd08c;--bad:#ff8a80;--code:#2b2d30}}\n"
      "*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 "
      "Cantarell,Inter,'Noto Sans','DejaVu Sans',sans-serif}\n"
      "header,main{max-width:1180px;margin:0 auto;padding:0 "
      "24px}header{padding-top:36px}h1{font-size:28px;line-height:1.2;margin:0 0 4px}"
      "h2{font-size:20px;margin:40px 0 8px;padding-top:8px}h3{font-size:16px;margin:20px 0 "
      "6px}p{margin:6px 0}.dim{color:var(--dim)}\n"
      "nav{margin:14px 0}nav "
      "a{margin-right:16px}a{color:var(--accent);text-decoration:none}a:hover{text-decoration:"
      "underline}\n"
      ".cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(190px,1fr));gap:12px;"
      "margin:18px 0}"
      ".card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px "
      "14px}.card "
      "b{display:block;font-size:21px;white-space:nowrap;font-variant-numeric:tabular-nums}"
      ".card span{color:var(--dim);font-size:13px}.good b{color:var(--good)}.bad "
      "b{color:var(--bad)}\n"
      ".box{background:var(--card);border:1px solid var(--line);border-left:4px solid "
      "var(--accent);border-radius:8px;padding:10px 14px;margin:12px "
      "0;white-space:pre-wrap}.box.bad{border-left-color:var(--bad)}\n"
      ".scroll{overflow:auto;max-height:560px;border:1px solid "
      "var(--line);border-radius:8px;background:var(--card);margin:8px 0}"
      "table{border-collapse:collapse;width:100%;font-size:13.5px}th,td{padding:5px "
      "10px;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}"
      "th{position:sticky;top:0;background:var(--card);font-weight:600}td.r,th.r{text-align:right;"
      "font-variant-numeric:tabular-nums;white-space:nowrap}tbody "
      "tr:hover{background:var(--code)}\n"
      ".v{padding:1px 8px;border-radius:9px;border:1px solid "
      "var(--line);font-size:12.5px}.v.fused{color:var(--good);border-color:var(--good)}.v.illegal{"
      "color:var(--bad);border-color:var(--bad)}\n"
      "figure{margin:10px 0;overflow:auto;max-height:860px;border:1px solid "
      "var(--line);border-radius:10px;background:var(--bg);padding:6px}figcaption{color:var(--dim);"
      "font-size:13px;padding:2px 6px}"
      "figure svg{display:block;margin:0 auto}\n"
      "details{border:1px solid var(--line);border-radius:10px;background:var(--card);margin:8px "
      "0;padding:0 14px}summary{cursor:pointer;padding:9px 0;font-weight:600}summary "
      ".dim{font-weight:400}"
      "details[open]>summary{border-bottom:1px solid var(--line);margin-bottom:8px}\n"
      "pre{background:var(--code);border-radius:8px;padding:12px;overflow:auto;font:12.5px/1.45 "
      "'DejaVu Sans Mono','Liberation Mono',monospace;margin:8px 0 14px;max-height:640px}"
      "pre "
      "i{display:inline-block;width:3.2em;color:var(--dim);font-style:normal;user-select:none;text-"
      "align:right;padding-right:1em}pre "
      "q{quotes:none;color:var(--accent);padding-left:2em;font-family:inherit}"
      "pre .has{background:color-mix(in srgb,var(--accent) 9%,transparent)}\n"
      "footer{max-width:1180px;margin:40px auto;padding:0 24px;color:var(--dim);font-size:13px}\n"
      "ul{margin:6px 0}figure.roofline{background:#fafafa}pre .added{background:color-mix(in srgb,var(--good) 16%,transparent)}pre "
      ".removed{background:color-mix(in srgb,var(--bad) 14%,transparent);text-decoration:line-"
      "through}pre .respelled{background:color-mix(in srgb,var(--accent) 12%,transparent)}\n"
      "@media print{figure,.scroll,pre{max-height:none;overflow:visible}}\n";

void
fl_report_append_style (GString *out)
{
  g_string_append (out, style);
}

static void
append_escaped (Page *page, const char *text)
{
  fl_quote_append_xml (page->out, text != NULL ? text : "");
}

/* --- colours that follow the reader --------------------------------------------------------- */
typedef struct
{
  guint32 light, dark;
} Twin;

static guint
collect_twins (Twin *twins, guint most)
{
  const FlThemeInfo *light = fl_theme_get_info (FALSE), *dark = fl_theme_get_info (TRUE);
  guint n = 0;
  const Twin own[] = {
    { light->canvas, dark->canvas },       { light->text, dark->text }, { light->secondary, dark->secondary },
    { light->selection, dark->selection }, { 0xFFFFFF, 0x262626 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    twins[n++] = own[i];
  for (guint i = 0; i < FL_N_LOOKS; i++)
    {
      const FlLookInfo *info = fl_look_get_info (i);
      twins[n++] = (Twin) { info->light.fill, info->dark.fill };
      twins[n++] = (Twin) { info->light.stroke, info->dark.stroke };
    }
  for (guint i = 0; i < FL_N_EDGE_LOOKS; i++)
    twins[n++] = (Twin) { fl_edge_look_get_color (i, FALSE), fl_edge_look_get_color (i, TRUE) };
  g_assert (n <= most);
  return n;
}

static gboolean
is_repeated (const Twin *twins, guint position)
{
  for (guint i = 0; i < position; i++)
    if (twins[i].light == twins[position].light)
      return TRUE;
  return FALSE;
}

static void
append_variables (Page *page)
{
  Twin twins[64];
  guint n = collect_twins (twins, G_N_ELEMENTS (twins));

  for (guint mode = 0; mode < 2; mode++)
    {
      g_string_append (page->out, mode == 0 ? ":root{" : "@media(prefers-color-scheme:dark){:root{");
      for (guint i = 0; i < n; i++)
        if (!is_repeated (twins, i))
          g_string_append_printf (page->out, "--h%06X:#%06X;", twins[i].light,
                                  mode == 0 ? twins[i].light : twins[i].dark);
      g_string_append (page->out, mode == 0 ? "}\n" : "}}\n");
    }
}

/* "#1E77BA" in an attribute becomes "var(--h1E77BA)", where the colour has a twin. */
static void
append_recolored (Page *page, const char *svg)
{
  Twin twins[64];
  guint n = collect_twins (twins, G_N_ELEMENTS (twins));

  for (const char *at = svg, *next; *at != '\0'; at = next)
    {
      guint64 color;
      gboolean known = FALSE;

      next = strstr (at, "=\"#");
      if (next == NULL)
        {
          g_string_append (page->out, at);
          return;
        }
      g_string_append_len (page->out, at, next + 2 - at);
      next += 2;
      color = g_ascii_strtoull (next + 1, NULL, 16);
      for (guint i = 0; i < n && !known; i++)
        known = twins[i].light == color;
      if (known && strlen (next) > 7 && next[7] == '"')
        {
          g_string_append_printf (page->out, "var(--h%06X)", (guint) color);
          next += 7;
        }
    }
}

/* --- parts ---------------------------------------------------------------------------------- */
static void
append_card (Page *page, const char *class_name, char *value, const char *label)
{
  g_string_append_printf (page->out, "<div class=\"card%s%s\"><b>", class_name != NULL ? " " : "",
                          class_name != NULL ? class_name : "");
  append_escaped (page, value);
  g_string_append (page->out, "</b><span>");
  append_escaped (page, label);
  g_string_append (page->out, "</span></div>\n");
  g_free (value);
}

static char *
dup_change (char *before, char *after)
{
  char *text = g_strdup_printf ("%s → %s", before, after);

  g_free (before);
  g_free (after);
  return text;
}

static void
append_cards (Page *page)
{
  const FlRun *run = page->run;
  const FlExecution *execution = run->execution;

  g_string_append (page->out, "<div class=\"cards\">\n");
  append_card (page, NULL, g_strdup_printf ("%u", run->graph->n_nodes), "nodes in the graph");
  if (run->schedule != NULL && run->fused != NULL)
    {
      append_card (page, NULL,
                   dup_change (g_strdup_printf ("%u", run->schedule->n_nodes),
                               g_strdup_printf ("%u", run->fused->n_nodes)),
                   "scheduled nodes, before → after fusion");
      append_card (page, NULL,
                   dup_change (fl_text_dup_bytes ((guint64) MAX (fl_schedule_count_traffic (run->schedule), 0)),
                               fl_text_dup_bytes ((guint64) MAX (fl_schedule_count_traffic (run->fused), 0))),
                   "read and written, before → after fusion");
    }
  if (run->plan != NULL)
    append_card (page, NULL, fl_text_dup_bytes ((guint64) MAX (fl_memory_plan_get_peak (run->plan), 0)),
                 "peak of intermediates and results");
  if (run->program != NULL)
    append_card (page, NULL, g_strdup_printf ("%u", run->program->n_kernels), "kernels and library calls");
  if (run->fused != NULL && run->fused->unjoined != NULL)
    append_card (page, NULL, g_strdup_printf ("%u", fl_schedule_count_kernels (run->fused, FALSE)),
                 "of them in ir_post_fusion, before Fuseloom joined some");
  if (execution != NULL && execution->check == FL_CHECK_UNVERIFIED)
    append_card (page, NULL, g_strdup ("unverified"), "beside the reference interpreter");
  else if (execution != NULL)
    append_card (page, execution->check == FL_CHECK_AGREES ? "good" : "bad",
                 g_strdup (execution->check == FL_CHECK_AGREES ? "agrees" : "DISAGREES"),
                 "with the reference interpreter");
  if (execution != NULL && execution->n_variants == 2 && execution->speedup > 0)
    {
      g_autofree char *speedup = fl_report_dup_number ("%.3g", execution->speedup),
                      *slower = fl_execution_dup_slower (execution, 1, 0);
      gboolean is_noise = execution->speedup_low <= 1 && execution->speedup_high >= 1;

      append_card (page, execution->speedup_low > 1 ? "good" : NULL, g_strdup_printf ("× %s", speedup),
                   slower != NULL ? slower
                   : is_noise     ? "speed-up, within noise"
                                  : "speed-up, fused over unfused");
    }
  g_string_append (page->out, "</div>\n");
}

/* Graph modules seldom have a name of their own: then the file has one. */
static char *
dup_title (const FlRun *run)
{
  const char *name = run->graph->name;

  if (run->graph->path != NULL && (name == NULL || *name == '<' || strcmp (name, "GraphModule") == 0))
    return g_path_get_basename (run->graph->path);
  return g_strdup (name != NULL ? name : "graph");
}

static void
append_head (Page *page)
{
  const FlRun *run = page->run;
  g_autofree char *title = dup_title (run), *torch = fl_options_dup_torch_why (&run->options);

  g_string_append (page->out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta "
                              "name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>");
  append_escaped (page, title);
  g_string_append (page->out, " – Fuseloom report</title>\n<style>\n");
  g_string_append (page->out, style);
  append_variables (page);
  g_string_append (page->out, "</style></head><body>\n<header><h1>");
  append_escaped (page, title);
  g_string_append (page->out, "</h1><p class=\"dim\">");
  append_escaped (page, run->graph->path);
  g_string_append_printf (page->out, " · target %s · strategy ", fl_target_get_name (run->options.target));
  append_escaped (page, run->own_options.strategy);
  if (run->target_why != NULL)
    {
      g_string_append (page->out, " · ");
      append_escaped (page, run->target_why);
    }
  g_string_append (page->out, " · ");
  append_escaped (page, torch);
  g_string_append (page->out, "</p>\n<nav><a href=\"#stages\">Stages</a><a href=\"#pictures\">Pictures</a><a "
                              "href=\"#decisions\">Decisions</a><a href=\"#kernels\">Kernels</a>"
                              "<a href=\"#memory\">Memory</a><a href=\"#times\">Times</a><a "
                              "href=\"#graph\">Graph</a><a href=\"#words\">Words</a></nav>\n");
  append_cards (page);
  if (run->error != NULL)
    {
      g_string_append (page->out, "<div class=\"box bad\"><b>The run stopped.</b> ");
      append_escaped (page, run->error->message);
      g_string_append (page->out, "</div>\n");
    }
  for (guint i = 0; i < run->graph->n_warnings && i < 20; i++)
    {
      g_string_append (page->out, "<div class=\"box\">");
      append_escaped (page, run->graph->warnings[i]);
      g_string_append (page->out, "</div>\n");
    }
  g_string_append (page->out, "</header><main>\n");
}

static void
append_table (Page *page, FlTable *table)
{
  fl_table_append_html (page->out, table, NULL);
  fl_table_clear (table);
}

static void
append_stages (Page *page)
{
  FlTable table;
  gboolean has_title = FALSE;

  g_string_append (page->out, "<h2 id=\"stages\">Stages</h2>\n");
  fl_report_init_stages (&table, page->run, FALSE);
  append_table (page, &table);
  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    {
      const FlOptionInfo *row = fl_options_get_row (i);
      g_autofree char *text = fl_options_dup_value_text (&page->run->options, row);

      if (fl_options_get_value (&page->run->options, row) == fl_options_get_default (&page->run->options, row))
        continue;
      g_string_append (page->out, has_title ? ", " : "<p>Options other than default: ");
      has_title = TRUE;
      append_escaped (page, row->name);
      g_string_append (page->out, " = ");
      append_escaped (page, text);
    }
  g_string_append (page->out, has_title ? "</p>\n" : "<p class=\"dim\">All options at their defaults.</p>\n");
}

static void
append_pictures (Page *page)
{
  static const FlStage stages[]
      = { FL_STAGE_FUSE,     FL_STAGE_GRAPH,  FL_STAGE_DECOMPOSE, FL_STAGE_LOWER, FL_STAGE_REALIZE,
          FL_STAGE_SCHEDULE, FL_STAGE_MEMORY, FL_STAGE_CODEGEN,   FL_STAGE_RUN };

  g_string_append (page->out, "<h2 id=\"pictures\">Pictures of the stages</h2>\n<p "
                              "class=\"dim\">Point at a box or an arrow to read about it.</p>\n");
  for (guint i = 0; i < G_N_ELEMENTS (stages); i++)
    {
      const FlStageInfo *info = fl_stage_get_info (stages[i]);
      g_autoptr (GString) svg = g_string_new (NULL);
      g_autofree char *note = NULL;

      if (!fl_report_append_stage_svg (svg, page->run, stages[i], page->worker_path, page->cancelled, &note))
        continue;
      g_string_append_printf (page->out, "<details%s><summary>%s <span class=\"dim\">%s</span></summary>\n<figure>",
                              stages[i] == FL_STAGE_FUSE ? " open" : "", info->title, info->sentence);
      append_recolored (page, svg->str);
      if (note != NULL)
        {
          g_string_append (page->out, "<figcaption>");
          append_escaped (page, note);
          g_string_append (page->out, "</figcaption>");
        }
      g_string_append (page->out, "</figure></details>\n");
    }
}

static void
append_decisions (Page *page)
{
  FlTable table;
  guint n_left_out;

  g_string_append (page->out, "<h2 id=\"decisions\">Fusion decisions</h2>\n");
  if (page->run->fused == NULL)
    {
      g_string_append (page->out, "<p>The run did not get as far as fusion.</p>\n");
      return;
    }
  fl_report_init_decisions (&table, page->run, MAX_DECISIONS, &n_left_out);
  if (fl_table_get_n_rows (&table) == 0)
    g_string_append (page->out, "<p>No pair was considered.</p>\n");
  else
    fl_table_append_html (page->out, &table, NULL);
  fl_table_clear (&table);
  if (n_left_out > 0)
    g_string_append_printf (page->out,
                            "<p class=\"dim\">%u more refusals that would have saved less are in report.json.</p>\n",
                            n_left_out);
}

/* --- kernels -------------------------------------------------------------------------------- */
/* The FX nodes that a line came from, each once. */
static void
append_line_origins (Page *page, const FlKernel *kernel, guint line, guint *next_span)
{
  g_autoptr (GString) names = g_string_new (NULL);
  const char *last = NULL;

  for (; *next_span < kernel->n_spans && kernel->spans[*next_span].line <= line; (*next_span)++)
    {
      const FlSourceSpan *span = &kernel->spans[*next_span];
      const char *name = span->node;

      if (span->line < line)
        continue;
      if (page->run->decomposed != NULL && span->origin.index < page->run->decomposed->n_nodes)
        name = page->run->decomposed->nodes[span->origin.index].name;
      if (name != last)
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
      last = name;
    }
  if (names->len == 0)
    return;
  g_string_append (page->out, "<q>");
  append_escaped (page, names->str);
  g_string_append (page->out, "</q>");
}

static void
append_source (Page *page, const FlKernel *kernel)
{
  g_auto (GStrv) lines = g_strsplit (kernel->source, "\n", -1);
  guint next_span = 0;

  g_string_append (page->out, "<pre>");
  for (guint i = 0; lines[i] != NULL; i++)
    {
      gboolean has = next_span < kernel->n_spans && kernel->spans[next_span].line == i + 1;

      if (lines[i + 1] == NULL && *lines[i] == '\0')
        break;
      g_string_append_printf (page->out, "<span%s><i>%u</i>", has ? " class=\"has\"" : "", i + 1);
      append_escaped (page, lines[i]);
      append_line_origins (page, kernel, i + 1, &next_span);
      g_string_append (page->out, "</span>\n");
    }
  g_string_append (page->out, "</pre>\n");
}

/* The program's own, and PyTorch's. */
static void
append_wrappers (Page *page)
{
  g_autoptr (GString) torch = g_string_new (NULL);

  if (page->run->program->wrapper == NULL)
    return;
  g_string_append (page->out, "<details><summary>Wrapper <span class=\"dim\">allocations and "
                              "calls in order</span></summary><pre>");
  append_escaped (page, page->run->program->wrapper);
  g_string_append (page->out, "</pre></details>\n");
  fl_report_append_torch_wrapper (torch, page->run);
  g_string_append (page->out, "<details><summary>PyTorch's wrapper <span class=\"dim\">what TorchInductor would "
                              "allocate, reuse and delete</span></summary><pre>");
  append_escaped (page, torch->str);
  g_string_append (page->out, "</pre></details>\n");
}

static void
append_kernels (Page *page)
{
  const FlProgram *program = page->run->program;
  FlTable table;

  g_string_append (page->out, "<h2 id=\"kernels\">Kernels</h2>\n");
  if (program == NULL)
    {
      g_string_append (page->out, "<p>The run did not get as far as kernels.</p>\n");
      return;
    }
  fl_report_init_kernels (&table, program);
  append_table (page, &table);
  if (program->source == NULL)
    g_string_append_printf (page->out, "<p>No kernel has %s source; the wrapper shows the calls.</p>\n",
                            fl_target_get_name (program->target));
  else
    g_string_append (page->out,
                     "<p class=\"dim\">Beside a line stand the operators of the graph that it came from.</p>\n");
  for (guint i = 0, n = 0; i < program->n_kernels && n < MAX_SOURCE_KERNELS; i++)
    {
      const FlKernel *kernel = &program->kernels[i];

      if (kernel->source == NULL)
        continue;
      g_string_append_printf (page->out, "<details%s><summary>", n++ == 0 ? " open" : "");
      append_escaped (page, kernel->name);
      g_string_append (page->out, " <span class=\"dim\">");
      append_escaped (page, fl_kernel_kind_get_name (kernel->kind));
      g_string_append (page->out, ", ");
      append_escaped (page, kernel->node != NULL ? kernel->node->name : "");
      g_string_append (page->out, "</span></summary>\n");
      append_source (page, kernel);
      fl_report_append_steps_html (page->out, page->run, i);
      g_string_append (page->out, "</details>\n");
    }
  append_wrappers (page);
}

/* --- memory, times, graph ------------------------------------------------------------------- */
static void
append_memory_map (Page *page)
{
  static const FlMemoryPaint paint = { .selected = -1, .partner = -1, .hovered = -1, .step = -1 };
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GString) svg = g_string_new (NULL);
  const FlMemoryMap *map = fl_memory_map_new (arena, page->run);
  const FlMemoryPicture *picture = fl_memory_picture_new (arena, map, page->run);

  if (map->n_steps == 0 || map->n_boxes == 0)
    return;
  fl_memory_picture_append_svg (svg, picture, &paint, MAP_WIDTH, map->n_boxes > MANY ? MAP_HEIGHT_MANY : MAP_HEIGHT);
  g_string_append (page->out, "<figure>");
  append_recolored (page, svg->str);
  g_string_append (page->out,
                   "<figcaption>Calls from left to right, offsets in the arena upwards. A box is a buffer for "
                   "as long as it is needed; hatched: in memory that another buffer had before it; with a line "
                   "at its left: written over what is read for the last time; dotted: a part of another "
                   "buffer. Point at a box to read why it lies there.</figcaption></figure>\n");
}

static void
append_memory (Page *page)
{
  const FlMemoryPlan *plan = page->run->plan;
  FlTable table;

  g_string_append (page->out, "<h2 id=\"memory\">Memory plan</h2>\n");
  if (plan == NULL)
    {
      g_string_append (page->out, "<p>The run did not get as far as the memory plan.</p>\n");
      return;
    }
  g_autofree char *peak = fl_text_dup_bytes ((guint64) MAX (fl_memory_plan_get_peak (plan), 0)),
                  *bound = fl_text_dup_bytes ((guint64) MAX (fl_memory_plan_get_bound (plan), 0));
  g_string_append_printf (page->out,
                          "<p>Planner <b>%s</b>: peak %s; in this order at least %s must be alive at once.</p>\n",
                          plan->planner, peak, bound);
  append_memory_map (page);
  fl_report_init_memory (&table, plan);
  append_table (page, &table);
}

/* The picture without the declaration that a file of its own begins with. */
static void
append_roofline (Page *page)
{
  g_autoptr (FlRoofline) roofline = fl_roofline_new (page->run->execution);
  g_autofree char *svg = roofline ? fl_roofline_dup_svg (roofline, FALSE) : NULL;
  const char *begin = svg ? strstr (svg, "<svg") : NULL;

  if (begin == NULL)
    return;
  g_string_append (page->out, "<h3>Roofline</h3>\n<figure class=\"roofline\">");
  g_string_append (page->out, begin);
  g_string_append (
      page->out,
      "</figure>\n<p class=\"dim\">Each kernel between what memory and what arithmetic allow, both measured in "
      "the same run: filled is fused, hollow is unfused, a dotted line is what it could still gain.</p>\n");
}

static void
append_lines (Page *page, void (*append) (GString *out, const FlExecution *execution))
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;

  append (text, page->run->execution);
  lines = g_strsplit (text->str, "\n", -1);

  g_string_append (page->out, "<ul class=\"dim\">\n");
  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] != '\0')
      {
        g_string_append (page->out, "<li>");
        append_escaped (page, lines[i]);
        g_string_append (page->out, "</li>\n");
      }
  g_string_append (page->out, "</ul>\n");
}

static void
append_times (Page *page)
{
  const FlExecution *execution = page->run->execution;
  FlTable table;

  g_string_append (page->out, "<h2 id=\"times\">Times and agreement</h2>\n");
  if (execution == NULL)
    {
      g_string_append (page->out, "<p>The program was not executed in this run: there are no times.</p>\n");
      return;
    }
  append_lines (page, fl_report_append_headline);
  append_lines (page, fl_report_append_speed);
  if (execution->n_variants > 0)
    {
      fl_report_init_longest (&table, &execution->variants[execution->n_variants - 1]);
      if (fl_table_get_n_rows (&table) > 0)
        append_table (page, &table);
      else
        fl_table_clear (&table);
    }
  if (execution->n_agreements > 0)
    {
      fl_report_init_agreement (&table, execution->agreements, execution->n_agreements);
      append_table (page, &table);
    }
  if (execution->n_expected > 0)
    {
      g_string_append (page->out, "<p>Beside the results that were given:</p>\n");
      fl_report_init_agreement (&table, execution->expected, execution->n_expected);
      append_table (page, &table);
    }
  fl_report_init_kernel_times (&table, execution);
  append_table (page, &table);
  g_string_append (page->out, "<p class=\"dim\">Medians of interleaved samples.</p>\n");
  append_lines (page, fl_report_append_conditions);
  fl_report_append_ablation_html (page->out, page->run);
  append_roofline (page);
}

static void
append_graph (Page *page)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *end;
  guint n_lines = 0;

  fl_report_append_fx (text, page->run->graph);
  for (end = text->str; *end != '\0' && n_lines < MAX_FX_LINES; end++)
    n_lines += *end == '\n';
  g_string_truncate (text, (gsize) (end - text->str));
  g_string_append (page->out, "<h2 id=\"graph\">The graph</h2>\n<details><summary>FX text <span "
                              "class=\"dim\">as it was read</span></summary><pre>");
  append_escaped (page, text->str);
  g_string_append (page->out, "</pre></details>\n");
}

void
fl_report_append_html (GString *out, const FlRun *run, const char *worker_path, const gint *cancelled)
{
  Page page = { out, run, worker_path, cancelled };

  append_head (&page);
  append_stages (&page);
  append_pictures (&page);
  append_decisions (&page);
  append_kernels (&page);
  append_memory (&page);
  append_times (&page);
  append_graph (&page);
  fl_report_append_terms_html (out, run);
  g_string_append (out, "</main><footer>Made by Fuseloom. The same facts for programs are in "
                        "report.json.</footer></body></html>\n");
}
