internal import Glibc

/// What happens in a simulation, a line for each step.
package final class SimulationDiary {
    private let write: (String) -> Void
    private let kernel: SimulatedKernel
    private var count = 0

    init(_ kernel: SimulatedKernel, _ write: @escaping (String) -> Void) {
        (self.kernel, self.write) = (kernel, write)
    }

    func note(_ text: String) {
        count += 1
        let milliseconds = kernel.time / 1_000 % 100_000_000
        write("\(count) \(milliseconds) \(text)")
    }
}
