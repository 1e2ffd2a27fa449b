"""Listen to Inductor's scheduler while it fuses: rounds, candidates with scores, refusals with reasons, fusions."""
import contextlib
from unittest import mock

from torch._inductor import scheduler
from torch._inductor.virtualized import V


def name_pair(pair):
    return f"{pair[0].get_name()} {pair[1].get_name()}"


def show_score(score):
    """field=value for a score that is a tuple with names, str () for any other."""
    fields = getattr(score, "_fields", None) or getattr(score, "__dataclass_fields__", None)
    if not fields:
        return str(score)
    return " ".join(f"{field}={getattr(score, field)}" for field in fields)


class Listener:
    def __init__(self):
        self.lines = []
        self.rounds = 0

    def add(self, text):
        self.lines.append("  " + text)

    def text(self):
        return "\n".join(self.lines) + "\n"


def listening_methods(listener):
    """(class, method name, replacement) for each place where a decision passes by."""
    owner, refusal = scheduler.Scheduler, scheduler.WhyNoFuse
    fuse_once, possible, highest = owner.fuse_nodes_once, owner.get_possible_fusions, \
        owner.get_possible_fusions_with_highest_priority
    fuse_two, refuse = owner.fuse_two_nodes, refusal.__call__

    def new_fuse_once(self, nodes, is_reorder_round=False):
        listener.rounds += 1
        kind = " with loop reordering" if is_reorder_round else ""
        listener.lines.append(f"round {listener.rounds}{kind}: {len(nodes)} nodes")
        return fuse_once(self, nodes, is_reorder_round)

    def new_possible(self, nodes, is_reorder_round=False):
        result = possible(self, nodes, is_reorder_round)
        for pair in result:
            listener.add(f"candidate {name_pair(pair)}: {show_score(V.choices.score_fusion(self, *pair))}")
        return result

    def new_highest(self, possible_fusions):
        result = highest(self, possible_fusions)
        for pair in possible_fusions:
            if pair not in result:
                listener.add(f"postponed {name_pair(pair)}: the backend gives it a lower priority")
        return result

    def new_fuse_two(self, node1, node2, *args, **kwargs):
        listener.add(f"fused {name_pair((node1, node2))}")
        return fuse_two(self, node1, node2, *args, **kwargs)

    def new_refuse(self, reason, *args):
        refuse(self, reason, *args)
        listener.add(f"refused {self.name1} {self.name2}: {' '.join((reason % args).split())}")

    yield owner, "fuse_nodes_once", new_fuse_once
    yield owner, "get_possible_fusions", new_possible
    yield owner, "get_possible_fusions_with_highest_priority", new_highest
    yield owner, "fuse_two_nodes", new_fuse_two
    yield refusal, "__call__", new_refuse


@contextlib.contextmanager
def listening():
    listener = Listener()
    with contextlib.ExitStack() as stack:
        for owner, name, method in listening_methods(listener):
            stack.enter_context(mock.patch.object(owner, name, method))
        yield listener


def origins(nodes):
    """One line a scheduler node: name, kind of IR, FX nodes that it came from, in the order of the graph."""
    order = {node: i for i, node in enumerate(V.graph.graph.nodes)}
    lines = []
    for node in nodes:
        operation = node.node
        data = getattr(operation, "data", None)
        kind = type(data).__name__ if data is not None else type(operation).__name__
        kind += f"/{data.reduction_type}" if hasattr(data, "reduction_type") else ""
        found = sorted(getattr(operation, "origins", ()), key=lambda fx: order.get(fx, len(order)))
        buffers = " ".join(buffer.get_name() for buffer in node.get_outputs())
        lines.append(f"{node.get_name()} {kind} -> {buffers}: {' '.join(fx.name for fx in found)}")
    return "\n".join(lines) + "\n"
