internal import Glibc
internal import PhotoModel

/// Advice about catalogues that cannot be used.
extension CatalogueError {
    static func tooFewDescriptors(_ path: String, _ error: Int32) -> CatalogueError {
        CatalogueError(
            .tooFewDescriptors,
            "the catalogue \(path) cannot be opened (\(unsafe String(cString: strerror(error)))); raise the limit with "
                + "'ulimit -n 1024', or in a service with LimitNOFILE=1024"
        )
    }

    /// Returns the error that keeps this process from opening all files of a catalogue; nil if it can open them.
    ///
    /// `error`: The error of the call that failed, or 0 if SQLite has not kept it.
    static func shortageOfDescriptors(_ error: Int32) -> Int32? {
        var (error, opened): (Int32, [Int32]) = (error, [])
        defer { for descriptor in opened { close(descriptor) } }
        while error == 0, opened.count < filesOfCatalogue {
            let descriptor = unsafe open("/", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                error = errno
                break
            }
            opened.append(descriptor)
        }
        return [EMFILE, ENFILE].contains(error) ? error : nil
    }

    /// The number of files to open: the catalogue itself, its log, its shared memory, and its directory.
    private static let filesOfCatalogue = 4

    /// Returns advice about files that this user may not write.
    static func cureOfClosed(_ path: String) -> String {
        guard let closed = CatalogueLocation.closedFiles(path).first,
            unsafe access(CatalogueLocation.directory(of: closed), W_OK) == 0
        else { return CatalogueOwner.advice(path) }
        return "\(closed) is another user's: `heliograph doctor` says how to get it back"
    }

    /// Returns the commands that recover from a damaged catalogue.
    static func cureOfDamaged(_ path: String) -> String {
        let option = CatalogueLocation.option(path)
        return
            "`heliograph index --check-catalogue\(option)` sets it aside and saves what can be read of it, and "
            + "`heliograph restore-catalogue FILE\(option)` puts a backup in its place"
    }

    /// Returns the owner of a file that this user can safely be advised to move; nil if the file may be a trap.
    ///
    /// Root gets the advice that the owner would get, provided the file is in one of the owner's directories.
    private static func mover(of path: String) -> CatalogueOwner? {
        var (found, directory) = (stat(), stat())
        guard unsafe lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return nil }
        let parent = CatalogueLocation.directory(of: path)
        let isOwners =
            unsafe stat(parent, &directory) == 0 && directory.st_uid == found.st_uid
        guard found.st_uid == geteuid() || geteuid() == 0 && isOwners else { return nil }
        return CatalogueOwner(found.st_uid, found.st_gid)
    }

    /// Returns how to recover a damaged catalogue; never advises moving a path that may be another user's link.
    static func cure(ofDamaged path: String) -> String {
        guard let owner = mover(of: path) else {
            return
                "It is a link or belongs to somebody else, and may be no catalogue at all: look at what "
                + "is there first"
        }
        guard !DatabaseHeader.isOfCatalogue(path) else {
            return "Nothing of it is thrown away: \(cureOfDamaged(path))"
        }
        // As root, `mv` would follow whatever the owner may put at either name.
        return
            "It looks like no catalogue at all: name another file with --catalogue, or move it away and "
            + "index again: \(owner.prefix)mv \(ShellWord.quoted(path)) \(ShellWord.quoted(path + ".damaged"))"
    }
}
