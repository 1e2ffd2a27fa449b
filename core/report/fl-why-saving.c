/* What one kernel of two nodes would save: values that pass between their kernels, and inputs of the graph that both
 * read. */
#include "fl-fusion-log-private.h"

#include "fl-access-picture.h"
#include "fl-text.h"

static gboolean
is_of_group (const FlFusionLog *log, const FlSchedNode *node, guint32 group)
{
  return log->final_group[node->index] == group;
}

/* What the group reads of an input: the most that one of its nodes does. */
static gint64
count_read (const FlFusionLog *log, guint32 group, const char *name)
{
  const FlSchedule *schedule = log->run->schedule;
  gint64 most = 0;

  for (guint i = 0; i < schedule->n_originals; i++)
    {
      const FlSchedNode *node = schedule->originals[i];

      for (guint k = 0; k < node->n_reads && is_of_group (log, node, group); k++)
        if (node->reads[k].name == name && node->reads[k].kind != FL_DEP_WEAK)
          {
            most = MAX (most, fl_sched_node_count_read (schedule, node, name));
            break;
          }
    }
  return most;
}

static gboolean
is_input (const FlSchedule *schedule, const char *name)
{
  const FlSchedBuffer *buffer = fl_schedule_find_buffer (schedule, name);

  return buffer == NULL || buffer->node == NULL;
}

gint64
fl_why_count_inputs (const FlFusionLog *log, guint32 a, guint32 b)
{
  const FlSchedule *schedule = log->run->schedule;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  gint64 bytes = 0;

  for (guint i = 0; !log->is_over_ops && i < schedule->n_originals; i++)
    {
      const FlSchedNode *node = schedule->originals[i];

      for (guint k = 0; k < node->n_reads && is_of_group (log, node, log->final_group[a]); k++)
        {
          const char *name = node->reads[k].name;

          if (node->reads[k].kind != FL_DEP_WEAK && is_input (schedule, name)
              && g_hash_table_add (seen, (gpointer) name))
            bytes += MIN (count_read (log, log->final_group[a], name), count_read (log, log->final_group[b], name));
        }
    }
  return bytes;
}

void
fl_why_append_saving (GString *out, const FlWhy *why)
{
  g_autofree char *all = fl_text_dup_bytes ((guint64) MAX (why->shared + why->inputs, 0));
  g_autofree char *values = fl_text_dup_bytes ((guint64) MAX (why->shared, 0));
  g_autofree char *inputs = fl_text_dup_bytes ((guint64) MAX (why->inputs, 0));

  if (why->access != NULL && !fl_access_have_equal_elements (why->access))
    return;
  if (why->kind == FL_WHY_SAME || why->shared + why->inputs <= 0)
    return;
  g_string_append_printf (out, "One kernel of both would move at most %s less: ", all);
  if (why->inputs == 0)
    g_string_append (out, "what one writes and the other reads, or both read.");
  else if (why->shared == 0)
    g_string_append (out, "inputs of the graph that both read.");
  else
    g_string_append_printf (out, "%s that one writes and the other reads, or both read, and %s of the graph's inputs.",
                            values, inputs);
}
