internal import Glibc

/// A container format that a film can be moved into without encoding it again.
package enum FilmContainer: Sendable {
    case mp4, quickTime

    /// Detects the container of an open file; nil if it is neither.
    init?(_ descriptor: Int32) {
        var head = [UInt8](repeating: 0, count: 12)
        guard unsafe pread(descriptor, &head, head.count, 0) == head.count else { return nil }
        switch (String(decoding: head[4..<8], as: UTF8.self), Array(head[8...])) {
        case ("ftyp", Array("qt  ".utf8)): self = .quickTime
        case ("ftyp", _): self = .mp4
        // QuickTime files may start without naming their type.
        case ("moov", _), ("mdat", _), ("wide", _), ("free", _), ("skip", _), ("pnot", _):
            self = .quickTime
        default: return nil
        }
    }
}
