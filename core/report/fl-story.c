/* One value followed through the stages: the decisions that are about it, or about what it became, in the order in
 * which they were made, with what each stage left of it. Read off the events and the table of origins. */
#include "fl-story.h"

#include "fl-access.h"
#include "fl-event-kinds.h"
#include "fl-intern.h"
#include "fl-text.h"

enum
{
  MAX_EVENTS = 8 /* of one stage; the others are counted */
};

typedef struct
{
  const FlRun *run;
  GString *out;
  const FlItem *items; /* the value in each stage */
  guint n_items;
} Story;

static FlItem
find_item (FlKin *kin, const char *name, const FlItem **items, guint *n)
{
  static const FlItemKind kinds[]
      = { FL_ITEM_GRAPH_NODE, FL_ITEM_NODE, FL_ITEM_BUFFER, FL_ITEM_OP, FL_ITEM_GROUP, FL_ITEM_KERNEL };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const FlItem item = { kinds[i], fl_intern (name) };

      *items = fl_kin_get (kin, item, n);
      if (*n > 0)
        return item;
    }
  return (FlItem) { FL_ITEM_NONE, NULL };
}

static gboolean
is_about (const Story *story, const FlRef *ref)
{
  for (guint i = 0; i < story->n_items && ref->name != NULL; i++)
    if (story->items[i].name == ref->name || g_str_equal (story->items[i].name, ref->name))
      return TRUE;
  return FALSE;
}

static void
append_items (const Story *story, FlItemKind kind, const char *title)
{
  guint n = 0;

  for (guint i = 0; i < story->n_items; i++)
    if (story->items[i].kind == kind)
      g_string_append_printf (story->out, "%s%s", n++ == 0 ? title : ", ", story->items[i].name);
  if (n > 0)
    g_string_append_c (story->out, '\n');
}

/* --- what each stage left of it --------------------------------------------------------------- */

static void
append_node (const Story *story, const FlNode *node)
{
  g_string_append_printf (story->out, "  %s = %s → ", node->name, node->target);
  fl_value_append (story->out, &node->value);
  g_string_append_c (story->out, '\n');
  if (node->source_file != NULL)
    g_string_append_printf (story->out, "    %s:%u%s%s\n", node->source_file, node->source_line,
                            node->source_code != NULL ? ": " : "", node->source_code != NULL ? node->source_code : "");
  if (node->module_path != NULL)
    g_string_append_printf (story->out, "    module %s\n", node->module_path);
}

static void
append_nodes (const Story *story, const FlGraph *graph, FlItemKind kind)
{
  for (guint i = 0; i < story->n_items && graph != NULL; i++)
    {
      const FlNode *node = story->items[i].kind == kind ? fl_graph_find_node (graph, story->items[i].name) : NULL;

      if (node != NULL)
        append_node (story, node);
    }
}

static const char *
get_form (FlLoweredKind kind)
{
  switch (kind)
    {
    case FL_LOWERED_INPUT: return "an input: memory that exists before the first kernel";
    case FL_LOWERED_CONSTANT: return "a constant";
    case FL_LOWERED_POINTWISE: return "a pointwise formula, computed inside each of its readers";
    case FL_LOWERED_REDUCTION: return "a reduction, computed inside its reader";
    case FL_LOWERED_VIEW: return "a view: the same memory seen otherwise, which costs nothing";
    case FL_LOWERED_EXTERN: return "a library call";
    default: return "no loop of its own";
    }
}

static void
append_boxes (const Story *story)
{
  const FlGraph *graph = story->run->decomposed;

  for (guint i = 0; i < story->n_items && story->run->lowered != NULL; i++)
    {
      const FlNode *node
          = story->items[i].kind == FL_ITEM_NODE ? fl_graph_find_node (graph, story->items[i].name) : NULL;
      const FlBuffer *buffer = node != NULL ? story->run->lowered->nodes[node - graph->nodes].buffer : NULL;

      if (node == NULL)
        continue;
      g_string_append_printf (story->out, "  %s is ", node->name);
      if (buffer == NULL)
        g_string_append (story->out, get_form (story->run->lowered->nodes[node - graph->nodes].kind));
      else
        {
          g_string_append_printf (story->out, "stored in %s, a %s%s%s; ", buffer->name,
                                  fl_buffer_kind_get_name (buffer->kind), buffer->why != NULL ? ": " : "",
                                  buffer->why != NULL ? buffer->why : "");
          fl_layout_append (story->out, &buffer->layout);
        }
      g_string_append_c (story->out, '\n');
    }
}

