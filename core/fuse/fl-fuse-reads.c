/* Reads that take what was just written, and writes over what was just read.
 * Source: torch/_inductor/scheduler.py (fusable_read_and_write, fusable_weak_dep). */
#include "fl-fuse-private.h"

/* The read takes the elements just written: same index over the same loops; it may have more, inner
 * ones. */
static gboolean
has_same_index (const FlDep *read, const FlDep *write)
{
  if (read->index != write->index || read->n_vars < write->n_vars)
    return FALSE;
  for (guint i = 0; i < write->n_vars; i++)
    if (read->sizes[i] != write->sizes[i])
      return FALSE;
  return TRUE;
}

gboolean
fl_fusion_can_read_from_write (FlFusion *fusion, const FlDep *read, const FlDep *write)
{
  const char *name = fl_fusion_rename (fusion, read->name);
  FlDep merged_read, merged_write;

  for (guint i = 0; i < fusion->staged->len; i++)
    if (g_array_index (fusion->staged, FlStagedMatch, i).read == read->id
        && g_array_index (fusion->staged, FlStagedMatch, i).write == write->id)
      return TRUE;
  if (read->kind == FL_DEP_STAR)
    return read->mode == write->mode && write->mode != NULL && name == write->name;
  if (read->kind != FL_DEP_MEMORY || name != write->name || fl_dep_is_indirect (read) || fl_dep_is_indirect (write))
    return FALSE;
  if (write->mode != NULL)
    return FALSE;
  if (has_same_index (read, write))
    return TRUE;
  if (!fusion->pass->options->loop_ordering_after_fusion || read->n_vars == write->n_vars)
    return FALSE;
  merged_read = fl_dep_normalize (&fusion->context, read);
  merged_write = fl_dep_normalize (&fusion->context, write);
  return has_same_index (&merged_read, &merged_write);
}

gint64
fl_fusion_score_reads_of_writes (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  g_autofree gboolean *is_matched = g_new0 (gboolean, b->n_reads + 1);
  gint64 bytes = 0;

  if (!fl_fusion_depends (b, a))
    return 0;
  for (guint w = 0; w < a->n_writes; w++)
    for (guint r = 0; a->writes[w].kind == FL_DEP_MEMORY && r < b->n_reads; r++)
      if (!is_matched[r] && fl_fusion_can_read_from_write (fusion, &b->reads[r], &a->writes[w]))
        {
          is_matched[r] = TRUE;
          bytes += MAX (fl_dep_get_bytes (&fusion->context, &b->reads[r]),
                        fl_dep_get_bytes (&fusion->context, &a->writes[w]));
          break;
        }
  return bytes;
}

static const char *
get_real_name (FlFusion *fusion, const char *name)
{
  const char *real = g_hash_table_lookup (fusion->context.real_names, name);

  return real != NULL ? real : name;
}

/* b overwrites what a reads. Fused, that is right only if each element is read where it is written.
 */
gboolean
fl_fusion_can_fuse_weak_dep (FlFusion *fusion, const FlDep *weak, const FlSchedNode *a, const FlSchedNode *b)
{
  const FlDep *write = NULL;
  const char *real;

  if (!fl_sched_node_has_buffer (a, weak->name))
    return FALSE;
  for (guint i = 0; i < b->n_writes; i++)
    if (b->writes[i].name == weak->mutating_buf)
      {
        if (write != NULL)
          return FALSE;
        write = &b->writes[i];
      }
  if (write == NULL || write->kind != FL_DEP_MEMORY || fl_dep_is_indirect (write))
    return FALSE;
  for (guint i = 0; i < write->n_vars; i++)
    if (!fl_dep_uses_var (write, write->vars[i]))
      return FALSE;
  real = get_real_name (fusion, weak->mutating_buf);
  for (guint i = 0; i < a->n_reads; i++)
    {
      const FlDep *read = &a->reads[i];

      if (get_real_name (fusion, read->name) != real)
        continue;
      if (read->kind != FL_DEP_MEMORY || read->index != write->index || read->n_vars != write->n_vars
          || !has_same_index (read, write))
        return FALSE;
    }
  return TRUE;
}
