internal import Catalogue
public import CoreLocation
public import Foundation
internal import PhotoModel

/// Changes what the library says of an asset; its files stay as they are.
open class PHAssetChangeRequest: PHChangeRequest {
    private let asset: PHAsset
    private var edit: [(inout UserEdit) -> Void] = []

    /// Changes an asset.
    public init(for asset: PHAsset) {
        self.asset = asset
        (creationDate, location) = (asset.creationDate, asset.location)
        (isFavorite, isHidden) = (asset.isFavorite, asset.isHidden)
        super.init()
        transaction.add { [self] writer in try apply(writer) }
    }

    /// When it was taken; nil for what its file says.
    ///
    /// The time zone stays what it was.
    open var creationDate: Date? {
        didSet {
            let date = creationDate
            let offset = asset.record?.creationDate.offsetMinutes
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
        didSet {
            let isFavorite = isFavorite
            edit.append { $0.isFavorite = isFavorite }
        }
    }

    /// Whether it is left out of fetches that do not ask for hidden assets.
    open var isHidden: Bool {
        didSet {
            let isHidden = isHidden
            edit.append { $0.isHidden = isHidden }
        }
    }

    private func apply(_ writer: CatalogueWriter) throws {
        guard !edit.isEmpty else { return }
        let isThere = try asset.record.map { record in
            try writer.edit(record.id) { change in for part in edit { part(&change) } }
        }
        guard isThere == true else {
            throw PHPhotosError(
                .identifierNotFound,
                userInfo: [
                    NSLocalizedDescriptionKey: "there is no asset \(asset.localIdentifier) any more"
                ]
            )
        }
    }
}
