package import Kernel

/// What the parts that speak to helpers need of the system.
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

    /// That of the machine.
    package static var linux: HelperSystem {
        HelperSystem(
            programs: InstalledHelpers.shared,
            channels: LinuxChannels.shared,
            time: SystemClock.shared
        )
    }
}
