#!/usr/bin/env python3
"""--device ssh://HOST against an ssh server of this test's own: a free port, own keys, a folder that goes.

    test-remote.py FUSELOOM_CLI SOURCE_DIR          prints TAP; skips where there is no sshd
"""
import array
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

CLI, ROOT = sys.argv[1], sys.argv[2]
WORKERS = os.path.dirname(CLI)
SAMPLES = "softmax", "layer-norm", "attention", "mlp-gelu", "conv-bn-relu"
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


def skip(why):
    print(f"1..0 # SKIP {why}")
    sys.exit(0)


def find_sshd():
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])
    return shutil.which("sshd", path=path)


def write(path, text, mode=0o600):
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, mode)
    return path


def call(*words, timeout=120, **environment):
    return subprocess.run(words, capture_output=True, text=True, timeout=timeout, env={**os.environ, **environment})


class Server:
    def __init__(self, folder):
        self.folder = folder
        for name in "host", "key", "stranger":
            call("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", os.path.join(folder, name))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        shutil.copy(os.path.join(folder, "key.pub"), os.path.join(folder, "authorized"))
        # What the session's own programs find: the cache of this test, and this machine's compilers.
        config = write(os.path.join(folder, "sshd_config"), f"""Port {self.port}
ListenAddress 127.0.0.1
HostKey {folder}/host
AuthorizedKeysFile {folder}/authorized
PidFile none
UsePAM no
StrictModes no
PasswordAuthentication no
KbdInteractiveAuthentication no
SetEnv XDG_CACHE_HOME={folder}/cache PATH={os.environ["PATH"]}
""")
        self.log = os.path.join(folder, "log")
        self.process = subprocess.Popen([find_sshd(), "-D", "-f", config, "-E", self.log])
        with open(os.path.join(folder, "host.pub")) as file:
            known = write(os.path.join(folder, "known"), f"[127.0.0.1]:{self.port} {file.read()}")
        self.clients = {}
        for name, key, hosts in ("right", "key", known), ("stranger", "stranger", known), ("unknown", "key", "/dev/null"):
            at = os.path.join(folder, "as-" + name)
            os.mkdir(at)
            write(os.path.join(at, "config"), f"Host *\n IdentityFile {folder}/{key}\n IdentitiesOnly yes\n IdentityAgent none\n"
                  f" UserKnownHostsFile {hosts}\n GlobalKnownHostsFile /dev/null\n")
            write(os.path.join(at, "ssh"), f"#!/bin/sh\nexec {shutil.which('ssh')} -F {at}/config \"$@\"\n", 0o755)
            self.clients[name] = at + os.pathsep + os.environ["PATH"]

    def is_up(self):
        for _ in range(100):
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1):
                    return True
            except OSError:
                if self.process.poll() is not None:
                    return False
                time.sleep(0.05)
        return False

    def device(self, path=None):
        return f"ssh://127.0.0.1:{self.port}{WORKERS if path is None else path}"

    def run(self, *words, client="right", path=None, **environment):
        return call(CLI, words[0], *words[1:], "--device", self.device(path), PATH=self.clients[client], **environment)

    def start(self, *words):
        return subprocess.Popen([CLI, *words, "--device", self.device()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env={**os.environ, "PATH": self.clients["right"]})

    def stop(self):
        self.process.terminate()
        self.process.wait()


def list_processes():
    """pid -> (parent, words)"""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                parent = int(file.read().rsplit(")", 1)[1].split()[1])
            with open(f"/proc/{name}/cmdline", "rb") as file:
                found[int(name)] = parent, file.read().decode(errors="replace").split("\0")
        except OSError:
            pass
    return found


def find_below(top, word):
    """Processes below one, of which a word of the command line ends so."""
    every = list_processes()

    def is_below(pid):
        while pid in every and pid != top:
            pid = every[pid][0]
        return pid == top
    return [pid for pid, (_, words) in every.items() if pid != top and any(part.endswith(word) for part in words) and is_below(pid)]


def wait_until(condition, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def sample(name):
    return os.path.join(ROOT, "data/graphs", name + ".py")


def read_all(folder):
    found = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = file.read()
    return found


def test_samples(server, folder):
    for name in SAMPLES:
        here, there = os.path.join(folder, name + ".here"), os.path.join(folder, name + ".there")
        # Which implementation of a convolution an earlier, timed run on this machine found the fastest is not known there.
        words = "run", sample(name), "--target", "cpu", "--no-measure", "--set", "cpu.choices=measured", "--save-outputs"
        local = call(CLI, *words, here)
        remote = server.run(*words, there)
        check(f"{name}: agrees over ssh", remote.returncode == 0 and "agrees with the reference" in remote.stdout, remote.stdout + remote.stderr)
        same = local.returncode == 0 and remote.returncode == 0 and read_all(here) == read_all(there) and len(read_all(here)) > 0
        check(f"{name}: bit-equal to the run here", same, local.stdout + local.stderr)


def write_npy(path, sizes, numbers):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {sizes!r}, }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + array.array("f", numbers).tobytes())


