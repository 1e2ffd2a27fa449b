#!/usr/bin/env python3
"""Foreign text is quoted by core/base/fl-quote*.c, JSON is written by cJSON, and nothing else escapes by hand.

    check-quotes.py ROOT

Exits 1 and names file and line of what looks like an escape elsewhere. EXCEPTIONS say what is another matter, and each must be found:
one that is not needed any more is named, too. First of all the rules find what they are to find in a few lines of their own.
"""
import pathlib
import re
import sys

FOLDERS = ("core", "ui", "app")

# What is forbidden, and lines that it has to find. Rules see strings of C as the source spells them.
RULES = (
    ("another library's quoting",
     r"\bg_markup_(escape_text|printf_escaped|vprintf_escaped)|\bg_strescape\b|\bg_shell_quote\b|\bg_uri_escape|\bg_regex_escape",
     ('text = g_markup_escape_text (name, -1);', 'g_strescape (name, NULL)', 'g_markup_printf_escaped ("<b>%s</b>", name)')),
    ("an entity of XML", r'"[^"]*&(amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);', ('g_string_append (out, "&lt;");', 'return "a &#39; b";')),
    ("an escape made of a number", r'\\\\(u%|U%|x%|%0?3?o|u\{)', (r'printf (out, "\\u%04x", c);', r'printf (out, "\\x%02x", c);', r'f ("\\%03o", c)')),
    ("a backslash in front of a character", r"""append_c \(\w+(->\w+)?, '\\\\'\)|"\\\\%c\"""", (r"g_string_append_c (out, '\\');", r'printf (out, "\\%c", c);')),
    ("JSON by hand", r'append\w*\s*\([^;]*"[^"]*\{?\\"[a-z_]+\\"\s*:', (r'g_string_append_printf (out, "{\"name\": \"%s\"}", name);', )),
)

# file, rule: why it is another matter
EXCEPTIONS = {
    ("core/base/fl-text.c", "an escape made of a number"): "Python's repr(), which belongs to the formats that are compared byte by byte",
    ("core/base/fl-text.c", "a backslash in front of a character"): "the same",
    ("core/formats/fl-fx-scan.c", "a backslash in front of a character"): "reads Python's strings: a backslash that begins no escape is one",
    ("core/formats/fl-json-write.c", "JSON by hand"): "our own key between parts that cJSON prints, so that each node is one line",
}


def without_comments(text):
    """Comments become blanks; line ends stay."""
    return re.sub(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|/\*.*?\*/',
                  lambda match: re.sub(r"[^\n]", " ", match[0]) if match[0].startswith("/*") else match[0], text, flags=re.S)


def main():
    root = pathlib.Path(sys.argv[1])
    bad, needed = 0, set()
    for name, rule, samples in RULES:
        for sample in samples:
            if not re.search(rule, sample):
                print(f"the rule \"{name}\" does not find {sample}")
                bad += 1
    files = sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.[ch]") if not path.name.startswith("fl-quote"))
    for path in files:
        where = path.relative_to(root).as_posix()
        for number, line in enumerate(without_comments(path.read_text()).splitlines(), 1):
            for name, rule, _ in RULES:
                if not re.search(rule, line):
                    continue
                needed.add((where, name))
                if (where, name) not in EXCEPTIONS:
                    print(f"{where}:{number}: {name}: {line.strip()}\n    use a function of core/base/fl-quote.h")
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
