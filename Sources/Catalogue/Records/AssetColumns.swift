internal import PhotoModel

/// How asset records lie in rows.
enum AssetColumns {
    /// The columns of `asset`, in the order of their parameters and of ``read(_:)``, which leaves out
    /// the last, made of others; the last but one says whether there is an edit to be read too.
    static let asset = [
        "id", "uuid", "directory", "mediaType", "subtypes", "traits", "width", "height",
        "duration", "creationDate", "creationOffset", "dateSource", "modificationDate",
        "addedDate", "latitude", "longitude", "altitude", "favorite", "hidden", "burstKey",
        "burstBasis", "burstPrimary", "burstIdentifier", "representsBurst", "uti", "cameraMake",
        "cameraModel", "lensModel", "unreadableReason", "evidence", "partOf", "partCount",
        "contentIdentifier", "filmOffset", "filmLength", "edited", "marks",
    ]
    /// The columns of `resource`, likewise.
    static let resource = [
        "id", "type", "directory", "name", "volume", "inode", "size", "modified",
        "changed", "born", "fingerprint",
    ]

    static func list(_ columns: [String], of table: String) -> String {
        columns.map { "\(table).\($0)" }.joined(separator: ", ")
    }

    /// What ``read(_:)`` reads.
    static let all = "\(list(asset, of: "asset")), \(list(resource, of: "resource"))"

    /// Selects whole records; a condition may follow.
    static let select = "SELECT \(all) FROM asset JOIN resource ON resource.id = asset.id"

    /// Selects files; a condition may follow.
    static let selectFile = "SELECT \(list(resource, of: "resource")) FROM resource"

    /// What an asset's file says by itself, by the asset's number.
    static let selectOwn = """
        SELECT subtypes, traits, creationDate, creationOffset, dateSource, latitude, longitude,
            altitude, favorite, hidden, evidence
        FROM own WHERE id = ?
        """

    /// Writes what an asset's file says by itself, over what there was.
    static let saveOwn =
        "INSERT OR REPLACE INTO own VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"

