internal import CPictures
internal import ImagingService

/// libvips, with one instance for the whole process.
package enum Library {
    /// Loads the library and all modules it might open later; returns nil, or the reason for failing.
    package static func load() -> String? {
        do {
            try unsafe attempt("libvips cannot be loaded") {
                unsafe heliograph_pictures_start($0) == 0 ? true : nil
            }
            return nil
        } catch {
            return error.description
        }
    }

    /// Calls a function that writes a reason when it fails.
    @discardableResult
    static func attempt<Result>(
        _ failure: String,
        _ call: (UnsafeMutablePointer<CChar>) -> Result?
    ) throws(RenditionFailure) -> Result {
        var text = [CChar](repeating: 0, count: Int(HELIOGRAPH_REASON_SIZE))
        let result = unsafe text.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.flatMap { unsafe call($0) }
        }
        if let result { return result }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        throw RenditionFailure("\(failure): \(String(decoding: bytes, as: UTF8.self))")
    }
}
