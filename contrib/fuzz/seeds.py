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
    yield 7, (b"FUJIFILMCCD-RAW " + b"\0" * 68 + struct.pack(">IIII", 160, len(picture), 100, 50)).ljust(100, b"\0") \
        + struct.pack(">IHHHH", 1, 0x111, 4, 30, 40).ljust(60, b"\0") + picture


CONDITIONS = [
    "mediaType == image AND creationDate > \"2023-07-01 12:30:45.5+02:00\"", "NOT ((mediaSubtype & %d) != 0)",
    "mediaSubtypes CONTAINS photoPanorama OR traits CONTAINS selfie", "%K IN %@ && localIdentifier IN {'a', 'b'}",
    "filename LIKE[cd] 'IMG_?*\\\\*'", "duration BETWEEN {1.5e3, -0x10} || !(hidden == YES)",
    "cameraMake BEGINSWITH[c] \"A\" AND lensModel ENDSWITH 'x' AND uti CONTAINS NULL",
    "pixelWidth * 2 + 3 - size / 4 >= (altitude | 1)", "addedDate > NOW(-2592000)", "TRUEPREDICATE", "#title <> nil",
]


def main():
    if sys.argv[1] == "--predicates":
        for number, condition in enumerate(CONDITIONS):
            with open(os.path.join(sys.argv[2], f"{number}.txt"), "w", encoding="utf-8") as out:
                out.write(condition)
        return
    target = sys.argv[1]
    found = [bytes([number]) + data for number, data in made()]
    for folder in sys.argv[2:]:
        for directory, _, names in os.walk(folder):
            for name in names:
                path = os.path.join(directory, name)
                if os.path.getsize(path) < 200_000:
                    with open(path, "rb") as file:
                        found.append(bytes([len(found) % 10]) + file.read(65_000))
    for data in found:
        with open(os.path.join(target, hashlib.sha1(data).hexdigest()), "wb") as out:
            out.write(data)


if __name__ == "__main__":
    main()
