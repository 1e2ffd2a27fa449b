/* Reference kernels of special functions: integrals, bisection and closed forms, other ways than
 * the kernels' own (core/codegen/preamble/special.h). */
#include <string.h>

#include "fl-reference-formula.h"
#include "fl-reference-kernels.h"
#include "fl-reference-pointwise-private.h"

REFERENCE_KERNEL (polygamma);

/* --- Bessel functions -------------------------------------------------------------------------- */

/* e^-|x| I_n (x): the mean of e^(x cos t - |x|) cos (n t) over the circle, by steps that become
 * exact quickly. */
static double
scaled_bessel_i (double x, int n)
{
  double a = fabs (x), sum = 0;
  int steps = (int) MIN (64 + 4 * a, 4096);
  if (isnan (x))
    return x;
  if (a == 0) /* exactly: what the sum of cosines leaves by rounding is not 0 */
    return n == 0 ? 1 : x;
  if (a > 1e5) /* the first terms of the expansion */
    return (n == 1 && x < 0 ? -1 : 1) / sqrt (2 * G_PI * a) * (1 - (4 * n - 1) / (8 * a));
  if (a > 500)
    steps = 40000;
  for (int k = 0; k < steps; k++)
    {
      double t = 2 * G_PI * k / steps;
      sum += exp (a * (cos (t) - 1)) * cos (n * t);
    }
  sum /= steps;
  return n == 1 && x < 0 ? -sum : sum;
}

static double
bessel_i (double x, int n)
{
  double scaled = scaled_bessel_i (x, n), a = fabs (x);
  if (isinf (x)) /* as PyTorch's, whose series for large ones ends in infinity over infinity */
    return NAN;
  return scaled == 0 ? scaled : scaled * exp (a / 2) * exp (a / 2);
}

/* e^x K_n (x): the logarithmic series up to 2, Steed's continued fraction above. */
static double
scaled_bessel_k (double x, int n)
{
  if (!(x > 0))
    return x == 0 ? INFINITY : NAN;
  if (isinf (x))
    return 0;
  if (x <= 2)
    {
      double l = log (x / 2), gamma = 0.57721566490153286, t = x * x / 4, term = 1, psi = -gamma, k0 = 0, k1 = 0;
      for (int k = 0; k < 40; k++) /* term: t^k / k!^2; psi: of k + 1 */
        {
          k0 += term * (psi - l);
          k1 += term / (k + 1) * (l - (psi + 0.5 / (k + 1)));
          psi += 1.0 / (k + 1);
          term *= t / ((k + 1.0) * (k + 1));
        }
      return exp (x) * (n == 0 ? k0 : 1 / x + x / 2 * k1);
    }
  double b = 2 * (1 + x), d = 1 / b, step = d, h = d, q1 = 0, q2 = 1, a1 = 0.25, q = a1, c = a1, a = -a1,
         s = 1 + q * step;
  for (int i = 2; i < 5000; i++)
    {
      a -= 2 * (i - 1);
      c = -a * c / i;
      double next = (q1 - b * q2) / a;
      q1 = q2;
      q2 = next;
      q += c * next;
      b += 2;
      d = 1 / (b + a * d);
      step *= b * d - 1;
      h += step;
      s += q * step;
      if (fabs (q * step / s) < 1e-17)
        break;
    }
  double k0 = sqrt (G_PI / (2 * x)) / s;
  return n == 0 ? k0 : k0 * (x + 0.5 - a1 * h) / x;
}

static double
real (double x, double value)
{
  return isfinite (x) ? value : NAN;
}

