import Foundation
import Photos

// One block of changes that touches everything a block can: it makes two assets, of a file that is moved and of
// data that goes into a directory's album, deletes a Live Photo, restores what was deleted before, edits, and makes
// an album. Used by the test that kills it everywhere.
//
//     change-block CATALOGUE FILE

let arguments = CommandLine.arguments
let library = PHPhotoLibrary(catalogueAt: URL(fileURLWithPath: arguments[1]))
PHPhotoLibrary.setShared(library)

func asset(_ name: String) -> PHAsset? {
    let all = PHAsset.fetchAssets(with: nil)
    return (0..<all.count).map { all[$0] }.first { $0.value(forKey: "filename") as? String == name }
}

let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
let directory = (0..<albums.count).map { albums[$0] }.first { $0.localizedTitle == "live" }
let deletedAlbum = PHAssetCollection.fetchAssetCollections(
    with: .smartAlbum,
    subtype: PHAssetCollectionSubtype(rawValue: 1_000_000_201) ?? .any,
    options: nil
).firstObject
let deleted = deletedAlbum.map { PHAsset.fetchAssets(in: $0, options: nil) }
guard let live = asset("live.jpg"), let edited = asset("edited.jpg"), let directory, let deleted
else {
    print("the library is not as it should be")
    exit(1)
}
let data = try Data(contentsOf: URL(fileURLWithPath: arguments[3]))
do {
    try library.performChangesAndWait {
        let moving = PHAssetResourceCreationOptions()
        moving.shouldMoveFile = true
        let moved = PHAssetCreationRequest.forAsset()
        moved.addResource(
            with: .photo,
            fileURL: URL(fileURLWithPath: arguments[2]),
            options: moving
        )
        let made = PHAssetCreationRequest.forAsset()
        let named = PHAssetResourceCreationOptions()
        named.originalFilename = "made.jpg"
        made.addResource(with: .photo, data: data, options: named)
        let placeholders = [moved, made].compactMap(\.placeholderForCreatedAsset)
        PHAssetCollectionChangeRequest(for: directory)?
            .addAssets(Array(placeholders.suffix(1)) as NSArray)
        PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Block")
            .addAssets(placeholders as NSArray)
        PHAssetChangeRequest(for: edited).isFavorite = true
        PHAssetChangeRequest.restoreAssets(deleted)
        PHAssetChangeRequest.deleteAssets([live] as NSArray)
    }
    print("done")
} catch {
    print("failed: \(error.localizedDescription)")
    exit(2)
}
