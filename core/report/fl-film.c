/* The replay's scene and its frames. */
#include "fl-film.h"

#include <math.h>

#include "fl-event-kinds.h"
#include "fl-scene-private.h"

/* --- the scene ------------------------------------------------------------------------------- */
static void
add_boxes (FlSceneBuilder *builder, const FlFusionLog *log)
{
  for (guint32 i = 0; i < log->n_nodes; i++)
    {
      const FlFusionNode *node = &log->nodes[i];
      FlSceneText text;

      fl_scene_text_init (&text);
      fl_scene_text_add (&text, builder, node->name);
      if (node->text != NULL && g_strcmp0 (node->text, node->name) != 0)
        fl_scene_text_add (&text, builder, node->text);
      if (node->bytes > 0)
        {
          g_autofree char *bytes = fl_text_dup_bytes ((guint64) node->bytes);

          fl_scene_text_tip (&text, "writes %s", bytes);
        }
      fl_scene_builder_add_node (builder, (FlItem) { log->is_over_ops ? FL_ITEM_NODE : FL_ITEM_OP, node->name },
                                 node->look, &text);
    }
}

static void
add_groups (FlSceneBuilder *builder, const FlFusionLog *log)
{
  g_autofree guint *counts = g_new0 (guint, log->n_nodes + 1);
  g_autofree gint32 *clusters = g_new (gint32, log->n_nodes + 1);

  for (guint32 i = 0; i < log->n_nodes; i++)
    counts[log->final_group[i]]++;
  for (guint32 i = 0; i < log->n_nodes; i++)
    {
      guint32 group = log->final_group[i];

      if (group == i)
        clusters[i] = counts[i] > 1
                          ? fl_scene_builder_add_cluster (builder, (FlItem) { FL_ITEM_GROUP, log->nodes[i].name },
                                                          log->nodes[i].name, NULL, -1)
                          : -1;
      fl_scene_builder_get_node (builder, i)->cluster = clusters[group];
    }
}

static void
build (FlSceneBuilder *builder, gpointer data)
{
  const FlFusionLog *log = data;

  add_boxes (builder, log);
  add_groups (builder, log);
  for (guint32 i = 0; i < log->n_nodes; i++)
    for (guint k = 0; k < log->nodes[i].n_inputs; k++)
      fl_scene_builder_add_edge (builder, log->nodes[i].inputs[k], i, FL_EDGE_DATA, NULL, NULL);
}

FlScene *
fl_film_new_scene (const FlFusionLog *log)
{
  /* Not folded: every node may be in the pair of some step. */
  FlSceneOptions options = { .max_nodes = G_MAXUINT };

  return fl_scene_new_built (log->run, FL_STAGE_FUSE, &options, build, (gpointer) log);
}

/* --- frames ---------------------------------------------------------------------------------- */
static void
collect_groups (FlFilmFrame *frame, const FlFusionLog *log, const guint32 *group_of, const guint *numbers)
{
  g_autofree guint *counts = g_new0 (guint, log->n_nodes + 1);
  g_autofree guint32 **members = g_new0 (guint32 *, log->n_nodes + 1);
  FlFilmGroup *groups = fl_arena_new (frame->arena, FlFilmGroup, log->n_nodes + 1);

  for (guint32 i = 0; i < log->n_nodes; i++)
    counts[group_of[i]]++;
  for (guint32 i = 0; i < log->n_nodes; i++)
    {
      guint32 group = group_of[i];

      if (counts[group] < 2)
        continue;
      if (group == i)
        {
          members[i] = fl_arena_new (frame->arena, guint32, counts[i]);
          groups[frame->n_groups++] = (FlFilmGroup) { numbers[i], counts[i], members[i] };
          counts[i] = 2; /* from here on only its being a group counts */
          *members[i]++ = i;
        }
      else
        *members[group]++ = i;
    }
  frame->groups = groups;
}

static double
get_distance (const FlBox *a, const FlBox *b)
{
  return hypot (a->x + a->width / 2 - b->x - b->width / 2, a->y + a->height / 2 - b->y - b->height / 2);
}

