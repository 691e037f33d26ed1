// The engine of NSRegularExpression, which itself offers no limit; the library is in every program that links
// Foundation.
internal import _FoundationICU

/// A compiled regular expression of ICU, with a limit on the work of a match.
@safe final class RegularExpression {
    /// Owned: closed with this object, and used by one thread at a time, which the lock of ``PatternStore`` ensures.
    private let expression: OpaquePointer

    /// The outcome of a match.
    enum Outcome {
        case fits
        case differs
        /// The match exceeded its limit of work, or needs too much memory.
        case stopped
    }

    /// Compiles a pattern; returns nil if it is not a valid regular expression.
    init?(_ pattern: String, _ options: TextOptions = []) {
        var status = U_ZERO_ERROR
        let units = Array(pattern.utf16)
        let flags = options.contains(.ignoringCase) ? UREGEX_CASE_INSENSITIVE.rawValue : 0
        let opened = unsafe swift_uregex_open(
            units,
            Int32(units.count),
            UInt32(flags),
            nil,
            &status
        )
        guard let opened = unsafe opened else { return nil }
        unsafe expression = opened
        unsafe swift_uregex_setStackLimit(opened, 1 << 20, &status)
        guard status.rawValue <= U_ZERO_ERROR.rawValue else { return nil }
    }

    deinit {
        unsafe swift_uregex_close(expression)
    }

    /// The work done in a match and its limit, in steps of ICU, each about ten thousand positions tried.
    private struct Work {
        var taken: Int32 = 0
        let allowed: Int32
    }

    /// Returns whether the whole text matches, and the number of steps that took.
    func match(_ text: String, allowed: Int32) -> (outcome: Outcome, steps: Int32) {
        let units = Array(text.utf16)
        var work = Work(allowed: allowed)
        var status = U_ZERO_ERROR
        let fits = unsafe units.withUnsafeBufferPointer { units in
            unsafe withUnsafeMutablePointer(to: &work) { work in
                unsafe swift_uregex_setMatchCallback(expression, Self.count, work, &status)
                // The text is used until the match ends, and set again before the next one.
                unsafe swift_uregex_setText(
                    expression,
                    units.baseAddress,
                    Int32(units.count),
                    &status
                )
                return unsafe swift_uregex_matches(expression, -1, &status) != 0
            }
        }
        guard status.rawValue <= U_ZERO_ERROR.rawValue else { return (.stopped, work.taken) }
        return (fits ? .fits : .differs, work.taken)
    }

    private static let count: @convention(c) (UnsafeRawPointer?, Int32) -> UBool = {
        context,
        steps in
        guard let context = unsafe context else { return 1 }
        let work = unsafe UnsafeMutableRawPointer(mutating: context).assumingMemoryBound(
            to: Work.self
        )
        unsafe work.pointee.taken = steps
        return unsafe steps < work.pointee.allowed ? 1 : 0
    }
}
