"""Writes the files a fuzzing run begins with: a few of each format made here, and those of folders.

The first byte of each chooses the name the readers are told (see Sources/heliograph-fuzz)."""
import hashlib
import os
import struct
import sys
import zlib


def jpeg(*segments):
    out = b"\xff\xd8"
    for marker, payload in segments:
        out += b"\xff" + bytes([marker]) + struct.pack(">H", len(payload) + 2) + payload
    frame = struct.pack(">BHHB", 8, 30, 40, 1) + b"\x01\x11\x00"
    return out + b"\xff\xc0" + struct.pack(">H", len(frame) + 2) + frame + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00\x00\xff\xd9"


def tiff(entries, order="<"):
    """Directory 0 with short, long and text values; a dictionary is a directory of its own."""
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8)

    def directory(entries, at):
        body, tail = b"", b""
        end = at + 2 + len(entries) * 12 + 4
        for tag, value in sorted(entries.items()):
            if isinstance(value, dict):
                inner = directory(value, end + len(tail))
                body += struct.pack(order + "HHII", tag, 4, 1, end + len(tail))
                tail += inner
            elif isinstance(value, int):
                body += struct.pack(order + "HHII", tag, 4, 1, value)
            elif len(value) <= 4:
                body += struct.pack(order + "HHI", tag, 2, len(value)) + value.ljust(4, b"\0")
            else:
                body += struct.pack(order + "HHII", tag, 2, len(value), end + len(tail))
                tail += value
        return struct.pack(order + "H", len(entries)) + body + struct.pack(order + "I", 0) + tail

    return head + directory(entries, 8)


def box(kind, *payload):
    data = b"".join(payload)
    return struct.pack(">I", len(data) + 8) + kind + data


def png(*chunks):
    out = b"\x89PNG\r\n\x1a\n"
    for kind, data in ((b"IHDR", struct.pack(">IIBBBBB", 4, 3, 8, 2, 0, 0, 0)), *chunks, (b"IEND", b"")):
        out += struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return out


def heif():
    infe = box(b"infe", b"\2\0\0\0", struct.pack(">HH", 1, 0), b"hvc1", b"\0") \
        + box(b"infe", b"\2\0\0\0", struct.pack(">HH", 2, 0), b"Exif", b"\0")
    ipco = box(b"ipco", box(b"ispe", struct.pack(">III", 0, 40, 30)), box(b"irot", b"\1"),
               box(b"auxC", b"\0\0\0\0urn:com:apple:photo:2020:aux:hdrgainmap\0"),
               box(b"colr", b"nclx", struct.pack(">HHHB", 9, 16, 9, 128)))
    ipma = box(b"ipma", struct.pack(">II", 0, 1), struct.pack(">HB", 1, 4), b"\x81\x82\x03\x84")
    iloc = box(b"iloc", b"\1\0\0\0\x44\x40", struct.pack(">H", 1),
               struct.pack(">HHHIHII", 2, 0, 0, 0, 1, 16, 60))
    meta = box(b"meta", b"\0\0\0\0", box(b"hdlr", b"\0" * 8 + b"pict" + b"\0" * 13),
               box(b"pitm", struct.pack(">IH", 0, 1)), box(b"iinf", struct.pack(">IH", 0, 2), infe),
               box(b"iref", b"\0\0\0\0", box(b"cdsc", struct.pack(">HHH", 2, 1, 1))), iloc,
               box(b"grpl", box(b"ster", struct.pack(">IIIII", 0, 9, 2, 1, 2))), box(b"iprp", ipco, ipma))
    return box(b"ftyp", b"heic\0\0\0\0mif1heic") + meta + box(b"mpvd", b"\0" * 8)


