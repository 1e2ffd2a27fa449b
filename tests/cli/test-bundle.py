#!/usr/bin/env python3
"""A bundle runs from where it is put, with its own libraries, and its archive has all of it.

    test-bundle.py FUSELOOM_CLI SOURCE_DIR          prints TAP
"""
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

CLI, ROOT = sys.argv[1], sys.argv[2]
LIBC = re.compile(r"^(ld-linux.*|ld64|ld|libc|libm|libmvec|libpthread|libdl|librt|libresolv|libutil|libanl|libnss_\w+)\.so\b")
SOFTMAX = os.path.join(ROOT, "data/graphs/softmax.py")
count = 0
failed = 0


def check(name, condition, note=""):
    global count, failed
    count += 1
    failed += not condition
    print(f"{'ok' if condition else 'not ok'} {count} {name}")
    for line in [] if condition else str(note).splitlines()[:30]:
        print(f"# {line}")
    sys.stdout.flush()


def call(*words, env=None):
    return subprocess.run(words, capture_output=True, text=True, timeout=300, env=env)


def list_files(folder):
    return sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names)


def find_glibc(path):
    """The least version that a file asks for, as binutils read it; None where they are not installed."""
    if not shutil.which("objdump"):
        return None
    asked = re.findall(r"\bGLIBC_(\d+)\.(\d+)", call("objdump", "-T", path).stdout)
    return max(((int(a), int(b)) for a, b in asked), default=(0, 0))


def test_refusals(folder):
    done = call(CLI, "bundle")
    check("without -o: wrong usage, and the option is named", done.returncode == 2 and "-o FOLDER" in done.stderr, done.stderr)
    full = os.path.join(folder, "full")
    os.mkdir(full)
    open(os.path.join(full, "mine"), "w").close()
    done = call(CLI, "bundle", "-o", full)
    check("a folder with something in it is left alone", done.returncode == 1 and "not empty" in done.stderr
          and os.listdir(full) == ["mine"], done.stderr)


def test_libraries(place, said):
    worker = os.path.join(place, "fuseloom-worker")
    done = call(worker, "libraries", env={})
    paths = [line.split(" ", 1)[1] for line in done.stdout.splitlines()]
    outside = [path for path in paths if not path.startswith(place + "/") and not LIBC.match(os.path.basename(path))]
    check("nothing but the C library's family is loaded from outside", done.returncode == 0 and len(paths) > 5 and not outside, outside)
    kept = [name for name in os.listdir(os.path.join(place, "lib")) if LIBC.match(name)]
    check("nothing of the C library's family is in it", not kept, kept)
    needs = [find_glibc(os.path.join(place, name)) for name in list_files(place) if ".so" in name or name.startswith("fuseloom-")]
    if needs and None not in needs:
        most = ".".join(str(part) for part in max(needs))
        check("the least glibc is the one that objdump finds", f"needs glibc {most} or later" in said, (most, said))


def test_programs(place):
    own = os.path.join(place, "fuseloom-cli")
    graph = os.path.join(place, "data/graphs/softmax.py")
    for words in ("kernels",), ("dump", "--stage", "fuse"), ("plan",):
        there = call(own, words[0], graph, *words[1:], "--target", "cpu", env={"PATH": os.environ["PATH"]})
        here = call(CLI, words[0], SOFTMAX, *words[1:], "--target", "cpu")
        check(f"{words[0]} in the bundle says what it says here", there.returncode == 0 and there.stdout == here.stdout, there.stderr)
    done = call(own, "run", graph, "--target", "cpu", "--no-measure", env={"PATH": os.environ["PATH"], "HOME": place})
    check("run in the bundle", done.returncode == 0, done.stdout + done.stderr)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = os.path.realpath(name)
        test_refusals(folder)
        made, archive = os.path.join(folder, "made"), os.path.join(folder, "made.tar.gz")
        done = call(CLI, "bundle", "-o", made, "--archive", archive)
        check("a bundle is made", done.returncode == 0, done.stderr)
        if done.returncode == 0:
            with tarfile.open(archive) as packed:
                names = sorted(os.path.relpath(item.name, "made") for item in packed if item.isfile())
                check("the archive has every file", names == list_files(made), names)
                packed.extractall(os.path.join(folder, "other place"))
            shutil.rmtree(made)
            test_libraries(os.path.join(folder, "other place", "made"), done.stdout)
            test_programs(os.path.join(folder, "other place", "made"))
    print(f"1..{count}")
    return failed > 0


sys.exit(main())
