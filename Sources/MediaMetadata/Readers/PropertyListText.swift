/// The texts of a property list's outermost dictionary (`PropertyList-1.0.dtd`), read by expat.
enum PropertyListText {
    /// Returns the texts by key; empty if it is not an XML property list.
    ///
    /// `limit`: The number of bytes of a text to keep.
    static func values(
        _ text: Bytes,
        _ file: FileBytes,
        limit: Int = 4_096
    ) -> [String: String] {
        let collector = Collector(limit)
        XMLScan.read(text, of: file, collector)
        return collector.values
    }

    private final class Collector: XMLTaker {
        private(set) var values: [String: String] = [:]
        private var depth = 0
        private var key: String?
        private var text: [UInt8] = []
        private let limit: Int

        init(_ limit: Int) { self.limit = limit }

        func begin(_: Bytes, _: XMLAttributes) {
            depth += 1
            text = []
        }

        func add(_ bytes: Bytes) {
            guard text.count + bytes.count <= limit else { return }
            text.append(bytes)
        }

        /// Takes a member of the outermost dictionary: at its end, `plist` and `dict` are also open.
        func end(_ name: Bytes) {
            defer { (depth, text) = (depth - 1, []) }
            guard depth == 3, values.count < 64 else { return }
            let value = String(decoding: text, as: UTF8.self)
            if name.string == "key" {
                key = value
            } else if let known = key {
                values[known] = value
                key = nil
            }
        }
    }
}
