/* Machines without a compiler that makes vectors: a plain one gets plain kernels, and without any the interpreter
 * answers. */
#include "fl-compiler.h"
#include "fl-event-kinds.h"
#include "fl-execute-private.h"

/* What the run begins anew without: a worker that waits for kernels, what it was told, and inputs that it was to be
 * given. */
void
fl_executor_leave_worker (FlExecutor *self)
{
  fl_executor_close_worker (self);
  g_clear_pointer (&self->inputs, g_ptr_array_unref);
  g_clear_pointer (&self->constants, g_ptr_array_unref);
  g_clear_pointer (&self->stand_ins, g_ptr_array_unref);
  g_hash_table_remove_all (self->loads);
  g_hash_table_remove_all (self->fills);
  self->load_bytes = 0;
  for (guint i = 0; i < self->request->n_variants; i++)
    {
      fl_sent_program_close (&self->programs[i]);
      self->programs[i] = (FlSentProgram) { 0 };
    }
}

/* The reference interpreter evaluates the graph instead, and nothing is timed. */
static gboolean
interpret (FlExecutor *self, const char *rule, const char *why_not_verified, GError **error)
{
  FlVerification *expected = fl_verification_new (self);
  FlExecution *result = self->result;
  result->n_threads = 1;
  result->processor = result->machine = fl_compiler_get_processor ();
  fl_trace_record (self->pass->trace,
                   &(FlEvent) { .stage = FL_STAGE_RUN,
                                .kind = FL_EVENT_COMPILE,
                                .verdict = FL_VERDICT_REJECT,
                                .subject = { FL_REF_KERNEL, 0, fl_intern (self->request->variants[0].name) },
                                .reason = rule,
                                .facts = result->warning });
  self->inputs = fl_executor_new_inputs (self, error);
  gboolean ok = self->inputs != NULL && fl_verification_stand_in (expected, error);
  if (ok)
    result->first.total_ns = (g_get_monotonic_time () - self->start_us) * 1e3;
  result->not_verified_why = why_not_verified;
  fl_verification_free (expected);
  return ok;
}

gboolean
fl_executor_interpret (FlExecutor *self, GError **error)
{
  self->result->compiler = "none";
  self->result->warning
      = fl_arena_printf (self->pass->arena,
                         "%s. Until then kernels are shown, but not run and not timed: the results are the"
                         " reference interpreter's",
                         self->device.no_compiler);
  fl_executor_report (self, 0, "Evaluating the operators: there is no compiler");
  return interpret (self, "no compiler: the interpreter evaluates the operators",
                    "kernels were not run: no C compiler was found", error);
}

gboolean
fl_executor_interpret_refused (FlExecutor *self, const GError *refusal, GError **error)
{
  fl_executor_leave_worker (self);
  self->result->warning = fl_arena_printf (
      self->pass->arena,
      "%s.\nKernels that only gcc or clang compile are not run and not timed: the results are the reference"
      " interpreter's. Install one of them (Debian, Ubuntu: apt install gcc; Fedora: dnf install gcc; Arch: pacman -S gcc) or name it in"
      " FUSELOOM_CC",
      refusal->message);
  fl_executor_report (self, 0.3, "Evaluating the operators: the compiler refused a kernel");
  return interpret (self, "the plain compiler refused a kernel: the interpreter evaluates the operators",
                    "kernels were not run: the plain compiler refused one", error);
}

gboolean
fl_executor_lacks_compiler (const FlExecutor *self)
{
  gboolean has_any = FALSE;
  for (guint i = 0; i < self->request->n_variants; i++)
    has_any |= fl_executor_has_kernels (self->request->variants[i].program);
  return has_any && self->device.compiler == NULL;
}

/* --- plain kernels ---------------------------------------------------------------------------- */

gboolean
fl_executor_needs_plain (const FlExecutor *self)
{
  const FlCompiler *compiler = self->device.compiler;
  gboolean has_any = FALSE;
  for (guint i = 0; i < self->request->n_variants; i++)
    has_any |= fl_executor_has_kernels (self->request->variants[i].program);
  return has_any && compiler != NULL && compiler->is_plain;
}

/* Writes the programs with equal nodes, plans and names, one element at a time. The shown program stays the one that
 * was asked for. */
static gboolean
write_variants (FlExecutor *self, FlVariant *variants, GError **error)
{
  FlOptions options = *self->pass->options;
  options.cpu_vector_bytes = FL_VECTOR_BYTES_NONE;
  const FlPass pass
      = { .arena = self->pass->arena,
          .trace = fl_trace_new (self->pass->arena), /* the decisions that are shown are those of the kernels shown */
          .options = &options,
          .cancelled = self->pass->cancelled,
          .stop_stage = FL_N_STAGES,
          .stop_step = G_MAXUINT32 };
  for (guint i = 0; i < self->request->n_variants; i++)
    {
      const FlProgram *program = self->request->variants[i].program;
      if (program->target == FL_TARGET_CPU && self->pass->options->cpu_vector_bytes != FL_VECTOR_BYTES_NONE)
        program = fl_codegen_run (&pass, program->plan, error);
      if (program == NULL)
        return FALSE;
      variants[i] = (FlVariant) { self->request->variants[i].name, program };
    }
  return TRUE;
}

gboolean
fl_executor_write_plain (FlExecutor *self, GError **error)
{
  FlExecuteRequest *request = fl_arena_memdup (self->pass->arena, self->request, sizeof *request);
  FlVariant *variants = fl_arena_new (self->pass->arena, FlVariant, request->n_variants);
  FlExecution *result = self->result;
  if (!write_variants (self, variants, error))
    return FALSE;
  request->variants = variants;
  self->request = request;
  result->warning = fl_arena_printf (
      self->pass->arena,
      "%s compiles kernels one element at a time (cpu.vector_bytes=4), which is right, but many times slower than what"
      " gcc or clang make of them: install one of them (Debian, Ubuntu: apt install gcc; Fedora: dnf install gcc;"
      " Arch: pacman -S gcc) or name it in FUSELOOM_CC",
      self->device.compiler->summary);
  fl_trace_record (self->pass->trace,
                   &(FlEvent) { .stage = FL_STAGE_RUN,
                                .kind = FL_EVENT_COMPILE,
                                .verdict = FL_VERDICT_NOTE,
                                .subject = { FL_REF_KERNEL, 0, fl_intern (request->variants[0].name) },
                                .reason = "the only compiler is a plain one: kernels are written one element at a time",
                                .facts = result->warning });
  return TRUE;
}
