import Foundation
import Photos

/// Makes one change of files; false when the words name none.
func change(_ words: [String]) throws -> Bool {
    let library = PHPhotoLibrary.shared()
    switch words.first {
    case "create":
        let options = PHAssetResourceCreationOptions()
        options.shouldMoveFile = words[1] == "move"
        try library.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            let parts: [PHAssetResourceType] = [.photo, .alternatePhoto]
            for (path, part) in zip(words.dropFirst(2), parts) {
                let file = URL(fileURLWithPath: path)
                request.addResource(with: part, fileURL: file, options: options)
            }
        }
    case "edit":
        let found = asset(words[1])
        let rendered = try Data(contentsOf: URL(fileURLWithPath: words[2]))
        guard let found, let output = try output(of: found, rendered) else { return false }
        try library.performChangesAndWait {
            PHAssetChangeRequest(for: found).contentEditingOutput = output
        }
    case "revert":
        guard let found = asset(words[1]) else { return false }
        try library.performChangesAndWait {
            PHAssetChangeRequest(for: found).revertAssetContentToOriginal()
        }
    default: return false
    }
    return true
}
