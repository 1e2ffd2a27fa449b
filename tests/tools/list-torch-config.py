#!/usr/bin/env python3
"""The options of torch._inductor.config by version, and Fuseloom's answer to each.

    list-torch-config.py --write FILE FOLDER...   writes core/base/fl-torch-config.def; a FOLDER is site-packages of one PyTorch
    list-torch-config.py --check FILE [FOLDER...] exit 1 when a name of these PyTorches is not in the table, or has no answer;
                                                  without a FOLDER the PyTorch that this Python would import; 77: there is none

Names are read from the source of torch/_inductor/config.py, which is not run: assignments of the module and of its
classes (cpp, triton, ...). The answers stand in fl-torch-config-answers.txt beside the table: a pattern of names and a
reason a line, of which the first that fits counts; options that Fuseloom has itself come first."""
import ast
import fnmatch
import importlib.util
import os
import re
import sys

IGNORED = {"TYPE_CHECKING", "_cache_config_ignore_prefix", "_save_config_ignore"}


def default_of(value):
    """What a plain expression gives where no variable of the environment is set, as Python writes it; "": not plain."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "Config":
        value = next((keyword.value for keyword in value.keywords if keyword.arg == "default"), None)
    if isinstance(value, ast.Compare) and isinstance(value.ops[0], ast.Eq) and isinstance(value.left, ast.Call):
        given = value.left.args[1] if len(value.left.args) > 1 else ast.Constant(None)
        if isinstance(given, ast.Constant) and isinstance(value.comparators[0], ast.Constant):
            return str(given.value == value.comparators[0].value)
    if isinstance(value, ast.Constant) and "\"" not in repr(value.value) and "\\" not in repr(value.value):
        return repr(value.value)
    return ""


def names_of(body, classes, prefix=""):
    """Assigned names with their defaults, those inside of `if` and `try` included; a class gives its own and those that it inherits, with its
    name before them."""
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            classes[statement.name] = statement
            bases = [classes[base.id] for base in statement.bases if isinstance(base, ast.Name) and base.id in classes]
            for one in [statement, *bases]:
                yield from names_of(one.body, {}, prefix + statement.name + ".")
        elif isinstance(statement, (ast.If, ast.Try, ast.With)):
            for inner in ("body", "orelse", "finalbody"):
                yield from names_of(getattr(statement, inner, []), classes, prefix)
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield prefix + statement.target.id, default_of(statement.value)
        elif isinstance(statement, ast.Assign):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    yield prefix + target.id, default_of(statement.value)


def read_torch(folder):
    """(2, 15), and the names of its options with their defaults."""
    with open(os.path.join(folder, "torch", "version.py"), encoding="utf-8") as file:
        version = re.search(r"__version__ = ['\"](\d+)\.(\d+)", file.read())
    with open(os.path.join(folder, "torch", "_inductor", "config.py"), encoding="utf-8") as file:
        tree = ast.parse(file.read())
    return (int(version[1]), int(version[2])), {n: d for n, d in names_of(tree.body, {}) if n not in IGNORED}


def read_answers(path):
    answers = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            if line and not line.startswith("#"):
                kind, patterns, reason = re.match(r"(\w+) (\S+): (.+)", line).groups()
                answers += [(kind, pattern, reason) for pattern in patterns.split(",")]
    return answers


def read_options(path):
    with open(path, encoding="utf-8") as file:
        return set(re.findall(r'^OPTION_\w+ \(\w+, "([^"]+)"', file.read(), re.M))


def answer(name, options, answers):
    if name in options:
        return "OPTION", ""
    for kind, pattern, reason in answers:
        if fnmatch.fnmatchcase(name, pattern):
            return kind, reason
    return None


def write(path, folders):
    base = os.path.dirname(path)
    options = read_options(os.path.join(base, "fl-options.def"))
    answers = read_answers(os.path.join(base, "fl-torch-config-answers.txt"))
    torches = sorted((read_torch(folder) for folder in folders), key=lambda torch: torch[0])
    newest = torches[-1][0]
    lines = []
    for name in sorted(set().union(*(names.keys() for _, names in torches))):
        having = [version for version, names in torches if name in names]
        found = answer(name, options, answers)
        if found is None:
            sys.exit(f"{name}: no answer in fl-torch-config-answers.txt")
        since = having[0]
        until = having[-1] if having[-1] != newest else (0, 0)
        default = next(names[name] for _, names in reversed(torches) if name in names)
        lines.append('CONFIG ("%s", %d, %d, %s, "%s", "%s")\n'
                     % (name, since[0] * 100 + since[1], until[0] * 100 + until[1], found[0], default, found[1]))
    with open(path, "w", encoding="utf-8") as out:
        out.write("/* Options of torch._inductor.config, by tests/tools/list-torch-config.py: name, first and last version (215 for 2.15;\n"
                  " * 0: still there; 204 is the oldest that was looked at), what becomes of it here, its last default where that is a plain value,\n"
                  " * and why (fl-torch-config-answers.txt).\n"
                  " * OPTION: Fuseloom has an option of that name. NOTHING: no influence on the stages that Fuseloom follows.\n"
                  " * UNMODELLED: it would change them, and does not here. */\n")
        out.writelines(lines)
        out.write("#undef CONFIG\n")
    print(f"{len(lines)} options of {len(torches)} versions")


def check(path, folders):
    if not folders:
        spec = importlib.util.find_spec("torch")
        if spec is None:
            sys.exit(77)
        folders = [os.path.dirname(os.path.dirname(spec.origin))]
    with open(path, encoding="utf-8") as file:
        known = set(re.findall(r'^CONFIG \("([^"]+)"', file.read(), re.M))
    missing = 0
    for folder in folders:
        version, names = read_torch(folder)
        for name in sorted(names.keys() - known):
            print(f"PyTorch {version[0]}.{version[1]}: {name} is not in {path}")
            missing += 1
    return 1 if missing else 0


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("--write", "--check"):
        sys.exit(__doc__)
    sys.exit((write if sys.argv[1] == "--write" else check)(sys.argv[2], sys.argv[3:]))
