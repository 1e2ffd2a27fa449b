#!/usr/bin/env python3
"""Hostile text is inert: each payload of tests/core/payloads.h, in every place of every reader, through every sink.

    test-inert.py FUSELOOM_CLI SOURCE_DIR          prints TAP

What is asked of a sink is what its own language says: XML and JSON parse, and hold no element and no value but ours; the wrapper is Python
without imports and calls of the payloads'; C has no payload outside of comments, compiles, runs and agrees; a terminal is given no
control character. No payload may have made a file or ended a process.
"""
import ast
import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile
import unicodedata
import xml.etree.ElementTree

CLI, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
IS_LONG = "FUSELOOM_TEST_ALL" in os.environ
count = 0


def check(name, condition, note=""):
    global count
    count += 1
    print(f"{'ok' if condition else 'not ok'} {count} {name}", flush=True)
    if not condition:
        for line in str(note).encode("utf-8", "backslashreplace").decode().splitlines()[:20]:
            print(f"# {line[:400]!a}")


# --- payloads ---------------------------------------------------------------------------------------------------------


def unescape(literal):
    """Of a C string, as bytes."""
    simple = {"n": 10, "t": 9, "r": 13, "b": 8, "a": 7, "f": 12, "v": 11, "\\": 92, '"': 34, "'": 39, "?": 63}
    out, at = bytearray(), 0
    while at < len(literal):
        if literal[at] != "\\":
            out += literal[at].encode()
            at += 1
        elif literal[at + 1] in simple:
            out.append(simple[literal[at + 1]])
            at += 2
        else:
            octal = re.match(r"[0-7]{1,3}", literal[at + 1:]).group(0)
            out.append(int(octal, 8))
            at += 1 + len(octal)
    return bytes(out)


def read_payloads():
    text = open(os.path.join(ROOT, "tests/core/payloads.h")).read()
    text = re.sub(r"/\*[^\"]*?\*/\n", "\n", text[text.index("{") + 1:])
    found = re.findall(r'((?:"(?:[^"\\\n]|\\.)*"\s*)+),', text)
    return [b"".join(unescape(part) for part in re.findall(r'"((?:[^"\\\n]|\\.)*)"', literals)) for literals in found]


PAYLOADS = read_payloads()


def valid(payload):
    return payload.decode("utf-8", "replace")


def quoted_json(payload):
    """A JSON string whose bytes are the payload's, as far as JSON has a form for them."""
    return b'"' + b"".join(b"\\u%04x" % byte if byte < 0x20 else b"\\" + bytes([byte]) if byte in b'"\\' else bytes([byte]) for byte in payload) + b'"'


def quoted_python(payload):
    """A string of an FX text: other bytes than quotes, backslashes and line ends stand as they are."""
    return b"'" + b"".join(b"\\x%02x" % byte if byte in b"'\\\n\r" or byte == 0 else bytes([byte]) for byte in payload) + b"'"


# --- readers ----------------------------------------------------------------------------------------------------------


def write_json(folder):
    """Every payload as the name of an input, of an operation and of a size, as target, keyword, text, module, file and code."""
    nodes, last = [], b'"first"'
    node = b'{"name": %s, "kind": "%s", "target": %s, "value": "f32[4, 8][8, 1]cpu"%s}'
    nodes.append(node % (b'"first"', b"placeholder", b'"first"', b""))
    sums = []
    for i, payload in enumerate(PAYLOADS):
        text = quoted_json(payload)
        if not re.fullmatch(rb"\w+", payload):
            payload += b"~%d" % i  # bytes that are no text become equal names
        where = b', "source": {"file": %s, "line": 1, "code": %s}, "module": %s' % (text, text, text)
        own, made, reduced = (quoted_json(payload + suffix) for suffix in (b"", b"#", b"+"))
        nodes.append(node % (own, b"placeholder", own, where))
        nodes.append(node % (made, b"call", b'"aten.add.Tensor"', b', "args": [{"node": %s}, {"node": %s}]%s' % (last, own, where)))
        nodes.append((b'{"name": %s, "kind": "call", "target": "aten.sum.dim_IntList", "value": "f32[4][1]cpu", "args": [{"node": %s}, [1]]%s}')
                     % (reduced, made, where))
        last = made
        sums.append(b'{"node": %s}' % reduced)
    outputs = b"[" + b", ".join([b'{"node": %s}' % last, *sums]) + b"]"
    nodes.append(b'{"name": "output", "kind": "output", "target": "output", "args": [%s]}' % outputs)
    symbols = b", ".join(b'{"name": %s, "hint": 4}' % quoted_json(payload) for payload in PAYLOADS if payload)
    return b'{"format": "fuseloom.graph", "version": 1, "name": %s, "symbols": [%s], "nodes": [%s]}' % (quoted_json(PAYLOADS[1]), symbols, b",\n".join(nodes))


