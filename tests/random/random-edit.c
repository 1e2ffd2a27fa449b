/* Printing a graph with one change. */
#include "random-edit.h"

#include <string.h>

#include "fl-aten.h"
#include "fl-reference-private.h"
#include "fl-text.h"

#include "random-fill.h"

typedef struct
{
  const FlGraph *graph;
  const char *text;
  FlArray *const *inputs;
  const RndEdit *edit;
  gboolean *is_needed; /* one a node */
  gint64 n_ints;
  gboolean applies;
} Printer;

/* --- what is needed ---------------------------------------------------------------------------- */

static guint
count_leaves (const FlArg *args, guint n)
{
  guint count = 0;

  for (guint i = 0; i < n; i++)
    count += args[i].n_items > 0 ? count_leaves (args[i].items, args[i].n_items) : 1;
  return count;
}

guint
rnd_edit_count_outputs (const FlGraph *graph)
{
  const FlNode *output = &graph->nodes[graph->output.index];

  return count_leaves (output->args, output->n_args);
}

static gboolean
has_output (const Printer *self, guint position)
{
  const RndEdit *edit = self->edit;

  return edit->kind == RND_EDIT_ONLY_OUTPUT   ? position == edit->a
         : edit->kind == RND_EDIT_DROP_OUTPUT ? position != edit->a
                                              : TRUE;
}

static gboolean
is_mutation (const FlNode *node)
{
  return node->kind == FL_NODE_CALL && node->op != NULL && node->op->kind == FL_ATEN_MUTATION
         && strstr (node->op->name, "_foreach") == NULL;
}

/* The node that a use of this one means now. */
static guint
follow (const Printer *self, guint node)
{
  const FlNode *found = &self->graph->nodes[node];

  if (self->edit->kind == RND_EDIT_BYPASS && self->edit->a == node)
    return found->args[self->edit->b].node.index;
  return node;
}

static gboolean
is_input (const Printer *self, guint node)
{
  return self->graph->nodes[node].kind == FL_NODE_PLACEHOLDER
         || (self->edit->kind == RND_EDIT_TO_INPUT && self->edit->a == node);
}

static void need (Printer *self, guint node);

static void
need_args (Printer *self, const FlArg *args, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      if (args[i].kind == FL_ARG_NODE)
        need (self, follow (self, args[i].node.index));
      need_args (self, args[i].items, args[i].n_items);
    }
}

static void
need (Printer *self, guint node)
{
  if (self->is_needed[node])
    return;
  self->is_needed[node] = TRUE;
  if (!is_input (self, node))
    need_args (self, self->graph->nodes[node].args, self->graph->nodes[node].n_args);
}

static void
need_outputs (Printer *self, const FlArg *args, guint n, guint *position)
{
  for (guint i = 0; i < n; i++)
    if (args[i].n_items > 0)
      need_outputs (self, args[i].items, args[i].n_items, position);
    else if (has_output (self, (*position)++) && args[i].kind == FL_ARG_NODE)
      need (self, follow (self, args[i].node.index));
}

static void
find_needed (Printer *self)
{
  const FlNode *output = &self->graph->nodes[self->graph->output.index];
  guint position = 0;

  need_outputs (self, output->args, output->n_args, &position);
  for (guint i = 0; i < self->graph->n_nodes; i++) /* writes stay until they are bypassed */
    if (is_mutation (&self->graph->nodes[i]) && !(self->edit->kind == RND_EDIT_BYPASS && self->edit->a == i))
      need (self, i);
}

/* --- text -------------------------------------------------------------------------------------- */

static void
append_name (const Printer *self, GString *out, guint node)
{
  if (self->edit->kind == RND_EDIT_NAMES && self->graph->nodes[node].value.kind != FL_VALUE_SYM)
    g_string_append_printf (out, "%s%u", is_input (self, node) ? "x" : "v", node);
  else
    g_string_append (out, self->graph->nodes[node].name);
}

static gint64
map_size (Printer *self, gint64 size)
{
  if (self->edit->kind != RND_EDIT_SIZE || size != self->edit->a)
    return size;
  self->applies = TRUE;
  return self->edit->b;
}

static void append_arg (Printer *self, GString *out, const FlArg *arg, gboolean is_in_list);

