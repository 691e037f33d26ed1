internal import Foundation
internal import LibraryFiles

/// The bytes of a picture's file.
struct ImageData: Sendable {
    let bytes: Data
    let type: String
    let orientation: CGImagePropertyOrientation

    /// Reads the file and answers; waits for the extractor, which reads the orientation of the pixels.
    static func answer(_ request: MediaRequest<ImageData>, _ file: PictureFile) {
        do {
            guard !file.isFilm else {
                let message = "\(file.url.lastPathComponent) is a film, no picture"
                throw PHPhotosError(.requestNotSupportedForAsset, message)
            }
            var bytes = Data()
            try file.stored.read { piece in
                bytes.append(piece)
                return request.isGoing
            }
            guard request.isGoing else { return }
            let turned = EditedFile.orientation(of: file.stored.path)
            var info = file.info(request.id)
            info.exifOrientation = turned
            let orientation = CGImagePropertyOrientation(rawValue: UInt32(clamping: turned)) ?? .up
            request.answer(
                ImageData(bytes: bytes, type: file.type, orientation: orientation),
                info
            )
        } catch {
            request.fail(error)
        }
    }
}
