internal import Catalogue
internal import Foundation
internal import Kernel
internal import PhotoModel

/// Folders, and file systems mounted in them, whose disk or server does not respond.
///
/// Any access blocks until it responds, and not even SIGKILL ends a blocked process. They are therefore queried by
/// processes that nobody waits for.
enum HungFolders {
    /// The time for a response: a sleeping disk needs several seconds to spin up.
    private static let patience = 15.0

    /// A folder or file system that does not respond.
    struct Hung {
        let path: [UInt8]
        /// The mount point of its file system when it was queried; nil for the root file system.
        let mountPoint: [UInt8]?
    }

    /// Returns the folders of a catalogue, and the file systems mounted in them, that do not respond.
    static func known(toCatalogue path: String) -> [Hung] {
        guard let roots = try? roots(ofCatalogue: path), !roots.isEmpty else { return [] }
        let points = mountPoints()
        let mounted = points.filter { point in
            !roots.contains(point) && roots.contains { MountInfo.isAtOrBelow(point, $0) }
        }
        return among(roots + mounted).map { path in
            let point = points.filter { MountInfo.isAtOrBelow(path, $0) }
                .max { $0.count < $1.count }
            return Hung(path: path, mountPoint: point == [UInt8(ascii: "/")] ? nil : point)
        }
    }

    /// Returns the library's folders.
    static func roots(ofCatalogue path: String) throws -> [[UInt8]] {
        let reader = try CatalogueReader(path: path)
        return try reader.snapshot { reader.allRoots.map(\.path) }
    }

    private static func among(_ paths: [[UInt8]]) -> [[UInt8]] {
        let answers = paths.map(ask)
        let deadline = DispatchTime.now() + patience
        return zip(paths, answers).filter { $1.wait(timeout: deadline) == .timedOut }.map(\.0)
    }

    /// Queries the file system at a path, which needs a response from the server even if attributes are cached.
    private static func ask(_ path: [UInt8]) -> DispatchSemaphore {
        let answer = DispatchSemaphore(value: 0)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/stat")
        process.arguments = ["--file-system", "--", String(decoding: path, as: UTF8.self)]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.terminationHandler = { _ in answer.signal() }
        do { try process.run() } catch { answer.signal() }
        return answer
    }

    private static func mountPoints() -> [[UInt8]] {
        let table = FileManager.default.contents(atPath: "/proc/self/mountinfo") ?? Data()
        return Array(table).split(separator: UInt8(ascii: "\n")).compactMap(MountInfo.mountPoint)
    }
}

extension Doctor {
    /// Reports folders whose disk or server does not respond; returns whether there are any.
    func hungFolders(_ report: (Finding) -> Void) -> Bool {
        let hung = HungFolders.known(toCatalogue: catalogue)
        for hung in hung {
            // Forcing releases the processes blocked by a server, which a lazy unmount alone would leave blocked.
            let cure = hung.mountPoint.map { point in
                let word = ShellWord.quoted(point)
                return "sudo umount -f \(word); sudo umount -l \(word)"
            }
            report(
                Finding(
                    "folder",
                    .problem,
                    "\(PrintableText.line(hung.path)) does not answer: its disk or server hangs, and nothing is noticed "
                        + "until it does. Bring it back; if it is gone for good, unmount it",
                    cure: cure
                )
            )
        }
        return !hung.isEmpty
    }
}
