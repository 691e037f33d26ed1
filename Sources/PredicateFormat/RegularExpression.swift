// The engine of NSRegularExpression, which offers no limit of its own; the library is in every program that links
// Foundation.
internal import _FoundationICU

/// A compiled regular expression of ICU, with the work that a match may take.
@safe final class RegularExpression {
    /// Owned: closed with this object, and used by one thread at a time, which the lock of ``PatternStore`` sees to.
    private let expression: OpaquePointer

    /// What a match came to.
    enum Outcome {
        case fits
        case differs
        /// It took all the work it was allowed, or too much memory.
        case stopped
    }

    /// Nil for what is no regular expression.
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

    /// What a match has taken, and may take, in steps of ICU: some ten thousand places tried each.
    private struct Work {
        var taken: Int32 = 0
        let allowed: Int32
    }

    /// Whether the whole text fits, and how many steps it took to tell.
    func match(_ text: String, allowed: Int32) -> (outcome: Outcome, steps: Int32) {
        let units = Array(text.utf16)
        var work = Work(allowed: allowed)
        var status = U_ZERO_ERROR
        let fits = unsafe units.withUnsafeBufferPointer { units in
            unsafe withUnsafeMutablePointer(to: &work) { work in
                unsafe swift_uregex_setMatchCallback(expression, Self.count, work, &status)
                // The text is looked at until the match ends, and set anew before the next.
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
