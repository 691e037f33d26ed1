internal import Catalogue
internal import Foundation
internal import PhotoModel
internal import Settings

extension Doctor {
    /// Checks that the feed can be written, and continues what is in its file.
    func feed(_ settings: Settings?, _ user: ServiceUser, _ report: (Finding) -> Void) {
        guard let path = settings?.feed else { return }
        do {
            let last = try FeedFile.check(path)
            let reader = try? CatalogueReader(path: catalogue)
            let finding =
                reader.flatMap { foreign(path, to: $0) ?? past(path, last, $0) } ?? removed(path)
            report(finding ?? Finding("feed", .ok, path))
        } catch {
            let detail = PrintableText.line(error.description)
            report(Finding("feed", .problem, detail, cure: cure(error, path, user)))
        }
    }

    /// Returns a finding if an indexer runs and the file of its feed no longer exists.
    private func removed(_ path: String) -> Finding? {
        guard unsafe access(path, F_OK) != 0,
            let process = CatalogueLock.holder(ofCatalogue: catalogue)
        else { return nil }
        return Finding(
            "feed",
            .problem,
            "\(path) no longer exists, and the indexer (process \(process)) may write to what was removed; SIGHUP "
                + "has it begin a new one",
            cure: "kill -HUP \(process)"
        )
    }

    private func cure(_ error: FeedFileError, _ path: String, _ user: ServiceUser) -> String? {
        let directory = (path as NSString).deletingLastPathComponent
        let isThere = unsafe access(path, F_OK) == 0
        switch error.code {
        case EACCES, EPERM:
            return isThere
                ? AccessList.one("rw", Array(path.utf8), by: user.name)
                : AccessList.one("rwx", Array(directory.utf8), by: user.name)
        case ENOSPC: return "df -h \(ShellWord.quoted(directory))"
        case ENOENT: return "mkdir -p \(ShellWord.quoted(directory))"
        case EROFS:
            return "findmnt --target \(ShellWord.quoted(directory))   # mount it for writing"
        default: return nil
        }
    }

    /// Returns a finding if the feed was begun by another library.
    ///
    /// The catalogue may then be on a disk that is not mounted, with this one made by an indexer at the empty mount
    /// point.
    private func foreign(_ path: String, to reader: CatalogueReader) -> Finding? {
        guard let origin = FeedOrigin(of: path) else { return nil }
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

    /// Returns a finding if the feed's file is ahead of the catalogue, because an older copy of that was restored.
    ///
    /// No other tokens that were handed out are recorded, so the state of other readers is not known.
    private func past(_ path: String, _ last: String?, _ reader: CatalogueReader) -> Finding? {
        guard let last else { return nil }
        do {
            let known = try ChangeToken(last)
            _ = try reader.snapshot { try reader.window(since: known) }
        } catch ChangeToken.Expiry.future {
            return Finding(
                "feed",
                .note,
                "the last line of \(path) is from after the catalogue, which was put back from a backup "
                    + "or an older copy: the next `heliograph watch` writes tokenExpired there, and "
                    + "the whole library"
            )
        } catch {}
        return nil
    }
}
