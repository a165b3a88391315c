"""Cram by Lemoine and Viennot's search, compiled: boards of up to 8 × 8 cells in 64 bits.

A board is a uint64: bit 8 * row + column is 1 where the cell is free. A *piece* is a connected
board in canonical form: pushed to the corner, the least of its 8 mirror images and turns.

A table of open addressing keeps what is proved of a piece:

keys      uint64[2^b]   pieces; 0 stands for an empty slot
excluded  uint32[2^b]   bit n is 1 where the value is proved not to be n
exact     uint8[2^b]    the value where it is proved, else UNKNOWN

A board has 63 cells at most: then no value is more than 31, for each move takes two cells.
"""

from __future__ import annotations

import numpy as np

from grundy.compiled.intrinsics import ctz
from grundy.compiled.on_first_use import compiled

UNKNOWN = 255
OPTIONS = 112  # dominoes on a board of 8 × 8
DEPTH = 70  # two questions a piece, and a piece has two cells less than the one above it
DONE, FULL, STOPPED = 0, 1, 2
OPEN, USED, ASKED = 0, 1, 2  # in `state`: questions on the stack, slots in use, questions so far
NEW = -1  # the cursor of a question whose options have not been looked at

_NO, _YES, _ASK = 0, 1, 2

_1 = np.uint64(1)
_2 = np.uint64(2)
_4 = np.uint64(4)
_7 = np.uint64(7)
_8 = np.uint64(8)
_9 = np.uint64(9)
_14 = np.uint64(14)
_16 = np.uint64(16)
_28 = np.uint64(28)
_32 = np.uint64(32)
_56 = np.uint64(56)
_ROW = np.uint64(0xFF)
_NOT_FIRST = np.uint64(0xFEFEFEFEFEFEFEFE)  # all columns but the first
_PAIRS = np.uint64(0x5555555555555555)
_QUADS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_EACH_BYTE = np.uint64(0x0101010101010101)
_BYTES = np.uint64(0x00FF00FF00FF00FF)
_WORDS = np.uint64(0x0000FFFF0000FFFF)
_SWAP_1 = np.uint64(0x00AA00AA00AA00AA)
_SWAP_2 = np.uint64(0x0000CCCC0000CCCC)
_SWAP_4 = np.uint64(0x00000000F0F0F0F0)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@compiled
def count_cells(board):
    """Count the free cells of a board, as int."""
    pairs = board - ((board >> _1) & _PAIRS)
    quads = (pairs & _QUADS) + ((pairs >> _2) & _QUADS)
    return np.int64((((quads + (quads >> _4)) & _NIBBLES) * _EACH_BYTE) >> _56)


@compiled
def _cornered(board):
    """Push a board that is not empty to the first row and column."""
    board >>= np.uint64(ctz(board)) & _56
    folded = board | (board >> _32)
    folded |= folded >> _16
    folded |= folded >> _8
    return board >> np.uint64(ctz(folded & _ROW))


@compiled
def _mirrored(board):
    """Reverse each row."""
    board = ((board >> _1) & _PAIRS) | ((board & _PAIRS) << _1)
    board = ((board >> _2) & _QUADS) | ((board & _QUADS) << _2)
    return ((board >> _4) & _NIBBLES) | ((board & _NIBBLES) << _4)


@compiled
def _upended(board):
    """Reverse the order of the rows."""
    board = ((board >> _8) & _BYTES) | ((board & _BYTES) << _8)
    board = ((board >> _16) & _WORDS) | ((board & _WORDS) << _16)
    return (board >> _32) | (board << _32)


@compiled
def _transposed(board):
    """Exchange rows and columns."""
    swap = (board ^ (board >> _7)) & _SWAP_1
    board ^= swap ^ (swap << _7)
    swap = (board ^ (board >> _14)) & _SWAP_2
    board ^= swap ^ (swap << _14)
    swap = (board ^ (board >> _28)) & _SWAP_4
    return board ^ swap ^ (swap << _28)


@compiled
def canonical(board):
    """Return the least of a board's 8 images, each pushed to the corner."""
    least = _cornered(board)
    for _ in range(2):
        upended = _upended(board)
        least = min(least, _cornered(_mirrored(board)))
        least = min(least, _cornered(upended))
        least = min(least, _cornered(_mirrored(upended)))
        board = _transposed(board)
        least = min(least, _cornered(board))
    return least


@compiled
def _neighbours(board):
    """Return the cells beside those of a board."""
    return (
        (board << _8) | (board >> _8) | ((board << _1) & _NOT_FIRST) | ((board & _NOT_FIRST) >> _1)
    )


@compiled
def _piece_around(board):
    """Return the cells of *board* that hang together with its first one."""
    piece = board & (~board + _1)
    while True:
        grown = (piece | _neighbours(piece)) & board
        if grown == piece:
            return piece
        piece = grown


@compiled
def find(keys, piece):
    """Return the slot of a piece, or the empty one where it would stand."""
    last = np.uint64(len(keys) - 1)
    hashed = piece * _GOLDEN
    slot = (hashed ^ (hashed >> _32)) & last
    while keys[slot] != 0 and keys[slot] != piece:
        slot = (slot + _1) & last
    return slot


@compiled
def move_table(keys, excluded, exact, new_keys, new_excluded, new_exact):
    """Put all that a table holds into a larger, empty one."""
    for slot in range(len(keys)):
        if keys[slot] != 0:
            place = find(new_keys, keys[slot])
            new_keys[place] = keys[slot]
            new_excluded[place] = excluded[slot]
            new_exact[place] = exact[slot]