/* Boxes, loops and inner_fn, line by line. */
static void
append_lowered (const Story *story)
{
  const FlGraph *graph = story->run->decomposed;

  for (guint i = 0; i < story->n_items && story->run->lowered != NULL; i++)
    {
      const FlNode *node
          = story->items[i].kind == FL_ITEM_NODE ? fl_graph_find_node (graph, story->items[i].name) : NULL;
      const char *text = node != NULL ? story->run->lowered->nodes[node - graph->nodes].text : NULL;

      if (text != NULL)
        g_string_append_printf (story->out, "  %s: %s\n", node->name, text);
    }
}

/* The slot of its memory, from when to when. */
static void
append_slots (const Story *story)
{
  for (guint i = 0; i < story->n_items && story->run->plan != NULL; i++)
    {
      const FlMemoryBuffer *buffer = story->items[i].kind == FL_ITEM_BUFFER
                                         ? fl_memory_plan_find (story->run->plan, story->items[i].name)
                                         : NULL;
      g_autofree char *size = buffer != NULL ? fl_text_dup_bytes ((guint64) MAX (buffer->size_bytes, 0)) : NULL;

      if (buffer == NULL)
        continue;
      g_string_append_printf (story->out, "  %s: %s, from call %u to call %u of %u; ", buffer->buffer->name, size,
                              buffer->first + 1, MIN (buffer->last + 1, story->run->plan->n_calls),
                              story->run->plan->n_calls);
      if (buffer->is_removed)
        g_string_append (story->out, "in no slot: it lives only inside the kernel");
      else if (buffer->offset < 0)
        g_string_append (story->out, "in no slot of the arena");
      else
        g_string_append_printf (story->out, "slot: bytes %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT " of the arena",
                                buffer->offset, buffer->offset + buffer->size_bytes);
      if (buffer->owner != NULL && buffer->owner != buffer->buffer)
        g_string_append_printf (story->out, ", in the memory of %s", buffer->owner->name);
      g_string_append_c (story->out, '\n');
    }
}

static const FlKernelTime *
find_time (const FlVariantTime *times, const char *kernel)
{
  for (guint k = 0; k < times->n_kernels; k++)
    if (g_str_equal (times->kernels[k].kernel, kernel))
      return &times->kernels[k];
  return NULL;
}

/* Of the kernels of the story, in the program's own variant. */
static void
append_times (const Story *story)
{
  const FlExecution *execution = story->run->execution;

  for (guint v = 0; execution != NULL && v < execution->n_variants; v++)
    for (guint i = 0; i < story->n_items && execution->variants[v].program == story->run->program; i++)
      {
        const FlKernelTime *time
            = story->items[i].kind == FL_ITEM_KERNEL ? find_time (&execution->variants[v], story->items[i].name) : NULL;
        g_autofree char *median = time != NULL ? fl_text_dup_duration (time->median_ns) : NULL;
        g_autofree char *all = fl_text_dup_duration (execution->variants[v].total_median_ns);

        if (time != NULL)
          g_string_append_printf (story->out, "  %s takes %s of the program's %s\n", time->kernel, median, all);
      }
}

static void
append_dependencies (const Story *story)
{
  for (guint i = 0; i < story->n_items && story->run->schedule != NULL; i++)
    {
      const FlSchedNode *node = story->items[i].kind == FL_ITEM_OP
                                    ? fl_schedule_find_node (story->run->schedule, story->items[i].name)
                                    : NULL;

      for (guint k = 0; node != NULL && k < node->n_reads + node->n_writes; k++)
        {
          g_string_append_printf (story->out, "  %s %s ", node->name, k < node->n_reads ? "reads" : "writes");
          fl_dep_append (story->out, k < node->n_reads ? &node->reads[k] : &node->writes[k - node->n_reads],
                         &story->run->options.rules);
          g_string_append_c (story->out, '\n');
        }
      if (node != NULL)
        fl_sched_node_append_index_exprs (story->out, node, "  ");
    }
}

