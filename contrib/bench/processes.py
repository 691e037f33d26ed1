"""A program and the helpers it has started, as /proc has them."""
import os


def family(process):
    """The process and those below it that are still there."""
    found, waiting = [], [process]
    while waiting:
        found.append(pid := waiting.pop())
        try:
            for task in os.listdir(f"/proc/{pid}/task"):
                with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
                    waiting += map(int, file.read().split())
        except OSError:
            # One that has ended meanwhile.
            pass
    return found


def memory(process):
    """Kilobytes of a program and its helpers, what they share divided among them."""
    return sum(map(share, family(process)))


def share(pid):
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
            return sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
    except OSError:
        return 0
