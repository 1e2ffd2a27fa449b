/* What stands around the lines of a Triton kernel: its parameters, the decorator with what Triton is told of them, and
 * the flat indices.
 * Source: torch/_inductor/codegen/triton.py (codegen_kernel), runtime/triton_heuristics.py for what the decorators
 * read. */
#include "fl-kernel.h"
#include "fl-print-triton-private.h"

#include <string.h>

/* --- arguments -------------------------------------------------------------------------------- */

typedef enum
{
  ROLE_IN_OUT,
  ROLE_IN,
  ROLE_OUT,
  N_ROLES
} Role;

static gboolean
is_own_output (const FlSchedNode *node, const char *name)
{
  for (guint i = 0; i < node->n_originals; i++)
    for (guint k = 0; k < node->originals[i]->n_outputs; k++)
      if (node->originals[i]->outputs[k]->buffer->name == name)
        return TRUE;
  return FALSE;
}

/* Is the memory read before the kernel writes it: as another buffer than those that it makes? */
static gboolean
is_read_as_input (FlTriton *triton, const FlKernelArg *arg)
{
  const FlSchedNode *node = triton->kernel->node;
  const FlLowered *lowered = triton->program->plan->schedule->lowered;

  for (guint o = 0; o < node->n_originals; o++)
    for (guint b = 0; node->originals[o]->body && b < node->originals[o]->body->n_blocks; b++)
      for (guint i = 0; i < node->originals[o]->body->blocks[b].n_ops; i++)
        {
          const FlBodyOp *op = &node->originals[o]->body->blocks[b].ops[i];
          const gboolean is_load = op->op == FL_SCALAR_LOAD || op->op == FL_SCALAR_LOAD_SEED
                                   || (op->op == FL_SCALAR_STORE && op->mode == FL_STORE_ATOMIC_ADD);
          const FlBuffer *buffer = is_load ? fl_lowered_find_buffer (lowered, op->buffer) : NULL;

          if (buffer && (op->op == FL_SCALAR_STORE || !is_own_output (node, op->buffer))
              && fl_kernel_resolve (triton->program->plan, node, buffer) == arg->buffer)
            return TRUE;
        }
  return FALSE;
}

static Role
get_role (FlTriton *triton, const FlKernelArg *arg)
{
  const gboolean is_kept = arg->buffer->kind == FL_BUFFER_INPUT || arg->buffer->kind == FL_BUFFER_CONSTANT;

  if (!arg->is_written)
    return ROLE_IN;
  return is_kept || is_read_as_input (triton, arg) ? ROLE_IN_OUT : ROLE_OUT;
}

const char *
fl_triton_get_pointer_name (FlTriton *triton, const FlBuffer *buffer)
{
  static const char *const words[N_ROLES] = { "in_out_ptr", "in_ptr", "out_ptr" };
  const FlBuffer *storage = fl_kernel_resolve (triton->program->plan, triton->kernel->node, buffer);
  guint counts[N_ROLES] = { 0 };

  for (guint i = 0; i < triton->kernel->n_args; i++)
    {
      const Role role = get_role (triton, &triton->kernel->args[i]);

      if (triton->kernel->args[i].buffer == storage)
        return fl_arena_printf (triton->pass->arena, "%s%u", words[role], counts[role]);
      counts[role]++;
    }
  return NULL;
}

void
fl_triton_order_args (FlTriton *triton, FlTritonKernel *made)
{
  const FlBuffer **args = fl_arena_new (triton->pass->arena, const FlBuffer *, triton->kernel->n_args + 1);

  for (guint role = 0; role < N_ROLES; role++)
    for (guint i = 0; i < triton->kernel->n_args; i++)
      if (get_role (triton, &triton->kernel->args[i]) == role)
        args[made->n_args++] = triton->kernel->args[i].buffer;
  made->args = args;
}

/* --- text ------------------------------------------------------------------------------------- */

