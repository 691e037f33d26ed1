internal import Renditions

/// Reads packets between programs and imagers.
///
/// They are accepted or refused, and an accepted one is written so that it reads the same again. Whatever the sizes of
/// a picture and a request, the rendition's part lies in the picture.
enum RenditionFuzzer {
    static func run(_ input: UnsafeRawBufferPointer) {
        guard input.count >= 10 else { return }
        let numbers = input.prefix(8).map(Int.init)
        let packet = Array(input.dropFirst(8))
        if let (ticket, request, name) = RenditionMessage.request(in: packet) {
            let again = RenditionMessage.request(request, ticket: ticket, name: name)
            let read = RenditionMessage.request(in: again)
            precondition(read.map { $0.ticket == ticket && $0.name == name } == true)
            precondition(read?.request.width == request.width)
            let width = numbers[0] << 24 | numbers[1] << 16 | numbers[2] << 8 | numbers[3]
            let height = numbers[4] << 24 | numbers[5] << 16 | numbers[6] << 8 | numbers[7]
            check(RenditionGeometry(of: width, height, request))
        }
        if let report = RenditionMessage.report(in: packet), case .made = report {
            precondition(RenditionMessage.report(in: RenditionMessage.report(report)) == report)
        }
        _ = RenditionMessage.lane(in: packet)
        if let film = FilmDescription(packet) {
            // A boolean, or a language that is not text, has several encodings.
            precondition(FilmDescription(film.bytes)?.tracks.count == film.tracks.count)
            precondition(film.duration >= 0)
        }
        if let piece = FilmPiece(packet) {
            for run in piece.runs {
                precondition(run.offset >= 0 && run.range.upperBound <= packet.count)
            }
        }
    }

    private static func check(_ geometry: RenditionGeometry?) {
        guard let geometry else { return }
        precondition(geometry.width > 0 && geometry.height > 0)
        precondition(geometry.left >= 0 && geometry.top >= 0)
        precondition(geometry.left + geometry.width <= geometry.scaledWidth)
        precondition(geometry.top + geometry.height <= geometry.scaledHeight)
        precondition(geometry.scaledWidth * geometry.scaledHeight <= RenditionGeometry.mostPixels)
    }
}
