/* Reductions: accumulators declared before the loop, vectors and pieces joined after it, results of its passes. */
#include "fl-c-reduce-private.h"

#include <string.h>

static int
get_row_width (const FlCWriter *writer)
{
  int width = fl_c_get_strip_width (writer->strip);

  return writer->is_vector_strip ? (width + 15) & -16 : width;
}

static void
declare (FlCWriter *writer, const char *type, const char *name, const char *value)
{
  /* Whole vectors of them are loaded and stored. */
  const int width = writer->strip ? get_row_width (writer) : 0;
  const char *align = writer->is_vector_strip ? "_Alignas (64) " : "";

  if (!name)
    return;
  if (!writer->strip)
    {
      fl_c_line (writer, "%s %s = %s;", type, name, value);
      return;
    }
  if (g_str_equal (value, "0") || g_str_equal (value, "0.0f") || g_str_equal (value, "0.0"))
    {
      fl_c_line (writer, "%s%s %s[%d] = { 0 };", align, type, name, width);
      return;
    }
  fl_c_line (writer, "%s%s %s[%d];", align, type, name, width);
  fl_c_line (writer, "for (int64_t c = 0; c < %d; c++)", width);
  fl_c_line (writer, "  %s[c] = %s;", name, value);
}

/* A row of totals in double as floats, perhaps divided. */
static void
write_float_row (FlCWriter *writer, const char *name, const char *total, const char *divisor)
{
  fl_c_line (writer, "_Alignas (64) float %s[%d];", name, get_row_width (writer));
  fl_c_line (writer, "for (int64_t c = 0; c < %d; c++)", get_row_width (writer));
  fl_c_line (writer, divisor ? "  %s[c] = %s[c] / %s;" : "  %s[c] = %s[c];", name, total, divisor);
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
      if (writer->is_vector_strip && fl_c_is_mask_slot (accumulator, 0)) /* positions, truth values, counts */
        type = "int32_t";
      if (fl_reduction_is_arg (accumulator->type))
        {
          declare (writer, writer->is_vector_strip ? type : "int64_t", accumulator->names[0], "0");
          type = fl_c_get_compute_type (accumulator->dtype);
          declare (writer, type, accumulator->names[1], neutral);
          continue;
        }
      /* What is kept in vectors is declared when they are joined. */
      if (accumulator->is_wide && accumulator->type != FL_REDUCTION_ONLINE_SOFTMAX)
        declare (writer, "double", accumulator->names[0], "0");
      else if (!accumulator->n_vectors)
        declare (writer, type, accumulator->names[0], neutral);
      if (accumulator->is_wide || !accumulator->n_vectors)
        declare (writer, accumulator->is_wide ? "double" : type, accumulator->names[1],
                 accumulator->is_wide ? "0" : zero);
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

/* Kept in lanes of 32-bit integers. */
static const char *
get_lane_type (const FlCAccumulator *accumulator)
{
  return accumulator->bound                                               ? "fl_vec"
         : accumulator->type == FL_REDUCTION_ANY || accumulator->is_count ? "fl_mask"
                                                                          : "fl_vec";
}

static gboolean
is_any (const FlCAccumulator *accumulator)
{
  return accumulator->type == FL_REDUCTION_ANY;
}

static gboolean
is_largest (const FlCAccumulator *any)
{
  return *any->sign == '>';
}

/* What the lanes come to: "fl_any_across_4 (any_lanes)". */
static char *
dup_any (const FlCAccumulator *any)
{
  const char *four = any->n_vectors > 1 ? "_4" : "", *name = any->names[0];

  if (any->bound)
    return g_strdup_printf ("fl_%s_across%s (%s_lanes) %s %s", is_largest (any) ? "largest" : "smallest", four, name,
                            any->sign, any->bound);
  return g_strdup_printf ("fl_any_across%s (%s_lanes)", four, name);
}

/* "fl_vec sum_lanes[4] = { 0 };" */
static void
declare_lanes (FlCWriter *writer, const FlCAccumulator *accumulator, const char *type, const char *name,
               const char *first)
{
  gboolean is_four = accumulator->n_vectors > 1;
  g_autofree char *bare = first && first[0] == '(' && first[strlen (first) - 1] == ')'
                              ? g_strndup (first + 1, strlen (first) - 2)
                              : g_strdup (first);

  if (!first)
    fl_c_line (writer, "%s %s_lanes%s = { 0 };", type, name, is_four ? "[4]" : "");
  else
    fl_c_line (writer, is_four ? "%s %s_lanes[4] = FL_FOUR (fl_splat (%s));" : "%s %s_lanes = fl_splat (%s);", type,
               name, bare);
}

void
fl_c_declare_vectors (FlCWriter *writer, guint first)
{
  for (guint i = first; i < writer->accumulators->len; i++)
    {
      const FlCAccumulator *accumulator = g_ptr_array_index (writer->accumulators, i);
      guint output = fl_c_get_running_output (writer, accumulator);
      const char *name = accumulator->names[output];
      g_autofree char *neutral
          = accumulator->bound
                ? fl_c_dup_neutral (is_largest (accumulator) ? FL_REDUCTION_MAX : FL_REDUCTION_MIN, FL_DTYPE_F32)
                : fl_c_dup_neutral (accumulator->type, accumulator->dtype);
      gboolean is_zero
          = !is_extreme (accumulator, output) && accumulator->type != FL_REDUCTION_PROD && !accumulator->bound;

      if (!is_in_vectors (writer, accumulator))
        continue;
      if (fl_reduction_is_arg (accumulator->type))
        {
          declare_lanes (writer, accumulator, "fl_mask", name, NULL);
          name = accumulator->names[1];
        }
      declare_lanes (writer, accumulator, get_lane_type (accumulator), name, is_zero ? NULL : neutral);
    }
}

static const char *
get_join (const FlCAccumulator *accumulator, guint output)
{
  if (is_extreme (accumulator, output))
    return accumulator->type == FL_REDUCTION_MIN ? "min" : "max";
  return accumulator->type == FL_REDUCTION_PROD ? "prod" : accumulator->is_count ? "count" : "sum";
}

/* The place of the largest, and what it is. */
static void
combine_places (FlCWriter *writer, const FlCAccumulator *accumulator, const char *name)
{
  gboolean is_least = fl_c_reduction_is_least (accumulator->type);
  const char *at = accumulator->n_vectors > 1 ? "" : "&", *best = accumulator->names[1];

  fl_c_line (writer, "float %s;", best);
  fl_c_line (writer, "int64_t %s = fl_arg%s_across (%s%s_lanes, %s%s_lanes, %u, &%s);", name, is_least ? "min" : "max",
             at, best, at, name, accumulator->n_vectors, best);
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
        combine_places (writer, accumulator, name);
      else if (is_in_vectors (writer, accumulator) && is_any (accumulator))
        {
          g_autofree char *any = dup_any (accumulator);

          fl_c_line (writer, "_Bool %s = %s;", name, any);
        }
      else if (is_in_vectors (writer, accumulator))
        fl_c_line (writer, "%s %s = fl_%s_across%s (%s_lanes);", accumulator->is_count ? "int64_t" : "float", name,
                   get_join (accumulator, output), accumulator->n_vectors > 1 ? "_4" : "", name);
    }
}

