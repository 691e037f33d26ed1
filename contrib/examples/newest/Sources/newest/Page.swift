import Photos

/// A page with thumbnails, in a folder.
struct Page {
    let folder: URL

    func write(_ photos: PHFetchResult<PHAsset>) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Loaded again every two seconds.
        var html = "<!doctype html><meta charset=utf-8><meta http-equiv=refresh content=2>"
        for asset in photos.objects(at: IndexSet(integersIn: 0..<photos.count)) {
            let name = asset.localIdentifier.replacing("/", with: "-") + ".jpg"
            do {
                let picture = try await thumbnail(of: asset, side: 256)
                try picture.write(to: folder.appending(path: name))
            } catch {
                // The photo has its caption only.
                say("no picture of \(asset.localIdentifier): \(error.localizedDescription)")
            }
            let caption = "\(asset.isFavorite ? "♥" : "") \(date(of: asset))"
            html += "<figure><img src='\(name)'><figcaption>\(caption)</figcaption></figure>"
        }
        let file = folder.appending(path: "index.html")
        try Data(html.utf8).write(to: file, options: .atomic)
    }

    private func date(of asset: PHAsset) -> String {
        asset.creationDate?.formatted(.iso8601.year().month().day()) ?? "undated"
    }

    /// The picture of a photo as a JPEG file; `side` is in pixels.
    private func thumbnail(of asset: PHAsset, side: CGFloat) async throws -> Data {
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        return try await withCheckedThrowingContinuation { continuation in
            PHImageManager.default().requestImage(
                for: asset,
                targetSize: CGSize(width: side, height: side),
                contentMode: .aspectFill,
                options: options
            ) { image, info in
                if let data = image?.jpegData(compressionQuality: 0.8) {
                    continuation.resume(returning: data)
                } else {
                    let error = info?[PHImageErrorKey] as? any Error
                    continuation.resume(throwing: error ?? CocoaError(.fileReadUnknown))
                }
            }
        }
    }
}
