/* What the families of reference kernels share: values while a graph is evaluated, and the call of one operator.
 *
 * A tensor is a strided view of a storage, as in PyTorch, so that views alias and in-place operators are seen through
 * them. Kernels mostly ask for dense copies (fl_call_dense, fl_call_numbers) and return dense arrays; fl_call_return
 * rounds them to their dtype. Whatever a kernel makes belongs to its call and is freed after it, so kernels never clean
 * up. */
#pragma once

#include "fl-aten.h"
#include "fl-datum.h"
#include "fl-given.h"
#include "fl-intern.h"
#include "fl-reference.h"

#include <math.h>

G_BEGIN_DECLS

enum
{
  FL_MAX_PARAMETERS = 24
};

typedef struct
{
  gint refs;
  gboolean is_borrowed; /* the array belongs to the caller: a graph input */
  FlArray *array;
  guint n_writes;
  struct _FlView *bits; /* whose bits these are, in another dtype (a reference, with its dense
                           elements); NULL: its own */
  guint n_bits_writes;  /* n_writes of its storage when the two agreed last */
} FlStorage;

typedef struct _FlView
{
  gint refs;
  FlStorage *storage;
  FlDtype dtype;
  guint n_dims;
  gint64 sizes[FL_MAX_DIMS];
  gint64 strides[FL_MAX_DIMS];
  gint64 offset;
  gint64 numel;
} FlView;

FlView *fl_view_new_array (FlArray *array); /* takes the array */
FlView *fl_view_new_borrowed (FlArray *array);
FlView *fl_view_ref (FlView *view);
void fl_view_unref (FlView *view);
/* Another view of the storage of base. */
FlView *fl_view_new (const FlView *base, guint n_dims, const gint64 *sizes, const gint64 *strides, gint64 offset);
gboolean fl_view_is_dense (const FlView *view);
/* The strides with which the view has other sizes (as many elements); FALSE: no strides can express them (ATen's
 * computeStride). */
gboolean fl_view_find_strides (const FlView *view, guint n_dims, const gint64 *sizes, gint64 *strides);
FlArray *fl_view_dup_array (const FlView *view);
/* Writes a dense array of the view's shape through it. */
void fl_view_write (FlView *view, const FlArray *array);
/* The elements of base as another dtype, whose sizes these are: what is written to one shows in the
 * other. */
FlView *fl_view_new_bits (FlView *base, FlDtype dtype, const gint64 *sizes);
/* Takes over what was written to the memory by a view of another dtype. */
void fl_view_refresh (FlView *view);

FlDatum fl_datum_int (gint64 integer);
FlDatum fl_datum_float (double number);
FlDatum fl_datum_bool (gboolean value);
FlDatum fl_datum_view (FlView *view); /* takes the reference */
FlDatum fl_datum_dup (const FlDatum *datum);
/* A number, a truth value, or a tensor of one element, both ways. FALSE: none of these. */
gboolean fl_datum_get_number (const FlDatum *datum, double *number, gint64 *integer);
void fl_datum_clear (FlDatum *datum);

/* A result as the graph has it. */
typedef struct
{
  FlDtype dtype; /* NONE: not known, or no tensor */
  guint n_dims;
  gint64 sizes[FL_MAX_DIMS];
} FlCallOutput;

/* One operator with its arguments bound to the parameters of its signature. */
typedef struct
{
  const FlAtenRow *row;
  guint n_parameters;
  char *names[FL_MAX_PARAMETERS];
  FlDatum values[FL_MAX_PARAMETERS];
  gboolean is_given[FL_MAX_PARAMETERS];
  const gint *cancelled;
  guint64 seed;  /* random operators */
  guint64 noise; /* not 0: results are moved by up to one unit in the last place, at random from this seed */
  gboolean floors_quotients, is_for_gpu; /* as in FlReferenceRequest */
  FlDtype output_dtype;                  /* as annotated, for operators that do not say it; NONE when unknown */
  guint n_outputs;                       /* of an operator that yields a tuple; 0: not known */
  const FlCallOutput *outputs;
  GPtrArray *scratch;
  FlDatum result;
  GError **error;
} FlCall;

typedef gboolean (*FlReferenceFunc) (FlCall *call);

