"""PyTorch's times for the CPU benchmark: eager and torch.compile, one graph at a time.

Started by bench-cpu. Reads one JSON object a line and answers with one:
  {"do": "load", "text": FX, "limits": {input: n}, "modes": [...]}  -> {"ok": true, "modes": [{"mode", "compile_s"} or error]}
  {"do": "measure", "samples": n}                                     -> {"ok": true, "samples": {mode: [ns]}}

What torch.compile gives is timed twice: as a user calls it ("compile"), with the guards that Python checks before each call, and
the generated code alone ("compile code"), called with the inputs in order, as our kernels are.
"""
import json
import math
import os
import re
import sys
import time
import warnings

N_THREADS = int(sys.argv[1])
os.environ.setdefault("OMP_NUM_THREADS", str(N_THREADS))
# On the processors that our worker pins its threads to, in interleaved rounds with it: a slower processor must not decide who wins.
ALL_PROCESSORS = os.sched_getaffinity(0)
PROCESSORS = sorted(ALL_PROCESSORS)[:N_THREADS]
if N_THREADS > 1:
    os.environ.setdefault("OMP_PROC_BIND", "true")
    os.environ.setdefault("OMP_PLACES", ",".join("{%d}" % p for p in PROCESSORS))
warnings.filterwarnings("ignore")
import torch
import torch._dynamo
import torch._inductor.config as inductor
from torch._inductor.output_code import CompiledFxGraph

torch.set_num_threads(N_THREADS)
inductor.compile_threads = 1
MIN_SAMPLE_NS = 100_000
TYPES = {"f64": torch.float64, "f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16, "i64": torch.int64, "i32": torch.int32,
         "i16": torch.int16, "i8": torch.int8, "u8": torch.uint8, "b8": torch.bool}


seen = []
call_graph = CompiledFxGraph.__call__


def note_call(self, inputs):
    seen.append((self, list(inputs)))
    return call_graph(self, inputs)


def find_code(call, inputs):
    """The generated code of the only graph that a compiled function runs, and its inputs."""
    seen.clear()
    CompiledFxGraph.__call__ = note_call
    try:
        call(*inputs)
    finally:
        CompiledFxGraph.__call__ = call_graph
    if len(seen) != 1:
        return None
    graph, given = seen[0]
    seen.clear()
    code = graph.current_callable
    return lambda: code(list(given))


def make_input(text, limit, generator):
    type_match = re.match(r"(\w+)\[([\d, ]*)\](?:\[([\d, ]*)\])?", text)
    if type_match is None:
        raise ValueError(f"input {text}: only tensors of known sizes are compared")
    dtype, sizes, strides = type_match.groups()
    sizes, strides = ([int(s) for s in (part or "").split(",") if s.strip()] for part in (sizes, strides))
    if limit is not None:
        made = torch.randint(0, limit, sizes, generator=generator).to(TYPES[dtype])
    else:
        made = torch.randn(sizes, generator=generator)
        made = made > 0 if dtype == "b8" else made.to(TYPES[dtype])
    if not strides or made.numel() == 0:
        return made
    placed = torch.empty_strided(sizes, strides, dtype=TYPES[dtype])
    return placed.copy_(made)


class Subject:
    def __init__(self, message):
        scope = {"torch": torch, "device": torch.device, "inf": math.inf, "nan": math.nan}
        exec(message["text"].replace("class <lambda>", "class GraphModule"), scope)
        module = scope["GraphModule"]()
        generator = torch.Generator().manual_seed(0)
        names = {k: v for k, v in type(module).forward.__annotations__.items() if k != "return"}
        self.inputs = [make_input(v, message["limits"].get(k), generator) for k, v in names.items()]
        self.calls, self.answers, self.repeats = {}, [], {}
        for mode in message["modes"]:
            try:
                self.add(mode, module)
            except Exception as error:  # a mode that cannot compile is told, not hidden
                self.answers.append({"mode": mode, "error": f"{type(error).__name__}: {error}"[:300]})

    def add(self, mode, module):
        torch._dynamo.reset()
        begin = time.perf_counter()
        call = module
        if mode != "eager":
            call = torch.compile(module, dynamic=False, options={"max_autotune": mode == "max-autotune"})
        call(*self.inputs)
        elapsed = time.perf_counter() - begin
        inputs = self.inputs
        self.keep(mode, lambda: call(*inputs), elapsed)
        code = find_code(call, inputs) if mode != "eager" else None
        if code is not None:
            self.keep(mode + " code", code, elapsed)

    def keep(self, mode, run, elapsed):
        self.calls[mode] = run
        run()
        begin = time.perf_counter_ns()
        run()
        once = max(time.perf_counter_ns() - begin, 1)
        self.repeats[mode] = max(1, min(10000, MIN_SAMPLE_NS // once + 1)) if once < MIN_SAMPLE_NS else 1
        self.answers.append({"mode": mode, "compile_s": elapsed})

    def measure(self, n):
        os.sched_setaffinity(0, PROCESSORS[:1])
        try:
            return self.take_samples(n)
        finally:
            os.sched_setaffinity(0, ALL_PROCESSORS)  # compiling may use them all

    def take_samples(self, n):
        samples = {mode: [] for mode in self.calls}
        for call in self.calls.values():
            call()  # warm: another process ran meanwhile
        for i in range(n):
            order = list(self.calls.items())
            for mode, call in order if i % 2 == 0 else reversed(order):
                repeats = self.repeats[mode]
                if repeats > 1:
                    call()  # warm: another mode ran meanwhile
                begin = time.perf_counter_ns()
                for _ in range(repeats):
                    call()
                samples[mode].append((time.perf_counter_ns() - begin) / repeats)
        return samples


def main():
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print is not ours
    subject = None
    print(json.dumps({"ok": True, "version": torch.__version__, "threads": torch.get_num_threads(),
                      "capability": torch.backends.cpu.get_cpu_capability()}), file=out, flush=True)
    with torch.no_grad():
        for line in sys.stdin:
            message = json.loads(line)
            try:
                if message["do"] == "load":
                    subject = None  # what came before must not be measured in place of what cannot be loaded
                    subject = Subject(message)
                    answer = {"ok": True, "modes": subject.answers}
                else:
                    answer = {"ok": True, "samples": subject.measure(message["samples"]) if subject else {}}
            except Exception as error:
                answer = {"ok": False, "message": f"{type(error).__name__}: {error}"[:500]}
            print(json.dumps(answer), file=out, flush=True)


main()
