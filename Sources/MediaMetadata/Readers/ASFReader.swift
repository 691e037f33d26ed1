internal import PhotoModel

/// The header of a Windows Media film (Advanced Systems Format Specification, 3.1 and 3.2), of which libavformat leaves
/// out the date.
enum ASFReader {
    private static let properties: [UInt8] = [
        0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53,
        0x65,
    ]
    /// The seconds from 1601, where the times of Windows begin, to 1970.
    private static let from1601To1970 = 11_644_473_600

    /// Returns the date at which the film was made, as ISO 8601 in UTC; nil if none was set.
    static func created(_ file: FileBytes) -> String? {
        var position = 30
        for _ in 0..<64 {
            let length = file.withBytes(at: position + 16, count: 8) { $0.le64(0) }
            guard let length, length >= 24, length <= file.size - position else { return nil }
            let isIt = file.withBytes(at: position, count: 16) { $0.array == properties }
            if isIt == true {
                // After the identifier of the file and its size: units of a ten millionth of a second.
                return file.withBytes(at: position + 48, count: 8) { $0.le64(0) }.flatMap(date)
            }
            position += length
        }
        return nil
    }

    private static func date(_ ticks: Int) -> String? {
        let microseconds = ticks / 10 - from1601To1970 * 1_000_000
        guard microseconds > 0 else { return nil }
        let date = CaptureDate(
            microseconds: Int64(microseconds),
            offsetMinutes: 0,
            source: .quicktime
        )
        return "\(date)"
    }
}
