/* What is selected on the Compare page, and what lights up with it. */
#include "fl-intern.h"

#include "flui-compare-private.h"
#include "flui-ribbons.h"

void
flui_compare_add_ops (const FlComparison *comparison, const guint32 *ops, guint n_ops, GArray *items)
{
  for (guint i = 0; i < n_ops; i++)
    g_array_append_val (items, ((FlItem) { FL_ITEM_NODE, fl_comparison_get_op_name (comparison, ops[i]) }));
}

static const FlCompareGroup *
find_kernel (const FlComparison *comparison, FlItem item, guint *column)
{
  for (guint c = 0; comparison && item.kind == FL_ITEM_GROUP && c < comparison->n_columns; c++)
    for (guint g = 0; g < comparison->columns[c].n_groups; g++)
      if (g_strcmp0 (comparison->columns[c].groups[g].label, item.name) == 0)
        {
          *column = c;
          return &comparison->columns[c].groups[g];
        }
  return NULL;
}

/* A kernel lights its operators in every pane; ribbons belong to the selected kernel, else to the
 * chosen difference. */
void
flui_compare_light (FluiCompare *self)
{
  const FlComparison *comparison = flui_comparing_get_comparison (self->comparing);
  g_autoptr (GArray) lit = g_array_new (FALSE, FALSE, sizeof (FlItem)),
                     tied = g_array_new (FALSE, FALSE, sizeof (FlItem));
  guint column = 0, difference = flui_comparing_get_difference (self->comparing);
  const FlCompareGroup *group = find_kernel (comparison, self->selection, &column);
  FluiLit light = { .selection = self->selection };

  if (group)
    flui_compare_add_ops (comparison, group->ops, group->n_ops, lit);
  else if (self->selection.kind == FL_ITEM_NODE)
    g_array_append_val (lit, self->selection);
  if (group)
    flui_compare_add_ops (comparison, group->ops, group->n_ops, tied);
  else if (comparison && difference < comparison->n_differences)
    flui_compare_add_ops (comparison, comparison->differences[difference].ops,
                          comparison->differences[difference].n_ops, tied);
  light.n_kin = lit->len;
  light.kin = (const FlItem *) (gpointer) lit->data;
  for (guint i = 0; i < FLUI_COMPARING_MAX_COLUMNS; i++)
    {
      flui_canvas_set_lit (FLUI_CANVAS (self->panes[i].canvas), &light);
      flui_canvas_set_difference (FLUI_CANVAS (self->panes[i].canvas), difference);
    }
  flui_ribbons_set_items (FLUI_RIBBONS (self->ribbons), (const FlItem *) (gpointer) tied->data,
                          self->shows_ribbons ? tied->len : 0);
}

/* Selects the same thing in the run that the other pages show. */
static void
tell_session (FluiCompare *self)
{
  const FlComparison *comparison = flui_comparing_get_comparison (self->comparing);
  const FlRun *run = flui_session_get_run (self->session);
  guint column = 0;
  const FlCompareGroup *group = find_kernel (comparison, self->selection, &column);
  const FlNode *node = self->selection.kind == FL_ITEM_NODE && run && run->decomposed
                           ? fl_graph_find_node (run->decomposed, self->selection.name)
                           : NULL;

  if (node)
    flui_session_select (self->session, (FlItem) { FL_ITEM_NODE, node->name });
  else if (group && !comparison->columns[column].is_unfused && run
           && comparison->columns[column].strategy == run->own_options.strategy)
    flui_session_select (self->session, (FlItem) { FL_ITEM_GROUP, group->name });
}

void
flui_compare_select (FluiCompare *self, FlItem item)
{
  item.name = item.name ? fl_intern (item.name) : NULL;
  if (item.kind != FL_ITEM_NODE && item.kind != FL_ITEM_GROUP)
    item = (FlItem) { FL_ITEM_NONE, NULL };
  self->selection = item;
  flui_compare_light (self);
  tell_session (self);
}
