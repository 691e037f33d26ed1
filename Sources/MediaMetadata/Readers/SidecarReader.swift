internal import PhotoModel

/// Reads files about other files: XMP sidecars (ISO 16684-1), Apple's adjustment envelopes, Google Takeout's JSON.
enum SidecarReader {
    static func read(_ file: FileBytes, _ metadata: inout FileMetadata) {
        let text = file.withBytes(at: 0, count: min(file.size, 4 << 20)) { $0.array } ?? []
        text.lend { bytes in
            switch metadata.format {
            case .adjustments: readAdjustments(bytes, file, &metadata)
            case .takeoutSidecar: TakeoutReader.read(bytes, file, &metadata)
            default: readXMP(bytes, file, &metadata)
            }
        }
    }

    private static func readXMP(
        _ text: Bytes,
        _ file: FileBytes,
        _ metadata: inout FileMetadata
    ) {
        let xmp = XMPFacts(text, file)
        guard xmp.isPacket else {
            metadata.unreadableReason = "the sidecar is no XMP packet"
            return
        }
        var facts = FileFacts(stem: "", format: .xmpSidecar)
        facts.xmp = xmp
        PictureRules.apply(&metadata, facts, PictureDates(facts: facts))
        DescriptionRules.apply(&metadata, facts, nil)
        for mark in favoriteMarks {
            guard let value = xmp[mark.key], mark.holds(value) else { continue }
            metadata.traits.insert(.marksFavorite)
            metadata.evidence.append(
                Evidence(value: "favorite", rule: "sidecar", detail: "XMP \(mark.key) = \(value)")
            )
            return
        }
    }

    /// The properties that make a picture a favorite: a rating of four stars or more, or a program's mark for a picked
    /// picture.
    private static let favoriteMarks: [(key: String, holds: @Sendable (String) -> Bool)] = [
        ("xmp:Rating", { Double($0) ?? 0 >= 4 }),
        ("MicrosoftPhoto:Rating", { Double($0) ?? 0 >= 75 }),
        ("xmpDM:pick", { $0 == "1" }),
        ("digiKam:PickLabel", { $0 == "3" }),
        ("xmp:Label", { ["Select", "Favorite"].contains($0) }),
    ]

    private static func readAdjustments(
        _ text: Bytes,
        _ file: FileBytes,
        _ metadata: inout FileMetadata
    ) {
        let values = PropertyListText.values(text, file)
        guard let identifier = values["adjustmentFormatIdentifier"] else {
            metadata.unreadableReason = "the file holds no adjustments of Apple Photos"
            return
        }
        metadata.date = values["adjustmentTimestamp"].flatMap { DateText.parse($0, source: .user) }
        metadata.evidence.append(
            Evidence(
                value: "adjustments",
                rule: "adjustmentFormatIdentifier",
                detail: identifier
            )
        )
        guard let rendered = values[AdjustmentFile.renderedKey] else { return }
        metadata.evidence.append(
            Evidence(value: "rendered", rule: AdjustmentFile.renderedKey, detail: rendered)
        )
    }
}
