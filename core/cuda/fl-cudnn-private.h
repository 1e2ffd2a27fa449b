/* cuDNN's entry points and numbers, and how descriptors are made. */
#pragma once

#include "fl-cudnn.h"

G_BEGIN_DECLS

typedef struct _FlCudnnDescriptor *FlCudnnDescriptor;

/* The library's numbers of what descriptors are, of their attributes and of these attributes' types. */
enum
{
  OF_POINTWISE = 0,
  OF_CONVOLUTION = 1,
  OF_ENGINE = 2,
  OF_ENGINE_CONFIG = 3,
  OF_HEURISTICS = 4,
  OF_PLAN = 5,
  OF_CONVOLUTION_FORWARD = 10,
  OF_CONVOLUTION_WEIGHT = 11,
  OF_CONVOLUTION_INPUT = 12,
  OF_POINTWISE_OPERATION = 13,
  OF_GRAPH = 15,
  OF_VARIANT_PACK = 16,
  OF_TENSOR = 17,
  OF_MATMUL = 18,
  OF_MATMUL_OPERATION = 19,
  OF_REDUCTION = 21,
  OF_REDUCTION_OPERATION = 22,

  POINTWISE_MODE = 0,
  POINTWISE_PRECISION = 1,
  POINTWISE_AXIS = 9,
  CONVOLUTION_TYPE = 100,
  CONVOLUTION_MODE = 101,
  CONVOLUTION_DILATIONS = 102,
  CONVOLUTION_STRIDES = 103,
  CONVOLUTION_BEHIND = 104,
  CONVOLUTION_BEFORE = 105,
  CONVOLUTION_SPATIAL = 106,
  HEURISTICS_MODE = 200,
  HEURISTICS_GRAPH = 201,
  HEURISTICS_RESULTS = 202,
  CONFIG_ENGINE = 300,
  PLAN_HANDLE = 400,
  PLAN_CONFIG = 401,
  PLAN_WORKSPACE = 402,
  FORWARD_ALPHA = 700, /* beta, the convolution, w, x, y follow */
  INPUT_ALPHA = 706,   /* beta, the convolution, w, dx, dy follow */
  WEIGHT_ALPHA = 712,  /* beta, the convolution, dw, x, dy follow */
  OPERATION_POINTWISE = 750,
  OPERATION_POINTWISE_X = 751,
  OPERATION_POINTWISE_B = 752,
  OPERATION_POINTWISE_Y = 753,
  OPERATION_POINTWISE_T = 758,
  GRAPH_HANDLE = 800,
  GRAPH_OPERATIONS = 801,
  TENSOR_ALIGNMENT = 900,
  TENSOR_TYPE = 901,
  TENSOR_SIZES = 902,
  TENSOR_STRIDES = 903,
  TENSOR_ID = 906,
  TENSOR_IS_VIRTUAL = 907,
  TENSOR_IS_BY_VALUE = 908,
  PACK_IDS = 1000,
  PACK_POINTERS = 1001,
  PACK_WORKSPACE = 1003,
  ENGINE_NOTES = 1303,
  MATMUL_TYPE = 1500,
  OPERATION_MATMUL_A = 1520, /* b, c, the product follow */
  REDUCTION_OPERATOR = 1600,
  REDUCTION_TYPE = 1601,
  OPERATION_REDUCTION_X = 1610, /* y, the reduction follow */

  TYPE_HANDLE = 0,
  TYPE_DATA_TYPE = 1,
  TYPE_BOOLEAN = 2,
  TYPE_INT64 = 3,
  TYPE_FLOAT = 4,
  TYPE_DOUBLE = 5,
  TYPE_POINTER = 6,
  TYPE_CONVOLUTION_MODE = 7,
  TYPE_HEURISTICS_MODE = 8,
  TYPE_NOTE = 11,
  TYPE_POINTWISE_MODE = 14,
  TYPE_DESCRIPTOR = 15,
  TYPE_REDUCTION_OPERATOR = 18,

  FL_CUDNN_NUMBERS = 4, /* of a graph, at most */

  DATA_I32 = 4,
  DATA_BOOL = 11
};

typedef struct
{
  gint64 bytes;
  FlCudaAddress address;
} FlCudnnWorkspace;

