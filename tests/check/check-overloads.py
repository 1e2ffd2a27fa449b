#!/usr/bin/env python3
"""Signatures of the operator table are PyTorch's own: the schemas of core/graph/fl-overloads.def say them.

    check-overloads.py ROOT

Parameters in their order, '*' before the first that is given by keyword only, and every default.
"""
import os
import re
import sys

ROW = re.compile(r'^ATEN \(\w+, "([^"]+)", \w+, "([^"]*)"', re.M)
OVERLOAD = re.compile(r'^OVERLOAD \("([^"]+)", \w+, "(.*)"\)$', re.M)
PARAMETER = re.compile(r"(?P<type>.*?)\s(?P<name>\w+)(=(?P<default>.*))?$")


def split_parameters(text):
    """Cut at commas that stand in no bracket and no string."""
    parts, depth, quote, start = [], 0, "", 0
    for i, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter in "([":
            depth += 1
        elif letter in ")]":
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return [part for part in parts + [text[start:].strip()] if part]


def parameters_of(schema):
    """What stands between the name and the arrow."""
    return schema[schema.index("(") + 1:schema.rindex(") -> ")]


def normalize(text):
    """A default as the table spells it."""
    if text == "None":
        return ""
    if text[0] in "'\"":
        return f"'{text[1:-1]}'"
    text = text.replace(" ", "")
    try:
        return text if re.fullmatch(r"-?\d+", text) else repr(float(text))
    except ValueError:
        return text


def signature_of(schema):
    words, mark = [], ""
    for part in split_parameters(parameters_of(schema)):
        if part == "*":
            mark = "*"
            continue
        found = PARAMETER.match(part)
        word, default = mark + found["name"], found["default"]
        if default is not None:
            length = re.search(r"\[(\d)\]$", found["type"])
            value = normalize(default)
            word += "=" + (f"[{','.join([value] * int(length[1]))}]" if length and value and value[0] != "[" else value)
        words.append(word)
        mark = ""
    return " ".join(words)


def main():
    graph = os.path.join(sys.argv[1], "core", "graph")
    schemas = {name: schema.replace('\\"', '"') for name, schema in OVERLOAD.findall(open(os.path.join(graph, "fl-overloads.def")).read())}
    rows = ROW.findall(open(os.path.join(graph, "fl-aten-ops.def")).read())
    compared, wrong = 0, 0
    for name, signature in rows:
        if name not in schemas:
            continue
        compared += 1
        ours = re.sub(r"(?<==)-?\d[\d.e+-]*(?= |$)", lambda found: normalize(found[0]), signature)
        if ours != signature_of(schemas[name]):
            wrong += 1
            print(f"{name}: the table has \"{signature}\", PyTorch \"{signature_of(schemas[name])}\"")
    print(f"{compared} signatures compared")
    sys.exit(1 if wrong or compared < 700 else 0)


if __name__ == "__main__":
    main()