def film():
    times = struct.pack(">IIIII", 0, 3_800_000_000, 0, 600, 6000)
    matrix = struct.pack(">9I", 65536, 0, 0, 0, 65536, 0, 0, 0, 1 << 30)
    keys = [b"com.apple.quicktime.creationdate", b"com.apple.quicktime.location.ISO6709", b"com.android.capture.fps"]
    values = [struct.pack(">II", 1, 0) + b"2023-07-01T12:30:45+0200",
              struct.pack(">II", 1, 0) + b"+41.9000+012.5000/", struct.pack(">IIf", 23, 0, 240)]
    meta = box(b"meta", box(b"hdlr", b"\0" * 8 + b"mdta" + b"\0" * 13),
               box(b"keys", struct.pack(">II", 0, len(keys)), *(box(b"mdta", k) for k in keys)),
               box(b"ilst", *(box(struct.pack(">I", i + 1), box(b"data", v)) for i, v in enumerate(values))))
    table = box(b"stbl", box(b"stsd", struct.pack(">II", 0, 1), box(b"hvc1", b"\0" * 78, box(b"vexu"))),
                box(b"stsz", struct.pack(">III", 0, 0, 300)))
    track = box(b"trak", box(b"tkhd", b"\0" * 40, matrix, struct.pack(">II", 640 << 16, 360 << 16)), meta,
                box(b"mdia", box(b"mdhd", times, b"\0" * 4), box(b"hdlr", b"\0" * 8 + b"vide" + b"\0" * 13),
                    box(b"minf", table)))
    user = box(b"udta", box(b"\xa9day", struct.pack(">HH", 4, 0), b"2023"), box(b"auth", b"\0" * 6 + b"ReplayKitRecording"),
               box(b"loci", b"\0" * 6 + b"x\0\0" + struct.pack(">III", 1 << 16, 2 << 16, 0)))
    return box(b"ftyp", b"qt  \0\0\0\0") + box(b"moov", box(b"mvhd", times, b"\0" * 80), track, meta, user)


def entries(values):
    """A TIFF directory of little-endian entries with any type: tag, type, count, value or offset."""
    return struct.pack("<H", len(values)) + b"".join(struct.pack("<HHII", *v) for v in values) + struct.pack("<I", 0)


def panasonic(picture):
    body = [(4, 3, 1, 2), (5, 3, 1, 2), (6, 3, 1, 28), (7, 3, 1, 38), (0x2E, 7, len(picture), 134), (0x8825, 4, 1, 86)]
    places = [(1, 2, 2, ord("N")), (2, 2, 8, 134 + len(picture)), (3, 2, 2, ord("E"))]
    return b"IIU\0" + struct.pack("<I", 8) + entries(body) + entries(places).ljust(48, b"\0") + picture + b"48.8534\0"


def heap(*records):
    values, table = b"", b""
    for tag, value in records:
        table += struct.pack("<HII", tag, len(value), len(values))
        values += value
    return values + struct.pack("<H", len(records)) + table + struct.pack("<I", len(values))


def canon_heap():
    inner = heap((0x180E, struct.pack("<III", 1068485966, 0, 0)), (0x080A, b"Canon\0Canon EOS D60\0"))
    image = heap((0x1810, struct.pack("<IIfi", 40, 30, 1, 90)), (0x300B, inner))
    return b"II" + struct.pack("<I", 26) + b"HEAPCCDR" + b"\2\0\1\0" + b"\0" * 8 + heap((0x2005, b"1234"), (0x300A, image))


def stream(size):
    identifier = bytes.fromhex("17ee8c60f84d11d98cd60800200c9a66") + b"MDPM"
    packs = [b"\x18\2\x20\x13\7", b"\x19\x14\x15\x30\x12", b"\xb1N\0\0\0", b"\xb2\0\x30\0\1", b"\xb5E\0\0\0",
             b"\xb6\0\2\0\1", b"\xe0\1\x08\0\0", b"\xe4DSC-"]
    message = identifier + bytes([len(packs)]) + b"".join(packs)
    units = b"\0\0\1\6\1\1\0\5" + bytes([len(message)]) + message + b"\x80\0\0\1\x65" + b"\x88" * 200
    data = b"\0\0\1\xe0\0\0\x80\x80\5" + b"\1" * 5 + units
    packets = [b"\x47\x50\x11\x10" + data[:184], b"\x47\x10\x11\x10" + data[184:368].ljust(184, b"\xff")]
    return b"".join(p if size == 188 else b"\1\2\3\4" + p for p in packets)


