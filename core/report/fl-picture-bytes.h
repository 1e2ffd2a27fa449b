/* Pictures that cairo writes, as bytes: fl_file_write makes files of them, whole or not at all. */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/* A cairo_write_func_t; bytes: a GString. */
cairo_status_t fl_picture_append (void *bytes, const unsigned char *data, unsigned int length);

G_END_DECLS
