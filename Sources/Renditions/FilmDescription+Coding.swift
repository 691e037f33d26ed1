extension FilmDescription {
    private static let version: UInt8 = 1
    /// The most tracks in a description.
    package static let mostTracks = 256

    package var bytes: [UInt8] {
        var packet = PacketWriter(Self.version)
        packet.integer(duration.bitPattern)
        packet.integer(UInt16(clamping: tracks.count))
        for track in tracks { track.write(to: &packet) }
        return packet.bytes
    }

    /// Decodes a description; nil if the bytes are not one, or describe an impossible film.
    package init?(_ bytes: [UInt8]) {
        var fields = PacketReader(bytes)
        guard fields.integer(UInt8.self) == Self.version, let duration = fields.length(),
            let count = fields.integer(UInt16.self), count <= Self.mostTracks
        else { return nil }
        let tracks = (0..<count).compactMap { _ in Track(&fields) }
        guard tracks.count == count, fields.isAtEnd else { return nil }
        self.init(duration: duration, tracks: tracks)
    }
}

extension FilmDescription.Track {
    fileprivate func write(to packet: inout PacketWriter) {
        packet.integer(kind.rawValue)
        packet.integer(UInt8(isEnabled ? 1 : 0))
        packet.integer(codec)
        packet.integer(UInt32(clamping: width))
        packet.integer(UInt32(clamping: height))
        packet.integer(UInt8(clamping: orientation))
        for value in [frameRate, start, duration, dataRate] { packet.integer(value.bitPattern) }
        packet.text(language.utf8)
    }

    fileprivate init?(_ fields: inout PacketReader) {
        guard let kind = fields.value(Kind.self), let isEnabled = fields.integer(UInt8.self),
            let codec = fields.integer(UInt32.self),
            let width = fields.integer(UInt32.self), let height = fields.integer(UInt32.self),
            width <= RenditionGeometry.longestSide, height <= RenditionGeometry.longestSide,
            let orientation = fields.integer(UInt8.self), (1...8).contains(orientation),
            let frameRate = fields.length(), let start = fields.double(), start.isFinite,
            let duration = fields.length(), let dataRate = fields.length(),
            let language = fields.text()
        else { return nil }
        self.init(kind)
        (self.isEnabled, self.codec) = (isEnabled != 0, codec)
        (self.width, self.height) = (Int(width), Int(height))
        self.orientation = Int(orientation)
        (self.frameRate, self.start) = (frameRate, start)
        (self.duration, self.dataRate) = (duration, dataRate)
        self.language = String(decoding: language, as: UTF8.self)
    }
}

extension PacketReader {
    /// Reads a number that can be a length or a rate.
    fileprivate mutating func length() -> Double? {
        double().flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }
}
