#include "fl-schema-cases.h"

#include <string.h>

/* Inputs of every graph; a call's tensors mostly come from one family, so that they fit together.
 */
static const struct
{
  const char *name, *type;
} inputs[] = {
  { "a0", "f32[4, 6][6, 1]cpu" },
  { "a1", "f32[4, 6][6, 1]cpu" },
  { "a2", "i64[4, 6][6, 1]cpu" },
  { "a3", "b8[4, 6][6, 1]cpu" },
  { "b0", "f32[2, 4, 8, 8][256, 64, 8, 1]cpu" },
  { "b1", "f32[4, 4, 3, 3][36, 9, 3, 1]cpu" },
  { "b2", "f32[4][1]cpu" },
  { "b3", "f32[2, 4, 8, 8][256, 1, 32, 4]cpu" },
  { "c0", "f32[3, 4, 5][20, 5, 1]cpu" },
  { "c1", "f32[3, 5, 4][20, 4, 1]cpu" },
  { "c2", "i64[3][1]cpu" },
  { "c3", "f16[3, 4, 5][20, 5, 1]cpu" },
  { "d0", "f32[][]cpu" },
  { "d1", "f32[0, 3][3, 1]cpu" },
  { "d2", "i64[][]cpu" },
  { "d3", "c64[4, 6][6, 1]cpu" },
  { "e0", "f32[s0, 4][4, 1]cpu" },
  { "e1", "f32[4, s0][s0, 1]cpu" },
  { "e2", "i64[s0][1]cpu" },
  { "e3", "f32[1, 1][0, 0]cpu" },
  { "f0", "f32[4, 4][4, 1]cpu" },
  { "f1", "f32[4, 4][1, 4]cpu" },
  { "f2", "i32[4][1]cpu" },
  { "f3", "u8[4, 4][4, 1]cpu" },
  { "n", "Sym(s0)" },
};
enum
{
  N_TENSORS = G_N_ELEMENTS (inputs) - 1, /* the last one is a number */
  FAMILY = 4
};

typedef struct
{
  GRand *rand;
  guint family; /* first of its inputs */
} Draw;

#define PICK(draw, words) ((words)[g_rand_int_range ((draw)->rand, 0, G_N_ELEMENTS (words))])

static gboolean
one_in (const Draw *draw, guint n)
{
  return g_rand_int_range (draw->rand, 0, (gint32) n) == 0;
}

/* --- values ------------------------------------------------------------------------------------ */

static const char *
pick_tensor (const Draw *draw)
{
  if (one_in (draw, 6))
    return inputs[g_rand_int_range (draw->rand, 0, N_TENSORS)].name;
  return inputs[draw->family + (guint) g_rand_int_range (draw->rand, 0, FAMILY)].name;
}

static const char *
pick_int (const Draw *draw)
{
  static const char *const usual[] = { "0", "1", "-1", "2", "3", "4", "n", "True" };
  static const char *const extreme[] = { "9223372036854775807",
                                         "-9223372036854775808",
                                         "4611686018427387904",
                                         "4611686018427387903",
                                         "2147483648",
                                         "-2147483649",
                                         "1000000",
                                         "7",
                                         "-7",
                                         "99999999999999999999999" };

  return one_in (draw, 8) ? PICK (draw, extreme) : PICK (draw, usual);
}

static const char *
pick_float (const Draw *draw)
{
  static const char *const words[]
      = { "0.0", "1.0", "-1.0", "0.5", "1e-05", "inf", "-inf", "nan", "1e308", "2", "-0.0", "9223372036854775807",
          "True" };

  return PICK (draw, words);
}

