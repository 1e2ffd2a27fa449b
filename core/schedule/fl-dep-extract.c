/* Dependencies of a loop body: extraction and normalisation (torch/_inductor/dependencies.py). */
#include <string.h>

#include "fl-intern.h"
#include "fl-schedule-private.h"

/* --- canonical forms -------------------------------------------------------------------------- */

/* Trailing loops that the index does not mention go: a reduction has loops that its readers lack.
 */
static guint
drop_unused_trailing (const FlSym *index, const FlSym *const *vars, guint n)
{
  while (n > 0 && !fl_sym_contains (index, vars[n - 1]))
    n--;
  return n;
}

static FlDep
make_memory (FlSchedContext *context, const char *name, const FlSym *index, const FlLoopRanges *loops, const char *mode)
{
  FlDep dep = { .kind = FL_DEP_MEMORY, .name = name, .index = index, .n_vars = loops->n, .mode = mode };

  dep.vars = fl_arena_memdup (context->arena, loops->vars, loops->n * sizeof *loops->vars);
  dep.sizes = fl_arena_memdup (context->arena, loops->sizes, loops->n * sizeof *loops->sizes);
  dep.written_sizes = fl_arena_memdup (context->arena, loops->written, loops->n * sizeof *loops->written);
  return dep;
}

/* Merges what loops this one index allows and renames the rest prefix0, prefix1, … */
static FlDep
make_normalized (FlSchedContext *context, const char *name, const FlSym *index, const FlLoopRanges *loops,
                 const char *mode, const char *prefix, gboolean drop_unused)
{
  const guint n = loops->n;
  const FlSym *formulas[2] = { index, fl_loops_get_contiguous_index (context->symbols, loops->vars, loops->sizes, n) };
  g_autofree const FlSym **new_sizes = g_new0 (const FlSym *, n + 1);
  g_autofree const FlSym **new_written = g_new0 (const FlSym *, n + 1);
  g_autofree const FlSym **new_vars = g_new0 (const FlSym *, n + 1);
  g_autofree const FlSym **values = g_new0 (const FlSym *, n + 1);
  g_autofree gint *positions = g_new0 (gint, n + 1);
  guint n_new = fl_simplify_loops (context->symbols, loops, formulas, 2, new_sizes, new_written, positions);

  for (guint i = 0; i < n_new; i++)
    new_vars[i] = fl_sym_var (context->symbols, fl_intern_printf ("%s%u", prefix, i), new_sizes[i]);
  for (guint i = 0; i < n; i++)
    values[i] = positions[i] >= 0 ? new_vars[positions[i]] : fl_sym_int (context->symbols, 0);
  index = fl_sym_substitute (index, loops->vars, values, n);
  if (drop_unused)
    n_new = drop_unused_trailing (index, new_vars, n_new);
  return make_memory (context, name, index, &(FlLoopRanges) { new_vars, new_sizes, new_written, n_new }, mode);
}

FlDep
fl_dep_memory (FlSchedContext *context, const char *name, const FlSym *index, const FlLoopRanges *loops,
               const char *mode, gboolean normalize)
{
  FlLoopRanges used = *loops;

  if (normalize)
    return make_normalized (context, name, index, loops, mode, "c", TRUE);
  used.n = drop_unused_trailing (index, used.vars, used.n);
  return make_memory (context, name, index, &used, mode);
}

FlDep
fl_dep_normalize (FlSchedContext *context, const FlDep *dep)
{
  const FlLoopRanges loops = { dep->vars, dep->sizes, dep->written_sizes, dep->n_vars };

  if (dep->kind != FL_DEP_MEMORY)
    return *dep;
  return make_normalized (context, dep->name, dep->index, &loops, dep->mode, "c", TRUE);
}

FlDep
fl_dep_normalize_with_stride_order (FlSchedContext *context, const FlDep *dep)
{
  guint n = dep->n_vars;
  g_autofree gint64 *strides = g_new0 (gint64, n + 1);
  g_autofree const FlSym **vars = g_new0 (const FlSym *, n + 1);
  g_autofree const FlSym **sizes = g_new0 (const FlSym *, n + 1);
  g_autofree const FlSym **written = g_new0 (const FlSym *, n + 1);
  g_autofree guint *order = g_new0 (guint, n + 1);

  if (dep->kind != FL_DEP_MEMORY)
    return *dep;
  fl_loops_get_stride_hints (dep->index, dep->vars, n, dep->vars, n, strides);
  for (guint i = 0; i < n; i++)
    {
      guint at = i;

      for (; at > 0 && strides[order[at - 1]] < strides[i]; at--)
        order[at] = order[at - 1];
      order[at] = i;
    }
  for (guint i = 0; i < n; i++)
    {
      vars[i] = dep->vars[order[i]];
      sizes[i] = dep->sizes[order[i]];
      written[i] = dep->written_sizes[order[i]];
    }
  return make_normalized (context, dep->name, dep->index, &(FlLoopRanges) { vars, sizes, written, n }, NULL, "t",
                          FALSE);
}

/* --- sizes ------------------------------------------------------------------------------------ */

