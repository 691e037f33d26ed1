internal import Dispatch
internal import Extraction
internal import Glibc
internal import Renditions
internal import Synchronization

/// A worker that carries out one order after another with its own imagers: one for pictures, one for films.
final class Runner: Sendable {
    /// The priorities of the orders it accepts.
    let priorities: ClosedRange<PictureOrder.Priority>
    let queue: DispatchQueue
    private let programs: ImagerPrograms
    /// The factor by which it extends the usual time limits.
    private let patience: Int64
    private let processes: Mutex<Processes>

    private struct Processes {
        let pictures: ImagerProcess
        let films: ImagerProcess
        /// The number of times it has begun to work.
        var turns = 0
    }

    /// The milliseconds after which idle imagers are ended.
    private static let rest = 15_000

    init(_ priorities: ClosedRange<PictureOrder.Priority>, _ programs: ImagerPrograms) {
        (self.priorities, self.programs) = (priorities, programs)
        let isIdle = priorities.upperBound == .background
        let arguments = isIdle ? ["--idle"] : []
        queue = DispatchQueue(
            label: "imager",
            qos: isIdle ? .utility : .userInitiated,
            target: .global(qos: isIdle ? .utility : .userInitiated)
        )
        // Work at idle priority may take long; its processor time has a separate limit.
        patience = isIdle ? 30 : 1
        let startDeadline = 20_000 * patience
        processes = Mutex(
            Processes(
                pictures: ImagerProcess(
                    programs.pictures,
                    arguments,
                    startDeadline: startDeadline
                ),
                films: ImagerProcess(programs.films, arguments, startDeadline: startDeadline)
            )
        )
    }

    func begin() {
        processes.withLock { $0.turns += 1 }
    }

    /// Ends the imagers if no order comes for a while.
    func rest() {
        let turns = processes.withLock { $0.turns }
        queue.asyncAfter(deadline: .now() + .milliseconds(Self.rest)) { [weak self] in
            self?.processes.withLock { processes in
                guard processes.turns == turns else { return }
                processes.pictures.end()
                processes.films.end()
            }
        }
    }

    /// Makes one picture, with a second attempt in a new imager if the first one ended.
    ///
    /// - Returns: The picture, or the reason why it could not be made.
    func make(_ order: PictureOrder) -> Result<Picture, ImagingError> {
        processes.withLock { processes in
            let process = order.source.isFilm ? processes.films : processes.pictures
            let made = attempt(order, process)
            guard case .success(let picture) = made, picture.encoded == nil,
                let encoding = order.request.encoding
            else { return made }
            return encode(picture, encoding, processes.pictures)
        }
    }

    private func attempt(
        _ order: PictureOrder,
        _ process: ImagerProcess
    ) -> Result<Picture, ImagingError> {
        for attempt in 1...2 {
            let descriptor = order.source.open()
            guard descriptor >= 0 else {
                let reason = unsafe String(cString: strerror(-descriptor))
                return .failure(
                    ImagingError(.unavailable, "the file cannot be opened: \(reason)")
                )
            }
            defer { close(descriptor) }
            let deadline = programs.deadline(order) * patience
            switch process.make(order.request, order.source.name, descriptor, deadline: deadline) {
            case .made(var picture):
                // Checked after decoding, to also notice a write in the meantime.
                picture.isOfItsContent = order.source.content?.isOf(descriptor) ?? false
                return .success(picture)
            case .failed(let reason): return .failure(ImagingError(.undecodable, reason))
            case .cannotStart(let reason): return .failure(ImagingError(.helperMissing, reason))
            case .silent:
                return .failure(
                    ImagingError(
                        .undecodable,
                        "decoding took more than \(deadline / 1_000) seconds and was given up"
                    )
                )
            case .notReady(let reason) where attempt == 2:
                return .failure(ImagingError(.helperMissing, reason))
            case .died, .notReady: continue
            }
        }
        return .failure(ImagingError(.undecodable, "the imager ended twice while decoding it"))
    }

    /// Encodes the frame of a film, which comes as pixels, in the imager of pictures.
    private func encode(
        _ picture: Picture,
        _ encoding: Encoding,
        _ process: ImagerProcess
    ) -> Result<Picture, ImagingError> {
        attempt(PictureOrder(encoding: picture, as: encoding), process).map { encoded in
            var whole = picture
            (whole.encoded, whole.format) = (encoded.encoded, encoded.format)
            return whole
        }
    }
}