/* Lines of kernels that compute what the graph's nodes of the story are. */
static void
append_lines (const Story *story)
{
  const FlProgram *program = story->run->program;
  guint n = 0;

  for (guint i = 0; program != NULL && i < program->n_kernels; i++)
    for (guint k = 0; k < program->kernels[i].n_spans; k++)
      {
        const FlSourceSpan *span = &program->kernels[i].spans[k];
        const FlNode *node = span->origin.index < story->run->decomposed->n_nodes
                                 ? fl_graph_get_node (story->run->decomposed, span->origin)
                                 : NULL;
        const FlRef ref = { FL_REF_NODE, 0, node != NULL ? node->name : NULL };

        if (is_about (story, &ref) && n++ < MAX_EVENTS)
          g_string_append_printf (story->out, "  %s, line %u: %s\n", program->kernels[i].name, span->line, span->text);
      }
  if (n > MAX_EVENTS)
    g_string_append_printf (story->out, "  … and %u more lines\n", n - MAX_EVENTS);
}

/* --- decisions -------------------------------------------------------------------------------- */

static void
append_events (const Story *story, FlStage stage)
{
  const FlTrace *trace = story->run->trace;
  guint n_more = 0, n_refused = 0, n = 0;

  for (guint32 i = 0; i < fl_trace_get_n_steps (trace, stage); i++)
    {
      const FlEvent *event = fl_trace_get_step (trace, stage, i);

      if (!is_about (story, &event->subject) && !is_about (story, &event->object))
        continue;
      if (event->kind == FL_EVENT_CANDIDATE)
        n_refused += event->verdict > FL_VERDICT_ACCEPT;
      else if (n++ < MAX_EVENTS)
        {
          g_string_append_printf (story->out, "  step %u: ", event->step + 1);
          fl_event_append_sentence (event, story->out);
          g_string_append_c (story->out, '\n');
        }
      else
        n_more++;
    }
  if (n_more > 0)
    g_string_append_printf (story->out, "  … and %u more decisions\n", n_more);
  if (n_refused > 0)
    g_string_append_printf (story->out, "  refused with another %u times: ask `why` about the two\n", n_refused);
}

static void
append_stage (const Story *story, FlStage stage)
{
  const gsize before = story->out->len;
  gsize start;

  g_string_append_printf (story->out, "%s\n", fl_stage_get_info (stage)->title);
  start = story->out->len;
  switch (stage)
    {
    case FL_STAGE_GRAPH: append_nodes (story, story->run->graph, FL_ITEM_GRAPH_NODE); break;
    case FL_STAGE_DECOMPOSE: append_nodes (story, story->run->decomposed, FL_ITEM_NODE); break;
    case FL_STAGE_LOWER: append_lowered (story); break;
    case FL_STAGE_REALIZE: append_boxes (story); break;
    case FL_STAGE_SCHEDULE:
      append_items (story, FL_ITEM_OP, "  ");
      append_dependencies (story);
      break;
    case FL_STAGE_FUSE: append_items (story, FL_ITEM_GROUP, "  in the end part of "); break;
    case FL_STAGE_MEMORY: append_slots (story); break;
    case FL_STAGE_RUN: append_times (story); break;
    case FL_STAGE_CODEGEN:
      append_items (story, FL_ITEM_KERNEL, "  computed by ");
      append_lines (story);
      break;
    default: break;
    }
  if (stage != FL_STAGE_GRAPH && stage != FL_STAGE_CODEGEN)
    append_events (story, stage);
  if (story->out->len == start)
    g_string_truncate (story->out, before);
}

gboolean
fl_story_append (GString *out, const FlRun *run, const char *name)
{
  g_autoptr (FlKin) kin = fl_kin_new (run);
  Story story = { .run = run, .out = out };
  const FlItem item = find_item (kin, name, &story.items, &story.n_items);
  g_autofree char *status = NULL;

  if (item.kind == FL_ITEM_NONE)
    return FALSE;
  status = fl_kin_dup_status (kin, item);
  g_string_append_printf (out, "%s: %s\n", name, status);
  for (guint i = 0; i < FL_N_STAGES; i++)
    append_stage (&story, i);
  return TRUE;
}
