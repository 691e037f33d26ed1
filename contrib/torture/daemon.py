"""The program under torture, and a consumer of its feed that survives its deaths."""
import base64
import json
import os
import signal
import subprocess
import threading
import time


def path_of(item):
    return base64.b64decode(item["pathBase64"]) if "pathBase64" in item else item["path"].encode()


class EndedByItself(Exception):
    """Nobody killed the program, and yet it is gone; `code` is its exit code."""

    def __init__(self, code):
        self.code = code


class Consumer:
    """Applies feed lines to an empty set; what it holds must be what the catalogue holds."""

    def __init__(self, log):
        self.assets, self.albums, self.token, self.lines = {}, {}, None, 0
        self.problems, self.log, self.states, self.settled = [], log, {}, set()
        self.synced, self.full_replays, self.overflows = 0, 0, 0
        # The numbers of lines: those that told last of a path, of a state, and that all is known.
        self.heard, self.last_state, self.last_synced = {}, 0, 0

    def apply(self, raw):
        line = json.loads(raw)
        self.log.write(raw)
        self.lines += 1
        kind = line["type"]
        if kind == "tokenExpired":
            self.problems.append(f"token expired: {line['reason']}")
        elif kind == "asset":
            self.change(self.assets, line, line["asset"])
            self.heard[path_of(line["asset"])] = self.lines
        elif kind == "album":
            self.change(self.albums, line, line["album"])
        elif kind == "synced":
            self.synced += 1
            self.last_synced = self.lines
        elif kind == "state":
            self.states[line["root"]] = line["state"]
            self.last_state = self.lines
            if line["state"] in ("online", "degraded"):
                self.settled.add(line["root"])
            else:
                self.settled.discard(line["root"])
            self.overflows += line["reason"] == "overflow" and line["state"] == "rescanning"
        self.token = line["token"]

    def change(self, known, line, item):
        change = line["change"]
        if change == "removed":
            if known.pop(item["id"], None) is None:
                self.problems.append(f"removed but not known: {item}")
            return
        if change == "inserted" and item["id"] in known:
            self.problems.append(f"inserted twice: {item['id']} {item.get('path')}")
        if change in ("changed", "moved"):
            old = known.get(item["id"])
            if old is None:
                self.problems.append(f"{change} but not known: {item['id']} {item.get('path')}")
            elif change == "moved" and old["path"] != line["previousPath"]:
                self.problems.append(
                    f"moved from {line['previousPath']!r} but was at {old['path']!r}")
        known[item["id"]] = item


class Daemon:
    """`messages`: A file for what it says on standard error; else it is said on ours."""

    def __init__(self, binary, root, catalogue, log, options, messages=None):
        self.binary, self.root, self.catalogue, self.options = binary, root, catalogue, options
        self.messages = messages
        self.consumer = Consumer(log)
        self.process, self.kills, self.reloads = None, 0, 0
        # What starts it, such as a program that puts it into a group of processes.
        self.prefix = []
        self.configuration = catalogue + ".toml"
        # Its trash lies in the file system of the folder.
        data = os.path.join(os.path.dirname(catalogue), "data")
        self.environment = dict(os.environ, XDG_DATA_HOME=data)

    def start(self):
        self.consumer.settled.clear()
        self.has_spoken = False
        self.configure()
        command = [*self.prefix, self.binary, "watch", self.root, "--catalogue", self.catalogue,
                   "--config", self.configuration,
                   "--log-level", "error", *self.options]
        if self.consumer.token:
            command += ["--since", self.consumer.token]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True,
                                        stderr=self.messages, env=self.environment)
        self.reader = threading.Thread(target=self.read, args=(self.process,), daemon=True)
        self.reader.start()

    def configure(self):
        """Other settings than before, so that a reload has something to do: a glob that no name fits."""
        os.makedirs(os.path.dirname(self.configuration), exist_ok=True)
        with open(self.configuration + ".new", "w") as file:
            file.write(f'ignore = ["nothing-is-called-{self.reloads}"]\n')
        os.rename(self.configuration + ".new", self.configuration)

    def reload(self):
        self.reloads += 1
        self.configure()
        # Before it is listening for it the signal would end a daemon that has just been started.
        if self.consumer.settled:
            self.hurt("daemon", signal.SIGHUP)

    def read(self, process):
        for raw in process.stdout:
            self.has_spoken = True
            if raw.endswith(b"\n"):
                self.consumer.apply(raw)

    def helpers(self, name):
        found = []
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            try:
                with open(f"/proc/{entry}/stat", "rb") as stat:
                    rest = stat.read().rsplit(b")", 1)
            except OSError:
                continue
            if name in rest[0] and int(rest[1].split()[1]) == self.process.pid:
                found.append(int(entry))
        return found

    def victims(self, kind):
        if kind == "daemon":
            return [self.process.pid]
        # The kernel keeps 15 characters of a program's name.
        return self.helpers(f"heliograph-{kind}"[:15].encode())

    def hurt(self, kind, number):
        hit = False
        for victim in self.victims(kind):
            try:
                os.kill(victim, number)
                hit = True
            except ProcessLookupError:
                pass
        if hit and number == signal.SIGKILL:
            self.kills += 1
            if kind == "daemon":
                self.rise()
        return hit

    def rise(self):
        self.process.wait()
        self.reader.join()
        self.start()

    def stop(self, seconds):
        self.process.terminate()
        code = self.process.wait(timeout=seconds)
        self.reader.join()
        return code

    def run(self, *arguments):
        done = subprocess.run(
            [self.binary, *arguments, "--catalogue", self.catalogue], capture_output=True,
            env=self.environment)
        return done.returncode, done.stdout

    def listing(self, command, *options):
        code, out = self.run(command, *options)
        return [json.loads(line) for line in out.splitlines()] if code == 0 else None

    def wait_until(self, condition, seconds, pause=0.05):
        """Waits until a condition is None, and returns what it is in the end."""
        end = time.monotonic() + seconds
        while True:
            result = condition()
            if result is None or time.monotonic() > end:
                return result
            if self.process.poll() is not None:
                raise EndedByItself(self.process.returncode)
            time.sleep(pause)
