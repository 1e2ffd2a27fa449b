/* The text of a loop body, as torch.fx prints the graph that TorchInductor traces. */
#include "fl-loop-body.h"
#include "fl-text.h"
#include "fl-torch-rules.h"

enum
{
  MAX_LINE = 64
};

typedef struct
{
  GString *out;
  const FlLoopBody *body;
  const FlBodyBlock *block;
  const FlTorch *rules;
  guint n_get_index; /* calls of get_index in this block so far */
} Writer;

static void
append_arg (Writer *writer, guint32 position)
{
  g_string_append (writer->out, writer->block->ops[position].name);
}

/* Writes the get_index line and gives its variable's name. */
static void
begin_index (Writer *writer, gint32 index, char name[MAX_LINE])
{
  guint n = writer->n_get_index++;

  if (n == 0)
    g_strlcpy (name, "get_index", MAX_LINE);
  else
    g_snprintf (name, MAX_LINE, "get_index_%u", n);
  g_string_append_printf (writer->out, "        %s = self.get_index('index%d')\n", name, index);
}

static void
append_number (GString *out, const FlBodyOp *op)
{
  if (op->op == FL_SCALAR_MASKED && fl_dtype_is_float (op->src_dtype))
    fl_text_append_float (out, op->number);
  else if (fl_dtype_is_integer (op->dtype) || (op->op == FL_SCALAR_MASKED && fl_dtype_is_integer (op->src_dtype)))
    g_string_append_printf (out, "%" G_GINT64_FORMAT, op->integer);
  else if (op->dtype == FL_DTYPE_BOOL)
    g_string_append (out, op->number != 0 ? "True" : "False");
  else
    fl_text_append_float (out, op->number);
}

/* "(load, index_expr)"; one value stands alone unless always_tuple. */
static void
append_values (Writer *writer, const FlBodyOp *op, gboolean always_tuple)
{
  gboolean is_tuple = always_tuple || op->n_args > 1;

  g_string_append (writer->out, is_tuple ? "(" : "");
  for (guint i = 0; i < op->n_args; i++)
    {
      g_string_append (writer->out, i > 0 ? ", " : "");
      append_arg (writer, op->args[i]);
    }
  g_string_append (writer->out, is_tuple ? op->n_args == 1 ? ",)" : ")" : "");
}

static void
append_dtypes (Writer *writer, const FlBodyOp *op)
{
  g_string_append_c (writer->out, '(');
  for (guint i = 0; i < op->n_args; i++)
    g_string_append_printf (writer->out, "%s%s", i > 0 ? ", " : "",
                            fl_dtype_get_torch_name (writer->block->ops[op->args[i]].dtype));
  g_string_append (writer->out, op->n_args == 1 ? ",)" : ")");
}

static void
append_to_dtype (Writer *writer, const FlBodyOp *op)
{
  g_string_append (writer->out, "ops.to_dtype(");
  append_arg (writer, op->args[0]);
  g_string_append_printf (writer->out, ", %s", fl_dtype_get_torch_name (op->dtype));
  if (op->src_dtype != FL_DTYPE_NONE)
    g_string_append_printf (writer->out, ", src_dtype = %s", fl_dtype_get_torch_name (op->src_dtype));
  if (fl_torch_has (writer->rules, FL_RULE_TEXT_COMPUTE_TYPES))
    g_string_append (writer->out, ", use_compute_types = True");
  g_string_append_c (writer->out, ')');
}

static void
append_call (Writer *writer, const FlBodyOp *op)
{
  g_string_append_printf (writer->out, "ops.%s(", fl_scalar_get_info (op->op)->name);
  for (guint i = 0; i < op->n_args; i++)
    {
      g_string_append (writer->out, i > 0 ? ", " : "");
      append_arg (writer, op->args[i]);
    }
  g_string_append_c (writer->out, ')');
}

static void
append_reduction (Writer *writer, const FlBodyOp *op)
{
  g_string_append_printf (writer->out, "ops.reduction(%s, %s, '%s', ", fl_dtype_get_torch_name (op->dtype),
                          fl_dtype_get_torch_name (op->src_dtype), fl_reduction_get_name (op->reduction));
  append_values (writer, op, FALSE);
  g_string_append_c (writer->out, ')');
}

static void
append_ordered (Writer *writer, const FlBodyOp *op)
{
  gboolean is_scan = op->op == FL_SCALAR_SCAN;

  if (is_scan)
    g_string_append_printf (writer->out, "self.%s(", op->name);
  else
    g_string_append (writer->out, "ops.sort(");
  append_dtypes (writer, op);
  g_string_append (writer->out, ", ");
  append_values (writer, op, TRUE);
  if (!is_scan)
    g_string_append_printf (writer->out, ", %s, %s", op->sort_stable ? "True" : "False",
                            op->sort_descending ? "True" : "False");
  g_string_append_c (writer->out, ')');
}

/* The right side of "name = …". index and bound are the variables of get_index calls already
 * written. */
