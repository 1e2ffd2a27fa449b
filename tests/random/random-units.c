/* Kernels by their text: comments, their own name and the names of buffers do not count. */
#include "random-units.h"

#include <string.h>

#include "fl-c-preamble.h"
#include "fl-compiler.h"
#include "fl-intern.h"

#include "random-cuda.h"

enum
{
  EXCHANGE_BYTES = 64 << 20, /* not touched, not taken */
  TIMEOUT_S = 240,
  MOST_OF_UNIT = 400
};

typedef struct
{
  const char *name, *head; /* in units */
  char *source;
  guint checks;
  char *refused[FL_SESSION_CHECKED + 1];
} Kernel;

typedef struct
{
  FlSessionChecks checks;
  guint n_threads;
  FlExecuteSession *session;
} Session;

struct _RndUnits
{
  const RndCheckRequest *request;
  GHashTable *kernels; /* normal text -> Kernel */
  GPtrArray *list;     /* of Kernel */
  GHashTable *by_name;
  GArray *sessions;
};

static RndTotals totals;

const RndTotals *
rnd_get_totals (void)
{
  return &totals;
}

static void
kernel_free (gpointer data)
{
  Kernel *kernel = data;

  for (guint i = 0; i < G_N_ELEMENTS (kernel->refused); i++)
    g_free (kernel->refused[i]);
  g_free (kernel->source);
  g_free (kernel);
}

RndUnits *
rnd_units_new (const RndCheckRequest *request)
{
  RndUnits *self = g_new0 (RndUnits, 1);

  self->request = request;
  self->kernels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->by_name = g_hash_table_new (NULL, NULL);
  self->list = g_ptr_array_new_with_free_func (kernel_free);
  self->sessions = g_array_new (FALSE, TRUE, sizeof (Session));
  return self;
}

static void
close_session (Session *session)
{
  if (session->session != NULL)
    totals.compile_ns += fl_execute_session_get_compile_ns (session->session);
  g_clear_pointer (&session->session, fl_execute_session_free);
}

void
rnd_units_free (RndUnits *self)
{
  for (guint i = 0; i < self->sessions->len; i++)
    close_session (&g_array_index (self->sessions, Session, i));
  g_array_unref (self->sessions);
  g_hash_table_unref (self->kernels);
  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->list);
  g_free (self);
}

/* --- names ------------------------------------------------------------------------------------- */

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* "buf12", "arg3_1": what the next program calls otherwise. Other names stay: they may be what is
 * wrong. */
static gboolean
is_buffer_name (const char *word, gsize length)
{
  gsize i = 3;

  if (length < 4 || (strncmp (word, "buf", 3) != 0 && strncmp (word, "arg", 3) != 0))
    return FALSE;
  while (i < length && g_ascii_isdigit (word[i]))
    i++;
  return i == length || (i > 3 && word[0] == 'a' && i + 2 == length && word[i] == '_');
}

static const char *
skip_comment (const char *at)
{
  const char *end = strstr (at + 2, "*/");

  return end == NULL ? at + strlen (at) : end + 2;
}

/* The text that kernels have in common. */
static char *
make_normal (const char *head, const char *name, const char *source)
{
  GString *out = g_string_new (head);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gsize own = strlen (name);

  for (const char *at = source; *at != '\0';)
    {
      gsize length = 0;

      if (at[0] == '/' && at[1] == '*')
        {
          at = skip_comment (at);
          continue;
        }
      while (is_word (at[length]))
        length++;
      if (length == 0)
        g_string_append_c (out, *at++);
      else if (length >= own && strncmp (at, name, own) == 0)
        {
          g_string_append (out, "\001kernel");
          g_string_append_len (out, at + own, (gssize) (length - own));
        }
      else if (is_buffer_name (at, length))
        {
          g_autofree char *word = g_strndup (at, length);
          guint number = GPOINTER_TO_UINT (g_hash_table_lookup (names, word));

          if (number == 0)
            {
              number = g_hash_table_size (names) + 1;
              g_hash_table_insert (names, g_steal_pointer (&word), GUINT_TO_POINTER (number));
            }
          g_string_append_printf (out, "\001%u", number);
        }
      else
        g_string_append_len (out, at, (gssize) length);
      at += length;
    }
  return g_string_free (out, FALSE);
}

static char *
rename_all (const char *source, const char *name, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (source, name, -1);

  return g_strjoinv (to, parts);
}

