import Extraction
import Glibc

/// No program can be started.
final class NoPrograms: HelperPrograms {
    private let code: Int32

    /// `code`: The error number of each attempt.
    init(code: Int32 = ENOENT) { self.code = code }

    func start(
        _ name: String,
        arguments: [String],
        input: Int32,
        output: Int32?
    ) throws(ExtractionError) -> any Helper {
        throw ExtractionError("\(name) is not started here", code: code)
    }
}
