#!/usr/bin/env python3
"""Prints the coefficients of core/codegen/preamble/double-math.h, double-inverse.h and normal.h: polynomials
through Chebyshev's nodes, from the lowest degree up.

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


def of_complement(a):
    return mpmath.exp(a * a) * mpmath.erfc(a) * (a + 2)


def inverse_over_x(w):
    """erfinv (x) / x of w = -log (1 - x^2)."""
    x = mpmath.sqrt(-mpmath.expm1(-w))
    if x == 0:
        return mpmath.sqrt(PI) / 2
    return (mpmath.findroot(lambda y: mpmath.log(mpmath.erfc(y)) - mpmath.log(1 - x), mpmath.sqrt(w - mpmath.log(mpmath.sqrt(w) + 1))) if w > 2
            else mpmath.erfinv(x)) / x


def stirling(t):
    """What is left of log (gamma (z)), times z, with t = 1 / z^2."""
    z = 1 / mpmath.sqrt(t)
    return (mpmath.loggamma(z) - ((z - mpf(1) / 2) * mpmath.log(z) - z + mpmath.log(2 * PI) / 2)) * z


show("erfc: (1 - erfc (x)) / x, t = x^2", fit(near(lambda t: mpmath.erf(mpmath.sqrt(t)) / mpmath.sqrt(t), 2 / mpmath.sqrt(PI)), lambda t: mpf(1), 0, mpf("0.22"), 5, 8)[0])
low, high = ((mpf(a) - 2) / (mpf(a) + 2) for a in ("0.46", "10.1"))
show("erfc: e^(a^2) erfc (a) (a + 2), t = (a - 2) / (a + 2)",
     fit(lambda t: of_complement(2 * (1 + t) / (1 - t)), lambda t: 1 / of_complement(2 * (1 + t) / (1 - t)), low, high, 9)[0])
show("erfinv, v = w - 2.5", fit(lambda v: inverse_over_x(v + 2.5), lambda v: 1 / inverse_over_x(v + 2.5), mpf(-2.5), mpf(2.5), 9, 10)[0])
show("erfinv, s = sqrt (w) - 3",
     fit(lambda s: inverse_over_x((s + 3) ** 2), lambda s: 1 / inverse_over_x((s + 3) ** 2), mpmath.sqrt(5) - 3, mpf("1.02"), 9, 10)[0])
show("lgamma: Stirling's series, t = 1 / z^2", interpolate(near(stirling, mpf(1) / 12), 0, mpf(1) / 64, 5))
for name, value, bits in (("ln 2", LN2, (32, 53)), ("pi / 2", PI / 2, (33, 33, 53)), ("2 / ln 2", 2 / LN2, (53, 53))):
    parts, rest = [], value
    for b in bits:
        shift = b - 1 - int(mpmath.floor(mpmath.log(abs(rest), 2)))
        part = mpmath.floor(rest * mpf(2) ** shift + mpf(1) / 2) / mpf(2) ** shift
        parts.append(part)
        rest -= part
    show(name, parts)
