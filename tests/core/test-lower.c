/* Lowering: which buffers a graph becomes, their names, order and kinds; what gets a buffer and why not (PyTorch:
 * torch/_inductor/graph.py, ir.py, lowering.py). */
#include "fl-event-kinds.h"
#include "fl-lower-fixture.h"

typedef struct
{
  const char *name, *inputs, *body, *outputs;
  FlTarget target;
  const char *settings;
  const char *expected; /* "buf0:ComputedBuffer …" */
} Row;

static const Row rows[] = {
  /* section 13: three kernels' worth of buffers on the CPU, online softmax on a GPU */
  { "softmax", "x: 'f32[10, 3840]'", "y = @.softmax.int(x, -1)", "y", FL_TARGET_CPU, NULL,
    "buf0:ComputedBuffer buf1:ComputedBuffer buf2:ComputedBuffer buf3:ComputedBuffer" },
  { "softmax-classic-gpu", "x: 'f32[10, 3840]'", "y = @.softmax.int(x, -1)", "y", FL_TARGET_CUDA,
    "online_softmax=false", "buf0:ComputedBuffer buf1:ComputedBuffer buf2:ComputedBuffer" },
  { "softmax-online", "x: 'f32[10, 3840]'", "y = @.softmax.int(x, -1)", "y", FL_TARGET_CUDA, NULL,
    "buf0:ComputedBuffer buf1:ComputedBuffer buf2:ComputedBuffer" },
  /* 5: views are indices, not buffers */
  { "views", "x: 'f32[4, 6]'", "t = @.permute.default(x, [1, 0]);e = @.exp.default(t)", "e", FL_TARGET_CPU, NULL,
    "buf0:ComputedBuffer" },
  { "pointwise-chain", "x: 'f32[64]'", "a = @.sin.default(x);b = @.add.Tensor(a, 1);c = @.relu.default(b)", "c",
    FL_TARGET_CPU, NULL, "buf0:ComputedBuffer" },
  { "library-call", "a: 'f32[64, 64]', b: 'f32[64, 64]'", "m = @.mm.default(a, b);r = @.relu.default(m)", "r",
    FL_TARGET_CPU, NULL, "buf0:ExternKernelOut buf1:ComputedBuffer" },
  { "operand-of-library-call", "a: 'f32[64, 64]', b: 'f32[64, 64]'", "s = @.sin.default(a);m = @.mm.default(s, b)", "m",
    FL_TARGET_CPU, NULL, "buf0:ComputedBuffer buf1:ExternKernelOut" },
  { "several-results", "x: 'f32[16, 64]'", "s = @.topk.default(x, 3);v = s[0];r = @.relu.default(v)", "r",
    FL_TARGET_CPU, NULL, "buf0:FallbackKernel buf1:MultiOutput buf2:MultiOutput buf3:ComputedBuffer" },
  { "input-written", "x: 'f32[16]'", "y = @.add_.Tensor(x, 1)", "y", FL_TARGET_CPU, NULL,
    "buf0:ComputedBuffer buf1:ComputedBuffer" },
  /* 3.2: shared and cheap is computed again; expensive, or read from more than four places, gets a buffer */
  { "shared-cheap", "x: 'f32[64, 64]'",
    "a = @.mul.Tensor(x, 2);s = @.sum.dim_IntList(a, [1]);t = @.sum.dim_IntList(a, [0])", "s, t", FL_TARGET_CPU, NULL,
    "buf0:ComputedBuffer buf1:ComputedBuffer" },
  { "shared-expensive-on-cpu", "x: 'f32[64, 64]'",
    "a = @.exp.default(x);s = @.sum.dim_IntList(a, [1]);t = @.sum.dim_IntList(a, [0])", "s, t", FL_TARGET_CPU, NULL,
    "buf0:ComputedBuffer buf1:ComputedBuffer buf2:ComputedBuffer" },
  { "shared-expensive-on-gpu", "x: 'f32[64, 64]'",
    "a = @.exp.default(x);s = @.sum.dim_IntList(a, [1]);t = @.sum.dim_IntList(a, [0])", "s, t", FL_TARGET_CUDA, NULL,
    "buf0:ComputedBuffer buf1:ComputedBuffer" },
  { "shared-with-two-reads", "x: 'f32[64, 64]', y: 'f32[64, 64]'",
    "a = @.mul.Tensor(x, y);s = @.sum.dim_IntList(a, [1]);t = @.sum.dim_IntList(a, [0])", "s, t", FL_TARGET_CUDA,
    "realize_reads_threshold=1", "buf0:ComputedBuffer buf1:ComputedBuffer buf2:ComputedBuffer" },
  { "shared-with-many-operators", "x: 'f32[64, 64]'",
    "a = @.mul.Tensor(x, 2);b = @.add.Tensor(a, 3);s = @.sum.dim_IntList(b, [1]);t = @.sum.dim_IntList(b, [0])", "s, t",
    FL_TARGET_CUDA, "realize_opcount_threshold=2", "buf0:ComputedBuffer buf1:ComputedBuffer buf2:ComputedBuffer" },
};

