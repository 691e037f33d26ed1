"""Disks that are recorded while programs use them, and the same disks after a power cut at any point.

A disk keeps what was written before its last flush, in whatever order that came. Of what was written since, it may
have kept any part, in blocks that are whole."""
import bisect
import fcntl
import mmap
import os
import shutil
import struct
import subprocess
import time

HEADER = struct.Struct("=IIQQ")
WRITE, FLUSH = 1, 2
BLOCK = 4096

MAKE = {
    "ext4": ["mkfs.ext4", "-q", "-F", "-m", "0", "-J", "size=4",
             "-E", "lazy_itable_init=0,lazy_journal_init=0,nodiscard"],
    "xfs": ["mkfs.xfs", "-q", "-f", "-K"],
    "btrfs": ["mkfs.btrfs", "-q", "-f", "-K", "-M"],
}
# Those that know which device they lie on, or that cannot be mounted twice: for these one device is kept.
ALONE = ("xfs", "btrfs")
LOOP_ADD, LOOP_REMOVE = 0x4C80, 0x4C81
SIZE = {"ext4": 96 << 20, "xfs": 320 << 20, "btrfs": 256 << 20}


def build(directory):
    """Builds the program that shows the disks, and the library that kills programs."""
    here = os.path.dirname(os.path.abspath(__file__))
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "fuse3"], check=True,
                           capture_output=True, text=True).stdout.split()
    for name, target, more in (("recording-disk.c", "recording-disk", flags),
                               ("stop-at.c", "stop-at.so", ["-shared", "-fPIC", "-ldl"])):
        subprocess.run([shutil.which("cc") or "clang", "-O2", "-o", os.path.join(directory, target),
                        os.path.join(here, name), *more], check=True)


def format_disk(image, system):
    with open(image, "wb") as file:
        file.truncate(SIZE[system])
    subprocess.run([*MAKE[system], image], check=True, stdout=subprocess.DEVNULL)


def control_loop(request, number):
    with open("/dev/loop-control", "rb") as control:
        fcntl.ioctl(control, request, number)


def add_loops(count):
    """Makes loop devices that nobody else takes; their numbers."""
    numbers = []
    number = 1_000 + os.getpid() % 100_000
    while len(numbers) < count:
        try:
            control_loop(LOOP_ADD, number)
            numbers.append(number)
        except FileExistsError:
            pass
        number += 1
    return numbers


class Mounted:
    """Images, each mounted at a place, through the program that shows them. With a log they are recorded there; without
    one they stay as they are."""

    def __init__(self, program, log, shown, images, system, places, options="", loops=()):
        self.loops = [f"loop=/dev/loop{number}" for number in loops] or ["loop"] * len(images)
        self.shown, self.places = shown, []
        os.makedirs(shown, exist_ok=True)
        self.process = subprocess.Popen([program, log, shown, *images])
        self.disks = [os.path.join(shown, str(number)) for number in range(len(images))]
        while not os.path.exists(self.disks[-1]):
            if self.process.poll() is not None:
                raise RuntimeError(f"{program} ended with {self.process.returncode}")
            time.sleep(0.002)
        self.system, self.to_mount = system, places
        self.options = options

    def mount(self):
        """Has the file systems follow their journals; what the kernel says when one cannot be mounted."""
        for disk, place, loop in zip(self.disks, self.to_mount, self.loops):
            os.makedirs(place, exist_ok=True)
            options = ",".join(filter(None, [loop, self.options]))
            done = subprocess.run(["mount", "-t", self.system, "-o", options, disk, place],
                                  capture_output=True, text=True)
            if done.returncode != 0:
                return done.stderr
            self.places.append(place)
        return None

    def close(self):
        while self.places:
            subprocess.run(["umount", self.places.pop()], check=True)
        # The loop device lets go of its file a moment after it was unmounted.
        for _ in range(500):
            if subprocess.run(["umount", self.shown], capture_output=True).returncode == 0:
                break
            time.sleep(0.01)
        else:
            subprocess.run(["umount", "-l", self.shown], check=True)
        self.process.wait()


class Log:
    """What was recorded. A position is how many records lie before it."""

    def __init__(self, path):
        self.kinds, self.disks, self.offsets, self.lengths, self.starts, self.ends = ([] for _ in range(6))
        with open(path, "rb") as file:
            self.bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        at = 0
        while at + HEADER.size <= len(self.bytes):
            kind, disk, offset, length = HEADER.unpack_from(self.bytes, at)
            at += HEADER.size
            for values, value in ((self.kinds, kind), (self.disks, disk), (self.offsets, offset),
                                  (self.lengths, length), (self.starts, at), (self.ends, at + length)):
                values.append(value)
            at += length

    def __len__(self):
        return len(self.kinds)

    def position(self, size):
        """The position when the log was so many bytes long."""
        return bisect.bisect_right(self.ends, size)

    def data(self, number):
        return self.bytes[self.starts[number]:self.ends[number]]

    def blocks(self, number):
        """A write in pieces that a disk keeps or loses whole: offset and bytes of each."""
        data, offset = self.data(number), self.offsets[number]
        while data:
            size = BLOCK - offset % BLOCK
            yield offset, data[:size]
            data, offset = data[size:], offset + size


class Replay:
    """Copies of the first images, brought forward along the log: what had certainly been kept at a position."""

    def __init__(self, log, images, directory):
        self.log, self.position = log, 0
        self.images = [os.path.join(directory, f"kept-{number}.img") for number in range(len(images))]
        for image, copy in zip(images, self.images):
            subprocess.run(["cp", "--sparse=always", image, copy], check=True)
        self.files = [os.open(image, os.O_RDWR) for image in self.images]
        self.pending = [[] for _ in images]
        # Whether anything was written that counts since somebody asked.
        self.is_changed = True

    def advance(self, position):
        while self.position < position:
            number, disk = self.position, self.log.disks[self.position]
            if self.log.kinds[number] == WRITE:
                self.pending[disk].append(number)
            else:
                self.is_changed = self.is_changed or bool(self.pending[disk])
                for write in self.pending[disk]:
                    os.pwrite(self.files[disk], self.log.data(write), self.log.offsets[write])
                self.pending[disk] = []
            self.position += 1

    def survivors(self, random, kind):
        """Of what may be lost, what is not: (disk, offset, bytes) in the order of writing. `prefix`: all of it;
        `subset`: each block as chance has it."""
        if kind == "none":
            return []
        share = 1.0 if kind == "prefix" else random.choice([0.1, 0.5, 0.9])
        kept = []
        for disk, writes in enumerate(self.pending):
            for write in writes:
                kept += [(disk, *block) for block in self.log.blocks(write) if random.random() < share]
        return kept
