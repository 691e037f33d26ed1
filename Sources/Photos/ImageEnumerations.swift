/// How a picture fills the size asked for.
public enum PHImageContentMode: Int, Sendable {
    /// All of it is seen.
    case aspectFit = 0
    /// All of the size is filled.
    case aspectFill = 1

    /// All of it is seen.
    public static var `default`: PHImageContentMode { .aspectFit }
}

/// Which version of a picture is asked for.
public enum PHImageRequestOptionsVersion: Int, Sendable {
    /// The edited version, if there is one.
    case current = 0
    /// The same as `original`: no filters of a camera are kept apart.
    case unadjusted = 1
    /// As it came from the camera.
    case original = 2
}

/// Whether a picture should come soon or be good.
public enum PHImageRequestOptionsDeliveryMode: Int, Sendable {
    /// A degraded picture first, then the one asked for.
    case opportunistic = 0
    /// The picture asked for, however long it takes.
    case highQualityFormat = 1
    /// Whatever can be had soon, perhaps degraded.
    case fastFormat = 2
}

/// How exactly the size asked for is met.
public enum PHImageRequestOptionsResizeMode: Int, Sendable {
    /// The size of the file.
    case none = 0
    /// At least the size asked for, where that is faster.
    case fast = 1
    /// Exactly the size asked for.
    case exact = 2
}

/// Which version of a film is asked for.
public enum PHVideoRequestOptionsVersion: Int, Sendable {
    /// The edited version, if there is one.
    case current = 0
    /// As it came from the camera.
    case original = 1
}

/// Whether a film should come soon or be good.
public enum PHVideoRequestOptionsDeliveryMode: Int, Sendable {
    /// Whatever suits; on Linux always the file itself.
    case automatic = 0
    /// The best there is: the file itself.
    case highQualityFormat = 1
    /// The file itself: nothing is encoded again.
    case mediumQualityFormat = 2
    /// The file itself: nothing is encoded again.
    case fastFormat = 3
}

/// What a frame of a Live Photo is of.
public enum PHLivePhotoFrameType: Int, Sendable {
    /// The still.
    case photo = 0
    /// A frame of the film.
    case video = 1
}
