/* Graphs whose memory plans are known by arithmetic or from TorchInductor. */
#pragma once

#include <glib.h>

/* relu (a @ b), then the same again: one activation of 64 x 64 floats is freed when the other is made. */
static const char chain[] = "class G(torch.nn.Module):\n"
                            "    def forward(self, a: \"f32[64, 64][64, 1]cpu\", b: \"f32[64, 64][64, 1]cpu\"):\n"
                            "        mm: \"f32[64, 64][64, 1]cpu\" = torch.ops.aten.mm.default(a, b)\n"
                            "        relu: \"f32[64, 64][64, 1]cpu\" = torch.ops.aten.relu.default(mm)\n"
                            "        mm_1: \"f32[64, 64][64, 1]cpu\" = torch.ops.aten.mm.default(relu, b)\n"
                            "        relu_1: \"f32[64, 64][64, 1]cpu\" = torch.ops.aten.relu.default(mm_1)\n"
                            "        return (relu_1,)\n";

/* g_free the result. */
static inline char *
dup_golden_path (const char *device, const char *name, const char *file)
{
  return g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "golden", device, name, file, NULL);
}
