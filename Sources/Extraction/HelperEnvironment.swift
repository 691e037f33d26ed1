internal import Glibc

/// What of the environment helper programs are given: what the loader, the C library and tests need.
///
/// Nothing they do hangs on the rest, in which there may be secrets.
enum HelperEnvironment {
    private static let names: Set<String> = [
        "LD_LIBRARY_PATH", "LD_PRELOAD", "LANG", "LC_ALL", "LC_MESSAGES", "TZ", "TZDIR",
        "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS",
    ]
    private static let prefix = "HELIOGRAPH_TEST_"

    /// Calls with the variables that are passed on, as `posix_spawn` takes them.
    static func withVariables<Result>(
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var kept: [UnsafeMutablePointer<CChar>?] = []
        var next = environ
        while let variable = next.pointee {
            if isKept(variable) { kept.append(variable) }
            next += 1
        }
        kept.append(nil)
        return kept.withUnsafeBufferPointer { list in
            // Not empty: it ends with nil.
            list.baseAddress.map(body) ?? body(environ)
        }
    }

    private static func isKept(_ variable: UnsafePointer<CChar>) -> Bool {
        let length = strchr(variable, 0x3D).map { UnsafePointer($0) - variable } ?? 0
        let name = String(
            decoding: UnsafeRawBufferPointer(start: variable, count: length),
            as: UTF8.self
        )
        return names.contains(name) || name.hasPrefix(prefix)
    }
}
