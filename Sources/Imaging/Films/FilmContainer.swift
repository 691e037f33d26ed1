internal import Glibc

/// A form in which films are kept that can be put into another without encoding them anew.
package enum FilmContainer: Sendable {
    case mp4, quickTime

    /// What an open file is; nil when it is neither.
    init?(_ descriptor: Int32) {
        var head = [UInt8](repeating: 0, count: 12)
        guard unsafe pread(descriptor, &head, head.count, 0) == head.count else { return nil }
        switch (String(decoding: head[4..<8], as: UTF8.self), Array(head[8...])) {
        case ("ftyp", Array("qt  ".utf8)): self = .quickTime
        case ("ftyp", _): self = .mp4
        // QuickTime files may begin without saying what they are.
        case ("moov", _), ("mdat", _), ("wide", _), ("free", _), ("skip", _), ("pnot", _):
            self = .quickTime
        default: return nil
        }
    }
}
