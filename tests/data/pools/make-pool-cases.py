#!/usr/bin/env python3
"""Ask TorchInductor's own pool planner where blocks go: `python make-pool-cases.py > cases.txt`, with PyTorch installed.

Random blocks (size in bytes, lifetime in runs of planning lines, output or not) in every mode of config.memory_pool, in the order in
which the planner takes them. One case is a line: the mode, then a block each: size,begin,end,output,pool,offset; a second line has each
pool's size."""
import random
import types

import sympy
import torch
from torch._inductor import config
from torch._inductor.codegen import memory_planning as planning


class Node:
    """As much of a buffer as the planner looks at."""

    def __init__(self, name):
        self.name = name

    def get_name(self):
        return self.name

    def get_layout(self):
        return types.SimpleNamespace(size=[])

    def get_device(self):
        return torch.device("cpu")


def plan(blocks, mode):
    pools = planning.AllocationPools()
    made = [planning.Allocation(Node(f"buf{i}"), planning.LiveRange(begin, end), size_hint=size, symbolic_size=sympy.Integer(size))
            for i, (size, begin, end, _) in enumerate(blocks)]
    with config.patch(memory_pool=mode):
        outputs = [a for a, block in zip(made, blocks) if block[3] and mode != "combined"]
        others = [a for a, block in zip(made, blocks) if not (block[3] and mode != "combined")]
        for block in sorted(outputs, key=lambda x: (x.size_hint, -len(x.live_range))):
            pools.allocate_output(block)
        for block in sorted(others, key=lambda x: (-x.size_hint, -len(x.live_range))):
            pools.allocate(block)
        pools.finalize()
    sizes = [int(pool.root.get_symbolic_size()) for pool in pools.get_pools(made[0])]
    return [(int(a.pool.name[4:]), int(a.offset)) for a in made], sizes


def main():
    draw = random.Random(11)
    for case in range(240):
        mode = ("none", "intermediates", "outputs", "combined")[case % 4]
        n_steps = draw.randint(2, 40)
        blocks = []
        for _ in range(draw.choice((1, 3, 6, 12, 25, 40))):
            begin = draw.randrange(n_steps)
            end = draw.randint(begin + 1, min(n_steps, begin + draw.choice((1, 2, 5, 40))))
            size = draw.choice((draw.randint(1, 40) * 64, draw.randint(1, 2000), 4096))
            is_output = draw.random() < 0.2
            blocks.append((size, begin, n_steps + 1 if is_output else end, is_output))
        places, sizes = plan(blocks, mode)
        print(mode, *(f"{size},{begin},{end},{int(is_output)},{pool},{offset}"
                      for (size, begin, end, is_output), (pool, offset) in zip(blocks, places)))
        print("sizes", *sizes)


main()
