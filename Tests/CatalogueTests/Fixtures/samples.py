"""Small photos and films, each of a kind that a catalogue tells from the others."""
import struct


def entry(tag, value, tail, start):
    """A field of an image file directory; what does not fit in it goes to the tail."""
    kind, count, data = value
    field = struct.pack(">HHI", tag, kind, count)
    if len(data) <= 4:
        return field + data.ljust(4, b"\0")
    tail += b"\0" * (len(tail) % 2)
    at = start + len(tail)
    tail += data
    return field + struct.pack(">I", at)


def directory(fields, start):
    tail = bytearray()
    entries = b"".join(entry(tag, fields[tag], tail, start + 6 + 12 * len(fields))
                       for tag in sorted(fields))
    return struct.pack(">H", len(fields)) + entries + bytes(4) + bytes(tail)


def text(value):
    return 2, len(value) + 1, value.encode() + b"\0"


def short(value):
    return 3, 1, struct.pack(">H", value)


def long(value):
    return 4, 1, struct.pack(">I", value)


def rationals(*values):
    return 5, len(values), b"".join(struct.pack(">II", round(value * 1000), 1000) for value in values)


def degrees(value):
    whole = abs(value)
    return rationals(int(whole), int(whole * 60 % 60), whole * 3600 % 60)


def tiff(main, photo=None, place=None):
    """A TIFF block; `photo` has the fields of Exif, `place` is latitude, longitude and altitude."""
    blocks = {0x8769: photo or {}}
    if place:
        latitude, longitude, altitude = place
        blocks[0x8825] = {
            1: text("N" if latitude >= 0 else "S"), 2: degrees(latitude),
            3: text("E" if longitude >= 0 else "W"), 4: degrees(longitude),
            5: (1, 1, b"\0"), 6: rationals(altitude),
        }
    main = dict(main)
    for tag in blocks:
        main[tag] = long(0)
    at = 8 + len(directory(main, 8))
    body = b""
    for tag, fields in blocks.items():
        main[tag] = long(at + len(body))
        body += directory(fields, at + len(body))
        body += b"\0" * (len(body) % 2)
    return b"MM\0*" + struct.pack(">I", 8) + directory(main, 8) + body


def jpeg(number, exif=None, xmp=None, size=(40, 30)):
    """A picture that no other of another number equals."""
    segments = [(0xFE, b"number %d" % number)]
    if exif:
        segments.append((0xE1, b"Exif\0\0" + exif))
    if xmp:
        segments.append((0xE1, b"http://ns.adobe.com/xap/1.0/\0" + packet(xmp)))
    frame = struct.pack(">BHHBBBB", 8, size[1], size[0], 1, 1, 0x11, 0)
    segments += [(0xC0, frame), (0xDA, bytes([1, 1, 0, 0, 0x3F, 0]))]
    body = b"".join(struct.pack(">BBH", 0xFF, mark, len(data) + 2) + data
                    for mark, data in segments)
    return b"\xFF\xD8" + body + b"\0\xFF\xD9"


def packet(attributes):
    return ("""<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF
        xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description
        xmlns:GCamera='http://ns.google.com/photos/1.0/camera/'
        xmlns:tiff='http://ns.adobe.com/tiff/1.0/' xmlns:exif='http://ns.adobe.com/exif/1.0/' xmlns:xmp='http://ns.adobe.com/xap/1.0/' %s/>
        </rdf:RDF></x:xmpmeta>""" % " ".join("%s='%s'" % pair for pair in attributes.items())).encode()


def taken(when, zone=None, make="Canon", model="EOS R5"):
    """The fields of a camera's picture."""
    photo = {0x9003: text(when)}
    if zone:
        photo[0x9011] = text(zone)
    return {0x10F: text(make), 0x110: text(model)}, photo


def live_still(identifier, number):
    """An iPhone's still that says which Live Photo it is."""
    value = identifier.encode() + b"\0"
    note = (b"Apple iOS\0\0\1MM" + struct.pack(">HHHII", 1, 0x11, 2, len(value), 32)
            + bytes(4) + value)
    main, photo = taken("2023:07:03 09:00:00", "+02:00", "Apple", "iPhone 14")
    return jpeg(number, tiff(main, {**photo, 0x927C: (7, len(note), note)}))


def raw(when, number):
    """A DNG file, as far as its head says."""
    main, photo = taken(when)
    return tiff({**main, 0x100: short(60), 0x101: short(40), 0xC612: (1, 4, b"\1\4\0\0"),
                 0x131: text("number %d" % number)}, photo)


def box(kind, *payload):
    payload = b"".join(payload)
    return struct.pack(">I", len(payload) + 8) + kind + payload


