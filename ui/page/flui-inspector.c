#include "flui-inspector.h"

#include <string.h>

#include "fl-fuse.h"
#include "fl-partition-explain.h"
#include "fl-intern.h"
#include "fl-text.h"

#define MAX_DECISIONS 16

struct _FluiInspector
{
  GtkWidget parent;
  FluiSession *session;
  GtkWidget *scroller;
  GtkWidget *box; /* rebuilt for each selection */
};

G_DEFINE_FINAL_TYPE (FluiInspector, flui_inspector, GTK_TYPE_WIDGET)

/* --- building blocks
 * -------------------------------------------------------------------------------------------- */

static GtkWidget *
add_label (FluiInspector *self, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_focusable (label, FALSE);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (self->box), label);
  return label;
}

static void
add_heading (FluiInspector *self, const char *text)
{
  g_autofree char *upper = g_utf8_strup (text, -1);

  add_label (self, upper, "inspector-heading");
}

/* A name and what kind of thing it is. */
static void
add_title (FluiInspector *self, const char *name, const char *kind, const char *kind_class)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *badge = gtk_label_new (kind);

  add_label (self, name, "inspector-title");
  gtk_widget_add_css_class (badge, "badge");
  gtk_widget_add_css_class (badge, kind_class);
  gtk_box_append (GTK_BOX (row), badge);
  gtk_box_append (GTK_BOX (self->box), row);
}

static GtkWidget *
add_fact (FluiInspector *self, const char *name, const char *value)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *left = gtk_label_new (name);
  GtkWidget *right = gtk_label_new (value);

  gtk_label_set_xalign (GTK_LABEL (left), 0);
  gtk_label_set_yalign (GTK_LABEL (left), 0);
  gtk_label_set_width_chars (GTK_LABEL (left), 9);
  gtk_widget_set_valign (left, GTK_ALIGN_BASELINE);
  gtk_widget_add_css_class (left, "fact-name");
  gtk_widget_add_css_class (right, "fact-value");
  gtk_widget_set_valign (right, GTK_ALIGN_BASELINE);
  gtk_label_set_xalign (GTK_LABEL (right), 0);
  gtk_label_set_wrap (GTK_LABEL (right), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (right), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (right), TRUE);
  gtk_widget_set_focusable (right, FALSE);
  gtk_widget_set_hexpand (right, TRUE);
  gtk_box_append (GTK_BOX (row), left);
  gtk_box_append (GTK_BOX (row), right);
  gtk_box_append (GTK_BOX (self->box), row);
  return right;
}

static void
add_code (FluiInspector *self, const char *text)
{
  gtk_widget_add_css_class (add_label (self, text, "code"), "index");
}

static gboolean
on_link (GtkLabel *label, const char *uri, FluiInspector *self)
{
  char *end = NULL;
  FlItemKind kind = g_ascii_strtoull (uri, &end, 10);

  flui_session_select (self->session, (FlItem){ kind, fl_intern (end + 1) });
  return TRUE;
}

static void
append_link (GString *markup, FlItemKind kind, const char *name)
{
  g_autofree char *escaped = g_markup_escape_text (name, -1);

  g_string_append_printf (markup, "%s<a href=\"%d:%s\">%s</a>", markup->len ? ",  " : "", kind,
                          escaped, escaped);
}

static void
add_links (FluiInspector *self, const char *name, const GString *markup)
{
  GtkWidget *label;

  if (!markup->len)
    return;
  add_label (self, name, "fact-name");
  label = add_label (self, NULL, "inspector-links");
  gtk_label_set_markup (GTK_LABEL (label), markup->str);
  gtk_widget_set_focusable (label, TRUE);
  g_signal_connect (label, "activate-link", G_CALLBACK (on_link), self);
}

/* --- what is known of each kind of item
 * -------------------------------------------------------------------------- */

