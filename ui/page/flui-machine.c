#include "flui-machine.h"

#include "fl-report.h"
#include "flui-jobs.h"

/* Positions in the drop-down; the first one is CUDA C++. */
static const FlMachineCode kinds[] = { FL_N_MACHINE_CODES, FL_MACHINE_PTX, FL_MACHINE_SASS, FL_MACHINE_RESOURCES };

static FlMachineCode
get_kind (GtkWidget *machine)
{
  const guint position = gtk_drop_down_get_selected (GTK_DROP_DOWN (machine));

  return position < G_N_ELEMENTS (kinds) ? kinds[position] : FL_N_MACHINE_CODES;
}

gboolean
flui_machine_is_chosen (GtkWidget *machine)
{
  return get_kind (machine) != FL_N_MACHINE_CODES;
}

/* --- is it there? ------------------------------------------------------------------------------ */

typedef struct
{
  GtkWidget *machine; /* referenced */
  char *lack;
} Look;

static void
tell (GtkWidget *machine, const char *text)
{
  gtk_widget_set_tooltip_text (machine, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (machine), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static gboolean
take_lack (gpointer data)
{
  Look *look = data;

  gtk_widget_set_sensitive (look->machine, look->lack == NULL);
  tell (look->machine, look->lack ? look->lack : "CUDA C++, or what NVRTC makes of it");
  g_object_unref (look->machine);
  g_free (look->lack);
  g_free (look);
  return G_SOURCE_REMOVE;
}

static gpointer
find_lack (gpointer data)
{
  Look *look = data;

  look->lack = fl_machine_code_dup_lack (NULL, FL_MACHINE_PTX);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, take_lack, look, NULL);
  return NULL;
}

static void
on_map (GtkWidget *machine)
{
  Look *look = g_new0 (Look, 1);

  g_signal_handlers_disconnect_by_func (machine, on_map, NULL);
  look->machine = g_object_ref (machine);
  flui_jobs_start ("machine-code", find_lack, look);
}

GtkWidget *
flui_machine_new (void)
{
  static const char *const forms[] = { "CUDA C++", "PTX", "SASS", "Registers and occupancy", NULL };
  GtkWidget *machine = gtk_drop_down_new_from_strings (forms);

  gtk_accessible_update_property (GTK_ACCESSIBLE (machine), GTK_ACCESSIBLE_PROPERTY_LABEL, "Form of the kernel", -1);
  gtk_widget_set_sensitive (machine, FALSE);
  tell (machine, "Looking for NVRTC");
  gtk_widget_set_visible (machine, FALSE);
  g_signal_connect (machine, "map", G_CALLBACK (on_map), NULL);
  return machine;
}

/* --- making it --------------------------------------------------------------------------------- */

typedef struct
{
  FlRun *run;
  const FlKernel *kernel;
  FlMachineCode kind;
  FluiMachineTake take;
  GObject *object;
  GString *text;
} Job;

static gboolean
take_text (gpointer data)
{
  Job *job = data;

  job->take (job->object, job, job->text->str);
  g_string_free (job->text, TRUE);
  fl_run_unref (job->run);
  g_object_unref (job->object);
  g_free (job);
  return G_SOURCE_REMOVE;
}

static gpointer
make_text (gpointer data)
{
  Job *job = data;
  g_autoptr (GError) error = NULL;

  if (!fl_report_append_machine_code (job->text, job->run, job->kind, NULL, job->kernel, &error))
    g_string_assign (job->text, error->message);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, take_text, job, NULL);
  return NULL;
}

gpointer
flui_machine_make (GtkWidget *machine, const FlRun *run, const FlKernel *kernel, FluiMachineTake take, gpointer object)
{
  Job *job = g_new0 (Job, 1);

  *job = (Job) { fl_run_ref (run), kernel, get_kind (machine), take, g_object_ref (object), g_string_new (NULL) };
  flui_jobs_start ("machine-code", make_text, job);
  return job;
}
