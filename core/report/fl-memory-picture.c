/* Where the facts of a memory map are drawn: boxes in steps and bytes, and the part of them that is
 * seen. */
#include <math.h>

#include "fl-memory-picture-private.h"
#include "fl-scene-private.h"

enum
{
  LEFT = 66,
  RIGHT = 14,
  TOP = 20,
  BOTTOM = 22,
  STRIP = 44,      /* of the bytes alive, with the gap above it */
  STRIP_FROM = 300 /* height of a picture that has room for it */
};
static const double head_room = 1.05; /* above the highest line */

/* --- boxes ----------------------------------------------------------------------------------- */

/* The scheduled nodes in the order of calls, which lifetimes count. */
static const FlSchedNode **
list_calls (FlArena *arena, const FlMemoryPlan *plan)
{
  const FlSchedNode **calls = fl_arena_new (arena, const FlSchedNode *, plan->n_calls + 1);
  guint n = 0;

  for (guint i = 0; i < plan->n_lines && n < plan->n_calls; i++)
    if (plan->lines[i].kind == FL_LINE_CALL)
      calls[n++] = plan->lines[i].node;
  return calls;
}

static void
find_producers (FlMemoryPicture *picture, const FlMemoryPlan *plan)
{
  const FlSchedNode **calls = list_calls (picture->arena, plan);

  for (guint i = 0; i < picture->map->n_boxes; i++)
    {
      const FlMemoryBuffer *buffer = picture->map->boxes[i].buffer;
      const FlSchedNode *node = buffer && buffer->first < plan->n_calls ? calls[buffer->first] : NULL;

      if (!node)
        continue;
      picture->boxes[i].look = fl_look_of_sched_node (node);
      picture->boxes[i].node = node->name;
    }
}

static void
link_boxes (FlMemoryPicture *picture)
{
  const FlMemoryMap *map = picture->map;

  for (guint i = 0; i < map->n_arrows; i++)
    {
      const FlMapArrow *arrow = &map->arrows[i];
      FlPictureBox *from = &picture->boxes[arrow->from], *to = &picture->boxes[arrow->to];

      if (arrow->kind == FL_MAP_REFUSED)
        continue;
      if (arrow->kind == FL_MAP_REUSE)
        to->tenure = FL_TENURE_REUSED;
      else if (arrow->kind == FL_MAP_INPLACE)
        to->tenure = FL_TENURE_INPLACE;
      else if (arrow->kind == FL_MAP_ALIAS)
        to->tenure = FL_TENURE_SLICE;
      if (to->former < 0)
        to->former = (gint32) arrow->from;
      if (arrow->kind == FL_MAP_ALIAS)
        continue;
      from->next = (gint32) arrow->to;
      if (arrow->kind == FL_MAP_INPLACE && from->end > to->begin)
        from->end = to->begin = map->boxes[arrow->to].first + 0.5;
    }
}

FlMemoryPicture *
fl_memory_picture_new (FlArena *arena, const FlMemoryMap *map, const FlRun *run)
{
  FlMemoryPicture *picture = fl_arena_new (arena, FlMemoryPicture, 1);

  picture->arena = arena;
  picture->map = map;
  picture->boxes = fl_arena_new (arena, FlPictureBox, map->n_boxes + 1);
  for (guint i = 0; i < map->n_boxes; i++)
    picture->boxes[i] = (FlPictureBox) { .begin = map->boxes[i].first,
                                         .end = map->boxes[i].last + 1.0,
                                         .tenure = map->boxes[i].is_slice ? FL_TENURE_SLICE : FL_TENURE_OWN,
                                         .look = FL_LOOK_BUFFER,
                                         .former = -1,
                                         .next = -1 };
  link_boxes (picture);
  if (run && run->plan)
    {
      find_producers (picture, run->plan);
      fl_memory_picture_add_splits (picture, run);
    }
  return picture;
}

gint64
fl_memory_picture_get_extent (const FlMemoryPicture *picture)
{
  gint64 extent = MAX (MAX (picture->map->height, picture->map->bound), picture->capacity);

  return MAX (MAX (extent, picture->map->measured_peak_bytes), 1);
}

/* --- what is seen ---------------------------------------------------------------------------- */

void
fl_memory_view_place (FlMemoryView *view, double width, double height)
{
  double strip = height >= STRIP_FROM ? STRIP : 0;

  view->width = width;
  view->height = height;
  view->plot = (FlBox) { LEFT, TOP, MAX (width - LEFT - RIGHT, 1), MAX (height - TOP - BOTTOM - strip, 1) };
  view->strip = (FlBox) { LEFT, height - BOTTOM - strip + 10, view->plot.width, strip > 0 ? strip - 12 : 0 };
}

void
fl_memory_view_fit (FlMemoryView *view, const FlMemoryPicture *picture, const FlMemoryPicture *other, double width,
                    double height)
{
  gint64 extent = fl_memory_picture_get_extent (picture);

  if (other)
    extent = MAX (extent, fl_memory_picture_get_extent (other));
  view->step = 0;
  view->step_span = MAX (picture->map->n_steps, 1u);
  if (other)
    view->step_span = MAX (view->step_span, other->map->n_steps);
  view->bytes = 0;
  view->bytes_span = (double) extent * head_room;
  fl_memory_view_place (view, width, height);
}

double
fl_memory_view_get_x (const FlMemoryView *view, double step)
{
  return view->plot.x + (step - view->step) / view->step_span * view->plot.width;
}

double
fl_memory_view_get_y (const FlMemoryView *view, double bytes)
{
  return view->plot.y + view->plot.height - (bytes - view->bytes) / view->bytes_span * view->plot.height;
}

FlBox
fl_memory_view_get_box (const FlMemoryView *view, const FlMemoryPicture *picture, guint box)
{
  const FlPictureBox *drawn = &picture->boxes[box];
  const FlMapBox *facts = &picture->map->boxes[box];
  double x = fl_memory_view_get_x (view, drawn->begin),
         y = fl_memory_view_get_y (view, (double) (facts->offset + facts->size_bytes));

  return (FlBox) { x, y, fl_memory_view_get_x (view, drawn->end) - x,
                   fl_memory_view_get_y (view, (double) facts->offset) - y };
}

/* --- what is under the pointer --------------------------------------------------------------- */

gint32
fl_memory_picture_pick (const FlMemoryPicture *picture, const FlMemoryView *view, double x, double y, guint *n_near)
{
  static const double reach = 3;
  double best = G_MAXDOUBLE;
  gint32 found = -1;
  guint n = 0;

  if (x < view->plot.x - reach || y < view->plot.y - reach || x > view->plot.x + view->plot.width + reach
      || y > view->plot.y + view->plot.height + reach)
    return -1;
  for (guint i = 0; i < picture->map->n_boxes; i++)
    {
      FlBox box = fl_memory_view_get_box (view, picture, i);
      gboolean is_small = box.width < fl_memory_small || box.height < fl_memory_small;
      double rx = box.width < fl_memory_small ? reach : 0, ry = box.height < fl_memory_small ? reach : 0;
      double area = MAX (box.width, 1) * MAX (box.height, 1);

      if (picture->map->boxes[i].offset < 0 || x < box.x - rx || x > box.x + box.width + rx || y < box.y - ry
          || y > box.y + box.height + ry)
        continue;
      n += is_small;
      if (area < best)
        {
          best = area;
          found = (gint32) i;
        }
    }
  if (n_near)
    *n_near = n > 1 ? n : 0;
  return found;
}
