/* One kernel as a C function: its head, the loops, its foot.
 * In: a nest.  Out: source with its map.  Keeps: the order of dependent operations; every element computed as its body
 * says. */
#include "fl-c-explain.h"
#include "fl-c-functions.h"
#include "fl-c-kernel-text.h"
#include "fl-c-nest-private.h"
#include "fl-c-round.h"
#include "fl-c-stage.h"
#include "fl-c-threads.h"
#include "fl-error.h"
#include "fl-intern.h"
#include "fl-kernel-loops.h"
#include "fl-kernel-passes.h"
#include "fl-kernel.h"
#include "fl-loop-passes.h"
#include "fl-options.h"
#include "fl-print-c.h"
#include "fl-quote.h"

#include <string.h>

/* --- what things are called ------------------------------------------------------------------- */

static const char *
get_pointer_name (FlCWriter *writer, const FlBuffer *buffer)
{
  return fl_c_get_foreign_name (writer, 'b', buffer->name);
}

static const char *
get_size_name (FlCWriter *writer, const FlSym *symbol)
{
  return fl_c_get_foreign_name (writer, 's', fl_sym_get_name (symbol));
}

static void
place_buffer (FlCWriter *writer, const FlKernel *kernel, const char *name)
{
  const FlBuffer *buffer = fl_lowered_find_buffer (writer->nest->schedule->lowered, name);
  const FlNestLocal *local = fl_nest_find_local (writer->nest, name);
  FlCPlace *place;

  if (g_hash_table_contains (writer->places, name))
    return;
  place = fl_arena_new (writer->pass->arena, FlCPlace, 1);
  g_hash_table_insert (writer->places, (gpointer) name, place);
  if (local && local->place != FL_LOCAL_MEMORY)
    {
      place->local = local;
      place->name = local->place == FL_LOCAL_ROW
                        ? fl_arena_printf (writer->pass->arena, "%s_row", get_pointer_name (writer, buffer))
                        : get_pointer_name (writer, buffer);
      return;
    }
  place->slice_offset = fl_buffer_get_slice_offset (buffer);
  if (place->slice_offset)
    place->name = get_pointer_name (writer, buffer);
  buffer = fl_kernel_resolve (writer->plan, kernel->node, buffer);
  if (!place->slice_offset)
    place->name = get_pointer_name (writer, buffer);
  for (guint i = 0; i < kernel->n_args; i++)
    if (kernel->args[i].buffer == buffer)
      place->arg = i;
}

static void
place_buffers (FlCWriter *writer, const FlKernel *kernel)
{
  for (guint l = 0; l < writer->nest->n_leaves; l++)
    {
      const FlLoopBody *body = writer->nest->leaves[l].body;

      for (guint b = 0; b < body->n_blocks; b++)
        for (guint i = 0; i < body->blocks[b].n_ops; i++)
          if (body->blocks[b].ops[i].buffer)
            place_buffer (writer, kernel, body->blocks[b].ops[i].buffer);
    }
  for (guint i = 0; i < kernel->n_args; i++)
    g_hash_table_insert (writer->names, (gpointer) get_pointer_name (writer, kernel->args[i].buffer),
                         GUINT_TO_POINTER (1));
}

/* One function declares all, unless what it writes is put together first; of several, each declares what it names. */
static gboolean
is_used (const FlCWriter *writer, const char *body, const char *name)
{
  const gsize length = strlen (name);

  if (writer->phases->len == 1 && !writer->stage)
    return TRUE;
  for (const char *at = strstr (body, name); at; at = strstr (at + length, name))
    if ((at == body || !(g_ascii_isalnum (at[-1]) || at[-1] == '_')) && !g_ascii_isalnum (at[length])
        && at[length] != '_')
      return TRUE;
  return FALSE;
}

