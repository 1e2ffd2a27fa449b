/* What a CUDA kernel is shown as: CUDA C++, PTX, SASS or what it takes of a multiprocessor. */
#pragma once

#include <gtk/gtk.h>

#include "fl-run.h"

G_BEGIN_DECLS

/* A drop-down. Without NVRTC it cannot be chosen from and says why; a thread looks for that. */
GtkWidget *flui_machine_new (void);
/* Is something else than CUDA C++ chosen? */
gboolean flui_machine_is_chosen (GtkWidget *machine);

/* text: of the kernel, or why there is none. job is what flui_machine_make returned. */
typedef void (*FluiMachineTake) (gpointer object, gpointer job, const char *text);
/* Makes the chosen text in a thread; object, a GObject, is kept until then. */
gpointer flui_machine_make (GtkWidget *machine, const FlRun *run, const FlKernel *kernel, FluiMachineTake take,
                            gpointer object);

G_END_DECLS
