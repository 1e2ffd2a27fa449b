#!/usr/bin/env python3
"""Object files of a floor use each other without circles, but for the knots that KNOTS allows; and none uses a floor above its own.

    check-knots.py KNOTS NM LIBRARY...          LIBRARY: the static library of a floor, lowest floor first
    check-knots.py --print NM LIBRARY...        the knots that there are, as KNOTS has them

A knot is a set of object files each of which reaches each other one by the symbols that it uses: calls, and addresses of
functions and data. Nothing in it can be understood, tested or moved by itself. KNOTS lists those that there are, a floor and
indented below it the files, and then the reason, as one of
    stays (FILE.c): WHY         recursion that is in the nature of the thing; a comment of that file speaks of this recursion
    to be undone: HOW
A knot that is new or grew fails, with a circle that closes it; so does one that shrank or is gone, until it is struck from the
list, and one without a reason. Exits 1 then, and 77 where nm tells no symbols (objects of link-time optimization).
"""
import collections
import pathlib
import re
import subprocess
import sys

WIDTH = 120


def read_symbols(nm, library):
    """Of each object file: the global symbols that it defines, and those that it does not."""
    defined, wanted = collections.defaultdict(set), collections.defaultdict(set)
    text = subprocess.run([nm, "-A", library], capture_output=True, text=True, check=True).stdout
    for line in text.splitlines():
        match = re.match(r".*?([^/:\[\]]+?)\.c\.o\]?:\s*[0-9a-fA-F]*\s+(\w)\s+(\S+)$", line)
        if match and match[2] in "Uw":
            wanted[match[1]].add(match[3])
        elif match and (match[2].isupper() or match[2] in "iu"): # i: one of several versions, chosen as the program starts
            defined[match[1]].add(match[3])
    return defined, wanted


def find_uses(defined, wanted):
    """Of each object file: the others that it uses, each with one of the symbols."""
    home = {symbol: name for name, symbols in defined.items() for symbol in symbols}
    uses = {name: {} for name in sorted({*defined, *wanted})}
    for name, symbols in wanted.items():
        for symbol in sorted(symbols & home.keys()):
            if home[symbol] != name:
                uses[name].setdefault(home[symbol], symbol)
    return uses


