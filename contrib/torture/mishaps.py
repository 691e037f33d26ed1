"""What can happen to disks, processes and limits: each begins at a moment and ends at another."""
import os
import resource
import shutil
import signal
import time

from disks import BtrfsDisk, DyingDisk, another_disk, bind, unmount
from filler import Filler
from groups import content

VICTIMS = ["daemon", "watcher", "extractor"]


class Mishap:
    """`length`: How many operations go on meanwhile, at least and at most."""
    length = (200, 3000)

    def __init__(self, lab):
        self.lab, self.random = lab, lab.random

    def choose(self, disks):
        """One of them to which nothing is done so far, nor to those it is mounted on or below."""
        free = [d for d in disks if not any(other.busy for other in d.family)]
        self.disk = self.random.choice(free) if free else None
        return self.disk is not None

    def can_begin(self):
        return True

    def begin(self):
        pass

    def end(self):
        pass

    def hide(self, disks, why):
        for disk in disks:
            disk.hidden.add(why)
            disk.is_still.add(why)

    def show(self, disks, why):
        for disk in disks:
            disk.hidden.discard(why)
            disk.is_still.discard(why)


class Kill(Mishap):
    length = (0, 0)

    def can_begin(self):
        # A process that is being begun at that moment would stand still for ever, with the feed's pipe open.
        return not self.lab.is_suspended

    def begin(self):
        kind = self.random.choice(VICTIMS)
        self.lab.daemon.hurt(kind, signal.SIGKILL) or self.lab.daemon.hurt("daemon", signal.SIGKILL)


class Stop(Mishap):
    def begin(self):
        self.kind = self.random.choice(VICTIMS)
        self.lab.halted += 1
        self.lab.daemon.hurt(self.kind, signal.SIGSTOP)

    def end(self):
        self.lab.daemon.hurt(self.kind, signal.SIGCONT)
        self.lab.halted -= 1


class SuspendedMachine(Mishap):
    """All processes of the program stand still while the disks change."""

    def can_begin(self):
        return self.lab.group is not None

    def begin(self):
        self.lab.halted += 1
        self.lab.is_suspended = True
        self.write("1")

    def end(self):
        self.write("0")
        self.lab.is_suspended = False
        self.lab.halted -= 1

    def write(self, value):
        with open(os.path.join(self.lab.group, "cgroup.freeze"), "w") as file:
            file.write(value)