static void
append_value (Writer *writer, const FlBodyOp *op, const char *index, const char *bound)
{
  GString *out = writer->out;

  switch (op->op)
    {
    case FL_SCALAR_LOAD: g_string_append_printf (out, "ops.load('%s', %s)", op->buffer, index); break;
    case FL_SCALAR_LOAD_SEED:
      g_string_append_printf (out, "ops.load_seed('%s', ", op->buffer);
      fl_sym_append (out, writer->body->indices[op->index]);
      g_string_append_c (out, ')');
      break;
    case FL_SCALAR_CONSTANT:
      g_string_append (out, "ops.constant(");
      append_number (out, op);
      g_string_append_printf (out, ", %s)", fl_dtype_get_torch_name (op->dtype));
      break;
    case FL_SCALAR_INDEX_EXPR:
      g_string_append_printf (out, "ops.index_expr(%s, %s)", index, fl_dtype_get_torch_name (op->dtype));
      break;
    case FL_SCALAR_CHECK_BOUNDS:
      g_string_append_printf (out, "ops.check_bounds(%s, %s, %s, %s)", index, bound, op->check_lower ? "True" : "False",
                              op->check_upper ? "True" : "False");
      break;
    case FL_SCALAR_DEVICE_ASSERT:
      g_string_append (out, "ops.device_assert_async(");
      append_arg (writer, op->args[0]);
      g_string_append_printf (out, ", '%s')", op->message);
      break;
    case FL_SCALAR_ROUND_LOW:
    case FL_SCALAR_WIDEN:
      g_string_append (out, "ops.to_dtype(");
      append_arg (writer, op->args[0]);
      g_string_append_printf (out, ", %s%s)", fl_dtype_get_torch_name (op->dtype),
                              op->op == FL_SCALAR_ROUND_LOW ? ", use_compute_types = False" : "");
      break;
    case FL_SCALAR_TO_DTYPE: append_to_dtype (writer, op); break;
    case FL_SCALAR_BITCAST:
      g_string_append (out, "ops.to_dtype_bitcast(");
      append_arg (writer, op->args[0]);
      g_string_append_printf (out, ", %s, %s)", fl_dtype_get_torch_name (op->dtype),
                              fl_dtype_get_torch_name (op->src_dtype));
      break;
    case FL_SCALAR_MASKED:
      g_string_append_printf (out, "self.%s(", op->name);
      append_arg (writer, op->args[0]);
      g_string_append (out, ", ");
      append_number (out, op);
      g_string_append_c (out, ')');
      break;
    case FL_SCALAR_SET_INDIRECT:
      g_string_append_printf (out, "self.%s(", op->name);
      append_arg (writer, op->args[0]);
      g_string_append_c (out, ')');
      break;
    case FL_SCALAR_REDUCTION: append_reduction (writer, op); break;
    case FL_SCALAR_SCAN:
    case FL_SCALAR_SORT: append_ordered (writer, op); break;
    case FL_SCALAR_GETITEM:
      append_arg (writer, op->args[0]);
      g_string_append_printf (out, "[%u]", op->output);
      break;
    case FL_SCALAR_STORE:
      g_string_append_printf (out, "ops.store('%s', %s, ", op->buffer, index);
      append_arg (writer, op->args[0]);
      g_string_append (out, op->mode == FL_STORE_ATOMIC_ADD ? ", 'atomic_add')" : ", None)");
      break;
    case FL_SCALAR_STORE_REDUCTION:
      g_string_append_printf (out, "ops.store_reduction('%s', %s, ", op->buffer, index);
      append_arg (writer, op->args[0]);
      g_string_append_c (out, ')');
      break;
    default: append_call (writer, op);
    }
}

static void
append_block (GString *out, const FlLoopBody *body, const FlBodyBlock *block, const FlTorch *rules)
{
  Writer writer = { out, body, block, rules, 0 };
  gboolean is_root = block == &body->blocks[0];

  g_string_append_printf (out, "    def %s(self, ops):\n", block->name);
  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlBodyOp *op = &block->ops[i];
      char index[MAX_LINE] = "", bound[MAX_LINE] = "";

      if (op->is_implied)
        continue;
      if (op->index >= 0 && op->op != FL_SCALAR_LOAD_SEED)
        begin_index (&writer, op->index, index);
      if (op->bound >= 0)
        begin_index (&writer, op->bound, bound);
      g_string_append_printf (out, "        %s = ", op->name);
      append_value (&writer, op, index, bound);
      g_string_append_c (out, '\n');
    }
  if (is_root && !body->returns_store && fl_torch_has (rules, FL_RULE_TEXT_RETURNS_NONE))
    g_string_append (out, "        return None\n");
  else
    g_string_append_printf (out, "        return %s\n", block->ops[block->result].name);
}

void
fl_loop_body_append (GString *out, const FlLoopBody *body, const FlTorch *rules)
{
  g_string_append (out, "    var_ranges = {");
  for (guint i = 0; i < body->n_vars; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      fl_sym_append (out, body->vars[i]);
      g_string_append (out, ": ");
      fl_sym_append (out, body->written_sizes[i]);
    }
  g_string_append (out, "}\n");
  for (guint i = 0; i < body->n_indices; i++)
    {
      g_string_append_printf (out, "    index%u = ", i);
      if (fl_torch_has (rules, FL_RULE_TEXT_IDENTITY))
        fl_sym_append (out, body->indices[i]);
      else
        fl_sym_append_terse (out, body->indices[i]);
      g_string_append_c (out, '\n');
    }
  for (guint i = 0; i < body->n_blocks; i++)
    append_block (out, body, &body->blocks[i], rules);
}
