/* Times as a file. */
#include <cjson/cJSON.h>

#include "fl-file.h"
#include "fl-report-json.h"
#include "fl-times.h"
#include "fl-times-json.h"

static void
add_part (cJSON *parts, const FlTimesPart *part)
{
  cJSON *object = fl_json_push_object (parts);

  fl_json_add_text (object, "by", part->by);
  fl_json_add_text (object, "target", fl_target_get_name (part->target));
  fl_json_add_text (object, "device", part->device);
  fl_json_add_text (object, "place", part->place);
  fl_json_add_text (object, "error", part->error);
  if (part->execution)
    cJSON_AddItemToObject (object, "run", fl_report_new_execution_json (part->execution, NULL));
}

cJSON *
fl_times_new_json (const FlTimes *times)
{
  cJSON *root = cJSON_CreateObject (), *parts;

  cJSON_AddStringToObject (root, "format", FL_TIMES_FORMAT);
  cJSON_AddNumberToObject (root, "version", FL_TIMES_VERSION);
  fl_json_add_text (root, "graph", times->graph);
  fl_json_add_text (root, "measured", times->measured);
  parts = cJSON_AddArrayToObject (root, "parts");
  for (guint i = 0; i < times->parts->len; i++)
    add_part (parts, times->parts->pdata[i]);
  return root;
}

gboolean
fl_times_write (const FlTimes *times, const char *path, GError **error)
{
  cJSON *root = fl_times_new_json (times);
  char *text = cJSON_Print (root);
  gboolean ok = fl_file_write_text (path, text, -1, error);

  cJSON_free (text);
  cJSON_Delete (root);
  return ok;
}
