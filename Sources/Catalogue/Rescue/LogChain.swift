internal import Glibc

/// A check for damage in the middle of a write-ahead log, where SQLite would end the log without an error:
/// <https://www.sqlite.org/fileformat.html#the_write_ahead_log>.
///
/// The checksum of each frame continues that of the frame before. A power cut also leaves frames that do not fit, but
/// only uncommitted ones: a commit is on the disk before anything is written behind it. So a frame that continues from
/// a commit, behind one that does not fit, proves damage.
struct LogChain {
    static let headerSize = 32
    static let frameHeaderSize = 24
    static let frameSize = frameHeaderSize + FirstPage.size

    /// The end of the last transaction that was on the disk; nil if nothing proves damage.
    private(set) var endOfDamaged: Int?
    private let salt: ArraySlice<UInt8>
    private let isBigEndian: Bool
    /// The checksum that is stored in the frame before.
    private var sum: LogSum
    private var isBroken: Bool
    private var isBehindCommit = false
    private var isProven = false

    /// `log`: An open log to which nobody writes.
    init(_ log: Int32) {
        var header = [UInt8](repeating: 0, count: Self.headerSize)
        var frame = [UInt8](repeating: 0, count: Self.frameSize)
        let isThere = unsafe pread(log, &header, header.count, 0) == header.count
        let sum = LogSum(header, at: 24)
        let orders = [false, true].filter { LogSum().adding(header[..<24], $0) == sum }
        self.sum = sum
        (isBroken, isBigEndian) = (orders.isEmpty, orders.last ?? (UInt16(1).bigEndian == 1))
        var place = Self.headerSize
        if isBroken { _ = unsafe pread(log, &frame, frame.count, off_t(Self.headerSize)) }
        salt = isBroken ? frame[8..<16] : header[16..<24]
        while isThere, unsafe pread(log, &frame, frame.count, off_t(place)) == frame.count {
            take(frame, at: place)
            place += frame.count
        }
    }

    private mutating func take(_ frame: [UInt8], at place: Int) {
        let written = LogSum(frame, at: 16)
        let isCommit = frame.number(at: 4) != 0
        // Frames with another salt are left from an earlier use of the log.
        let fits =
            frame[8..<16] == salt
            && sum.adding(frame[..<8], isBigEndian)
                .adding(frame[Self.frameHeaderSize...], isBigEndian) == written
        isProven = fits && (isProven || isBroken && isBehindCommit)
        if isProven { endOfDamaged = isCommit ? place + frame.count : endOfDamaged ?? place }
        isBroken = isBroken || !fits
        (sum, isBehindCommit) = (written, isCommit)
    }
}

/// The checksum of a write-ahead log.
private struct LogSum: Equatable {
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init() {}

    /// Reads the checksum at a place.
    init(_ bytes: [UInt8], at place: Int) {
        (first, second) = (bytes.number(at: place), bytes.number(at: place + 4))
    }

    /// `bytes`: Their number is a multiple of eight.
    func adding(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> LogSum {
        var sum = self
        unsafe bytes.withUnsafeBytes { words in
            for place in stride(from: 0, to: words.count, by: 8) {
                let one = unsafe words.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                let two = unsafe words.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
                sum.first &+= (isBigEndian ? one.bigEndian : one.littleEndian) &+ sum.second
                sum.second &+= (isBigEndian ? two.bigEndian : two.littleEndian) &+ sum.first
            }
        }
        return sum
    }
}
