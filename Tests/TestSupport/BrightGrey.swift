/// A signal of a curve with light above white, and the grey of an ordinary screen for it: white paper (203 candelas a
/// square metre) at 88 %, 1,000 at 100 %.
package struct BrightGrey: Sendable {
    /// From 0 to 1.
    package let signal: Double
    package let shown: Int

    private init(_ signal: Double, _ shown: Int) { (self.signal, self.shown) = (signal, shown) }

    /// SMPTE ST 2084, PQ.
    package static let perceptual = [
        BrightGrey(0, 0), .init(0.3, 63), .init(0.4403, 135), .init(0.5081, 185),
        .init(0.5807, 224), .init(0.6766, 245), .init(0.7518, 255), .init(0.9, 255),
    ]
    /// ARIB STD-B67, HLG.
    package static let hybrid = [
        BrightGrey(0, 0), .init(0.2, 46), .init(0.38, 100), .init(0.5, 136), .init(0.75, 224),
        .init(0.85, 241), .init(0.95, 251), .init(1, 255),
    ]
}
