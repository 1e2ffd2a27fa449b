/* What was decided about one thing or about a pair: each decision is a button that leads to its
 * step. */
#include <string.h>

#include "flui-inspector-private.h"

#define MAX_DECISIONS 16

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
void
flui_inspector_add_decision (FluiInspector *self, const FlEvent *event, guint n_times)
{
  static const char *const classes[] = { "note", "accept", "reject", "illegal" };
  static const char *const marks[] = { "–", "✓", "✗", "⊘" };
  g_autoptr (GString) sentence = g_string_new (NULL);
  g_autofree char *times = n_times > 1 ? g_strdup_printf (", %u times", n_times) : g_strdup ("");
  g_autofree char *place
      = g_strdup_printf ("%s, step %u%s", fl_stage_get_info (event->stage)->title, event->step + 1, times);
  GtkWidget *button = gtk_button_new (), *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  Jump *jump = g_new0 (Jump, 1);

  *jump = (Jump) { self->session, event->stage, event->step };
  g_string_append_printf (sentence, "%s  ", marks[event->verdict]);
  fl_event_append_sentence (event, sentence);
  gtk_box_append (GTK_BOX (column), flui_inspector_new_text (sentence->str, "fact-value"));
  gtk_box_append (GTK_BOX (column), flui_inspector_new_text (place, "caption"));
  gtk_button_set_child (GTK_BUTTON (button), column);
  gtk_widget_add_css_class (button, "decision");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, classes[event->verdict]);
  gtk_widget_set_tooltip_text (button, "Go to this step");
  g_signal_connect_data (button, "clicked", G_CALLBACK (on_decision), jump, (GClosureNotify) (void (*) (void)) g_free,
                         0);
  gtk_box_append (GTK_BOX (self->box), button);
}

typedef struct
{
  const FlEvent *event;
  guint n_times;
} Decision;

static gboolean
is_same_decision (const FlEvent *a, const FlEvent *b)
{
  return a->stage == b->stage && a->kind == b->kind && a->verdict == b->verdict && a->subject.name == b->subject.name
         && a->object.name == b->object.name && g_strcmp0 (a->reason, b->reason) == 0;
}

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
    flui_inspector_add_heading (self, heading);
  for (guint i = 0; i < decisions->len && i < MAX_DECISIONS; i++)
    flui_inspector_add_decision (self, g_array_index (decisions, Decision, i).event,
                                 g_array_index (decisions, Decision, i).n_times);
  if (decisions->len > MAX_DECISIONS)
    {
      g_autofree char *text = g_strdup_printf ("… and %u more: see the Decisions tab", decisions->len - MAX_DECISIONS);

      flui_inspector_add_label (self, text, "dim-label");
    }
}

static gboolean
is_about_any (const FlEvent *event, const FlItem *items, guint n_items)
{
  for (guint k = 0; k < n_items; k++)
    if (items[k].name && (items[k].name == event->subject.name || items[k].name == event->object.name))
      return TRUE;
  return FALSE;
}

/* Decisions of the shown stage come first: the eye is on them. */
void
flui_inspector_add_decisions (FluiInspector *self, const FlRun *run, const FlItem *items, guint n_items)
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

void
flui_inspector_add_decisions_on_pair (FluiInspector *self, const FlRun *run, const char *a, const char *b)
{
  g_autoptr (GArray) decisions = g_array_new (FALSE, FALSE, sizeof (Decision));

  for (guint32 i = 0; i < fl_trace_get_n_events (run->trace); i++)
    if (is_about_pair (fl_trace_get_event (run->trace, i), a, b))
      collect (decisions, fl_trace_get_event (run->trace, i));
  add_collected (self, "What was decided", decisions);
}