/* --- adding ------------------------------------------------------------------------------------ */

static Kernel *
find_kernel (RndUnits *self, const char *head, const FlKernel *of)
{
  g_autofree char *doctored = self->request->doctor != NULL ? self->request->doctor (of->source) : NULL,
                  *emulated
                  = self->request->is_cuda ? rnd_cuda_dup_source (of, doctored != NULL ? doctored : of->source) : NULL;
  const char *source = emulated != NULL ? emulated : doctored != NULL ? doctored : of->source;
  char *normal = make_normal (head, of->name, source);
  Kernel *kernel = g_hash_table_lookup (self->kernels, normal);

  if (kernel != NULL)
    {
      g_free (normal);
      return kernel;
    }
  kernel = g_new0 (Kernel, 1);
  kernel->head = fl_intern (head);
  g_autofree char *name = g_strdup_printf ("%s_u%u", of->name, self->list->len);
  kernel->name = fl_intern (name);
  kernel->source = rename_all (source, of->name, name);
  g_ptr_array_add (self->list, kernel);
  g_hash_table_insert (self->kernels, normal, kernel);
  g_hash_table_insert (self->by_name, (gpointer) kernel->name, kernel);
  return kernel;
}

const FlProgram *
rnd_units_add (RndUnits *self, FlArena *arena, const FlProgram *program, guint checks)
{
  FlProgram *copy = fl_arena_memdup (arena, program, sizeof *copy);
  FlKernel *kernels = fl_arena_memdup (arena, program->kernels, program->n_kernels * sizeof *kernels);

  copy->target = FL_TARGET_CPU; /* emulated or not */
  for (guint i = 0; i < program->n_kernels; i++)
    {
      const FlKernel *from = &program->kernels[i];
      FlKernelPhase *phases;
      Kernel *kernel;

      if (from->source == NULL)
        continue;
      kernel = find_kernel (self, program->head, from);
      kernel->checks |= checks;
      phases = fl_arena_memdup (arena, from->phases, from->n_phases * sizeof *phases);
      if (self->request->is_cuda) /* all phases are started by one function */
        kernels[i].n_phases = 1;
      for (guint k = 0; k < kernels[i].n_phases; k++)
        {
          g_autofree char *name = rename_all (from->phases[k].name, from->name, kernel->name);
          phases[k].name = fl_intern (name);
          if (self->request->is_cuda)
            {
              g_autofree char *grid = rnd_cuda_dup_phase (kernel->name);
              phases[k] = (FlKernelPhase) { .name = fl_intern (grid), .step = 1, .work = phases[k].work };
            }
        }
      kernels[i].name = kernel->name;
      kernels[i].phases = phases;
    }
  copy->kernels = kernels;
  return copy;
}

/* --- compiling --------------------------------------------------------------------------------- */

static char *
join (const RndUnits *self, Kernel *const *kernels, guint n)
{
  const FlCPreamble *preamble = self->request->is_cuda ? fl_cuda_preamble_get () : fl_c_preamble_get ();
  GString *out = g_string_new (NULL);
  FlCHelperSet used = { 0 };

  for (guint i = 0; i < n; i++)
    fl_preamble_note (preamble, &used, kernels[i]->source);
  fl_preamble_append (preamble, out, used, self->request->is_cuda ? rnd_cuda_get_head () : kernels[0]->head);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "\n%s", kernels[i]->source);
  return g_string_free (out, FALSE);
}

static gboolean
is_named (const char *message, const char *name)
{
  for (const char *at = message; (at = strstr (at, name)) != NULL; at++)
    if (!g_ascii_isdigit (at[strlen (name)]) && (at == message || !is_word (at[-1])))
      return TRUE;
  return FALSE;
}

/* Takes those that the message names out of the list; how many. */
static guint
leave_named (GPtrArray *kernels, FlSessionChecks checks, const char *message)
{
  guint n = 0;

  for (guint i = kernels->len; i-- > 0;)
    {
      Kernel *kernel = kernels->pdata[i];

      if (!is_named (message, kernel->name))
        continue;
      kernel->refused[checks] = g_strdup (message);
      g_ptr_array_remove_index (kernels, i);
      n++;
    }
  return n;
}

static gboolean load (RndUnits *self, FlExecuteSession *session, FlSessionChecks checks, GPtrArray *kernels,
                      GError **error);

