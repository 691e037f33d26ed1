package import Kernel

/// The system functions needed to communicate with helpers.
package struct HelperSystem {
    package let programs: any HelperPrograms
    package let channels: any ChannelCalls
    package let time: any TimeSource

    package init(
        programs: any HelperPrograms,
        channels: any ChannelCalls,
        time: any TimeSource
    ) {
        (self.programs, self.channels, self.time) = (programs, channels, time)
    }

    /// The functions of the running system.
    package static var linux: HelperSystem {
        HelperSystem(
            programs: InstalledHelpers.shared,
            channels: LinuxChannels.shared,
            time: SystemClock.shared
        )
    }
}
