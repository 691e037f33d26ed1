public import Foundation
internal import FoundationBridging

/// A position in the changes of a zone, to be archived and given back.
///
/// The same position as a token of the feed and of `PHPersistentChangeToken`; nothing is to be concluded from it.
public final class CKServerChangeToken: NSObject, NSCopying, NSSecureCoding, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The same: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// It can be archived safely.
    public static var supportsSecureCoding: Bool { true }

    /// A token out of an archive.
    public convenience init?(coder: NSCoder) {
        guard let text = coder.decodeNested(NSString.self, forKey: "token") else { return nil }
        self.init(text as String)
    }

    /// Writes it into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(text as NSString, forKey: "token")
    }

    /// What the server of a client that works with it is told of it.
    var data: Data { Data(text.utf8) }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CKServerChangeToken)?.text == text
    }

    public override var hash: Int { text.hashValue }
}
