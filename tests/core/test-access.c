/* What is said of accesses that differ, held to a count of every step: the small golden cases are walked through
 * element by element. And the share of refusals, over all golden models, that still say "no shared data" of two nodes
 * that touch one buffer.
 *
 *     test-access --list [DEVICE]    how often each difference is the reason, over the golden models */
#include <stdlib.h>
#include <string.h>

#include "fl-access.h"
#include "fl-event-kinds.h"
#include "fl-golden.h"

enum
{
  MAX_STEPS = 1 << 18 /* of one walk; larger ones are counted, not walked */
};

typedef struct
{
  guint n_refusals; /* TorchInductor's "no shared data" */
  guint of_kind[FL_N_ACCESSES];
  guint n_unsaid; /* no difference is said although both touch a buffer */
  guint n_walked;
  gboolean walks;
  const char *name;
} Count;

/* --- the reference: every step ---------------------------------------------------------------- */

typedef struct
{
  const FlLoopBody *body;
  const gint64 *values;
} Point;

static gint64
get_size (const FlSym *size)
{
  return fl_sym_get_hint (size, 8192);
}

static gboolean
look_up (const FlSym *symbol, gpointer data, gint64 *value)
{
  const Point *point = data;

  for (guint i = 0; i < point->body->n_vars; i++)
    if (point->body->vars[i] == symbol)
      {
        *value = point->values[i];
        return TRUE;
      }
  *value = get_size (symbol);
  return TRUE;
}

typedef struct
{
  GArray *order;       /* gint64: elements by their first visit */
  GHashTable *results; /* element -> the result that its first visit goes into + 1 */
  gint64 n_steps;
  gboolean is_reduction;
} Walked;

static void
walked_clear (Walked *walked)
{
  g_array_unref (walked->order);
  g_hash_table_unref (walked->results);
}

static gboolean
walk (const FlAccessSide *side, Walked *walked)
{
  gint64 values[32] = { 0 }, n = 1;
  Point point = { side->body, values };

  for (guint i = 0; i < side->n_vars; i++)
    {
      n *= get_size (side->body->sizes[i]);
      walked->is_reduction = walked->is_reduction || (i >= side->body->n_iter && get_size (side->body->sizes[i]) > 1);
    }
  if (n > MAX_STEPS || side->body->n_vars > G_N_ELEMENTS (values))
    return FALSE;
  walked->n_steps = n;
  for (gint64 step = 0; step < n; step++)
    {
      gint64 rest = step, address, result = 0;

      for (guint i = side->n_vars; i-- > 0; rest /= get_size (side->body->sizes[i]))
        values[i] = rest % get_size (side->body->sizes[i]);
      for (guint i = 0; i < side->body->n_iter; i++)
        result = result * get_size (side->body->sizes[i]) + values[i];
      g_assert_true (fl_sym_evaluate (side->index, look_up, &point, &address));
      if (g_hash_table_contains (walked->results, GSIZE_TO_POINTER (address)))
        continue;
      g_hash_table_insert (walked->results, GSIZE_TO_POINTER (address), GSIZE_TO_POINTER (result + 1));
      g_array_append_val (walked->order, address);
    }
  return TRUE;
}

static gboolean
have_equal_sets (const Walked *a, const Walked *b, gint64 shift)
{
  for (guint i = 0; i < a->order->len; i++)
    if (!g_hash_table_contains (b->results, GSIZE_TO_POINTER (g_array_index (a->order, gint64, i) + shift)))
      return FALSE;
  return a->order->len == b->order->len;
}

static gboolean
have_equal_order (const Walked *a, const Walked *b)
{
  return a->order->len == b->order->len
         && memcmp (a->order->data, b->order->data, a->order->len * sizeof (gint64)) == 0;
}

static gint64
get_lowest (const Walked *walked)
{
  gint64 lowest = G_MAXINT64;

  for (guint i = 0; i < walked->order->len; i++)
    lowest = MIN (lowest, g_array_index (walked->order, gint64, i));
  return lowest;
}

/* Do elements that one reduces into one result go into one result of the other, too? */
static gboolean
reduce_alike (const Walked *a, const Walked *b)
{
  g_autoptr (GHashTable) meets = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < a->order->len; i++)
    {
      gpointer key = GSIZE_TO_POINTER (g_array_index (a->order, gint64, i));
      gpointer one = g_hash_table_lookup (a->results, key), other = g_hash_table_lookup (b->results, key);
      gpointer known = g_hash_table_lookup (meets, one);

      if (known != NULL && known != other)
        return FALSE;
      g_hash_table_insert (meets, one, other);
    }
  return TRUE;
}

/* What each kind claims, by the elements themselves. */
static gboolean
holds (FlAccessKind kind, const Walked *a, const Walked *b)
{
  const gboolean are_equal = have_equal_sets (a, b, 0);
  const gboolean repeat_alike = a->n_steps * b->order->len == b->n_steps * a->order->len;
  const gint64 shift = get_lowest (b) - get_lowest (a);

  switch (kind)
    {
    case FL_ACCESS_ORDER: return are_equal && repeat_alike && !have_equal_order (a, b);
    case FL_ACCESS_LOOPS: return are_equal && repeat_alike && have_equal_order (a, b);
    case FL_ACCESS_BROADCAST: return are_equal && !repeat_alike;
    case FL_ACCESS_AXIS:
    case FL_ACCESS_DEEPER:
      return are_equal && a->is_reduction && b->is_reduction
             && (reduce_alike (a, b) || reduce_alike (b, a)) == (kind == FL_ACCESS_DEEPER)
             && !(reduce_alike (a, b) && reduce_alike (b, a));
    case FL_ACCESS_OFFSET: return shift != 0 && have_equal_sets (a, b, shift);
    case FL_ACCESS_PART: return a->order->len != b->order->len;
    case FL_ACCESS_STRIDE: return a->order->len == b->order->len && !have_equal_sets (a, b, shift);
    default: return TRUE; /* says nothing of elements */
    }
}

