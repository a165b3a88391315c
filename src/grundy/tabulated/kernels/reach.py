"""All words that a word leads to: options dealt out by owner, and words met for the first time."""

from __future__ import annotations

import numpy as np

from grundy.compiled.on_first_use import compiled

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


@compiled
def owner(word, shift):
    """Return which part a word belongs to: the highest bits of its hash, 64 - shift of them."""
    mixed = np.uint64(word) * _MULTIPLIER
    mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed * _MULTIPLIER >> np.uint64(shift))


@compiled
def slot_of(keys, codes, word):
    """Return the slot of a word in a part's table: where it is, or the empty one for it.

    keys    int64[2^k]   words
    codes   int32[2^k]   their places in the part, plus 1; 0 where the slot is empty
    """
    mixed = np.uint64(word) * _MULTIPLIER
    mixed ^= mixed >> np.uint64(29)
    last = np.uint64(len(keys) - 1)
    slot = (mixed * _MULTIPLIER >> np.uint64(11)) & last
    while codes[slot] != 0 and keys[slot] != word:
        slot = (slot + np.uint64(1)) & last
    return slot


@compiled
def insert(pairs, keys, codes, count, base, fresh):
    """Put the codes of words in the place of the words; those that are new get the next ones.

    pairs    int64[n, 2]   the code of what leads to a word, and the word; on exit its code
    count    int64         the words that the table has; it has room for n more
    base     int64         the code of the part's first word
    fresh    int64[n]      the new words in their order, on exit

    Return how many are new.
    """
    new = 0
    for at in range(len(pairs)):
        word = pairs[at, 1]
        slot = slot_of(keys, codes, word)
        if codes[slot] == 0:
            keys[slot] = word
            codes[slot] = count + new + 1
            fresh[new] = word
            new += 1
        pairs[at, 1] = base + codes[slot] - 1
    return new


@compiled
def put_back(words, keys, codes, first):
    """Put words into a table made anew, int64[n]; the place of words[0] is *first*."""
    for at in range(len(words)):
        slot = slot_of(keys, codes, words[at])
        keys[slot] = words[at]
        codes[slot] = first + at + 1


@compiled
def expand(followers, data, words, first, tail, shift, buffer, heads, tails, owners, counts):
    """Write the options of words[first:], as many as there is room for.

    tail     int64        the code of words[0]; the others follow it
    buffer   int64[m]     room for what *followers* writes
    heads, tails          int64[a]   the options, and the codes of what leads to them
    owners   uint8[a]     the part of each option
    counts   int64[p]     how many options each part gets; zeros on entry

    Return (how many options, where to go on), or (-1, place) where a word is no state.
    """
    at = 0
    place = first
    while place < len(words) and at + len(buffer) <= len(heads):
        count = followers(words[place], data, buffer)
        if count < 0:
            return -1, place
        for option in range(count):
            heads[at] = buffer[option]
            tails[at] = tail + place
            part = owner(buffer[option], shift)
            owners[at] = part
            counts[part] += 1
            at += 1
        place += 1
    return at, place


@compiled
def deal(heads, tails, owners, count, begins, pairs):
    """Put (tail, head) into rows by owner.

    begins   int64[p]      where each part's rows begin; on exit where they end
    pairs    int64[a, 2]   filled in [:count]
    """
    for at in range(count):
        place = begins[owners[at]]
        pairs[place, 0] = tails[at]
        pairs[place, 1] = heads[at]
        begins[owners[at]] = place + 1
