/* Frames, and the pieces of the exchange memory that travel in them. See fl-remote-frame.h. */
#include "fl-remote-frame.h"

#include <gio/gio.h>
#include <string.h>
#include <sys/mman.h>

enum
{
  MAGIC = 0x31464c46, /* "FLF1" */
  MIN_COMPRESSED = 512,
  TRIED_BYTES = 8192, /* at the beginning of a piece: random numbers do not become smaller, and cost the most */
  LEVEL = 1
};

typedef struct
{
  guint32 magic;
  guint8 kind, is_compressed;
  guint16 zero;
  guint32 n_stored, n_bytes;
  guint64 offset;
} Head;

G_STATIC_ASSERT (sizeof (Head) == FL_FRAME_HEAD_BYTES);

void
fl_frame_free (FlFrame *frame)
{
  if (frame == NULL)
    return;
  g_free (frame->bytes);
  g_free (frame);
}

/* All of it through a converter, into room; the bytes that came out, 0: they do not fit, or it failed. */
static gsize
convert (GConverter *converter, gconstpointer bytes, gsize n_bytes, guint8 *out, gsize room)
{
  gsize n_in = 0, n_out = 0;
  for (;;)
    {
      gsize taken = 0, made = 0;
      GConverterResult result
          = room == n_out ? G_CONVERTER_ERROR
                          : g_converter_convert (converter, (const guint8 *) bytes + n_in, n_bytes - n_in, out + n_out,
                                                 room - n_out, G_CONVERTER_INPUT_AT_END, &taken, &made, NULL);
      n_in += taken;
      n_out += made;
      if (result == G_CONVERTER_FINISHED)
        return n_in == n_bytes ? n_out : 0;
      if (result == G_CONVERTER_ERROR || (taken == 0 && made == 0))
        return 0;
    }
}

static gsize
compress (gconstpointer bytes, gsize n_bytes, guint8 *out, gsize room)
{
  g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, LEVEL));
  return convert (converter, bytes, n_bytes, out, room);
}

void
fl_frame_append (GByteArray *out, FlFrameKind kind, guint64 offset, gconstpointer bytes, gsize n_bytes)
{
  g_assert (n_bytes <= FL_REMOTE_MAX_TEXT);
  gsize tried = MIN (n_bytes, TRIED_BYTES), n_stored = 0;
  g_autofree guint8 *stored = n_bytes < MIN_COMPRESSED ? NULL : g_malloc (n_bytes);
  if (stored != NULL && (tried == n_bytes || compress (bytes, tried, stored, tried - tried / 16) > 0))
    n_stored = compress (bytes, n_bytes, stored, n_bytes - n_bytes / 16);
  Head head = { .magic = GUINT32_TO_LE (MAGIC),
                .kind = kind,
                .is_compressed = n_stored > 0,
                .n_stored = GUINT32_TO_LE ((guint32) (n_stored > 0 ? n_stored : n_bytes)),
                .n_bytes = GUINT32_TO_LE ((guint32) n_bytes),
                .offset = GUINT64_TO_LE (offset) };
  g_byte_array_append (out, (const guint8 *) &head, sizeof head);
  g_byte_array_append (out, n_stored > 0 ? stored : bytes, n_stored > 0 ? n_stored : n_bytes);
}

static gboolean
check_head (const Head *head, GError **error)
{
  const gsize most = head->kind == FL_FRAME_TEXT ? FL_REMOTE_MAX_TEXT : FL_REMOTE_PIECE_BYTES;
  if (head->magic == MAGIC && (head->kind == FL_FRAME_TEXT || head->kind == FL_FRAME_BYTES) && head->is_compressed <= 1
      && head->zero == 0 && head->n_bytes <= most
      && (head->is_compressed ? head->n_stored < head->n_bytes : head->n_stored == head->n_bytes))
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "what came is no frame of Fuseloom's protocol");
  return FALSE;
}

FlFrame *
fl_frame_take (GByteArray *unread, GError **error)
{
  Head head;
  if (unread->len < sizeof head)
    return NULL;
  memcpy (&head, unread->data, sizeof head);
  head.magic = GUINT32_FROM_LE (head.magic);
  head.n_stored = GUINT32_FROM_LE (head.n_stored);
  head.n_bytes = GUINT32_FROM_LE (head.n_bytes);
  if (!check_head (&head, error) || unread->len - sizeof head < head.n_stored)
    return NULL;
  const guint8 *stored = unread->data + sizeof head;
  FlFrame *frame = g_new0 (FlFrame, 1);
  frame->kind = head.kind;
  frame->offset = GUINT64_FROM_LE (head.offset);
  frame->n_bytes = head.n_bytes;
  frame->bytes = g_malloc ((gsize) head.n_bytes + 1);
  frame->bytes[head.n_bytes] = '\0';
  if (!head.is_compressed)
    memcpy (frame->bytes, stored, head.n_bytes);
  else
    {
      g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB));
      if (convert (converter, stored, head.n_stored, frame->bytes, (gsize) head.n_bytes + 1) != head.n_bytes)
        {
          fl_frame_free (frame);
          g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "a compressed frame is damaged");
          return NULL;
        }
      frame->bytes[head.n_bytes] = '\0';
    }
  g_byte_array_remove_range (unread, 0, sizeof head + head.n_stored);
  return frame;
}

/* --- the exchange memory on two machines ------------------------------------------------------- */

gboolean
fl_mirror_init (FlMirror *mirror, guint8 *memory, gsize n_bytes, GError **error)
{
  gpointer known = mmap (NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (known == MAP_FAILED)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_IO, "%" G_GSIZE_FORMAT " bytes of memory cannot be had", n_bytes);
      return FALSE;
    }
  *mirror = (FlMirror) { memory, known, n_bytes };
  return TRUE;
}

void
fl_mirror_clear (FlMirror *mirror)
{
  if (mirror->known != NULL)
    munmap (mirror->known, mirror->n_bytes);
  *mirror = (FlMirror) { 0 };
}

gboolean
fl_mirror_append_next (FlMirror *mirror, gsize *offset, GByteArray *out)
{
  while (*offset < mirror->n_bytes)
    {
      gsize at = *offset, n = MIN (mirror->n_bytes - at, FL_REMOTE_PIECE_BYTES);
      *offset += n;
      if (memcmp (mirror->memory + at, mirror->known + at, n) == 0)
        continue;
      memcpy (mirror->known + at, mirror->memory + at, n);
      fl_frame_append (out, FL_FRAME_BYTES, at, mirror->known + at, n);
      return TRUE;
    }
  return FALSE;
}

gboolean
fl_mirror_store (FlMirror *mirror, const FlFrame *frame, GError **error)
{
  if (frame->offset > mirror->n_bytes || frame->n_bytes > mirror->n_bytes - frame->offset)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_WORKER,
                   "%" G_GSIZE_FORMAT " bytes came for a place outside of the exchange memory", frame->n_bytes);
      return FALSE;
    }
  memcpy (mirror->memory + frame->offset, frame->bytes, frame->n_bytes);
  memcpy (mirror->known + frame->offset, frame->bytes, frame->n_bytes);
  return TRUE;
}
