/* Who decides for which kind of code. The rules ask a fusion run for them, since they in turn ask
 * the rules about parts. */
#include "fl-fuse-private.h"

const FlFusionBackends fl_fusion_backends = { .cpu = &fl_fusion_cpp_backend, .gpu = &fl_fusion_triton_backend };
