#include "gs-pool.h"

/* About 50 µs on the processors of today: launches that follow each other find
 * the threads awake, and nobody else's threads lose time to ours. */
#define SPINS 1000

static struct
{
  GMutex lock;
  GCond wake;
  GPtrArray *workers; /* of GThread */

  /* Of the current call; written under the lock, read under it by workers. */
  guint generation;
  int n_threads;
  GsPoolFunc func;
  gpointer data;

  int n_running;
  int n_at_barrier;
  guint barrier_generation;
} pool;

static inline void
relax (void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause ();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

void
gs_pool_relax (guint *spins)
{
  if (++*spins < SPINS)
    relax ();
  else
    g_thread_yield ();
}

static gpointer
work (gpointer data)
{
  int thread = GPOINTER_TO_INT (data);
  guint seen = 0;

  for (;;)
    {
      GsPoolFunc func;
      gpointer func_data;
      int n_threads;

      for (guint spins = 0; spins < SPINS; spins++)
        {
          if (__atomic_load_n (&pool.generation, __ATOMIC_ACQUIRE) != seen)
            break;
          relax ();
        }

      g_mutex_lock (&pool.lock);
      while (pool.generation == seen)
        g_cond_wait (&pool.wake, &pool.lock);
      seen = pool.generation;
      func = pool.func;
      func_data = pool.data;
      n_threads = pool.n_threads;
      g_mutex_unlock (&pool.lock);

      if (thread < n_threads)
        {
          func (thread, n_threads, func_data);
          __atomic_fetch_sub (&pool.n_running, 1, __ATOMIC_RELEASE);
        }
    }
  return NULL;
}

void
gs_pool_run (int n_threads, GsPoolFunc func, gpointer data)
{
  guint spins = 0;

  if (n_threads <= 1)
    {
      func (0, 1, data);
      return;
    }

  g_mutex_lock (&pool.lock);
  if (pool.workers == NULL)
    pool.workers = g_ptr_array_new ();
  pool.n_threads = n_threads;
  pool.func = func;
  pool.data = data;
  pool.n_at_barrier = 0;
  __atomic_store_n (&pool.n_running, n_threads - 1, __ATOMIC_RELEASE);
  __atomic_store_n (&pool.generation, pool.generation + 1, __ATOMIC_RELEASE);
  while ((int)pool.workers->len < n_threads - 1)
    g_ptr_array_add (pool.workers, g_thread_new ("gs-pool", work, GINT_TO_POINTER (pool.workers->len + 1)));
  g_cond_broadcast (&pool.wake);
  g_mutex_unlock (&pool.lock);

  func (0, n_threads, data);
  while (__atomic_load_n (&pool.n_running, __ATOMIC_ACQUIRE) > 0)
    gs_pool_relax (&spins);
}

void
gs_pool_barrier (int n_threads)
{
  guint generation, spins = 0;

  if (n_threads <= 1)
    return;

  generation = __atomic_load_n (&pool.barrier_generation, __ATOMIC_ACQUIRE);
  if (__atomic_add_fetch (&pool.n_at_barrier, 1, __ATOMIC_ACQ_REL) == n_threads)
    {
      __atomic_store_n (&pool.n_at_barrier, 0, __ATOMIC_RELAXED);
      __atomic_store_n (&pool.barrier_generation, generation + 1, __ATOMIC_RELEASE);
      return;
    }
  while (__atomic_load_n (&pool.barrier_generation, __ATOMIC_ACQUIRE) == generation)
    gs_pool_relax (&spins);
}
