/* Turns what the lanes of a warp did one after another into what a warp does at
 * once: requests of up to 32 lanes, their sectors and bank passes. */
#include <string.h>

#include "gs-simt-worker.h"

#define MAX_KEPT_OCCURRENCE 8
#define SECTOR_WORDS        8
#define N_BANKS             32

/* The lanes of a group that have one key, squeezed together. */
typedef struct
{
  GsSimtKey key;
  guint32 mask;
  int n;
  guint32 words[GS_SIMT_WARP];
} Request;

static void
grow_sites (GsSimtWorker *self)
{
  GsSimtSite *old = self->sites;
  guint n_old = old != NULL ? self->sites_mask + 1 : 0;
  guint n_new = MAX (128, 2 * n_old);

  self->sites = g_new0 (GsSimtSite, n_new);
  self->sites_mask = n_new - 1;
  for (guint i = 0; i < n_old; i++)
    if (old[i].key != 0)
      {
        guint j = old[i].key * 2654435761u >> 8;

        while (self->sites[j & self->sites_mask].key != 0)
          j++;
        self->sites[j & self->sites_mask] = old[i];
      }
  g_free (old);
}

static inline GsSimtSite *
find_site (GsSimtWorker *self, GsSimtKey key)
{
  guint i = key * 2654435761u >> 8;

  while (self->sites[i & self->sites_mask].key != key)
    {
      if (self->sites[i & self->sites_mask].key == 0)
        {
          if (2 * self->n_sites >= self->sites_mask)
            {
              grow_sites (self);
              return find_site (self, key);
            }
          self->n_sites++;
          self->sites[i & self->sites_mask].key = key;
          self->sites[i & self->sites_mask].kept_block = -1;
          break;
        }
      i++;
    }
  return &self->sites[i & self->sites_mask];
}

/* Distinct 32-byte sectors. Those within 64 of the lowest are counted as bits,
 * the others, if any, one by one. */
static int
count_sectors (const Request *request)
{
  guint32 extra = GS_SIMT_KEY_BYTES (request->key) > 4 ? GS_SIMT_KEY_BYTES (request->key) / 4 - 1 : 0;
  guint32 seen[2 * GS_SIMT_WARP];
  guint32 lowest = G_MAXUINT32;
  guint64 near = 0;
  int n = 0;

  for (int i = 0; i < request->n; i++)
    lowest = MIN (lowest, request->words[i]);
  lowest /= SECTOR_WORDS;
  for (int i = 0; i < request->n; i++)
    {
      guint32 last = (request->words[i] + extra) / SECTOR_WORDS;

      for (guint32 sector = request->words[i] / SECTOR_WORDS; sector <= last; sector++)
        {
          int j = 0;

          if (sector - lowest < 64)
            {
              near |= (guint64)1 << (sector - lowest);
              continue;
            }
          while (j < n && seen[n - 1 - j] != sector)
            j++;
          if (j == n)
            seen[n++] = sector;
        }
    }
  return n + __builtin_popcountll (near);
}

/* Whether all words lie in one stretch of 32: then no two share a bank. */
static gboolean
within_one_row (const Request *request, int first, int end, guint32 n_words)
{
  guint32 lowest = request->words[first], highest = lowest;

  for (int i = first + 1; i < end; i++)
    {
      lowest = MIN (lowest, request->words[i]);
      highest = MAX (highest, request->words[i]);
    }
  return highest + n_words - lowest <= N_BANKS;
}

/* Turns that shared memory takes for the lanes @first to @end: the most
 * different words that one bank must give. Equal words cost one. */
static int
count_passes (const Request *request, int first, int end, guint32 n_words)
{
  guint32 words[N_BANKS][GS_SIMT_WARP];
  guint8 n[N_BANKS] = { 0 };
  guint32 previous = G_MAXUINT32;
  int passes = 1;

  if (within_one_row (request, first, end, n_words))
    return 1;
  for (int i = first; i < end; i++)
    {
      if (request->words[i] == previous)
        continue;
      previous = request->words[i];
      for (guint32 word = previous; word < previous + n_words; word++)
        {
          guint32 bank = word % N_BANKS;
          int j = 0;

          while (j < n[bank] && words[bank][j] != word)
            j++;
          if (j < n[bank])
            continue;
          words[bank][n[bank]++] = word;
          passes = MAX (passes, n[bank]);
        }
    }
  return passes;
}

static void
keep (GsSimtWorker *self, GsSimtSite *site, const Request *request, guint32 warp)
{
  GsWarpRequest kept = { 0 };
  int space = GS_SIMT_KEY_SPACE (request->key);
  guint32 occurrence;
  int j = 0;

  if (site->kept_block != self->block)
    {
      memset (site->occurrence, 0, sizeof site->occurrence);
      site->kept_block = self->block;
    }
  occurrence = site->occurrence[warp]++;
  if (occurrence >= MAX_KEPT_OCCURRENCE)
    return;
  site->n_kept++;
  kept.line = (int)GS_SIMT_KEY_PC (request->key);
  kept.buffer = space;
  kept.shared = space == GS_SIMT_SPACE_SHARED;
  kept.write = GS_SIMT_KEY_WRITE (request->key) != 0;
  kept.block[0] = self->block_idx[0];
  kept.block[1] = self->block_idx[1];
  kept.warp = warp;
  kept.occurrence = occurrence;
  kept.lanes = request->mask;
  for (int lane = 0; lane < GS_SIMT_WARP; lane++)
    if (request->mask & 1u << lane)
      kept.address[lane] = (gint64)(gint32)request->words[j++] * 4; /* before the array: negative */
  g_array_append_val (self->requests, kept);
}

