internal import Hummingbird

extension Parameters {
    /// A number that has to be there, within bounds.
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
    /// - Throws: ``GalleryError`` for what is no identifier.
    init(required text: Substring) throws {
        guard let identifier = PhotoID(address: text) else {
            throw GalleryError.badRequest("that is no identifier")
        }
        self = identifier
    }
}

extension ListQuery {
    /// The list that a request is about.
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