struct _FlCudnn
{
#define CUDNN_ENTRIES                                                                                                  \
  ENTRY (gsize, cudnnGetVersion, (void) )                                                                              \
  ENTRY (const char *, cudnnGetErrorString, (int status))                                                              \
  ENTRY (void, cudnnGetLastErrorString, (char *text, gsize bytes))                                                     \
  ENTRY (int, cudnnCreate, (gpointer * handle))                                                                        \
  ENTRY (int, cudnnSetStream, (gpointer handle, FlCudaStream stream))                                                  \
  ENTRY (int, cudnnBackendCreateDescriptor, (int of, FlCudnnDescriptor *descriptor))                                   \
  ENTRY (int, cudnnBackendDestroyDescriptor, (FlCudnnDescriptor descriptor))                                           \
  ENTRY (int, cudnnBackendSetAttribute,                                                                                \
         (FlCudnnDescriptor descriptor, int attribute, int type, gint64 n, const void *values))                        \
  ENTRY (int, cudnnBackendGetAttribute,                                                                                \
         (FlCudnnDescriptor descriptor, int attribute, int type, gint64 asked, gint64 *n, void *values))               \
  ENTRY (int, cudnnBackendFinalize, (FlCudnnDescriptor descriptor))                                                    \
  ENTRY (int, cudnnBackendExecute, (gpointer handle, FlCudnnDescriptor plan, FlCudnnDescriptor pack))
#define ENTRY(result, function, arguments) result (*function) arguments;
  CUDNN_ENTRIES
#undef ENTRY
  const FlCudaDriver *driver;
  FlCudaStream stream;
  gpointer handle;
  char *name;
  GArray *workspaces;  /* FlCudnnWorkspace; never freed: CUDA graphs hold their addresses */
  GHashTable *choices; /* char * -> the engine's place in the library's list, of calls that were timed */
};

/* What a graph is made with; the first failure stays, and everything after it does nothing. */
typedef struct
{
  FlCudnn *cudnn;
  GPtrArray *descriptors; /* all that were made */
  GPtrArray *operations;  /* descriptors that make up the graph */
  GArray *ids;            /* gint64, of tensors that have memory */
  GArray *pointers;       /* gpointer, their memory */
  gint64 next_id;
  float *numbers; /* handed over with the call; the plan keeps them */
  guint n_numbers;
  int status;
  char *why;
} FlCudnnBuilder;

/* --- fl-cudnn.c ------------------------------------------------------------------------------------------------- */

void fl_cudnn_builder_init (FlCudnnBuilder *self, FlCudnn *cudnn);
void fl_cudnn_builder_clear (FlCudnnBuilder *self);
FlCudnnDescriptor fl_cudnn_make (FlCudnnBuilder *self, int of);
void fl_cudnn_set (FlCudnnBuilder *self, FlCudnnDescriptor descriptor, int attribute, int type, gint64 n,
                   const void *values);
void fl_cudnn_set_descriptor (FlCudnnBuilder *self, FlCudnnDescriptor descriptor, int attribute,
                              FlCudnnDescriptor value);
/* By the type of an enumeration, whose values are ints. */
void fl_cudnn_set_number (FlCudnnBuilder *self, FlCudnnDescriptor descriptor, int attribute, int type, int value);
void fl_cudnn_finish (FlCudnnBuilder *self, FlCudnnDescriptor descriptor);
/* A tensor with memory, or, where its address is 0, one that never leaves the chip. */
FlCudnnDescriptor fl_cudnn_add_tensor (FlCudnnBuilder *self, const FlCudnnTensor *tensor, int type);
/* A number of f32 that is handed over with the call. */
FlCudnnDescriptor fl_cudnn_add_number (FlCudnnBuilder *self, float value, guint n_dims);

/* --- fl-cudnn-plan.c -------------------------------------------------------------------------------------------- */

/* The graph of the builder's operations by the fastest engine. is_exact: none that rounds operands to fewer bits.
 * subject: equal ones share what was found. The builder is cleared. */
FlCudnnPlan *fl_cudnn_plan_new (FlCudnnBuilder *builder, gboolean is_exact, const char *subject, char **why);
/* "2x64x56x56/200704,1,3584,64" of type 9 */
void fl_cudnn_print_tensor (GString *out, const FlCudnnTensor *tensor);

G_END_DECLS
