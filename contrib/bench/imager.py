"""A client of an imager, over its protocol."""
import array, math, mmap, os, select, socket, struct, subprocess, time

SUBJECT = {"picture": 0, "embedded": 1, "frame": 2}
ENCODING = {None: 0, "jpeg": 1, "png": 2, "webp": 3, "avif": 4, "compact": 5}
FORMATS = ["none", "jpeg", "png", "webp", "avif"]

class Failed(Exception):
    pass

class Imager:
    def __init__(self, program, lane=1 << 30, arguments=(), env=None):
        started = time.monotonic()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.process = subprocess.Popen([program, *arguments], stdin=theirs, env={**os.environ, **(env or {})})
        theirs.close()
        self.socket = ours
        self.lane_file = os.memfd_create("lane")
        os.ftruncate(self.lane_file, lane)
        self.lane = mmap.mmap(self.lane_file, lane)
        socket.send_fds(ours, [b"\x01" + struct.pack("<Q", lane)], [self.lane_file])
        report = self.receive(20)
        assert report[0] == 3, report
        self.missing = report[3:].decode()
        self.start = time.monotonic() - started
        self.ticket = 0

    def receive(self, timeout):
        if not select.select([self.socket], [], [], timeout)[0]:
            raise Failed("deadline")
        packet = self.socket.recv(4096)
        if not packet:
            raise Failed(f"died {self.process.wait()}")
        return packet

    def make(self, path, width=0, height=0, mode=0, resize=1, subject="picture", pixels=True, encoding=None, quality=82,
             crop=None, timeout=30, name=None, time_=math.nan):
        self.ticket += 1
        name = (name or os.path.basename(path)).encode()
        packet = struct.pack("<BQBBBBBBIIB5d", 2, self.ticket, SUBJECT[subject], mode, resize, pixels, ENCODING[encoding], quality,
                             width, height, crop is not None, *(crop or (0, 0, 1, 1)), time_)
        packet += struct.pack("<H", len(name)) + name
        with open(path, "rb") as file:
            socket.send_fds(self.socket, [packet], [file.fileno()])
        report = self.receive(timeout)
        if report[0] == 5:
            raise Failed(report[11:].decode())
        assert report[0] == 4
        _, ticket, w, h, sw, sh, pixel_bytes, offset, count, alpha, format = struct.unpack("<BQ7QBB", report)
        assert ticket == self.ticket
        return {"width": w, "height": h, "source": (sw, sh), "alpha": bool(alpha), "format": FORMATS[format],
                "pixels": self.lane[:pixel_bytes], "encoded": self.lane[offset:offset + count]}

    def memory(self):
        return int([l for l in open(f"/proc/{self.process.pid}/status") if l.startswith("VmRSS")][0].split()[1])

    def peak(self):
        return int([l for l in open(f"/proc/{self.process.pid}/status") if l.startswith("VmHWM")][0].split()[1])

    def close(self):
        self.socket.close()
        self.process.wait()
        self.lane.close()
        os.close(self.lane_file)
