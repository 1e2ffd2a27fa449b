/* The table of interned nodes: an open-addressed hash table over an arena. Nodes are never freed
 * before the table. */
#include <string.h>

#include "fl-intern.h"
#include "fl-sym-private.h"

enum
{
  FIRST_SLOTS = 4096, /* a power of two */
  MAX_SIMPLIFIED = 1 << 20,
  LOWEST_SMALL = -16, /* constants that are made with the table and found without its lock */
  N_SMALL = 1024 + 16
};

typedef struct
{
  const FlSym *sym;
  const FlSym *result;
  guint hash;
  guint n;
  gboolean is_inductor;
  const FlSym *vars_and_sizes[]; /* n and n; a NULL size where there was none */
} Simplified;

struct _FlSymTable
{
  gint n_references;
  const FlSym *small_ints[N_SMALL];
  GMutex lock; /* everything below */
  FlArena *arena;
  const FlSym **slots;
  guint n_slots;
  guint n_used;
  const FlSym *overflow;
  GHashTable *simplified;
  GHashTable *written; /* of sizes read from a file, as it has them, where they are in no normal form */
  FlArena *simplified_arena;
};

/* --- life -------------------------------------------------------------------------------------- */
static guint
hash_simplified (gconstpointer key)
{
  return ((const Simplified *) key)->hash;
}

static gboolean
is_same_simplified (gconstpointer key_a, gconstpointer key_b)
{
  const Simplified *a = key_a, *b = key_b;

  return a->sym == b->sym && a->n == b->n && a->is_inductor == b->is_inductor
         && memcmp (a->vars_and_sizes, b->vars_and_sizes, 2 * a->n * sizeof a->vars_and_sizes[0]) == 0;
}

FlSymTable *
fl_sym_table_ref (FlSymTable *table)
{
  g_atomic_int_inc (&table->n_references);
  return table;
}

void
fl_sym_table_unref (FlSymTable *table)
{
  if (table == NULL || !g_atomic_int_dec_and_test (&table->n_references))
    return;
  g_hash_table_unref (table->simplified);
  g_hash_table_unref (table->written);
  fl_arena_close (table->simplified_arena);
  fl_arena_close (table->arena);
  g_mutex_clear (&table->lock);
  g_free (table->slots);
  g_free (table);
}

/* --- interning --------------------------------------------------------------------------------- */
static guint32
mix (guint32 hash, guint64 value)
{
  guint64 mixed = (hash ^ value) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint32) (mixed >> 32) ^ (guint32) mixed;
}

static guint32
hash_node (const FlSym *key, const FlSym *const *args)
{
  guint32 hash = mix (key->kind * 31u + key->relation, key->n_args);

  if (key->kind == FL_SYM_INT)
    return mix (hash, (guint64) key->value);
  if (key->n_args == 0)
    {
      hash = mix (hash, GPOINTER_TO_SIZE (key->name));
      return key->facts != NULL ? mix (hash, GPOINTER_TO_SIZE (key->facts->size)) : hash;
    }
  for (guint i = 0; i < key->n_args; i++)
    hash = mix (hash, args[i]->id);
  return hash;
}

static gboolean
is_same_node (const FlSym *node, const FlSym *key, const FlSym *const *args)
{
  if (node->hash != key->hash || node->kind != key->kind || node->relation != key->relation
      || node->n_args != key->n_args)
    return FALSE;
  if (key->kind == FL_SYM_INT)
    return node->value == key->value;
  if (key->n_args == 0)
    return node->name == key->name
           && (node->facts == NULL || key->facts == NULL || node->facts->size == key->facts->size);
  return memcmp (node->args, args, key->n_args * sizeof args[0]) == 0;
}

static guint
find_slot (const FlSymTable *table, const FlSym *key, const FlSym *const *args)
{
  guint slot = key->hash & (table->n_slots - 1);

  while (table->slots[slot] != NULL && !is_same_node (table->slots[slot], key, args))
    slot = (slot + 1) & (table->n_slots - 1);
  return slot;
}

static void
grow (FlSymTable *table)
{
  const FlSym **old_slots = table->slots;
  guint n_old_slots = table->n_slots;

  g_assert (table->n_slots < G_MAXUINT / 4);
  table->n_slots *= 2;
  table->slots = g_new0 (const FlSym *, table->n_slots);
  for (guint i = 0; i < n_old_slots; i++)
    if (old_slots[i] != NULL)
      {
        guint slot = old_slots[i]->hash & (table->n_slots - 1);

        while (table->slots[slot] != NULL)
          slot = (slot + 1) & (table->n_slots - 1);
        table->slots[slot] = old_slots[i];
      }
  g_free (old_slots);
}

