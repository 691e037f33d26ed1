package import ImagingService
internal import MediaMetadata
package import Renditions

/// Makes renditions of pictures of every format that is decoded, and of the previews in RAW files.
package final class StillDecoder {
    private let file = FileBytes()

    package init() {}

    /// Makes a rendition; the pixels and the encoded file lie in the lane afterwards.
    package func make(_ job: RenditionJob, in lane: Lane) throws(RenditionFailure)
        -> RenditionFacts
    {
        if job.request.subject == .pixels {
            return try RawPixels(job).encode(in: lane)
        }
        // A reader of previews notices by itself that there is not more.
        let error = file.load(job.file)
        guard error == 0 else { throw RenditionFailure("the file cannot be read") }
        let located = try PictureLocator(file: file, descriptor: job.file, name: job.name)
            .locate(job.request.subject)
        return try render(located.open(), located, job.request, in: lane)
    }

    private func render(
        _ picture: borrowing StoredPicture,
        _ located: LocatedPicture,
        _ request: RenditionRequest,
        in lane: Lane
    ) throws(RenditionFailure) -> RenditionFacts {
        guard picture.width * picture.height <= located.extent.mostPixels else {
            throw .tooManyPixels(picture.width, picture.height)
        }
        let (width, height) = (picture.shownWidth, picture.shownHeight)
        guard let geometry = RenditionGeometry(of: width, height, request) else {
            throw RenditionFailure("a rendition of that size is not made")
        }
        let pixels = try unsafe lane.pixels(geometry.width, geometry.height)
        var facts = RenditionFacts()
        facts.hasAlpha = try unsafe picture.render(geometry, into: pixels)
        (facts.width, facts.height) = (geometry.width, geometry.height)
        (facts.sourceWidth, facts.sourceHeight) = (width, height)
        if request.wantsPixels { facts.pixelBytes = geometry.width * geometry.height * 4 }
        if let encoding = request.encoding {
            try unsafe PixelEncoding.encode(pixels, as: encoding, in: lane, &facts)
        }
        return facts
    }
}

extension RenditionFailure {
    static func tooManyPixels(_ width: Int, _ height: Int) -> Self {
        Self("\(grouped(width)) × \(grouped(height)) pixels are more than are decoded")
    }

    /// A number with commas between thousands.
    private static func grouped(_ number: Int) -> String {
        let digits = Array("\(number)")
        return digits.indices.reduce(into: "") { text, index in
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digits[index])
        }
    }
}
