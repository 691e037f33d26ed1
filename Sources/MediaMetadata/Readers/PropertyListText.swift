internal import CExpat

/// The texts of a property list's outermost dictionary (`PropertyList-1.0.dtd`), read by expat.
enum PropertyListText {
    /// Texts by key; nothing for what is no XML property list.
    static func values(_ text: Bytes) -> [String: String] {
        guard let parser = XML_ParserCreate(nil) else { return [:] }
        defer { XML_ParserFree(parser) }
        let collector = Collector()
        XML_SetUserData(parser, Unmanaged.passUnretained(collector).toOpaque())
        XML_SetElementHandler(
            parser,
            { user, _, _ in PropertyListText.collector(user)?.begin() },
            { user, name in
                PropertyListText.collector(user)?.end(name.map { String(cString: $0) } ?? "")
            }
        )
        XML_SetCharacterDataHandler(parser) { user, text, count in
            guard let text, count > 0 else { return }
            PropertyListText.collector(user)?.add(
                UnsafeRawBufferPointer(start: text, count: Int(count))
            )
        }
        // No entity of a property list is worth expanding: a few bytes could become gigabytes.
        XML_SetEntityDeclHandler(parser) { _, _, _, _, _, _, _, _, _ in }
        let characters = text.raw.bindMemory(to: CChar.self)
        _ = withExtendedLifetime(collector) {
            XML_Parse(parser, characters.baseAddress, Int32(clamping: characters.count), 1)
        }
        return collector.values
    }

    private static func collector(_ user: UnsafeMutableRawPointer?) -> Collector? {
        user.map { Unmanaged<Collector>.fromOpaque($0).takeUnretainedValue() }
    }

    private final class Collector {
        private(set) var values: [String: String] = [:]
        private var depth = 0
        private var key: String?
        private var text: [UInt8] = []

        func begin() {
            depth += 1
            text = []
        }

        func add(_ bytes: UnsafeRawBufferPointer) {
            guard text.count + bytes.count <= 4_096 else { return }
            text.append(contentsOf: bytes)
        }

        /// `plist` and `dict` are open where the outermost dictionary's members end.
        func end(_ name: String) {
            defer { (depth, text) = (depth - 1, []) }
            guard depth == 3, values.count < 64 else { return }
            let value = String(decoding: text, as: UTF8.self)
            if name == "key" {
                key = value
            } else if let known = key {
                values[known] = value
                key = nil
            }
        }
    }
}
