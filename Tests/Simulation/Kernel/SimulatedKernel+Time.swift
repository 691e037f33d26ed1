internal import Kernel

extension SimulatedKernel: TimeSource {
    package var milliseconds: Int64 { time / 1_000 }
    package var date: Int64 { time }
}
