/* Drawing how a program is tried. */
#include "random-choices.h"

#include "fl-inputs.h"

static const char *const options[] = { "cpu.join=false",
                                       "cpu.stream_bytes=1",
                                       "cpu.prefetch_bytes=0",
                                       "decompose_products=false",
                                       "pattern_matcher=false",
                                       "cpu.panels=always",
                                       "inplace_buffers=false",
                                       "allow_buffer_reuse=false",
                                       "torch=2.1",
                                       "unroll_reductions_threshold=0",
                                       "realize_reads_threshold=0",
                                       "realize_opcount_threshold=0",
                                       "cpp.max_horizontal_fusion_size=1",
                                       "max_fusion_size=2",
                                       "aggressive_fusion=true",
                                       "reorder_for_locality=false",
                                       "pick_loop_orders=false",
                                       "cpu.parts=3",
                                       "peak_order=exact",
                                       "max_pointwise_cat_inputs=0",
                                       "optimal.recompute=true",
                                       "graph_passes=always" };
static const char *const widths[]
    = { "cpu.vector_bytes=16", "cpu.vector_bytes=32", "cpu.vector_bytes=64", "cpu.vector_bytes=4" };
static const char *const planners[]
    = { "memory_planner=naive", "memory_planner=size-first", "memory_planner=size-best", "memory_planner=breadth",
        "memory_planner=heap",  "memory_planner=time",       "memory_planner=hill",      "memory_planner=exact",
        "memory_planner=auto",  "memory_planner=pool-tree" };
static const char *const pools[]
    = { "memory_pool=none", "memory_pool=intermediates", "memory_pool=outputs", "memory_pool=combined" };

enum
{
  FULL_EACH = 20,     /* programs */
  OPTIMIZED_EACH = 8, /* blocks */
  STRICT_EACH = 16
};

const char *
rnd_choices_get_option (guint32 i)
{
  return options[i % G_N_ELEMENTS (options)];
}

const char *
rnd_choices_get_width (guint i)
{
  return i < G_N_ELEMENTS (widths) ? widths[i] : NULL;
}

static guint
draw (guint64 *state, guint n)
{
  *state = fl_inputs_mix (*state);
  return (guint) ((*state >> 33) % n);
}

static void
draw_settings (RndChoices *choices, guint64 *block, guint64 *state)
{
  guint n = 0, width = draw (block, 2 * G_N_ELEMENTS (widths)), planner = draw (state, 2 * G_N_ELEMENTS (planners));

  if (width < G_N_ELEMENTS (widths))
    choices->settings[n++] = widths[width];
  if (planner < G_N_ELEMENTS (planners))
    {
      choices->settings[n++] = planners[planner];
      choices->pool = NULL; /* one or the other */
    }
  if (draw (state, 3) != 0)
    choices->settings[n++] = "cpu.grain_bytes=16";
}

void
rnd_choices_draw (RndChoices *choices, guint32 seed, gboolean is_full)
{
  static const guint threads[] = { 1, 2, 4, 3 };
  guint64 block = fl_inputs_mix (seed / RND_BLOCK), state = fl_inputs_mix (seed) ^ 0xC401CE5;
  guint first = draw (&block, G_N_ELEMENTS (threads));

  *choices
      = (RndChoices) { .n_threads = threads[first], .other_threads = threads[(first + 1) % G_N_ELEMENTS (threads)] };
  choices->is_strict = draw (&block, STRICT_EACH) == 0;
  choices->is_full = is_full || draw (&state, FULL_EACH) == 0;
  choices->is_optimized = choices->is_full || draw (&block, OPTIMIZED_EACH) == 0;
  choices->pool = pools[draw (&state, G_N_ELEMENTS (pools))];
  choices->option = rnd_choices_get_option (draw (&state, 1 << 20));
  choices->has_guard = draw (&state, 4) == 1;
  choices->stomps = draw (&state, 2) == 0;
  if (!choices->is_full)
    draw_settings (choices, &block, &state);
  else if (draw (&state, 3) != 0)
    choices->settings[0] = "cpu.grain_bytes=16";
}
