#!/usr/bin/env python3
"""What only a few files do. Foreign text is quoted by core/base/fl-quote*.c and JSON is written by cJSON: nothing else escapes by hand.
Files of users are opened by core/formats/fl-file*.c, those that Fuseloom keeps for itself by core/base/fl-trust.c.

    check-doors.py ROOT

Exits 1 and names file and line of what does so elsewhere. EXCEPTIONS say what is another matter, and each must be found: one that is
not needed any more is named, too. First of all the rules find what they are to find in a few lines of their own.
"""
import pathlib
import re
import sys

FOLDERS = ("core", "ui", "app")

QUOTES, FILES = ("a function of core/base/fl-quote.h", r"fl-quote"), ("core/formats/fl-file.h, or core/base/fl-trust.h for files of our own", r"fl-file|fl-trust")
SYSTEM = r'"/(proc|sys|dev/null)'  # the system's own, which nobody else can put anything in the place of

# What is forbidden, whose it is, and lines that it has to find. Rules see strings of C as the source spells them.
RULES = (
    ("another library's quoting", QUOTES,
     r"\bg_markup_(escape_text|printf_escaped|vprintf_escaped)|\bg_strescape\b|\bg_shell_quote\b|\bg_uri_escape|\bg_regex_escape",
     ('text = g_markup_escape_text (name, -1);', 'g_strescape (name, NULL)', 'g_markup_printf_escaped ("<b>%s</b>", name)')),
    ("an entity of XML", QUOTES, r'"[^"]*&(amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);', ('g_string_append (out, "&lt;");', 'return "a &#39; b";')),
    ("an escape made of a number", QUOTES, r'\\\\(u%|U%|x%|%0?3?o|u\{)', (r'printf (out, "\\u%04x", c);', r'printf (out, "\\x%02x", c);', r'f ("\\%03o", c)')),
    ("a backslash in front of a character", QUOTES, r"""append_c \(\w+(->\w+)?, '\\\\'\)|"\\\\%c\"""", (r"g_string_append_c (out, '\\');", r'printf (out, "\\%c", c);')),
    ("JSON by hand", QUOTES, r'append\w*\s*\([^;]*"[^"]*\{?\\"[a-z_]+\\"\s*:', (r'g_string_append_printf (out, "{\"name\": \"%s\"}", name);', )),
    ("a file opened", FILES,
     r"\b(fopen|fopen64|freopen|g_fopen|open|open64|openat|g_open|creat|g_file_get_contents|g_file_set_contents(_full)?|g_mapped_file_new|"
     r"g_key_file_load_from_file|g_key_file_load_from_dirs|g_key_file_save_to_file|g_file_read|g_file_load_\w+|g_file_replace\w*|g_file_create|"
     r"\w+_new_from_file|\w+_load_from_file|cairo_(pdf|svg|ps)_surface_create|cairo_surface_write_to_png|gtk_css_provider_load_from_path) \((?!" + SYSTEM + ")",
     ("fopen (path, \"r\")", "  fd = open (path, O_RDONLY);", "g_file_get_contents (path, &text, NULL, NULL)", "cairo_pdf_surface_create (path, 1, 1)")),
)

# file, rule: why it is another matter
EXCEPTIONS = {
    ("core/base/fl-text.c", "an escape made of a number"): "Python's repr(), which belongs to the formats that are compared byte by byte",
    ("core/base/fl-text.c", "a backslash in front of a character"): "the same",
    ("core/base/fl-cache-sizes.c", "a file opened"): "the system's own folder of caches; tests name another one",
    ("core/codegen/preamble/cut-preamble.c", "a file opened"): "a tool of the build, which the program never runs",
    ("core/codegen/preamble/cut-preamble.c", "a backslash in front of a character"): "the same: it writes C's strings, and has no GLib",
    ("core/formats/fl-fx-scan.c", "a backslash in front of a character"): "reads Python's strings: a backslash that begins no escape is one",
    ("core/worker/fl-compiler.c", "a file opened"): "what the compiler left in a folder of this process; no link, regular, limited",
    ("core/worker/fl-compiler-cache.c", "a file opened"): "the source, written for the compiler into that folder, which is new",
    ("core/worker/fl-confine.c", "a file opened"): "names of folders for Landlock: O_PATH reads nothing",
    ("core/worker/fl-worker-serve.c", "a file opened"): "what NVIDIA's driver says of its GPUs, below /proc",
    ("ui/model/flui-autosave.c", "a file opened"): "an empty file to lock, in the user's own folder of state; no link",
    ("core/formats/fl-json-write.c", "JSON by hand"): "our own key between parts that cJSON prints, so that each node is one line",
}


def without_comments(text):
    """Comments become blanks; line ends stay."""
    return re.sub(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|/\*.*?\*/',
                  lambda match: re.sub(r"[^\n]", " ", match[0]) if match[0].startswith("/*") else match[0], text, flags=re.S)


def main():
    root = pathlib.Path(sys.argv[1])
    bad, needed = 0, set()
    for name, _, rule, samples in RULES:
        for sample in samples:
            if not re.search(rule, sample):
                print(f"the rule \"{name}\" does not find {sample}")
                bad += 1
    files = sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.[ch]") if path.is_file())
    rules = [(name, use, home, re.compile(rule)) for name, (use, home), rule, _ in RULES]
    for path in files:
        text = path.read_text()
        if not any(rule.search(text) for *_, rule in rules):
            continue
        where = path.relative_to(root).as_posix()
        for number, line in enumerate(without_comments(text).splitlines(), 1):
            for name, use, home, rule in rules:
                if re.match(home, path.name) or not rule.search(line):
                    continue
                needed.add((where, name))
                if (where, name) not in EXCEPTIONS:
                    print(f"{where}:{number}: {name}: {line.strip()}\n    use {use}")
                    bad += 1
    for where, name in sorted(set(EXCEPTIONS) - needed):
        print(f"{where} has no \"{name}\" any more: take it from the list of exceptions")
        bad += 1
    if len(files) < 100:
        print(f"only {len(files)} sources were found")
        bad += 1
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
