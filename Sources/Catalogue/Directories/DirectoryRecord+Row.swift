internal import PhotoModel

extension DirectoryRecord {
    /// The query for the columns a record is read from; a condition may follow.
    static let select = """
        SELECT id, uuid, root, parent, name, volume, inode, born, assetCount, childCount,
            removedAt, detached, companions, hasMembers, addedCount FROM directory
        """

    init(_ row: SQLiteStatement) {
        self.init()
        id = row.integer(0)
        uuid = ObjectUUID(bytes: row.blob(1))
        root = row.integer(2)
        parent = row.optionalInteger(3)
        name = row.blob(4)
        volume = row.integer(5)
        inode = row.integer(6)
        born = row.integer(7)
        assetCount = row.integer(8)
        childCount = row.integer(9)
        isRemoved = !row.isNull(10)
        isDetached = row.integer(11) == 1
        companions = Companions(rawValue: row.integer(12))
        hasMembers = row.integer(13) == 1
        addedCount = row.integer(14)
    }
}