/* Buffers that lie inside another one, in order of name. */
static void
write_slices (FlCWriter *writer, const FlKernel *kernel, const char *body)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (writer->places), (GCompareFunc) g_strcmp0);

  for (const GList *l = names; l; l = l->next)
    {
      const FlCPlace *place = g_hash_table_lookup (writer->places, l->data);
      const FlBuffer *whole = place->local ? NULL : kernel->args[place->arg].buffer;
      g_autofree char *offset = NULL;

      if (!place->slice_offset || !whole || !is_used (writer, body, place->name))
        continue;
      offset = fl_c_dup_sym (writer, NULL, place->slice_offset);
      fl_c_line (writer, "%s%s *const %s = %s + %s;  /* a slice of it */",
                 kernel->args[place->arg].is_written ? "" : "const ", fl_dtype_get_c_type (whole->layout.dtype),
                 place->name, get_pointer_name (writer, whole), offset);
    }
}

/* --- cost ------------------------------------------------------------------------------------- */

/* What depends on outer loops only, such as the mean of a row, is computed once for each of their iterations. */
static gint64
count_flops (const FlCWriter *writer)
{
  gint64 total = 0;

  for (guint l = 0; l < writer->nest->n_leaves; l++)
    {
      const FlCLeaf *state = &writer->leaves[l];
      const FlNestLeaf *leaf = state->leaf;

      for (guint b = 0; b < leaf->body->n_blocks; b++)
        for (guint i = 0; i < leaf->body->blocks[b].n_ops; i++)
          {
            guint level = b > 0                    ? leaf->n_loops
                          : state->ops[i].is_after ? MIN (state->ops[i].level, leaf->n_iter)
                                                   : state->ops[i].level;
            gint64 times = fl_scalar_get_info (leaf->body->blocks[b].ops[i].op)->flops;

            if (b == 0 && leaf->body->blocks[b].ops[i].op == FL_SCALAR_REDUCTION)
              level = leaf->n_loops;
            for (guint k = 0; k < leaf->n_loops && k < level; k++)
              times *= MAX (fl_sym_get_hint (leaf->sizes[k], 8), 0);
            total += times;
          }
    }
  return total;
}

static gboolean
has_choice (const FlCWriter *writer, const char *reason)
{
  for (guint i = 0; i < writer->choices->len; i++)
    if (strcmp (g_array_index (writer->choices, FlCChoice, i).reason, reason) == 0)
      return TRUE;
  return FALSE;
}

/* A mean and the squares about it are two passes, unless they were written as one. */
static guint
count_passes (const FlCWriter *writer)
{
  const gboolean is_one = has_choice (writer, "mean and squares about it in one pass")
                          || has_choice (writer, "mean and variance in one pass");
  gboolean has_moments = FALSE;

  for (guint l = 0; l < writer->nest->n_leaves; l++)
    has_moments |= writer->nest->leaves[l].is_two_pass;
  return MAX (fl_kernel_count_passes (writer->nest) + has_moments - is_one, 1);
}

/* --- the function ----------------------------------------------------------------------------- */

/* Is it named, or something that lies inside it? */
static gboolean
is_argument_used (FlCWriter *writer, const FlKernel *kernel, const char *body, guint arg)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, writer->places);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const FlCPlace *place = value;

      if (!place->local && place->arg == arg && place->slice_offset && is_used (writer, body, place->name))
        return TRUE;
    }
  return fl_c_round_reads (writer, get_pointer_name (writer, kernel->args[arg].buffer))
         || is_used (writer, body, get_pointer_name (writer, kernel->args[arg].buffer));
}

/* Pointers into the arguments: what lies inside another buffer, and rows of what is rounded. */
static GString *
write_pointers (FlCWriter *writer, const FlKernel *kernel, const char *body)
{
  FlCCapture capture;

  fl_c_begin_capture (writer, &capture);
  write_slices (writer, kernel, body);
  fl_c_round_write_rows (writer);
  return fl_c_end_capture (writer, &capture);
}

