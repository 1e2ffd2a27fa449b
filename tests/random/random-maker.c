/* Drawing numbers, names and arguments. */
#include "random-maker.h"

#include "fl-intern.h"

/* --- drawing ----------------------------------------------------------------------------------- */

guint
rnd_pick (RndMaker *m, guint n)
{
  return n <= 1 ? 0 : (guint) g_rand_int_range (m->random, 0, (gint32) n);
}

gboolean
rnd_chance (RndMaker *m, guint percent)
{
  return rnd_pick (m, 100) < percent;
}

gint64
rnd_between (RndMaker *m, gint64 low, gint64 high)
{
  return high <= low ? low : low + rnd_pick (m, (guint) (high - low + 1));
}

gint64
rnd_size (RndMaker *m)
{
  return m->palette[rnd_pick (m, m->n_palette)];
}

gint64
rnd_size_within (RndMaker *m, gint64 least, gint64 most)
{
  gint64 size = rnd_size (m);

  return CLAMP (size, least, most);
}

gint64
rnd_dim (RndMaker *m, guint rank)
{
  gint64 dim = rnd_pick (m, MAX (rank, 1));

  return rnd_chance (m, 30) ? dim - MAX (rank, 1) : dim;
}

guint
rnd_dims (RndMaker *m, guint rank, guint least, gint64 *dims)
{
  gint64 order[RND_MAX_RANK + 3];
  guint n = (guint) rnd_between (m, MIN (least, rank), rank);

  for (guint d = 0; d < rank; d++)
    order[d] = d;
  for (guint d = 0; d < n; d++)
    {
      guint other = d + rnd_pick (m, rank - d);
      gint64 keep = order[other];

      order[other] = order[d];
      dims[d] = rnd_chance (m, 20) ? keep - rank : keep;
      order[d] = keep;
    }
  return n;
}

/* --- names ------------------------------------------------------------------------------------- */

/* Words of C, of its library, of the kernels' preamble and of the kernels themselves. */
static const char *const hostile[]
    = { "c",        "i0",       "i1",       "i2",     "x0",       "x1",         "tmp0",
        "tmp1",     "buf0",     "buf1",     "op0",    "arg0_1",   "int",        "double",
        "float",    "register", "restrict", "auto",   "static",   "void",       "main",
        "memcpy",   "exp",      "sqrt",     "fabsf",  "NULL",     "I",          "INFINITY",
        "NAN",      "buffers",  "sizes",    "begin",  "end",      "fl_exp_vec", "fl_index_errors",
        "uint8_t",  "int64_t",  "lane",     "acc",    "acc0",     "sum",        "row",
        "s",        "n",        "k",        "kernel", "fl_first", "FL_READS",   "unix",
        "linux",    "errno",    "stdin",    "j0",     "y0",       "typeof",     "asm",
        "inline",   "volatile", "default",  "switch", "signed",   "union",      "struct",
        "const",    "goto",     "y1",       "j1",     "gamma",    "signgam",    "in_ptr0",
        "out_ptr0", "v0",       "v1",       "t0",     "t1",       "max",        "min",
        "fmod",     "floor",    "begin_",   "mean",   "total",    "first",      "last",
        "p",        "q",        "a",        "b",      "_",        "__x",        "extern_kernels",
        "x_tile",   "s1" };

const char *
rnd_take_name (RndMaker *m, const char *plain)
{
  const char *name = rnd_chance (m, m->hostility) ? hostile[rnd_pick (m, G_N_ELEMENTS (hostile))] : plain;

  for (guint i = 1; !g_hash_table_add (m->names, (gpointer) fl_intern (name)); i++)
    name = fl_arena_printf (m->arena, "%s_%u", plain, i);
  return fl_intern (name);
}

/* --- arguments --------------------------------------------------------------------------------- */

void
rnd_give (RndMaker *m, RndArg arg)
{
  g_assert (m->n_args < G_N_ELEMENTS (m->args));
  m->args[m->n_args++] = arg;
}

void
rnd_give_value (RndMaker *m, int value)
{
  rnd_give (m, (RndArg) { .kind = RND_VALUE, .value = value });
}

void
rnd_give_int (RndMaker *m, gint64 integer)
{
  rnd_give (m, (RndArg) { .kind = RND_INT, .integer = integer });
}

void
rnd_give_float (RndMaker *m, double number)
{
  rnd_give (m, (RndArg) { .kind = RND_FLOAT, .number = number });
}

void
rnd_give_bool (RndMaker *m, gboolean value)
{
  rnd_give (m, (RndArg) { .kind = RND_BOOL, .integer = value });
}

void
rnd_give_none (RndMaker *m)
{
  rnd_give (m, (RndArg) { .kind = RND_NONE });
}

void
rnd_give_string (RndMaker *m, const char *text)
{
  rnd_give (m, (RndArg) { .kind = RND_STRING, .text = text });
}

void
rnd_give_dtype (RndMaker *m, FlDtype dtype)
{
  rnd_give (m, (RndArg) { .kind = RND_DTYPE, .dtype = dtype });
}

static void
give_list (RndMaker *m, RndArgKind kind, guint n, const gint64 *integers, const int *values)
{
  RndArg list = { .kind = RND_LIST, .n_items = n, .items = fl_arena_new (m->arena, RndArg, n + 1) };

  for (guint i = 0; i < n; i++)
    list.items[i] = (RndArg) { .kind = kind,
                               .integer = integers != NULL ? integers[i] : 0,
                               .value = values != NULL ? values[i] : 0 };
  rnd_give (m, list);
}

void
rnd_give_ints (RndMaker *m, guint n, const gint64 *integers)
{
  give_list (m, RND_INT, n, integers, NULL);
}

void
rnd_give_sizes (RndMaker *m, guint n, const gint64 *sizes)
{
  give_list (m, RND_SIZE, n, sizes, NULL);
}

void
rnd_give_values (RndMaker *m, guint n, const int *values)
{
  give_list (m, RND_VALUE, n, NULL, values);
}

void
rnd_by_name (RndMaker *m, const char *keyword)
{
  m->args[m->n_args - 1].keyword = keyword;
}
