/* What stands between operators: literals, bracketed lists, names, dotted paths; and how a value becomes an argument.
 */
#include "fl-fx-private.h"

#include <math.h>
#include <string.h>

#include "fl-intern.h"

/* --- names ------------------------------------------------------------------------------------ */

/* Adds to binding what is in the items. */
static void
measure_items (const FlArg *items, guint n_items, guint depth, FlFxBinding *binding)
{
  binding->depth = MAX (binding->depth, depth);
  binding->n_items += n_items;
  for (guint i = 0; i < n_items; i++)
    if (items[i].n_items > 0)
      measure_items (items[i].items, items[i].n_items, depth + 1, binding);
}

void
fl_fx_bind (FlFx *fx, const char *name, const FlArg *arg)
{
  FlFxBinding *binding = fl_arena_new (fx->arena, FlFxBinding, 1);

  binding->arg = *arg;
  if (arg->n_items > 0)
    measure_items (arg->items, arg->n_items, 1, binding);
  g_hash_table_insert (fx->names, (gpointer) name, binding);
}

static gboolean
use_binding (FlFx *fx, const char *at, const FlFxBinding *binding, FlArg *arg)
{
  *arg = binding->arg;
  if (binding->n_items == 0)
    return TRUE;
  fx->n_shared_items += binding->n_items;
  if (2 * binding->depth + fx->depth > FL_FX_MAX_DEPTH || fx->n_shared_items > FL_FX_MAX_SHARED_ITEMS)
    return fl_fx_fail (fx, at, FL_ERROR_LIMIT,
                       "lists that stand in other lists by their name: too deep, or too many items in all");
  return TRUE;
}

void
fl_fx_bind_node (FlFx *fx, const char *name, FlNodeId id)
{
  const FlArg arg = { .kind = FL_ARG_NODE, .node = id };

  fl_fx_bind (fx, name, &arg);
}

const char *
fl_fx_shorten_target (const char *path)
{
  static const char *const prefixes[] = { "torch.ops.", "_operator." };

  if (g_str_has_prefix (path, prefixes[0]))
    return fl_intern (path + strlen (prefixes[0]));
  if (g_str_has_prefix (path, prefixes[1]))
    return fl_intern (path + 1);
  /* A pass of TorchInductor up to 2.9 leaves its own function in the graph. */
  if (g_str_has_prefix (path, "torch_") && g_str_has_suffix (path, "post_grad_scatter_upon_const_tensor"))
    return fl_intern ("inductor.scatter_upon_const_tensor.default");
  /* torch.fx makes one word of functions that are not PyTorch's: math.ceil is written math_ceil. */
  if (g_str_has_prefix (path, "math_"))
    return fl_intern_printf ("math.%s", path + strlen ("math_"));
  return path;
}

const char *
fl_fx_get_default_name (const char *target)
{
  g_auto (GStrv) words = g_strsplit (target, ".", -1);
  const guint n = g_strv_length (words);
  const gboolean has_overload = n >= 3 && fl_aten_find (target) != NULL;
  const char *word = n == 0 ? "" : has_overload ? words[1] : words[n - 1];

  return word[0] != '\0' ? fl_intern (word) : fl_intern ("call");
}

/* --- making arguments ------------------------------------------------------------------------- */

gboolean
fl_fx_add_draft (FlFx *fx, const FlFxValue *value, const char *name, const FlValue *annotation, FlNodeId *id)
{
  FlNode node = {
    .kind = value->kind,
    .name = name,
    .target = value->target,
    .n_args = value->n_args,
    .args = value->args,
    .source_file = fx->source_file,
    .source_line = fx->source_file != NULL ? fx->source_line : 0,
    .source_code = fx->source_code,
    .line = fx->statement_line,
    .origin = FL_NODE_NONE,
  };

  if (fl_graph_builder_get_n_nodes (fx->builder) >= FL_FX_MAX_NODES)
    return fl_fx_fail (fx, fx->p, FL_ERROR_LIMIT, "the graph has more than %d nodes", FL_FX_MAX_NODES);
  if (value->kind == FL_NODE_CALL)
    node.op = fl_aten_find (value->target);
  if (annotation != NULL)
    node.value = node.annotated = *annotation;
  *id = fl_graph_builder_add (fx->builder, &node);
  return TRUE;
}

