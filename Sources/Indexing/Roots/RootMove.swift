package import Catalogue
internal import FolderWatch
package import Kernel
internal import PhotoModel

/// Gives a folder of a library the path to which its files were moved or copied.
///
/// Everything keeps its identity: photos with their annotations, albums, folders, and files in the trash. Directories
/// are recorded as they are at the new path, so that the next walk does not take any of them for one of another disk
/// that hides the known one.
package struct RootMove {
    /// The numbers of files of the folder that are, and are not, at the new path.
    package struct Survey {
        /// The number of files at the new path.
        package var found = 0
        /// The number of files missing there.
        package var missing = 0
        /// Some of the missing files, relative to the folder.
        package var examples: [[UInt8]] = []

        package init() {}
    }

    private let writer: CatalogueWriter
    private let root: RootRecord
    private let path: [UInt8]
    private let files: any FileSystemCalls

    /// `path`: Absolute, without symbolic links.
    package init(
        _ root: RootRecord,
        to path: [UInt8],
        _ writer: CatalogueWriter,
        _ files: any FileSystemCalls
    ) {
        (self.root, self.path, self.writer, self.files) = (root, path, writer, files)
    }

    /// Checks whether the files of the folder are at the new path.
    package func survey() throws -> Survey {
        var survey = Survey()
        for id in try writer.subtree(root.directory) {
            var names: [[UInt8]] = []
            try writer.files(in: id) { names.append($0.name) }
            guard !names.isEmpty else { continue }
            let missing = missing(names, in: newPath(of: id))
            survey.found += names.count - missing.count
            survey.missing += missing.count
            for name in missing where survey.examples.count < 3 {
                survey.examples.append(writer.relativePath(id, name))
            }
        }
        return survey
    }

    /// Returns the names that a directory does not contain.
    private func missing(_ names: [[UInt8]], in path: [UInt8]) -> [[UInt8]] {
        guard let directory = try? OpenDirectory(path: path, files) else { return names }
        return names.filter { (try? directory.stat(FileName($0))) == nil }
    }

    /// Gives the folder its new path; call it within a transaction.
    package func run(time: any TimeSource) throws {
        let policies = DerivationPolicies(try writer.status("policies") ?? "")
        let dates = DirectoryDates(writer, time) { policies.datesFromNames }
        try dates.update(below: root.directory) { _ = try writer.moveRoot(root.id, to: path) }
        for id in try writer.subtree(root.directory) {
            guard var record = writer.directories[id], let stat = stat(id) else { continue }
            let former = FileSystemIdentity.formerNumber(
                type: stat.fileSystem,
                device: stat.device
            )
            record.identify(as: stat, volume: try writer.volume(stat.volume, formerly: former))
            try writer.update(record)
        }
    }

    private func newPath(of directory: Int64) -> [UInt8] {
        let relative = writer.relativePath(directory)
        return relative.isEmpty ? path : path + [UInt8(ascii: "/")] + relative
    }

    /// Returns the directory's identity at the new path; nil if it is not there.
    private func stat(_ directory: Int64) -> DirectoryStat? {
        guard let open = try? OpenDirectory(path: newPath(of: directory), files),
            let stat = try? open.stat, let fileSystem = open.identity
        else { return nil }
        return DirectoryStat(
            device: stat.device,
            inode: stat.inode,
            born: FileSystemIdentity.keepsBirths(fileSystem.type) ? stat.born : 0,
            volume: fileSystem.number,
            fileSystem: fileSystem.type
        )
    }
}
