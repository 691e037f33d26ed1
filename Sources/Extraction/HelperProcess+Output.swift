internal import CSystemCalls
internal import Glibc

extension HelperProcess {
    /// Returns the standard output of a helper that runs until it exits by itself.
    ///
    /// - Throws: ``ExtractionError`` if the program cannot be found or started.
    package static func output(of name: String, arguments: [String]) throws(ExtractionError)
        -> String
    {
        var ends: [Int32] = [-1, -1]
        let input = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(input) }
        guard unsafe heliograph_pipe(&ends, 4_096) == 0 else {
            throw ExtractionError("no pipe can be made for \(name)")
        }
        defer { close(ends[0]) }
        let started: Result<HelperProcess, ExtractionError> = Result { () throws(ExtractionError) in
            try HelperProcess(name, arguments: arguments, input: input, output: ends[1])
        }
        close(ends[1])
        let helper = try started.get()
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = unsafe read(ends[0], &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            text += piece[..<count]
        }
        _ = helper.reap(within: nil)
        return String(decoding: text, as: UTF8.self)
    }
}