void
fl_fx_set_draft (FlFx *fx, FlFxValue *value, const char *target, const FlArg *args, guint n_args)
{
  value->form = FL_FX_FORM_DRAFT;
  value->kind = FL_NODE_CALL;
  value->target = target;
  value->n_args = n_args;
  value->args = n_args > 0 ? fl_arena_memdup (fx->arena, args, n_args * sizeof *args) : NULL;
}

static gboolean
is_builtin (const char *word)
{
  static const char *const builtins[]
      = { "int",    "float",   "bool",  "str", "list",  "tuple",    "dict",       "type",
          "object", "complex", "bytes", "set", "range", "Ellipsis", "nullcontext" };

  for (guint i = 0; i < G_N_ELEMENTS (builtins); i++)
    if (strcmp (word, builtins[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
fail_undefined (FlFx *fx, const char *at, const char *name)
{
  if (fx->p >= fx->end) /* cut off within the name */
    {
      fx->ended = TRUE;
      return FALSE;
    }
  return fl_fx_fail (fx, at, FL_ERROR_GRAPH, "'%s' is used here, but no line above defines it", name);
}

static gboolean
settle_path (FlFx *fx, const FlFxValue *value, FlArg *arg)
{
  const char *path = value->path;

  *arg = (FlArg) { .kind = FL_ARG_NAME, .text = path };
  if (g_str_has_prefix (path, "torch."))
    {
      const FlDtype dtype = fl_dtype_find (path, -1);

      if (dtype != FL_DTYPE_NONE)
        *arg = (FlArg) { .kind = FL_ARG_DTYPE, .dtype = dtype };
      return TRUE;
    }
  if (strchr (path, '.') != NULL || is_builtin (path))
    return TRUE;
  return fail_undefined (fx, value->at, path);
}

gboolean
fl_fx_settle (FlFx *fx, FlFxValue *value, FlArg *arg)
{
  FlNodeId id;

  if (value->form == FL_FX_FORM_ARG)
    {
      *arg = value->arg;
      return TRUE;
    }
  if (value->form == FL_FX_FORM_PATH && g_str_has_prefix (value->path, "self."))
    {
      value->form = FL_FX_FORM_DRAFT;
      value->kind = FL_NODE_GET_ATTR;
      value->target = fl_intern (value->path + strlen ("self."));
      value->n_args = 0;
    }
  else if (value->form == FL_FX_FORM_PATH)
    return settle_path (fx, value, arg);
  else if (value->form == FL_FX_FORM_ATTRIBUTE)
    {
      const FlArg args[] = { value->arg, { .kind = FL_ARG_STRING, .text = value->path } };

      fl_fx_set_draft (fx, value, fl_intern ("getattr"), args, G_N_ELEMENTS (args));
    }
  if (!fl_fx_add_draft (fx, value, fl_fx_get_default_name (value->target), NULL, &id))
    return FALSE;
  *arg = (FlArg) { .kind = FL_ARG_NODE, .node = id };
  return TRUE;
}

/* --- lists ------------------------------------------------------------------------------------ */

/* "name = " before an argument of a call; leaves p alone when there is none. */
static const char *
read_keyword (FlFx *fx)
{
  const char *start = fx->p;
  const guint line = fx->line;
  const char *name = NULL, *p;

  /* Most arguments are no keywords: look ahead before interning anything. */
  if (start >= fx->end || !fl_fx_is_name_start (*start))
    return NULL;
  for (p = start; p < fx->end && fl_fx_is_name_char (*p); p++)
    ;
  while (p < fx->end && *p == ' ')
    p++;
  if (p >= fx->end || *p != '=' || (p + 1 < fx->end && p[1] == '='))
    return NULL;
  name = fl_fx_read_name (fx);
  if (fl_fx_accept (fx, '='))
    return name;
  fx->p = start;
  fx->line = line;
  return NULL;
}

gboolean
fl_fx_read_items (FlFx *fx, char close, gboolean with_keywords, guint *n_items, const FlArg **items,
                  gboolean *has_comma)
{
  const guint base = fx->stack->len;

  *has_comma = FALSE;
  for (;;)
    {
      FlArg arg;
      const char *keyword;

      fl_fx_skip_blanks (fx);
      if (fx->p < fx->end && *fx->p == close)
        break;
      keyword = with_keywords ? read_keyword (fx) : NULL;
      if (!fl_fx_read_arg (fx, &arg))
        return FALSE;
      arg.keyword = keyword;
      g_array_append_val (fx->stack, arg);
      if (!fl_fx_accept (fx, ','))
        break;
      *has_comma = TRUE;
    }
  if (!fl_fx_close (fx, close))
    return FALSE;
  *n_items = fx->stack->len - base;
  *items = *n_items > 0
               ? fl_arena_memdup (fx->arena, &g_array_index (fx->stack, FlArg, base), *n_items * sizeof (FlArg))
               : NULL;
  g_array_set_size (fx->stack, base);
  return TRUE;
}

static gboolean
read_bracketed (FlFx *fx, FlFxValue *value)
{
  const gboolean is_list = *fx->p == '[';
  FlArg *arg = &value->arg;
  gboolean has_comma;

  if (!fl_fx_open (fx, *fx->p)
      || !fl_fx_read_items (fx, is_list ? ']' : ')', FALSE, &arg->n_items, &arg->items, &has_comma))
    return FALSE;
  if (is_list || has_comma || arg->n_items == 0)
    arg->kind = is_list ? FL_ARG_LIST : FL_ARG_TUPLE;
  else /* only brackets around one value */
    value->arg = arg->items[0];
  return TRUE;
}

/* {key: value, …}; sets ({a, b}) become dicts of None. In print (graph) form keys may be bare words. */
static gboolean
read_dict (FlFx *fx, FlFxValue *value)
{
  const guint base = fx->stack->len;
  FlArg *arg = &value->arg;

  if (!fl_fx_open (fx, '{'))
    return FALSE;
  while (!fl_fx_accept (fx, '}'))
    {
      FlArg item;

      if (!fl_fx_read_arg (fx, &item))
        return FALSE;
      g_array_append_val (fx->stack, item);
      item = (FlArg) { .kind = FL_ARG_NONE };
      if (fl_fx_accept (fx, ':') && !fl_fx_read_arg (fx, &item))
        return FALSE;
      g_array_append_val (fx->stack, item);
      if (fl_fx_accept (fx, ','))
        continue;
      if (!fl_fx_expect (fx, '}'))
        return FALSE;
      break;
    }
  fx->n_open--;
  arg->kind = FL_ARG_DICT;
  arg->n_items = fx->stack->len - base;
  if (arg->n_items > 0)
    arg->items = fl_arena_memdup (fx->arena, &g_array_index (fx->stack, FlArg, base), arg->n_items * sizeof (FlArg));
  g_array_set_size (fx->stack, base);
  return TRUE;
}

/* "<WrapEnum.A: 1>", "<function f at 0x7f>": kept as text. */
static gboolean
read_angled (FlFx *fx, FlFxValue *value)
{
  const char *start = fx->p;
  int depth = 0;

  for (; fx->p < fx->end && *fx->p != '\n'; fx->p++)
    {
      if (*fx->p == '<')
        depth++;
      else if (*fx->p == '>' && --depth == 0)
        {
          fx->p++;
          value->arg = (FlArg) { .kind = FL_ARG_NAME, .text = fl_arena_strndup (fx->arena, start, fx->p - start) };
          return TRUE;
        }
    }
  return fl_fx_fail_expected (fx, "'>'");
}

/* --- words ------------------------------------------------------------------------------------ */

static gboolean
read_constant_word (const char *name, FlArg *arg)
{
  static const struct
  {
    const char *word;
    FlArg arg;
  } words[] = {
    { "None", { .kind = FL_ARG_NONE } },
    { "True", { .kind = FL_ARG_BOOL, .number = 1 } },
    { "False", { .kind = FL_ARG_BOOL, .number = 0 } },
    { "inf", { .kind = FL_ARG_FLOAT, .number = INFINITY } },
    { "nan", { .kind = FL_ARG_FLOAT, .number = NAN } },
    { "Ellipsis", { .kind = FL_ARG_NAME, .text = "Ellipsis" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (words[i].word, name) == 0)
      {
        *arg = words[i].arg;
        return TRUE;
      }
  return FALSE;
}

static gboolean
read_path (FlFx *fx, FlFxValue *value, const char *start)
{
  while (fx->p + 1 < fx->end && *fx->p == '.' && fl_fx_is_name_char (fx->p[1]))
    for (fx->p++; fx->p < fx->end && fl_fx_is_name_char (*fx->p); fx->p++)
      ;
  value->form = FL_FX_FORM_PATH;
  value->path = fl_intern_n (start, fx->p - start);
  return TRUE;
}

/* print (graph) writes strings and devices without quotes: "floor", "cuda:0". */
static gboolean
read_printed_word (FlFx *fx, FlFxValue *value, const char *name)
{
  static const char *const devices[] = { "cpu", "cuda", "xpu", "mps", "meta", "hpu", "xla" };

  if (fx->p < fx->end && *fx->p == '.')
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (devices); i++)
    if (strcmp (name, devices[i]) == 0)
      {
        value->arg = (FlArg) { .kind = FL_ARG_DEVICE, .device = { name, -1 } };
        if (fx->p + 1 < fx->end && *fx->p == ':' && g_ascii_isdigit (fx->p[1]))
          for (fx->p++, value->arg.device.index = 0; fx->p < fx->end && g_ascii_isdigit (*fx->p); fx->p++)
            value->arg.device.index = MIN (value->arg.device.index * 10 + (*fx->p - '0'), 4096);
        return TRUE;
      }
  if (fx->p < fx->end && *fx->p == '(')
    return FALSE;
  value->arg = (FlArg) { .kind = FL_ARG_STRING, .text = name };
  return TRUE;
}

static gboolean
read_word (FlFx *fx, FlFxValue *value)
{
  const char *start = fx->p;
  const char *name = fl_fx_read_name (fx);
  const gboolean is_node = !fx->is_printed || (start > fx->text && start[-1] == '%');
  const FlFxBinding *bound;

  if (name == NULL)
    return fl_fx_fail_expected (fx, "a value");
  if (fx->p < fx->end && (*fx->p == '\'' || *fx->p == '"') && fx->p - start <= 2)
    {
      value->arg.kind = FL_ARG_STRING; /* b'…', f'…' */
      return fl_fx_read_string (fx, &value->arg.text);
    }
  bound = is_node ? g_hash_table_lookup (fx->names, name) : NULL;
  if (bound != NULL)
    return use_binding (fx, start, bound, &value->arg);
  if (fx->is_printed && is_node)
    return fail_undefined (fx, start, name);
  if (read_constant_word (name, &value->arg) || (fx->is_printed && read_printed_word (fx, value, name)))
    return TRUE;
  return read_path (fx, value, start);
}

gboolean
fl_fx_read_atom (FlFx *fx, FlFxValue *value)
{
  *value = (FlFxValue) { .form = FL_FX_FORM_ARG, .at = fx->p };
  if (fx->p >= fx->end)
    return fl_fx_fail_expected (fx, "a value");

  switch (*fx->p)
    {
    case '(':
    case '[': return read_bracketed (fx, value);
    case '{': return read_dict (fx, value);
    case '\'':
    case '"': value->arg.kind = FL_ARG_STRING; return fl_fx_read_string (fx, &value->arg.text);
    case '<': return read_angled (fx, value);
    case '%':
      fx->p++;
      value->at = fx->p;
      break;
    default: break;
    }
  if (fx->p < fx->end
      && (g_ascii_isdigit (*fx->p) || (*fx->p == '.' && fx->p + 1 < fx->end && g_ascii_isdigit (fx->p[1]))))
    return fl_fx_read_number (fx, &value->arg);
  if (fl_fx_starts (fx, fx->p, "..."))
    {
      fx->p += 3;
      value->arg = (FlArg) { .kind = FL_ARG_NAME, .text = "Ellipsis" };
      return TRUE;
    }
  if (fx->p < fx->end && fl_fx_is_name_start (*fx->p))
    return read_word (fx, value);
  return fl_fx_fail_expected (fx, "a value");
}
