package import Catalogue
internal import Foundation

/// An indexer in another process, which can be asked to check everything against the disk.
package struct RunningIndexer: Sendable {
    /// The number of consecutive checks, at most a second apart, that may find it paused.
    private static let mostPauses = 10

    package let process: Int32
    private let catalogue: String

    /// Finds the indexer that holds a catalogue; nil without one, or if its process cannot be determined.
    package init?(of catalogue: String) {
        guard let holder = CatalogueLock.holder(ofCatalogue: catalogue).flatMap({ Int32($0) })
        else {
            return nil
        }
        (process, self.catalogue) = (holder, catalogue)
    }

    /// The reason why a running indexer did not check everything.
    package enum Refusal: Error, CustomStringConvertible {
        case notAllowed(Int32)
        case notListening(Int32)
        case late(Int32)
        case pausing(Int32)
        case stopped(IndexerProcess)

        package var description: String {
            switch self {
            case .notAllowed(let process):
                "no permission to wake the indexer (process \(process)); run as its user"
            case .notListening(let process):
                "process \(process) holds the catalogue and does not listen for requests; try again"
            case .late(let process):
                "the indexer (process \(process)) has not come to the end of its re-check; see "
                    + "`heliograph status`, and try again"
            case .pausing(let process):
                "the indexer (process \(process)) pauses, because the disk of the catalogue is full; free "
                    + "some space, and try again"
            case .stopped(let process):
                "\(process.name) (process \(process.id)) is stopped; continue it with: kill -CONT \(process.id)"
            }
        }
    }

    /// Asks the indexer to check everything, and returns true when it is done; false if it ended instead.
    ///
    /// `seconds`: The maximum time to wait.
    /// Throws ``Refusal``, ``CatalogueError``.
    package func recheck(atMost seconds: Double) throws -> Bool {
        guard kill(process, 0) == 0 || errno != EPERM else { throw Refusal.notAllowed(process) }
        guard listens else { throw Refusal.notListening(process) }
        try refuseStopped()
        let reader = try CatalogueReader(path: catalogue)
        let start = try reader.snapshot { try reader.bounds().sequence }
        guard kill(process, SIGHUP) == 0 else {
            if errno == ESRCH { return false }
            throw Refusal.notAllowed(process)
        }
        let signal = CommitSignal(catalogue: catalogue)
        let end = monotonicSeconds() + seconds
        var pauses = 0
        while try !reader.snapshot({ try reader.isSynced(since: start) }) {
            guard monotonicSeconds() < end else { throw Refusal.late(process) }
            guard RunningIndexer(of: catalogue)?.process == process else { return false }
            try refuseStopped()
            // It takes a moment to resume when there is room again.
            let isPausing = try reader.snapshot {
                reader.allRoots.contains { $0.reason == .diskFull }
            }
            pauses = isPausing ? pauses + 1 : 0
            guard pauses < Self.mostPauses else { throw Refusal.pausing(process) }
            _ = signal.wait(milliseconds: 1_000)
        }
        return true
    }

    private func refuseStopped() throws(Refusal) {
        if let stopped = IndexerProcess.stopped(ofCatalogue: catalogue) { throw .stopped(stopped) }
    }

    /// Whether the process reads SIGHUP from a descriptor, as a request.
    ///
    /// Without a handler SIGHUP would end it, and if merely blocked it would go unnoticed.
    private var listens: Bool {
        let directory = "/proc/\(process)/fdinfo"
        let isHangUp: UInt64 = 1 << (UInt64(SIGHUP) - 1)
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return descriptors.contains { descriptor in
            let text = try? String(contentsOfFile: "\(directory)/\(descriptor)", encoding: .utf8)
            return text?.split(separator: "\n").contains { line in
                let fields = line.split(whereSeparator: \.isWhitespace)
                guard fields.count == 2, fields[0] == "sigmask:" else { return false }
                return UInt64(fields[1], radix: 16).map { $0 & isHangUp != 0 } ?? false
            } ?? false
        }
    }
}
