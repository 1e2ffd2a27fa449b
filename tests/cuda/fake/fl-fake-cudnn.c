/* cuDNN without a GPU: graphs of convolutions, products, reductions and pointwise operations in the host's memory, as
 * their descriptors say, in double. FUSELOOM_FAKE_CUDA with "no-engines": nothing has an engine; "engine-fails": runs
 * do. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__ ((visibility ("default")))

enum
{
  BAD_PARAMETER = 2000,
  NOT_SUPPORTED = 3000,
  FAILED = 5000,
  MAX_ATTRIBUTES = 16,
  MAX_TENSORS = 64,
  MAX_DIMS = 5
};

typedef struct
{
  int name;
  int64_t n;
  void *values;
} Attribute;

typedef struct _Descriptor
{
  int of, n, is_finished;
  Attribute attributes[MAX_ATTRIBUTES];
} Descriptor;

/* Of the graph at work: a tensor's values side by side. */
typedef struct
{
  const Descriptor *descriptor;
  int n_dims, type;
  int64_t id, sizes[MAX_DIMS], strides[MAX_DIMS], n;
  void *memory; /* NULL: it never leaves the chip */
  double *values;
} Tensor;

typedef struct
{
  Tensor tensors[MAX_TENSORS];
  int n;
  const Descriptor *pack;
} Work;

static const size_t bytes_of_type[] = { 8, 4, 1, 8, 4, 8, 8, 4, 4, 4, 4, 4, 4, 4, 4, 8, 4, 4, 4, 4, 4, 4, 4, 4, 1 };

/* --- descriptors ----------------------------------------------------------------------------------------------------
 */

static int
has_fault (const char *name)
{
  const char *text = getenv ("FUSELOOM_FAKE_CUDA");

  return text != NULL && strstr (text, name) != NULL;
}

static const Attribute *
find (const Descriptor *self, int name)
{
  for (int i = 0; i < self->n; i++)
    if (self->attributes[i].name == name)
      return &self->attributes[i];
  return NULL;
}

static const Descriptor *
get_descriptor (const Descriptor *self, int name)
{
  const Attribute *attribute = find (self, name);

  return attribute == NULL ? NULL : *(Descriptor **) attribute->values;
}

static int
get_number (const Descriptor *self, int name)
{
  return *(int *) find (self, name)->values;
}

static const int64_t *
get_numbers (const Descriptor *self, int name)
{
  return find (self, name)->values;
}

EXPORT size_t
cudnnGetVersion (void)
{
  return 99900;
}

EXPORT const char *
cudnnGetErrorString (int status)
{
  return status == NOT_SUPPORTED ? "CUDNN_STATUS_NOT_SUPPORTED"
         : status == FAILED      ? "CUDNN_STATUS_EXECUTION_FAILED"
                                 : "CUDNN_STATUS_BAD_PARAM";
}

EXPORT void
cudnnGetLastErrorString (char *text, size_t bytes)
{
  text[0] = '\0';
}

EXPORT int
cudnnCreate (void **handle)
{
  *handle = &cudnnCreate;
  return 0;
}

EXPORT int
cudnnSetStream (void *handle, void *stream)
{
  return 0;
}

EXPORT int
cudnnBackendCreateDescriptor (int of, Descriptor **descriptor)
{
  *descriptor = calloc (1, sizeof **descriptor);
  (*descriptor)->of = of;
  return 0;
}

/* Plans go on referring to what they were made of: nothing is freed. */
EXPORT int
cudnnBackendDestroyDescriptor (Descriptor *descriptor)
{
  return 0;
}

EXPORT int
cudnnBackendSetAttribute (Descriptor *descriptor, int name, int type, int64_t n, const void *values)
{
  const size_t bytes = n * bytes_of_type[type];

  if (descriptor->is_finished || descriptor->n == MAX_ATTRIBUTES || n < 1 || find (descriptor, name) != NULL)
    return BAD_PARAMETER;
  Attribute *attribute = &descriptor->attributes[descriptor->n++];
  *attribute = (Attribute) { name, n, malloc (bytes) };
  memcpy (attribute->values, values, bytes);
  return 0;
}

