import Foundation
import Simulation

// Whatever is kept in dictionaries comes in the same order each time.
if ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] == nil {
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
    execv("/proc/self/exe", CommandLine.unsafeArgv)
}
if let stories = StoryCommand(Array(CommandLine.arguments.dropFirst())) { exit(stories.run()) }
exit(SimulateCommand(CommandLine.arguments.dropFirst()).run())
