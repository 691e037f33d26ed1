package import Catalogue
internal import FolderWatch
internal import Glibc
internal import Kernel
internal import LibraryFiles
internal import PhotoModel

/// A difference between the catalogue and the disk, or within the catalogue.
package struct AuditFinding: Sendable, Equatable {
    package enum Kind: String, Sendable {
        /// On disk and not in the catalogue.
        case missing
        /// In the catalogue and not on disk.
        case ghost
        /// In both, with a different size, time or inode.
        case changed
        /// The catalogue contradicts itself.
        case inconsistent
    }

    package var kind: Kind
    /// The root's path.
    package var root: [UInt8]
    /// The path relative to the root.
    package var path: [UInt8]
    package var detail: String
}

/// Compares a catalogue with a fresh walk of the disk.
package struct Audit {
    private let reader: CatalogueReader
    private let filter: NameFilter
    package private(set) var findings: [AuditFinding] = []
    private var unsupportedCounts = ExtensionCounts()
    /// The number of files compared.
    package private(set) var files = 0
    /// Receives the number of files compared so far, every thousand files.
    private var onProgress: (Int) -> Void = { _ in }
    /// The roots that were skipped, because they are offline or another directory is at their path by now.
    package private(set) var offline: [[UInt8]] = []
    /// The directories that could not be listed, as absolute paths with the error; their contents were not compared.
    package private(set) var unlisted: [(path: [UInt8], reason: String)] = []

    package init(_ reader: CatalogueReader, ignoring patterns: [String]) {
        self.reader = reader
        filter = NameFilter(
            ignoring: patterns,
            extensions: MediaFileName.extensions,
            unsupported: MediaFileName.unsupported
        )
    }

    /// How many media files there are in formats that are not read: `flv 2` in a line for each extension, the most
    /// first.
    package var unsupported: String { "\(unsupportedCounts)" }

    /// Whether everything was compared.
    package var isWhole: Bool { offline.isEmpty && unlisted.isEmpty }

    /// Compares a catalogue with the disk, ignoring the names that its indexer ignores.
    ///
    /// - Throws: ``CatalogueError``.
    package static func ofCatalogue(
        _ path: String,
        onProgress: @escaping (Int) -> Void = { _ in }
    ) throws -> Audit {
        let reader = try CatalogueReader(path: path)
        return try reader.snapshot {
            let ignored = try reader.status()["ignored"] ?? ""
            var audit = Audit(reader, ignoring: ignored.split(separator: "\n").map(String.init))
            audit.onProgress = onProgress
            try audit.run()
            return audit
        }
    }

    /// Walks every root that is online; call it within a snapshot of the reader.
    package mutating func run() throws {
        for root in reader.allRoots {
            guard root.state != .offline, try isThere(root) else {
                offline.append(root.path)
                continue
            }
            try compare(root)
        }
        for text in try reader.contradictions() {
            findings.append(
                AuditFinding(kind: .inconsistent, root: [], path: [], detail: text)
            )
        }
    }

    /// Returns whether the directory at a root's path is the one the catalogue knows.
    private func isThere(_ root: RootRecord) throws -> Bool {
        guard let directory = try? OpenDirectory(path: root.path, LinuxFileSystem.shared),
            let stat = try? directory.stat,
            let identity = directory.identity,
            let known = try reader.directory(root.directory)
        else { return false }
        // A root that has not been indexed yet.
        guard known.inode != 0 else { return true }
        return known.isRoot(
            inode: stat.inode,
            volume: try reader.volume(identity.number),
            type: identity.type
        )
    }

    private mutating func compare(_ root: RootRecord) throws {
        var known: [FileName: FileRecord] = [:]
        try reader.forEachFile(ofRoot: root.id) { path, file in known[FileName(path)] = file }
        var places = DirectoryPlaces(knownFiles: Set(known.keys))
        defer { findings.removeAll { places.knowElsewhere($0) } }
        var waiting: [[UInt8]] = [[]]
        while let path = waiting.popLast() {
            let absolute = path.isEmpty ? root.path : root.path + [0x2F] + path
            do throws(SystemError) {
                let files = LinuxFileSystem.shared
                let directory = try OpenDirectory(path: absolute, for: .listing, files)
                let names = try directory.names()
                let stat = try directory.stat
                places.add(path, stat)
                let isLeftOut =
                    names.contains { filter.isNoMedia($0.bytes) }
                    || filter.hasOnlyCopies(
                        directory.descriptor,
                        stat,
                        at: absolute,
                        isRoot: path.isEmpty,
                        files
                    )
                if isLeftOut { continue }
                for name in names { look(name, in: directory, path, root, &known, &waiting) }
            } catch {
                // A directory removed in the meantime counts as absent.
                guard ![ENOENT, ENOTDIR].contains(error.code) else { continue }
                unlisted.append((absolute, unsafe String(cString: strerror(error.code))))
                known = known.filter { file, _ in
                    !file.bytes.starts(with: path.isEmpty ? path : path + [0x2F])
                }
            }
        }
        for (path, _) in known {
            findings.append(
                AuditFinding(
                    kind: .ghost,
                    root: root.path,
                    path: path.bytes,
                    detail: "the catalogue has it, the disk has not"
                )
            )
        }
    }

    private mutating func look(
        _ name: FileName,
        in directory: borrowing OpenDirectory,
        _ parent: [UInt8],
        _ root: RootRecord,
        _ known: inout [FileName: FileRecord],
        _ waiting: inout [[UInt8]]
    ) {
        let isIgnored = unsafe name.bytes.withUnsafeBufferPointer(filter.ignores)
        let stat = try? directory.stat(name)
        guard !isIgnored, let stat else { return }
        let path = parent.isEmpty ? name.bytes : parent + [0x2F] + name.bytes
        if stat.isDirectory { waiting.append(path) }
        guard stat.isRegularFile else { return }
        guard unsafe name.bytes.withUnsafeBufferPointer(filter.isMedia) else {
            let found = unsafe name.bytes.withUnsafeBufferPointer(filter.unsupported)
            if let found { unsupportedCounts.count(found) }
            return
        }
        files += 1
        if files.isMultiple(of: 1_000) { onProgress(files) }
        guard let file = known.removeValue(forKey: FileName(path)) else {
            findings.append(
                AuditFinding(
                    kind: .missing,
                    root: root.path,
                    path: path,
                    detail: "the disk has it, the catalogue has not"
                )
            )
            return
        }
        let isSame =
            file.identity.size == Int64(stat.size) && file.identity.modified == stat.modified
            && (file.identity.inode == Int64(bitPattern: stat.inode)
                || !directory.hasStableInodes)
        guard !isSame else { return }
        findings.append(
            AuditFinding(
                kind: .changed,
                root: root.path,
                path: path,
                detail: "size \(file.identity.size) in the catalogue, \(stat.size) on disk; "
                    + "modified \(file.identity.modified) and \(stat.modified); "
                    + "inode \(file.identity.inode) and \(stat.inode)"
            )
        )
    }
}
