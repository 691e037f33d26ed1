/// The locations of the samples of a track (ISO/IEC 14496-12, 8.7): chunk after chunk, each with consecutive samples.
struct ChunkTable {
    private(set) var chunks: [Range<Int>] = []

    /// A long film has long tables; their beginning is enough.
    private static let mostChunks = 1_024
    private static let mostSamples = 1 << 15

    init(_ table: Range<Int>, _ reader: BoxReader) {
        let boxes = reader.boxes(in: table)
        let content = { (type: FourCharacters) in boxes.first { $0.type == type }?.payload }
        let long = content("co64")
        guard let places = long ?? content("stco"), let sizes = content("stsz"),
            let counts = Self.counts(content("stsc"), reader)
        else { return }
        let width = long == nil ? 4 : 8
        let starts = reader.read(places.prefix(8 + Self.mostChunks * width)) { bytes in
            let there = min(bytes.be32(4) ?? 0, (bytes.count - 8) / width)
            return (0..<max(0, there)).compactMap {
                width == 4 ? bytes.be32(8 + $0 * 4) : bytes.be64(8 + $0 * 8)
            }
        }
        guard let starts, reader.file.budget.paySteps(starts.count) else { return }
        chunks = Self.ranges(starts, counts, sizes, reader)
    }

    /// Returns runs of chunks: the first chunk of each, and the number of samples in its chunks.
    private static func counts(
        _ range: Range<Int>?,
        _ reader: BoxReader
    ) -> [(first: Int, samples: Int)]? {
        guard let range else { return nil }
        return reader.read(range.prefix(8 + 12 * 256)) { bytes in
            let there = min(bytes.be32(4) ?? 0, (bytes.count - 8) / 12)
            return (0..<max(0, there)).compactMap { index in
                guard let first = bytes.be32(8 + index * 12),
                    let samples = bytes.be32(12 + index * 12)
                else { return nil }
                return (first, samples)
            }
        }
    }

    private static func ranges(
        _ starts: [Int],
        _ counts: [(first: Int, samples: Int)],
        _ sizes: Range<Int>,
        _ reader: BoxReader
    ) -> [Range<Int>] {
        let found: [Range<Int>]? = reader.read(sizes.prefix(12 + mostSamples * 4)) { bytes in
            guard let all = bytes.be32(4) else { return nil }
            var (ranges, sample, entry): ([Range<Int>], Int, Int) = ([], 0, 0)
            for (index, start) in starts.enumerated() {
                while entry + 1 < counts.count, counts[entry + 1].first <= index + 1 { entry += 1 }
                guard entry < counts.count else { break }
                let end = sample + counts[entry].samples
                guard end <= mostSamples, reader.file.budget.paySteps(end - sample) else { break }
                let sizes = all > 0 ? [] : (sample..<end).compactMap { bytes.be32(12 + $0 * 4) }
                let length = all > 0 ? all * (end - sample) : sizes.reduce(0, +)
                sample = end
                guard start <= reader.file.size else { break }
                ranges.append(start..<start + min(length, reader.file.size - start))
            }
            return ranges
        }
        return found ?? []
    }
}