static FlSym *
make_node (FlSymTable *table, const FlSym *key, const FlSym *const *args)
{
  FlSym *node = fl_arena_alloc (table->arena, sizeof *node + key->n_args * sizeof args[0]);

  *node = *key;
  node->table = table;
  node->id = table->n_used;
  node->n_nodes = 1;
  node->kinds = 1u << key->kind;
  for (guint i = 0; i < key->n_args; i++)
    {
      node->args[i] = args[i];
      node->n_nodes += args[i]->n_nodes;
      node->symbols |= args[i]->symbols;
      node->kinds |= args[i]->kinds;
      node->is_overflow |= args[i]->is_overflow;
      node->has_division |= args[i]->has_division;
    }
  node->has_division |= key->kind == FL_SYM_FLOOR_DIV || key->kind == FL_SYM_MOD_INDEX;
  if (fl_sym_is_atom (node))
    {
      node->facts = fl_arena_memdup (table->arena, key->facts, sizeof *key->facts);
      node->symbols = (guint64) 1 << (node->id % 64);
    }
  return node;
}

/* key has everything but id, table, args and the derived bits. */
static const FlSym *
intern_key (FlSymTable *table, FlSym *key, const FlSym *const *args)
{
  guint slot;
  const FlSym *node;

  key->hash = hash_node (key, args);
  g_mutex_lock (&table->lock);
  slot = find_slot (table, key, args);
  node = table->slots[slot];
  if (node == NULL)
    {
      node = make_node (table, key, args);
      table->slots[slot] = node;
      if (++table->n_used > table->n_slots / 2)
        grow (table);
    }
  g_mutex_unlock (&table->lock);
  return node;
}

const FlSym *
fl_sym_intern (FlSymTable *table, FlSymKind kind, FlSymRelation relation, const FlSym *const *args, guint n_args)
{
  FlSym key = { .kind = (guint8) kind, .relation = (guint8) relation, .n_args = n_args };
  gsize n_nodes = 1;

  g_assert (n_args > 0);
  for (guint i = 0; i < n_args; i++)
    n_nodes += args[i]->n_nodes;
  if (n_nodes > FL_SYM_MAX_NODES)
    return fl_sym_get_overflow (table);
  /* Before the lock is taken, since this interns too. */
  if (kind == FL_SYM_MUL && args[0]->kind == FL_SYM_INT)
    key.rest = n_args == 2 ? args[1] : fl_sym_intern (table, FL_SYM_MUL, 0, args + 1, n_args - 1);
  return intern_key (table, &key, args);
}

static const FlSym *
intern_int (FlSymTable *table, gint64 value)
{
  FlSym key = { .kind = FL_SYM_INT, .value = value };

  return intern_key (table, &key, NULL);
}

const FlSym *
fl_sym_int (FlSymTable *table, gint64 value)
{
  if (value >= LOWEST_SMALL && value < LOWEST_SMALL + N_SMALL)
    return table->small_ints[value - LOWEST_SMALL];
  return intern_int (table, value);
}

FlSymTable *
fl_sym_table_new (void)
{
  FlSymTable *table = g_new0 (FlSymTable, 1);

  table->n_references = 1;
  g_mutex_init (&table->lock);
  table->arena = fl_arena_open ();
  table->n_slots = FIRST_SLOTS;
  table->slots = g_new0 (const FlSym *, table->n_slots);
  table->simplified = g_hash_table_new (hash_simplified, is_same_simplified);
  table->simplified_arena = fl_arena_open ();
  table->written = g_hash_table_new (NULL, NULL);
  for (gint64 i = 0; i < N_SMALL; i++)
    table->small_ints[i] = intern_int (table, LOWEST_SMALL + i);
  return table;
}

static const FlSym *
intern_symbol (FlSymTable *table, FlSymKind kind, const char *name, FlSymFacts facts)
{
  FlSym key = { .kind = (guint8) kind, .name = fl_intern_name (name), .facts = &facts };

  return intern_key (table, &key, NULL);
}

/* u0 and the like: sizes known only while running, which may be 0 or 1 and of which sympy assumes
 * nothing. */
static gboolean
is_unbacked_name (const char *name)
{
  return name[0] == 'u' && g_ascii_isdigit (name[1]);
}