/* Are all indices known to fit in 32 bits? */
static gboolean
is_narrow (const FlTriton *triton)
{
  const FlSym *all = fl_sym_int (triton->symbols, 1);
  gint64 minimum, maximum;

  for (guint i = 0; i < triton->n_trees; i++)
    all = fl_sym_mul (all, triton->trees[i].numel);
  fl_sym_get_range (all, &minimum, &maximum);
  for (guint i = 0; i < triton->kernel->n_args && maximum <= G_MAXINT32; i++)
    fl_sym_get_range (fl_layout_get_storage_size (&triton->kernel->args[i].buffer->layout, triton->symbols), &minimum,
                      &maximum);
  return maximum <= G_MAXINT32;
}

/* "xoffset", "xindex" and "xmask" of a flat index; shape: what makes it an axis of the block. */
static void
append_flat (const FlTritonTree *tree, GString *out, guint axis, const char *shape, const char *wide)
{
  g_autofree char *block = g_ascii_strup (tree->prefix, -1);
  const char *x = tree->prefix;

  fl_triton_line (out, "    %soffset = tl.program_id(%u)%s * %sBLOCK", x, axis, wide, block);
  fl_triton_line (out, "    %sindex = %soffset + tl.arange(0, %sBLOCK)%s%s", x, x, block, shape, wide);
  if (tree->has_mask)
    fl_triton_line (out, "    %smask = %sindex < %snumel", x, x, x);
  else
    fl_triton_line (out, "    %smask = tl.full([%sBLOCK], True, tl.int1)%s", x, block, shape);
}

static void
append_reduction (const FlTriton *triton, GString *out, const char *wide)
{
  if (triton->is_looped)
    {
      fl_triton_line (out, "    r0_base = tl.arange(0, R0_BLOCK)[None, :]%s\n    rbase = r0_base", wide);
      return;
    }
  fl_triton_line (out, "    r0_index = tl.arange(0, R0_BLOCK)[None, :]%s\n    r0_offset = 0", wide);
  fl_triton_line (out, triton->trees[1].has_mask ? "    r0_mask = r0_index < r0_numel"
                                                 : "    r0_mask = tl.full([R0_BLOCK], True, tl.int1)[None, :]");
  fl_triton_line (out, "    roffset = r0_offset\n    rindex = r0_index");
}

static void
append_head (FlTriton *triton, GString *out, gboolean is_narrow)
{
  const gboolean has_reduction = triton->trees[triton->n_trees - 1].is_reduction;
  const gboolean is_tiled = triton->n_trees > 1 && !has_reduction;
  const char *wide = is_narrow ? "" : ".to(tl.int64)";
  gint64 n;

  for (guint i = 0; i < triton->n_trees; i++)
    if (fl_sym_is_int (triton->trees[i].numel, &n))
      fl_triton_line (out, "    %snumel = %" G_GINT64_FORMAT, triton->trees[i].prefix, n);
  if (has_reduction && !triton->is_looped)
    fl_triton_line (out, "    R0_BLOCK: tl.constexpr = %" G_GINT64_FORMAT,
                    fl_triton_get_power (fl_sym_get_hint (triton->trees[1].numel, 1)));
  if (has_reduction)
    fl_triton_line (out, "    rnumel = r0_numel\n    RBLOCK: tl.constexpr = R0_BLOCK");
  append_flat (&triton->trees[0], out, is_tiled, triton->n_trees > 1 ? "[:, None]" : "[:]", wide);
  if (is_tiled)
    append_flat (&triton->trees[1], out, 0, "[None, :]", wide);
  if (has_reduction)
    append_reduction (triton, out, wide);
  if (!triton->is_looped)
    fl_triton_append_ranges (triton, out, TRUE, 4);
  fl_triton_append_ranges (triton, out, FALSE, 4);
}

