internal import CSystem
internal import FolderWatch
internal import Glibc
internal import MediaMetadata
package import PhotoModel

/// A file, or bytes, that a new asset is to be made of.
struct Source {
    let path: [UInt8]
    /// Without directories, and without what would make it invisible.
    let name: [UInt8]
    /// Whether nobody gave a name.
    let isNameless: Bool
    let isMoved: Bool
    let stat: FileStat
    /// Where the bytes are when there is no file.
    private let memory: Disk.Descriptor?

    init(_ resource: NewAsset.Resource) throws {
        switch resource.content {
        case .file(let path, let moves): (self.path, isMoved, memory) = (path, moves, nil)
        case .bytes(let bytes):
            (path, isMoved) = ([], false)
            memory = try Self.memory(bytes)
        }
        let given = resource.name ?? (path.isEmpty ? nil : path)
        let visible = Array(Disk.split(given ?? []).name.drop { $0 == UInt8(ascii: ".") })
        isNameless = visible.isEmpty
        // What it is is told by the name alone.
        let isNamed = resource.type != .adjustmentData || MediaFileName.isSidecar(visible)
        name = isNamed ? visible : visible + Array(".aae".utf8)
        let file = try memory ?? Disk.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        guard let stat = try? FileStat.of(descriptor: file.number), stat.isRegularFile else {
            throw LibraryFileError(
                .invalid,
                "\(String(decoding: path, as: UTF8.self)) is no file that could hold a picture"
            )
        }
        self.stat = stat
        // Asked before the extractor has it open too.
        guard !isMoved || (stat.links == 1 && heliograph_is_open_elsewhere(file.number) == 0) else {
            throw LibraryFileError(
                .invalid,
                "\(shownName) cannot be moved: it is open elsewhere or has another name"
            )
        }
    }

    private static func memory(_ bytes: [UInt8]) throws -> Disk.Descriptor {
        let number = heliograph_memory_file()
        guard number >= 0 else { throw LibraryFileError(-number, "kept", Array("data".utf8)) }
        let file = Disk.Descriptor(owning: number)
        do { try Disk.write(bytes, to: number) } catch {
            throw LibraryFileError(error.code, "kept", Array("data".utf8))
        }
        return file
    }

    var shownName: String {
        path.isEmpty
            ? isNameless ? "the data" : String(decoding: name, as: UTF8.self)
            : String(decoding: path, as: UTF8.self)
    }

    /// The file, from its beginning.
    func open() throws -> Disk.Descriptor {
        guard let memory else { return try Disk.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY) }
        return try Disk.open(Array("/proc/self/fd/\(memory.number)".utf8), O_RDONLY)
    }

    /// The file, for who closes it; below zero when it cannot be had.
    var opened: () -> Int32 {
        { (try? open()).map { dup($0.number) } ?? -1 }
    }

    /// What the file's name is to end with: as it did, if files with such names are looked at.
    func ending(for format: MediaFormat) -> [UInt8] {
        let given = NumberedName(name).ending
        let lower = given.dropFirst().map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let isKnown = MediaFileName.extensions.contains { $0.utf8.elementsEqual(lower) }
        return isKnown ? given : Array(".\(format.preferredExtension)".utf8)
    }
}

extension NewAsset {
    /// What a file's first bytes say that it holds; nil when it cannot be read.
    package static func mediaType(ofFile path: [UInt8]) -> MediaType? {
        guard let file = try? Disk.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY),
            (try? FileStat.of(descriptor: file.number))?.isRegularFile == true
        else { return nil }
        let ending = NumberedName(Disk.split(path).name).ending.dropFirst()
        let fileExtension = String(decoding: ending, as: UTF8.self).lowercased()
        return Disk.read(file.number, limit: 512).withUnsafeBytes {
            MediaFormat(head: Bytes($0), fileExtension: fileExtension).mediaType
        }
    }
}

extension ResourceType {
    /// Whether a file of the kind is an asset by itself.
    var isOwn: Bool { self == .photo || self == .video }

    /// What was read of a file, if it can be of this kind.
    func accepting(
        _ metadata: FileMetadata,
        _ name: String
    ) throws(LibraryFileError) -> FileMetadata {
        let isRight =
            switch self {
            case .photo: metadata.mediaType == .image
            case .alternatePhoto: metadata.mediaType == .image
            case .video, .pairedVideo: metadata.mediaType == .video
            case .adjustmentData: metadata.format == .adjustments
            case .sidecar: metadata.format.isSidecar
            }
        guard isRight, metadata.unreadableReason == nil else {
            throw LibraryFileError(
                .invalid,
                "\(name) cannot be used as \(self.name): "
                    + (metadata.unreadableReason ?? "it holds no such thing")
            )
        }
        return metadata
    }
}

extension MediaFormat {
    /// The extension that files of the format have most often.
    fileprivate var preferredExtension: String {
        switch self {
        case .unknown: "dat"
        case .jpeg: "jpg"
        case .jpegXL: "jxl"
        case .tiff, .tiffRaw: "tif"
        case .quickTime: "mov"
        case .mpeg4: "mp4"
        case .threeGP: "3gp"
        case .matroska: "mkv"
        case .transportStream: "mts"
        case .xmpSidecar: "xmp"
        case .adjustments: "aae"
        default: "\(self)"
        }
    }
}