def write_unknown(folder):
    """Every payload as target, keyword, name, text, number, device and size of an operation that nobody knows."""
    nodes = [b'{"name": "x", "kind": "placeholder", "target": "x", "value": "f32[4, 8][8, 1]cpu"}']
    for i, payload in enumerate(PAYLOADS):
        text = quoted_json(payload)
        nodes.append(b'{"name": "n%d", "kind": "call", "target": %s, "args": [{"node": "x"}, %s, {"name": %s}, {"device": %s}], "kwargs": {%s: 1}, '
                     b'"value": "f32[4, 8][8, 1]cpu"}' % (i, quoted_json(b"torch.ops." + payload), text, text, text, text))
    nodes.append(b'{"name": "output", "kind": "output", "target": "output", "args": [[%s]]}' % b", ".join(b'{"node": "n%d"}' % i for i in range(len(PAYLOADS))))
    return b'{"format": "fuseloom.graph", "version": 1, "name": "g", "nodes": [%s]}' % b",\n".join(nodes)


def write_sizes(folder):
    """Every payload that a JSON text can hold as a size of a dynamic graph."""
    nodes, outputs = [], []
    symbols = b", ".join(b'{"name": %s, "hint": 4}' % quoted_json(payload) for payload in PAYLOADS if payload)
    for i, payload in enumerate(PAYLOADS):
        if not re.fullmatch(rb"[A-Za-z_]\w*", payload):
            continue
        nodes.append(b'{"name": "x%d", "kind": "placeholder", "target": "x", "value": "f32[2*%s, 8][8, 1]cpu"}' % (i, payload))
        nodes.append(b'{"name": "y%d", "kind": "call", "target": "aten.exp.default", "args": [{"node": "x%d"}], "value": "f32[2*%s, 8][8, 1]cpu"}' % (i, i, payload))
        outputs.append(b'{"node": "y%d"}' % i)
    nodes.append(b'{"name": "output", "kind": "output", "target": "output", "args": [[%s]]}' % b", ".join(outputs))
    return b'{"format": "fuseloom.graph", "version": 1, "name": "g", "symbols": [%s], "nodes": [%s]}' % (symbols, b",\n".join(nodes))


def write_fx(folder):
    """Every payload in comments, as text, as annotation; as a name, where it is one."""
    lines = [b"class GraphModule(torch.nn.Module):", b'    def forward(self, x: "f32[4, 8][8, 1]cpu"):']
    last = b"x"
    for i, payload in enumerate(PAYLOADS):
        line = payload.replace(b"\n", b" ").replace(b"\r", b" ")
        is_name = re.fullmatch(rb"[A-Za-z_]\w*", payload) and payload.decode() not in ("int", "lambda", "linux") and payload != b"x"
        name = payload if is_name else b"n%d" % i
        lines.append(b"         # File: " + line + b":7 in f, code: " + line)
        lines.append(b'        %s: "f32[4, 8][8, 1]cpu" = torch.ops.aten.relu.default(%s);  %s = None  # %s' % (name, last, last if last != b"x" else b"first", line))
        lines.append(b'        u%d: "f32[4, 8][8, 1]cpu" = torch.ops.evil.unknown.default(%s, %s)' % (i, name, quoted_python(payload)))
        last = name
    lines.append(b"        return (%s, u0)" % last)
    return b"\n".join(lines) + b"\n"


GRAPHS = {"json": ("j.json", write_json), "unknown": ("u.json", write_unknown), "sizes": ("z.json", write_sizes), "fx": ("f.py", write_fx)}

# --- sinks ------------------------------------------------------------------------------------------------------------


