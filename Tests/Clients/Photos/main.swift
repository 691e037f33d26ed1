import Photos

// Keeps a token and the names of assets in other libraries in two files, and says what came since the token.
//
//     photos-client CATALOGUE FILE

let library = PHPhotoLibrary(catalogueAt: URL(fileURLWithPath: CommandLine.arguments[1]))
PHPhotoLibrary.setShared(library)
let tokenFile = URL(fileURLWithPath: CommandLine.arguments[2])
let namesFile = tokenFile.appendingPathExtension("names")

/// The assets' identifiers with the names they have everywhere.
func names() -> [String: PHCloudIdentifier] {
    var identifiers: [String] = []
    PHAsset.fetchAssets(with: nil).enumerateObjects { asset, _, _ in
        identifiers.append(asset.localIdentifier)
    }
    return library.cloudIdentifierMappings(forLocalIdentifiers: identifiers)
        .compactMapValues { try? $0.get() }
}

if let data = try? Data(contentsOf: tokenFile) {
    let token = try NSKeyedUnarchiver.unarchivedObject(
        ofClass: PHPersistentChangeToken.self,
        from: data
    )
    let kept = try NSKeyedUnarchiver.unarchivedObject(
        ofClasses: [NSDictionary.self, NSString.self, PHCloudIdentifier.self],
        from: Data(contentsOf: namesFile)
    )
    guard let token, let kept = kept as? [String: PHCloudIdentifier] else {
        print("not what was kept")
        exit(1)
    }
    var came = Set<String>()
    for change in try library.fetchPersistentChanges(since: token) {
        came.formUnion(try change.changeDetails(for: .asset).insertedLocalIdentifiers)
    }
    let all = names()
    let isRight = Set(all.keys) == came.union(kept.keys) && kept.allSatisfy { all[$0] == $1 }
    print(isRight ? "kept \(kept.count), came \(came.count)" : "other names")
} else {
    try NSKeyedArchiver.archivedData(
        withRootObject: library.currentChangeToken,
        requiringSecureCoding: true
    ).write(to: tokenFile)
    try NSKeyedArchiver.archivedData(
        withRootObject: NSDictionary(dictionary: names()),
        requiringSecureCoding: true
    ).write(to: namesFile)
    print("new")
}
