/* Preloaded into the program under test: notes every turn of its main loop that
 * takes too long. A person sees such a turn as a frame that does not come.
 *
 * Each line of the file $GS_LOOP_WATCH is one such turn: milliseconds on the
 * clock, and milliseconds of them that the main thread was computing. Only the
 * second says something about the program on a machine that others use too. */

#include <fcntl.h>
#include <glib.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define LIMIT_US 100000

static int log_fd = -1;
static gint64 awake_since_us, computed_before_us;
static GPollFunc poll_func;

static gint64
thread_time_us (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (gint64)now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

/* The time between two polls is the time of one turn. */
static int
watching_poll (GPollFD *fds, guint n_fds, int timeout_ms)
{
  const gint64 clock_us = g_get_monotonic_time () - awake_since_us;
  int n_ready;

  if (awake_since_us != 0 && clock_us > LIMIT_US)
    dprintf (log_fd, "%d %d\n", (int)(clock_us / 1000),
             (int)((thread_time_us () - computed_before_us) / 1000));
  n_ready = poll_func (fds, n_fds, timeout_ms);
  awake_since_us = g_get_monotonic_time ();
  computed_before_us = thread_time_us ();
  return n_ready;
}

__attribute__ ((constructor)) static void
watch (void)
{
  const char *path = g_getenv ("GS_LOOP_WATCH");

  /* Not in the worker: nobody waits for its frames. */
  g_unsetenv ("LD_PRELOAD");
  if (path != NULL)
    log_fd = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (log_fd < 0)
    return;
  poll_func = g_main_context_get_poll_func (NULL);
  g_main_context_set_poll_func (NULL, watching_poll);
}
