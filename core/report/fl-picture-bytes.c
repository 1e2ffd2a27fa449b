/* Pictures that cairo writes, as bytes. */
#include "fl-picture-bytes.h"

cairo_status_t
fl_picture_append (void *bytes, const unsigned char *data, unsigned int length)
{
  g_string_append_len (bytes, (const char *) data, length);
  return CAIRO_STATUS_SUCCESS;
}
