#!/usr/bin/env python3
"""Writes core/codegen/preamble/tables.h: polynomials by segments for functions that one permutation looks up.

Needs numpy and mpmath. Of each segment of a = |x| a polynomial in a itself: minimax by reweighted least squares (Lawson) with a penalty on
large coefficients, which cancel each other and so lose what is rounded; coefficients are rounded to float from the highest degree down,
the rest fitted again after each. Of several degrees and penalties the best as floats compute it.

    tests/tools/fit-functions.py > core/codegen/preamble/tables.h
"""
import sys

import mpmath
import numpy

mpmath.mp.prec = 100
POINTS, SAMPLES, STEPS = 160, 12000, 25
PENALTIES = (0, 3e-10, 7e-10, 1e-9, 2e-9, 3e-9, 1e-8, 3e-8, 1e-7)
f32 = numpy.float32


def call(function, points):
    return numpy.array([float(function(mpmath.mpf(float(a)))) for a in points])


def evaluate(coefficients, a):
    """As multiply-adds of floats do it."""
    y = numpy.full(a.shape, f32(coefficients[-1]))
    for c in coefficients[-2::-1]:
        y = (y.astype(float) * a.astype(float) + float(f32(c))).astype(f32)
    return y


def fit(a, y, degree, fixed, weight, penalty):
    fixed, free = dict(fixed), [d for d in range(degree + 1) if d not in fixed]
    while free:
        target = y - sum(v * a**d for d, v in fixed.items())
        powers = numpy.stack([a**d for d in free], 1)
        scale, lawson = 1 / numpy.abs(powers).max(0), numpy.ones(POINTS)
        large = numpy.diag([penalty * numpy.median(weight) if d > 0 else 0.0 for d in free])
        for _ in range(STEPS):
            rows = numpy.sqrt(lawson / POINTS) * weight
            q, r = numpy.linalg.qr(numpy.vstack([powers * scale * rows[:, None], large]))
            x = numpy.linalg.solve(r, q.T @ numpy.concatenate([target * rows, numpy.zeros(len(free))]))
            lawson = lawson * (numpy.abs(powers * scale @ x - target) * weight + 1e-300)
            lawson /= lawson.mean()
        fixed[free[-1]] = float(f32((x * scale)[-1]))
        free.pop()
    return [fixed[d] for d in range(degree + 1)]


def fit_best(function, low, high, degree, fixed, get_unit):
    a = (low + high) / 2 + (high - low) / 2 * numpy.cos(numpy.pi * (numpy.arange(POINTS) + 0.5) / POINTS)
    y, samples = call(function, a), numpy.unique(numpy.linspace(low, high, SAMPLES).astype(f32))
    samples = samples[samples > 0]
    expected, best = call(function, samples), (numpy.inf, None)
    for some in range(max(1, degree - 2), degree + 1):
        for penalty in PENALTIES:
            c = fit(a, y, some, fixed, 1 / get_unit(a, y), penalty) + [0.0] * (degree - some)
            error = (numpy.abs(evaluate(c, samples) - expected) / get_unit(samples, expected)).max()
            best = min(best, (error, c))
    return best


def of_result(a, y):
    return 2.0 ** (numpy.floor(numpy.log2(numpy.maximum(numpy.abs(y), 1e-38))) - 23)


def of_argument(a, y):
    """Of functions that are multiplied by a: units in the last place of that."""
    a = numpy.maximum(a, 1e-38)
    return 2.0 ** (numpy.floor(numpy.log2(a)) - 23) / a


def by_width(width):
    """Column k: what is next to k * width."""
    return [(k, max(0.0, (k - 0.5) * width), (k + 0.5) * width) for k in range(32)]


def by_bits(start):
    """Eight segments from each power of 2 to the next, of a + start."""
    first = int(numpy.array([start], dtype=f32).view(numpy.uint32)[0]) >> 20
    edges = (numpy.arange(first, first + 33, dtype=numpy.uint32) << 20).view(f32).astype(float) - start
    return [((first + k) % 32, max(0.0, edges[k]), edges[k + 1]) for k in range(32)]


