/* The shared libraries that this process has loaded, from its own link map: nothing is run and no file is read, as
 * `ldd` would. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *path;
  char *glibc;       /* least version of glibc that the object asks for, "2.34"; NULL: of none */
  gboolean is_libcs; /* of the C library's own family: it stays where it is */
} FlLinked;

/* FlLinked, the program itself first. */
GPtrArray *fl_link_map_new (void);
/* One line an object, "GLIBC PATH", "-" for no version of glibc; and back. NULL: a line that is none. */
char *fl_link_map_print (const GPtrArray *map);
GPtrArray *fl_link_map_parse (const char *text);
/* Versions by their numbers: "2.9" before "2.34". NULL comes first. */
int fl_link_map_compare_versions (const char *a, const char *b);

G_END_DECLS