/* What each kind must have; the second engine of the list refuses. */
EXPORT int
cudnnBackendFinalize (Descriptor *descriptor)
{
  static const int needed[][6] = { { 17, 901, 902, 903, 906, 900 },
                                   { 15, 800, 801, 801, 801, 801 },
                                   { 1, 100, 103, 104, 105, 106 },
                                   { 5, 400, 401, 401, 401, 401 },
                                   { 16, 1000, 1001, 1003, 1000, 1000 } };

  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
    for (int k = 1; k < 6 && descriptor->of == needed[i][0]; k++)
      if (find (descriptor, needed[i][k]) == NULL)
        return BAD_PARAMETER;
  descriptor->is_finished = 1;
  return descriptor->of == 5 && find (get_descriptor (descriptor, 401), 1) == NULL ? NOT_SUPPORTED : 0;
}

/* Two engines: attribute 1 of a configuration, which the library does not have, marks the one that works. */
EXPORT int
cudnnBackendGetAttribute (Descriptor *descriptor, int name, int type, int64_t asked, int64_t *n, void *values)
{
  *n = 0;
  if (name == 402)
    {
      *n = 1;
      *(int64_t *) values = 0;
    }
  if (name != 202 || has_fault ("no-engines"))
    return 0;
  for (*n = 0; *n < 2 && *n < asked; ++*n)
    {
      Descriptor *config = ((Descriptor **) values)[*n];
      const Descriptor *graph = get_descriptor (descriptor, 201);

      cudnnBackendSetAttribute (config, *n == 0 ? 1 : 2, 15, 1, &graph);
    }
  return 0;
}

/* --- tensors --------------------------------------------------------------------------------------------------------
 */

static double
read_element (int type, const void *memory, int64_t at)
{
  float number;
  uint32_t bits;

  if (type == 1)
    return ((const double *) memory)[at];
  if (type == 2)
    return (double) ((const _Float16 *) memory)[at];
  if (type != 9)
    return ((const float *) memory)[at];
  bits = (uint32_t) ((const uint16_t *) memory)[at] << 16;
  memcpy (&number, &bits, sizeof number);
  return number;
}

