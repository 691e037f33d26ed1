internal import CSystemCalls
internal import Glibc
internal import Kernel
internal import MediaMetadata
package import PhotoModel

/// A file, or bytes, for a new asset.
///
/// It is opened once, so that the file that is read is the file that is copied, even if its name changes in the
/// meantime.
struct Source {
    /// The path with symbolic links resolved; empty for bytes.
    let path: [UInt8]
    /// The name without directories and without a leading dot.
    let name: [UInt8]
    /// Whether no name was given.
    let isNameless: Bool
    let isMoved: Bool
    let stat: FileStat
    /// The entry of the file; nil for bytes.
    let entry: DirectoryEntry?
    private let file: Disk.Descriptor

    init(_ resource: NewAsset.Resource) throws {
        switch resource.content {
        case .file(let path, let moves):
            let entry = try Self.place(path)
            (self.entry, self.path, isMoved) = (entry, entry.path, moves)
            file = try Self.open(entry)
        case .bytes(let bytes):
            (entry, path, isMoved) = (nil, [], false)
            file = try Self.memory(bytes)
        }
        let given = resource.name ?? (path.isEmpty ? nil : path)
        let visible = Array(Disk.split(given ?? []).name.drop { $0 == UInt8(ascii: ".") })
        isNameless = visible.isEmpty
        // Its kind follows from the name alone.
        let isNamed = resource.type != .adjustmentData || MediaFileName.isSidecar(visible)
        name = isNamed ? visible : (isNameless ? Array("IMG".utf8) : visible) + Array(".aae".utf8)
        guard let stat = try? FileStat.of(descriptor: file.number), stat.isRegularFile else {
            throw Self.unfit(path)
        }
        self.stat = stat
        // Checked before the extractor also has it open.
        guard !isMoved || (stat.links == 1 && heliograph_is_open_elsewhere(file.number) == 0) else {
            throw LibraryFileError(
                .invalid,
                "\(shownName) cannot be moved: it is open elsewhere or has another name"
            )
        }
    }

    static func place(_ path: [UInt8]) throws(LibraryFileError) -> DirectoryEntry {
        let (directory, name) = Disk.split(path)
        do throws(SystemError) {
            let resolved = try Disk.resolved(directory)
            return DirectoryEntry(
                name,
                in: try Disk.directory(resolved),
                at: Disk.join(resolved, name)
            )
        } catch {
            throw LibraryFileError(error.code, "opened", path)
        }
    }

    /// Opens a file after examining it, because opening something that is not a file may have side effects.
    static func open(_ entry: DirectoryEntry) throws(LibraryFileError)
        -> Disk.Descriptor
    {
        do throws(SystemError) {
            guard let stat = try entry.stat else { throw SystemError(code: ENOENT) }
            if stat.isRegularFile { return try entry.open(O_RDONLY) }
        } catch {
            throw LibraryFileError(error.code, "opened", entry.path)
        }
        throw unfit(entry.path)
    }

    private static func unfit(_ path: [UInt8]) -> LibraryFileError {
        LibraryFileError(
            .invalid,
            "\(String(decoding: path, as: UTF8.self)) is no file that could hold a picture; name the "
                + "file itself, not a link to it"
        )
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

    /// The permissions of a copy: at no moment more than those of the original.
    var mode: mode_t { entry == nil ? 0o666 : mode_t(stat.mode & 0o777) }

    var shownName: String {
        path.isEmpty
            ? isNameless ? "the data" : String(decoding: name, as: UTF8.self)
            : String(decoding: path, as: UTF8.self)
    }

    /// Opens the file at its beginning.
    func open() throws -> Disk.Descriptor {
        try Disk.open(Array("/proc/self/fd/\(file.number)".utf8), O_RDONLY)
    }

    /// Opens the file for a caller that closes it; negative if it cannot be opened.
    var opened: () -> Int32 {
        { (try? open()).map { dup($0.number) } ?? -1 }
    }

    /// Returns the extension for the new file: its own, if files with it are indexed.
    func ending(for format: MediaFormat) -> [UInt8] {
        let given = NumberedName(name).ending
        let lower = given.dropFirst().map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let isKnown = MediaFileName.extensions.contains { $0.utf8.elementsEqual(lower) }
        return isKnown ? given : Array(".\(format.preferredExtension)".utf8)
    }
}

extension NewAsset {
    /// Returns the media type according to a file's first bytes; nil if it cannot be read.
    package static func mediaType(ofFile path: [UInt8]) -> MediaType? {
        guard let file = try? Source.open(Source.place(path)) else { return nil }
        let ending = NumberedName(Disk.split(path).name).ending.dropFirst()
        let fileExtension = String(decoding: ending, as: UTF8.self).lowercased()
        return unsafe Disk.read(file.number, limit: 512).withUnsafeBytes {
            unsafe MediaFormat(head: Bytes($0), fileExtension: fileExtension).mediaType
        }
    }
}

extension ResourceType {
    /// Whether a file of this kind is an asset of its own.
    var isOwn: Bool { self == .photo || self == .video }

    /// Returns the metadata read from a file, if the file can be of this kind.
    func accepting(
        _ metadata: FileMetadata,
        _ name: String
    ) throws(LibraryFileError) -> FileMetadata {
        let isRight =
            switch self {
            case .photo: metadata.mediaType == .image
            case .alternatePhoto, .fullSizePhoto: metadata.mediaType == .image
            case .video, .pairedVideo, .fullSizeVideo, .fullSizePairedVideo:
                metadata.mediaType == .video
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
    /// The most common extension of files with this format.
    var preferredExtension: String {
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
        case .mpeg: "mpg"
        case .photoshop: "psd"
        case .jpeg2000: "jp2"
        case .livePhoto: "livp"
        case .xmpSidecar: "xmp"
        case .adjustments: "aae"
        case .takeoutSidecar: "json"
        default: "\(self)"
        }
    }
}
