internal import Foundation

/// What a line of a feed says of where it is from.
struct FeedLine {
    let token: String
    /// The library's identifier, in the lines that tell it.
    let library: String?

    /// Nil for what is no line of a feed.
    init?(_ bytes: some Sequence<UInt8>) {
        let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        guard let object, let token = object["token"] as? String else { return nil }
        self.token = token
        library = object["type"] as? String == "library" ? object["library"] as? String : nil
    }
}
