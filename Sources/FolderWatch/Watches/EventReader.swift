internal import Glibc
internal import Kernel

/// Reads events from the kernel's queue and adds the names to check.
final class EventReader<Queue: WatchQueue> {
    private let watches: WatchAllocator<Queue>
    private let tree: DirectoryTree
    private let updater: TreeUpdater<Queue>
    private let roots: RootWatch<Queue>
    private let pending: PendingNames
    private let walk: WalkState
    private let filter: NameFilter
    private let emitter: FrameEmitter
    private let time: any TimeSource
    private var renames = RenamePairs()

    init(
        watches: WatchAllocator<Queue>,
        tree: DirectoryTree,
        updater: TreeUpdater<Queue>,
        roots: RootWatch<Queue>,
        pending: PendingNames,
        walk: WalkState,
        filter: NameFilter,
        emitter: FrameEmitter,
        time: any TimeSource
    ) {
        (self.watches, self.tree, self.updater) = (watches, tree, updater)
        (self.roots, self.pending, self.walk) = (roots, pending, walk)
        (self.filter, self.emitter, self.time) = (filter, emitter, time)
    }

    /// Reads every waiting event.
    func drain() {
        while let event = watches.nextEvent() {
            let meaning = WatchEventMeaning(event)
            if meaning == .overflow {
                walk.requestRecovery()
            } else if let node = tree.node(watch: event.watch) {
                handle(meaning, event, node)
            }
        }
    }

    private func handle(_ meaning: WatchEventMeaning, _ event: WatchEvent, _ node: DirectoryNode) {
        switch meaning {
        case .watchEnded: watchEnded(node)
        case .directoryMoved: roots.check(node)
        case .fileCreated, .nameChanged:
            if event.cookie != 0, event.mask & UInt32(IN_ISDIR) == 0 { tellRename(event, node) }
            reportRemoval(event, node)
            guard matters(event) else { return }
            let name = PendingName(node: node, name: FileName(event.name))
            if meaning == .fileCreated {
                pending.addCreated(name, at: time.milliseconds)
            } else {
                pending.addChanged(name)
            }
        case .overflow, .nothing: break
        }
    }

    /// Emits that a directory was removed: with it go the names that were removed from it before, which can no longer
    /// be checked.
    private func reportRemoval(_ event: WatchEvent, _ node: DirectoryNode) {
        guard event.mask & UInt32(IN_DELETE) != 0, event.mask & UInt32(IN_ISDIR) != 0,
            let child = node.children[FileName(event.name)]
        else { return }
        emitter.emit(.gone(node: child.id, name: []))
    }

    /// Emits that a file was renamed, if at least one of the names may belong to a media file.
    ///
    /// While the reader is slow no renames are emitted: it then only has less evidence for the identity of files.
    private func tellRename(_ event: WatchEvent, _ node: DirectoryNode) {
        guard emitter.output.hasRoom else { return }
        let isMedia = filter.admits(event.name)
        let name = PendingName(node: node, name: FileName(event.name))
        guard let from = renames.complete(event, name, isMedia), isMedia || from.isMedia else {
            return
        }
        emitter.emit(
            .renamed(
                node: from.name.node.id,
                name: from.name.name.bytes,
                toNode: node.id,
                toName: event.name
            )
        )
    }

    /// Returns whether a name may belong to a directory, a media file or `.nomedia`.
    private func matters(_ event: WatchEvent) -> Bool {
        let isDirectory = event.mask & UInt32(IN_ISDIR) != 0
        return unsafe event.name.withUnsafeBufferPointer { name in
            if unsafe filter.isNoMedia(name) { return true }
            return unsafe !filter.ignores(name) && (isDirectory || filter.isMedia(name))
        }
    }

    private func watchEnded(_ node: DirectoryNode) {
        updater.watchEnded(of: node)
        if node.root != nil {
            roots.check(node)
        } else if let name = PendingName(of: node) {
            pending.postpone(name)
        }
    }
}
