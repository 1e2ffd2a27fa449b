/* Lowerings that are not written yet: they say so. */
#include "fl-lower-table.h"

#define PENDING(how) \
  FlItem \
  lower_##how (FlLowering *low, const FlAtenRow *row, FlScalar scalar) \
  { \
    return fl_lower_fail (low, FL_ERROR_UNSUPPORTED, "lowering of %s is not written yet", row->name); \
  }

PENDING (adaptive_avg_pool2d)
PENDING (as_strided_scatter)
PENDING (avg_pool)
PENDING (avg_pool_backward)
PENDING (cat)
PENDING (constant_pad_nd)
PENDING (convolution)
PENDING (cumprod)
PENDING (cumsum)
PENDING (embedding)
PENDING (gather)
PENDING (index)
PENDING (index_put)
PENDING (index_put_)
PENDING (index_select)
PENDING (inductor_lookup_seed)
PENDING (inductor_randint)
PENDING (inductor_random)
PENDING (inductor_seed)
PENDING (inductor_seeds)
PENDING (low_memory_max_pool_offsets_to_indices)
PENDING (low_memory_max_pool_with_offsets)
PENDING (max_pool2d_with_indices)
PENDING (scatter)
PENDING (scatter_add)
PENDING (scatter_reduce)
PENDING (select_scatter)
PENDING (slice_scatter)
PENDING (unsafe_index)
PENDING (unsafe_masked_index)
PENDING (unsafe_masked_index_put_accumulate)
PENDING (upsample_nearest2d)
