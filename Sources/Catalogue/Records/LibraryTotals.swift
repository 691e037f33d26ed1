package import PhotoModel

/// What a library amounts to.
package struct LibraryTotals: Sendable {
    /// Of each media type, how many assets that are not in the trash.
    package var assets: [(type: MediaType, count: Int64)] = []
    package var favorites: Int64 = 0
    package var hidden: Int64 = 0
    package var trashed: Int64 = 0
    /// Bytes of all files, those in the trash too.
    package var bytes: Int64 = 0
    /// Microseconds since 1970 of the last change; nil when the history holds none.
    package var lastChange: Int64?
}
