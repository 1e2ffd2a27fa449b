/* What a kernel computes: operations, and the functions on vectors of fl-c-accuracy.def that it calls.
 * In: a loop program.  Out: counts at hints.  Keeps: the program. */
#include "fl-kernel-cost.h"

#include <string.h>

#include "fl-c-lanes.h"
#include "fl-c-preamble.h"
#include "fl-c-vector.h"
#include "fl-intern.h"

enum
{
  UNKNOWN_LENGTH = 8 /* of a loop whose length comes with the call */
};

static const struct
{
  const char *name; /* as the documentation has it, upper case */
  const char *call; /* of x and y */
} rows[] = {
#define RESULT 0
#define ARGUMENT 0
#define ACCURACY(id, call, ulps, fast_ulps, unit, ns, fast_ns, remark) { #id, call },
#include "fl-c-accuracy.def"
#define ACCURACY_F64(id, call, ulps, ns, remark) { #id, call },
#include "fl-c-accuracy.def"
};

enum
{
  N_ROWS = G_N_ELEMENTS (rows)
};

/* --- how often -------------------------------------------------------------------------------- */

typedef struct _Counter Counter;
struct _Counter
{
  const FlLoopKernel *kernel;
  guint64 open;     /* axes around the statement at hand */
  GHashTable *seen; /* values that were counted */
  void (*count) (Counter *counter, const FlLoopValue *value, gint64 times);
  gint64 flops;
  gint64 calls[N_ROWS];
  const char *text; /* the kernel's, as it was printed */
};

/* Positions of some axes together. */
static gint64
count_positions (const FlLoopKernel *kernel, guint64 axes)
{
  gint64 n = 1;

  for (FlAxisId axis = 1; axis <= fl_loop_get_n_axes (kernel); axis++)
    if ((axes >> axis & 1)
        && __builtin_mul_overflow (n,
                                   MAX (fl_sym_get_hint (fl_loop_get_axis (kernel, axis)->extent, UNKNOWN_LENGTH), 0),
                                   &n))
      return G_MAXINT64 / 4;
  return n;
}

static gboolean
enter_value (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  Counter *counter = data;

  counter->count (counter, value, count_positions (kernel, fl_loop_value_get_axes (kernel, id) & counter->open));
  if (!value->function || !counter->text)
    return TRUE;
  fl_loop_visit_value (kernel, value->of, counter->seen, enter_value,
                       counter); /* values of the recipe alone are not computed */
  return FALSE;
}

static void
count_stmt (Counter *counter, FlStmtId id)
{
  const FlLoopStmt stmt = *fl_loop_get_stmt (counter->kernel, id);
  const guint64 was_open = counter->open;

  if (stmt.kind == FL_STMT_LOOP)
    counter->open |= G_GUINT64_CONSTANT (1) << stmt.axis;
  fl_loop_visit_values (counter->kernel, &stmt, counter->seen, enter_value, counter);
  if (stmt.kind == FL_STMT_ACCUMULATE)
    counter->count (counter, &(FlLoopValue) { .op = FL_SCALAR_REDUCTION },
                    count_positions (counter->kernel, counter->open));
  for (guint i = 0; i < stmt.n_children; i++)
    count_stmt (counter, stmt.children[i]);
  counter->open = was_open;
}

/* A part of an axis, as passes make them. */
static void
note_part (const FlLoopKernel *kernel, FlStmtId id, gpointer data)
{
  const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, id);

  if (stmt->kind == FL_STMT_LOOP)
    *(gboolean *) data |= fl_loop_get_axis (kernel, stmt->axis)->of != 0;
}

const FlLoopProgram *
fl_kernel_find_whole (const FlLoopProgram *program)
{
  for (; program->before; program = program->before)
    {
      gboolean has_parts = FALSE;

      fl_loop_visit (program->kernel, program->root, note_part, &has_parts);
      if (!has_parts)
        break;
    }
  return program;
}

static void
count_all (Counter *counter, const FlLoopProgram *program)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  counter->kernel = program->kernel;
  counter->seen = seen;
  count_stmt (counter, program->root);
}

/* --- operations ------------------------------------------------------------------------------- */

static void
add_flops (Counter *counter, const FlLoopValue *value, gint64 times)
{
  counter->flops += times * fl_scalar_get_info (value->op)->flops;
}

gint64
fl_kernel_count_operations (const FlLoopProgram *program)
{
  const FlNest *nest;
  const FlStmtId joined = fl_loop_kernel_get_joined (program->kernel, &nest);
  const FlLoopProgram built = { .kernel = program->kernel, .root = joined ? joined : program->root };
  Counter counter = { .count = add_flops };

  count_all (&counter, &built);
  return counter.flops;
}

