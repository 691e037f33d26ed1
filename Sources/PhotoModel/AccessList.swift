/// Command lines that give a user permissions by access lists.
package enum AccessList {
    /// Returns the command that lets a user read a folder and everything in it, now and later.
    package static func reading(_ folder: [UInt8], by user: String) -> String {
        wholeFolder("rX", folder, user)
    }

    /// Returns the command that lets a user write to a folder and everything in it, now and later.
    package static func writing(_ folder: [UInt8], by user: String) -> String {
        wholeFolder("rwX", folder, user)
    }

    /// Returns the command that gives a user permissions on one file or directory.
    package static func one(_ permissions: String, _ path: [UInt8], by user: String) -> String {
        "sudo setfacl -m u:\(user):\(permissions) \(ShellWord.quoted(path))"
    }

    private static func wholeFolder(_ letters: String, _ path: [UInt8], _ user: String) -> String {
        "sudo setfacl -R -m u:\(user):\(letters),d:u:\(user):\(letters) \(ShellWord.quoted(path))"
    }
}
