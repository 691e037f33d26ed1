internal import Glibc
internal import ImagingService
internal import Renditions

/// Pixels that somebody else has rendered and wants a file of.
struct RawPixels {
    private let job: RenditionJob
    private let width: Int
    private let height: Int

    /// - Throws: When the file is not as long as the pixels of the request's size.
    init(_ job: RenditionJob) throws(RenditionFailure) {
        (self.job, width, height) = (job, job.request.width, job.request.height)
        guard (1...RenditionGeometry.longestSide).contains(width),
            (1...RenditionGeometry.longestSide).contains(height),
            width * height <= RenditionGeometry.mostPixels,
            lseek(job.file, 0, SEEK_END) == width * height * 4
        else { throw RenditionFailure("these are not the pixels of \(width) × \(height)") }
    }

    /// Reads the pixels into the lane and writes the file behind them.
    func encode(in lane: Lane) throws(RenditionFailure) -> RenditionFacts {
        let pixels = try unsafe lane.pixels(width, height)
        try unsafe read(into: pixels)
        var facts = RenditionFacts()
        (facts.width, facts.height) = (width, height)
        (facts.sourceWidth, facts.sourceHeight) = (width, height)
        facts.hasAlpha = stride(from: 3, to: pixels.count, by: 4).contains {
            unsafe pixels[$0] != 255
        }
        if job.request.wantsPixels { facts.pixelBytes = pixels.count }
        if let encoding = job.request.encoding {
            try unsafe PixelEncoding.encode(pixels, as: encoding, in: lane, &facts)
        }
        return facts
    }

    private func read(into pixels: UnsafeMutableRawBufferPointer) throws(RenditionFailure) {
        var done = 0
        while done < pixels.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: pixels[done...])
            let count = unsafe pread(job.file, rest.baseAddress, rest.count, done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw RenditionFailure("the pixels cannot be read") }
            done += count
        }
    }
}