@compiled
def count_moves(piece):
    """Count the dominoes that fit, as int."""
    return count_cells(piece & (piece >> _8)) + count_cells(piece & ((piece & _NOT_FIRST) >> _1))


@compiled
def _judge(board, wanted, keys, excluded, exact):
    """Say whether a board has the value *wanted*, as far as the table knows.

    Returns (verdict, piece, n, weight): _YES or _NO; or _ASK, with the piece whose value has to
    be known next and the n that it is to be compared with. The weight guesses the work: the
    more values a piece is known not to have, the less is left of it.
    """
    piece, slot = np.uint64(0), np.uint64(0)
    moves, weight, unknown = 0, 0, 0
    while board != 0:
        part = _piece_around(board)
        board ^= part
        if part & (part - _1) == 0:
            continue  # a single cell
        part = canonical(part)
        place = find(keys, part)
        if keys[place] == part and exact[place] != UNKNOWN:
            wanted ^= np.int64(exact[place])
            continue
        count = count_moves(part)
        weight += count * count
        if unknown == 0 or count < moves:  # where several are unknown, the cheapest comes first
            piece, slot, moves = part, place, count
        unknown += 1
    if unknown == 0:
        return (_YES if wanted == 0 else _NO), piece, 0, 0
    denied = excluded[slot] if keys[slot] == piece else np.uint32(0)
    if unknown > 1:
        return _ASK, piece, ctz(np.uint64(~denied)), weight
    if 2 * wanted > count_cells(piece) or (denied >> np.uint32(wanted)) & np.uint32(1):
        return _NO, piece, 0, 0
    return _ASK, piece, wanted, weight // (1 + count_cells(np.uint64(denied)))


@compiled
def _sort(options, weights, count):
    """Sort options by weight, the lightest first, in place."""
    for i in range(1, count):
        option, weight = options[i], weights[i]
        j = i
        while j > 0 and weights[j - 1] > weight:
            options[j], weights[j] = options[j - 1], weights[j - 1]
            j -= 1
        options[j], weights[j] = option, weight


@compiled
def _expand(piece, n, options, weights, keys, excluded, exact):
    """Write the options of a piece that the table does not answer, the lightest first.

    Returns how many there are, or -1 where one has the value n.
    """
    count = 0
    for step in (_1, _8):
        after = (piece & _NOT_FIRST) >> _1 if step == _1 else piece >> _8
        starts = piece & after
        while starts != 0:
            first = starts & (~starts + _1)
            starts ^= first
            option = piece ^ (first | (first << step))
            verdict, _, _, weight = _judge(option, n, keys, excluded, exact)
            if verdict == _YES:
                return -1
            if verdict == _ASK:
                options[count], weights[count] = option, weight
                count += 1
    _sort(options, weights, count)
    return count


@compiled
def _entered(piece, keys, excluded, exact, state):
    """Return the slot of a piece, which is put in where it is new; -1 where there is no room."""
    slot = find(keys, piece)
    if keys[slot] == 0:
        if state[USED] >= np.int64(len(keys)) * 3 // 4:
            return -1
        keys[slot], excluded[slot], exact[slot] = piece, 0, UNKNOWN
        state[USED] += 1
    return np.int64(slot)


@compiled
def search(
    pieces, wanted, cursors, counts, options, weights, state, keys, excluded, exact, control
):  # fmt: skip
    """Answer the question at the bottom of a stack: has pieces[0] the value wanted[0]?

    A piece has not the value n where an option has. Where none has, the value is n or less:
    it is the least number that is not excluded, once no option has that.

    pieces    uint64[DEPTH], wanted int64[DEPTH]   the questions on the stack
    cursors   int64[DEPTH]   the option being looked at; NEW for a new question
    counts    int64[DEPTH], options uint64[DEPTH, OPTIONS], weights int64[DEPTH, OPTIONS]
    state     int64[3]   see OPEN, USED, ASKED
    keys, excluded, exact   the table, with an empty slot at least
    control   int64[2]   [0] is set to the questions asked; a 1 in [1] stops

    Returns DONE; FULL where the table needs more room; STOPPED. Called again with the same
    arrays it goes on.
    """
    while state[OPEN] > 0:
        top = state[OPEN] - 1
        piece, n = pieces[top], wanted[top]
        slot = _entered(piece, keys, excluded, exact, state)
        if slot < 0:
            return FULL
        if exact[slot] != UNKNOWN or (excluded[slot] >> np.uint32(n)) & np.uint32(1):
            state[OPEN] = top
            continue
        if cursors[top] == NEW:
            if control[1] != 0:
                return STOPPED
            state[ASKED] += 1
            control[0] = state[ASKED]
            counts[top] = _expand(piece, n, options[top], weights[top], keys, excluded, exact)
            cursors[top] = 0
        found, below, m = counts[top] < 0, np.uint64(0), 0
        while not found and cursors[top] < counts[top]:
            verdict, below, m, _ = _judge(options[top, cursors[top]], n, keys, excluded, exact)
            if verdict == _ASK:
                break
            found = verdict == _YES
            cursors[top] += 1
        if found:
            excluded[slot] |= np.uint32(1) << np.uint32(n)
            continue
        if cursors[top] >= counts[top]:
            below, m = piece, ctz(np.uint64(~excluded[slot]))
            if m == n:
                exact[slot] = n
                continue
        pieces[top + 1], wanted[top + 1], cursors[top + 1] = below, m, NEW
        state[OPEN] += 1
    return DONE
