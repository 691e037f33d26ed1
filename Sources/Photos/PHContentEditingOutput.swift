public import Foundation
internal import LibraryFiles
public import UniformTypeIdentifiers

/// What a program made of a photo or film, to be handed to ``PHAssetChangeRequest/contentEditingOutput``.
///
/// The edited picture or film is written to ``renderedContentURL``, which no file has yet; how it came to that is
/// ``adjustmentData``. Both are needed. The library copies them beside the original when the block is committed; the
/// file is removed when the output is no longer in use.
open class PHContentEditingOutput: NSObject {
    /// The asset that was edited.
    private let asset: String
    private let folder: URL
    private let isFilm: Bool
    /// Where what came of it lies, for one that asked for another format.
    private var chosen: URL?

    /// How the original was edited: the newest edit alone, starting from the original.
    open var adjustmentData: PHAdjustmentData?

    /// Where the edited picture or film is to be written, upright, in a format that photos or films have.
    open var renderedContentURL: URL { rendered }
    private let rendered: URL

    /// The edit of an asset.
    public init(contentEditingInput: PHContentEditingInput) {
        asset = contentEditingInput.asset.localIdentifier
        folder = Self.makeFolder()
        isFilm = contentEditingInput.mediaType == .video
        rendered = folder.appendingPathComponent(isFilm ? "FullRender.mov" : "FullRender.jpg")
    }

    /// The edit of an asset that the same block makes.
    public init(placeholderForCreatedAsset placeholder: PHObjectPlaceholder) {
        asset = placeholder.localIdentifier
        folder = Self.makeFolder()
        isFilm = false
        rendered = folder.appendingPathComponent("FullRender.jpg")
    }

    /// The format that ``renderedContentURL`` is named after: JPEG, or QuickTime for a film.
    open var defaultRenderedContentType: UTType? { isFilm ? .quickTimeMovie : .jpeg }

    /// The formats that the edited picture or film may be in.
    open var supportedRenderedContentTypes: [UTType] {
        isFilm ? [.quickTimeMovie, .mpeg4Movie] : [.jpeg, .heic, .png, .webP, .tiff]
    }

    /// Where the edited picture or film is to be written in another format, in the place of ``renderedContentURL``; the
    /// last one that was asked for counts.
    ///
    /// - Throws: ``PHPhotosError`` for a format that is not among ``supportedRenderedContentTypes``.
    open func renderedContentURL(for type: UTType) throws -> URL {
        guard supportedRenderedContentTypes.contains(type),
            let ending = type.preferredFilenameExtension
        else {
            throw PHPhotosError(.invalidResource, "no edit is kept as \(type.identifier)")
        }
        let url = folder.appendingPathComponent("FullRender.\(ending)")
        chosen = url
        return url
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A folder that nobody else may look into; where it cannot be made, writing there says why.
    private static func makeFolder() -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("heliograph-edit-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        return folder
    }

    /// What is to be done to an asset.
    ///
    /// - Throws: ``PHPhotosError`` when something is missing, or this was made of another asset.
    func edit(of asset: String) throws -> AssetEdit {
        guard asset == self.asset else {
            throw PHPhotosError(
                .requestNotSupportedForAsset,
                "what was made of \(self.asset) is no edit of \(asset)"
            )
        }
        guard let adjustmentData else {
            throw PHPhotosError(.invalidResource, "the edit has no adjustment data")
        }
        return AssetEdit(
            rendered: Array((chosen ?? renderedContentURL).path.utf8),
            adjustments: try adjustmentData.envelope(at: Date())
        )
    }
}