static void
write_head (FlCWriter *writer, const FlKernel *kernel, const char *body)
{
  const guint first_span = writer->spans->len; /* pointers have none */
  GString *pointers;

  fl_c_line (writer, "void");
  fl_c_line (writer, "%s (void *const *buffers, const int64_t *sizes, int64_t begin, int64_t end)",
             writer->phase->name);
  fl_c_line (writer, "{");
  writer->indent = 1;
  for (guint i = 0; i < kernel->n_args; i++)
    {
      const FlBuffer *buffer = kernel->args[i].buffer;

      if (!is_argument_used (writer, kernel, body, i))
        continue;
      fl_c_line (writer, "%s%s *restrict %s = buffers[%u];  /* %s */", kernel->args[i].is_written ? "" : "const ",
                 fl_dtype_get_c_type (buffer->layout.dtype), get_pointer_name (writer, buffer), i,
                 fl_c_kernel_describe_arg (writer, kernel, buffer));
    }
  pointers = write_pointers (writer, kernel, body);
  for (guint i = 0; i < kernel->n_sizes; i++)
    if (is_used (writer, body, get_size_name (writer, kernel->size_symbols[i]))
        || is_used (writer, pointers->str, get_size_name (writer, kernel->size_symbols[i])))
      fl_c_line (writer, "const int64_t %s = sizes[%u];", get_size_name (writer, kernel->size_symbols[i]), i);
  fl_c_paste (writer, pointers, first_span);
  for (guint k = 0; k < 63; k++)
    if (writer->hidden_steps >> k & 1)
      fl_c_line (writer, "const int64_t step_%" G_GINT64_FORMAT " = fl_hide (%" G_GINT64_FORMAT ");",
                 G_GINT64_CONSTANT (1) << k, G_GINT64_CONSTANT (1) << k);
  if (writer->has_checks)
    fl_c_line (writer, "int64_t bad_indices = 0;");
  fl_c_line (writer, "%s", "");
}

static void
write_foot (FlCWriter *writer)
{
  if (writer->has_streams)
    fl_c_line (writer, "fl_stream_end ();");
  if (writer->has_checks)
    {
      fl_c_line (writer, "if (bad_indices)");
      fl_c_line (writer, "  __atomic_fetch_add (&fl_index_errors, bad_indices, __ATOMIC_RELAXED);");
    }
  writer->indent = 0;
  fl_c_line (writer, "}");
}

static void
write_function (FlCWriter *writer, const FlKernel *kernel)
{
  const guint first_span = writer->spans->len;
  FlCCapture capture;
  GString *body;

  writer->hidden_steps = 0;
  g_ptr_array_set_size (writer->rounds, 0);
  writer->has_checks = FALSE;
  writer->has_streams = FALSE;
  writer->indent = 1;
  fl_c_begin_capture (writer, &capture);
  fl_c_push_frame (writer);
  fl_c_threads_write_phase (writer);
  fl_c_pop_frame (writer);
  body = fl_c_end_capture (writer, &capture);
  writer->indent = 0;
  write_head (writer, kernel, body->str);
  writer->indent = 1;
  fl_c_paste (writer, body, first_span);
  write_foot (writer);
}

/* --- from loop programs ----------------------------------------------------------------------- */

static void
print_function (FlCWriter *writer, const FlKernel *kernel, const FlLoopProgram *program)
{
  const guint first_span = writer->spans->len;
  FlCCapture capture;
  GString *body;

  writer->has_checks = FALSE;
  writer->has_streams = FALSE;
  fl_c_begin_capture (writer, &capture);
  writer->indent = 1;
  fl_print_c_body (writer, program, writer->phase->first_item, writer->phase->n_items, writer->phase->extent != NULL);
  body = fl_c_end_capture (writer, &capture);
  writer->indent = 0;
  write_head (writer, kernel, body->str);
  writer->indent = 1;
  fl_c_paste (writer, body, first_span);
  write_foot (writer);
}

static void
print_program (FlCWriter *writer, const FlKernel *kernel, const FlLoopProgram *program)
{
  fl_c_kernel_write_title (writer, kernel);
  fl_print_c_partials (writer, program);
  for (guint i = 0; i < writer->phases->len; i++)
    {
      writer->phase = &g_array_index (writer->phases, FlCPhase, i);
      if (i > 0)
        fl_c_line (writer, "%s", "");
      print_function (writer, kernel, program);
    }
}

