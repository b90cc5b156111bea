#include "config.h"

#include "gs-simt-lines.h"

#ifdef HAVE_LIBDW

#include <elfutils/libdw.h>
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

/* Walks the compilation units of the program itself instead of asking for the
 * address at once: that needs an index of addresses, which clang leaves out. */
static int
look_up (guintptr address)
{
  Dwfl_Module *module = session != NULL ? dwfl_addrmodule (session, address) : NULL;
  Dwarf_Die *unit = NULL;
  Dwarf_Addr bias = 0;
  int number = 0;

  while (module != NULL && (unit = dwfl_module_nextcu (module, unit, &bias)) != NULL)
    if (dwarf_haspc (unit, address - bias) == 1)
      {
        Dwarf_Line *line = dwarf_getsrc_die (unit, address - bias);

        if (line != NULL && dwarf_lineno (line, &number) == 0)
          return number;
      }
  return 0;
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
