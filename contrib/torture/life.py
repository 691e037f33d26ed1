"""A library in use: photos that come, change, move and go, edits, albums, and files that are deleted, restored, made
and edited by command; with all that was told to anybody and all that was answered, and how long the log of the disks
was then."""
import hashlib
import json
import os
import signal
import subprocess
import threading
import time

from daemon import Consumer
from groups import picture, raw

# In how many steps each of them is done.
PHOTO_STEPS = {"arrive": 30, "change": 14, "rename": 12, "remove": 4, "edit": 22, "album": 14, "restart": 4}
FILE_STEPS = {"trash": 30, "restore": 26, "create": 18, "revise": 14, "revert": 8, "restart": 4}


class Nowhere:
    def write(self, line):
        pass


class Told(Consumer):
    """What somebody knows who applies the lines of a feed."""

    def __init__(self, known=None):
        super().__init__(Nowhere())
        self.expired = 0
        if known:
            self.assets, self.albums = dict(known.assets), dict(known.albums)

    def apply(self, line):
        if json.loads(line)["type"] == "tokenExpired":
            self.expired += 1
            self.assets, self.albums = {}, {}
        else:
            super().apply(line)


class Watch:
    """A running `heliograph watch`. `lines`: How long the log was when each line had come, and the line."""

    def __init__(self, life, start):
        self.life, self.start, self.lines = life, start, []
        self.told = Told(life.told_at(start)) if start else Told()
        since = [] if not start else ["--since", life.token_at(start)]
        self.news = threading.Condition()
        self.process = life.start("watch", life.photos, *since, stdout=subprocess.PIPE)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            size = self.life.now()
            if not line.endswith(b"\n"):
                break
            with self.news:
                self.lines.append((size, line.decode()))
                self.told.apply(line)
                self.news.notify_all()
        with self.news:
            self.news.notify_all()

    def wait(self, fits, begin=0):
        """Waits for a line to come, after the first so many."""
        end = time.monotonic() + self.life.patience
        with self.news:
            while True:
                for _, line in self.lines[begin:]:
                    if fits(json.loads(line)):
                        return
                begin = len(self.lines)
                if self.process.poll() is not None or not self.news.wait(end - time.monotonic()):
                    raise RuntimeError(f"the feed does not say what it should: {self.lines[-3:]}")

    def end(self, number):
        self.process.send_signal(number)
        self.process.wait()
        self.reader.join()


