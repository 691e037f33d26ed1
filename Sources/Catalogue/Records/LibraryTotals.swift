package import PhotoModel

/// The totals of a library.
package struct LibraryTotals: Sendable {
    /// The number of assets of each media type, without those in the trash.
    package var assets: [(type: MediaType, count: Int64)] = []
    package var favorites: Int64 = 0
    package var hidden: Int64 = 0
    package var trashed: Int64 = 0
    /// The size of all files in bytes, including those in the trash.
    package var bytes: Int64 = 0
    /// The time of the last change in microseconds since 1970; nil if the history holds no change.
    package var lastChange: Int64?
}
