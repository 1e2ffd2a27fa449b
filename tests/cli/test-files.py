#!/usr/bin/env python3
"""What the command line reads and writes: regular files only, up to a size, whole or not at all; nothing is lost in silence; every option
is taken or refused.

    test-files.py FUSELOOM_CLI SOURCE_DIR          prints TAP
"""
import ctypes
import gzip
import json
import os
import re
import resource
import signal
import stat
import subprocess
import sys
import tempfile
import threading

CLI, ROOT = sys.argv[1], sys.argv[2]
SOFTMAX = os.path.join(ROOT, "data/graphs/softmax.py")
PROBLEM = "id,lower,upper,size\n0,0,2,8\n1,1,3,8\n"
count = 0


def call(*words, timeout=120, **more):
    more.setdefault("stdin", subprocess.DEVNULL) if "input" not in more else None
    more.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([CLI, *words], stderr=subprocess.PIPE, timeout=timeout, **more)


def check(name, condition, note=""):
    global count
    count += 1
    print(f"{'ok' if condition else 'not ok'} {count} {name}", flush=True)
    if not condition:
        for line in str(note).splitlines()[:20]:
            print(f"# {line}")


def said(done):
    return done.stderr.decode("utf-8", "replace")


# --- inputs ---------------------------------------------------------------------------------------------------------


def make_odd(folder):
    """Paths that are there and no regular files."""
    fifo, link, loop = (os.path.join(folder, name) for name in ("fifo.py", "link.py", "loop.py"))
    os.mkfifo(fifo)
    os.symlink("/dev/zero", link)
    os.symlink(loop, loop)
    return ["/dev/zero", "/dev/null", "/dev/tty", folder, fifo, link, loop]


def readers(odd, folder):
    session, report = os.path.join(folder, "odd.fuseloom"), os.path.join(folder, "base.json")
    with open(session, "w") as file:
        json.dump({"fuseloom_session": 1, "graph": {"path": odd}, "variants": [], "bookmarks": []}, file)
    csv = os.path.join(folder, "odd.csv")
    if os.path.lexists(csv):
        os.remove(csv)
    os.symlink(odd, csv)
    named = os.path.join(folder, "named.fuseloom")
    if os.path.lexists(named):
        os.remove(named)
    os.symlink(odd, named)
    return {"graph": ("stages", odd), "session's graph": ("stages", session), "session": ("stages", named),
            "rules": ("stages", SOFTMAX, "--strategy", "pattern", "--rules", odd), "problem": ("plan", csv),
            "gate": ("gate", odd, SOFTMAX), "import": ("import", odd)}


def tensor_readers(path):
    fast = ("--no-verify", "--no-measure")
    expected = {} if os.path.isdir(path) else {"expected tensors": ("run", SOFTMAX, *fast, "--expect", path)}
    return expected | {"tensor": ("run", SOFTMAX, *fast, "--input", f"arg0_1={path}")}


def test_inputs(folder):
    for odd in make_odd(folder):
        for name, words in (readers(odd, folder) | tensor_readers(odd)).items():
            done = call(*words, timeout=30)
            check(f"{name} at {os.path.basename(odd)}: exit 1 and why", done.returncode == 1 and len(said(done)) > 20, (done.returncode, said(done)))
    # A hole of 1 GiB and a byte takes no room on the disk; it is refused by its size, before it is read.
    big = os.path.join(folder, "big.py")
    with open(big, "wb") as file:
        file.truncate((1 << 30) + 1)
    def with_little():
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))

    # A build with a sanitizer does not even start with so little.
    before = with_little if call("--version", preexec_fn=with_little).returncode == 0 else None
    for name, words in readers(big, folder).items():
        done = call(*words, timeout=30, preexec_fn=before)
        check(f"{name} of 1 GiB and 1: exit 1 and the limit", done.returncode == 1 and ("more than" in said(done) or "GiB" in said(done)), said(done))
    with open(big, "wb") as file:
        file.truncate((8 << 30) + 1)
    for name, words in tensor_readers(big).items():
        done = call(*words, timeout=30)
        check(f"{name} of 8 GiB and 1: exit 1 and the limit", done.returncode == 1 and "more than 8 GiB" in said(done), said(done))
    os.remove(big)
    packed = os.path.join(folder, "bomb.py")
    with gzip.open(packed, "wb", 9) as file:
        for _ in range(70):
            file.write(bytes(1 << 20))
    done = call("stages", SOFTMAX, "--strategy", "pattern", "--rules", packed, timeout=60)
    check("what unpacks to more than rules may have: exit 1", done.returncode == 1 and "more than" in said(done), said(done))