class Life:
    """`disk`: Where the photos are to lie; `state`: where the catalogue is; `log`: what the disks are recorded in;
    `stop_at`: what kills a program at one of its calls."""

    def __init__(self, options, random, disk, state, log, quiet, stop_at):
        self.stop_at, self.is_fatal, self.has_died, self.kills = stop_at, False, False, 0
        self.options, self.random, self.log, self.quiet = options, random, log, quiet
        self.patience = options.patience
        self.photos, self.incoming = os.path.join(disk, "photos"), os.path.join(disk, "incoming")
        self.catalogue = os.path.join(state, "state", "catalogue.sqlite")
        self.environment = environment(options, state, quiet)
        self.trashes = [os.path.join(disk, f".Trash-{os.geteuid()}"), os.path.join(state, "data", "Trash")]
        self.sessions, self.watch, self.number = [], None, 0
        self.files, self.edits, self.albums, self.operations = {}, [], {}, []
        # Those that stay where they are, and are in albums.
        self.lasting = []
        self.counts = dict.fromkeys([*PHOTO_STEPS, *FILE_STEPS], 0)

    def now(self):
        return os.stat(self.log).st_size

    # Programs

    def start(self, *arguments, **more):
        with open(os.path.join(self.quiet, "messages.log"), "ab") as messages:
            return subprocess.Popen(
                [self.options.binary, *arguments, "--catalogue", self.catalogue, "--log-level", "error"],
                env=self.environment, stderr=messages, **more)

    def run(self, *arguments):
        process = self.start(*arguments, stdout=subprocess.PIPE)
        out = process.communicate()[0]
        if process.returncode != 0:
            raise RuntimeError(f"{arguments} ends with {process.returncode}")
        return [json.loads(line) for line in out.splitlines()]

    def operate(self, program, *arguments):
        """Runs what changes files, to its end or until it is killed at one of its calls."""
        stop = {"LD_PRELOAD": self.stop_at, "STOP_AT": str(self.random.randrange(1, 90))} if self.is_fatal else {}
        done = subprocess.run([program, *arguments], env={**self.environment, **stop}, capture_output=True)
        self.has_died = self.is_fatal and done.returncode == -signal.SIGKILL
        if done.returncode != 0 and not self.has_died:
            raise RuntimeError(f"{arguments} ends with {done.returncode}: {done.stdout} {done.stderr}")

    def command(self, name, *arguments):
        self.operate(self.options.binary, name, *arguments, "--catalogue", self.catalogue)

    def change_block(self, *arguments):
        self.operate(self.options.change_block, self.catalogue, *arguments)

    # What was told

    def follow(self, start=None):
        self.watch = Watch(self, start)
        self.sessions.append(self.watch)
        self.watch.wait(lambda line: line["type"] == "synced")

    def leave(self, number=signal.SIGTERM):
        self.watch.end(number)
        self.watch = None

    def told_at(self, place):
        session, line = place
        watch = self.sessions[session]
        told = Told(self.told_at(watch.start) if watch.start else None)
        for _, text in watch.lines[:line + 1]:
            told.apply(text)
        return told

    def token_at(self, place):
        return json.loads(self.sessions[place[0]].lines[place[1]][1])["token"]

    def restart(self):
        """From the last token, an earlier one, or none; now and then nobody follows for a while."""
        if self.watch:
            self.leave(self.random.choice([signal.SIGTERM, signal.SIGKILL]))
            if self.random.random() < 0.3:
                return
        kind = self.random.choices(["last", "earlier", "none"], [6, 3, 1])[0]
        session = len(self.sessions) - 1 if kind == "last" else self.random.randrange(len(self.sessions))
        last = len(self.sessions[session].lines) - 1
        line = last if kind == "last" else self.random.randrange(last + 1)
        self.follow(None if kind == "none" else [session, line])

    # Photos

    def path(self, name):
        return os.path.join(self.photos, name)

    def new_name(self):
        self.number += 1
        return f"album {self.random.randrange(5)}/p{self.number}.jpg"

    def write(self, path, data, is_synced):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
            if is_synced:
                file.flush()
                os.fsync(file.fileno())
        if is_synced:
            self.sync(os.path.dirname(path))

    @staticmethod
    def sync(directory):
        opened = os.open(directory, os.O_RDONLY)
        os.fsync(opened)
        os.close(opened)

    def sync_all(self):
        subprocess.run(["sync", "-f", self.photos, os.path.dirname(self.catalogue)], check=True)

    def is_careful(self):
        return self.random.random() < 0.5

    def seen(self, change, fits):
        """Waits until the catalogue has what was done to files."""
        begin = len(self.watch.lines) if self.watch else 0
        change()
        if self.watch:
            self.watch.wait(fits, begin)
        else:
            self.run("index")

    def arrive(self):
        name = self.new_name()
        self.files[name] = self.number
        data = picture(self.number)
        self.seen(lambda: self.write(self.path(name), data, self.is_careful()),
                  lambda line: line.get("asset", {}).get("path") == name)

    def some_file(self):
        passing = [name for name in self.files if name not in self.lasting]
        return self.random.choice(passing) if passing else None

    def change(self):
        name = self.some_file()
        if name:
            self.number += 1
            data = picture(self.number, b"again" * self.random.randrange(1, 9))
            self.seen(lambda: self.write(self.path(name), data, self.is_careful()),
                      lambda line: line.get("asset", {}).get("path") == name)

    def rename(self):
        name, to = self.some_file(), self.new_name()
        if name:
            os.makedirs(os.path.dirname(self.path(to)), exist_ok=True)
            self.files[to] = self.files.pop(name)
            self.seen(lambda: os.rename(self.path(name), self.path(to)),
                      lambda line: line.get("asset", {}).get("path") == to)

    def remove(self):
        name = self.some_file()
        if name:
            self.files.pop(name)
            self.seen(lambda: os.unlink(self.path(name)), lambda line: line.get("change") == "removed"
                      and line.get("asset", {}).get("path") == name)

    # What the catalogue alone says

    def edit(self):
        names = self.random.sample(sorted(self.files), min(len(self.files), self.random.randrange(1, 4)))
        number = self.random.randrange(6)
        options = {
            "favorite": [self.random.choice(["--favorite", "--no-favorite"])],
            "hidden": [self.random.choice(["--hidden", "--no-hidden"])],
            "rating": ["--rating", str(number)],
            "latitude": ["--location", f"{number}.5,12.5"],
            "creationDate": ["--date", f"2021-03-0{number + 1} 12:30:45+02:00"],
        }
        keys = self.random.sample(sorted(options), self.random.randrange(1, 3))
        begin = self.now()
        assets = self.run("edit", *map(self.path, names), *[o for key in keys for o in options[key]])
        for asset in assets:
            self.edits.append({"id": asset["id"], "begin": begin, "end": self.now(),
                               "fields": {key: asset[key] for key in keys}})

    def album(self):
        there = [album for album, states in self.albums.items() if states[-1]["state"]]
        what = self.random.choice(["create", "add", "add", "remove", "move", "rename", "delete"])
        begin = self.now()
        if what == "create" or len(there) < 2:
            title = f"Album {len(self.albums)}"
            album = self.run("album", "create", title)[0]["id"]
            self.albums[album] = []
            state = [title, []]
        else:
            album = self.random.choice(there)
            title, members = self.albums[album][-1]["state"]
            state = self.change_album(what, album, title, list(members))
        self.albums[album].append({"begin": begin, "end": self.now(), "state": state})

    def change_album(self, what, album, title, members):
        others = [asset for asset in self.lasting_ids if asset not in members]
        if what == "rename":
            title += "'"
            self.run("album", "rename", album, title)
        elif what == "delete":
            self.run("album", "delete", album)
            return None
        elif what in ("remove", "move") and members:
            asset = self.random.choice(members)
            members.remove(asset)
            if what == "remove":
                self.run("album", "remove", album, asset)
            else:
                members.insert(0, asset)
                self.run("album", "move", album, asset, "--to", "0")
        elif others:
            chosen = self.random.sample(others, self.random.randrange(1, min(len(others), 3) + 1))
            self.run("album", "add", album, *chosen)
            members += chosen
        return [title, members]

    # Files that are deleted, restored, made and edited

    def trash(self):
        known = [asset for asset in self.run("assets", "--include-hidden") if asset["path"] not in self.lasting]
        chosen = self.random.sample(known, min(len(known), self.random.choice([1, 1, 2, 3])))
        if chosen:
            self.command("trash", *[asset["id"] for asset in chosen])
        return bool(chosen)

    def restore(self):
        deleted = self.run("assets", "--include-hidden", "--where", "trashed == YES")
        chosen = self.random.sample(deleted, min(len(deleted), self.random.choice([1, 1, 2])))
        if chosen:
            self.command("restore", *[asset["id"] for asset in chosen])
        return bool(chosen)

    def create(self):
        """Of one file or of a RAW file with its JPEG, which are moved in or copied."""
        self.number += 1
        files = [(f"made{self.number}.jpg", picture(self.number))]
        if self.random.random() < 0.4:
            files.append((f"made{self.number}.dng", raw(self.number)))
        place = self.random.choice([self.incoming, self.quiet])
        for name, data in files:
            self.write(os.path.join(place, name), data, True)
        self.begin_operation()
        self.change_block("create", self.random.choice(["move", "copy"]),
                          *[os.path.join(place, name) for name, _ in files])
        return True

    def an_asset(self, fits):
        known = [os.path.basename(asset["path"]) for asset in self.run("assets", "--include-hidden")
                 if asset["path"] not in self.lasting and fits(asset)]
        return self.random.choice(known) if known else None

    def revise(self):
        """Gives an asset another edited version."""
        name = self.an_asset(lambda asset: asset["path"].endswith(".jpg"))
        if name:
            self.number += 1
            rendered = os.path.join(self.quiet, "rendered.jpg")
            self.write(rendered, picture(self.number), False)
            self.change_block("edit", name, rendered)
        return bool(name)

    def revert(self):
        name = self.an_asset(lambda asset: any("ullSize" in part["type"] for part in asset["resources"]))
        if name:
            self.change_block("revert", name)
        return bool(name)

    def begin_operation(self):
        self.operation = {"begin": self.now(), "before": self.look()}

    def look(self):
        return look(self.photos, self.incoming, self.trashes, self.run("assets", "--include-hidden"), self.run)

    # The whole

    def settle(self, count):
        """A library with photos that last, and a first index."""
        for directory in (self.photos, self.incoming, os.path.dirname(self.catalogue)):
            os.makedirs(directory, exist_ok=True)
        for number in range(count):
            name = f"lasting/p{number}.jpg"
            self.files[name] = number
            self.write(self.path(name), picture(1_000_000 + number), True)
            self.lasting.append(name)
        self.sync_all()
        self.begin = self.now()
        self.follow()
        assets = self.run("assets")
        self.lasting_ids = [asset["id"] for asset in assets]

    def step(self, steps):
        kind = self.random.choices(list(steps), list(steps.values()))[0]
        return kind, getattr(self, kind)

    def photo_steps(self, count):
        done = 0
        while done < count:
            kind, step = self.step(PHOTO_STEPS)
            step()
            self.counts[kind] += 1
            done += kind != "restart"

    def file_steps(self, count):
        # From here on the disk has all files that were there before.
        self.sync_all()
        if not self.watch:
            self.run("index")
        done = 0
        while done < count:
            kind, step = self.step(FILE_STEPS)
            if kind == "restart":
                self.restart()
                continue
            self.is_fatal, self.has_died = self.random.random() < self.options.kills, False
            if self.is_fatal and self.watch:
                self.leave()
            self.begin_operation()
            if step():
                if self.has_died:
                    # Ends what was begun.
                    self.run("index")
                    self.kills += 1
                self.operations.append({**self.operation, "what": kind, "end": self.now(), "after": self.look()})
                self.counts[kind] += 1
                done += 1

    def diary(self):
        return {
            "begin": self.begin, "photos": self.photos, "incoming": self.incoming, "trashes": self.trashes,
            "catalogue": self.catalogue, "lasting": self.lasting, "kills": self.kills, "counts": self.counts,
            "sessions": [{"start": w.start, "lines": w.lines} for w in self.sessions],
            "edits": self.edits, "albums": self.albums, "operations": self.operations,
            "problems": [p for w in self.sessions for p in w.told.problems],
            "expired": sum(w.told.expired for w in self.sessions),
        }


