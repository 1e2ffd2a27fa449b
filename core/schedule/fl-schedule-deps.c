/* Who uses what, and the order that overwriting imposes.
 * Source: torch/_inductor/scheduler.py (compute_dependencies). */
#include "fl-intern.h"
#include "fl-schedule-private.h"
#include "fl-torch-rules.h"

/* Users of one piece of memory; buffers that alias share a list. */
typedef struct _UserList UserList;
struct _UserList
{
  GArray *users;    /* FlSchedUser */
  UserList *merged; /* into which list this one went */
};

typedef struct
{
  FlSchedContext *context;
  GHashTable *lists; /* interned name -> UserList */
  GArray *mutations; /* FlSchedMutation */
} Users;

static void
free_list (gpointer data)
{
  UserList *list = data;

  g_array_unref (list->users);
  g_free (list);
}

static UserList *
find_list (Users *users, const char *name)
{
  UserList *list = g_hash_table_lookup (users->lists, name);

  if (list == NULL)
    {
      list = g_new0 (UserList, 1);
      list->users = g_array_new (FALSE, TRUE, sizeof (FlSchedUser));
      g_hash_table_insert (users->lists, (gpointer) name, list);
    }
  while (list->merged != NULL)
    list = list->merged;
  return list;
}

/* The name of the latest version of a buffer. */
static const char *
find_version (const FlSchedContext *context, const char *name)
{
  const char *next;

  while ((next = g_hash_table_lookup (context->renames, name)) != NULL && next != name)
    name = next;
  return name;
}

static const char *
get_version (Users *users, const char *name)
{
  return find_version (users->context, name);
}

void
fl_sched_context_note_mutation (FlSchedContext *context, const FlSchedMutation *mutation)
{
  gpointer name = (gpointer) mutation->buffer;
  const char *former = find_version (context, mutation->target);

  if (former != mutation->buffer)
    g_hash_table_insert (context->former, name, (gpointer) former);
  g_hash_table_insert (context->renames, (gpointer) former, name);
  g_hash_table_insert (context->renames, (gpointer) mutation->target, name);
  g_hash_table_insert (context->real_names, name, (gpointer) mutation->real);
}

static void
add_user (Users *users, const char *name, FlSchedNode *node, gboolean can_inplace, gboolean is_weak)
{
  UserList *list = find_list (users, get_version (users, name));
  FlSchedUser user = { node, can_inplace, is_weak };

  for (guint i = 0; i < list->users->len; i++)
    {
      const FlSchedUser *known = &g_array_index (list->users, FlSchedUser, i);

      if (known->node == node && known->can_inplace == can_inplace && known->is_weak == is_weak)
        return;
    }
  g_array_append_val (list->users, user);
}

static void
share_lists (Users *users, FlSchedNode *const *nodes, guint n_nodes)
{
  for (guint i = 0; i < n_nodes; i++)
    for (guint o = 0; o < nodes[i]->n_outputs; o++)
      {
        const FlSchedBuffer *buffer = nodes[i]->outputs[o];

        /* An operation without a result may alias several buffers that have nothing to do with each
         * other. */
        if (buffer->buffer->layout.kind == FL_LAYOUT_NONE && buffer->n_aliases > 1)
          continue;
        for (guint a = 0; a < buffer->n_aliases; a++)
          {
            UserList *one = find_list (users, buffer->buffer->name), *other = find_list (users, buffer->aliases[a]);

            if (one != other)
              one->merged = other;
          }
      }
}

/* --- mutations -------------------------------------------------------------------------------- */

static gboolean
has_alias (const FlSchedBuffer *buffer, const char *name)
{
  for (guint i = 0; i < buffer->n_aliases; i++)
    if (buffer->aliases[i] == name)
      return TRUE;
  return FALSE;
}

/* node writes over what `name` holds: it runs after whoever wrote it and after all who read it. */
static void
add_mutation_deps (Users *users, FlSchedNode *node, const FlSchedBuffer *buffer, const char *name)
{
  const char *mode = node->n_writes == 1 && node->writes[0].kind == FL_DEP_MEMORY ? node->writes[0].mode : NULL;
  const gboolean is_fake = fl_options_has (users->context->options, FL_RULE_ORDERS_ARE_FAKE);
  FlDep dep = fl_dep_star (name, mode);
  UserList *list;

  add_user (users, name, node, FALSE, FALSE);
  fl_sched_node_add_read (users->context, node, &dep);
  list = find_list (users, name);
  for (guint i = 0; i < list->users->len; i++) /* the list may grow meanwhile */
    {
      FlSchedNode *reader = g_array_index (list->users, FlSchedUser, i).node;

      if (reader == node || reader == NULL)
        continue;
      for (guint o = 0; o < reader->n_outputs; o++)
        {
          const char *other = get_version (users, reader->outputs[o]->buffer->name);

          dep = fl_dep_weak (other, buffer->buffer->name, is_fake && !has_alias (reader->outputs[o], name));
          fl_sched_node_add_read (users->context, node, &dep);
          add_user (users, other, node, FALSE, TRUE);
        }
    }
}

