/* Rows that a lane keeps in registers: which ones, for fl-pass-keep-rows.c. */
#pragma once

#include "fl-loop-program.h"

G_BEGIN_DECLS

enum
{
  FL_KEEP_MOST_ELEMENTS = 64, /* of a lane, all rows together; a thread has 255 registers */
  FL_KEEP_MOST_ROWS = 8
};

/* A load or a store, and the loops and guards of its lane that it stands under. */
typedef struct
{
  FlValueId value; /* of a load; 0: a store */
  FlHomeId home;
  const FlSym *index;
  FlStmtId parent;  /* the innermost of them */
  const char *path; /* interned: loops by axis, guards by condition */
  guint64 axes;     /* of these loops */
} FlKeepTouch;

typedef struct
{
  FlHomeId home, kept;
  const FlSym *index, *place; /* of the argument, and in the registers */
  FlStmtId first;             /* whose children load it, or store it; 0: a row that the kernel makes */
  gboolean is_stored;         /* to memory, too, and first */
  FlValueId load;
  guint64 axes;
  gint64 n;
} FlKeepRow;

typedef struct
{
  FlLoopKernel *kernel;
  FlStmtId lane;                    /* the loop over lanes; 0: none */
  guint64 lane_axis, vectors, open; /* open: axes around a lane's statements, and its own */
  gboolean is_shared_out;           /* several blocks are to have a multiprocessor's registers */
  gboolean is_of_cluster;           /* each of which has a part of a row only */
  GArray *loads;                    /* FlKeepTouch, in order */
  guint n_rows;
  FlKeepRow rows[FL_KEEP_MOST_ROWS];
  gint64 n_elements;
} FlKeeper;

/* Fills in what there is to keep: rows, and where they lie. loads: empty. */
void fl_keep_rows_find (FlKeeper *self, FlStmtId root);

G_END_DECLS
