import Photos

let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first(where: { !$0.hasPrefix("-") }) else {
    say("usage: newest FOLDER [--favorite] [--once]")
    exit(64)
}
guard await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .authorized else {
    say("the catalogue cannot be read")
    exit(77)
}
let page = Page(folder: URL(filePath: path))
let photos = NewestPhotos(count: 12)
try await page.write(photos.result)
try History(file: page.folder.appending(path: "token")).report()
say("\(photos.result.count) photos in \(path)/index.html")
if arguments.contains("--favorite"), let asset = photos.result.firstObject {
    do {
        try await mark(asset)
        say("marked \(asset.localIdentifier)")
    } catch {
        say("it could not be marked: \(error.localizedDescription)")
        exit(1)
    }
}
if arguments.contains("--once") { exit(0) }
// The page follows the library until the program is ended.
for await _ in photos.changes { try await page.write(photos.result) }

func mark(_ asset: PHAsset) async throws {
    try await PHPhotoLibrary.shared().performChanges {
        PHAssetChangeRequest(for: asset).isFavorite = true
    }
}

/// Prints a line at once, also into a file, for which `print` collects what it is given.
func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}
