internal import Dispatch
internal import Imaging
internal import Synchronization

/// Some pictures that are made together, waiting for all of them.
struct ThumbnailPortion {
    /// The result of a portion.
    struct Outcome {
        /// The assets whose pictures could not be made, with the reason.
        var undecodable: [(path: [UInt8], reason: String)] = []
        /// The kind of files, films or pictures, whose program is missing.
        var missing: (isFilm: Bool, reason: String)?
        /// The reason why the cache keeps nothing.
        var cacheFault: String?

        fileprivate mutating func note(
            _ made: Result<Picture, ImagingError>,
            _ picture: AssetPicture
        ) {
            switch made {
            case .success(let made): cacheFault = cacheFault ?? made.cacheFault
            case .failure(let error) where error.code == .cancelled: break
            case .failure(let error) where error.code == .helperMissing:
                missing = (picture.source.isFilm, error.description)
            case .failure(let error):
                guard undecodable.last?.path != picture.path else { return }
                undecodable.append((picture.path, error.description))
            }
        }
    }

    let imager: Imager
    let sizes: [Int]

    /// Makes the pictures that are not in the cache; nil if it was stopped.
    func make(_ pictures: [AssetPicture], isStopped: () -> Bool) -> Outcome? {
        let group = DispatchGroup()
        let outcomes = Mutex<[Int: Outcome]>([:])
        var tickets: [Ticket] = []
        for (index, picture) in pictures.enumerated() {
            for size in sizes {
                let order = PictureOrder.thumbnail(picture.source, size: size)
                guard imager.cached(order) == nil else { continue }
                group.enter()
                let ticket = imager.make(order) { made in
                    outcomes.withLock { $0[index, default: Outcome()].note(made, picture) }
                    group.leave()
                }
                tickets.append(ticket)
            }
        }
        while group.wait(timeout: .now() + .milliseconds(200)) == .timedOut {
            guard isStopped() else { continue }
            tickets.forEach(imager.cancel)
            group.wait()
            return nil
        }
        return outcomes.withLock { outcomes in
            outcomes.sorted { $0.key < $1.key }.reduce(into: Outcome()) { all, one in
                all.undecodable += one.value.undecodable
                all.missing = all.missing ?? one.value.missing
                all.cacheFault = all.cacheFault ?? one.value.cacheFault
            }
        }
    }
}
