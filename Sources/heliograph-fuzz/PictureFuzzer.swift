internal import Glibc
internal import ImagingService
internal import MediaMetadata
internal import PhotoModel
@testable internal import PictureDecoding
internal import Renditions

// `@unchecked Sendable` is true because libFuzzer calls from one thread only.
/// Looks for pictures in a file, without a library that decodes it.
///
/// The first four bytes select the request. A bitmap is read and rendered; the content is also tried as a colour
/// profile.
final class PictureFuzzer: @unchecked Sendable {
    static let shared = PictureFuzzer()

    private let file = FileBytes()
    private let descriptor = MemoryFile.make()

    private init() {
        precondition(Library.load() == nil)
    }

    func run(_ input: UnsafeRawBufferPointer) {
        guard input.count > 4 else { return }
        let content = UnsafeRawBufferPointer(rebasing: input.dropFirst(4))
        ColourProfile.run(content)
        guard MemoryFile.fill(descriptor, content), file.load(descriptor) == 0 else { return }
        let names = DecoderFuzzer.names
        let name = Array(names[Int(input[0]) % names.count].utf8)
        let locator = PictureLocator(file: file, descriptor: descriptor, name: name)
        let request = RenditionRequest(Array(input.prefix(4)))
        for subject in [RenditionRequest.Subject.picture, .embedded] {
            check(locator, subject, content.count)
        }
        if locator.format == .bmp { render(request, input[1]) }
    }

    private func check(_ locator: PictureLocator, _ subject: RenditionRequest.Subject, _ size: Int)
    {
        do throws(RenditionFailure) {
            let located = try locator.locate(subject)
            precondition(located.extent.range.lowerBound >= 0)
            precondition(located.extent.range.upperBound <= size)
            for place in located.stumbling { precondition(place >= 0 && place + 4 <= size) }
            if let shape = located.shape { precondition(shape.width > 0 && shape.height > 0) }
        } catch {
            precondition(!error.description.isEmpty)
        }
    }

    private func render(_ request: RenditionRequest, _ choice: UInt8) {
        do throws(RenditionFailure) {
            let reader = try BitmapReader(file)
            // Larger pictures only cost time.
            guard reader.width * reader.height <= 1 << 12 else { return }
            var picture = try StoredPicture(reader)
            picture.orientation = Orientation(rawValue: Int(choice) % 8 + 1) ?? .up
            if choice & 8 != 0 { picture.cutBars(16, 9) }
            if choice & 64 != 0 { picture.assumeDisplayP3() }
            let (width, height) = (picture.shownWidth, picture.shownHeight)
            guard let geometry = RenditionGeometry(of: width, height, request),
                geometry.scaledWidth * geometry.scaledHeight <= 1 << 16
            else { return }
            // A separate allocation, so that writes beyond it are detected.
            let count = geometry.width * geometry.height * 4
            let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 4)
            defer { pixels.deallocate() }
            _ = try picture.render(geometry, into: pixels)
        } catch {
            precondition(!error.description.isEmpty)
        }
    }
}

/// Colour profiles, which are read by our own code.
enum ColourProfile {
    /// The size of `struct colour_profile`: three tables, a matrix, a flag.
    private static let size = (3 * 256 + 9) * 4 + 4

    static func run(_ content: UnsafeRawBufferPointer) {
        let profile = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4)
        let pixels = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 4)
        defer {
            profile.deallocate()
            pixels.deallocate()
        }
        pixels.copyMemory(from: Array(0..<64 as Range<UInt8>).map { $0 &* 37 }, byteCount: 64)
        guard let bytes = content.baseAddress, read(bytes, content.count, profile) != 0 else {
            return
        }
        apply(profile, pixels, 16)
    }
}

@_silgen_name("heliograph_colour_profile_read")
private func read(
    _ bytes: UnsafeRawPointer,
    _ count: Int,
    _ profile: UnsafeMutableRawPointer
) -> Int32

@_silgen_name("heliograph_colour_profile_apply")
private func apply(
    _ profile: UnsafeRawPointer,
    _ pixels: UnsafeMutableRawPointer,
    _ count: Int
)
