/* Special functions, in doubles: what TorchInductor has as ops of their own. Series, continued fractions, recurrences and the trapezoid
 * rule where that converges as fast; core/reference/fl-reference-special.c computes the same in other ways. */
#pragma once

#include "types.h"
#include "scalar-math.h"

/* Modified Bessel function of order 0 or 1, times e^-|x| where is_scaled: its power series, whose terms have one sign, and the
   expansion for large x. */
FL_STATIC double fl_bessel_i (double x, int order, int is_scaled)
{
  const double a = __builtin_fabs (x), mu = 4.0 * order;
  double term = 1, sum = 1;
  if (a - a != 0)
    return is_scaled && a == a ? 1 / x : __builtin_nan (""); /* like PyTorch's, none of infinity */
  if (a < 25)
    {
      for (int k = 1; k < 90 && term > sum * 1e-17; k++)
        sum += term *= a * a / 4 / k / (k + order);
      sum = order ? sum * x / 2 : sum;
      return is_scaled ? sum * __builtin_exp (-a) : sum;
    }
  for (int k = 1; k < 40 && term * term > 1e-34; k++)
    sum += term *= ((2 * k - 1) * (2 * k - 1) - mu) / (8 * k * a);
  sum /= __builtin_sqrt (6.283185307179586 * a);
  sum = order && x < 0 ? -sum : sum;
  if (is_scaled)
    return sum;
  return a > 700 ? sum * __builtin_exp (a / 2) * __builtin_exp (a / 2) : sum * __builtin_exp (a);
}

/* Modified Bessel function of the second kind: its integral over cosh, where steps of a fifth are as good as exact. */
FL_STATIC double fl_bessel_k (double x, double order, int is_scaled)
{
  const double step = x < 16 ? 0.125 : 0.5 / __builtin_sqrt (x);
  double sum = is_scaled ? 0.5 : 0.5 * __builtin_exp (-x);
  if (!(x > 0) || x - x != 0)
    return x == 0 ? __builtin_inf () : x > 0 ? 0 : __builtin_nan ("");
  for (int k = 1; k < 4000; k++)
    {
      const double s = __builtin_sinh (k * step / 2), f = __builtin_exp (order * k * step);
      const double power = -x * (is_scaled ? 2 * s * s : 2 * s * s + 1), term = __builtin_exp (power) * 0.5 * (f + 1 / f);
      sum += term;
      if (term < sum * 1e-18 && power < -30)
        break;
    }
  return sum * step;
}

/* Like PyTorch's, none of infinity. Clang has no __builtin_j0. */
#ifndef __cplusplus
double j0 (double);
double j1 (double);
#endif
FL_STATIC double fl_bessel_j (double x, int order)
{
  return x - x != 0 ? __builtin_nan ("") : order ? j1 (x) : j0 (x);
}

#ifndef __cplusplus
double y0 (double);
double y1 (double);
#endif
FL_STATIC double fl_bessel_y (double x, int order)
{
  if (x == 0)
    return -__builtin_inf ();
  return !(x > 0) || x - x != 0 ? __builtin_nan ("") : order ? y1 (x) : y0 (x);
}

FL_STATIC double fl_spherical_j0 (double x)
{
  const double t = x * x;
  if (x - x != 0)
    return x != x ? x : 0;
  if (__builtin_fabs (x) < 0.5)
    return 1 - t / 6 * (1 - t / 20 * (1 - t / 42 * (1 - t / 72 * (1 - t / 110 * (1 - t / 156)))));
  return __builtin_sin (x) / x;
}

/* e^(x^2) erfc (x): the product with the square's lost digits, and the continued fraction beyond 5. */
FL_STATIC double fl_erfcx (double x)
{
  if (x < -27)
    return __builtin_inf ();
  if (x < 5)
    {
      const double square = x * x, lost = __builtin_fma (x, x, -square);
      return __builtin_exp (square) * (1 + lost) * __builtin_erfc (x);
    }
  double t = x;
  for (int k = 50; k > 0; k--)
    t = x + 0.5 * k / t;
  return 0.5641895835477563 / t;
}

/* Where the normal distribution reaches p: a rough start, then Newton's steps, around 0 on erf, else on the logarithm of the tail. */
FL_STATIC double fl_ndtri (double p)
{
  if (p > 0.25 && p < 0.75)
    {
      const double q = p - 0.5;
      double x = 2.5066282746310002 * q;
      for (int i = 0; i < 5; i++)
        x += (q - 0.5 * __builtin_erf (x * 0.7071067811865476)) / (0.3989422804014327 * __builtin_exp (-0.5 * x * x));
      return x;
    }
  const double tail = p > 0.5 ? 1 - p : p;
  if (!(p > 0 && p < 1))
    return p == 0 ? -__builtin_inf () : p == 1 ? __builtin_inf () : __builtin_nan ("");
  const double wanted = __builtin_log (tail), t = __builtin_sqrt (-2 * wanted);
  double x = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  for (int i = 0; i < 5; i++)
    {
      const double upper = 0.5 * __builtin_erfc (x * 0.7071067811865476), slope = 0.3989422804014327 * __builtin_exp (-0.5 * x * x) / upper;
      x += (__builtin_log (upper) - wanted) / slope;
    }
  return p > 0.5 ? x : -x;
}

