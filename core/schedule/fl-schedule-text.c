/* ir_pre_fusion.txt and ir_post_fusion.txt, to the byte. */
#include <string.h>

#include "fl-schedule-private.h"
#include "fl-text.h"
#include "fl-torch-rules.h"

typedef struct
{
  GString *out;
  const FlSchedule *schedule;
  const FlTorch *rules;
} Writer;

/* --- lists ------------------------------------------------------------------------------------ */

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Python's pformat; a list of several lines starts on a line of its own, indented. */
static void
append_list (GString *out, const GPtrArray *texts)
{
  g_autoptr (GString) list = g_string_new (NULL);

  fl_text_append_pprint_list (list, (const char *const *) texts->pdata, texts->len);
  if (strchr (list->str, '\n') != NULL)
    {
      g_string_replace (list, "\n", "\n    ", 0);
      g_string_prepend (list, "\n    ");
    }
  g_string_append (out, list->str);
}

/* Deps sorted by their text; those of `without` are left out. */
static void
append_deps (Writer *writer, const FlSchedNode *node, const char *label, FlDepSet set, FlDepSet without)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < set.n; i++)
    {
      GString *text;
      gboolean skip = FALSE;

      for (guint k = 0; k < without.n && !skip; k++)
        skip = fl_dep_equal (&without.deps[k], &set.deps[i]);
      if (skip)
        continue;
      text = g_string_new (NULL);
      fl_dep_append (text, &set.deps[i], writer->rules);
      g_ptr_array_add (texts, g_string_free (text, FALSE));
    }
  g_ptr_array_sort (texts, compare_texts);
  g_string_append_printf (writer->out, "%s.%s = ", node->name, label);
  append_list (writer->out, texts);
  g_string_append_c (writer->out, '\n');
}

static void
append_names (GString *out, const char *buffer, const char *label, const char *const *names, guint n)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  if (n == 0)
    return;
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (texts, g_strdup_printf ("'%s'", names[i]));
  g_string_append_printf (out, "    %s.%s = ", buffer, label);
  append_list (out, texts);
  g_string_append_c (out, '\n');
}

/* --- buffers ---------------------------------------------------------------------------------- */

static void
append_user (GString *out, const FlSchedUser *user, const FlTorch *rules)
{
  if (user->node == NULL)
    g_string_append (out, "NodeUser(node=OUTPUT");
  else
    g_string_append_printf (out, "NodeUser(node=%s(name='%s')", fl_sched_kind_get_name (user->node->kind),
                            user->node->name);
  g_string_append_printf (out, ", can_inplace=%s", user->can_inplace ? "True" : "False");
  if (fl_torch_has (rules, FL_RULE_TEXT_USER_WEAK))
    g_string_append_printf (out, ", is_weak=%s", user->is_weak ? "True" : "False");
  g_string_append_c (out, ')');
}

static void
append_users_inline (GString *out, const FlSchedBuffer *buffer, const FlTorch *rules)
{
  g_string_append_c (out, '[');
  for (guint i = 0; i < buffer->n_users; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      append_user (out, &buffer->users[i], rules);
    }
  g_string_append (out, "]\n");
}

static void
append_buffer (Writer *writer, const FlSchedBuffer *buffer)
{
  const char *name = buffer->buffer->name;
  GString *out = writer->out;

  g_string_append_printf (out, "    %s: %s\n    %s.layout = ", name, fl_buffer_get_class_name (buffer->buffer), name);
  fl_layout_append (out, &buffer->buffer->layout);
  g_string_append_c (out, '\n');
  append_names (out, name, "aliases", buffer->aliases, buffer->n_aliases);
  append_names (out, name, "mutations", buffer->mutations, buffer->n_mutations);
  g_string_append_printf (out, "    %s.users = ", name);
  if (buffer->n_users <= 1)
    {
      append_users_inline (out, buffer, writer->rules);
      return;
    }
  g_string_append (out, "[\n");
  for (guint i = 0; i < buffer->n_users; i++)
    {
      g_string_append (out, "        ");
      append_user (out, &buffer->users[i], writer->rules);
      g_string_append (out, ",\n");
    }
  g_string_append (out, "    ]\n");
}

