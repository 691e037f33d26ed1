"""Random operations on a tree of small pictures, and what must be true of it afterwards."""
import errno
import os
import shutil
import time

from groups import ENDINGS, WEIGHTS, content

ODD_NAMES = [b"caf\xc3\xa9", b"latin-\xe9", b"line\nbreak", b"tab\tand space ", "写真".encode(),
             b"quote'\"", b"-dash", b"x" * 200, b"\xff\xfe", "\u202eabc".encode()]


class File:
    """One picture, wherever it goes; `asset` is what it was at the last quiet point."""

    def __init__(self, number):
        self.number = number
        self.asset = None
        # What is in it, shared by all names of one inode.
        self.data = [b""]
        self.only_moved = True
        self.took = []
        # Written to under one of several names. Nobody is told of the others then, and if that name
        # goes before anyone could look, nothing is left to tell: such names stay until all is quiet,
        # and what is being written to gets no second name.
        self.is_pinned = self.is_open = False
        # Another one came to a place it had left.
        self.is_replaced = False
        # It was out of the folder, and may be back.
        self.went_away = False
        # Saved and renamed at once.
        self.is_hurried = False
        # Which of several names of one inode went where, nobody can tell.
        self.is_linked = False

    @property
    def is_plain(self):
        """Whether it keeps its identity if those do whose places it took. Not if it left one of its places to another
        picture and then the folder: until it is back, its asset may have gone on with what is in that place."""
        return self.only_moved and not self.is_linked and not (self.is_replaced and self.went_away)


def certain(files):
    """Those of the pictures to which the rules give their old identity: it was only moved, and so
    was every picture whose place it took. If one of those is gone, the place's asset goes on with
    what is there now, as after an editor's rename, and that one's own asset is nowhere; then the
    same is true of the picture that took its place, and so on."""
    sure = {file for file in files if file.is_plain}
    while True:
        doubtful = {file for file in sure if any(t not in sure for t in file.took)}
        if not doubtful:
            return sure
        sure -= doubtful


