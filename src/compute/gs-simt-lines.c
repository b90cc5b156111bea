#include "config.h"

#include "gs-simt-lines.h"

#ifdef HAVE_LIBDW

#include <elfutils/libdwfl.h>
#include <unistd.h>

static GMutex mutex;
static Dwfl *session;
static GHashTable *known; /* return address → line */

static const Dwfl_Callbacks callbacks = {
  .find_elf = dwfl_linux_proc_find_elf,
  .find_debuginfo = dwfl_build_id_find_debuginfo,
};

/* Opens the running program once and keeps it open: the tables it reads are
 * wanted again on every run. */
static Dwfl *
open_session (void)
{
  Dwfl *dwfl = dwfl_begin (&callbacks);

  if (dwfl == NULL)
    return NULL;
  if (dwfl_linux_proc_report (dwfl, getpid ()) != 0 || dwfl_report_end (dwfl, NULL, NULL) != 0)
    {
      dwfl_end (dwfl);
      return NULL;
    }
  return dwfl;
}

static int
look_up (guintptr address)
{
  Dwfl_Line *line;
  int number = 0;

  if (session == NULL)
    return 0;
  line = dwfl_getsrc (session, address);
  if (line == NULL || dwfl_lineinfo (line, NULL, &number, NULL, NULL, NULL) == NULL)
    return 0;
  return number;
}

gboolean
gs_simt_lines_known (void)
{
  return TRUE;
}

int
gs_simt_line (guintptr return_address)
{
  gpointer line = NULL;

  g_mutex_lock (&mutex);
  if (known == NULL)
    {
      known = g_hash_table_new (NULL, NULL);
      session = open_session ();
    }
  if (!g_hash_table_lookup_extended (known, (gpointer)return_address, NULL, &line))
    {
      /* One byte back: the call itself, not what follows it. */
      line = GINT_TO_POINTER (look_up (return_address - 1));
      g_hash_table_insert (known, (gpointer)return_address, line);
    }
  g_mutex_unlock (&mutex);
  return GPOINTER_TO_INT (line);
}

#else

gboolean
gs_simt_lines_known (void)
{
  return FALSE;
}

int
gs_simt_line (guintptr return_address)
{
  return 0;
}

#endif
