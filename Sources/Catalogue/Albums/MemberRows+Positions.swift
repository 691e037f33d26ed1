internal import Glibc

extension MemberRows {
    /// Puts assets one after another between two adjacent positions; nil stands for an end.
    ///
    /// Returns the position of the last one.
    func put(_ assets: [Int64], after low: Int64?, before high: Int64?) throws -> Int64? {
        guard let last = assets.indices.last else { return nil }
        let (start, room): (Int64, Int64)
        switch (low, high) {
        case (let low?, let high?):
            (start, room) = (low, (high - low) / Int64(assets.count + 1))
            guard room > 0 else { return try spread(assets, after: low) }
        case (nil, let high?):
            (start, room) = (high - Int64(assets.count + 1) * Self.step, Self.step)
        case (let low, nil): (start, room) = (low ?? -Self.step, Self.step)
        }
        for (index, asset) in assets.enumerated() {
            try add(asset, at: start + Int64(index + 1) * room)
        }
        return start + Int64(last + 1) * room
    }

    /// Inserts assets after a position where there is no gap, by spreading the members around it.
    ///
    /// It rewrites the smallest range that is sparse enough for its length (Bender and others, "Two simplified
    /// algorithms for maintaining order in a list"): amortised, each insertion costs O(log n) rows.
    private func spread(_ assets: [Int64], after low: Int64) throws -> Int64? {
        var (range, count) = (low...low, Double(assets.count + 1))
        for bits in 1..<Int64.bitWidth - 2 {
            let length = Int64(1) << Int64(bits)
            let start = low & -length
            let wider = start...(start + length - 1)
            count += try self.count(wider.lowerBound, range.lowerBound - 1)
            count += try self.count(range.upperBound + 1, wider.upperBound)
            range = wider
            if count <= pow(4.0 / 3, Double(bits)) { break }
        }
        return try rewrite(range, with: assets, after: low)
    }

    private func count(_ first: Int64, _ last: Int64) throws -> Double {
        guard first <= last else { return 0 }
        return try statements.counted.bind(1, album).bind(2, first).bind(3, last)
            .first { Double($0.integer(0)) } ?? 0
    }

    private func rewrite(
        _ range: ClosedRange<Int64>,
        with assets: [Int64],
        after low: Int64
    ) throws -> Int64? {
        var rows: [Row] = []
        try statements.between.bind(1, album).bind(2, range.lowerBound).bind(3, range.upperBound)
            .forEach {
                let date = $0.optionalInteger(2)
                rows.append(Row(position: $0.integer(0), asset: $0.integer(1), date: date))
            }
        for row in rows { try statements.delete.bind(1, album).bind(2, row.position).run() }
        let split = rows.prefix { $0.position <= low }.count
        let room = (range.upperBound - range.lowerBound) / Int64(rows.count + assets.count)
        func place(_ index: Int) -> Int64 { range.lowerBound + Int64(index) * room }
        for (index, row) in rows.enumerated() {
            let index = index < split ? index : index + assets.count
            try write(Row(position: place(index), asset: row.asset, date: row.date))
        }
        for (index, asset) in assets.enumerated() { try add(asset, at: place(split + index)) }
        return place(split + assets.count - 1)
    }

    private func write(_ row: Row) throws {
        try statements.insert.bind(1, album).bind(2, row.position).bind(3, row.asset)
            .bind(4, row.date).run()
    }

    func add(_ asset: Int64, at position: Int64) throws {
        let date = try statements.dateOfAsset.bind(1, asset).bind(2, album).first { $0.integer(0) }
        try write(Row(position: position, asset: asset, date: date))
        if date != nil { try table.count(album, by: 1) }
    }

    func delete(_ position: Int64) throws {
        let date = try statements.delete.bind(1, album).bind(2, position)
            .first { $0.optionalInteger(0) }
        if date != .some(nil), date != nil { try table.count(album, by: -1) }
    }
}