/* --- functions -------------------------------------------------------------------------------- */

/* "fl_exp_vec": is that word in the text? */
static gboolean
has_call (const char *text, guint row)
{
  for (; (text = strstr (text, "fl_")) != NULL; text++)
    if (strncmp (text, rows[row].call, strcspn (rows[row].call, "(")) == 0)
      return TRUE;
  return FALSE;
}

/* N_ROWS: none. */
static guint
find_row (const FlLoopValue *value)
{
  g_autofree char *function
      = value->function ? g_strdup_printf ("fl_%s_vec (", fl_loop_function_get_name (value->function)) : NULL;
  const char *text = function                       ? function
                     : value->dtype == FL_DTYPE_F64 ? fl_c_lanes_get_f64_spelling (value->op)
                                                    : fl_c_vector_get_spelling (value->op);
  guint row = 0;

  while (row < N_ROWS && (text == NULL || !has_call (text, row)))
    row++;
  return row;
}

static void
add_call (Counter *counter, const FlLoopValue *value, gint64 times)
{
  const guint row = find_row (value);

  if (row < N_ROWS && has_call (counter->text, row)) /* a function on vectors is called */
    counter->calls[row] += times;
  else
    add_flops (counter, value, times);
}

/* What a user calls it: "exp" for the form whose argument is known to be none above 0, too. */
static const char *
make_name (guint row)
{
  g_autofree char *name = g_ascii_strdown (rows[row].name, -1);

  if (g_str_has_suffix (name, "_below"))
    name[strlen (name) - strlen ("_below")] = '\0';
  return fl_intern (name);
}

void
fl_kernel_count_functions (FlArena *arena, const FlLoopProgram *program, const char *text, FlKernel *kernel)
{
  Counter counter = { .count = add_call, .text = text };
  FlKernelFunction *functions = fl_arena_new (arena, FlKernelFunction, N_ROWS);

  count_all (&counter, fl_kernel_find_whole (program));
  kernel->work.plain_flops = counter.flops;
  kernel->work.functions = functions;
  kernel->work.n_functions = 0;
  for (guint row = 0; row < N_ROWS; row++)
    if (counter.calls[row] > 0)
      functions[kernel->work.n_functions++]
          = (FlKernelFunction) { make_name (row), rows[row].call, counter.calls[row] };
}

/* --- timing functions ------------------------------------------------------------------------- */

/* Of vectors x and y; a function of doubles is called for both halves of them. */
static void
append_call (GString *out, const char *call, gboolean is_double)
{
  if (!is_double)
    {
      g_string_append_printf (out, "      fl_store_f32 ((float *) buffers[0] + i, %s);\n", call);
      return;
    }
  g_string_append (out, "      fl_f64 z[2];\n"
                        "#pragma GCC unroll 2\n"
                        "      for (int half = 0; half < 2; half++)\n"
                        "        {\n"
                        "          const fl_f64 x = half ? fl_upper_f64_of_f32 (floats) : fl_f64_of_f32 (floats);\n"
                        "          const fl_f64 y = half ? fl_upper_f64_of_f32 (others) : fl_f64_of_f32 (others);\n");
  g_string_append_printf (out,
                          "          z[half] = %s;\n"
                          "        }\n"
                          "      fl_store_f32 ((float *) buffers[0] + i, fl_f32_of_two_f64 (z[0], z[1]));\n",
                          call);
}

char *
fl_codegen_dup_calls (const char *head, const char *const *calls, guint n)
{
  g_autoptr (GString) body = g_string_new (NULL);
  GString *out = g_string_new (NULL);
  FlCHelperSet used = { 0 };

  for (guint i = 0; i < n; i++)
    {
      const gboolean is_double = strstr (calls[i], "_f64") != NULL;

      g_string_append_printf (
          body,
          "\nvoid\nfl_call_%u (void *const *buffers, const int64_t *sizes, int64_t begin, int64_t end)\n"
          "{\n"
          "  for (int64_t i = begin; i < end; i += FL_LANES)\n"
          "    {\n"
          "      const fl_vec %s = fl_load_f32 ((const float *) buffers[1] + i), %s = fl_load_f32 ((const float *) buffers[2] + i);\n",
          i, is_double ? "floats" : "x", is_double ? "others" : "y");
      append_call (body, calls[i], is_double);
      g_string_append (body, "    }\n}\n");
    }
  fl_c_preamble_note (&used, body->str);
  fl_c_preamble_append (out, used, head);
  g_string_append (out, body->str);
  return g_string_free (out, FALSE);
}