static gboolean
can_inplace (const FlSchedNode *node, const FlDep *read)
{
  const FlDep *write = &node->writes[0];

  if (node->kind != FL_SCHED_COMPUTE || node->n_writes != 1 || read->kind != FL_DEP_MEMORY)
    return FALSE;
  for (guint i = 0; i < node->n_outputs; i++)
    if (node->outputs[i]->n_aliases > 0)
      return FALSE;
  if (read->index != write->index || read->n_vars != write->n_vars)
    return FALSE;
  for (guint i = 0; i < read->n_vars; i++)
    if (read->sizes[i] != write->sizes[i])
      return FALSE;
  return TRUE;
}

/* Names that the node reads or writes and that have newer versions by now. */
static void
note_renames (Users *users, FlSchedNode *node)
{
  g_autoptr (GPtrArray) renames = g_ptr_array_new ();
  FlDepSet sets[2] = { fl_sched_node_get_reads (node), fl_sched_node_get_writes (node) };

  if (g_hash_table_size (users->context->renames) == 0)
    return;
  for (guint s = 0; s < 2; s++)
    for (guint i = 0; i < sets[s].n; i++)
      {
        const char *name = sets[s].deps[i].name;
        const char *version = g_hash_table_lookup (users->context->renames, name);

        if (version == NULL || g_ptr_array_find (renames, name, NULL))
          continue;
        g_ptr_array_add (renames, (gpointer) name);
        g_ptr_array_add (renames, (gpointer) version);
      }
  node->n_renames = renames->len / 2;
  node->renames = fl_arena_memdup (users->context->arena, renames->pdata, renames->len * sizeof (gpointer));
  fl_sched_node_rename_deps (users->context, node);
}

static void
note_new_versions (Users *users, const FlSchedNode *node)
{
  for (guint o = 0; o < node->n_outputs; o++)
    {
      const FlSchedBuffer *buffer = node->outputs[o];
      const char *name = buffer->buffer->name;

      for (guint m = 0; m < buffer->n_mutations; m++)
        {
          const char *target = buffer->mutations[m];
          const char *real = g_hash_table_lookup (users->context->real_names, target);
          FlSchedMutation mutation = { name, target, real != NULL ? real : target };

          fl_sched_context_note_mutation (users->context, &mutation);
          g_array_append_val (users->mutations, mutation);
        }
    }
}

/* --- outputs ---------------------------------------------------------------------------------- */

static void
add_output_users (Users *users)
{
  const FlLowered *lowered = users->context->lowered;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < lowered->n_outputs; i++)
    if (lowered->outputs[i].kind == FL_OUTPUT_TENSOR && lowered->outputs[i].tensor.buffer != NULL)
      add_user (users, lowered->outputs[i].tensor.buffer->name, NULL, FALSE, FALSE);
  /* What is written into inputs is a result, too. */
  for (guint i = 0; i < users->mutations->len; i++)
    {
      const char *target = g_array_index (users->mutations, FlSchedMutation, i).target;

      if (g_hash_table_contains (users->context->is_available, target) && g_hash_table_add (seen, (gpointer) target))
        add_user (users, target, NULL, FALSE, FALSE);
    }
}

/* One entry a node: in place only if every read may be, weak only if every use is. */
static void
set_users (FlSchedContext *context, FlSchedBuffer *buffer, const GArray *all)
{
  FlSchedUser *users = fl_arena_new (context->arena, FlSchedUser, all->len + 1);
  g_autoptr (GHashTable) positions = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < all->len; i++)
    {
      const FlSchedUser *user = &g_array_index (all, FlSchedUser, i);
      guint at = GPOINTER_TO_UINT (g_hash_table_lookup (positions, user->node));

      if (at > 0)
        {
          users[at - 1].can_inplace &= user->can_inplace;
          users[at - 1].is_weak &= user->is_weak;
          continue;
        }
      users[buffer->n_users++] = *user;
      g_hash_table_insert (positions, user->node, GUINT_TO_POINTER (buffer->n_users));
    }
  buffer->users = users;
}

void
fl_schedule_compute_dependencies (FlSchedContext *context, FlSchedNode *const *nodes, guint n_nodes, GPtrArray *buffers,
                                  GArray *mutations)
{
  g_autoptr (GHashTable) lists = g_hash_table_new_full (NULL, NULL, NULL, free_list);
  Users users = { context, lists, mutations };

  share_lists (&users, nodes, n_nodes);
  for (guint i = 0; i < n_nodes; i++)
    {
      FlSchedNode *node = nodes[i];

      for (guint o = 0; o < node->n_outputs; o++)
        for (guint m = 0; m < node->outputs[o]->n_mutations; m++)
          add_mutation_deps (&users, node, node->outputs[o], get_version (&users, node->outputs[o]->mutations[m]));
      for (guint r = 0; r < node->n_reads; r++)
        if (node->reads[r].kind != FL_DEP_WEAK)
          add_user (&users, node->reads[r].name, node, can_inplace (node, &node->reads[r]), FALSE);
      note_renames (&users, node);
      note_new_versions (&users, node);
    }
  add_output_users (&users);
  for (guint i = 0; i < n_nodes; i++)
    for (guint o = 0; o < nodes[i]->n_outputs; o++)
      {
        FlSchedBuffer *buffer = nodes[i]->outputs[o];

        set_users (context, buffer, find_list (&users, buffer->buffer->name)->users);
        g_ptr_array_add (buffers, buffer);
      }
}
