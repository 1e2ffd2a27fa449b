/* The lists beside the memory map. */
#include <string.h>

#include "fl-text.h"

#include "flui-memory-desk-private.h"
#include "flui-scroller.h"

#define N_NAMED 5 /* shares with a name in the bar */

static char *
dup_bytes (gint64 bytes)
{
  return fl_text_dup_bytes ((guint64) MAX (bytes, 0));
}

/* --- what is alive ----------------------------------------------------------------------------- */

enum
{
  ALIVE_BUFFER,
  ALIVE_SIZE,
  ALIVE_SHARE,
  ALIVE_WHY,
  ALIVE_WRITTEN,
  ALIVE_READ,
  N_ALIVE
};
static const FluiColumn alive_columns[N_ALIVE] = {
  { "Alive", NULL, FALSE, FALSE },      { "Size", NULL, TRUE, FALSE },
  { "Share", NULL, TRUE, FALSE },       { "Why still alive", NULL, FALSE, TRUE },
  { "Written by", NULL, FALSE, FALSE }, { "Last read by", NULL, FALSE, FALSE },
};

static gint64
get_alive_bytes (FluiMemoryDesk *self)
{
  return MAX (self->plan->map->top_bytes[self->step], 1);
}

static char *
dup_alive_cell (guint row, guint column, double *value, gpointer data)
{
  FluiMemoryDesk *self = data;
  const FlMapShare *share = row < self->n_shares ? &self->shares[row] : NULL;
  const FlMapBox *box = share && share->box != G_MAXUINT ? &self->plan->map->boxes[share->box] : NULL;

  if (!share)
    return g_strdup ("");
  switch (column)
    {
    case ALIVE_BUFFER: return g_strdup (share->name);
    case ALIVE_SIZE: *value = (double) share->bytes; return dup_bytes (share->bytes);
    case ALIVE_SHARE:
      *value = (double) share->bytes;
      return share->kind == FL_SHARE_OUTSIDE
                 ? g_strdup ("–")
                 : g_strdup_printf ("%.0f %%", 100.0 * (double) share->bytes / (double) get_alive_bytes (self));
    case ALIVE_WRITTEN: return g_strdup (box && box->producer ? box->producer : "");
    case ALIVE_READ:
      return g_strdup (box && box->last_reader ? box->last_reader : box && box->is_output ? "the caller" : "");
    case ALIVE_WHY:
    default: return g_strdup (share->why ? share->why : "");
    }
}

static void
on_alive_row (GtkWidget *from, guint row, FluiMemoryDesk *self)
{
  if (row < self->n_shares && self->shares[row].box != G_MAXUINT)
    flui_memory_desk_choose (self, self->shares[row].box);
}

static char *
dup_alive_title (FluiMemoryDesk *self)
{
  const FlMemoryMap *map = self->plan->map;
  gboolean is_peak = map->live_bytes[self->step] == map->live_bytes[map->peak_step];
  g_autofree char *live = dup_bytes (map->live_bytes[self->step]);
  g_autofree char *top = dup_bytes (map->top_bytes[self->step]);
  g_autofree char *step = map->is_problem ? g_strdup_printf ("Time %s", map->steps[self->step])
                          : self->step + 1 == map->n_steps
                              ? g_strdup ("The return")
                              : g_strdup_printf ("Call %u, %s", self->step, map->steps[self->step]);
  g_autofree char *measured = map->measured_bytes ? dup_bytes (map->measured_bytes[self->step]) : NULL;

  return g_strdup_printf ("%s: %s alive%s, used up to %s%s%s", step, live, is_peak ? " (the peak)" : "", top,
                          measured ? ", measured " : "", measured ? measured : "");
}

static void
fill_bar (FluiMemoryDesk *self)
{
  GArray *shares = g_array_new (FALSE, FALSE, sizeof (FluiShare));
  guint n_named = 0;

  g_array_set_clear_func (shares, flui_share_clear);
  for (guint i = 0; i < self->n_shares; i++)
    {
      const FlMapShare *from = &self->shares[i];
      g_autofree char *size = dup_bytes (from->bytes);
      FluiShare share = { .amount = (double) from->bytes, .look = FL_LOOK_BUFFER };

      if (from->kind == FL_SHARE_OUTSIDE)
        continue;
      share.is_empty = from->box == G_MAXUINT;
      if (from->box != G_MAXUINT)
        share.look = self->plan->picture->boxes[from->box].look;
      if (n_named < N_NAMED || share.is_empty)
        share.label = g_strdup_printf ("%s  %s", from->name, size);
      n_named++;
      share.tooltip = g_strdup_printf ("%s: %s\n%s", from->name, size, from->why ? from->why : "");
      g_array_append_val (shares, share);
    }
  flui_share_bar_take (FLUI_SHARE_BAR (self->bar), shares);
}

