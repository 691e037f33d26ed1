"""Makes small photos that are valid and all different, by the million: 8 × 8 grey JPEG files with the
Exif of a camera (make, model, date with its zone, place).
"""
import datetime
import os
import struct

# One block of one component; its tables hold just the codes that it needs.
PIXELS = (b"\xff\xdb\x00\x43\x00" + b"\x10" * 64
          + b"\xff\xc0\x00\x0b\x08\x00\x08\x00\x08\x01\x01\x11\x00"
          + b"\xff\xc4\x00\x14\x00\x01" + b"\x00" * 15 + b"\x00"
          + b"\xff\xc4\x00\x14\x10\x01" + b"\x00" * 15 + b"\x00"
          + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00\x3f\xff\xd9")
ASCII, LONG, RATIONAL = 2, 4, 5


def degrees(value):
    whole, minutes = int(value), int(value % 1 * 60)
    return struct.pack(">6I", whole, 1, minutes, 1, round((value * 60 % 1) * 600_000), 10_000)


def directory(entries, offset):
    """An IFD at an offset, with what does not fit into it behind it."""
    rest, at = b"", offset + 2 + 12 * len(entries) + 4
    packed = struct.pack(">H", len(entries))
    for tag, kind, count, data in entries:
        if len(data) > 4:
            field = struct.pack(">I", at + len(rest))
            rest += data + b"\x00" * (len(data) % 2)
        else:
            field = data.ljust(4, b"\x00")
        packed += struct.pack(">HHI", tag, kind, count) + field
    return packed + struct.pack(">I", 0) + rest


def text(tag, value):
    data = value.encode() + b"\x00"
    return (tag, ASCII, len(data), data)


def photo(taken, number=0, latitude=None, longitude=None):
    """The bytes of a photo taken at a time; the number makes it another than those of the same instant."""
    exif = [text(0x9003, f"{taken:%Y:%m:%d %H:%M:%S}"), text(0x9011, "+00:00"),
            text(0x9291, f"{taken.microsecond // 1000:03d}"), text(0xA420, f"{number:032x}")]
    place = [] if latitude is None else [
        text(1, "N"), (2, RATIONAL, 3, degrees(latitude)), text(3, "E"), (4, RATIONAL, 3, degrees(longitude))]

    def first(exif_at, place_at):
        links = [(0x8769, LONG, 1, struct.pack(">I", exif_at))]
        if place:
            links.append((0x8825, LONG, 1, struct.pack(">I", place_at)))
        return directory([text(0x10F, "Bench"), text(0x110, "Model 1"), *links], 8)
    exif_at = 8 + len(first(0, 0))
    packed = directory(exif, exif_at)
    tiff = b"MM\x00\x2a\x00\x00\x00\x08" + first(exif_at, exif_at + len(packed)) + packed
    if place:
        tiff += directory(place, exif_at + len(packed))
    segment = b"Exif\x00\x00" + tiff
    return b"\xff\xd8\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + PIXELS


def write(path, data):
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
    os.write(file, data)
    os.close(file)


START = datetime.datetime(2010, 1, 1)


def day(number):
    return START + datetime.timedelta(days=number)


def spread(root, count, each=1000):
    """A library as they grow: every third day an event of a thousand photos, in a directory; or the same photos
    with another number of them in each directory.
    """
    for index in range(count):
        event, place = divmod(index, 1000)
        taken = day(event * 3) + datetime.timedelta(seconds=place * 41)
        number = index // each
        folder = os.path.join(root, f"{day(number * each // 1000 * 3).year}", f"{number:05d}")
        if index % each == 0:
            os.makedirs(folder)
        write(os.path.join(folder, f"IMG_{index:07d}.JPG"),
              photo(taken, index, 35 + event * 0.137 % 20, 2 + index * 0.00001 % 25))


def crowd(root, count, within, each=1000):
    """Photos of one afternoon: all within so many seconds."""
    for index in range(count):
        folder = os.path.join(root, f"{index // each:05d}")
        if index % each == 0:
            os.makedirs(folder)
        taken = day(1) + datetime.timedelta(hours=15, seconds=within * index / count)
        write(os.path.join(folder, f"IMG_{index:07d}.JPG"), photo(taken, index, 48.1, 11.5))
