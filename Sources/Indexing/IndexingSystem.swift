internal import CSystemCalls
package import Extraction
package import Kernel

/// The services of the operating system that an ``Indexer`` uses.
package struct IndexingSystem {
    package let files: any FileSystemCalls
    package let helpers: HelperSystem
    /// Returns unused memory to the system; called after a while without work.
    package let releaseMemory: () -> Void
    /// Returns a random number in `0..<1`.
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

    /// The real system.
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