/* Nobody is named: it is in one half, or in the other. */
static gboolean
load_halves (RndUnits *self, FlExecuteSession *session, FlSessionChecks checks, const GPtrArray *kernels,
             GError **error)
{
  for (guint half = 0; half < 2; half++)
    {
      g_autoptr (GPtrArray) some = g_ptr_array_new ();

      for (guint i = half; i < kernels->len; i += 2)
        g_ptr_array_add (some, kernels->pdata[i]);
      if (!load (self, session, checks, some, error))
        return FALSE;
    }
  return TRUE;
}

/* FALSE: the worker has ended. What the compiler refuses is left out, and remembered. */
static gboolean
load (RndUnits *self, FlExecuteSession *session, FlSessionChecks checks, GPtrArray *kernels, GError **error)
{
  while (kernels->len > 0)
    {
      g_autofree char *source = join (self, (Kernel **) kernels->pdata, kernels->len);
      g_autoptr (GError) why = NULL;
      guint before = fl_execute_session_get_n_compiled (session);

      if (fl_execute_session_load (session, "random programs", source, &why))
        {
          if (fl_execute_session_get_n_compiled (session) > before)
            {
              totals.n_units++;
              totals.n_kernels += kernels->len;
            }
          return TRUE;
        }
      if (why->code != FL_ERROR_KERNEL && why->code != FL_ERROR_COMPILER)
        {
          g_propagate_error (error, g_steal_pointer (&why));
          return FALSE;
        }
      if (leave_named (kernels, checks, why->message) > 0)
        continue;
      if (kernels->len > 1)
        return load_halves (self, session, checks, kernels, error);
      ((Kernel *) kernels->pdata[0])->refused[checks] = g_strdup (why->message);
      return TRUE;
    }
  return TRUE;
}

static gboolean
load_all (RndUnits *self, FlExecuteSession *session, FlSessionChecks checks, GError **error)
{
  g_autoptr (GHashTable) heads = g_hash_table_new (NULL, NULL);

  for (guint first = 0; first < self->list->len; first++)
    {
      const char *head = ((const Kernel *) self->list->pdata[first])->head;
      g_autoptr (GPtrArray) kernels = g_ptr_array_new ();

      if (!g_hash_table_add (heads, (gpointer) head))
        continue;
      for (guint i = first; i < self->list->len; i++)
        {
          Kernel *kernel = self->list->pdata[i];

          if (kernel->head == head && (kernel->checks & 1u << checks) && kernel->refused[checks] == NULL)
            g_ptr_array_add (kernels, kernel);
          if (kernels->len < MOST_OF_UNIT && i + 1 < self->list->len)
            continue;
          if (!load (self, session, checks, kernels, error))
            return FALSE;
          g_ptr_array_set_size (kernels, 0);
        }
    }
  return TRUE;
}

/* --- sessions ---------------------------------------------------------------------------------- */

static Session *
find_session (RndUnits *self, FlSessionChecks checks, guint n_threads)
{
  Session session = { checks, n_threads, NULL };

  for (guint i = 0; i < self->sessions->len; i++)
    {
      Session *found = &g_array_index (self->sessions, Session, i);

      if (found->checks == checks && found->n_threads == n_threads)
        return found;
    }
  g_array_append_val (self->sessions, session);
  return &g_array_index (self->sessions, Session, self->sessions->len - 1);
}

FlExecuteSession *
rnd_units_get_session (RndUnits *self, FlSessionChecks checks, guint n_threads, GError **error)
{
  Session *found = find_session (self, checks, n_threads);

  if (found->session == NULL)
    {
      found->session = fl_execute_session_new (self->request->worker_path, self->request->cache_folder, n_threads,
                                               TIMEOUT_S, checks, EXCHANGE_BYTES, error);
      if (found->session != NULL && !load_all (self, found->session, checks, error))
        close_session (found);
    }
  return found->session;
}

void
rnd_units_drop_session (RndUnits *self, FlSessionChecks checks, guint n_threads)
{
  close_session (find_session (self, checks, n_threads));
}

const char *
rnd_units_find_refused (RndUnits *self, const FlProgram *program)
{
  for (guint i = 0; i < program->n_kernels; i++)
    {
      const Kernel *kernel = g_hash_table_lookup (self->by_name, program->kernels[i].name);

      for (guint k = 0; kernel != NULL && k < G_N_ELEMENTS (kernel->refused); k++)
        if (kernel->refused[k] != NULL)
          return kernel->refused[k];
    }
  return NULL;
}
