/* What the heads of kernels say, in C and in CUDA C++: title, arguments, sizes. */
#include "fl-c-kernel-text.h"

#include <string.h>

#include "fl-kernel.h"
#include "fl-quote.h"

static void
collect_sizes (const FlSym *sym, GPtrArray *sizes)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();

  fl_sym_collect_symbols (sym, symbols);
  for (guint i = 0; i < symbols->len; i++)
    if (fl_sym_get_kind (symbols->pdata[i]) == FL_SYM_SIZE && !g_ptr_array_find (sizes, symbols->pdata[i], NULL))
      g_ptr_array_add (sizes, symbols->pdata[i]);
}

void
fl_c_kernel_find_sizes (const FlPass *pass, const FlNest *nest, FlKernel *kernel)
{
  g_autoptr (GPtrArray) sizes = g_ptr_array_new ();

  for (guint l = 0; l < nest->n_leaves; l++)
    {
      const FlNestLeaf *leaf = &nest->leaves[l];

      for (guint i = 0; i < leaf->n_loops; i++)
        collect_sizes (leaf->sizes[i], sizes);
      for (guint i = 0; i < leaf->body->n_indices; i++)
        collect_sizes (leaf->indices[i], sizes);
      for (guint b = 0; b < leaf->body->n_blocks; b++)
        for (guint i = 0; i < leaf->body->blocks[b].n_ops; i++)
          {
            const FlBodyOp *op = &leaf->body->blocks[b].ops[i];
            const FlBuffer *buffer = op->buffer ? fl_lowered_find_buffer (nest->schedule->lowered, op->buffer) : NULL;
            const FlSym *offset = buffer ? fl_buffer_get_slice_offset (buffer) : NULL;

            if (op->indirect_size)
              collect_sizes (op->indirect_size, sizes);
            if (offset)
              collect_sizes (offset, sizes);
          }
    }
  kernel->n_sizes = sizes->len;
  kernel->size_symbols = fl_arena_memdup (pass->arena, sizes->pdata, sizes->len * sizeof (gpointer));
}

void
fl_c_kernel_write_title (FlCWriter *writer, const FlKernel *kernel)
{
  g_autoptr (GPtrArray) ops = fl_kernel_get_op_names (writer->nest->schedule, kernel->node);
  const FlGraph *graph = writer->nest->schedule->lowered->graph;
  GString *title = g_string_new (NULL);
  GString *values = g_string_new (NULL);
  GString *comment = g_string_new (NULL);

  for (guint i = 0; i < ops->len; i++)
    g_string_append_printf (title, "%s%s", i ? ", " : "", (const char *) g_ptr_array_index (ops, i));
  for (guint l = 0; l < writer->nest->n_leaves; l++)
    {
      const FlBuffer *op = writer->nest->leaves[l].node->op;

      if (writer->nest->leaves[l].part > 1)
        continue; /* the first piece has named the operation */
      g_string_append_printf (values, "%s%s", l ? ", " : "", writer->nest->leaves[l].node->name);
      if (op && graph && op->fx_node.index < graph->n_nodes)
        g_string_append_printf (values, " = %s", graph->nodes[op->fx_node.index].name);
    }
  if (title->len > 0)
    g_string_append (title, ": ");
  g_string_append (title, values->str);
  fl_quote_append_c_comment (comment, title->str);
  fl_c_line (writer, "/* %s */", comment->str);
  g_string_free (comment, TRUE);
  g_string_free (title, TRUE);
  g_string_free (values, TRUE);
}

const char *
fl_c_kernel_describe_arg (FlCWriter *writer, const FlKernel *kernel, const FlBuffer *buffer)
{
  GString *text = g_string_new (NULL);
  GString *comment = g_string_new (NULL);
  g_autofree char *identifier = fl_quote_dup_c_identifier (buffer->name);
  const char *result;

  g_string_append_printf (text, "%s[", fl_dtype_get_short_name (buffer->layout.dtype));
  for (guint i = 0; i < buffer->layout.n_dims; i++)
    {
      g_string_append (text, i ? ", " : "");
      fl_sym_append (text, buffer->layout.sizes[i]);
    }
  g_string_append_c (text, ']');
  for (guint l = 0; l < writer->nest->n_leaves; l++)
    if (g_hash_table_lookup (writer->plan->overwritten, writer->nest->leaves[l].node->op) == buffer)
      g_string_append_printf (text, "; %s is written over it", writer->nest->leaves[l].node->op->name);
  if (strcmp (identifier, buffer->name) != 0)
    g_string_append_printf (text, "; its name is %s", buffer->name);
  fl_quote_append_c_comment (comment, text->str);
  result = fl_arena_strdup (writer->pass->arena, comment->str);
  g_string_free (text, TRUE);
  g_string_free (comment, TRUE);
  return result;
}
