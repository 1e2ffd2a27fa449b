/* TorchInductor's plan of memory as text, and the lines of such texts in one spelling, to be compared. */
#include "fl-wrapper-plan-private.h"

#include "fl-wrapper-private.h"

#include <string.h>

/* --- writing ---------------------------------------------------------------------------------- */

/* Nodes of one C++ function as if they were one group, for its name. */
static FlSchedNode
join_nodes (const FlPass *pass, const FlWrapperPlan *plan, const FlWrapperStep *step)
{
  FlSchedNode joined = *plan->nodes[step->first_node];
  g_autoptr (GPtrArray) originals = g_ptr_array_new ();

  for (guint i = step->first_node; i < step->first_node + step->n_nodes; i++)
    for (guint k = 0; k < plan->nodes[i]->n_originals && plan->nodes[i]->kind != FL_SCHED_NOP; k++)
      g_ptr_array_add (originals, plan->nodes[i]->originals[k]);
  joined.n_originals = originals->len;
  joined.originals = fl_arena_memdup (pass->arena, originals->pdata, originals->len * sizeof (gpointer));
  return joined;
}

static void
write_call (FlWrapper *wrapper, const FlWrapperPlan *plan, const FlWrapperStep *step, guint *n_kernels)
{
  const FlSchedNode *node = plan->nodes[step->first_node];
  FlSchedNode joined;

  if (node->kind != FL_SCHED_EXTERN)
    {
      joined = join_nodes (wrapper->pass, plan, step);
      fl_wrapper_line (wrapper, "%s%s(…)", fl_kernel_make_name (plan->schedule, &joined, (*n_kernels)++),
                       plan->schedule->target == FL_TARGET_CPU ? "" : ".run");
    }
  else if (node->op->kind == FL_BUFFER_MULTI_OUTPUT)
    fl_wrapper_line (wrapper, "%s = %s[%u]", fl_wrapper_get_name (wrapper, node->op->name),
                     fl_wrapper_get_name (wrapper, node->op->args[0].tensor.buffer->name), node->op->tuple_index);
  else if (node->op->kind == FL_BUFFER_EXTERN_OUT || node->op->kind == FL_BUFFER_RANDOM_SEEDS
           || node->op->layout.kind == FL_LAYOUT_NONE)
    fl_wrapper_line (wrapper, "%s(…)", node->op->kernel ? node->op->kernel : "torch.ops.unknown");
  else
    fl_wrapper_line (wrapper, "%s = %s(…)", fl_wrapper_get_name (wrapper, node->op->name),
                     node->op->kernel ? node->op->kernel : "torch.ops.unknown");
}

void
fl_wrapper_plan_append (GString *out, const FlPass *pass, const FlWrapperPlan *plan)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);
  FlWrapper wrapper = { .pass = pass, .lowered = plan->schedule->lowered, .out = out, .names = names, .taken = taken };
  guint n_kernels = 0;

  for (guint i = 0; i < plan->n_steps; i++)
    {
      const FlWrapperStep *step = &plan->steps[i];

      switch (step->kind)
        {
        case FL_WRAPPER_ALLOCATE: fl_wrapper_write_allocation (&wrapper, step->buffer); break;
        case FL_WRAPPER_INPLACE:
        case FL_WRAPPER_REUSE: fl_wrapper_write_reuse (&wrapper, step->buffer, step->other); break;
        case FL_WRAPPER_ALIAS: fl_wrapper_write_alias (&wrapper, step->buffer, step->other); break;
        case FL_WRAPPER_CALL: write_call (&wrapper, plan, step, &n_kernels); break;
        case FL_WRAPPER_SUM:
          fl_wrapper_line (&wrapper, "%s = %s[…].sum(dim=0)", fl_wrapper_get_name (&wrapper, step->buffer->name),
                           fl_wrapper_get_name (&wrapper, step->other->name));
          break;
        case FL_WRAPPER_FREE:
          fl_wrapper_line (&wrapper, "del %s", fl_wrapper_get_name (&wrapper, step->buffer->name));
          break;
        }
    }
}

/* --- reading ---------------------------------------------------------------------------------- */

static gboolean
is_identifier (const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (text[i]) && text[i] != '_')
      return FALSE;
  return length > 0;
}

/* Without blanks but the one that separates `del` from its name. */
static char *
dup_squeezed (const char *text, const char *end)
{
  GString *out = g_string_new (NULL);

  for (const char *p = text; p < end; p++)
    if (!g_ascii_isspace (*p))
      g_string_append_c (out, *p);
  return g_string_free (out, FALSE);
}

/* "buf1 = buf0; del buf0  # reuse": whose memory becomes what, up to the semicolon. */
static char *
dup_assignment (const char *line, const char *end, const char *equals)
{
  const char *value = equals + 3, *comment = g_strstr_len (line, end - line, "#");
  const char *stop = memchr (value, ';', end - value);
  g_autofree char *squeezed = NULL;

  if (!comment)
    {
      if (g_str_has_prefix (value, "empty_strided"))
        return dup_squeezed (line, end);
      return g_strdup_printf ("%.*s =", (int) (equals - line), line);
    }
  squeezed = dup_squeezed (line, stop && stop < comment ? stop : comment);
  return g_strdup_printf ("%s %s", squeezed, g_strstr_len (comment, end - comment, "reuse") ? "# reuse" : "# alias");
}

static gboolean
is_call (const char *line, const char *end)
{
  static const char *const prefixes[] = { "cpp_", "triton_", "extern_kernels.", "torch.ops.", "aten." };
  const char *open = memchr (line, '(', end - line);

  for (const char *p = line; open && p < open; p++)
    if (!g_ascii_isalnum (*p) && *p != '_' && *p != '.')
      return FALSE;
  if (!open)
    return FALSE;
  if (open - line > 6 && strncmp (open - 6, ".copy_", 6) == 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (line, prefixes[i]))
      return TRUE;
  return FALSE;
}

static char *
dup_memory_line (const char *line, const char *end)
{
  const char *equals = g_strstr_len (line, end - line, " = ");

  if (g_str_has_prefix (line, "del "))
    return g_strndup (line, end - line);
  if (is_call (line, end))
    return g_strdup ("call");
  if (equals && (g_str_has_prefix (line, "buf") || g_str_has_prefix (line, "workspace_"))
      && is_identifier (line, equals - line))
    return dup_assignment (line, end, equals);
  return NULL;
}

/* The body of call (), where the text has more than that. */
static void
find_body (const char **text, const char **end)
{
  const char *head = g_strstr_len (*text, *end - *text, "def call("), *foot;

  if (head)
    *text = head;
  foot = head ? g_strstr_len (head, *end - head, "\n        return (") : NULL;
  if (!foot && head)
    foot = g_strstr_len (head, *end - head, "\n    return (");
  if (foot)
    *end = foot;
}

GPtrArray *
fl_wrapper_find_memory_lines (const char *text, gsize length)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  const char *end = text + length;

  find_body (&text, &end);
  while (text < end)
    {
      const char *stop = memchr (text, '\n', end - text), *last;
      char *line;

      stop = stop ? stop : end;
      while (text < stop && g_ascii_isspace (*text))
        text++;
      for (last = stop; last > text && g_ascii_isspace (last[-1]);)
        last--;
      line = last > text ? dup_memory_line (text, last) : NULL;
      if (line)
        g_ptr_array_add (lines, line);
      text = stop < end ? stop + 1 : end;
    }
  return lines;
}