static char *
list_buffers (const FlLowered *lowered)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lowered->n_buffers; i++)
    g_string_append_printf (text, "%s%s:%s", i > 0 ? " " : "", lowered->buffers[i]->name,
                            fl_buffer_get_class_name (lowered->buffers[i]));
  return g_string_free (text, FALSE);
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  Lowering run;
  g_autofree char *buffers = NULL;

  lowering_run (&run, row->inputs, row->body, row->outputs, row->target, row->settings);
  g_assert_no_error (run.error);
  buffers = list_buffers (run.lowered);
  g_assert_cmpstr (buffers, ==, row->expected);
  lowering_clear (&run);
}

/* Every operator without a lowering is named, with how often it occurs. */
static void
test_unsupported (void)
{
  Lowering run;

  lowering_run (
      &run, "x: 'f32[16]'",
      "a = torch.ops.mine.twist.default(x);b = torch.ops.mine.twist.default(a);c = torch.ops.mine.turn.default(x);"
      "d = @.add.Tensor(b, c)",
      "d", FL_TARGET_CPU, NULL);
  g_assert_error (run.error, FL_ERROR, FL_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (run.error->message, "mine.turn.default (1)"));
  g_assert_nonnull (strstr (run.error->message, "mine.twist.default"));
  lowering_clear (&run);
}

/* What cannot be lowered says what is lacking. */
static void
test_python_operators (void)
{
  Lowering run;

  lowering_run (&run, "x: 'f32[16]'", "a: 'f32[16]' = operator.mul(x, 2);b = @.relu.default(a)", "b", FL_TARGET_CPU,
                NULL);
  g_assert_error (run.error, FL_ERROR, FL_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (run.error->message, "Python's operators on tensors"));
  lowering_clear (&run);
  lowering_run (&run, "x: 'f32[16]', y", "a = operator.mul(y, 2);b = @.view.default(x, [a])", "b", FL_TARGET_CPU, NULL);
  g_assert_nonnull (run.error);
  g_assert_nonnull (strstr (run.error->message, "the shape and dtype of y are not known"));
  lowering_clear (&run);
}

/* 3: a decision has its rule and what was compared. */
static void
test_events (void)
{
  Lowering run;
  gboolean found = FALSE;

  lowering_run (&run, "x: 'f32[64, 64]', y: 'f32[64, 64]'",
                "a = @.mul.Tensor(x, y);s = @.sum.dim_IntList(a, [1]);t = @.sum.dim_IntList(a, [0])", "s, t",
                FL_TARGET_CUDA, "realize_reads_threshold=1");
  g_assert_no_error (run.error);
  for (guint i = 0; i < fl_trace_get_n_events (run.trace) && !found; i++)
    {
      const FlEvent *event = fl_trace_get_event (run.trace, i);

      found = event->kind == FL_EVENT_REALIZE && event->verdict == FL_VERDICT_ACCEPT && event->facts != NULL
              && strstr (event->reason, "realize_reads_threshold") != NULL
              && strstr (event->facts, "2 reads, threshold 1") != NULL;
    }
  g_assert_true (found);
  lowering_clear (&run);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/lower/%s", rows[i].name);

      g_test_add_data_func (path, &rows[i], test_row);
    }
  g_test_add_func ("/core/lower/python-operators", test_python_operators);
  g_test_add_func ("/core/lower/unsupported", test_unsupported);
  g_test_add_func ("/core/lower/events", test_events);
  return g_test_run ();
}
