internal import Kernel

/// What the names say that households give to files.
extension FileName {
    /// Whether nobody looks at a file of the name.
    var isIgnored: Bool { bytes.first == 0x2E || hasSuffix(".tmp") || hasSuffix(".part") }

    /// Whether it is a photo's, a film's or a sidecar's.
    var isMedia: Bool {
        [".jpg", ".JPG", ".dng", ".xmp", ".aae", ".mov"].contains(where: hasSuffix)
    }

    private func hasSuffix(_ suffix: String) -> Bool {
        bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
}
