internal import Catalogue
public import CoreLocation
internal import Foundation
internal import PhotoModel

/// A request to create, change or delete assets.
///
/// Changing an asset changes what the library knows about it; its files stay as they are. An edited version is stored
/// beside the original.
open class PHAssetChangeRequest: PHChangeRequest {
    /// The asset to change; nil for one that is being created.
    private let asset: PHAsset?
    let creation: AssetCreation?
    private var edit: [(inout UserEdit) -> Void] = []

    /// Creates a request to change an asset.
    public init(for asset: PHAsset) {
        (self.asset, creation) = (asset, nil)
        (creationDate, location) = (asset.creationDate, asset.location)
        (isFavorite, isHidden, rating) = (asset.isFavorite, asset.isHidden, asset.rating)
        super.init()
        _ = transaction.admitted([asset])
        transaction.add { [self] writer in try apply(writer) }
    }

    /// Creates a request to create an asset.
    init(_ creation: AssetCreation) {
        (asset, self.creation) = (nil, creation)
        (isFavorite, isHidden, rating) = (false, false, .unset)
        super.init()
        transaction.create(creation)
        transaction.add { [self] writer in try apply(writer) }
    }

    /// Creates an asset from a picture, which is written as a JPEG file, or as PNG if it has transparency.
    ///
    /// It has only the date and place that are set on the request. The block fails with `missingResource` if the
    /// picture cannot be written.
    @discardableResult
    open class func creationRequestForAsset(from image: UIImage) -> PHAssetChangeRequest {
        PHAssetCreationRequest(image)
    }

    /// Creates an asset from a picture file, which is copied into the library; returns nil if the file is not a
    /// picture.
    @discardableResult
    open class func creationRequestForAssetFromImage(
        atFileURL fileURL: URL
    ) -> PHAssetChangeRequest? {
        PHAssetCreationRequest(.photo, fileURL)
    }

    /// Creates an asset from a film file, which is copied into the library; returns nil if the file is not a film.
    @discardableResult
    open class func creationRequestForAssetFromVideo(
        atFileURL fileURL: URL
    ) -> PHAssetChangeRequest? {
        PHAssetCreationRequest(.video, fileURL)
    }

    /// A placeholder for the asset that is being created, valid inside the block and after it; nil for an existing
    /// asset.
    open var placeholderForCreatedAsset: PHObjectPlaceholder? {
        creation.map {
            PHObjectPlaceholder(localIdentifier: ObjectKind.asset.localIdentifier($0.uuid))
        }
    }

    /// Moves assets with all their files to the trash of their file system, as the FreeDesktop.org trash specification
    /// describes.
    ///
    /// Afterwards they are in the Recently Deleted album and in no other. The block fails with `accessRestricted` in a
    /// read-only library, and with `accessUserDenied` if files may not be moved.
    open class func deleteAssets(_ assets: any NSFastEnumeration) {
        let transaction = ChangeTransaction.required("a change request")
        transaction.delete(numbers(assets, transaction))
    }

    /// Restores deleted assets from the trash to their former places, with everything the library knew about them.
    ///
    /// A missing directory is created again; if another file has taken the name, a number is added to it.
    open class func restoreAssets(_ assets: any NSFastEnumeration) {
        let transaction = ChangeTransaction.required("a change request")
        transaction.restore(numbers(assets, transaction))
    }

    private class func numbers(
        _ assets: any NSFastEnumeration,
        _ transaction: ChangeTransaction
    ) -> [Int64] {
        transaction.admitted(enumerated(assets)).compactMap { ($0 as? PHAsset)?.record?.id }
    }

    /// The date the asset was taken; nil to use the date from its file.
    ///
    /// An offset that the file has, or that follows from the GPS clock, stays the same.
    open var creationDate: Date? {
        willSet { checkIsInBlock() }
        didSet {
            let date = creationDate
            let offset = asset?.record?.creationDate.knownOffset ?? 0
            creation?.date = date
            edit.append { edit in
                edit.date = date.map {
                    CaptureDate(
                        microseconds: PredicateArgument.microseconds($0),
                        offsetMinutes: offset,
                        source: .user
                    )
                }
            }
        }
    }

    /// The location the asset was taken at; nil for none.
    open var location: CLLocation? {
        willSet { checkIsInBlock() }
        didSet {
            let place = location.map { location in
                UserEdit.Place(
                    point: GeographicPoint(
                        latitude: location.coordinate.latitude,
                        longitude: location.coordinate.longitude
                    ),
                    altitude: location.verticalAccuracy < 0 ? nil : location.altitude
                )
            }
            edit.append { $0.place = .some(place) }
        }
    }

    /// Whether the asset is a favorite.
    open var isFavorite: Bool {
        willSet { checkIsInBlock() }
        didSet {
            let isFavorite = isFavorite
            edit.append { $0.isFavorite = isFavorite }
        }
    }

    /// Whether the asset is hidden from fetches that do not ask for hidden assets.
    open var isHidden: Bool {
        willSet { checkIsInBlock() }
        didSet {
            let isHidden = isHidden
            edit.append { $0.isHidden = isHidden }
        }
    }

    /// The star rating.
    open var rating: PHAsset.Rating {
        willSet { checkIsInBlock() }
        didSet {
            let stars = rating.rawValue
            edit.append { $0.rating = stars }
        }
    }

    /// The result of an edit, which the library shows from then on; only the last one that is set counts.
    ///
    /// It is stored beside the original with the adjustment data, under names that identify the original; the files of
    /// an earlier edit go to the trash. The block fails with `invalidResource` if there is no adjustment data, or no
    /// picture or film of the asset's kind; with `requestNotSupportedForAsset` if the output belongs to another asset;
    /// with `missingResource` if the original is missing; and, if files may not be added, with the error that adding an
    /// asset has.
    open var contentEditingOutput: PHContentEditingOutput? {
        willSet { checkIsInBlock() }
        didSet { change(contentEditingOutput.map { .edited($0) }) }
    }

    /// Reverts to the original: edited versions and adjustment data go to the trash.
    ///
    /// This has no effect on an asset that was not edited. The block fails with `missingResource` if the original is
    /// missing.
    open func revertAssetContentToOriginal() {
        checkIsInBlock()
        change(.reverted)
    }

    private func change(_ kind: ContentChange.Kind?) {
        guard let uuid = asset?.record?.uuid ?? creation?.uuid else {
            return transaction.add { [self] _ in throw gone }
        }
        transaction.change(contentOf: uuid, number: asset?.record?.id, kind)
    }

    private var gone: PHPhotosError {
        PHPhotosError(
            .identifierNotFound,
            "the asset \(asset?.localIdentifier ?? "") no longer exists"
        )
    }

    private func apply(_ writer: CatalogueWriter) throws {
        guard !edit.isEmpty else { return }
        let id = asset?.record?.id ?? creation.flatMap { transaction.number(of: $0.uuid) }
        let isThere = try id.map { id in
            try writer.edit(id) { change in for part in edit { part(&change) } }
        }
        guard isThere == true else { throw gone }
    }
}
