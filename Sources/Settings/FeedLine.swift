internal import Foundation

/// The origin of a line of a feed.
struct FeedLine {
    let token: String
    /// The library's identifier, in the lines that have it.
    let library: String?

    /// Parses a line; nil if it is not part of a feed.
    init?(_ bytes: some Sequence<UInt8>) {
        let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        guard let object, let token = object["token"] as? String else { return nil }
        self.token = token
        library = object["type"] as? String == "library" ? object["library"] as? String : nil
    }
}
