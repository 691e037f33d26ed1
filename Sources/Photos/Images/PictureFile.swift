internal import Catalogue
internal import Foundation
internal import Imaging
internal import LibraryPictures
internal import PhotoModel
internal import Renditions

/// The file that holds the picture or the film of an asset.
struct PictureFile: Sendable {
    let name: [UInt8]
    /// The key of the file's content in the cache; nil if pictures of it must not be cached.
    let content: ContentKey?
    let isFilm: Bool
    let type: String
    let stored: StoredBytes
    /// The library's record of the film.
    let film: FilmFacts

    typealias Version = AssetPicture.Version

    /// Finds the file of an asset in the latest state of the library.
    ///
    /// - Throws: ``PHPhotosError`` with the reason if there is nothing to show.
    static func find(_ asset: PHAsset, _ version: Version) throws -> PictureFile {
        guard let id = asset.record?.id, let connection = asset.connection else {
            throw gone(asset)
        }
        let found = connection.askLatest { reader -> (AssetRecord, AssetPicture)? in
            guard let record = try reader.assetOrTrashed(id) else { return nil }
            return (record, try AssetPicture(of: record, version, in: reader))
        }
        guard let (record, picture) = found else { throw gone(asset) }
        try check(record)
        return PictureFile(picture.record, picture.path, connection)
    }

    init(_ record: AssetRecord, _ path: [UInt8], _ connection: LibraryConnection) {
        let file = record.file
        (name, type, isFilm) = (file.name, record.uti, record.mediaType == .video)
        // Files in the trash are not watched, so changes to them would go unnoticed.
        content = record.isTrashed ? nil : ContentKey(file)
        stored = StoredBytes(path: path, range: 0..<file.identity.size, connection: connection)
        film = FilmFacts(
            duration: record.duration,
            width: Int(record.width),
            height: Int(record.height)
        )
    }

    private static func gone(_ asset: PHAsset) -> PHPhotosError {
        PHPhotosError(.identifierNotFound, "the asset \(asset.localIdentifier) no longer exists")
    }

    private static func check(_ record: AssetRecord) throws {
        let name = String(decoding: record.file.name, as: UTF8.self)
        if let reason = record.unreadableReason {
            throw PHPhotosError(.invalidResource, "\(name) cannot be read: \(reason)")
        }
        guard record.mediaType == .image || record.mediaType == .video else {
            throw PHPhotosError(.requestNotSupportedForAsset, "\(name) shows no picture")
        }
    }

    var url: URL { stored.url }

    /// The object that makes pictures of the file.
    var maker: any PictureMaking {
        PictureMaker.of(catalogue: stored.connection?.path ?? "")
    }

    /// Returns the info for an answer made from this file.
    func info(_ request: PHImageRequestID, isDegraded: Bool = false) -> ResultInfo {
        var info = ResultInfo(request)
        (info.isDegraded, info.file, info.uniformTypeIdentifier) = (isDegraded, url, type)
        return info
    }

    func order(_ request: RenditionRequest, _ priority: PictureOrder.Priority) -> PictureOrder {
        let source = PictureSource(path: stored.path, isFilm: isFilm, content: content)
        return PictureOrder(source, request, priority: priority)
    }

    /// Returns the library's error for a failure.
    func failure(_ error: ImagingError) -> PHPhotosError {
        let name = String(decoding: name, as: UTF8.self)
        switch error.code {
        case .cancelled: return PHPhotosError(.userCancelled)
        case .undecodable: return PHPhotosError(.invalidResource, "\(name): \(error)")
        case .helperMissing: return PHPhotosError(.internalError, "\(error)")
        case .unavailable: break
        }
        do {
            // Throws a more precise error if the disk is away or the file may not be read.
            try stored.check()
        } catch let failure as PHPhotosError {
            return failure
        } catch {}
        return PHPhotosError(.missingResource, "\(name): \(error)")
    }
}

extension PictureFile.Version {
    init(_ version: PHImageRequestOptionsVersion?) {
        // Only an editor's version lies next to an original, so the unadjusted version is the original.
        self = version == .original || version == .unadjusted ? .original : .current
    }

    init(_ version: PHVideoRequestOptionsVersion?) {
        self = version == .original ? .original : .current
    }
}
