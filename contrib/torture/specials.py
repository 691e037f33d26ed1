"""What a user decides at a quiet point, with the program stopped meanwhile: `--accept-root`."""
import os


def restart(lab, *options):
    """Starts the program with further options, until all views are one."""
    daemon = lab.daemon
    daemon.options += options
    daemon.start()
    difference = daemon.wait_until(lab.difference, lab.options.patience, 0.2)
    for kind, texts in (difference or {}).items():
        for text in texts:
            lab.fault(kind, f"after a start with {options}: {text}")
    for option in options:
        daemon.options.remove(option)


def stop(lab):
    code = lab.daemon.stop(lab.options.patience)
    if code != 0:
        lab.fault("ended by itself", f"with {code} at SIGTERM")


def mistake(lab):
    """A disk is away, and its place is accepted; then it is back. All that is known of its pictures must be back
    with it: by itself if the place was empty, else once the disk is accepted in turn."""
    disk = lab.random.choice(lab.disks)
    affected = [disk, *disk.below]
    lab.diary.write(f"the empty place of {disk.name} is accepted by mistake\n")
    stop(lab)
    for each in reversed(affected):
        each.unmount()
    restart(lab, "--accept-root")
    stop(lab)
    has_pictures = any(files for each in affected for _, _, files in os.walk(each.place))
    for each in affected:
        each.mount()
    if has_pictures:
        restart(lab, "--accept-root")
        stop(lab)
    lab.daemon.start()


def roll_back(lab):
    """A snapshot takes the place of a disk for good."""
    disk = next((d for d in lab.disks if hasattr(d, "take_snapshot")), None)
    if disk is None:
        return
    lab.diary.write(f"a snapshot of {disk.name} is accepted\n")
    for _ in range(lab.random.randrange(500)):
        disk.pictures.step()
    lab.settle("before the snapshot", is_round=False)
    stop(lab)
    affected = [disk, *disk.below]
    for each in reversed(affected):
        each.unmount()
    disk.put_snapshot_in_place()
    disk.decide("after")
    disk.pictures.revert(disk.moment)
    for each in affected:
        each.mount()
    restart(lab, "--accept-root")
    stop(lab)
    lab.daemon.start()


SPECIALS = [mistake, roll_back]
