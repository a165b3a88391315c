"""Put PDF files of one page each together, one page after the other.

Only what Cairo writes has to be understood: objects with a table of their places, no streams of
objects, nothing encrypted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_REFERENCE = re.compile(rb"(\d+) 0 R\b")
_START = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")
_HEAD = re.compile(rb"xref\s+0 (\d+)\s*\n")
_ENTRY = 20  # bytes of a line in the table of places
_ROOT = re.compile(rb"/Root (\d+) 0 R")
_PAGES = re.compile(rb"/Pages (\d+) 0 R")
_KIDS = re.compile(rb"/Kids \[ (\d+) 0 R \]")
_PARENT = re.compile(rb"/Parent \d+ 0 R")
_FIRST = 3  # the number of the first object that is taken over: 1 is the catalogue, 2 the pages


def joined(files: Sequence[bytes]) -> bytes:
    """Return one PDF with the page of each file, in their order."""
    objects: list[bytes] = []
    pages: list[int] = []
    for file in files:
        found = _objects(file)
        page = _page(file, found)
        number = {old: _FIRST + len(objects) + place for place, old in enumerate(sorted(found))}
        pages.append(number[page])
        for old in sorted(found):
            body = _renumbered(found[old], number)
            objects.append(_PARENT.sub(b"/Parent 2 0 R", body) if old == page else body)
    kids = b" ".join(b"%d 0 R" % page for page in pages)
    tree = b"<< /Type /Pages /Kids [ %s ] /Count %d >>" % (kids, len(pages))
    return _written([b"<< /Type /Catalog /Pages 2 0 R >>", tree, *objects])


def _objects(file: bytes) -> dict[int, bytes]:
    """Return what each object holds, by its number; the table says where each begins."""
    start = _START.search(file)
    head = start and _HEAD.match(file, int(start[1]))
    if not head:
        raise ValueError("This is no PDF with a table of its objects.")
    found = {}
    for number in range(1, int(head[1])):
        at = head.end() + _ENTRY * number
        if file[at + 17 : at + 18] != b"n":
            continue
        place = int(file[at : at + 10])
        begin = file.index(b"obj", place) + len(b"obj")
        found[number] = file[begin : _end(file, begin)].strip()
    return found


def _end(file: bytes, begin: int) -> int:
    """Return where an object ends; what a stream holds is jumped over."""
    end = file.index(b"endobj", begin)
    stream = file.find(b"stream", begin, end)
    return end if stream < 0 else file.index(b"endobj", file.index(b"endstream", stream))


def _page(file: bytes, objects: dict[int, bytes]) -> int:
    root = _ROOT.search(file, file.rindex(b"trailer") if b"trailer" in file else len(file))
    pages = root and _PAGES.search(objects.get(int(root[1]), b""))
    kids = pages and _KIDS.search(objects.get(int(pages[1]), b""))
    if not kids:
        raise ValueError("This PDF has not just one page.")
    return int(kids[1])


def _renumbered(body: bytes, number: dict[int, int]) -> bytes:
    """Give references their new numbers; the bytes of a stream are none."""
    text, stream, rest = body.partition(b"stream")
    new = _REFERENCE.sub(lambda old: b"%d 0 R" % number.get(int(old[1]), 0), text)
    return new + stream + rest


def _written(objects: Sequence[bytes]) -> bytes:
    parts = [b"%PDF-1.5\n%\xb5\xed\xae\xfb\n"]
    places = []
    length = len(parts[0])
    for number, body in enumerate(objects, 1):
        places.append(length)
        parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, body))
        length += len(parts[-1])
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    parts.append(b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table))
    trailer = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return b"".join([*parts, trailer % (size, length)])