def film(seconds, identifier=None):
    """A film with one track, which may say which Live Photo it is."""
    times = bytes(12) + struct.pack(">II", 600, seconds * 600)
    matrix = struct.pack(">9I", 65536, 0, 0, 0, 65536, 0, 0, 0, 1 << 30)
    track = box(
        b"trak", box(b"tkhd", bytes(40), matrix, struct.pack(">II", 640 << 16, 360 << 16)),
        box(b"mdia", box(b"mdhd", times, bytes(4)), box(b"hdlr", bytes(8), b"vide", bytes(13)),
            box(b"minf", box(b"stbl", box(b"stsz", bytes(8), struct.pack(">I", 30 * seconds))))))
    keys = b""
    if identifier:
        value = box(b"data", struct.pack(">II", 1, 0), identifier.encode())
        keys = box(b"meta", box(b"hdlr", bytes(8), b"mdta", bytes(13)),
                   box(b"keys", struct.pack(">II", 0, 1),
                       box(b"mdta", b"com.apple.quicktime.content.identifier")),
                   box(b"ilst", struct.pack(">II", len(value) + 8, 1), value))
    return (box(b"ftyp", b"qt  ", bytes(4))
            + box(b"moov", box(b"mvhd", times, bytes(80)), track, keys))


def motion(number):
    """A picture with a film after it in the same file."""
    tail = film(2)
    return jpeg(number, xmp={"GCamera:MicroVideo": "1", "GCamera:MicroVideoVersion": "1",
                             "GCamera:MicroVideoOffset": str(len(tail))}) + tail


def gif():
    picture = (bytes([0x21, 0xF9, 4, 0, 0, 0, 0, 0])
               + bytes([0x2C, 0, 0, 0, 0, 4, 0, 3, 0, 0, 2, 2, 0x4C, 1, 0]))
    return b"GIF89a" + bytes([4, 0, 3, 0, 0, 0, 0]) + picture * 2 + b";"


LIVE = "3D5B1F0A-6C1E-4A54-9E58-6C1B7F0D2A11"

# What lies in the folder at first, by path.
FILES = {
    b"IMG_0001.jpg": jpeg(1, tiff(*taken("2023:07:01 12:30:45", "+02:00"), (41.89, 12.49, 21))),
    b"IMG_0002.jpg": jpeg(2, tiff(*taken("2023:07:01 12:31:00"))),
    b"IMG_0002.jpg.xmp": packet({"exif:DateTimeOriginal": "2023-07-01T14:31:00+02:00",
                                 "xmp:Rating": "5", "tiff:ImageDescription": "Of the sidecar"}),
    b"IMG_0003.jpg": jpeg(3, tiff({0x10E: text("A picnic"), 0x4746: short(3)})),
    b"IMG_20230702_080910.jpg": jpeg(4),
    b"caf\xe9.jpg": jpeg(5, tiff(*taken("2022:01:02 03:04:05", "-08:00"), (-33.85, 151.21, 5))),
    b"not a picture.jpg": b"\xFF\xD8 that is all",
    b"panorama.jpg": jpeg(6, tiff({0x10F: text("Apple")}, {0xA401: short(6)}), size=(800, 100)),
    b"motion.jpg": motion(7),
    b"/srv/scans/moving.gif": gif(),
    b"2023/Live/IMG_0100.jpg": live_still(LIVE, 8),
    b"2023/Live/IMG_0100.mov": film(3, LIVE),
    b"2023/Live/long.mov": film(900),
    b"2023/RAW/IMG_0200.jpg": jpeg(9, tiff(*taken("2023:07:04 10:00:00", "+02:00"))),
    b"2023/RAW/IMG_0200.dng": raw("2023:07:04 10:00:00", 10),
    b"2023/RAW/IMG_0201.dng": raw("2023:07:04 10:01:00", 11),
    b"2023/Burst/PXL_20230705_101010123.BURST-01.COVER.jpg": jpeg(12),
    b"2023/Burst/PXL_20230705_101010123.BURST-02.jpg": jpeg(13),
    b"2023/Burst/PXL_20230705_101010123.BURST-03.jpg": jpeg(14),
    b"old/moves.jpg": jpeg(15, tiff(*taken("2021:05:05 05:05:05", "+00:00"), (48.14, 11.58, 520))),
    b"old/renamed/stays.jpg": jpeg(16),
    b"old/goes.jpg": jpeg(17, tiff(*taken("2021:05:06 05:05:05", "+00:00"))),
    b"old/deleted.jpg": jpeg(18, tiff(*taken("2021:05:07 05:05:05", "+00:00"))),
    b"old/restored.jpg": jpeg(19, tiff(*taken("2021:05:08 05:05:05", "+00:00"))),
}
