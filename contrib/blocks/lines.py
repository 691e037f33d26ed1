"""Types lines of a page."""
import json
import os
import signal
import subprocess
import time
import urllib.request

from home import PHOTOS, ROOT, Fault, environment

# Seconds for a line: some build everything.
PATIENCE = 45 * 60
GALLERY = "http://127.0.0.1:8090"


def start(line, place):
    print(f"-- {line}", flush=True)
    return subprocess.Popen(["bash", "-euo", "pipefail", "-c", line], cwd=place, env=environment(), text=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True)


def run(line, place):
    """Runs a line that ends by itself; returns what it printed."""
    process = start(line, place)
    try:
        output, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        end(process)
        raise Fault(f"{line}: has not ended after {PATIENCE} s") from None
    print(output, end="", flush=True)
    if process.returncode != 0:
        raise Fault(f"{line}: exit status {process.returncode}")
    return output


def end(process):
    """Ends a line with everything that it started."""
    os.killpg(process.pid, signal.SIGTERM)
    try:
        process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise Fault("does not end at SIGTERM") from None


def follow(line):
    """Runs a line that follows ~/Pictures, until its feed says that all photos are known."""
    process = start(line, ROOT)
    for text in process.stdout:
        found = json.loads(text)
        if found["type"] == "synced":
            end(process)
            if found["assets"] != PHOTOS:
                raise Fault(f"{line}: {text}")
            return
    raise Fault(f"{line}: has ended without the photos")


def look(line):
    """Runs a line that also shows the gallery, until its page is there and it knows all photos."""
    process = start(line, ROOT)
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit and not is_shown():
        if process.poll() is not None:
            raise Fault(f"{line}: has ended, with {process.returncode}")
        time.sleep(0.5)
    end(process)
    if time.monotonic() >= limit:
        raise Fault(f"{line}: the gallery does not show the photos")


def is_shown():
    try:
        with urllib.request.urlopen(f"{GALLERY}/") as page, urllib.request.urlopen(f"{GALLERY}/api/library") as library:
            counts = [album["count"] for album in json.load(library)["smartAlbums"]]
            return b"<html" in page.read() and PHOTOS in counts
    except OSError:
        return False
