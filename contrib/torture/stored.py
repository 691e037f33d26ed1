"""Catalogues as each version of the schema left them, with the folders they are of."""
import base64
import gzip
import json
import os
import re
import sys

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Tests/CatalogueTests/Fixtures")
sys.path.insert(0, TESTS)
import samples  # noqa: E402

# What has happened to the files since they came, and who was edited since albums are made.
MOVED = {b"old/moves.jpg": b"2021/moved.jpg", b"old/renamed/stays.jpg": b"old/name since/stays.jpg"}
GONE = {b"old/goes.jpg", b"old/deleted.jpg", b"2023/RAW/IMG_0200.jpg",
        b"2023/Burst/PXL_20230705_101010123.BURST-03.jpg"}
SAID = {b"IMG_0001.jpg": {"favorite": True}, b"IMG_0003.jpg": {"hidden": True}}
SAID_SINCE = 3
# What was an asset of its own before files were parts of others.
PARTS, PARTS_SINCE = {b"2023/RAW/IMG_0200.dng", b"2023/Live/IMG_0100.mov"}, 2


def versions():
    found = (re.fullmatch(r"v(\d+)\.sqlite\.gz", name) for name in os.listdir(TESTS))
    return sorted(int(match[1]) for match in found if match)


class Stored:
    def __init__(self, version):
        self.version = version

    def unpack(self, path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with gzip.open(os.path.join(TESTS, f"v{self.version}.sqlite.gz")) as packed, open(path, "wb") as file:
            file.write(packed.read())

    def lay_out(self, root):
        """Writes the files into the folder, and beside it those of the other root."""
        files = {path: data for path, data in samples.FILES.items() if path not in GONE or self.has(path)}
        files[b"IMG_20230702_080910.jpg"] = samples.jpeg(20, size=(50, 50))
        files[b"2021/new.jpg"] = samples.jpeg(21)
        for path, data in files.items():
            full = os.path.join(root, MOVED.get(path, path))
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "wb") as file:
                file.write(data)

    def assets(self):
        """Who is where: identifiers by path, as that version told, of those that are assets still."""
        with open(os.path.join(TESTS, f"v{self.version}.assets.jsonl"), "rb") as file:
            lines = [json.loads(line) for line in file]
        known = {base64.b64decode(line["pathBase64"]) if "pathBase64" in line else line["path"].encode(): line["id"]
                 for line in lines if not line.get("trashed")}
        return {path: asset for path, asset in known.items() if self.version >= PARTS_SINCE or path not in PARTS}

    def has(self, path):
        return path in self.assets()

    def said(self):
        return SAID if self.version >= SAID_SINCE else {}
