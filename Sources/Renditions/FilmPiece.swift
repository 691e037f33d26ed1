/// A piece of a film in another container: bytes, and the places to write them.
package struct FilmPiece: Hashable, Sendable {
    /// Consecutive bytes of the new file.
    package struct Run: Hashable, Sendable {
        package var offset: Int64
        /// The position of the bytes in the piece.
        package var range: Range<Int>
    }

    /// The completed part of the film, from 0 to 1.
    package let progress: Double
    package let isLast: Bool
    package let runs: [Run]

    /// The length of the header before the runs.
    private static let header = 9
    private static let runHeader = 12
    /// The largest plausible file, in bytes.
    private static let largestFile: Int64 = 1 << 44

    package static func header(progress: Double, isLast: Bool) -> [UInt8] {
        var packet = PacketWriter(isLast ? 1 : 0)
        packet.integer(progress.bitPattern)
        return packet.bytes
    }

    /// Decodes the runs of a piece.
    ///
    /// Each has its offset in the file in eight bytes, its length in four, and its bytes.
    ///
    /// - Returns: Nil if the bytes are not a piece.
    package init?(_ bytes: [UInt8]) {
        var head = PacketReader(Array(bytes.prefix(Self.header)))
        guard let isLast = head.integer(UInt8.self), isLast <= 1, let progress = head.double(),
            (0...1).contains(progress)
        else { return nil }
        var runs: [Run] = []
        var next = Self.header
        while next < bytes.count {
            var fields = PacketReader(Array(bytes[next..<min(next + Self.runHeader, bytes.count)]))
            guard let offset = fields.integer(UInt64.self), offset <= Self.largestFile,
                let count = fields.integer(UInt32.self)
            else { return nil }
            let begin = next + Self.runHeader
            guard Int(count) <= bytes.count - begin else { return nil }
            runs.append(Run(offset: Int64(offset), range: begin..<begin + Int(count)))
            next = begin + Int(count)
        }
        (self.progress, self.isLast, self.runs) = (progress, isLast == 1, runs)
    }
}
