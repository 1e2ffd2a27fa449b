/* The painter: one function for canvas, minimap, PNG and PDF. Order: clusters, arrows, boxes,
 * marks. Draws in scene points: the caller has set the zoom on cr. Everything outside of `visible`
 * is skipped. */
#include <math.h>

#include "fl-scene-paint-private.h"

static const double min_text_px = 9;

/* --- clusters ------------------------------------------------------------------------------- */
static void
draw_cluster (FlBrush *brush, guint position)
{
  const FlSceneCluster *cluster = &brush->scene->clusters[position];
  FlBox box = brush->placement->clusters[position];
  gboolean is_module = cluster->item.kind == FL_ITEM_NONE;
  double zoom = brush->paint->zoom, size = fl_font_cluster;
  FlShape shape;

  if (box.width <= 0 || !fl_brush_sees (brush, box.x, box.y, box.width, box.height))
    return;
  fl_shape_init_rounded (&shape, &box, 10);
  fl_brush_trace_shape (brush, &shape);
  if (!brush->paint->high_contrast)
    {
      fl_brush_set_color (brush, is_module ? brush->theme->group : brush->theme->selection,
                          is_module ? brush->theme->group_tint * 0.7 : brush->theme->group_tint * 1.5);
      cairo_fill_preserve (brush->cr);
    }
  if (cluster->mark != FL_MARK_NONE)
    {
      fl_brush_set_color (brush, fl_mark_get_color (cluster->mark, brush->paint->dark), 1);
      fl_brush_set_stroke (brush, fl_mark_get_info (cluster->mark)->stroke, 2);
    }
  else
    {
      fl_brush_set_color (brush, is_module ? brush->theme->group : brush->theme->selection,
                          brush->paint->high_contrast ? 1 : (is_module ? 0.22 : 0.55));
      fl_brush_set_stroke (brush, is_module ? FL_STROKE_SOLID : FL_STROKE_DASHED, is_module ? 1 : 1.4);
    }
  cairo_stroke (brush->cr);
  /* The title keeps a readable size as long as its strip has room for it. */
  if (size * zoom < min_text_px)
    size = MIN (min_text_px / zoom, box.height * 0.4);
  if (size * zoom < min_text_px - 0.5 || box.width < size * 5)
    return;
  fl_brush_set_color (brush, is_module ? brush->theme->secondary : brush->theme->selection, 1);
  fl_brush_draw_text (brush, cluster->title,
                      &(FlTextSpot) { .x = box.x + 10,
                                      .y = box.y + MAX (14, size * 1.2),
                                      .max_width = box.width - 16,
                                      .size = size,
                                      .bold = TRUE });
}

/* --- boxes ---------------------------------------------------------------------------------- */
typedef struct
{
  const FlSceneNode *node;
  FlBox box;
  guint32 fill, stroke, text, secondary;
  double alpha; /* of text and stroke: weak for faded boxes */
  FlShape shape;
} Card;

static void
choose_colors (FlBrush *brush, Card *card)
{
  FlColorPair pair = fl_look_get_colors (card->node->look, brush->paint->dark);
  gboolean shows_heat = brush->paint->heat && card->node->heat >= 0;

  card->fill = brush->paint->high_contrast ? brush->theme->canvas : pair.fill;
  card->stroke = pair.stroke;
  card->text = brush->theme->text;
  card->secondary = brush->theme->secondary;
  card->alpha = card->node->is_faded ? 0.6 : 1;
  if (shows_heat)
    {
      card->fill = fl_heat_get_color (card->node->heat, &card->text);
      card->secondary = card->text;
    }
}

/* Heat is asked for, but nobody knows this one: hatched, never zero. */
static void
draw_hatch (FlBrush *brush, const Card *card)
{
  cairo_save (brush->cr);
  cairo_clip_preserve (brush->cr);
  cairo_new_path (brush->cr);
  for (double x = -card->box.height; x < card->box.width; x += 8)
    {
      cairo_move_to (brush->cr, card->box.x + x, card->box.y + card->box.height);
      cairo_line_to (brush->cr, card->box.x + x + card->box.height, card->box.y);
    }
  fl_brush_set_color (brush, card->stroke, 0.25);
  fl_brush_set_stroke (brush, FL_STROKE_SOLID, 1);
  cairo_stroke (brush->cr);
  cairo_restore (brush->cr);
}

/* Two more cards behind the first: there is more inside. */
static void
draw_stack (FlBrush *brush, const Card *card)
{
  for (int i = 2; i > 0; i--)
    {
      FlBox box = { card->box.x + 3 * i, card->box.y + 3 * i, card->box.width, card->box.height };
      FlShape shape;

      fl_shape_init (&shape, card->node->look, &box);
      fl_brush_trace_shape (brush, &shape);
      fl_brush_set_color (brush, card->fill, 1);
      cairo_fill_preserve (brush->cr);
      fl_brush_set_color (brush, card->stroke, 0.45);
      fl_brush_set_stroke (brush, FL_STROKE_SOLID, 1);
      cairo_stroke (brush->cr);
    }
}