static void
add_node_facts (FluiInspector *self, const FlGraph *graph, const FlNode *node, FlItemKind kind)
{
  g_autoptr (GString) value = g_string_new (NULL);
  g_autoptr (GString) inputs = g_string_new (NULL);
  g_autoptr (GString) users = g_string_new (NULL);

  fl_value_append (value, &node->value);
  add_fact (self, "operator", node->target);
  if (node->value.kind != FL_VALUE_UNKNOWN)
    add_fact (self, "value", value->str);
  if (node->value.kind == FL_VALUE_TENSOR)
    {
      g_string_truncate (value, 0);
      fl_tensor_append (value, &node->value.tensor, TRUE, TRUE);
      add_fact (self, "layout", value->str);
    }
  if (!node->op && node->kind == FL_NODE_CALL)
    add_fact (self, "note",
              "an operator that Fuseloom does not know: kept with its annotated result");
  if (node->source_file)
    {
      g_autofree char *place = g_strdup_printf ("%s:%u", node->source_file, node->source_line);

      add_fact (self, "from", place);
      if (node->source_code)
        add_fact (self, "", node->source_code);
    }
  if (node->module_path)
    add_fact (self, "module", node->module_path);
  for (guint i = 0; i < node->n_args; i++)
    if (node->args[i].kind == FL_ARG_NODE)
      append_link (inputs, kind, fl_graph_get_node (graph, node->args[i].node)->name);
  for (guint i = 0; i < node->n_users && i < 40; i++)
    append_link (users, kind, fl_graph_get_node (graph, node->users[i])->name);
  add_links (self, "reads", inputs);
  add_links (self, "read by", users);
}

static void
add_buffer_facts (FluiInspector *self, const FlRun *run, const FlBuffer *buffer)
{
  g_autoptr (GString) layout = g_string_new (NULL);
  const FlMemoryBuffer *memory = run->plan ? fl_memory_plan_find (run->plan, buffer->name) : NULL;

  fl_layout_append (layout, &buffer->layout);
  add_fact (self, "kind", fl_buffer_kind_get_name (buffer->kind));
  add_fact (self, "layout", layout->str);
  if (buffer->why)
    add_fact (self, "realized", buffer->why);
  if (memory)
    {
      g_autofree char *size = fl_text_dup_bytes (memory->size_bytes);
      g_autofree char *life
          = g_strdup_printf ("from call %u to call %u", memory->first, memory->last);

      add_fact (self, "size", size);
      add_fact (self, "alive", life);
      if (memory->why)
        add_fact (self, "memory", memory->why);
    }
}

static void
append_deps (GString *text, const FlDep *deps, guint n_deps, FlFormat format)
{
  for (guint i = 0; i < n_deps && i < 12; i++)
    {
      g_string_append (text, i ? "\n" : "");
      fl_dep_append (text, &deps[i], format);
    }
}

static void
add_sched_facts (FluiInspector *self, const FlSchedule *schedule, const FlSchedNode *node)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *read_text = NULL;
  g_autofree char *written_text = NULL;
  gint64 read_bytes, written_bytes;

  add_fact (self, "kind", fl_sched_kind_get_name (node->kind));
  fl_sched_node_count_bytes (schedule, node, &read_bytes, &written_bytes);
  read_text = fl_text_dup_bytes (read_bytes);
  written_text = fl_text_dup_bytes (written_bytes);
  add_fact (self, "reads", read_text);
  add_fact (self, "writes", written_text);
  if (node->numel && node->rnumel)
    {
      fl_sym_append (text, node->numel);
      g_string_append (text, " × ");
      fl_sym_append (text, node->rnumel);
      add_fact (self, "elements", text->str);
    }
  if (node->n_originals > 1)
    {
      g_autoptr (GString) members = g_string_new (NULL);

      for (guint i = 0; i < node->n_originals; i++)
        append_link (members, FL_ITEM_OP, node->originals[i]->name);
      add_links (self, "members", members);
    }
  g_string_truncate (text, 0);
  append_deps (text, node->reads, node->n_reads, schedule->format);
  if (text->len)
    {
      add_label (self, "reads from", "fact-name");
      add_code (self, text->str);
    }
  g_string_truncate (text, 0);
  append_deps (text, node->writes, node->n_writes, schedule->format);
  if (text->len)
    {
      add_label (self, "writes to", "fact-name");
      add_code (self, text->str);
    }
}

