internal import ArgumentParser
internal import Catalogue
internal import Dispatch
internal import Foundation
internal import Imaging
internal import LibraryPictures
internal import PhotoModel
internal import Renditions
internal import Synchronization

/// Pages with the pictures of a list, each with its name.
struct ContactSheetPages {
    let reader: CatalogueReader
    let imager: Imager
    let options: RenditionOptions
    let version: AssetPicture.Version

    private static let columns = 6
    private static let rows = 8

    /// Makes the pages of a list, and calls `body` with each as an encoded file and its number, from 1.
    ///
    /// `onFailure` is called with each picture that cannot be made, and the reason.
    ///
    /// - Returns: The number of pictures, and of those that could not be made.
    func forEachPage(
        of query: AssetQuery,
        encoding: Encoding,
        onFailure: (AssetPicture, ImagingError) -> Void,
        _ body: (Data, Int) throws -> Void
    ) throws -> (pictures: Int, failed: Int) {
        let size = options.size.isFull ? PictureSize.standard : options.size
        let side = max(size.width, size.height)
        let sheet = ContactSheet(
            cellWidth: size.width > 0 ? size.width : side,
            cellHeight: size.height > 0 ? size.height : side,
            columns: Self.columns,
            rows: Self.rows
        )
        guard let sheet else {
            throw ValidationError(
                "a page with pictures of this --size would be too large; use a smaller size"
            )
        }
        let pictures = try reader.snapshot { try list(query) }
        var failed = 0
        for (number, start) in stride(from: 0, to: pictures.count, by: sheet.cellsPerPage)
            .enumerated()
        {
            let part = pictures[start..<min(start + sheet.cellsPerPage, pictures.count)]
            let (cells, failures) = self.cells(Array(part))
            for (picture, error) in failures {
                failed += 1
                onFailure(picture, error)
            }
            guard let page = sheet.page(cells) else { continue }
            try body(Data(imager.encode(page, as: encoding)), number + 1)
        }
        return (pictures.count, failed)
    }

    private func list(_ query: AssetQuery) throws -> [AssetPicture] {
        var pictures: [AssetPicture] = []
        try reader.forEachAsset(query) { record in
            pictures.append(try AssetPicture(of: record, version, in: reader))
        }
        return pictures
    }

    /// Makes the pictures of a page in parallel; cells without a picture stand for those that cannot be made.
    private func cells(
        _ pictures: [AssetPicture]
    ) -> (cells: [ContactSheet.Cell], failures: [(AssetPicture, ImagingError)]) {
        let results = make(pictures)
        let cells = zip(pictures, results).map { source, result in
            ContactSheet.Cell(
                (try? result.get()).flatMap(withPixels),
                caption: String(decoding: source.source.name, as: UTF8.self)
            )
        }
        let failures = zip(pictures, results).compactMap { picture, result in
            if case .failure(let error) = result { (picture, error) } else { nil }
        }
        return (cells, failures)
    }

    private func make(_ pictures: [AssetPicture]) -> [Result<Picture, ImagingError>] {
        let made = Mutex([Int: Result<Picture, ImagingError>]())
        let group = DispatchGroup()
        for (index, picture) in pictures.enumerated() {
            group.enter()
            imager.make(PictureOrder(picture.source, request(picture.source))) { result in
                made.withLock { $0[index] = result }
                group.leave()
            }
        }
        group.wait()
        return made.withLock { results in pictures.indices.compactMap { results[$0] } }
    }

    private func request(_ source: PictureSource) -> RenditionRequest {
        var request = options.request(isFilm: source.isFilm, output: nil)
        if options.size.isFull { (request.width, request.height) = (256, 256) }
        request.encoding = .compact(quality: ThumbnailFill.quality)
        return request
    }

    /// Decodes a picture that comes from the cache as an encoded file.
    private func withPixels(_ picture: Picture) -> Picture? {
        guard picture.pixels == nil, let encoded = picture.encoded else { return picture }
        return try? imager.decode(encoded)
    }
}
