internal import Catalogue
internal import FolderWatch
internal import Glibc
internal import Kernel

/// Opens files by directory and name, keeping the last directory open for consecutive files.
struct DirectoryOpener {
    enum Result {
        case opened(Int32, FileStat)
        /// The directory has moved, or another file has the name: a newer frame will report it.
        case elsewhere
        /// The directory has no such name: the frame that reports it is on its way.
        case absent
        /// Another program holds a lease on the file: retry later.
        case held
        /// Descriptors or memory are short: retry later, as often as necessary.
        case short
        case failed(Int32)
    }

    private let files: any FileSystemCalls
    private var directory: Int64 = -1
    private var descriptor: Int32 = -1
    /// Whether others may replace a file with a pipe or device after it was seen.
    ///
    /// If so, its type is checked before it is opened, which takes three more system calls.
    private var isShared = true
    private let ownUser = geteuid()
    /// A directory deep in the tree, from which those a few levels below it are opened.
    private var anchor: (directory: Int64, descriptor: Int32) = (-1, -1)

    init(_ files: any FileSystemCalls) {
        self.files = files
    }

    /// Closes the directories; an open one prevents its file system from being unmounted.
    mutating func close() {
        turnAway()
        dropAnchor()
    }

    private mutating func turnAway() {
        if descriptor >= 0 { files.close(descriptor) }
        (directory, descriptor) = (-1, -1)
    }

    private mutating func dropAnchor() {
        if anchor.descriptor >= 0 { files.close(anchor.descriptor) }
        anchor = (-1, -1)
    }

    /// Closes a directory of the catalogue that may be another one on disk now.
    mutating func leave(_ directory: Int64) {
        if directory == self.directory || directory == anchor.directory { close() }
    }

    /// `isLastTry`: Accepts a different file than expected, if its directory is the right one.
    mutating func open(
        _ location: FileLocation,
        _ node: WatchedDirectory,
        _ writer: CatalogueWriter,
        expecting stat: FileStat,
        isLastTry: Bool
    ) -> Result {
        do {
            if directory != location.directory, try !turn(to: location.directory, node, writer) {
                return .elsewhere
            }
        } catch {
            if error.isShortage { return .short }
            return Self.errorsOfPlaces.contains(error.code) ? .elsewhere : .failed(error.code)
        }
        let opened = unsafe location.name.withCString {
            unsafe files.open($0, in: descriptor, for: isShared ? .sharedFile : .file)
        }
        guard opened >= 0 else {
            let code = -opened
            if [EAGAIN, EINTR].contains(code) { return .held }
            if SystemError(code: code).isShortage { return .short }
            if Self.errorsOfPlaces.contains(code) {
                close()
                return code == ENOENT ? .absent : .elsewhere
            }
            return .failed(code)
        }
        let result = examine(opened, location, node, expecting: stat, isLastTry: isLastTry)
        if case .opened = result { return result }
        files.close(opened)
        close()
        return result
    }

    /// The errors that say that something else is there by now.
    private static let errorsOfPlaces = [ENOENT, ENOTDIR, ESTALE, ELOOP, EMEDIUMTYPE]

    /// Determines whether an opened file is the one that was seen, or has to be taken for it.
    private func examine(
        _ opened: Int32,
        _ location: FileLocation,
        _ node: WatchedDirectory,
        expecting stat: FileStat,
        isLastTry: Bool
    ) -> Result {
        guard let found = try? files.stat(descriptor: opened), found.isRegularFile else {
            return .elsewhere
        }
        if found.inode != stat.inode || found.device != stat.device {
            guard isLastTry || (!node.hasStableInodes && found.device == stat.device) else {
                return .elsewhere
            }
            // The name may also find, in another case, a file that appeared after this one was gone.
            guard files.lists(location.name, found, in: descriptor) else { return .absent }
        }
        return .opened(opened, found)
    }

    private mutating func turn(
        to directory: Int64,
        _ node: WatchedDirectory,
        _ writer: CatalogueWriter
    ) throws(SystemError) -> Bool {
        turnAway()
        if anchor.descriptor >= 0,
            let path = writer.path(of: directory, from: anchor.directory, steps: 16),
            let opened = try? OpenDirectory(path: path, below: anchor.descriptor, files),
            try take(opened, as: directory, node)
        {
            return true
        }
        guard let path = writer.absolutePath(directory) else { return false }
        let opened = try OpenDirectory(path: path, files)
        guard try take(opened, as: directory, node) else { return false }
        if path.count > 1_000 {
            dropAnchor()
            anchor = (directory, files.duplicate(descriptor))
        }
        return true
    }

    private mutating func take(
        _ opened: borrowing OpenDirectory,
        as directory: Int64,
        _ node: WatchedDirectory
    ) throws(SystemError) -> Bool {
        let found = try opened.stat
        guard node.stat.isSame(as: found) else { return false }
        let copy = opened.duplicate()
        guard copy >= 0 else { throw SystemError(code: -copy) }
        (self.directory, descriptor) = (directory, copy)
        isShared =
            found.mode & (S_IWGRP | S_IWOTH) != 0 || (found.user != ownUser && found.user != 0)
        return true
    }
}