def find_raw(data, has_lines=True):
    """What must not reach a terminal or a report, by Unicode's own properties; None: nothing."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error
    for character in set(text):  # megabytes hold some hundred different ones
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") and not (has_lines and character in "\n\t"):
            at = text.index(character)
            return f"U+{ord(character):04X} in {text[max(0, at - 40):at + 20]!a}"
    return None


def check_xml(name, data):
    try:
        root = xml.etree.ElementTree.fromstring(data)
    except xml.etree.ElementTree.ParseError as error:
        check(f"{name}: well-formed", False, error)
        return
    bad = [element.tag for element in root.iter() if element.tag.split("}")[-1] in ("script", "foreignObject", "image", "a", "iframe")
           or any(key.lower().startswith("on") or "href" in key.lower() for key in element.attrib)]
    check(f"{name}: no element that does anything", not bad, bad)


class Html(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.bad, self.n_scripts = [], 0

    def handle_starttag(self, tag, attrs):
        self.n_scripts += tag == "script"
        if tag in ("iframe", "object", "embed", "img", "base", "link", "meta", "form") and not (tag == "meta" and attrs in ([("charset", "utf-8")], ) or tag == "meta"):
            self.bad.append((tag, attrs))
        for key, value in attrs:
            if key.startswith("on") or (key in ("href", "src") and not (value or "").startswith(("#", "data:"))):
                self.bad.append((tag, key, value))


def check_c(name, data):
    """Outside of comments there is nothing of a payload but identifiers."""
    text = re.sub(rb"/\*.*?\*/", b" ", data, flags=re.S)
    bad = re.findall(rb"\b__builtin_trap\b.{0,40}|\bpwned\b.{0,40}|/etc/passwd|#\s*(?:include|error).*|\b_Pragma\b.*|\bincbin\b.*|__attribute__ \(\(constructor.*|/\*|\*/|\?\?/", text)
    check(f"{name}: C has no payload outside of comments", not bad, bad[:5])


def check_python(name, data):
    text = data.decode()
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        check(f"{name}: the wrapper is Python", False, f"{error} {error.text}")
        return
    bad = [ast.dump(node)[:100] for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom, ast.Lambda))
           or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("__import__", "eval", "exec"))]
    check(f"{name}: the wrapper imports and calls nothing of a payload", not bad and len(tree.body) == 1, bad)


def check_json(name, data):
    try:
        json.loads(data)
        check(f"{name}: JSON", True)
    except ValueError as error:
        check(f"{name}: JSON", False, error)


def run(folder, *words, timeout=300):
    return subprocess.run([CLI, *words], capture_output=True, timeout=timeout, cwd=folder, stdin=subprocess.DEVNULL)


def check_streams(name, done, codes=(0,)):
    check(f"{name}: exit {' or '.join(map(str, codes))}", done.returncode in codes, (done.returncode, done.stderr[-800:]))
    for stream, data in (("stdout", done.stdout), ("stderr", done.stderr)):
        raw = find_raw(data)
        check(f"{name}: {stream} is inert", raw is None, raw)


def check_kernels(name, folder, graph):
    done = run(folder, "kernels", graph)
    check_streams(f"{name} kernels", done)
    at = done.stdout.rfind(b"\ndef call(args):")
    if at < 0:
        check(f"{name}: a wrapper", False, done.stdout[-200:])
        return
    check_c(name, done.stdout[:at])
    check_python(name, done.stdout[at:])


# What a module of Triton kernels imports; nothing else may come into one.
IMPORTED = {"torch", "math", "triton", "triton.language", "torch._C", "torch._inductor.async_compile", "torch._inductor.select_algorithm",
            "torch._inductor.codegen.memory_planning", "torch._inductor.runtime", "torch._inductor.runtime.triton_helpers",
            "torch._inductor.runtime.hints", "torch._dynamo.testing", "torch._inductor.utils"}


def find_payload(text):
    """Imports and calls of a module, and of the kernels in its strings, that are not ours."""
    bad = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
            bad += [name for name in names if name not in IMPORTED]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("__import__", "eval", "exec", "open"):
            bad.append(node.func.id)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "triton":
            bad += find_payload(node.args[1].value)
    return bad


def check_triton(name, folder, graph):
    done = run(folder, "kernels", graph, "--target", "cuda", "--language", "triton")
    check_streams(f"{name} kernels --language triton", done, (0, 1))
    try:
        bad = find_payload(done.stdout.decode())
        check(f"{name}: the Triton module imports and calls nothing of a payload", not bad, bad)
    except SyntaxError as error:
        check(f"{name}: the Triton module is Python", False, f"{error} {error.text}")


def check_pictures(name, folder, graph):
    for stage in ("graph", "lower", "fuse", "memory", "codegen"):
        done = run(folder, "dump", graph, "--stage", stage, "--dot", "p.dot", "--svg", "p.svg", "--pdf", "p.pdf", "-q")
        check_streams(f"{name} dump --stage {stage}", done)
        if done.returncode:
            continue
        for file in ("p.dot", "p.svg"):
            data = open(os.path.join(folder, file), "rb").read()
            check(f"{name} {stage} {file} is inert", find_raw(data) is None, find_raw(data))
        check_xml(f"{name} {stage} svg", open(os.path.join(folder, "p.svg"), "rb").read())
        text = open(os.path.join(folder, "p.dot")).read()
        bare = re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)
        bad = [line for line in bare.splitlines() if not re.fullmatch(
            r'digraph \w+ \{|  newrank=true; node \[.*\];|  n\d+( -> n\d+)? \[[\w=", ]*\];|  subgraph cluster\d+ \{|  style=""; label="";|  \}|\}', line)]
        check(f"{name} {stage} dot: only our statements", not bad, bad[:5])


def check_report(name, folder, graph):
    out = os.path.join(folder, "report")
    done = run(folder, "report", graph, "-o", out)
    check_streams(f"{name} report", done)
    files = [os.path.join(top, file) for top, _, names in os.walk(out) for file in names]
    check(f"{name} report: files", len(files) > 5 and all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", os.path.basename(file)) for file in files), files)
    for file in files:
        data = open(file, "rb").read()
        own = f"{name} report {os.path.relpath(file, out)}"
        check(f"{own} is inert", find_raw(data) is None, find_raw(data))
        if file.endswith(".json"):
            check_json(own, data)
        elif file.endswith(".svg"):
            check_xml(own, data)
        elif file.endswith(".c"):
            check_c(own, data)
        elif file.endswith(".py"):
            check_python(own, data)
        elif file.endswith(".html"):
            page = Html()
            page.feed(data.decode())
            check(f"{own}: no element that does anything", not page.bad and page.n_scripts <= 1, (page.n_scripts, page.bad[:5]))


def check_texts(name, folder, graph):
    for stage in ("graph", "decompose", "lower", "realize", "schedule", "fuse", "memory", "codegen"):
        check_streams(f"{name} steps --stage {stage}", run(folder, "steps", graph, "--stage", stage))
    for stage in ("decompose", "realize", "schedule"):
        check_streams(f"{name} dump --stage {stage} as text", run(folder, "dump", graph, "--stage", stage))
    check_streams(f"{name} compare", run(folder, "compare", graph, "--strategy", "inductor,xla,none", "--no-verify", "--no-measure", "--differences", "--svg", "c.svg"))
    if os.path.exists(os.path.join(folder, "c.svg")):
        check_xml(f"{name} compare svg", open(os.path.join(folder, "c.svg"), "rb").read())
    check_streams(f"{name} plan", run(folder, "plan", graph, "--svg", "m.svg"))
    check_xml(f"{name} plan svg", open(os.path.join(folder, "m.svg"), "rb").read())
    for words in (("stages",), ("steps",), ("compare", "--strategy", "inductor,none", "--no-verify", "--no-measure", "--differences"), ("kernels",), ("plan",)):
        done = run(folder, words[0], graph, *words[1:], "--json")
        check_streams(f"{name} {words[0]} --json", done)
        check_json(f"{name} {words[0]} --json", done.stdout)


def check_import(name, folder, graph):
    """What is imported is the same graph once more."""
    done = run(folder, "import", graph, "-o", "again.json")
    check_streams(f"{name} import", done)
    data = open(os.path.join(folder, "again.json"), "rb").read()
    check(f"{name} import is inert", find_raw(data) is None, find_raw(data))
    check_json(f"{name} import", data)
    first, again = run(folder, "kernels", graph, "-q"), run(folder, "kernels", "again.json", "-q")
    check(f"{name} import: the same kernels", first.stdout == again.stdout and again.returncode == 0, again.stderr)


def test_graph(name, folder):
    graph, write = GRAPHS[name]
    with open(os.path.join(folder, graph), "wb") as file:
        file.write(write(folder))
    check_kernels(name, folder, graph)
    check_triton(name, folder, graph)
    check_texts(name, folder, graph)
    check_pictures(name, folder, graph)
    check_report(name, folder, graph)
    check_import(name, folder, graph)


def test_run(name, folder):
    """The generated C compiles and computes what it should, whatever its tensors and sizes are called."""
    graph = GRAPHS[name][0]
    for strategy in ("inductor", "stitch-cpu"):
        done = run(folder, "run", graph, "--no-measure", "--strategy", strategy, "-q")
        check_streams(f"{name} run under {strategy}", done)
        check(f"{name} run under {strategy}: agrees", done.stdout.startswith(b"agrees"), done.stdout[:300] + done.stderr[-500:])


def test_names_that_are_asked_for(folder):
    """On the command line: what a user pastes comes back inert, whatever is made of it. What would help is a sentence of its own, and tried
    for some payloads only, unless the long form is asked for: trying takes forty times as long as the rest of the answer."""
    for i, payload in enumerate(PAYLOADS):
        word = os.fsencode(os.fsdecode(payload)).replace(b"\0", b"")
        why = b"why", b"j.json", word, b"first"
        if not IS_LONG and i % 20:
            why += b"--set", b"why.limit=0"
        for words in (why, (b"stages", word), (b"stages", b"j.json", b"--set", word), (word, b"j.json"))[i % 2::2]:
            if word.startswith(b"-") and words[-1] is not word and words[0] != b"why" and words[0] is not word:
                continue
            done = subprocess.run([os.fsencode(CLI), *words], capture_output=True, cwd=folder, stdin=subprocess.DEVNULL, timeout=60)
            raw = find_raw(done.stdout) or find_raw(done.stderr)
            if raw is not None or done.returncode not in (0, 1, 2):
                check(f"payload {i} as a word of {words[0]!a}", False, (done.returncode, raw))
    check("words of the command line come back inert", True)


def test_session(folder):
    """Names and notes of variants, bookmarks, and subjects of overrides; unknown keys; a graph's path."""
    variants = [b'{"name": %s, "note": %s, %s: 1, "overrides": [{"forbid": [%s, "first"]}]}' % ((quoted_json(payload + b"v%d" % i), ) * 2
                + (quoted_json(b"k" + payload), quoted_json(payload.replace(b",", b"") or b"e"))) for i, payload in enumerate(PAYLOADS)]
    bookmarks = [b'{"stage": "fuse", "step": -1, "subject": %s, "note": %s}' % (quoted_json(payload), quoted_json(payload)) for payload in PAYLOADS]
    session = b'{"fuseloom_session": 1, "graph": {"path": "j.json"}, "variants": [%s], "bookmarks": [%s]}'
    with open(os.path.join(folder, "s.fuseloom"), "wb") as file:
        file.write(session % (b", ".join(variants), b", ".join(bookmarks)))
    check_streams("session", run(folder, "stages", "s.fuseloom"), (0, 1))
    check_streams("session gate", run(folder, "gate", "j.json", "s.fuseloom"), (0, 1, 2))
    for i in range(0, len(PAYLOADS), 6):
        with open(os.path.join(folder, "one.fuseloom"), "wb") as file:
            file.write(session % (variants[i].replace(b", \"overrides\"", b", \"notes\": 1, \"overrides\""), bookmarks[i]))
        done = run(folder, "whatif", "one.fuseloom", "-o", "saved.fuseloom")
        raw = find_raw(done.stdout) or find_raw(done.stderr)
        saved = os.path.join(folder, "saved.fuseloom")
        if os.path.exists(saved):
            raw = raw or find_raw(open(saved, "rb").read())
            os.remove(saved)
        if raw is not None or done.returncode not in (0, 1, 2):
            check(f"session with payload {i}", False, (done.returncode, raw))
    for i, payload in enumerate(PAYLOADS):
        with open(os.path.join(folder, "path.fuseloom"), "wb") as file:
            file.write(b'{"fuseloom_session": 1, "graph": {"path": %s}, "variants": [], "bookmarks": []}' % quoted_json(payload))
        done = run(folder, "stages", "path.fuseloom")
        raw = find_raw(done.stdout) or find_raw(done.stderr)
        if raw is not None or done.returncode not in (0, 1):
            check(f"session with payload {i} as path", False, (done.returncode, raw))
    check("sessions are inert", True)


