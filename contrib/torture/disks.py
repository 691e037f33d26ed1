"""Real disks under the folders: file systems in files and in memory, which come and go, and the pictures
on each of them as they must be."""
import ctypes
import errno
import os
import signal
import stat
import subprocess
import sys
import time

from groups import EXTENSIONS, content
from model import File, Model

LIBC = ctypes.CDLL(None, use_errno=True)
BIND, DETACH, REMOUNT, READ_ONLY = 4096, 2, 32, 1
# Why something cannot be written on a disk that has troubles.
TROUBLES = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO)


def command(*words, **options):
    return subprocess.run([os.fsencode(w) for w in words], check=True, capture_output=True, **options)


def bind(source, place, flags=0):
    if LIBC.mount(os.fsencode(source), os.fsencode(place), None, BIND | flags, None) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), place)


def unmount(place, lazily=False):
    if LIBC.umount2(os.fsencode(place), DETACH if lazily else 0) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), place)


def patiently(what, *arguments):
    """Does something to a disk as soon as nobody is in the way."""
    end = time.monotonic() + 30
    while True:
        try:
            return what(*arguments)
        except OSError as error:
            if error.errno != errno.EBUSY or time.monotonic() > end:
                raise
            time.sleep(0.005)


def ensure_loop_devices():
    """The kernel makes more of them than there are names for in a container."""
    for number in range(64):
        try:
            os.mknod(f"/dev/loop{number}", 0o600 | stat.S_IFBLK, os.makedev(7, number))
        except FileExistsError:
            # There already, or made by another run that begins now.
            pass


class Page:
    """Of a diary, what happened on one disk."""

    def __init__(self, diary, name):
        self.diary, self.name = diary, name

    def write(self, text):
        self.diary.write(f"{self.name} {text}")


class Pictures(Model):
    """The pictures on one disk, wherever that is mounted. What is hidden there is not the folder's."""

    def __init__(self, random, root, **options):
        super().__init__(random, root, os.path.join(root, b".outside"), **options)
        self.most, self.troubles = 400, 0
        self.mount_points = set()
        # Those that had another kind of name since the last quiet point: they may have been parts of others.
        self.were_parts = set()
        os.makedirs(self.outside, exist_ok=True)

    def rebase(self, root):
        """The disk has been mounted elsewhere."""
        outside = os.path.join(root, b".outside")
        self.away = [(outside + shelter[len(self.outside):], *rest) for shelter, *rest in self.away]
        self.root, self.outside = root, outside

    def place(self, path, file):
        super().place(path, file)
        if not path.endswith(b".jpg"):
            self.were_parts.add(file)

    def begin_round(self, ids):
        super().begin_round(ids)
        self.were_parts = set()

    def certainly_there(self, file):
        """Whether a picture was nothing else, and not in doubt, since the last quiet point."""
        return (file.is_plain and not file.is_replaced and not file.took
                and file not in self.were_parts
                and file in self.files.values())

    def walk(self):
        for directory, names, found in os.walk(self.root):
            below = os.path.relpath(directory, self.root)
            names[:] = [n for n in names if not n.startswith(b".")
                        and os.path.normpath(os.path.join(below, n)) not in self.mount_points]
            yield directory, names, found

    def step(self):
        try:
            super().step()
        except OSError as error:
            if error.errno not in TROUBLES:
                raise
            self.troubles += 1
            self.mend()

    def mend(self):
        """Something was not written, or a part of it: what is there now is what must be known."""
        found = {}
        for directory, _, names in self.walk():
            for name in names:
                path = os.path.normpath(os.path.join(os.path.relpath(directory, self.root), name))
                if name.startswith(b".save"):
                    self.attempt(os.unlink, path)
                elif name.endswith(EXTENSIONS) and not name.startswith(b"."):
                    found[path] = os.lstat(self.full(path)).st_size
        for path in found.keys() - self.files.keys():
            if not self.attempt(os.unlink, path):
                self.adopt(path)
        for path in self.files.keys() - found.keys():
            self.take(path).only_moved = False
        for path, file in self.files.items():
            try:
                with open(self.full(path), "rb") as written:
                    now = written.read()
            except OSError:
                continue
            if now != file.data[0]:
                self.changed(path)
                file.data[0] = now

    def attempt(self, what, path):
        try:
            what(self.full(path))
            return True
        except OSError:
            return False

    def adopt(self, path):
        self.number += 1
        self.place(path, File(self.number))
        found = os.lstat(self.full(path))
        twin = next((f for p, f in self.files.items() if found.st_nlink > 1 and p != path
                     and os.path.lexists(self.full(p)) and os.lstat(self.full(p)).st_ino == found.st_ino), None)
        if twin:
            # What is written to one is in the other.
            self.files[path].data, self.files[path].is_linked, twin.is_linked = twin.data, True, True
        self.changed(path)
        with open(self.full(path), "rb") as written:
            self.files[path].data[0] = written.read()

    def intrude(self, path, directory):
        """A picture of this disk is moved to where another disk is mounted else; returns it."""
        os.rename(self.full(path), os.path.join(directory, os.path.basename(path)))
        file = self.take(path)
        file.only_moved = False
        return file

    def snapshot(self):
        return ({path: (file, file.data, file.data[0]) for path, file in self.files.items()},
                set(self.directories))

    def revert(self, snapshot):
        """The disk is what it was at a moment: who a picture is, is known of those that stayed."""
        files, directories = snapshot
        now, self.files, self.departed = self.files, {}, {}
        self.directories, self.away, self.slow, self.trashed = set(directories), [], [], []
        contents = {id(shared): [data] for _, shared, data in files.values()}
        for path, (file, shared, data) in files.items():
            stayed = now.get(path) is file and file.data[0] == data and file.only_moved
            if not stayed or file.is_linked:
                is_linked, file = file.is_linked, File(file.number)
                file.only_moved, file.is_linked = False, is_linked
            file.data = contents[id(shared)]
            self.files[path] = file

    def spoilt(self):
        """Files that hold something else than what was written into them."""
        wrong = []
        for path, file in self.files.items():
            try:
                with open(self.full(path), "rb") as written:
                    if written.read() != file.data[0]:
                        wrong.append(path)
            except OSError as error:
                wrong.append((path, error.errno))
        return wrong


