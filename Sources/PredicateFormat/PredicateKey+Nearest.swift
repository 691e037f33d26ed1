extension PredicateKey {
    /// Returns the key or value name that was most likely meant by another name; nil if none is close.
    ///
    /// It differs by a few letters, as for `isFavorit` or `pixelwdith`, or contains the name, as for `favorite`.
    static func nearest(to name: String, among names: [String]) -> String? {
        let wanted = Array(name.lowercased().utf8.prefix(64))
        guard wanted.count >= 3 else { return nil }
        let mostFaults = max(1, wanted.count / 4)
        let near = names.compactMap { known -> (name: String, faults: Int)? in
            let written = Array(known.lowercased().utf8)
            var faults = self.faults(wanted, written)
            if known.lowercased().contains(name.lowercased()) {
                faults = min(faults, 1)
            }
            return faults <= mostFaults ? (known, faults) : nil
        }
        return near.min { $0.faults < $1.faults }?.name
    }

    /// Returns the number of wrong, missing, extra or transposed letters (optimal string alignment).
    private static func faults(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var rows = [Array(0...other.count)]
        for (row, letter) in one.enumerated() {
            var next = [row + 1]
            for (column, opposite) in other.enumerated() {
                let isSame = letter == opposite
                var best = min(
                    rows[row][column] + (isSame ? 0 : 1),
                    rows[row][column + 1] + 1,
                    next[column] + 1
                )
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == opposite {
                    best = min(best, rows[row - 1][column - 1] + 1)
                }
                next.append(best)
            }
            rows.append(next)
        }
        return rows[one.count][other.count]
    }
}
