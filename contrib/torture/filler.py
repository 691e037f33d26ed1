"""A disk that is full."""
import errno
import os


def reserve(file):
    """Takes most of the room without writing to all of it, which takes its time on a real disk."""
    step = os.fstatvfs(file).f_bavail * os.fstatvfs(file).f_frsize // 2
    while step > 1 << 20:
        try:
            os.posix_fallocate(file, os.fstat(file).st_size, step)
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EOPNOTSUPP):
                raise
        step //= 2


class Filler:
    """A file that takes what room there is on a disk, but for what it is told to leave."""

    def __init__(self, directory):
        self.path = os.path.join(directory, "filler")
        self.fills = 0

    def fill(self, leave=0):
        self.fills += 1
        file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        reserve(file)
        for size in (65536, 4096, 1):
            try:
                while os.write(file, bytes(size)):
                    pass
            except OSError as error:
                if error.errno not in (errno.ENOSPC, errno.EDQUOT):
                    raise
        os.ftruncate(file, max(os.fstat(file).st_size - leave, 0))
        os.close(file)

    def free(self):
        if os.path.exists(self.path):
            os.unlink(self.path)
