/* A column of the Compare page: copies and clearing. */
#include "fl-intern.h"

#include "flui-comparing-private.h"

void
flui_compared_clear (FluiCompared *compared)
{
  g_clear_pointer (&compared->run, fl_run_unref);
  g_free ((char *) compared->title);
  *compared = (FluiCompared) { 0 };
}

void
flui_compared_copy (FluiCompared *to, const FluiCompared *from)
{
  FluiCompared copy = { from->strategy, from->is_unfused, g_strdup (from->title),
                        from->run ? fl_run_ref (from->run) : NULL, from->torch };

  flui_compared_clear (to);
  *to = copy;
}

const char *
flui_compared_get_key (const FluiCompared *compared)
{
  return compared->torch == 0 ? fl_intern (compared->strategy)
                              : fl_intern_printf ("%s %u", compared->strategy, compared->torch);
}
