internal import Hummingbird

extension Parameters {
    /// Returns a required number, which must be within the range.
    func number(_ name: Substring, _ range: ClosedRange<Int>) throws -> Int {
        guard let number = self[name].flatMap({ Int($0) }), range.contains(number) else {
            throw GalleryError.badRequest(
                "\(name) is a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }
}

extension PhotoID {
    /// - Throws: ``GalleryError`` if the text is not an identifier.
    init(required text: Substring) throws {
        guard let identifier = PhotoID(address: text) else {
            throw GalleryError.badRequest("that is no identifier")
        }
        self = identifier
    }
}

extension ListQuery {
    /// Reads the list that a request is about.
    init(_ request: Request) throws {
        let parameters = request.uri.queryParameters
        let scope: Scope
        if let collection = parameters["of"] {
            scope = .collection(try PhotoID(required: collection).localIdentifier)
        } else if let burst = parameters["burst"] {
            scope = .burst(String(burst))
        } else {
            scope = .library
        }
        try self.init(
            scope: scope,
            search: parameters["search"].map(String.init) ?? "",
            isLatestFirst: parameters["order"] != "oldest"
        )
    }
}