static uint16_t
round_to_bf16 (float number)
{
  uint32_t bits;

  memcpy (&bits, &number, sizeof bits);
  return isnan (number) ? 0x7fc0 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

static void
write_element (int type, void *memory, int64_t at, double value)
{
  if (type == 1)
    ((double *) memory)[at] = value;
  else if (type == 2)
    ((_Float16 *) memory)[at] = (_Float16) value;
  else if (type == 9)
    ((uint16_t *) memory)[at] = round_to_bf16 ((float) value);
  else
    ((float *) memory)[at] = (float) value;
}

/* Where the i-th value of one tensor lies in another one, whose sizes of 1 are repeated: by its strides, or densely. */
static int64_t
find_place (const Tensor *of, int64_t i, const Tensor *in, int by_strides)
{
  int64_t place = 0, apart = 1;

  for (int d = of->n_dims - 1; d >= 0; d--)
    {
      const int64_t at = i % of->sizes[d];

      i /= of->sizes[d];
      place += in->sizes[d] == 1 ? 0 : at * (by_strides ? in->strides[d] : apart);
      apart *= in->sizes[d];
    }
  return place;
}

static double
get (const Tensor *tensor, const Tensor *of, int64_t i)
{
  return tensor->values[find_place (of, i, tensor, 0)];
}

static Tensor *
open_tensor (Work *work, const Descriptor *descriptor)
{
  const int64_t *ids = get_numbers (work->pack, 1000), n_ids = find (work->pack, 1000)->n;

  for (int i = 0; i < work->n; i++)
    if (work->tensors[i].descriptor == descriptor)
      return &work->tensors[i];
  Tensor *self = &work->tensors[work->n++];
  *self = (Tensor) { .descriptor = descriptor,
                     .n_dims = find (descriptor, 902)->n,
                     .type = get_number (descriptor, 901),
                     .id = *get_numbers (descriptor, 906),
                     .n = 1 };
  memcpy (self->sizes, get_numbers (descriptor, 902), self->n_dims * sizeof *self->sizes);
  memcpy (self->strides, get_numbers (descriptor, 903), self->n_dims * sizeof *self->strides);
  for (int d = 0; d < self->n_dims; d++)
    self->n *= self->sizes[d];
  self->values = calloc (self->n, sizeof (double));
  for (int64_t i = 0; i < n_ids && find (descriptor, 907) == NULL; i++)
    if (ids[i] == self->id)
      self->memory = ((void **) find (work->pack, 1001)->values)[i];
  for (int64_t i = 0; i < self->n && self->memory != NULL; i++)
    self->values[i] = read_element (self->type, self->memory, find_place (self, i, self, 1));
  return self;
}

static Tensor *
open_attribute (Work *work, const Descriptor *operation, int name)
{
  const Descriptor *descriptor = get_descriptor (operation, name);

  return descriptor == NULL ? NULL : open_tensor (work, descriptor);
}

static void
store (const Tensor *self)
{
  for (int64_t i = 0; i < self->n && self->memory != NULL; i++)
    write_element (self->type, self->memory, find_place (self, i, self, 1), self->values[i]);
}

/* --- operations -----------------------------------------------------------------------------------------------------
 */

static double
compute (int mode, double x, double b, double t)
{
  switch (mode)
    {
    case 0: return x + b;
    case 1: return x * b;
    case 6: return x / b;
    case 9: return x - b;
    case 13: return exp (x);
    case 15: return log (x);
    case 303: return x >= b;
    case 601: return t != 0 ? x : b;
    default: return NAN;
    }
}

static void
run_pointwise (Work *work, const Descriptor *operation)
{
  const Descriptor *pointwise = get_descriptor (operation, 750);
  const int mode = get_number (pointwise, 0);
  const Tensor *x = open_attribute (work, operation, 751), *b = open_attribute (work, operation, 752),
               *t = open_attribute (work, operation, 758), *y = open_attribute (work, operation, 753);
  int64_t behind = 1;

  if (mode == 501)
    for (int d = *get_numbers (pointwise, 9) + 1; d < y->n_dims; d++)
      behind *= y->sizes[d];
  for (int64_t i = 0; i < y->n; i++)
    y->values[i] = mode == 501
                       ? (double) (i / behind % y->sizes[*get_numbers (pointwise, 9)])
                       : compute (mode, get (x, y, i), b != NULL ? get (b, y, i) : 0, t != NULL ? get (t, y, i) : 0);
  store (y);
}

/* The last dimension is reduced. */
static void
run_reduction (Work *work, const Descriptor *operation)
{
  const Tensor *x = open_attribute (work, operation, 1610), *y = open_attribute (work, operation, 1611);
  const int is_max = get_number (get_descriptor (operation, 1612), 1600) == 3;
  const int64_t n = x->sizes[x->n_dims - 1];

  for (int64_t i = 0; i < y->n; i++)
    {
      y->values[i] = is_max ? -INFINITY : 0;
      for (int64_t k = 0; k < n; k++)
        y->values[i] = is_max ? fmax (y->values[i], x->values[i * n + k]) : y->values[i] + x->values[i * n + k];
    }
  store (y);
}

/* Of four dimensions; heads of b may serve several of a. */
static void
run_product (Work *work, const Descriptor *operation)
{
  const Tensor *a = open_attribute (work, operation, 1520), *b = open_attribute (work, operation, 1521),
               *c = open_attribute (work, operation, 1522);
  const int64_t heads = c->sizes[1], rows = c->sizes[2], columns = c->sizes[3], terms = a->sizes[3];

  for (int64_t i = 0; i < c->n; i++)
    {
      const int64_t column = i % columns, row = i / columns % rows, head = i / columns / rows % heads,
                    batch = i / columns / rows / heads, shared = head / (heads / b->sizes[1]);

      c->values[i] = 0;
      for (int64_t k = 0; k < terms; k++)
        c->values[i] += a->values[((batch * heads + head) * rows + row) * terms + k]
                        * b->values[((batch * b->sizes[1] + shared) * terms + k) * columns + column];
    }
  store (c);
}

static void
join (int direction, double *x, double *w, double *y)
{
  if (direction == 0)
    *y += *x * *w;
  else if (direction == 1)
    *w += *x * *y;
  else
    *x += *y * *w;
}

/* Every pair of a result's and an input's position that a weight joins, whichever of the three is asked for. */
static void
run_convolution (Work *work, const Descriptor *operation, int first, int direction)
{
  const Descriptor *convolution = get_descriptor (operation, first + 2);
  const int64_t *stride = get_numbers (convolution, 103), *padding = get_numbers (convolution, 105),
                *dilation = get_numbers (convolution, 102);
  Tensor *w = open_attribute (work, operation, first + 3), *x = open_attribute (work, operation, first + 4),
         *y = open_attribute (work, operation, first + 5),
         *out = direction == 0   ? y
                : direction == 1 ? w
                                 : x;
  const int n = y->n_dims - 2;
  const int64_t each = w->sizes[1], outputs = y->sizes[1] / (x->sizes[1] / each);
  int64_t window = 1, area = 1;

  for (int d = 0; d < n; d++)
    {
      window *= w->sizes[2 + d];
      area *= x->sizes[2 + d];
    }
  memset (out->values, 0, out->n * sizeof (double));
  for (int64_t i = 0; i < y->n; i++)
    {
      int64_t rest = i, begin[3];

      for (int d = n - 1; d >= 0; d--)
        {
          begin[d] = rest % y->sizes[2 + d] * stride[d] - padding[d];
          rest /= y->sizes[2 + d];
        }
      const int64_t output = rest % y->sizes[1], batch = rest / y->sizes[1];

      for (int64_t tap = 0; tap < window; tap++)
        {
          int64_t of_window = tap, place = 0, step = 1;
          int is_inside = 1;

          for (int d = n - 1; d >= 0; d--)
            {
              const int64_t at = begin[d] + of_window % w->sizes[2 + d] * dilation[d];

              of_window /= w->sizes[2 + d];
              is_inside &= at >= 0 && at < x->sizes[2 + d];
              place += at * step;
              step *= x->sizes[2 + d];
            }
          for (int64_t k = 0; k < each && is_inside; k++)
            {
              const int64_t in = ((batch * x->sizes[1]) + output / outputs * each + k) * area + place,
                            by = (output * each + k) * window + tap;

              join (direction, &x->values[in], &w->values[by], &y->values[i]);
            }
        }
    }
  store (out);
}

EXPORT int
cudnnBackendExecute (void *handle, const Descriptor *plan, const Descriptor *pack)
{
  const Attribute *operations = find (get_descriptor (get_descriptor (plan, 401), 1), 801);
  Work work = { .n = 0, .pack = pack };

  if (has_fault ("engine-fails"))
    return FAILED;
  for (int64_t i = 0; i < operations->n; i++)
    {
      const Descriptor *operation = ((Descriptor **) operations->values)[i];

      if (operation->of == 13)
        run_pointwise (&work, operation);
      else if (operation->of == 19)
        run_product (&work, operation);
      else if (operation->of == 22)
        run_reduction (&work, operation);
      else
        run_convolution (&work, operation,
                         operation->of == 10   ? 700
                         : operation->of == 12 ? 706
                                               : 712,
                         operation->of == 10   ? 0
                         : operation->of == 12 ? 2
                                               : 1);
    }
  for (int i = 0; i < work.n; i++)
    free (work.tensors[i].values);
  return 0;
}
