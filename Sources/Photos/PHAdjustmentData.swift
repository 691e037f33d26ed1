public import Foundation
internal import LibraryFiles

/// A description of how a photo or film was edited, in the format of the program that edited it.
///
/// It is kept in an `.AAE` file beside the original, as Apple's systems export it.
open class PHAdjustmentData: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    private let identifier: String
    private let version: String
    private let content: Data

    /// Creates a description of an edit; the data must not be empty and must not exceed 2 MiB.
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

    /// The format of the data in reverse-domain style, such as `com.apple.photo`.
    open var formatIdentifier: String { identifier }

    /// The version of the format.
    open var formatVersion: String { version }

    /// The data that the program needs to repeat the edit.
    open var data: Data { content }

    /// The maximum size of the data in bytes, as on Apple's systems.
    static let mostBytes = 2 << 20

    /// Returns the content of the `.AAE` file.
    ///
    /// - Throws: ``PHPhotosError`` for data that no editor could use again.
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
    /// Creates an error with a description.
    convenience init(_ code: Code, _ message: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: message])
    }
}