def environment(options, state, quiet):
    """Nothing of this user's own is read or written."""
    helpers = os.path.dirname(os.path.abspath(options.binary))
    return dict(os.environ, HELIOGRAPH_LIBEXEC=helpers, HELIOGRAPH_CACHE="", XDG_CONFIG_HOME=quiet,
                XDG_DATA_HOME=os.path.join(state, "data"))


def contents(top):
    """What lies below a directory, by path: a sum of each file's bytes, and for directories nothing."""
    found = {}
    for directory, _, names in os.walk(top):
        found[os.path.relpath(directory, top) + "/"] = ""
        for name in names:
            path = os.path.join(directory, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, top)] = hashlib.sha1(file.read()).hexdigest()
    return found


def look(photos, incoming, trashes, assets, run):
    """What there is of a library: the files of each place, and what the catalogue says of each asset."""
    trashed = {name: of for top in trashes for name, of in contents(top).items() if of}
    known = {}
    for asset in assets:
        known[asset["id"]] = ["there", asset["path"], asset["favorite"],
                              sorted(part["path"] for part in asset["resources"])]
    for asset in run("assets", "--include-hidden", "--where", "trashed == YES"):
        known[asset["id"]] = ["trashed", asset["path"], asset["favorite"],
                              sorted(part["path"] for part in asset["resources"])]
    return {"photos": contents(photos), "incoming": contents(incoming), "trash": trashed, "assets": known}
