"""A library that lives day by day under the program, and what is looked at now and then."""
import json
import os
import signal
import time

from daemon import Daemon, path_of
from figures import Contents, Report
from followers import Follower, Nowhere, brief
from household import Household
import processes  # in ../bench, where household looks

# How much larger than what is in it the file may be. Tables, and what is in the order of dates, fill their pages; those
# of an index into which rows come in no order are two thirds full in the long run. What the history leaves is filled
# again by the next.
LARGEST, SLACK = 1.25, 500_000
# After most of it was removed the file is made smaller where half of it is free, and that is worth it.
LARGEST_AFTER, SLACK_AFTER = 2.05, 5_000_000
# The log is cut to this after a checkpoint, and a transaction may have made it longer before the next one.
LARGEST_LOG = 2 * 16 * 1024 * 1024
# What is older than the history goes within two hours: that is the next day here, or the one after.
LATE = 2.5
RESTART = 100
# For so many days the program comes to rest every night, and for so many there is always work.
SEASON = 10


class Life:
    def __init__(self, options, root, state, clock, photos, random):
        self.options, self.random, self.clock = options, random, clock
        self.household = Household(random, root, clock, photos, options.history * 2 // 3)
        self.messages = open(os.path.join(options.work, "messages.log"), "ab")
        self.daemon = Daemon(options.binary, os.fsdecode(root), os.path.join(state, "catalogue.sqlite"), Nowhere(),
                             ["--history", f"{options.history}d", *options.pass_on], self.messages)
        self.daemon.environment.update(clock.environment, HELIOGRAPH_CACHE="")
        self.daemon.consumer = Follower()
        # Another one, who asks now and then.
        self.visitor, self.next_visit, self.visited = Follower(), 3, 0
        self.albums, self.faults, self.lost, self.is_cleared = {}, [], 0, False
        self.others, self.report = ["/srv/scans"], Report(self)

    def fault(self, text):
        self.faults.append(text)
        if len(self.faults) <= 20:
            print(f"  day {self.clock.day}: {text}", flush=True)

    # The program

    def begin(self, stored):
        """The catalogue is that of another machine: its folder is another directory here."""
        self.start_accepting()
        self.settle()
        for path, asset in stored.assets().items():
            if self.daemon.consumer.paths.get(path) != asset:
                self.fault(f"version {stored.version}: {path} was {asset}, is {self.daemon.consumer.paths.get(path)}")
        self.check_said(stored.said())

    def check_said(self, said):
        known = {path_of(line): line for line in self.daemon.listing("assets", "--include-hidden") or []}
        for path, values in said.items():
            for key, value in values.items():
                if known[path][key] != value:
                    self.fault(f"lost edit: {path} {key} {value}")

    def start_accepting(self):
        options = self.daemon.options
        self.daemon.options = [*options, "--accept-root", *self.others]
        self.daemon.start()
        self.daemon.options = options

    def restart(self):
        number = self.random.choice([signal.SIGTERM, signal.SIGKILL])
        self.daemon.process.send_signal(number)
        if self.daemon.process.wait() != (0 if number == signal.SIGTERM else -number):
            self.fault(f"ended with {self.daemon.process.returncode}")
        self.daemon.reader.join()
        self.daemon.start()

    def replace_disk(self, replace):
        self.stop()
        replace()
        self.start_accepting()
        self.settle()

    def stop(self):
        if (code := self.daemon.stop(self.options.patience)) != 0:
            self.fault(f"ended with {code} at SIGTERM")

    def end(self):
        if self.daemon.process and self.daemon.process.poll() is None:
            self.daemon.process.kill()
            self.daemon.process.wait()
        self.messages.close()

    # What happens

    def live_a_day(self):
        home, is_busy = self.household, self.clock.day // SEASON % 2 == 1
        if is_busy:
            # Before it sees that a day has passed there is work again.
            self.daemon.process.send_signal(signal.SIGSTOP)
        self.clock.begin_day()
        home.new_photos()
        home.edit_files()
        imported = home.import_some()
        if is_busy:
            time.sleep(0.02)
            self.daemon.process.send_signal(signal.SIGCONT)
        self.wait()
        home.sort(imported)
        home.rename_folders()
        home.bring_back()
        self.wait()
        home.delete()
        self.wait()
        if self.clock.day % 3 == 0:
            self.edit()
        if self.clock.day % 7 == 0:
            self.collect()
        if self.clock.day % RESTART == 0:
            self.restart()
        if self.clock.day >= self.next_visit:
            self.visit()
        if not is_busy:
            self.rest()

    def rest(self):
        """The program has had nothing to do for a while: it has let its extractors go, and tidied up."""
        def extractors():
            self.clock.advance(2)
            return self.daemon.victims("extractor") or None
        if self.daemon.wait_until(extractors, self.options.patience, 0.01):
            self.fault("it does not come to rest")

    def wait(self, seconds=None):
        """Waits until all that was done has been told."""
        told, home = self.daemon.consumer, self.household
        end = time.monotonic() + (seconds or self.options.patience)
        while not self.is_told():
            if time.monotonic() > end:
                wanted = [(p, s) for p, s in home.wanted.items() if not told.has({p: s}, ())]
                self.fault(f"not told: {wanted[:3]} {[p for p in home.gone if p in told.paths][:3]}")
                break
        lost = home.all_told(told)
        for path, before, now in lost:
            self.lost += 1
            self.fault(f"lost identity: {path} was {before}, is {now}")

    def is_told(self):
        told, home = self.daemon.consumer, self.household
        with told.news:
            if told.has(home.wanted, home.gone):
                return True
            is_silent = not told.news.wait(0.02)
        if is_silent:
            # What is gone is waited for by the clock.
            self.clock.advance(1)
        elif len(home.wanted) + len(home.gone) > 1000:
            # To look through so many takes longer than to tell of one.
            time.sleep(0.1)
        return False

    def some_known(self, count):
        paths = {self.household.any() for _ in range(count)}
        return [photo for path in paths if (photo := self.household.files[path]).asset]

    def edit(self):
        options = {
            "favorite": ["--favorite"], "hidden": [self.random.choice(["--hidden", "--no-hidden"])],
            "rating": ["--rating", str(self.random.randrange(1, 6))],
            "latitude": ["--location", f"{self.random.randrange(60)}.5,12.5"],
            "creationDate": ["--date", f"2012-03-{self.random.randrange(1, 29):02d} 12:30:45+02:00"],
        }
        key = self.random.choice(sorted(options))
        chosen = self.some_known(3)
        code, out = self.daemon.run("edit", *[photo.asset for photo in chosen], *options[key])
        if code != 0:
            self.fault(f"edit ends with {code}")
            return
        answers = {line["id"]: line[key] for line in map(json.loads, out.splitlines())}
        for photo in chosen:
            photo.said[key] = answers[photo.asset]

    def collect(self):
        if self.clock.day % 91 == 0 or not self.albums:
            code, out = self.daemon.run("album", "create", f"Album {self.clock.day}")
            self.albums[json.loads(out.splitlines()[0])["id"]] = set()
        album = self.random.choice(sorted(self.albums))
        chosen = self.some_known(3)
        if self.daemon.run("album", "add", album, *[photo.asset for photo in chosen])[0] != 0:
            self.fault("album add failed")
        self.albums[album] |= {photo.asset for photo in chosen}

    def visit(self):
        """Somebody asks what has changed since the last time; after more than a month everything may be told anew."""
        gap, before = self.clock.day - self.visited, self.visitor.expired
        since = ["--since", self.visitor.token] if self.visitor.token else []
        code, out = self.daemon.run("changes", *since)
        if code != 0:
            self.fault(f"changes ends with {code}")
        for raw in out.splitlines(keepends=True):
            self.visitor.apply(raw)
        if self.visitor.expired > before and gap < self.options.history:
            self.fault(f"a token of {gap} days ago has expired")
        self.visited = self.clock.day
        longest = self.options.history
        late = self.random.random() < 0.05
        self.next_visit = self.clock.day + (longest * 3 // 2 if late else self.random.randrange(1, longest - 1))

    # What is looked at

    def settle(self):
        """Waits until what is listed is what the feed told."""
        def difference():
            assets, albums = self.daemon.listing("assets", "--include-hidden"), self.daemon.listing("albums")
            if assets is None or albums is None or not self.daemon.consumer.synced:
                return "not listed"
            return self.differences(self.daemon.consumer, assets, albums)
        self.daemon.wait_until(lambda: None if self.daemon.consumer.settled else 1, self.options.patience)
        apart = self.daemon.wait_until(difference, self.options.patience, 0.2)
        if apart:
            self.fault(f"the feed told otherwise: {apart}")

    @staticmethod
    def differences(follower, assets, albums):
        for told, listed in ((follower.assets, assets), (follower.albums, albums)):
            known = {item["id"]: brief(item)["sum"] for item in listed}
            apart = [key for key in told.keys() | known.keys()
                     if key not in told or told[key]["sum"] != known.get(key)]
            if apart:
                return [(key, told.get(key), known.get(key)) for key in apart[:3]] + [len(apart)]
        return None

    def look(self, day):
        """What must be true of a library at any time; what its file has come to is the answer."""
        self.settle()
        self.visit()
        listed = self.daemon.listing("assets", "--include-hidden")
        if apart := self.differences(self.visitor, listed, self.daemon.listing("albums")):
            self.fault(f"who asks now and then was told otherwise: {apart}")
        self.check_photos({path_of(line): line for line in listed})
        self.check_albums({line["id"] for line in listed})
        if (code := self.daemon.run("audit")[0]) != 0:
            self.fault(f"audit exits with {code}")
        self.stop()
        contents = Contents(self.daemon.catalogue)
        self.check_contents(contents)
        return contents

    def clear_out(self, share):
        """What becomes of the catalogue when most of the library goes at once, and is forgotten."""
        self.household.clear_out(share)
        self.wait(20 * self.options.patience)
        for _ in range(self.options.history + 3):
            self.live_a_day()
        self.rest()
        self.is_cleared = True
        self.look_closely(self.clock.day)

    def check_photos(self, known):
        for path, photo in self.household.files.items():
            line = known.get(path)
            if line is None or line["id"] != photo.asset:
                self.lost += 1
                self.fault(f"lost identity: {path} was {photo.asset}, is {line and line['id']}")
                continue
            for key, value in photo.said.items():
                if line[key] != value:
                    self.fault(f"lost edit: {path} {key} was {value}, is {line[key]}")

    def check_albums(self, there):
        for album, wanted in self.albums.items():
            members = {line["id"] for line in self.daemon.listing("assets", "--include-hidden", "--album", album)}
            if lost := (wanted & there) - members:
                self.fault(f"lost from album {album}: {lost}")

    def check_contents(self, contents):
        factor, slack = (LARGEST_AFTER, SLACK_AFTER) if self.is_cleared else (LARGEST, SLACK)
        if contents.size > factor * contents.packed + slack:
            self.fault(f"the file has {contents.size} bytes, what is in it {contents.packed}")
        if contents.log > LARGEST_LOG:
            self.fault(f"the log has {contents.log} bytes")
        for what, days in contents.oldest.items():
            if days > self.options.history + LATE:
                self.fault(f"{what} is kept for {days:.1f} days")
        if contents.removed > self.removed_lately():
            self.fault(f"{contents.removed} folders are kept that are gone")

    def removed_lately(self):
        """How many folders may have gone within the history."""
        home = self.household
        home.removed = [day for day in home.removed if day >= self.clock.day - self.options.history - LATE]
        return len(home.removed) + 5

    def look_closely(self, day):
        used = processes.memory(self.daemon.process.pid) * 1024
        self.report.row(day, self.look(day), used)
        self.daemon.start()
        self.settle()
        self.wait()
