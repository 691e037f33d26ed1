internal import Catalogue
internal import Foundation
internal import PhotoModel

/// A request for the changes of a zone.
struct ZoneRequest {
    var zone: CKRecordZone.ID
    /// The token to continue from; nil to read everything.
    var since: CKServerChangeToken?
    /// The fields to read; nil for all fields that changed.
    var desiredKeys: [String]?
    /// The largest number of changes to read; 0 for the default.
    var limit = 0
}

/// A change of one record, with the position after it.
struct ZoneChange {
    enum Kind {
        case changed(CKRecord)
        case deleted(CKRecord.ID, CKRecord.RecordType)
    }

    let kind: Kind
    let token: CKServerChangeToken
}

/// The answer to a request.
struct ZoneBatch {
    var changes: [ZoneChange]
    var token: CKServerChangeToken
    var moreComing: Bool
}

/// Reads the changes of a library, as `heliograph changes` does.
struct ZoneReader {
    private let reader: CatalogueReader

    /// The zone that stands for the library.
    let zone: CKRecordZone.ID

    /// The number of changes that are read at a time by default.
    private static let batch = 1_000

    /// Opens the catalogue.
    init(_ database: CKDatabase) throws(CKError) {
        do { reader = try CatalogueReader(path: database.catalogue) } catch {
            throw Self.error(error)
        }
        zone = CKRecordZone.ID(zoneName: reader.library.description)
    }

    /// Reads the next changes.
    func batch(_ request: ZoneRequest) throws(CKError) -> ZoneBatch {
        guard request.zone == zone else {
            throw Self.error(
                .zoneNotFound,
                "there is no zone \(request.zone.zoneName); the library is the zone \(zone.zoneName)"
            )
        }
        do { return try reader.snapshot { try read(request) } } catch { throw Self.error(error) }
    }

    private func read(_ request: ZoneRequest) throws -> ZoneBatch {
        var cursor = try ChangeCursor(reader, since: request.since?.text)
        if let expiry = cursor.expiry {
            throw Self.error(
                .changeTokenExpired,
                "the token cannot be honoured (\(expiry.rawValue)); fetch everything without one"
            )
        }
        var changes: [ZoneChange] = []
        let limit = request.limit > 0 ? request.limit : Self.batch
        let maker = RecordMaker(reader, zone, request.desiredKeys)
        try cursor.forEach(reader) { entry, token in
            if let kind = try maker.change(entry) {
                changes.append(
                    ZoneChange(kind: kind, token: CKServerChangeToken(token.description))
                )
            }
            return changes.count < limit
        }
        return ZoneBatch(
            changes: changes,
            token: CKServerChangeToken(try cursor.token(reader).description),
            moreComing: try cursor.isMoreComing(reader)
        )
    }

    private static func error(_ error: any Error) -> CKError {
        if let error = error as? CKError { return error }
        let codes: [CatalogueError.Code: CKError.Code] = [
            .missing: .serviceUnavailable, .noPermission: .permissionFailure,
            .newerVersion: .incompatibleVersion,
        ]
        let code = (error as? CatalogueError).flatMap { codes[$0.code] }
        return Self.error(code ?? .internalError, "\(error)")
    }

    static func error(_ code: CKError.Code, _ text: String) -> CKError {
        CKError(code, userInfo: [NSLocalizedDescriptionKey: text])
    }
}
