"""What has to be true of a library when the power comes back."""
import json
import os
import sqlite3
import subprocess

from groups import picture
from life import Told, environment, look


class Diary:
    """What was done and told, by the position in the log at which it was over."""

    def __init__(self, path, log):
        with open(path) as file:
            self.__dict__.update(json.load(file))
        self.log = log
        for item in [*self.edits, *self.operations, *(s for states in self.albums.values() for s in states)]:
            item["begin"], item["end"] = log.position(item["begin"]), log.position(item["end"])
        # When each token was given, the token, and what who was given it knew then.
        self.tokens, ends = [], []
        for session in self.sessions:
            told = Told(ends[session["start"][0]][session["start"][1]]) if session["start"] else Told()
            ends.append([])
            for size, line in session["lines"]:
                told.apply(line)
                known = Told(told)
                ends[-1].append(known)
                self.tokens.append((log.position(size), json.loads(line)["token"], known))
        self.tokens.sort(key=lambda item: item[0])


class Aftermath:
    """One power cut: all positions of the log before `position` had come when it happened. `told`: the same of tokens,
    which is later when the disk had said of more that it was flushed."""

    def __init__(self, options, diary, position, told, random, state, quiet):
        self.options, self.diary, self.position, self.random = options, diary, position, random
        self.environment, self.quiet = environment(options, state, quiet), quiet
        self.faults, self.expired, self.asked = [], 0, 0
        self.given = [token for token in diary.tokens if token[0] <= told]
        # Somebody was told something, so there is a catalogue.
        self.is_certain = any(token[0] <= position for token in self.given)

    def fault(self, text):
        self.faults.append(text)

    def call(self, *arguments):
        return subprocess.run([self.options.binary, *arguments, "--catalogue", self.diary.catalogue],
                              capture_output=True, env=self.environment)

    def run(self, *arguments):
        """The lines of a command that has to succeed."""
        done = self.call(*arguments)
        if done.returncode != 0:
            raise RuntimeError(f"{arguments} exits with {done.returncode}: {done.stdout[-300:]!r} "
                               f"{done.stderr[-600:]!r}")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def listing(self):
        assets, albums = self.run("assets", "--include-hidden"), self.run("albums")
        return {asset["id"]: asset for asset in assets}, {album["id"]: album for album in albums}

    def check(self):
        try:
            if not self.is_certain and self.call("assets").returncode != 0:
                self.index()
            else:
                self.assets, self.albums = self.listing()
                self.check_edits()
                self.check_albums()
                chosen = self.some_tokens()
                self.check_tokens(chosen[-2:], "at once")
                self.change()
                self.assets, self.albums = self.listing()
                self.check_tokens(chosen, "after new changes")
                self.check_files()
            self.check_audit()
            self.check_database()
        except (RuntimeError, OSError, sqlite3.Error) as error:
            self.fault(str(error))
        return self.faults

    def index(self):
        done = self.call("index", self.diary.photos)
        if done.returncode != 0 or b"not followed" in done.stderr:
            raise RuntimeError(f"index exits with {done.returncode}: {done.stderr.decode()[-600:]}")

    def change(self):
        """New transactions, some of which take the numbers of those that were lost."""
        if self.random.random() < 0.5 and self.diary.lasting:
            self.run("album", "create", "After the cut")
        fresh = os.path.join(self.diary.photos, "fresh")
        os.makedirs(fresh, exist_ok=True)
        for number in range(self.random.randrange(1, 4)):
            with open(os.path.join(fresh, f"fresh{number}.jpg"), "wb") as file:
                file.write(picture(2_000_000 + self.position * 4 + number))
        self.index()
        self.run("edit", os.path.join(fresh, "fresh0.jpg"), "--favorite")

    # What was given

    def some_tokens(self):
        """A few, and those that were given last."""
        recent = self.given[-self.options.recent:]
        earlier = self.given[:-self.options.recent]
        return self.random.sample(earlier, min(len(earlier), self.options.earlier)) + recent

    def check_tokens(self, chosen, when):
        for position, token, known in chosen:
            told = Told(known)
            for line in self.run("changes", "--since", token):
                told.apply(json.dumps(line).encode())
            self.asked += 1
            self.expired += told.expired
            where = f"{token}, given at {position}, {when}"
            if told.expired and position <= self.position:
                # It was told before its change was on disk.
                self.fault(f"{where}: it has expired")
            for problem in told.problems[:2]:
                self.fault(f"{where}: {problem}")
            for kind, one, other in (("asset", told.assets, self.assets), ("album", told.albums, self.albums)):
                apart = [key for key in one.keys() | other.keys() if one.get(key) != other.get(key)]
                if apart:
                    self.fault(f"{where}: {len(apart)} {kind}s differ, such as {one.get(apart[0])} "
                               f"and {other.get(apart[0])}")

    # What was answered

    def states(self, history):
        """Those of a history that may be found: what was over is there, and what had begun may be."""
        over = [item for item in history if item["end"] <= self.position]
        begun = [item for item in history if item["end"] > self.position >= item["begin"]]
        return over[-1:], begun

    def check_edits(self):
        histories = {}
        for edit in self.diary.edits:
            for key, value in edit["fields"].items():
                histories.setdefault((edit["id"], key), []).append({**edit, "value": value})
        for (asset, key), history in histories.items():
            over, begun = self.states(history)
            if over and asset in self.assets:
                allowed = [item["value"] for item in over + begun]
                found = self.assets[asset][key]
                if found not in allowed:
                    self.fault(f"{key} of {asset} is {found}, and was set to {allowed}")

    def check_albums(self):
        latest = max(self.diary.albums, key=lambda a: max(
            [s["end"] for s in self.diary.albums[a] if s["end"] <= self.position], default=-1), default=None)
        for album, history in self.diary.albums.items():
            over, begun = self.states(history)
            if not over:
                continue
            allowed = [item["state"] for item in over + begun]
            found = None
            if album in self.albums:
                found = [self.albums[album]["title"], []]
                if album == latest:
                    members = self.run("assets", "--album", album, "--include-hidden")
                    found[1] = [asset["id"] for asset in members]
            if not any(self.is_same(found, state, album == latest) for state in allowed):
                self.fault(f"album {album} is {found}, and was made {allowed}")

    @staticmethod
    def is_same(found, state, with_members):
        if not found or not state:
            return not found and not state
        return found == state if with_members else found[0] == state[0]

    # What lies on the disks

    def check_files(self):
        over, begun = self.states(self.diary.operations)
        leftovers = [name for name in os.listdir(os.path.dirname(self.diary.catalogue)) if "-files-" in name]
        if leftovers:
            self.fault(f"journals are left: {leftovers}")
        if not over and not begun:
            return
        found = look(self.diary.photos, self.diary.incoming, self.diary.trashes, self.assets.values(),
                     self.run)
        found["photos"] = {path: of for path, of in found["photos"].items()
                           if not path.startswith("fresh/") and not self.is_brought_back(path)}
        found["assets"] = {key: of for key, of in found["assets"].items() if not of[-1][0].startswith("fresh/")}
        if begun:
            allowed = [begun[0]["before"], begun[0]["after"]]
        else:
            allowed = [{**over[0]["after"], "incoming": found["incoming"]}]
            moved = over[0]["before"]["incoming"].keys() - over[0]["after"]["incoming"].keys()
            again = moved & found["incoming"].keys()
            if again:
                self.fault(f"moved and still there: {again}")
        if found not in allowed:
            what = (begun or over)[0]["what"]
            self.fault(f"{what} {'under way' if begun else 'done'}: neither done nor not done: "
                         f"{[differences(state, found) for state in allowed]}")

    def is_brought_back(self, path):
        """Whether btrfs gave a file its first name again, beside the one it has: it does so when a file was made,
        synced, and renamed into another directory in less than half a minute."""
        return (self.options.system == "btrfs" and os.path.basename(path).startswith(".heliograph-")
                and os.stat(os.path.join(self.diary.photos, path)).st_nlink > 1)

    def check_audit(self):
        done = self.call("audit")
        if done.returncode != 0:
            self.fault(f"audit exits with {done.returncode}: {done.stdout[-400:]!r} {done.stderr[-400:]!r}")

    def check_database(self):
        database = sqlite3.connect(self.diary.catalogue)
        result = database.execute("PRAGMA integrity_check").fetchall()
        database.close()
        if result != [("ok",)]:
            self.fault(f"integrity_check: {result[:3]}")


def differences(one, other):
    found = []
    for part in one:
        for key in one[part].keys() | other[part].keys():
            if one[part].get(key) != other[part].get(key):
                found.append(f"{part} {key}: {one[part].get(key)} and {other[part].get(key)}")
    return found[:3]
