"""Choose the parts whose splits show most rare values to be options."""

from __future__ import annotations

from grundy.compiled.on_first_use import compiled
from grundy.compiled.vectors import matches, popcount


@compiled
def choose(wanted, index, runs, offset, parts, part_index, is_frequent, tries, open_, chosen):
    """Choose parts so that a split with one of them has the wanted sum, in most sample heaps.

    wanted    int           the index of a rare value
    index     uint8[n]      indices of all heaps
    runs      int64[s]      the sample: 64 heaps from each of these on
    parts     int64[p], part_index uint8[p]   common parts in any order, and their indices
    is_frequent  uint8[…]      whether windows on the bitmap of an index are wanted
    tries     int           how many parts are looked at for one that is chosen
    open_     uint64[s]     on entry the sample heaps that need the value; on exit those left
    chosen    int64[c]      on exit the places in `parts`

    Returns how many are chosen. Greedy: of the next parts the one that settles most heaps.
    """
    count, at = 0, 0
    while count < len(chosen):
        best, most, looked = -1, 0, 0
        for _ in range(len(parts)):
            at = at + 1 if at + 1 < len(parts) else 0
            u = part_index[at] ^ wanted
            if not is_frequent[u]:
                continue
            gain = 0
            for k in range(len(runs)):
                if open_[k]:
                    there = runs[k] - offset - parts[at]
                    gain += popcount(matches(index, there, u) & open_[k])
            if gain > most:
                best, most = at, gain
            looked += 1
            if looked == tries:
                break
        if best < 0:
            return count
        chosen[count] = best
        count += 1
        u = part_index[best] ^ wanted
        for k in range(len(runs)):
            there = runs[k] - offset - parts[best]
            open_[k] &= ~matches(index, there, u)
    return count
