/// Lines of `/proc/self/mountinfo`, as proc_pid_mountinfo(5) describes them.
package enum MountInfo {
    /// The path at which a line's file system is mounted: the fifth field, with octal escapes for spaces and the like.
    package static func mountPoint(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
        return fields.count > 4 ? unescaped(fields[4]) : nil
    }

    /// The words of the line of the mount that an open file lies on, as they stand there; nil if there is none.
    package static func words(of descriptor: Int32) -> [Substring]? {
        let number = "\(LinuxFileSystem.shared.mount(descriptor)) "
        return KernelTable.text(of: "/proc/self/mountinfo").split(separator: "\n")
            .first { $0.hasPrefix(number) }?.split(separator: " ")
    }

    /// The path at which the file system that an open file lies on is mounted.
    package static func mountPoint(_ descriptor: Int32) -> [UInt8]? {
        guard let words = words(of: descriptor), words.count > 4 else { return nil }
        return unescaped(Array(words[4].utf8)[...])
    }

    /// The type of the file system that an open file lies on, as `mount` calls it: `ext4`, `fuse.sshfs`.
    package static func fileSystem(of descriptor: Int32) -> String? {
        // What stands before the dash varies in number.
        words(of: descriptor)?.drop { $0 != "-" }.dropFirst().first.map(String.init)
    }

    /// Whether the kernel refuses to write to the file system that an open file lies on, which it does after an error
    /// without calling it read-only.
    package static func isShutDown(_ descriptor: Int32) -> Bool {
        let options = words(of: descriptor)?.last?.split(separator: ",") ?? []
        return options.contains { ["emergency_ro", "shutdown"].contains($0) }
    }

    /// Whether a path is another one or lies below it.
    package static func isAtOrBelow(_ path: [UInt8], _ parent: [UInt8]) -> Bool {
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
