/* Palette: strokes keep at least 22 CIE76 apart for normal, deutan, protan and tritan sight; text
 * on every fill has a contrast of 7:1 or more. Change a colour only together with a new computation
 * of both. */
#include "fl-palette.h"

#include <cairo.h>

static const FlLookInfo looks[] = {
  [FL_LOOK_INPUT] = { "input", "IN", FL_STROKE_SOLID, { 0xE8E9EC, 0x646D7F }, { 0x33383D, 0x758AA0 } },
  [FL_LOOK_CONSTANT] = { "constant", "CO", FL_STROKE_DOTTED, { 0xE8E9EC, 0x646D7F }, { 0x33383D, 0x758AA0 } },
  [FL_LOOK_POINTWISE] = { "pointwise", "PW", FL_STROKE_SOLID, { 0xDDEBF5, 0x1E77BA }, { 0x344150, 0x79AFEE } },
  [FL_LOOK_REDUCTION] = { "reduction", "RD", FL_STROKE_SOLID, { 0xF0E8DB, 0x9B6810 }, { 0x523F1A, 0xF8A70E } },
  [FL_LOOK_VIEW] = { "view", "VW", FL_STROKE_DASHED, { 0xDBE5E1, 0x0E5139 }, { 0x284F3E, 0x47EAA2 } },
  [FL_LOOK_EXTERN] = { "extern", "EX", FL_STROKE_DOUBLE, { 0xE7DBE4, 0x5C0F4E }, { 0x53464E, 0xFAC5E7 } },
  [FL_LOOK_TEMPLATE] = { "template", "TP", FL_STROKE_DOUBLE, { 0xDEDADA, 0x240A06 }, { 0x533228, 0xFB7147 } },
  [FL_LOOK_RANDOM] = { "random or scatter", "RN", FL_STROKE_DASH_DOT, { 0xE3E3D9, 0x434303 }, { 0x54543B, 0xFEFE95 } },
  [FL_LOOK_BUFFER] = { "buffer", "BF", FL_STROKE_SOLID, { 0xE6DEF2, 0x5924AA }, { 0x3D2F52, 0xA165F5 } },
  [FL_LOOK_OUTPUT] = { "output", "OU", FL_STROKE_SOLID, { 0xE8E9EC, 0x646D7F }, { 0x33383D, 0x758AA0 } },
  [FL_LOOK_FOLDED] = { "folded group", "GR", FL_STROKE_SOLID, { 0xFFFFFF, 0x1A1A1A }, { 0x262626, 0xFFFFFF } },
  [FL_LOOK_OPAQUE] = { "unknown operator", "??", FL_STROKE_DASHED, { 0xF3E3E1, 0xB3261E }, { 0x4A2F2D, 0xFF8A80 } },
};
G_STATIC_ASSERT (G_N_ELEMENTS (looks) == FL_N_LOOKS);

static const FlEdgeInfo edge_looks[] = {
  [FL_EDGE_DATA] = { "data", FL_STROKE_SOLID, 1.5, 0x5B6270, 0xA9B2C1 },
  [FL_EDGE_MUTATION] = { "mutation", FL_STROKE_SOLID, 2, 0x9B6810, 0xF8A70E },
  [FL_EDGE_WEAK] = { "order only", FL_STROKE_DOTTED, 1.5, 0x5B6270, 0xA9B2C1 },
  [FL_EDGE_ALIAS] = { "view", FL_STROKE_DOUBLE, 1, 0x0E5139, 0x47EAA2 },
  [FL_EDGE_REUSE] = { "memory reuse", FL_STROKE_DASH_DOT, 1.5, 0x5924AA, 0xB78CFA },
  [FL_EDGE_REFUSED] = { "illegal fusion", FL_STROKE_LONG_DASH, 1.5, 0xB3261E, 0xFF8A80 },
  [FL_EDGE_REJECTED] = { "fusion not worth it", FL_STROKE_DASH_DOT, 1.5, 0x9A5B00, 0xFFB74D },
  [FL_EDGE_UNTRIED] = { "fusion not tried", FL_STROKE_DOTTED, 1.5, 0x5B6270, 0xA9B2C1 },
};

/* Colours of marks, from the same computation as the looks of edges above: at least 22 apart by sight, 4.5:1 on the
 * canvas. */
