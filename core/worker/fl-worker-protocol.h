/* The protocol between a program and its fuseloom-worker.
 *
 * The worker is started with three inherited descriptors besides stdin, stdout and stderr: 3 is the
 * exchange memory (a file in memory that holds inputs and outputs) and 4 the control page
 * (FlControlPage). Every line on stdin is one JSON object with a member "do"; every line on stdout
 * is one JSON object. A line with "progress" may come any number of times before the answer; an
 * answer has "ok": true, or "ok": false with "code" (a name of FlErrorCode in lower case) and
 * "message".
 *
 *   {"do":"hello","threads":N,"limit_bytes":N,"timeout_s":N}
 *       -> {"ok":true,"pid":N,"threads":N,"machine":TEXT,"compiler":TEXT,"library":TEXT,
 *       "confined":{"seccomp":BOOL,"landlock":VERSION,"relaxed":BOOL,"missing":TEXT or absent}}:
 * what is refused to kernels; timeout_s, of one answer, bounds their processor time
 *   {"do":"compile","modules":[{"module":M,"name":TEXT,"source":TEXT}],"cache":PATH or
 * null,"fault":"compile" or absent}
 *       -> {"ok":true,"modules":[{"cached":BOOL,"ns":N,"note":TEXT or
 * absent}],"cpu_ns":N,"compiler":TEXT}: all modules at once. note: what of the cache was passed
 * over, and why. With "later":true the answer is {"ok":true} at once; {"do":"compiled"} waits and
 * answers as above. Programs may be sent in between.
 *   {"do":"program","id":P,"modules":[M],"arena_bytes":N,"exchange_bytes":N,
 *    "tensors":[{"name":TEXT,"offset":N,"bytes":N,"element_bytes":N,"load":N,"save":N,"storage":N,"fixed":true
 * or absent}], storage: tensors of one hold each other's values; -1: not of the plan. load, save:
 * place in the exchange memory, or -1; fixed: an input that no step writes "steps":[STEP]}
 *       -> {"ok":true,"ns":N,"fill_ns":N,"pack_ns":N}: what preparing library calls, making inputs
 * and packing those that products read in every run alike took With "choices":true the ways of
 * library calls and chains that an earlier "tune" found the fastest, kept in the folder "cache"
 * (absent: the user's), are taken, and what is found is kept there. A tensor with
 * "fill":TEXT,"fan_in":N,"n":N,"dtype":"f32" is an input that the worker makes (FlInputFill): nothing is copied.
 *       STEP is {"kernel":NAME,"buffers":[tensor numbers],"sizes":[N],"bytes":N,"phases":[PHASE]}:
 * compiled functions, called one after the other; PHASE is
 * {"name":SYMBOL,"extent":N,"step":N,"threads":N}: parts begin at multiples of step, and more
 *       threads than so many are not worth their start. With "group":N,"own":[N],"stores":[BOOL],
 * the lists one each a buffer, so many parts of the only phase together have so many bytes of it to
 * themselves (0: shared), and store there. Without "phases" there is one function, NAME, and
 * "extent" is the step's. Or
 *       {"extern":"aten.mm.default","name":NAME,"args":[DATUM],"out":[TENSOR or
 * null],"bytes":N,"seed":N}: a library call, its results in "out", in order; seed is for operators
 * that draw random numbers. Any step may have "stomp":[offset,bytes,offset,bytes…]: pieces of the
 * arena that "run" (not "measure") fills with ones, which are NaNs, after the step; and
 * "free":[offset,bytes…], the same pieces for "track". A kernel's step may have "writes":[tensor
 * numbers]: with guard zones, what else is alive must not change. "planned_bytes":N in a program:
 * the part of the arena that a memory plan lays out, from its start.
 *   "zones":[offset,bytes,first,last,tensor…] in a program: guard zones that "run" fills before
 * step `first` and looks at after each step up to `last`; a kernel that wrote into one ends the run
 * with an error that names it. DATUM is null, true, false, {"i":"12"}, {"f":"0.5"}, {"s":TEXT},
 * {"d":"f32"}, {"l":[DATUM]} or a TENSOR
 *       {"t":tensor number,"dtype":"f32","sizes":[N],"strides":[N],"offset":N,"mutated":true or
 * absent}; "k":KEYWORD beside it makes a keyword argument (null and the booleans are then
 * {"n":true}, {"b":BOOL}).
 *   {"do":"run","id":P,"track":true or absent,"tune":true or absent,"panels":"measured", "always"
 * or "never","fault":"crash" or "hang" or absent}
 *       ->
 * {"ok":true,"ns":N,"index_errors":N,"memory_limit":N,"choices":[{"step":N,"what":TEXT,"own_ns":N,"library_ns":N,"packed_bytes":N,"unsure":BOOL}],
 *       "chains":[{"first":N,"n":N,"panels":N,"chain_ns":N,"apart_ns":N,"on":BOOL}]}: inputs copied
 * in, every step run once, outputs copied out; index_errors: indices outside of their tensors that
 * kernels met; with "tune", library calls try the ways there are and keep the fastest. choices:
 * what each became; times 0 where they were not taken. With "track" also "page_bytes":N and
 *       "resident":[N]: bytes of the planned part that the process held after each step, in whole
 * pages; what is free after a step is given back before the next.
 *   {"do":"measure","ids":[P],"samples":N,"budget_ns":N}
 *       ->
 * {"ok":true,"programs":[{"totals":[N],"dropped":N,"steps":[[N]]}],"foreign":SHARE,"counters":[[[N,N,N]]]}
 *       counters: of each program and step, cycles, instructions and cache misses of all threads,
 * waiting ones included; without them "no_counters":TEXT says why. Times are nanoseconds a run.
 * totals[k] of all programs were taken in the same round, so they make pairs. foreign: of all
 * processors' time, what other processes used meanwhile.
 *   {"do":"ceilings","streams":[{"kind":"read", "copy", "add" or
 * "fill","bytes":N}],"memory":BOOL,"samples":N}
 *       -> {"ok":true,"rows":[{"kind":TEXT,"bytes":N,"ns":[N]}],"flops_per_s":[N],"ping_pong_ns":N}
 *       STREAM loops of about so many bytes in all, each also with non-temporal stores, and peak FMA
 * throughput, by all threads; memory: a copy larger than all caches, too. With
 * "functions":{"source":TEXT,"n":N,"cache":PATH or absent}, a unit with functions fl_call_0 …
 * (fl_codegen_dup_calls), the answer has "functions":[[N]]: of each, nanoseconds an element in the
 * L1 cache, by all threads at once, a thread; absent where the unit cannot be compiled.
 *
 * A worker that was started with FL_WORKER_FOR_GPU runs CUDA programs. Differences: "hello" answers
 * "device":{"name":TEXT,"capability":90,"multiprocessors":N,"l2_bytes":N,"memory_bytes":N,"driver":13000} too; modules
 * are CUDA C++; of a PHASE, extent is the number of blocks and step that of threads. "run" answers
 * "places":[{"place":"kernel", "library" or "host","why":TEXT or absent}], one a step, and
 * "library":TEXT where products have one: host steps ran on the CPU,
 * between copies. "measure": steps of the host have no times; "totals" are of one CUDA graph, "plain":[N] of plain
 * launches; "no_graph":TEXT says why totals are these, too. "ceilings" has one row, "device copy".
 *
 * End of input ends the worker. Whatever else happens to it (signals, time-outs) is seen and
 * reported by the owner, who finds the name of the kernel that was running in the control page. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

enum
{
  FL_WORKER_EXCHANGE_FD = 3,
  FL_WORKER_CONTROL_FD = 4
};

/* In the environment where it is more than usual: bytes that the worker may map at once. */
#define FL_WORKER_LARGEST_MAP "FUSELOOM_WORKER_LARGEST_MAP"

/* The argument of a worker whose kernels are for a GPU. */
#define FL_WORKER_FOR_GPU "--gpu"

enum
{
  FL_WORKER_EXIT_REFUSED = 97 /* control page: refused */
};

enum
{
  FL_MAX_RANGES = 512
};

/* Shared by both processes. kernel is what runs now: empty between kernels. ranges: what a checked kernel
 * (cpu.sanitize) may touch. */
typedef struct
{
  char kernel[512];
  guint32 is_library; /* not a graph's kernel, but ours or a library's */
  gint32 refused;     /* not 0: the number of a system call that was refused, and 1 */
  guint32 n_ranges;
  struct
  {
    guint64 begin, bytes, element_bytes;
    char name[64];
  } ranges[FL_MAX_RANGES];
} FlControlPage;

/* "limit" of FL_ERROR_LIMIT, and back; what is no such name or code: "worker". */
const char *fl_worker_get_code_name (int code);
int fl_worker_find_code (const char *name);

G_END_DECLS
