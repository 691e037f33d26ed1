internal import Dispatch
internal import Extraction
internal import Glibc
internal import Renditions
internal import Synchronization

/// Carries out one order after another by imagers of its own: one for pictures, one for films.
final class Runner: Sendable {
    /// Which orders it takes.
    let priorities: ClosedRange<PictureOrder.Priority>
    let queue: DispatchQueue
    private let programs: ImagerPrograms
    /// How many times as long as usual everything may take.
    private let patience: Int64
    private let processes: Mutex<Processes>

    private struct Processes {
        let pictures: ImagerProcess
        let films: ImagerProcess
        /// How often it has begun to work.
        var turns = 0
    }

    /// Milliseconds until imagers with nothing to do are ended.
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
        // What runs only when nobody else wants to may take long; its time on the processor has a limit of its own.
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

    /// Ends the imagers when nothing comes for a while.
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

    /// Makes one picture; a file during which an imager ended is tried once more by a new one.
    ///
    /// - Returns: The picture, or what is wrong with it.
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
                // Looked at afterwards: what was written meanwhile shows too.
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

    /// A film's frame comes as pixels; the imager of pictures writes the file.
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
