package import PhotoModel

extension FileMetadata {
    /// Adds the subtypes that depend on the user's policies.
    package mutating func apply(_ policies: DerivationPolicies) {
        if policies.gainMapsAreHDR, traits.contains(.gainMap), !subtypes.contains(.photoHDR) {
            subtypes.insert(.photoHDR)
            evidence.append(
                Evidence(value: "photoHDR", rule: "gainMapsAreHDR", detail: "it has a gain map")
            )
        }
        if policies.motionPhotosAreLive, let film, !subtypes.contains(.photoLive) {
            subtypes.insert(.photoLive)
            evidence.append(
                Evidence(
                    value: "photoLive",
                    rule: "motionPhotosAreLive",
                    detail: "a film of \(film.count) bytes at \(film.lowerBound) in the file"
                )
            )
        }
    }
}
