/* Rows of a matrix by warps: four columns for each lane. */
#ifndef GS_COLUMNS_H
#define GS_COLUMNS_H

/* Four columns of one row that belong to a lane: neighbours when rows are
 * aligned, else 32 apart, so that a warp's loads are coalesced either way. */
template <bool wide>
__device__ __forceinline__ float4
load_columns (const float *row, long long first, int lane, long long n)
{
  if (wide)
    {
      const long long column = first + 4 * lane;

      return column < n ? __ldcs ((const float4 *)(row + column)) : make_float4 (0, 0, 0, 0);
    }
  float4 v;
  const long long column = first + lane;

  v.x = column < n ? __ldcs (row + column) : 0;
  v.y = column + 32 < n ? __ldcs (row + column + 32) : 0;
  v.z = column + 64 < n ? __ldcs (row + column + 64) : 0;
  v.w = column + 96 < n ? __ldcs (row + column + 96) : 0;
  return v;
}

template <bool wide>
__device__ __forceinline__ void
store_columns (float *row, long long first, int lane, long long n, float4 v)
{
  if (wide)
    {
      const long long column = first + 4 * lane;

      if (column < n)
        __stcs ((float4 *)(row + column), v);
      return;
    }
  const long long column = first + lane;

  if (column < n)
    __stcs (row + column, v.x);
  if (column + 32 < n)
    __stcs (row + column + 32, v.y);
  if (column + 64 < n)
    __stcs (row + column + 64, v.z);
  if (column + 96 < n)
    __stcs (row + column + 96, v.w);
}

#endif