static void
check_access (Count *count, const FlAccess *access, const FlEvent *event)
{
  Walked walked[2];
  gboolean are_walked = access->sides[0].index != NULL && access->sides[1].index != NULL;

  if (!are_walked || access->kind == FL_ACCESS_INDIRECT)
    return;
  for (guint i = 0; i < 2; i++)
    {
      walked[i] = (Walked) { g_array_new (FALSE, FALSE, sizeof (gint64)), g_hash_table_new (NULL, NULL), 0, FALSE };
      are_walked = are_walked && walk (&access->sides[i], &walked[i]);
    }
  if (are_walked && !holds (access->kind, &walked[0], &walked[1]))
    {
      g_autoptr (GString) text = g_string_new (NULL);

      fl_access_append (text, access);
      g_test_message ("%s: %s + %s: not “%s”: %s", count->name, event->subject.name, event->object.name,
                      fl_access_kind_get_name (access->kind), text->str);
      g_test_fail ();
    }
  count->n_walked += are_walked;
  for (guint i = 0; i < 2; i++)
    walked_clear (&walked[i]);
}

/* --- counting --------------------------------------------------------------------------------- */

static gboolean
touches (const FlSchedNode *node, const char *name)
{
  for (guint i = 0; i < node->n_reads; i++)
    if (node->reads[i].name == name)
      return TRUE;
  for (guint i = 0; i < node->n_writes; i++)
    if (node->writes[i].name == name)
      return TRUE;
  return FALSE;
}

/* By the first nodes of both, as they were before fusion. */
static gboolean
touch_one_buffer (const FlSchedule *before, const FlEvent *event)
{
  const FlSchedNode *a = before->originals[event->subject.index], *b = before->originals[event->object.index];

  for (guint i = 0; i < a->n_reads; i++)
    if (touches (b, a->reads[i].name))
      return TRUE;
  for (guint i = 0; i < a->n_writes; i++)
    if (touches (b, a->writes[i].name))
      return TRUE;
  return FALSE;
}

static void
count_events (const FlSchedule *before, const FlTrace *trace, gpointer data)
{
  Count *count = data;

  for (guint i = 0; i < fl_trace_get_n_steps (trace, FL_STAGE_FUSE); i++)
    {
      const FlEvent *event = fl_trace_get_step (trace, FL_STAGE_FUSE, i);

      if (event->access != NULL && count->walks)
        check_access (count, event->access, event);
      if (event->reason == NULL || !g_str_equal (fl_event_get_upstream (event), "no shared data"))
        continue;
      count->n_refusals++;
      if (event->access != NULL)
        count->of_kind[event->access->kind]++;
      else if (touch_one_buffer (before, event))
        count->n_unsaid++;
    }
}

static void
run_device (Count *count, const char *part, const char *device)
{
  g_autofree char *top = golden_get_path (part, device, NULL);
  cJSON *index = golden_read_index (top);
  const FlTarget target = g_str_equal (device, "cuda") ? FL_TARGET_CUDA : FL_TARGET_CPU;
  const cJSON *golden;

  cJSON_ArrayForEach (golden, cJSON_GetObjectItem (index, "cases"))
    {
      g_autofree char *folder = g_build_filename (top, golden->string, NULL);
      Outcome outcome;

      count->name = golden->string;
      outcome_run_watched (&outcome, folder, target, golden, count_events, count);
      g_assert_null (outcome.error);
      outcome_clear (&outcome);
    }
  cJSON_Delete (index);
}

static void
test_every_step (gconstpointer device)
{
  Count count = { .walks = TRUE };

  run_device (&count, "", device);
  g_test_message ("%u refusals, %u differences walked through", count.n_refusals, count.n_walked);
  g_assert_cmpuint (count.n_walked, >, 40);
}

/* At most 2 % may say "no shared data" where a buffer is touched by both. */
static void
test_models (gconstpointer device)
{
  Count count = { 0 };

  run_device (&count, "models", device);
  g_test_message ("%u of %u refusals for want of shared data say no more although both touch a buffer", count.n_unsaid,
                  count.n_refusals);
  g_assert_cmpuint (count.n_refusals, >, 100);
  g_assert_cmpuint (count.n_unsaid * 50, <=, count.n_refusals);
}

static int
list (const char *device)
{
  Count count = { 0 };

  if (device == NULL || g_str_equal (device, "cpu"))
    run_device (&count, "models", "cpu");
  if (device == NULL || g_str_equal (device, "cuda"))
    run_device (&count, "models", "cuda");
  g_print ("%6u refusals that TorchInductor calls \"no shared data\"\n", count.n_refusals);
  for (guint i = 0; i < FL_N_ACCESSES; i++)
    g_print ("%6u %s\n", count.of_kind[i], fl_access_kind_get_name (i));
  g_print ("%6u unexplained, though both touch a buffer\n", count.n_unsaid);
  return EXIT_SUCCESS;
}

int
main (int argc, char **argv)
{
  if (argc >= 2 && g_str_equal (argv[1], "--list"))
    return list (argc >= 3 ? argv[2] : NULL);
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/core/access/every-step/cpu", "cpu", test_every_step);
  g_test_add_data_func ("/core/access/every-step/cuda", "cuda", test_every_step);
  g_test_add_data_func ("/core/access/models/cpu", "cpu", test_models);
  g_test_add_data_func ("/core/access/models/cuda", "cuda", test_models);
  return g_test_run ();
}