class Overflow(Mishap):
    """More events than the kernel's queue holds, while the watcher stands still."""
    length = (0, 0)

    def can_begin(self):
        return not self.lab.halted and bool(self.lab.usable)

    def begin(self):
        self.lab.daemon.wait_until(lambda: None if self.lab.daemon.victims("watcher") else True, 10)
        before = self.lab.daemon.consumer.overflows
        self.lab.daemon.hurt("watcher", signal.SIGSTOP)
        if self.random.random() < 0.3:
            self.lab.operate(10_000)
        else:
            self.touch()
        self.lab.daemon.hurt("watcher", signal.SIGCONT)
        end = time.monotonic() + 30
        while self.lab.daemon.consumer.overflows == before and time.monotonic() < end:
            time.sleep(0.01)
        self.lab.overflows += self.lab.daemon.consumer.overflows > before

    def touch(self):
        disk = self.random.choice(self.lab.usable)
        paths = [disk.pictures.full(path) for path in list(disk.pictures.files)[:50]]
        for path in list(disk.pictures.files)[:50]:
            disk.pictures.changed(path)
        # The kernel joins equal events that follow each other.
        for number in range(20_000 // len(paths) + 1 if len(paths) > 1 else 0):
            for path in paths:
                os.utime(path, (1_600_000_000 + number, 1_600_000_000 + number))


class Unmount(Mishap):
    """A disk is taken away, perhaps in the middle of what is written to it; meanwhile it may change elsewhere,
    and pictures be put where it is missed."""
    why = "away"

    def can_begin(self):
        return self.choose(self.lab.disks)

    def begin(self):
        disk = self.disk
        self.affected = [disk, *disk.below]
        self.intruders, self.elsewhere = set(), None
        self.hide(self.affected, self.why)
        if self.random.random() < 0.4:
            disk.unmount(lazily=True)
        else:
            for each in reversed(self.affected):
                each.unmount()
        self.replace()
        self.lab.look_at_absence(self)

    def replace(self):
        if self.random.random() < 0.3:
            self.take_elsewhere()
        if self.random.random() < 0.4:
            self.intrude()

    def end(self):
        for path in sorted(self.intruders):
            if self.random.random() < 0.7:
                os.unlink(path)
        self.intruders = set()
        if self.elsewhere:
            self.bring_back()
        for each in self.affected:
            each.mount()
        self.show(self.affected, self.why)

    def take_elsewhere(self):
        self.elsewhere = os.path.join(self.lab.work, "elsewhere", self.disk.name).encode()
        os.makedirs(self.elsewhere, exist_ok=True)
        self.disk.mount_at(self.elsewhere)
        self.disk.pictures.rebase(self.elsewhere)
        self.disk.is_still.discard(self.why)

    def bring_back(self):
        self.disk.is_still.add(self.why)
        self.disk.pictures.close()
        unmount(self.elsewhere)
        self.disk.pictures.rebase(self.disk.place)

    def intrude(self):
        """Into the empty place: new pictures under known names, and one of the disk it lies on."""
        place, above = self.disk.place, self.disk.above
        known = [p for p in self.disk.pictures.files if b"/" not in p][:2]
        for name in [b"intruder.jpg", *known]:
            path = os.path.join(place, name)
            with open(path, "wb") as file:
                file.write(content(name, 2 * 10**6 + self.random.randrange(10**6), b"intruder"))
            self.intruders.add(path)
        if above and above.is_usable and above.pictures.files:
            path = above.pictures.a_file()
            if above.pictures.files[path].is_open or above.pictures.files[path].is_pinned:
                return
            above.pictures.intrude(path, place)
            self.intruders.add(os.path.join(place, os.path.basename(path)))


class AnotherDisk(Unmount):
    """Another disk is mounted in the place of one, or over it."""
    why = "replaced"

    def begin(self):
        self.is_over = self.random.random() < 0.5
        if not self.is_over:
            super().begin()
            return
        self.affected, self.intruders, self.elsewhere = [self.disk, *self.disk.below], set(), None
        self.hide(self.affected, self.why)
        self.replace()
        self.lab.look_at_absence(self)

    def replace(self):
        known = list(self.disk.pictures.files)[:5]
        another_disk(self.disk.place, self.random, known)
        self.lab.mounts += 1

    def end(self):
        unmount(self.disk.place, lazily=True)
        self.lab.mounts += 1
        if not self.is_over:
            super().end()
            return
        self.show(self.affected, self.why)


class ReadOnly(Mishap):
    def can_begin(self):
        return self.choose(self.lab.disks)

    def begin(self):
        self.disk.is_still.add("read-only")
        self.disk.turn_read_only(True)

    def end(self):
        self.disk.turn_read_only(False)
        self.disk.is_still.discard("read-only")


class Frozen(Mishap):
    """What is written to the disk waits."""

    def can_begin(self):
        return self.choose([d for d in self.lab.disks if d.can_freeze])

    def begin(self):
        for disk in self.disk.family:
            disk.is_still.add("frozen")
        self.disk.freeze(True)

    def end(self):
        self.disk.freeze(False)
        for disk in self.disk.family:
            disk.is_still.discard("frozen")


class Bound(Mishap):
    """A directory is mounted over another one, of its own disk or not."""

    def can_begin(self):
        if not self.choose(self.lab.disks) or not self.disk.is_usable:
            return False
        others = [d for d in self.lab.usable if not any(o.busy for o in d.family)]
        self.source = self.random.choice([self.disk, *others])
        over, source = (d.pictures.a_directory() for d in (self.disk, self.source))
        nested = self.source is self.disk and (over + b"/").startswith(source + b"/")
        nested = nested or self.source is self.disk and (source + b"/").startswith(over + b"/")
        self.names = over, source
        return bool(over and source) and not nested

    def begin(self):
        over, source = self.names
        for disk in (self.disk, self.source):
            disk.pictures.close()
            disk.is_still.add("bound")
        self.source.busy = True
        if self.source is self.disk:
            self.doubt(over, source)
        else:
            self.disk.covered = over
        self.place = self.disk.pictures.full(over)
        bind(self.source.pictures.full(source), self.place)
        self.lab.mounts += 1

    def doubt(self, over, source):
        """Of the same disk, what is there counts: under its name a picture may be taken for another."""
        files = self.disk.pictures.files
        for path, file in files.items():
            for one, other in ((over, source), (source, over)):
                if path.startswith(one + b"/") and other + path[len(one):] in files:
                    file.only_moved = False

    def end(self):
        unmount(self.place, lazily=True)
        self.lab.mounts += 1
        self.disk.covered = None
        self.source.busy = False
        for disk in (self.disk, self.source):
            disk.is_still.discard("bound")


class Snapshot(Unmount):
    """An older state of the disk is in its place: another subvolume."""
    why = "snapshot"

    def can_begin(self):
        return self.choose([d for d in self.lab.disks if isinstance(d, BtrfsDisk)])

    def replace(self):
        self.disk.put_snapshot_in_place()
        self.disk.mount()

    def end(self):
        self.disk.unmount(lazily=True)
        self.disk.decide("before")
        super().end()


class FullCatalogue(Mishap):
    length = (500, 4000)

    def can_begin(self):
        return not self.lab.catalogue_filler.is_full

    def begin(self):
        self.lab.catalogue_filler.is_full = True
        self.lab.catalogue_filler.fill(self.random.choice([0, 0, 1, 20, 300]) * 4096)

    def end(self):
        self.lab.catalogue_filler.free()
        self.lab.catalogue_filler.is_full = False


class FullPhotos(Mishap):
    """The disk of the photos is full, and so is the trash on it."""
    length = (100, 600)

    def can_begin(self):
        return self.choose(self.lab.disks) and self.disk.is_usable

    def begin(self):
        self.filler = Filler(os.fsdecode(self.disk.place))
        self.filler.fill(self.random.choice([0, 0, 1, 20]) * 4096)
        self.lab.fills += 1
        if not self.lab.halted:
            for _ in range(2):
                self.disk.pictures.trash()
            self.disk.pictures.restore()
            self.lab.fills_with_trash += 1

    def end(self):
        self.filler.free()
        self.disk.pictures.mend()


class Trash(Mishap):
    length = (0, 0)

    def can_begin(self):
        return not self.lab.halted and bool(self.lab.usable)

    def begin(self):
        disk = self.random.choice(self.lab.usable)
        if disk.pictures.root == disk.place:
            disk.pictures.trash()
            if self.random.random() < 0.7:
                disk.pictures.restore()


class Descriptors(Mishap):
    """A process may open no more files than it has open, or a few more."""

    def begin(self):
        self.changed = []
        for victim in self.lab.daemon.victims(self.random.choice(VICTIMS)):
            try:
                count = len(os.listdir(f"/proc/{victim}/fd"))
                # The shell before it and the loader of libraries open files too, and end without one.
                if victim == self.lab.daemon.process.pid and count < 8:
                    continue
                soft, hard = resource.prlimit(victim, resource.RLIMIT_NOFILE)
                resource.prlimit(victim, resource.RLIMIT_NOFILE,
                                 (count + self.random.randrange(4), hard))
                self.changed.append((victim, soft, hard))
            except OSError:
                pass

    def end(self):
        for victim, soft, hard in self.changed:
            try:
                resource.prlimit(victim, resource.RLIMIT_NOFILE, (soft, hard))
            except OSError:
                pass


class Watches(Mishap):
    """There are too few watches for all directories."""
    length = (1000, 6000)

    def can_begin(self):
        return self.lab.has_own_limits

    def begin(self):
        self.lab.limit_watches(self.random.randrange(20, 300))

    def end(self):
        self.lab.limit_watches(None)
        # What was written into files of unwatched directories is found by a walk.
        self.lab.needs_walk = True


class Dying(Mishap):
    """Nothing more can be read from a disk, or it is pulled out without a word."""
    why = "dying"

    def can_begin(self):
        return self.choose([d for d in self.lab.disks if isinstance(d, DyingDisk)])

    def begin(self):
        disk = self.disk
        self.hide([disk], self.why)
        disk.pictures.close()
        disk.flush()
        self.is_pulled = self.random.random() < 0.4
        if self.is_pulled:
            disk.pull_out()
        else:
            # What the kernel remembers could still be read.
            disk.unmount()
            disk.mount()
            disk.turn_bad(True)
        self.lab.deaths += 1

    def end(self):
        disk = self.disk
        if self.is_pulled:
            unmount(disk.place, lazily=True)
            disk.remove()
            disk.plug_in()
        else:
            disk.turn_bad(False)
            disk.unmount(lazily=True)
        disk.mount()
        self.show([disk], self.why)


class Clock(Mishap):
    length = (0, 0)

    def begin(self):
        self.lab.set_clock(self.random.randrange(-5 * 86_400, 5 * 86_400))


class Reload(Mishap):
    length = (0, 0)

    def begin(self):
        self.lab.daemon.reload()


class Edit(Mishap):
    length = (0, 0)

    def can_begin(self):
        return not self.lab.halted

    def begin(self):
        self.lab.edits.make(self.random.randrange(1, 5))


class Carry(Mishap):
    """A picture is moved from one disk to another one, as by mv."""
    length = (0, 0)

    def begin(self):
        if len(self.lab.usable) < 2:
            return
        source, target = (d.pictures for d in self.random.sample(self.lab.usable, 2))
        path, to = source.a_file(), target.a_free_path()
        if path is None or to is None or source.files[path].is_open or source.files[path].is_pinned:
            return
        try:
            shutil.copy2(source.full(path), target.full(to))
            os.unlink(source.full(path))
        except OSError:
            target.mend()
            return
        file = source.take(path)
        target.add(to, file.data[0])
        target.files[to].only_moved = False


# What happens how often.
MISHAPS = [(Kill, 28), (Stop, 8), (SuspendedMachine, 4), (Overflow, 30), (Unmount, 14), (AnotherDisk, 8),
           (ReadOnly, 4), (Frozen, 3), (Bound, 6), (Snapshot, 3), (FullCatalogue, 4), (FullPhotos, 5),
           (Trash, 10), (Descriptors, 4), (Watches, 2), (Dying, 4), (Clock, 3), (Reload, 3), (Edit, 12),
           (Carry, 20)]
