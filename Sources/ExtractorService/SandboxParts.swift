internal import CSandbox

/// The parts of the sandbox to enter: all, unless a test selects one to check it separately.
struct SandboxParts: OptionSet {
    let rawValue: Int32

    static let limits = Self(rawValue: Int32(HELIOGRAPH_SANDBOX_LIMITS.rawValue))
    static let landlock = Self(rawValue: Int32(HELIOGRAPH_SANDBOX_LANDLOCK.rawValue))
    static let seccomp = Self(rawValue: Int32(HELIOGRAPH_SANDBOX_SECCOMP.rawValue))

    init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// `arguments`: The program's arguments; `--test-limits`, `--test-landlock` and `--test-seccomp` select a
    /// part.
    init(_ arguments: [String]) {
        var named: Self = []
        if arguments.contains("--test-limits") { named.insert(.limits) }
        if arguments.contains("--test-landlock") { named.insert(.landlock) }
        if arguments.contains("--test-seccomp") { named.insert(.seccomp) }
        self = named.isEmpty ? [.limits, .landlock, .seccomp] : named
    }
}
