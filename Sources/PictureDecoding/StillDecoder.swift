internal import Glibc
package import ImagingService
internal import MediaMetadata
package import Renditions

/// A maker of renditions of pictures in all supported formats, and of the previews in RAW files.
package final class StillDecoder {
    private let file = FileBytes()
    private let mostPixels: Int

    /// - Parameter mostPixels: Pictures with more pixels are refused, in addition to the format's own limits.
    package init(mostPixels: Int = .max) {
        self.mostPixels = mostPixels
    }

    /// Makes a rendition, and leaves its pixels and encoded file in the lane.
    package func make(_ job: RenditionJob, in lane: Lane) throws(RenditionFailure)
        -> RenditionFacts
    {
        if job.request.subject == .pixels { return try encode(job, in: lane) }
        let error = file.load(job.file)
        guard error == 0 else { throw RenditionFailure("the file cannot be read") }
        let locator = PictureLocator(file: file, descriptor: job.file, name: job.name)
        if locator.format == .bmp, job.request.subject == .picture {
            let picture = try StoredPicture(BitmapReader(file))
            return try render(picture, job.request, in: lane)
        }
        return try render(locator.locate(job.request.subject), job.request, in: lane)
    }

    private func render(
        _ located: LocatedPicture,
        _ request: RenditionRequest,
        in lane: Lane
    ) throws(RenditionFailure) -> RenditionFacts {
        if let small = located.openThumbnail(for: request),
            let (width, height) = located.shownWithThumbnail,
            let geometry = RenditionGeometry(of: width, height, request),
            let facts = try? render(small, geometry, (width, height), request, in: lane)
        {
            return facts
        }
        let picture = try located.open()
        guard picture.width * picture.height <= min(located.extent.mostPixels, mostPixels) else {
            throw .tooManyPixels(picture.width, picture.height)
        }
        return try render(picture, request, in: lane)
    }

    private func render(
        _ picture: consuming StoredPicture,
        _ request: RenditionRequest,
        in lane: Lane
    ) throws(RenditionFailure) -> RenditionFacts {
        let (width, height) = (picture.shownWidth, picture.shownHeight)
        guard let geometry = RenditionGeometry(of: width, height, request) else {
            throw .tooLarge(width, height)
        }
        return try render(picture, geometry, (width, height), request, in: lane)
    }

    private func render(
        _ picture: consuming StoredPicture,
        _ geometry: RenditionGeometry,
        _ source: (width: Int, height: Int),
        _ request: RenditionRequest,
        in lane: Lane
    ) throws(RenditionFailure) -> RenditionFacts {
        let pixels = try unsafe lane.pixels(geometry.width, geometry.height)
        var facts = RenditionFacts()
        facts.hasAlpha = try unsafe picture.render(geometry, into: pixels)
        // Frees the decoder's memory, which encoding needs.
        _ = consume picture
        (facts.width, facts.height) = (geometry.width, geometry.height)
        (facts.sourceWidth, facts.sourceHeight) = (source.width, source.height)
        if request.wantsPixels { facts.pixelBytes = geometry.width * geometry.height * 4 }
        if let encoding = request.encoding {
            try unsafe PixelEncoding.encode(pixels, as: encoding, in: lane, &facts)
        }
        return facts
    }
}

extension StillDecoder {
    /// Encodes a file that consists of raw pixels.
    private func encode(_ job: RenditionJob, in lane: Lane) throws(RenditionFailure)
        -> RenditionFacts
    {
        let (width, height) = (job.request.width, job.request.height)
        guard width > 0, height > 0, width <= RenditionGeometry.longestSide,
            height <= RenditionGeometry.longestSide,
            width * height <= RenditionGeometry.mostPixels
        else { throw RenditionFailure("no picture has such a size") }
        let pixels = try unsafe lane.pixels(width, height)
        guard unsafe fill(pixels, from: job.file) else {
            throw RenditionFailure("there are fewer pixels than were announced")
        }
        var facts = RenditionFacts()
        (facts.width, facts.height) = (width, height)
        (facts.sourceWidth, facts.sourceHeight) = (width, height)
        facts.hasAlpha = stride(from: 3, to: pixels.count, by: 4).contains {
            unsafe pixels[$0] < 255
        }
        if job.request.wantsPixels { facts.pixelBytes = pixels.count }
        if let encoding = job.request.encoding {
            try unsafe PixelEncoding.encode(pixels, as: encoding, in: lane, &facts)
        }
        return facts
    }

    private func fill(_ pixels: UnsafeMutableRawBufferPointer, from file: Int32) -> Bool {
        var filled = 0
        while filled < pixels.count {
            let count = unsafe pread(
                file,
                pixels.baseAddress.map { unsafe $0 + filled },
                pixels.count - filled,
                off_t(filled)
            )
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            filled += count
        }
        return true
    }
}

extension RenditionFailure {
    static func tooManyPixels(_ width: Int, _ height: Int) -> Self {
        Self("\(grouped(width)) × \(grouped(height)) pixels are more than are decoded")
    }

    /// Returns the failure for a picture that cannot be made in the requested size.
    static func tooLarge(_ width: Int, _ height: Int) -> Self {
        Self(
            "of a picture of \(grouped(width)) × \(grouped(height)) pixels none of that size is made: "
                + "it would have more than \(grouped(RenditionGeometry.longestSide)) on a side, or more than "
                + "\(grouped(RenditionGeometry.mostPixels)) in all"
        )
    }

    /// Returns a number with commas between thousands.
    private static func grouped(_ number: Int) -> String {
        let digits = Array("\(number)")
        return digits.indices.reduce(into: "") { text, index in
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digits[index])
        }
    }
}