def test_tensors(server, folder):
    """Inputs that are not made from the seed travel: exp(0) / 3840 in every place for equal numbers, 1.5 MB of them."""
    given, there = os.path.join(folder, "given"), os.path.join(folder, "tensors.there")
    os.mkdir(given)
    write_npy(os.path.join(given, "input0.npy"), (10, 3840), [7.0] * 38400)
    done = server.run("run", sample("softmax"), "--no-measure", "--inputs", given, "--save-outputs", there)
    data = b"".join(read_all(there).values()) if done.returncode == 0 else b""
    numbers = array.array("f", data[-4 * 38400:])
    check("given inputs travel, and their results come back", len(numbers) == 38400 and all(abs(x * 3840 - 1) < 1e-5 for x in numbers),
          done.stdout + done.stderr)


def test_facts(server):
    done = server.run("run", sample("add-relu"))
    check("times are told with their device", done.returncode == 0 and f"device: {server.device()} (" in done.stdout, done.stdout + done.stderr)
    done = server.run("run", sample("add-relu"), "--json")
    facts = json.loads(done.stdout) if done.returncode == 0 else {}
    device = json.dumps(facts)
    check("the device is in the JSON", f'"device": "{server.device()} (' in device, done.stderr)
    done = server.run("compare", sample("add-relu"), "--strategy", "inductor,xla")
    check("compare executes there", done.returncode == 0 and "agrees" in done.stdout
          and f"device: {server.device()} (" in done.stdout, done.stdout + done.stderr)
    done = server.run("gate", sample("add-relu"), sample("add-relu"), "--max-time", "+900%")
    check("gate tells the device of its times", done.returncode == 0 and f"device: {server.device()} (" in done.stderr, done.stderr)
    done = server.run("whatif", sample("softmax"), "--forbid", "exp,div", "--run")
    check("whatif runs there", done.returncode == 0 and f"device: {server.device()} (" in done.stdout, done.stdout + done.stderr)
    done = server.run("stages", sample("add-relu"))
    check("a command that runs nothing says so", done.returncode == 2 and "runs no kernels" in done.stderr, done.stderr)


def told(name, done, *words):
    check(name, done.returncode == 1 and all(word in done.stderr for word in words), done.stdout + done.stderr)


def test_study(server, folder):
    """Cells here and there, in one folder: groups of their own, each with its device."""
    graph, out = os.path.join(ROOT, "data/graphs/softmax.py"), os.path.join(folder, "study")
    here = call(CLI, "study", graph, "--run", "--set", "run.repeats=3", "-o", out)
    there = server.run("study", graph, "--run", "--set", "run.repeats=3", "-o", out)
    check("study: cells here and there", here.returncode == 0 and there.returncode == 0, here.stderr + there.stderr)
    with open(os.path.join(out, "cells.jsonl")) as file:
        cells = [json.loads(line) for line in file]
    devices = [cell["execution"]["device"] for cell in cells if "execution" in cell]
    check("study: each cell names its device", len(devices) == 2 and devices[0] == "cpu" and "ssh://127.0.0.1" in devices[1], cells)
    check("study: two groups, the second beside the first", there.stdout.count("run on") == 2 and "time/first device" in there.stdout, there.stdout)


def frame_of(message):
    text = json.dumps(message).encode()
    return struct.pack("<IBBHIIQ", 0x31464c46, 1, 0, 0, len(text), len(text), 0) + text