static void
append_int (Printer *self, GString *out, const FlArg *arg, gboolean is_in_list)
{
  gint64 value;

  if (!fl_sym_is_int (arg->sym, &value))
    {
      fl_sym_append (out, arg->sym);
      return;
    }
  if (self->edit->kind == RND_EDIT_INT && self->n_ints == self->edit->a)
    {
      value = self->edit->b;
      self->applies = TRUE;
    }
  else if (is_in_list)
    value = map_size (self, value);
  self->n_ints++;
  g_string_append_printf (out, "%" G_GINT64_FORMAT, value);
}

static void
append_arg (Printer *self, GString *out, const FlArg *arg, gboolean is_in_list)
{
  if (arg->keyword != NULL)
    g_string_append_printf (out, "%s = ", arg->keyword);
  if (arg->kind == FL_ARG_NODE)
    append_name (self, out, follow (self, arg->node.index));
  else if (arg->kind == FL_ARG_INT)
    append_int (self, out, arg, is_in_list);
  else if (arg->kind == FL_ARG_LIST || arg->kind == FL_ARG_TUPLE)
    {
      g_string_append_c (out, '[');
      for (guint i = 0; i < arg->n_items; i++)
        {
          g_string_append (out, i > 0 ? ", " : "");
          append_arg (self, out, &arg->items[i], TRUE);
        }
      g_string_append_c (out, ']');
    }
  else if (arg->kind == FL_ARG_FLOAT && arg->number - arg->number != 0)
    g_string_append (out, arg->number != arg->number ? "nan" : arg->number > 0 ? "inf" : "-inf");
  else
    {
      FlArg plain = *arg;
      plain.keyword = NULL;
      fl_arg_append (out, self->graph, &plain);
    }
}

static gboolean
append_call (Printer *self, GString *out, guint position)
{
  const FlNode *node = &self->graph->nodes[position];
  guint n_args
      = self->edit->kind == RND_EDIT_DROP_ARG && self->edit->a == position ? (guint) self->edit->b : node->n_args;

  if (n_args < node->n_args)
    self->applies = TRUE;
  g_string_append (out, "        ");
  append_name (self, out, position);
  if (strcmp (node->target, "operator.getitem") == 0 && node->n_args == 2)
    {
      g_string_append (out, " = ");
      append_arg (self, out, &node->args[0], FALSE);
      g_string_append_c (out, '[');
      fl_arg_append (out, self->graph, &node->args[1]);
      g_string_append (out, "]\n");
      return TRUE;
    }
  if (!g_str_has_prefix (node->target, "aten.") && !g_str_has_prefix (node->target, "prims.")
      && strchr (node->target, '.') != strrchr (node->target, '.'))
    g_string_append_printf (out, " = torch.ops.%s(", node->target);
  else if (strchr (node->target, '.') == strrchr (node->target, '.'))
    g_string_append_printf (out, " = %s(", node->target); /* torch.sym_sum, operator.mul */
  else
    g_string_append_printf (out, " = torch.ops.%s(", node->target);
  for (guint i = 0; i < n_args; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      append_arg (self, out, &node->args[i], FALSE);
    }
  g_string_append (out, ")\n");
  return TRUE;
}

/* --- inputs ------------------------------------------------------------------------------------ */

static int
find_input (const FlGraph *graph, guint node)
{
  for (guint i = 0; i < graph->n_inputs; i++)
    if (graph->inputs[i].index == node)
      return (int) i;
  return -1;
}

/* The leading part, and ones where there was less. */
static FlArray *
crop (const FlArray *array, FlDtype dtype, const gint64 *sizes)
{
  FlArray *out = fl_array_new (dtype, array->n_dims, sizes);
  gint64 index[FL_MAX_DIMS] = { 0 };

  for (gint64 i = 0; i < out->numel; i++)
    {
      gint64 place = 0;
      gboolean is_inside = TRUE;

      for (guint d = 0; d < array->n_dims; d++)
        {
          is_inside &= index[d] < array->sizes[d];
          place = place * array->sizes[d] + index[d];
        }
      if (out->numbers != NULL)
        out->numbers[i] = fl_dtype_round (dtype, !is_inside               ? 1
                                                 : array->numbers != NULL ? array->numbers[place]
                                                                          : (double) array->integers[place]);
      else
        out->integers[i] = !is_inside                ? 1
                           : array->integers != NULL ? array->integers[place]
                                                     : (gint64) array->numbers[place];
      fl_index_next (index, sizes, array->n_dims);
    }
  return out;
}