/* What passes decided, FlLoopNote, as choices of the kernel. */
static void
note_passes (FlCWriter *writer, const FlKernel *kernel, const GArray *notes)
{
  for (guint i = 0; i < notes->len; i++)
    {
      const FlLoopNote *note = &g_array_index (notes, FlLoopNote, i);
      const FlBuffer *buffer = fl_lowered_find_buffer (writer->nest->schedule->lowered, note->subject);

      if (buffer || g_str_equal (note->subject, kernel->name))
        fl_c_note_choice (writer, note->verdict, buffer, note->reason, note->facts);
      else
        fl_c_note_choice (writer, note->verdict, NULL, note->reason,
                          note->facts ? fl_arena_printf (writer->pass->arena, "%s: %s", note->subject, note->facts)
                                      : note->subject);
    }
}

/* The kernel's loop program after all passes; NULL: it cannot be built, which is said. */
static const FlLoopProgram *
run_passes (FlCWriter *writer, const FlKernel *kernel, guint64 off, GArray *notes)
{
  const FlLoopMachine machine = fl_kernel_get_machine (writer->pass->options);
  FlLoopContext context = { .machine = &machine, .notes = notes };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *program = fl_kernel_make_loops (writer->pass->arena, writer->plan, writer->nest, kernel, &error);

  if (program)
    program = fl_loop_passes_run (&context, program, off, &error);
  if (!program)
    fl_c_fail (writer, "%s", error->message);
  return program;
}

/* program: the version to be printed; NULL: as all passes leave it. */
static void
print_plain (FlCWriter *writer, const FlKernel *kernel, const FlLoopProgram *program)
{
  g_autoptr (GArray) notes = g_array_new (FALSE, FALSE, sizeof (FlLoopNote));
  const gboolean is_given = program != NULL;

  if (!program)
    program = run_passes (writer, kernel, writer->pass->options->loops_off, notes);
  note_passes (writer, kernel, notes);
  if (!program)
    return;
  fl_c_phases_make (writer, kernel->name, program);
  if (is_given && kernel->n_phases == 1 && writer->phases->len == 1 && !kernel->phases[0].extent)
    g_array_index (writer->phases, FlCPhase, 0).extent
        = NULL; /* whether threads share it was decided with the kernel */
  print_program (writer, kernel, program);
}

/* Is it of a kind whose optimizations are passes by now? FALSE: the functions of fl-c-nest-private.h write it. */
static gboolean
print_vectors (FlCWriter *writer, const FlKernel *kernel)
{
  g_autoptr (GArray) notes = g_array_new (FALSE, FALSE, sizeof (FlLoopNote));
  const guint64 off = writer->pass->options->loops_off;
  const FlLoopProgram *program;

  if (!fl_c_nest_is_ported (writer, kernel))
    return FALSE;
  program = run_passes (writer, kernel, 0, off ? NULL : notes);
  if (!program || !fl_kernel_is_ported (program))
    return FALSE;
  if (off) /* who writes it does not depend on what is switched off */
    program = run_passes (writer, kernel, off, notes);
  if (!program)
    return TRUE;
  fl_c_phases_make (writer, kernel->name, program);
  fl_c_schedule_forget (writer);
  note_passes (writer, kernel, notes);
  print_program (writer, kernel, program);
  return TRUE;
}

static void
write_functions (FlCWriter *writer, const FlKernel *kernel)
{
  FlCCapture capture;
  GString *functions;

  fl_c_begin_capture (writer, &capture);
  for (guint i = 0; i < writer->phases->len; i++)
    {
      writer->phase = &g_array_index (writer->phases, FlCPhase, i);
      if (i > 0)
        fl_c_line (writer, "%s", "");
      write_function (writer, kernel);
    }
  functions = fl_c_end_capture (writer, &capture);
  fl_c_kernel_write_title (writer, kernel);
  fl_c_threads_write_shared (writer);
  fl_c_paste (writer, functions, 0);
}

/* program: the version of its loop program to be printed; NULL: that which all passes leave, where kernels are made
 * from these. */
