/// What happens in a simulation and could be left out.
package enum SimulationEvent: Hashable, Sendable {
    /// What users do, counted from 1.
    case operation(Int)
    /// Something happens to the machine at a step, counted from 1.
    case misfortune(Int)
    /// All comes to rest at a step and is compared.
    case rest(Int)
}

extension SimulationEvent: LosslessStringConvertible {
    /// Reads what ``description`` gives.
    package init?(_ description: String) {
        guard let number = Int(description.dropFirst()) else { return nil }
        switch description.first {
        case "o": self = .operation(number)
        case "m": self = .misfortune(number)
        case "r": self = .rest(number)
        default: return nil
        }
    }

    /// A letter and the number: `o17`, `m5`, `r120`.
    package var description: String {
        switch self {
        case .operation(let number): "o\(number)"
        case .misfortune(let number): "m\(number)"
        case .rest(let number): "r\(number)"
        }
    }
}
