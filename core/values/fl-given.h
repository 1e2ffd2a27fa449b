/* Tensors that the user gives: values of inputs and constants, and results that are expected. A set is made once and
 * only read afterwards, so that threads may share it. */
#pragma once

#include "fl-array.h"
#include "fl-sizes.h"

G_BEGIN_DECLS

typedef enum
{
  FL_GIVEN_INPUT,    /* a placeholder */
  FL_GIVEN_CONSTANT, /* the value of a get_attr node */
  FL_GIVEN_RESULT,   /* of the graph, lists opened */
  FL_GIVEN_WRITTEN   /* a placeholder after the run */
} FlGivenKind;

typedef struct
{
  FlGivenKind kind;
  guint position;         /* of the input or the result */
  const char *name;       /* interned: of the placeholder, of the constant (the node's target), of the result's node */
  const FlTensor *wanted; /* shape and type in the graph */
  FlArray *array;
  char *path; /* of its file, with the name in it */
} FlGivenTensor;

typedef struct _FlGiven FlGiven;

/* For inputs and constants, or for results of the graph, which is referenced. */
FlGiven *fl_given_new (const FlGraph *graph, gboolean of_results);
FlGiven *fl_given_dup (const FlGiven *given); /* shares the tensors */
void fl_given_free (FlGiven *given);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlGiven, fl_given_free)

/* "NAME=FILE.npy"; FILE.safetensors when it has one tensor, or one of that name. What was given for the name before is
 * replaced. */
gboolean fl_given_add_assignment (FlGiven *given, const char *assignment, GError **error);
/* A folder of files or one file: the names of tensors, or of .npy files without the suffix, are those of inputs and
 * constants, or "input0", "input1", … by position; of results "out0", "out1", … by position or their nodes' names, and
 * of inputs that the graph writes. A name that the graph does not have is an error, as is a folder without any. */
gboolean fl_given_add_path (FlGiven *given, const char *path, GError **error);

guint fl_given_get_n (const FlGiven *given); /* NULL: 0 */
const FlGivenTensor *fl_given_get (const FlGiven *given, guint i);
const FlArray *fl_given_find (const FlGiven *given, FlGivenKind kind,
                              guint position); /* NULL: not given; given may be NULL */
const FlGivenTensor *fl_given_find_tensor (const FlGiven *given, FlGivenKind kind,
                                           guint position);                       /* NULL: not given */
const FlArray *fl_given_find_constant (const FlGiven *given, const char *target); /* NULL: not given */

/* What the shapes of given inputs tell of size symbols: FlSizeValue are added to sizes, which has what was asked for.
 * FL_ERROR_SHAPE names the file, the dimension and what it should be. */
gboolean fl_given_find_sizes (const FlGiven *given, GArray *sizes, GError **error);
/* What the shapes of expected results tell of symbols that are not in sizes yet; whether they fit is found when they
 * are compared. */
void fl_given_learn_sizes (const FlGiven *expected, GArray *sizes);

G_END_DECLS
