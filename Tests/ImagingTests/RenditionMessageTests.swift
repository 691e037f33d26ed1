import Renditions
import TestSupport
import Testing

struct RenditionMessageTests {
    private static func random(_ random: inout SplitMix) -> RenditionRequest {
        var request = RenditionRequest()
        request.subject =
            [.picture, .embedded, .frame, .pixels].randomElement(using: &random) ?? .picture
        request.mode = Bool.random(using: &random) ? .fit : .fill
        request.resize = [.none, .fast, .exact].randomElement(using: &random) ?? .none
        request.width = Int.random(in: 0...70_000, using: &random)
        request.height = Int.random(in: 0...70_000, using: &random)
        request.wantsPixels = Bool.random(using: &random)
        let quality = Int.random(in: 1...100, using: &random)
        request.encoding =
            [
                nil, .jpeg(quality: quality), .png, .webp(quality: quality),
                .avif(quality: quality), .compact(quality: quality),
            ].randomElement(using: &random) ?? nil
        if Bool.random(using: &random) {
            request.crop = UnitRect(
                x: Double.random(in: -1...2, using: &random),
                y: 0.25,
                width: 0.5,
                height: Double.random(in: 0...1, using: &random)
            )
        }
        if Bool.random(using: &random) { request.time = Double.random(in: 0...9, using: &random) }
        return request
    }

    @Test
    func `a request arrives as it was sent, and no part of one is a request`() throws {
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        for _ in 0..<300 {
            let request = Self.random(&random)
            let ticket = UInt64.random(in: 0...UInt64.max, using: &random)
            let name = (0..<Int.random(in: 0...255, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let packet = RenditionMessage.request(request, ticket: ticket, name: name)
            #expect(packet.count <= RenditionMessage.largestPacket)
            let found = try #require(RenditionMessage.request(in: packet), "seed \(seed)")
            #expect(found == (ticket, request, name), "seed \(seed)")
            let end = Int.random(in: 0..<packet.count, using: &random)
            #expect(RenditionMessage.request(in: Array(packet[..<end])) == nil, "seed \(seed)")
            #expect(RenditionMessage.request(in: packet + [0]) == nil, "seed \(seed)")
        }
    }

    @Test
    func `reports arrive as they were sent`() {
        var facts = RenditionFacts()
        (facts.width, facts.height, facts.sourceWidth, facts.sourceHeight) = (
            256, 192, 4_032, 3_024
        )
        (facts.pixelBytes, facts.encodedOffset, facts.encodedBytes) = (196_608, 196_608, 9_000)
        (facts.hasAlpha, facts.format) = (true, .webp)
        let long = String(repeating: "é", count: 4_000)
        for report: RenditionMessage.Report in [
            .ready(missing: ""), .ready(missing: "landlock"), .made(ticket: 7, facts),
            .failed(ticket: .max, reason: "no picture"),
        ] { #expect(RenditionMessage.report(in: RenditionMessage.report(report)) == report) }
        let cut = RenditionMessage.report(.failed(ticket: 1, reason: long))
        #expect(cut.count <= RenditionMessage.largestPacket)
        #expect(RenditionMessage.report(in: cut) != nil)
        #expect(RenditionMessage.lane(in: RenditionMessage.lane(bytes: 1 << 30)) == 1 << 30)
        #expect(RenditionMessage.report(in: RenditionMessage.lane(bytes: 1)) == nil)
    }
}
