/* Neighbours in memory. */
#pragma once

/* Elements that one instruction loads or stores, 16 bytes at most, from a multiple of their size on. */
template <typename T, int n> struct alignas (sizeof (T) * n) fl_pack { T at[n]; };
