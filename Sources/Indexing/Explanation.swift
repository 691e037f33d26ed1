internal import CSystemCalls
internal import Extraction
internal import FolderWatch
internal import Glibc
internal import Kernel
internal import MediaMetadata
package import PhotoModel

/// The metadata that an extractor reads from one file, with the reason for each derived value.
package struct Explanation {
    /// A derived value with the rule that decided it and the rule's input.
    package struct Reason: Sendable {
        package let value: String
        package let rule: String
        package let detail: String
    }

    package let uniformTypeIdentifier: String
    package let mediaType: MediaType
    package let subtypes: MediaSubtypes
    package let traits: AssetTraits
    package let width: Int
    package let height: Int
    package let duration: Double
    package let date: CaptureDate?
    package let place: (latitude: Double, longitude: Double, altitude: Double?)?
    package let camera: [String]
    package let texts: ExtendedMetadata?
    package let burstIdentifier: String?
    package let unreadableReason: String?
    package let evidence: [Reason]
    package let refused: [Reason]
    /// The parts of the sandbox that could not be applied.
    package let missingSandbox: String

    /// Reads a file.
    ///
    /// - Throws: ``IndexingError`` when the file cannot be opened or the extractor cannot be started.
    package init(path: String) throws {
        close(try Self.open(path))
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
        let extraction = FileExtraction(arguments: ["--explain"])
        let (found, missing) = try extraction.read(name) { Self.descriptor(path) }
        var metadata = found
        metadata.takeDate(fromNamesOf: path)
        if let reason = Self.refusal(of: name) {
            metadata.refused.append(Evidence(value: "indexed", rule: "name", detail: reason))
        }
        self.init(metadata, missing)
    }

    /// Returns the reason why files with a name are not indexed; nil if they are, unless the configuration ignores
    /// them.
    private static func refusal(of name: [UInt8]) -> String? {
        let filter = NameFilter(ignoring: [], extensions: MediaFileName.extensions)
        if filter.admits(name) { return nil }
        if unsafe name.withUnsafeBufferPointer({ unsafe filter.ignores($0) }) {
            return "a name like this one is ignored"
        }
        let ending = MediaFileName(name).fileExtension
        return ending.isEmpty
            ? "a file without an extension is not indexed"
            : "a file that ends in .\(String(decoding: ending, as: UTF8.self)) is not indexed"
    }

    private static func descriptor(_ path: String) -> Int32 {
        unsafe heliograph_open_regular(AT_FDCWD, path, 0)
    }

    private static func open(_ path: String) throws -> Int32 {
        let descriptor = descriptor(path)
        guard descriptor != -EMEDIUMTYPE else {
            throw IndexingError(.folderMissing, "\(path) is no file that could hold a picture")
        }
        guard descriptor >= 0 else {
            throw IndexingError(
                descriptor == -EACCES ? .noPermission : .folderMissing,
                "\(path) cannot be opened: \(unsafe String(cString: strerror(-descriptor)))"
            )
        }
        return descriptor
    }

    private init(_ found: FileMetadata, _ missing: String) {
        var metadata = found
        metadata.apply(DerivationPolicies())
        uniformTypeIdentifier = metadata.format.uniformTypeIdentifier
        (mediaType, subtypes, traits) = (metadata.mediaType, metadata.subtypes, metadata.traits)
        (width, height, duration) = (metadata.width, metadata.height, metadata.duration)
        date = metadata.date
        place = metadata.location.map { ($0.latitude, $0.longitude, $0.altitude) }
        camera = [metadata.cameraMake, metadata.cameraModel, metadata.lensModel].compactMap { $0 }
        texts = metadata.extended
        burstIdentifier = metadata.burst?.identifier
        unreadableReason = metadata.unreadableReason
        let reason = { (item: Evidence) in
            Reason(value: item.value, rule: item.rule, detail: item.detail)
        }
        evidence = metadata.evidence.map(reason)
        refused = metadata.refused.map(reason)
        missingSandbox = missing
    }
}