class Disk:
    """A file system with a place below a folder that is followed, `prefix` of it; empty for a folder.

    `hidden`: Why nothing of it can be seen at its place; while it is not empty nothing may be removed.
    `busy`: What is done to it: another trouble waits.
    """
    can_freeze, can_be_written_at_once = True, True

    def __init__(self, lab, name, place, above=None):
        self.lab, self.name, self.place, self.above = lab, name, os.fsencode(place), above
        self.below = []
        self.hidden, self.busy = set(), False
        self.is_still = set()
        self.root = above.root if above else self.place
        self.prefix = os.path.relpath(self.place, self.root) if above else b""
        if above:
            above.below.append(self)
        self.make()

    def begin(self, random, diary):
        os.makedirs(self.place, exist_ok=True)
        self.mount()
        # It is ignored, and so no place for pictures.
        if os.path.exists(os.path.join(self.place, b"lost+found")):
            os.rmdir(os.path.join(self.place, b"lost+found"))
        self.pictures = Pictures(random, self.place, without=("trash", "restore"),
                                 diary=Page(diary, self.name))
        # No picture is like one of another disk: it could be taken for its copy.
        self.pictures.number = (self.lab.disks.index(self) + 1) * 10**6
        if self.above:
            self.above.pictures.mount_points.add(self.prefix)

    @property
    def family(self):
        return [self, *self.below] if not self.above else [self.above, *self.above.below]

    @property
    def is_usable(self):
        return not self.is_still

    def make(self):
        pass

    def mount(self):
        self.mount_at(self.place)
        self.lab.mounts += 1

    def unmount(self, lazily=False):
        """Takes it from its place, as soon as no helper has a file of it open."""
        if not lazily:
            self.pictures.close()
        end = time.monotonic() + 5
        while True:
            try:
                unmount(self.place, lazily)
                self.lab.mounts += 1
                return
            except OSError as error:
                if error.errno != errno.EBUSY:
                    raise
                lazily = time.monotonic() > end
                time.sleep(0.02)

    def turn_read_only(self, is_read_only):
        self.pictures.close()
        # Who reads a file writes when that was for a moment.
        patiently(bind, self.place, self.place, REMOUNT | (READ_ONLY if is_read_only else 0))
        self.lab.mounts += 1

    def freeze(self, is_frozen):
        command("fsfreeze", "-f" if is_frozen else "-u", self.place)

    def flush(self):
        file = os.open(self.place, os.O_RDONLY)
        LIBC.syncfs(file)
        os.close(file)


