/// The messages between the indexer and the extractor on their socket (`SOCK_SEQPACKET`).
///
/// A request is one packet: for each file its ticket, its size, the time (8 bytes each) and its name (two-byte length
/// and bytes), with the open descriptors attached in the same order. Answers come in order, any number in a packet:
/// the ticket, the length of the metadata (4 bytes) and the metadata. Before its first answer the extractor reports
/// the parts of its sandbox that are missing: a ticket of all ones and a text.
package enum ExtractionMessage {
    /// The number of files a request may hold: the kernel passes at most 253 descriptors at once.
    package static let largestBatch = 64
    /// The size of the largest packet that either side sends.
    package static let largestPacket = 128 << 10

    private static let reportTicket = UInt64.max

    /// Encodes the extractor's report on its sandbox, which it sends before it reads anything.
    ///
    /// `missing`: The parts that do not apply, each with the reason; empty if all apply.
    package static func report(missing: String) -> [UInt8] {
        var packet: [UInt8] = []
        append(reportTicket, to: &packet)
        var text = missing
        text.cut(to: AnswerLimits.report)
        append(UInt16(text.utf8.count), to: &packet)
        return packet + text.utf8
    }

    /// A file to read.
    package struct Request: Equatable, Sendable {
        package var ticket: UInt64
        package var name: [UInt8]
        /// The size of the file in bytes when it was opened; a reader that has read as many need not look for the end.
        package var size: UInt64
        /// The time in microseconds since 1970; dates after the next day do not count.
        package var now: Int64

        /// `size`: All ones if the size is not known.
        package init(ticket: UInt64, name: [UInt8], size: UInt64 = .max, now: Int64) {
            self.ticket = ticket
            self.name = name
            self.size = size
            self.now = now
        }
    }

    /// A function that receives a ticket and the metadata read for it.
    package typealias Taker = (UInt64, consuming FileMetadata) -> Void

    /// Appends a request to a packet.
    package static func append(_ request: Request, to packet: inout [UInt8]) {
        append(request.ticket, to: &packet)
        append(request.size, to: &packet)
        append(request.now, to: &packet)
        append(UInt16(request.name.count), to: &packet)
        packet.append(contentsOf: request.name)
    }

    private static func append(_ number: some FixedWidthInteger, to packet: inout [UInt8]) {
        unsafe withUnsafeBytes(of: number.littleEndian) { unsafe packet.append(contentsOf: $0) }
    }

    /// Returns the requests in a packet, or nil if the packet is not a valid request.
    package static func requests(in packet: Bytes) -> [Request]? {
        do {
            var reader = FieldReader(packet)
            var requests: [Request] = []
            requests.reserveCapacity(largestBatch)
            while !reader.isAtEnd {
                let ticket = try reader.integer(UInt64.self)
                let size = try reader.integer(UInt64.self)
                let now = try reader.integer(Int64.self)
                let name = try reader.rawBytes(Int(try reader.integer(UInt16.self)))
                requests.append(Request(ticket: ticket, name: name, size: size, now: now))
            }
            return requests
        } catch {
            return nil
        }
    }

    /// Appends an answer to a packet.
    package static func append(
        _ metadata: FileMetadata,
        for ticket: UInt64,
        to packet: inout [UInt8]
    ) {
        packet.append(addingCapacity: metadata.encodedBound + 12) { added in
            unsafe added.withUnsafeMutableBufferPointer { room, count in
                var writer = unsafe FieldWriter(UnsafeMutableRawBufferPointer(room))
                writer.integer(ticket)
                writer.integer(UInt32(0))
                metadata.write(to: &writer)
                writer.set(UInt32(writer.count - 12), at: 8)
                count = writer.count
            }
        }
    }

    /// Passes on the answers in a packet in order, each validated; those before an invalid one are passed on too.
    package static func readAnswers(
        in packet: Bytes,
        report: (String) -> Void = { _ in },
        _ body: Taker
    ) throws(AnswerError) {
        var reader = FieldReader(packet)
        while !reader.isAtEnd {
            let ticket = try reader.integer(UInt64.self)
            if ticket == reportTicket {
                let count = Int(try reader.integer(UInt16.self))
                report(try reader.text(count, AnswerLimits.report))
                continue
            }
            let count = Int(try reader.integer(UInt32.self))
            let end = reader.position + count
            let metadata = try FileMetadata(&reader)
            guard reader.position == end else {
                throw AnswerError("it is not as long as it says")
            }
            body(ticket, metadata)
        }
    }
}