def test_rules_and_problems(folder):
    for i, payload in enumerate(PAYLOADS):
        with open(os.path.join(folder, "p.rules"), "wb") as file:
            file.write(b"# " + payload + b"\nrule " + payload + b": relu(" + payload + b"($x))\n")
        with open(os.path.join(folder, "p.csv"), "wb") as file:
            file.write(b"id,lower,upper,size\n" + payload.replace(b"\n", b" ") + b",0,2,8\nb,1,3,8\n" + payload + b",1,2,3\n")
        for words in (("stages", "j.json", "--strategy", "pattern", "--rules", "p.rules"), ("plan", "p.csv", "--at", "peak")):
            done = run(folder, *words)
            raw = find_raw(done.stdout) or find_raw(done.stderr)
            if raw is not None or done.returncode not in (0, 1):
                check(f"{words[0]} with payload {i} in {words[-1]}", False, (done.returncode, raw))
    with open(os.path.join(folder, "all.csv"), "wb") as file:
        file.write(b"id,lower,upper,size\n" + b"".join(b"%s,0,2,8\n" % re.sub(rb"[\n\r,\"]", b" ", payload + b"%d" % i) for i, payload in enumerate(PAYLOADS)))
    done = run(folder, "plan", "all.csv", "--planner", "size-first", "--svg", "all.svg", "-o", "all.out")
    check_streams("problem", done, (0, 1))
    if done.returncode == 0:
        check_xml("problem svg", open(os.path.join(folder, "all.svg"), "rb").read())
        data = open(os.path.join(folder, "all.out"), "rb").read()
        check("problem's solution is inert", find_raw(data) is None, find_raw(data))
    check("rules and problems are inert", True)