static gint64
get_buffer_numel (FlSchedContext *context, const char *name, const FlSym **numel, guint *element_bytes)
{
  const FlBuffer *buffer = fl_lowered_find_buffer (context->lowered, name);
  gboolean is_tensor
      = buffer != NULL && buffer->layout.kind != FL_LAYOUT_NONE && buffer->layout.kind != FL_LAYOUT_MULTI_OUTPUT;
  const char *real = g_hash_table_lookup (context->real_names, name);

  /* What a call leaves in memory that it was given counts as one element of that memory: GraphLowering.get_numel. */
  if (!is_tensor && real != NULL && real != name && get_buffer_numel (context, real, numel, element_bytes))
    {
      *numel = fl_sym_int (context->symbols, 1);
      return TRUE;
    }

  *numel = is_tensor ? fl_layout_get_numel (&buffer->layout, context->symbols) : fl_sym_int (context->symbols, 0);
  *element_bytes = is_tensor ? fl_dtype_get_size_bytes (buffer->layout.dtype) : 0;
  return is_tensor;
}

const FlSym *
fl_dep_get_numel (FlSchedContext *context, const FlDep *dep)
{
  const FlSym *numel = fl_sym_int (context->symbols, 1);
  guint element_bytes;

  if (dep->kind == FL_DEP_WEAK)
    return numel;
  if (dep->kind == FL_DEP_STAR || fl_dep_is_indirect (dep))
    {
      get_buffer_numel (context, dep->name, &numel, &element_bytes);
      return numel;
    }
  for (guint i = 0; i < dep->n_vars; i++)
    if (fl_dep_uses_var (dep, dep->vars[i]))
      numel = fl_sym_mul (numel, dep->sizes[i]);
  return numel;
}

gint64
fl_dep_get_bytes (FlSchedContext *context, const FlDep *dep)
{
  gint64 *known = &g_array_index (context->dep_bytes, gint64, dep->id);
  const FlSym *whole;
  guint element_bytes;

  if (*known >= 0)
    return *known;
  get_buffer_numel (context, dep->name, &whole, &element_bytes);
  if (dep->kind == FL_DEP_WEAK)
    *known = 1; /* only an order, never data */
  else
    *known = MAX (0, fl_sched_get_hint (fl_dep_get_numel (context, dep))) * element_bytes;
  return *known;
}

/* --- extraction ------------------------------------------------------------------------------- */

typedef struct
{
  FlSchedContext *context;
  const FlLoopBody *body;
  FlScalar wanted;
  gboolean normalize;
  const FlSym **vars; /* of the deps: d0, d1, … */
  const FlSym **sizes;
  guint n_vars;
  const FlSym **from; /* the body's variables and indirect ones, and what they are called in deps */
  const FlSym **to;
  guint n;
  FlDepSetBuilder set;
} Extraction;

static void
extract_op (const FlBodyOp *op, gpointer data)
{
  Extraction *extraction = data;
  const FlLoopRanges loops = { extraction->vars, extraction->sizes, extraction->sizes, extraction->n_vars };
  const FlSym *index;
  FlDep dep;

  if (op->op != extraction->wanted)
    return;
  index = fl_sym_substitute (extraction->body->indices[op->index], extraction->from, extraction->to, extraction->n);
  dep = fl_dep_memory (extraction->context, op->buffer, index, &loops,
                       op->mode == FL_STORE_ATOMIC_ADD ? fl_intern ("atomic_add") : NULL, extraction->normalize);
  fl_dep_set_add (&extraction->set, &dep);
}

static void
make_dep_variables (Extraction *extraction)
{
  const FlLoopBody *body = extraction->body;
  FlSymTable *symbols = extraction->context->symbols;

  extraction->vars = g_new0 (const FlSym *, body->n_vars + 1);
  extraction->sizes = g_new0 (const FlSym *, body->n_vars + 1);
  extraction->from = g_new0 (const FlSym *, body->n_vars + body->n_indirect + 1);
  extraction->to = g_new0 (const FlSym *, body->n_vars + body->n_indirect + 1);
  for (guint i = 0; i < body->n_vars; i++)
    {
      const FlSym *value = fl_sym_int (symbols, 0);

      if (!fl_sym_is_int_value (body->sizes[i], 1))
        {
          value = fl_sym_var (symbols, fl_intern_printf ("d%u", extraction->n_vars), body->sizes[i]);
          extraction->vars[extraction->n_vars] = value;
          extraction->sizes[extraction->n_vars++] = body->sizes[i];
        }
      extraction->from[extraction->n] = body->vars[i];
      extraction->to[extraction->n++] = value;
    }
  for (guint i = 0; i < body->n_indirect; i++)
    {
      extraction->from[extraction->n] = fl_sym_indirect (symbols, fl_intern_printf ("indirect%u", i));
      extraction->to[extraction->n++] = fl_sym_indirect (symbols, fl_intern_printf ("tmp%u", i));
    }
}

static FlDepSet
extract_kinds (Extraction *extraction, FlScalar first, FlScalar second)
{
  fl_dep_set_begin (&extraction->set, extraction->context);
  extraction->wanted = first;
  fl_loop_body_visit (extraction->body, extract_op, extraction);
  extraction->wanted = second;
  fl_loop_body_visit (extraction->body, extract_op, extraction);
  return fl_dep_set_end (&extraction->set);
}

void
fl_dep_extract (FlSchedContext *context, const FlLoopBody *body, gboolean normalize, FlDepSet *reads, FlDepSet *writes)
{
  Extraction extraction = { .context = context, .body = body, .normalize = normalize };

  make_dep_variables (&extraction);
  *reads = extract_kinds (&extraction, FL_SCALAR_LOAD, FL_SCALAR_LOAD_SEED);
  *writes = extract_kinds (&extraction, FL_SCALAR_STORE, FL_SCALAR_STORE_REDUCTION);
  g_free (extraction.vars);
  g_free (extraction.sizes);
  g_free (extraction.from);
  g_free (extraction.to);
}