/* The parameters in order: each name with its type. */
static GPtrArray *
list_parameters (FlTriton *triton, const FlTritonKernel *made, gboolean is_narrow)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  const char *integer = is_narrow ? "i32" : "i64";

  for (guint i = 0; i < made->n_args; i++)
    {
      const FlBuffer *buffer = made->args[i];
      const char *type = fl_triton_get_pointer (buffer->layout.dtype);

      if (!type)
        fl_triton_fail (triton, "elements of %s", fl_dtype_get_torch_name (buffer->layout.dtype));
      g_ptr_array_add (words, g_strdup (fl_triton_get_pointer_name (triton, buffer)));
      g_ptr_array_add (words, g_strdup (type ? type : ""));
    }
  for (guint i = 0; i < triton->sizes->len; i++)
    {
      g_ptr_array_add (words, g_strdup_printf ("ks%u", i));
      g_ptr_array_add (words, g_strdup (integer));
    }
  for (guint i = 0; i < triton->n_trees; i++)
    {
      g_ptr_array_add (words, g_strdup_printf ("%snumel", triton->trees[i].prefix));
      g_ptr_array_add (words, g_strdup (integer));
    }
  for (guint i = 0; i < triton->n_trees; i++)
    if (!triton->trees[i].is_reduction || triton->is_looped)
      {
        g_autofree char *prefix = g_ascii_strup (triton->trees[i].prefix, -1);

        g_ptr_array_add (words, g_strdup_printf ("%sBLOCK", prefix));
        g_ptr_array_add (words, g_strdup ("constexpr"));
      }
  return words;
}

static const char *
get_hint_name (const FlTriton *triton)
{
  static const char *const names[] = { [FL_HINT_INNER] = "INNER",
                                       [FL_HINT_OUTER] = "OUTER",
                                       [FL_HINT_OUTER_TINY] = "OUTER_TINY",
                                       [FL_HINT_DEFAULT] = "DEFAULT" };

  return names[fl_kernel_get_hint (triton->kernel->node)];
}

/* Pointers and sizes that are multiples of 16. */
static void
append_divisible (FlTriton *triton, const FlTritonKernel *made, GString *out)
{
  const guint n = made->n_args + triton->sizes->len;
  gboolean is_first = TRUE;

  for (guint i = 0; i < n + triton->n_trees; i++)
    {
      gint64 size = 0;
      const gboolean is_known = i < made->n_args || (i >= n && fl_sym_is_int (triton->trees[i - n].numel, &size));

      if (!is_known || size % 16 != 0)
        continue;
      g_string_append_printf (out, "%s(%u,): [['tt.divisibility', 16]]", is_first ? "" : ", ", i);
      is_first = FALSE;
    }
}

/* "@triton_heuristics.pointwise(" and what is told of sizes. */
static void
append_heuristic (FlTriton *triton, const FlTritonKernel *made, GString *out)
{
  const gboolean has_reduction = triton->n_trees > 0 && triton->trees[triton->n_trees - 1].is_reduction;

  if (triton->n_trees == 0)
    {
      g_string_append (out, "@triton_heuristics.foreach(\n");
      return;
    }
  g_string_append_printf (out, "@triton_heuristics.%s(\n    size_hints={",
                          !has_reduction      ? "pointwise"
                          : triton->is_looped ? "reduction"
                                              : "persistent_reduction");
  for (guint i = 0; i < triton->n_trees; i++)
    g_string_append_printf (out, "%s'%s': %" G_GINT64_FORMAT, i ? ", " : "", triton->trees[i].prefix,
                            fl_triton_get_power (MAX (fl_sym_get_sample (triton->trees[i].numel), 1)));
  g_string_append (out, "}");
  if (triton->n_trees > 1 && !has_reduction)
    g_string_append_printf (out, ", tile_hint=TileHint.%s", made->n_args == 2 ? "SQUARE" : "DEFAULT");
  g_string_append (out, ",\n");
  if (has_reduction)
    g_string_append_printf (out, "    reduction_hint=ReductionHint.%s,\n", get_hint_name (triton));
}