static void
add_kernel_facts (FluiInspector *self, const FlRun *run, const FlKernel *kernel)
{
  g_autofree char *read_text = fl_text_dup_bytes (kernel->read_bytes);
  g_autofree char *written_text = fl_text_dup_bytes (kernel->written_bytes);
  g_autofree char *flops = g_strdup_printf ("%" G_GINT64_FORMAT, kernel->flops);

  add_fact (self, "kind", fl_kernel_kind_get_name (kernel->kind));
  add_fact (self, "runs", kernel->node->name);
  add_fact (self, "reads", read_text);
  add_fact (self, "writes", written_text);
  if (kernel->flops > 0)
    add_fact (self, "arithmetic", flops);
}

typedef struct
{
  FluiSession *session; /* not referenced: the button dies before it */
  FlStage stage;
  guint32 step;
} Jump;

static void
on_decision (GtkButton *button, Jump *jump)
{
  Jump to = *jump; /* going there rebuilds the inspector, and with it this button */

  flui_session_set_stage (to.session, to.stage);
  flui_session_set_step (to.session, to.step + 1);
}

/* Rounds decide the same again: such a decision is shown once, with how often. */
static void
add_decision (FluiInspector *self, const FlEvent *event, guint n_times)
{
  static const char *const classes[] = { "note", "accept", "reject", "illegal" };
  static const char *const marks[] = { "–", "✓", "✗", "⊘" };
  g_autoptr (GString) sentence = g_string_new (NULL);
  g_autofree char *times = n_times > 1 ? g_strdup_printf (", %u times", n_times) : g_strdup ("");
  g_autofree char *place
      = g_strdup_printf ("%s, step %u%s", fl_stage_get_info (event->stage)->title, event->step + 1,
                         times);
  GtkWidget *button = gtk_button_new (), *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  Jump *jump = g_new0 (Jump, 1);

  *jump = (Jump){ self->session, event->stage, event->step };
  g_string_append_printf (sentence, "%s  ", marks[event->verdict]);
  fl_event_append_sentence (event, sentence);
  for (int i = 0; i < 2; i++)
    {
      GtkWidget *label = gtk_label_new (i ? place : sentence->str);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
      gtk_widget_add_css_class (label, i ? "caption" : "fact-value");
      gtk_box_append (GTK_BOX (column), label);
    }
  gtk_button_set_child (GTK_BUTTON (button), column);
  gtk_widget_add_css_class (button, "decision");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, classes[event->verdict]);
  gtk_widget_set_tooltip_text (button, "Go to this step");
  g_signal_connect_data (button, "clicked", G_CALLBACK (on_decision), jump,
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  gtk_box_append (GTK_BOX (self->box), button);
}

/* Groups are called by their members: "op0_op1" holds op1. */
static gboolean
covers (const char *group, const char *name)
{
  gsize length = strlen (name);

  for (const char *at = group; at && (at = strstr (at, name)); at += length)
    if ((at == group || at[-1] == '_') && (at[length] == '\0' || at[length] == '_'))
      return TRUE;
  return FALSE;
}

static gboolean
is_about_pair (const FlEvent *event, const char *a, const char *b)
{
  const char *subject = event->subject.name, *object = event->object.name;

  if (!subject || !object)
    return FALSE;
  return (covers (subject, a) && covers (object, b)) || (covers (subject, b) && covers (object, a));
}

static gboolean
is_about_any (const FlEvent *event, const FlItem *items, guint n_items)
{
  for (guint k = 0; k < n_items; k++)
    if (items[k].name
        && (items[k].name == event->subject.name || items[k].name == event->object.name))
      return TRUE;
  return FALSE;
}

static gboolean
is_same_decision (const FlEvent *a, const FlEvent *b)
{
  return a->stage == b->stage && a->kind == b->kind && a->verdict == b->verdict
         && a->subject.name == b->subject.name && a->object.name == b->object.name
         && g_strcmp0 (a->reason, b->reason) == 0;
}

typedef struct
{
  const FlEvent *event;
  guint n_times;
} Decision;