def test_standard_input():
    with open(SOFTMAX, "rb") as file:
        text = file.read()
    plain, piped = call("kernels", SOFTMAX), call("kernels", "-", input=text)
    check("- reads standard input", piped.returncode == 0 and piped.stdout == plain.stdout, said(piped))
    check("- reads gzip as well", call("kernels", "-", input=gzip.compress(text)).stdout == plain.stdout)
    check("- with nothing behind it: exit 1", call("stages", "-").returncode == 1)
    done = call("import", SOFTMAX, "-o", "-")
    check("-o - is standard output", done.returncode == 0 and json.loads(done.stdout)["format"] == "fuseloom.graph")


def test_changing_input(folder):
    """A file that grows and shrinks all the time: it is read whole, or refused; no half is taken for all."""
    path, stop = os.path.join(folder, "changing.py"), threading.Event()
    with open(SOFTMAX, "rb") as file:
        text = file.read()

    def change():
        while not stop.is_set():
            with open(path, "wb") as file:
                file.write(text[: len(text) // 2])
                file.flush()
                file.write(text[len(text) // 2:])

    thread = threading.Thread(target=change)
    thread.start()
    codes = {call("stages", path, "-q").returncode for _ in range(10)}
    stop.set()
    thread.join()
    check("a changing file: exit 0 or 1", codes <= {0, 1}, codes)


def test_long_names(folder):
    """No message repeats a name of a megabyte, wherever it stands."""
    long = "n" * (1 << 20)

    def graph(**more):
        nodes = [{"name": "x", "kind": "placeholder", "target": "x", "value": "f32[4][1]cpu"},
                 {"name": "y", "kind": "call", "target": "aten.relu.default", "args": [{"node": "x"}], "value": "f32[4][1]cpu"},
                 {"name": "output", "kind": "output", "target": "output", "args": [{"node": "y"}]}]
        for key, value in more.items():
            nodes[1][key] = value
        return {"format": "fuseloom.graph", "version": 1, "name": "g", "nodes": nodes}

    places = {"name": graph(name=long), "target": graph(target="aten." + long), "kind": graph(kind=long), "value": graph(value=long),
              "node": graph(args=[{"node": long}]), "dtype": graph(args=[{"node": "x"}, {"dtype": long}]), "keyword": graph(kwargs={long: 1}),
              "sym": graph(args=[{"node": "x"}, {"sym": long}]), "key": graph(args=[{long: "x"}]), "float": graph(args=[{"float": long}])}
    path = os.path.join(folder, "long.json")
    for name, json_graph in places.items():
        with open(path, "w") as file:
            json.dump(json_graph, file)
        done = call("stages", path)
        check(f"a megabyte as {name}: no signal, a short message", done.returncode in (0, 1) and len(done.stderr) < 5000 and len(done.stdout) < 20000,
              (done.returncode, len(done.stderr), len(done.stdout)))
    for words in (("stages", SOFTMAX, "--strategy", long[:100000]), ("stages", SOFTMAX, "--" + long[:100000]), (long[:100000],), ("why", SOFTMAX, long[:100000], "b"),
                  ("stages", long[:100000]), ("stages", SOFTMAX, "--set", long[:100000]), ("run", SOFTMAX, "--size", long[:100000])):
        done = call(*words)
        check(f"100000 letters to {words[0][:10]} {words[1][:6] if len(words) > 2 else ''}: a short message",
              done.returncode in (1, 2) and len(done.stderr) < 8000, (done.returncode, len(done.stderr)))


# --- outputs --------------------------------------------------------------------------------------------------------


def writers(out):
    """Every option that writes, to a file or folder."""
    csv = os.path.join(os.path.dirname(out), "problem.csv")
    with open(csv, "w") as file:
        file.write(PROBLEM)
    fast = ("--no-verify", "--no-measure")
    texts = {word: (word, SOFTMAX, "-o", out) for word in ("stages", "steps", "dump", "kernels", "plan", "import")}
    texts |= {"stages --json": ("stages", SOFTMAX, "--json", "-o", out), "why": ("why", SOFTMAX, "exp", "sum_1", "-o", out), "options": ("options", "-o", out),
              "gate": ("gate", SOFTMAX, SOFTMAX, "-o", out), "compare": ("compare", SOFTMAX, *fast, "-o", out), "problem": ("plan", csv, "-o", out),
              "export-problem": ("plan", SOFTMAX, "--export-problem", out), "dot": ("dump", SOFTMAX, "--dot", out)}
    for kind in ("svg", "pdf", "png"):
        texts[f"dump --{kind}"] = ("dump", SOFTMAX, f"--{kind}", out)
        texts[f"plan --{kind}"] = ("plan", SOFTMAX, f"--{kind}", out)
        texts[f"problem --{kind}"] = ("plan", csv, f"--{kind}", out)
    return texts


def named_writers(folder):
    """Those that want a name of their own: the file, and the words."""
    fast = ("--strategy", "inductor,none", "--no-verify", "--no-measure")
    found = {f"compare --{kind}": (os.path.join(folder, "o." + kind), ("compare", SOFTMAX, *fast, f"--{kind}", os.path.join(folder, "o." + kind)))
             for kind in ("svg", "pdf", "png")}
    session = os.path.join(folder, "o.fuseloom")
    return found | {"whatif": (session, ("whatif", SOFTMAX, "--realize", "exp", "-o", session))}


def all_writers(folder):
    out = os.path.join(folder, "out")
    return {name: (out, words) for name, words in writers(out).items()} | named_writers(folder)


def limit_files(size):
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def make_bare_environment(folder):
    """Before main is there the thread sanitizer writes half a MiB to a file of its own, which ends a program that may write none; where there is no folder for
    it, it does without. None: the environment as it is."""
    bare = os.environ | {"TMPDIR": os.path.join(folder, "nowhere")}
    done = call("--version", preexec_fn=limit_files(0))
    if done.returncode != -signal.SIGXFSZ:
        return None
    check("a file of the sanitizer's: without it the program begins", call("--version", preexec_fn=limit_files(0), env=bare).returncode == 0)
    return bare


def test_odd_outputs(folder):
    """What is no regular file stays what it is."""
    kinds = {"fifo": (os.mkfifo, stat.S_ISFIFO), "folder": (os.mkdir, stat.S_ISDIR), "link to nowhere": (lambda path: os.symlink("/nowhere/at/all", path), stat.S_ISLNK),
             "link to a device": (lambda path: os.symlink("/dev/null", path), stat.S_ISLNK)}
    for name, (out, words) in all_writers(folder).items():
        for kind, (make, is_kind) in kinds.items():
            make(out)
            done = call(*words, timeout=60)
            check(f"{name} to a {kind}: exit 1, it stays", done.returncode == 1 and is_kind(os.lstat(out).st_mode) and said(done), (done.returncode, said(done)))
            os.rmdir(out) if kind == "folder" else os.remove(out)
    for device in ("/dev/full", "/dev/null"):
        before = os.stat(device)
        done = call("stages", SOFTMAX, "-o", device)
        check(f"-o {device}: exit 1, it stays", done.returncode == 1 and os.stat(device).st_rdev == before.st_rdev, said(done))


def test_links(folder):
    target, link = os.path.join(folder, "target"), os.path.join(folder, "link")
    with open(target, "w") as file:
        file.write("old")
    os.chmod(target, 0o640)
    os.symlink("target", link)
    done = call("stages", SOFTMAX, "-o", link)
    with open(target) as file:
        text = file.read()
    check("a link stays, and its file is replaced with its rights", done.returncode == 0 and os.path.islink(link) and "decompose" in text
          and stat.S_IMODE(os.stat(target).st_mode) == 0o640, said(done))
    os.remove(link)
    os.remove(target)


def test_full_disk(folder, title, **more):
    """No file can be written whole: exit 1, a message, the old file, and nothing beside it."""
    for name, (out, words) in all_writers(folder).items():
        with open(out, "w") as file:
            file.write("old")
        before = set(os.listdir(folder))
        done = call(*words, timeout=60, **more)
        with open(out) as file:
            check(f"{name}, {title}: exit 1, the old file", done.returncode == 1 and file.read() == "old" and "could not be written" in said(done)
                  and set(os.listdir(folder)) == before, (done.returncode, said(done)))
        os.remove(out)
    done = call("report", SOFTMAX, "-o", os.path.join(folder, "report"), timeout=60, **more)
    check(f"report, {title}: exit 1", done.returncode == 1 and "could not be written" in said(done), said(done))


def test_tmpfs(folder):
    libc = ctypes.CDLL(None, use_errno=True)
    small = os.path.join(folder, "small")
    os.mkdir(small)
    if os.geteuid() != 0 or libc.mount(b"tmpfs", small.encode(), b"tmpfs", 0, b"size=8k") != 0:
        check("a full disk # SKIP: no file system can be mounted here", True)
        return
    try:
        with open(os.path.join(small, "filler"), "wb") as file:
            file.write(bytes(4096))
        for words in (("kernels", SOFTMAX), ("dump", SOFTMAX, "--stage", "codegen")):
            out = os.path.join(small, "x")
            done = call(*words, "-o", out)
            check(f"{words[0]} to a disk that is full: exit 1", done.returncode == 1 and "No space left" in said(done) and os.listdir(small) == ["filler"], said(done))
        for kind in ("svg", "pdf", "png"):
            done = call("dump", SOFTMAX, f"--{kind}", os.path.join(small, "x"))
            check(f"dump --{kind} to a disk that is full: exit 1", done.returncode == 1 and "No space left" in said(done) and os.listdir(small) == ["filler"],
                  said(done))
    finally:
        libc.umount(small.encode())


def test_standard_output(folder):
    csv = os.path.join(folder, "problem.csv")
    with open(csv, "w") as file:
        file.write(PROBLEM)
    fast = ("--no-verify", "--no-measure")
    every = [(word, SOFTMAX) for word in ("stages", "steps", "dump", "kernels", "plan", "import")]
    every += [("stages", SOFTMAX, "--json"), ("why", SOFTMAX, "exp", "sum_1"), ("options",), ("plan", csv), ("compare", SOFTMAX, *fast), ("compare", SOFTMAX, *fast, "--json"),
              ("whatif", SOFTMAX, "--realize", "exp"), ("gate", SOFTMAX, SOFTMAX), ("run", SOFTMAX, "--no-measure"), ("--help",), ("--version",), ("dump", "--help"),
              ("report", SOFTMAX, "-o", os.path.join(folder, "report")), ("parity", os.path.join(ROOT, "tests/golden/cpu"))]
    for words in every:
        with open("/dev/full", "wb") as full:
            done = call(*words, stdout=full)
        check(f"{' '.join(map(os.path.basename, words[:3]))}, full: exit 1 and why", done.returncode == 1 and "standard output" in said(done), (done.returncode, said(done)))
        read, write = os.pipe()
        os.close(read)
        done = call(*words, stdout=write)
        os.close(write)
        check(f"{' '.join(map(os.path.basename, words[:3]))}, closed: exit 1 and why", done.returncode == 1 and "standard output" in said(done), (done.returncode, said(done)))


# --- options --------------------------------------------------------------------------------------------------------


def test_options():
    commands = re.findall(r"^  ([a-z]+) ", call("--help").stdout.decode(), re.M)
    taken = {command: dict(re.findall(r"^  (?:-\w, )?--([a-z-]+)(=?)", call(command, "--help").stdout.decode(), re.M)) for command in commands}
    every = {}
    for options in taken.values():
        every |= options
    check("each command takes some options", len(commands) > 10 and all(len(taken[command]) > 0 for command in commands), taken)
    # Each entry of the parser has a row, or no command starts (fl_cli_add_entries); here: each row has an entry, in the commands that it names.
    with open(os.path.join(ROOT, "app/fl-cli-words.c")) as file:
        rows = re.findall(r'^  \{ "([a-z-]+)", (TRUE|FALSE),\s+(.*?) \},$', file.read(), re.M | re.S)
    named = {name: set(commands) if words == "NULL" else {word for word in commands if word in re.sub("PIPELINE", "stages steps dump report run compare regions why story "
             "whatif gate kernels plan", words).replace('"', " ").split()} for name, _, words in rows if name != "test-fault"}
    offered = {option: {command for command in commands if option in taken[command]} for option in every}
    check("options and their rows are the same", len(rows) > 40 and named == offered, {name: (named.get(name), offered.get(name)) for name in {*named, *offered}
                                                                                        if named.get(name) != offered.get(name)})
    for command in commands:
        for option, has_value in every.items():
            if option in taken[command]:
                continue
            done = call(command, SOFTMAX, *(["x", "y"] if command == "why" else ["x"] if command == "story" else []), f"--{option}{'=1' if has_value else ''}")
            check(f"{command} --{option} is refused", done.returncode == 2 and f"--{option}" in said(done), (done.returncode, said(done)))
    for typed, meant in (("stratgey", "strategy"), ("ouput", "output"), ("jsno", "json"), ("plannner", "planner"), ("step-s", "step"), ("formt", "format")):
        done = call("dump", SOFTMAX, f"--{typed}=1")
        check(f"--{typed}: --{meant} is near", done.returncode == 2 and f"--{meant} " in said(done), said(done))


def main():
    with tempfile.TemporaryDirectory() as folder:
        test_inputs(folder)
    with tempfile.TemporaryDirectory() as folder:
        test_standard_input()
        test_changing_input(folder)
        test_long_names(folder)
        test_links(folder)
        test_odd_outputs(folder)
        test_tmpfs(folder)
        test_standard_output(folder)
    with tempfile.TemporaryDirectory() as folder:
        test_full_disk(folder, "no byte may be written", preexec_fn=limit_files(0), env=make_bare_environment(folder))
    test_options()
    print(f"1..{count}")


signal.signal(signal.SIGPIPE, signal.SIG_DFL)
main()
