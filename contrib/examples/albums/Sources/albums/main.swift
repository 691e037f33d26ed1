// Lists the albums of a library, and follows one: prints what comes and goes in it.
//
//     albums                        every folder, album and smart album with its number of assets
//     albums TITLE                  the assets of an album, then what changes in it, until interrupted
//     albums TITLE --once           the assets of an album
//
// The library is that of $HELIOGRAPH_CATALOGUE, or the user's own.

import Photos

/// Prints a folder's contents, those of folders in it further to the right.
func list(_ collections: PHFetchResult<PHCollection>, depth: Int = 0) {
    let indent = String(repeating: "  ", count: depth)
    collections.enumerateObjects { collection, _, _ in
        let title = collection.localizedTitle ?? "untitled"
        if let folder = collection as? PHCollectionList {
            say("\(indent)\(title)/")
            list(PHCollection.fetchCollections(in: folder, options: nil), depth: depth + 1)
        } else if let album = collection as? PHAssetCollection {
            print("\(indent)\(title)  \(PHAsset.fetchAssets(in: album, options: nil).count)")
        }
    }
}

func listSmartAlbums() {
    let albums = PHAssetCollection.fetchAssetCollections(
        with: .smartAlbum,
        subtype: .albumRegular,
        options: nil
    )
    albums.enumerateObjects { album, _, _ in
        let count = PHAsset.fetchAssets(in: album, options: nil).count
        if count > 0 { print("\(album.localizedTitle ?? "untitled")  \(count)") }
    }
}

/// The first album or smart album of a title.
func album(titled title: String) -> PHAssetCollection? {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "title == %@", title)
    for type in [PHAssetCollectionType.album, .smartAlbum] {
        let found = PHAssetCollection.fetchAssetCollections(
            with: type,
            subtype: .any,
            options: options
        )
        if let album = found.firstObject { return album }
    }
    return nil
}

func line(_ asset: PHAsset) -> String {
    let name = asset.value(forKey: "filename") as? String ?? asset.localIdentifier
    let date = asset.creationDate.map { ISO8601DateFormatter().string(from: $0) } ?? "-"
    return "\(date)  \(asset.pixelWidth)×\(asset.pixelHeight)  \(name)"
}

/// Prints a line at once, also into a pipe.
func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

/// Prints what comes and goes among the assets of an album.
final class Follower: NSObject, PHPhotoLibraryChangeObserver {
    private var assets: PHFetchResult<PHAsset>
    private var lines: [String: String] = [:]

    init(_ album: PHAssetCollection) {
        assets = PHAsset.fetchAssets(in: album, options: nil)
        super.init()
        assets.enumerateObjects { asset, _, _ in
            self.lines[asset.localIdentifier] = line(asset)
            say(line(asset))
        }
    }

    // Called on one queue, one call after another.
    func photoLibraryDidChange(_ changeInstance: PHChange) {
        guard let details = changeInstance.changeDetails(for: assets) else { return }
        assets = details.fetchResultAfterChanges
        for asset in details.removedObjects {
            // What is gone is known by its identifier only.
            say("- \(lines.removeValue(forKey: asset.localIdentifier) ?? asset.localIdentifier)")
        }
        for asset in details.insertedObjects {
            lines[asset.localIdentifier] = line(asset)
            say("+ \(line(asset))")
        }
        for asset in details.changedObjects {
            lines[asset.localIdentifier] = line(asset)
            say("~ \(line(asset))")
        }
    }
}

let isAllowed = PHPhotoLibrary.authorizationStatus(for: .readWrite) == .authorized
let reason = PHPhotoLibrary.shared().unavailabilityReason?.localizedDescription
// What was indexed can be listed while its disk is away; without a catalogue there is nothing.
if !isAllowed || (reason != nil && PHAsset.fetchAssets(with: nil).count == 0) {
    FileHandle.standardError.write(Data("albums: \(reason ?? "no access to the library")\n".utf8))
    exit(1)
}
let arguments = CommandLine.arguments.dropFirst()
guard let title = arguments.first else {
    list(PHCollection.fetchTopLevelUserCollections(with: nil))
    listSmartAlbums()
    exit(0)
}
guard let album = album(titled: title) else {
    FileHandle.standardError.write(Data("albums: there is no album \(title)\n".utf8))
    exit(1)
}
let follower = Follower(album)
if !arguments.contains("--once") {
    PHPhotoLibrary.shared().register(follower)
    dispatchMain()
}
