/* Loops of convolutions over vectors of channels, for each instruction set. */
#include "fl-convolution.h"

#include <string.h>

#if defined __x86_64__
#define ISA z
#define TARGET __attribute__ ((target ("avx512f,avx512vl,avx512dq,avx512bw,fma")))
#define WIDTH 64
#include "fl-convolution-rows.inc"
#undef ISA
#undef TARGET
#undef WIDTH

#define ISA y
#define TARGET __attribute__ ((target ("avx2,fma")))
#define WIDTH 32
#include "fl-convolution-rows.inc"
#undef ISA
#undef TARGET
#undef WIDTH
#endif

#define ISA x
#define TARGET
#define WIDTH 16
#include "fl-convolution-rows.inc"

#define LOOPS(lanes, isa) { lanes, winograd_in_##isa, winograd_out_##isa, winograd_line_in_##isa, winograd_line_out_##isa, winograd_out_nine_##isa, depthwise_##isa, turn_##isa }

/* By the lanes of the products' tiles, which know what this processor has. */
const FlConvolutionLoops *
fl_convolution_loops_get (guint lanes)
{
  static const FlConvolutionLoops all[] = {
#if defined __x86_64__
    LOOPS (16, z), LOOPS (8, y),
#endif
    LOOPS (4, x)
  };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i].lanes == lanes)
      return &all[i];
  g_assert_not_reached ();
}