static void
draw_band (FlBrush *brush, const Card *card)
{
  cairo_save (brush->cr);
  fl_brush_trace_shape (brush, &card->shape);
  cairo_clip (brush->cr);
  cairo_rectangle (brush->cr, card->box.x, card->box.y, FL_BOX_BAND, card->box.height);
  fl_brush_set_color (brush, card->stroke, card->node->is_faded ? 0.45 : 1);
  cairo_fill (brush->cr);
  cairo_restore (brush->cr);
  /* The band's outer edge is solid, whatever the pattern of the outline. */
  cairo_save (brush->cr);
  cairo_rectangle (brush->cr, card->box.x - 2, card->box.y - 2, FL_BOX_BAND + 2, card->box.height + 4);
  cairo_clip (brush->cr);
  fl_brush_trace_shape (brush, &card->shape);
  fl_brush_set_color (brush, card->stroke, card->node->is_faded ? 0.45 : 1);
  fl_brush_set_stroke (brush, FL_STROKE_SOLID, 1.3);
  cairo_stroke (brush->cr);
  cairo_restore (brush->cr);
}

static void
draw_outline (FlBrush *brush, const Card *card)
{
  const FlLookInfo *info = fl_look_get_info (card->node->look);
  double width = brush->paint->high_contrast ? 3 : 1.3;

  fl_brush_trace_shape (brush, &card->shape);
  fl_brush_set_color (brush, card->stroke, card->alpha);
  if (info->stroke == FL_STROKE_DOUBLE && brush->detail > FL_DETAIL_GLYPH)
    {
      FlBox inner = { card->box.x + 2.5, card->box.y + 2.5, card->box.width - 5, card->box.height - 5 };
      FlShape shape;

      fl_brush_set_stroke (brush, FL_STROKE_SOLID, width * 0.85);
      cairo_stroke (brush->cr);
      fl_shape_init (&shape, card->node->look, &inner);
      fl_brush_trace_shape (brush, &shape);
      fl_brush_set_color (brush, card->stroke, card->alpha * 0.5);
      fl_brush_set_stroke (brush, FL_STROKE_SOLID, width * 0.7);
      cairo_stroke (brush->cr);
      return;
    }
  fl_brush_set_stroke (brush, info->stroke, width);
  cairo_stroke (brush->cr);
  if (card->node->look == FL_LOOK_BUFFER)
    {
      cairo_move_to (brush->cr, card->box.x, card->box.y + 5);
      cairo_curve_to (brush->cr, card->box.x, card->box.y + 11.7, card->box.x + card->box.width, card->box.y + 11.7,
                      card->box.x + card->box.width, card->box.y + 5);
      cairo_stroke (brush->cr);
    }
}

static void
draw_glyph (FlBrush *brush, const Card *card)
{
  const char *glyph = fl_look_get_info (card->node->look)->glyph;
  double zoom = brush->paint->zoom, middle = card->box.y + card->box.height / 2;

  if (brush->detail >= FL_DETAIL_TITLE)
    {
      double size = MIN (MAX (fl_font_glyph, min_text_px * 0.8 / zoom), 13);
      double inset = fl_shape_get_inset (card->node->look) * 0.35;

      fl_brush_set_color (brush, brush->paint->dark ? 0x1A1A1A : 0xFFFFFF, 1);
      fl_brush_draw_text (brush, glyph,
                          &(FlTextSpot) { .x = card->box.x + FL_BOX_BAND / 2.0 + inset,
                                          .y = middle + size * 0.36,
                                          .size = size,
                                          .bold = TRUE,
                                          .centered = TRUE });
      return;
    }
  double size = MIN (min_text_px * 1.15 / zoom, card->box.height * 0.75);
  fl_brush_set_color (brush, card->text, card->alpha);
  fl_brush_draw_text (brush, glyph,
                      &(FlTextSpot) { .x = card->box.x + card->box.width / 2,
                                      .y = middle + size * 0.36,
                                      .size = size,
                                      .bold = TRUE,
                                      .centered = TRUE });
}