FL_STATIC double fl_digamma (double x)
{
  double low = 0;
  if (x == 0)
    return __builtin_copysign (__builtin_inf (), -x);
  if (x < 0)
    {
      if (x == __builtin_floor (x))
        return __builtin_nan ("");
      const double part = 3.141592653589793 * (x - __builtin_rint (x));
      low = 3.141592653589793 * __builtin_cos (part) / __builtin_sin (part);
      x = 1 - x;
      low = -low;
    }
  for (; x < 10; x += 1)
    low -= 1 / x;
  const double t = 1 / (x * x);
  return low + __builtin_log (x) - 0.5 / x
         - t * (1.0 / 12 - t * (1.0 / 120 - t * (1.0 / 252 - t * (1.0 / 240 - t * (1.0 / 132 - t * 691.0 / 32760)))));
}

/* Hurwitz's: ten terms, and the rest by Euler and Maclaurin. */
FL_STATIC double fl_zeta (double x, double q)
{
  static const double numbers[8] = { 1.0 / 12, -1.0 / 720, 1.0 / 30240, -1.0 / 1209600, 1.0 / 47900160, -691.0 / 1307674368000.0,
                                     1.0 / 74724249600.0, -3617.0 / 10670622842880000.0 };
  double sum = 0, a = q;
  if (x == 1)
    return __builtin_inf ();
  if (!(x > 1))
    return __builtin_nan ("");
  if (q <= 0)
    {
      if (q == __builtin_floor (q))
        return __builtin_inf ();
      if (x != __builtin_floor (x))
        return __builtin_nan ("");
    }
  if (q - q != 0)
    return __builtin_nan ("");
  if (x - x != 0)
    return q == 1 ? 1 : q < 1 ? __builtin_inf () : __builtin_nan ("");
  for (int k = 0; k < 12 || a <= 9; k++, a += 1)
    sum += __builtin_pow (a, -x);
  double power = __builtin_pow (a, -x), factor = x;
  sum += power * a / (x - 1) + power / 2;
  power /= a;
  for (int k = 0; k < 8; k++)
    {
      sum += numbers[k] * factor * power;
      factor *= (x + 2 * k + 1) * (x + 2 * k + 2);
      power /= a * a;
    }
  return sum;
}

FL_STATIC double fl_polygamma (double n, double x)
{
  if (n == 0)
    return fl_digamma (x);
  if (n == 1 && x - x != 0)
    return x > 0 ? 0 : __builtin_nan ("");
  if (n == 1 && x < 0.5)
    {
      const double s = __builtin_sin (3.141592653589793 * x);
      return 9.869604401089358 / (s * s) - fl_zeta (2, 1 - x);
    }
  return (__builtin_fmod (n, 2) != 0 ? 1 : -1) * __builtin_exp (__builtin_lgamma (n + 1)) * fl_zeta (n + 1, x);
}

/* The incomplete gamma function of large a over the whole, or what is left, where x = a (1 + far) is within a hundredth of a: Temme's
   expansion, which begins with the normal distribution. The series would take as many terms as the root of a has units. */
FL_STATIC double fl_igamma_large (double a, double far, int is_upper)
{
  /* half of eta squared, over far squared: (far - log (1 + far)) / far^2 */
  double half = 0;
  for (int n = 9; n >= 2; n--)
    half = 1.0 / n - far * half;
  const double eta = far * __builtin_sqrt (2 * half), side = is_upper ? 1 : -1;
  const double first = -1.0 / 3 + eta * (1.0 / 12 + eta * (-2.0 / 135 + eta * (1.0 / 864 + eta / 2835)));
  const double second = -1.0 / 540 + eta * (-1.0 / 288 + eta * (25.0 / 12096));
  const double lack = __builtin_exp (-a * half * far * far) / __builtin_sqrt (6.283185307179586 * a) * (first + second / a);
  return 0.5 * __builtin_erfc (side * eta * __builtin_sqrt (a / 2)) + side * lack;
}

