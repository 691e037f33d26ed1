internal import MediaMetadata
package import PhotoModel

/// An asset to be created from files.
package struct NewAsset: Sendable {
    /// The source of a file's contents.
    package enum Content: Sendable {
        /// A file to be copied, or moved.
        case file([UInt8], moves: Bool)
        case bytes([UInt8])
    }

    /// One file of the asset.
    package struct Resource: Sendable {
        package var type: ResourceType
        package var content: Content
        /// The name it is to have if that is free; nil for that of the file, or a new one.
        package var name: [UInt8]?

        package init(_ type: ResourceType, _ content: Content, name: [UInt8]? = nil) {
            (self.type, self.content, self.name) = (type, content, name)
        }
    }

    package let uuid: ObjectUUID
    package var resources: [Resource]
    /// The creation date to record; nil for that in the file.
    package var date: CaptureDate?
    /// The directory it is to lie in; nil for one named after its date.
    package var directory: Int64?

    package init(_ uuid: ObjectUUID, _ resources: [Resource] = []) {
        (self.uuid, self.resources) = (uuid, resources)
    }

    /// Whether files of these kinds can be one asset.
    ///
    /// A picture or a film; with a picture also its RAW file and the film of a Live Photo; with either also how
    /// it was edited, and what came of that. Each kind once.
    package static func canBeMade(of types: [ResourceType]) -> Bool {
        let kinds = Set(types)
        guard kinds.count == types.count else { return false }
        let companions: Set<ResourceType> = [
            .alternatePhoto, .pairedVideo, .adjustmentData, .fullSizePhoto, .fullSizePairedVideo,
        ]
        if kinds.contains(.photo) { return kinds.subtracting([.photo]).isSubset(of: companions) }
        return kinds.contains(.video)
            && kinds.isSubset(of: [.video, .adjustmentData, .fullSizeVideo])
    }
}

/// A new asset whose files are on the library's file system under staging names, which are not indexed.
package struct StagedAsset {
    let uuid: ObjectUUID
    /// Its own file first.
    let files: [StagedFile]
    let destination: Destination

    /// Where the files are to go.
    enum Destination {
        /// A directory the library knows.
        case directory(Int64)
        /// The path, from the directory of a root, of a directory that may have to be created.
        case dated(root: Int64, names: [[UInt8]])
    }
}

/// A file of a new asset, read and copied.
struct StagedFile {
    let path: [UInt8]
    let metadata: FileMetadata
    let stem: [UInt8]
    /// With the dot.
    let ending: [UInt8]
}
