internal import Glibc

/// The part of the environment passed to helper programs: the variables for the loader, the C library and tests.
///
/// They do not depend on the rest, which may contain secrets.
enum HelperEnvironment {
    private static let names: Set<String> = [
        "LD_LIBRARY_PATH", "LD_PRELOAD", "LANG", "LC_ALL", "LC_MESSAGES", "TZ", "TZDIR",
        "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS",
    ]
    private static let prefix = "HELIOGRAPH_TEST_"

    /// Calls `body` with the variables to pass on, in the form `posix_spawn` takes.
    static func withVariables<Result>(
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var kept: [UnsafeMutablePointer<CChar>?] = unsafe []
        var next = unsafe environ
        while let variable = unsafe next.pointee {
            if unsafe isKept(variable) { unsafe kept.append(variable) }
            unsafe next += 1
        }
        unsafe kept.append(nil)
        return unsafe kept.withUnsafeBufferPointer { list in
            // Never empty, because it ends with nil.
            unsafe list.baseAddress.map(body) ?? body(environ)
        }
    }

    private static func isKept(_ variable: UnsafePointer<CChar>) -> Bool {
        let length = unsafe strchr(variable, 0x3D).map { unsafe UnsafePointer($0) - variable } ?? 0
        let name = unsafe String(
            decoding: UnsafeRawBufferPointer(start: variable, count: length),
            as: UTF8.self
        )
        return names.contains(name) || name.hasPrefix(prefix)
    }
}