static void
draw_lines (FlBrush *brush, const Card *card)
{
  const FlSceneNode *node = card->node;
  double inset = fl_shape_get_inset (node->look);
  double x = card->box.x + FL_BOX_BAND + FL_BOX_PAD_X + inset * 0.7;
  double width = card->box.x + card->box.width - FL_BOX_PAD_X * 0.5 - inset * 0.6 - x;
  double height = FL_BOX_TITLE + (node->n_lines > 1 ? (node->n_lines - 1) * FL_BOX_LINE : 0);
  double y = card->box.y + (card->box.height - height) / 2 + (node->look == FL_LOOK_BUFFER ? 3 : 0);

  if (node->n_lines == 0)
    return;
  fl_brush_set_color (brush, card->text, card->alpha);
  if (brush->detail == FL_DETAIL_TITLE)
    {
      double size = MIN (MAX (fl_font_title, min_text_px / brush->paint->zoom), card->box.height * 0.62);
      fl_brush_draw_text (brush, node->lines[0],
                          &(FlTextSpot) { .x = x,
                                          .y = card->box.y + card->box.height / 2 + size * 0.36,
                                          .max_width = width,
                                          .size = size,
                                          .bold = TRUE });
      return;
    }
  fl_brush_draw_text (brush, node->lines[0],
                      &(FlTextSpot) { .x = x, .y = y + 11.5, .max_width = width, .size = fl_font_title, .bold = TRUE });
  fl_brush_set_color (brush, card->secondary, card->alpha);
  for (guint i = 1; i < node->n_lines; i++)
    fl_brush_draw_text (brush, node->lines[i],
                        &(FlTextSpot) { .x = x,
                                        .y = y + FL_BOX_TITLE + (i - 1) * FL_BOX_LINE + 10,
                                        .max_width = width,
                                        .size = fl_font_line });
}

static void
draw_badges (FlBrush *brush, const Card *card)
{
  const char *badges = card->node->badges;
  double x = card->box.x + card->box.width - 4;

  for (; badges != NULL && *badges != '\0'; badges++, x -= 15)
    {
      char letter[2] = { *badges, '\0' };

      cairo_new_path (brush->cr);
      cairo_arc (brush->cr, x, card->box.y, 7, 0, 2 * G_PI);
      fl_brush_set_color (brush, *badges == '!' ? 0xB3261E : 0x5924AA, 1);
      cairo_fill_preserve (brush->cr);
      fl_brush_set_color (brush, brush->theme->canvas, 1);
      fl_brush_set_stroke (brush, FL_STROKE_SOLID, 1);
      cairo_stroke (brush->cr);
      fl_brush_set_color (brush, 0xFFFFFF, 1);
      fl_brush_draw_text (brush, letter,
                          &(FlTextSpot) { .x = x, .y = card->box.y + 3.3, .size = 9, .bold = TRUE, .centered = TRUE });
    }
}

static void
draw_mark (FlBrush *brush, const Card *card, guint32 color, double width, double glow)
{
  double grow = width / 2 + 1;
  FlBox box = { card->box.x - grow, card->box.y - grow, card->box.width + 2 * grow, card->box.height + 2 * grow };
  FlShape shape;

  fl_shape_init (&shape, card->node->look, &box);
  fl_brush_trace_shape (brush, &shape);
  if (glow > 0)
    {
      fl_brush_set_color (brush, color, glow);
      fl_brush_set_stroke (brush, FL_STROKE_SOLID, width + 6);
      cairo_stroke_preserve (brush->cr);
    }
  fl_brush_set_color (brush, color, 1);
  fl_brush_set_stroke (brush, FL_STROKE_SOLID, width);
  cairo_stroke (brush->cr);
}

static void
draw_block (FlBrush *brush, const Card *card)
{
  gboolean shows_heat = brush->paint->heat && card->node->heat >= 0;

  cairo_rectangle (brush->cr, card->box.x, card->box.y, card->box.width, card->box.height);
  fl_brush_set_color (brush, shows_heat ? card->fill : card->stroke, card->node->is_faded ? 0.4 : 0.85);
  cairo_fill (brush->cr);
}

