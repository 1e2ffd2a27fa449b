/* Fixtures of generated kernels at every width of vectors. */
#pragma once

#include "fl-codegen-fixture.h"
#include "fl-loop-program.h"

static const char *const widths[]
    = { "cpu.vector_bytes=0", "cpu.vector_bytes=16", "cpu.vector_bytes=32", "cpu.vector_bytes=64" };

/* The two that vectors of 16 bytes serve, where another processor is emulated. */
static inline guint
count_widths (void)
{
  return get_cross () ? 2 : G_N_ELEMENTS (widths);
}

static inline Fixture *
new_at_width (guint w)
{
  Fixture *fix = fixture_new ();

  if (!fl_options_set (&fix->options, widths[w], NULL))
    g_assert_not_reached ();
  return fix;
}
