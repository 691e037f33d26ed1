internal import Glibc
internal import Kernel

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

    private func isRelevant(_ line: ArraySlice<UInt8>) -> Bool {
        guard let point = MountInfo.mountPoint(line) else { return false }
        return roots.contains { root in
            MountInfo.isAtOrBelow(root, point) || MountInfo.isAtOrBelow(point, root)
        }
    }
}
