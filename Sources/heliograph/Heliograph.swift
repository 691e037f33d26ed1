internal import ArgumentParser
internal import CSystemCalls
internal import Catalogue
internal import Glibc

@main
struct Heliograph: ParsableCommand {
    static let version = HELIOGRAPH_VERSION

    static let configuration = CommandConfiguration(
        commandName: "heliograph",
        abstract: "Indexes a folder of photos and tells what changes in it.",
        discussion: """
            The first minute:
              heliograph watch ~/Pictures       index, then follow; JSON Lines on stdout
              heliograph assets --limit 10      what is in the catalogue
              heliograph changes --since TOKEN  what changed since a line of the feed

            Data goes to standard output, as a table on a terminal and as JSON Lines otherwise; \
            everything else goes to standard error. What in a name would move a terminal's cursor or \
            not be seen is shown there by its number, such as \\u{202E}. Photos are never written to, \
            and moved by `trash` and `restore` only.

            Exit codes: 0 done, 1 a difference or partial failure, 64 usage, 65 catalogue damaged, \
            66 folder missing, 69 helper missing, 71 too few files can be opened, 73 cannot create, \
            74 input/output error, 75 another indexer holds the catalogue, 77 no permission.
            """,
        version: version,
        subcommands: [
            WatchCommand.self, IndexCommand.self, AssetsCommand.self, AlbumsCommand.self,
            ChangesCommand.self, ShowCommand.self, ExplainCommand.self, ThumbnailCommand.self,
            RootsCommand.self,
            StatusCommand.self, AuditCommand.self, DoctorCommand.self, EditCommand.self,
            AlbumCommand.self, TrashCommand.self, RestoreCommand.self, BackupCommand.self,
            RestoreCatalogueCommand.self, ServiceSettingsCommand.self,
        ]
    )

    static func main() {
        // Swift's thread pool tells the system log of every priority that it may not raise.
        unsafe setenv("LIBDISPATCH_LOG", "NO", 0)
        openStandardStreams()
        // Beyond a limit of the size of files a write fails with an error that is told.
        signal(SIGXFSZ, SIG_IGN)
        CatalogueFile.leaveMemoryUncounted()
        do {
            try Exit.requireText()
            var command = try parseAsRoot()
            try command.run()
            try Exit.requireOutput()
        } catch {
            Exit.end(error)
        }
    }

    /// Puts nothing where the program was started without standard input, output or error.
    ///
    /// The next file opened would get that number, and what is said would be written into it.
    private static func openStandardStreams() {
        while true {
            let descriptor = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
            guard descriptor >= 0, descriptor <= STDERR_FILENO else {
                if descriptor >= 0 { close(descriptor) }
                return
            }
            // The helpers have them too.
            _ = fcntl(descriptor, F_SETFD, 0)
        }
    }
}
