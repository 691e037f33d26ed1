public import Foundation
internal import LibraryFiles
internal import PhotoModel
public import UniformTypeIdentifiers

/// Makes an asset of one or several files, which are copied into the library.
///
/// The files come to lie in the directory of an album that the asset is added to in the same block, else in
/// one named after the month it was taken in, such as `2023/2023-07`; never over another file. They are read when
/// the block is committed: what cannot be one asset makes the block fail with `invalidResource` or
/// `missingResource`, a read-only library with `accessRestricted`.
open class PHAssetCreationRequest: PHAssetChangeRequest {
    /// Makes an asset that files are added to with ``addResource(with:fileURL:options:)``.
    @discardableResult
    open class func forAsset() -> PHAssetCreationRequest {
        PHAssetCreationRequest(AssetCreation())
    }

    @discardableResult
    open override class func creationRequestForAsset(from image: UIImage) -> PHAssetCreationRequest
    {
        PHAssetCreationRequest(image)
    }

    @discardableResult
    open override class func creationRequestForAssetFromImage(
        atFileURL fileURL: URL
    ) -> PHAssetCreationRequest? {
        PHAssetCreationRequest(.photo, fileURL)
    }

    @discardableResult
    open override class func creationRequestForAssetFromVideo(
        atFileURL fileURL: URL
    ) -> PHAssetCreationRequest? {
        PHAssetCreationRequest(.video, fileURL)
    }

    override init(_ creation: AssetCreation) {
        super.init(creation)
    }

    convenience init(_ image: UIImage) {
        self.init(AssetCreation())
        let hasAlpha = image.stored?.hasAlpha == true
        let file = hasAlpha ? image.pngData() : image.jpegData(compressionQuality: 0.9)
        // Without one the block fails: an asset needs a photo.
        if let file { addResource(with: .photo, data: file, options: nil) }
    }

    /// Nil when the file holds something else.
    convenience init?(_ type: PHAssetResourceType, _ file: URL) {
        let wanted: MediaType = type == .video ? .video : .image
        guard NewAsset.mediaType(ofFile: Array(file.path.utf8)) == wanted else { return nil }
        self.init(AssetCreation())
        addResource(with: type, fileURL: file, options: nil)
    }

    /// Whether files of these kinds, as raw values of ``PHAssetResourceType``, can be one asset.
    ///
    /// A photo or a video; with a photo also its RAW file as `alternatePhoto` and the film of a Live Photo as
    /// `pairedVideo`; with either also `adjustmentData` and the edited version: `fullSizePhoto` and
    /// `fullSizePairedVideo`, or `fullSizeVideo`. Each kind once.
    open class func supportsAssetResourceTypes(_ types: [NSNumber]) -> Bool {
        let known = types.compactMap { ResourceType(rawValue: $0.intValue) }
        return known.count == types.count && NewAsset.canBeMade(of: known)
    }

    /// Adds a file to the asset; it is read when the block is committed.
    open func addResource(
        with type: PHAssetResourceType,
        fileURL: URL,
        options: PHAssetResourceCreationOptions?
    ) {
        let path = Array(fileURL.path.utf8)
        add(type, .file(path, moves: options?.shouldMoveFile == true), options)
    }

    /// Adds bytes to the asset that are to be a file of it.
    open func addResource(
        with type: PHAssetResourceType,
        data: Data,
        options: PHAssetResourceCreationOptions?
    ) {
        add(type, .bytes([UInt8](data)), options)
    }

    private func add(
        _ type: PHAssetResourceType,
        _ content: NewAsset.Content,
        _ options: PHAssetResourceCreationOptions?
    ) {
        checkIsInBlock()
        guard let known = ResourceType(rawValue: type.rawValue) else {
            return transaction.add { _ in
                throw PHPhotosError(
                    .invalidResource,
                    userInfo: [NSLocalizedDescriptionKey: "no asset has a resource \(type)"]
                )
            }
        }
        let name = options?.originalFilename.map { Array($0.utf8) }
        creation?.resources.append(NewAsset.Resource(known, content, name: name))
    }
}

/// How a file of a new asset is taken.
open class PHAssetResourceCreationOptions: NSObject, NSCopying {
    /// The name it is to have in the library, if that is free; nil for the file's own, or a new one for data.
    open var originalFilename: String?

    /// What kind of file it is, such as `public.jpeg`; the library looks for itself.
    open var uniformTypeIdentifier: String?

    /// The same as a type.
    open var contentType: UTType? {
        get { uniformTypeIdentifier.flatMap { UTType($0) } }
        set { uniformTypeIdentifier = newValue?.identifier }
    }

    /// Whether the file is moved instead of copied: it leaves its place when the block succeeds.
    ///
    /// The block fails when another program has the file open, or it has another name too.
    open var shouldMoveFile = false

    public override init() {}

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceCreationOptions()
        copy.originalFilename = originalFilename
        copy.uniformTypeIdentifier = uniformTypeIdentifier
        copy.shouldMoveFile = shouldMoveFile
        return copy
    }
}
