/* Reductions: accumulators declared before the loop, vectors and pieces joined after it, results of its passes. */
#include "fl-c-reduce-private.h"

static void
declare (FlCWriter *writer, const char *type, const char *name, const char *value)
{
  if (!name)
    return;
  if (!writer->strip)
    {
      fl_c_line (writer, "%s %s = %s;", type, name, value);
      return;
    }
  if (g_str_equal (value, "0") || g_str_equal (value, "0.0f") || g_str_equal (value, "0.0"))
    {
      fl_c_line (writer, "%s %s[%d] = { 0 };", type, name, fl_c_get_strip_width (writer->strip));
      return;
    }
  fl_c_line (writer, "%s %s[%d];", type, name, fl_c_get_strip_width (writer->strip));
  fl_c_line (writer, "for (int64_t c = 0; c < %d; c++)", fl_c_get_strip_width (writer->strip));
  fl_c_line (writer, "  %s[c] = %s;", name, value);
}

void
fl_c_declare_accumulators (FlCWriter *writer, guint first)
{
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      const FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);
      const char *type = fl_c_get_compute_type (accumulator->dtype);
      g_autofree char *neutral = fl_c_dup_neutral (accumulator->type, accumulator->dtype);
      g_autofree char *zero = fl_c_dup_constant (accumulator->dtype, 0, 0);

      if (fl_reduction_is_arg (accumulator->type) && accumulator->n_vectors)
        continue;
      if (fl_reduction_is_arg (accumulator->type))
        {
          declare (writer, "int64_t", accumulator->names[0], "0");
          declare (writer, type, accumulator->names[1], neutral);
          continue;
        }
      /* What is kept in vectors is declared when they are joined. */
      if (accumulator->is_wide && accumulator->type != FL_REDUCTION_ONLINE_SOFTMAX)
        declare (writer, "double", accumulator->names[0], "0");
      else if (!accumulator->n_vectors)
        declare (writer, type, accumulator->names[0], neutral);
      if (accumulator->is_wide || !accumulator->n_vectors)
        declare (writer, accumulator->is_wide ? "double" : type, accumulator->names[1], accumulator->is_wide ? "0" : zero);
      declare (writer, type, accumulator->names[2], zero);
    }
}

static gboolean
is_extreme (const FlCAccumulator *accumulator, guint output)
{
  return output == 0
         && (accumulator->type == FL_REDUCTION_MAX || accumulator->type == FL_REDUCTION_MIN
             || accumulator->type == FL_REDUCTION_ONLINE_SOFTMAX || fl_reduction_is_arg (accumulator->type));
}

/* Does the present pass make this accumulator in vectors that live as long as the pass? */
static gboolean
is_in_vectors (const FlCWriter *writer, const FlCAccumulator *accumulator)
{
  return accumulator->n_vectors && (writer->pass_number == 1 || accumulator->is_two_pass)
         && (!accumulator->is_wide || is_extreme (accumulator, fl_c_get_running_output (writer, accumulator)));
}

void
fl_c_declare_vectors (FlCWriter *writer, guint first)
{
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      const FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);
      guint output = fl_c_get_running_output (writer, accumulator);
      const char *name = accumulator->names[output];
      g_autofree char *neutral = fl_c_dup_neutral (accumulator->type, accumulator->dtype);

      if (!is_in_vectors (writer, accumulator))
        continue;
      if (fl_reduction_is_arg (accumulator->type))
        {
          fl_c_line (writer, accumulator->n_vectors > 1 ? "fl_mask %s_lanes[4] = { 0 };" : "fl_mask %s_lanes = { 0 };", name);
          name = accumulator->names[1];
        }
      if (!is_extreme (accumulator, output))
        fl_c_line (writer, accumulator->n_vectors > 1 ? "fl_vec %s_lanes[4] = { 0 };" : "fl_vec %s_lanes = { 0 };", name);
      else if (accumulator->n_vectors == 1)
        fl_c_line (writer, "fl_vec %s_lanes = fl_splat (%s);", name, neutral);
      else
        fl_c_line (writer, "fl_vec %s_lanes[4] = FL_FOUR (fl_splat (%s));", name, neutral);
    }
}

