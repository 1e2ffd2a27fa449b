/* Arena: one block allocator per run. Everything a pass hands on is allocated here and freed together;
 * nothing inside has a free function of its own. Not thread-safe: one arena belongs to one run. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _FlArena FlArena;

FlArena *fl_arena_open (void);
void fl_arena_close (FlArena *arena);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlArena, fl_arena_close)

/* Zero-filled, aligned to 16 bytes. Aborts on overflow of size arithmetic (our own fault, never the file's). */
gpointer fl_arena_alloc (FlArena *arena, gsize size_bytes);
#define fl_arena_new(arena, type, n) ((type *) fl_arena_alloc_n ((arena), (n), sizeof (type)))
gpointer fl_arena_alloc_n (FlArena *arena, gsize n, gsize size_bytes);

char *fl_arena_strdup (FlArena *arena, const char *text);
char *fl_arena_strndup (FlArena *arena, const char *text, gsize length);
char *fl_arena_printf (FlArena *arena, const char *format, ...) G_GNUC_PRINTF (2, 3);
gpointer fl_arena_memdup (FlArena *arena, gconstpointer data, gsize size_bytes);

/* Ties the life of a GLib container (GPtrArray, GHashTable, …) to the arena: destroy (data) runs at close,
 * last adopted first. Returns data. */
gpointer fl_arena_adopt (FlArena *arena, gpointer data, GDestroyNotify destroy);

gsize fl_arena_get_size_bytes (const FlArena *arena);

G_END_DECLS
