#!/usr/bin/env python3
"""The world around a run goes wrong: workers and compilers that die, stop, hang or talk nonsense, full disks, caches of others, two at once,
an input that changes.

    test-faults.py FUSELOOM_CLI SOURCE_DIR          prints TAP

Each fault ends with a message and an exit status of the contract, or with a right result and a note; never with a signal, never late.
"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

CLI, ROOT = os.path.abspath(sys.argv[1]), sys.argv[2]
SOFTMAX = os.path.join(ROOT, "data/graphs/softmax.py")
HOME = tempfile.mkdtemp(prefix="fuseloom-faults-")
QUICK = ["--no-measure"]
count = 0


def check(name, condition, note=""):
    global count
    count += 1
    print(f"{'ok' if condition else 'not ok'} {count} {name}")
    for line in [] if condition else str(note).splitlines()[:30]:
        print(f"# {line}")
    sys.stdout.flush()


def skip(name, why):
    global count
    count += 1
    print(f"ok {count} {name} # SKIP {why}")


def environment(cache=None, **more):
    return dict(os.environ, XDG_CACHE_HOME=cache or os.path.join(HOME, "cache"), **more)


def run(*words, env=None, timeout=60, before=None, cwd=None, prefix=()):
    return subprocess.run([*prefix, CLI, *words], capture_output=True, text=True, errors="replace", timeout=timeout, env=env or environment(), preexec_fn=before, cwd=cwd)


def told(done):
    return f"exit {done.returncode}\n{done.stderr}\n{done.stdout[:2000]}"


# --- workers ----------------------------------------------------------------------------------------------------------


def children(pid, name):
    """Those below, at any depth, whose program has that name, oldest first."""
    parents = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            text = open(f"/proc/{entry}/stat").read()
        except OSError:
            continue
        command, rest = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
        parents[int(entry)] = (int(rest[1]), command)
    found, todo = [], [pid]
    while todo:
        parent = todo.pop()
        below = sorted(child for child, (above, _) in parents.items() if above == parent)
        found += [child for child in below if parents[child][1].startswith(name)]
        todo += below
    return found


def run_and_harm(harm, wait, *words, env=None):
    """harm (pids) once the processes that wait (pid) names are there."""
    process = subprocess.Popen([CLI, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env or environment())
    end = time.time() + 20
    while time.time() < end and process.poll() is None:
        pids = wait(process.pid)
        if pids:
            harm(pids)
            break
        time.sleep(0.01)
    begin = time.time()
    try:
        out, err = process.communicate(timeout=40)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        return None, out, err
    return process.returncode, err, time.time() - begin


def test_workers():
    hang = ["run", SOFTMAX, "--test-fault", "hang", "--set", "run.timeout=4"]
    run("run", SOFTMAX, *QUICK)  # fills the cache

    def workers(pid):
        return children(pid, "fuseloom-worke") if len(children(pid, "fuseloom-worke")) >= 2 else []

    def later(number, which):
        def harm(pids):
            time.sleep(1.2)  # by then it hangs in its kernel
            os.kill(pids[which], number)
        return harm
    status, err, took = run_and_harm(later(signal.SIGKILL, 0), workers, *hang)
    check("a worker that is killed: exit 1, kernel (or worker, on a slow machine) and signal named", status == 1 and "SIGKILL" in err and ("cpp_fused" in err or "the worker" in err), f"{status} {err}")
    status, err, took = run_and_harm(later(signal.SIGSTOP, 0), workers, *hang)
    check("a worker that is stopped is given up in time", status == 1 and "within 4 s" in err and took < 15, f"{status} {took} {err}")
    status, err, took = run_and_harm(later(signal.SIGKILL, 1), workers, *hang)
    check("its other process killed: no matter to a kernel that runs", status == 1 and "within 4 s" in err, f"{status} {err}")
    script = os.path.join(HOME, "worker")
    for what, text in (("speaks no JSON", "while :; do echo '\\377\\001 }{'; done"), ("says yes to all", "while read line; do echo '{\"ok\":true}'; done"),
                       ("ends at once", "exit 0"), ("closes its ears", "exec 0<&-; exec sleep 60"), ("never ends a line", "exec cat /dev/zero"),
                       ("answers with the wrong kinds", "while read line; do echo '{\"ok\":true,\"threads\":\"x\",\"modules\":3,\"programs\":{},\"compiler\":[],\"resident\":1}'; done")):
        with open(script, "w") as file:
            file.write("#!/bin/sh\n" + text + "\n")
        os.chmod(script, 0o700)
        copy = os.path.join(HOME, "fuseloom-cli")
        if not os.path.exists(copy):
            shutil.copy(CLI, copy)
        fake = os.path.join(HOME, "fuseloom-worker")
        shutil.copy(script, fake)
        begin = time.time()
        done = subprocess.run([copy, "run", SOFTMAX, *QUICK, "--set", "run.timeout=2"], capture_output=True, text=True, errors="replace", timeout=60, env=environment())
        check(f"a worker that {what}: exit 1 and a message", done.returncode in (1, 3) and len(done.stderr) > 20 and time.time() - begin < 30, told(done))


# --- compilers --------------------------------------------------------------------------------------------------------


def test_compilers():
    path = os.path.join(HOME, "tools", "bin", "cc")  # its own folder is tools
    os.makedirs(os.path.dirname(path), exist_ok=True)
    honest = 'for a; do case $a in --version) echo "cc (House) 1.0"; echo "Free Software"; exit 0;; -###) exit 1;; esac; done\n'
    output = 'while [ $# -gt 0 ]; do [ "$1" = -o ] && o=$2; shift; done\n'
    for what, text, status, says in (
            ("hangs", honest + "exec sleep 60", 1, "within 3 s"),
            ("stops", honest + "kill -STOP $$; exec sleep 60", 1, "within 3 s"),
            ("is killed", honest + "kill -KILL $$", 1, "killed by signal 9"),
            ("writes garbage", honest + output + 'echo "no object at all" > "$o"', 1, "cannot be loaded"),
            ("writes a folder", honest + output + 'mkdir "$o"', 1, "made no object"),
            ("refuses everything", honest + "echo 'error: no' >&2; exit 1", 1, "error: no"),
            ("reads a home", honest + f"cat {HOME}/secret >&2; exit 1", 1, "Permission denied"),
            ("writes beside", honest + f"echo x > {HOME}/written; ls {HOME}/written >&2; exit 1", 1, "Permission denied"),
            ("says what it likes for ever", "exec cat /dev/zero", None, "")):  # ended by its size or by the time: a warning, or an error
        with open(path, "w") as file:
            file.write("#!/bin/sh\n" + text + "\n")
        os.chmod(path, 0o700)
        with open(os.path.join(HOME, "secret"), "w") as file:
            file.write("SECRET")
        begin = time.time()
        done = run("run", SOFTMAX, *QUICK, "--set", "run.timeout=3", env=environment(FUSELOOM_CC=path))
        check(f"a compiler that {what}", (done.returncode == status if status else done.returncode in (0, 1) and len(done.stderr) > 20) and says in done.stderr and "SECRET" not in done.stderr and time.time() - begin < 30, told(done))
    check("nothing was written beside", not os.path.exists(os.path.join(HOME, "written")))


# --- caches and disks -------------------------------------------------------------------------------------------------


def agrees(done):
    return done.returncode == 0 and "agrees with the reference" in done.stdout


def in_small_disk(size, command):
    """The command, as sh has it, where $D is an empty disk of so many KiB."""
    folder = tempfile.mkdtemp(dir=HOME)
    script = f"mount -t tmpfs -o size={size}k,nr_inodes=64 tmpfs {folder} && D={folder} && {command}"
    return subprocess.run(["unshare", "-rm", "sh", "-c", script], capture_output=True, text=True, errors="replace", timeout=60, env=environment())


def test_disks():
    if subprocess.run(["unshare", "-rm", "sh", "-c", "mount -t tmpfs tmpfs /mnt"], capture_output=True).returncode != 0:
        skip("full disks", "no file system can be mounted here")
        return
    for size in (4, 8, 16, 32):
        done = in_small_disk(size, f"XDG_CACHE_HOME=$D TMPDIR=$D {CLI} run {SOFTMAX} --no-measure")
        check(f"a cache of {size} KiB: the result all the same", agrees(done), told(done))
    for what, command in (("svg", "dump {g} --stage fuse --svg $D/a.svg"), ("dot", "dump {g} --stage fuse --dot $D/a.dot"), ("json", "import {g} -o $D/a.json"), ("report", "report {g} -o $D/report")):
        text = command.format(g=SOFTMAX)
        done = in_small_disk(4, f"head -c 4096 /dev/zero > $D/full; {CLI} {text}")
        check(f"{what} on a full disk: exit 1, the file and the reason", done.returncode == 1 and re.search(r"No space left|full", done.stderr), told(done))


def objects(cache):
    folder = os.path.join(cache, "fuseloom/kernels")
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".so")]


def test_caches():
    cache = tempfile.mkdtemp(dir=HOME)
    env = environment(cache, TMPDIR=tempfile.mkdtemp(dir=HOME))
    poison = os.path.join(HOME, "poison.so")
    built = subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", poison], text=True, capture_output=True,
                           input='#include <stdio.h>\n__attribute__ ((constructor)) static void f (void) { fputs ("POISON\\n", stderr); }\n')
    check("the first run fills the cache", agrees(run("run", SOFTMAX, *QUICK, env=env)) and objects(cache))
    for entry in objects(cache) if built.returncode == 0 else []:
        shutil.copy(poison, entry)
    done = run("run", SOFTMAX, *QUICK, env=env)
    check("poisoned objects are not loaded, and it is said", agrees(done) and "POISON" not in done.stderr and "is damaged" in done.stdout, told(done))
    for entry in objects(cache):
        os.chmod(entry, 0o666)
    done = run("run", SOFTMAX, *QUICK, env=env)
    check("objects that others may write are made again, and it is said", agrees(done) and "may be written by others" in done.stdout, told(done))
    check("and they are ours alone then", all(os.stat(entry).st_mode & 0o077 == 0 for entry in objects(cache)))
    for entry in objects(cache):
        os.unlink(entry)
        os.makedirs(os.path.join(entry, "below"))
    done = run("run", SOFTMAX, *QUICK, env=env)
    check("folders in the objects' places are no defeat", agrees(done) and "is not a regular file" in done.stdout, told(done))
    top = os.path.join(cache, "fuseloom")
    for name in os.listdir(top):
        if name.startswith("compiler-"):
            with open(os.path.join(top, name), "w") as file:
                file.write("[compiler]\nidentity=cc 1\nkind=0\ncompile=/bin/sh;-c;echo POISON >&2;\nassemble=/bin/sh;-c;true;\nlink=/bin/sh;-c;true;a;b;/bin/sh;\n")
            os.chmod(os.path.join(top, name), 0o666)
    done = run("run", SOFTMAX, *QUICK, env=env)
    check("a compiler's line that others may write is not taken", agrees(done) and "POISON" not in done.stderr, told(done))
    os.chmod(os.path.join(top, "kernels"), 0o777)
    done = run("run", SOFTMAX, *QUICK, env=env)
    check("a cache that others may write is not used, and it is said", agrees(done) and "the kernel cache is not used" in done.stdout, told(done))
    if os.geteuid() != 0:
        os.chmod(os.path.join(top, "kernels"), 0o500)
        done = run("run", SOFTMAX, *QUICK, env=env)
        check("a cache that cannot be written is no defeat", agrees(done), told(done))
        os.chmod(os.path.join(top, "kernels"), 0o700)
    fresh = tempfile.mkdtemp(dir=HOME)
    several = [subprocess.Popen([CLI, "run", SOFTMAX, *QUICK], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(fresh)) for _ in range(3)]
    texts = [process.communicate(timeout=60) for process in several]
    check("three at once with one empty cache", all(process.returncode == 0 and "agrees" in text[0] for process, text in zip(several, texts)), texts)
    done = run("run", SOFTMAX, *QUICK, env=environment(fresh))
    check("and what they left is whole", agrees(done) and "is damaged" not in done.stdout, told(done))


# --- the rest ---------------------------------------------------------------------------------------------------------


def test_inputs():
    path, text, stop = os.path.join(HOME, "changing.py"), open(SOFTMAX).read(), threading.Event()

    def change():
        n = 0
        while not stop.is_set():
            n += 1
            with open(path, "w") as file:
                file.write(text[:n * 37 % len(text)])
                file.flush()
                file.write(text[n * 37 % len(text):])
    with open(path, "w") as file:
        file.write(text)
    thread = threading.Thread(target=change)
    thread.start()
    found = [run("stages", path).returncode for _ in range(12)]
    stop.set()
    thread.join()
    check("an input that changes while it is read: a result or exit 1", all(status in (0, 1) for status in found), found)


def threads(done):
    return json.loads(done.stdout)["run"]["threads"] if done.returncode == 0 else None


def test_threads():
    n = len(os.sched_getaffinity(0))
    words = ["run", SOFTMAX, *QUICK, "--json"]
    for name, value in (("OMP_PROC_BIND", "true"), ("OMP_PLACES", "{0}"), ("GOMP_CPU_AFFINITY", "0")):
        done = run(*words, env=environment(**{name: value}))
        check(f"{name}={value} takes no thread away", threads(done) == min(n, 256), told(done))
    first = min(os.sched_getaffinity(0))
    done = run(*words, "--set", "cpp.threads=8", before=lambda: os.sched_setaffinity(0, {first}))
    notes = json.loads(done.stdout)["run"].get("notes", []) if done.returncode == 0 else []
    check("one processor for 8 threads is said", threads(done) == 1 and any("8 threads were asked for" in str(note) for note in notes), told(done))


for test in (test_workers, test_compilers, test_disks, test_caches, test_inputs, test_threads):
    test()
shutil.rmtree(HOME, ignore_errors=True)
print(f"1..{count}")
