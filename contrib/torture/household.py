"""A household with a camera: what comes to its library day by day, and what becomes of it."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../bench"))
import photos  # noqa: E402

# How many of a day's photos are edited, moved and deleted.
EDITED, MOVED, DELETED = 0.05, 0.02, 0.01
CAMERA_FOLDER = 500


class Photo:
    __slots__ = ("number", "size", "asset", "said")

    def __init__(self, number, size):
        self.number, self.size, self.asset, self.said = number, size, None, {}


class Household:
    """`away_days`: For how many days something is away that comes back. `files`: Who is where, by path below the root.

    What is done is not yet known to anybody: `wanted` has the sizes of what is to be told of, by path, `gone` the paths
    where nothing is any more."""

    def __init__(self, random, root, clock, each, away_days):
        self.random, self.root, self.clock = random, root, clock
        self.each, self.away_days = each, away_days
        self.files, self.events, self.away, self.number, self.shot = {}, [], [], 0, 0
        self.wanted, self.gone = {}, set()
        self.paths, self.places = [], {}
        # On which days folders were removed; where it is today, and how many photos were taken there.
        self.removed, self.place, self.today = [], (0, 0), 0
        self.counts = dict.fromkeys(("new", "edited", "moved", "deleted", "back", "folders"), 0)

    def full(self, path):
        return os.path.join(self.root, path)

    def some(self, share):
        """So many of a day's photos, on average."""
        count = self.each * share
        return int(count) + (self.random.random() < count % 1)

    # The files there are, so that any of them is found at once

    def put(self, path, photo):
        self.files[path], self.places[path] = photo, len(self.paths)
        self.paths.append(path)
        self.wanted[path] = photo.size
        self.gone.discard(path)

    def take(self, path):
        place, last = self.places.pop(path), self.paths.pop()
        if last != path:
            self.paths[place], self.places[last] = last, place
        self.wanted.pop(path, None)
        self.gone.add(path)
        return self.files.pop(path)

    def any(self):
        return self.random.choice(self.paths)

    def all_told(self, follower):
        """What is known now: who the new ones are; returns those that are somebody else since."""
        lost = []
        for path in self.wanted:
            asset, photo = follower.paths.get(path), self.files[path]
            if photo.asset and photo.asset != asset:
                lost.append((path, photo.asset, asset))
            photo.asset = asset
        self.wanted, self.gone = {}, set()
        return lost

    # What happens

    def write(self, path, data):
        """As a program that keeps the date does."""
        with open(self.full(path), "wb") as file:
            file.write(data)
            file.flush()
            os.utime(file.fileno(), (self.clock.seconds(),) * 2)

    def picture(self, number):
        """One after another from the morning on, at about the same place."""
        self.today += 1
        taken = self.clock.date().replace(hour=8, minute=0) + photos.datetime.timedelta(minutes=7 * self.today)
        latitude, longitude = (value + self.random.random() / 100 for value in self.place)
        return photos.photo(taken, number, latitude, longitude)

    def adopt(self, path, size):
        self.put(path, Photo(self.number, size))
        self.counts["new"] += 1

    def shoot(self, folder):
        self.number += 1
        data = self.picture(self.number)
        path = os.path.join(folder, b"IMG_%07d.JPG" % self.number)
        self.write(path, data)
        self.adopt(path, len(data))
        return path

    def folder(self, name):
        os.makedirs(self.full(name), exist_ok=True)
        return name

    def new_photos(self):
        """By month, as they lie on the card of the camera, and some of an event."""
        day, self.today = self.clock.date(), 0
        self.place = (40 + self.random.random() * 10, 5 + self.random.random() * 10)
        month = self.folder(f"{day:%Y}/{day:%Y-%m}".encode())
        event = None
        if self.random.random() < 1 / 7:
            event = self.folder(f"{day:%Y}/{day:%Y-%m-%d} Trip".encode())
            self.events.append(event)
        for index in range(self.each):
            self.shot += 1
            card = b"Camera/%03dCANON" % (100 + self.shot // CAMERA_FOLDER)
            self.shoot(event if event and index % 2 else month if index % 3 else self.folder(card))

    def edit_files(self):
        for path in {self.any() for _ in range(self.some(EDITED))}:
            photo = self.files[path]
            with open(self.full(path), "rb") as file:
                data = file.read()
            self.write(path, data + b"edited %d" % self.clock.day)
            photo.size = os.stat(self.full(path)).st_size
            self.wanted[path] = photo.size
            self.counts["edited"] += 1

    def move(self, path, to):
        os.rename(self.full(path), self.full(to))
        self.put(to, self.take(path))
        self.counts["moved"] += 1

    def import_some(self):
        """Photos that come in by a folder of their own, which does not stay; returns what is in it."""
        if self.random.random() < 0.5:
            return []
        folder = self.folder(b"Import/day %05d" % self.clock.day)
        return [self.shoot(folder) for _ in range(self.some(MOVED))]

    def sort(self, imported):
        for path in imported or [self.any() for _ in range(self.some(MOVED))]:
            if path in self.files:
                to = os.path.join(self.folder(f"Sorted/{self.random.randrange(40):02d}".encode()),
                                  os.path.basename(path))
                if to not in self.files:
                    self.move(path, to)
        folder = self.full(b"Import/day %05d" % self.clock.day)
        if os.path.isdir(folder) and not os.listdir(folder):
            os.rmdir(folder)
            self.removed.append(self.clock.day)

    def rename_folder(self, old, new):
        if os.path.exists(self.full(new)) or not os.path.exists(self.full(old)):
            return
        os.rename(self.full(old), self.full(new))
        for path in [path for path in self.paths if path.startswith(old + b"/")]:
            self.put(new + path[len(old):], self.take(path))
        self.events = [new + event[len(old):] if event.startswith(old + b"/") else event for event in self.events]
        self.counts["folders"] += 1

    def rename_folders(self):
        """An event gets its name, and once a year the last year is put away."""
        if self.events and self.random.random() < 1 / 14:
            event = self.events.pop(self.random.randrange(len(self.events)))
            self.rename_folder(event, event + b" to %d" % self.clock.day)
        day = self.clock.date()
        if day.timetuple().tm_yday == 10:
            self.rename_folder(b"%d" % (day.year - 1), b"Archive %d" % (day.year - 1))

    def delete(self):
        """For good, or into a place that nobody follows, from where it comes back."""
        for _ in range(self.some(DELETED)):
            path = self.any()
            photo = self.take(path)
            if self.random.random() < 0.1 and photo.asset:
                kept = os.path.join(self.folder(b".away"), b"%d.JPG" % photo.number)
                os.rename(self.full(path), self.full(kept))
                self.away.append((self.clock.day + self.away_days, kept, path, photo))
            else:
                os.unlink(self.full(path))
            self.counts["deleted"] += 1

    def clear_out(self, share):
        """Most of the library is put away elsewhere, by people who do not tell."""
        for path in self.random.sample(self.paths, int(len(self.paths) * share)):
            self.take(path)
            os.unlink(self.full(path))
            self.counts["deleted"] += 1

    def bring_back(self):
        due = [entry for entry in self.away if entry[0] <= self.clock.day]
        self.away = [entry for entry in self.away if entry[0] > self.clock.day]
        for _, kept, path, photo in due:
            to = os.path.join(self.folder(b"Back"), os.path.basename(path))
            if to in self.files:
                continue
            os.rename(self.full(kept), self.full(to))
            self.put(to, photo)
            self.counts["back"] += 1
