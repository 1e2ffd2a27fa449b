#!/usr/bin/env python3
"""A study as a job array of a real Slurm cluster: munged, slurmctld and slurmd run as processes, in a temporary folder.

    test-slurm.py FUSELOOM_CLI SOURCE_DIR          prints TAP

Skipped, saying so, where the programs are not installed (Debian's slurm-wlm and munge) or do not start. Nothing outside of the temporary
folder is read or written, and only the processes that this script started are ended.
"""
import csv
import getpass
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

CLI, ROOT = os.path.abspath(sys.argv[1]), sys.argv[2]
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "sinfo", "squeue")
PATHS = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
SOFTMAX = open(os.path.join(ROOT, "data/graphs/softmax.py")).read()
# A name that a shell would take for several words, commands and a new line.
WILD = "a b'c\"d\n#SBATCH --array=0-99\n$(touch ran) `touch ran`;touch ran.py"
count = 0
failed = 0


def check(name, condition, note=""):
    global count, failed
    count += 1
    failed += not condition
    print(f"{'ok' if condition else 'not ok'} {count} {name}")
    for line in [] if condition else str(note).splitlines()[:40]:
        print(f"# {line}")
    sys.stdout.flush()


def skip(why):
    print(f"1..0 # SKIP {why}")
    sys.exit(0)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


CONFIGURATION = """ClusterName=trial
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={control}
SlurmdPort={node}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CryptoType=crypto/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SchedulerParameters=sched_interval=1,batch_sched_delay=0
MaxArraySize=1001
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=trial Nodes={host} Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:2
"""


class Cluster:
    """One controller and one node on this machine."""

    def __init__(self, folder):
        self.folder, self.processes = folder, []
        self.environment = {**os.environ, "PATH": PATHS, "SLURM_CONF": os.path.join(folder, "slurm.conf"), "LC_ALL": "C.UTF-8"}

    def start(self):
        for name in "munge", "state", "spool":
            os.makedirs(os.path.join(self.folder, name), mode=0o755)
        key = os.path.join(self.folder, "munge/key")
        with open(key, "wb") as file:
            file.write(os.urandom(1024))
        os.chmod(key, 0o600)
        with open(os.path.join(self.folder, "slurm.conf"), "w") as file:
            file.write(CONFIGURATION.format(host=socket.gethostname().split(".")[0], control=free_port(), node=free_port(), user=getpass.getuser(),
                                            folder=self.folder))
        with open(os.path.join(self.folder, "cgroup.conf"), "w") as file:
            file.write("CgroupPlugin=cgroup/v1\n")
        munge = os.path.join(self.folder, "munge")
        self.run("munged", "--force", "--foreground", f"--key-file={key}", f"--socket={munge}/socket", f"--pid-file={munge}/pid", f"--log-file={munge}/log",
                 f"--seed-file={munge}/seed", "--num-threads=2")
        self.wait(lambda: os.path.exists(munge + "/socket"))
        self.run("slurmctld", "-D", "-i")
        self.run("slurmd", "-D")
        return self.wait(lambda: "idle" in self.call("sinfo", "-h", "-o", "%T").stdout)

    def run(self, *words):
        log = open(os.path.join(self.folder, words[0] + ".out"), "wb")
        self.processes.append(subprocess.Popen(words, env=self.environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL))

    def call(self, *words, cwd=None):
        return subprocess.run(words, env=self.environment, capture_output=True, text=True, timeout=120, cwd=cwd)

    def wait(self, condition, seconds=40):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return True
            if any(process.poll() is not None for process in self.processes):
                return False
            time.sleep(0.25)
        return False

    def stop(self):
        for process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def logs(self):
        text = ""
        for name in "munged.out", "slurmctld.out", "slurmctld.log", "slurmd.out", "slurmd.log":
            path = os.path.join(self.folder, name)
            if os.path.exists(path):
                text += f"{name}:\n" + "".join(open(path, errors="replace").readlines()[-12:])
        return text


def lines_of(path):
    return [json.loads(line) for line in open(path)] if os.path.exists(path) else []


