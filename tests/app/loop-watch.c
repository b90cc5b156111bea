/* Preloaded into the program under test: notes every turn of its main loop that
 * takes too long. A person sees such a turn as a frame that does not come.
 *
 * Each such turn is a line of the file $GS_LOOP_WATCH: milliseconds on the
 * clock, and milliseconds of them that the main thread was computing. Only the
 * second says something about the program on a machine that others use too.
 * Before it stand the calls that were under way when the turn had computed for
 * the limit, and for each further half of it, as MODULE(SYMBOL+OFFSET) line by
 * line with "--" after them: they tell what took the time.
 *
 * After each critical warning the calls that led to it go to standard error. */

#define _GNU_SOURCE

#include <execinfo.h>
#include <fcntl.h>
#include <glib.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define LIMIT_MS 100
#define N_FRAMES 64
/* The signal's own frames, above those of the program. */
#define N_OWN_FRAMES 2

static int log_fd = -1;
static gint64 awake_since_us, computed_before_us;
static GPollFunc poll_func;
static timer_t timer;

static gint64
thread_time_us (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (gint64)now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

/* In the main thread, which is interrupted in what takes so long: in malloc() perhaps,
 * so nothing here may allocate. */
static void
too_long_cb (int number)
{
  void *frames[N_FRAMES];
  const int n = backtrace (frames, N_FRAMES);

  backtrace_symbols_fd (frames + N_OWN_FRAMES, MAX (n - N_OWN_FRAMES, 0), log_fd);
  if (write (log_fd, "--\n", 3) < 0)
    return;
}

/* @limit_ms of computing from now on; 0: nothing is watched. */
static void
arm (int limit_ms)
{
  const struct itimerspec when = {
    .it_value = { 0, limit_ms * 1000000L },
    .it_interval = { 0, limit_ms * 500000L },
  };

  timer_settime (timer, 0, &when, NULL);
}

/* The time between two polls is the time of one turn. */
static int
watching_poll (GPollFD *fds, guint n_fds, int timeout_ms)
{
  const gint64 clock_us = g_get_monotonic_time () - awake_since_us;
  int n_ready;

  arm (0);
  if (awake_since_us != 0 && clock_us > LIMIT_MS * 1000)
    dprintf (log_fd, "%d %d\n", (int)(clock_us / 1000),
             (int)((thread_time_us () - computed_before_us) / 1000));
  n_ready = poll_func (fds, n_fds, timeout_ms);
  awake_since_us = g_get_monotonic_time ();
  computed_before_us = thread_time_us ();
  arm (LIMIT_MS);
  return n_ready;
}

/* The calls that are under way, with their names. To find those the linker's lock is taken, by the signal too, which
 * would wait for it for ever if it came in between. */
static void
tell_calls (void)
{
  void *frames[N_FRAMES];
  sigset_t timer_signal, before;

  sigemptyset (&timer_signal);
  sigaddset (&timer_signal, SIGRTMIN);
  pthread_sigmask (SIG_BLOCK, &timer_signal, &before);
  backtrace_symbols_fd (frames, backtrace (frames, N_FRAMES), STDERR_FILENO);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
}

/* A complaint tells nothing without the calls that led to it. */
static GLogWriterOutput
complaint_cb (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer data)
{
  const GLogWriterOutput written = g_log_writer_default (level, fields, n_fields, data);

  if (level & G_LOG_LEVEL_CRITICAL)
    tell_calls ();
  return written;
}

__attribute__ ((constructor)) static void
watch (void)
{
  const char *path = g_getenv ("GS_LOOP_WATCH");
  const struct sigaction action = { .sa_handler = too_long_cb, .sa_flags = SA_RESTART };
  struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGRTMIN };
  void *first[1];

  /* Not in the worker: nobody waits for its frames. */
  g_unsetenv ("LD_PRELOAD");
  if (path != NULL)
    log_fd = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (log_fd < 0)
    return;
  backtrace (first, 1); /* loads what it needs, which a signal must not */
  event._sigev_un._tid = (pid_t)syscall (SYS_gettid);
  sigaction (SIGRTMIN, &action, NULL);
  timer_create (CLOCK_THREAD_CPUTIME_ID, &event, &timer);
  g_log_set_writer_func (complaint_cb, NULL, NULL);
  poll_func = g_main_context_get_poll_func (NULL);
  g_main_context_set_poll_func (NULL, watching_poll);
}
