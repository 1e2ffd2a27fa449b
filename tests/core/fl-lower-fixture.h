/* Small graphs written as FX text, decomposed and lowered: what the tests of that floor share. */
#pragma once

#include "fl-formats.h"
#include "fl-lower.h"

#include <string.h>

typedef struct
{
  FlArena *arena;
  FlGraph *graph, *decomposed;
  const FlLowered *lowered;
  FlTrace *trace;
  GError *error;
} Lowering;

/* inputs: "a: 'f32[10, 10]'"; body: calls separated by ';', "@" for torch.ops.aten; settings: "a=b c=d". */
static inline void
lowering_run (Lowering *run, const char *inputs, const char *body, const char *outputs, FlTarget target,
              const char *settings)
{
  g_auto (GStrv) calls = g_strsplit (body, ";", -1);
  g_auto (GStrv) options_text = g_strsplit (settings != NULL ? settings : "", " ", -1);
  GString *text = g_string_new ("class GraphModule(torch.nn.Module):\n");
  FlOptions options;
  FlPass pass = { .options = &options, .stop_stage = FL_N_STAGES, .stop_step = G_MAXUINT32 };

  memset (run, 0, sizeof *run);
  run->arena = pass.arena = fl_arena_open ();
  run->trace = pass.trace = fl_trace_new (run->arena);
  fl_options_init (&options);
  options.target = target;
  for (guint i = 0; options_text[i] != NULL && options_text[i][0] != '\0'; i++)
    g_assert_true (fl_options_set (&options, options_text[i], &run->error));
  g_string_append_printf (text, "    def forward(self, %s):\n", inputs);
  for (guint i = 0; calls[i] != NULL; i++)
    {
      g_autofree char *indented = g_strdup_printf ("        %s\n", g_strstrip (calls[i]));

      g_string_append (text, indented);
    }
  g_string_append_printf (text, "        return (%s,)\n", outputs);
  g_string_replace (text, "@", "torch.ops.aten", 0);
  run->graph = fl_graph_read_text ("test", text->str, text->len, &run->error);
  g_assert_no_error (run->error);
  run->decomposed = fl_decompose_run (&pass, run->graph, &run->error);
  g_assert_no_error (run->error);
  g_assert_true (fl_graph_verify (run->decomposed, &run->error));
  run->lowered = fl_lower_run (&pass, run->decomposed, &run->error);
  if (run->lowered != NULL)
    g_assert_true (fl_lowered_verify (run->lowered, &run->error));
  g_string_free (text, TRUE);
}

static inline void
lowering_clear (Lowering *run)
{
  fl_graph_unref (run->decomposed);
  fl_graph_unref (run->graph);
  fl_arena_close (run->arena);
  g_clear_error (&run->error);
}
