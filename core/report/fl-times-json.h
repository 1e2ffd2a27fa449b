/* Names that the reader and the writer of times share. The format is described in data/schema/times.schema.json. */
#pragma once

#define FL_TIMES_FORMAT "fuseloom.times"

enum
{
  FL_TIMES_VERSION = 1,
  FL_TIMES_MAX_PARTS = 256,
  FL_TIMES_MAX_KERNELS = 100000 /* of one program */
};