const FlSym *
fl_sym_size (FlSymTable *table, const char *name)
{
  gboolean is_unbacked = is_unbacked_name (name);
  FlSymFacts facts = { .minimum = is_unbacked ? 0 : 2,
                       .maximum = G_MAXINT64 / 2,
                       .is_assumed_nonnegative = !is_unbacked,
                       .n_assumptions = is_unbacked ? 15 : 26 };

  if (fl_sym_is_float_name (name, strlen (name)))
    facts = (FlSymFacts) { .minimum = G_MININT64,
                           .maximum = G_MAXINT64,
                           .has_sample = TRUE,
                           .sample = fl_sym_float_to_bits (1.5),
                           .n_assumptions = 15 };
  return intern_symbol (table, FL_SYM_SIZE, name, facts);
}

const FlSym *
fl_sym_var (FlSymTable *table, const char *name, const FlSym *size)
{
  FlSymFacts facts = { .maximum = G_MAXINT64, .is_assumed_nonnegative = TRUE, .n_assumptions = 19, .size = size };

  return intern_symbol (table, FL_SYM_VAR, name, facts);
}

const FlSym *
fl_sym_open_var (FlSymTable *table, const char *name, const FlSym *size)
{
  FlSymFacts facts = { .maximum = G_MAXINT64, .is_open = TRUE, .n_assumptions = 19, .size = size };

  return intern_symbol (table, FL_SYM_VAR, name, facts);
}

const FlSym *
fl_sym_indirect (FlSymTable *table, const char *name)
{
  FlSymFacts facts = { .maximum = G_MAXINT64, .is_assumed_nonnegative = TRUE, .n_assumptions = 19 };

  return intern_symbol (table, FL_SYM_INDIRECT, name, facts);
}

const FlSym *
fl_sym_opaque (FlSymTable *table, const char *text)
{
  FlSym key = { .kind = FL_SYM_OPAQUE, .name = fl_intern_name (text) };

  return intern_key (table, &key, NULL);
}

const FlSym *
fl_sym_intern_real (FlSymTable *table, const char *constant)
{
  FlSym key = { .kind = FL_SYM_REAL, .relation = FL_SYM_REAL_CONSTANT, .name = constant };

  return intern_key (table, &key, NULL);
}

const FlSym *
fl_sym_get_overflow (FlSymTable *table)
{
  FlSym key = { .kind = FL_SYM_OPAQUE, .name = fl_intern ("overflow"), .is_overflow = TRUE };

  return intern_key (table, &key, NULL);
}

/* --- results of fl_sym_simplify
 * ---------------------------------------------------------------------------------- */
static gsize
get_key_bytes (guint n)
{
  return sizeof (Simplified) + 2 * n * sizeof (const FlSym *);
}

static void
fill_key (Simplified *key, const FlSym *sym, const FlSymRanges *ranges)
{
  key->sym = sym;
  key->n = ranges->n;
  key->is_inductor = ranges->is_inductor;
  key->hash = sym->hash;
  for (guint i = 0; i < ranges->n; i++)
    {
      const FlSym *size = ranges->sizes != NULL ? ranges->sizes[i] : NULL;

      key->vars_and_sizes[i] = ranges->vars[i];
      key->vars_and_sizes[ranges->n + i] = size;
      key->hash = mix (key->hash, ranges->vars[i]->id);
      if (size != NULL)
        key->hash = mix (key->hash, size->id);
    }
}

static void
clear_simplified (FlSymTable *table)
{
  g_hash_table_remove_all (table->simplified);
  fl_arena_close (table->simplified_arena);
  table->simplified_arena = fl_arena_open ();
}

const FlSym *
fl_sym_table_find_simplified (FlSymTable *table, const FlSym *sym, const FlSymRanges *ranges)
{
  g_autofree Simplified *key = g_malloc (get_key_bytes (ranges->n));
  const Simplified *entry;
  const FlSym *result;

  fill_key (key, sym, ranges);
  g_mutex_lock (&table->lock);
  entry = g_hash_table_lookup (table->simplified, key);
  result = entry != NULL ? entry->result : NULL;
  g_mutex_unlock (&table->lock);
  return result;
}

void
fl_sym_table_add_simplified (FlSymTable *table, const FlSym *sym, const FlSymRanges *ranges, const FlSym *result)
{
  Simplified *entry;

  g_mutex_lock (&table->lock);
  if (g_hash_table_size (table->simplified) >= MAX_SIMPLIFIED)
    clear_simplified (table);
  entry = fl_arena_alloc (table->simplified_arena, get_key_bytes (ranges->n));
  fill_key (entry, sym, ranges);
  entry->result = result;
  g_hash_table_replace (table->simplified, entry, entry);
  g_mutex_unlock (&table->lock);
}

