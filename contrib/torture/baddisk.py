#!/usr/bin/env python3
"""A file system with one file, through which another file is read and written: what lies under a loop
device. While it is bad every read of it fails, as from a disk that is dying; when this is killed,
everything does, as from one that was pulled out.

    baddisk.py IMAGE DIRECTORY      mounts it; SIGUSR1 makes it bad, SIGUSR2 good again

It speaks the kernel's protocol (linux/fuse.h) itself, so that no library is needed.
"""
import ctypes
import errno
import os
import signal
import struct
import sys

LOOKUP, FORGET, GETATTR, SETATTR, OPEN, READ, WRITE, STATFS, RELEASE = 1, 2, 3, 4, 14, 15, 16, 17, 18
FSYNC, FLUSH, INIT, OPENDIR, READDIR, RELEASEDIR, INTERRUPT, DESTROY, BATCH_FORGET = \
    20, 25, 26, 27, 28, 29, 36, 38, 42
SILENT = (FORGET, BATCH_FORGET, INTERRUPT)
MOST = 1 << 20
NAME, FILE = b"image", 2


NEW_NAMESPACE, PRIVATE, RECURSIVE, DETACHED = 0x20000, 1 << 18, 1 << 14, 2


def leave_disks(libc):
    """Goes to a mount namespace where nothing is mounted. Who ends last in one has to unmount what is there,
    and here that would wait for this very process, in the kernel and for ever."""
    for failure in (libc.unshare(NEW_NAMESPACE), libc.mount(None, b"/", None, PRIVATE | RECURSIVE, None),
                    libc.umount2(b"/", DETACHED)):
        if failure:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


class BadDisk:
    def __init__(self, image, directory):
        self.image = os.open(image, os.O_RDWR | os.O_CLOEXEC)
        self.device = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
        self.is_bad = False
        signal.signal(signal.SIGUSR1, lambda *_: self.turn(True))
        signal.signal(signal.SIGUSR2, lambda *_: self.turn(False))
        libc = ctypes.CDLL(None, use_errno=True)
        options = b"fd=%d,rootmode=40000,user_id=0,group_id=0" % self.device
        if libc.mount(b"baddisk", os.fsencode(directory), b"fuse", 6, options) != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), directory)
        leave_disks(libc)

    def turn(self, is_bad):
        self.is_bad = is_bad

    def serve(self):
        while True:
            try:
                request = os.read(self.device, MOST + 8192)
            except OSError as error:
                if error.errno == errno.ENODEV:
                    return
                continue
            _, kind, unique, node = struct.unpack_from("<IIQQ", request)
            if kind in SILENT:
                continue
            try:
                error, reply = 0, self.answer(kind, node, request[40:])
            except OSError as failure:
                error, reply = -failure.errno, b""
            os.write(self.device, struct.pack("<IiQ", 16 + len(reply), error, unique) + reply)
            if kind == DESTROY:
                return

    def answer(self, kind, node, body):
        if kind == INIT:
            # Large writes, of so many pages.
            return struct.pack("<IIIIHHIIHH", 7, 31, MOST, 1 << 5 | 1 << 22, 16, 12, MOST, 1,
                               MOST // 4096, 0).ljust(64, b"\0")
        if kind == LOOKUP:
            if body.rstrip(b"\0") != NAME:
                raise OSError(errno.ENOENT, "")
            return struct.pack("<QQQQII", FILE, 0, 60, 60, 0, 0) + self.attributes(FILE)
        if kind in (GETATTR, SETATTR):
            return struct.pack("<QII", 60, 0, 0) + self.attributes(node)
        if kind in (OPEN, OPENDIR):
            return bytes(16)
        if kind == READ:
            if self.is_bad:
                raise OSError(errno.EIO, "")
            _, offset, size = struct.unpack_from("<QQI", body)
            return os.pread(self.image, size, offset)
        if kind == WRITE:
            _, offset, size = struct.unpack_from("<QQI", body)
            return struct.pack("<II", os.pwrite(self.image, body[40:40 + size], offset), 0)
        if kind == STATFS:
            return struct.pack("<QQQQQIII", 1, 0, 0, 1, 0, 4096, 255, 4096).ljust(80, b"\0")
        if kind in (RELEASE, RELEASEDIR, FLUSH, FSYNC, DESTROY, READDIR):
            return b""
        raise OSError(errno.ENOSYS, "")

    def attributes(self, node):
        if node != FILE:
            return struct.pack("<QQQQQQIIIIIIIIII", 1, 0, 0, 0, 0, 0, 0, 0, 0, 0o40755, 2, 0, 0, 0, 4096, 0)
        size = os.fstat(self.image).st_size
        return struct.pack("<QQQQQQIIIIIIIIII", FILE, size, size // 512, 0, 0, 0, 0, 0, 0, 0o100600,
                           1, 0, 0, 0, 4096, 0)


if __name__ == "__main__":
    disk = BadDisk(*sys.argv[1:3])
    print("mounted", flush=True)
    disk.serve()