/* An argument of an operator that nobody knows: the position-th tensor among its arguments, lists opened. */
typedef struct
{
  FlNodeId origin; /* the operator in the graph as the user gave it */
  guint position;
  FlArray *header; /* dtype and sizes, no elements */
  gpointer bytes;  /* the elements in their own dtype: a quarter of the memory for bf16 */
} FlSeen;

void fl_seen_free (gpointer seen);
FlArray *fl_seen_dup_array (const FlSeen *seen);

/* What fl_reference_run takes, and more. */
typedef struct
{
  const FlGraph *graph;
  FlArray *const *inputs;
  FlSizeLookup sizes;
  gpointer data;
  const FlGiven *given; /* values of constants; NULL: all have stand-ins */
  guint64 noise; /* not 0: every float result of every operator is moved by up to one unit in the last place (Monte
                  * Carlo arithmetic: what such noise does to a result is what rounding may do to it) */
  gboolean floors_quotients; /* a division that rounds down is floor (a / b) of the rounded quotient, as compiled
                              * PyTorch 2.1 has it; eager PyTorch of any age takes the remainder off first, which
                              * differs where one of both is infinite */
  gboolean is_for_gpu;       /* kernels follow the rules for GPUs, by which a group norm is opened in another way */
  GPtrArray *seen;           /* FlSeen are added to it; may be NULL */
  const FlNodeId
      *nodes; /* not NULL: the values of these, instead of those of the output: NULL where one is no tensor */
  guint n_nodes;
  const gint *cancelled;
} FlReferenceRequest;

GPtrArray *fl_reference_run_request (const FlReferenceRequest *request, GError **error);
/* fl_reference_run for the values of given nodes in place of the graph's output. */
GPtrArray *fl_reference_run_for (const FlGraph *graph, FlArray *const *inputs, FlSizeLookup sizes, gpointer data,
                                 const FlNodeId *nodes, guint n_nodes, const gint *cancelled, GError **error);

/* What one unit in the last place is worth, beside 1. */
double fl_dtype_get_unit (FlDtype dtype);
/* Moves each number by up to so much of itself. */
void fl_array_shake (FlArray *array, double unit, guint64 seed);
/* Of an operator that adds: moves copies of its operands. */
void fl_reference_shake_operands (const FlGraph *graph, const FlNode *node, FlDatum *datums, guint64 noise);

/* NULL when the operator has no reference kernel. */
FlReferenceFunc fl_reference_find (const FlAtenRow *row);
/* The scalar operator of the row, by name ("ADD"), "NONE". */
const char *fl_reference_get_scalar (const FlAtenRow *row);

/* Binds copies of the arguments. FALSE with FL_ERROR_GRAPH when they do not fit the signature. */
gboolean fl_call_open (FlCall *call, const FlAtenRow *row, const FlDatum *arguments, guint n_arguments, GError **error);
gboolean fl_call_execute (FlCall *call); /* the kernel, or FL_ERROR_UNSUPPORTED */
void fl_call_close (FlCall *call);

gboolean fl_call_fail (FlCall *call, int code, const char *format, ...) G_GNUC_PRINTF (3, 4); /* FALSE */

/* Arguments. Names may be alternatives, "self|inp|a": the first that the signature has. NULL: None or absent. */
const FlDatum *fl_call_find (FlCall *call, const char *names);
/* The position of a parameter in the signature, -1: no such. */
int fl_call_find_parameter (const FlCall *call, const char *name, gsize length);
FlView *fl_call_get_view (FlCall *call, const char *names);  /* NULL and an error when it is no tensor */
FlView *fl_call_find_view (FlCall *call, const char *names); /* NULL when it is None */
gint64 fl_call_get_int (FlCall *call, const char *names, gint64 fallback);
gboolean fl_call_get_bool (FlCall *call, const char *names, gboolean fallback);
double fl_call_get_double (FlCall *call, const char *names, double fallback);
FlDtype fl_call_get_dtype (FlCall *call, const char *names, FlDtype fallback);
/* Integers and bools are summed as i64 unless the call names a dtype. */
FlDtype fl_call_get_sum_dtype (FlCall *call, FlDtype from);
const char *fl_call_get_text (FlCall *call, const char *names); /* NULL when it is no string */
/* A list of integers; an integer stands for a list of one. -1 when absent. At most max are stored. */
int fl_call_get_ints (FlCall *call, const char *names, gint64 *values, guint max);

