internal import PhotoModel

/// The statements for assets and their files, each prepared once.
final class AssetStatements {
    let any, withoutDate, select, update, delete: SQLiteStatement
    let selectParts, selectByName, namesBeginning: SQLiteStatement
    let selectByContentIdentifier, idsByContentIdentifier: SQLiteStatement
    let selectOwn, saveOwn, deleteOwn, selectEdit: SQLiteStatement
    let updateFile, deleteFile, fileByName, filesInDirectory: SQLiteStatement
    let filesByInode, filesByContent: SQLiteStatement
    let description: DescriptionStatements

    /// The sources of dates that are derived from the directory or the time of modification.
    private static let guesses = [DateSource.modificationTime, .directory]
        .map { "\($0.rawValue)" }.joined(separator: ", ")

    init(_ connection: WriteConnection) throws {
        let select = AssetColumns.select
        any = try connection.prepare("SELECT 1 FROM asset LIMIT 1")
        withoutDate = try connection.prepare(
            """
            SELECT asset.id FROM resource JOIN asset ON asset.id = resource.id
                LEFT JOIN own ON own.id = asset.id WHERE resource.directory = ?
                AND ifnull(own.dateSource, asset.dateSource) IN (\(Self.guesses))
            """
        )
        self.select = try connection.prepare("\(select) WHERE asset.id = ?")
        update = try connection.prepare(AssetColumns.update("asset", AssetColumns.asset))
        delete = try connection.prepare("DELETE FROM asset WHERE id = ?")
        selectParts = try connection.prepare("\(select) WHERE asset.partOf = ?")
        selectByName = try connection.prepare(
            "\(select) WHERE resource.directory = ? AND name >= ? AND name < ?"
        )
        namesBeginning = try connection.prepare(
            """
            SELECT name FROM resource WHERE directory = ? AND name >= ? AND name < ?
                AND instr(name, ?) ORDER BY name LIMIT 64
            """
        )
        selectByContentIdentifier = try connection.prepare(
            """
            \(select) WHERE contentIdentifier = ? AND asset.directory = ?
                AND asset.id NOT IN (SELECT id FROM trash) LIMIT ?
            """
        )
        idsByContentIdentifier = try connection.prepare(
            """
            SELECT id FROM asset WHERE contentIdentifier = ? AND directory = ?
                AND id NOT IN (SELECT id FROM trash) LIMIT ?
            """
        )
        selectOwn = try connection.prepare(AssetColumns.selectOwn)
        saveOwn = try connection.prepare(AssetColumns.saveOwn)
        deleteOwn = try connection.prepare("DELETE FROM own WHERE id = ?")
        selectEdit = try connection.prepare("SELECT * FROM edit WHERE id = ?")
        updateFile = try connection.prepare(AssetColumns.update("resource", AssetColumns.resource))
        deleteFile = try connection.prepare("DELETE FROM resource WHERE id = ?")
        description = try DescriptionStatements { try connection.prepare($0) }
        let files = AssetColumns.selectFile
        fileByName = try connection.prepare("\(files) WHERE directory = ? AND name = ?")
        filesInDirectory = try connection.prepare("\(files) WHERE directory = ?")
        filesByInode = try connection.prepare("\(files) WHERE inode = ?")
        filesByContent = try connection.prepare(
            """
            \(files) WHERE fingerprint = ? AND size = ? AND id NOT IN (SELECT id FROM trash) LIMIT ?
            """
        )
    }
}