static void
write_kernel (FlCWriter *writer, const FlPass *pass, const FlMemoryPlan *plan, const FlNest *nest, FlKernel *kernel,
              gboolean avoids_lines, const FlLoopProgram *program)
{
  fl_c_writer_init (writer, pass, plan, nest);
  kernel->plain_flops = 0;
  writer->avoids_lines = avoids_lines;
  place_buffers (writer, kernel);
  for (guint i = 0; i < kernel->n_args && !writer->unsupported; i++)
    if (!fl_c_get_compute_type (kernel->args[i].buffer->layout.dtype))
      fl_c_fail (writer, "elements of %s in %s", fl_dtype_get_torch_name (kernel->args[i].buffer->layout.dtype),
                 kernel->args[i].buffer->name);
  if (writer->unsupported)
    return;
  writer->leaves = g_new0 (FlCLeaf, nest->n_leaves + 1);
  for (guint i = 0; i < nest->n_leaves; i++)
    fl_c_leaf_init (writer, &writer->leaves[i], &nest->leaves[i]);
  kernel->is_from_loops = program != NULL || pass->options->cpu_vector_bytes == FL_VECTOR_BYTES_NONE;
  if (kernel->is_from_loops)
    print_plain (writer, kernel, program);
  else
    {
      fl_c_schedule_decide (writer, kernel);
      if (nest->n_items == 1 && nest->items[0].loop)
        writer->turned_rows = fl_c_nest_find_turned_rows (writer, nest->items[0].loop);
      fl_c_threads_decide (writer, kernel);
      kernel->is_from_loops = print_vectors (writer, kernel);
      if (!kernel->is_from_loops)
        write_functions (writer, kernel);
    }
  fl_c_settle_names (writer);
  fl_c_functions_count (writer, kernel);
  kernel->flops = count_flops (writer);
  kernel->n_passes = count_passes (writer);
  for (guint i = 0; i < nest->n_leaves; i++)
    fl_c_leaf_clear (&writer->leaves[i]);
  g_free (writer->leaves);
}

gboolean
fl_c_kernel_write (const FlPass *pass, const FlMemoryPlan *plan, const FlNest *nest, FlKernel *kernel, GError **error)
{
  FlCWriter writer;
  gboolean done;

  fl_kernel_find_args (pass, plan, kernel);
  fl_c_kernel_find_sizes (pass, nest, kernel);
  write_kernel (&writer, pass, plan, nest, kernel, FALSE, NULL);
  if (fl_c_stage_is_unfit (&writer))
    {
      fl_c_writer_clear (&writer);
      write_kernel (&writer, pass, plan, nest, kernel, TRUE, NULL);
    }
  done = !writer.unsupported;
  if (done)
    {
      kernel->source = fl_arena_strndup (pass->arena, writer.out->str, writer.out->len);
      kernel->n_spans = writer.spans->len;
      kernel->spans = fl_arena_memdup (pass->arena, writer.spans->data, writer.spans->len * sizeof (FlSourceSpan));
      fl_c_threads_fill_kernel (&writer, kernel);
      fl_c_explain_record (&writer, kernel);
    }
  else
    g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "while writing %s for %s: C kernels do not have %s yet",
                 kernel->name, kernel->node->name, writer.unsupported);
  fl_c_writer_clear (&writer);
  return done;
}

char *
fl_kernel_dup_printed (const FlPass *pass, const FlProgram *program, guint kernel, const FlLoopProgram *loops,
                       GError **error)
{
  FlKernel printed = program->kernels[kernel];
  FlCWriter writer;
  char *text = NULL;

  if (fl_loop_get_stmt (loops->kernel, loops->root)->n_homes > 0 && !loops->before)
    {
      g_set_error_literal (
          error, FL_ERROR, FL_ERROR_UNSUPPORTED,
          "there is no code yet: what passes between its operations has no memory, pass join comes first");
      return NULL;
    }
  if (program->target == FL_TARGET_CUDA)
    return fl_cuda_kernel_dup_printed (pass, program->plan, &program->kernels[kernel], loops, error);
  write_kernel (&writer, pass, program->plan, program->plan->nests[kernel], &printed, FALSE, loops);
  if (writer.unsupported)
    g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "the C printer does not have %s yet", writer.unsupported);
  else
    text = g_strdup (writer.out->str);
  fl_c_writer_clear (&writer);
  return text;
}