/* The grid: of flat indices, or of operations side by side. */
static void
append_grid (FlTriton *triton, GString *out)
{
  const gboolean is_tiled = triton->n_trees > 1 && !triton->trees[1].is_reduction;

  if (triton->n_trees > 0)
    {
      g_string_append_printf (out, "'grid_type': 'Grid%uD'", is_tiled ? 2 : 1);
      return;
    }
  g_string_append_printf (out,
                          "'grid_type': 'SequentialComboKernelGrid', 'combo_grid_meta': {'num_kernels': %u, "
                          "'min_blocks': 0, 'default_config': {'XBLOCK': 1024}",
                          triton->members->len);
  for (guint i = 0; i < triton->members->len; i++)
    {
      g_autofree char *numel = fl_triton_dup_size (triton, triton->members->pdata[i]);

      g_string_append_printf (out, ", 'no_x_dim_%u': False, 'xnumel_%u': %s", i, i, numel);
    }
  g_string_append_c (out, '}');
}

static void
append_decorator (FlTriton *triton, const FlTritonKernel *made, const GPtrArray *words, GString *out)
{
  gboolean is_first = TRUE;

  append_heuristic (triton, made, out);
  g_string_append (out, "    filename=__file__,\n    triton_meta={'signature': {");
  for (guint i = 0; i + 1 < words->len; i += 2)
    g_string_append_printf (out, "%s'%s': '%s'", i ? ", " : "", (char *) words->pdata[i], (char *) words->pdata[i + 1]);
  g_string_append (out,
                   "}, 'device': DeviceProperties.create(torch.device('cuda', 0)), 'constants': {}, 'configs': [{");
  append_divisible (triton, made, out);
  g_string_append (out, "}]},\n    inductor_meta={");
  append_grid (triton, out);
  g_string_append_printf (out, ", 'autotune_hints': set(), 'kernel_name': '%s', 'mutated_arg_names': [",
                          triton->kernel->name);
  for (guint i = 0; i < made->n_args; i++)
    if (g_str_has_prefix (words->pdata[2 * i], "in_out"))
      {
        g_string_append_printf (out, "%s'%s'", is_first ? "" : ", ", (char *) words->pdata[2 * i]);
        is_first = FALSE;
      }
  g_string_append_printf (out,
                          "], 'optimize_mem': True, 'no_x_dim': False, 'atomic_add_found': %s, 'num_load': %u, "
                          "'num_reduction': %u},\n",
                          triton->counts[FL_TRITON_ATOMICS] ? "True" : "False", triton->counts[FL_TRITON_LOADS],
                          triton->counts[FL_TRITON_REDUCTIONS]);
  g_string_append (out, triton->n_trees == 0 || triton->trees[triton->n_trees - 1].is_reduction
                            ? ")\n"
                            : "    min_elem_per_thread=0\n)\n");
}

const char *
fl_triton_write_source (FlTriton *triton, const FlTritonKernel *made)
{
  const gboolean narrow = is_narrow (triton);
  g_autoptr (GString) out = g_string_new (NULL), body = g_string_new (NULL);
  g_autoptr (GPtrArray) words = NULL;

  if (triton->n_trees > 0)
    append_head (triton, body, narrow);
  g_string_append_len (body, triton->text.body->str, triton->text.body->len);
  words = list_parameters (triton, made, narrow);
  g_string_append (out, "import torch\nimport triton\nimport triton.language as tl\n\n"
                        "from torch._inductor.runtime import triton_helpers, triton_heuristics\n"
                        "from torch._inductor.runtime.triton_helpers import libdevice, math as tl_math\n"
                        "from torch._inductor.runtime.hints import AutotuneHint, ReductionHint, TileHint, "
                        "DeviceProperties\n"
                        "triton_helpers.set_driver_to_gpu()\n\n");
  g_string_append (out, triton->text.helpers->str);
  append_decorator (triton, made, words, out);
  g_string_append_printf (out, "@triton.jit\ndef %s(", triton->kernel->name);
  for (guint i = 0; i + 1 < words->len; i += 2)
    g_string_append_printf (out, "%s%s%s", i ? ", " : "", (char *) words->pdata[i],
                            g_str_equal (words->pdata[i + 1], "constexpr") ? " : tl.constexpr" : "");
  g_string_append (out, "):\n");
  g_string_append (out, body->str);
  return fl_arena_strndup (triton->pass->arena, out->str, out->len);
}
