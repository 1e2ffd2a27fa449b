#!/usr/bin/env python3
"""Writes core/codegen/fl-c-preamble-tables.c: polynomials by segments for functions that one permutation looks up.

Needs numpy and mpmath. For each segment k a polynomial in r = x - k * width, |r| <= width / 2: minimax by reweighted least squares
(Lawson), coefficients rounded to float from the lowest degree up, the rest fitted again after each. Ends of the range are exact.

    tests/tools/fit-functions.py > core/codegen/fl-c-preamble-tables.c
"""
import sys

import mpmath
import numpy

mpmath.mp.prec = 100
POINTS, STEPS = 160, 30


def fit(function, width, segment, degree, low, high, fixed, is_relative):
    r = (low + high) / 2 + (high - low) / 2 * numpy.cos(numpy.pi * (numpy.arange(POINTS) + 0.5) / POINTS)
    y = numpy.array([float(function(mpmath.mpf(segment * width) + mpmath.mpf(float(x)))) for x in r])
    weight = 1 / numpy.abs(y) if is_relative else numpy.ones(POINTS)
    fixed, free = dict(fixed), [d for d in range(degree + 1) if d not in fixed]
    while free:
        lawson, scale = numpy.ones(POINTS), numpy.array([max(abs(low), abs(high)) ** -d for d in free])
        for _ in range(STEPS):
            powers, target = numpy.stack([r**d for d in free], 1), y - sum(v * r**d for d, v in fixed.items())
            rows = numpy.sqrt(lawson) * weight
            x = numpy.linalg.lstsq(powers * rows[:, None] * scale, target * rows, rcond=None)[0] * scale
            error = numpy.abs(powers @ x - target) * weight
            lawson = lawson * (error + 1e-300)
            lawson /= lawson.mean()
        fixed[free[0]] = float(numpy.float32(x[0]))
        free = free[1:]
    error = numpy.abs(sum(fixed[d] * r**d for d in range(degree + 1)) - y)
    return [fixed[d] for d in range(degree + 1)], error.max()


def make_table(function, width, first, degree, starts_at_zero):
    """32 segments from `first` on; the last reaches 1 at its middle, the first is 0 at its middle."""
    table, worst = numpy.zeros((degree + 1, 32)), 0
    for k in range(first, first + 32):
        low, high, fixed, is_relative = -width / 2, width / 2, {}, False
        if k == first:
            low, fixed, is_relative = (1e-6 if starts_at_zero else 0.0), {0: 0.0}, starts_at_zero
        elif k == first + 31:
            high, fixed = 0.0, {0: 1.0}
        elif k == first + 1:
            is_relative = starts_at_zero
        coefficients, error = fit(function, width, k, degree, low, high, fixed, is_relative)
        table[:, k % 32] = coefficients
        worst = max(worst, error)
    return table, worst


def spell(value):
    text = numpy.format_float_scientific(numpy.float32(value), unique=True, trim="-")
    mantissa, exponent = text.split("e")
    exponent = int(exponent)
    if value == int(value) and abs(value) < 10:
        return str(int(value))
    if -4 <= exponent <= 1:
        text = numpy.format_float_positional(numpy.float32(value), unique=True, trim="-")
        return text + "f" if "." in text else text
    return f"{mantissa}{'' if '.' in mantissa else '.0'}e{exponent}f"


def phi(x):
    return mpmath.erfc(-x / mpmath.sqrt(2)) / 2


def phi_by_tanh(x):
    return 1 / (1 + mpmath.exp(-2 * mpmath.sqrt(2 / mpmath.pi) * (x + mpmath.mpf("0.044715") * x**3)))


FUNCTIONS = [
    ("fl_erf_table", "erf (k / 8 + r)", mpmath.erf, 0.125, 0, 4, True),
    ("fl_tanh_table", "tanh (19 / 64 * k + r)", mpmath.tanh, 19 / 64, 0, 5, True),
    ("fl_normal_table", "(1 + erf (x / sqrt (2))) / 2 for x = 3 / 8 * k + r, k from -16 to 15", phi, 0.375, -16, 5, False),
    ("fl_normal_tanh_table", "(1 + tanh (sqrt (2 / pi) * (x + 0.044715 * x^3))) / 2 for x = 11 / 32 * k + r, k from -16 to 15",
     phi_by_tanh, 11 / 32, -16, 5, False),
]

print("""/* Polynomials by segments: row d holds the coefficients of r^d, column k modulo 32 those of segment k. Made by
 * tests/tools/fit-functions.py. Only machines that look up 32 floats in one instruction use them. */
#include "fl-c-preamble.h"

static const FlCHelper helpers[] = {""")
for name, what, function, width, first, degree, starts_at_zero in FUNCTIONS:
    table, worst = make_table(function, width, first, degree, starts_at_zero)
    print(f"{name}: {worst:.3g}", file=sys.stderr)
    print(f'  {{ "{name}",\n    "/* {what} */\\n"\n    "static const float {name}[{degree + 1}][32] __attribute__ ((aligned (64))) = {{\\n"')
    for row in table:
        numbers, lines, line = [spell(v) for v in row], [], "   {"
        for i, number in enumerate(numbers):
            if len(line) + len(number) > 116:
                lines.append(line)
                line = "    "
            line += " " + number + ("," if i < 31 else " },")
        lines.append(line)
        for text in lines:
            print(f'    "{text}\\n"')
    print('    "};\\n" },')
print("""};

const FlCHelper *
fl_c_preamble_get_table_helpers (guint *n)
{
  *n = G_N_ELEMENTS (helpers);
  return helpers;
}""")