static void
collect (GArray *decisions, const FlEvent *event)
{
  Decision decision = { event, 1 };

  for (guint i = 0; i < decisions->len; i++)
    if (is_same_decision (g_array_index (decisions, Decision, i).event, event))
      {
        g_array_index (decisions, Decision, i).n_times++;
        return;
      }
  g_array_append_val (decisions, decision);
}

static void
add_collected (FluiInspector *self, const char *heading, GArray *decisions)
{
  if (decisions->len)
    add_heading (self, heading);
  for (guint i = 0; i < decisions->len && i < MAX_DECISIONS; i++)
    add_decision (self, g_array_index (decisions, Decision, i).event,
                  g_array_index (decisions, Decision, i).n_times);
  if (decisions->len > MAX_DECISIONS)
    {
      g_autofree char *text = g_strdup_printf ("… and %u more: see the Decisions tab",
                                               decisions->len - MAX_DECISIONS);

      add_label (self, text, "dim-label");
    }
}

/* Those of the shown stage first: that is what the eye is on. */
static void
add_decisions (FluiInspector *self, const FlRun *run, const FlItem *items, guint n_items)
{
  FlStage stage = flui_session_get_stage (self->session);
  g_autoptr (GArray) decisions = g_array_new (FALSE, FALSE, sizeof (Decision));

  for (int pass = 0; pass < 2; pass++)
    for (guint32 i = 0; i < fl_trace_get_n_events (run->trace); i++)
      {
        const FlEvent *event = fl_trace_get_event (run->trace, i);

        if ((event->stage == stage) == (pass == 0) && is_about_any (event, items, n_items))
          collect (decisions, event);
      }
  add_collected (self, "Decisions", decisions);
}

static void
add_kin (FluiInspector *self, FlItem selection, const FlItem *items, guint n_items)
{
  static const char *const titles[]
      = { NULL, "FX graph", "decomposed", "buffers", "scheduler nodes", "kernel group", "kernel" };
  gboolean any = FALSE;

  for (int kind = FL_ITEM_GRAPH_NODE; kind <= FL_ITEM_KERNEL; kind++)
    {
      g_autoptr (GString) markup = g_string_new (NULL);
      guint n = 0;

      for (guint i = 0; i < n_items; i++)
        if (items[i].kind == (FlItemKind) kind
            && !(items[i].kind == selection.kind && items[i].name == selection.name) && n++ < 30)
          append_link (markup, kind, items[i].name);
      if (!markup->len)
        continue;
      if (!any)
        add_heading (self, "The same thing elsewhere");
      any = TRUE;
      add_links (self, titles[kind], markup);
    }
}

/* --- the whole
 * --------------------------------------------------------------------------------------------------
 */

static void
add_item_facts (FluiInspector *self, const FlRun *run, FlItem item)
{
  const FlNode *node;
  const FlSchedNode *sched;
  const FlBuffer *buffer;

  switch (item.kind)
    {
    case FL_ITEM_GRAPH_NODE:
      if ((node = fl_graph_find_node (run->graph, item.name)))
        add_node_facts (self, run->graph, node, item.kind);
      break;
    case FL_ITEM_NODE:
      if (run->decomposed && (node = fl_graph_find_node (run->decomposed, item.name)))
        add_node_facts (self, run->decomposed, node, item.kind);
      break;
    case FL_ITEM_BUFFER:
      if (run->lowered && (buffer = fl_lowered_find_buffer (run->lowered, item.name)))
        add_buffer_facts (self, run, buffer);
      break;
    case FL_ITEM_OP:
      if (run->schedule && (sched = fl_schedule_find_node (run->schedule, item.name)))
        add_sched_facts (self, run->schedule, sched);
      break;
    case FL_ITEM_GROUP:
      if (run->fused && (sched = fl_schedule_find_node (run->fused, item.name)))
        add_sched_facts (self, run->fused, sched);
      break;
    case FL_ITEM_KERNEL:
      for (guint i = 0; run->program && i < run->program->n_kernels; i++)
        if (run->program->kernels[i].name == item.name)
          {
            add_kernel_facts (self, run, &run->program->kernels[i]);
            break;
          }
      break;
    case FL_ITEM_NONE:
      break;
    }
}

