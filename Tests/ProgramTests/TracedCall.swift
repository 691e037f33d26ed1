import Foundation

/// A call of a program that changes something on disk, as `contrib/torture/stop-at.c` tells of it.
struct TracedCall: Equatable {
    let name: String
    /// The open file that it is about; empty when it is about names.
    let path: String

    private init(_ line: Substring) {
        let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        name = String(parts[0])
        path = parts.count > 1 ? String(parts[1]) : ""
    }

    /// Those of a trace, in their order.
    static func all(in trace: URL) throws -> [TracedCall] {
        try String(contentsOf: trace, encoding: .utf8).split(separator: "\n").map(Self.init)
    }

    var isSync: Bool { ["fsync", "fdatasync"].contains(name) }
    var isWrite: Bool { ["write", "pwrite", "pwrite64"].contains(name) }
    var isCut: Bool { ["ftruncate", "ftruncate64"].contains(name) }
    var isRename: Bool { ["rename", "renameat", "renameat2"].contains(name) }
    /// Whether it changes which names there are.
    var isName: Bool {
        isRename || ["link", "linkat", "unlink", "unlinkat"].contains(name)
    }
    var isOfJournal: Bool { path.contains(".sqlite-files-") }
}