def test_errors(server, folder):
    run = "run", sample("add-relu"), "--no-measure"
    told("refused key", server.run(*run, client="stranger"), "refused the login", "ssh-add")
    told("unknown host key", server.run(*run, client="unknown"), "the key of 127.0.0.1")
    told("no worker there", server.run(*run, path="/nowhere"), "has no fuseloom-worker at /nowhere/fuseloom-worker", f"scp -r -P {server.port}")
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        done = call(CLI, *run, "--device", f"ssh://127.0.0.1:{closed.getsockname()[1]}", PATH=server.clients["right"])
    told("wrong host", done, "127.0.0.1 cannot be reached")
    other = os.path.join(folder, "other")
    os.mkdir(other)
    with open(os.path.join(other, "greeting"), "wb") as file:
        file.write(b"FUSELOOM-WORKER-SERVES\n" + frame_of({"version": "0.0.9", "protocol": 77}))
    write(os.path.join(other, "fuseloom-worker"), f"#!/bin/sh\ncat {other}/greeting; sleep 5\n", 0o755)
    version = call(CLI, "--version").stdout.split()[1]
    told("wrong version", server.run(*run, path=other), "127.0.0.1 has Fuseloom 0.0.9 (protocol 77)", f"this is Fuseloom {version}",
         "fuseloom-cli bundle")
    greeting = {"version": version, "protocol": 1, "compiler": "cc", "compiler_path": "/usr/bin/cc", "compiler_flags": "-O2"}
    for name, lies, words in (("what is no frame", b"x" * 100, ["no frame of Fuseloom's protocol"]),
                              ("facts without their parts", frame_of({"ok": True}), ["does not say what a worker says"]),
                              ("a piece beyond the memory", struct.pack("<IBBHIIQ", 0x31464c46, 2, 0, 0, 4, 4, 1 << 60) + b"beyo", ["outside of the exchange memory"]),
                              ("a text that is cut off", frame_of({"ok": True})[:-3], ["the link to 127.0.0.1 was cut, or", "ended"])):
        with open(os.path.join(other, "greeting"), "wb") as file:
            file.write(b"FUSELOOM-WORKER-SERVES\n" + frame_of(greeting) + lies)
        write(os.path.join(other, "fuseloom-worker"), f"#!/bin/sh\ncat {other}/greeting; sleep 1\n", 0o755)
        done = server.run(*run, path=other)
        check(f"a far side that lies: {name}", done.returncode == 1 and any(word in done.stderr for word in words), done.stderr)
    write(os.path.join(other, "fuseloom-worker"), "#!/bin/sh\necho no such thing >&2\nexit 3\n", 0o755)
    told("a worker that does not serve", server.run(*run, path=other), "did not begin to serve", "no such thing")
    for bad in "ssh://-oProxyCommand=touch@x", f"ssh://127.0.0.1/$(touch {folder}/bad)", "ssh://127.0.0.1/a;touch b":
        done = call(CLI, *run, "--device", bad, PATH=server.clients["right"])
        check(f"no address: {bad.split('/')[2][:20]}…", done.returncode == 2 and "is no address of a device" in done.stderr, done.stderr)
    check("nothing of an address was run", not os.path.exists(os.path.join(folder, "bad")))


def test_faults(server):
    run = "run", sample("add-relu"), "--no-measure"
    done = server.run(*run, "--test-fault", "crash")
    told("a kernel that crashes there", done, "on 127.0.0.1: kernel", "SIGSEGV")
    done = server.run(*run, "--test-fault", "hang", "--set", "run.timeout=1")
    told("a kernel that hangs there", done, "on 127.0.0.1: kernel", "did not finish within 1 s")
    # The short measurement of the machine would have a worker of its own, and be the one that is found.
    hang = *run, "--test-fault", "hang", "--set", "run.timeout=60", "--set", "cpu.stream_bytes=1048576"
    top = server.process.pid

    def serving():
        return find_below(top, "serve")

    def running():
        """The worker itself is busy once it has a child of its own, the compilers' broker, and is not the one that serves."""
        every = list_processes()
        return [pid for pid in find_below(top, "fuseloom-worker") if pid not in serving() and any(p == pid for p, _ in every.values())]
    for name, pick, words in (("killed worker", running, ["on 127.0.0.1", "SIGKILL"]),
                              ("cut link", serving, ["the link to 127.0.0.1 was cut", "while an answer was awaited"])):
        process = server.start(*hang)
        wait_until(running)
        time.sleep(1.0)
        for pid in pick():
            os.kill(pid, signal.SIGKILL)
        out, error = process.communicate(timeout=60)
        check(name, process.returncode == 1 and all(word in error for word in words), error)
    process = server.start(*hang)
    wait_until(running)
    process.kill()
    process.communicate()
    check("nothing is left over there when the program here has ended", wait_until(lambda: not find_below(top, "fuseloom-worker")),
          find_below(top, "fuseloom-worker"))


def main():
    if not find_sshd() or not shutil.which("ssh") or not shutil.which("ssh-keygen"):
        skip("there is no sshd (Debian, Ubuntu: apt install openssh-server)")
    # As root, sshd wants this folder; it is the system's to make.
    made = os.geteuid() == 0 and not os.path.isdir("/run/sshd")
    if made:
        os.mkdir("/run/sshd", 0o755)
    with tempfile.TemporaryDirectory() as name:
        folder = os.path.realpath(name)
        server = Server(folder)
        try:
            if not server.is_up():
                with open(server.log) as file:
                    skip("sshd did not start: " + " ".join(file.read().split())[:200])
            probe = call("ssh", "-p", str(server.port), "127.0.0.1", "true", PATH=server.clients["right"])
            if probe.returncode != 0:
                skip("sshd lets nobody in: " + " ".join(probe.stderr.split())[:200])
            test_samples(server, folder)
            test_tensors(server, folder)
            test_facts(server)
            test_study(server, folder)
            test_errors(server, folder)
            test_faults(server)
        finally:
            server.stop()
            if made:
                os.rmdir("/run/sshd")
    print(f"1..{count}")
    return failed > 0


sys.exit(main())
