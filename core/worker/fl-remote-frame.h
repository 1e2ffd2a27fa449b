/* What travels between a program and `fuseloom-worker serve` on another machine: frames over one stream of bytes.
 *
 * The far side begins with a line, FL_REMOTE_GREETING, after whatever its shell may have printed, and a frame of text
 * with "version", "protocol" and facts of its machine. From there on: text is a JSON object of fl-worker-protocol.h, or
 * one of {"do":"open",…} (FlWorkerOptions by name) and {"do":"close"}; bytes are a piece of the exchange memory, which
 * both sides hold, sent where it has changed: before a message that may read it, and before its answer.
 *
 * A frame: magic u32, kind u8, compressed u8, 0 u16, stored bytes u32, bytes u32, offset u64, all little-endian, and
 * the stored bytes: raw, or by zlib where that makes them smaller. */
#pragma once

#include "fl-error.h"

G_BEGIN_DECLS

#define FL_REMOTE_GREETING "FUSELOOM-WORKER-SERVES"

enum
{
  FL_REMOTE_PROTOCOL = 1,          /* counts up whenever frames or the worker's protocol change */
  FL_REMOTE_PIECE_BYTES = 1 << 18, /* of the exchange memory, compared and sent as one */
  FL_REMOTE_MAX_TEXT = 256 << 20,
  FL_FRAME_HEAD_BYTES = 24
};

typedef enum
{
  FL_FRAME_TEXT = 1,
  FL_FRAME_BYTES = 2
} FlFrameKind;

typedef struct
{
  FlFrameKind kind;
  guint64 offset; /* in the exchange memory */
  gsize n_bytes;
  guint8 *bytes; /* a text has a zero behind it */
} FlFrame;

void fl_frame_free (FlFrame *frame);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlFrame, fl_frame_free)

/* Appends a frame to out. */
void fl_frame_append (GByteArray *out, FlFrameKind kind, guint64 offset, gconstpointer bytes, gsize n_bytes);
/* Takes the first whole frame out of what was read; NULL without an error: there is none yet. FL_ERROR_WORKER: this is
 * no frame. */
FlFrame *fl_frame_take (GByteArray *unread, GError **error);

/* --- the exchange memory on two machines ------------------------------------------------------- */

/* What the other side holds, as far as this side knows. */
typedef struct
{
  guint8 *memory; /* borrowed */
  guint8 *known;  /* of the other side */
  gsize n_bytes;
} FlMirror;

gboolean fl_mirror_init (FlMirror *mirror, guint8 *memory, gsize n_bytes, GError **error);
void fl_mirror_clear (FlMirror *mirror);
/* The next piece, from *offset on, that the other side does not have, appended as a frame; FALSE: there are no more. */
gboolean fl_mirror_append_next (FlMirror *mirror, gsize *offset, GByteArray *out);
/* A piece that came. FL_ERROR_WORKER: it lies outside of the memory. */
gboolean fl_mirror_store (FlMirror *mirror, const FlFrame *frame, GError **error);

G_END_DECLS
