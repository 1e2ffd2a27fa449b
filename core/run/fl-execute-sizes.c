/* What size symbols are in one execution. */
#include "fl-execute-private.h"

gint64
fl_executor_get_size (const FlSym *symbol, gpointer data)
{
  const FlExecutor *self = data;
  for (guint i = 0; i < self->request->n_sizes; i++)
    if (self->request->sizes[i].symbol == symbol)
      return self->request->sizes[i].value;
  return fl_sizes_get_default (symbol);
}

gboolean
fl_executor_look_up (const FlSym *symbol, gpointer data, gint64 *value)
{
  const FlExecutor *self = data;
  if (fl_sym_get_kind (symbol) != FL_SYM_SIZE || !g_hash_table_contains (self->known, symbol))
    return FALSE;
  *value = fl_executor_get_size (symbol, data);
  return TRUE;
}

/* ": u0 comes from nonzero (aten.nonzero.default, line 7)": the first value with the first symbol
 * that nothing tells. */
static char *
dup_from (FlExecutor *self, const FlSym *sym)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  const FlSym *unknown = NULL;
  fl_sym_collect_symbols (sym, symbols);
  for (guint i = 0; i < symbols->len && unknown == NULL; i++)
    if (!g_hash_table_contains (self->known, symbols->pdata[i]))
      unknown = symbols->pdata[i];
  for (guint i = 0; unknown != NULL && i < self->graph->n_nodes; i++)
    {
      const FlNode *node = &self->graph->nodes[i];
      gboolean is_there = node->value.sym != NULL && fl_sym_contains (node->value.sym, unknown);
      for (guint d = 0; node->value.kind == FL_VALUE_TENSOR && d < node->value.tensor.n_dims; d++)
        is_there |= fl_sym_contains (node->value.tensor.sizes[d], unknown);
      if (is_there)
        return g_strdup_printf (": %s comes from %s (%s)", fl_sym_get_name (unknown), node->name, node->target);
    }
  return NULL;
}

gboolean
fl_executor_evaluate (FlExecutor *self, const FlSym *sym, gint64 *value, GError **error)
{
  if (fl_sym_evaluate (sym, fl_executor_look_up, self, value))
    return TRUE;
  g_autofree char *text = fl_sym_dup_text (sym);
  g_autofree char *from = dup_from (self, sym);
  g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED,
               "the size %s is known only while the graph runs%s; such a graph is shown, but not executed", text,
               from != NULL ? from : "");
  return FALSE;
}

gboolean
fl_executor_evaluate_layout (FlExecutor *self, const FlLayout *layout, gint64 *sizes, gint64 *strides, gint64 *offset,
                             GError **error)
{
  if (layout->n_dims > FL_MAX_DIMS)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "a tensor has %u dimensions, more than %d", layout->n_dims,
                   FL_MAX_DIMS);
      return FALSE;
    }
  for (guint d = 0; d < layout->n_dims; d++)
    {
      if (!fl_executor_evaluate (self, layout->sizes[d], &sizes[d], error)
          || !fl_executor_evaluate (self, layout->strides[d], &strides[d], error))
        return FALSE;
      if (sizes[d] < 0)
        {
          g_autofree char *text = fl_sym_dup_text (layout->sizes[d]);

          g_set_error (error, FL_ERROR, FL_ERROR_SHAPE,
                       "a dimension of size %s comes to %" G_GINT64_FORMAT " with these sizes", text, sizes[d]);
          return FALSE;
        }
    }
  return fl_executor_evaluate (self, layout->offset, offset, error);
}

static void
learn_symbols (FlExecutor *self, const FlSym *sym)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  if (sym != NULL)
    fl_sym_collect_symbols (sym, symbols);
  for (guint i = 0; i < symbols->len; i++)
    g_hash_table_add (self->known, symbols->pdata[i]);
}

void
fl_executor_learn_sizes (FlExecutor *self)
{
  self->known = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < self->request->n_sizes; i++)
    learn_symbols (self, self->request->sizes[i].symbol);
  g_autoptr (GPtrArray) symbols = fl_sizes_list (self->graph);
  for (guint i = 0; i < symbols->len; i++)
    learn_symbols (self, symbols->pdata[i]);
}

/* Beside the user's own tensors a size that nobody gave is a surprise. */
static void
note_assumed (FlExecutor *self, const FlExecuteRequest *asked, const FlSizeValue *size)
{
  if (fl_given_get_n (asked->given) == 0 || !fl_sizes_is_of_shapes (self->graph, size->symbol))
    return;
  for (guint i = 0; i < asked->n_sizes; i++)
    if (asked->sizes[i].symbol == size->symbol)
      return;
  g_autoptr (GString) value = g_string_new (NULL);
  fl_sizes_append_value (value, size);
  fl_execution_add_note (self, "sizes",
                         fl_arena_printf (self->pass->arena,
                                          "%s = %s was assumed: no given tensor tells it; --size %s=N sets it",
                                          fl_sym_get_name (size->symbol), value->str, fl_sym_get_name (size->symbol)));
}

void
fl_executor_note_sizes (FlExecutor *self, const FlExecuteRequest *asked)
{
  g_autoptr (GPtrArray) symbols = fl_sizes_list_all (self->graph);
  FlSizeValue *sizes = fl_arena_new (self->pass->arena, FlSizeValue, MAX (symbols->len, 1));
  for (guint i = 0; i < symbols->len; i++)
    {
      sizes[i] = (FlSizeValue) { symbols->pdata[i], fl_executor_get_size (symbols->pdata[i], self) };
      note_assumed (self, asked, &sizes[i]);
    }
  self->result->n_sizes = symbols->len;
  self->result->sizes = sizes;
}

FlExecuteRequest
fl_executor_settle_sizes (FlArena *arena, const FlExecuteRequest *request, const FlGraph *graph)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));
  FlExecuteRequest settled = *request;
  if (request->n_sizes > 0)
    g_array_append_vals (sizes, request->sizes, request->n_sizes);
  fl_sizes_choose (request->graph != NULL ? request->graph : graph, sizes, NULL);
  fl_sizes_settle (graph, sizes);
  settled.n_sizes = sizes->len;
  settled.sizes = fl_arena_memdup (arena, sizes->data, sizes->len * sizeof (FlSizeValue));
  return settled;
}

gboolean
fl_executor_check_buffers (FlExecutor *self, GError **error)
{
  for (guint v = 0; v < self->request->n_variants; v++)
    {
      const FlMemoryPlan *plan = self->request->variants[v].program->plan;
      for (guint i = 0; i < plan->n_buffers; i++)
        {
          const FlLayout *layout = &plan->buffers[i].buffer->layout;
          gint64 size;
          if (plan->buffers[i].is_removed || layout->kind == FL_LAYOUT_NONE || layout->kind == FL_LAYOUT_MULTI_OUTPUT)
            continue;
          for (guint d = 0; d < layout->n_dims; d++)
            if (!fl_executor_evaluate (self, layout->sizes[d], &size, error))
              return FALSE;
        }
    }
  return TRUE;
}
