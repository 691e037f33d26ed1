"""The pages, and a home directory with photos beside the clone, where their blocks are typed."""
import glob
import os
import re
import shutil
import subprocess

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", ".."))
# Kept for the next run, because of the builds in it.
WORK = os.path.join(ROOT, ".build", "blocks")
HOME = os.path.join(WORK, "home")
APP = os.path.join(WORK, "app")
PHOTOS = 15


class Fault(Exception):
    """A line does not do what its page says."""


def pages():
    """The pages of the project, and those of its libraries."""
    found = [os.path.join(ROOT, "README.md"), *sorted(glob.glob(os.path.join(ROOT, "Documentation", "*.md")))]
    return found + sorted(glob.glob(os.path.join(ROOT, "Sources", "*", "*.docc", "*.md")))


def blocks(page):
    """The blocks of a page, in order: what follows the back quotes, and the text."""
    with open(page, encoding="utf-8") as file:
        return re.findall(r"^```([^\n]*)\n(.*?)^```$", file.read(), re.DOTALL | re.MULTILINE)


def marked(page, word):
    return [text for info, text in blocks(page) if info == word]


def make_home():
    """Makes the home directory, where SwiftPM and git have the settings and the cache of the real one, and a link to the clone."""
    shutil.rmtree(HOME, ignore_errors=True)
    os.makedirs(os.path.join(HOME, "Pictures"))
    os.makedirs(os.path.join(HOME, ".cache"))
    for settings in (".gitconfig", ".swiftpm", ".cache/org.swift.swiftpm"):
        real = os.path.expanduser(os.path.join("~", settings))
        if os.path.exists(real):
            os.symlink(real, os.path.join(HOME, settings))
    subprocess.run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=640x480:rate=1", "-frames:v",
                    str(PHOTOS), os.path.join(HOME, "Pictures", "IMG_%04d.JPG")], check=True)
    clone = os.path.join(WORK, "heliograph")
    if not os.path.islink(clone):
        os.symlink(ROOT, clone)


def environment():
    own = {k: v for k, v in os.environ.items() if not k.startswith(("HELIOGRAPH_", "XDG_"))}
    return own | {"HOME": HOME, "PATH": os.path.join(ROOT, ".build/release") + ":" + os.environ["PATH"]}
