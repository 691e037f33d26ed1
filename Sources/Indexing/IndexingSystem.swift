internal import CSystem
package import Extraction
package import Kernel

/// What an ``Indexer`` needs of the system.
package struct IndexingSystem {
    package let files: any FileSystemCalls
    package let helpers: HelperSystem
    /// Gives memory that is not needed back to the system; called when there has been no work for a while.
    package let releaseMemory: () -> Void
    /// Numbers that need not be the same each time, from 0 up to 1.
    package let random: () -> Double

    package init(
        files: any FileSystemCalls,
        helpers: HelperSystem,
        releaseMemory: @escaping () -> Void = {},
        random: @escaping () -> Double
    ) {
        (self.files, self.helpers) = (files, helpers)
        (self.releaseMemory, self.random) = (releaseMemory, random)
    }

    package var channels: any ChannelCalls { helpers.channels }
    package var time: any TimeSource { helpers.time }

    /// That of the machine.
    package static var linux: IndexingSystem {
        IndexingSystem(
            files: LinuxFileSystem.shared,
            helpers: .linux,
            releaseMemory: {
                heliograph_release_memory()
                heliograph_release_code()
            },
            random: { Double.random(in: 0..<1) }
        )
    }
}
