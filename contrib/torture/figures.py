"""What a catalogue has come to, and what it costs, beside one that is made anew of the same folders."""
import importlib.machinery
import importlib.util
import os
import signal
import sqlite3
import statistics
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
# Rows that are kept for as long as the history is, and those of what there is.
KEPT = ("change", "commitTime", "tombstone", "epoch", "displaced")
THERE = ("asset", "resource", "own", "description", "edit", "burst", "moment", "member", "userCollection",
         "smartAlbum", "directory", "volume", "root", "trash", "status")
MEGABYTE = 1_000_000


def load(path):
    loader = importlib.machinery.SourceFileLoader(os.path.basename(path).replace("-", "_"), path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


one_change = load(os.path.join(HERE, "../bench/one-change"))


class Contents:
    """What is in a catalogue's file, while nobody writes."""

    def __init__(self, path):
        # Whoever may write takes the log away with him.
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        ask = lambda sql: database.execute(sql).fetchone()[0]  # noqa: E731
        self.rows = {table: ask(f"SELECT count(*) FROM {table}") for table in KEPT + THERE}
        self.removed = ask("SELECT count(*) FROM directory WHERE removedAt IS NOT NULL")
        page = ask("PRAGMA page_size")
        self.size, self.free = page * ask("PRAGMA page_count"), page * ask("PRAGMA freelist_count")
        self.log = os.path.getsize(path + "-wal") if os.path.exists(path + "-wal") else 0
        self.reserve = os.path.getsize(path + "-reserve") if os.path.exists(path + "-reserve") else 0
        age = ask("SELECT age FROM library")
        # Days that the oldest of each has been there.
        self.oldest = {
            "change": self.days(age, ask("SELECT min(age) FROM commitTime")),
            "tombstone": self.days(age, ask("SELECT min(removedAge) FROM tombstone "
                                            "WHERE id NOT IN (SELECT id FROM trash)")),
        }
        packed = path + ".packed"
        database.execute("VACUUM INTO ?", (packed,))
        database.close()
        self.packed = os.path.getsize(packed)
        os.unlink(packed)

    @staticmethod
    def days(age, since):
        return 0 if since is None else (age - since) / 86_400e6


class Pair:
    """The same question put to the aged catalogue and to the new one, in turns."""

    def __init__(self, life, new):
        self.life, self.catalogues = life, [life.daemon.catalogue, new]

    def command(self, catalogue, *arguments):
        configuration = ["--config", self.life.daemon.configuration] if arguments[0] in ("index", "watch") else []
        return [self.life.options.binary, *arguments, "--catalogue", catalogue, "--log-level", "error",
                *configuration]

    def timed(self, *arguments, runs=3):
        times = [[], []]
        for _ in range(runs):
            for number in self.life.random.sample([0, 1], 2):
                begin = time.perf_counter()
                subprocess.run(self.command(self.catalogues[number], *arguments), check=True,
                               stdout=subprocess.DEVNULL, env=self.life.daemon.environment)
                times[number].append(time.perf_counter() - begin)
        return [statistics.median(some) * 1000 for some in times]

    def changes(self, count):
        """Milliseconds from the writing of a new photo to its line, and of CPU: half of them take no longer."""
        followers = [self.follow(catalogue) for catalogue in self.catalogues]
        try:
            times, cpu = [[], []], [[], []]
            for _ in range(count):
                for number in self.life.random.sample([0, 1], 2):
                    taken, used = self.one(followers[number], followers[1 - number])
                    times[number].append(taken)
                    cpu[number].append(used)
            return ([statistics.median(some) for some in times],
                    [statistics.median(some) * 1000 for some in cpu])
        finally:
            for follower in followers:
                follower.end()

    def follow(self, catalogue):
        status = subprocess.run(self.command(catalogue, "status"), check=True, capture_output=True,
                                env=self.life.daemon.environment).stdout
        token = one_change.json.loads(status)["token"]
        return one_change.Follower(self.command(catalogue, "watch", "--since", token), b'"type":"synced"',
                                   env=self.life.daemon.environment, start_new_session=True)

    def one(self, follower, other):
        """A photo that one of them is told of while the other stands still."""
        household = self.life.household
        os.killpg(other.process.pid, signal.SIGSTOP)
        before = follower.cpu()
        household.number += 1
        name = f"NEW_{household.number:07d}.JPG"
        path = os.path.join(household.folder(b"Measured"), name.encode())
        data = household.picture(household.number)
        begin = time.perf_counter()
        follower.take(os.fsdecode(household.full(b"Measured")), name, data)
        taken = (follower.seen[name] - begin) * 1000
        household.adopt(path, len(data))
        time.sleep(0.01)
        used = follower.cpu() - before
        os.killpg(other.process.pid, signal.SIGCONT)
        with other.arrived:
            if not other.arrived.wait_for(lambda: name in other.seen, 120):
                raise SystemExit(f"{name} was not told within two minutes")
        return taken, used


class Report:
    """For each year a row of what there is, and one of times: each beside those of a catalogue that is made anew."""
    COLUMNS = (("day", 6), ("assets", 8), ("folders", 8), ("gone", 5), ("changes", 8), ("tombstones", 10),
               ("commits", 8), ("epochs", 7), ("MB", 8), ("free", 6), ("packed", 8), ("ratio", 6), ("anew", 8),
               ("ratio", 6), ("log", 5), ("memory", 6), ("s", 6), ("lost", 5), ("faults", 7))

    def __init__(self, life):
        self.life, self.begin, self.rows = life, time.monotonic(), 0

    def row(self, day, contents, used):
        life, new = self.life, self.life.daemon.catalogue + ".new"
        seconds, pair = time.monotonic() - self.begin, Pair(self.life, new)
        subprocess.run(pair.command(new, "index", os.fsdecode(life.household.root), *life.others), check=True,
                       stdout=subprocess.DEVNULL, env=life.daemon.environment)
        fresh, rows = Contents(new), contents.rows
        if self.rows == 0:
            self.print(name for name, _ in self.COLUMNS)
        self.print((day, rows["asset"], rows["directory"], contents.removed, rows["change"], rows["tombstone"],
                    rows["commitTime"], rows["epoch"], f"{contents.size / MEGABYTE:.2f}",
                    f"{contents.free / contents.size:.1%}", f"{contents.packed / MEGABYTE:.2f}",
                    f"{contents.size / contents.packed:.2f}", f"{fresh.size / MEGABYTE:.2f}",
                    f"{contents.size / fresh.size:.2f}", f"{contents.log / MEGABYTE:.1f}",
                    f"{used / MEGABYTE:.0f}", f"{seconds:.0f}", life.lost, len(life.faults)))
        self.rows += 1
        self.times(pair)
        more = ", ".join(f"{table} {rows[table]} ({fresh.rows[table]})" for table in THERE
                         if rows[table] != fresh.rows[table])
        print(f"       rows (anew): {more}", flush=True)
        for end in ("", "-wal", "-shm", "-lock", "-turns", "-reserve"):
            if os.path.exists(new + end):
                os.unlink(new + end)
        self.begin = time.monotonic()

    def times(self, pair):
        found = {"start": pair.timed("index"), "list all": pair.timed("assets"), "replay": pair.timed("changes"),
                 "10 by date": pair.timed("assets", "--sort", "creationDate:desc", "--limit", "10"),
                 "albums": pair.timed("albums")}
        found["one change"], found["its CPU"] = pair.changes(self.life.options.measured)
        print("       ms (to anew): " + ", ".join(
            f"{name} {aged:.1f} ({aged / new:.2f} x)" for name, (aged, new) in found.items()), flush=True)

    def print(self, values):
        print(" ".join(f"{value:>{width}}" for value, (_, width) in zip(values, self.COLUMNS)), flush=True)
