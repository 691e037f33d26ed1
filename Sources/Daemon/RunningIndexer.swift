package import Catalogue
internal import Foundation

/// An indexer in another process, which can be asked to check everything against the disk.
package struct RunningIndexer: Sendable {
    /// How many looks in a row, a second or less apart, may find it pausing.
    private static let mostPauses = 10

    package let process: Int32
    private let catalogue: String

    /// The indexer that holds a catalogue; nil when none does, or none that can be known.
    package init?(of catalogue: String) {
        guard let holder = CatalogueLock.holder(ofCatalogue: catalogue).flatMap({ Int32($0) })
        else {
            return nil
        }
        (process, self.catalogue) = (holder, catalogue)
    }

    /// Why a running indexer did not check everything.
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
                "\(process.name) (process \(process.id)) is stopped; have it go on with: kill -CONT \(process.id)"
            }
        }
    }

    /// Asks it to check everything, and returns when it has; false when it ended instead.
    ///
    /// `seconds`: How long to wait at most.
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
            // It takes a moment to go on when there is room again.
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

    /// Whether SIGHUP is a request to the process, which reads it from a descriptor: one that does nothing about it
    /// would be ended, and one that only blocks it would never hear of it.
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