/* The incomplete gamma function over the whole, or what is left: its series below a + 1, its continued fraction above. */
FL_STATIC double fl_igamma (double a, double x, int is_upper)
{
  if (a != a && x == 0) /* asked for before whether a is a number */
    return is_upper;
  if (!(x >= 0) || !(a >= 0) || (a == 0 && x == 0))
    return __builtin_nan ("");
  if (a == 0 || x == 0 || a - a != 0 || x - x != 0)
    {
      if (a - a != 0 && x - x != 0)
        return __builtin_nan ("");
      const int is_one = (a == 0 || x - x != 0) != is_upper;
      return is_one;
    }
  /* x^a e^-x over the whole; of large ones the digits are in how far x is from a, and Stirling's series is short */
  const double far = (x - a) / a;
  if (a > 1e5 && __builtin_fabs (far) < 0.01)
    return fl_igamma_large (a, far, is_upper);
  const double rest = (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / (a * a)) / (a * a)) / a;
  const double scale = a > 20 ? __builtin_exp (-a * (far - __builtin_log1p (far)) - rest) * __builtin_sqrt (a / 6.283185307179586)
                              : __builtin_exp (a * __builtin_log (x) - x - __builtin_lgamma (a));
  if (is_upper && a < 1 && x < 1)
    {
      /* 1 less what is nearly 1 keeps no digits: x^a / Gamma (a + 1) less 1, then the rest of the series */
      const double gamma = a < 1e-5 ? a * (-0.5772156649015329 + a * (0.8224670334241132 - a * 0.4006856343865314)) : __builtin_lgamma (1 + a);
      const double power = a * __builtin_log (x) - gamma;
      double term = 1, sum = 0;
      for (int n = 1; n < 40; n++)
        {
          term *= -x / n;
          sum += term / (a + n);
        }
      return -__builtin_expm1 (power) - __builtin_exp (power) * a * sum;
    }
  if (x < a + 1)
    {
      double term = 1 / a, sum = term;
      for (double k = a + 1; term > sum * 1e-17; k += 1)
        sum += term *= x / k;
      return is_upper ? 1 - sum * scale : sum * scale;
    }
  double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
  for (int i = 1; i < 2000; i++)
    {
      const double an = -i * (i - a);
      b += 2;
      d = 1 / (an * d + b);
      c = b + an / c;
      h *= d * c;
      if (__builtin_fabs (d * c - 1) < 1e-16)
        break;
    }
  return is_upper ? scale * h : 1 - scale * h;
}

/* Orthogonal polynomials by their recurrences, each from the two before it: Chebyshev of four kinds, Hermite of two, Laguerre, Legendre. */
FL_STATIC double fl_polynomial (double x, double degree, int kind)
{
  const int n = (int) __builtin_trunc (degree);
  double before = 1, p;
  if (!(degree > -1))
    return 0;
  if (n == 0)
    return 1;
  switch (kind)
    {
    case 0: p = x; break;
    case 1: p = x + x; break;
    case 2: p = x + x - 1; break;
    case 3: p = x + x + 1; break;
    case 4: p = x + x; break;
    case 5: p = x; break;
    case 6: p = 1 - x; break;
    default: p = x; break;
    }
  for (int k = 1; k < n && p == p; k++)
    {
      double next = kind < 4    ? (x + x) * p - before
                    : kind == 4 ? (x + x) * p - 2 * k * before
                    : kind == 5 ? x * p - k * before
                    : kind == 6 ? ((2 * k + 1 - x) * p - k * before) / (k + 1)
                                : ((2 * k + 1) * x * p - k * before) / (k + 1);
      before = p;
      p = next;
    }
  return p;
}

/* Airy's function: by its asymptotic series far below 0, from its equation by Taylor steps up to 1, above by the integral of the
   Bessel function of order a third. */
FL_STATIC double fl_airy_ai (double x)
{
  if (x - x != 0)
    return __builtin_nan ("");
  if (x > 1)
    {
      const double z = x * __builtin_sqrt (x) * 2 / 3;
      return fl_bessel_k (z, 1.0 / 3, 1) * __builtin_exp (-z) * __builtin_sqrt (x / 3) * 0.3183098861837907;
    }
  if (x < -15)
    {
      const double z = -x * __builtin_sqrt (-x) * 2 / 3, turn = z + 0.7853981633974483;
      double term = 1, sums[2] = { 0, 0 };
      for (int k = 0; k < 20; k++)
        {
          sums[k & 1] += k & 2 ? -term : term;
          term *= (6.0 * k + 1) * (6.0 * k + 5) / (72 * (k + 1.0) * z);
        }
      return (__builtin_sin (turn) * sums[0] - __builtin_cos (turn) * sums[1]) * 0.5641895835477563 / __builtin_sqrt (__builtin_sqrt (-x));
    }
  double y = 0.3550280538878172, slope = -0.2588194037928068, at = 0;
  while (at != x)
    {
      const double h = x - at > 0.5 ? 0.5 : x - at < -0.5 ? -0.5 : x - at;
      double a = y, b = slope, c = at * y / 2, sum = a + h * (b + h * c), rate = b + 2 * h * c, power = h * h;
      for (int k = 1; k < 40; k++)
        {
          const double d = (at * b + a) / ((k + 2) * (k + 1));
          rate += (k + 2) * d * power;
          power *= h;
          sum += d * power;
          a = b;
          b = c;
          c = d;
        }
      y = sum;
      slope = rate;
      at = at + h == at ? x : at + h;
    }
  return y;
}