def test_debug_folder(folder):
    """A folder and files with hostile names, and dumps with hostile text."""
    for i in range(0, len(PAYLOADS), 4):
        name = PAYLOADS[i].replace(b"/", b"_").replace(b"\0", b"")[:60] or b"e"
        if name in (b".", b".."):
            continue
        top = os.path.join(os.fsencode(folder), b"d", name)
        os.makedirs(top, exist_ok=True)
        with open(os.path.join(top, b"fx_graph_readable.py"), "wb") as file:
            file.write(b'class GraphModule(torch.nn.Module):\n    def forward(self, x: "f32[4]"):\n        r: "f32[4]" = torch.ops.aten.relu.default(x)\n        return (r,)\n')
        for file_name in (b"ir_pre_fusion.txt", b"ir_post_fusion.txt", b"output_code.py"):
            with open(os.path.join(top, file_name), "wb") as file:
                file.write(b"op0: SchedulerNode(ComputedBuffer)\nop0.writes = [%s]\nbuf0: %s\n" % (PAYLOADS[i], PAYLOADS[i]))
    for words in (("parity", "d"), ("parity", "d", "--json"), ("parity", "d", "--diff")):
        check_streams(" ".join(words), run(folder, *words), (0, 1, 2))


def main():
    with tempfile.TemporaryDirectory() as top:
        folder = os.path.join(top, "here")  # "..", as a graph's path, is searched for graphs: it holds nothing else
        os.mkdir(folder)
        for name in GRAPHS:
            test_graph(name, folder)
        for name in ("json", "sizes", "fx")[:2]:
            test_run(name, folder)
        test_names_that_are_asked_for(folder)
        test_session(folder)
        test_rules_and_problems(folder)
        test_debug_folder(folder)
        made = [os.path.join(where, file) for where, _, files in os.walk(top) for file in files if "pwned" in file]
        check("no payload made a file", not made and not os.path.exists("/tmp/pwned"), made)
        check("60 payloads or more", len(PAYLOADS) >= 60, len(PAYLOADS))
    print(f"1..{count}")


main()
