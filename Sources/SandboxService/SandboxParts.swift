internal import CSandbox

/// The parts of the sandbox to enter: all, unless a test selects one to check it separately.
package struct SandboxParts: OptionSet, Sendable {
    package let rawValue: Int32

    package static let limits = Self(rawValue: Int32(HELIOGRAPH_SANDBOX_LIMITS.rawValue))
    package static let landlock = Self(rawValue: Int32(HELIOGRAPH_SANDBOX_LANDLOCK.rawValue))
    package static let seccomp = Self(rawValue: Int32(HELIOGRAPH_SANDBOX_SECCOMP.rawValue))

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// `arguments`: The program's arguments; `--test-limits`, `--test-landlock` and `--test-seccomp` select a part.
    package init(_ arguments: [String]) {
        var named: Self = []
        if arguments.contains("--test-limits") { named.insert(.limits) }
        if arguments.contains("--test-landlock") { named.insert(.landlock) }
        if arguments.contains("--test-seccomp") { named.insert(.seccomp) }
        self = named.isEmpty ? [.limits, .landlock, .seccomp] : named
    }
}
