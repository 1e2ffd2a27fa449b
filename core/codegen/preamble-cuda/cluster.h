/* Clusters: their blocks have each other's shared memory in reach, and wait for each other (compute capability 9.0). */
#pragma once

#include "types.h"

/* The thread is here, and goes on; what it wrote is there for those that wait for it. */
FL_INLINE void fl_cluster_arrive ()
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  asm volatile ("barrier.cluster.arrive.release;" ::: "memory");
#elif !defined __CUDA_ARCH__
  emulated_cluster_arrive ();
#endif
}

/* Until all threads of the cluster have arrived. */
FL_INLINE void fl_cluster_wait ()
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  asm volatile ("barrier.cluster.wait.acquire;" ::: "memory");
#elif !defined __CUDA_ARCH__
  emulated_cluster_wait ();
#endif
}

FL_INLINE void fl_cluster_barrier ()
{
  fl_cluster_arrive ();
  fl_cluster_wait ();
}

/* Where the element lies in another block's shared memory. */
template <typename T> FL_INLINE T *fl_cluster_map (T *place, int rank)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  T *there;
  asm ("mapa.u64 %0, %1, %2;" : "=l" (there) : "l" (place), "r" (rank));
  return there;
#elif !defined __CUDA_ARCH__
  return (T *) emulated_cluster_map (place, rank);
#else
  return place;
#endif
}

/* Into the shared memory of all n blocks. */
template <int n, typename T> FL_INLINE void fl_cluster_store (T *place, T value)
{
#pragma unroll
  for (int rank = 0; rank < n; rank++)
    *fl_cluster_map (place, rank) = value;
}