static const char *
pick_word (const Draw *draw, FlAtenBase base)
{
  static const char *const strings[] = { "'mean'", "'floor'", "'trunc'", "'none'", "'tanh'", "'sum'", "'ij,jk->ik'",
                                         "'same'", "'valid'", "''",      "'->'",   "'ij'",   "'xy'" };
  static const char *const dtypes[] = { "torch.float32", "torch.float16",   "torch.int64",    "torch.bool",
                                        "torch.uint8",   "torch.complex64", "torch.bfloat16", "torch.float64" };
  static const char *const devices[]
      = { "device(type='cpu')", "device(type='cuda', index=0)", "device(type='meta')", "'cpu'" };
  static const char *const formats[]
      = { "torch.contiguous_format", "torch.channels_last", "torch.preserve_format", "torch.channels_last_3d", "0" };

  switch (base)
    {
    case FL_ATEN_BASE_TENSOR: return pick_tensor (draw);
    case FL_ATEN_BASE_SCALAR:
    case FL_ATEN_BASE_NUMERIC: return one_in (draw, 2) ? pick_int (draw) : pick_float (draw);
    case FL_ATEN_BASE_INT: return pick_int (draw);
    case FL_ATEN_BASE_FLOAT: return pick_float (draw);
    case FL_ATEN_BASE_BOOL: return one_in (draw, 2) ? "True" : "False";
    case FL_ATEN_BASE_STRING: return PICK (draw, strings);
    case FL_ATEN_BASE_DTYPE: return PICK (draw, dtypes);
    case FL_ATEN_BASE_DEVICE: return PICK (draw, devices);
    case FL_ATEN_BASE_LAYOUT: return "torch.strided";
    case FL_ATEN_BASE_FORMAT: return PICK (draw, formats);
    case FL_ATEN_BASE_ANY:
    case FL_ATEN_BASE_REST: break;
    }
  return one_in (draw, 3) ? pick_int (draw) : one_in (draw, 4) ? "None" : one_in (draw, 4) ? "[]" : pick_tensor (draw);
}

static void
append_value (GString *out, const FlAtenType *type, const Draw *draw)
{
  static const guint lengths[] = { 2, 2, 2, 1, 1, 3, 4, 0 };
  guint n;

  if (type->is_optional && one_in (draw, 2))
    {
      g_string_append (out, "None");
      return;
    }
  if (!type->is_list)
    {
      g_string_append (out, pick_word (draw, type->base));
      return;
    }
  n = one_in (draw, 200) ? 70 : PICK (draw, lengths);
  g_string_append_c (out, '[');
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : "",
                            type->has_none_items && one_in (draw, 2) ? "None" : pick_word (draw, type->base));
  g_string_append_c (out, ']');
}

/* What no parameter of this kind takes; NULL where all goes. */
static const char *
pick_wrong (const Draw *draw, const FlAtenType *type)
{
  static const char *const for_tensor[] = { "'x'", "[a0, a1]", "torch.float32", "{}" };
  static const char *const for_number[] = { "'x'", "[1, 2]", "a0", "torch.float32", "None" };
  static const char *const for_list[] = { "'x'", "torch.float32", "['x']", "1.5" };
  static const char *const for_word[] = { "a0", "[1]", "1.5" };

  if (type->base == FL_ATEN_BASE_ANY || type->base == FL_ATEN_BASE_REST)
    return NULL;
  if (type->is_list)
    return PICK (draw, for_list);
  if (type->base == FL_ATEN_BASE_TENSOR)
    return PICK (draw, for_tensor);
  if (type->base == FL_ATEN_BASE_STRING || type->base == FL_ATEN_BASE_DTYPE || type->base == FL_ATEN_BASE_DEVICE
      || type->base == FL_ATEN_BASE_LAYOUT || type->base == FL_ATEN_BASE_FORMAT)
    return PICK (draw, for_word);
  return type->is_optional ? "'x'" : PICK (draw, for_number);
}

/* --- calls ------------------------------------------------------------------------------------- */

/* Positional up to a point, then by name, as FX prints keyword-only ones; those with a default are
 * mostly left out. */
