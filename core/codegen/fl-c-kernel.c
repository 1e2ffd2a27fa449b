/* One kernel as C functions: of its loop program, passes, phases, and text between a head and a foot.
 * In: a nest.  Out: source with its map.  Keeps: every element computed as its body says. */
#include "fl-c-explain.h"
#include "fl-c-kernel-text.h"
#include "fl-c-phases.h"
#include "fl-error.h"
#include "fl-intern.h"
#include "fl-kernel-cost.h"
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
reserve_names (FlCWriter *writer, const FlKernel *kernel)
{
  for (guint i = 0; i < kernel->n_args; i++)
    {
      const FlBuffer *buffer = kernel->args[i].buffer;

      if (!fl_c_get_compute_type (buffer->layout.dtype))
        fl_c_fail (writer, "elements of %s in %s", fl_dtype_get_torch_name (buffer->layout.dtype), buffer->name);
      g_hash_table_insert (writer->names, (gpointer) get_pointer_name (writer, buffer), GUINT_TO_POINTER (1));
    }
}

/* One function declares all; of several, each declares what it names. */
static gboolean
is_used (const FlCWriter *writer, const char *body, const char *name)
{
  const gsize length = strlen (name);

  if (writer->phases->len == 1)
    return TRUE;
  for (const char *at = strstr (body, name); at; at = strstr (at + length, name))
    if ((at == body || !(g_ascii_isalnum (at[-1]) || at[-1] == '_')) && !g_ascii_isalnum (at[length])
        && at[length] != '_')
      return TRUE;
  return FALSE;
}

/* --- the function ----------------------------------------------------------------------------- */

static void
write_head (FlCWriter *writer, const FlKernel *kernel, const char *body)
{
  fl_c_line (writer, "void");
  fl_c_line (writer, "%s (void *const *buffers, const int64_t *sizes, int64_t begin, int64_t end)",
             writer->phase->name);
  fl_c_line (writer, "{");
  writer->indent = 1;
  for (guint i = 0; i < kernel->n_args; i++)
    {
      const FlBuffer *buffer = kernel->args[i].buffer;

      if (!is_used (writer, body, get_pointer_name (writer, buffer)))
        continue;
      fl_c_line (writer, "%s%s *restrict %s = buffers[%u];  /* %s */", kernel->args[i].is_written ? "" : "const ",
                 fl_dtype_get_c_type (buffer->layout.dtype), get_pointer_name (writer, buffer), i,
                 fl_c_kernel_describe_arg (writer, kernel, buffer));
    }
  for (guint i = 0; i < kernel->n_sizes; i++)
    if (is_used (writer, body, get_size_name (writer, kernel->size_symbols[i])))
      fl_c_line (writer, "const int64_t %s = sizes[%u];", get_size_name (writer, kernel->size_symbols[i]), i);
  if (writer->has_checks)
    fl_c_line (writer, "int64_t bad_indices = 0;");
  for (guint i = 0; i < writer->lines->len; i++)
    fl_c_line (writer, "fl_line %s = { 0 };%s", (const char *) writer->lines->pdata[i],
               i == 0 ? "  /* pieces are combined in it */" : "");
  fl_c_line (writer, "%s", "");
}

static void
write_foot (FlCWriter *writer)
{
  for (guint i = 0; i < writer->lines->len; i++)
    fl_c_line (writer, "fl_line_end (&%s);", (const char *) writer->lines->pdata[i]);
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
print_function (FlCWriter *writer, const FlKernel *kernel, const FlLoopProgram *program)
{
  const guint first_span = writer->spans->len;
  FlCCapture capture;
  GString *body;

  writer->has_checks = FALSE;
  writer->has_streams = FALSE;
  g_ptr_array_set_size (writer->lines, 0);
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
run_passes (FlCWriter *writer, const FlKernel *kernel, GArray *notes)
{
  const FlLoopMachine machine = fl_kernel_get_machine (writer->pass->options);
  FlLoopContext context = { .machine = &machine, .notes = notes };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *program = fl_kernel_make_loops (writer->pass->arena, writer->plan, writer->nest, kernel, &error);

  if (program)
    program = fl_loop_passes_run (&context, program, writer->pass->options->loops_off, &error);
  if (!program)
    fl_c_fail (writer, "%s", error->message);
  return program;
}

/* given: the version of its loop program to be printed; NULL: that which all passes leave. */
static void
write_kernel (FlCWriter *writer, const FlPass *pass, const FlMemoryPlan *plan, const FlNest *nest, FlKernel *kernel,
              const FlLoopProgram *given)
{
  g_autoptr (GArray) notes = g_array_new (FALSE, FALSE, sizeof (FlLoopNote));
  const FlLoopProgram *program = given;

  fl_c_writer_init (writer, pass, plan, nest);
  reserve_names (writer, kernel);
  if (!program && !writer->unsupported)
    program = run_passes (writer, kernel, notes);
  if (writer->unsupported)
    return;
  kernel->flops = fl_kernel_count_operations (program);
  kernel->n_passes = fl_kernel_count_passes (program);
  note_passes (writer, kernel, notes);
  fl_c_phases_make (writer, kernel->name, program);
  if (given && kernel->n_phases == 1 && writer->phases->len == 1 && !kernel->phases[0].extent)
    g_array_index (writer->phases, FlCPhase, 0).extent
        = NULL; /* whether threads share it was decided with the kernel */
  print_program (writer, kernel, program);
  fl_c_settle_names (writer, NULL);
  fl_kernel_count_functions (pass->arena, program, writer->out->str, kernel);
}

gboolean
fl_c_kernel_write (const FlPass *pass, const FlMemoryPlan *plan, const FlNest *nest, FlKernel *kernel, GError **error)
{
  FlCWriter writer;
  gboolean done;

  fl_kernel_find_args (pass, plan, kernel);
  fl_c_kernel_find_sizes (pass, nest, kernel);
  write_kernel (&writer, pass, plan, nest, kernel, NULL);
  done = !writer.unsupported;
  if (done)
    {
      kernel->source = fl_arena_strndup (pass->arena, writer.out->str, writer.out->len);
      kernel->n_spans = writer.spans->len;
      kernel->spans = fl_arena_memdup (pass->arena, writer.spans->data, writer.spans->len * sizeof (FlSourceSpan));
      fl_c_phases_fill_kernel (&writer, kernel);
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
  write_kernel (&writer, pass, program->plan, program->plan->nests[kernel], &printed, loops);
  if (writer.unsupported)
    g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "the C printer does not have %s yet", writer.unsupported);
  else
    text = g_strdup (writer.out->str);
  fl_c_writer_clear (&writer);
  return text;
}
