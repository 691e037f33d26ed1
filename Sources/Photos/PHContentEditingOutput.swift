public import Foundation
internal import LibraryFiles
public import UniformTypeIdentifiers

/// The result of editing a photo or film, to be set as ``PHAssetChangeRequest/contentEditingOutput``.
///
/// The edited picture or film is written to ``renderedContentURL``, where no file exists yet; ``adjustmentData``
/// describes the edit. Both are required. The library copies them beside the original when the block is committed; the
/// file is removed when the output is released.
open class PHContentEditingOutput: NSObject {
    /// The identifier of the edited asset.
    private let asset: String
    private let folder: URL
    private let isFilm: Bool
    /// The URL of the result if another format was requested.
    private var chosen: URL?

    /// The description of the edit: the newest edit alone, based on the original.
    open var adjustmentData: PHAdjustmentData?

    /// The URL to write the edited picture or film to, upright, in a supported format.
    open var renderedContentURL: URL { rendered }
    private let rendered: URL

    /// Creates the output for an edit of an asset.
    public init(contentEditingInput: PHContentEditingInput) {
        asset = contentEditingInput.asset.localIdentifier
        folder = Self.makeFolder()
        isFilm = contentEditingInput.mediaType == .video
        rendered = folder.appendingPathComponent(isFilm ? "FullRender.mov" : "FullRender.jpg")
    }

    /// Creates the output for an edit of an asset that the same block creates.
    public init(placeholderForCreatedAsset placeholder: PHObjectPlaceholder) {
        asset = placeholder.localIdentifier
        folder = Self.makeFolder()
        isFilm = false
        rendered = folder.appendingPathComponent("FullRender.jpg")
    }

    /// The format that ``renderedContentURL`` is named after: JPEG, or QuickTime for a film.
    open var defaultRenderedContentType: UTType? { isFilm ? .quickTimeMovie : .jpeg }

    /// The formats that the edited picture or film may have.
    open var supportedRenderedContentTypes: [UTType] {
        isFilm ? [.quickTimeMovie, .mpeg4Movie] : [.jpeg, .heic, .png, .webP, .tiff]
    }

    /// Returns the URL to write the edited picture or film to in another format, in place of ``renderedContentURL``;
    /// only the last format requested counts.
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

    /// Creates a folder that only this user can access; if that fails, writing to it reports the error.
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

    /// Returns the edit to apply to an asset.
    ///
    /// - Throws: ``PHPhotosError`` if something is missing, or the output belongs to another asset.
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
