internal import PhotoModel

extension AssetRecord {
    /// Visits the columns of `asset`, which are declared only here.
    mutating func code(_ columns: inout some ColumnCoder) {
        columns.code("id", &id)
        columns.code("uuid", &uuid)
        columns.code("directory", &directory)
        columns.code("mediaType", &mediaType)
        columns.code("subtypes", &subtypes)
        columns.code("traits", &traits)
        columns.code("width", &width)
        columns.code("height", &height)
        columns.code("duration", &duration)
        creationDate.code(&columns)
        columns.code("modificationDate", &modificationDate)
        columns.code("addedDate", &addedDate)
        columns.code("latitude", &latitude)
        columns.code("longitude", &longitude)
        columns.code("altitude", &altitude)
        columns.code("favorite", &isFavorite)
        columns.code("hidden", &isHidden)
        codeBurst(&columns)
        columns.code("uti", &uti)
        columns.code("cameraMake", &cameraMake)
        columns.code("cameraModel", &cameraModel)
        columns.code("lensModel", &lensModel)
        columns.code("unreadableReason", &unreadableReason)
        columns.code("evidence", &evidence)
        columns.code("partOf", &partOf)
        columns.code("partCount", &partCount)
        columns.code("contentIdentifier", &contentIdentifier)
        codeFilm(&columns)
        columns.code("edited", &isEdited)
        columns.derive("described", extendedMetadata == nil ? 0 : 1)
        columns.derive("marks", marks)
    }

    /// Visits the columns of a burst; basis and primary flag are null without a key.
    private mutating func codeBurst(_ columns: inout some ColumnCoder) {
        columns.code("burstKey", &burstKey)
        var basis = burstKey == nil ? nil : Optional(burstBasis)
        columns.code("burstBasis", &basis)
        burstBasis = basis ?? 0
        var primary: Int64? = burstKey == nil ? nil : isBurstPrimary ? 1 : 0
        columns.code("burstPrimary", &primary)
        isBurstPrimary = primary == 1
        columns.code("burstIdentifier", &burstIdentifier)
        columns.code("representsBurst", &representsBurst)
    }

    private mutating func codeFilm(_ columns: inout some ColumnCoder) {
        var (offset, length) = (film?.offset, film?.length)
        columns.code("filmOffset", &offset)
        columns.code("filmLength", &length)
        film = offset.map { EmbeddedFilm(offset: $0, length: length ?? 0) }
    }
}

extension CaptureDate {
    /// Visits the columns of a date, in `asset` and in `own`.
    mutating func code(_ columns: inout some ColumnCoder) {
        columns.code("creationDate", &microseconds)
        columns.code("creationOffset", &offsetMinutes)
        columns.code("clockOffset", &clockOffset)
        columns.code("clockSource", &clockSource)
        columns.code("dateSource", &source)
    }
}

extension OwnValues {
    /// Visits the columns of `own` after the number of the asset.
    mutating func code(_ columns: inout some ColumnCoder) {
        columns.code("subtypes", &subtypes)
        columns.code("traits", &traits)
        columns.code("width", &extent.width)
        columns.code("height", &extent.height)
        columns.code("duration", &extent.duration)
        creationDate.code(&columns)
        columns.code("latitude", &latitude)
        columns.code("longitude", &longitude)
        columns.code("altitude", &altitude)
        columns.code("favorite", &isFavorite)
        columns.code("hidden", &isHidden)
        columns.code("evidence", &evidence)
        var texts = extendedMetadata ?? ExtendedMetadata()
        texts.code(&columns)
        extendedMetadata = texts.isEmpty ? nil : texts
    }
}

extension FileRecord {
    /// Visits the columns of `resource`.
    mutating func code(_ columns: inout some ColumnCoder) {
        columns.code("id", &id)
        columns.code("type", &type)
        columns.code("directory", &directory)
        columns.code("name", &name)
        columns.code("volume", &identity.volume)
        columns.code("inode", &identity.inode)
        columns.code("size", &identity.size)
        columns.code("modified", &identity.modified)
        columns.code("changed", &changed)
        columns.code("born", &identity.born)
        columns.code("fingerprint", &fingerprint)
    }
}
