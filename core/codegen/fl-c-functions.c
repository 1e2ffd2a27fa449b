/* The functions on vectors that a kernel calls: those of fl-c-accuracy.def.
 * In: leaves as they were written.  Out: how often each function is called, at hints. */
#include "fl-c-functions.h"

#include <string.h>

#include "fl-c-idiom.h"
#include "fl-c-lanes.h"
#include "fl-c-preamble.h"
#include "fl-c-vector.h"
#include "fl-intern.h"

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

/* "fl_exp_vec": is that word in the text? */
static gboolean
calls_row (const char *text, guint row)
{
  return strncmp (text, rows[row].call, strcspn (rows[row].call, "(")) == 0;
}

static gboolean
has_call (const char *text, guint row)
{
  for (; (text = strstr (text, "fl_")) != NULL; text++)
    if (calls_row (text, row))
      return TRUE;
  return FALSE;
}

/* N_ROWS: none. */
static guint
find_row (const FlCLeaf *state, guint position)
{
  const FlBodyOp *op = &state->leaf->body->blocks[0].ops[position];
  g_autofree char *idiom = state->ops[position].idiom == FL_C_IDIOM_NONE
                               ? NULL
                               : g_strconcat (fl_c_idiom_get_function (state->ops[position].idiom), " (", NULL);
  const char *text = idiom                       ? idiom
                     : op->dtype == FL_DTYPE_F64 ? fl_c_lanes_get_f64_spelling (op->op)
                                                 : fl_c_vector_get_spelling (op->op);
  guint row = 0;

  while (row < N_ROWS && (text == NULL || !has_call (text, row)))
    row++;
  return row;
}

/* What a user calls it: "exp" for the form whose argument is known to be none above 0, too. */
static char *
dup_name (guint row)
{
  char *name = g_ascii_strdown (rows[row].name, -1);

  if (g_str_has_suffix (name, "_below"))
    name[strlen (name) - strlen ("_below")] = '\0';
  return name;
}

/* Was it written for an earlier leaf? Equal values within reach are written once, and have one name. */
static gboolean
is_shared (GHashTable *written, const FlCOpState *state)
{
  const char *name = state->value.text;

  return name != NULL && (g_ascii_isalpha (*name) || *name == '_') && !g_hash_table_add (written, (gpointer) name);
}

void
fl_c_functions_count (const FlCWriter *writer, FlKernel *kernel)
{
  g_autoptr (GHashTable) written = g_hash_table_new (g_str_hash, g_str_equal);
  gint64 counts[N_ROWS] = { 0 };
  FlKernelFunction *functions;
  guint n = 0;

  for (guint l = 0; l < writer->nest->n_leaves; l++)
    {
      const FlCLeaf *state = &writer->leaves[l];
      const FlNestLeaf *leaf = state->leaf;

      for (guint i = 0; i < leaf->body->blocks[0].n_ops; i++)
        {
          guint row = state->ops[i].is_idle ? N_ROWS : find_row (state, i);
          gint64 times = 1;

          for (guint k = 0; k < leaf->n_loops && k < state->ops[i].level; k++)
            times *= MAX (fl_sym_get_hint (leaf->sizes[k], 8), 0);
          if (state->ops[i].is_idle || times == 0 || is_shared (written, &state->ops[i]))
            continue;
          if (row == N_ROWS || !has_call (writer->out->str, row)) /* the latter: one element at a time */
            {
              kernel->plain_flops += times * fl_scalar_get_info (leaf->body->blocks[0].ops[i].op)->flops;
              continue;
            }
          n += counts[row] == 0;
          counts[row] += times;
        }
    }
  functions = fl_arena_new (writer->pass->arena, FlKernelFunction, n + 1);
  kernel->functions = functions;
  kernel->n_functions = 0; /* what is written anew is counted anew */
  for (guint row = 0; row < N_ROWS; row++)
    if (counts[row] > 0)
      {
        g_autofree char *name = dup_name (row);

        functions[kernel->n_functions++] = (FlKernelFunction) { fl_intern (name), rows[row].call, counts[row] };
      }
}

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
