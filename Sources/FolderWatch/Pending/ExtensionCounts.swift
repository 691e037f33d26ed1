/// An extension of up to eight letters, in lower case.
package struct FileExtension: Hashable, Sendable, CustomStringConvertible {
    /// The letters, the last in the lowest byte.
    let packed: UInt64

    package var description: String {
        unsafe withUnsafeBytes(of: packed.bigEndian) { bytes in
            unsafe String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
        }
    }
}

/// How many files there are of each extension.
package struct ExtensionCounts: Equatable, Sendable, CustomStringConvertible {
    private var counts: [FileExtension: UInt32] = [:]

    package init() {}

    package var isEmpty: Bool { counts.isEmpty }

    /// The number of files.
    package var total: UInt32 { counts.values.reduce(0, +) }

    package mutating func count(_ one: FileExtension) { counts[one, default: 0] += 1 }

    package static func += (sum: inout Self, other: Self) {
        sum.counts.merge(other.counts, uniquingKeysWith: +)
    }

    /// A line for each extension, as `flv 2`, the most first.
    package var description: String {
        counts.map { (name: "\($0)", count: $1) }
            .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
            .map { "\($0.name) \($0.count)" }.joined(separator: "\n")
    }
}
