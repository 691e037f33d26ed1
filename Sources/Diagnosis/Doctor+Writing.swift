internal import Foundation
internal import Indexing
internal import PhotoModel
internal import Settings

extension Doctor {
    /// Returns a finding if programs may delete and add photos, but the user may not write to the folder.
    func unwritable(
        _ path: [UInt8],
        _ settings: Settings?,
        _ user: ServiceUser
    ) -> Finding? {
        guard let settings, user.isWriter, !settings.options.isReadOnly,
            unsafe access(path.cString, W_OK) != 0, errno == EACCES
        else { return nil }
        return Finding(
            "folder",
            .note,
            "\(PrintableText.line(path)) may not be written by \(user.name), so no photo can be deleted or added; if "
                + "that is as it should be, set read-only = true",
            cure: user.writeAccess(to: path)
        )
    }
}
