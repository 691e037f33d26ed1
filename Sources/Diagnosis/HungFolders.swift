internal import Catalogue
internal import Foundation
internal import Kernel
internal import PhotoModel

/// Folders, and what is mounted in them, whose disk or server gives no answer.
///
/// Whoever asks for anything there waits for as long as that lasts, and not even SIGKILL ends a process that does, so
/// they are asked by processes that nobody waits for.
enum HungFolders {
    /// How long an answer may take: a disk that sleeps needs several seconds to turn again.
    private static let patience = 15.0

    /// Something that does not answer.
    struct Hung {
        let path: [UInt8]
        /// Where its file system was mounted when it was asked; nil for that of the system itself.
        let mountPoint: [UInt8]?
    }

    /// Returns those of a catalogue's folders, and of the file systems mounted in them, that do not answer.
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

    /// The library's folders.
    static func roots(ofCatalogue path: String) throws -> [[UInt8]] {
        let reader = try CatalogueReader(path: path)
        return try reader.snapshot { reader.allRoots.map(\.path) }
    }

    private static func among(_ paths: [[UInt8]]) -> [[UInt8]] {
        let answers = paths.map(ask)
        let deadline = DispatchTime.now() + patience
        return zip(paths, answers).filter { $1.wait(timeout: deadline) == .timedOut }.map(\.0)
    }

    /// Asks what file system is at a path, for which the server is needed even where attributes are at hand.
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
    /// Reports folders whose disk or server does not answer; true if there are any.
    func hungFolders(_ report: (Finding) -> Void) -> Bool {
        let hung = HungFolders.known(toCatalogue: catalogue)
        for hung in hung {
            // A server's is taken from those who wait for it, who would wait on if it were only out of sight.
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
