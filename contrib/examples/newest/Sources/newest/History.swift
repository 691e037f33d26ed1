import Photos

/// What changed since the last run, by a token in a file.
struct History {
    let file: URL

    func report() throws {
        let library = PHPhotoLibrary.shared()
        guard let token = try load() else {
            print("the first run")
            return try save(library.currentChangeToken)
        }
        do {
            var (inserted, last) = (Set<String>(), token)
            for change in try library.fetchPersistentChanges(since: token) {
                inserted.formUnion(try change.changeDetails(for: .asset).insertedLocalIdentifiers)
                last = change.changeToken
            }
            print("\(inserted.count) photos came since the last run")
            try save(last)
        } catch let error as PHPhotosError where error.code == .persistentChangeTokenExpired {
            print("the last run is too long ago to know what changed")
            try save(library.currentChangeToken)
        }
    }

    private func load() throws -> PHPersistentChangeToken? {
        guard let data = try? Data(contentsOf: file) else { return nil }
        return try NSKeyedUnarchiver.unarchivedObject(
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
