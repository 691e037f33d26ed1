"""A clock that a laboratory moves: a day passes for the programs under it when the laboratory says so."""
import datetime
import os
import subprocess
import time

DAY = 86_400


class Clock:
    """All clocks of a program are ahead by what has passed; the date began so many days before today."""

    def __init__(self, work, days):
        here = os.path.dirname(os.path.abspath(__file__))
        library, self.file = os.path.join(work, "wrong-clock.so"), os.path.join(work, "clock")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, os.path.join(here, "wrong-clock.c")], check=True)
        self.wrong, self.passed, self.day, self.before = -days * DAY, 0, 0, 0
        with open(self.file, "wb") as file:
            file.write(bytes(16))
        self.write()
        self.environment = {"LD_PRELOAD": library, "WRONG_CLOCK_FILE": self.file}

    def write(self):
        # In place: programs have a view of it.
        with open(self.file, "r+b") as file:
            file.write(self.wrong.to_bytes(8, "little", signed=True) + self.passed.to_bytes(8, "little"))

    def begin_day(self):
        self.day += 1
        self.passed = max(self.day * DAY, self.passed)
        self.write()

    def advance(self, seconds):
        self.passed += seconds
        self.write()

    def seconds(self):
        return time.time() + self.wrong + self.passed

    def date(self):
        return datetime.datetime.fromtimestamp(self.seconds())
