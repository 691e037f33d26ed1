package import Renditions

extension Imager {
    /// Reads the description of a film's tracks, and blocks until it is there.
    ///
    /// - Throws: ``ImagingError`` if the file is not a film or cannot be read.
    package func describe(_ film: PictureSource) throws(ImagingError) -> FilmDescription {
        var source = film
        source.isFilm = true
        var request = RenditionRequest()
        (request.subject, request.resize, request.wantsPixels) = (.tracks, .none, false)
        let made = try picture(PictureOrder(source, request))
        guard let description = FilmDescription(made.encoded ?? []) else {
            throw ImagingError(.undecodable, "the imager does not say what tracks it has")
        }
        return description
    }
}