/* Once one is found, nothing that follows matters: when the loop does nothing else, it may end. */
void
fl_c_stop_at_any (FlCWriter *writer, guint first)
{
  const FlCAccumulator *only
      = first + 1 == writer->accumulators->len ? g_ptr_array_index (writer->accumulators, first) : NULL;

  g_autofree char *any = NULL;

  if (!only || !is_any (only) || !only->n_vectors)
    return;
  any = dup_any (only);
  fl_c_line (writer, "if (%s)", any);
  fl_c_line (writer, "  break;");
}

void
fl_c_declare_pieces (FlCWriter *writer, GPtrArray *pieces)
{
  /* Where the compiler adds up one element at a time, a float would lose digits before the piece ends. */
  const gboolean is_one_by_one
      = writer->has_guarded_load || writer->is_scalar_loop || writer->pass->options->cpu_sanitize;

  for (guint i = 0; i < pieces->len; i++)
    {
      const FlCPiece *piece = g_ptr_array_index (pieces, i);

      if (writer->strip)
        {
          fl_c_line (writer, "_Alignas (64) float %s_part[%d] = { 0 };", piece->final, get_row_width (writer));
          continue;
        }
      fl_c_line (writer,
                 piece->n_vectors == 0   ? is_one_by_one ? "double %s_part = 0;" : "float %s_part = 0.0f;"
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

      if (writer->strip)
        {
          fl_c_line (writer, "for (int64_t c = 0; c < %d; c++)", get_row_width (writer));
          fl_c_line (writer, "  %s[c] += %s_part[c];", piece->name, piece->final);
          continue;
        }
      fl_c_line (writer,
                 piece->n_vectors == 0   ? "%s += %s_part;"
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
      g_autofree char *count = fl_c_dup_factor (writer, accumulator->count);

      if (accumulator->type != FL_REDUCTION_WELFORD_REDUCE)
        continue;
      if (writer->strip && !accumulator->finals[0])
        {
          fl_c_line (writer, "for (int64_t c = 0; c < %d; c++)", fl_c_get_strip_width (writer->strip));
          fl_c_line (writer, "  %s[c] /= %s;", accumulator->names[0], count);
        }
      else if (accumulator->is_wide)
        {
          if (writer->strip)
            write_float_row (writer, accumulator->finals[0], accumulator->names[0], count);
          else
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
          if (writer->strip)
            write_float_row (writer, accumulator->finals[k], accumulator->names[k], NULL);
          else
            fl_c_line (writer, "const float %s = %s;", accumulator->finals[k], accumulator->names[k]);
          accumulator->names[k] = accumulator->finals[k];
          accumulator->finals[k] = NULL;
        }
    }
}
