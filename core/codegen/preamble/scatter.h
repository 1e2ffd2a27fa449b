/* Elements to anywhere: a position of 32 bits a lane. */
#pragma once

#include "naming.h"
#include "types.h"
#include "vector.h"
#include "memory.h"
#include "narrow.h"
#include "wide.h"
#include "wide-memory.h"

#define STEM fl_scatter_
#define PUT =
#define REMARK To p[at], lane by lane: of several that go to one place the last one stays.

#define NAME f32
#define ELEMENT float
#define VECTOR fl_vec
#define LANES FL_LANES
#include "scatter-template.h"

#define NAME f64
#define ELEMENT double
#define VECTOR fl_f64
#define LANES FL_WIDE
#include "scatter-template.h"

#define NAME i32
#define ELEMENT int32_t
#define VECTOR fl_i32
#define LANES FL_LANES
#include "scatter-template.h"

#define NAME i64
#define ELEMENT int64_t
#define VECTOR fl_i64
#define LANES FL_WIDE
#include "scatter-template.h"

#define NAME bf16
#define ELEMENT uint16_t
#define VECTOR fl_vec
#define LANES FL_LANES
#include "scatter-template.h"

#define NAME f16
#define ELEMENT uint16_t
#define VECTOR fl_vec
#define LANES FL_LANES
#include "scatter-template.h"

#define NAME u8
#define ELEMENT uint8_t
#define VECTOR fl_i32
#define LANES FL_LANES
#include "scatter-template.h"

#define NAME i8
#define ELEMENT int8_t
#define VECTOR fl_i32
#define LANES FL_LANES
#include "scatter-template.h"

#define NAME bool
#define ELEMENT uint8_t
#define VECTOR fl_mask
#define LANES FL_LANES
#include "scatter-template.h"

#undef STEM
#undef PUT
#undef REMARK
#define STEM fl_scatter_add_
#define PUT +=
#define REMARK p[at] += x, lane by lane: several may go to one place.

#define NAME f32
#define ELEMENT float
#define VECTOR fl_vec
#define LANES FL_LANES
#include "scatter-template.h"

#define NAME f64
#define ELEMENT double
#define VECTOR fl_f64
#define LANES FL_WIDE
#include "scatter-template.h"

#define NAME i32
#define ELEMENT int32_t
#define VECTOR fl_i32
#define LANES FL_LANES
#include "scatter-template.h"

#define NAME i64
#define ELEMENT int64_t
#define VECTOR fl_i64
#define LANES FL_WIDE
#include "scatter-template.h"

#undef STEM
#undef PUT
#undef REMARK

#define NAME f32
#define ELEMENT float
#include "scatter-same-template.h"

#define NAME f64
#define ELEMENT double
#include "scatter-same-template.h"

#define NAME i32
#define ELEMENT int32_t
#include "scatter-same-template.h"

#define NAME i64
#define ELEMENT int64_t
#include "scatter-same-template.h"