void
flui_memory_lists_set_step (FluiMemoryDesk *self)
{
  g_autofree char *title = NULL;

  g_clear_pointer (&self->alive, fl_arena_close);
  self->shares = NULL;
  self->n_shares = 0;
  if (self->plan && self->step < self->plan->map->n_steps)
    {
      self->alive = fl_arena_open ();
      self->shares = fl_memory_map_break_down (self->alive, self->plan->map, self->step, &self->n_shares);
      title = dup_alive_title (self);
    }
  gtk_label_set_text (GTK_LABEL (self->alive_title), title ? title : "");
  gtk_widget_set_tooltip_text (self->alive_title, title);
  fill_bar (self);
  flui_table_set_n_rows (FLUI_TABLE (self->alive_table), self->n_shares);
}

static GtkWidget *
make_alive (FluiMemoryDesk *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);

  self->alive_title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->alive_title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->alive_title), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->alive_title, "memory-title");
  self->bar = flui_share_bar_new ("What memory is made of at this step; the table below says the same");
  gtk_widget_set_margin_start (self->bar, 8);
  gtk_widget_set_margin_end (self->bar, 8);
  self->alive_table = flui_table_new ("What is alive at this step", alive_columns, N_ALIVE, dup_alive_cell, self);
  gtk_widget_set_vexpand (self->alive_table, TRUE);
  g_signal_connect (self->bar, "share-chosen", G_CALLBACK (on_alive_row), self);
  g_signal_connect (self->alive_table, "row-chosen", G_CALLBACK (on_alive_row), self);
  gtk_box_append (GTK_BOX (box), self->alive_title);
  gtk_box_append (GTK_BOX (box), self->bar);
  gtk_box_append (GTK_BOX (box), self->alive_table);
  return box;
}

/* --- all buffers ------------------------------------------------------------------------------- */

enum
{
  BUFFER_NAME,
  BUFFER_SIZE,
  BUFFER_OFFSET,
  BUFFER_LIFE,
  BUFFER_MEMORY,
  BUFFER_WHY,
  N_BUFFER
};
static const FluiColumn buffer_columns[N_BUFFER] = {
  { "Buffer", NULL, FALSE, FALSE }, { "Size", NULL, TRUE, FALSE },       { "Offset", NULL, TRUE, FALSE },
  { "Alive", NULL, TRUE, FALSE },   { "Memory of", NULL, FALSE, FALSE }, { "Why", NULL, FALSE, TRUE },
};

/* Rows of boxes come first, then the buffers of the run that never reach memory. */
static const FlMemoryBuffer *
find_inside (FluiMemoryDesk *self, guint row)
{
  const FlMemoryPlan *plan = self->plan->run ? self->plan->run->plan : NULL;
  guint n = self->plan->map->n_boxes;

  for (guint i = 0; plan && i < plan->n_buffers; i++)
    if (plan->buffers[i].is_removed && n++ == row)
      return &plan->buffers[i];
  return NULL;
}

static char *
dup_inside_cell (FluiMemoryDesk *self, guint row, guint column, double *value)
{
  const FlMemoryBuffer *buffer = find_inside (self, row);

  switch (column)
    {
    case BUFFER_NAME: return g_strdup (buffer ? buffer->buffer->name : "");
    case BUFFER_SIZE:
      *value = buffer ? (double) buffer->size_bytes : 0;
      return dup_bytes (buffer ? buffer->size_bytes : 0);
    case BUFFER_OFFSET: *value = -1; return g_strdup ("–");
    case BUFFER_LIFE:
      *value = buffer ? buffer->first : 0;
      return buffer ? g_strdup_printf ("%u – %u", buffer->first, buffer->last) : g_strdup ("");
    case BUFFER_MEMORY: return g_strdup ("none: inside a kernel");
    case BUFFER_WHY:
    default: return g_strdup (buffer && buffer->why ? buffer->why : "");
    }
}

