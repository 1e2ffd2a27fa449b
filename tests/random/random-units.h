/* Kernels of many programs in few translation units, and the workers that have them. */
#pragma once

#include "fl-execute.h"

#include "random-check.h"

G_BEGIN_DECLS

typedef struct _RndUnits RndUnits;

RndUnits *rnd_units_new (const RndCheckRequest *request);
void rnd_units_free (RndUnits *units);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RndUnits, rnd_units_free)

/* The program with its kernels called as the units call them, to be compiled with any of these
 * checks (bits 1 << FlSessionChecks). All programs are added before the first session is asked for.
 */
const FlProgram *rnd_units_add (RndUnits *units, FlArena *arena, const FlProgram *program, guint checks);

/* A worker that has all units with these checks. After an error in an execution it is to be
 * dropped: the next one is another. */
FlExecuteSession *rnd_units_get_session (RndUnits *units, FlSessionChecks checks, guint n_threads, GError **error);
void rnd_units_drop_session (RndUnits *units, FlSessionChecks checks, guint n_threads);

/* Why a kernel of the program, as added, is in no unit: the compiler's words; NULL: all are. */
const char *rnd_units_find_refused (RndUnits *units, const FlProgram *program);

G_END_DECLS