/* clang-format off */
FORMULA (i0, FLOAT, LIST ("self"), NULL, bessel_i (X, 0))
FORMULA (i0e, FLOAT, LIST ("self"), NULL, scaled_bessel_i (X, 0))
FORMULA (i1, FLOAT, LIST ("self"), NULL, bessel_i (X, 1))
FORMULA (i1e, FLOAT, LIST ("self"), NULL, scaled_bessel_i (X, 1))
FORMULA (bessel_k0, FLOAT, LIST ("self"), NULL, scaled_bessel_k (X, 0) * exp (-X))
FORMULA (bessel_k1, FLOAT, LIST ("self"), NULL, scaled_bessel_k (X, 1) * exp (-X))
FORMULA (scaled_bessel_k0, FLOAT, LIST ("x"), NULL, scaled_bessel_k (X, 0))
FORMULA (scaled_bessel_k1, FLOAT, LIST ("x"), NULL, scaled_bessel_k (X, 1))
FORMULA (bessel_j0, FLOAT, LIST ("self"), NULL, real (X, j0 (X)))
FORMULA (bessel_j1, FLOAT, LIST ("self"), NULL, real (X, j1 (X)))
FORMULA (bessel_y0, FLOAT, LIST ("self"), NULL, X < 0 ? NAN : X == 0 ? -INFINITY : real (X, y0 (X)))
FORMULA (bessel_y1, FLOAT, LIST ("self"), NULL, X < 0 ? NAN : X == 0 ? -INFINITY : real (X, y1 (X)))
FORMULA (spherical_bessel_j0,
         FLOAT,
         /* clang-format on */
         LIST ("self|x"), NULL,
         X == 0      ? 1
         : isinf (X) ? 0
                     : sin (X) / X)

/* --- of the normal distribution
 * ---------------------------------------------------------------------------------------- */

/* e^(x^2) erfc (x); from 1 on the mean of x / (x^2 + t^2) over a normal distribution. */
static double
erfcx (double x)
{
  double sum = 0;
  if (x < 1)
    return x < -27 ? INFINITY : (double) (expl ((long double) x * x) * erfcl (x));
  if (x > 1e8)
    return 1 / (x * sqrt (G_PI));
  for (int k = -80; k <= 80; k++)
    sum += exp (-0.01 * k * k) * x / (x * x + 0.01 * k * k);
  return sum * 0.1 / G_PI;
}

/* Where 0.5 erfc (-x / sqrt (2)) reaches p, by halving; around 0, where that has lost the digits of x, where erf does.
 */
