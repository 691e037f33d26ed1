"""A library that is followed, its gallery, and a line to it that can be cut."""
import json
import os
import random
import re
import socket
import struct
import subprocess
import threading
import time
import zlib


def picture(number, width=64, height=48):
    """A PNG file that no other number has."""
    colours = random.Random(number)
    rows = [bytes(colours.randrange(256) for _ in range(6)) for _ in range(4)]
    lines = b"".join(b"\0" + (rows[y * 4 // height] * width)[:width * 3] for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    text = f"Comment\0{number}".encode()
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"tEXt", text)
            + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b""))


class Library:
    """A folder of photos with an indexer and a gallery of their own."""

    def __init__(self, work, products, *options):
        self.work, self.products, self.options = work, products, options
        self.photos = os.path.join(work, "photos")
        os.makedirs(self.photos, exist_ok=True)
        self.log = open(os.path.join(work, "log"), "ab")
        self.environment = dict(
            os.environ, HOME=work, XDG_CONFIG_HOME=f"{work}/config", XDG_STATE_HOME=f"{work}/state",
            HELIOGRAPH_CATALOGUE=f"{work}/state/catalogue.sqlite", HELIOGRAPH_CACHE=f"{work}/cache")
        self.port, self.gallery = 0, None

    def command(self, name, *arguments):
        return [os.path.join(self.products, name), *arguments]

    def run(self, *arguments):
        """What the program prints, as lines of JSON."""
        done = subprocess.run(self.command("heliograph", *arguments), env=self.environment, check=True,
                              stdout=subprocess.PIPE, stderr=self.log)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def follow(self):
        self.run("index", self.photos)
        self.indexer = subprocess.Popen(self.command("heliograph", "watch"), env=self.environment,
                                        stdout=subprocess.DEVNULL, stderr=self.log)

    def serve(self):
        """Starts the gallery, at the port that it had before."""
        command = self.command("heliograph-gallery", "--port", str(self.port), *self.options)
        self.gallery = subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE,
                                        stderr=self.log)
        line = self.gallery.stdout.readline().decode()
        found = re.search(r":(\d+)/$", line.strip())
        if not found:
            raise RuntimeError(f"the gallery does not start: {line!r}; see {self.log.name}")
        self.port = int(found[1])

    def kill_gallery(self):
        self.gallery.kill()
        self.gallery.wait()

    def ids(self):
        """The photos as fetching gives them, the latest first."""
        return [asset["id"].replace("/", ".") for asset in self.run("assets", "--sort", "creationDate:desc")]

    def names(self):
        return sorted(name for _, _, names in os.walk(self.photos) for name in names)

    def close(self):
        for process in (self.gallery, getattr(self, "indexer", None)):
            if process and process.poll() is None:
                process.terminate()
                process.wait()
        self.log.close()


class Line:
    """A line from a port of its own to the gallery, which can be cut."""

    def __init__(self, library):
        self.library, self.is_cut, self.ends = library, False, set()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            try:
                if self.is_cut:
                    raise OSError("cut")
                far = socket.create_connection(("127.0.0.1", self.library.port))
            except OSError:
                near.close()
                continue
            self.ends |= {near, far}
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self.copy, args=(source, target), daemon=True).start()

    def copy(self, source, target):
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            self.ends.discard(end)
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self, is_cut):
        self.is_cut = is_cut
        for end in list(self.ends) if is_cut else []:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.listener.close()
        self.cut(True)


def wait_until(condition, patience=90, pause=0.1):
    """What a condition gives as soon as it gives something; None if it does not in time."""
    end = time.monotonic() + patience
    while True:
        found = condition()
        if found or time.monotonic() > end:
            return found
        time.sleep(pause)