static char *
find_fill (const char *text, const char *name)
{
  g_autofree char *start = g_strdup_printf ("# fill %s ", name);

  for (const char *line = text; line != NULL && *line == '#';
       line = strchr (line, '\n'), line = line != NULL ? line + 1 : NULL)
    if (g_str_has_prefix (line, start))
      return g_strndup (line + strlen (start), strcspn (line + strlen (start), "\n"));
  return NULL;
}

static gboolean
append_input (Printer *self, GString *head, GString *signature, guint node)
{
  const FlGraph *graph = self->graph;
  const FlTensor *tensor = &graph->nodes[node].value.tensor;
  int position = find_input (graph, node);
  gint64 sizes[FL_MAX_DIMS], strides[FL_MAX_DIMS], step = 1;
  gboolean is_symbolic = FALSE, is_changed = FALSE, is_dense;
  FlDtype dtype = tensor->dtype;
  g_autoptr (GString) name = g_string_new (NULL);
  g_autoptr (FlArray) own = NULL;
  g_autofree char *fill = NULL;

  append_name (self, name, node);
  if (graph->nodes[node].value.kind == FL_VALUE_SYM)
    {
      g_string_append_printf (signature, ", %s: \"", name->str);
      fl_value_append (signature, &graph->nodes[node].value);
      g_string_append_c (signature, '"');
      return TRUE;
    }
  if (graph->nodes[node].value.kind != FL_VALUE_TENSOR || tensor->n_dims > FL_MAX_DIMS)
    return FALSE;
  for (guint d = 0; d < tensor->n_dims; d++)
    {
      is_symbolic |= !fl_sym_is_int (tensor->sizes[d], &sizes[d])
                     || (tensor->strides != NULL && !fl_sym_is_int (tensor->strides[d], &strides[d]));
      if (!is_symbolic && map_size (self, sizes[d]) != sizes[d])
        {
          sizes[d] = self->edit->b;
          is_changed = TRUE;
        }
    }
  if (is_symbolic)
    {
      g_string_append_printf (signature, ", %s: \"", name->str);
      fl_tensor_append (signature, tensor, TRUE, FALSE);
      g_string_append (signature, "cpu\"");
    }
  is_dense = tensor->strides == NULL || position < 0 || is_changed
             || (self->edit->kind == RND_EDIT_DENSE && self->edit->a == position);
  for (guint d = tensor->n_dims; !is_symbolic && d-- > 0; step *= MAX (sizes[d], 1))
    if (is_dense)
      {
        self->applies |= self->edit->kind == RND_EDIT_DENSE && strides[d] != step;
        strides[d] = step;
      }
  if (self->edit->kind == RND_EDIT_DTYPE && self->edit->a == position && fl_dtype_is_float (dtype)
      && dtype != FL_DTYPE_F32)
    {
      dtype = FL_DTYPE_F32;
      self->applies = is_changed = TRUE;
    }
  if (!is_symbolic)
    {
      g_string_append_printf (signature, ", %s: \"%s[", name->str, fl_dtype_get_short_name (dtype));
      for (guint d = 0; d < tensor->n_dims; d++)
        g_string_append_printf (signature, "%s%" G_GINT64_FORMAT, d > 0 ? ", " : "", sizes[d]);
      g_string_append (signature, "][");
      for (guint d = 0; d < tensor->n_dims; d++)
        g_string_append_printf (signature, "%s%" G_GINT64_FORMAT, d > 0 ? ", " : "", strides[d]);
      g_string_append (signature, g_strcmp0 (tensor->device.type, "cuda") != 0 ? "]cpu\"" : "]cuda:0\"");
    }
  fill = find_fill (self->text, graph->nodes[node].name);
  if (self->edit->kind == RND_EDIT_PLAIN && self->edit->a == position)
    {
      if (fill != NULL && g_str_has_prefix (fill, "plain"))
        return FALSE;
      self->applies = TRUE;
      g_string_append_printf (head, "# fill %s plain 0 1\n", name->str);
    }
  else if (position >= 0 && !is_changed && fill != NULL)
    g_string_append_printf (head, "# fill %s %s\n", name->str, fill);
  else
    {
      const FlArray *array = position >= 0 ? self->inputs[position] : NULL;

      if (array == NULL)
        {
          FlNodeId id = { node };
          g_autoptr (GPtrArray) copies = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free), found = NULL;

          for (guint i = 0; i < graph->n_inputs; i++)
            g_ptr_array_add (copies, self->inputs[i] == NULL ? NULL : fl_array_dup (self->inputs[i]));
          g_autoptr (GPtrArray) points = rnd_fill_read_points (graph, self->text);

          found = fl_reference_run_for (graph, (FlArray *const *) copies->pdata, rnd_fill_look_up, points->pdata[0],
                                        &id, 1, NULL, NULL);
          if (found == NULL || found->len != 1 || found->pdata[0] == NULL)
            return FALSE;
          own = fl_array_dup (found->pdata[0]);
          array = own;
        }
      if (is_symbolic)
        rnd_fill_append_data (head, name->str, array);
      else
        {
          g_autoptr (FlArray) cropped = crop (array, dtype, sizes);
          rnd_fill_append_data (head, name->str, cropped);
        }
    }
  return TRUE;
}

