internal import PhotoModel

extension AssetRecord {
    /// The record as found on disk: part of nothing yet, and so shown unless it is a sidecar.
    var asNew: AssetRecord {
        var record = self
        record.makeNew()
        return record
    }

    /// Resets the record to the state in which it was found on disk.
    mutating func makeNew() {
        if own != nil { self = alone }
        (partOf, partCount) = (isSidecar ? 0 : nil, 0)
        file.type = ownType
    }

    /// Returns the properties in which two states of one asset differ; `root` returns the root of a directory.
    func changedKeys(
        to after: AssetRecord,
        root: (_ directory: Int64) throws -> Int64?
    ) rethrows -> AssetKeys {
        var keys: AssetKeys = []
        func note(_ key: AssetKeys, _ isChanged: Bool) {
            if isChanged { keys.insert(key) }
        }
        let isMoved = directory != after.directory
        note(.path, isMoved || file.name != after.file.name)
        note(.resources, isMoved || file.name != after.file.name || film != after.film)
        note(.albumId, isMoved)
        note(.root, try isMoved && root(directory) != root(after.directory))
        note(.mediaType, mediaType != after.mediaType)
        note(.mediaSubtypes, subtypes != after.subtypes)
        note(.traits, traits.symmetricDifference(after.traits).subtracting(.unreported) != [])
        note(.pixelSize, width != after.width || height != after.height)
        note(.duration, duration != after.duration)
        note(.creationDate, !creationDate.isSame(as: after.creationDate))
        note(.modificationDate, modificationDate != after.modificationDate)
        note(
            .location,
            latitude != after.latitude || longitude != after.longitude
                || altitude != after.altitude
        )
        note(.favorite, isFavorite != after.isFavorite)
        note(.hidden, isHidden != after.isHidden)
        note(.uti, uti != after.uti)
        note(.size, file.identity.size != after.file.identity.size)
        note(
            .camera,
            cameraMake != after.cameraMake || cameraModel != after.cameraModel
                || lensModel != after.lensModel
        )
        note(.extendedMetadata, extendedMetadata != after.extendedMetadata)
        note(.readable, unreadableReason != after.unreadableReason)
        return keys
    }
}