def find_knots(uses):
    """Strongly connected components of more than one file (Tarjan's, without recursion)."""
    index, low, stack, knots = {}, {}, [], []
    for root in uses:
        work = [(root, iter(uses[root]))] if root not in index else []
        while work:
            name, rest = work[-1]
            if name not in index:
                index[name] = low[name] = len(index)
                stack.append(name)
            other = next((other for other in rest if other not in index or other in stack), None)
            if other is not None and other not in index:
                work.append((other, iter(uses[other])))
            elif other is not None:
                low[name] = min(low[name], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == index[name]:
                    knot = stack[stack.index(name):]
                    del stack[stack.index(name):]
                    if len(knot) > 1:
                        knots.append(frozenset(knot))
    return knots


def find_circle(uses, knot, through):
    """A shortest way from the file back to itself, as text."""
    before, queue = {}, collections.deque([through])
    while through not in before:
        name = queue.popleft()
        for other in uses[name]:
            if other in knot and other not in before:
                before[other] = name
                queue.append(other)
    way = [through]
    while len(way) == 1 or way[-1] != through:
        way.append(before[way[-1]])
    way.reverse()
    return "\n".join(f"    {a} uses {uses[a][b]} of {b}" for a, b in zip(way, way[1:]))


def print_knot(floor, knot):
    lines, line = [floor], " "
    for name in sorted(knot):
        if len(line) + 1 + len(name) > WIDTH:
            lines.append(line)
            line = " "
        line += " " + name
    return "\n".join(lines + [line])


def read_allowed(path):
    """Floor, files and reason of each knot."""
    allowed = []
    for line in pathlib.Path(path).read_text().splitlines():
        line = line.split("#")[0].rstrip()
        if line and not line[0].isspace():
            allowed.append((line, set(), []))
        elif line and (allowed[-1][2] or re.match(r"\s*(stays \(|to be undone:)", line)):
            allowed[-1][2].append(line.strip())
        elif line:
            allowed[-1][1].update(line.split())
    return [(floor, frozenset(names), " ".join(reason)) for floor, names, reason in allowed]


def check_reasons(root, allowed):
    bad = 0
    for floor, names, reason in allowed:
        match = re.fullmatch(r"(?:stays \(([\w-]+)\.c\)|to be undone): *\S.*", reason)
        source = root / floor / f"{match[1]}.c" if match and match[1] else None
        if not match:
            wrong = "has no reason, stays (FILE.c): WHY or to be undone: HOW"
        elif source and match[1] not in names:
            wrong = f"stays because of {match[1]}, which is not in it"
        elif source and not (source.is_file() and re.search(r"/\*(?:(?!\*/).)*\brecursion", source.read_text(), re.S | re.I)):
            wrong = f"stays, but no comment of {source.name} speaks of its recursion"
        else:
            continue
        print(f"{floor}: the knot of {' '.join(sorted(names))} {wrong}")
        bad += 1
    return bad


def compare(floor, uses, knots, allowed):
    bad = 0
    left = [names for owner, names, reason in allowed if owner == floor]
    for knot in knots:
        if knot in left:
            left.remove(knot)
            continue
        bad += 1
        near = max(left, key=lambda names: len(names & knot), default=frozenset())
        if not near & knot:
            print(f"{floor}: a new knot of {len(knot)} files: {' '.join(sorted(knot))}\n{find_circle(uses, knot, min(knot))}")
            continue
        left.remove(near)
        for name in sorted(knot - near):
            print(f"{floor}: {name} joined a knot of {len(near)} files:\n{find_circle(uses, knot, name)}")
        for name in sorted(near - knot):
            print(f"{floor}: {name} is out of its knot: strike it from the list")
    for names in left:
        print(f"{floor}: no knot any more, strike it from the list: {' '.join(sorted(names))}")
    return bad + len(left)


def check_floors(root, given, allowed):
    """All floors of FLOORS in its order; the window's need not be built."""
    listed = [line.split("#")[0].partition("<-")[0].strip() for line in (root / "FLOORS").read_text().splitlines()]
    bad = 0
    if [floor for floor in listed if floor and (floor in given or not floor.startswith("ui/"))] != given:
        print(f"FLOORS and the libraries that are looked at (tests/meson.build) differ: {' '.join(given)}")
        bad += 1
    for floor in sorted({floor for floor, names, reason in allowed} - set(listed)):
        print(f"{floor}: no such floor, strike its knots from the list")
        bad += 1
    return bad


def main():
    path, nm, libraries = sys.argv[1], sys.argv[2], sys.argv[3:]
    allowed = [] if path == "--print" else read_allowed(path)
    floors, homes, n_symbols, bad = [], {}, 0, 0
    for library in libraries:
        parts = pathlib.PurePath(library).parent.parts
        floor = "/".join(parts[-2:]) if parts[-1] != "app" else "app"
        defined, wanted = read_symbols(nm, library)
        floors.append((floor, defined, wanted))
        homes.update({symbol: (len(floors), floor) for symbols in defined.values() for symbol in symbols})
        n_symbols += len(homes)
    if n_symbols == 0:
        sys.exit(77)
    for level, (floor, defined, wanted) in enumerate(floors, 1):
        uses = find_uses(defined, wanted)
        knots = sorted(find_knots(uses), key=lambda knot: min(knot))
        if path == "--print":
            print("\n".join(print_knot(floor, knot) for knot in knots), end="\n" if knots else "")
            continue
        for name in sorted(wanted):
            for symbol in sorted(wanted[name]):
                if homes.get(symbol, (0, ""))[0] > level:
                    print(f"{floor}: {name} uses {symbol} of a floor above, {homes[symbol][1]}")
                    bad += 1
        bad += compare(floor, uses, knots, allowed)
    if path != "--print":
        root = pathlib.Path(path).resolve().parents[2]
        bad += check_floors(root, [floor for floor, *rest in floors], allowed) + check_reasons(root, allowed)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