static void
append_args (GString *out, const FlAtenRow *row, guint skipped, guint wrong, const Draw *draw)
{
  guint n;
  const FlAtenParam *params = fl_aten_get_params (row, &n);
  gboolean by_name = FALSE;
  const char *comma = "";

  for (guint i = 0; i < n; i++)
    {
      if (i == skipped || (i != wrong && params[i].default_text != NULL && one_in (draw, 2)))
        {
          by_name = TRUE;
          continue;
        }
      g_string_append (out, comma);
      comma = ", ";
      by_name = by_name || params[i].is_keyword_only;
      if (by_name)
        g_string_append_printf (out, "%s = ", params[i].name);
      if (i == wrong)
        g_string_append (out, pick_wrong (draw, &params[i].type));
      else
        append_value (out, &params[i].type, draw);
    }
}

static gboolean
is_open_ended (const FlAtenParam *params, guint n)
{
  for (guint i = 0; i < n; i++)
    if (params[i].type.base == FL_ATEN_BASE_REST)
      return TRUE;
  return FALSE;
}

/* Some parameter that the fault can be made with; G_MAXUINT: none. */
static guint
pick_victim (const FlAtenParam *params, guint n, FlSchemaFault fault, const Draw *draw)
{
  const guint start = n > 0 ? (guint) g_rand_int_range (draw->rand, 0, (gint32) n) : 0;

  for (guint i = 0; i < n; i++)
    {
      const guint at = (start + i) % n;

      if (fault == FL_SCHEMA_MISSING ? params[at].default_text == NULL : pick_wrong (draw, &params[at].type) != NULL)
        return at;
    }
  return G_MAXUINT;
}

/* What wrong arguments are put behind; FALSE where the fault cannot be made. */
static gboolean
append_faulty_args (GString *out, const FlAtenRow *row, FlSchemaFault fault, const Draw *draw)
{
  guint n;
  const FlAtenParam *params = fl_aten_get_params (row, &n);
  const guint victim
      = fault == FL_SCHEMA_MISSING || fault == FL_SCHEMA_WRONG_KIND ? pick_victim (params, n, fault, draw) : G_MAXUINT;

  if (fault != FL_SCHEMA_RANDOM && is_open_ended (params, n))
    return FALSE;
  switch (fault)
    {
    case FL_SCHEMA_MISSING:
    case FL_SCHEMA_WRONG_KIND:
      if (victim == G_MAXUINT)
        return FALSE;
      append_args (out, row, fault == FL_SCHEMA_MISSING ? victim : G_MAXUINT,
                   fault == FL_SCHEMA_WRONG_KIND ? victim : G_MAXUINT, draw);
      return TRUE;
    case FL_SCHEMA_SURPLUS:
      for (guint i = 0; i <= n; i++)
        g_string_append (out, i > 0 ? ", a0" : "a0");
      return TRUE;
    case FL_SCHEMA_TWICE:
      if (n == 0)
        return FALSE;
      g_string_append_printf (out, "a0, %s = a0", params[0].name);
      return TRUE;
    case FL_SCHEMA_UNKNOWN_NAME:
      append_args (out, row, G_MAXUINT, G_MAXUINT, draw);
      g_string_append_printf (out, "%sno_such_parameter = 1", n > 0 && out->str[out->len - 1] != '(' ? ", " : "");
      return TRUE;
    default: append_args (out, row, G_MAXUINT, G_MAXUINT, draw); return TRUE;
    }
}

char *
fl_schema_dup_case (const FlAtenRow *row, FlSchemaFault fault, GRand *rand)
{
  const Draw draw = { rand, FAMILY * (guint) g_rand_int_range (rand, 0, N_TENSORS / FAMILY) };
  const gboolean is_python = g_str_has_prefix (row->name, "operator.") || g_str_has_prefix (row->name, "torch.")
                             || g_str_has_prefix (row->name, "math.");
  GString *text = g_string_new ("def forward(self");

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    g_string_append_printf (text, ", %s: \"%s\"", inputs[i].name, inputs[i].type);
  g_string_append_printf (text, "):\n    z = %s%s(", is_python ? "" : "torch.ops.", row->name);
  if (!append_faulty_args (text, row, fault, &draw))
    {
      g_string_free (text, TRUE);
      return NULL;
    }
  g_string_append (text, ")\n    return (z,)\n");
  return g_string_free (text, FALSE);
}
