/* The body of fuzz-pipeline: a text through every stage that does not execute anything. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void fuzz_pipeline (const char *text, gsize length);

G_END_DECLS
