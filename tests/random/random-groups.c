/* Grouping failures. */
#include "random-groups.h"

#include <stdio.h>
#include <string.h>

enum
{
  SMALL_OF_CLASS = 4, /* where the message tells causes apart */
  SMALL_OF_WRONG = 60,
  MOST_SEEDS = 20
};

typedef struct
{
  gint64 seed;
  char *klass, *operators, *path; /* of the small form; NULL: there is none */
} Failure;

struct _RndGroups
{
  char *folder;
  GPtrArray *failures;
};

static void
failure_free (gpointer data)
{
  Failure *failure = data;

  g_free (failure->klass);
  g_free (failure->operators);
  g_free (failure->path);
  g_free (failure);
}

RndGroups *
rnd_groups_new (const char *folder)
{
  RndGroups *self = g_new0 (RndGroups, 1);

  self->folder = g_strdup (folder);
  self->failures = g_ptr_array_new_with_free_func (failure_free);
  return self;
}

void
rnd_groups_free (RndGroups *self)
{
  g_free (self->folder);
  g_ptr_array_unref (self->failures);
  g_free (self);
}

gboolean
rnd_groups_add (RndGroups *self, gint64 seed, const char *klass)
{
  Failure *failure = g_new0 (Failure, 1);
  guint n = 0;

  for (guint i = 0; i < self->failures->len; i++)
    n += g_str_equal (((const Failure *) self->failures->pdata[i])->klass, klass);
  failure->seed = seed;
  failure->klass = g_strdup (klass);
  g_ptr_array_add (self->failures, failure);
  if (g_str_has_prefix (klass, "read")) /* there is no graph that could be edited */
    return FALSE;
  return n < (g_str_has_prefix (klass, "wrong") ? SMALL_OF_WRONG : SMALL_OF_CLASS);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* "aten.add.Tensor aten.sum.default", each once, by name. */
static char *
list_operators (const char *text)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (const char *at = text; (at = strstr (at, "torch.ops.")) != NULL;)
    {
      char *name;

      at += strlen ("torch.ops.");
      name = g_strndup (at, strcspn (at, "("));
      if (g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_free (name);
      else
        g_ptr_array_add (names, name);
    }
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return g_strjoinv (" ", (char **) names->pdata);
}

void
rnd_groups_explain (RndGroups *self, gint64 seed, const char *path, const char *text)
{
  for (guint i = 0; i < self->failures->len; i++)
    {
      Failure *failure = self->failures->pdata[i];

      if (failure->seed != seed || failure->operators != NULL)
        continue;
      failure->operators = list_operators (text);
      failure->path = g_strdup (path);
    }
}

/* --- the list ---------------------------------------------------------------------------------- */

typedef struct
{
  const char *klass, *operators;
  GPtrArray *failures;
} Group;

static void
group_free (gpointer data)
{
  g_ptr_array_unref (((Group *) data)->failures);
  g_free (data);
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *one = *(const Group *const *) a, *other = *(const Group *const *) b;

  return (int) other->failures->len - (int) one->failures->len;
}

static GPtrArray *
list_groups (const RndGroups *self)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (group_free);

  for (guint i = 0; i < self->failures->len; i++)
    {
      Failure *failure = self->failures->pdata[i];
      Group *group = NULL;

      for (guint k = 0; k < groups->len && group == NULL; k++)
        {
          Group *other = groups->pdata[k];

          if (g_str_equal (other->klass, failure->klass) && g_strcmp0 (other->operators, failure->operators) == 0)
            group = other;
        }
      if (group == NULL)
        {
          group = g_new0 (Group, 1);
          *group = (Group) { failure->klass, failure->operators, g_ptr_array_new () };
          g_ptr_array_add (groups, group);
        }
      g_ptr_array_add (group->failures, failure);
    }
  g_ptr_array_sort (groups, compare_groups);
  return groups;
}

static void
append_group (GString *out, const Group *group)
{
  const Failure *first = group->failures->pdata[0];

  g_string_append_printf (out, "%u\t%s\n\toperators: %s\n\tsmallest: %s\n\tseeds:", group->failures->len, group->klass,
                          group->operators != NULL ? group->operators : "not told: none was made smaller",
                          first->path != NULL ? first->path : "none");
  for (guint i = 0; i < group->failures->len && i < MOST_SEEDS; i++)
    g_string_append_printf (out, " %" G_GINT64_FORMAT, ((const Failure *) group->failures->pdata[i])->seed);
  g_string_append (out, group->failures->len > MOST_SEEDS ? " …\n\n" : "\n\n");
}

static char *
make_list (const RndGroups *self)
{
  g_autoptr (GPtrArray) groups = list_groups (self);
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "%u failures in %u groups\n\n", self->failures->len, groups->len);
  for (guint i = 0; i < groups->len; i++)
    append_group (out, groups->pdata[i]);
  return g_string_free (out, FALSE);
}

void
rnd_groups_write (const RndGroups *self)
{
  g_autofree char *path = g_build_filename (self->folder, "failures.txt", NULL), *text = make_list (self);

  g_file_set_contents (path, text, -1, NULL);
}

void
rnd_groups_print (const RndGroups *self)
{
  g_autofree char *text = make_list (self);

  fputs (text, stdout);
}
