/* Threads: jobs in a row come out as if one thread did them, job after job, whether threads meet before each or not;
 * kernels in a row agree with the reference interpreter. */
#include <string.h>

#include "fl-formats.h"
#include "fl-options.h"
#include "fl-pipeline.h"
#include "fl-thread-pool.h"

enum
{
  N = 1000,
  N_JOBS = 40,
  N_ROUNDS = 200
};

typedef struct
{
  const int *from;
  int *to;
  int distance; /* an element is made of the one so far away */
} Shift;

static void
shift (gpointer data, gint64 begin, gint64 end)
{
  const Shift *self = data;

  for (gint64 i = begin; i < end; i++)
    self->to[i] = self->from[(i + self->distance) % N] + 1;
}

/* Element i of the last row is what lies the sum of all distances further, plus one a job: reading what another thread
 * is to write shows, whichever of them is late. */
static void
check_jobs (FlThreadPool *pool, int distance, gint64 step)
{
  static int rows[N_JOBS + 1][N];
  FlPoolJob jobs[N_JOBS];
  Shift shifts[N_JOBS];

  for (int round = 0; round < N_ROUNDS; round++)
    {
      memset (rows, 0, sizeof rows);
      for (int i = 0; i < N; i++)
        rows[0][i] = i;
      for (int j = 0; j < N_JOBS; j++)
        {
          shifts[j] = (Shift) { rows[j], rows[j + 1], distance };
          jobs[j] = (FlPoolJob) { shift, &shifts[j], N, step, distance && j % 3 == 2 ? 1 : 64, distance != 0 && j > 0 };
        }
      fl_thread_pool_run_jobs (pool, jobs, N_JOBS);
      for (int i = 0; i < N; i++)
        g_assert_cmpint (rows[N_JOBS][i], ==, (i + N_JOBS * distance) % N + N_JOBS);
    }
}

static void
test_jobs_follow_each_other (void)
{
  g_autoptr (FlThreadPool) pool = fl_thread_pool_new (0);

  fl_thread_pool_begin (pool);
  check_jobs (pool, 0, 1);
  check_jobs (pool, 0, 64);
  check_jobs (pool, 7, 1);
  check_jobs (pool, 501, 64);
  check_jobs (pool, 0, 2000); /* one part */
  fl_thread_pool_end (pool);
  fl_thread_pool_unpin (pool);
}

/* Sums that all threads need, rows that each has for itself, kernels that have nothing in common. */
static const char *const graph_text
    = "class GraphModule(torch.nn.Module):\n"
      "    def forward(self, x: \"f32[300, 256]\", y: \"f32[300, 256]\", w: \"f32[256]\"):\n"
      "        a = torch.ops.aten.mul.Tensor(x, y)\n"
      "        m = torch.ops.aten.sum.dim_IntList(a, [0])\n"
      "        b = torch.ops.aten.add.Tensor(x, m)\n"
      "        n = torch.ops.aten.sum.dim_IntList(b, [0])\n"
      "        c = torch.ops.aten.mul.Tensor(b, n)\n"
      "        s = torch.ops.aten.sum.dim_IntList(y, [1])\n"
      "        t = torch.ops.aten.sum.default(c)\n"
      "        u = torch.ops.aten.mul.Tensor(s, t)\n"
      "        e = torch.ops.aten.exp.default(y)\n"
      "        f = torch.ops.aten.permute.default(e, [1, 0])\n"
      "        g = torch.ops.aten.clone.default(f, memory_format = torch.contiguous_format)\n"
      "        h = torch.ops.aten.mul.Tensor(g, 2.0)\n"
      "        return (c, s, u, h)\n";

static void
test_kernels_in_a_row_agree (gconstpointer strategy)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("rows", graph_text, strlen (graph_text), &error);
  g_autoptr (FlRun) run = NULL, executed = NULL;
  FlExecuteRequest execute = { .verify = TRUE, .measure = TRUE };
  FlPipelineRequest request;

  g_assert_no_error (error);
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.strategy = strategy;
  request.options.repeats = 5;
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  executed = fl_pipeline_execute (run, &execute, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (executed->execution->verified);
  g_assert_true (executed->execution->agrees);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/thread-pool/jobs", test_jobs_follow_each_other);
  g_test_add_data_func ("/core/thread-pool/none", "none", test_kernels_in_a_row_agree);
  g_test_add_data_func ("/core/thread-pool/inductor", "inductor", test_kernels_in_a_row_agree);
  return g_test_run ();
}