def klv(key, kind, size, value):
    return key + bytes([kind, size]) + struct.pack(">H", len(value) // size) + value + b"\0" * (-len(value) % 4)


def timed(handler, entry, chunks, user=b""):
    times = struct.pack(">IIIII", 0, 3_800_000_000, 0, 600, 6000)

    def whole(start):
        places = [start + 8 + sum(map(len, chunks[:i])) for i in range(len(chunks))]
        table = box(b"stbl", box(b"stsd", struct.pack(">II", 0, 1), entry),
                    box(b"stsz", struct.pack(">III", 0, 0, len(chunks)), *(struct.pack(">I", len(c)) for c in chunks)),
                    box(b"stsc", struct.pack(">IIIII", 0, 1, 1, 1, 1)),
                    box(b"stco", struct.pack(">II", 0, len(chunks)), *(struct.pack(">I", p) for p in places)))
        media = box(b"mdia", box(b"hdlr", b"\0" * 8 + handler + b"\0" * 13), box(b"minf", table))
        return box(b"ftyp", b"qt  \0\0\0\0") + box(b"moov", box(b"mvhd", times, b"\0" * 80), box(b"trak", media), user)
    return whole(len(whole(0))) + box(b"mdat", *chunks)


def timed_films():
    name = b"com.apple.quicktime.location.ISO6709"
    key = struct.pack(">II", 8 + 8 + 4 + len(name), 1) + box(b"keyd", b"mdta" + name)
    place = b"+48.5-002.25+035/"
    yield timed(b"meta", box(b"mebx", b"\0" * 8, box(b"keys", key)), [struct.pack(">II", 8 + len(place), 1) + place])
    motion = struct.pack("<HH3f", 0, 2, 0, 0, 0) + struct.pack("<HHdIdd7f", 0, 6, 1e9, 3, 48.5, -2.25, *[0] * 7)
    yield timed(b"camm", box(b"camm", b"\0" * 8), [motion, struct.pack("<HHddd", 0, 5, 48.5, -2.25, 35)])
    scale = klv(b"SCAL", ord("l"), 4, struct.pack(">5i", 10**7, 10**7, 1000, 1000, 100))
    places = klv(b"GPSF", ord("L"), 4, struct.pack(">I", 3)) + klv(b"GPSU", ord("U"), 16, b"230714103015.250") + scale \
        + klv(b"GPS5", ord("l"), 20, struct.pack(">5i", 485_000_000, -22_500_000, 35_500, 1, 1))
    nine = klv(b"SCAL", ord("l"), 4, struct.pack(">9i", 10**7, 10**7, 1000, 1000, 100, 1, 1000, 100, 1)) \
        + klv(b"GPS9", ord("?"), 32, struct.pack(">7iHH", 485_000_000, -22_500_000, 35_500, 1, 1, 8595, 37_815_250, 150, 3))
    user = box(b"udta", box(b"GPMF", klv(b"DEVC", 0, 1, klv(b"MINF", ord("c"), 1, b"HERO9") + klv(b"TZON", ord("s"), 2, b"\0\x78"))))
    for items in (places, nine):
        second = klv(b"DEVC", 0, 1, klv(b"STRM", 0, 1, items))
        yield timed(b"meta", box(b"gpmd", b"\0" * 8), [second, second], user)


def made():
    exif = {0x10F: b"Apple\0", 0x112: 6, 0x8769: {0x9003: b"2023:07:01 12:30:45\0", 0xA401: 6,
            0x927C: b"Apple iOS\0\0\1MM\0\1\0\x0b\0\2\0\0\0\x25\0\0\0\x20" + b"A" * 40},
            0x8825: {1: b"N\0", 3: b"E\0"}}
    xmp = b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>" \
          b"<rdf:Description xmlns:GPano='http://ns.google.com/photos/1.0/panorama/' GPano:ProjectionType='equirectangular'/></rdf:RDF></x:xmpmeta>"
    iptc = b"Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x0d\x1c\x02\x37\0\x0820230701"
    mpf = b"MPF\0" + tiff({0xB002: b"\0" * 32}, ">")
    samsung = b"\0\0\xe0\x08\x04\0\0\0name" + b"SEFH" + struct.pack("<II", 107, 1) + struct.pack("<HHII", 0, 0x8E0, 12, 12) + struct.pack("<I", 24) + b"SEFT"
    yield 0, jpeg((0xE1, b"Exif\0\0" + tiff(exif, ">")), (0xE1, xmp), (0xE2, mpf), (0xED, iptc)) + samsung
    yield 1, tiff({0x100: 40, 0x101: 30, 0xC612: b"\1\4\0\0", 0x14A: {0x100: 80, 0x101: 60}, **exif})
    yield 2, tiff({0x100: 40, 0x101: 30, **exif}, ">")
    yield 3, tiff({0x100: 40, 0x101: 30, 0x8769: {0x927C: b"SONY DSC \0\0\0\1\0" + b"\0" * 20}})
    yield 5, png((b"eXIf", tiff(exif)), (b"tEXt", b"Software\0gnome-screenshot"), (b"acTL", struct.pack(">II", 2, 0)),
                 (b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + xmp[29:]))
    hexadecimal = (b"Exif\0\0" + tiff(exif)).hex().encode()
    yield 5, png((b"zTXt", b"Raw profile type exif\0\0" + zlib.compress(b"\nexif\n     200\n" + hexadecimal)),
                 (b"tEXt", b"Raw profile type iptc\0\niptc\n  40\n" + iptc.hex().encode()),
                 (b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + zlib.compress(xmp[29:])))
    yield 6, film()
    motion = xmp.replace(b"GPano:ProjectionType='equirectangular'", b"xmlns:C='http://ns.google.com/photos/1.0/camera/' "
                         b"C:MicroVideo='1' C:MicroVideoOffset='%d'" % len(film()))
    yield 0, jpeg((0xE1, motion)) + film()
    mark = b"xmlns:x2='http://ns.adobe.com/xap/1.0/' x2:Rating='5'"
    yield 8, xmp[29:].replace(b"GPano:ProjectionType='equirectangular'", mark)
    yield 9, b"<plist version='1.0'><dict><key>adjustmentFormatIdentifier</key><string>com.apple.photo</string></dict></plist>"
    yield 7, heif()
    yield 7, b"GIF89a" + struct.pack("<HHBBB", 4, 3, 0, 0, 0) + (b"\x21\xf9\4\0\0\0\0\0" + b"\x2c" + b"\0" * 8 + b"\0\2\2\x4c\1\0") * 2 + b";"
    yield 7, b"RIFF" + struct.pack("<I", 30) + b"WEBPVP8X" + struct.pack("<I", 10) + b"\2\0\0\0\3\0\0\2\0\0"
    yield 7, b"BM" + b"\0" * 12 + struct.pack("<Iii", 40, 4, -3) + b"\0" * 28
    yield 7, b"\xff\x0a\x4a\x1f\x02\x10\x08"
    yield 7, box(b"JXL ", b"\r\n\x87\n") + box(b"ftyp", b"jxl \0\0\0\0jxl ") + box(b"jxlc", b"\xff\x0a\x4a\x1f\x02\x10")
    canon = bytes.fromhex("85c0b687820f11e08111f4ce462b6a48")
    yield 7, box(b"ftyp", b"crx \0\0\0\1crx isom") + box(b"moov", box(b"uuid", canon, box(b"CMT1", tiff({0x100: 40, 0x101: 30})),
                 box(b"CMT2", tiff({0x9003: b"2023:07:01 12:30:45\0"})), box(b"CMT4", tiff({1: b"N\0"}))))
    picture = jpeg((0xE1, b"Exif\0\0" + tiff(exif)))
    yield 7, panasonic(picture)
    yield 7, canon_heap()
    yield 7, stream(188)
    yield 7, stream(192)
    for data in timed_films():
        yield 6, data
    text = {0x8825: {1: b"N\0", 2: b"48,51.2\0", 3: b"E\0", 4: b"2.3488\0", 0x1D: b"2023:07:01\0"}, 0x8769: {0x9003: b"2023:07:01 12:30:45\0"}}
    yield 0, jpeg((0xE1, b"Exif\0\0" + tiff(text)), (0xED, iptc))
    yield 7, (b"FUJIFILMCCD-RAW " + b"\0" * 68 + struct.pack(">IIII", 160, len(picture), 100, 50)).ljust(100, b"\0") \
        + struct.pack(">IHHHH", 1, 0x111, 4, 30, 40).ljust(60, b"\0") + picture


CONDITIONS = [
    "mediaType == image AND creationDate > \"2023-07-01 12:30:45.5+02:00\"", "NOT ((mediaSubtype & %d) != 0)",
    "mediaSubtypes CONTAINS photoPanorama OR traits CONTAINS selfie", "%K IN %@ && localIdentifier IN {'a', 'b'}",
    "filename LIKE[cd] 'IMG_?*\\\\*'", "duration BETWEEN {1.5e3, -0x10} || !(hidden == YES)",
    "cameraMake BEGINSWITH[c] \"A\" AND lensModel ENDSWITH 'x' AND uti CONTAINS NULL",
    "pixelWidth * 2 + 3 - size / 4 >= (altitude | 1)", "addedDate > NOW(-2592000)", "TRUEPREDICATE", "#title <> nil",
]


def bitmap(bits):
    """Four by three pixels of Windows' kind, without compression."""
    colours = b"\1\2\3\0" * (1 << bits) if bits <= 8 else b""
    start, rows = 54 + len(colours), b"\x5a" * ((4 * bits + 31) // 32 * 4 * 3)
    return b"BM" + struct.pack("<IHHI", start + len(rows), 0, 0, start) \
        + struct.pack("<IiiHHIIiiII", 40, 4, 3, 1, bits, 0, 0, 0, 0, 0, 0) + colours + rows


def messages():
    """Between a program and its imagers (see Sources/Renditions), with the size of a picture before each."""
    size = struct.pack(">II", 4000, 3000)
    crop = struct.pack("<5d", 0.1, 0.2, 0.5, 0.5, 1.5)
    yield size + struct.pack("<BQBBBBBBIIB", 2, 7, 0, 1, 2, 1, 1, 85, 256, 256, 1) + crop + struct.pack("<H", 5) + b"a.jpg"
    yield size + struct.pack("<BQ7QBB", 4, 7, 256, 192, 4000, 3000, 196608, 196608, 900, 0, 1)
    yield size + struct.pack("<BQH", 5, 7, 4) + b"none"
    yield size + struct.pack("<BH", 3, 7) + b"seccomp"
    yield size + struct.pack("<BQ", 1, 1 << 20)
    track = struct.pack("<BBIIIB4dH", 1, 1, 0x61766331, 640, 360, 6, 30, 0, 2, 1e6, 3) + b"deu"
    yield size + struct.pack("<BdH", 1, 2.5, 2) + track * 2
    yield size + struct.pack("<BdQI", 0, 0.5, 48, 4) + b"abcd" + struct.pack("<QI", 0, 2) + b"ef"


def asked(folders):
    """Files with what is asked for before each (see PictureFuzzer)."""
    for data in [data for _, data in made()] + [bitmap(bits) for bits in (1, 4, 8, 16, 24, 32)] + [d for _, d in of(folders)]:
        kind = data[0] ^ len(data) & 0xFF
        yield bytes([kind, kind * 7 & 0xFF, 40, 30]) + data


def of(folders):
    """The beginnings of the smaller files of folders, with their names."""
    for folder in folders:
        for directory, _, names in os.walk(folder):
            for name in sorted(names):
                path = os.path.join(directory, name)
                if 0 < os.path.getsize(path) < 200_000:
                    with open(path, "rb") as file:
                        yield name, file.read(65_000)


def write(target, found):
    for data in found:
        with open(os.path.join(target, hashlib.sha1(data).hexdigest()), "wb") as out:
            out.write(data)


def main():
    if sys.argv[1] == "--renditions":
        write(sys.argv[2], messages())
        return
    if sys.argv[1] == "--asked":
        write(sys.argv[2], asked(sys.argv[3:]))
        return
    if sys.argv[1] == "--predicates":
        for number, condition in enumerate(CONDITIONS):
            with open(os.path.join(sys.argv[2], f"{number}.txt"), "w", encoding="utf-8") as out:
                out.write(condition)
        return
    found = [bytes([number]) + data for number, data in made()]
    for _, data in of(sys.argv[2:]):
        found.append(bytes([len(found) % 10]) + data)
    write(sys.argv[1], found)


if __name__ == "__main__":
    main()
