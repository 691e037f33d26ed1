internal import ArgumentParser
internal import Catalogue
internal import ChangeFeed
internal import Daemon
internal import Extraction
internal import Foundation
internal import Imaging
internal import Indexing
internal import LibraryFiles
internal import PhotoModel
internal import PredicateFormat
internal import Settings

/// The exit codes and error messages of the program.
enum Exit {
    /// Runs a command, and turns an error it throws into a message on standard error and an exit code.
    static func translating(_ body: () throws -> Void) throws {
        do { try body() } catch { throw translate(error) }
    }

    private static func translate(_ error: any Error) -> any Error {
        if error is ExitCode || error is ValidationError || error is CleanExit { return error }
        Terminal.say("heliograph: \(PrintableText.lines(of: error).joined(separator: "\n"))")
        return ExitCode(code(of: error))
    }

    /// Throws an exit code if the output could not be written completely, such as on a full disk.
    static func requireOutput() throws {
        let flushed = fflush(nil) == 0 ? 0 : errno
        let error = FeedOutput.standardOutputError == 0 ? flushed : FeedOutput.standardOutputError
        guard error != 0, error != EPIPE else { return }
        complain(
            "standard output cannot be written: \(unsafe String(cString: strerror(error))); the output is incomplete"
        )
        throw ExitCode(EX_IOERR)
    }

    /// Refuses to run without knowing its arguments, which Swift reads from `/proc`.
    static func requireArguments() throws {
        guard CommandLine.arguments.isEmpty else { return }
        complain(
            "the arguments cannot be read, for /proc is not there; mount it: mount -t proc proc /proc"
        )
        throw ExitCode(EX_OSFILE)
    }

    /// Refuses arguments that are not UTF-8: repaired, they may be the name of another file.
    static func requireText() throws {
        for number in 0..<Int(CommandLine.argc) {
            guard let bytes = unsafe CommandLine.unsafeArgv[number],
                unsafe String(validatingCString: bytes) == nil
            else { continue }
            complain(
                "argument \(number) is not UTF-8; name a photo by its identifier, as `heliograph assets` prints it, "
                    + "and a folder by one of its parents"
            )
            throw ExitCode(EX_USAGE)
        }
    }

    /// Prints one line to standard error.
    static func complain(_ text: String) {
        Terminal.say("heliograph: \(PrintableText.line(text))")
    }

    /// Runs a command.
    ///
    /// - Parameters:
    ///   - arguments: The command's arguments, which an error message may quote.
    ///   - command: What to run.
    /// - Returns: The exit code, after the message of the error that it threw, which may stand for success, as for
    ///   `--help`.
    static func code(
        of arguments: [String] = CommandLine.arguments,
        _ command: () throws -> Void
    ) -> Int32 {
        do {
            try command()
            return EXIT_SUCCESS
        } catch {
            return report(error, arguments)
        }
    }

    private static func report(_ error: any Error, _ arguments: [String]) -> Int32 {
        var text = Heliograph.fullMessage(for: error)
        // All other errors begin this way.
        if text.hasPrefix("Error: ") { text = "heliograph: \(text.dropFirst(7))" }
        // Arguments that the message quotes may contain line ends and control characters.
        for argument in arguments where !argument.allSatisfy(\.isWhitespace) {
            let shown = PrintableText.line(argument)
            if shown != argument { text = text.replacing(argument, with: shown) }
        }
        let code = Heliograph.exitCode(for: error)
        if !text.isEmpty { code.isSuccess ? print(text) : Terminal.say(text) }
        return code.rawValue
    }

    private static func code(of error: any Error) -> Int32 {
        if let error = error as? CatalogueError { return catalogueCodes[error.code] ?? EX_IOERR }
        if error is ConfigurationError || error is PredicateFormatError { return EX_USAGE }
        if error is FeedFileError { return EX_CANTCREAT }
        if error is ExtractionError { return EX_UNAVAILABLE }
        if let error = error as? LibraryFileError { return fileCodes[error.code] ?? EX_IOERR }
        if let error = error as? ImagingError { return imagingCodes[error.code] ?? 1 }
        if let error = error as? IndexingError { return indexingCodes[error.code] ?? EX_SOFTWARE }
        return EX_IOERR
    }

    private static let catalogueCodes: [CatalogueError.Code: Int32] = [
        .damaged: EX_DATAERR, .foreign: EX_DATAERR, .newerVersion: EX_DATAERR, .missing: EX_NOINPUT,
        .cannotCreate: EX_CANTCREAT, .noPermission: EX_NOPERM, .diskFull: EX_IOERR,
        .inputOutput: EX_IOERR, .locked: EX_TEMPFAIL, .networkFileSystem: EX_CANTCREAT,
        .insidePhotos: EX_CANTCREAT, .replaced: EX_TEMPFAIL, .tooFewDescriptors: EX_OSERR,
    ]

    private static let imagingCodes: [ImagingError.Code: Int32] = [
        .unavailable: EX_NOINPUT, .helperMissing: EX_UNAVAILABLE,
    ]

    private static let fileCodes: [LibraryFileError.Code: Int32] = [
        .restricted: EX_NOPERM, .noPermission: EX_NOPERM, .offline: EX_NOINPUT, .missing: 1,
        .invalid: 1,
    ]

    private static let indexingCodes: [IndexingError.Code: Int32] = [
        .watcherUnavailable: EX_UNAVAILABLE,
        .folderMissing: EX_NOINPUT, .noPermission: EX_NOPERM,
        .overlappingRoots: EX_USAGE, .noRoots: EX_USAGE, .tooFewDescriptors: EX_OSERR,
        .inTrash: 1,
    ]
}