static void
draw_node (FlBrush *brush, guint position)
{
  Card card = { .node = &brush->scene->nodes[position], .box = brush->placement->nodes[position] };
  guint8 lit = brush->paint->lit != NULL ? brush->paint->lit[position] : 0;
  double zoom = MAX (brush->paint->zoom, 0.01);

  if (!fl_brush_sees (brush, card.box.x - 12, card.box.y - 12, card.box.width + 24, card.box.height + 24))
    return;
  choose_colors (brush, &card);
  if (brush->detail == FL_DETAIL_BLOCK)
    draw_block (brush, &card);
  else
    {
      fl_shape_init (&card.shape, card.node->look, &card.box);
      if (card.node->look == FL_LOOK_FOLDED)
        draw_stack (brush, &card);
      else if (brush->detail == FL_DETAIL_FULL && !brush->paint->high_contrast && !card.node->is_faded)
        {
          FlBox below = { card.box.x + 0.5, card.box.y + 2, card.box.width, card.box.height };
          FlShape shadow;

          fl_shape_init (&shadow, card.node->look, &below);
          fl_brush_trace_shape (brush, &shadow);
          fl_brush_set_color (brush, brush->theme->shadow, brush->paint->dark ? 0.35 : 0.08);
          cairo_fill (brush->cr);
        }
      fl_brush_trace_shape (brush, &card.shape);
      fl_brush_set_color (brush, card.fill, 1);
      cairo_fill_preserve (brush->cr);
      if (brush->paint->heat && card.node->heat < 0)
        draw_hatch (brush, &card);
      if (brush->detail >= FL_DETAIL_TITLE)
        draw_band (brush, &card);
      draw_outline (brush, &card);
      draw_glyph (brush, &card);
      if (brush->detail >= FL_DETAIL_TITLE)
        draw_lines (brush, &card);
      if (brush->detail == FL_DETAIL_FULL)
        draw_badges (brush, &card);
    }
  if (lit & 2)
    draw_mark (brush, &card, brush->theme->selection, MAX (3, 2 / zoom), 0.25);
  else if (lit & 1)
    draw_mark (brush, &card, brush->theme->selection, MAX (2, 1.5 / zoom), 0);
  else if (brush->paint->hovered == (gint32) position)
    draw_mark (brush, &card, brush->theme->hover, MAX (1.5, 1 / zoom), 0.12);
}

/* What a kernel that is drawn as one thing is made of. */
static void
draw_shadow (FlBrush *brush, guint position)
{
  const FlSceneNode *node = &brush->scene->nodes[position];
  FlBox box = brush->placement->nodes[position];
  guint8 lit = brush->paint->lit != NULL ? brush->paint->lit[position] : 0;
  Card card = { .node = node, .box = box };
  FlShape shape;

  if (!fl_brush_sees (brush, box.x, box.y, box.width, box.height))
    return;
  fl_shape_init (&shape, node->look, &box);
  fl_brush_trace_shape (brush, &shape);
  fl_brush_set_color (brush, fl_look_get_colors (node->look, brush->paint->dark).stroke, 0.3);
  fl_brush_set_stroke (brush, FL_STROKE_SOLID, 1);
  cairo_stroke (brush->cr);
  if (lit != 0)
    draw_mark (brush, &card, brush->theme->selection, lit & 2 ? 3 : 2, 0);
}

static FlDetail
choose_detail (double zoom)
{
  if (fl_font_line * zoom >= min_text_px - 0.6)
    return FL_DETAIL_FULL;
  if (zoom >= 0.38)
    return FL_DETAIL_TITLE;
  return zoom >= 0.18 ? FL_DETAIL_GLYPH : FL_DETAIL_BLOCK;
}

void
fl_scene_paint (cairo_t *cr, const FlScene *scene, const FlPlacement *placement, const FlPaint *paint)
{
  FlPaint own = *paint;
  FlBrush brush = { .cr = cr,
                    .scene = scene,
                    .placement = placement,
                    .paint = &own,
                    .theme = fl_theme_get_info (paint->dark),
                    .visible = paint->visible };

  g_return_if_fail (placement->n_nodes == scene->n_nodes && placement->n_edges == scene->n_edges);
  if (!(own.zoom > 0) || !isfinite (own.zoom))
    own.zoom = 1;
  brush.detail = choose_detail (own.zoom);
  cairo_save (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  brush.layout = pango_cairo_create_layout (cr);
  pango_cairo_context_set_resolution (pango_layout_get_context (brush.layout), 72);
  pango_layout_set_ellipsize (brush.layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_single_paragraph_mode (brush.layout, TRUE);
  brush.font = pango_font_description_new ();
  pango_font_description_set_family_static (brush.font, FL_FONT_FAMILY);
  for (guint i = 0; paint->film == NULL && i < scene->n_clusters && i < placement->n_clusters; i++)
    draw_cluster (&brush, i);
  fl_brush_draw_hulls (&brush);
  if (paint->film != NULL)
    fl_brush_draw_film_groups (&brush);
  fl_brush_draw_outlines (&brush);
  fl_brush_draw_edges (&brush);
  for (guint i = 0; i < scene->n_nodes; i++)
    if (fl_brush_is_shadow (&brush, i))
      draw_shadow (&brush, i);
    else
      draw_node (&brush, i);
  fl_brush_draw_refusals (&brush);
  fl_brush_draw_marks (&brush);
  fl_brush_draw_hull_labels (&brush);
  fl_brush_draw_way (&brush);
  if (paint->film != NULL)
    fl_brush_draw_film_pair (&brush);
  pango_font_description_free (brush.font);
  g_object_unref (brush.layout);
  cairo_restore (cr);
}
