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
    /// Returns the exit code for output that could not be written completely, such as on a full disk.
    static func outputFailure() -> ExitCode? {
        let error = FeedOutput.standardOutputError
        guard error != 0 else { return nil }
        complain(
            "standard output cannot be written: \(unsafe String(cString: strerror(error))); the output is incomplete"
        )
        return ExitCode(EX_IOERR)
    }

    /// Refuses to run without knowing its arguments, which Swift reads from `/proc`, and arguments that are not UTF-8:
    /// repaired, they may be the name of another file.
    static func argumentFailure() -> ExitCode? {
        if CommandLine.arguments.isEmpty {
            complain(
                "the arguments cannot be read, for /proc is not there; mount it: mount -t proc proc /proc"
            )
            return ExitCode(EX_OSFILE)
        }
        for number in 0..<Int(CommandLine.argc) {
            guard let bytes = unsafe CommandLine.unsafeArgv[number],
                unsafe String(validatingCString: bytes) == nil
            else { continue }
            complain(
                "argument \(number) is not UTF-8; name a photo by its identifier, as `heliograph assets` prints it, "
                    + "and a folder by one of its parents"
            )
            return ExitCode(EX_USAGE)
        }
        return nil
    }

    /// Prints one line to standard error.
    static func complain(_ text: String) {
        Terminal.say("heliograph: \(PrintableText.line(text))")
    }

    /// Runs the command that arguments name.
    ///
    /// - Returns: The exit code, after the message of the error that was thrown, which may stand for success, as for
    ///   `--help`.
    static func code(of arguments: [String]) -> ExitCode {
        do {
            var command = try Heliograph.parseAsRoot(arguments)
            try command.run()
            return .success
        } catch {
            return report(error, arguments)
        }
    }

    /// Prints the message of an error.
    ///
    /// - Returns: The exit code of the error.
    static func report(_ error: any Error, _ arguments: [String] = []) -> ExitCode {
        // The parser has a code of its own for its errors, and for help.
        guard Heliograph.exitCode(for: error) == .failure, !(error is ExitCode) else {
            return explain(error, arguments)
        }
        Terminal.say("heliograph: \(PrintableText.lines(of: error).joined(separator: "\n"))")
        return ExitCode(code(of: error))
    }

    /// Prints the message of an error in the arguments, as their parser words it.
    private static func explain(_ error: any Error, _ arguments: [String]) -> ExitCode {
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
        return code
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