static char *
dup_buffer_cell (guint row, guint column, double *value, gpointer data)
{
  FluiMemoryDesk *self = data;
  const FlMemoryMap *map = self->plan ? self->plan->map : NULL;
  const FlMapBox *box;
  gint32 former;

  if (!map)
    return g_strdup ("");
  if (row >= map->n_boxes)
    return dup_inside_cell (self, row, column, value);
  box = &map->boxes[row];
  former = self->plan->picture->boxes[row].former;
  switch (column)
    {
    case BUFFER_NAME: return g_strdup (box->name);
    case BUFFER_SIZE: *value = (double) box->size_bytes; return dup_bytes (box->size_bytes);
    case BUFFER_OFFSET: *value = (double) box->offset; return g_strdup_printf ("%" G_GINT64_FORMAT, box->offset);
    case BUFFER_LIFE:
      *value = box->first;
      return map->is_problem ? g_strdup_printf ("%s – %s", map->steps[box->first], map->steps[box->last])
                             : g_strdup_printf ("%u – %u", box->first, box->last);
    case BUFFER_MEMORY: return g_strdup (former >= 0 ? map->boxes[former].name : "its own");
    case BUFFER_WHY:
    default: return g_strdup (box->why ? box->why : "");
    }
}

static void
on_buffer_row (GtkWidget *from, guint row, FluiMemoryDesk *self)
{
  const FlMemoryBuffer *inside;

  if (!self->plan)
    return;
  if (row < self->plan->map->n_boxes)
    {
      flui_memory_desk_choose (self, row);
      return;
    }
  inside = find_inside (self, row);
  flui_memory_map_select (FLUI_MEMORY_MAP (self->map), -1, -1);
  if (inside)
    g_signal_emit_by_name (self, "buffer-chosen", inside->buffer->name, FALSE);
}

/* --- why --------------------------------------------------------------------------------------- */

static GtkWidget *
make_why (FluiMemoryDesk *self)
{
  GtkWidget *scroller = flui_scroller_new ();

  /* A text view lays out what is in sight, and the rest bit by bit: of a large graph these are thousands of lines. */
  self->why = gtk_text_view_new ();
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->why), FALSE);
  gtk_text_view_set_cursor_visible (GTK_TEXT_VIEW (self->why), FALSE);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->why), FALSE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->why), GTK_WRAP_WORD_CHAR);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->why), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Why memory lies as it does", -1);
  gtk_widget_add_css_class (self->why, "memory-why");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->why);
  return scroller;
}

/* --- who took whose memory --------------------------------------------------------------------- */

enum
{
  REUSE_KIND,
  REUSE_BUFFER,
  REUSE_FORMER,
  REUSE_REASON,
  REUSE_FACTS,
  N_REUSE
};
static const FluiColumn reuse_columns[N_REUSE] = {
  { "How", NULL, FALSE, FALSE },   { "Buffer", NULL, FALSE, FALSE },         { "Memory of", NULL, FALSE, FALSE },
  { "Reason", NULL, FALSE, TRUE }, { "Values compared", NULL, FALSE, TRUE },
};

static char *
dup_reuse_cell (guint row, guint column, double *value, gpointer data)
{
  FluiMemoryDesk *self = data;
  const FlMemoryMap *map = self->plan ? self->plan->map : NULL;
  const FlMapArrow *arrow;

  if (!map || row >= map->n_arrows)
    return g_strdup ("");
  arrow = &map->arrows[row];
  switch (column)
    {
    case REUSE_KIND: return g_strdup (fl_map_arrow_kind_get_name (arrow->kind));
    case REUSE_BUFFER: return g_strdup (map->boxes[arrow->to].name);
    case REUSE_FORMER: return g_strdup (map->boxes[arrow->from].name);
    case REUSE_REASON: return g_strdup (arrow->reason ? arrow->reason : "");
    case REUSE_FACTS:
    default: return g_strdup (arrow->facts ? arrow->facts : "");
    }
}

/* Both ends, so that the map shows the arrow or the refused place, and the reason is asked for. */
static void
on_reuse_row (GtkWidget *from, guint row, FluiMemoryDesk *self)
{
  const FlMapArrow *arrow;

  if (!self->plan || row >= self->plan->map->n_arrows)
    return;
  arrow = &self->plan->map->arrows[row];
  flui_memory_desk_choose (self, arrow->to);
  flui_memory_map_select (FLUI_MEMORY_MAP (self->map), (gint32) arrow->to, (gint32) arrow->from);
  flui_memory_lists_set_selection (self);
}

