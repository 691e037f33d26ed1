/// The URI of a file, escaped exactly as by GLib, because other programs look up thumbnails by it.
enum FileURI {
    private static let plain = Set("!$&'()*+,-./:=@_~".utf8)

    static func text(_ path: [UInt8]) -> String {
        var text: [UInt8] = Array("file://".utf8)
        for byte in path {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: text.append(byte)
            case _ where plain.contains(byte): text.append(byte)
            default: text += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }
}
