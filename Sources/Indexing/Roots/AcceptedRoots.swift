internal import Catalogue

/// The roots for which another directory, or no directory, is accepted at their path or at a path in them.
package enum AcceptedRoots: Sendable, Equatable {
    case none
    case all
    /// The roots with these paths.
    case only([[UInt8]])

    package func contains(path: [UInt8]) -> Bool {
        switch self {
        case .none: false
        case .all: true
        case .only(let paths): paths.contains(path)
        }
    }
}

extension CatalogueWriter {
    /// Whether a root, given by its ID, is among the accepted ones.
    func accepts(_ root: Int64, _ accepted: AcceptedRoots) -> Bool {
        roots[root].map { accepted.contains(path: $0.path) } ?? false
    }
}