/* --- what another plan does otherwise ---------------------------------------------------------- */

enum
{
  CHANGE_BUFFER,
  CHANGE_KIND,
  CHANGE_NEW,
  CHANGE_OLD,
  CHANGE_NEW_SIZE,
  CHANGE_OLD_SIZE,
  N_CHANGE
};
static const FluiColumn change_columns[N_CHANGE] = {
  { "Buffer", NULL, FALSE, FALSE },      { "Difference", NULL, FALSE, TRUE }, { "Offset", NULL, TRUE, FALSE },
  { "Offset there", NULL, TRUE, FALSE }, { "Size", NULL, TRUE, FALSE },       { "Size there", NULL, TRUE, FALSE },
};

static char *
dup_change_number (const FlMemoryMap *map, guint box, gboolean is_offset, double *value)
{
  if (box == G_MAXUINT)
    return g_strdup ("–");
  *value = (double) (is_offset ? map->boxes[box].offset : map->boxes[box].size_bytes);
  return is_offset ? g_strdup_printf ("%" G_GINT64_FORMAT, map->boxes[box].offset)
                   : dup_bytes (map->boxes[box].size_bytes);
}

static char *
dup_change_cell (guint row, guint column, double *value, gpointer data)
{
  static const char *const kinds[] = {
    [FL_MAP_SAME] = "the same",
    [FL_MAP_MOVED] = "lies elsewhere",
    [FL_MAP_CHANGED] = "another size or lifetime",
    [FL_MAP_ONLY_OLD] = "only in the other plan",
    [FL_MAP_ONLY_NEW] = "only in this plan",
  };
  FluiMemoryDesk *self = data;
  const FlMapChange *change;

  if (!self->other || row >= self->rows->len)
    return g_strdup ("");
  change = &self->changes[g_array_index (self->rows, guint, row)];
  switch (column)
    {
    case CHANGE_BUFFER:
      return g_strdup (change->new_box != G_MAXUINT ? self->plan->map->boxes[change->new_box].name
                                                    : self->other->map->boxes[change->old_box].name);
    case CHANGE_KIND: return g_strdup (kinds[change->kind]);
    case CHANGE_OLD_SIZE:
    case CHANGE_OLD: return dup_change_number (self->other->map, change->old_box, column == CHANGE_OLD, value);
    case CHANGE_NEW_SIZE:
    case CHANGE_NEW:
    default: return dup_change_number (self->plan->map, change->new_box, column == CHANGE_NEW, value);
    }
}

static void
on_change_row (GtkWidget *from, guint row, FluiMemoryDesk *self)
{
  const FlMapChange *change = row < self->rows->len ? &self->changes[g_array_index (self->rows, guint, row)] : NULL;

  if (change && change->new_box != G_MAXUINT)
    flui_memory_desk_choose (self, change->new_box);
}

/* The page of comparison is there while there is another plan to compare with. */
void
flui_memory_lists_set_other (FluiMemoryDesk *self)
{
  GtkStackPage *page = gtk_stack_get_page (GTK_STACK (self->stack), self->change_table);

  g_array_set_size (self->rows, 0);
  for (guint i = 0; i < self->n_changes; i++)
    if (self->changes[i].kind != FL_MAP_SAME)
      g_array_append_val (self->rows, i);
  if (!self->other && g_strcmp0 (flui_memory_desk_get_page (self), "changes") == 0)
    flui_memory_desk_show (self, "alive");
  gtk_stack_page_set_visible (page, self->other != NULL);
  flui_table_set_n_rows (FLUI_TABLE (self->change_table), self->rows->len);
}

/* --- pools ------------------------------------------------------------------------------------- */

enum
{
  POOL_WHAT,
  POOL_OFFSET,
  POOL_SIZE,
  N_POOL
};
static const FluiColumn pool_columns[N_POOL] = {
  { "Split", NULL, FALSE, TRUE },
  { "Offset", NULL, TRUE, FALSE },
  { "Size", NULL, TRUE, FALSE },
};

