internal import CSystemCalls
internal import Glibc
internal import Renditions

// Speaks as an imager does, of pictures of 400 × 300 that are all of one colour, and misbehaves by the names of files.

func receive() -> (packet: [UInt8], descriptor: Int32)? {
    var bytes = [UInt8](repeating: 0, count: RenditionMessage.largestPacket)
    var descriptor: Int32 = -1
    var count = 1
    let size = bytes.count
    let received = unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe bytes.baseAddress.map {
            unsafe heliograph_receive_descriptors(STDIN_FILENO, $0, size, &descriptor, &count, 0)
        } ?? 0
    }
    return received > 0 ? (Array(bytes[..<received]), descriptor) : nil
}

func send(_ packet: [UInt8]) {
    _ = unsafe packet.withUnsafeBytes { bytes in
        unsafe bytes.baseAddress.map {
            unsafe heliograph_send_descriptors(STDIN_FILENO, $0, bytes.count, nil, 0, 0)
        }
    }
}

/// The first byte of the file is the red of all pixels.
func make(
    _ request: RenditionRequest,
    _ file: Int32,
    in lane: UnsafeMutableRawBufferPointer
) -> RenditionFacts? {
    var facts = RenditionFacts()
    let source = request.subject == .pixels ? (request.width, request.height) : (400, 300)
    guard let made = RenditionGeometry(of: source.0, source.1, request) else { return nil }
    (facts.width, facts.height) = (made.width, made.height)
    (facts.sourceWidth, facts.sourceHeight) = source
    let count = 4 * made.width * made.height
    var colour: UInt8 = 0
    _ = unsafe pread(file, &colour, 1, 0)
    for offset in 0..<count {
        unsafe lane[offset] = offset % 4 == 3 ? 255 : offset % 4 == 0 ? colour : 0
    }
    facts.pixelBytes = request.wantsPixels ? count : 0
    guard request.encoding != nil else { return facts }
    let encoded = Array("a picture of \(made.width) × \(made.height), red \(colour)".utf8)
    facts.encodedOffset = count
    for (index, byte) in encoded.enumerated() { unsafe lane[count + index] = byte }
    (facts.encodedBytes, facts.format) = (encoded.count, .jpeg)
    return facts
}

func misbehave(_ name: String, _ ticket: UInt64, _ facts: inout RenditionFacts) -> UInt64 {
    switch name {
    case "dies": kill(getpid(), SIGKILL)
    // The first that makes the file it names.
    case _ where name.hasPrefix("dies once "):
        let path = String(name.dropFirst("dies once ".count))
        if unsafe open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600) >= 0 { kill(getpid(), SIGKILL) }
    case "slow": sleep(4)
    case "hangs": while true { pause() }
    case "babbles": send([200, 1, 2, 3])
    case "invents": return ticket + 1
    case "repeats": send(RenditionMessage.report(.failed(ticket: ticket - 1, reason: "late")))
    case "beyond": (facts.encodedOffset, facts.encodedBytes) = (1 << 40, 4)
    case "negative": (facts.width, facts.height) = (0, 0)
    case "larger": (facts.width, facts.height, facts.pixelBytes) = (8_000, 8_000, 256_000_000)
    case "short": facts.pixelBytes -= 4
    case "format": facts.format = .avif
    default: break
    }
    return ticket
}

guard let (first, memory) = receive(), let size = RenditionMessage.lane(in: first),
    let start = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0)
else { exit(64) }
let lane = unsafe UnsafeMutableRawBufferPointer(start: start, count: size)
send(RenditionMessage.report(.ready(missing: "")))
while let (packet, file) = receive() {
    defer { close(file) }
    guard let (ticket, request, bytes) = RenditionMessage.request(in: packet) else { exit(65) }
    let name = String(decoding: bytes, as: UTF8.self)
    guard name != "fails", var facts = unsafe make(request, file, in: lane) else {
        send(RenditionMessage.report(.failed(ticket: ticket, reason: "no picture in \(name)")))
        continue
    }
    let answered = misbehave(name, ticket, &facts)
    send(RenditionMessage.report(.made(ticket: answered, facts)))
}