static void
count_shared (GsSimtSite *site, const Request *request)
{
  guint32 bytes = GS_SIMT_KEY_BYTES (request->key);
  guint32 n_words = MAX (bytes / 4, 1);
  /* Wider loads are served for a half or a quarter of the warp at a time. */
  int share = GS_SIMT_WARP / (int)n_words;

  for (int first = 0; first < request->n; first += share)
    {
      site->shared_requests++;
      site->passes += count_passes (request, first, MIN (first + share, request->n), n_words);
    }
}

static void
count_request (GsSimtWorker *self, const Request *request, guint32 warp)
{
  GsSimtSite *site = find_site (self, request->key);

  site->instructions++;
  site->accesses += request->n;
  site->idle_lanes += GS_SIMT_WARP - request->n;
  if (GS_SIMT_KEY_SPACE (request->key) == GS_SIMT_SPACE_SHARED)
    count_shared (site, request);
  else
    {
      site->requests++;
      site->sectors += count_sectors (request);
    }
  if (site->n_kept < GS_SIMT_MAX_KEPT)
    keep (self, site, request, warp);
}

/* The lanes of @mask ask from one place; nearly always for one space. */
static void
count_group (GsSimtWorker *self, const guint32 *position, guint32 mask, guint32 warp)
{
  while (mask != 0)
    {
      Request request = { 0 };

      for (int lane = 0; lane < GS_SIMT_WARP; lane++)
        {
          guint32 at;

          if ((mask & 1u << lane) == 0)
            continue;
          at = position[lane] * GS_SIMT_WARP + (guint32)lane;
          if (request.n == 0)
            request.key = self->keys[at];
          else if (self->keys[at] != request.key)
            continue;
          request.mask |= 1u << lane;
          request.words[request.n++] = self->words[at];
        }
      mask &= ~request.mask;
      count_request (self, &request, warp);
    }
}

static gboolean
row_is_uniform (const GsSimtKey *keys)
{
  GsSimtKey differ = 0;

  for (int lane = 1; lane < GS_SIMT_WARP; lane++)
    differ |= keys[lane] ^ keys[0];
  return differ == 0;
}

/* While all 32 lanes do the same, a row of the stream is a request. Gives the
 * number of rows taken. */
static guint32
consume_uniform (GsSimtWorker *self, guint32 warp, guint32 n_rows)
{
  for (guint32 row = 0; row < n_rows; row++)
    {
      Request request;

      if (!row_is_uniform (&self->keys[row * GS_SIMT_WARP]))
        return row;
      request.key = self->keys[row * GS_SIMT_WARP];
      request.mask = G_MAXUINT32;
      request.n = GS_SIMT_WARP;
      memcpy (request.words, &self->words[row * GS_SIMT_WARP], sizeof request.words);
      count_request (self, &request, warp);
    }
  return n_rows;
}

/* Lanes that have parted: the lowest address in the program goes first, and all
 * lanes that stand there go together, so that they meet again after a branch.
 * Stops when a lane's next step is not known yet. */
static void
consume_parted (GsSimtWorker *self, guint32 *position, const GsSimtLane *lanes, int n_lanes, guint32 warp)
{
  for (;;)
    {
      guint32 lowest = G_MAXUINT32, mask = 0;

      for (int lane = 0; lane < n_lanes; lane++)
        {
          guint32 pc;

          if (position[lane] == lanes[lane].n)
            {
              if (lanes[lane].state == GS_SIMT_LANE_FULL)
                return;
              continue;
            }
          pc = GS_SIMT_KEY_PC (self->keys[position[lane] * GS_SIMT_WARP + (guint32)lane]);
          if (pc < lowest)
            {
              lowest = pc;
              mask = 0;
            }
          if (pc == lowest)
            mask |= 1u << lane;
        }
      if (mask == 0)
        return;
      count_group (self, position, mask, warp);
      for (int lane = 0; lane < n_lanes; lane++)
        position[lane] += mask >> lane & 1;
    }
}

/* Moves what was not taken to the front of each lane's stream. */
static void
keep_rest (GsSimtWorker *self, const guint32 *position, GsSimtLane *lanes, int n_lanes)
{
  for (int lane = 0; lane < n_lanes; lane++)
    {
      guint32 rest = lanes[lane].n - position[lane];

      for (guint32 i = 0; i < rest && position[lane] > 0; i++)
        {
          guint32 to = i * GS_SIMT_WARP + (guint32)lane;
          guint32 from = (position[lane] + i) * GS_SIMT_WARP + (guint32)lane;

          self->keys[to] = self->keys[from];
          self->words[to] = self->words[from];
        }
      lanes[lane].n = rest;
    }
}

void
gs_simt_warp_consume (GsSimtWorker *self, guint32 warp)
{
  GsSimtLane *lanes = &self->lanes[warp * GS_SIMT_WARP];
  int n_lanes = (int)MIN (GS_SIMT_WARP, self->run->n_threads - warp * GS_SIMT_WARP);
  guint32 position[GS_SIMT_WARP] = { 0 };
  guint32 shortest = lanes[0].n, longest = lanes[0].n;

  if (self->sites == NULL)
    grow_sites (self);
  for (int lane = 1; lane < n_lanes; lane++)
    {
      shortest = MIN (shortest, lanes[lane].n);
      longest = MAX (longest, lanes[lane].n);
    }
  if (n_lanes == GS_SIMT_WARP)
    {
      guint32 taken = consume_uniform (self, warp, shortest);

      for (int lane = 0; lane < n_lanes; lane++)
        position[lane] = taken;
    }
  if (position[0] < longest)
    consume_parted (self, position, lanes, n_lanes, warp);
  keep_rest (self, position, lanes, n_lanes);
}