void
fl_c_combine_vectors (FlCWriter *writer, guint first)
{
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      const FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);
      guint output = fl_c_get_running_output (writer, accumulator);
      const char *name = accumulator->names[output];

      if (is_in_vectors (writer, accumulator) && fl_reduction_is_arg (accumulator->type))
        {
          gboolean is_least = accumulator->type == FL_REDUCTION_ARGMIN || accumulator->type == FL_REDUCTION_ARGMIN_VALUE
                              || accumulator->type == FL_REDUCTION_ARGMIN_WITH_VALUE;
          const char *at = accumulator->n_vectors > 1 ? "" : "&", *best = accumulator->names[1];

          fl_c_line (writer, "float %s;", best);
          fl_c_line (writer, "int64_t %s = fl_arg%s_across (%s%s_lanes, %s%s_lanes, %u, &%s);", name, is_least ? "min" : "max", at, best, at,
                     name, accumulator->n_vectors, best);
        }
      else if (is_in_vectors (writer, accumulator))
        fl_c_line (writer, "float %s = fl_%s_across%s (%s_lanes);", name,
                   !is_extreme (accumulator, output)           ? "sum"
                   : accumulator->type == FL_REDUCTION_MIN ? "min"
                                                           : "max",
                   accumulator->n_vectors > 1 ? "_4" : "", name);
    }
}

void
fl_c_declare_pieces (FlCWriter *writer, GPtrArray *pieces)
{
  for (guint i = 0; i < pieces->len; i++)
    {
      const FlCPiece *piece = g_ptr_array_index (pieces, i);

      fl_c_line (writer, piece->n_vectors == 0   ? "float %s_part = 0.0f;"
                         : piece->n_vectors == 1 ? "fl_vec %s_part = { 0 };"
                                                 : "fl_vec %s_part[4] = { 0 };",
                 piece->name);
    }
}

void
fl_c_combine_pieces (FlCWriter *writer, GPtrArray *pieces)
{
  for (guint i = 0; i < pieces->len; i++)
    {
      const FlCPiece *piece = g_ptr_array_index (pieces, i);

      fl_c_line (writer, piece->n_vectors == 0   ? "%s += %s_part;"
                         : piece->n_vectors == 1 ? "%s += fl_sum_across (%s_part);"
                                                 : "%s += fl_sum_across_4 (%s_part);",
                 piece->name, piece->name);
    }
}

/* Between the passes: the sum becomes the mean, a float again. */
void
fl_c_finish_pass (FlCWriter *writer, guint first)
{
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);
      g_autofree char *count = fl_c_dup_sym (writer, NULL, accumulator->count);

      if (accumulator->type != FL_REDUCTION_WELFORD_REDUCE)
        continue;
      if (writer->strip)
        {
          fl_c_line (writer, "for (int64_t c = 0; c < %d; c++)", fl_c_get_strip_width (writer->strip));
          fl_c_line (writer, "  %s[c] /= %s;", accumulator->names[0], count);
        }
      else if (accumulator->is_wide)
        {
          fl_c_line (writer, "const float %s = %s / %s;", accumulator->finals[0], accumulator->names[0], count);
          accumulator->names[0] = accumulator->finals[0];
          accumulator->finals[0] = NULL;
        }
      else
        fl_c_line (writer, "%s /= %s;", accumulator->names[0], count);
    }
}

/* After the last pass: totals in double become floats, so that what is computed with them stays float. */
void
fl_c_finish_totals (FlCWriter *writer, guint first)
{
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);

      for (guint k = 0; k < 2; k++)
        {
          if (!accumulator->finals[k])
            continue;
          fl_c_line (writer, "const float %s = %s;", accumulator->finals[k], accumulator->names[k]);
          accumulator->names[k] = accumulator->finals[k];
          accumulator->finals[k] = NULL;
        }
    }
}
