internal import Glibc
internal import Kernel

/// A process of a running indexer, as `/proc` describes it.
package struct IndexerProcess: Sendable {
    package let id: Int32
    /// The name of its program, without directories.
    package let name: String
    /// Whether it was stopped by a signal or a debugger: it does nothing until it is continued.
    package let isStopped: Bool

    /// Returns the indexer that holds a catalogue and the helpers it has started, as far as they run and are visible.
    package static func all(ofCatalogue path: String) -> [IndexerProcess] {
        guard let holder = CatalogueLock.holder(ofCatalogue: path).flatMap({ Int32($0) }) else {
            return []
        }
        return ([holder] + children(of: holder)).compactMap(IndexerProcess.init)
    }

    /// Returns the first of these processes that was stopped.
    package static func stopped(ofCatalogue path: String) -> IndexerProcess? {
        all(ofCatalogue: path).first { $0.isStopped }
    }

    private init?(_ id: Int32) {
        guard let state = Self.fields(of: id).first,
            let command = KernelTable.text(of: "/proc/\(id)/cmdline").split(separator: "\0").first
        else { return nil }
        self.id = id
        name = command.split(separator: "/").last.map(String.init) ?? ""
        isStopped = state == "T" || state == "t"
    }

    private static func children(of parent: Int32) -> [Int32] {
        guard let directory = unsafe opendir("/proc") else { return [] }
        defer { unsafe closedir(directory) }
        var found: [Int32] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
                unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let id = Int32(name) else { continue }
            if fields(of: id).dropFirst().first == "\(parent)" { found.append(id) }
        }
        return found
    }

    /// Returns the fields that follow a process's name in its `stat`: its state, its parent and more.
    private static func fields(of id: Int32) -> [Substring] {
        let text = KernelTable.text(of: "/proc/\(id)/stat")
        guard let end = text.lastIndex(of: ")") else { return [] }
        return text[text.index(after: end)...].split(separator: " ")
    }
}
