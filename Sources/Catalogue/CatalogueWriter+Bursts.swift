internal import PhotoModel

extension CatalogueWriter {
    /// Decides anew who belongs to a burst and which one stands for it.
    ///
    /// A burst has two members or more. The first that its file calls the cover stands for it, else
    /// the first by date, then by name: exactly one, whatever the files say.
    func regroupBurst(_ key: String) throws {
        var members: [AssetRecord] = []
        try statements.selectBurst.bind(1, text: key).forEach {
            members.append(AssetColumns.read($0))
        }
        members.sort { a, b in
            if a.isBurstPrimary != b.isBurstPrimary { return a.isBurstPrimary }
            if a.creationDate.microseconds != b.creationDate.microseconds {
                return a.creationDate.microseconds < b.creationDate.microseconds
            }
            return a.file.name.lexicographicallyPrecedes(b.file.name)
        }
        let identifier = members.count >= 2 ? members.first.map(burstIdentifier) : nil
        for (position, member) in members.enumerated() {
            var after = member
            after.burstIdentifier = identifier
            after.representsBurst = identifier != nil && position == 0
            guard
                after.burstIdentifier != member.burstIdentifier
                    || after.representsBurst != member.representsBurst
            else { continue }
            AssetColumns.bind(after, to: statements.updateAsset)
            try statements.updateAsset.run()
            // An asset inserted in this transaction has not been told of yet.
            if member.id <= committedSequence {
                try say(after.id, .asset, .changed, keys: AssetKeys.burst.rawValue, before: member)
            }
            accountSmart(before: member, after: after)
        }
    }

    /// What files say of themselves is passed on; a burst known by names gets an identifier made of
    /// its key, the same whenever the catalogue is asked.
    private func burstIdentifier(_ member: AssetRecord) -> String {
        guard let key = member.burstKey else { return "" }
        let text = key.drop { $0 != ":" }.dropFirst()
        guard key.hasPrefix("name:") else { return String(text) }
        var hash = (UInt64(0xCBF2_9CE4_8422_2325), UInt64(0x8422_2325_CBF2_9CE4))
        for byte in key.utf8 {
            hash.0 = (hash.0 ^ UInt64(byte)) &* 0x100_0000_01B3
            hash.1 = (hash.1 &+ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
        }
        let uuid = ObjectUUID(high: hash.0 ^ library.high, low: hash.1 ^ library.low)
        return uuid.description
    }
}
