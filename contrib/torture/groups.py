"""Files that are one picture together, as plainly as it can be said: of one directory, a RAW file
beside a JPEG file of the same name, and sidecars named after either."""
import os
import struct

MEDIA = (b".jpg", b".dng")
SIDECARS = (b".xmp", b".aae")
EXTENSIONS = MEDIA + SIDECARS
# How often a file gets which ending.
ENDINGS, WEIGHTS = [b".jpg", b".dng", b".xmp", b".jpg.xmp", b".aae"], [78, 7, 6, 5, 4]


def entry(tag, kind, count, value):
    return struct.pack("<HHI", tag, kind, count) + (value if isinstance(value, bytes) else struct.pack("<I", value))


def exif(number):
    """A date in one of a few heaps of time, for most with one of two places, so that there are moments of
    every size to be kept in order."""
    if number % 5 == 0:
        return b""
    minutes = number % 7 * 1440 + number * 37 % 900
    date = b"2023:07:%02d %02d:%02d:00\0" % (1 + minutes // 1440, minutes // 60 % 24, minutes % 60)
    place = [None, (41, 54, 12, 30), (48, 8, 11, 34)][number % 3]
    main, inner, gps = 8, 8 + 2 + 24 + 4, 8 + 2 + 24 + 4 + 2 + 12 + 4 + 20
    tiff = b"II*\0" + struct.pack("<IH", main, 2) + entry(0x8769, 4, 1, inner) + entry(0x8825, 4, 1, gps)
    tiff += b"\0\0\0\0" + struct.pack("<H", 1) + entry(0x9003, 2, 20, inner + 18) + b"\0\0\0\0" + date
    if place:
        north, minute, east, other = place
        tiff += struct.pack("<H", 4) + entry(1, 2, 2, b"N\0\0\0") + entry(2, 5, 3, gps + 54)
        tiff += entry(3, 2, 2, b"E\0\0\0") + entry(4, 5, 3, gps + 78) + b"\0\0\0\0"
        tiff += struct.pack("<12I", north, 1, minute, 1, 0, 1, east, 1, other, 1, 0, 1)
    else:
        tiff += b"\0\0\0\0\0\0"
    return b"\xff\xe1" + struct.pack(">H", len(tiff) + 8) + b"Exif\0\0" + tiff


def picture(number, extra=b""):
    """A JPEG header with a comment that no other picture has; nothing is decoded by an indexer."""
    comment = b"picture %d " % number + extra
    com = exif(number) + b"\xff\xfe" + struct.pack(">H", len(comment) + 2) + comment
    width, height = 1 + number % 4000, 1 + number // 4000 % 4000
    sof = b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\x01\x11\x00"
    return b"\xff\xd8" + com + sof + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00" + b"\x00\xff\xd9"


def raw(number, extra=b""):
    """A TIFF header with a size, which is all a DNG file needs here."""
    entries = [(256, 1 + number % 4000), (257, 1 + number // 4000 % 4000)]
    ifd = struct.pack("<H", len(entries))
    for tag, value in entries:
        ifd += struct.pack("<HHII", tag, 4, 1, value)
    return b"II*\0" + struct.pack("<I", 8) + ifd + b"\0\0\0\0" + b"raw %d " % number + extra


def sidecar(number, extra=b""):
    return (b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF '
            b'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description '
            b'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="%d">%d%s</rdf:Description>'
            b'</rdf:RDF></x:xmpmeta>' % (number % 6, number, extra))


def adjustments(number, extra=b""):
    return (b'<plist version="1.0"><dict><key>adjustmentFormatIdentifier</key>'
            b'<string>com.apple.photo</string><key>%d%s</key><true/></dict></plist>'
            % (number, extra))


def content(path, number, extra=b""):
    ending = os.path.splitext(path)[1]
    make = {b".dng": raw, b".xmp": sidecar, b".aae": adjustments}.get(ending, picture)
    return make(number, extra)


def stem(name):
    base, ending = os.path.splitext(name)
    if ending in SIDECARS and os.path.splitext(base)[1] in EXTENSIONS:
        base = os.path.splitext(base)[0]
    return base


def kind(root, path):
    """What a file is by its name and its first bytes."""
    if path.endswith(SIDECARS):
        return "sidecar"
    try:
        with open(os.path.join(root, path), "rb") as file:
            head = file.read(38)
            size = os.fstat(file.fileno()).st_size
    except OSError:
        return "gone"
    if head[:2] == b"\xff\xd8":
        return "picture" if size > 40 else "broken"
    if head[:4] == b"II*\0":
        if not path.endswith(b".dng"):
            return "tiff"
        # One written over a file of another kind and cut short has a height of that file's bytes.
        return "raw" if len(head) == 38 and struct.unpack_from("<I", head, 30)[0] <= 4000 else "broken"
    return "broken"


def expected(root, paths):
    """What files belong together: the parts of each picture by its path, and those of none."""
    kinds = {path: kind(root, path) for path in paths}
    groups = {}
    for path in sorted(paths):
        directory, name = os.path.split(path)
        groups.setdefault((directory, stem(name)), []).append(path)
    owner = {path: path for path in paths if kinds[path] != "sidecar"}
    for group in groups.values():
        pictures = [p for p in group if kinds[p] == "picture"]
        for path in group:
            if kinds[path] == "raw" and pictures:
                owner[path] = pictures[0]
        media = [p for p in group if kinds[p] != "sidecar"]
        rank = {"raw": 0, "picture": 1}
        for path in group:
            if kinds[path] != "sidecar":
                continue
            subject = os.path.splitext(path)[0]
            if os.path.splitext(subject)[1] in EXTENSIONS:
                named = [p for p in media if p == subject]
            else:
                named = sorted(media, key=lambda p: rank.get(kinds[p], 2))
            if named:
                owner[path] = owner[named[0]]
    parts = {}
    for path, whole in owner.items():
        parts.setdefault(whole, set()).add(path)
    return parts


def walk(root):
    """What is on disk, by path: its size."""
    found = {}
    for directory, directories, files in os.walk(root):
        directories[:] = [d for d in directories if not d.startswith(b".")]
        for name in files:
            if name.endswith(EXTENSIONS) and not name.startswith(b"."):
                path = os.path.join(directory, name)
                stat = os.lstat(path)
                found[os.path.relpath(path, root)] = stat.st_size
    return found
