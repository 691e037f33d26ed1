internal import Glibc
internal import ImagingService
internal import PictureDecoding
internal import Renditions

// `@unchecked Sendable` is true because libFuzzer calls from one thread only.
/// Makes a rendition of a file as the imager does, but without a sandbox: most crashes are a library's.
///
/// The first four bytes select the request.
final class DecoderFuzzer: @unchecked Sendable {
    static let shared = DecoderFuzzer()
    static let laneBytes = 16 << 20

    static let names = [
        "a.jpg", "a.png", "a.heic", "a.webp", "a.gif", "a.tif", "a.bmp", "a.dng", "a.nef", "a.jxl",
    ]
    // Larger pictures only cost time.
    private let decoder = StillDecoder(mostPixels: 1 << 18)
    private let descriptor = MemoryFile.make()
    private let lane = Lane(MemoryFile.make(bytes: laneBytes), count: laneBytes)

    private init() {
        precondition(Library.load() == nil)
    }

    func run(_ input: UnsafeRawBufferPointer) {
        guard let lane, input.count > 4,
            MemoryFile.fill(descriptor, UnsafeRawBufferPointer(rebasing: input.dropFirst(4)))
        else { return }
        let name = Array(Self.names[Int(input[0]) % Self.names.count].utf8)
        let request = RenditionRequest(Array(input.prefix(4)))
        do throws(RenditionFailure) {
            let job = RenditionJob(request: request, file: descriptor, name: name)
            let facts = try decoder.make(job, in: lane)
            precondition(facts.width > 0 && facts.height > 0)
            precondition(facts.pixelBytes == facts.width * facts.height * 4)
            precondition(facts.encodedOffset + facts.encodedBytes <= Self.laneBytes)
        } catch {
            precondition(!error.description.isEmpty)
        }
    }
}

extension RenditionRequest {
    /// Creates one of the purposes that a few bytes can select.
    init(_ bytes: [UInt8]) {
        self.init()
        subject = bytes[1] & 1 == 0 ? .picture : .embedded
        mode = bytes[1] & 2 == 0 ? .fit : .fill
        resize = [.fast, .exact, .none, .fast][Int(bytes[1]) >> 2 & 3]
        if bytes[1] & 16 != 0 { crop = UnitRect(x: 0.2, y: 0.6, width: 0.5, height: 0.7) }
        encoding = [nil, .png, .jpeg(quality: 80), nil][Int(bytes[1]) >> 5 & 3]
        (width, height) = (Int(bytes[2]), Int(bytes[3]))
    }
}
