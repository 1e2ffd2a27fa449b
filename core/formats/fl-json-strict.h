/* JSON that came from outside, read strictly: every error names the file, the place
 * ("variants[2].overrides[0].a") and the rule. */
#pragma once

#include <cjson/cJSON.h>
#include <glib.h>

G_BEGIN_DECLS

enum
{
  FL_JSON_STRICT_MAX_BYTES = 256 * 1024 * 1024,
  FL_JSON_STRICT_MAX_DEPTH = 64
};

typedef struct
{
  const char *path; /* of the file; NULL: "text" */
  GString *where;   /* the place; "" at the top */
  GError **error;
} FlJsonStrict;

void fl_json_strict_init (FlJsonStrict *json, const char *path, GError **error);
void fl_json_strict_clear (FlJsonStrict *json);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FlJsonStrict, fl_json_strict_clear)

/* NULL + error with line and column when the text is no JSON object, too large or too deep. Free
 * with cJSON_Delete. */
cJSON *fl_json_strict_parse (FlJsonStrict *json, const char *text, gsize length);
/* FALSE, with the error set. */
gboolean fl_json_strict_fail (FlJsonStrict *json, const char *key, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Go into a member or an element, and back: the length that `where` had is the ticket. */
gsize fl_json_strict_enter (FlJsonStrict *json, const char *key, int index);
void fl_json_strict_leave (FlJsonStrict *json, gsize ticket);

/* The member, of that type. FALSE + error: wrong type, or absent and needed. *value is untouched
 * when it is absent (or null). */
gboolean fl_json_strict_get_string (FlJsonStrict *json, const cJSON *object, const char *key, gboolean is_needed,
                                    const char **value);
gboolean fl_json_strict_get_number (FlJsonStrict *json, const cJSON *object, const char *key, gboolean is_needed,
                                    double minimum, double maximum, double *value);
gboolean fl_json_strict_get_array (FlJsonStrict *json, const cJSON *object, const char *key, gboolean is_needed,
                                   const cJSON **value);
gboolean fl_json_strict_get_object (FlJsonStrict *json, const cJSON *object, const char *key, gboolean is_needed,
                                    const cJSON **value);
/* Of an array: the element as an object or text. */
gboolean fl_json_strict_check_object (FlJsonStrict *json, const cJSON *item);

G_END_DECLS