class ImageDisk(Disk):
    """A file system in a file."""
    kind, size, options = "ext4", "48M", "loop"

    @property
    def image(self):
        return os.path.join(self.lab.work, f"{self.name}.{self.kind}")

    def make(self):
        command("truncate", "-s", self.size, self.image)
        quiet = ["-q"] if self.kind != "btrfs" else ["-q", "-m", "single"]
        command(f"mkfs.{self.kind}", *quiet, self.image)

    def mount_at(self, place):
        command("mount", "-o", self.options, self.image, place)


class XfsDisk(ImageDisk):
    kind, size = "xfs", "300M"


class BtrfsDisk(ImageDisk):
    """A subvolume of a disk that can have more of them."""
    kind, size, options = "btrfs", "128M", "loop,subvol=photos"

    def make(self):
        super().make()
        with self.top() as top:
            for name in ("photos", "below"):
                command("btrfs", "subvolume", "create", os.path.join(top, name))

    def top(self):
        return Mounted(self.image, os.path.join(self.lab.work, "top"), "loop,subvolid=5")

    def take_snapshot(self):
        with self.top() as top:
            photos, snapshot = (os.path.join(top, name) for name in ("photos", "snapshot"))
            if os.path.exists(snapshot):
                command("btrfs", "subvolume", "delete", snapshot)
            command("btrfs", "subvolume", "snapshot", "-r", photos, snapshot)
        self.moment = self.pictures.snapshot()

    def put_snapshot_in_place(self):
        with self.top() as top:
            photos, snapshot, kept = (os.path.join(top, n) for n in ("photos", "snapshot", "kept"))
            os.rename(photos, kept)
            command("btrfs", "subvolume", "snapshot", snapshot, photos)

    def decide(self, between):
        """Which of the two is deleted: what was in place before, or the snapshot."""
        with self.top() as top:
            photos, kept = (os.path.join(top, name) for name in ("photos", "kept"))
            if between == "before":
                command("btrfs", "subvolume", "delete", photos)
                os.rename(kept, photos)
            else:
                command("btrfs", "subvolume", "delete", kept)


class Subvolume(ImageDisk):
    kind, options, can_freeze = "btrfs", "loop,subvol=below", False

    @property
    def image(self):
        return self.above.image

    def make(self):
        pass


class Mounted:
    """A file system that is mounted for a moment."""

    def __init__(self, image, place, options):
        self.image, self.place, self.options = image, place, options

    def __enter__(self):
        os.makedirs(self.place, exist_ok=True)
        command("mount", "-o", self.options, self.image, self.place)
        return self.place

    def __exit__(self, *_):
        unmount(self.place)


class MemoryDisk(Disk):
    """A file system in memory, which goes on while it is not mounted at its place."""
    can_freeze = False

    def make(self):
        self.store = os.path.join(self.lab.work, f"{self.name}.store")
        os.makedirs(self.store)
        command("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", self.store)

    def mount_at(self, place):
        bind(self.store, place)


class DyingDisk(ImageDisk):
    """A file system on a device whose reads can fail, and that can be pulled out."""
    server = None

    @property
    def image(self):
        return os.path.join(self.lab.work, "device", "image")

    def make(self):
        os.makedirs(os.path.dirname(self.image))
        self.file = os.path.join(self.lab.work, "dying.ext4")
        command("truncate", "-s", self.size, self.file)
        command("mkfs.ext4", "-q", "-E", "lazy_itable_init=0", self.file)
        self.plug_in()

    def plug_in(self):
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "baddisk.py")
        self.server = subprocess.Popen(
            [sys.executable, program, self.file, os.path.dirname(self.image)], stdout=subprocess.PIPE)
        if not self.server.stdout.readline():
            raise RuntimeError("the file system of the dying disk was not mounted")

    def pull_out(self):
        self.server.kill()
        self.server.wait()

    def remove(self):
        """Frees the device of a disk that was pulled out."""
        unmount(os.path.dirname(self.image), lazily=True)

    def turn_bad(self, is_bad):
        self.server.send_signal(signal.SIGUSR1 if is_bad else signal.SIGUSR2)


def another_disk(place, random, names):
    """Mounts another disk, with pictures of which some have the names of known ones."""
    command("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", place)
    for number, name in enumerate([b"same1.jpg", b"other.jpg", *names]):
        path = os.path.join(place, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content(path, 10**6 + random.randrange(10**6), b"other"))
