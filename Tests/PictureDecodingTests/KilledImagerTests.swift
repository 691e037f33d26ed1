import Foundation
import Renditions
import Synchronization
import TestSupport
import Testing

@testable import Imaging

/// Imagers killed whatever they do: starting, waiting, reading a file, decoding, answering.
struct KilledImagerTests {
    /// Imagers that are known by the path they are started from.
    private final class Programs: Sendable {
        let programs: ImagerPrograms
        private let folder: String

        init() throws {
            folder = FileManager.default.temporaryDirectory.path + "/\(UUID())"
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            let products = Bundle.main.executableURL?.deletingLastPathComponent().path ?? "."
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/imager",
                withDestinationPath: products + "/heliograph-imager"
            )
            var programs = ImagerPrograms()
            programs.pictures = folder + "/imager"
            // What a busy machine makes slow is no failure.
            programs.deadline = 600_000
            self.programs = programs
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        /// The imagers that were started from it and live.
        var processes: [pid_t] {
            let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return all.compactMap { pid_t($0) }.filter { process in
                let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
                return line?.starts(with: Array(programs.pictures.utf8)) == true
            }
        }
    }

    /// Kills what lives, again and again at random moments.
    private final class Killer: Sendable {
        private let isWanted = Mutex(true)
        private let pause = Mutex(UInt32(60_000))
        private let isDone = DispatchSemaphore(value: 0)

        init(_ programs: Programs, _ seed: UInt64) {
            let thread = Thread { [self] in
                var random = SplitMix(state: seed)
                while isWanted.withLock({ $0 }) {
                    usleep(UInt32.random(in: 0..<pause.withLock { $0 }, using: &random))
                    for process in programs.processes where Bool.random(using: &random) {
                        kill(process, SIGKILL)
                    }
                }
                isDone.signal()
            }
            thread.start()
        }

        /// Kills half as often, because the machine is so slow that nothing is ever made.
        func slowDown() { pause.withLock { $0 = min($0 * 2, 8_000_000) } }

        /// Returns when it kills no more.
        func stop() {
            isWanted.withLock { $0 = false }
            isDone.wait()
        }
    }

    private static func order(_ file: [UInt8], _ size: Int) -> PictureOrder {
        var request = RenditionRequest()
        (request.width, request.height) = (size, size)
        return PictureOrder(PictureSource(memory: file), request)
    }

    @Test
    func `an imager killed at any moment costs at most its picture`() throws {
        let seed = Effort.seed
        let programs = try Programs()
        let file = try Studio().file(.quarters(1_200, 900), .jpeg(quality: 90))
        let imager = Imager(cache: nil, workers: 2, programs: programs.programs)
        let killer = Killer(programs, seed)
        var made = 0
        for number in 0..<Effort.count(100, of: 300) {
            do throws(ImagingError) {
                #expect(try imager.picture(Self.order(file, 100 + number)).quarters == "RG/BW")
                made += 1
            } catch {
                let isKilled = error.description == "the imager ended twice while decoding it"
                #expect(isKilled || error.code == .helperMissing, "\(error)")
                if made == 0, number % 10 == 9 { killer.slowDown() }
            }
        }
        killer.stop()
        #expect(made > 0)
        // Who is not disturbed any more has every picture.
        for size in 500..<520 {
            #expect(try imager.picture(Self.order(file, size)).quarters == "RG/BW")
        }
    }
}
