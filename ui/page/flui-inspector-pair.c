/* A pair: may these two be one kernel, and why are they (not)? */
#include "fl-access-picture.h"

#include "flui-inspector-private.h"

/* What the way around that a cycle takes goes through, as links. */
static void
add_way (FluiInspector *self, const FlFusionLog *log, const FlWhy *why)
{
  g_autoptr (GString) markup = g_string_new (NULL);

  for (guint i = 0; i + 1 < why->n_hops; i++)
    {
      FlItem item = log->nodes[why->hops[i].to].item;

      if (item.kind != FL_ITEM_NONE)
        flui_inspector_append_link (markup, item.kind, item.name);
    }
  flui_inspector_add_links (self, "through", markup);
}

static void
draw_picture (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer picture)
{
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (area)), &color);
  fl_access_picture_paint (cr, picture, width, (const double[]) { color.red, color.green, color.blue });
}

/* What differs between the accesses, in words and as a picture of a corner of the buffer. */
static void
add_access (FluiInspector *self, const FlAccess *access)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree FlAccessPicture *picture = g_new (FlAccessPicture, 1);
  GtkWidget *area;

  if (access->kind != FL_ACCESS_ORDERED && fl_access_picture_init (picture, access))
    {
      area = gtk_drawing_area_new ();
      gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), fl_access_picture_get_height (picture));
      fl_access_picture_append (text, picture, "");
      gtk_widget_set_tooltip_text (area,
                                   "A corner of the buffer, once for each of the two. Numbers: the order in which "
                                   "the steps come. Letters: the result that a reduction adds the element to.");
      gtk_accessible_update_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL, text->str, -1);
      gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_picture, g_steal_pointer (&picture), g_free);
      gtk_box_append (GTK_BOX (self->box), area);
      g_string_truncate (text, 0);
    }
  fl_access_append_words (text, access, "");
  flui_inspector_add_label (self, g_strchomp (text->str), NULL);
}

/* The answer itself. */
static void
add_answer (FluiInspector *self, const FlWhy *why)
{
  static const char *const classes[] = { "note", "accept", "reject", "illegal" };

  flui_inspector_add_badge (self, why->title, classes[why->verdict]);
  flui_inspector_add_label (self, why->sentence, NULL);
  if (why->access)
    add_access (self, why->access);
}

/* What it rests on. */
static void
add_facts (FluiInspector *self, const FlFusionLog *log, const FlWhy *why)
{
  g_autoptr (GString) saving = g_string_new (NULL);

  if (why->rule)
    flui_inspector_add_fact (self, "rule", why->rule);
  if (why->facts && !why->access) /* the story of the accesses has them */
    flui_inspector_add_fact (self, "values", why->facts);
  fl_why_append_saving (saving, why);
  if (saving->len > 0)
    flui_inspector_add_fact (self, "saving", saving->str);
  if (why->upstream)
    flui_inspector_add_fact (self, "TorchInductor", why->upstream);
  if (why->n_hops > 0)
    add_way (self, log, why);
  if (why->taken && why->kind != FL_WHY_TAKEN)
    flui_inspector_add_fact (self, "before that", why->taken);
  if (why->n_events > 1)
    {
      g_autofree char *times = g_strdup_printf ("%u times", why->n_events);

      flui_inspector_add_fact (self, "refused", times);
    }
}

/* The decisions that the answer rests on, each a button that leads to its step. */
static void
add_deciding (FluiInspector *self, const FlRun *run, const FlWhy *why)
{
  const FlEvent *event = why->step != G_MAXUINT32 ? fl_trace_get_step (run->trace, FL_STAGE_FUSE, why->step) : NULL;
  const FlEvent *taken
      = why->taken_step != G_MAXUINT32 ? fl_trace_get_step (run->trace, FL_STAGE_FUSE, why->taken_step) : NULL;

  if (event || taken)
    flui_inspector_add_heading (self, "Decided here");
  if (event)
    flui_inspector_add_decision (self, event, 1);
  if (taken && taken != event)
    flui_inspector_add_decision (self, taken, 1);
}

static void
add_actions (FluiInspector *self, const FlWhy *why)
{
  static const FluiInspectorAction apart[] = {
    { "Try It", "win.whatif-force", "Force one kernel of the two, in a new variant (Ctrl+J)" },
    { "Forbid", "win.whatif-forbid", "Never let them share a kernel, in a new variant (Ctrl+K)" },
  };
  static const FluiInspectorAction together[] = {
    { "Split Here", "win.whatif-forbid", "Keep the two apart, in a new variant (Ctrl+K)" },
  };

  if (why->kind == FL_WHY_SAME)
    flui_inspector_add_actions (self, together, G_N_ELEMENTS (together));
  else
    flui_inspector_add_actions (self, apart, G_N_ELEMENTS (apart));
}

void
flui_inspector_add_pair (FluiInspector *self, const FlRun *run, FlItem a, FlItem b)
{
  g_autofree char *title = g_strdup_printf ("%s  and  %s", a.name, b.name);
  const FlWhy *why = flui_session_get_why (self->session);
  g_autoptr (GString) markup = g_string_new (NULL);

  flui_inspector_add_label (self, title, "inspector-title");
  if (why)
    {
      add_answer (self, why);
      add_actions (self, why);
      if (why->kind != FL_WHY_SAME)
        flui_inspector_add_help (self);
      add_facts (self, flui_session_get_fusion_log (self->session), why);
      add_deciding (self, run, why);
    }
  else
    flui_inspector_add_label (self, "Only two scheduler nodes, operations or groups can be asked about.", "dim-label");
  flui_inspector_add_decisions_on_pair (self, run, a.name, b.name);
  flui_inspector_add_heading (self, "Each of them");
  flui_inspector_append_link (markup, a.kind, a.name);
  flui_inspector_append_link (markup, b.kind, b.name);
  flui_inspector_add_links (self, "select", markup);
}
