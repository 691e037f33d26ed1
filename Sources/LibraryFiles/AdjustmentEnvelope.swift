internal import MediaMetadata

/// The contents of an `.AAE` file: how a program edited a picture or film, in terms that the program understands.
///
/// The file is a property list in XML with the keys of Apple's Photos.
package struct AdjustmentEnvelope: Equatable, Sendable {
    /// The identifier of the programs that understand the data, such as `com.apple.photo`.
    package var formatIdentifier: String
    package var formatVersion: String
    /// The data in Base64, perhaps with line breaks.
    package var encodedData: String
    /// The time in UTC, such as `2023-07-01T10:31:00Z`.
    package var timestamp: String
    /// The name of the edited version; nil if the file does not contain it.
    var renderedName: String?

    package init(
        formatIdentifier: String,
        formatVersion: String,
        encodedData: String,
        timestamp: String
    ) {
        (self.formatIdentifier, self.formatVersion) = (formatIdentifier, formatVersion)
        (self.encodedData, self.timestamp) = (encodedData, timestamp)
    }

    /// The maximum size of a file that is read, in bytes.
    private static let mostBytes = 4 << 20

    /// Reads an open file; nil if it does not contain an adjustment.
    ///
    /// - Parameter descriptor: A regular file; the caller keeps it open and closes it.
    package init?(descriptor: Int32) {
        let values = AdjustmentFile.texts(descriptor, limit: Self.mostBytes)
        guard let identifier = values["adjustmentFormatIdentifier"] else { return nil }
        (formatIdentifier, encodedData) = (identifier, values["adjustmentData"] ?? "")
        formatVersion = values["adjustmentFormatVersion"] ?? ""
        timestamp = values["adjustmentTimestamp"] ?? ""
        renderedName = values[AdjustmentFile.renderedKey]
    }

    /// The file's bytes, with the short values first, so that they are found however long the data is.
    package var bytes: [UInt8] {
        var entries = [
            ("adjustmentBaseVersion", "integer", "0"),
            ("adjustmentEditorBundleID", "string", formatIdentifier),
            ("adjustmentFormatIdentifier", "string", formatIdentifier),
            ("adjustmentFormatVersion", "string", formatVersion),
            ("adjustmentTimestamp", "date", timestamp),
        ]
        if let renderedName { entries.append((AdjustmentFile.renderedKey, "string", renderedName)) }
        entries.append(("adjustmentData", "data", encodedData))
        let lines = entries.map { key, type, value in
            "\t<key>\(key)</key>\n\t<\(type)>\(Self.escaped(value))</\(type)>\n"
        }
        return Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
            "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \(lines.joined())</dict>
            </plist>

            """.utf8
        )
    }

    /// Returns a text without characters that have a meaning in XML, and without those that XML cannot contain.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