/* The nearest two boxes of the two groups. */
static void
find_seam (FlFilmFrame *frame, const FlPlacement *placement, const guint32 *group_of, guint n_nodes)
{
  double best = G_MAXDOUBLE;

  for (guint32 i = 0; i < n_nodes; i++)
    for (guint32 k = 0; group_of[i] == group_of[frame->a] && k < n_nodes; k++)
      if (group_of[k] == group_of[frame->b] && get_distance (&placement->nodes[i], &placement->nodes[k]) < best)
        {
          best = get_distance (&placement->nodes[i], &placement->nodes[k]);
          frame->seam_a = i;
          frame->seam_b = k;
        }
}

static const char *
describe_pair (const FlFusionLog *log, FlFilmFrame *frame, const FlEvent *event, guint group)
{
  switch (event->verdict)
    {
    case FL_VERDICT_NOTE: return fl_arena_printf (frame->arena, "already in group %u", group);
    case FL_VERDICT_ACCEPT: return event->kind == FL_EVENT_CANDIDATE ? "candidate" : NULL;
    default: return event->reason != NULL ? fl_scene_clip (frame->arena, event->reason, FL_MAX_LABEL) : NULL;
    }
}

FlFilmFrame *
fl_film_frame_new (const FlFusionLog *log, const FlPlacement *placement, guint32 step)
{
  FlArena *arena = fl_arena_open ();
  FlFilmFrame *frame = fl_arena_new (arena, FlFilmFrame, 1);
  const FlEvent *event = fl_fusion_log_get_event (log, step);
  g_autofree guint32 *group_of = g_new (guint32, log->n_nodes + 1);
  g_autofree guint32 *before = g_new (guint32, log->n_nodes + 1);
  g_autofree guint *numbers = g_new0 (guint, log->n_nodes + 1);

  *frame = (FlFilmFrame) { .arena = arena, .step = step, .a = G_MAXUINT32, .b = G_MAXUINT32 };
  fl_fusion_log_get_groups (log, step, group_of, numbers);
  collect_groups (frame, log, group_of, numbers);
  if (event == NULL || (event->kind != FL_EVENT_FUSE && event->kind != FL_EVENT_CANDIDATE))
    return frame;
  frame->a = fl_fusion_log_find_ref (log, &event->subject);
  frame->b = fl_fusion_log_find_ref (log, &event->object);
  if (frame->a == G_MAXUINT32 || frame->b == G_MAXUINT32 || frame->a == frame->b)
    {
      frame->a = frame->b = G_MAXUINT32;
      return frame;
    }
  frame->verdict = event->verdict;
  frame->label = describe_pair (log, frame, event, numbers[group_of[frame->a]]);
  if (event->kind != FL_EVENT_FUSE || event->verdict != FL_VERDICT_ACCEPT)
    return frame;
  fl_fusion_log_get_groups (log, step - 1, before, NULL);
  frame->merges = before[frame->a] != before[frame->b];
  if (frame->merges)
    find_seam (frame, placement, before, log->n_nodes);
  return frame;
}

void
fl_film_frame_free (FlFilmFrame *frame)
{
  if (frame != NULL)
    fl_arena_close (frame->arena);
}

/* --- words ----------------------------------------------------------------------------------- */
char *
fl_film_dup_sentence (const FlFusionLog *log, guint32 step)
{
  const FlEvent *event = fl_fusion_log_get_event (log, step);
  g_autofree guint32 *group_of = NULL;
  g_autofree guint *numbers = NULL;
  g_autoptr (GString) text = NULL;
  guint32 a;

  if (event == NULL)
    return g_strdup (log->n_rounds > 0 ? log->rounds[0].sentence : "This strategy decides nothing pair by pair.");
  a = fl_fusion_log_find_ref (log, &event->subject);
  if (event->kind == FL_EVENT_FUSE && event->verdict == FL_VERDICT_NOTE && a != G_MAXUINT32)
    {
      group_of = g_new (guint32, log->n_nodes + 1);
      numbers = g_new0 (guint, log->n_nodes + 1);
      fl_fusion_log_get_groups (log, step, group_of, numbers);
      return g_strdup_printf ("Passed over %s and %s: already in group %u", event->subject.name, event->object.name,
                              numbers[group_of[a]]);
    }
  text = g_string_new (NULL);
  fl_event_append_sentence (event, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

guint32
fl_film_find_decision (const FlFusionLog *log, guint32 step)
{
  for (guint32 at = step + 1; at <= log->n_steps; at++)
    if (fl_fusion_log_get_event (log, at)->kind == FL_EVENT_FUSE)
      return at;
  return log->n_steps;
}