/* Nothing selected: the stage and the run as a whole. */
static void
add_overview (FluiInspector *self, const FlRun *run)
{
  const FlStageInfo *info = fl_stage_get_info (flui_session_get_stage (self->session));
  g_autofree char *time
      = fl_text_dup_duration (run->stages[flui_session_get_stage (self->session)].time_ns);
  g_autoptr (GString) text = g_string_new (NULL);
  const FlEvent *event = flui_session_get_event (self->session);

  add_label (self, info->title, "inspector-title");
  add_label (self, info->sentence, NULL);
  add_fact (self, "took", time);
  if (event && flui_session_get_step (self->session) < flui_session_get_n_steps (self->session))
    {
      add_heading (self, "This step");
      add_decision (self, event, 1);
    }
  add_heading (self, "This run");
  add_fact (self, "target", fl_target_get_name (run->options.target));
  add_fact (self, "strategy", run->options.strategy);
  if (run->schedule && run->fused)
    {
      g_autofree char *before = fl_text_dup_bytes (fl_schedule_count_bytes (run->schedule));
      g_autofree char *after = fl_text_dup_bytes (fl_schedule_count_bytes (run->fused));

      g_string_printf (text, "%u nodes became %u", run->schedule->n_nodes, run->fused->n_nodes);
      add_fact (self, "fusion", text->str);
      g_string_printf (text, "%s before, %s after", before, after);
      add_fact (self, "traffic", text->str);
    }
  if (run->error)
    gtk_widget_add_css_class (add_fact (self, "stopped",
                                        fl_stage_get_info (run->failed_stage)->title),
                              "stop");
  add_heading (self, "Select anything");
  add_label (self,
             "Click a box, or use the arrow keys. What belongs to it lights up in every stage, in "
             "the source, in the tables.",
             "dim-label");
  add_label (self, "Ctrl+click a second box to ask whether both can be one kernel, and why not.",
             "dim-label");
}

static const char *
get_kind_title (FlItemKind kind)
{
  static const char *const titles[] = { "",       "FX node",        "FX node, decomposed",
                                        "Buffer", "Scheduler node", "Fused group",
                                        "Kernel" };

  return titles[kind];
}

/* --- a pair: may these two be one kernel?
 * ------------------------------------------------------------------------- */

static const FlSchedNode *
find_sched_node (const FlRun *run, FlItem item, const FlSchedule **schedule)
{
  const FlSchedNode *node = NULL;

  if (item.kind == FL_ITEM_OP && run->schedule
      && (node = fl_schedule_find_node (run->schedule, item.name)))
    *schedule = run->schedule;
  else if (item.kind == FL_ITEM_GROUP && run->fused
           && (node = fl_schedule_find_node (run->fused, item.name)))
    *schedule = run->fused;
  return node;
}

static void
add_answer (FluiInspector *self, const FlFusionAnswer *answer)
{
  static const char *const titles[]
      = { "no opinion", "may be one kernel", "not worth it", "illegal" };
  static const char *const classes[] = { "note", "accept", "reject", "illegal" };
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *badge = gtk_label_new (titles[answer->verdict]);
  g_autofree char *bytes = fl_text_dup_bytes (MAX (answer->shared_bytes, 0));

  gtk_widget_add_css_class (badge, "badge");
  gtk_widget_add_css_class (badge, classes[answer->verdict]);
  gtk_box_append (GTK_BOX (row), badge);
  gtk_box_append (GTK_BOX (self->box), row);
  if (answer->reason)
    add_fact (self, "rule", answer->reason);
  if (answer->facts)
    add_fact (self, "values", answer->facts);
  add_fact (self, "shared", bytes);
}

/* A strategy over tensor operations answers from its search: which rule refused the two, or why it never tried them. */
static void
add_answer_of_partition (FluiInspector *self, const FlRun *run, const FlOpNode *a, const FlOpNode *b)
{
  FlPartitionAnswer found;
  FlFusionAnswer answer = { 0 };
  g_autofree char *facts = NULL;

  fl_partition_explain (run->partition, run->trace, a->id, b->id, &found);
  answer.verdict = found.verdict;
  answer.reason = found.reason;
  answer.shared_bytes = found.shared_bytes;
  if (found.makes_cycle && found.verdict != FL_VERDICT_ACCEPT)
    facts = g_strdup_printf ("%s%sone kernel of both would wait for itself, through %s",
                             found.facts ? found.facts : "", found.facts ? "; " : "", found.via);
  answer.facts = facts ? facts : found.facts;
  add_answer (self, &answer);
}