static const FlMarkInfo marks[] = {
  [FL_MARK_NONE] = { "", "not compared", FL_STROKE_SOLID, 0x54585F, 0xC4C7CC },
  [FL_MARK_SAME] = { "=", "PyTorch has the same", FL_STROKE_SOLID, 0x0D401D, 0xB9EFBB },
  [FL_MARK_CHANGED] = { "≠", "PyTorch has it with another text", FL_STROKE_DASH_DOT, 0x2C7A9B, 0x4E95B3 },
  [FL_MARK_THEIRS] = { "P", "a kernel that only PyTorch has", FL_STROKE_DASHED, 0xC8471D, 0xE0764F },
  [FL_MARK_OURS] = { "F", "only Fuseloom has it", FL_STROKE_DOTTED, 0x9800DC, 0xAD5CFF },
};
G_STATIC_ASSERT (G_N_ELEMENTS (marks) == FL_N_MARKS);

static const FlRelationInfo relations[] = {
  [FL_RELATION_SAME] = { "=", 0x54585F, 0xC4C7CC },
  [FL_RELATION_JOINED] = { "+", 0x1B6E35, 0x6FD08C },
  [FL_RELATION_PART] = { "−", 0xB3261E, 0xFF8A80 },
  [FL_RELATION_REGROUPED] = { "~", 0x3949AB, 0x9FA8FF },
};
G_STATIC_ASSERT (G_N_ELEMENTS (relations) == FL_N_RELATIONS);

const FlRelationInfo *
fl_relation_get_info (FlRelation relation)
{
  g_assert (relation < FL_N_RELATIONS);
  return &relations[relation];
}

static const FlThemeInfo themes[] = {
  { 0xFAFAFA, 0x1A1A1A, 0x54585F, 0x1A1A1A, 0x0B57D0, 0x0B57D0, 0x000000, 0.045 },
  { 0x1E1E1E, 0xF5F5F5, 0xC4C7CC, 0xFFFFFF, 0x7CB7FF, 0x7CB7FF, 0x000000, 0.06 },
};

const FlLookInfo *
fl_look_get_info (FlLook look)
{
  g_assert (look < FL_N_LOOKS);
  return &looks[look];
}

const FlEdgeInfo *
fl_edge_look_get_info (FlEdgeLook look)
{
  g_assert (look < G_N_ELEMENTS (edge_looks));
  return &edge_looks[look];
}

const FlMarkInfo *
fl_mark_get_info (FlMark mark)
{
  g_assert (mark < FL_N_MARKS);
  return &marks[mark];
}

const FlThemeInfo *
fl_theme_get_info (gboolean dark)
{
  return &themes[dark ? 1 : 0];
}

guint32
fl_heat_get_color (double heat, guint32 *text)
{
  static const guint32 steps[] = { 0x00204C, 0x31446B, 0x666970, 0x958F78, 0xCAB969, 0xFFE945 };
  guint step = (guint) (CLAMP (heat, 0.0, 1.0) * 5.999);

  if (text != NULL)
    *text = step < 3 ? 0xFFFFFF : 0x000000;
  return steps[step];
}

guint
fl_stroke_get_dashes (FlStroke stroke, double width, double dashes[4])
{
  double w = MAX (width, 1.0);

  switch (stroke)
    {
    case FL_STROKE_DASHED: dashes[0] = 4 * w, dashes[1] = 2.5 * w; return 2;
    case FL_STROKE_DOTTED: dashes[0] = 1.2 * w, dashes[1] = 2 * w; return 2;
    case FL_STROKE_DASH_DOT: dashes[0] = 5 * w, dashes[1] = 2 * w, dashes[2] = 1.2 * w, dashes[3] = 2 * w; return 4;
    case FL_STROKE_LONG_DASH: dashes[0] = 7 * w, dashes[1] = 4 * w; return 2;
    case FL_STROKE_SOLID:
    case FL_STROKE_DOUBLE: break;
    }
  return 0;
}

void
fl_color_set (cairo_t *cr, guint32 color, double alpha)
{
  cairo_set_source_rgba (cr, ((color >> 16) & 0xff) / 255.0, ((color >> 8) & 0xff) / 255.0, (color & 0xff) / 255.0,
                         alpha);
}
