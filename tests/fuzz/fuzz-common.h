/* What every fuzzer here promises of a reader: it returns a graph that keeps the rules of FlGraph, or NULL with an
 * error that says something. Broken promises abort, which the fuzzer reports with the input that did it. Also used by
 * the test that replays the corpus. */
#pragma once

#include "fl-graph.h"

G_BEGIN_DECLS

enum
{
  FUZZ_MAX_BYTES = 256 * 1024 /* of an input that is worth looking at */
};

/* error is as the reader left it; graph may be NULL. */
void fuzz_check_result (const FlGraph *graph, const GError *error);
/* Prints everything that can be printed of it, and checks the rules. */
void fuzz_check_graph (const FlGraph *graph);
/* The graph written as JSON, read and written again gives the same text. */
void fuzz_check_round_trip (const FlGraph *graph);
/* Shapes: by every rule, on top of what the file says. */
void fuzz_check_shapes (FlGraph *graph);

/* One input: the body of each fuzzer. */
void fuzz_fx (const char *text, gsize length);
void fuzz_json (const char *text, gsize length);
/* A file of tensors: npy or safetensors. Every element is read. */
void fuzz_tensors (const char *text, gsize length);

G_END_DECLS