void
fl_sym_table_forget_simplified (FlSymTable *table)
{
  g_mutex_lock (&table->lock);
  clear_simplified (table);
  g_mutex_unlock (&table->lock);
}

/* --- looking ----------------------------------------------------------------------------------- */
FlSymTable *
fl_sym_get_table (const FlSym *sym)
{
  return sym->table;
}

FlSymKind
fl_sym_get_kind (const FlSym *sym)
{
  return (FlSymKind) sym->kind;
}

guint
fl_sym_get_n_args (const FlSym *sym)
{
  return sym->n_args;
}

const FlSym *
fl_sym_get_arg (const FlSym *sym, guint position)
{
  g_assert (position < sym->n_args);
  return sym->args[position];
}

const char *
fl_sym_get_name (const FlSym *sym)
{
  return fl_sym_is_atom (sym) || sym->kind == FL_SYM_OPAQUE ? sym->name : NULL;
}

FlSymRelation
fl_sym_get_relation (const FlSym *sym)
{
  g_assert (sym->kind == FL_SYM_REL);
  return (FlSymRelation) sym->relation;
}

gboolean
fl_sym_is_int (const FlSym *sym, gint64 *value)
{
  if (sym->kind != FL_SYM_INT)
    return FALSE;
  if (value != NULL)
    *value = sym->value;
  return TRUE;
}

gboolean
fl_sym_is_int_value (const FlSym *sym, gint64 value)
{
  return sym->kind == FL_SYM_INT && sym->value == value;
}

gboolean
fl_sym_is_symbol (const FlSym *sym)
{
  return fl_sym_is_atom (sym);
}

gboolean
fl_sym_is_overflow (const FlSym *sym)
{
  return sym->is_overflow;
}

guint32
fl_sym_get_id (const FlSym *sym)
{
  return sym->id;
}

gboolean
fl_sym_contains (const FlSym *sym, const FlSym *symbol)
{
  if (sym == symbol)
    return TRUE;
  if ((sym->symbols & symbol->symbols) != symbol->symbols)
    return FALSE;
  for (guint i = 0; i < sym->n_args; i++)
    if (fl_sym_contains (sym->args[i], symbol))
      return TRUE;
  return FALSE;
}

gboolean
fl_sym_contains_kind (const FlSym *sym, FlSymKind kind)
{
  return (sym->kinds >> kind & 1) != 0;
}

void
fl_sym_visit_symbols (const FlSym *sym, FlSymVisit visit, gpointer data)
{
  if (fl_sym_is_atom (sym))
    visit (sym, data);
  else if (sym->symbols != 0)
    for (guint i = 0; i < sym->n_args; i++)
      fl_sym_visit_symbols (sym->args[i], visit, data);
}

void
fl_sym_collect_symbols (const FlSym *sym, GPtrArray *symbols)
{
  if (fl_sym_is_atom (sym))
    {
      if (!g_ptr_array_find (symbols, sym, NULL))
        g_ptr_array_add (symbols, (gpointer) sym);
    }
  else if (sym->symbols != 0)
    for (guint i = 0; i < sym->n_args; i++)
      fl_sym_collect_symbols (sym->args[i], symbols);
}

void
fl_sym_set_range (const FlSym *symbol, gint64 minimum, gint64 maximum)
{
  g_assert (fl_sym_is_atom (symbol) && minimum <= maximum);
  symbol->facts->minimum = minimum;
  symbol->facts->maximum = maximum;
  fl_sym_table_forget_simplified (symbol->table);
}

void
fl_sym_table_add_written (FlSymTable *table, const FlSym *sym, const FlSym *written)
{
  if (written == sym)
    return;
  g_mutex_lock (&table->lock);
  if (g_hash_table_lookup (table->written, sym) == NULL)
    g_hash_table_insert (table->written, (gpointer) sym, (gpointer) written);
  g_mutex_unlock (&table->lock);
}

const FlSym *
fl_sym_get_written (const FlSym *size)
{
  FlSymTable *table = size->table;
  const FlSym *written;

  g_mutex_lock (&table->lock);
  written = g_hash_table_lookup (table->written, size);
  g_mutex_unlock (&table->lock);
  return written != NULL ? written : size;
}
