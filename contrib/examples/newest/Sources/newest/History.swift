import Photos

/// What changed since the last run, by a token in a file.
struct History {
    let file: URL

    func report() throws {
        let library = PHPhotoLibrary.shared()
        defer { save(library.currentChangeToken) }
        guard let data = try? Data(contentsOf: file),
            let token = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: PHPersistentChangeToken.self,
                from: data
            )
        else { return print("the first run") }
        do {
            var inserted = Set<String>()
            for change in try library.fetchPersistentChanges(since: token) {
                inserted.formUnion(try change.changeDetails(for: .asset).insertedLocalIdentifiers)
            }
            print("\(inserted.count) photos came since the last run")
        } catch let error as PHPhotosError where error.code == .persistentChangeTokenExpired {
            print("too long ago to tell what changed")
        }
    }

    private func save(_ token: PHPersistentChangeToken) {
        let data = try? NSKeyedArchiver.archivedData(
            withRootObject: token,
            requiringSecureCoding: true
        )
        try? data?.write(to: file, options: .atomic)
    }
}
