/* The page of the preferences with the machines where kernels may run. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

GtkWidget *flui_device_page_new (void);

G_END_DECLS
