internal import MediaMetadata
internal import PhotoModel

/// Reads a packet as an extractor that was taken over might send it: it is accepted or refused, and accepted values are
/// possible for a file.
enum AnswerFuzzer {
    static func run(_ input: UnsafeRawBufferPointer) {
        do throws(AnswerError) {
            try ExtractionMessage.readAnswers(in: Bytes(input)) { ticket, metadata in
                expectPossible(metadata)
                // Each value has only one encoding: nothing in an accepted answer is lost when it is written again.
                var packet: [UInt8] = []
                ExtractionMessage.append(metadata, for: ticket, to: &packet)
                expect(packet, [metadata])
            }
        } catch {
            precondition(!error.description.isEmpty)
        }
    }

    /// Checks that a packet contains exactly these answers.
    static func expect(_ packet: [UInt8], _ expected: [FileMetadata]) {
        var found: [FileMetadata] = []
        do {
            try packet.withUnsafeBytes { bytes in
                try ExtractionMessage.readAnswers(in: Bytes(bytes)) { found.append($1) }
            }
        } catch {
            preconditionFailure("\(error)")
        }
        precondition(found == expected)
    }

    /// Checks the numbers as the rest of the program uses them; none may trap.
    private static func expectPossible(_ metadata: FileMetadata) {
        precondition(metadata.duration >= 0 && metadata.duration <= AnswerLimits.duration)
        precondition(metadata.width * metadata.height * 8 >= 0)
        precondition(metadata.location?.isPlausible != false)
        precondition(metadata.location?.altitude?.isFinite != false)
        precondition((metadata.film?.upperBound ?? 0) <= AnswerLimits.fileEnd)
        let date = metadata.date.map { "\($0)".utf8.count }
        precondition(date.map((23...29).contains) != false)
    }
}