def test_study(cluster, folder):
    graphs, out = os.path.join(folder, "graphs"), os.path.join(folder, "st udy's")
    os.makedirs(graphs)
    for name in WILD, "plain.py":
        with open(os.path.join(graphs, name.replace("/", "")), "w") as file:
            file.write(SOFTMAX)
    # Two graphs, three strategies: six cells, two for each of three tasks.
    done = cluster.call(CLI, "study", os.path.join(graphs, WILD), os.path.join(graphs, "plain.py"), "--strategy", "inductor,xla,none", "-o", out, "--slurm",
                        "--tasks", "3", "--sbatch=--partition=trial")
    check("study --slurm: submitted", done.returncode == 0 and "submitted as job" in done.stderr and "6 cells, 3 tasks" in done.stderr, done.stderr)
    cluster.wait(lambda: not cluster.call("squeue", "-h").stdout.strip(), 120)
    tasks = [os.path.join(out, f"task-{i}/cells.jsonl") for i in range(3)]
    output = "".join(open(os.path.join(out, name)).read() for name in sorted(os.listdir(out)) if name.startswith("slurm-"))
    check("Slurm: every task has its two cells", [len(lines_of(path)) for path in tasks] == [2, 2, 2], output + cluster.logs())
    check("Slurm: three tasks, not those of a name", len([name for name in os.listdir(out) if name.startswith("task-")]) == 3, os.listdir(out))
    check("Slurm: no name was run", not any(name == "ran" or name.startswith("ran.") for _, _, names in os.walk(folder) for name in names))
    done = cluster.call(CLI, "study", "merge", out)
    cells = lines_of(os.path.join(out, "cells.jsonl"))
    check("study merge: all cells", done.returncode == 0 and len(cells) == 6 and len({cell["key"] for cell in cells}) == 6, done.stderr)
    check("study merge: none failed", cells and not any("error" in cell for cell in cells), cells)
    # Softmax: one kernel under inductor, five under xla's rules, four without fusion (worked out in tests/cli/test-cli.py).
    kernels = {cell["strategy"]: cell["kernels"] for cell in cells}
    check("study merge: kernels", kernels == {"inductor": 1, "xla": 5, "none": 4}, kernels)
    rows = list(csv.DictReader(open(os.path.join(out, "cells.csv"), newline="")))
    check("study merge: CSV", len(rows) == 6, len(rows))
    check("study merge: HTML", os.path.getsize(os.path.join(out, "study.html")) > 1000)
    done = cluster.call(CLI, "study", "merge", out)
    check("study merge again: nothing new", done.returncode == 0 and len(lines_of(os.path.join(out, "cells.jsonl"))) == 6 and "0 of them new" in done.stderr,
          done.stderr)
    # A task that is run again finds its cells done.
    before = os.path.getsize(tasks[0])
    job = cluster.call("sbatch", "--parsable", "--wait", "--array=0", "study.sbatch", cwd=out)
    check("Slurm: a task that runs again has nothing to do", job.returncode == 0 and os.path.getsize(tasks[0]) == before, job.stderr)
    done = cluster.call(CLI, "study", os.path.join(graphs, "plain.py"), "-o", os.path.join(folder, "refused"), "--slurm", "--sbatch=--partition=nowhere")
    check("sbatch that refuses: exit 1 with its message", done.returncode == 1 and "nowhere" in done.stderr and "partition" in done.stderr, done.stderr)


def main():
    missing = [name for name in PROGRAMS if not shutil.which(name, path=PATHS)]
    if missing:
        skip(f"no Slurm here: {', '.join(missing)} not found (Debian: slurm-wlm, munge)")
    with tempfile.TemporaryDirectory(prefix="fl-slurm-") as folder:
        cluster = Cluster(folder)
        try:
            if not cluster.start():
                for line in cluster.logs().splitlines():
                    print(f"# {line}")
                skip("munged, slurmctld or slurmd do not start here; their last lines stand above")
            test_study(cluster, folder)
        finally:
            cluster.stop()
    print(f"1..{count}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