def make_centred_table(function, width, degree):
    """Of r = a - k * width in column k: where the function falls by orders of magnitude, powers of a would cancel each other."""
    table, worst = numpy.zeros((degree + 1, 32)), 0
    for k, low, high in by_width(width):
        middle, half = k * width, width / 2
        r = half * numpy.cos(numpy.pi * (numpy.arange(POINTS) + 0.5) / POINTS)
        samples = numpy.linspace(-half, half, SAMPLES).astype(f32)
        y, expected = call(function, middle + r), call(function, middle + samples.astype(float))
        c = fit(r, y, degree, {}, 1 / of_result(r, y), 0)
        table[:, k] = c
        worst = max(worst, (numpy.abs(evaluate(c, samples) - expected) / of_result(samples, expected)).max())
    return table, worst


def make_table(function, segments, degree, limit, starts_at_zero, get_unit):
    """From limit on the last segment's value is the function's at infinity, which limit itself stands for."""
    table, worst = numpy.zeros((degree + 1, 32)), 0
    for k, low, high in segments:
        if low >= limit or (low, high) == segments[-1][1:]:
            table[0, k] = float(function(mpmath.mpf(1000)))
            continue
        fixed = {0: 0.0} if starts_at_zero and low == 0 else {}
        error, c = fit_best(function, max(low, 1e-5 * high), high, degree, fixed, get_unit)
        table[:, k] = c
        worst = max(worst, error)
    return table, worst


def spell(value):
    text = numpy.format_float_scientific(f32(value), unique=True, trim="-")
    mantissa, exponent = text.split("e")
    exponent = int(exponent)
    if value == int(value) and abs(value) < 10:
        return str(int(value))
    if -4 <= exponent <= 1:
        text = numpy.format_float_positional(f32(value), unique=True, trim="-")
        return text + "f" if "." in text else text
    return f"{mantissa}{'' if '.' in mantissa else '.0'}e{exponent}f"


def above(x):
    return mpmath.erfc(x / mpmath.sqrt(2)) / 2


def above_by_tanh(x):
    return 1 / (1 + mpmath.exp(2 * mpmath.sqrt(2 / mpmath.pi) * (x + mpmath.mpf("0.044715") * x**3)))


def sigmoid_below(x):
    return 1 / (1 + mpmath.exp(x))


FUNCTIONS = [
    ("fl_erf_table", "erf (a), column: the eighth of a", mpmath.erf, by_width(1 / 8), 4, 3.85, True, of_result),
    ("fl_tanh_table", "tanh (a), column: the upper bits of 5 / 8 + a", mpmath.tanh, by_bits(0.625), 4, 9.3, True, of_result),
    ("fl_normal_table", "(1 - erf (a / sqrt (2))) / 2, column: a * 40 / 7", above, by_width(0.175), 3, 99, False, of_argument),
    ("fl_normal_tanh_table", "(1 - tanh (sqrt (2 / pi) * (a + 0.044715 * a^3))) / 2, column: a * 6", above_by_tanh, by_width(1 / 6), 3, 99,
     False, of_argument),
    ("fl_sigmoid_near_table", "1 / (1 + e^a) in powers of r = a - k / 4, column: k", sigmoid_below, None, 4, 0, False, None),
    ("fl_sigmoid_table", "1 / (1 + e^a), column: the upper bits of 2 + a", sigmoid_below, by_bits(2), 4, 99, False, of_argument),
]

print("""/* Polynomials by segments of a = |x|: row d holds the coefficients of a^d, a column those of a segment. Made by
 * tests/tools/fit-functions.py. Only machines that look up 32 floats in one instruction use them. */
#pragma once""")
for name, what, function, segments, degree, limit, starts_at_zero, get_unit in FUNCTIONS:
    if segments is None:
        table, worst = make_centred_table(function, 0.25, degree)
    else:
        table, worst = make_table(function, segments, degree, limit, starts_at_zero, get_unit)
    print(f"{name}: {worst:.3g} units", file=sys.stderr, flush=True)
    print(f'\n/* {what} */\nstatic const float {name}[{degree + 1}][32] __attribute__ ((aligned (64))) = {{')
    for row in table:
        numbers, lines, line = [spell(v) for v in row], [], "   {"
        for i, number in enumerate(numbers):
            if len(line) + len(number) > 116:
                lines.append(line)
                line = "    "
            line += " " + number + ("," if i < 31 else " },")
        lines.append(line)
        print("\n".join(lines))
    print("};")
