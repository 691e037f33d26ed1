import ArgumentParser
import Foundation

// Whatever is kept in dictionaries comes in the same order each time.
if ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] == nil {
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
    execv("/proc/self/exe", CommandLine.unsafeArgv)
}
SimulateCommand.main()
