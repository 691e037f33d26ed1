import Renditions
import TestSupport
import Testing

struct FilmPieceTests {
    private static func run(_ offset: UInt64, _ bytes: [UInt8], count: Int? = nil) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) }
            + (0..<4).map { UInt8(truncatingIfNeeded: (count ?? bytes.count) >> (8 * $0)) } + bytes
    }

    @Test
    func `a piece says what belongs where`() throws {
        let header = FilmPiece.header(progress: 0.25, isLast: false)
        let piece = try #require(FilmPiece(header + Self.run(7, [1, 2, 3]) + Self.run(0, [4])))
        #expect(piece.progress == 0.25 && !piece.isLast)
        #expect(piece.runs.map(\.offset) == [7, 0])
        let bytes = header + Self.run(7, [1, 2, 3]) + Self.run(0, [4])
        #expect(piece.runs.map { Array(bytes[$0.range]) } == [[1, 2, 3], [4]])
        let last = try #require(FilmPiece(FilmPiece.header(progress: 1, isLast: true)))
        #expect(last.isLast && last.runs.isEmpty)
    }

    @Test(arguments: [
        [], [0], FilmPiece.header(progress: 2, isLast: true),
        FilmPiece.header(progress: .nan, isLast: false),
        FilmPiece.header(progress: 0, isLast: false) + [1, 2, 3],
        FilmPiece.header(progress: 0, isLast: false) + run(0, [1, 2], count: 3),
        FilmPiece.header(progress: 0, isLast: false) + run(0, [], count: Int(UInt32.max)),
        FilmPiece.header(progress: 0, isLast: false) + run(.max, [1]),
    ])
    func `what is none is refused`(bytes: [UInt8]) {
        #expect(FilmPiece(bytes) == nil)
    }

    @Test
    func `no bytes make a piece whose runs lie outside it`() {
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        for _ in 0..<2_000 {
            var bytes = FilmPiece.header(progress: 0.5, isLast: false)
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                bytes += Self.run(UInt64.random(in: 0...99, using: &random), [1, 2, 3])
            }
            let index = Int.random(in: 0..<bytes.count, using: &random)
            bytes[index] = UInt8.random(in: 0...255, using: &random)
            guard let piece = FilmPiece(bytes) else { continue }
            for run in piece.runs {
                #expect(run.offset >= 0 && bytes.indices.contains(run.range), "seed \(seed)")
            }
        }
    }
}

extension Range<Int> {
    fileprivate func contains(_ other: Range<Int>) -> Bool {
        other.lowerBound >= lowerBound && other.upperBound <= upperBound
    }
}
