#include "gs-matrix.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gs-error.h"
#include "gs-format.h"

enum
{
  ALIGNMENT = 64, /* a cache line, and the widest vector load */
};

/* Bytes of memory the system says can be had now. */
static guint64
memory_available (void)
{
  g_autofree char *text = NULL;

  if (g_file_get_contents ("/proc/meminfo", &text, NULL, NULL))
    {
      const char *line = strstr (text, "MemAvailable:");

      if (line != NULL)
        return g_ascii_strtoull (line + strlen ("MemAvailable:"), NULL, 10) * 1024;
    }
  return (guint64)sysconf (_SC_PHYS_PAGES) * (guint64)sysconf (_SC_PAGESIZE);
}

gboolean
gs_memory_check (guint64 n_bytes, const char *what, GError **error)
{
  guint64 available = memory_available ();
  g_autofree char *asked = NULL, *left = NULL;

  if (n_bytes <= available)
    return TRUE;
  asked = gs_format_bytes ((double)n_bytes);
  left = gs_format_bytes ((double)available);
  g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_SIZE,
               _ ("%s needs %s, but only %s of memory are free; choose a smaller size."), what, asked, left);
  return FALSE;
}

gboolean
gs_matrix_check_size (gint64 m, gint64 n, gsize *n_bytes, GError **error)
{
  guint64 bytes;
  g_autofree char *what = NULL;

  if (m < 0 || n < 0)
    {
      g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_SIZE,
                   _ ("A matrix cannot have %" PRId64 " × %" PRId64 " elements; sizes start at 0."), m, n);
      return FALSE;
    }
  if (!g_uint64_checked_mul (&bytes, m, n) || !g_uint64_checked_mul (&bytes, bytes, sizeof (float))
      || bytes > G_MAXSSIZE)
    {
      g_set_error (
          error, GS_CORE_ERROR, GS_CORE_ERROR_SIZE,
          _ ("A matrix of %" PRId64 " × %" PRId64 " floats has more than 2⁶³ bytes; choose a smaller size."),
          m, n);
      return FALSE;
    }
  what = g_strdup_printf (_ ("A matrix of %" PRId64 " × %" PRId64 " floats"), m, n);
  if (!gs_memory_check (bytes, what, error))
    return FALSE;
  if (n_bytes != NULL)
    *n_bytes = (gsize)bytes;
  return TRUE;
}

/* Without asking how much memory there is; NULL when there is none. */
static GsMatrix *
allocate (gint64 m, gint64 n)
{
  gsize n_bytes = (gsize)m * (gsize)n * sizeof (float);
  void *data = NULL;
  GsMatrix *self;

  if (n_bytes > 0 && posix_memalign (&data, ALIGNMENT, n_bytes) != 0)
    return NULL;
  self = g_atomic_rc_box_new0 (GsMatrix);
  self->m = m;
  self->n = n;
  self->data = data;
  return self;
}

GsMatrix *
gs_matrix_new_uninitialised (gint64 m, gint64 n, GError **error)
{
  gsize n_bytes;
  GsMatrix *self;

  if (!gs_matrix_check_size (m, n, &n_bytes, error))
    return NULL;
  self = allocate (m, n);
  if (self == NULL)
    {
      g_autofree char *asked = gs_format_bytes ((double)n_bytes);

      g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_SIZE,
                   _ ("The system refused %s for a matrix of %" PRId64 " × %" PRId64
                      " floats; choose a smaller size."),
                   asked, m, n);
    }
  return self;
}

GsMatrix *
gs_matrix_new (gint64 m, gint64 n, GError **error)
{
  GsMatrix *self = gs_matrix_new_uninitialised (m, n, error);

  if (self != NULL && self->data != NULL)
    memset (self->data, 0, (gsize)m * (gsize)n * sizeof (float));
  return self;
}

GsMatrix *
gs_matrix_new_copy_data (gint64 m, gint64 n, const float *values)
{
  GsMatrix *self;

  g_return_val_if_fail (m >= 0 && n >= 0, NULL);
  g_return_val_if_fail (values != NULL || m == 0 || n == 0, NULL);

  self = allocate (m, n);
  if (self == NULL)
    g_error ("out of memory for %" PRId64 " × %" PRId64 " floats", m, n);
  if (self->data != NULL)
    memcpy (self->data, values, (gsize)m * (gsize)n * sizeof (float));
  return self;
}

GsMatrix *
gs_matrix_copy (const GsMatrix *self, GError **error)
{
  GsMatrix *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = gs_matrix_new_uninitialised (self->m, self->n, error);
  if (copy != NULL && copy->data != NULL)
    memcpy (copy->data, self->data, (gsize)self->m * (gsize)self->n * sizeof (float));
  return copy;
}

GsMatrix *
gs_matrix_ref (GsMatrix *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  GsMatrix *self = data;

  free (self->data);
}

void
gs_matrix_unref (GsMatrix *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

gint64
gs_matrix_elements (const GsMatrix *self)
{
  return self->m * self->n;
}

float
gs_matrix_get (const GsMatrix *self, gint64 row, gint64 column)
{
  g_return_val_if_fail (row >= 0 && row < self->m && column >= 0 && column < self->n, 0.0f);

  return self->data[row * self->n + column];
}

void
gs_matrix_set (GsMatrix *self, gint64 row, gint64 column, float value)
{
  g_return_if_fail (row >= 0 && row < self->m && column >= 0 && column < self->n);

  self->data[row * self->n + column] = value;
}

void
gs_matrix_fill (GsMatrix *self, float value)
{
  gint64 elements = gs_matrix_elements (self);

  for (gint64 i = 0; i < elements; i++)
    self->data[i] = value;
}

gboolean
gs_matrix_bits_equal (const GsMatrix *self, const GsMatrix *other)
{
  if (self->m != other->m || self->n != other->n)
    return FALSE;
  return self->data == NULL
         || memcmp (self->data, other->data, (gsize)gs_matrix_elements (self) * sizeof (float)) == 0;
}
