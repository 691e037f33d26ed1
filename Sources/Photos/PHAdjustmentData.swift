public import Foundation
internal import LibraryFiles

/// How a photo or film was edited, in terms that the program which did it understands.
///
/// It is kept in an `.AAE` file beside the original, as Apple's systems export it.
open class PHAdjustmentData: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    private let identifier: String
    private let version: String
    private let content: Data

    /// Describes an edit; the data is not to be empty, and at most 2 MiB.
    public init(formatIdentifier: String, formatVersion: String, data: Data) {
        (identifier, version, content) = (formatIdentifier, formatVersion, data)
    }

    convenience init(_ envelope: AdjustmentEnvelope) {
        let data = Data(base64Encoded: envelope.encodedData, options: .ignoreUnknownCharacters)
        self.init(
            formatIdentifier: envelope.formatIdentifier,
            formatVersion: envelope.formatVersion,
            data: data ?? Data()
        )
    }

    /// Names the kind of data in reverse-domain style, such as `com.apple.photo`.
    open var formatIdentifier: String { identifier }

    /// The version of this kind.
    open var formatVersion: String { version }

    /// What the program needs to do the edit again.
    open var data: Data { content }

    /// The most bytes that the data may have, as on Apple's systems.
    static let mostBytes = 2 << 20

    /// What is written into the `.AAE` file.
    ///
    /// - Throws: ``PHPhotosError`` for what no editor could use again.
    func envelope(at date: Date) throws -> AdjustmentEnvelope {
        guard !formatIdentifier.isEmpty, !data.isEmpty else {
            throw PHPhotosError(.invalidResource, "adjustment data needs a format and content")
        }
        guard data.count <= Self.mostBytes else {
            throw PHPhotosError(.limitExceeded, "adjustment data can have 2 MiB at most")
        }
        let format = ISO8601DateFormatter()
        return AdjustmentEnvelope(
            formatIdentifier: formatIdentifier,
            formatVersion: formatVersion,
            encodedData: data.base64EncodedString(),
            timestamp: format.string(from: date)
        )
    }
}

extension PHPhotosError {
    /// An error in words.
    convenience init(_ code: Code, _ message: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: message])
    }
}
