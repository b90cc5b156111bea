#include "gs-picture-content.h"

#include "gs-export-figure.h"

#define PNG  "image/png"
#define SVG  "image/svg+xml"
#define URIS "text/uri-list"

struct _GsPictureContent
{
  GdkContentProvider parent_instance;

  GsFigureInput *input;
  GsFigureStyle style;
  GFile *file; /* NULL: none is offered */
};

G_DEFINE_FINAL_TYPE (GsPictureContent, gs_picture_content, GDK_TYPE_CONTENT_PROVIDER)

/* What somebody asked for. */
typedef struct
{
  GOutputStream *stream;
  GsFigureFormat format;
  gboolean as_file;
  GBytes *bytes; /* that go into the stream */
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_object_unref (self->stream);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self);
}

static GdkContentFormats *
gs_picture_content_ref_formats (GdkContentProvider *provider)
{
  GdkContentFormatsBuilder *builder = gdk_content_formats_builder_new ();

  gdk_content_formats_builder_add_mime_type (builder, PNG);
  gdk_content_formats_builder_add_mime_type (builder, SVG);
  if (GS_PICTURE_CONTENT (provider)->file != NULL)
    gdk_content_formats_builder_add_mime_type (builder, URIS);
  return gdk_content_formats_builder_free_to_formats (builder);
}

static void
written_cb (GObject *stream, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (g_output_stream_write_all_finish (G_OUTPUT_STREAM (stream), result, NULL, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
write_bytes (GTask *task)
{
  Request *request = g_task_get_task_data (task);
  gsize n_bytes;
  gconstpointer bytes = g_bytes_get_data (request->bytes, &n_bytes);

  g_output_stream_write_all_async (request->stream, bytes, n_bytes, g_task_get_priority (task),
                                   g_task_get_cancellable (task), written_cb, g_object_ref (task));
}

/* The line that names the file, once the picture is in it. */
static GBytes *
write_file (GsPictureContent *self, GBytes *png, GCancellable *cancellable, GError **error)
{
  g_autofree char *uri = g_file_get_uri (self->file);
  g_autofree char *line = g_strconcat (uri, "\r\n", NULL);
  gsize n_bytes;
  const char *bytes = g_bytes_get_data (png, &n_bytes);

  if (!g_file_replace_contents (self->file, bytes, n_bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                cancellable, error))
    return NULL;
  n_bytes = strlen (line);
  return g_bytes_new_take (g_steal_pointer (&line), n_bytes);
}

static void
encode_thread (GTask *encoding, gpointer source, gpointer data, GCancellable *cancellable)
{
  GsPictureContent *self = source;
  const Request *request = data;
  g_autoptr (GBytes) picture = NULL;
  GBytes *bytes = NULL;
  GError *error = NULL;

  picture = gs_export_figure (self->input, &self->style, request->format, &error);
  if (picture != NULL)
    bytes = request->as_file ? write_file (self, picture, cancellable, &error) : g_bytes_ref (picture);
  if (bytes != NULL)
    g_task_return_pointer (encoding, bytes, (GDestroyNotify)g_bytes_unref);
  else
    g_task_return_error (encoding, error);
}

static void
encoded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Request *request = g_task_get_task_data (task);
  GError *error = NULL;

  request->bytes = g_task_propagate_pointer (G_TASK (result), &error);
  if (request->bytes != NULL)
    write_bytes (task);
  else
    g_task_return_error (task, error);
}

static void
gs_picture_content_write_async (GdkContentProvider *provider,
                                const char *mime_type,
                                GOutputStream *stream,
                                int io_priority,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data)
{
  GsPictureContent *self = GS_PICTURE_CONTENT (provider);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);
  g_autoptr (GTask) encoding = g_task_new (self, cancellable, encoded_cb, g_object_ref (task));
  Request *request = g_new0 (Request, 1);

  g_task_set_priority (task, io_priority);
  request->stream = g_object_ref (stream);
  request->format = g_strcmp0 (mime_type, SVG) == 0 ? GS_FORMAT_SVG : GS_FORMAT_PNG;
  request->as_file = g_strcmp0 (mime_type, URIS) == 0;
  g_task_set_task_data (task, request, request_free);
  g_task_set_task_data (encoding, request, NULL);
  g_task_run_in_thread (encoding, encode_thread);
}

static gboolean
gs_picture_content_write_finish (GdkContentProvider *provider, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
gs_picture_content_finalize (GObject *object)
{
  GsPictureContent *self = GS_PICTURE_CONTENT (object);

  gs_figure_input_free (self->input);
  g_clear_object (&self->file);

  G_OBJECT_CLASS (gs_picture_content_parent_class)->finalize (object);
}

static void
gs_picture_content_class_init (GsPictureContentClass *klass)
{
  GdkContentProviderClass *provider_class = GDK_CONTENT_PROVIDER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gs_picture_content_finalize;
  provider_class->ref_formats = gs_picture_content_ref_formats;
  provider_class->write_mime_type_async = gs_picture_content_write_async;
  provider_class->write_mime_type_finish = gs_picture_content_write_finish;
}

static void
gs_picture_content_init (GsPictureContent *self)
{
}

GdkContentProvider *
gs_picture_content_new (const GsFigureInput *input, const GsFigureStyle *style, GFile *file)
{
  GsPictureContent *self;

  g_return_val_if_fail (input != NULL && style != NULL && style->language == NULL, NULL);

  self = g_object_new (GS_TYPE_PICTURE_CONTENT, NULL);
  self->input = gs_figure_input_copy (input);
  self->style = *style;
  self->file = file != NULL ? g_object_ref (file) : NULL;
  return GDK_CONTENT_PROVIDER (self);
}
