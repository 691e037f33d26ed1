/// Finds the burst of a picture: by Apple's maker note, then Google's XMP, then the name.
enum BurstRules {
    static func apply(_ metadata: inout FileMetadata, _ facts: FileFacts, _ names: BurstNames) {
        let name = names.match(facts.stem).flatMap { isContradicted($0, facts) ? nil : $0 }
        if facts.isApple, let uuid = facts.exif?.appleNote.burstUUID, uuid.utf8.count == 36 {
            metadata.burst = BurstMark(identifier: uuid, basis: .apple, isPrimary: false)
            note(&metadata, "appleBurstUUID", "Apple maker note 0x000B = \(uuid)")
        } else if let identifier = facts.xmp["GCamera:BurstID"] {
            let isPrimary = facts.xmp["GCamera:BurstPrimary"] == "1" || name?.isCover == true
            metadata.burst = BurstMark(
                identifier: identifier,
                basis: .googleCamera,
                isPrimary: isPrimary
            )
            note(&metadata, "googleBurstID", "XMP GCamera:BurstID = \(identifier)")
        } else if let name {
            metadata.burst = BurstMark(
                identifier: name.key,
                basis: .name,
                isPrimary: name.isCover
            )
            note(&metadata, "fileName", "burst naming of \(name.maker): \(name.key)")
        }
    }

    /// Returns whether a file with a bare name says that another camera took it, or on another day.
    private static func isContradicted(
        _ name: (key: String, isCover: Bool, maker: String),
        _ facts: FileFacts
    ) -> Bool {
        guard name.maker == BurstNames.bare, let exif = facts.exif else { return false }
        if let make = exif.make, !make.lowercased().hasPrefix("samsung") { return true }
        let day = exif.original.date.map { $0.filter(\.isNumber).prefix(8) }
        return day.map { $0 != name.key.prefix(8) } ?? false
    }

    private static func note(_ metadata: inout FileMetadata, _ rule: String, _ detail: String) {
        metadata.evidence.append(
            Evidence(value: "burstIdentifier", rule: rule, detail: detail)
        )
    }
}