static char *
dup_pool_cell (guint row, guint column, double *value, gpointer data)
{
  FluiMemoryDesk *self = data;
  const FlMemoryPicture *picture = self->plan ? self->plan->picture : NULL;
  const FlPictureSplit *split;
  g_autofree char *text = NULL;

  if (!picture || row >= picture->n_splits)
    return g_strdup ("");
  split = &picture->splits[row];
  switch (column)
    {
    case POOL_WHAT:
      *value = row; /* sorted by itself, the tree stays a tree */
      text = fl_memory_picture_dup_split (picture, row);
      return g_strdup_printf ("%*s%s", (int) MIN (split->depth, 40) * 4, "", text);
    case POOL_OFFSET: *value = (double) split->offset; return g_strdup_printf ("%" G_GINT64_FORMAT, split->offset);
    case POOL_SIZE:
    default: *value = (double) split->size_bytes; return dup_bytes (split->size_bytes);
    }
}

static void
on_pool_row (GtkWidget *from, guint row, FluiMemoryDesk *self)
{
  if (self->plan && row < self->plan->picture->n_splits && self->plan->picture->splits[row].box >= 0)
    flui_memory_desk_choose (self, (guint) self->plan->picture->splits[row].box);
}

/* The page of pools is there while the plan has pools. */
static void
show_pools (FluiMemoryDesk *self)
{
  guint n = self->plan ? self->plan->picture->n_splits : 0;

  if (n == 0 && g_strcmp0 (flui_memory_desk_get_page (self), "pools") == 0)
    flui_memory_desk_show (self, "alive");
  gtk_stack_page_set_visible (gtk_stack_get_page (GTK_STACK (self->stack), self->pool_table), n > 0);
  flui_table_set_n_rows (FLUI_TABLE (self->pool_table), n);
}

/* --- all of them ------------------------------------------------------------------------------- */

void
flui_memory_lists_set_plan (FluiMemoryDesk *self)
{
  const FlMemoryMap *map = self->plan ? self->plan->map : NULL;

  for (guint i = ALIVE_WRITTEN; i <= ALIVE_READ; i++) /* problems know of no operators */
    flui_table_set_column_visible (FLUI_TABLE (self->alive_table), i, map && !map->is_problem);
  flui_memory_lists_set_step (self);
  flui_memory_lists_set_other (self);
  flui_table_set_n_rows (FLUI_TABLE (self->buffer_table), map ? map->n_boxes + map->n_inside : 0);
  flui_table_set_n_rows (FLUI_TABLE (self->reuse_table), map ? map->n_arrows : 0);
  show_pools (self);
  flui_memory_lists_set_selection (self);
}

void
flui_memory_lists_add (FluiMemoryDesk *self)
{
  GtkStack *stack = GTK_STACK (self->stack);

  gtk_stack_add_titled (stack, make_alive (self), "alive", "Alive");
  self->buffer_table = flui_table_new ("Buffers of the memory plan", buffer_columns, N_BUFFER, dup_buffer_cell, self);
  gtk_stack_add_titled (stack, self->buffer_table, "buffers", "Buffers");
  gtk_stack_add_titled (stack, make_why (self), "why", "Why");
  self->reuse_table
      = flui_table_new ("Who took whose memory, and who could not", reuse_columns, N_REUSE, dup_reuse_cell, self);
  gtk_stack_add_titled (stack, self->reuse_table, "reuse", "Reuse");
  self->change_table
      = flui_table_new ("What the other plan does otherwise", change_columns, N_CHANGE, dup_change_cell, self);
  gtk_stack_add_titled (stack, self->change_table, "changes", "Changes");
  self->pool_table = flui_table_new ("Inductor’s pools as nested splits", pool_columns, N_POOL, dup_pool_cell, self);
  gtk_stack_add_titled (stack, self->pool_table, "pools", "Pools");
  gtk_stack_page_set_visible (gtk_stack_get_page (stack, self->pool_table), FALSE);
  g_signal_connect (self->pool_table, "row-chosen", G_CALLBACK (on_pool_row), self);
  g_signal_connect (self->buffer_table, "row-chosen", G_CALLBACK (on_buffer_row), self);
  g_signal_connect (self->reuse_table, "row-chosen", G_CALLBACK (on_reuse_row), self);
  g_signal_connect (self->change_table, "row-chosen", G_CALLBACK (on_change_row), self);
  gtk_stack_page_set_visible (gtk_stack_get_page (stack, self->change_table), FALSE);
}
