/// The colours of a picture as files declare them by numbers of ITU-T H.273 (coding-independent code points).
package struct ColourNumbers: Equatable, Sendable {
    /// 9 is BT.2020, 12 Display P3.
    package var primaries: Int
    /// 16 is PQ, 18 HLG.
    package var transfer: Int

    /// The name of a transfer characteristic with light above white; nil for others.
    var brightTransfer: String? {
        switch transfer {
        case 16: "16 (PQ)"
        case 18: "18 (HLG)"
        default: nil
        }
    }
}
