/* What reference kernels with computed addresses share. */
#pragma once

#include "fl-reference-private.h"

G_BEGIN_DECLS

/* A dense copy to write to; the call's. */
FlArray *fl_call_dup_dense (FlCall *call, const FlView *view);
/* Of arrays of one dtype, not complex. Sums of integers wrap. */
void fl_array_copy_element (const FlArray *from, gint64 source, FlArray *to, gint64 target);
/* Adds from's elements to these places, one after the other, as eager PyTorch does: numbers of
 * fewer bits than f32 are rounded at every step. Places below 0 are left out. With every other
 * noise the last element comes first. */
void fl_call_add_elements (FlCall *call, const FlArray *from, const gint64 *places, FlArray *to);
/* Wraps a negative index; FALSE + the call's error when it is out of range. */
gboolean fl_call_check_index (FlCall *call, gint64 *index, gint64 size);

G_END_DECLS
