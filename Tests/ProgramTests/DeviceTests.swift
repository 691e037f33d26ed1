import Foundation
import TestSupport
import Testing

/// A disk in a file, at whichever loop device it is attached to.
private final class LoopDisk {
    private let image: String
    private(set) var device = ""

    /// There are programs and devices for it, and a kernel that knows XFS.
    static let isPossible: Bool = {
        guard Mount.isPossible, let program = try? Program() else { return false }
        let place = program.photos.path
        guard let disk = try? LoopDisk(program.work.appendingPathComponent("disk")),
            (try? disk.attach()) != nil, (try? Mount.run("mount", disk.device, place)) != nil
        else { return false }
        return (try? Mount.run("umount", place)) != nil
    }()

    init(_ image: URL) throws {
        self.image = image.path
        try Mount.run("truncate", "-s", "300M", self.image)
        try Mount.run("mkfs.xfs", "-q", self.image)
    }

    deinit {
        detach()
    }

    /// Attaches it to a device that is free.
    func attach() throws {
        let process = Process()
        let output = Pipe.closedInOthers()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["losetup", "--find", "--show", image]
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readPatiently()
        process.waitPatiently()
        device = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
        try #require(process.terminationStatus == 0)
    }

    /// Attaches it to a device as soon as that is free.
    func attach(to device: String, _ program: Program) throws {
        try program.wait { (try? Mount.run("losetup", device, image)) != nil }
        self.device = device
    }

    func detach() {
        if !device.isEmpty { try? Mount.run("losetup", "--detach", device) }
        device = ""
    }
}

/// Which disk is which, when their devices are not what they were.
@Suite(.enabled(if: LoopDisk.isPossible, "needs to mount XFS"), .serialized)
struct DeviceTests {
    @Test
    func `a disk is the same one at another device, and another one at its device is not`()
        throws
    {
        let program = try Program()
        let place = program.photos.path
        let (own, other) = (
            try LoopDisk(program.work.appendingPathComponent("own")),
            try LoopDisk(program.work.appendingPathComponent("other"))
        )
        defer { try? Mount.run("umount", "-l", place) }
        try own.attach()
        let device = own.device
        try Mount.run("mount", device, place)
        try program.picture("a.jpg", 1)
        #expect(try program.run("index", place).code == 0)
        let before = try program.run("assets").output
        try Mount.run("umount", place)
        own.detach()

        try other.attach(to: device, program)
        try Mount.run("mount", device, place)
        try program.picture("b.jpg", 2)
        let replaced = try program.run("index")
        #expect(replaced.code == 1)
        #expect(replaced.complaint.contains("another directory is at this path"))
        #expect(try program.run("assets").output == before)
        try Mount.run("umount", place)

        try own.attach()
        try #require(own.device != device)
        try Mount.run("mount", own.device, place)
        #expect(try program.run("index").code == 0)
        #expect(try program.run("assets").output == before)
        #expect(try program.run("audit").code == 0)
    }
}
