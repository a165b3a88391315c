"""One heap of very many games."""

from __future__ import annotations

from grundy.compiled.bits import fill, row
from grundy.compiled.kernels import compiled
from grundy.heaps.kernels.general import fill_sums, mark_head


@compiled(steps=lambda of: of.codes.size * of.heap)
def codes_at(codes, ends, none, values, heap, sums, work, seen, found):
    """Find the value of one heap by finite codes that have the same values before it.

    codes    uint8[c, d]   codes[i, r] is digit d_r of code i
    ends     int64[c]      the digits of code i are codes[i, :ends[i]]; at least 1
    none     uint8[d]      zeros: no digit is constrained
    values   uint32[n]     known below `heap`
    sums     uint64[k, n, w]   filled in below `heap`, k = 0 when no digit allows three heaps; see
             `fill_sums`
    work     uint64[w], seen int32[m]   workspaces; m = 64 * w, a power of two above all values
    found    int64[c]      filled on exit: the value by each code; m where it is m or more
    """
    fill_sums(heap, values, sums)
    for i in range(len(codes)):
        fill(seen, -1)
        end = ends[i]
        mark_head(heap, row(codes, i)[:end], none[:end], values, sums, work, seen)
        value = 0
        while value < len(seen) and seen[value] == heap:
            value += 1
        found[i] = value
