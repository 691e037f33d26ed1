import Photos

/// What changed since the last run, by a token in a file.
struct History {
    let file: URL

    func report() throws {
        let library = PHPhotoLibrary.shared()
        guard let token = load() else {
            say("the first run")
            return try save(library.currentChangeToken)
        }
        do {
            var (inserted, deleted, last) = (Set<String>(), Set<String>(), token)
            for change in try library.fetchPersistentChanges(since: token) {
                let details = try change.changeDetails(for: .asset)
                // A photo that was deleted and restored did not come since.
                deleted.formUnion(details.deletedLocalIdentifiers.subtracting(inserted))
                inserted.subtract(details.deletedLocalIdentifiers)
                inserted.formUnion(details.insertedLocalIdentifiers.subtracting(deleted))
                last = change.changeToken
            }
            say("photos that came since the last run: \(inserted.count)")
            try save(last)
        } catch let error as PHPhotosError where error.code == .persistentChangeTokenExpired {
            say("what changed since the last run is no longer known")
            try save(library.currentChangeToken)
        } catch {
            // The token stays, for a run that can read the catalogue.
            say("what changed since the last run is not known: \(error.localizedDescription)")
        }
    }

    private func load() -> PHPersistentChangeToken? {
        guard let data = try? Data(contentsOf: file) else { return nil }
        return try? NSKeyedUnarchiver.unarchivedObject(
            ofClass: PHPersistentChangeToken.self,
            from: data
        )
    }

    private func save(_ token: PHPersistentChangeToken) throws {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: token,
            requiringSecureCoding: true
        )
        try data.write(to: file, options: .atomic)
    }
}
