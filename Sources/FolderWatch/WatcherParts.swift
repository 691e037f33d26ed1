internal import Kernel

/// Creates the parts of a ``FolderWatcher`` with their dependencies.
struct WatcherParts<Queue: WatchQueue> {
    let walk = WalkState()
    let unsupported = UnsupportedFiles()
    let emitter: FrameEmitter
    let watches: WatchAllocator<Queue>
    let remover: DirectoryRemover<Queue>
    let roots: RootWatch<Queue>
    let events: EventReader<Queue>
    let poller: DirectoryPoller<Queue>
    let work: WatchWork<Queue>

    init(
        _ queue: Queue,
        _ configuration: WatchConfiguration,
        _ output: FrameOutput,
        _ files: any FileSystemCalls,
        _ time: any TimeSource
    ) {
        let filter = NameFilter(
            ignoring: configuration.ignored,
            extensions: configuration.extensions,
            unsupported: configuration.unsupported
        )
        let (tree, finder) = (DirectoryTree(), DirectoryFinder(files))
        let (pending, listings) = (PendingNames(), ListingQueue(walk))
        emitter = FrameEmitter(output, walk)
        watches = WatchAllocator(queue, configuration, tree, time)
        remover = DirectoryRemover(tree, watches, finder, emitter)
        let updater = TreeUpdater(
            tree: tree,
            watches: watches,
            listings: listings,
            walk: walk,
            finder: finder,
            filter: filter,
            emitter: emitter,
            files: files,
            time: time
        )
        let lister = DirectoryLister(
            listings: listings,
            pending: pending,
            updater: updater,
            watches: watches,
            filter: filter,
            unsupported: unsupported,
            emitter: emitter,
            files: files,
            time: time
        )
        let walker = DirectoryWalker(
            listings: listings,
            lister: lister,
            finder: finder,
            updater: updater,
            pending: pending,
            walk: walk,
            emitter: emitter,
            files: files
        )
        roots = RootWatch(
            configuration.roots,
            tree: tree,
            watches: watches,
            listings: listings,
            finder: finder,
            remover: remover,
            walker: walker,
            emitter: emitter,
            time: time
        )
        poller = DirectoryPoller(watches, finder, pending, listings, roots)
        let checker = NameChecker(
            pending: pending,
            listings: listings,
            finder: finder,
            updater: updater,
            walk: walk,
            filter: filter,
            emitter: emitter,
            files: files
        )
        work = WatchWork(
            pending,
            listings,
            checker,
            walker,
            roots,
            emitter,
            walk,
            files,
            time
        )
        events = EventReader(
            watches: watches,
            tree: tree,
            updater: updater,
            roots: roots,
            pending: pending,
            walk: walk,
            filter: filter,
            emitter: emitter,
            time: time
        )
    }
}
