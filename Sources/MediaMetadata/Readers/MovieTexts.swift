/// The texts that people wrote into a film: Apple's keys, the texts of `udta`, and those of iTunes' `ilst`.
extension MovieReader {
    enum Text {
        case title, caption, keywords

        fileprivate var tags: [FourCharacters] {
            switch self {
            case .title: [.copyright("nam"), "titl"]
            case .caption: ["desc", "dscp", "ldes", .copyright("des"), .copyright("cmt")]
            case .keywords: ["keyw", "kywd", .copyright("key")]
            }
        }

        fileprivate var keys: [String] {
            switch self {
            case .title: ["title", "displayname"]
            case .caption: ["description", "comment"]
            case .keywords: ["keywords"]
            }
        }
    }

    /// Returns the texts of a kind, each with the tag it was read from, the best first.
    func texts(of kind: Text) -> [(tag: String, text: String)] {
        let named = kind.keys.compactMap { name in
            let key = "com.apple.quicktime.\(name)"
            return keys[key].map { (key, $0) }
        }
        return named
            + kind.tags.compactMap { type in
                userData[type].map { ("udta \(type.name)", $0) }
            }
    }
}

/// Reads the texts of a `udta` that are not QuickTime international text.
enum MovieTexts {
    /// Reads a box of 3GPP TS 26.244: version, language, text; keywords have a count, and each its length.
    static func threeGP(_ box: Box, _ reader: BoxReader) -> String? {
        reader.read(box.payload) { bytes in
            guard box.type == "kywd" else { return bytes.from(6).flatMap(text) }
            var words: [String] = []
            var place = 7
            for _ in 0..<Int(bytes.u8(6) ?? 0) {
                guard let length = bytes.u8(place),
                    let word = bytes.slice(place + 1, Int(length)).flatMap(text)
                else { break }
                words.append(word)
                place += 1 + Int(length)
            }
            return words.isEmpty ? nil : words.joined(separator: ",")
        }
    }

    /// Returns the texts of an `ilst` in a `meta`: each item has its value in a `data`, in which type 1 is UTF-8.
    static func list(_ meta: Range<Int>, _ reader: BoxReader) -> [FourCharacters: String] {
        guard let list = reader.first("ilst", in: meta.dropFirst(4)) else { return [:] }
        var texts: [FourCharacters: String] = [:]
        for item in reader.boxes(in: list, limit: 512) where wanted.contains(item.type) {
            guard texts[item.type] == nil,
                let data = reader.first("data", in: item.payload), data.count <= 1 << 16
            else { continue }
            texts[item.type] = reader.read(data) { bytes in
                bytes.be32(0) == 1 ? bytes.from(8)?.text : nil
            }
        }
        // A day or a year is that of a work, and a time that of a recording.
        if let day = texts[.copyright("day")], day.utf8.count <= 10 {
            texts[.copyright("day")] = nil
        }
        return texts
    }

    /// Places of an `ilst` are left out: they are those of a work, not of a recording.
    private static let wanted: Set<FourCharacters> = [
        .copyright("nam"), .copyright("cmt"), .copyright("des"), .copyright("day"), "desc", "ldes",
        "keyw",
    ]

    /// Decodes UTF-16, which begins with a byte order mark, or UTF-8, which has none.
    private static func text(_ bytes: Bytes) -> String? {
        let mark = bytes.be16(0)
        return mark == 0xFEFF || mark == 0xFFFE
            ? bytes.utf16Text(isBigEndian: true) : bytes.textOfUnknownEncoding
    }
}

extension FourCharacters {
    /// Returns the type of three letters after the sign ©.
    static func copyright(_ letters: StaticString) -> FourCharacters {
        let rest = FourCharacters(stringLiteral: letters)
        return FourCharacters(rawValue: 0xA9 << 24 | rest.rawValue)
    }

    /// The characters, for display.
    fileprivate var name: String {
        String(
            String.UnicodeScalarView(
                [24, 16, 8, 0].map { Unicode.Scalar(UInt8(truncatingIfNeeded: rawValue >> $0)) }
            )
        )
    }
}
