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
        /// The preferred name, used if it is free; nil for that of the file, or a new one.
        package var name: [UInt8]?

        package init(_ type: ResourceType, _ content: Content, name: [UInt8]? = nil) {
            (self.type, self.content, self.name) = (type, content, name)
        }
    }

    package let uuid: ObjectUUID
    package var resources: [Resource]
    /// The creation date to record; nil for that in the file.
    package var date: CaptureDate?
    /// The directory for the files; nil for one named after the date.
    package var directory: Int64?

    package init(_ uuid: ObjectUUID, _ resources: [Resource] = []) {
        (self.uuid, self.resources) = (uuid, resources)
    }

    /// Returns whether files of these kinds can form one asset.
    ///
    /// The asset consists of a picture or a film; with a picture also its RAW file and the film of a Live Photo; with
    /// either also its adjustments and the edited version. Each kind occurs at most once.
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
    /// The asset's files, its own file first.
    let files: [StagedFile]
    let destination: Destination

    /// The place where the files go.
    enum Destination {
        /// A directory known to the library.
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
    /// The extension with its dot.
    let ending: [UInt8]
}