/* --- nodes ------------------------------------------------------------------------------------ */

static void
append_syms (GString *out, const FlSym *const *syms, guint n, gboolean is_tuple)
{
  g_string_append_c (out, is_tuple ? '(' : '[');
  for (guint i = 0; i < n; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      fl_sym_append (out, syms[i]);
    }
  g_string_append (out, is_tuple ? n == 1 ? ",)" : ")" : "]");
}

static void
append_sizes (GString *out, const FlSchedNode *node, const FlSym *const *sizes, gboolean are_tuples)
{
  g_string_append_c (out, '(');
  append_syms (out, sizes, node->n_iter_sizes, are_tuples);
  g_string_append (out, ", ");
  append_syms (out, sizes + node->n_iter_sizes, node->n_reduce_sizes, are_tuples);
  g_string_append_c (out, ')');
}

static void
append_iteration (GString *out, const FlSchedNode *node)
{
  if (!fl_sched_is_gpu (node->device))
    {
      append_sizes (out, node, node->body->sizes, TRUE);
      return;
    }
  g_string_append_c (out, '(');
  fl_sym_append (out, node->numel);
  g_string_append (out, ", ");
  fl_sym_append (out, node->rnumel);
  g_string_append_c (out, ')');
}

/* The sizes of what is given are written as the graph's are, not multiplied out. */
static void
append_layout (GString *out, const FlBuffer *buffer)
{
  FlLayout layout = buffer->layout;
  g_autofree const FlSym **sizes = g_new (const FlSym *, layout.n_dims + 1);

  for (guint i = 0; i < layout.n_dims; i++)
    sizes[i] = buffer->kind == FL_BUFFER_INPUT ? fl_sym_get_written (layout.sizes[i]) : layout.sizes[i];
  layout.sizes = sizes;
  fl_layout_append (out, &layout);
}

static void
append_layouts (Writer *writer, FlDepSet set)
{
  const gboolean has_operations = fl_torch_has (writer->rules, FL_RULE_TEXT_OPERATIONS);

  for (guint i = 0; i < set.n; i++)
    {
      const FlBuffer *buffer = fl_lowered_find_buffer (writer->schedule->lowered, set.deps[i].name);

      if ((set.deps[i].kind == FL_DEP_WEAK && has_operations) || buffer == NULL)
        continue;
      g_string_append_printf (writer->out, "%s_layout = ", set.deps[i].name);
      append_layout (writer->out, buffer);
      g_string_append_c (writer->out, '\n');
    }
}

static void
append_compute (Writer *writer, const FlSchedNode *node)
{
  GString *out = writer->out;

  g_string_append_printf (out, "%s.group.device = ", node->name);
  fl_device_append (out, node->device);
  g_string_append_printf (out, "\n%s.group.iteration = ", node->name);
  append_iteration (out, node);
  g_string_append_printf (out, "\n%s.sizes = ", node->name);
  append_sizes (out, node, node->body->written_sizes, node->sizes_are_tuples);
  g_string_append_c (out, '\n');
  if (fl_torch_has (writer->rules, FL_RULE_TEXT_LAYOUTS))
    {
      append_layouts (writer, fl_sched_node_get_reads (node));
      append_layouts (writer, fl_sched_node_get_writes (node));
    }
  g_string_append_printf (out, "class %s_loop_body:\n", node->name);
  fl_loop_body_append (out, node->body, writer->rules);
}

/* What a group is written as: groups side by side show as such, others as single nodes. */
static guint
get_n_parts (const FlSchedNode *group)
{
  return group->kind == FL_SCHED_FOREACH ? group->n_members : group->n_originals;
}

static const FlSchedNode *
get_part (const FlSchedNode *group, guint i)
{
  return group->kind == FL_SCHED_FOREACH ? group->members[i] : group->originals[i];
}

