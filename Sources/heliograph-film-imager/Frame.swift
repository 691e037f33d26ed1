internal import CFilmFrames
internal import ImagingService
internal import Renditions

/// Makes a picture of a film.
func frame(_ job: RenditionJob, _ lane: Lane) throws(RenditionFailure) -> RenditionFacts {
    let film = try Film(job.file)
    let size =
        switch job.request.subject {
        case .frame, .picture: try film.findFrame(at: job.request.time)
        case .embedded: try film.findEmbedded()
        default: throw RenditionFailure("only the imager of pictures writes files")
        }
    let (width, height) = (Int(size.width), Int(size.height))
    guard let geometry = RenditionGeometry(of: width, height, job.request) else {
        throw RenditionFailure("a picture of \(width) × \(height) pixels cannot have this size")
    }
    let pixels = unsafe try lane.pixels(geometry.width, geometry.height)
    unsafe try film.render(geometry, into: pixels)
    var facts = RenditionFacts()
    (facts.width, facts.height) = (geometry.width, geometry.height)
    (facts.sourceWidth, facts.sourceHeight) = (width, height)
    facts.hasAlpha = size.has_alpha != 0
    facts.pixelBytes = pixels.count
    return facts
}
