internal import Catalogue
internal import Foundation
internal import PhotoModel
internal import Settings

extension Doctor {
    /// Whether the feed can go where it should, and goes on with what is there.
    func feed(_ settings: Settings?, _ user: ServiceUser, _ report: (Finding) -> Void) {
        guard let path = settings?.feed else { return }
        do {
            try FeedFile.check(path)
            report(foreign(path) ?? past(path) ?? Finding("feed", .ok, path))
        } catch {
            let detail = PrintableText.line(error.description)
            report(Finding("feed", .problem, detail, cure: cure(error, path, user)))
        }
    }

    private func cure(_ error: FeedFileError, _ path: String, _ user: ServiceUser) -> String? {
        let directory = (path as NSString).deletingLastPathComponent
        let isThere = unsafe access(path, F_OK) == 0
        switch error.code {
        case EACCES, EPERM:
            return isThere
                ? "sudo setfacl -m u:\(user.name):rw \(ShellWord.quoted(path))"
                : "sudo setfacl -m u:\(user.name):rwx \(ShellWord.quoted(directory))"
        case ENOSPC: return "df -h \(ShellWord.quoted(directory))"
        case ENOENT: return "mkdir -p \(ShellWord.quoted(directory))"
        case EROFS:
            return "findmnt --target \(ShellWord.quoted(directory))   # mount it for writing"
        default: return nil
        }
    }

    /// Whether the feed was begun by another library: then the catalogue may be on a disk that is not mounted, and this
    /// one is what an indexer made at its empty mount point.
    private func foreign(_ path: String) -> Finding? {
        guard let origin = FeedOrigin(of: path), let reader = try? CatalogueReader(path: catalogue)
        else { return nil }
        do {
            let first = try ChangeToken(origin.token)
            _ = try reader.snapshot { try reader.window(since: first) }
        } catch ChangeToken.Expiry.otherLibrary {
            let directory = (catalogue as NSString).deletingLastPathComponent
            return Finding(
                "feed",
                .problem,
                "\(origin.warning(ofNew: catalogue)); if its disk is not mounted, stop the indexer, mount it and "
                    + "start again; if a new one is meant, move this feed away",
                cure: "findmnt --target \(ShellWord.quoted(directory))"
            )
        } catch {}
        return nil
    }

    /// Whether the feed's file knows of changes that the catalogue does not: then an older copy was put in its place.
    ///
    /// Nothing else is written down of the tokens that were given out, so what other readers have is not known.
    private func past(_ path: String) -> Finding? {
        guard let token = Self.lastToken(of: path),
            let reader = try? CatalogueReader(path: catalogue)
        else { return nil }
        do {
            let known = try ChangeToken(token)
            _ = try reader.snapshot { try reader.window(since: known) }
        } catch ChangeToken.Expiry.future {
            return Finding(
                "feed",
                .note,
                "the last line of \(path) is from after the catalogue, which was put back from a backup "
                    + "or an older copy: the next `heliograph watch` writes tokenExpired there, and "
                    + "everything anew"
            )
        } catch {}
        return nil
    }

    /// The token of the last whole line of a file; nil for a pipe, and for what holds none.
    private static func lastToken(of path: String) -> String? {
        var found = stat()
        guard unsafe stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG,
            let file = FileHandle(forReadingAtPath: path)
        else { return nil }
        defer { try? file.close() }
        let start = max(0, Int64(found.st_size) - 1 << 20)
        try? file.seek(toOffset: UInt64(start))
        guard let tail = try? file.readToEnd() else { return nil }
        for line in tail.split(separator: 0x0A).reversed().prefix(2) {
            let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any]
            if let token = object?["token"] as? String { return token }
        }
        return nil
    }
}
