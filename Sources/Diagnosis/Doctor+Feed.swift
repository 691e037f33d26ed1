internal import Catalogue
internal import Foundation
internal import Settings

extension Doctor {
    /// Whether the feed's file knows of changes that the catalogue does not: then an older copy was put in its place.
    ///
    /// Nothing else is written down of the tokens that were given out, so what other readers have is not known.
    func feed(_ settings: Settings?, _ report: (Finding) -> Void) {
        guard let path = settings?.feed, let token = Self.lastToken(of: path),
            let reader = try? CatalogueReader(path: catalogue)
        else { return }
        do {
            let known = try ChangeToken(token)
            _ = try reader.snapshot { try reader.window(since: known) }
        } catch ChangeToken.Expiry.future {
            report(
                Finding(
                    "feed",
                    .note,
                    "the last line of \(path) is from after the catalogue, which was put back from a backup "
                        + "or an older copy: the next `heliograph watch` writes tokenExpired there, and "
                        + "everything anew"
                )
            )
        } catch {}
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
