/// The names in a directory listing.
///
/// Some file systems find a file also by other names: in another case, or with accents composed differently. Only a
/// listing has the actual name.
package struct ListedNames {
    private let names: Set<FileName>

    /// Lists an open directory, whatever it was opened for.
    package init(_ directory: Int32, _ files: any FileSystemCalls) throws(SystemError) {
        let opened = try unsafe FileName(".").withCString { name throws(SystemError) in
            try unsafe OpenDirectory(name, in: directory, for: .listing, files)
        }
        names = Set(try opened.names())
    }

    package func contains(_ name: FileName) -> Bool { names.contains(name) }

    /// Returns a listed name that differs only in case or composition.
    package func alike(_ name: FileName) -> FileName? {
        guard let text = name.folded else { return nil }
        return names.first { $0 != name && $0.folded == text }
    }
}

extension FileName {
    package var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }

    /// The name with the case of its ASCII letters changed; nil if it has none.
    package var inOtherCase: FileName? {
        let other = bytes.map { byte in
            switch byte {
            case 0x41...0x5A, 0x61...0x7A: byte ^ 0x20
            default: byte
            }
        }
        return other == bytes ? nil : FileName(other)
    }

    /// Returns whether a name is the same, or differs only in case or composition.
    package func isAlike(_ other: FileName) -> Bool {
        self == other || (folded != nil && folded == other.folded)
    }

    /// A key that is equal for names that differ only in case or composition; nil if the name is not UTF-8.
    fileprivate var folded: String? {
        String(validating: bytes, as: UTF8.self)?.lowercased()
    }
}

extension FileSystemCalls {
    /// Returns whether a file found by a name is also found by that name in another case.
    ///
    /// It may be another file that looks the same, so only a listing is proof.
    package func isFoundInOtherCase(
        _ name: FileName,
        _ found: FileStat,
        in directory: Int32
    ) -> Bool {
        guard let other = name.inOtherCase else { return false }
        let twin = unsafe other.withCString { unsafe try? stat($0, in: directory) }
        guard let twin, twin.device == found.device, twin.mode == found.mode else { return false }
        // On FUSE each name may have its own inode number.
        return twin.inode == found.inode
            || (twin.size == found.size && twin.modified == found.modified
                && twin.changed == found.changed)
    }

    /// Returns whether a file found by a name is listed by exactly this name; true if that cannot be determined.
    ///
    /// The directory is listed only if the file may have another name.
    package func lists(_ name: FileName, _ found: FileStat, in directory: Int32) -> Bool {
        guard mayList(name, otherwise: found, in: directory) else { return true }
        return (try? ListedNames(directory, self).contains(name)) ?? true
    }

    /// Returns whether a file found by a name may be listed by another one.
    package func mayList(
        _ name: FileName,
        otherwise found: FileStat,
        in directory: Int32
    ) -> Bool {
        if isFoundInOtherCase(name, found, in: directory) { return true }
        guard !name.isASCII, let identity = identity(directory) else { return false }
        return FileSystemIdentity.mayNormalizeNames(identity.type)
    }
}

extension OpenDirectory {
    /// Returns whether a file found by a name is listed by exactly this name; true if that cannot be determined.
    package func lists(_ name: FileName, _ found: FileStat) -> Bool {
        files.lists(name, found, in: descriptor)
    }

    /// Returns whether a file found by a name may be listed by another one.
    package func mayList(_ name: FileName, otherwise found: FileStat) -> Bool {
        files.mayList(name, otherwise: found, in: descriptor)
    }
}
