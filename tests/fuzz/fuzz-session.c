#include "fuzz-target.h"
#include "gs-json.h"
#include "gs-session.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (JsonNode) node = gs_json_parse ((const char *)data, (gssize)size, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GsSession) session = node != NULL ? gs_session_from_json (node, NULL, NULL, &error) : NULL;
  if (node != NULL)
    g_assert_true ((session == NULL) == (error != NULL));
  if (session == NULL)
    return 0;
  g_autoptr (JsonNode) written = gs_session_to_json (session);
  g_autofree char *text = gs_json_to_text (written, FALSE);
  g_autoptr (GsSession) again = gs_session_from_json (written, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (JsonNode) same = gs_session_to_json (again);
  g_autofree char *text_again = gs_json_to_text (same, FALSE);
  g_assert_cmpstr (text, ==, text_again);
  return 0;
}
