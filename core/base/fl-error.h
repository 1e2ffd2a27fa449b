/* Errors of the core: the user's or the world's fault, never our own (those assert). A message names the object,
 * the shapes and the rule; every floor prefixes what it was doing ("while lowering %7 (softmax): …"). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define FL_ERROR (fl_error_quark ())
GQuark fl_error_quark (void);

typedef enum
{
  FL_ERROR_IO,          /* a file or a process could not be read, written or started */
  FL_ERROR_SYNTAX,      /* the text of a graph, a JSON file or an option is not well formed */
  FL_ERROR_GRAPH,       /* well formed, but not a valid graph (unknown name, wrong argument) */
  FL_ERROR_SHAPE,       /* shapes, strides or dtypes do not fit together */
  FL_ERROR_UNSUPPORTED, /* valid, but this version of Fuseloom cannot do it; the message says what is lacking */
  FL_ERROR_LIMIT,       /* too large: a named limit was passed */
  FL_ERROR_CANCELLED,
  FL_ERROR_USAGE,    /* an option or a name that does not exist */
  FL_ERROR_COMPILER, /* the C compiler is missing or refused a kernel */
  FL_ERROR_WORKER,   /* the worker crashed, hung or broke the protocol */
  FL_ERROR_MISMATCH, /* results disagree with the reference */
} FlErrorCode;

/* A place in a text: 1-based line and column; file may be NULL. */
typedef struct
{
  const char *file;
  guint line;
  guint column;
} FlPlace;

/* Sets "FILE:LINE:COLUMN: message\n    the line itself\n      ^" (the line clipped around the caret). text is the
 * whole file and may be NULL. */
void fl_error_set_at (GError **error, FlErrorCode code, FlPlace place, const char *text, gsize length,
                      const char *format, ...) G_GNUC_PRINTF (6, 7);

G_END_DECLS