/* Asks the strategy itself, so that pairs it never considered have an answer too. */
static void
add_question (FluiInspector *self, const FlRun *run, FlItem a, FlItem b)
{
  const FlSchedule *schedule_a = NULL, *schedule_b = NULL;
  const FlSchedNode *node_a = find_sched_node (run, a, &schedule_a),
                    *node_b = find_sched_node (run, b, &schedule_b);
  g_autoptr (GError) error = NULL;
  FlFusionAnswer answer = { 0 };
  FlArena *arena;
  FlPass pass;

  if (fl_run_find_op (run, a.name) && fl_run_find_op (run, b.name))
    {
      add_answer_of_partition (self, run, fl_run_find_op (run, a.name), fl_run_find_op (run, b.name));
      return;
    }
  if (!node_a || !node_b || schedule_a != schedule_b)
    {
      add_label (self, "Only two scheduler nodes, or two groups, can be asked about.", "dim-label");
      return;
    }
  arena = fl_arena_open ();
  pass = (FlPass){ .arena = arena,
                   .trace = fl_trace_new (arena),
                   .options = &run->options,
                   .stop_stage = FL_N_STAGES,
                   .stop_step = G_MAXUINT32 };
  if (fl_fuse_explain (&pass, schedule_a, node_a, node_b, &answer, &error))
    add_answer (self, &answer);
  else
    add_label (self, error->message, "dim-label");
  fl_arena_close (arena);
}

static void
add_pair (FluiInspector *self, const FlRun *run, FlItem a, FlItem b)
{
  g_autofree char *title = g_strdup_printf ("%s  and  %s", a.name, b.name);
  g_autoptr (GString) markup = g_string_new (NULL);
  g_autoptr (GArray) decisions = g_array_new (FALSE, FALSE, sizeof (Decision));

  add_label (self, title, "inspector-title");
  add_question (self, run, a, b);
  for (guint32 i = 0; i < fl_trace_get_n_events (run->trace); i++)
    if (is_about_pair (fl_trace_get_event (run->trace, i), a.name, b.name))
      collect (decisions, fl_trace_get_event (run->trace, i));
  add_collected (self, "What was decided", decisions);
  add_heading (self, "Each of them");
  append_link (markup, a.kind, a.name);
  append_link (markup, b.kind, b.name);
  add_links (self, "select", markup);
}

static void
update (FluiInspector *self)
{
  const FlRun *run = flui_session_get_run (self->session);
  FlItem selection = flui_session_get_selection (self->session);
  FlItem partner = flui_session_get_partner (self->session);
  FlKin *kin = flui_session_get_kin (self->session);
  guint n_items = 0;
  const FlItem *items;

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (self->box, "inspector");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->box);
  if (!run)
    {
      add_label (self, "Nothing is open.", "dim-label");
      return;
    }
  if (selection.kind == FL_ITEM_NONE || !kin)
    {
      add_overview (self, run);
      return;
    }
  if (partner.kind != FL_ITEM_NONE)
    {
      add_pair (self, run, selection, partner);
      return;
    }
  items = fl_kin_get (kin, selection, &n_items);
  add_title (self, selection.name, get_kind_title (selection.kind), "note");
  add_item_facts (self, run, selection);
  add_decisions (self, run, items, n_items);
  add_kin (self, selection, items, n_items);
}

static void
flui_inspector_dispose (GObject *object)
{
  FluiInspector *self = FLUI_INSPECTOR (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (flui_inspector_parent_class)->dispose (object);
}

static void
flui_inspector_class_init (FluiInspectorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = flui_inspector_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
flui_inspector_init (FluiInspector *self)
{
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

GtkWidget *
flui_inspector_new (FluiSession *session)
{
  FluiInspector *self = g_object_new (FLUI_TYPE_INSPECTOR, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "shown-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
