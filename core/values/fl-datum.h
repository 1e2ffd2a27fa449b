/* A value of any kind that an operator takes or yields. */
#pragma once

#include "fl-array.h"

G_BEGIN_DECLS

typedef enum
{
  FL_DATUM_NONE,
  FL_DATUM_TENSOR,
  FL_DATUM_INT,
  FL_DATUM_FLOAT,
  FL_DATUM_BOOL,
  FL_DATUM_STRING,
  FL_DATUM_DTYPE,
  FL_DATUM_LIST
} FlDatumKind;

/* Any argument or result. */
typedef struct _FlDatum FlDatum;
struct _FlDatum
{
  FlDatumKind kind;
  const char *keyword;  /* arguments only; interned or literal */
  struct _FlView *view; /* the reference interpreter's: a reference; else NULL */
  gint64 integer;       /* INT, BOOL */
  double number;        /* FLOAT */
  const char *text;     /* borrowed */
  FlDtype dtype;
  guint n_items;
  FlDatum *items;
};

G_END_DECLS
