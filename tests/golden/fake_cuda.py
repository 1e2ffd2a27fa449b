"""A CUDA device that is not there: enough of one for Inductor to lower, schedule and write code for it.

Tensors are fake (shape, stride, dtype, device, no data).  What Inductor asks the driver is answered from the public
data of an H200: 132 multiprocessors, compute capability 9.0, 65,536 registers and 2,048 threads a multiprocessor.
Nothing is measured, so choices that Inductor would make by timing are not made; with its default settings it makes none.
"""
import contextlib
import types
from unittest import mock

import torch
import torch._dynamo.device_interface as device_interface
import torch._inductor.fx_passes.joint_graph as joint_graph
import torch._subclasses.fake_tensor as fake_tensor
import torch.utils._triton as triton
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map

H200 = types.SimpleNamespace(
    name="NVIDIA H200", major=9, minor=0, multi_processor_count=132, warp_size=32, total_memory=150_000_000_000,
    regs_per_multiprocessor=65536, max_threads_per_multi_processor=2048, max_threads_per_block=1024,
    shared_memory_per_block=49152, shared_memory_per_block_optin=232448, shared_memory_per_multiprocessor=233472,
    L2_cache_size=62914560, gcnArchName="", is_integrated=0, clock_rate=1980000, memory_clock_rate=3201000,
    memory_bus_width=6144)


def returns(value):
    """A new function each time: Dynamo keeps a table by function."""
    return lambda *args, **kwargs: value


class OnCpu(TorchDispatchMode):
    """Calls that name a CUDA device are done on the CPU."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        def place(value):
            return torch.device("cpu") if isinstance(value, torch.device) else value
        return func(*tree_map(place, args), **tree_map(place, kwargs or {}))


def folding_on_cpu(real_run):
    """Inductor folds tensors of one value by computing them, which needs a device that computes."""
    def run(self):
        with OnCpu():
            return real_run(self)
    return run


def patches():
    """(object, attribute, value) for each question that the driver would answer."""
    answers = {
        "is_available": True, "device_count": 1, "current_device": 0, "get_device_properties": H200,
        "get_device_capability": (9, 0), "get_device_name": H200.name, "is_bf16_supported": True,
        "is_current_stream_capturing": False, "memory_allocated": 0, "set_device": None, "synchronize": None,
        "_exchange_device": 0, "_maybe_exchange_device": 0, "_lazy_init": None, "set_rng_state": None,
    }
    answers = {name: returns(value) for name, value in answers.items()}
    answers["get_rng_state"] = lambda *args, **kwargs: torch.zeros(16, dtype=torch.uint8, device="cpu")
    for name, value in answers.items():
        yield torch.cuda, name, value
    interface = device_interface.CudaInterface
    for name, value in answers.items():
        if name in vars(interface) and name != "is_available":
            yield interface, name, staticmethod(value)
    yield interface.Worker, "get_device_properties", staticmethod(returns(H200))
    yield interface.Worker, "current_device", staticmethod(returns(0))
    folder = joint_graph.UniformValueConstantFolder
    yield folder, "run", folding_on_cpu(folder.run)
    yield triton, "triton_hash_with_backend", returns("no-backend")
    yield FakeTensorMode, "avoid_device_init", property(lambda self: True)
    if hasattr(fake_tensor, "init_gpu_context"):  # up to 2.14
        yield fake_tensor, "init_gpu_context", returns(None)


@contextlib.contextmanager
def fake_cuda():
    with contextlib.ExitStack() as stack:
        for owner, name, value in patches():
            stack.enter_context(mock.patch.object(owner, name, value))
        stack.enter_context(FakeTensorMode(allow_non_fake_inputs=True))
        yield
