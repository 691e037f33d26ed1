/// Lines of `/proc/self/mountinfo`, as proc_pid_mountinfo(5) describes them.
package enum MountInfo {
    /// Returns the path at which a line's file system is mounted: the fifth field, with octal escapes for spaces and
    /// other special characters.
    package static func mountPoint(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
        return fields.count > 4 ? unescaped(fields[4]) : nil
    }

    /// Returns the unparsed fields of the line for the mount of an open file; nil if there is no such line.
    package static func words(of descriptor: Int32) -> [Substring]? {
        let number = "\(LinuxFileSystem.shared.mount(descriptor)) "
        return KernelTable.text(of: "/proc/self/mountinfo").split(separator: "\n")
            .first { $0.hasPrefix(number) }?.split(separator: " ")
    }

    /// Returns the path at which the file system of an open file is mounted.
    package static func mountPoint(_ descriptor: Int32) -> [UInt8]? {
        guard let words = words(of: descriptor), words.count > 4 else { return nil }
        return unescaped(Array(words[4].utf8)[...])
    }

    /// Returns the type of the file system of an open file, as `mount` names it: `ext4`, `fuse.sshfs`.
    package static func fileSystem(of descriptor: Int32) -> String? {
        // The number of fields before the dash varies.
        words(of: descriptor)?.drop { $0 != "-" }.dropFirst().first.map(String.init)
    }

    /// Returns whether the kernel refuses writes to the file system of an open file, as it does after an error without
    /// reporting it as read-only.
    package static func isShutDown(_ descriptor: Int32) -> Bool {
        let options = words(of: descriptor)?.last?.split(separator: ",") ?? []
        return options.contains { ["emergency_ro", "shutdown"].contains($0) }
    }

    /// Returns whether a path equals another one or is below it.
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
