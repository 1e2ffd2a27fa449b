#!/usr/bin/env python3
"""Prints the coefficients of core/codegen/fl-c-preamble-double.c and fl-c-preamble-inverse.c: polynomials through Chebyshev's nodes, from the lowest degree up.

Needs mpmath. A weight tells which errors matter: where it is not 1, a weighted least-squares fit at many nodes takes the place of the
interpolation, repeated with larger weights where errors are larger (Lawson).
"""
import mpmath
from mpmath import mpf

mpmath.mp.prec = 200


def get_nodes(low, high, n):
    return [(low + high) / 2 + (high - low) / 2 * mpmath.cos(mpmath.pi * (2 * i + 1) / (2 * n)) for i in range(n)]


def interpolate(function, low, high, degree):
    nodes = get_nodes(mpf(low), mpf(high), degree + 1)
    rows = mpmath.matrix([[x**d for d in range(degree + 1)] for x in nodes])
    return list(mpmath.lu_solve(rows, mpmath.matrix([function(x) for x in nodes])))


def fit(function, weight, low, high, degree, steps=12):
    """In powers of x - middle over half the width, for conditioning; turned into powers of x afterwards."""
    middle, half = (mpf(low) + high) / 2, (mpf(high) - low) / 2
    nodes = get_nodes(mpf(-1), mpf(1), 4 * degree)
    values, weights = [function(middle + half * u) for u in nodes], [weight(middle + half * u) for u in nodes]
    lawson = [mpf(1)] * len(nodes)
    for _ in range(steps):
        basis = mpmath.matrix(len(nodes), degree + 1)
        target = mpmath.matrix(len(nodes), 1)
        for i, u in enumerate(nodes):
            scale = weights[i] * mpmath.sqrt(lawson[i])
            target[i] = values[i] * scale
            for d in range(degree + 1):
                basis[i, d] = u**d * scale
        c = mpmath.lu_solve(basis.T * basis, basis.T * target)
        errors = [abs(sum(c[d] * u**d for d in range(degree + 1)) - values[i]) * weights[i] for i, u in enumerate(nodes)]
        lawson = [a * (e + mpf(10) ** -40) for a, e in zip(lawson, errors)]
        mean = sum(lawson) / len(lawson)
        lawson = [a / mean for a in lawson]
    powers = [mpf(0)] * (degree + 1)
    for d in range(degree + 1):
        for k in range(d + 1):
            powers[k] += c[d] / half**d * mpmath.binomial(d, k) * (-middle) ** (d - k)
    return powers, max(errors)


def show(name, coefficients):
    print(f"{name}: " + ", ".join(repr(float(c)) for c in coefficients))


def near(function, limit):
    """The function, and its limit where it cancels."""
    return lambda x: limit if abs(x) < mpf(10) ** -20 else function(x)


LN2, PI = mpmath.log(2), mpmath.pi
show("exp: (e^r - 1 - r) / r^2", interpolate(near(lambda r: (mpmath.expm1(r) - r) / r**2, mpf(1) / 2), -LN2 / 2, LN2 / 2, 9))
show("log: (atanh (s) / s - 1) * 2 / t, t = s^2",
     interpolate(near(lambda t: (mpmath.atanh(mpmath.sqrt(t)) / mpmath.sqrt(t) - 1) * 2 / t, mpf(2) / 3), 0, mpf("0.02945"), 6))
show("sin: (sin (r) / r - 1) / t", interpolate(near(lambda t: (mpmath.sin(mpmath.sqrt(t)) / mpmath.sqrt(t) - 1) / t, -mpf(1) / 6), 0, mpf("0.6169"), 5))
show("cos: (cos (r) - 1 + t / 2) / t^2",
     interpolate(near(lambda t: (mpmath.cos(mpmath.sqrt(t)) - 1 + t / 2) / t**2, mpf(1) / 24), 0, mpf("0.6169"), 5))
show("erf: erf (x) / x, below 1, t = x^2", interpolate(near(lambda t: mpmath.erf(mpmath.sqrt(t)) / mpmath.sqrt(t), 2 / mpmath.sqrt(PI)), 0, 1, 11))
show("asin: (asin (s) / s - 1) / t", interpolate(near(lambda t: (mpmath.asin(mpmath.sqrt(t)) / mpmath.sqrt(t) - 1) / t, mpf(1) / 6), 0, mpf("0.25"), 12))
show("atan: (atan (z) / z - 1) / t",
     interpolate(near(lambda t: (mpmath.atan(mpmath.sqrt(t)) / mpmath.sqrt(t) - 1) / t, -mpf(1) / 3), 0, mpf("0.17158"), 10))
show("pow: (atanh (s) / s - 1 - t / 3) / t^2",
     interpolate(near(lambda t: (mpmath.atanh(mpmath.sqrt(t)) / mpmath.sqrt(t) - 1 - t / 3) / t**2, mpf(1) / 5), 0, mpf("0.02945"), 7))
for degree in (14, 16, 18):
    c, error = fit(lambda x: -mpmath.log(mpmath.erfc(x)), mpmath.erfc, mpf("0.98"), mpf("5.95"), degree)
    print(float(error))
    show("erf: -log (erfc (x)), from 1 to 5.95", c)
for name, value, bits in (("ln 2", LN2, (32, 53)), ("pi / 2", PI / 2, (33, 33, 53)), ("2 / ln 2", 2 / LN2, (53, 53))):
    parts, rest = [], value
    for b in bits:
        shift = b - 1 - int(mpmath.floor(mpmath.log(abs(rest), 2)))
        part = mpmath.floor(rest * mpf(2) ** shift + mpf(1) / 2) / mpf(2) ** shift
        parts.append(part)
        rest -= part
    show(name, parts)
