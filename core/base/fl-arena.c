/* Arena: zeroed blocks that only grow, handed out front to back and freed together. Blocks double
 * up to a limit, so that a small run costs little and a large one few calls to the system; a
 * request too large for the current block gets a block of its own, and the current one stays in
 * use. */
#include "fl-arena.h"

#include <stdarg.h>
#include <string.h>

enum
{
  FIRST_BLOCK_BYTES = 16 * 1024,
  LAST_BLOCK_BYTES = 1024 * 1024,
  ALIGNMENT = 16
};

typedef struct _Block Block;
struct _Block
{
  Block *previous;
  gsize size_bytes; /* with this head */
};

typedef struct _Adopted Adopted;
struct _Adopted
{
  Adopted *previous;
  gpointer data;
  GDestroyNotify destroy;
};

struct _FlArena
{
  Block *last;
  Adopted *adopted;
  char *next; /* free space of the current block */
  char *end;
  gsize next_block_bytes;
  gsize size_bytes; /* all blocks */
};

static gsize
align_up (gsize size_bytes)
{
  return (size_bytes + (ALIGNMENT - 1)) & ~(gsize) (ALIGNMENT - 1);
}

static char *
add_block (FlArena *arena, gsize content_bytes)
{
  const gsize head_bytes = align_up (sizeof (Block));
  Block *block = g_malloc0 (head_bytes + content_bytes);

  block->previous = arena->last;
  block->size_bytes = head_bytes + content_bytes;
  arena->last = block;
  arena->size_bytes += block->size_bytes;
  return (char *) block + head_bytes;
}

FlArena *
fl_arena_open (void)
{
  FlArena *arena = g_new0 (FlArena, 1);

  arena->next_block_bytes = FIRST_BLOCK_BYTES;
  return arena;
}

void
fl_arena_close (FlArena *arena)
{
  if (arena == NULL)
    return;

  /* The Adopted records lie in the blocks: all destroys run before the first block goes. */
  for (Adopted *adopted = arena->adopted; adopted != NULL; adopted = adopted->previous)
    adopted->destroy (adopted->data);

  for (Block *block = arena->last; block != NULL;)
    {
      Block *previous = block->previous;

      g_free (block);
      block = previous;
    }
  g_free (arena);
}

gpointer
fl_arena_alloc (FlArena *arena, gsize size_bytes)
{
  char *data;

  g_assert (size_bytes <= G_MAXSSIZE - 2 * ALIGNMENT);
  size_bytes = align_up (MAX (size_bytes, 1));

  if (size_bytes <= (gsize) (arena->end - arena->next))
    {
      data = arena->next;
      arena->next += size_bytes;
      return data;
    }

  if (size_bytes > arena->next_block_bytes / 4)
    return add_block (arena, size_bytes);

  data = add_block (arena, arena->next_block_bytes);
  arena->next = data + size_bytes;
  arena->end = data + arena->next_block_bytes;
  arena->next_block_bytes = MIN (2 * arena->next_block_bytes, LAST_BLOCK_BYTES);
  return data;
}

gpointer
fl_arena_alloc_n (FlArena *arena, gsize n, gsize size_bytes)
{
  gsize total_bytes;

  if (!g_size_checked_mul (&total_bytes, n, size_bytes))
    g_error ("arena: %" G_GSIZE_FORMAT " x %" G_GSIZE_FORMAT " bytes overflow", n, size_bytes);
  return fl_arena_alloc (arena, total_bytes);
}

char *
fl_arena_strdup (FlArena *arena, const char *text)
{
  return text != NULL ? fl_arena_strndup (arena, text, strlen (text)) : NULL;
}

char *
fl_arena_strndup (FlArena *arena, const char *text, gsize length)
{
  char *copy = fl_arena_alloc (arena, length + 1);

  memcpy (copy, text, length);
  return copy;
}

char *
fl_arena_printf (FlArena *arena, const char *format, ...)
{
  char short_text[256];
  va_list args, again;
  char *text;
  int length;

  va_start (args, format);
  va_copy (again, args);
  length = g_vsnprintf (short_text, sizeof short_text, format, args);
  g_assert (length >= 0);
  if ((gsize) length < sizeof short_text)
    text = fl_arena_strndup (arena, short_text, length);
  else
    {
      text = fl_arena_alloc (arena, (gsize) length + 1);
      g_vsnprintf (text, (gulong) length + 1, format, again);
    }
  va_end (again);
  va_end (args);
  return text;
}

gpointer
fl_arena_memdup (FlArena *arena, gconstpointer data, gsize size_bytes)
{
  gpointer copy = fl_arena_alloc (arena, size_bytes);

  if (size_bytes > 0)
    memcpy (copy, data, size_bytes);
  return copy;
}

gpointer
fl_arena_adopt (FlArena *arena, gpointer data, GDestroyNotify destroy)
{
  Adopted *adopted = fl_arena_new (arena, Adopted, 1);

  adopted->previous = arena->adopted;
  adopted->data = data;
  adopted->destroy = destroy;
  arena->adopted = adopted;
  return data;
}

gsize
fl_arena_get_size_bytes (const FlArena *arena)
{
  return arena->size_bytes;
}
