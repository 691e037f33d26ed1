import Renditions
import TestSupport
import Testing

struct RenditionGeometryTests {
    private static func geometry(
        _ source: (Int, Int),
        _ change: (inout RenditionRequest) -> Void
    ) throws -> RenditionGeometry {
        var request = RenditionRequest()
        change(&request)
        return try #require(RenditionGeometry(of: source.0, source.1, request))
    }

    @Test(arguments: [
        // The size asked for, how, and what comes of 4,000 × 3,000.
        (256, 256, RenditionRequest.Mode.fit, RenditionRequest.Resize.fast, 256, 192),
        (256, 256, .fill, .fast, 341, 256), (256, 256, .fill, .exact, 256, 256),
        (256, 256, .fit, .exact, 256, 192), (0, 0, .fit, .fast, 4_000, 3_000),
        (0, 300, .fit, .fast, 400, 300), (256, 256, .fit, .none, 4_000, 3_000),
        (8_000, 8_000, .fit, .fast, 4_000, 3_000), (8_000, 8_000, .fit, .exact, 8_000, 6_000),
        (1, 1, .fit, .fast, 1, 1), (5_000, 100, .fill, .fast, 4_000, 3_000),
        (5_000, 100, .fill, .exact, 5_000, 100),
    ])
    func `a picture comes in the size asked for`(
        width: Int,
        height: Int,
        mode: RenditionRequest.Mode,
        resize: RenditionRequest.Resize,
        madeWidth: Int,
        madeHeight: Int
    ) throws {
        let made = try Self.geometry((4_000, 3_000)) {
            ($0.width, $0.height, $0.mode, $0.resize) = (width, height, mode, resize)
        }
        #expect(made.width == madeWidth && made.height == madeHeight)
    }

    @Test
    func `a part is cut out where it lies`() throws {
        let made = try Self.geometry((4_000, 3_000)) {
            ($0.width, $0.height, $0.resize) = (100, 100, .exact)
            $0.crop = UnitRect(x: 0.5, y: 0.5, width: 0.25, height: 0.25)
        }
        #expect((made.width, made.height) == (100, 75))
        #expect((made.left, made.top) == (200, 150))
        #expect((made.scaledWidth, made.scaledHeight) == (400, 300))
    }

    @Test
    func `whatever is asked for lies in the picture, or is refused`() {
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        for _ in 0..<20_000 {
            var request = RenditionRequest()
            request.width = Int.random(in: 0...3_000, using: &random)
            request.height = Int.random(in: 0...3_000, using: &random)
            request.mode = Bool.random(using: &random) ? .fit : .fill
            request.resize = [.none, .fast, .exact].randomElement(using: &random) ?? .none
            if Bool.random(using: &random) {
                func number() -> Double { Double.random(in: -0.5...1.5, using: &random) }
                request.crop = UnitRect(x: number(), y: number(), width: number(), height: number())
            }
            let source = (
                Int.random(in: 1...20_000, using: &random),
                Int.random(in: 1...9_000, using: &random)
            )
            guard let made = RenditionGeometry(of: source.0, source.1, request) else { continue }
            #expect(made.width >= 1 && made.height >= 1, "seed \(seed)")
            #expect(made.left >= 0 && made.left + made.width <= made.scaledWidth, "seed \(seed)")
            #expect(made.top >= 0 && made.top + made.height <= made.scaledHeight, "seed \(seed)")
            if request.resize != .exact {
                #expect(made.scaledWidth <= source.0 && made.scaledHeight <= source.1)
            } else if request.mode == .fill, request.width > 0, request.height > 0 {
                #expect(
                    made.width == request.width && made.height == request.height,
                    "seed \(seed)"
                )
            }
        }
        #expect(RenditionGeometry(of: 0, 5, RenditionRequest()) == nil)
        #expect(RenditionGeometry(of: 50_000, 50_000, RenditionRequest()) == nil)
    }
}
