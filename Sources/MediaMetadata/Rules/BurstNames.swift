internal import Glibc

/// The naming schemes that phone makers use for the pictures of a burst.
///
/// Each pattern is a POSIX extended regular expression that must match the whole stem; its group names the burst.
@safe final class BurstNames {
    private static let patterns: [(maker: String, pattern: String, group: Int)] = [
        ("Pixel", "^(PXL_[0-9]{8}_[0-9]{9})\\.BURST-[0-9]+(\\.COVER)?$", 1),
        (
            "Google Camera, Nothing",
            "^[0-9]{5}[A-Za-z0-9]*_[0-9]{5}_(BURST[0-9]{13,17})(_COVER)?$", 1
        ),
        (
            "Motorola, Huawei, OPPO, Fairphone, Xiaomi",
            "^(IMG_?[0-9]{8}_?[0-9]{6,9})_BURST[0-9]+(_COVER)?$", 1
        ),
        ("Sony Xperia", "^DSC(PDC)?_[0-9]+_(BURST[0-9]{17})(_COVER)?$", 2),
        ("Samsung before 2016", "^([0-9]{8}_[0-9]{6})_Burst[0-9]+$", 1),
        (bare, "^([0-9]{8}_[0-9]{6})_[0-9]{3}$", 1),
    ]

    /// The maker whose names do not say what they are: others number pictures of one second in the same way.
    static let bare = "Samsung"

    private var compiled: [(maker: String, group: Int, expression: regex_t)] = unsafe []

    init() {
        for (maker, pattern, group) in Self.patterns {
            var expression = unsafe regex_t()
            guard unsafe regcomp(&expression, pattern, REG_EXTENDED) == 0 else {
                preconditionFailure("burst name pattern \(pattern) does not compile")
            }
            unsafe compiled.append((maker, group, expression))
        }
    }

    deinit {
        for index in unsafe compiled.indices { unsafe regfree(&compiled[index].expression) }
    }

    /// Returns the burst that a stem names, whether it is the cover, and the maker whose scheme it is.
    func match(_ stem: String) -> (key: String, isCover: Bool, maker: String)? {
        // Every pattern has nine digits or more.
        guard stem.utf8.count >= 19, stem.utf8.count <= 96, mayMatch(stem) else { return nil }
        for index in unsafe compiled.indices {
            var groups = [regmatch_t](repeating: regmatch_t(), count: 4)
            guard unsafe regexec(&compiled[index].expression, stem, groups.count, &groups, 0) == 0
            else {
                continue
            }
            let group = unsafe groups[compiled[index].group]
            let bytes = Array(stem.utf8)[Int(group.rm_so)..<Int(group.rm_eo)]
            let key = String(decoding: bytes, as: UTF8.self)
            return unsafe (key, stem.hasSuffix("COVER"), compiled[index].maker)
        }
        return nil
    }

    /// Whether the patterns are worth trying: all contain the word except one, which is digits.
    private func mayMatch(_ stem: String) -> Bool {
        let isPossible = stem.lendUTF8 { bytes in
            let startsWithDigit = bytes.u8(0).map { (0x30...0x39).contains($0) } ?? false
            return startsWithDigit || bytes.asciiContains("burst") != false
        }
        return isPossible ?? true
    }
}
