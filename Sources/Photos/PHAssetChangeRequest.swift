internal import Catalogue
public import CoreLocation
internal import Foundation
internal import PhotoModel

/// Makes, changes and deletes assets.
///
/// Changing one changes what the library says of it; its files stay as they are. What an editor makes of it comes to
/// lie beside its original.
open class PHAssetChangeRequest: PHChangeRequest {
    /// Nil for one that is being made.
    private let asset: PHAsset?
    let creation: AssetCreation?
    private var edit: [(inout UserEdit) -> Void] = []

    /// Changes an asset.
    public init(for asset: PHAsset) {
        (self.asset, creation) = (asset, nil)
        (creationDate, location) = (asset.creationDate, asset.location)
        (isFavorite, isHidden, rating) = (asset.isFavorite, asset.isHidden, asset.rating)
        super.init()
        _ = transaction.admitted([asset])
        transaction.add { [self] writer in try apply(writer) }
    }

    /// Makes an asset.
    init(_ creation: AssetCreation) {
        (asset, self.creation) = (nil, creation)
        (isFavorite, isHidden, rating) = (false, false, .unset)
        super.init()
        transaction.create(creation)
        transaction.add { [self] writer in try apply(writer) }
    }

    /// Makes an asset of a picture, which is written as a JPEG file, or as PNG where something is transparent.
    ///
    /// It has no date and no place but those that are set. The block fails with `missingResource` when the picture
    /// cannot be written.
    @discardableResult
    open class func creationRequestForAsset(from image: UIImage) -> PHAssetChangeRequest {
        PHAssetCreationRequest(image)
    }

    /// Makes an asset of a picture's file, which is copied into the library; nil when it holds no picture.
    @discardableResult
    open class func creationRequestForAssetFromImage(
        atFileURL fileURL: URL
    ) -> PHAssetChangeRequest? {
        PHAssetCreationRequest(.photo, fileURL)
    }

    /// Makes an asset of a film's file, which is copied into the library; nil when it holds no film.
    @discardableResult
    open class func creationRequestForAssetFromVideo(
        atFileURL fileURL: URL
    ) -> PHAssetChangeRequest? {
        PHAssetCreationRequest(.video, fileURL)
    }

    /// Stands for the asset that is being made, inside the block and after it; nil when none is.
    open var placeholderForCreatedAsset: PHObjectPlaceholder? {
        creation.map {
            PHObjectPlaceholder(localIdentifier: ObjectKind.asset.localIdentifier($0.uuid))
        }
    }

    /// Moves assets with all their files to the trash of their file system, as FreeDesktop.org has it.
    ///
    /// They are in the album of what was recently deleted then, and in no other. The block fails with
    /// `accessRestricted` in a library that is read-only, and with `accessUserDenied` where files may not
    /// be moved.
    open class func deleteAssets(_ assets: any NSFastEnumeration) {
        let transaction = ChangeTransaction.required("a change request")
        transaction.delete(numbers(assets, transaction))
    }

    /// Brings deleted assets back from the trash to where they were, with all the library said of them.
    ///
    /// Should their directory be gone, it is made again; should another file have taken their name, they get
    /// one with a number.
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

    /// When it was taken; nil for what its file says.
    ///
    /// The time zone stays what it was.
    open var creationDate: Date? {
        willSet { checkIsInBlock() }
        didSet {
            let date = creationDate
            let offset = asset?.record?.creationDate.offsetMinutes
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

    /// Where it was taken; nil for nowhere known.
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

    /// Whether it is a favorite.
    open var isFavorite: Bool {
        willSet { checkIsInBlock() }
        didSet {
            let isFavorite = isFavorite
            edit.append { $0.isFavorite = isFavorite }
        }
    }

    /// Whether it is left out of fetches that do not ask for hidden assets.
    open var isHidden: Bool {
        willSet { checkIsInBlock() }
        didSet {
            let isHidden = isHidden
            edit.append { $0.isHidden = isHidden }
        }
    }

    /// The stars it has.
    open var rating: PHAsset.Rating {
        willSet { checkIsInBlock() }
        didSet {
            let stars = rating.rawValue
            edit.append { $0.rating = stars }
        }
    }

    /// What an editor made of it, which the library shows from then on; the last one that is given counts.
    ///
    /// It lies beside the original with the adjustment data, under names that tell whose they are; those of an earlier
    /// edit go to the trash. The block fails with `invalidResource` when there is no adjustment data, or no picture or
    /// film of the asset's kind; with `requestNotSupportedForAsset` for the output of another asset; with
    /// `missingResource` when the original is not there; and as it does where files may not be added.
    open var contentEditingOutput: PHContentEditingOutput? {
        willSet { checkIsInBlock() }
        didSet { change(contentEditingOutput.map { .edited($0) }) }
    }

    /// Has the original shown again: edited versions and adjustment data go to the trash.
    ///
    /// Nothing happens to an asset that was not edited. The block fails with `missingResource` when the original is not
    /// there.
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
            "there is no asset \(asset?.localIdentifier ?? "") any more"
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