class Model:
    """The tree as it must be: directories and files by path, kept beside the real ones."""

    def __init__(self, random, root, outside, without=(), more=(), diary=None):
        self.without, self.more, self.diary, self.did = without, more, diary, []
        self.random, self.root, self.outside = random, root, outside
        self.files, self.directories, self.slow, self.away = {}, {b""}, [], []
        self.number, self.count = 0, 0
        self.hurried = self.recognised = 0
        self.kinds = self.kinds_and_weights()
        self.departed = {}
        self.most = 1500
        # Runs a command of the program; true when it succeeded.
        self.command, self.trashed = lambda *_: False, []

    def full(self, path):
        return os.path.join(self.root, path)

    def a_file(self):
        return self.random.choice(list(self.files)) if self.files else None

    def a_directory(self):
        return self.random.choice(list(self.directories))

    def a_name(self, ending=None):
        self.number += 1
        ending = self.random.choices(ENDINGS, WEIGHTS)[0] if ending is None else ending
        odd = self.random.choice(ODD_NAMES) if self.random.random() < 0.1 else b"f"
        return odd + b"%d" % self.number + ending

    def a_free_path(self):
        """A place for a file: now and then a name that was in use a moment ago."""
        directory = self.a_directory()
        name = self.a_name()
        if self.random.random() < 0.3:
            name = b"same%d" % self.random.randrange(8) + self.random.choices(ENDINGS, WEIGHTS)[0]
        path = os.path.join(directory, name)
        return path if path not in self.files and path not in self.directories else None

    def kinds_and_weights(self):
        kinds = [(self.create, 22), (self.slow_write, 4), (self.finish_slow, 5), (self.overwrite, 8),
                 (self.rename_over, 5), (self.rename, 18), (self.remove, 8), (self.link, 2),
                 (self.make_directories, 5), (self.rename_directory, 6), (self.swap, 2),
                 (self.remove_tree, 1), (self.move_out, 1), (self.move_back, 2),
                 (self.recreate_directory, 2), (self.touch, 3), (self.trash, 1), (self.restore, 1)]
        kinds = [(k, w * 6 if k.__name__ in self.more else w)
                 for k, w in kinds if k.__name__ not in self.without]
        return [k for k, _ in kinds], [w for _, w in kinds]

    def step(self):
        kind = self.random.choices(*self.kinds)[0]
        began, self.did = time.time(), []
        kind()
        self.count += 1
        if self.diary and self.did:
            self.diary.write(f"{self.count} {began:.4f} {time.time():.4f} {kind.__name__} {self.did}\n")

    def add(self, path, data):
        self.place(path, File(self.number))
        self.files[path].data[0] = data

    def place(self, path, file):
        self.did.append(("to", path, file.number))
        # Of several pictures that had the place, each may be the one the catalogue knew there.
        for other in self.departed.get(path, ()):
            other.is_replaced = True
            if other not in file.took:
                file.took.append(other)
        self.files[path] = file

    def take(self, path):
        self.did.append(("from", path, self.files[path].number))
        self.departed.setdefault(path, []).append(self.files[path])
        return self.files.pop(path)

    def changed(self, path):
        file = self.files[path]
        file.only_moved, file.is_pinned = False, file.is_linked

    def create(self, path=None):
        path = path or self.a_free_path()
        if path is None or len(self.files) > self.most:
            return
        self.number += 1
        data = content(path, self.number)
        if self.random.random() < 0.03:
            data = b"no picture %d" % self.number
        with open(self.full(path), "wb") as out:
            out.write(data)
        self.add(path, data)

    def slow_write(self):
        path = self.a_free_path()
        if path is None:
            return
        self.number += 1
        data = content(path, self.number)
        out = open(self.full(path), "wb", buffering=0)
        out.write(data[:30])
        self.add(path, data[:30])
        file = self.files[path]
        file.only_moved, file.is_open = False, True
        self.slow.append((out, data[30:], file, file.data))

    def finish_slow(self):
        if self.slow:
            out, rest, file, data = self.slow.pop(self.random.randrange(len(self.slow)))
            file.is_open = False
            written = 0
            try:
                while written < len(rest):
                    written += out.write(rest[written:])
            except OSError as error:
                if error.errno not in (errno.ENOSPC, errno.EDQUOT):
                    raise
                # As much is there as there was room for.
                rest = rest[:written]
            out.close()
            # It may have been written over meanwhile.
            data[0] = data[0][:30].ljust(30, b"\0") + rest + data[0][30 + len(rest):]

    def overwrite(self):
        path = self.a_file()
        if path is not None:
            self.number += 1
            data = content(path, self.number, b"again")
            with open(self.full(path), "wb") as out:
                out.write(data)
            self.files[path].data[0] = data
            self.changed(path)
            self.did.append(("written", path, self.number))

    def touch(self):
        path = self.a_file()
        if path is not None:
            seconds = 1_500_000_000 + self.random.randrange(10**8)
            os.utime(self.full(path), (seconds, seconds))
            self.changed(path)
            self.did.append(("touched", path, seconds))

    def rename_over(self):
        """An editor saves: a hidden file beside, then a rename over."""
        path = self.a_file()
        if path is None or self.files[path].is_pinned:
            return
        if self.random.random() < 0.5:
            self.number += 1
            beside = os.path.join(os.path.dirname(path), b".save%d.jpg" % self.number)
            data = content(path, self.number, b"saved")
            with open(self.full(beside), "wb") as out:
                out.write(data)
            os.rename(self.full(beside), self.full(path))
            self.files[path].only_moved, self.files[path].data = False, [data]
            self.did.append(("saved", path, self.number))
            to = self.a_free_path() if self.random.random() < 0.4 else None
            if to is not None:
                # Before anybody can look: only the rename tells who it is, unless events are lost.
                os.rename(self.full(path), self.full(to))
                self.place(to, self.take(path))
                self.files[to].is_hurried = True
            return
        other = self.a_file()
        if other != path and not os.path.samefile(self.full(other), self.full(path)):
            os.rename(self.full(other), self.full(path))
            self.take(path).only_moved = False
            moved = self.take(other)
            moved.only_moved = False
            self.place(path, moved)

    def rename(self):
        path, to = self.a_file(), self.a_free_path()
        if path is not None and to is not None:
            os.rename(self.full(path), self.full(to))
            self.place(to, self.take(path))

    def swap(self):
        a, b = self.a_file(), self.a_file()
        if a is None or a == b or os.path.samefile(self.full(a), self.full(b)):
            return
        between = self.full(os.path.join(os.path.dirname(a), self.a_name()))
        os.rename(self.full(a), between)
        os.rename(self.full(b), self.full(a))
        os.rename(between, self.full(b))
        first, second = self.take(a), self.take(b)
        self.place(b, first)
        self.place(a, second)

    def remove(self):
        path = self.a_file()
        if path is not None and not self.files[path].is_pinned:
            os.unlink(self.full(path))
            self.take(path)

    def trash(self):
        """Deletes what the catalogue knows at a path; nothing when it knows nothing there yet."""
        path = self.a_file()
        beside = [f for p, f in self.files.items() if os.path.dirname(p) == os.path.dirname(path or b"")]
        if path is None or any(f.is_open or f.is_pinned for f in beside):
            return
        inodes = {p: os.lstat(self.full(p)).st_ino for p in self.files}
        if not self.command("trash", self.full(path)):
            return
        # The other files of the asset went along.
        gone = [p for p in inodes if not os.path.lexists(self.full(p))]
        for other in gone:
            self.files[other].only_moved = False
        self.trashed.append((path, {inodes[p]: self.take(p) for p in gone}))

    def walk(self):
        return os.walk(self.root)

    def restore(self):
        if not self.trashed:
            return
        path, files = self.trashed.pop(self.random.randrange(len(self.trashed)))
        if not self.command("restore", self.full(path)):
            return
        for directory, names, found in self.walk():
            below = os.path.relpath(directory, self.root)
            below = b"" if below == b"." else below
            for name in names:
                self.directories.add(os.path.join(below, name))
            for name in found:
                place = os.path.join(below, name)
                inode = os.lstat(os.path.join(directory, name)).st_ino
                if place not in self.files and inode in files:
                    self.place(place, files[inode])

    def link(self):
        path, to = self.a_file(), self.a_free_path()
        if path is None or to is None or self.files[path].is_open:
            return
        os.link(self.full(path), self.full(to))
        self.did.append(("of", path, self.files[path].number))
        self.add(to, b"")
        self.files[to].data = self.files[path].data
        self.files[path].is_linked = self.files[to].is_linked = True

    def make_directories(self):
        """A deep mkdir -p with files at once."""
        if len(self.directories) > 200:
            return
        path = self.a_directory()
        for _ in range(self.random.randrange(1, 6)):
            self.number += 1
            path = os.path.join(path, self.a_name(b""))
            os.mkdir(self.full(path))
            self.directories.add(path)
            if self.random.random() < 0.7:
                self.create(os.path.join(path, self.a_name()))

    def below(self, path):
        prefix = path + b"/"
        return ([f for f in self.files if f.startswith(prefix)],
                [d for d in self.directories if d == path or d.startswith(prefix)])

    def relocate(self, path, to):
        self.did.append(("directory", path, to))
        files, directories = self.below(path)
        for old in files:
            self.files[to + old[len(path):]] = self.files.pop(old)
        for old in [p for p in self.departed if p.startswith(path + b"/")]:
            self.departed[to + old[len(path):]] = self.departed.pop(old)
        for old in directories:
            self.directories.discard(old)
            self.directories.add(to + old[len(path):])

    def rename_directory(self):
        path, parent = self.a_directory(), self.a_directory()
        if path == b"" or parent == path or parent.startswith(path + b"/"):
            return
        to = os.path.join(parent, self.a_name(b""))
        if len(to) < 2000:
            os.rename(self.full(path), self.full(to))
            self.relocate(path, to)

    def recreate_directory(self):
        """A directory moves away and another one takes its name at once."""
        path = self.a_directory()
        if path == b"":
            return
        to = os.path.join(os.path.dirname(path), self.a_name(b""))
        os.rename(self.full(path), self.full(to))
        self.relocate(path, to)
        # Who looks later finds a directory of the old name: the pictures have left their paths.
        for known, pictures in [*self.departed.items(), *((f, [p]) for f, p in self.files.items())]:
            if os.path.dirname(known) == to:
                old = os.path.join(path, os.path.basename(known))
                self.departed.setdefault(old, []).extend(pictures)
        os.mkdir(self.full(path))
        self.directories.add(path)
        self.create(os.path.join(path, self.a_name()))

    def remove_tree(self):
        path = self.a_directory()
        files, directories = self.below(path)
        if path == b"" or len(files) > 60 or any(self.files[f].is_pinned for f in files):
            return
        shutil.rmtree(self.full(path))
        for old in files:
            self.take(old)
        self.directories -= set(directories)

    def move_out(self):
        path = self.a_directory()
        files, directories = self.below(path)
        if path == b"" or len(self.away) > 3 or any(self.files[f].is_pinned for f in files):
            return
        self.number += 1
        shelter = os.path.join(self.outside, b"away%d" % self.number)
        os.rename(self.full(path), shelter)
        kept = {f[len(path):]: self.files.pop(f) for f in files}
        for file in kept.values():
            file.went_away = True
        left = {p[len(path):]: self.departed.pop(p)
                for p in list(self.departed) if p.startswith(path + b"/")}
        self.directories -= set(directories)
        self.did.append(("directory", path, shelter))
        self.away.append((shelter, kept, left, [d[len(path):] for d in directories]))

    def move_back(self):
        if not self.away:
            return
        shelter, kept, left, directories = self.away.pop()
        to = os.path.join(self.a_directory(), self.a_name(b""))
        os.rename(shelter, self.full(to))
        self.did.append(("directory", shelter, to))
        self.departed.update({to + tail: file for tail, file in left.items()})
        for tail, file in kept.items():
            self.files[to + tail] = file
        self.directories |= {to + tail for tail in directories}

    def begin_round(self, ids):
        """What is known of identities starts anew from what the catalogue says now."""
        self.departed = {}
        away = set()
        for _, kept, left, _ in self.away:
            left.clear()
            away.update(kept.values())
        sure = certain(away.union(self.files.values()))
        self.count_hurried(ids)
        for file in away:
            # What it was when it went away is known only if it was beyond doubt.
            if file not in sure or file.is_replaced:
                file.asset = None
        for path, file in self.files.items():
            # What is part of another picture has no identifier to show, and keeps its own.
            if path in ids or file not in sure:
                file.asset = ids.get(path)
            file.only_moved = True
        for file in away.union(self.files.values()):
            file.took, file.is_replaced, file.is_pinned, file.is_hurried = [], False, False, False
            file.went_away = file in away

    def count_hurried(self, ids):
        """Which pictures are who they were that were saved and renamed at once; no event may be lost for that, so it
        is counted and not required."""
        for path, file in self.files.items():
            if file.is_hurried and file.asset and path in ids and not file.is_linked and not file.took:
                self.hurried += 1
                self.recognised += ids.get(path) == file.asset

    def close(self):
        while self.slow:
            self.finish_slow()
