#include "gs-notice.h"

#include "gs-display.h"

/* Higher than a dozen lines are. */
#define MOST_PX 500

static GtkLabel *
find_label (GtkWidget *widget)
{
  GtkLabel *label = GTK_IS_LABEL (widget) ? GTK_LABEL (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && label == NULL;
       child = gtk_widget_get_next_sibling (child))
    label = find_label (child);
  return label;
}

/* As low at the least width it asks for: GTK lays out the words for that too, and for many widths up from there when
 * every letter needs a line. */
static void
test_height (gconstpointer data)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *overlay = gtk_overlay_new ();
  GsNotice *notice = g_object_new (GS_TYPE_NOTICE, NULL);
  const gsize n_bytes = GPOINTER_TO_SIZE (data);
  g_autoptr (GString) sentence = g_string_new (NULL);
  GtkWidget *words;
  int least, natural;

  while (sentence->len < n_bytes)
    g_string_append (sentence, "The first line holds a value. ");
  gtk_window_set_child (GTK_WINDOW (window), overlay);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), GTK_WIDGET (notice));
  gs_notice_show (notice, sentence->str);
  words = GTK_WIDGET (find_label (GTK_WIDGET (notice)));
  gtk_widget_measure (words, GTK_ORIENTATION_VERTICAL, -1, &least, &natural, NULL, NULL);
  g_assert_cmpint (least, >, 0);
  g_assert_cmpint (least, <, MOST_PX);
  g_assert_cmpint (natural, <, MOST_PX);
  gtk_widget_measure (words, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure (words, GTK_ORIENTATION_VERTICAL, least, &least, &natural, NULL, NULL);
  g_assert_cmpint (natural, <, MOST_PX);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Shown whole, or by its beginning. */
static void
test_words (void)
{
  GtkWidget *window = gtk_window_new ();
  GsNotice *notice = g_object_new (GS_TYPE_NOTICE, NULL);
  g_autofree char *long_word = g_strnfill (20000, 'x');
  GtkLabel *label = find_label (GTK_WIDGET (notice));

  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (notice));
  gs_notice_show (notice, "Picture copied.");
  g_assert_cmpstr (gtk_label_get_label (label), ==, "Picture copied.");
  gs_notice_show (notice, long_word);
  g_assert_true (g_str_has_suffix (gtk_label_get_label (label), "xxx…"));
  g_assert_cmpuint (strlen (gtk_label_get_label (label)), <, 1000);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  if (!begin_with_display (&argc, &argv))
    return SKIPPED;
  g_test_add_data_func ("/views/notice/height/sentence", GSIZE_TO_POINTER (200), test_height);
  g_test_add_data_func ("/views/notice/height/page", GSIZE_TO_POINTER (2000), test_height);
  g_test_add_func ("/views/notice/words", test_words);
  return g_test_run ();
}
