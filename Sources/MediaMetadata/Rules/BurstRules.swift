/// Finds the burst of a picture: by Apple's maker note, then Google's XMP, then the name.
enum BurstRules {
    static func apply(_ metadata: inout FileMetadata, _ facts: FileFacts, _ names: BurstNames) {
        let name = names.match(facts.stem)
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

    private static func note(_ metadata: inout FileMetadata, _ rule: String, _ detail: String) {
        metadata.evidence.append(
            Evidence(value: "burstIdentifier", rule: rule, detail: detail)
        )
    }
}
