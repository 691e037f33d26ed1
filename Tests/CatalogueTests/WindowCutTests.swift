import Testing

@testable import Catalogue

/// What a replay that is cut short again and again remembers.
struct WindowCutTests {
    /// How far a position comes between two cuts: the larger, the longer what a token has to hold.
    @Test(arguments: [1, 3, 4_096, 1 << 40, 1 << 54] as [Int64])
    func `a window is forgetful from the first cut that it forgets`(_ step: Int64) {
        var window = ChangeWindow(base: 0, position: 0, end: step, isCoalesced: false)
        var longest = 0
        for cut in 1...300 as ClosedRange<Int64> {
            window.position += step
            window.cut(at: window.end + step)
            // One is remembered for each cut, as long as none is forgotten.
            #expect(window.isForgetful || window.earlier.count == cut)
            let token = ChangeToken(
                library: .max,
                epoch: .max,
                sequence: window.position,
                replay: window.replay(at: window.position)
            )
            longest = max(longest, token.description.utf8.count)
        }
        #expect(window.isForgetful && window.earlier.count < 300)
        #expect(window.earlier.first?.end == step, "where the history begins to count")
        #expect(longest < 1_000)
    }

    @Test func `a window that was cut a few times has forgotten nothing`() {
        var window = ChangeWindow(base: 10, position: 10, end: 20, isCoalesced: false)
        #expect(!window.isForgetful)
        for cut in 1...20 as ClosedRange<Int64> {
            window.position += 1
            window.cut(at: 20 + cut)
            #expect(!window.isForgetful)
        }
    }
}