static void
append_header (Writer *writer, const FlSchedNode *node)
{
  GString *out = writer->out;
  gboolean is_group = fl_sched_node_is_group (node);
  gboolean has_operations = fl_torch_has (writer->rules, FL_RULE_TEXT_OPERATIONS);

  g_string_append_printf (out, "%s: %s(", node->name, fl_sched_kind_get_name (node->kind));
  if (!is_group)
    g_string_append (out, fl_buffer_get_class_name (node->op));
  else if (!has_operations)
    g_string_append (out, "NoneType");
  for (guint i = 0; is_group && has_operations && i < get_n_parts (node); i++)
    g_string_append_printf (out, "%s%s", i > 0 ? "," : "", fl_sched_kind_get_name (get_part (node, i)->kind));
  g_string_append (out, ")\n");
}

static void
append_outputs (Writer *writer, const FlSchedNode *node)
{
  GString *out = writer->out;

  if (fl_torch_has (writer->rules, FL_RULE_TEXT_OPERATIONS))
    {
      if (fl_torch_has (writer->rules, FL_RULE_TEXT_DISTANCES))
        g_string_append_printf (out, "%s.min_input_distance = %u\n%s.max_input_distance = %u\n", node->name,
                                node->min_input_distance, node->name, node->max_input_distance);
      g_string_append_printf (out, "%s.outputs = [\n", node->name);
      for (guint i = 0; i < node->n_outputs; i++)
        append_buffer (writer, node->outputs[i]);
      g_string_append (out, "]\n");
      return;
    }
  g_string_append_printf (out, "%s.users = ", node->name);
  if (fl_sched_node_is_group (node))
    g_string_append (out, "[]\n");
  else
    append_users_inline (out, node->outputs[0], writer->rules);
}

static void append_node (Writer *writer, const FlSchedNode *node);

/* PyTorch's printing of a list's kernel that something was fused into fails at a first member that is one node, and it
 * goes on without the members. */
static gboolean
shows_members (const Writer *writer, const FlSchedNode *node)
{
  return !fl_torch_has (writer->rules, FL_RULE_TEXT_LISTS_FAIL) || node->kind != FL_SCHED_FOREACH || node->knows_readers
         || fl_sched_node_is_group (node->members[0]);
}

static void
append_members (Writer *writer, const FlSchedNode *node)
{
  GString *whole = writer->out;

  if (!shows_members (writer, node))
    return;
  for (guint i = 0; i < get_n_parts (node); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      g_string_append_printf (text, "%s.snodes[%u] =\n", node->name, i);
      writer->out = text;
      append_node (writer, get_part (node, i));
      if (!fl_torch_has (writer->rules, FL_RULE_TEXT_OPERATIONS))
        {
          g_string_truncate (text, text->len - 1);
          g_string_replace (text, "\n", "\n    ", 0);
          g_string_prepend (text, "    ");
          g_string_append_c (text, '\n');
        }
      g_string_append (whole, text->str);
    }
  writer->out = whole;
}

/* Ends with a newline. */
static void
append_node (Writer *writer, const FlSchedNode *node)
{
  FlDepSet none = { 0, NULL };

  append_header (writer, node);
  append_deps (writer, node, "writes", fl_sched_node_get_writes (node), none);
  append_deps (writer, node, "unmet_dependencies", fl_sched_node_get_unmet (node), none);
  append_deps (writer, node, "met_dependencies", fl_sched_node_get_reads (node), fl_sched_node_get_unmet (node));
  append_outputs (writer, node);
  if (fl_sched_node_is_group (node))
    append_members (writer, node);
  else if (node->kind == FL_SCHED_COMPUTE)
    append_compute (writer, node);
  else if (node->kind == FL_SCHED_EXTERN)
    g_string_append_printf (writer->out, "%s.node.kernel = %s\n", node->name,
                            node->op->kernel != NULL ? node->op->kernel : "None");
}

void
fl_schedule_append_text (GString *out, const FlSchedule *schedule)
{
  Writer writer = { out, schedule, &schedule->text_rules };

  for (guint i = 0; i < (schedule->unjoined ? schedule->n_unjoined : schedule->n_nodes); i++)
    {
      append_node (&writer, schedule->unjoined ? schedule->unjoined[i] : schedule->nodes[i]);
      g_string_append (out, "\n\n");
    }
}
