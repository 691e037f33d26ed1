import Foundation
import Photos

// One block of changes that touches everything a block can: it makes two assets, of a file that is moved and of
// data that goes into a directory's album, deletes a Live Photo, restores what was deleted before, edits, gives a
// picture that was edited another edited version and a second one its original back, and makes an album. Used by the
// test that kills it everywhere. Or one change of files alone, for contrib/torture/power-cut.
//
//     change-block CATALOGUE FILE FILE
//     change-block CATALOGUE create move|copy FILE...    makes an asset of a photo and, if named, its RAW file
//     change-block CATALOGUE edit NAME FILE              gives an asset another edited version
//     change-block CATALOGUE revert NAME                 gives an asset its original back

let arguments = CommandLine.arguments
let library = PHPhotoLibrary(catalogueAt: URL(fileURLWithPath: arguments[1]))
PHPhotoLibrary.setShared(library)

func asset(_ name: String) -> PHAsset? {
    let options = PHFetchOptions()
    options.includeHiddenAssets = true
    let all = PHAsset.fetchAssets(with: options)
    return (0..<all.count).map { all[$0] }.first { $0.value(forKey: "filename") as? String == name }
}

if try change(Array(arguments.dropFirst(2))) { exit(0) }

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

/// What an editor makes of an asset: another picture than before.
func output(of asset: PHAsset, _ rendered: Data) throws -> PHContentEditingOutput? {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var found: PHContentEditingInput?
    asset.requestContentEditingInput(with: nil) { input, _ in
        found = input
        done.signal()
    }
    done.wait()
    guard let input = found else { return nil }
    let output = PHContentEditingOutput(contentEditingInput: input)
    output.adjustmentData = PHAdjustmentData(
        formatIdentifier: "com.example.block",
        formatVersion: "1",
        data: Data("again".utf8)
    )
    try rendered.write(to: output.renderedContentURL)
    return output
}

let data = try Data(contentsOf: URL(fileURLWithPath: arguments[3]))
let (revised, reverted) = (asset("revised.jpg"), asset("reverted.jpg"))
let revision = try revised.flatMap { try output(of: $0, data) }
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
        if let revised { PHAssetChangeRequest(for: revised).contentEditingOutput = revision }
        if let reverted { PHAssetChangeRequest(for: reverted).revertAssetContentToOriginal() }
        PHAssetChangeRequest.restoreAssets(deleted)
        PHAssetChangeRequest.deleteAssets([live] as NSArray)
    }
    print("done")
} catch {
    print("failed: \(error.localizedDescription)")
    exit(2)
}
