extension RenditionMessage {
    private enum Kind: UInt8 {
        case lane = 1, request, ready, made, failed
    }

    /// Returns the first packet, with the number of bytes in the lane.
    package static func lane(bytes: Int) -> [UInt8] {
        var packet = PacketWriter(Kind.lane.rawValue)
        packet.integer(UInt64(bytes))
        return packet.bytes
    }

    package static func lane(in packet: [UInt8]) -> Int? {
        var fields = PacketReader(packet)
        guard fields.integer(UInt8.self) == Kind.lane.rawValue,
            let bytes = fields.integer(UInt64.self), bytes <= 1 << 40, fields.isAtEnd
        else { return nil }
        return Int(bytes)
    }

    package static func request(
        _ request: RenditionRequest,
        ticket: UInt64,
        name: [UInt8]
    ) -> [UInt8] {
        var packet = PacketWriter(Kind.request.rawValue)
        packet.integer(ticket)
        packet.integer(request.subject.rawValue)
        packet.integer(request.mode.rawValue)
        packet.integer(request.resize.rawValue)
        packet.integer(UInt8(request.wantsPixels ? 1 : 0))
        let (encoding, quality) = number(request.encoding)
        packet.integer(encoding)
        packet.integer(quality)
        packet.integer(UInt32(clamping: request.width))
        packet.integer(UInt32(clamping: request.height))
        packet.integer(UInt8(request.crop == nil ? 0 : 1))
        let crop = request.crop ?? UnitRect(x: 0, y: 0, width: 1, height: 1)
        for value in [crop.x, crop.y, crop.width, crop.height, request.time ?? .nan] {
            packet.integer(value.bitPattern)
        }
        packet.text(name.suffix(longestText))
        return packet.bytes
    }

    package static func request(
        in packet: [UInt8]
    ) -> (ticket: UInt64, request: RenditionRequest, name: [UInt8])? {
        var fields = PacketReader(packet)
        var request = RenditionRequest()
        guard fields.integer(UInt8.self) == Kind.request.rawValue,
            let ticket = fields.integer(UInt64.self),
            let subject = fields.value(RenditionRequest.Subject.self),
            let mode = fields.value(RenditionRequest.Mode.self),
            let resize = fields.value(RenditionRequest.Resize.self),
            let pixels = fields.integer(UInt8.self),
            let encoding = fields.integer(UInt8.self), let quality = fields.integer(UInt8.self),
            let width = fields.integer(UInt32.self), let height = fields.integer(UInt32.self),
            let hasCrop = fields.integer(UInt8.self)
        else { return nil }
        let numbers = (0..<5).compactMap { _ in fields.double() }
        guard numbers.count == 5, let name = fields.text(), fields.isAtEnd else { return nil }
        (request.subject, request.mode, request.resize) = (subject, mode, resize)
        request.wantsPixels = pixels != 0
        request.encoding = self.encoding(encoding, quality)
        (request.width, request.height) = (Int(width), Int(height))
        if hasCrop != 0 {
            request.crop = UnitRect(
                x: numbers[0],
                y: numbers[1],
                width: numbers[2],
                height: numbers[3]
            )
        }
        request.time = numbers[4].isFinite ? numbers[4] : nil
        return (ticket, request, name)
    }

    package static func report(_ report: Report) -> [UInt8] {
        switch report {
        case .ready(let missing):
            var packet = PacketWriter(Kind.ready.rawValue)
            packet.text(Array(missing.utf8).prefix(longestText))
            return packet.bytes
        case .made(let ticket, let facts):
            var packet = PacketWriter(Kind.made.rawValue)
            packet.integer(ticket)
            for value in [
                facts.width, facts.height, facts.sourceWidth, facts.sourceHeight,
                facts.pixelBytes, facts.encodedOffset, facts.encodedBytes,
            ] { packet.integer(UInt64(value)) }
            packet.integer(UInt8(facts.hasAlpha ? 1 : 0))
            packet.integer(facts.format.rawValue)
            return packet.bytes
        case .failed(let ticket, let reason):
            var packet = PacketWriter(Kind.failed.rawValue)
            packet.integer(ticket)
            packet.text(Array(reason.utf8).prefix(longestText))
            return packet.bytes
        }
    }

    /// Decodes a report from an imager; nil if it is not a valid one.
    ///
    /// The reader must check the numbers against the lane and the request, because they are only the imager's claims.
    package static func report(in packet: [UInt8]) -> Report? {
        var fields = PacketReader(packet)
        guard let kind = fields.value(Kind.self) else { return nil }
        switch kind {
        case .ready:
            guard let text = fields.text(), fields.isAtEnd else { return nil }
            return .ready(missing: String(decoding: text, as: UTF8.self))
        case .failed:
            guard let ticket = fields.integer(UInt64.self), let text = fields.text(),
                fields.isAtEnd
            else { return nil }
            return .failed(ticket: ticket, reason: String(decoding: text, as: UTF8.self))
        case .made:
            guard let ticket = fields.integer(UInt64.self) else { return nil }
            let numbers = (0..<7).compactMap { _ in fields.integer(UInt64.self) }
            guard numbers.count == 7, numbers.allSatisfy({ $0 <= 1 << 40 }),
                let alpha = fields.integer(UInt8.self),
                let format = fields.value(RenditionFacts.Format.self), fields.isAtEnd
            else { return nil }
            var facts = RenditionFacts()
            (facts.width, facts.height) = (Int(numbers[0]), Int(numbers[1]))
            (facts.sourceWidth, facts.sourceHeight) = (Int(numbers[2]), Int(numbers[3]))
            facts.pixelBytes = Int(numbers[4])
            (facts.encodedOffset, facts.encodedBytes) = (Int(numbers[5]), Int(numbers[6]))
            (facts.hasAlpha, facts.format) = (alpha != 0, format)
            return .made(ticket: ticket, facts)
        case .lane, .request: return nil
        }
    }

    private static func number(_ encoding: Encoding?) -> (UInt8, UInt8) {
        switch encoding {
        case nil: (0, 0)
        case .jpeg(let quality): (1, UInt8(clamping: quality))
        case .png: (2, 0)
        case .webp(let quality): (3, UInt8(clamping: quality))
        case .avif(let quality): (4, UInt8(clamping: quality))
        case .compact(let quality): (5, UInt8(clamping: quality))
        }
    }

    private static func encoding(_ number: UInt8, _ quality: UInt8) -> Encoding? {
        let quality = min(max(Int(quality), 1), 100)
        return switch number {
        case 1: .jpeg(quality: quality)
        case 2: .png
        case 3: .webp(quality: quality)
        case 4: .avif(quality: quality)
        case 5: .compact(quality: quality)
        default: nil
        }
    }
}