static double
ndtri (double p)
{
  double low = -40, high = 40;
  if (fabs (p - 0.5) < 0.25)
    {
      low = 0;
      for (int i = 0; i < 200; i++)
        {
          double middle = (low + high) / 2;
          if (erf (middle / G_SQRT2) < fabs (2 * p - 1))
            low = middle;
          else
            high = middle;
        }
      return p < 0.5 ? -low : low;
    }
  if (!(p > 0 && p < 1))
    return p == 0 ? -INFINITY : p == 1 ? INFINITY : NAN;
  if (p > 0.5)
    return -ndtri (1 - p);
  for (int i = 0; i < 200; i++)
    {
      double middle = (low + high) / 2;
      if (0.5 * erfc (-middle / G_SQRT2) < p)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static double
log_ndtr (double x)
{
  return x < 0 ? log (erfcx (-x / G_SQRT2) / 2) - x * x / 2 : log1p (-0.5 * erfc (x / G_SQRT2));
}

/* clang-format off */
FORMULA (erfcx, FLOAT, LIST ("self"), NULL, erfcx (X))
FORMULA (ndtri, FLOAT, LIST ("self"), NULL, ndtri (X))
FORMULA (log_ndtr, FLOAT, LIST ("self"), NULL, log_ndtr (X))
/* clang-format on */

/* --- gamma and zeta ---------------------------------------------------------------------------- */

/* Hurwitz's zeta: thousands of terms, and the rest by three of Euler's and Maclaurin's. Of a large power some hundred
 * terms will do: those behind are nothing beside the first one, or the rest has all digits. */
static double
zeta (double x, double q)
{
  const int n = q > 0 && x >= 64 ? 128 : 4000;
  double sum = 0, a = q + n;
  if (!(x > 1))
    return x == 1 ? INFINITY : NAN;
  if (q <= 0 && q == floor (q))
    return INFINITY;
  if ((q <= 0 && x != floor (x)) || !isfinite (q))
    return NAN;
  if (isinf (x)) /* the powers of a first term, and then infinity times 0 */
    return q == 1 ? 1 : q < 1 ? INFINITY : NAN;
  for (int k = n; k-- > 0;)
    sum += pow (q + k, -x);
  return sum + pow (a, 1 - x) / (x - 1) + pow (a, -x) / 2 + x * pow (a, -x - 1) / 12
         - x * (x + 1) * (x + 2) * pow (a, -x - 3) / 720;
}

static double
polygamma (double n, double x)
{
  if (n == 0)
    return fl_reference_digamma (x);
  if (n == 1 && isinf (x))
    return x > 0 ? 0 : NAN;
  if (n == 1 && x < 0.5)
    return pow (G_PI / sin (G_PI * x), 2) - zeta (2, 1 - x);
  return (fmod (n, 2) == 1 ? 1 : -1) * tgamma (n + 1) * zeta (n + 1, x);
}

/* P (a, x) of large a: the normal distribution's share, and two terms of what it lacks (Temme's expansion). */
static double
lower_gamma_of_large (double a, double x, gboolean is_rest)
{
  long double far = ((long double) x - a) / a, square; /* half of eta squared: far - log (1 + far) */
  if (fabsl (far) < 1e-3L)
    square
        = far * far * (1 / 2.0L - far * (1 / 3.0L - far * (1 / 4.0L - far * (1 / 5.0L - far * (1 / 6.0L - far / 7)))));
  else
    square = far - log1pl (far);
  long double eta = copysignl (sqrtl (2 * square), far), side = is_rest ? 1 : -1;
  long double first = fabsl (far) < 1e-9L ? -1 / 3.0L : 1 / far - 1 / eta, lack = first - 1 / 540.0L / a;
  return 0.5L * erfcl (side * eta * sqrtl (a / 2.0L))
         + side * expl (-a * square) / sqrtl (2 * (long double) G_PI * a) * lack;
}

/* P (a, x): the series x^(a + k) e^-x / Gamma (a + k + 1) where that is short, else 1 less the
 * integral of t^(a - 1) e^-t. */
static double
lower_gamma (double a, double x, gboolean is_rest)
{
  double sum = 0;
  if (isnan (a) && x == 0) /* asked for before whether a is a number */
    return is_rest ? 1 : 0;
  if (!(x >= 0) || !(a >= 0) || (a == 0 && x == 0) || (isinf (a) && isinf (x)))
    return NAN;
  if (a == 0 || isinf (x))
    return is_rest ? 0 : 1;
  if (x == 0 || isinf (a))
    return is_rest ? 1 : 0;
  if (a > 1e4)
    return lower_gamma_of_large (a, x, is_rest);
  /* What is left of 1 would have no digits where it is small: there the integral. */
  if (x < a + 1 && !(is_rest && a < 1 && x < 1))
    {
      for (int k = 0; k < 3000; k++)
        sum += exp ((a + k) * log (x) - x - lgamma (a + k + 1));
      return is_rest ? 1 - sum : sum;
    }
  /* t = x + u, u = e^s: an integrand that falls off doubly exponentially on the right and as e^s on
   * the left */
  for (int k = (int) (100 * MIN (log (x), 0)) - 4000; k < 1000; k++)
    {
      double s = k * 0.01, u = exp (s);
      sum += exp ((a - 1) * log (x + u) - (x + u) + s - lgamma (a)) * 0.01;
    }
  return is_rest ? sum : 1 - sum;
}

/* clang-format off */
FORMULA (zeta, FLOAT, LIST ("self", "other"), NULL, zeta (X, Y))
FORMULA (igamma, FLOAT, LIST ("self", "other"), NULL, lower_gamma (X, Y, FALSE))
FORMULA (igammac, FLOAT, LIST ("self", "other"), NULL, lower_gamma (X, Y, TRUE))
/* clang-format on */

static double
formula_polygamma (const double *x, const double *p)
{
  return polygamma (p[0], X);
}

gboolean
reference_polygamma (FlCall *call)
{
  FlArray *out = fl_call_evaluate (call, formula_polygamma, LIST ("self"), LIST ("n"), FL_FORMULA_FLOAT);
  return out != NULL && fl_call_return (call, out);
}

/* --- Airy's function --------------------------------------------------------------------------- */

/* Far below 0: along the line through the saddle at sqrt (-x) on which e^(i (t^3 / 3 + x t)) falls off the fastest. */
static double
airy_far_below (double x)
{
  long double r = sqrtl (-(long double) x), turn = G_PI / 4 - 2 * r * r * r / 3;
  double width = sqrt (40 / (double) r), sum = 0;
  const int n = 1000;
  for (int k = -n; k <= n; k++)
    {
      double s = width * k / n, cube = s * s * s / (3 * G_SQRT2);
      sum += exp (-(double) r * s * s - cube) * cosl (turn - cube);
    }
  return sum * width / n / G_PI;
}

/* The mean of e^(i (t^3 / 3 + x t)) along a line above the real one, where it falls off like a
 * normal distribution. */
static double
airy_ai (double x)
{
  double eta = x > 1 ? sqrt (x) : 1 / (1 + MAX (-x, 0)), width = sqrt (40 / eta), step = MIN (0.01, width / 2000),
         sum = 0, lost = 0;
  if (!isfinite (x))
    return NAN;
  if (x < -20)
    return airy_far_below (x);
  for (int i = 0; i * step < 2 * width; i++)
    {
      double s = i * step - width;
      fl_sum_add (&sum, &lost,
                  exp (-s * s * eta + eta * eta * eta / 3 - x * eta) * cos (s * s * s / 3 - s * eta * eta + x * s));
    }
  sum += lost;
  return sum * step / (2 * G_PI);
}

FORMULA (airy_ai, FLOAT, LIST ("x"), NULL, airy_ai (X))

/* --- orthogonal polynomials -------------------------------------------------------------------- */

/* cos (n t) where x is cos (t), from the angle beside it, which is exact where x is 0; beyond -1 and 1 its
 * continuation. */
static double
chebyshev_t (double x, int n)
{
  double sign = x < 0 && n % 2 == 1 ? -1 : 1;
  if (fabs (x) <= 1)
    return (n / 2 % 2 == 0 ? 1 : -1) * (n % 2 == 0 ? cos (n * asin (x)) : sin (n * asin (x)));
  return sign * cosh (n * acosh (fabs (x)));
}

/* 2^n (x - 1)^… over all products: the sum of C (n + 1, 2 k + 1) x^(n - 2 k) (x^2 - 1)^k. */
static double
chebyshev_u (double x, int n)
{
  double sum = 0, choose = n + 1;
  for (int k = 0; 2 * k <= n; k++)
    {
      sum += choose * pow (x, n - 2 * k) * pow (x * x - 1, k);
      choose *= (double) (n - 2 * k) * (n - 2 * k - 1) / ((2 * k + 2.0) * (2 * k + 3.0));
    }
  return sum;
}

static double
hermite (double x, int n, double two)
{
  double sum = 0, term = 1; /* (-1)^m n! / (m! (n - 2 m)!) of (2 x)^(n - 2 m), or of x^(n - 2 m) / 2^m */
  for (int m = 0; 2 * m <= n; m++)
    {
      sum += term * pow (two * x, n - 2 * m);
      term *= -(double) (n - 2 * m) * (n - 2 * m - 1) / (m + 1) * (two == 2 ? 1 : 0.5);
    }
  return sum;
}

static double
laguerre (double x, int n)
{
  double sum = 0, term = 1;
  for (int k = 0; k <= n; k++)
    {
      sum += term;
      term *= -x * (n - k) / ((k + 1.0) * (k + 1));
    }
  return sum;
}

static double
legendre (double x, int n)
{
  double sum = 0, choose = 1; /* C (n, k)^2 ((x - 1) / 2)^(n - k) ((x + 1) / 2)^k */
  for (int k = 0; k <= n; k++)
    {
      sum += choose * choose * pow ((x - 1) / 2, n - k) * pow ((x + 1) / 2, k);
      choose *= (double) (n - k) / (k + 1);
    }
  return sum;
}

typedef enum
{
  CHEBYSHEV_T,
  CHEBYSHEV_U,
  CHEBYSHEV_V,
  CHEBYSHEV_W,
  HERMITE_H,
  HERMITE_HE,
  LAGUERRE,
  LEGENDRE
} Polynomial;

/* PyTorch's recurrences take infinity from infinity: of a degree above 2 nothing is left. */
static double
evaluate_at_infinity (double x, int n)
{
  double before = 1, value = x;
  for (int k = 1; k < n; k++)
    {
      double next = x * value - before;
      before = value;
      value = next;
    }
  return value;
}

static double
evaluate (double x, double degree, Polynomial kind)
{
  int n = (int) trunc (degree);
  if (!(degree > -1))
    return 0;
  if (n == 0)
    return 1;
  if (isinf (x))
    return evaluate_at_infinity (kind == LAGUERRE ? -x : x, n);
  switch (kind)
    {
    case CHEBYSHEV_T: return chebyshev_t (x, n);
    case CHEBYSHEV_U: return chebyshev_u (x, n);
    case CHEBYSHEV_V: return chebyshev_u (x, n) - chebyshev_u (x, n - 1);
    case CHEBYSHEV_W: return chebyshev_u (x, n) + chebyshev_u (x, n - 1);
    case HERMITE_H: return hermite (x, n, 2);
    case HERMITE_HE: return hermite (x, n, 1);
    case LAGUERRE: return laguerre (x, n);
    case LEGENDRE: break;
    }
  return legendre (x, n);
}

/* clang-format off */
FORMULA (chebyshev_polynomial_t, FLOAT, LIST ("x", "n"), NULL, evaluate (X, Y, CHEBYSHEV_T))
FORMULA (chebyshev_polynomial_u, FLOAT, LIST ("x", "n"), NULL, evaluate (X, Y, CHEBYSHEV_U))
FORMULA (chebyshev_polynomial_v, FLOAT, LIST ("x", "n"), NULL, evaluate (X, Y, CHEBYSHEV_V))
FORMULA (chebyshev_polynomial_w, FLOAT, LIST ("x", "n"), NULL, evaluate (X, Y, CHEBYSHEV_W))
FORMULA (shifted_chebyshev_polynomial_t,
         FLOAT,
         /* clang-format on */
         LIST ("x", "n"), NULL, evaluate (2 * X - 1, Y, CHEBYSHEV_T))
FORMULA (shifted_chebyshev_polynomial_u, FLOAT, LIST ("x", "n"), NULL, evaluate (2 * X - 1, Y, CHEBYSHEV_U))
FORMULA (shifted_chebyshev_polynomial_v, FLOAT, LIST ("x", "n"), NULL, evaluate (2 * X - 1, Y, CHEBYSHEV_V))
FORMULA (shifted_chebyshev_polynomial_w, FLOAT, LIST ("x", "n"), NULL, evaluate (2 * X - 1, Y, CHEBYSHEV_W))
/* clang-format off */
FORMULA (hermite_polynomial_h, FLOAT, LIST ("x", "n"), NULL, evaluate (X, Y, HERMITE_H))
FORMULA (hermite_polynomial_he, FLOAT, LIST ("x", "n"), NULL, evaluate (X, Y, HERMITE_HE))
FORMULA (laguerre_polynomial_l, FLOAT, LIST ("x", "n"), NULL, evaluate (X, Y, LAGUERRE))
FORMULA (legendre_polynomial_p, FLOAT, LIST ("x", "n"), NULL, evaluate (X, Y, LEGENDRE))
/* clang-format on */
