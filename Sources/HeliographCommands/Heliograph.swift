internal import ArgumentParser
internal import CSystemCalls

struct Heliograph: ParsableCommand {
    static let version = HELIOGRAPH_VERSION

    static let configuration = CommandConfiguration(
        commandName: "heliograph",
        abstract: "Index folders of photos and report what changes in them.",
        discussion: """
            Getting started:
              heliograph watch ~/Pictures       index, then print changes as JSON Lines
              heliograph assets --limit 10      list what is in the catalogue
              heliograph changes --since TOKEN  list what changed since a line of the feed

            Data goes to standard output, as a table on a terminal and as JSON Lines otherwise; messages \
            go to standard error. Tables and messages show invisible characters in names, and those that \
            would move the cursor, by their numbers, such as \\u{202E}. Photos are never written to; only \
            `trash` and `restore` move them.

            Exit codes: 0 success, 1 an asset or album is not there, or something differs, failed in part or is \
            offline, 64 wrong usage, 65 catalogue damaged or newer, \
            66 folder missing, 69 helper missing, 71 too few open files allowed, 73 cannot create a file, \
            74 input/output error, 75 another indexer holds the catalogue, 77 permission denied.
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
}
