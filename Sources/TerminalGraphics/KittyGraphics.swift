/// Pictures in kitty's graphics protocol.
///
/// https://sw.kovidgoyal.net/kitty/graphics-protocol/
enum KittyGraphics {
    /// The protocol's limit for the text of one command.
    private static let chunk = 4_096

    /// Returns the commands that draw a picture at the cursor, scaled to a number of columns or in its own size.
    static func commands(_ image: RasterImage, columns: Int?) -> [UInt8] {
        let text = Base64.text(image.png ?? image.pixels)
        // Suppresses answers, which the program would take for typed text.
        var control = "a=T,t=d,q=2," + format(image)
        if let columns { control += ",c=\(columns)" }
        var commands: [UInt8] = []
        commands.reserveCapacity(text.count + text.count / 100 + 100)
        for start in stride(from: 0, to: text.count, by: chunk) {
            let end = min(start + chunk, text.count)
            let more = "m=\(end < text.count ? 1 : 0)"
            let head = start == 0 ? control + "," + more : more
            commands += "\u{1B}_G\(head);".utf8
            commands += text[start..<end]
            commands += "\u{1B}\\".utf8
        }
        return commands
    }

    private static func format(_ image: RasterImage) -> String {
        image.png == nil ? "f=32,s=\(image.width),v=\(image.height)" : "f=100"
    }
}

/// The encoding of RFC 4648.
enum Base64 {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    static func text(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            let group = (0..<3).reduce(0) { $0 << 8 | ($1 < count ? Int(bytes[start + $1]) : 0) }
            for place in 0..<4 {
                let digit = digits[group >> (18 - 6 * place) & 63]
                text.append(place <= count ? digit : UInt8(ascii: "="))
            }
        }
        return text
    }
}