static void
append_outputs (Printer *self, GString *out, const FlArg *args, guint n, guint *position, guint *n_printed)
{
  for (guint i = 0; i < n; i++)
    if (args[i].n_items > 0)
      append_outputs (self, out, args[i].items, args[i].n_items, position, n_printed);
    else if (has_output (self, (*position)++))
      {
        g_string_append (out, (*n_printed)++ > 0 ? ", " : "");
        append_arg (self, out, &args[i], FALSE);
      }
}

/* The sizes that it is tried with: one of them, where that is the edit. */
static void
append_points (Printer *self, GString *head)
{
  g_auto (GStrv) lines = g_strsplit (self->text, "\n", -1);
  gint64 position = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "# sizes "))
      {
        gboolean is_kept = self->edit->kind != RND_EDIT_POINT || position == self->edit->a;

        position++;
        if (is_kept)
          g_string_append_printf (head, "%s\n", lines[i]);
      }
  if (self->edit->kind == RND_EDIT_POINT && position > 1 && self->edit->a < position)
    self->applies = TRUE;
}

char *
rnd_edit_print (const FlGraph *graph, const char *text, FlArray *const *inputs, const RndEdit *edit)
{
  Printer printer = { graph, text, inputs, edit, g_new0 (gboolean, graph->n_nodes + 1), 0, FALSE }, *self = &printer;
  g_autoptr (GString) head = g_string_new (NULL), signature = g_string_new (NULL), body = g_string_new (NULL),
                      results = g_string_new (NULL);
  const FlNode *output = &graph->nodes[graph->output.index];
  guint position = 0, n_printed = 0;
  gboolean ok = TRUE;

  self->applies = edit->kind != RND_EDIT_SIZE && edit->kind != RND_EDIT_INT && edit->kind != RND_EDIT_DENSE
                  && edit->kind != RND_EDIT_PLAIN && edit->kind != RND_EDIT_POINT && edit->kind != RND_EDIT_DTYPE
                  && edit->kind != RND_EDIT_DROP_ARG;
  append_points (self, head);
  find_needed (self);
  for (guint i = 0; ok && i < graph->n_nodes; i++)
    if (self->is_needed[i]
        || (graph->nodes[i].kind == FL_NODE_PLACEHOLDER && graph->nodes[i].value.kind == FL_VALUE_SYM))
      {
        if (is_input (self, i))
          ok = append_input (self, head, signature, i);
        else
          ok = graph->nodes[i].kind == FL_NODE_CALL && append_call (self, body, i);
      }
  append_outputs (self, results, output->args, output->n_args, &position, &n_printed);
  g_free (self->is_needed);
  if (!ok || !self->applies)
    return NULL;
  return g_strdup_printf ("%sclass GraphModule(torch.nn.Module):\n    def forward(self%s):\n%s        return (%s%s)\n",
                          head->str, signature->str, body->str, results->str, n_printed == 1 ? "," : "");
}

/* Integers among the arguments in the order that they are printed in; their values. */
static void
collect_ints (const FlArg *args, guint n, GArray *values)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 value;

      if (args[i].kind == FL_ARG_INT && fl_sym_is_int (args[i].sym, &value))
        g_array_append_val (values, value);
      collect_ints (args[i].items, args[i].n_items, values);
    }
}

guint
rnd_edit_count_ints (const FlGraph *graph, GArray *values)
{
  g_array_set_size (values, 0);
  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].kind == FL_NODE_CALL && strcmp (graph->nodes[i].target, "operator.getitem") != 0)
      collect_ints (graph->nodes[i].args, graph->nodes[i].n_args, values);
  return values->len;
}
