internal import Glibc

/// The mount points relevant to the roots, with notification of changes.
struct MountTable {
    /// `/proc/self/mountinfo`, which signals `POLLPRI` when any mount of the namespace changes.
    let descriptor: Int32
    private let roots: [[UInt8]]
    private var relevant: [String] = []

    init(below roots: [[UInt8]]) {
        self.roots = roots
        descriptor = unsafe open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        relevant = readRelevant()
    }

    /// Returns whether a mount at, above or below a root has changed since the last call.
    mutating func hasChanged() -> Bool {
        let now = readRelevant()
        defer { relevant = now }
        return now != relevant
    }

    private func readRelevant() -> [String] {
        guard descriptor >= 0 else { return [] }
        lseek(descriptor, 0, SEEK_SET)
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe read(descriptor, &piece, piece.count)
            guard count > 0 else { break }
            text.append(contentsOf: piece[..<count])
        }
        return text.split(separator: UInt8(ascii: "\n")).filter(isRelevant).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// The fifth field of a line is the mount point, with octal escapes for spaces and the like.
    private func isRelevant(_ line: ArraySlice<UInt8>) -> Bool {
        let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
        guard fields.count > 4 else { return false }
        let point = Self.unescaped(fields[4])
        return roots.contains { root in
            Self.isAtOrBelow(root, point) || Self.isAtOrBelow(point, root)
        }
    }

    private static func isAtOrBelow(_ path: [UInt8], _ parent: [UInt8]) -> Bool {
        parent == [UInt8(ascii: "/")] || path == parent
            || path.starts(with: parent + [UInt8(ascii: "/")])
    }

    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.count >= 3,
                let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
            {
                result.append(code)
                rest = rest.dropFirst(3)
            } else {
                result.append(byte)
            }
        }
        return result
    }
}
