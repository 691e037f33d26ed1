"""Directories of small pictures that are made, moved and removed as fast as it goes."""
import os
import shutil
import time

from groups import picture


class Directory:
    def __init__(self, parent, name):
        self.parent, self.name, self.children, self.pictures = parent, name, {}, []
        if parent:
            parent.children[name] = self

    def path(self):
        return os.path.join(self.parent.path(), self.name) if self.parent else self.name

    def depth(self):
        return self.parent.depth() + 1 if self.parent else 0

    def is_in(self, other):
        return self is other or bool(self.parent) and self.parent.is_in(other)

    def below(self):
        """Itself and all directories in it."""
        found = [self]
        for directory in found:
            found += directory.children.values()
        return found


class Moves:
    """The tree as it must be, beside the real one. Pictures of many directories have the same names,
    as those of cameras have, and a directory often gets a name that another one had before."""

    def __init__(self, random, root, diary):
        self.random, self.diary, self.number, self.count = random, diary, 0, 0
        self.root = Directory(None, root)
        self.all = [self.root]
        self.most_directories = self.most_pictures = 0
        kinds = [(self.move, 8), (self.rename, 5), (self.swap, 4), (self.replace, 3),
                 (self.recreate, 2), (self.make, 3), (self.remove, 1), (self.add_picture, 3),
                 (self.move_picture, 2)]
        self.kinds, self.weights = [k for k, _ in kinds], [w for _, w in kinds]

    def grow(self, directories, pictures):
        for _ in range(directories):
            self.add(self.a_parent())
        for _ in range(pictures):
            self.add_picture(self.random.choice(self.all))
        self.most_directories, self.most_pictures = directories * 2, pictures * 2

    def step(self):
        kind = self.random.choices(self.kinds, self.weights)[0]
        self.diary.write(f"{time.time():.4f} {kind.__name__}\n")
        kind()
        self.count += 1

    def say(self, *what):
        self.diary.write("  " + " ".join(str(part) for part in what) + "\n")

    def a_name(self):
        return b"d%d" % self.random.randrange(len(self.all) * 2)

    def a_parent(self):
        parent = self.random.choice(self.all)
        return parent if parent.depth() < 6 else self.root

    def a_directory(self):
        return self.random.choice(self.all[1:]) if len(self.all) > 1 else None

    def add(self, parent, name=None):
        while name is None or name in parent.children:
            name = self.a_name()
        directory = Directory(parent, name)
        os.mkdir(directory.path())
        self.all.append(directory)
        return directory

    def add_picture(self, directory=None):
        directory = directory or self.random.choice(self.all)
        name = b"IMG_%d.jpg" % len(directory.pictures)
        if name in directory.pictures:
            return
        self.number += 1
        path = os.path.join(directory.path(), name)
        with open(path, "wb") as file:
            file.write(picture(self.number))
        directory.pictures.append(name)
        self.say("new", path)

    def relocate(self, directory, parent, name):
        old = directory.path()
        del directory.parent.children[directory.name]
        directory.parent, directory.name = parent, name
        parent.children[name] = directory
        os.rename(old, directory.path())
        self.say(old, directory.path())

    def move(self):
        """To another parent, under its own name where that is free."""
        directory, parent = self.a_directory(), self.a_parent()
        if directory is None or parent.is_in(directory):
            return
        name = directory.name
        while name in parent.children:
            name = self.a_name()
        self.relocate(directory, parent, name)

    def rename(self):
        directory, name = self.a_directory(), self.a_name()
        if directory is not None and name not in directory.parent.children:
            self.relocate(directory, directory.parent, name)

    def swap(self):
        """Two directories take each other's places."""
        a, b = self.a_directory(), self.a_directory()
        if a is None or a.is_in(b) or b.is_in(a):
            return
        (parent, name), (other, its_name) = (a.parent, a.name), (b.parent, b.name)
        self.relocate(a, parent, b"between")
        self.relocate(b, parent, name)
        self.relocate(a, other, its_name)

    def replace(self):
        """A directory moves away and another one takes its name at once."""
        directory, parent, name = self.a_directory(), self.a_parent(), self.a_name()
        if directory is None or parent.is_in(directory) or name in parent.children:
            return
        place = directory.parent, directory.name
        self.relocate(directory, parent, name)
        self.fill(self.add(*place))

    def recreate(self):
        """A directory is removed with all in it and made again."""
        directory = self.a_directory()
        if directory is not None and len(directory.below()) < 6:
            self.take_away(directory)
            self.fill(self.add(directory.parent, directory.name))

    def make(self):
        """A deep mkdir -p with pictures at once."""
        if len(self.all) < self.most_directories:
            directory = self.a_parent()
            for _ in range(self.random.randrange(1, 5)):
                directory = self.add(directory)
                self.fill(directory)

    def fill(self, directory):
        if sum(len(d.pictures) for d in self.all) < self.most_pictures:
            for _ in range(self.random.randrange(1, 6)):
                self.add_picture(directory)

    def remove(self):
        directory = self.a_directory()
        if directory is not None and len(directory.below()) < 12:
            self.take_away(directory)

    def take_away(self, directory):
        shutil.rmtree(directory.path())
        self.say("removed", directory.path())
        del directory.parent.children[directory.name]
        gone = set(directory.below())
        self.all = [d for d in self.all if d not in gone]

    def move_picture(self):
        source, target = self.random.choice(self.all), self.random.choice(self.all)
        if source.pictures and source is not target:
            name = source.pictures[-1]
            if name not in target.pictures:
                os.rename(os.path.join(source.path(), name), os.path.join(target.path(), name))
                target.pictures.append(source.pictures.pop())
                self.say(os.path.join(source.path(), name), os.path.join(target.path(), name))
