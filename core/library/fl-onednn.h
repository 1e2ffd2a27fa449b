/* What the files on oneDNN share. Its C interface changed between versions 2 and 3 where tensors and primitives are
 * described; both are served. */
#pragma once

#include <oneapi/dnnl/dnnl.h>

#include "fl-primitive.h"

G_BEGIN_DECLS

#if DNNL_VERSION_MAJOR >= 3
typedef dnnl_memory_desc_t Desc;
typedef const_dnnl_memory_desc_t DescRef;
#define REF(desc) (desc)
#define DESC_OF(pd, what, arg) dnnl_primitive_desc_query_md ((pd), (what), (arg))
#define CREATE_WITH_STRIDES dnnl_memory_desc_create_with_strides
#define CREATE_WITH_TAG dnnl_memory_desc_create_with_tag
static inline void
forget (Desc desc)
{
  dnnl_memory_desc_destroy (desc);
}
#else
typedef dnnl_memory_desc_t Desc;
typedef const dnnl_memory_desc_t *DescRef;
#define REF(desc) (&(desc))
#define DESC_OF(pd, what, arg) dnnl_primitive_desc_query_md ((pd), (what), (arg))
#define CREATE_WITH_STRIDES dnnl_memory_desc_init_by_strides
#define CREATE_WITH_TAG dnnl_memory_desc_init_by_tag
static inline void
forget (Desc desc)
{
}
#endif

/* Operands of a primitive. */
enum
{
  IN,
  RIGHT,
  BIAS,
  OUT,
  N_OPERANDS
};

/* strides NULL: in whatever order is fastest. */
Desc fl_onednn_describe (guint n, const gint64 *sizes, const gint64 *strides);
dnnl_engine_t fl_onednn_get_engine (void);
/* A primitive that is described with these attributes, then made: takes pd (NULL: there is none) and the descriptions
 * of the caller's tensors, one for each operand that has a number of oneDNN's in args. NULL: it cannot be made. */
FlPrimitive *fl_onednn_begin (dnnl_primitive_attr_t *attributes);
FlPrimitive *fl_onednn_finish (FlPrimitive *self, dnnl_primitive_desc_t pd, const int *args, Desc *users,
                               const FlPrimitive *with);

G_END_DECLS
