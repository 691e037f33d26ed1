public import Foundation
internal import FoundationBridging

/// A position in the changes of a zone, which can be archived and passed to a later fetch.
///
/// It is the same position as in a token of the feed or in a `PHPersistentChangeToken`; its content is opaque.
public final class CKServerChangeToken: NSObject, NSCopying, NSSecureCoding, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Returns the token itself, as it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether tokens support secure coding; always true.
    public static var supportsSecureCoding: Bool { true }

    /// Reads a token from an archive.
    public convenience init?(coder: NSCoder) {
        guard let text = coder.decodeNested(NSString.self, forKey: "token") else { return nil }
        self.init(text as String)
    }

    /// Writes the token to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(text as NSString, forKey: "token")
    }

    /// The token in the form that completion blocks receive as the client's token.
    var data: Data { Data(text.utf8) }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CKServerChangeToken)?.text == text
    }

    public override var hash: Int { text.hashValue }
}
