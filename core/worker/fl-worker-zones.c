/* Where guard zones lie, as the message of a program says. */
#include "fl-error.h"
#include "fl-worker-private.h"

enum
{
  ZONE_FIELDS = 5
};

gboolean
fl_work_zones_read (FlWorkProgram *program, const cJSON *message, GError **error)
{
  const cJSON *list = cJSON_GetObjectItemCaseSensitive (message, "zones"), *item;
  guint n = 0;

  program->n_zones = cJSON_GetArraySize (list) / ZONE_FIELDS;
  program->zones = g_new0 (FlWorkZone, program->n_zones + 1);
  cJSON_ArrayForEach (item, list)
    {
      FlWorkZone *zone = &program->zones[n / ZONE_FIELDS];
      gint64 value = cJSON_IsNumber (item) ? (gint64) item->valuedouble : -1;

      if (n / ZONE_FIELDS >= program->n_zones)
        break;
      switch (n++ % ZONE_FIELDS)
        {
        case 0: zone->offset = value; break;
        case 1: zone->bytes = value; break;
        case 2: zone->first = (guint) CLAMP (value, 0, G_MAXINT); break;
        case 3: zone->last = (guint) CLAMP (value, 0, G_MAXINT); break;
        default: zone->tensor = (int) CLAMP (value, -1, (gint64) program->n_tensors - 1); break;
        }
    }
  for (guint i = 0; i < program->n_zones; i++)
    if (program->zones[i].offset < 0 || program->zones[i].bytes < 0 || program->zones[i].offset > program->asked_bytes
        || program->zones[i].bytes > program->asked_bytes - program->zones[i].offset)
      {
        g_set_error (error, FL_ERROR, FL_ERROR_WORKER, "program: a guard zone lies outside of the arena");
        return FALSE;
      }
  return TRUE;
}
