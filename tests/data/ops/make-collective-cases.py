#!/usr/bin/env python3
"""Write numeric cases of collectives, carried out by PyTorch's "fake" process group as rank 0 of 2: collective.json.gz.

    make-collective-cases.py [-o FOLDER]

The form of the file is that of make-op-cases.py, which writes those of a group of one.
"""
import argparse
import gzip
import importlib.util
import json
import os

import torch
import torch.distributed
from torch.testing._internal.distributed.fake_pg import FakeStore

from op_values import real

HERE = os.path.dirname(os.path.abspath(__file__))


def load_writer():
    spec = importlib.util.spec_from_file_location("make_op_cases", os.path.join(HERE, "make-op-cases.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def calls(group):
    pair = [real(2, 3), real(4)]
    return [("all_reduce", (real(4, 3), "sum", group)), ("all_reduce", (real(2, dtype=torch.bfloat16), "avg", group)),
            ("all_reduce", (torch.arange(5), "max", group)), ("all_reduce_", (real(4, 3), "sum", group)),
            ("all_reduce_coalesced", (pair, "sum", group)), ("all_gather_into_tensor", (real(4, 3), 2, group)),
            ("all_gather_into_tensor", (real(3), 2, group)), ("all_gather_into_tensor_coalesced", (pair, 2, group)),
            ("reduce_scatter_tensor", (real(4, 3), "sum", 2, group)), ("reduce_scatter_tensor", (real(2), "avg", 2, group)),
            ("reduce_scatter_tensor_coalesced", (pair, "sum", 2, group)),
            ("all_to_all_single", (real(4, 3), [2, 2], [2, 2], group)), ("all_to_all_single", (real(4, 3), [3, 1], [1, 3], group)),
            ("broadcast", (real(4, 3), 0, group)), ("broadcast_", (real(3), 0, group)), ("wait_tensor", (real(3),))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", default=HERE, help="folder to write to (default: the folder of this script)")
    options = parser.parse_args()
    torch.manual_seed(0)
    torch.distributed.init_process_group("fake", rank=0, world_size=2, store=FakeStore())
    writer = load_writer()
    rows = [writer.run_case(f"_c10d_functional.{name}.default", args, {})[0] for name, args in calls(torch.distributed.group.WORLD.group_name)]
    text = "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n"
    with open(os.path.join(options.output, "collective.json.gz"), "wb") as file:
        file.write(gzip.compress(text.encode(), mtime=0))
    print(f"collective: {len(rows)} cases")


if __name__ == "__main__":
    main()
