/* What writes one operation of a leaf, and what it reads and stores. Private to this folder. */
#pragma once

#include "fl-c-vector.h"

G_BEGIN_DECLS

/* A block being written: the root, or a masked body inside an if. */
typedef struct
{
  FlCWriter *writer;
  FlCLeaf *state;
  const FlBodyBlock *block;
  FlCValue *values;    /* of the block's operations, by position; what is written fills it */
  gboolean is_guarded; /* inside an if */
} FlCSite;

/* --- operations: fl-c-leaf-op.c --------------------------------------------------------------- */
/* A constant of the given C type, or the one within reach that has this type and expression already. */
FlCValue fl_c_site_define_as (FlCSite *site, const FlBodyOp *op, FlDtype dtype, gboolean is_vector, const char *type,
                              const char *expression);
FlCValue fl_c_site_define (FlCSite *site, const FlBodyOp *op, FlDtype dtype, const char *type, const char *expression);
void fl_c_site_write_op (FlCSite *site, guint32 position);

/* --- loads and stores: fl-c-leaf-access.c ----------------------------------------------------- */
/* Is the element one of a vector's, of which this is the first? */
gboolean fl_c_site_is_along_vector (const FlCWriter *writer, const FlCLeaf *state, const FlBodyOp *op);
FlCValue fl_c_site_write_load (FlCSite *site, const FlBodyOp *op);
/* Lanes where the mask holds; the others are 0, and need not be there. */
FlCValue fl_c_site_write_load_where (FlCSite *site, const FlBodyOp *op, const char *where);
void fl_c_site_write_store (FlCSite *site, const FlBodyOp *op, FlCValue value);

G_END_DECLS