    static func insert(_ table: String, _ columns: [String]) -> String {
        let marks = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))"
    }

    static func update(_ table: String, _ columns: [String]) -> String {
        let pairs = columns.indices.dropFirst().map { "\(columns[$0]) = ?\($0 + 1)" }
        return "UPDATE \(table) SET \(pairs.joined(separator: ", ")) WHERE id = ?1"
    }

    static func bind(_ record: borrowing AssetRecord, to statement: SQLiteStatement) {
        let date = record.creationDate
        statement.bind(1, record.id).bind(2, record.uuid.bytes).bind(3, record.directory)
            .bind(4, Int64(record.mediaType.rawValue)).bind(5, Int64(record.subtypes.rawValue))
            .bind(6, Int64(record.traits.rawValue)).bind(7, record.width).bind(8, record.height)
            .bind(9, record.duration).bind(10, date.microseconds)
            .bind(11, date.offsetMinutes.map { Int64($0) }).bind(12, Int64(date.source.rawValue))
            .bind(13, record.modificationDate).bind(14, record.addedDate)
            .bind(15, record.latitude).bind(16, record.longitude).bind(17, record.altitude)
            .bind(18, Int64(record.isFavorite ? 1 : 0)).bind(19, Int64(record.isHidden ? 1 : 0))
            .bind(20, text: record.burstKey)
            .bind(21, record.burstKey == nil ? nil : record.burstBasis)
            .bind(22, record.burstKey == nil ? nil : Int64(record.isBurstPrimary ? 1 : 0))
            .bind(23, text: record.burstIdentifier)
            .bind(24, Int64(record.representsBurst ? 1 : 0)).bind(25, text: record.uti)
            .bind(26, text: record.cameraMake).bind(27, text: record.cameraModel)
            .bind(28, text: record.lensModel).bind(29, text: record.unreadableReason)
            .bind(30, text: record.evidence).bind(31, record.partOf).bind(32, record.partCount)
            .bind(33, text: record.contentIdentifier).bind(34, record.film?.offset)
            .bind(35, record.film?.length).bind(36, Int64(record.isEdited ? 1 : 0)).bind(
                37,
                record.marks
            )
    }

    /// `asset`, `directory`: Whose file it is and where it lies, whatever the record has of that.
    static func bind(
        _ file: FileRecord,
        of asset: Int64,
        in directory: Int64,
        to statement: SQLiteStatement
    ) {
        let identity = file.identity
        statement.bind(1, asset).bind(2, Int64(file.type.rawValue)).bind(3, directory)
            .bind(4, file.name).bind(5, identity.volume).bind(6, identity.inode)
            .bind(7, identity.size).bind(8, identity.modified).bind(9, file.changed)
            .bind(10, identity.born).bind(11, file.fingerprint)
    }

    static func read(_ row: SQLiteStatement) -> AssetRecord {
        var record = AssetRecord()
        record.id = row.integer(0)
        record.uuid = ObjectUUID(bytes: row.blob(1))
        record.directory = row.integer(2)
        record.mediaType = MediaType(rawValue: Int(row.integer(3))) ?? .unknown
        record.subtypes = MediaSubtypes(rawValue: UInt(row.integer(4)))
        record.traits = AssetTraits(rawValue: UInt(row.integer(5)))
        record.width = row.integer(6)
        record.height = row.integer(7)
        record.duration = row.double(8)
        record.creationDate = date(row, 9)
        record.modificationDate = row.integer(12)
        record.addedDate = row.integer(13)
        record.latitude = row.optionalDouble(14)
        record.longitude = row.optionalDouble(15)
        record.altitude = row.optionalDouble(16)
        record.isFavorite = row.integer(17) == 1
        record.isHidden = row.integer(18) == 1
        record.burstKey = row.optionalText(19)
        record.burstBasis = row.integer(20)
        record.isBurstPrimary = row.integer(21) == 1
        record.burstIdentifier = row.optionalText(22)
        record.representsBurst = row.integer(23) == 1
        record.uti = row.optionalText(24) ?? ""
        record.cameraMake = row.optionalText(25)
        record.cameraModel = row.optionalText(26)
        record.lensModel = row.optionalText(27)
        record.unreadableReason = row.optionalText(28)
        record.evidence = row.optionalText(29)
        record.partOf = row.optionalInteger(30)
        record.partCount = row.integer(31)
        record.contentIdentifier = row.optionalText(32)
        if let offset = row.optionalInteger(33) {
            record.film = EmbeddedFilm(offset: offset, length: row.integer(34))
        }
        record.isEdited = row.integer(35) == 1
        record.file = readFile(row, from: Int32(asset.count))
        return record
    }

    static func bind(_ own: OwnValues, of asset: Int64, to statement: SQLiteStatement) {
        let date = own.creationDate
        statement.bind(1, asset).bind(2, Int64(own.subtypes.rawValue))
            .bind(3, Int64(own.traits.rawValue)).bind(4, date.microseconds)
            .bind(5, date.offsetMinutes.map { Int64($0) }).bind(6, Int64(date.source.rawValue))
            .bind(7, own.latitude).bind(8, own.longitude).bind(9, own.altitude)
            .bind(10, Int64(own.isFavorite ? 1 : 0)).bind(11, Int64(own.isHidden ? 1 : 0))
            .bind(12, text: own.evidence)
    }

    static func readOwn(_ row: SQLiteStatement) -> OwnValues {
        var record = AssetRecord()
        record.subtypes = MediaSubtypes(rawValue: UInt(row.integer(0)))
        record.traits = AssetTraits(rawValue: UInt(row.integer(1)))
        record.creationDate = date(row, 2)
        record.latitude = row.optionalDouble(5)
        record.longitude = row.optionalDouble(6)
        record.altitude = row.optionalDouble(7)
        record.isFavorite = row.integer(8) == 1
        record.isHidden = row.integer(9) == 1
        record.evidence = row.optionalText(10)
        return OwnValues(record)
    }

    static func date(_ row: SQLiteStatement, _ column: Int32) -> CaptureDate {
        CaptureDate(
            microseconds: row.integer(column),
            offsetMinutes: row.optionalInteger(column + 1).map { Int($0) },
            source: DateSource(rawValue: Int(row.integer(column + 2))) ?? .modificationTime
        )
    }

    static func readFile(_ row: SQLiteStatement, from first: Int32) -> FileRecord {
        var file = FileRecord()
        file.id = row.integer(first)
        file.type = ResourceType(rawValue: Int(row.integer(first + 1))) ?? .photo
        file.directory = row.integer(first + 2)
        file.name = row.blob(first + 3)
        file.identity = FileIdentity(
            volume: row.integer(first + 4),
            inode: row.integer(first + 5),
            size: row.integer(first + 6),
            modified: row.integer(first + 7),
            born: row.integer(first + 9)
        )
        file.changed = row.integer(first + 8)
        file.fingerprint = row.integer(first + 10)
        return file
    }
}

extension ObjectUUID {
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        unsafe withUnsafeBytes(of: high.bigEndian) { unsafe bytes.append(contentsOf: $0) }
        unsafe withUnsafeBytes(of: low.bigEndian) { unsafe bytes.append(contentsOf: $0) }
        return bytes
    }

    package init(bytes: [UInt8]) {
        guard bytes.count == 16 else {
            self.init(high: 0, low: 0)
            return
        }
        self = unsafe bytes.withUnsafeBytes {
            unsafe ObjectUUID(
                high: UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }
}
