/// Something that must not be, as a simulation found it.
package struct SimulationFault: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
