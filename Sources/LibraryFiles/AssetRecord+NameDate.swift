package import Catalogue
package import MediaMetadata
internal import PhotoModel

extension AssetRecord {
    /// Takes the date from the names of the file and its directories, unless the file itself has one.
    ///
    /// Everything that this depends on is in the catalogue: no file has to be read again when a directory is renamed.
    ///
    /// - Parameters:
    ///   - directory: The date from the names of the directories.
    ///   - now: Microseconds since 1970.
    package mutating func takeDate(fromNames directory: DirectoryDate, now: Int64) {
        guard creationDate.source.isGuess, !MediaFileName.isSidecar(file.name) else { return }
        dropDateEvidence()
        let modified = file.identity.modified / 1_000
        var isRefused = directory.isAfterTomorrow(now)
        defer { if isRefused { traits.insert(.awaitsClock) } }
        if let (date, _, detail) = NameDates.find(file.name, now: now, isRefused: &isRefused) {
            creationDate = date
            noteDate("filename", detail)
        } else if let (date, detail) = directory.date(modified: modified, now: now) {
            creationDate = date
            noteDate("directory", detail)
        } else {
            creationDate = CaptureDate(
                microseconds: modified,
                offsetMinutes: 0,
                source: .modificationTime
            )
        }
    }

    /// Takes the clock of a film from its name, if the file has a date in UTC.
    package mutating func takeClock(fromName now: Int64) {
        guard mediaType == .video,
            let found = NameDates.clock(of: file.name, creationDate, duration, now: now)
        else { return }
        creationDate.setClock(found, .name)
        note("timeZone", "filename", ClockOffset.evidence(found))
    }

    private mutating func noteDate(_ rule: String, _ detail: String) {
        note("creationDate", rule, detail)
    }

    private mutating func note(_ value: String, _ rule: String, _ detail: String) {
        let line = "\(value)\t\(rule)\t\(detail)"
        evidence = evidence.map { "\($0)\n\(line)" } ?? line
    }

    private mutating func dropDateEvidence() {
        guard let evidence, evidence.contains("creationDate\t") else { return }
        let rest = evidence.split(separator: "\n").filter { !$0.hasPrefix("creationDate\t") }
        self.evidence = rest.isEmpty ? nil : rest.joined(separator: "\n")
    }
}

extension DirectoryDate {
    /// Creates the date given by the names of a directory of the catalogue and of those above it.
    ///
    /// The last component of the root's path counts too; the components above it do not.
    package init(of directory: Int64, in writer: CatalogueWriter) {
        self.init()
        var names: [[UInt8]] = []
        var current = writer.directories[directory]
        while let record = current {
            guard let parent = record.parent else {
                if let root = writer.roots[record.root], root.directory == record.id {
                    names.append(Disk.split(root.path).name)
                }
                break
            }
            names.append(record.name)
            current = writer.directories[parent]
        }
        for name in names.reversed() { self = entering(name) }
    }
}
