import Photos

// newest FOLDER [--favorite] [--once]
let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first(where: { !$0.hasPrefix("-") }) else {
    print("usage: newest FOLDER [--favorite] [--once]")
    exit(64)
}
guard PHPhotoLibrary.authorizationStatus(for: .readWrite) == .authorized else {
    print(
        "the catalogue cannot be read: \(PHPhotoLibrary.shared().unavailabilityReason?.localizedDescription ?? "")"
    )
    exit(77)
}
let page = Page(folder: URL(filePath: path))
var photos: NewestPhotos?
photos = NewestPhotos(count: 12) {
    guard let result = photos?.result else { return }
    do { try await page.write(result) } catch {
        print("the page was not written: \(error.localizedDescription)")
    }
}
guard let photos else { exit(70) }
try await page.write(photos.result)
try History(file: page.folder.appending(path: "token")).report()
print("\(photos.result.count) photos in \(path)/index.html")
if arguments.contains("--favorite"), let asset = photos.result.firstObject {
    try await mark(asset)
}
if arguments.contains("--once") { exit(0) }
// The page follows the library until the program is ended.
while true { try await Task.sleep(for: .seconds(3_600)) }

/// Changes are made in a block, all of them or none.
func mark(_ asset: PHAsset) async throws {
    try await PHPhotoLibrary.shared().performChanges {
        PHAssetChangeRequest(for: asset).isFavorite = true
    }
}
