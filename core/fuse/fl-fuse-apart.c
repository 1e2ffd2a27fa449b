/* Pairs that share no access: TorchInductor's "no shared data", and what lies behind it where both touch one buffer. */
#include "fl-fuse-private.h"

gboolean
fl_fusion_refuse_apart (FlFusion *fusion, const FlSchedNode *a, const FlSchedNode *b)
{
  static const char upstream[] = "no shared data";
  const FlAccess *access = fl_access_find (&fusion->context, a, b, NULL);
  g_autoptr (GString) text = NULL;

  if (access == NULL)
    return fl_fusion_refuse (fusion, FL_VERDICT_REJECT, upstream, "shared bytes 0");
  text = g_string_new (NULL);
  fl_access_append (text, access);
  fl_fusion_refuse (fusion, FL_VERDICT_REJECT, fl_access_kind_get_name (access->kind), "%s", text->str);
  fusion->upstream = upstream;
  fusion->access = access;
  return FALSE;
}
