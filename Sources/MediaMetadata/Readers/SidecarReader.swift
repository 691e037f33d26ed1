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
        if let ending = xmp["photoshop:SidecarForExtension"] {
            metadata.evidence.append(
                Evidence(
                    value: MediaFileName.subjectEvidence,
                    rule: "XMP photoshop:SidecarForExtension",
                    detail: ending
                )
            )
        }
        guard let mark = favoriteMark(xmp, metadata) else { return }
        metadata.traits.insert(.marksFavorite)
        metadata.evidence.append(Evidence(value: "favorite", rule: "sidecar", detail: mark))
    }

    /// Returns what makes a picture a favorite: a rating of four stars or more, or a program's mark for a picked
    /// picture.
    private static func favoriteMark(_ xmp: XMPFacts, _ metadata: FileMetadata) -> String? {
        if let stars = metadata.extended?.rating, stars >= 4 {
            let tag = metadata.evidence.first { $0.value == "rating" }?.detail ?? "rating"
            return "\(tag): \(stars) stars"
        }
        let mark = pickMarks.first { key, values in xmp[key].map(values.contains) == true }
        return mark.map { "XMP \($0.key) = \(xmp[$0.key] ?? "")" }
    }

    private static let pickMarks = [
        (key: "xmpDM:pick", values: ["1"]), (key: "digiKam:PickLabel", values: ["3"]),
        (key: "xmp:Label", values: ["Select", "Favorite"]),
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
