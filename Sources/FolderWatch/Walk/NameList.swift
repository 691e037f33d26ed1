internal import Kernel

/// A queue of names, stored back to back in one array.
struct NameList {
    private var bytes: [UInt8] = []
    private var position = 0

    init() {}

    init(_ names: [[UInt8]]) {
        for name in names { bytes += name + [0] }
    }

    var isEmpty: Bool { position == bytes.count }

    mutating func append(_ name: UnsafeBufferPointer<UInt8>) {
        unsafe bytes.append(contentsOf: name)
        bytes.append(0)
    }

    mutating func popFirst() -> FileName? {
        guard let end = bytes[position...].firstIndex(of: 0) else { return nil }
        defer { position = end + 1 }
        return FileName(Array(bytes[position..<end]))
    }
}
