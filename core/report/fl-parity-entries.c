/* What differs, as a list to walk through: nodes before fusion, groups after it. */
#include "fl-parity-private.h"

/* The lines of both texts where a node of ours first differs; "" where that cannot be told. */
static const char *
describe_change (FlParity *parity, const FlDumpNode *node)
{
  const FlParityText *text = &parity->pre;

  if (text->hunks == NULL || text->left_out != NULL)
    return "";
  for (guint i = 0; i < text->hunks->len; i++)
    {
      const FlHunk *hunk = &g_array_index (text->hunks, FlHunk, i);

      if (hunk->from_b + 1 >= node->line + node->n_lines || hunk->from_b + MAX (hunk->n_b, 1) < node->line)
        continue;
      return fl_arena_printf (parity->arena, "PyTorch, line %u: %.300s\nours, line %u: %.300s", hunk->from_a + 1,
                              hunk->n_a > 0
                                  ? g_strchug (fl_arena_strdup (parity->arena, text->theirs->pdata[hunk->from_a]))
                                  : "(nothing)",
                              hunk->from_b + 1,
                              hunk->n_b > 0
                                  ? g_strchug (fl_arena_strdup (parity->arena, text->ours->pdata[hunk->from_b]))
                                  : "(nothing)");
    }
  return "";
}

static void
add_nodes (FlParity *parity, const FlDump *ours, GArray *entries)
{
  for (guint i = 0; i < ours->n_originals; i++)
    {
      const FlDumpNode *node = ours->originals[i];
      FlParityEntry entry = { .mark = fl_parity_get_node_mark (parity, node->name), .a = node->name, .reason = "" };

      if (entry.mark == FL_MARK_SAME)
        continue;
      if (entry.mark == FL_MARK_OURS)
        entry.title = fl_arena_printf (parity->arena, "%s is only ours: PyTorch has no such node", node->name);
      else
        {
          entry.title = fl_arena_printf (parity->arena, "%s: PyTorch has it with another text", node->name);
          entry.reason = describe_change (parity, node);
        }
      g_array_append_val (entries, entry);
    }
}

static void
add_missing (FlParity *parity, GArray *entries)
{
  for (guint i = 0; i < parity->n_missing; i++)
    {
      FlParityEntry entry = { .mark = FL_MARK_THEIRS, .reason = "" };

      entry.title = fl_arena_printf (parity->arena, "%s, as PyTorch calls it, is only PyTorch's: we have no such node",
                                     parity->missing[i]);
      g_array_append_val (entries, entry);
    }
}

static FlParityEntry
make_group_entry (FlParity *parity, const FlParityDifference *difference)
{
  g_autoptr (GString) reason = g_string_new (NULL);
  FlParityEntry entry = { .mark = FL_MARK_CHANGED, .title = difference->title };

  for (guint i = 0; i < difference->n_reasons; i++)
    {
      g_string_append_printf (reason, "%s%s", i > 0 ? "\n" : "", difference->reasons[i].text);
      if (entry.a == NULL)
        {
          entry.a = difference->reasons[i].a;
          entry.b = difference->reasons[i].b;
        }
    }
  for (guint i = 0; entry.a == NULL && i < difference->n_groups; i++)
    {
      const FlParityGroup *group = &parity->groups[difference->groups[i]];

      for (guint k = 0; k < group->n_members && entry.a == NULL; k++)
        if (g_hash_table_contains (parity->marks, group->members[k]))
          entry.a = group->members[k];
    }
  entry.reason = fl_arena_strdup (parity->arena, reason->str);
  return entry;
}

static const FlParityEntry *
dup_entries (FlParity *parity, const GArray *entries)
{
  return fl_arena_memdup (parity->arena, entries->data, entries->len * sizeof (FlParityEntry));
}

void
fl_parity_find_entries (FlParity *parity, const FlDump *ours)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (FlParityEntry));
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (FlParityEntry));

  if (ours != NULL)
    add_nodes (parity, ours, nodes);
  add_missing (parity, nodes);
  for (guint i = 0; i < parity->n_differences; i++)
    {
      FlParityEntry entry = make_group_entry (parity, &parity->differences[i]);

      g_array_append_val (groups, entry);
    }
  parity->n_node_entries = nodes->len;
  parity->node_entries = dup_entries (parity, nodes);
  parity->n_group_entries = groups->len;
  parity->group_entries = dup_entries (parity, groups);
}

const FlParityEntry *
fl_parity_get_entries (const FlParity *parity, FlStage stage, guint *n_entries)
{
  gboolean is_group = stage == FL_STAGE_FUSE, is_node = stage == FL_STAGE_SCHEDULE;

  *n_entries = is_group ? parity->n_group_entries : is_node ? parity->n_node_entries : 0;
  return is_group ? parity->group_entries : is_node ? parity->node_entries : NULL;
}

FlMark
fl_parity_get_node_mark (const FlParity *parity, const char *name)
{
  return (FlMark) GPOINTER_TO_INT (g_hash_table_lookup (parity->marks, name));
}
