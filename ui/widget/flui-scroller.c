#include "flui-scroller.h"

GtkWidget *
flui_scroller_new (void)
{
  return g_object_new (GTK_TYPE_SCROLLED_WINDOW, "focusable", TRUE, NULL);
}