/* Scratch of the call. */
gpointer fl_call_alloc (FlCall *call, gsize n, gsize size); /* zero-filled */
FlArray *fl_call_new_array (FlCall *call, FlDtype dtype, guint n_dims, const gint64 *sizes);
const FlArray *fl_call_dense (FlCall *call, const FlView *view);
/* The value of a tensor or a number, cast to dtype and broadcast to the shape: numbers for float dtypes, integers for
 * the others. Python numbers are rounded to f32 when dtype is narrower. */
const FlArray *fl_call_broadcast (FlCall *call, const FlDatum *datum, FlDtype dtype, guint n_dims, const gint64 *sizes);
const FlArray *fl_call_cast (FlCall *call, const FlView *view, FlDtype dtype);
/* The elements as doubles whatever the dtype: exact for integers up to 2^53. */
const double *fl_call_numbers (FlCall *call, const FlView *view);
/* Where a kernel that computes in doubles puts its result: the array's own numbers, or scratch for integers, which
 * fl_call_settle then truncates into the array. */
double *fl_call_open_numbers (FlCall *call, FlArray *out);
FlArray *fl_call_settle (FlArray *out, const double *numbers);

/* One more term of a sum, and in *lost what the additions so far have rounded away (Neumaier's form): *sum + *lost is
 * as good as exact, so that sums of doubles can be held against it, too. An infinite or undefined sum is left as it is.
 */
static inline void
fl_sum_add (double *sum, double *lost, double term)
{
  double next = *sum + term, large = fabs (*sum) >= fabs (term) ? *sum : term, small = large == *sum ? term : *sum;

  if (isfinite (next))
    *lost += large - next + small;
  *sum = next;
}

/* Results. The array must come from fl_call_new_array; it is rounded to its dtype. TRUE. */
gboolean fl_call_return (FlCall *call, FlArray *array);
gboolean fl_call_return_view (FlCall *call, FlView *view);                    /* takes the reference */
gboolean fl_call_return_list (FlCall *call, guint n, FlArray *const *arrays); /* NULL entries: None */
gboolean fl_call_return_views (FlCall *call, guint n, FlView *const *views);  /* takes the references */
/* Writes through a view and returns it: in-place operators. */
gboolean fl_call_return_written (FlCall *call, FlView *view, FlArray *array);

/* Types and shapes. */
FlDtype fl_call_promote (FlCall *call, guint n, const FlDatum *const *values); /* torch.result_type */
FlDtype fl_dtype_get_float (FlDtype dtype); /* itself, or f32 for integers and bools */
gboolean fl_call_broadcast_shapes (FlCall *call, guint n, const FlDatum *const *values, guint *n_dims, gint64 *sizes);
gint64 fl_wrap_dim (gint64 dim, guint n_dims);

static inline double
fl_array_get (const FlArray *array, gint64 position)
{
  return array->numbers != NULL ? array->numbers[position] : (double) array->integers[position];
}

static inline void
fl_array_set (FlArray *array, gint64 position, double value)
{
  if (array->numbers != NULL)
    array->numbers[position] = value;
  else
    array->integers[position] = fl_number_to_int (value);
}

/* C (i, j) += sum over k of A (i, k) * B (k, j), dense row-major doubles. */
void fl_matmul_add (gint64 m, gint64 n, gint64 k, const double *a, const double *b, double *c, const gint *cancelled);

/* Philox's position-th number of a seed: in [0, 1), or of a normal distribution. */
double fl_reference_draw (guint64 seed, guint64 position, gboolean is_normal);
/* Other families' work that composites repeat. */
void fl_softmax_rows (const double *in, double *out, gint64 outer, gint64 length, gint64 inner, gboolean is_log);
/* logs, with noise: what the logarithm of a row's sum keeps near 1. length: elements a row. */
void fl_softmax_shake_logs (const FlCall *call, FlDtype dtype, double *logs, gint64 n, gint64 length);

G_END_DECLS
