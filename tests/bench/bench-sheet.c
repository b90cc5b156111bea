/* How long a frame of the sheet of cells takes while it is scrolled, from the
 * beginning of the frame to its end, layout and drawing included: 4096 × 4096
 * against 64 × 64 values and against nothing but a colour, in windows of the same
 * size, turn about: what the last one costs is the toolkit's. Processor time
 * of the drawing thread, which other work on the machine does not lengthen as it
 * does wall time; both are printed. Needs a display. */
#include <gtk/gtk.h>
#include <stdlib.h>
#include <time.h>

#include "gs-matrix-sheet.h"
#include "gs-source.h"

enum
{
  FRAMES = 600,
  TURN = 30, /* frames before the other sheet's turn */
  WIDTH_PX = 1280,
  HEIGHT_PX = 800,
};

static const gint64 sizes[] = { 4096, 64 };

enum
{
  N_SHEETS = G_N_ELEMENTS (sizes),
  N_SIDES, /* the sheets, and the colour */
};

/* A widget that is one colour, another one in each frame. */
typedef struct
{
  GtkWidget parent_instance;
  guint n_frames;
} Blank;

typedef GtkWidgetClass BlankClass;

static GType blank_get_type (void);
G_DEFINE_TYPE (Blank, blank, GTK_TYPE_WIDGET)

static void
blank_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  const GdkRGBA color = { 0.2f, 0.4f, (float)(((Blank *)widget)->n_frames++ % 64) / 64, 1 };

  gtk_snapshot_append_color (snapshot, &color,
                             &GRAPHENE_RECT_INIT (0, 0, (float)gtk_widget_get_width (widget),
                                                  (float)gtk_widget_get_height (widget)));
}

static void
blank_class_init (BlankClass *klass)
{
  klass->snapshot = blank_snapshot;
}

static void
blank_init (Blank *self)
{
}

typedef struct
{
  GMainLoop *loop;
  GtkWidget *stack;
  GtkWidget *pages[N_SIDES];
  double cpu_ms[N_SIDES][FRAMES], wall_ms[N_SIDES][FRAMES];
  double begin_cpu_ms, begin_wall_ms;
  int n[N_SIDES];
  int turn;
} Bench;

static double
clock_ms (clockid_t id)
{
  struct timespec time;

  clock_gettime (id, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void
begin_cb (GdkFrameClock *clock, Bench *self)
{
  self->begin_cpu_ms = clock_ms (CLOCK_THREAD_CPUTIME_ID);
  self->begin_wall_ms = clock_ms (CLOCK_MONOTONIC);
}

static int
get_side (const Bench *self)
{
  return self->turn / TURN % N_SIDES;
}

static void
end_cb (GdkFrameClock *clock, Bench *self)
{
  const int side = get_side (self);

  /* The first frames of a turn lay the other page out. */
  if (self->turn % TURN > 2 && self->n[side] < FRAMES)
    {
      self->cpu_ms[side][self->n[side]] = clock_ms (CLOCK_THREAD_CPUTIME_ID) - self->begin_cpu_ms;
      self->wall_ms[side][self->n[side]] = clock_ms (CLOCK_MONOTONIC) - self->begin_wall_ms;
      self->n[side]++;
    }
  self->turn++;
  for (int i = 0; i < N_SIDES; i++)
    if (self->n[i] < FRAMES)
      return;
  g_main_loop_quit (self->loop);
}

/* Down and to the right by parts of a cell, as a touchpad does, round and round. */
static void
scroll (GtkAdjustment *adjustment, double step)
{
  const double end = gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment);
  const double next = gtk_adjustment_get_value (adjustment) + step;

  gtk_adjustment_set_value (adjustment, next > end ? 0 : next);
}

static gboolean
tick_cb (GtkWidget *stack, GdkFrameClock *clock, gpointer data)
{
  Bench *self = data;
  GtkWidget *page = self->pages[get_side (self)];

  gtk_stack_set_visible_child (GTK_STACK (stack), page);
  if (GTK_IS_SCROLLED_WINDOW (page))
    {
      scroll (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (page)), 97.3);
      scroll (gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (page)), 41.7);
    }
  else
    gtk_widget_queue_draw (page);
  return G_SOURCE_CONTINUE;
}

static void
add_sheet (Bench *self, int side)
{
  GtkWidget *sheet = g_object_new (GS_TYPE_MATRIX_SHEET, NULL);
  g_autoptr (GsSource) source = gs_source_new_generator (GS_SOURCE_NORMAL, 1);
  g_autoptr (GsMatrix) matrix = gs_source_realise (source, sizes[side], sizes[side], NULL);

  gs_matrix_sheet_set_matrix (GS_MATRIX_SHEET (sheet), "A", matrix, NULL);
  self->pages[side] = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->pages[side]), sheet);
  gtk_stack_add_child (GTK_STACK (self->stack), self->pages[side]);
}

static void
add_colour (Bench *self)
{
  self->pages[N_SHEETS] = g_object_new (blank_get_type (), NULL);
  gtk_stack_add_child (GTK_STACK (self->stack), self->pages[N_SHEETS]);
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

static void
report (const char *clock, double ms[N_SIDES][FRAMES])
{
  for (int side = 0; side < N_SIDES; side++)
    {
      g_autofree char *name = side < N_SHEETS
                                  ? g_strdup_printf ("sheet %d x %d", (int)sizes[side], (int)sizes[side])
                                  : g_strdup ("colour");

      qsort (ms[side], FRAMES, sizeof (double), compare_doubles);
      g_print ("%-18s  %-14s  n %d  median %6.2f  p99 %6.2f ms\n", name, clock, FRAMES, ms[side][FRAMES / 2],
               ms[side][FRAMES * 99 / 100]);
    }
}

int
main (int argc, char **argv)
{
  Bench self = { 0 };
  GtkWidget *window;
  GdkFrameClock *clock;

  gtk_init ();
  window = gtk_window_new ();
  self.stack = gtk_stack_new ();
  for (int side = 0; side < N_SHEETS; side++)
    add_sheet (&self, side);
  add_colour (&self);
  gtk_window_set_child (GTK_WINDOW (window), self.stack);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH_PX, HEIGHT_PX);
  gtk_window_present (GTK_WINDOW (window));

  clock = gtk_widget_get_frame_clock (window);
  g_signal_connect (clock, "before-paint", G_CALLBACK (begin_cb), &self);
  g_signal_connect (clock, "after-paint", G_CALLBACK (end_cb), &self);
  gtk_widget_add_tick_callback (self.stack, tick_cb, &self, NULL);
  self.loop = g_main_loop_new (NULL, FALSE);
  g_main_loop_run (self.loop);
  report ("processor time", self.cpu_ms);
  report ("wall time", self.wall_ms);
  gtk_window_destroy (GTK_WINDOW (window));
  g_main_loop_unref (self.loop);
  return 0;
}
